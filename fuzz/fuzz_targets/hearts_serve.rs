//! The protocol of `cards hearts serve`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| card_fuzz::serve::lines(data));

//! Old Maid's events and the posterior that follows.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| card_fuzz::oldmaid::history(data));

//! Every parser of the libraries.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| card_fuzz::parse::anything(data));

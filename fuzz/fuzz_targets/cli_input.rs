//! What the program `cards` reads.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| card_fuzz::cli::input(data));

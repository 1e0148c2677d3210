//! Guandan's plays, their order, and splits.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| card_fuzz::guandan::plays(data));

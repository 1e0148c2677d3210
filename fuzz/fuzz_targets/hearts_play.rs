//! Rounds of Hearts, what is seen of them, and their last tricks.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| card_fuzz::rounds::play(data));

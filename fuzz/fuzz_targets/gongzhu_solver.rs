//! Gongzhu's solvers against minimax.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| card_fuzz::gongzhu::solver(data));

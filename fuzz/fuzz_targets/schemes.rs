#![no_main]

#[path = "../../tests/it/targets/mod.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::schemes(bytes));

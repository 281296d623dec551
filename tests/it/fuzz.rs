//! The targets of the fuzzing harness, for a short time. `fuzz/` runs the same as a campaign.
#![cfg(feature = "compare")]

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::common::share;

/// Calls a target with bytes by chance, of which proptest shows the fewest that fail.
fn fuzz(target: fn(&[u8]), cases: u32) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let outcome = TestRunner::new(config).run(&vec(any::<u8>(), 0..64), |bytes| {
        target(&bytes);
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}

macro_rules! targets {
    ($($(#[$attribute:meta])* $target:ident $cases:literal,)*) => {$(
        $(#[$attribute])*
        #[test]
        fn $target() {
            fuzz(crate::targets::$target, share($cases, 3) as u32);
        }
    )*};
}

targets! {
    parse 3000,
    productions 1000,
    normal 2000,
    conversion 1000,
    requests 3000,
    references 3000,
    composition 1000,
    extraction 3000,
    seams 20000,
    records 5000,
    schemes 3000,
    grammars 500,
    pest_grammars 300,
}

/// Inputs that once failed, whole, by every target.
#[test]
fn inputs_that_once_failed_have_all_properties() {
    for line in include_str!("../data/once-failed.txt").lines() {
        let bytes = [b"\0", line.as_bytes()].concat();
        crate::targets::parse(&bytes);
        crate::targets::normal(&bytes);
        crate::targets::conversion(&bytes);
        crate::targets::requests(&bytes);
        crate::targets::composition(&bytes);
        crate::targets::records(&bytes);
        crate::targets::schemes(&bytes);
    }
}

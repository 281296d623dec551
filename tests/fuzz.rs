//! The targets of the fuzzing harness, for a short time. `fuzz/` runs the same as a campaign.
#![cfg(feature = "language")]

mod targets;

macro_rules! targets {
    ($($(#[$attribute:meta])* $target:ident $iterations:literal,)*) => {$(
        $(#[$attribute])*
        #[test]
        fn $target() {
            bolero::check!().with_iterations($iterations).with_max_len(64).for_each(|bytes: &[u8]| targets::$target(bytes));
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
    grammars 500,
    #[cfg(feature = "proof")]
    pest_grammars 300,
}

/// Inputs that once failed, whole, by every target.
#[test]
fn inputs_that_once_failed_have_all_properties() {
    for line in include_str!("data/once-failed.txt").lines() {
        let bytes = [b"\0", line.as_bytes()].concat();
        targets::parse(&bytes);
        targets::normal(&bytes);
        targets::conversion(&bytes);
        targets::requests(&bytes);
        targets::composition(&bytes);
    }
}

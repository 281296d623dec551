//! The messages of errors.

use std::error::Error;

use regular_bnf::automaton::TooLarge;
use regular_bnf::{Flavour, UnknownName, visible};

#[test]
fn a_language_that_is_too_large_is_an_error() {
    let error: Box<dyn Error> = TooLarge.into();
    assert!(error.to_string().contains("limits"), "{error}");
}

#[test]
fn an_unknown_flavour_is_named_beside_all_flavours() {
    for flavour in Flavour::ALL {
        assert_eq!(flavour.name().parse(), Ok(flavour));
        for name in [flavour.name().to_uppercase(), format!("{flavour}\n"), flavour.name()[1..].to_owned()] {
            let error: UnknownName = name.parse::<Flavour>().unwrap_err();
            let message = error.to_string();
            assert!(message.contains(&format!("`{}`", visible(&name))), "{message}");
            assert!(Flavour::ALL.iter().all(|flavour| message.contains(flavour.name())), "{message}");
        }
    }
}

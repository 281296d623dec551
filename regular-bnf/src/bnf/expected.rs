//! The expectations of pest_derive's parsers of the notations at the offset of an error.

use pest::RuleType;
use pest::error::{ErrorVariant, InputLocation};

use super::notation::Notation;

mod abnf {
    #[derive(pest_derive::Parser)]
    #[grammar = "notation/abnf.pest"]
    pub(super) struct AbnfParser;
}

mod berners_lee {
    #[derive(pest_derive::Parser)]
    #[grammar = "notation/berners-lee.pest"]
    pub(super) struct BernersLeeParser;
}

mod rfc822 {
    #[derive(pest_derive::Parser)]
    #[grammar = "notation/rfc822.pest"]
    pub(super) struct Rfc822Parser;
}

/// The byte offset at which the body of a production cannot be parsed, and the expected input
/// there; `None` if it can be parsed.
pub(crate) fn expected(notation: Notation, body: &str) -> Option<(usize, String)> {
    match notation {
        Notation::BernersLee => failure::<_, berners_lee::BernersLeeParser>(berners_lee::Rule::body, body),
        Notation::Rfc822 => failure::<_, rfc822::Rfc822Parser>(rfc822::Rule::body, body),
        Notation::Abnf | Notation::AbnfVariant(_) => failure::<_, abnf::AbnfParser>(abnf::Rule::body, body),
    }
}

/// The offset at which pest stopped, and its expectations in words.
fn failure<R: RuleType, P: pest::Parser<R>>(rule: R, input: &str) -> Option<(usize, String)> {
    let error = P::parse(rule, input).err()?;
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let expected = match error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            let mut names: Vec<_> = positives.iter().map(|rule| in_words(&format!("{rule:?}"))).collect();
            names.dedup();
            match names.split_last() {
                Some((last, [])) => last.clone(),
                Some((last, before)) => format!("{} or {last}", before.join(", ")),
                None => "something else".to_owned(),
            }
        }
        ErrorVariant::CustomError { message } => message,
    };
    Some((at, expected))
}

/// A rule as a noun phrase.
fn in_words(rule: &str) -> String {
    match rule {
        "EOI" => "the end of the production".to_owned(),
        "optional" => "a bracket".to_owned(),
        "alternatives" => "alternatives".to_owned(),
        name if name.starts_with(['a', 'e', 'o']) => format!("an {}", name.replace('_', " ")),
        name => format!("a {}", name.replace('_', " ")),
    }
}

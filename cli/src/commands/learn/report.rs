//! What a person reads of a learned model.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

use crate::failure::Failure;
use crate::model::Model;
use crate::model::learning::advice;
use crate::output::Output;
use crate::output::text::{counted, quoted, table};

/// Writes what was learned, what was tried, and what is left out.
pub fn model(file: &str, model: &Model, mut output: Output) -> Result<ExitCode, Failure> {
    let mut text = format!("{file}: a model of {}\n\n", model.parser);
    let rows = model.learned.iter().map(|learned| {
        let tried: usize = learned.oracles.values().map(|[tried, _]| tried).sum();
        let wrong: usize = learned.oracles.values().map(|[_, wrong]| wrong).sum();
        let exact = learned.states + usize::from(learned.has_one_more);
        vec![learned.of.clone(), learned.states.to_string(), exact.to_string(), tried.to_string(), wrong.to_string()]
    });
    text += &table(&["", "states", "exact up to", "strings tried", "showed it wrong"], rows, &[1, 2, 3, 4]);
    let domain = if model.domain.options.is_empty() {
        "strings of US-ASCII".to_owned()
    } else {
        format!("strings of US-ASCII that {} selects", model.domain.options.join(" "))
    };
    _ = writeln!(
        text,
        "\nAsked {}. No proof: the model is exact for {domain}\nif the parser has no more states than `exact up to` says. Where that is one more than the states, the parser\nmust also treat characters alike that the model treats alike.",
        counted(model.asked as u64, "string")
    );
    for (component, longest) in &model.too_large {
        let shown: Vec<String> = longest.iter().map(|string| quoted(string)).collect();
        _ = writeln!(
            text,
            "No model of the {component}: it has more than {} states; the longest strings that lead to new ones are\n  {}\n  {}",
            model.options.states,
            shown.join("\n  "),
            advice(longest)
        );
    }
    for (component, unlocated) in &model.unlocated {
        _ = writeln!(
            text,
            "Left out of {component}: {} in which its place could not be found, such as {}",
            counted(unlocated.count as u64, "string"),
            quoted(&unlocated.first)
        );
    }
    if model.faults.count > 0 {
        let first: Vec<String> = model.faults.first.iter().map(|string| quoted(string)).collect();
        _ = writeln!(
            text,
            "Left out: {} without an answer, such as {}; conform reports why",
            counted(model.faults.count as u64, "string"),
            first.join(", ")
        );
    }
    let is_steady = model.changed.is_empty();
    if !is_steady {
        let first: Vec<String> = model.changed.iter().take(3).map(|string| quoted(string)).collect();
        _ = writeln!(
            text,
            "The parser does not always answer alike: {} of {} had another answer when asked again, such as {}",
            model.changed.len(),
            counted(model.asked_again as u64, "string"),
            first.join(", ")
        );
    }
    output.out.write_all(text.as_bytes())?;
    output.out.flush()?;
    Ok(if is_steady && model.too_large.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

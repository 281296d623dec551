//! Productions as railroad diagrams.

use railroad::{
    Choice, Comment, Diagram, Empty, LabeledBox, Link, Node, NonTerminal, Optional, Repeat, Sequence, SimpleEnd,
    SimpleStart, Terminal,
};
use uri_lineage::regular_bnf::{Expr, Notation};

use crate::output::text::plain;

/// Draws a right side; `link` returns the link of a production's name, if any. The diagram has no
/// style of its own.
pub fn diagram(body: &Expr, link: LinkOf<'_>) -> Diagram<impl Node + use<>> {
    Diagram::new(rail(vec![Box::new(SimpleStart), draw(body, link), Box::new(SimpleEnd)]))
}

/// Returns the link of a production's name, if any.
type LinkOf<'l> = &'l dyn Fn(&str) -> Option<String>;

type Drawn = Box<dyn Node>;

fn rail(nodes: Vec<Drawn>) -> Sequence<Drawn> {
    Sequence::new(nodes)
}

fn literal(text: &str) -> Drawn {
    Box::new(Terminal::new(plain(text).into_owned()))
}

fn draw_all(exprs: &[Expr], link: LinkOf<'_>) -> Vec<Drawn> {
    exprs.iter().map(|expr| draw(expr, link)).collect()
}

fn draw(expr: &Expr, link: LinkOf<'_>) -> Drawn {
    match expr {
        Expr::Void => Box::new(Empty),
        Expr::Literal(text) => literal(text),
        // Characters are named by their numbers, as in the document: most fonts lack some of them.
        Expr::Range(first, last) => literal(&format!("U+{:04X}–U+{:04X}", *first as u32, *last as u32)),
        Expr::Name(name) => {
            let name_box = NonTerminal::new(name.clone());
            match link(name) {
                Some(place) => Box::new(Link::new(name_box, place)),
                None => Box::new(name_box),
            }
        }
        Expr::Undefined(text) => Box::new(Comment::new(plain(text).into_owned())),
        Expr::Sequence(exprs) => {
            // `h t t p` is one word.
            let words = exprs.chunk_by(|left, right| literal_text(left).is_some() && literal_text(right).is_some());
            Box::new(rail(
                words
                    .flat_map(|run| match run {
                        [Expr::Literal(_), _, ..] => {
                            vec![literal(&run.iter().filter_map(literal_text).collect::<String>())]
                        }
                        run => draw_all(run, link),
                    })
                    .collect(),
            ))
        }
        Expr::Alternatives(exprs) => {
            let runs = exprs.chunk_by(are_consecutive);
            Box::new(Choice::new(
                runs.flat_map(|run| match run {
                    // The dash of a range is not a character of a document.
                    [Expr::Literal(first), _, _, .., Expr::Literal(last)] => vec![literal(&format!("{first}–{last}"))],
                    run => draw_all(run, link),
                })
                .collect(),
            ))
        }
        Expr::Repeat(0, Some(1), expr) => Box::new(Optional::new(draw(expr, link))),
        Expr::Repeat(0, None, expr) => Box::new(Optional::new(Repeat::new(draw(expr, link), Empty))),
        Expr::Repeat(1, None, expr) => Box::new(Repeat::new(draw(expr, link), Empty)),
        Expr::Repeat(least, most, expr) => {
            let times = match (*least, *most) {
                (least, None) => format!("{least} times or more"),
                (0, Some(most)) => format!("at most {most} times"),
                (least, Some(most)) if least == most => format!("{most} times"),
                (least, Some(most)) => format!("{least} to {most} times"),
            };
            let repeated = Repeat::new(draw(expr, link), Comment::new(times));
            if *least == 0 { Box::new(Optional::new(repeated)) } else { Box::new(repeated) }
        }
        // An exception is not a step of the rail: it labels a box around the expression.
        Expr::Except(left, right) => {
            let exception = Comment::new(plain(&format!("but not {}", right.to_text(Notation::Rfc822))).into_owned());
            Box::new(LabeledBox::new(draw(left, link), exception))
        }
    }
}

fn literal_text(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Literal(text) => Some(text),
        _ => None,
    }
}

/// Whether two alternatives are letters or digits, and the second directly follows the first.
fn are_consecutive(left: &Expr, right: &Expr) -> bool {
    let characters = (alphanumeric(left), alphanumeric(right));
    matches!(characters, (Some(left), Some(right)) if u32::from(left) + 1 == u32::from(right))
}

/// The letter or digit of a literal that is only this character.
fn alphanumeric(expr: &Expr) -> Option<char> {
    literal_text(expr)?.parse::<char>().ok().filter(char::is_ascii_alphanumeric)
}

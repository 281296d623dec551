//! Productions as railroad diagrams.

use railroad::{
    Choice, Comment, Diagram, Empty, LabeledBox, Link, Node, NonTerminal, Optional, Repeat, Sequence, SimpleEnd,
    SimpleStart, Terminal,
};
use uri_lineage::published::Expr;

use crate::output::text::plain;

/// Draws a right side; `link` returns the link of a production's name, if any. The diagram has no
/// style of its own.
pub fn diagram(body: &Expr, link: &dyn Fn(&str) -> Option<String>) -> Diagram<impl Node> {
    Diagram::new(rail(vec![Box::new(SimpleStart), drawn(body, link), Box::new(SimpleEnd)]))
}

type Drawn = Box<dyn Node>;

fn rail(nodes: Vec<Drawn>) -> Sequence<Drawn> {
    Sequence::new(nodes)
}

fn literal(text: &str) -> Drawn {
    Box::new(Terminal::new(plain(text).into_owned()))
}

fn drawn(expr: &Expr, link: &dyn Fn(&str) -> Option<String>) -> Drawn {
    let all = |exprs: &[Expr]| exprs.iter().map(|expr| drawn(expr, link)).collect::<Vec<_>>();
    match expr {
        Expr::Void => Box::new(Empty),
        Expr::Literal(text) => literal(text),
        // By their numbers, as the document has them: most fonts lack some of these characters.
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
            let words = exprs.chunk_by(|one, other| text(one).is_some() && text(other).is_some());
            Box::new(rail(
                words
                    .flat_map(|run| match run {
                        [Expr::Literal(_), _, ..] => vec![literal(&run.iter().filter_map(text).collect::<String>())],
                        run => all(run),
                    })
                    .collect(),
            ))
        }
        Expr::Alternatives(exprs) => {
            let runs = exprs.chunk_by(follows);
            Box::new(Choice::new(
                runs.flat_map(|run| match run {
                    // The dash of a range is not a character of a document.
                    [Expr::Literal(first), _, _, .., Expr::Literal(last)] => vec![literal(&format!("{first}–{last}"))],
                    run => all(run),
                })
                .collect(),
            ))
        }
        Expr::Repeat(0, Some(1), expr) => Box::new(Optional::new(drawn(expr, link))),
        Expr::Repeat(0, None, expr) => Box::new(Optional::new(Repeat::new(drawn(expr, link), Empty))),
        Expr::Repeat(1, None, expr) => Box::new(Repeat::new(drawn(expr, link), Empty)),
        Expr::Repeat(least, most, expr) => {
            let times = match (*least, *most) {
                (least, None) => format!("{least} times or more"),
                (0, Some(most)) => format!("at most {most} times"),
                (least, Some(most)) if least == most => format!("{most} times"),
                (least, Some(most)) => format!("{least} to {most} times"),
            };
            let repeated = Repeat::new(drawn(expr, link), Comment::new(times));
            if *least == 0 { Box::new(Optional::new(repeated)) } else { Box::new(repeated) }
        }
        // What is excepted is no step: it labels a box around the rest.
        Expr::Except(left, right) => {
            let but = Comment::new(plain(&format!("but not {right}")).into_owned());
            Box::new(LabeledBox::new(drawn(left, link), but))
        }
    }
}

fn text(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Literal(text) => Some(text),
        _ => None,
    }
}

/// Whether two alternatives are letters or digits, and one directly follows the other.
fn follows(one: &Expr, other: &Expr) -> bool {
    let character = |expr| text(expr).and_then(|text| text.parse::<char>().ok()).filter(char::is_ascii_alphanumeric);
    matches!((character(one), character(other)), (Some(one), Some(other)) if u32::from(one) + 1 == u32::from(other))
}

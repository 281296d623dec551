//! pest's syntax tree.

use pest_meta::ast::Expr as Ast;

/// The direct subexpressions.
pub(crate) fn below(expr: &Ast) -> Vec<&Ast> {
    match expr {
        Ast::Seq(first, second) | Ast::Choice(first, second) => vec![first, second],
        Ast::PosPred(inner) | Ast::NegPred(inner) | Ast::Push(inner) | Ast::Opt(inner) => vec![inner],
        Ast::Rep(inner) | Ast::RepOnce(inner) | Ast::RepExact(inner, _) | Ast::RepMin(inner, _) => vec![inner],
        Ast::RepMax(inner, _) | Ast::RepMinMax(inner, ..) => vec![inner],
        _ => Vec::new(),
    }
}

/// Visits an expression and all its subexpressions.
pub(crate) fn visit<'e>(expr: &'e Ast, f: &mut dyn FnMut(&'e Ast)) {
    f(expr);
    below(expr).into_iter().for_each(|expr| visit(expr, f));
}

/// The rules that an expression uses, built-in ones too.
pub(crate) fn used_names(expr: &Ast) -> Vec<&str> {
    let mut names = Vec::new();
    visit(expr, &mut |expr| {
        if let Ast::Ident(name) = expr {
            names.push(name.as_str());
        }
    });
    names
}

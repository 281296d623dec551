//! Generated parsers, as text.

use regular_bnf::Generator;

/// Braces and brackets of a grammar are text.
#[test]
fn literals_have_no_depth() {
    for text in ["]", "}", "{", "[", "}}", "]'}", "b'}", r#"\"}"#, r"\\}", "a\"]"] {
        let pest = format!("r = {{ {text:?} }}\ns = {{ r ~ \"a\" }}").replace(r"\'", "'");
        let parser = Generator::default().parser("m", &pest, |_| None).unwrap();
        let mut lines = parser.lines().filter(|line| line.starts_with(['p', '}']) || line.contains("fn "));
        assert!(lines.clone().count() > 2 && lines.all(|line| !line.starts_with(' ')), "{text}: {parser}");
    }
}

/// An expression that is part of a rule twice is one function, whose name no rule has.
#[test]
fn functions_have_different_names() {
    let twice = "(\"x\" ~ ASCII_DIGIT+ ~ \".\" ~ ASCII_ALPHA* | \"y\" ~ ASCII_ALPHA+ ~ \"-\" ~ ASCII_DIGIT*)";
    let pest = format!("r = {{ {twice} ~ r__1 ~ {twice} }}\nr__1 = {{ \"a\" }}");
    let parser = Generator::default().parser("m", &pest, |_| None).unwrap();
    let headers = parser.lines().filter_map(|line| line.strip_prefix("pub(super) fn "));
    let names: Vec<&str> = headers.filter_map(|header| header.split(['(', '<']).next()).collect();
    assert_eq!(names, ["take_r", "skip_r__2", "take_r__1"]);
    assert_eq!(parser.matches("skip_r__2(s, at)").count(), 2, "{parser}");
}

/// The compiler expands macros inside each other up to 128.
#[test]
fn deep_expressions_are_few_macros_inside_each_other() {
    let groups = format!("{}\"z\"{}", "(ASCII_DIGIT ~ (\"-\" ~ ".repeat(45), " | \"x\"))".repeat(45));
    for body in ["item{0,50}", "ASCII_DIGIT{1,255}", "(item ~ \"-\"){0,150}", &groups] {
        let pest = format!("r = {{ {body} }}\nitem = {{ \"a\" ~ \"b\"? }}");
        let parser = Generator::default().parser("m", &pest, |_| None).unwrap();
        for function in parser.split("\npub(super) fn ").skip(1) {
            let mut open = Vec::new();
            let mut deepest = 0;
            for (at, byte) in function.bytes().enumerate() {
                match byte {
                    b'(' => open.push(function[..at].ends_with('!')),
                    b')' => _ = open.pop(),
                    _ => continue,
                }
                deepest = deepest.max(open.iter().filter(|&&is_macro| is_macro).count());
            }
            assert!(deepest < 64, "{body}: {deepest} in {function}");
        }
    }
}

/// A name that two later documents print in one other way than the first is one variant.
#[test]
fn names_that_are_printed_alike_share_a_variant() {
    let mut generator = Generator::default();
    let pest = "build_number = @{ ASCII_DIGIT+ }";
    for (module, printed) in [("first", "build_number"), ("second", "build-number"), ("third", "build-number")] {
        generator.parser(module, pest, |_| Some(printed.to_owned())).unwrap();
    }
    let rules = generator.rules();
    let variants: Vec<&str> = rules.lines().map(str::trim).filter(|line| line.starts_with("build_number")).collect();
    assert_eq!(variants, ["build_number,", "build_number__second,"], "{rules}");
}

//! Productions of other grammars: by citations, by names, and beside own definitions of them.

use regular_bnf::{
    Bnf, Citation, Import, ImportError, Imported, Language, Lookup, Notation, ProductionDifference, Relation,
    RepeatedProduction, extract,
};

/// A body by chance, which uses productions with smaller numbers.
fn body(rng: &mut fastrand::Rng, number: usize) -> String {
    let item = |rng: &mut fastrand::Rng| match rng.u8(0..6) {
        0 => "%s\"a\"".to_owned(),
        1 => "%s\"b\"".to_owned(),
        2 => "[ %s\"a\" ]".to_owned(),
        3 => "*2%s\"b\"".to_owned(),
        _ if number > 0 => format!("p{}", rng.usize(0..number)),
        _ => "%s\"b\"".to_owned(),
    };
    let sequence = |rng: &mut fastrand::Rng| (0..rng.usize(1..4)).map(|_| item(rng)).collect::<Vec<_>>().join(" ");
    (0..rng.usize(1..3)).map(|_| sequence(rng)).collect::<Vec<_>>().join(" / ")
}

/// Imports from one grammar, by citations of `[OTHER]` and by names.
fn import(own: &Bnf, other: &Bnf, names: bool) -> Result<Imported, ImportError> {
    own.import(&[], &mut |wanted| match &wanted.citation {
        Some(citation) if citation.document == "OTHER" => {
            Lookup::In(Import { grammar: "other".into(), bnf: other, production: wanted.name.to_owned().into() })
        }
        None if names && other.get(wanted.name).is_some() => {
            Lookup::In(Import { grammar: "other".into(), bnf: other, production: wanted.name.to_owned().into() })
        }
        _ => Lookup::Nowhere,
    })
}

fn read(text: &str) -> Bnf {
    Bnf::read_as(text, Notation::Abnf).unwrap()
}

fn relation(one: &Bnf, other: &Bnf, name: &str) -> Relation {
    let [one, other] = [one, other].map(|bnf| Language::new(bnf, name).unwrap());
    one.compare(&other).unwrap().relation
}

/// A grammar of which some productions are cited, and others only used, is the whole grammar. Where
/// it defines a production itself, what is imported is as it was, and the report tells whether both
/// are equal.
#[test]
fn parts_of_a_grammar_are_imported() {
    let mut rng = fastrand::Rng::with_seed(36);
    let (mut equal, mut different) = (0, 0);
    for _ in 0..400 {
        let bodies: Vec<String> = (0..5).map(|number| body(&mut rng, number)).collect();
        let whole: String = bodies.iter().enumerate().rev().map(|(at, body)| format!("p{at} = {body}\n")).collect();
        let whole = read(&whole);
        // The last production, with some of the others cited, and the rest left out.
        let mut own = format!("p4 = {}\n", bodies[4]);
        for at in (0..4).filter(|_| rng.bool()) {
            own.push_str(&format!("p{at} = <p{at}, see [OTHER], Section {at}>\n"));
        }
        let imported = import(&read(&own), &whole, true).unwrap();
        assert_eq!(relation(&imported.bnf, &whole, "p4"), Relation::Equal, "{own}");
        assert!(imported.repeated.is_empty());
        // Under another name, and with a definition of its own of one that is used.
        let at = rng.usize(0..4);
        let mine = if rng.bool() { bodies[at].clone() } else { body(&mut rng, 0) };
        let own = format!("root = q / p{at}\nq = <p4, see [OTHER]>\np{at} = {mine}\n");
        let is_used = {
            let mut reached = vec!["p4".to_owned()];
            let mut next = 0;
            while let Some(name) = reached.get(next).cloned() {
                let new = whole.uses(&name).into_iter().filter(|used| !reached.iter().any(|known| known == used));
                let new: Vec<String> = new.map(str::to_owned).collect();
                reached.extend(new);
                next += 1;
            }
            reached.contains(&format!("p{at}"))
        };
        let definition = whole.with(regular_bnf::definitions(&format!("mine = {mine}\n"), Notation::Abnf).unwrap());
        let mine = Language::new(&definition, "mine").unwrap();
        let theirs = Language::new(&whole, &format!("p{at}")).unwrap();
        let same = mine.compare(&theirs).unwrap().relation == Relation::Equal;
        let imported = import(&read(&own), &whole, true).unwrap();
        let [q, own_production] =
            ["q".to_owned(), format!("p{at}")].map(|name| Language::new(&imported.bnf, &name).unwrap());
        let p4 = Language::new(&whole, "p4").unwrap();
        assert_eq!(q.compare(&p4).unwrap().relation, Relation::Equal, "{own}");
        assert_eq!(own_production.compare(&mine).unwrap().relation, Relation::Equal, "{own}");
        assert_eq!(imported.repeated.len(), usize::from(is_used), "{own}");
        for RepeatedProduction { name, difference, .. } in &imported.repeated {
            assert_eq!(*name, format!("p{at}"));
            match difference {
                None => {
                    assert!(same, "{own}");
                    equal += 1;
                }
                Some(ProductionDifference::Witness { witness, only_own }) => {
                    different += 1;
                    assert_eq!((mine.contains(witness), theirs.contains(witness)), (*only_own, !only_own));
                }
                Some(undecided) => panic!("{undecided:?}: {own}"),
            }
        }
    }
    assert!(equal > 0 && different > 0, "{equal} {different}");
}

/// A production that is defined through the one that it repeats keeps its language, and so does
/// what is imported.
#[test]
fn a_production_may_be_defined_by_the_imported_one_of_its_name() {
    let other = read("a = x \"1\"\nx = \"p\" / \"q\"\n");
    let own = read("own = a / x\na = <a, see [OTHER]>\nx = <x, see [OTHER]> / \"p\"\n");
    let imported = import(&own, &other, false).unwrap();
    let accepts = |name: &str, text: &str| Language::new(&imported.bnf, name).unwrap().contains(text);
    assert!(accepts("x", "p") && accepts("x", "q") && accepts("a", "p1") && accepts("a", "q1"));
    assert!(!accepts("x", "p1") && !accepts("a", "p"));
}

/// A name that the imported grammar does not define is not that of the importing one.
#[test]
fn undefined_names_of_imports_stay_undefined() {
    let other = read("a = b \"1\"\n");
    let imported = import(&read("x = <a, see [OTHER]>\nb = \"q\"\n"), &other, false).unwrap();
    assert_eq!(imported.bnf.undefined(), ["other:b"]);
}

/// What is found in several grammars is not guessed, and what is found nowhere stays as it is.
#[test]
fn nothing_is_guessed() {
    let own = read("a = b\nb = <c, see [X]>\nd = e\n");
    let several = own.import(&[], &mut |_| Lookup::InSeveral(vec!["one".into(), "two".into()])).unwrap_err();
    assert_eq!(several.to_string(), "line 2: several grammars define `c`, which `b` needs: one, two");
    let none = own.import(&[], &mut |_| Lookup::Nowhere).unwrap();
    assert_eq!(none.bnf.undefined(), ["<c, see [X]>", "e"]);
    let other = read("f = \"x\"\n");
    let missing = import(&read("b = <c, see [OTHER]>\n"), &other, false).unwrap_err();
    assert_eq!(missing.to_string(), "other has no production named `c`");
}

#[test]
fn citations() {
    let all = [
        ("<URI-reference, see [URI], Section 4.1>", Some(("URI-reference", "URI", "4.1"))),
        ("<see RFC 3986 Section 3.2>", Some(("", "RFC3986", "3.2"))),
        ("<host, see RFC3986>", Some(("host", "RFC3986", ""))),
        ("<host, defined in [RFC3986]>", Some(("host", "RFC3986", ""))),
        ("<path-abempty, defined in [RFC3986], Section 3.3>", Some(("path-abempty", "RFC3986", "3.3"))),
        ("<URI-reference as specified in RFC 3986>", Some(("URI-reference", "RFC3986", ""))),
        ("<host, see Section 3.2.2 of [RFC3986]>", Some(("host", "RFC3986", "3.2.2"))),
        ("<see [RFC5234], Appendix B.1>", Some(("", "RFC5234", "B.1"))),
        ("<mailbox, see [RFC5322] (Section 3.4)>", Some(("mailbox", "RFC5322", "3.4"))),
        ("<URI from [STD 66]>", Some(("URI", "STD66", ""))),
        ("<As defined in Section 3 of [RFC3986]>", Some(("", "RFC3986", "3"))),
        ("<See [RFC3986]>", Some(("", "RFC3986", ""))),
        ("<as, see [X]>", Some(("as", "X", ""))),
        ("<see-also, see [X]>", Some(("see-also", "X", ""))),
        ("<pchar>", None),
        ("<any character>", None),
        ("<see the text>", None),
        ("<>", None),
    ];
    for (prose, expected) in all {
        let found = Citation::parse(prose);
        let found =
            found.as_ref().map(|it| (it.name.unwrap_or_default(), &*it.document, it.section.unwrap_or_default()));
        assert_eq!(found, expected, "{prose}");
    }
}

/// Rules between paragraphs, by chance: all are found, each with its line, and nothing else.
#[test]
fn rules_are_extracted_from_a_text() {
    let mut rng = fastrand::Rng::with_seed(5234);
    let prose = [
        "1.  Introduction\n",
        "   The value x = y is meant here, and not\n   z = 1 (see Section 2).\n",
        "\n\nNobody                      Standards Track                     [Page 3]\n\u{C}\nRFC 9999                          Text                      January 2026\n\n\n",
        "   A list:\n\n   o  one; two = 2, and\n   o  three\n",
        "      if (a == b) then\n         c := d;\n",
        "            x = (y\n",
        "      RULE2=DAILY;COUNT=10\n",
        "      Example=\"v\"\n",
    ];
    // What looks like a rule in these paragraphs.
    let looks = ["z = 1", "two = 2", ":=", "x = (y", "RULE2", "Example"];
    for _ in 0..300 {
        let (mut text, mut expected) = (String::new(), Vec::new());
        for number in 0..rng.usize(1..6) {
            text.push_str(prose[rng.usize(..prose.len())]);
            text.push('\n');
            let indent = " ".repeat(rng.usize(1..8));
            expected.push((format!("r{number}"), text.matches('\n').count() + 1));
            text.push_str(&format!("{indent}r{number} = \"v\" ; a comment\n"));
            if rng.bool() {
                text.push_str(&format!("; further left\n{indent}  / 2%x41-5A\n"));
            }
            text.push_str("\n   So it is.\n\n");
        }
        if rng.bool() {
            text = format!("\u{FEFF}{}", text.replace('\n', "\r\n"));
        }
        let extracted = extract(&text, None, Notation::Abnf);
        assert!(extracted.count >= expected.len(), "{text}");
        // Each line is kept or named.
        for (number, line) in text.lines().enumerate() {
            let is_kept = extracted.text.lines().nth(number).is_some_and(|kept| kept.trim() == line.trim());
            let is_named = extracted.omitted.iter().any(|rule| rule.line == number + 1);
            if looks.iter().any(|look| line.trim_start().starts_with(look) || *look == ":=" && line.contains(look)) {
                assert!(is_named != is_kept, "line {}: {line}\n{:?}\n{text}", number + 1, extracted.omitted);
            }
        }
        let rules = extracted.text;
        let bnf = Bnf::read_as(&rules, Notation::Abnf).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let own = bnf.productions().iter().filter(|rule| rule.name.starts_with('r'));
        let found: Vec<_> = own.map(|rule| (rule.name.clone(), rule.line)).collect();
        assert_eq!(found, expected, "{text}");
    }
    // Without a rule beside it, the last would be one.
    assert_eq!(extract(&prose[..prose.len() - 1].concat(), None, Notation::Abnf).count, 0);
}

/// A rule that is too long is no shorter rule: it is named.
#[test]
fn a_rule_is_never_cut() {
    let rule =
        |separator: &str, parts: usize| format!("  a = \"x\"{}\n", format!("{separator}    / \"y\"").repeat(parts));
    let other = "\n  b = \"z\"\n";
    for (separator, most) in [("\n", 199), ("\n\n", 3)] {
        for parts in most - 1..most + 3 {
            for text in [rule(separator, parts), rule(separator, parts) + other, rule(separator, parts) + "\nProse.\n"]
            {
                let extracted = extract(&text, None, Notation::Abnf);
                // A text without rules is no grammar.
                let bnf = Bnf::read_as(&extracted.text, Notation::Abnf).unwrap_or_default();
                let is_whole = bnf.get("a").is_some_and(|rule| rule.text.matches('y').count() == parts);
                let is_named = extracted.omitted.iter().any(|rule| rule.line == 1 && rule.reason.contains("more than"));
                assert_eq!(
                    (is_whole, is_named),
                    (parts <= most, parts > most),
                    "{parts} parts: {:?}",
                    extracted.omitted
                );
            }
        }
    }
}

#[test]
fn sections_and_errors() {
    let text = "1.  One\n\n   a = \"x\"\n\n2.  Two\n\n   a = \"y\"\n\n2.1.  More\n\n   b = a\n   c = 2*1a\n   d = (a\n\nAppendix A.  End\n\n   a = \"z\"\n";
    let first = |section: &str| {
        let rules = extract(text, Some(section), Notation::Abnf);
        (rules.count > 0).then(|| Bnf::read_as(&rules.text, Notation::Abnf).map(|bnf| bnf.productions().len()))
    };
    assert_eq!((first("1"), first("A"), first("3")), (Some(Ok(1)), Some(Ok(1)), None));
    let error = first("2").unwrap().unwrap_err().to_string();
    assert!(error.starts_with("line 12, column 8: expected a repetition"), "{error}");
    // What cannot be parsed is reported beside rules, and is otherwise no rule.
    let rules = extract(&text.replace("2*1a", "a"), Some("2"), Notation::Abnf).text;
    let error = Bnf::read_as(&rules, Notation::Abnf).unwrap_err().to_string();
    assert!(error.starts_with("line 14, column 1: expected an element"), "{error}");
}

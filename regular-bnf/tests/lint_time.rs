use regular_bnf::Notation;
use regular_bnf::lint::*;
#[test]
fn time() {
    for &lint in Lint::ALL {
        let start = std::time::Instant::now();
        let e = lint.example();
        for t in [e.text, e.mended] {
            let r = if e.is_pest { Linter::new().pest(t) } else { Linter::new().bnf(t, Notation::Abnf) };
            println!("{lint} {:?}", start.elapsed());
            for f in r.findings {
                println!("   {}:{}: {}: {}: {:?}", f.line, f.column, f.lint, f.message, f.witness);
            }
        }
    }
}

//! x
use uri_lineage::*; use uri_lineage::language::*; use uri_lineage::published::*;
fn main(){
  for g in Grammar::ALL { for r in [Reading::Published, Reading::Corrected] {
    let t=std::time::Instant::now();
    let b=Bnf::of(g,r);
    println!("{g} {r:?} {} undefined {:?} unreachable {:?}", b.productions().len(), b.undefined(), b.unreachable(g.entry_productions()));
    let all=Language::all(b); let ok=all.iter().filter(|x|x.1.is_ok()).count();
    for (n,l) in &all { match l { Ok(l)=> if ["url","uri","URI-reference","hostname"].contains(n) {println!("  {n} {} states, {} {:?}", l.states(), l.pattern().len(), l.members().take(3).collect::<Vec<_>>())}, Err(e)=>println!("  ! {e}") } }
    println!("  {ok} ok in {:?}", t.elapsed());
  }}
}

//! x
use uri_lineage::*; use uri_lineage::language::*;
fn main(){
  let t=std::time::Instant::now();
  let c=Classifier::get();
  println!("make {:?}", t.elapsed());
  let t=std::time::Instant::now();
  for g in Grammar::ALL { let _=g.parse("http://a b^"); }
  println!("errors {:?}", t.elapsed());
  let text=std::fs::read("/work/shared/corpus/urls-1990s.txt").unwrap();
  let lines: Vec<&[u8]>=text.split(|b|*b==b'\n').filter(|l|!l.is_empty()).collect();
  let mut bad=0;
  for l in &lines { if let Ok(s)=std::str::from_utf8(l) { let v=c.classify(l); for g in Grammar::ALL { let p=g.parse(s).ok().map(|p|p.production()); if p!=v.production(g) { bad+=1; if bad<10 {println!("{g} {s} {p:?} {:?}", v.production(g));} } } } }
  println!("bad {bad}");
  let mut out=vec![Verdict::default(); lines.len()];
  let total: usize=lines.iter().map(|l|l.len()).sum();
  for _ in 0..3 {
  let t=std::time::Instant::now(); for _ in 0..100 { c.classify_many(&lines,&mut out); } let d=t.elapsed(); println!("many {:.2} GB/s", total as f64*100.0/d.as_secs_f64()/1e9);
  let t=std::time::Instant::now(); let mut n=0; for _ in 0..100 { for l in &lines { n+=c.classify(l).accepts(Grammar::Rfc1738) as usize; } } let d=t.elapsed(); println!("one {:.2} GB/s {n}", total as f64*100.0/d.as_secs_f64()/1e9);
  }
}

//! x
use uri_lineage::*;
fn main(){
  for g in Grammar::ALL { 
    let t=std::time::Instant::now();
    match g.prove() { Ok(p)=>{ for x in &p { if !x.verdict.holds() {println!("{g} {x:?}")}} println!("{g} {} rules {:?}", p.len(), t.elapsed())}, Err(e)=>println!("{g} {e}")}
  }
}

//! t
use bactrian::{board::*, rules::*};
fn main() {
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let fen = std::env::args().nth(2).unwrap_or(JanusKamil::spec().page.start.to_string());
    let b = Board::<JanusKamil>::from_fen(&fen).unwrap();
    for d in 1..=d {
    let t = std::time::Instant::now();
    let n = perft(&b, d);
    let e = t.elapsed();
    println!("{} {n} {:?} {} Mnps", b.fen(), e, n as f64 / e.as_secs_f64() / 1e6);
    }
}

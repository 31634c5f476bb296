//! The static evaluation as a table for people.

use super::network::Purpose;
use super::tally::cost_of_pressure;
use super::tapered::Tapered;
use super::{TermGroup, Trace, Weights, groups};
use crate::board::Spec;
use crate::types::{Color, Score};

/// The static evaluation of a position as a table of its terms, in pawns: White's minus Black's. `side` is the side to
/// move, `score` the static evaluation from its view and `network` the network's share of it before scaling, in centipawns.
pub fn evaluation_table(
    spec: &Spec,
    weights: &Weights,
    trace: &Trace,
    side: Color,
    score: Score,
    network: Option<(Purpose, Score)>,
) -> String {
    let share = (trace.middlegame_share * 256.0).round() as i32;
    let mut text = format!("{:<26}{:>12}{:>12}{:>12}\n", "White - Black", "middlegame", "endgame", "now");
    let mut sum = Tapered::ZERO;
    for (name, total) in totals(spec, weights, &trace.terms) {
        if let Some(total) = total {
            sum += total;
            text += &row(&name.replace('_', " "), total, share);
        }
    }
    text += &row("sum of these", sum, share);
    let mut now = sum.at(share);
    for (color, sign) in [(Color::White, -1), (Color::Black, 1)] {
        let pressure = total(weights, &trace.pressure[color.index()], 0).unwrap_or(Tapered::ZERO);
        let cost = sign * cost_of_pressure(pressure.at(share));
        now += cost;
        text += &format!("{:<26}{:>36}\n", format!("pressure on {}'s king", color.name()), pawns(cost));
    }
    let from_white = |score: Score| if side == Color::White { score } else { -score };
    let white = from_white(score);
    match network.map(|(purpose, score)| (purpose, from_white(score))) {
        None => {}
        Some((Purpose::Correction, score)) => {
            text += &format!("{:<26}{:>36}\n", "network", pawns(score));
            now += score;
        }
        Some((Purpose::Alone, score)) => {
            text += &format!("{:<26}{:>36}\n", "in place of all: network", pawns(score));
            now = score;
        }
    }
    text += &format!("{:<26}{:>36}\n", "sum", pawns(now));
    text += &format!("{:<26}{:>36}\n", "scaled down for a draw", pawns(white - now));
    text += &format!("{:<26}{:>36}\n", "evaluation", pawns(white));
    text + &format!("phase: {} % middlegame; {} to move", share * 100 / 256, side.name())
}

/// The names of the groups of terms, without pieces, and what each adds to the score; `None` if the position has none
/// of its terms.
fn totals(spec: &Spec, weights: &Weights, counts: &[i16]) -> Vec<(&'static str, Option<Tapered>)> {
    let mut totals: Vec<(&str, Option<Tapered>)> = Vec::new();
    for TermGroup { name, terms, .. } in groups(spec) {
        let found = total(weights, &counts[terms.clone()], terms.start);
        match totals.iter_mut().find(|(known, _)| *known == name) {
            Some((_, Some(sum))) => *sum += found.unwrap_or(Tapered::ZERO),
            Some((_, none)) => *none = found,
            None => totals.push((name, found)),
        }
    }
    totals
}

/// What terms add to the score; `counts` begins with the term number `first`. `None` if all counts are 0.
fn total(weights: &Weights, counts: &[i16], first: usize) -> Option<Tapered> {
    let used = counts.iter().enumerate().filter(|&(_, &count)| count != 0);
    used.map(|(offset, &count)| weights.term(first + offset) * i32::from(count)).reduce(|sum, next| sum + next)
}

fn row(name: &str, total: Tapered, share: i32) -> String {
    let [middlegame, endgame, now] = [total.middlegame(), total.endgame(), total.at(share)].map(pawns);
    format!("{name:<26}{middlegame:>12}{endgame:>12}{now:>12}\n")
}

fn pawns(score: i32) -> String {
    format!("{:+.2}", f64::from(score) / 100.0)
}

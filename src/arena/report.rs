//! Results of a match, as text and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::statistics::{Decision, Elo, Tally};
use super::tournament::{Completion, FinishedGame, Match, Standings};

impl Match {
    /// The name of the engine with this index.
    fn name(&self, index: usize) -> &str {
        &self.engines[index].name
    }

    /// PGN's Round of a game, such as `3.2`: the number of its pair and its number in the pair, from 1.
    pub fn round(slot: &super::tournament::ScheduledGame) -> String {
        format!("{}.{}", slot.pair + 1, if slot.reversed { 2 } else { 1 })
    }

    /// One line about a finished game.
    pub fn game_line(&self, game: &FinishedGame) -> String {
        let [white, black] = game.slot.players.map(|index| self.name(index));
        let (round, record) = (Self::round(&game.slot), &game.record);
        let (result, outcome, turns) = (record.outcome.result(), &record.outcome, record.turns.len());
        format!("game {} ({round}): {white} - {black} {result} {{{outcome}}} {turns} turns", game.slot.number + 1)
    }

    /// One short line about the standings.
    pub fn progress(&self, standings: &Standings) -> String {
        let [tally] = standings.tallies.as_slice() else { return format!("{} games", standings.games()) };
        let mut text = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
        if let Some(elo) = tally.elo() {
            let _ = write!(text, "  Elo {}", elo_text(elo));
        }
        if let Some(sprt) = self.sprt {
            let (lower, upper) = sprt.bounds();
            let _ = write!(text, "  LLR {:.2} ({lower:.2} {upper:.2})", sprt.ratio(tally));
        }
        text
    }

    /// The results of all pairings, and a cross table if there are several.
    pub fn table(&self, standings: &Standings) -> String {
        let mut text = String::new();
        for (pairing, tally) in self.pairings.iter().zip(&standings.tallies) {
            text += &self.tally_text(self.name(pairing.first), self.name(pairing.second), tally);
        }
        let games = standings.games().max(1) as f64;
        let _ = writeln!(text, "length {:.1} turns", standings.turns as f64 / games);
        for (index, failures) in standings.failures.iter().enumerate() {
            let (time, broken, infractions) = (failures.time, failures.broken, failures.infractions);
            let _ = writeln!(
                text,
                "{}: lost on time {time}, broken off {broken}, illegal moves and claims {infractions}",
                self.name(index)
            );
        }
        if self.pairings.len() > 1 {
            text += &self.cross_table(standings);
        }
        text
    }

    fn tally_text(&self, first: &str, second: &str, tally: &Tally) -> String {
        let games = tally.games();
        let share = |number: f64| 100.0 * number / games.max(1) as f64;
        let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
        let mut text = format!(
            "{first} - {second}: {games} games +{wins} ={draws} -{losses}, {:.1} points ({:.1} %), {:.1} % drawn\n",
            tally.points(),
            share(tally.points()),
            share(draws as f64)
        );
        if let (Some(elo), Some(superiority)) = (tally.elo(), tally.superiority()) {
            let pairs = tally.pairs.map(|pairs| pairs.to_string()).join(" ");
            let superiority = 100.0 * superiority;
            let elo = elo_text(elo);
            let _ = writeln!(text, "  Elo {elo} (95 %), superior with {superiority:.1} %, pairs by points {pairs}");
        }
        if let Some(sprt) = self.sprt {
            let (lower, upper) = sprt.bounds();
            let _ = writeln!(
                text,
                "  SPRT of {} against {} Elo: LLR {:.2} ({lower:.2} to {upper:.2})",
                sprt.elo1,
                sprt.elo0,
                sprt.ratio(tally)
            );
        }
        text
    }

    /// Points of each engine against each other, best first.
    fn cross_table(&self, standings: &Standings) -> String {
        let against = |row: usize, column: usize| -> Option<Tally> {
            let pairings = self.pairings.iter().zip(&standings.tallies);
            pairings.fold(None, |found, (pairing, tally)| match (pairing.first, pairing.second) {
                (first, second) if (first, second) == (row, column) => Some(*tally),
                (first, second) if (first, second) == (column, row) => Some(tally.reversed()),
                _ => found,
            })
        };
        let count = self.engines.len();
        let total = |row: usize| -> (f64, u64) {
            let tallies = (0..count).filter_map(|column| against(row, column));
            tallies.fold((0.0, 0), |(points, games), tally| (points + tally.points(), games + tally.games()))
        };
        let share = |row: usize| {
            let (points, games) = total(row);
            points / games.max(1) as f64
        };
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
        let width = self.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0);
        let mut text = format!("{:>2} {:width$} {:>12}", "", "", "points");
        for number in 1..=count {
            let _ = write!(text, " {number:>11}");
        }
        text.push('\n');
        for (place, &row) in order.iter().enumerate() {
            let (points, games) = total(row);
            let _ = write!(text, "{:>2} {:width$} {:>12}", place + 1, self.name(row), format!("{points:.1}/{games}"));
            for &column in &order {
                let cell = against(row, column).map(|tally| format!("{:.1}/{}", tally.points(), tally.games()));
                let _ = write!(text, " {:>11}", cell.unwrap_or_else(|| "-".to_owned()));
            }
            text.push('\n');
        }
        text
    }

    /// A finished game as JSON.
    pub fn game_json(&self, game: &FinishedGame) -> Value {
        let [white, black] = game.slot.players.map(|index| self.name(index));
        let record = &game.record;
        json!({
            "game": game.slot.number + 1,
            "round": Self::round(&game.slot),
            "white": white,
            "black": black,
            "result": record.outcome.result().as_str(),
            "termination": record.outcome.termination(),
            "reason": record.outcome.to_string(),
            "start": record.start,
            "moves": record.turns.iter().map(|turn| turn.text.as_str()).collect::<Vec<_>>(),
        })
    }

    /// The standings as JSON.
    pub fn summary_json(&self, completion: Completion, standings: &Standings) -> Value {
        let pairings = self.pairings.iter().zip(&standings.tallies).map(|(pairing, tally)| {
            json!({
                "first": self.name(pairing.first),
                "second": self.name(pairing.second),
                "games": tally.games(),
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "pairs": tally.pairs,
                "elo": tally.elo().map(|elo| elo.value),
                "error95": tally.elo().map(|elo| elo.error),
                "superiority": tally.superiority(),
                "llr": self.sprt.map(|sprt| sprt.ratio(tally)),
            })
        });
        let failures = standings.failures.iter().enumerate().map(|(index, failures)| {
            json!({
                "engine": self.name(index),
                "time": failures.time,
                "broken": failures.broken,
                "infractions": failures.infractions,
            })
        });
        json!({
            "completion": match completion {
                Completion::Complete => "complete",
                Completion::Decided(Decision::H0) => "H0",
                Completion::Decided(Decision::H1) => "H1",
                Completion::Interrupted => "interrupted",
            },
            "games": standings.games(),
            "turns": standings.turns,
            "pairings": pairings.collect::<Vec<_>>(),
            "failures": failures.collect::<Vec<_>>(),
        })
    }
}

fn elo_text(elo: Elo) -> String {
    if elo.value.is_infinite() {
        return if elo.value > 0.0 { "+inf".to_owned() } else { "-inf".to_owned() };
    }
    // Adding zero removes the sign of a negative zero.
    let value = elo.value + 0.0;
    let error = if elo.error.is_nan() { "?".to_owned() } else { format!("{:.1}", elo.error) };
    format!("{value:+.1} ± {error}")
}

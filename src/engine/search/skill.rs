//! Play of limited strength. A weaker level searches less, values positions less exactly, overlooks some moves, and does
//! not always play the best move that it found. All of that is counted in plies, nodes and centipawns, never in time, so
//! that a level is the same on every machine. `benches/calibrate_skill.sh` measures the levels.

use std::ops::RangeInclusive;

use super::report::Report;
use crate::types::score::{EVAL_BOUND, MATE_BOUND};
use crate::types::{Move, Score, Square};

/// A level below full strength.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// Its Elo in chess, see `benches/log/2026-11.md`.
    elo: usize,
    /// The deepest iteration, in plies.
    depth: u32,
    /// The standard deviation of the error in each evaluation, in centipawns.
    error: Score,
    /// The chance, in 1024ths, to overlook a reply of middling length, see [`Weakness::overlooks`].
    blindness: u32,
    /// The moves to choose from.
    choices: usize,
    /// A move that is worse by this, in centipawns, is chosen e times less often.
    temperature: f64,
}

const fn level(
    elo: usize,
    depth: u32,
    (error, blindness): (Score, u32),
    (choices, temperature): (usize, f64),
) -> Level {
    Level { elo, depth, error, blindness, choices, temperature }
}

/// The most nodes a move, whatever the level; few positions need so many.
const NODES: u64 = 200_000;

/// The levels below full strength, from 0.
const LEVELS: [Level; 20] = [
    level(50, 1, (220, 900), (16, 150.0)),
    level(190, 1, (190, 800), (14, 110.0)),
    level(330, 1, (145, 630), (12, 66.0)),
    level(430, 2, (180, 800), (12, 82.0)),
    level(530, 2, (152, 720), (12, 66.0)),
    level(640, 2, (126, 620), (10, 54.0)),
    level(760, 2, (104, 520), (10, 44.0)),
    level(890, 2, (84, 420), (8, 36.0)),
    level(1010, 3, (80, 400), (8, 33.0)),
    level(1150, 3, (66, 310), (8, 26.0)),
    level(1310, 3, (53, 225), (6, 20.0)),
    level(1490, 4, (51, 205), (6, 18.5)),
    level(1590, 4, (41, 148), (6, 15.0)),
    level(1680, 5, (38, 130), (5, 13.0)),
    level(1770, 5, (29, 85), (5, 9.5)),
    level(1850, 6, (25, 65), (4, 8.0)),
    level(1920, 6, (17, 38), (4, 5.0)),
    level(1980, 7, (13, 28), (3, 4.5)),
    level(2080, 8, (7, 14), (2, 3.0)),
    level(2230, 10, (0, 0), (1, 0.0)),
];

/// The numbers in which [`Level::blindness`] counts.
const CERTAIN: u32 = 1024;
/// A side's own moves at the root are overlooked this many times less often than replies.
const OWN_MOVES_SEEN: u32 = 4;
/// A recapture of the piece that has just moved is overlooked this many times less often than other replies.
const RECAPTURES_SEEN: u32 = 4;
/// The score of a mate that rests on overlooked moves.
const UNPROVEN_MATE: Score = 3_000;

/// A strength below full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skill {
    /// The level, an index of [`LEVELS`].
    level: usize,
    /// The chance, in 1024ths, to play a move at the next level instead.
    above: u32,
    /// Searches of the same position after the same number of turns and with the same seed find the same move.
    seed: u64,
}

impl Skill {
    /// The level of full strength.
    pub const FULL: usize = LEVELS.len();
    /// The levels' strengths in chess, in Elo.
    pub const LEVELS_ELO: [usize; LEVELS.len()] = {
        let mut elo = [0; LEVELS.len()];
        let mut level = 0;
        while level < LEVELS.len() {
            elo[level] = LEVELS[level].elo;
            level += 1;
        }
        elo
    };
    /// The strengths that [`Skill::of_elo`] knows, in Elo.
    pub const ELO: RangeInclusive<usize> = LEVELS[0].elo..=LEVELS[LEVELS.len() - 1].elo;

    /// A level; `None` if that is full strength.
    pub fn of_level(level: usize, seed: u64) -> Option<Self> {
        (level < Self::FULL).then_some(Self { level, above: 0, seed })
    }

    /// The strength with this Elo in chess, clamped to [`Skill::ELO`]: a mixture of the two levels next to it.
    pub fn of_elo(elo: usize, seed: u64) -> Self {
        let elo = elo.clamp(*Self::ELO.start(), *Self::ELO.end());
        let level = LEVELS.iter().rposition(|level| level.elo <= elo).unwrap_or(0);
        let above = LEVELS.get(level + 1).map_or(0, |next| {
            let (step, rest) = (next.elo - LEVELS[level].elo, elo - LEVELS[level].elo);
            (rest * CERTAIN as usize / step) as u32
        });
        Self { level, above, seed }
    }

    /// How to search a position with this hash key after so many turns that can still be repeated.
    pub(super) fn plan(&self, key: u64, turns: usize) -> Plan {
        let turn = mix(mix(self.seed ^ key) ^ turns as u64);
        let level = self.level + usize::from(chance(mix(turn ^ 1)) < self.above);
        let Level { error, blindness, .. } = LEVELS[level];
        let weakness = Weakness { error, blindness, game: mix(self.seed), turn: mix(turn ^ 2) };
        Plan { level: LEVELS[level], weakness, random: mix(turn ^ 3) }
    }
}

/// How to search one position.
pub(super) struct Plan {
    level: Level,
    /// What the search does worse.
    pub weakness: Weakness,
    random: u64,
}

impl Plan {
    /// The deepest iteration, in plies.
    pub fn depth(&self, limit: Option<u32>) -> Option<u32> {
        Some(limit.map_or(self.level.depth, |limit| limit.min(self.level.depth)))
    }

    /// The nodes to spend.
    pub fn nodes(&self, limit: Option<u64>) -> Option<u64> {
        Some(limit.map_or(NODES, |limit| limit.min(NODES)))
    }

    /// The lines to find if the client wants this many.
    pub fn lines(&self, wanted: usize) -> usize {
        wanted.max(self.level.choices)
    }

    /// The root moves that this level does not overlook; all, if it would overlook every one.
    pub fn noticed_root_moves(&self, moves: &[Move]) -> Vec<Move> {
        let seen = |m: &&Move| !self.weakness.misses(**m, OWN_MOVES_SEEN);
        let noticed: Vec<Move> = moves.iter().filter(seen).copied().collect();
        if noticed.is_empty() { moves.to_vec() } else { noticed }
    }

    /// Chooses among the lines of the last iteration, the best first: the index of the line to play. The better a line,
    /// the likelier.
    pub fn choose(&self, lines: &[Report]) -> usize {
        let scores = || lines.iter().take(self.level.choices).map(|report| report.line.score);
        let Some(best) = scores().next() else { return 0 };
        if self.level.temperature <= 0.0 {
            return 0;
        }
        let weight = |score: Score| libm::exp(f64::from(score - best) / self.level.temperature);
        let total: f64 = scores().map(weight).sum();
        // The upper 53 bits fill a double.
        let mut left = (self.random >> 11) as f64 / (1u64 << 53) as f64 * total;
        for (index, score) in scores().enumerate() {
            left -= weight(score);
            if left < 0.0 {
                return index;
            }
        }
        0
    }
}

/// What a search of limited strength does worse; the default is full strength.
#[derive(Clone, Copy, Default, Debug)]
pub struct Weakness {
    error: Score,
    blindness: u32,
    /// Random, the same for the whole game: a position is misjudged in the same way each time.
    game: u64,
    /// Random, another one for each turn: what was overlooked is seen a turn later.
    turn: u64,
}

impl Weakness {
    /// An evaluation of the position with this hash key, as this strength sees it.
    #[inline(always)]
    pub fn misjudge(&self, score: Score, key: u64) -> Score {
        if self.error == 0 { score } else { self.with_error(score, key) }
    }

    #[cold]
    fn with_error(&self, score: Score, key: u64) -> Score {
        // The sum of four numbers below 2^16: nearly normal, with this mean and standard deviation.
        const MEAN: i64 = 2 * 65_535;
        const DEVIATION: i64 = 37_837;
        let random = mix(self.game ^ key);
        let sum: i64 = (0..4).map(|part| (random >> (16 * part) & 0xFFFF) as i64).sum();
        let error = (sum - MEAN) * i64::from(self.error) / DEVIATION;
        (score + error as Score).clamp(-EVAL_BOUND, EVAL_BOUND)
    }

    /// Whether any moves are overlooked.
    #[inline(always)]
    pub fn is_blind(&self) -> bool {
        self.blindness > 0
    }

    /// Whether a move is overlooked in this turn wherever it could be played, if the opponent's last move went to
    /// `last`. Long moves are overlooked more often than short ones, recaptures seldom.
    pub fn overlooks(&self, m: Move, last: Option<Square>) -> bool {
        self.misses(m, if last == Some(m.to()) { RECAPTURES_SEEN } else { 1 })
    }

    fn misses(&self, m: Move, seen: u32) -> bool {
        let length = u32::from(m.from().distance(m.to()));
        chance(mix(self.turn ^ u64::from(m.bits()))) < self.blindness * (length + 2) / (5 * seen)
    }

    /// The score of a node where moves were overlooked: it proves no mate of the side to move.
    pub fn doubt(&self, score: Score) -> Score {
        if score <= -MATE_BOUND { -UNPROVEN_MATE } else { score }
    }
}

/// A number below [`CERTAIN`] from random bits.
fn chance(random: u64) -> u32 {
    (random >> 40) as u32 % CERTAIN
}

/// Random bits from a number: a step of SplitMix64 (Steele, Lea and Flood, 2014).
pub(crate) fn mix(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::report::{Bound, Line};
    use crate::types::MoveKind;

    fn lines(scores: &[Score]) -> Vec<Report> {
        let report = |&score: &Score| Report {
            depth: 1,
            selective_depth: 1,
            rank: 1,
            line: Line { score, bound: Bound::Exact, moves: Vec::new() },
            nodes: 0,
            elapsed: Duration::ZERO,
            hash_full: 0,
            table_hits: 0,
        };
        scores.iter().map(report).collect()
    }

    #[test]
    fn each_level_looks_deeper_or_sees_more_than_the_one_below() {
        for pair in LEVELS.windows(2) {
            let [below, above] = pair else { unreachable!("windows of two") };
            assert!(above.elo > below.elo && above.depth >= below.depth && above.choices <= below.choices);
            let is_sharper = above.error < below.error && above.blindness < below.blindness;
            assert!(above.depth > below.depth || is_sharper && above.temperature < below.temperature);
        }
    }

    #[test]
    fn elo_lies_between_levels() {
        for (number, level) in LEVELS.iter().enumerate() {
            assert_eq!(Skill::of_elo(level.elo, 7), Skill::of_level(number, 7).unwrap());
        }
        let between = (LEVELS[3].elo + LEVELS[4].elo) / 2;
        let skill = Skill::of_elo(between, 7);
        let raised = (0..1000).filter(|&key| skill.plan(key, 0).level.elo == LEVELS[4].elo).count();
        assert!(skill.level == 3 && (400..600).contains(&raised), "{raised}");
        assert_eq!(Skill::of_elo(0, 7), Skill::of_elo(*Skill::ELO.start(), 7));
        assert_eq!(Skill::of_elo(usize::MAX, 7), Skill::of_elo(*Skill::ELO.end(), 7));
        assert_eq!(Skill::of_level(Skill::FULL, 7), None);
    }

    #[test]
    fn errors_have_the_deviation_of_the_level_and_no_bias() {
        let weakness = Weakness { error: 100, ..Weakness::default() };
        let errors: Vec<f64> = (0..10_000).map(|key| f64::from(weakness.misjudge(0, key))).collect();
        let mean = errors.iter().sum::<f64>() / 10_000.0;
        let deviation = libm::sqrt(errors.iter().map(|error| error * error).sum::<f64>() / 10_000.0);
        assert!(mean.abs() < 4.0 && (deviation - 100.0).abs() < 4.0, "{mean} {deviation}");
        assert_eq!(Weakness::default().misjudge(35, 1), 35);
        assert_eq!(weakness.misjudge(EVAL_BOUND, 3).abs().max(EVAL_BOUND), EVAL_BOUND);
    }

    #[test]
    fn long_moves_are_overlooked_more_often_and_recaptures_less() {
        let count = |length: u8, recapture: bool| {
            let m = Move::new(Square::new(0, 0), Square::new(length, 0), MoveKind::Normal, 0);
            let last = recapture.then_some(m.to());
            let weakness = |turn| Weakness { blindness: 400, turn, ..Weakness::default() };
            (0..2_000).filter(|&turn| weakness(turn).overlooks(m, last)).count()
        };
        assert!(count(1, false) < count(3, false) && count(3, false) < count(7, false));
        assert!(2 * count(7, true) < count(7, false));
    }

    #[test]
    fn better_moves_are_chosen_more_often() {
        let (skill, scores) = (Skill::of_level(0, 1).unwrap(), lines(&[100, 50, -100, -2_000]));
        let mut counts = [0; 4];
        (0..4_000).for_each(|key| counts[skill.plan(key, 0).choose(&scores)] += 1);
        assert!(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 100 && counts[3] < 10, "{counts:?}");
        let best = Skill::of_level(Skill::FULL - 1, 1).unwrap();
        assert!((0..100).all(|key| best.plan(key, 0).choose(&scores) == 0));
        assert_eq!(skill.plan(1, 0).choose(&[]), 0);
    }

    #[test]
    fn mates_that_rest_on_overlooked_moves_are_not_proven() {
        let weakness = Weakness::default();
        for (score, expected) in [(-32_000, -UNPROVEN_MATE), (32_000, 32_000), (-500, -500)] {
            assert_eq!(weakness.doubt(score), expected);
        }
    }
}

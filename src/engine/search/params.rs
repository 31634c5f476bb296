//! The parameters of the search. Margins and scores are in centipawns, depths in plies, reductions in 1024ths of a ply,
//! history values within [`HISTORY_LIMIT`].
//!
//! Those in [`Params`] can be changed (`--param`, `bactrian tune`); those that give the search its form are constants.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::types::Score;
use crate::types::score::MAX_PLY;

/// The greatest absolute history value.
pub const HISTORY_LIMIT: i32 = 16_384;

/// The first iteration that is searched with an aspiration window.
pub const ASPIRATION_DEPTH: i32 = 4;

/// Reverse futility pruning: greatest depth.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Razoring: greatest depth.
pub const RAZORING_DEPTH: i32 = 3;
/// Null move pruning: least depth.
pub const NULL_MOVE_DEPTH: i32 = 3;
/// Null move pruning: from this depth on, a cutoff is verified by a search without null moves.
pub const NULL_MOVE_VERIFY_DEPTH: i32 = 12;
/// ProbCut: least depth.
pub const PROBCUT_DEPTH: i32 = 5;
/// Internal iterative reduction: least depth.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Futility pruning of quiet moves: greatest reduced depth.
pub const FUTILITY_DEPTH: i32 = 8;
/// Late move pruning: greatest depth.
pub const LATE_MOVE_DEPTH: i32 = 8;
/// History pruning: greatest reduced depth.
pub const HISTORY_PRUNING_DEPTH: i32 = 5;
/// Exchange pruning: greatest depth.
pub const EXCHANGE_DEPTH: i32 = 8;

/// Singular extension: least depth.
pub const SINGULAR_DEPTH: i32 = 6;
/// Double extension: greatest number in one line.
pub const DOUBLE_EXTENSIONS: u8 = 8;

/// More reduction, in plies, for moves after which the same side moves again: they double the number of moves, and
/// their second halves multiply it.
pub const REDUCTION_AGAIN: i32 = 1;
/// Move ordering: malus for moves after which the same side moves again.
pub const ORDER_AGAIN: i32 = 24_000;

/// Nodes in which threads are noted: least depth.
pub const VISIT_DEPTH: i32 = 3;
/// More reduction, in 1024ths of a ply, for late moves in nodes that another thread is searching.
pub const REDUCTION_VISITED: i32 = 1024;

/// Plies that continuation history looks back.
pub const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];

/// Correction history: table values in a centipawn.
pub const CORRECTION_GRAIN: i32 = 256;
/// Correction history: greatest table value.
pub const CORRECTION_LIMIT: i32 = 64 * CORRECTION_GRAIN;

/// A parameter that can be changed.
#[derive(Debug)]
pub struct Param {
    /// Its name, as a field and for users.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// The value with which the engine plays.
    pub usual: i32,
    /// Its value among others.
    value: fn(&Params) -> i32,
    /// Its place among others.
    place: fn(&mut Params) -> &mut i32,
    /// The least value that makes sense.
    pub least: i32,
    /// The greatest value that makes sense.
    pub most: i32,
    /// A change that can be expected to matter a little.
    pub step: i32,
}

macro_rules! params {
    ($($(#[doc = $meaning:literal])+ $name:ident: $usual:literal in $least:literal..=$most:literal step $step:literal;)+) => {
        /// The parameters that can be changed.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[doc = $meaning])+ pub $name: i32,)+
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $usual,)+ }
            }
        }

        impl Params {
            /// All of them, in the order of the fields.
            pub const LIST: &[Param] = &[$(Param {
                name: stringify!($name),
                meaning: concat!($($meaning),+),
                usual: $usual,
                value: |params| params.$name,
                place: |params| &mut params.$name,
                least: $least,
                most: $most,
                step: $step,
            }),+];
        }
    };
}

params! {
    /// First half-width of the aspiration window.
    aspiration_window: 14 in 4..=60 step 4;
    /// Decided positions: the least distance of alpha from 0.
    decided_score: 1000 in 300..=32000 step 150;
    /// Decided positions: more reduction for late moves.
    decided_reduction: 2048 in 0..=4096 step 256;
    /// Decided positions: the least depth at which checks are extended.
    decided_check_depth: 4 in 1..=99 step 1;
    /// Reverse futility pruning: margin a ply.
    reverse_futility_margin: 75 in 30..=200 step 10;
    /// Razoring: margin a ply.
    razoring_margin: 280 in 100..=700 step 40;
    /// Null move pruning: how far above beta the static evaluation must be at depth 0; by 20 less a ply.
    null_move_margin: 80 in -100..=300 step 20;
    /// Null move pruning: the reduction at depth 0, in hundredths of a ply.
    null_move_base: 400 in 200..=600 step 40;
    /// Null move pruning: the growth of the reduction by depth, in hundredths.
    null_move_growth: 25 in 5..=60 step 5;
    /// Null move pruning: the score above beta that reduces by another ply, up to three.
    null_move_score: 200 in 80..=500 step 30;
    /// ProbCut: margin above beta that a capture must reach in the shallow search.
    probcut_margin: 180 in 50..=400 step 25;
    /// Futility pruning of quiet moves: base margin.
    futility_base: 110 in 0..=300 step 20;
    /// Futility pruning of quiet moves: margin a ply.
    futility_margin: 85 in 30..=200 step 12;
    /// Late move pruning: number of moves at depth 0, in hundredths.
    late_move_base: 400 in 100..=1200 step 80;
    /// Late move pruning: more moves by depth squared, in hundredths.
    late_move_growth: 150 in 50..=400 step 20;
    /// History pruning: quiet moves with a history below this, a ply, are skipped.
    history_pruning_margin: -4000 in -12000..=-500 step 500;
    /// Exchange pruning of quiet moves: accepted loss a ply squared.
    exchange_quiet_margin: -25 in -80..=-5 step 5;
    /// Exchange pruning of captures: accepted loss a ply.
    exchange_noisy_margin: -95 in -250..=-20 step 12;
    /// Singular extension: margin below the table's score that the other moves must miss, in hundredths of a centipawn a
    /// ply.
    singular_margin: 100 in 20..=400 step 30;
    /// Double extension: margin below the singular bound that the other moves must miss.
    double_extension_margin: 18 in 2..=80 step 4;
    /// Late move reduction, base + ln depth * ln number / divisor: the base, in thousandths of a ply.
    reduction_base: 550 in 0..=1500 step 80;
    /// Late move reduction, base + ln depth * ln number / divisor: the divisor, in thousandths.
    reduction_divisor: 2100 in 1200..=3600 step 120;
    /// Less reduction in nodes that are or were on a principal variation.
    reduction_pv: 1200 in 0..=3000 step 150;
    /// More reduction in expected cut nodes.
    reduction_cut: 1500 in 0..=3500 step 150;
    /// More reduction if the static evaluation is not improving.
    reduction_not_improving: 600 in 0..=2000 step 120;
    /// Less reduction for moves that give check.
    reduction_check: 800 in 0..=2500 step 120;
    /// Less reduction for killers, counter moves and forcing moves.
    reduction_killer: 1000 in 0..=2500 step 120;
    /// More reduction if the hash move is a capture or promotion.
    reduction_noisy_hash: 700 in 0..=2000 step 120;
    /// Less reduction for captures and promotions.
    reduction_noisy: 1000 in 0..=2500 step 120;
    /// The history value worth a ply of reduction.
    reduction_history: 12000 in 4000..=40000 step 1000;
    /// Delta pruning in quiescence: margin beyond the captured material.
    delta_margin: 160 in 20..=500 step 25;
    /// Quiescence: least exchange value of captures.
    quiescence_exchange: -20 in -150..=60 step 12;
    /// The history bonus for a move that failed high, a ply.
    history_bonus: 150 in 40..=500 step 20;
    /// The greatest history bonus.
    history_bonus_limit: 1700 in 500..=6000 step 200;
    /// The history malus for moves searched before the one that failed high, a ply.
    history_malus: 180 in 40..=500 step 20;
    /// The greatest history malus.
    history_malus_limit: 1500 in 500..=6000 step 200;
    /// The history bonus per ply, for each centipawn that a quiet move adds to its side's static evaluation.
    evaluation_bonus: 8 in 0..=32 step 2;
    /// Correction history: how fast it follows the errors found, in table values for each centipawn and ply.
    correction_rate: 32 in 4..=128 step 5;
    /// Time: the number of moves that a game is expected to last. The remaining time is divided by those that are left,
    /// unless the clock says how many.
    time_moves: 70 in 10..=200 step 6;
    /// Time: the least number of moves that are expected to be left.
    time_least: 25 in 10..=100 step 3;
    /// Time: the share of the increment that is spent at once, in hundredths.
    time_increment: 70 in 10..=100 step 6;
    /// Time: the hard limit as a multiple of the soft one, in hundredths.
    time_hard: 450 in 100..=900 step 40;
    /// Time: the fall of the score that doubles the soft limit.
    time_fall: 60 in 10..=300 step 8;
    /// Time: the soft limit shrinks by the share of the nodes that the best move took, and is unchanged where that share
    /// is this less one, in hundredths.
    time_effort: 170 in 120..=220 step 6;
}

/// Why a parameter cannot be changed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParamError {
    /// No parameter has this name.
    #[error("unknown parameter `{}`, expected one of: {}", .0.escape_debug(), names())]
    Unknown(String),
    /// The value is out of range. Holds the name, the value and the range.
    #[error("{0}: {1}, expected {2} to {3}")]
    Range(&'static str, i64, i32, i32),
}

/// The names of all parameters.
fn names() -> String {
    Params::LIST.iter().map(|param| param.name).collect::<Vec<_>>().join(", ")
}

impl Params {
    /// The parameter of this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(name: &str) -> Result<&'static Param, ParamError> {
        Self::LIST.iter().find(|param| param.name == name).ok_or_else(|| ParamError::Unknown(name.to_owned()))
    }

    /// Changes the parameter of this name.
    ///
    /// # Errors
    /// When there is none, or its range does not have the value.
    pub fn set(&mut self, name: &str, value: i64) -> Result<(), ParamError> {
        let param = Self::find(name)?;
        let in_range = i32::try_from(value).ok().filter(|value| (param.least..=param.most).contains(value));
        *(param.place)(self) = in_range.ok_or(ParamError::Range(param.name, value, param.least, param.most))?;
        Ok(())
    }

    /// All values by name.
    pub fn by_names(&self) -> BTreeMap<String, i32> {
        Self::LIST.iter().map(|param| (param.name.to_owned(), self.get(param))).collect()
    }

    /// The value of a parameter.
    pub fn get(&self, param: &Param) -> i32 {
        (param.value)(self)
    }

    /// The history bonus for a move that failed high.
    #[inline(always)]
    pub fn bonus(&self, depth: i32) -> i32 {
        (self.history_bonus * depth - 60).clamp(0, self.history_bonus_limit)
    }

    /// The history malus for moves searched before the one that failed high.
    #[inline(always)]
    pub fn malus(&self, depth: i32) -> i32 {
        (self.history_malus * depth - 60).clamp(0, self.history_malus_limit)
    }

    /// The history bonus for a quiet move after which its side's static evaluation is higher by `gain`, for a node below it
    /// with this depth.
    #[inline(always)]
    pub fn bonus_by_eval(&self, depth: i32, gain: Score) -> i32 {
        (self.evaluation_bonus * depth * gain).clamp(-1_000, 1_000)
    }

    /// Null move pruning: the reduction, in plies.
    #[inline(always)]
    pub fn null_move_reduction(&self, depth: i32, above_beta: Score) -> i32 {
        (self.null_move_base + self.null_move_growth * depth) / 100 + (above_beta / self.null_move_score).min(3)
    }

    /// Late move pruning: the number of moves after which quiet ones are skipped.
    #[inline(always)]
    pub fn late_move_count(&self, depth: i32, improving: bool) -> i32 {
        let count = (self.late_move_base + self.late_move_growth * depth * depth) / 100;
        if improving { count } else { count / 2 }
    }

    /// Singular extension: the margin below the table's score that the other moves must miss.
    #[inline(always)]
    pub fn singular_gap(&self, depth: i32) -> Score {
        self.singular_margin * depth / 100
    }
}

/// Move numbers from which on reductions do not grow.
const MOVE_NUMBERS: usize = 64;

/// The parameters of a search, and what is computed from them once.
#[derive(Debug)]
pub struct Tuning {
    /// The parameters.
    pub params: Params,
    /// The late move reduction by depth and move number, in 1024ths of a ply.
    reductions: Vec<[i32; MOVE_NUMBERS]>,
}

impl Tuning {
    /// A search with these parameters.
    pub fn new(params: Params) -> Self {
        let (base, divisor) = (f64::from(params.reduction_base) / 1000.0, f64::from(params.reduction_divisor) / 1000.0);
        let reduction = |depth: usize, number: usize| {
            let logarithms = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            (1024.0 * (base + logarithms / divisor)) as i32
        };
        let reductions = (0..MAX_PLY).map(|depth| std::array::from_fn(|number| reduction(depth, number))).collect();
        Self { params, reductions }
    }

    /// The late move reduction by depth and move number, in 1024ths of a ply.
    #[inline]
    pub fn reduction(&self, depth: i32, number: i32) -> i32 {
        let row = depth.clamp(0, MAX_PLY as i32 - 1) as usize;
        self.reductions[row][(number as usize).min(MOVE_NUMBERS - 1)]
    }
}

/// A game's own parameter values: each line is a name and a value, or a comment after `#`. A value is listed only if it
/// beat the default in matches.
pub fn own_values(text: &str) -> impl Iterator<Item = (&str, i64)> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (name, value) = line.split_once(' ')?;
        Some((name, value.parse().ok()?))
    })
}

/// What was chosen of parameters, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChosenParams(BTreeMap<&'static str, i64>);

impl ChosenParams {
    /// Chooses another value of a parameter, for all games.
    ///
    /// # Errors
    /// When there is no such parameter, or its range does not have the value.
    pub fn choose(&mut self, name: &str, value: i64) -> Result<(), ParamError> {
        Params::default().set(name, value)?;
        self.0.insert(Params::find(name)?.name, value);
        Ok(())
    }

    /// The usual values, those of a game's own (see [`own_values`]), and over both what was chosen.
    pub fn of_game(&self, own: &str) -> Params {
        let mut params = Params::default();
        for (name, value) in own_values(own).chain(self.0.iter().map(|(&name, &value)| (name, value))) {
            let set = params.set(name, value);
            debug_assert!(set.is_ok(), "values were checked when they were chosen, those of games by a test");
        }
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_found_and_changed_by_name() {
        let mut params = Params::default();
        for param in Params::LIST {
            assert_eq!(params.get(param), param.usual, "{}", param.name);
            assert!((param.least..=param.most).contains(&param.usual) && param.step > 0, "{}", param.name);
            assert!(param.meaning.starts_with(' ') && param.meaning.ends_with('.'), "{}", param.name);
            assert_eq!(params.set(param.name, param.most.into()), Ok(()));
            assert_eq!(params.get(param), param.most);
        }
        let too_much = params.set("reduction_pv", 1 << 40).unwrap_err();
        assert_eq!(too_much.to_string(), "reduction_pv: 1099511627776, expected 0 to 3000");
        let unknown = params.set("reduction_pw\n", 1).unwrap_err().to_string();
        assert!(unknown.starts_with("unknown parameter `reduction_pw\\n`, expected one of: aspiration_window, "));
        assert_eq!(params.reduction_pv, 3000);
    }

    #[test]
    fn games_have_their_own_values_and_a_choice_goes_before_them() {
        let own = "# A comment.\ntime_moves 40\n";
        assert_eq!(own_values(own).collect::<Vec<_>>(), [("time_moves", 40)]);
        let param = Params::find("time_moves").expect("it is in the list");
        let mut chosen = ChosenParams::default();
        assert_eq!(chosen.of_game(own).get(param), 40);
        assert_eq!(chosen.choose(param.name, param.least.into()), Ok(()));
        assert_eq!(chosen.of_game(own).get(param), param.least);
        assert_eq!(ChosenParams::default().of_game(""), Params::default());
    }

    #[test]
    fn own_values_of_games_are_in_range_and_not_the_usual_ones() {
        for spec in crate::games::built_in() {
            let text = spec.page.folder.search.unwrap_or_default();
            let lines = text.lines().filter(|line| !line.starts_with('#')).count();
            assert_eq!(own_values(text).count(), lines, "{}", spec.page.name);
            for (name, value) in own_values(text) {
                let mut params = Params::default();
                assert_eq!(params.set(name, value), Ok(()), "{}", spec.page.name);
                assert!(params != Params::default(), "{}: {name} is as usual", spec.page.name);
            }
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let tuning = Tuning::new(Params::default());
        assert_eq!(tuning.reduction(1, 1), (0.55 * 1024.0) as i32);
        assert!(tuning.reduction(10, 20) > tuning.reduction(10, 10));
        assert!(tuning.reduction(10, 20) > tuning.reduction(5, 20));
        assert_eq!(tuning.reduction(1_000, 1_000), tuning.reduction(MAX_PLY as i32 - 1, MOVE_NUMBERS as i32 - 1));
        let less = Tuning::new(Params { reduction_divisor: 3000, ..Params::default() });
        assert!(less.reduction(10, 10) < tuning.reduction(10, 10));
    }
}

//! Warnings of what a game allows, but surely does not mean.

use super::castling;
use super::draft::Draft;
use super::pieces::key;
use super::problem::Fault;
use super::roaming::Roaming;
use super::start::Start;
use crate::board::{Board, Castling, Setup, Spec, TableRules};
use crate::types::{Bitboard, Color, Kind, KindSet, Square, Verdict};

/// The keys of the regions where each side promotes.
const PROMOTION_KEYS: [&str; 2] = ["promotionRegionWhite", "promotionRegionBlack"];
/// The keys of the regions where each side makes double steps.
const STEP_KEYS: [&str; 2] = ["doubleStepRegionWhite", "doubleStepRegionBlack"];
/// The keys of the regions where each side makes triple steps.
const TRIPLE_KEYS: [&str; 2] = ["tripleStepRegionWhite", "tripleStepRegionBlack"];
/// The keys of the regions where each side wins.
const GOAL_KEYS: [&str; 2] = ["flagRegionWhite", "flagRegionBlack"];

/// What a game allows, but surely does not mean: the keys concerned, and the faults. `spec` are the data that were made of
/// the game; `is_set` tells whether its own section has a key.
pub(in crate::games) fn unmeant(
    game: &Draft,
    spec: &'static Spec,
    is_set: impl Fn(&str) -> bool,
) -> Vec<(String, Fault)> {
    // What pieces in hand and counted checks change is not looked at.
    let without_state = || {
        let setup = Setup::read(spec, spec.page.start).ok()?.without_state();
        Board::new(TableRules::of(spec), &setup).ok()
    };
    let (Ok(start), Some(board)) = (Start::of(game), without_state()) else { return Vec::new() };
    let castlings = castling::of(game);
    let roaming = Color::BOTH.map(|color| Roaming::new(&board, color));
    let mut warnings = Warnings { game, start, board, castlings, roaming, found: Vec::new() };
    warnings.regions_off_board();
    warnings.lost_rights();
    // What follows from these is not told as other warnings.
    if warnings.found.is_empty() && warnings.start.is_symmetric(game) {
        warnings.one_sided();
    }
    if warnings.found.is_empty() {
        warnings.regions_never_reached(is_set);
        warnings.initial_moves();
    }
    warnings.stuck_pieces();
    warnings.over_at_once();
    warnings.found.into_iter().map(|(key, why)| (key, Fault::contradiction(why))).collect()
}

struct Warnings<'g> {
    game: &'g Draft,
    start: Start,
    board: Board<TableRules>,
    castlings: [Option<Castling>; 4],
    /// By side.
    roaming: [Roaming; 2],
    found: Vec<(String, String)>,
}

impl Warnings<'_> {
    fn report(&mut self, key: &str, why: String) {
        self.found.push((key.to_owned(), why));
    }

    /// The squares of a side's standard pawns.
    fn pawns(&self, color: Color) -> Bitboard {
        self.board.pawns() & self.board.of_color(color)
    }

    /// Whether a side begins with pawns, or with pieces that have initial moves.
    fn has_steppers(&self, color: Color) -> bool {
        let movers = self.board.spec().initial_movers.kinds();
        self.pawns(color).any() || movers.into_iter().any(|kind| self.board.of(color, kind).any())
    }

    fn promotes(&self, color: Color) -> bool {
        let kinds = self.game.laws.promotion_kinds[color.index()];
        kinds.kinds().any(|kind| self.game.has(kind)) && self.pawns(color).any()
    }

    fn regions_off_board(&mut self) {
        let (game, laws) = (self.game, &self.game.laws);
        for color in Color::BOTH {
            let (side, name) = (color.index(), color.name());
            if self.promotes(color) && (laws.promotion_region[side] & game.board()).is_empty() {
                let why = format!("{name}'s region of promotions is not on the board, so it has none");
                self.report(PROMOTION_KEYS[side], why);
            }
            let steps = laws.double_region[side];
            if laws.double_steps && self.has_steppers(color) && steps.any() && (steps & game.board()).is_empty() {
                self.report(
                    STEP_KEYS[side],
                    format!("{name}'s region of double steps is not on the board, so it has none"),
                );
            }
        }
    }

    fn castlings_of(&self, color: Color) -> usize {
        self.castlings.iter().flatten().filter(|castling| castling.color == color).count()
    }

    fn lost_rights(&mut self) {
        for color in Color::BOTH {
            let is_own = |c: &char| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == (color == Color::White);
            let written = self.start.rights().chars().filter(is_own).count();
            if self.game.laws.castling.allowed && self.castlings_of(color) < written {
                let name = color.name();
                self.report("startFen", format!("a right to castle of {name} fits no king and rook, and is left out"));
            }
        }
    }

    /// What one side has and the other has not, although both begin alike.
    fn one_sided(&mut self) {
        let spec = self.board.spec();
        let stepping = Color::BOTH.map(|color| {
            let region = spec.double_step[color.index()] | spec.triple_step[color.index()];
            self.pawns(color) & region
        });
        let zones = Color::BOTH.map(|color| {
            let has_promoters = self.roaming[color.index()].has_promoters();
            if has_promoters { spec.promotion_zone(color) & spec.board } else { Bitboard::EMPTY }
        });
        let castling = Color::BOTH.map(|color| self.castlings_of(color) > 0);
        for (keys, what, has) in [
            (STEP_KEYS, "double steps", stepping.map(Bitboard::any)),
            (PROMOTION_KEYS, "promotions", zones.map(Bitboard::any)),
            (["startFen"; 2], "castlings", castling),
        ] {
            if has[0] != has[1] {
                let [owner, other] = if has[0] { Color::BOTH } else { [Color::Black, Color::White] };
                let (owner, lacking, key) = (owner.name(), other.name(), keys[other.index()]);
                self.report(key, format!("{owner} has {what} and {lacking} has none, although both begin alike"));
            }
        }
        for (key, what, [white, black]) in [
            (STEP_KEYS[1], "the pawns that can make double steps", stepping),
            (PROMOTION_KEYS[1], "the squares where pieces promote", zones),
        ] {
            if white.any() && black.any() && !self.faces(white, black) {
                self.report(key, format!("{what} are not Black's as White's, although both begin alike"));
            }
        }
    }

    /// Whether Black's squares are White's, seen from the other side of the board, mirrored or turned by half a turn.
    fn faces(&self, white: Bitboard, black: Bitboard) -> bool {
        let Draft { files, ranks, .. } = *self.game;
        let from_black = |square: Square, turned: bool| {
            let file = if turned { files - 1 - square.file() } else { square.file() };
            Square::new(file, ranks - 1 - square.rank())
        };
        [false, true]
            .into_iter()
            .any(|turned| white.into_iter().map(|square| from_black(square, turned)).collect::<Bitboard>() == black)
    }

    fn regions_never_reached(&mut self, is_set: impl Fn(&str) -> bool) {
        let spec = self.board.spec();
        for color in Color::BOTH {
            let (side, name) = (color.index(), color.name());
            let (roaming, goal) = (&self.roaming[side], self.goal(color));
            let [sets_double, sets_triple] = [STEP_KEYS, TRIPLE_KEYS].map(|keys| is_set(keys[side]));
            let has_pawns = self.pawns(color).any();
            let never_promotes = roaming.has_promoters() && !roaming.promotes;
            let never_doubles = sets_double && has_pawns && spec.double_step[side].any() && !roaming.makes_double_steps;
            let never_triples = sets_triple && has_pawns && spec.triple_step[side].any() && !roaming.makes_triple_steps;
            let never_wins = goal.any() && !self.runners(color).kinds().any(|kind| (roaming.of(kind) & goal).any());
            for (is_wrong, key, why) in [
                (
                    never_promotes,
                    PROMOTION_KEYS[side],
                    format!("no piece of {name} that could promote ever comes to this region"),
                ),
                (
                    never_doubles,
                    STEP_KEYS[side],
                    format!("no pawn of {name} ever makes a double step from this region"),
                ),
                (
                    never_triples,
                    TRIPLE_KEYS[side],
                    format!("no pawn of {name} ever makes a triple step from this region"),
                ),
                (never_wins, GOAL_KEYS[side], format!("no piece of {name} that could win ever comes to this region")),
            ] {
                if is_wrong {
                    self.report(key, why);
                }
            }
        }
    }

    /// Where a side wins.
    fn goal(&self, color: Color) -> Bitboard {
        let spec = self.board.spec();
        spec.laws().flag_region[color.index()] & spec.board
    }

    /// The kinds that win by reaching the goal.
    fn runners(&self, color: Color) -> KindSet {
        let spec = self.board.spec();
        KindSet(spec.laws().flag_kinds[color.index()].0 & spec.all_kinds().0)
    }

    /// Kinds that stand at the start, and have initial moves, but not from there.
    fn initial_moves(&mut self) {
        let spec = self.board.spec();
        for (number, slot) in self.game.kinds().into_iter().enumerate() {
            let kind = Kind::new(number);
            if !spec.piece(kind).moves.has_initial() {
                continue;
            }
            for color in Color::BOTH {
                let men = self.board.of(color, kind);
                let roaming = &self.roaming[color.index()];
                if men.is_empty() || men.into_iter().any(|from| roaming.initial_targets(kind, from).any()) {
                    continue;
                }
                let (owner, name) = (color.name(), spec.piece(kind).name);
                let key_of_region = STEP_KEYS[color.index()];
                let why = if spec.double_step[color.index()].any() {
                    format!(
                        "{owner}'s {name} begins where it has no initial move (`i`): {key_of_region} says where it has"
                    )
                } else {
                    format!("{owner}'s {name} never has its initial move (`i`), because {owner} has no double steps")
                };
                self.report(&key(slot), why);
            }
        }
    }

    /// Pieces that can never leave their squares. Those without any movement are meant so.
    fn stuck_pieces(&mut self) {
        let spec = self.board.spec();
        for kind in spec.all_kinds().kinds().filter(|&kind| !spec.piece(kind).moves.parts().is_empty()) {
            for color in Color::BOTH {
                let roaming = &self.roaming[color.index()];
                let castles = |square: Square| {
                    self.castlings
                        .iter()
                        .flatten()
                        .any(|castling| [castling.king_from, castling.rook_from].contains(&square))
                };
                let is_stuck = |&square: &Square| roaming.targets(kind, square).is_empty() && !castles(square);
                let stuck = self.board.of(color, kind).into_iter().filter(is_stuck);
                let squares: Vec<String> = stuck.map(|square| spec.square_name(square)).collect();
                if !squares.is_empty() {
                    let (owner, name, squares) = (color.name(), spec.piece(kind).name, squares.join(" "));
                    self.report("startFen", format!("{owner}'s {name} on {squares} can never leave its square"));
                }
            }
        }
    }

    /// A game that is over at the start, or with its first move.
    fn over_at_once(&mut self) {
        let start = &self.board;
        let is_over = |board: &Board<TableRules>| board.verdict().is_some() || !board.has_moves();
        let is_lost = |board: &Board<TableRules>| match board.verdict() {
            Some(verdict) => verdict == Verdict::Loss,
            None => !board.has_moves() && (board.in_check() || board.stalemate() == Verdict::Loss),
        };
        let why = if is_over(start) {
            "the game is over at the start".to_owned()
        } else {
            let moves = start.legal_moves();
            let winning = moves.iter().find(|&&m| is_lost(&start.after(m)));
            let side = start.side().name();
            match winning {
                Some(m) => {
                    let [from, to] = [m.from(), m.to()].map(|square| start.spec().square_name(square));
                    format!("{side} wins with its first move, {from}{to}")
                }
                None if moves.iter().all(|&m| is_over(&start.after(m))) => {
                    "the game is over after the first move".to_owned()
                }
                None => return,
            }
        };
        self.report("startFen", why);
    }
}

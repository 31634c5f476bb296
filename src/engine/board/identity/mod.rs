//! The identity of a game: a text of its rules, which the page `identity.md` explains, and short names made from it.
//!
//! The text says how the game is played and nothing about how it is stored here, because networks, tables and records of
//! users are bound to it. Existing lines must stay as they are; a new rule gets a line that games without it do not have.

mod earlier;
mod movement;

use std::collections::{BTreeMap, BTreeSet};

use super::definition::CASTLING_LETTERS;
use super::homes::held;
use super::names::{squares_text, usual_file};
use super::{Castling, CastlingRules, Laws, NO_CLOCK_LIMIT, Role, Spec};
use crate::types::{Bitboard, Color, Kind, KindSet, Square, Verdict, short_hash};

/// The page that explains the text, as Markdown.
pub const IDENTITY_PAGE: &str = include_str!("identity.md");

/// The first line of the text: its format, and the version of that.
const FORMAT: &str = "bactrian-game 1";
/// The key of the start position.
const START: &str = "startFen";
/// The key of the number of arrays from which games begin.
const ARRAYS: &str = "startArrays";
/// With what the key of a castling begins, before the colour.
const CASTLING: &str = "castling";
/// The turns of the usual n-move rule.
const USUAL_CLOCK: u16 = 100;
/// The usual number of repetitions.
const USUAL_REPETITIONS: u8 = 3;

/// The rules of a game as lines of a key and a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity(BTreeMap<String, String>);

impl Identity {
    /// The text: the format, and the lines sorted by their keys. Games with the same text are the same game.
    pub fn text(&self) -> String {
        let lines = self.0.iter().map(|(key, value)| format!("{key} {value}\n"));
        format!("{FORMAT}\n{}", lines.collect::<String>())
    }

    /// A short name of the text: sixteen hexadecimal digits, the same on all machines.
    pub fn hash(&self) -> String {
        short_hash(self.text())
    }

    /// Parses a text; `None` if it is not one of this version.
    pub fn read(text: &str) -> Option<Self> {
        let lines = text.strip_prefix(FORMAT)?.strip_prefix('\n')?.lines();
        let entry = |line: &str| line.split_once(' ').map(|(key, value)| (key.to_owned(), value.to_owned()));
        lines.map(entry).collect::<Option<_>>().map(Self)
    }

    /// What differs in a later version of the game, one difference an item.
    pub fn differences(&self, later: &Self) -> Vec<String> {
        let keys: BTreeSet<&String> = self.0.keys().chain(later.0.keys()).collect();
        let difference = |key: &String| match (self.0.get(key), later.0.get(key)) {
            (Some(was), Some(is)) if was == is => None,
            (Some(was), Some(is)) => Some(format!("{key} was `{}`, is `{}`", shortened(was), shortened(is))),
            (Some(was), None) => Some(format!("{key} was `{}`, is not stated", shortened(was))),
            (None, is) => Some(format!("{key} was not stated, is `{}`", shortened(is.map_or("", String::as_str)))),
        };
        keys.into_iter().filter_map(difference).collect()
    }

    /// The lines on which the worth of positions depends: without the start position and the colours that castle, so that
    /// games that differ only in these share what is learned.
    fn of_positions(&self) -> BTreeSet<String> {
        let line = |(key, value): (&String, &String)| match key.strip_prefix(CASTLING) {
            Some(side) => {
                let side = Color::BOTH.iter().find_map(|color| side.strip_prefix(color.name())).unwrap_or(side);
                format!("{CASTLING}{side} {value}")
            }
            None => format!("{key} {value}"),
        };
        self.0.iter().filter(|(key, _)| ![START, ARRAYS].contains(&key.as_str())).map(line).collect()
    }
}

/// A value of a length that fits a message.
fn shortened(value: &str) -> String {
    /// The most characters of a value.
    const MOST: usize = 80;
    let mut text: String = value.chars().take(MOST).collect();
    if text.len() < value.len() {
        text += "...";
    }
    text
}

impl Spec {
    /// The identity of the game.
    pub fn identity(&self) -> Identity {
        let mut text = Writer { spec: self, laws: self.laws(), lines: BTreeMap::new() };
        text.board();
        text.pieces();
        text.multi_steps();
        text.promotions();
        text.castlings();
        text.drops();
        text.royals();
        text.ends();
        Identity(text.lines)
    }

    /// A short name for the rules to which networks, endgame tables and records of games belong: that of the game's identity
    /// without the start position, and of the order of its pieces, in which those files number them.
    pub fn rules_hash(&self) -> String {
        let lines = self.identity().of_positions().into_iter().collect::<Vec<_>>().join("\n");
        short_hash(format!("{FORMAT}\n{lines}\norder {}\n", self.piece_order()))
    }

    /// The pieces in the order in which files number them. Games with the same identity can have different ones: that of a
    /// game from a file follows the keys of its pieces.
    pub fn piece_order(&self) -> String {
        (0..self.kinds()).map(|kind| self.kind_text(Kind::new(kind))).collect::<Vec<_>>().join(" ")
    }

    /// Whether a file with this name of rules belongs to this game: [`Spec::rules_hash`], or what earlier versions wrote.
    pub fn has_rules(&self, hash: &str) -> bool {
        hash == self.rules_hash() || hash == self.earlier_rules_hash()
    }
}

/// Writes the lines of a game.
struct Writer<'s> {
    spec: &'s Spec,
    laws: &'s Laws,
    lines: BTreeMap<String, String>,
}

impl Writer<'_> {
    fn line(&mut self, key: impl Into<String>, value: impl ToString) {
        self.lines.insert(key.into(), value.to_string());
    }

    /// A line if something holds, which does not without it.
    fn flag(&mut self, key: &str, holds: bool) {
        if holds {
            self.line(key, true);
        }
    }

    /// A line for both sides, or for each if they differ; none for values that are left out. A piece in the key follows
    /// the side.
    fn sides(&mut self, key: &str, values: [Option<String>; 2]) {
        if let [Some(white), Some(black)] = &values
            && white == black
        {
            return self.line(key, white);
        }
        let (rule, piece) = key.split_at(key.find('.').unwrap_or(key.len()));
        for (color, value) in Color::BOTH.into_iter().zip(values) {
            if let Some(value) = value {
                self.line(format!("{rule}{}{piece}", color.name()), value);
            }
        }
    }

    /// Sets of squares, left out where they are the usual ones.
    fn squares(&mut self, key: &str, squares: [Bitboard; 2], usual: [Bitboard; 2]) {
        let board = self.spec.board;
        let text = |side: usize| {
            let own = squares[side] & board;
            (own != (usual[side] & board)).then(|| squares_text(board, own))
        };
        self.sides(key, [text(0), text(1)]);
    }

    /// Sets of kinds, left out where they are empty.
    fn kinds(&mut self, key: &str, kinds: [KindSet; 2]) {
        let text = |kinds: KindSet| (!kinds.is_empty()).then(|| self.kinds_text(kinds.kinds()));
        self.sides(key, kinds.map(text));
    }

    fn kinds_text(&self, kinds: impl Iterator<Item = Kind>) -> String {
        let mut texts: Vec<String> = kinds.map(|kind| self.spec.kind_text(kind)).collect();
        texts.sort_unstable();
        texts.join(" ")
    }

    /// What belongs to each of some kinds, as `P:Q N:R`.
    fn by_kind(&mut self, key: &str, value: impl Fn(Kind) -> Option<String>) {
        let pair = |kind: Kind| Some(format!("{}:{}", self.spec.kind_text(kind), value(kind)?));
        let mut pairs: Vec<String> = self.spec.all_kinds().kinds().filter_map(pair).collect();
        pairs.sort_unstable();
        if !pairs.is_empty() {
            self.line(key, pairs.join(" "));
        }
    }

    fn board(&mut self) {
        let page = &self.spec.page;
        self.line("maxFile", page.files);
        self.line("maxRank", page.ranks);
        self.line(START, start_text(page.start));
        if let Some(arrays) = page.arrays {
            self.line(ARRAYS, format!("{} {}", page.name, arrays.count));
        }
        if page.own_rules > 0 {
            self.line("ownRules", format!("{} {}", page.name, page.own_rules));
        }
    }

    fn pieces(&mut self) {
        let (spec, laws) = (self.spec, self.laws);
        let size = (spec.page.files, spec.page.ranks);
        let has_initial = spec.double_step.iter().any(|squares| squares.any());
        for kind in self.spec.all_kinds().kinds() {
            let (text, row) = (spec.kind_text(kind), spec.piece(kind));
            let royal = if row.role == Role::Royal { " royal" } else { "" };
            self.line(format!("piece.{text}"), movement::text(&row.moves, size, has_initial) + royal);
            let regions = laws.mobility.map(|regions| regions[kind.index()]);
            self.squares(&format!("mobilityRegion.{text}"), regions, [spec.board; 2]);
        }
        let rank = laws.soldier_rank.min(spec.page.ranks);
        if rank > 0 {
            self.by_kind("soldierPromotionRank", |kind| laws.soldiers.has(kind).then(|| (rank + 2).to_string()));
        }
        self.kinds("hopsNotOverOwnKind", [laws.shuns_kin; 2]);
        self.flag("immobilityIllegal", laws.immobility_illegal);
        self.flag("flyingGeneral", laws.kings_may_not_face.is_some());
    }

    /// Steps of several squares, and captures en passant.
    fn multi_steps(&mut self) {
        let (spec, laws) = (self.spec, self.laws);
        let pawns = KindSet(if spec.longest_step > 1 { spec.pawns.0 } else { 0 });
        let has_initial = spec.double_step.iter().any(|squares| squares.any()) && !spec.initial_movers.is_empty();
        if pawns.is_empty() && !has_initial {
            return;
        }
        self.kinds("multiStepTypes", [pawns; 2]);
        let second = [Bitboard::rank(1), Bitboard::rank(spec.page.ranks - 2)];
        self.squares("doubleStepRegion", spec.double_step, second);
        self.squares("tripleStepRegion", spec.triple_step, [Bitboard::EMPTY; 2]);
        self.squares("enPassantRegion", laws.en_passant_region, [spec.board; 2]);
        self.kinds("enPassantTypes", laws.en_passant_kinds);
    }

    fn promotions(&mut self) {
        let (spec, laws) = (self.spec, self.laws);
        let forms: KindSet = spec
            .all_kinds()
            .kinds()
            .filter(|kind| laws.promoted_forms[kind.index()].is_some())
            .fold(KindSet(0), KindSet::with);
        let has_promoting = laws.promotion_pawns.iter().any(|kinds| !kinds.is_empty());
        if !has_promoting && forms.is_empty() {
            return;
        }
        let last = [Bitboard::rank(spec.page.ranks - 1), Bitboard::rank(0)];
        self.squares("promotionRegion", laws.promotion_region, last);
        self.kinds("promotionPawnTypes", laws.promotion_pawns);
        self.kinds("promotionPieceTypes", laws.promotion_kinds);
        if !laws.pawns_must_promote {
            self.line("mandatoryPawnPromotion", false);
        }
        let limit = |kind: Kind| Some(laws.promotion_limits[kind.index()]).filter(|limit| *limit > 0);
        self.by_kind("promotionLimit", |kind| limit(kind).map(|limit| limit.to_string()));
        if forms.is_empty() {
            return;
        }
        self.by_kind("promotedPieceType", |kind| laws.promoted_forms[kind.index()].map(|form| spec.kind_text(form)));
        self.flag("mandatoryPiecePromotion", laws.pieces_must_promote);
        self.flag("piecePromotionOnCapture", laws.promotion_on_capture);
        self.flag("piecePromotionOnEntry", laws.promotion_on_entry && !laws.promotion_on_capture);
        if !laws.pawns_must_promote || laws.promotion_on_capture {
            // A pawn that was not promoted as it arrived can be so later only by another arrival.
            self.kinds("promotedOnArrival", [KindSet(forms.0 & spec.pawns.0); 2]);
        }
    }

    /// Pieces in hand, and what promoted pieces become again.
    fn drops(&mut self) {
        let (spec, laws, rules) = (self.spec, self.laws, self.laws.drops);
        self.flag("pieceDemotion", laws.demotes);
        self.by_kind("unpromoted", |kind| laws.falls_to[kind.index()].map(|from| spec.kind_text(from)));
        self.flag("capturesToHand", rules.captures_to_hand);
        self.flag("pieceDrops", rules.allowed);
        if !rules.allowed {
            return;
        }
        self.squares("dropRegion", rules.region, [spec.board; 2]);
        let has_pawns = !spec.pawns.is_empty();
        self.flag("firstRankPawnDrops", rules.pawns_on_first_rank && has_pawns);
        self.flag("promotionZonePawnDrops", rules.pawns_in_promotion_region && has_pawns);
        self.flag("dropPromoted", rules.promoted);
        if let Some(kind) = rules.not_doubled {
            self.line("dropNoDoubled", format!("{} {}", spec.kind_text(kind), rules.most_on_file));
        }
        if !rules.checks {
            self.line("dropChecks", false);
        }
        let kinds = |kind: Option<Kind>| [kind.map_or(KindSet(0), Kind::bit); 2];
        self.kinds("dropMateIllegal", kinds(rules.mates_not));
        self.kinds("dropOppositeColored", kinds(rules.balanced));
        if rules.must_drop {
            self.kinds("mustDrop", [KindSet(rules.mandatory.0 & spec.all_kinds().0); 2]);
        }
    }

    /// The castlings to which the start position gives a right.
    fn castlings(&mut self) {
        let spec = self.spec;
        let CastlingRules { opposite, wins, .. } = spec.laws().castling;
        self.flag("oppositeCastling", opposite);
        if wins != 0 {
            self.line("castlingWins", held(wins).map(|number| CASTLING_LETTERS[number]).collect::<String>());
        }
        let rights = spec.page.start.split_whitespace().nth(2).unwrap_or_default();
        for castling in spec.castlings.iter().flatten().filter(|castling| rights.contains(castling.letter)) {
            let side = if castling.letter.eq_ignore_ascii_case(&'K') { "Kingside" } else { "Queenside" };
            self.line(format!("{CASTLING}{}{side}", castling.color.name()), castling_text(spec, castling));
        }
    }

    fn ends(&mut self) {
        let (spec, laws) = (self.spec, self.laws);
        let limit = if laws.clock_limit == NO_CLOCK_LIMIT { 0 } else { laws.clock_limit };
        if limit > 0 {
            self.kinds("nMoveRuleTypes", laws.clock_kinds);
        }
        if limit != USUAL_CLOCK {
            self.line("nMoveRule", limit / 2);
        }
        if laws.repetitions != USUAL_REPETITIONS {
            self.line("nFoldRule", laws.repetitions);
        }
        if laws.repetitions > 0 && laws.repetition != Verdict::Draw {
            self.line("nFoldValue", laws.repetition.word());
            self.flag("nFoldValueAbsolute", laws.repetition_for_white);
        }
        self.flag("perpetualCheckIllegal", laws.perpetual_check_loses && laws.repetitions > 0);
        self.flag("checkCounting", laws.counts_checks);
        if laws.stalemate != Verdict::Draw {
            self.line("stalemateValue", laws.stalemate.word());
        }
        self.flag("stalematePieceCount", laws.stalemate != Verdict::Draw && laws.stalemate_counts);
        let rule = laws.extinction;
        if let Some(verdict) = rule.verdict.filter(|_| rule.ends_games()) {
            self.line("extinctionValue", verdict.word());
            if rule.kinds != KindSet::ALL {
                self.kinds("extinctionPieceTypes", [rule.kinds; 2]);
            }
            self.line("extinctionPieceCount", rule.most);
            self.line("extinctionOpponentPieceCount", rule.opponent);
            self.flag("extinctionClaim", rule.is_claimed);
        }
        let goal = |side: usize| {
            let kinds = KindSet(laws.flag_kinds[side].0 & spec.all_kinds().0);
            let squares = if kinds.is_empty() { Bitboard::EMPTY } else { laws.flag_region[side] & spec.board };
            (kinds, squares)
        };
        let goals = [goal(0), goal(1)];
        let winners = |(kinds, squares): (KindSet, Bitboard)| if squares.any() { kinds } else { KindSet(0) };
        self.kinds("flagPiece", goals.map(winners));
        self.squares("flagRegion", goals.map(|(_, squares)| squares), [Bitboard::EMPTY; 2]);
        if goals.iter().any(|(_, squares)| squares.any()) {
            if laws.flag_count != 1 {
                self.line("flagPieceCount", laws.flag_count);
            }
            self.flag("flagPieceBlockedWin", laws.flag_blocked_wins && laws.flag_count != 1);
            self.flag("flagMove", laws.flag_answered);
            self.flag("flagPieceSafe", laws.flag_safe);
        }
    }

    /// The kinds that are royal at times, and which moves are forbidden beyond those that leave a royal piece in check.
    fn royals(&mut self) {
        let (spec, laws) = (self.spec, self.laws);
        if !spec.counted_royals.is_empty() {
            self.kinds("royalTypes", [spec.counted_royals; 2]);
            self.line("royalLimit", laws.extinction.royal_limit());
        }
        self.flag("mustCapture", laws.must_capture);
        if !laws.checks_allowed {
            self.line("checking", false);
        }
    }
}

/// King and rook with their files before and after, and the rank if it is not the side's first.
fn castling_text(spec: &Spec, castling: &Castling) -> String {
    let piece = |kind: Kind, from: Square, to: Square| {
        format!("{} {}-{}", spec.kind_text(kind), usual_file(from), usual_file(to))
    };
    let king = piece(castling.king, castling.king_from, castling.king_to);
    let rook = piece(castling.rook, castling.rook_from, castling.rook_to);
    let rank = match castling.color {
        Color::White => castling.king_from.rank(),
        Color::Black => spec.page.ranks - 1 - castling.king_from.rank(),
    };
    let rank = if rank == 0 { String::new() } else { format!(" rank {}", rank + 1) };
    format!("{king} {rook}{rank}")
}

/// A FEN without the usual fields at its end.
fn start_text(fen: &str) -> String {
    fen.strip_suffix(" - 0 1").unwrap_or(fen).to_owned()
}

//! Reads games in the format of Fairy-Stockfish's `variants.ini`. Anything wrong in a file is a panic.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use super::ends::Ends;
use super::hands::Drops;
use super::pieces::{KINDS, Kind, Movement, parse_betza};
use crate::reference::Square;

/// White is 0, Black is 1: the index of what differs by colour.
pub type Color = usize;
pub const WHITE: Color = 0;
pub const BLACK: Color = 1;

pub type Region = BTreeSet<Square>;
pub type Kinds = BTreeSet<Kind>;

/// The rules of one game.
#[derive(Clone, Debug)]
pub struct Game {
    pub name: String,
    pub files: i32,
    pub ranks: i32,
    pub start: String,
    /// The kinds in the game and their letters in upper case.
    pub letters: BTreeMap<Kind, char>,
    /// Whether a piece that others become is written as `+` and the letter of what it was.
    pub has_signs: bool,
    pub movements: BTreeMap<Kind, Vec<Movement>>,
    /// The squares that a kind may move to; without an entry, all.
    pub mobility: [BTreeMap<Kind, Region>; 2],

    pub promotion_region: [Region; 2],
    pub promotion_pawns: [Kinds; 2],
    pub promotion_kinds: [Kinds; 2],
    pub promotion_limit: BTreeMap<Kind, usize>,
    pub promoted_kind: BTreeMap<Kind, Kind>,
    pub piece_promotion_on_capture: bool,
    pub piece_promotion_on_entry: bool,
    pub mandatory_pawn_promotion: bool,
    pub mandatory_piece_promotion: bool,

    pub double_step: bool,
    pub double_step_region: [Region; 2],
    pub triple_step_region: [Region; 2],
    /// The squares on which a colour may capture in passing.
    pub en_passant_region: [Region; 2],
    pub en_passant_kinds: [Kinds; 2],

    pub castling: bool,
    /// Whether castling is written as the king's move to its rook.
    pub castling_by_rook: bool,
    pub castling_kingside_file: i32,
    pub castling_queenside_file: i32,
    /// As seen by either side.
    pub castling_rank: i32,
    pub castling_king_file: i32,
    pub castling_king: [Kind; 2],
    pub castling_rook_kingside_file: i32,
    pub castling_rook_queenside_file: i32,
    pub castling_rooks: [Kinds; 2],

    pub immobility_illegal: bool,
    pub flying_general: bool,
    /// As seen by either side.
    pub soldier_promotion_rank: i32,
    pub n_move_kinds: [Kinds; 2],

    pub extinction: bool,
    pub extinction_claim: bool,
    pub extinction_pseudo_royal: bool,
    pub extinction_kinds: Kinds,
    pub extinction_of_all: bool,
    pub extinction_count: usize,
    pub extinction_opponent_count: usize,
    /// No kind means any.
    pub flag_kind: [Option<Kind>; 2],
    pub flag_region: [Region; 2],
    pub ends: Ends,
    pub drops: Drops,
}

/// The built-in games by name. Their file has `file-` before the names.
static BUILT_IN: LazyLock<BTreeMap<String, Arc<Game>>> = LazyLock::new(|| {
    let games = read_with(BTreeMap::new(), include_str!("../../../data/own_games.ini"));
    games.into_iter().map(|game| (game.name.trim_start_matches("file-").to_owned(), game)).collect()
});

/// A built-in game, which writes crowned pieces with a sign.
pub fn built_in(name: &str) -> &'static Arc<Game> {
    static SIGNED: LazyLock<BTreeMap<&str, Arc<Game>>> = LazyLock::new(|| {
        let signed = |game: &Arc<Game>| Arc::new(Game { has_signs: true, ..Game::clone(game) });
        BUILT_IN.iter().map(|(name, game)| (name.as_str(), signed(game))).collect()
    });
    &SIGNED[name]
}

/// The built-in games and those that are known as parents alone, by name.
static PARENTS: LazyLock<BTreeMap<String, Arc<Game>>> = LazyLock::new(|| {
    let relatives = include_str!("../../../../src/engine/games/file/relatives.ini");
    let relatives = read_with(BUILT_IN.clone(), relatives).into_iter().map(|game| (game.name.clone(), game));
    BUILT_IN.clone().into_iter().chain(relatives).collect()
});

/// The games of a file, in its order. Their parents may be games that the engine knows.
pub fn read(text: &str) -> Vec<Arc<Game>> {
    read_with(PARENTS.clone(), text)
}

/// The games of a file whose parents may be those known, or stand above in the file.
fn read_with(mut known: BTreeMap<String, Arc<Game>>, text: &str) -> Vec<Arc<Game>> {
    let mut found = Vec::new();
    for section in sections(text) {
        let parent = section.parent.as_ref().map(|parent| &known[parent]);
        let mut game = parent.map_or_else(Game::empty, |parent| Game::clone(parent));
        game.name.clone_from(&section.name);
        game.apply(section.entries);
        let game = Arc::new(game);
        assert!(known.insert(section.name.clone(), game.clone()).is_none(), "{} occurs twice", section.name);
        found.push(game);
    }
    found
}

struct Section {
    name: String,
    parent: Option<String>,
    entries: BTreeMap<String, String>,
}

fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(head) = line.strip_prefix('[') {
            let head = head.split(']').next().expect("a part before the bracket");
            let (name, parent) = head.split_once(':').map_or((head, None), |(name, parent)| (name, Some(parent)));
            sections.push(Section {
                name: name.trim().to_owned(),
                parent: parent.map(|parent| parent.trim().to_owned()),
                entries: BTreeMap::new(),
            });
            continue;
        }
        // What stands before the first section is no entry.
        if let Some(section) = sections.last_mut() {
            let (key, value) = line.split_once('=').unwrap_or_else(|| panic!("no `=` in `{line}`"));
            section.entries.insert(key.trim().to_owned(), value.trim().to_owned());
        }
    }
    sections
}

/// All squares of the largest board.
fn everywhere() -> Region {
    (0..10).flat_map(|rank| (0..12).map(move |file| (file, rank))).collect()
}

fn rank_region(rank: i32) -> Region {
    (0..12).map(|file| (file, rank)).collect()
}

fn parse_region(value: &str) -> Region {
    let mut region = Region::new();
    for word in value.split_whitespace().take_while(|&word| word != "-") {
        let (file, rank) = (&word[..1], &word[1..]);
        match (file, rank) {
            ("*", rank) => region.extend(rank_region(parse_rank(rank))),
            (file, "*") => region.extend((0..10).map(|rank| (parse_file(file), rank))),
            (file, rank) => _ = region.insert((parse_file(file), parse_rank(rank))),
        }
    }
    region
}

/// A file as a letter or a number from 1.
fn parse_file(value: &str) -> i32 {
    match value.chars().next().expect("a file") {
        '0'..='9' => value.parse::<i32>().expect("a file") - 1,
        letter => i32::from(letter.to_ascii_lowercase() as u8 - b'a'),
    }
}

/// A rank as a number from 1.
fn parse_rank(value: &str) -> i32 {
    value.parse::<i32>().unwrap_or_else(|_| panic!("`{value}` is no rank")) - 1
}

fn parse_bool(value: &str) -> bool {
    match value {
        "true" => true,
        "false" => false,
        _ => panic!("`{value}` is neither true nor false"),
    }
}

/// Beginnings.
impl Game {
    /// What holds when nothing is said: chess without pieces, on its usual squares whatever the board.
    fn empty() -> Self {
        let pawn = || [Kinds::from(["pawn"]), Kinds::from(["pawn"])];
        Self {
            name: String::new(),
            files: 8,
            ranks: 8,
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            letters: BTreeMap::new(),
            has_signs: false,
            movements: KINDS.iter().map(|&(kind, betza)| (kind, parse_betza(betza))).collect(),
            mobility: Default::default(),
            promotion_region: [rank_region(7), rank_region(0)],
            promotion_pawns: pawn(),
            promotion_kinds: Default::default(),
            promotion_limit: BTreeMap::new(),
            promoted_kind: BTreeMap::new(),
            piece_promotion_on_capture: false,
            piece_promotion_on_entry: false,
            mandatory_pawn_promotion: true,
            mandatory_piece_promotion: false,
            double_step: true,
            double_step_region: [rank_region(1), rank_region(6)],
            triple_step_region: Default::default(),
            en_passant_region: [everywhere(), everywhere()],
            en_passant_kinds: pawn(),
            castling: true,
            castling_by_rook: false,
            castling_kingside_file: 6,
            castling_queenside_file: 2,
            castling_rank: 0,
            castling_king_file: 4,
            castling_king: ["king"; 2],
            castling_rook_kingside_file: 11,
            castling_rook_queenside_file: 0,
            castling_rooks: [Kinds::from(["rook"]), Kinds::from(["rook"])],
            immobility_illegal: false,
            flying_general: false,
            soldier_promotion_rank: 0,
            n_move_kinds: pawn(),
            extinction: false,
            extinction_claim: false,
            extinction_pseudo_royal: false,
            extinction_kinds: Kinds::new(),
            extinction_of_all: false,
            extinction_count: 0,
            extinction_opponent_count: 0,
            flag_kind: [None; 2],
            flag_region: Default::default(),
            ends: Ends::USUAL,
            drops: Drops {
                allowed: false,
                captures_to_hand: false,
                keeps: false,
                demotion: false,
                region: [everywhere(), everywhere()],
                pawns_on_first_rank: false,
                pawns_in_zone: false,
                promoted: false,
                not_doubled: None,
                most_on_file: 1,
                checks: true,
                pawn_mates: true,
                balanced_bishops: false,
                must_drop: false,
                must_drop_kind: None,
                counts_checks: false,
            },
        }
    }

    /// The kind of a letter in either case.
    pub fn kind_of(&self, letter: char) -> Option<Kind> {
        let upper = letter.to_ascii_uppercase();
        self.letters.iter().find(|&(_, &other)| other == upper).map(|(&kind, _)| kind)
    }

    /// A kind as a FEN has it, in upper case.
    pub fn sign(&self, kind: Kind) -> String {
        let base = self.promoted_kind.iter().find(|&(_, &promoted)| self.has_signs && promoted == kind);
        base.map_or_else(|| self.letters[kind].to_string(), |(&base, _)| format!("+{}", self.letters[base]))
    }

    /// Whether a square is on the board.
    pub fn has(&self, (file, rank): Square) -> bool {
        (0..self.files).contains(&file) && (0..self.ranks).contains(&rank)
    }

    /// How many ranks a square is from a side's own first.
    pub fn height(&self, color: Color, (_, rank): Square) -> i32 {
        if color == WHITE { rank } else { self.ranks - 1 - rank }
    }

    /// The ranks that are at least so far from a side's own first.
    fn zone(&self, color: Color, height: i32) -> Region {
        everywhere().into_iter().filter(|&square| self.height(color, square) >= height).collect()
    }
}

/// Keys that are about programs and pictures, not about rules, and values that need no rule here.
const WITHOUT_RULES: [&str; 18] = [
    "title",
    "pieceNames",
    "pieceDrawings",
    "pieceToCharTable",
    "variantTemplate",
    "pocketSize",
    "pieceValueMg",
    "pieceValueEg",
    "nMoveRule",
    "nFoldRule",
    "nFoldValue",
    "nFoldValueAbsolute",
    "perpetualCheckIllegal",
    "stalemateValue",
    "stalematePieceCount",
    "checkmateValue",
    "moveRepetitionIllegal",
    "chasingRule",
];

/// The entries of a section, taken out as they are used.
struct Entries(BTreeMap<String, String>);

impl Entries {
    fn take(&mut self, key: &str) -> Option<String> {
        self.0.remove(key)
    }

    fn set<T>(&mut self, key: &str, target: &mut T, parse: impl Fn(&str) -> T) {
        if let Some(value) = self.take(key) {
            *target = parse(&value);
        }
    }

    /// Sets a pair by `KEY` for both colours, then by `KEYWhite` and `KEYBlack`.
    fn set_both<T: Clone>(&mut self, key: &str, target: &mut [T; 2], parse: impl Fn(&str) -> T) {
        if let Some(value) = self.take(key) {
            *target = [parse(&value), parse(&value)];
        }
        self.set(&format!("{key}White"), &mut target[WHITE], &parse);
        self.set(&format!("{key}Black"), &mut target[BLACK], &parse);
    }
}

/// Applying the entries of a section.
impl Game {
    fn apply(&mut self, entries: BTreeMap<String, String>) {
        let mut entries = Entries(entries);
        entries.set("maxRank", &mut self.ranks, |value| parse_rank(value) + 1);
        entries.set("maxFile", &mut self.files, |value| parse_file(value) + 1);
        entries.set("startFen", &mut self.start, str::to_owned);
        self.apply_pieces(&mut entries);
        self.apply_old_names(&mut entries);
        self.apply_promotion(&mut entries);
        self.apply_pawns(&mut entries);
        self.apply_castling(&mut entries);
        self.apply_ends(&mut entries);
        self.apply_drops(&mut entries);
        if !self.double_step {
            self.double_step_region = Default::default();
        }
        self.double_step = self.double_step_region.iter().any(|region| !region.is_empty());
        for (key, value) in entries.0 {
            let idle = WITHOUT_RULES.contains(&key.as_str()) || ["false", "none", "-", "0"].contains(&value.as_str());
            assert!(idle, "{}: the twin does not know `{key} = {value}`", self.name);
        }
    }

    fn apply_pieces(&mut self, entries: &mut Entries) {
        for (kind, betza) in KINDS {
            if let Some(value) = entries.take(kind).filter(|value| !value.is_empty()) {
                self.apply_piece(kind, betza, &value);
            }
            let name = kind[..1].to_ascii_uppercase() + &kind[1..];
            for (color, side) in ["White", "Black"].into_iter().enumerate() {
                if let Some(value) = entries.take(&format!("mobilityRegion{side}{name}")) {
                    self.mobility[color].insert(kind, parse_region(&value));
                }
            }
        }
    }

    /// `LETTER`, `LETTER:BETZA`, or `-` for no such piece.
    fn apply_piece(&mut self, kind: Kind, betza: &str, value: &str) {
        let (letter, own_betza) = value.split_once(':').map_or((value, None), |(l, betza)| (l, Some(betza.trim())));
        let letter = letter.chars().next().expect("a letter");
        if letter == '-' {
            self.remove(kind);
            return;
        }
        // Whatever has had the letter is no more in the game, nor among the promotions; the kind itself included.
        if let Some(other) = self.kind_of(letter) {
            self.remove(other);
        }
        self.letters.insert(kind, letter.to_ascii_uppercase());
        if let Some(own) = own_betza.filter(|_| kind.starts_with("custom")) {
            self.movements.insert(kind, parse_betza(own));
            if own.contains('e') {
                self.en_passant_kinds.iter_mut().for_each(|kinds| _ = kinds.insert(kind));
            }
        }
        if kind == "king" {
            self.movements.insert(kind, parse_betza(own_betza.unwrap_or(betza)));
        }
    }

    fn remove(&mut self, kind: Kind) {
        self.letters.remove(kind);
        self.promotion_kinds.iter_mut().for_each(|kinds| _ = kinds.remove(kind));
    }

    /// The kinds of letters; spaces between them do not matter, `-` is none.
    fn kinds(&self, value: &str) -> Kinds {
        value
            .chars()
            .filter(|c| !c.is_whitespace() && *c != '-' && *c != '*')
            .map(|c| self.kind_of(c).unwrap_or_else(|| panic!("{}: no piece has the letter {c}", self.name)))
            .collect()
    }

    /// Words `LETTER:WHAT`.
    fn pairs(&self, value: &str) -> Vec<(Kind, String)> {
        let value = value.replace(": ", ":");
        let pair = |word: &str| {
            let (letter, rest) = word.split_once(':').expect("a colon");
            (*self.kinds(letter).first().expect("a letter"), rest.to_owned())
        };
        value.split_whitespace().map(pair).collect()
    }

    fn apply_old_names(&mut self, entries: &mut Entries) {
        if let Some(rank) = entries.take("promotionRank").map(|value| parse_rank(&value)) {
            self.promotion_region = [self.zone(WHITE, rank), self.zone(BLACK, rank)];
        }
        let last = entries.take("doubleStepRank").map(|value| parse_rank(&value));
        let first = entries.take("doubleStepRankMin").map(|value| parse_rank(&value));
        if last.is_some() || first.is_some() {
            // The first rank counts only without a last one.
            let first = if last.is_some() { 1 } else { first.unwrap_or(1) };
            let beyond = last.unwrap_or(1) + 1;
            self.double_step_region = [WHITE, BLACK].map(|color| &self.zone(color, first) - &self.zone(color, beyond));
        }
        entries.set("whiteFlag", &mut self.flag_region[WHITE], parse_region);
        entries.set("blackFlag", &mut self.flag_region[BLACK], parse_region);
        if let Some(value) = entries.take("castlingRookPiece") {
            self.castling_rooks = [self.kinds(&value), self.kinds(&value)];
        }
        if let Some(value) = entries.take("pawnTypes") {
            let both = [self.kinds(&value), self.kinds(&value)];
            self.promotion_pawns = both.clone();
            self.en_passant_kinds = both.clone();
            self.n_move_kinds = both;
        }
    }

    fn apply_promotion(&mut self, entries: &mut Entries) {
        let game = self.clone();
        entries.set_both("promotionRegion", &mut self.promotion_region, parse_region);
        entries.set_both("promotionPawnTypes", &mut self.promotion_pawns, |value| game.kinds(value));
        entries.set_both("promotionPieceTypes", &mut self.promotion_kinds, |value| game.kinds(value));
        for (kind, limit) in game.pairs(&entries.take("promotionLimit").unwrap_or_default()) {
            self.promotion_limit.insert(kind, limit.parse().expect("a number"));
        }
        for (kind, promoted) in game.pairs(&entries.take("promotedPieceType").unwrap_or_default()) {
            match game.kinds(&promoted).first() {
                Some(promoted) => self.promoted_kind.insert(kind, promoted),
                None => self.promoted_kind.remove(kind),
            };
        }
        entries.set("piecePromotionOnCapture", &mut self.piece_promotion_on_capture, parse_bool);
        entries.set("piecePromotionOnEntry", &mut self.piece_promotion_on_entry, parse_bool);
        entries.set("mandatoryPawnPromotion", &mut self.mandatory_pawn_promotion, parse_bool);
        entries.set("mandatoryPiecePromotion", &mut self.mandatory_piece_promotion, parse_bool);
    }

    fn apply_pawns(&mut self, entries: &mut Entries) {
        let game = self.clone();
        entries.set("doubleStep", &mut self.double_step, parse_bool);
        entries.set_both("doubleStepRegion", &mut self.double_step_region, parse_region);
        entries.set_both("tripleStepRegion", &mut self.triple_step_region, parse_region);
        entries.set_both("enPassantRegion", &mut self.en_passant_region, parse_region);
        entries.set_both("enPassantTypes", &mut self.en_passant_kinds, |value| game.kinds(value));
        entries.set_both("nMoveRuleTypes", &mut self.n_move_kinds, |value| game.kinds(value));
        entries.set("soldierPromotionRank", &mut self.soldier_promotion_rank, parse_rank);
    }

    fn apply_castling(&mut self, entries: &mut Entries) {
        let game = self.clone();
        entries.set("castling", &mut self.castling, parse_bool);
        entries.set("chess960", &mut self.castling_by_rook, parse_bool);
        entries.set("castlingKingsideFile", &mut self.castling_kingside_file, parse_file);
        entries.set("castlingQueensideFile", &mut self.castling_queenside_file, parse_file);
        entries.set("castlingRank", &mut self.castling_rank, parse_rank);
        entries.set("castlingKingFile", &mut self.castling_king_file, parse_file);
        entries.set_both("castlingKingPiece", &mut self.castling_king, |value| {
            game.kinds(value).first().expect("a kind that castles")
        });
        entries.set("castlingRookKingsideFile", &mut self.castling_rook_kingside_file, parse_file);
        entries.set("castlingRookQueensideFile", &mut self.castling_rook_queenside_file, parse_file);
        entries.set_both("castlingRookPieces", &mut self.castling_rooks, |value| game.kinds(value));
    }

    fn apply_ends(&mut self, entries: &mut Entries) {
        let game = self.clone();
        let number = |value: &str| value.parse().expect("a number");
        entries.set("immobilityIllegal", &mut self.immobility_illegal, parse_bool);
        entries.set("flyingGeneral", &mut self.flying_general, parse_bool);
        entries.set("extinctionValue", &mut self.extinction, |value| value != "none");
        entries.set("extinctionClaim", &mut self.extinction_claim, parse_bool);
        entries.set("extinctionPseudoRoyal", &mut self.extinction_pseudo_royal, parse_bool);
        if let Some(value) = entries.take("extinctionPieceTypes") {
            self.extinction_of_all = value.contains('*');
            self.extinction_kinds = self.kinds(&value);
        }
        entries.set("extinctionPieceCount", &mut self.extinction_count, number);
        entries.set("extinctionOpponentPieceCount", &mut self.extinction_opponent_count, number);
        entries.set_both("flagPiece", &mut self.flag_kind, |value| game.kinds(value).first().copied());
        entries.set_both("flagRegion", &mut self.flag_region, parse_region);
        let ends = &mut self.ends;
        entries.set("mustCapture", &mut ends.must_capture, parse_bool);
        entries.set("checking", &mut ends.checking, parse_bool);
        entries.set("flagPieceCount", &mut ends.flag_count, number);
        entries.set("flagPieceBlockedWin", &mut ends.flag_blocked_wins, parse_bool);
        entries.set("flagMove", &mut ends.flag_move, parse_bool);
        entries.set("flagPieceSafe", &mut ends.flag_safe, parse_bool);
        entries.set("oppositeCastling", &mut ends.opposite_castling, parse_bool);
        entries.set("castlingWins", &mut ends.castling_wins, |value| {
            value
                .chars()
                .filter(|c| *c != '-')
                .map(|c| (usize::from(c.is_ascii_lowercase()), "Kk".contains(c)))
                .collect()
        });
    }

    fn apply_drops(&mut self, entries: &mut Entries) {
        let game = self.clone();
        let drops = &mut self.drops;
        entries.set("pieceDrops", &mut drops.allowed, parse_bool);
        entries.set("capturesToHand", &mut drops.captures_to_hand, parse_bool);
        entries.set("dropLoop", &mut drops.keeps, parse_bool);
        entries.set("pieceDemotion", &mut drops.demotion, parse_bool);
        entries.set_both("dropRegion", &mut drops.region, parse_region);
        entries.set("firstRankPawnDrops", &mut drops.pawns_on_first_rank, parse_bool);
        entries.set("promotionZonePawnDrops", &mut drops.pawns_in_zone, parse_bool);
        entries.set("dropPromoted", &mut drops.promoted, parse_bool);
        entries.set("dropNoDoubled", &mut drops.not_doubled, |value| game.kinds(value).first().copied());
        entries.set("dropNoDoubledCount", &mut drops.most_on_file, |value| value.parse().expect("a number"));
        entries.set("dropChecks", &mut drops.checks, parse_bool);
        entries.set("shogiPawnDropMateIllegal", &mut drops.pawn_mates, |value| !parse_bool(value));
        entries.set("dropOppositeColoredBishop", &mut drops.balanced_bishops, parse_bool);
        entries.set("mustDrop", &mut drops.must_drop, parse_bool);
        entries.set("mustDropType", &mut drops.must_drop_kind, |value| game.kinds(value).first().copied());
        entries.set("checkCounting", &mut drops.counts_checks, parse_bool);
    }
}

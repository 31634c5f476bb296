//! The keys of the format, in one table: the type of each, and what it sets. Keys are read in the order of the table,
//! because some override others.

use super::draft::Draft;
use super::pieces::{BISHOP, KING, SHOGI_PAWN};
use super::problem::Fault;
use super::values;
use crate::board::{ByColor, CASTLING_LETTERS, Laws, NO_CLOCK_LIMIT};
use crate::games::nearest::nearest as nearest_word;
use crate::types::{Bitboard, Kind, KindSet, Verdict};

/// The largest number in a setting.
const MAX_NUMBER: u32 = 1_000_000;
/// The largest number of moves of an n-move rule.
const MAX_RULE_MOVES: u32 = 4_999;
/// The longest title of a game, in characters.
pub(super) const MAX_TITLE: usize = 80;
/// The longest name of a piece, in characters.
pub(super) const MAX_NAME: usize = 40;
/// The largest number of repetitions.
const MAX_REPETITIONS: u32 = 100;

/// A key that is supported.
pub(super) struct Key {
    /// The key.
    pub name: &'static str,
    /// Its type, and what it sets.
    pub field: Field,
    /// What it is for, in one line.
    pub help: &'static str,
}

/// Which sides a setting is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum For {
    White,
    Black,
    Both,
}

impl For {
    /// Stores a value for the sides.
    fn store<T: Copy>(self, sides: &mut ByColor<T>, value: T) {
        match self {
            Self::White => sides[0] = value,
            Self::Black => sides[1] = value,
            Self::Both => *sides = [value; 2],
        }
    }
}

/// The type of a setting, and what it sets.
pub(super) enum Field {
    /// `true` or `false`.
    Flag(fn(&mut Laws) -> &mut bool),
    /// A number.
    Number(fn(&mut Laws) -> &mut u32),
    /// A rank.
    Rank(fn(&mut Laws) -> &mut u8),
    /// A file.
    File(fn(&mut Laws) -> &mut u8),
    /// Squares.
    Squares(fn(&mut Laws) -> &mut ByColor<Bitboard>, For),
    /// Kinds of piece.
    Kinds(fn(&mut Laws) -> &mut ByColor<KindSet>, For),
    /// A result for the side to move.
    Result(fn(&mut Laws) -> &mut Verdict),
    /// Anything else: the form of the value, for people, and what stores it.
    Other(&'static str, fn(&mut Draft, &str) -> Result<(), Fault>),
}

impl Key {
    /// The form of its values, for people.
    pub fn form(&self) -> &'static str {
        match self.field {
            Field::Flag(_) => "true or false",
            Field::Number(_) => "number",
            Field::Rank(_) => "rank",
            Field::File(_) => "file",
            Field::Squares(..) => "squares",
            Field::Kinds(..) => "letters of pieces",
            Field::Result(_) => "win, loss or draw",
            Field::Other(form, _) => form,
        }
    }

    /// Stores a value in a game.
    pub fn set(&self, game: &mut Draft, text: &str) -> Result<(), Fault> {
        let laws = &mut game.laws;
        match self.field {
            Field::Flag(place) => *place(laws) = values::flag(text)?,
            Field::Number(place) => *place(laws) = values::number(text, MAX_NUMBER)?,
            Field::Rank(place) => *place(laws) = values::rank(text)?,
            Field::File(place) => *place(laws) = values::file(text)?,
            Field::Squares(place, sides) => sides.store(place(laws), values::squares(text)?),
            Field::Kinds(place, sides) => {
                let kinds = listed(game, text)?;
                sides.store(place(&mut game.laws), kinds);
            }
            Field::Result(place) => {
                let ends = || Fault::contradiction("it ends the game; expected `win`, `loss` or `draw`");
                *place(laws) = values::verdict(text)?.ok_or_else(ends)?;
            }
            Field::Other(_, store) => store(game, text)?,
        }
        Ok(())
    }
}

const fn key(name: &'static str, field: Field, help: &'static str) -> Key {
    Key { name, field, help }
}

use Field::{File, Flag, Number, Other, Rank, Squares};
use For::{Black, Both, White};

/// The sizes of the board, which come before the kinds of piece.
pub(super) static BOARD_KEYS: [Key; 2] = [
    key("maxRank", Other("rank", set_ranks), "number of ranks"),
    key("maxFile", Other("file", set_files), "number of files"),
];

/// The keys after the kinds of piece.
pub(super) static KEYS: &[Key] = &[
    key("pieceValueMg", Other("letter:number ..", check_values), "accepted: weights are derived or fitted"),
    key("pieceValueEg", Other("letter:number ..", check_values), "accepted: weights are derived or fitted"),
    // Old keys, which the newer ones override.
    key("promotionRank", Other("rank", set_promotion_rank), "old form of promotionRegion"),
    key(
        "doubleStepRank",
        Other("rank", |game, text| set_double_ranks(game, text, false)),
        "old form of doubleStepRegion",
    ),
    key(
        "doubleStepRankMin",
        Other("rank", |game, text| set_double_ranks(game, text, true)),
        "old form of doubleStepRegion",
    ),
    key("whiteFlag", Squares(|laws| &mut laws.flag_region, White), "old form of flagRegionWhite"),
    key("blackFlag", Squares(|laws| &mut laws.flag_region, Black), "old form of flagRegionBlack"),
    key("castlingRookPiece", Field::Kinds(|laws| &mut laws.castling.rooks, Both), "old form of castlingRookPieces"),
    key(
        "pawnTypes",
        Other("letters of pieces", set_pawns),
        "promotionPawnTypes, enPassantTypes and nMoveRuleTypes in one",
    ),
    key("variantTemplate", Other("text", |_, _| Ok(())), "accepted: clients are told by the engine"),
    key("pieceToCharTable", Other("text", |_, _| Ok(())), "accepted: clients are told by the engine"),
    key(
        "pocketSize",
        Other("number", |_, text| values::number(text, MAX_NUMBER).map(|_| ())),
        "accepted: pockets have room for all pieces",
    ),
    key("pieceDrops", Flag(|laws| &mut laws.drops.allowed), "pieces in hand are dropped on empty squares"),
    key("capturesToHand", Flag(|laws| &mut laws.drops.captures_to_hand), "captured pieces go to the capturer's hand"),
    key("dropLoop", Flag(|laws| &mut laws.drops.keep_promoted), "promoted pieces that are captured stay promoted"),
    key("whiteDropRegion", Squares(|laws| &mut laws.drops.region, White), "old form of dropRegionWhite"),
    key("blackDropRegion", Squares(|laws| &mut laws.drops.region, Black), "old form of dropRegionBlack"),
    key("dropRegionWhite", Squares(|laws| &mut laws.drops.region, White), "where White drops pieces"),
    key("dropRegionBlack", Squares(|laws| &mut laws.drops.region, Black), "where Black drops pieces"),
    key("firstRankPawnDrops", Flag(|laws| &mut laws.drops.pawns_on_first_rank), "pawns are dropped on the first rank"),
    key(
        "promotionZonePawnDrops",
        Flag(|laws| &mut laws.drops.pawns_in_promotion_region),
        "pawns are dropped where they promote",
    ),
    key("dropPromoted", Flag(|laws| &mut laws.drops.promoted), "pieces can be dropped as their promoted forms"),
    key(
        "dropNoDoubled",
        Other("letter of a piece or -", set_not_doubled),
        "the piece that is not dropped on a file with another of its side",
    ),
    key(
        "dropNoDoubledCount",
        Other("number", |game, text| {
            game.laws.drops.most_on_file = values::number(text, 10)? as u8;
            Ok(())
        }),
        "how many of that piece may be on a file",
    ),
    key("dropChecks", Flag(|laws| &mut laws.drops.checks), "drops can give check"),
    key(
        "shogiPawnDropMateIllegal",
        Other("true or false", |game, text| {
            game.laws.drops.mates_not = values::flag(text)?.then_some(Kind::new(SHOGI_PAWN));
            Ok(())
        }),
        "a shogi pawn is not dropped to give mate",
    ),
    key(
        "dropOppositeColoredBishop",
        Other("true or false", |game, text| {
            game.laws.drops.balanced = values::flag(text)?.then_some(Kind::new(BISHOP));
            Ok(())
        }),
        "bishops are dropped on squares of both colours alike",
    ),
    key("mustDrop", Flag(|laws| &mut laws.drops.must_drop), "a side that can drop a piece does not move"),
    key(
        "mustDropType",
        Other("letters of pieces or *", |game, text| {
            game.laws.drops.mandatory = values::kinds(text, |text| game.kind_written(text))?;
            Ok(())
        }),
        "the pieces for which mustDrop holds",
    ),
    key(
        "pieceDemotion",
        Flag(|laws| &mut laws.demotes),
        "promoted pieces change back as they move like others promote",
    ),
    key("checkCounting", Flag(|laws| &mut laws.counts_checks), "a number of checks wins, which startFen says as 3+3"),
    key("title", Other("text", set_title), "title of the game for people"),
    key("pieceNames", Other("letter:name, ..", set_names), "names of pieces for people"),
    key("pieceDrawings", Other("letter:name, ..", set_drawings), "pieces drawn as pieces of other names"),
    key("startFen", Other("FEN", set_start), "start position"),
    key("promotionRegionWhite", Squares(|laws| &mut laws.promotion_region, White), "where White promotes"),
    key("promotionRegionBlack", Squares(|laws| &mut laws.promotion_region, Black), "where Black promotes"),
    key("promotionPawnTypes", Field::Kinds(|laws| &mut laws.promotion_pawns, Both), "pieces that promote as pawns do"),
    key(
        "promotionPawnTypesWhite",
        Field::Kinds(|laws| &mut laws.promotion_pawns, White),
        "White's pieces that promote as pawns do",
    ),
    key(
        "promotionPawnTypesBlack",
        Field::Kinds(|laws| &mut laws.promotion_pawns, Black),
        "Black's pieces that promote as pawns do",
    ),
    key("promotionPieceTypes", Field::Kinds(|laws| &mut laws.promotion_kinds, Both), "to what pawns promote"),
    key(
        "promotionPieceTypesWhite",
        Field::Kinds(|laws| &mut laws.promotion_kinds, White),
        "to what White's pawns promote",
    ),
    key(
        "promotionPieceTypesBlack",
        Field::Kinds(|laws| &mut laws.promotion_kinds, Black),
        "to what Black's pawns promote",
    ),
    key(
        "promotionLimit",
        Other("letter:number ..", set_limits),
        "largest number of pieces of a kind after a promotion",
    ),
    key("promotedPieceType", Other("letter:letter ..", set_promoted), "to what other pieces promote"),
    key(
        "piecePromotionOnCapture",
        Flag(|laws| &mut laws.promotion_on_capture),
        "other pieces promote only as they capture",
    ),
    key(
        "piecePromotionOnEntry",
        Flag(|laws| &mut laws.promotion_on_entry),
        "other pieces promote as they enter the region, or capture from inside it",
    ),
    key("mandatoryPawnPromotion", Flag(|laws| &mut laws.pawns_must_promote), "pawns must promote"),
    key("mandatoryPiecePromotion", Flag(|laws| &mut laws.pieces_must_promote), "other pieces must promote"),
    key("doubleStep", Flag(|laws| &mut laws.double_steps), "pawns make double steps"),
    key(
        "doubleStepRegionWhite",
        Squares(|laws| &mut laws.double_region, White),
        "where White's pieces have initial moves",
    ),
    key(
        "doubleStepRegionBlack",
        Squares(|laws| &mut laws.double_region, Black),
        "where Black's pieces have initial moves",
    ),
    key(
        "tripleStepRegionWhite",
        Squares(|laws| &mut laws.triple_region, White),
        "where White's pawns make triple steps",
    ),
    key(
        "tripleStepRegionBlack",
        Squares(|laws| &mut laws.triple_region, Black),
        "where Black's pawns make triple steps",
    ),
    key("enPassantRegion", Squares(|laws| &mut laws.en_passant_region, Both), "where pawns are captured en passant"),
    key("enPassantRegionWhite", Squares(|laws| &mut laws.en_passant_region, White), "where White captures en passant"),
    key("enPassantRegionBlack", Squares(|laws| &mut laws.en_passant_region, Black), "where Black captures en passant"),
    key("enPassantTypes", Field::Kinds(|laws| &mut laws.en_passant_kinds, Both), "pieces that capture en passant"),
    key(
        "enPassantTypesWhite",
        Field::Kinds(|laws| &mut laws.en_passant_kinds, White),
        "White's pieces that capture en passant",
    ),
    key(
        "enPassantTypesBlack",
        Field::Kinds(|laws| &mut laws.en_passant_kinds, Black),
        "Black's pieces that capture en passant",
    ),
    key("castling", Flag(|laws| &mut laws.castling.allowed), "there is castling"),
    key("chess960", Flag(|laws| &mut laws.castling.by_rook), "castling is written as the king's move to its rook"),
    key("castlingKingsideFile", File(|laws| &mut laws.castling.to_files[0]), "the king's file after kingside castling"),
    key(
        "castlingQueensideFile",
        File(|laws| &mut laws.castling.to_files[1]),
        "the king's file after queenside castling",
    ),
    key("castlingRank", Rank(|laws| &mut laws.castling.rank), "the rank of castling, from each side's first"),
    key("castlingKingFile", File(|laws| &mut laws.castling.king_file), "the file of the king that castles"),
    key(
        "castlingKingPiece",
        Other("letter of a piece", |game, text| set_castling_king(game, text, Both)),
        "the piece that castles as a king",
    ),
    key(
        "castlingKingPieceWhite",
        Other("letter of a piece", |game, text| set_castling_king(game, text, White)),
        "White's piece that castles as a king",
    ),
    key(
        "castlingKingPieceBlack",
        Other("letter of a piece", |game, text| set_castling_king(game, text, Black)),
        "Black's piece that castles as a king",
    ),
    key("castlingRookKingsideFile", File(|laws| &mut laws.castling.rook_files[0]), "the file of the kingside rook"),
    key("castlingRookQueensideFile", File(|laws| &mut laws.castling.rook_files[1]), "the file of the queenside rook"),
    key("castlingRookPieces", Field::Kinds(|laws| &mut laws.castling.rooks, Both), "the pieces that castle as rooks"),
    key(
        "castlingRookPiecesWhite",
        Field::Kinds(|laws| &mut laws.castling.rooks, White),
        "White's pieces that castle as rooks",
    ),
    key(
        "castlingRookPiecesBlack",
        Field::Kinds(|laws| &mut laws.castling.rooks, Black),
        "Black's pieces that castle as rooks",
    ),
    key(
        "oppositeCastling",
        Flag(|laws| &mut laws.castling.opposite),
        "castling ends the other side's right on the same wing",
    ),
    key(
        "castlingWins",
        Other("letters of rights", set_castling_wins),
        "castlings that win; who can no longer make any loses",
    ),
    key(
        "immobilityIllegal",
        Flag(|laws| &mut laws.immobility_illegal),
        "no piece goes where it could never move again",
    ),
    key("mustCapture", Flag(|laws| &mut laws.must_capture), "who can capture must capture"),
    key("checking", Flag(|laws| &mut laws.checks_allowed), "moves may give check to a king"),
    key(
        "flyingGeneral",
        Other("true or false", set_flying_general),
        "kings do not face each other on an open file or rank; other royal pieces may",
    ),
    key("soldierPromotionRank", Rank(|laws| &mut laws.soldier_rank), "soldiers move sideways from this rank on"),
    key("nMoveRuleTypes", Field::Kinds(|laws| &mut laws.clock_kinds, Both), "pieces whose moves reset the n-move rule"),
    key(
        "nMoveRuleTypesWhite",
        Field::Kinds(|laws| &mut laws.clock_kinds, White),
        "White's pieces whose moves reset the n-move rule",
    ),
    key(
        "nMoveRuleTypesBlack",
        Field::Kinds(|laws| &mut laws.clock_kinds, Black),
        "Black's pieces whose moves reset the n-move rule",
    ),
    key(
        "nMoveRule",
        Other("number", set_move_rule),
        "moves of each side without progress that end the game; 0: no limit",
    ),
    key("nFoldRule", Other("number", set_fold_rule), "repetitions that end the game; 0: no limit"),
    key("nFoldValue", Field::Result(|laws| &mut laws.repetition), "result of a repetition"),
    key("nFoldValueAbsolute", Flag(|laws| &mut laws.repetition_for_white), "this result is White's, not the mover's"),
    key(
        "perpetualCheckIllegal",
        Flag(|laws| &mut laws.perpetual_check_loses),
        "who gave check with each move loses by a repetition",
    ),
    key("stalemateValue", Field::Result(|laws| &mut laws.stalemate), "result of a stalemate"),
    key(
        "stalematePieceCount",
        Flag(|laws| &mut laws.stalemate_counts),
        "stalemateValue is for the side with fewer pieces, the reverse for the other",
    ),
    key("checkmateValue", Other("win, loss or draw", check_mate), "result of a checkmate; only loss"),
    key(
        "extinctionValue",
        Other("win, loss or draw", |game, text| {
            game.laws.extinction.verdict = values::verdict(text)?;
            Ok(())
        }),
        "result for a side without pieces of a kind",
    ),
    key(
        "extinctionClaim",
        Flag(|laws| &mut laws.extinction.is_claimed),
        "only the side to move can claim that the opponent lacks pieces",
    ),
    key(
        "extinctionPseudoRoyal",
        Flag(|laws| &mut laws.extinction.pseudo_royal),
        "pieces of extinctionPieceTypes are royal while a side has at most extinctionPieceCount + 1 of the kind",
    ),
    key("extinctionPieceTypes", Other("letters of pieces", set_extinct), "the pieces that a side must have"),
    key("extinctionPieceCount", Number(|laws| &mut laws.extinction.most), "number of pieces that is too small"),
    key(
        "extinctionOpponentPieceCount",
        Number(|laws| &mut laws.extinction.opponent),
        "number of pieces that the opponent must have then",
    ),
    key(
        "flagPiece",
        Other("letter of a piece", |game, text| set_flag_piece(game, text, Both)),
        "the piece that wins by reaching its region",
    ),
    key(
        "flagPieceWhite",
        Other("letter of a piece", |game, text| set_flag_piece(game, text, White)),
        "White's piece that wins by reaching its region",
    ),
    key(
        "flagPieceBlack",
        Other("letter of a piece", |game, text| set_flag_piece(game, text, Black)),
        "Black's piece that wins by reaching its region",
    ),
    key("flagRegion", Squares(|laws| &mut laws.flag_region, Both), "where the piece wins"),
    key("flagRegionWhite", Squares(|laws| &mut laws.flag_region, White), "where White's piece wins"),
    key("flagRegionBlack", Squares(|laws| &mut laws.flag_region, Black), "where Black's piece wins"),
    key("flagPieceCount", Other("number", set_flag_count), "number of pieces that must reach the region"),
    key(
        "flagPieceBlockedWin",
        Flag(|laws| &mut laws.flag_blocked_wins),
        "fewer pieces win if no square of the region is empty",
    ),
    key("flagMove", Flag(|laws| &mut laws.flag_answered), "the other side may answer once before the piece wins"),
    key(
        "flagPieceSafe",
        Flag(|laws| &mut laws.flag_safe),
        "only pieces that are not attacked win; with flagMove, attacked ones after an answer",
    ),
];

fn set_ranks(game: &mut Draft, text: &str) -> Result<(), Fault> {
    game.ranks = values::rank(text)? + 1;
    Ok(())
}

fn set_files(game: &mut Draft, text: &str) -> Result<(), Fault> {
    game.files = values::file(text)? + 1;
    Ok(())
}

fn check_values(game: &mut Draft, text: &str) -> Result<(), Fault> {
    for (piece, value) in values::parse_pairs(text)? {
        values::kind(game, piece)?;
        values::number(value, MAX_NUMBER)?;
    }
    Ok(())
}

/// The kinds with these letters.
fn listed(game: &Draft, text: &str) -> Result<KindSet, Fault> {
    let kinds = values::kinds(text, |text| game.kind_written(text))?;
    if kinds == KindSet::ALL {
        Err(Fault::value(text, "letters of pieces of the game, or `-` for none"))
    } else {
        Ok(kinds)
    }
}

/// The ranks from `first` on, counted from the side's own first rank as 0.
pub(super) fn ranks_from(game: &Draft, side: usize, first: u8) -> Bitboard {
    let ranks = first..game.ranks;
    ranks.fold(Bitboard::EMPTY, |squares, rank| {
        squares | Bitboard::rank(if side == 0 { rank } else { game.ranks - 1 - rank })
    })
}

/// So many ranks at the far end of the board as a side sees it.
pub(super) fn last_ranks(game: &Draft, side: usize, count: u8) -> Bitboard {
    ranks_from(game, side, game.ranks.saturating_sub(count)) & game.board()
}

fn set_promotion_rank(game: &mut Draft, text: &str) -> Result<(), Fault> {
    let rank = values::rank(text)?;
    game.laws.promotion_region = [0, 1].map(|side| ranks_from(game, side, rank));
    Ok(())
}

/// An old key for double steps: the last rank with one or, `as_first`, the first.
fn set_double_ranks(game: &mut Draft, text: &str, as_first: bool) -> Result<(), Fault> {
    let rank = values::rank(text)?;
    game.laws.double_region = [0, 1].map(|side| {
        let has_steps = |last: &u8| (ranks_from(game, side, *last) & game.laws.double_region[side]).any();
        let last = (0..game.ranks).rev().find(has_steps).unwrap_or(1);
        let (first, last) = if as_first { (rank, last) } else { (1, rank) };
        ranks_from(game, side, first).without(ranks_from(game, side, last + 1))
    });
    Ok(())
}

fn set_pawns(game: &mut Draft, text: &str) -> Result<(), Fault> {
    let pawns = [listed(game, text)?; 2];
    game.laws.promotion_pawns = pawns;
    game.laws.en_passant_kinds = pawns;
    game.laws.clock_kinds = pawns;
    Ok(())
}

fn set_start(game: &mut Draft, text: &str) -> Result<(), Fault> {
    game.start = with_all_fields(text);
    Ok(())
}

/// Completes a FEN that leaves out fields: the side to move (White), castling rights and en passant squares
/// (none), and the counters.
fn with_all_fields(fen: &str) -> String {
    let (checks, words): (Vec<&str>, Vec<&str>) = fen.split_whitespace().partition(|word| is_checks(word));
    let mut rest = words.into_iter().peekable();
    let board = rest.next().unwrap_or_default();
    let is_number = |word: &&str| word.bytes().all(|c| c.is_ascii_digit());
    let side = rest.next_if(|word| !is_number(word)).unwrap_or("w");
    let rights = rest.next_if(|word| !is_number(word)).unwrap_or("-");
    let passed = rest.next_if(|word| !is_number(word)).unwrap_or("-");
    let counters: Vec<&str> = rest.collect();
    let counters = match counters[..] {
        [] => "0 1".to_owned(),
        [clock] => format!("{clock} 1"),
        _ => counters.join(" "),
    };
    let checks: String = checks.iter().map(|word| format!(" {word}")).collect();
    format!("{board} {side} {rights} {passed}{checks} {counters}")
}

/// Whether a word of a FEN says how many checks the sides have left.
pub(super) fn is_checks(word: &str) -> bool {
    let mut numbers = word.split('+');
    numbers.clone().count() == 2
        && numbers.all(|number| !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()))
}

fn set_title(game: &mut Draft, text: &str) -> Result<(), Fault> {
    game.title = values::name(text, MAX_TITLE)?.to_owned();
    Ok(())
}

fn set_names(game: &mut Draft, text: &str) -> Result<(), Fault> {
    let named = values::named_kinds(game, text, MAX_NAME)?;
    store_names(&mut game.names, named);
    Ok(())
}

fn set_drawings(game: &mut Draft, text: &str) -> Result<(), Fault> {
    let named = values::named_kinds(game, text, MAX_NAME)?;
    store_names(&mut game.drawings, named);
    Ok(())
}

/// Stores what is said of kinds in the place of what was said of them before.
fn store_names(names: &mut Vec<(usize, String)>, said: Vec<(Kind, &str)>) {
    for (kind, name) in said {
        names.retain(|(slot, _)| *slot != kind.index());
        names.push((kind.index(), name.to_owned()));
    }
}

fn set_limits(game: &mut Draft, text: &str) -> Result<(), Fault> {
    for (piece, limit) in values::parse_pairs(text)? {
        let (kind, limit) = (values::kind(game, piece)?, values::number(limit, MAX_NUMBER)?);
        game.laws.promotion_limits[kind.index()] = limit.min(u8::MAX.into()) as u8;
    }
    Ok(())
}

fn set_promoted(game: &mut Draft, text: &str) -> Result<(), Fault> {
    for (piece, promoted) in values::parse_pairs(text)? {
        let kind = values::kind(game, piece)?;
        let to = match promoted {
            "-" => None,
            text => Some(values::kind(game, text)?),
        };
        game.laws.promoted_forms[kind.index()] = to;
    }
    Ok(())
}

fn set_not_doubled(game: &mut Draft, text: &str) -> Result<(), Fault> {
    game.laws.drops.not_doubled = if text == "-" { None } else { Some(values::kind(game, text)?) };
    Ok(())
}

fn set_castling_king(game: &mut Draft, text: &str, sides: For) -> Result<(), Fault> {
    let kind = values::kind(game, text)?;
    sides.store(&mut game.laws.castling.kings, kind);
    Ok(())
}

fn set_castling_wins(game: &mut Draft, text: &str) -> Result<(), Fault> {
    let right = |letter: char| {
        let number = CASTLING_LETTERS.iter().position(|&known| known == letter);
        number.ok_or_else(|| Fault::value(text, "letters of castling rights such as `KQkq`, or `-` for none"))
    };
    let letters = text.chars().filter(|&letter| letter != '-');
    game.laws.castling.wins = letters.map(right).try_fold(0, |wins, number| Ok(wins | 1 << number?))?;
    Ok(())
}

fn set_extinct(game: &mut Draft, text: &str) -> Result<(), Fault> {
    game.laws.extinction.kinds = values::kinds(text, |text| game.kind_written(text))?;
    Ok(())
}

fn set_flag_piece(game: &mut Draft, text: &str, sides: For) -> Result<(), Fault> {
    let kinds = if text == "*" { KindSet::ALL } else { values::kind(game, text)?.bit() };
    sides.store(&mut game.laws.flag_kinds, kinds);
    Ok(())
}

fn set_flag_count(game: &mut Draft, text: &str) -> Result<(), Fault> {
    game.laws.flag_count = match values::number(text, MAX_NUMBER)? {
        0 => return Err(Fault::contradiction("the game would be over at the start, expected at least 1")),
        count => count,
    };
    Ok(())
}

fn set_flying_general(game: &mut Draft, text: &str) -> Result<(), Fault> {
    game.laws.kings_may_not_face = values::flag(text)?.then_some(Kind::new(KING));
    Ok(())
}

fn set_move_rule(game: &mut Draft, text: &str) -> Result<(), Fault> {
    let moves = values::number(text, MAX_RULE_MOVES)? as u16;
    game.laws.clock_limit = if moves == 0 { NO_CLOCK_LIMIT } else { 2 * moves };
    Ok(())
}

fn set_fold_rule(game: &mut Draft, text: &str) -> Result<(), Fault> {
    game.laws.repetitions = match values::number(text, MAX_REPETITIONS)? {
        1 => return Err(Fault::contradiction("the first position would end the game, expected 0 or at least 2")),
        repetitions => repetitions as u8,
    };
    Ok(())
}

fn check_mate(_: &mut Draft, text: &str) -> Result<(), Fault> {
    match values::verdict(text)? {
        Some(Verdict::Loss) => Ok(()),
        _ => Err(Fault::contradiction("checkmate is a loss; other values are not supported")),
    }
}

/// A key of the format that asks for something that is not played, unless it has its default.
pub(super) struct Refused {
    /// The key.
    pub name: &'static str,
    /// The value that does not ask for it.
    pub default: &'static str,
    /// What it asks for.
    pub rule: &'static str,
}

const fn refused(name: &'static str, default: &'static str, rule: &'static str) -> Refused {
    Refused { name, default, rule }
}

const DROPS: &str = "pieces are dropped from the hand on empty squares, without other conditions";
const BLASTS: &str = "captures remove only the captured piece, and no piece is immune";
const WALLS: &str = "there are no walls";
const GATING: &str = "pieces do not enter the board";
const PASSING: &str = "no side passes";
const CONNECTIONS: &str = "rows of pieces do not win";
const REPETITION: &str = "repetitions end the game by nFoldRule and nFoldValue alone";
const COUNTING: &str = "the material on the board decides no game";

/// The keys that are refused.
pub(super) static REFUSED: &[Refused] = &[
    refused("twoBoards", "false", "a game has one board"),
    refused("sittuyinPromotion", "false", "pawns promote as they move into their region"),
    refused("blastOnCapture", "false", BLASTS),
    refused("blastImmuneTypes", "-", BLASTS),
    refused("mutuallyImmuneTypes", "-", BLASTS),
    refused("petrifyOnCaptureTypes", "-", BLASTS),
    refused("petrifyBlastPieces", "false", BLASTS),
    refused("castlingDroppedPiece", "false", DROPS),
    refused("enclosingDrop", "none", DROPS),
    refused("enclosingDropStart", "-", DROPS),
    refused("dropOnTop", "false", DROPS),
    refused("sittuyinRookDrop", "false", DROPS),
    refused("freeDrops", "false", DROPS),
    refused("gating", "false", GATING),
    refused("seirawanGating", "false", GATING),
    refused("cambodianMoves", "false", "initial moves are those of `i` in Betza's notation"),
    refused("wallingRule", "none", WALLS),
    refused("wallingRegion", "-", WALLS),
    refused("wallingRegionWhite", "-", WALLS),
    refused("wallingRegionBlack", "-", WALLS),
    refused("wallOrMove", "false", WALLS),
    refused("diagonalLines", "-", "a piece moves alike on all squares"),
    refused("pass", "false", PASSING),
    refused("passWhite", "false", PASSING),
    refused("passBlack", "false", PASSING),
    refused("passOnStalemate", "false", PASSING),
    refused("passOnStalemateWhite", "false", PASSING),
    refused("passOnStalemateBlack", "false", PASSING),
    refused("makpongRule", "false", "the king may move away from a check"),
    refused("flipEnclosedPieces", "none", "pieces do not change sides"),
    refused("moveRepetitionIllegal", "false", REPETITION),
    refused("chasingRule", "none", REPETITION),
    refused("materialCounting", "none", COUNTING),
    refused("countingRule", "none", COUNTING),
    refused("adjudicateFullBoard", "false", COUNTING),
    refused("shatarMateRule", "false", "any checkmate wins"),
    refused("bikjangRule", "false", "kings that face each other do not end the game"),
    refused("dupleCheck", "false", "each side has exactly one royal piece"),
    refused("connectN", "0", CONNECTIONS),
    refused("connectPieceTypes", "*", CONNECTIONS),
    refused("connectHorizontal", "true", CONNECTIONS),
    refused("connectVertical", "true", CONNECTIONS),
    refused("connectDiagonal", "true", CONNECTIONS),
    refused("connectRegion1White", "-", CONNECTIONS),
    refused("connectRegion2White", "-", CONNECTIONS),
    refused("connectRegion1Black", "-", CONNECTIONS),
    refused("connectRegion2Black", "-", CONNECTIONS),
    refused("connectNxN", "0", CONNECTIONS),
    refused("collinearN", "0", CONNECTIONS),
    refused("connectValue", "win", CONNECTIONS),
];

/// The key of the format that is most like a word; `None` if none is like it.
pub(super) fn nearest(word: &str) -> Option<&'static str> {
    let names = BOARD_KEYS.iter().chain(KEYS).map(|key| key.name).chain(REFUSED.iter().map(|key| key.name));
    let names = names.chain(super::pieces::PREDEFINED.iter().map(|piece| piece.key)).chain(["king"]);
    nearest_word(word, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_unique_and_explained() {
        let mut names: Vec<&str> = BOARD_KEYS.iter().chain(KEYS).map(|key| key.name).collect();
        names.extend(REFUSED.iter().map(|key| key.name));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(BOARD_KEYS.iter().chain(KEYS).all(|key| !key.help.is_empty() && !key.form().is_empty()));
    }

    #[test]
    fn misspelt_keys_are_recognised() {
        for (word, meant) in
            [("maxrank", "maxRank"), ("startFEN", "startFen"), ("promotionRegionwhite", "promotionRegionWhite")]
        {
            assert_eq!(nearest(word), Some(meant));
        }
        assert_eq!(nearest("colour"), None);
    }
}

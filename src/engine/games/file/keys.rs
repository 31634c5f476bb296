//! The keys of the format, in one table: the type of each, and what it sets. Keys are read in the order of the table,
//! because some override others.

use super::game::{FileGame, Sides};
use super::problem::Fault;
use super::values::{self, Kinds, Value};
use crate::games::nearest::nearest as nearest_word;
use crate::types::Bitboard;

/// The largest number in a setting.
const MAX_NUMBER: u32 = 1_000_000;
/// The largest number of moves of an n-move rule.
const MAX_RULE_MOVES: u32 = 4_999;

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
    fn store<T: Copy>(self, sides: &mut Sides<T>, value: T) {
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
    Flag(fn(&mut FileGame) -> &mut bool),
    /// A number.
    Number(fn(&mut FileGame) -> &mut u32, u32),
    /// A rank.
    Rank(fn(&mut FileGame) -> &mut u8),
    /// A file.
    File(fn(&mut FileGame) -> &mut u8),
    /// Squares.
    Squares(fn(&mut FileGame) -> &mut Sides<Bitboard>, For),
    /// Kinds of piece.
    Kinds(fn(&mut FileGame) -> &mut Sides<Kinds>, For),
    /// A result for the side to move.
    Value(fn(&mut FileGame) -> &mut Value),
    /// Anything else: the form of the value, for people, and what stores it.
    Other(&'static str, fn(&mut FileGame, &str) -> Result<(), Fault>),
}

impl Key {
    /// The form of its values, for people.
    pub fn form(&self) -> &'static str {
        match self.field {
            Field::Flag(_) => "true or false",
            Field::Number(..) => "number",
            Field::Rank(_) => "rank",
            Field::File(_) => "file",
            Field::Squares(..) => "squares",
            Field::Kinds(..) => "letters of pieces",
            Field::Value(_) => "win, loss or draw",
            Field::Other(form, _) => form,
        }
    }

    /// Stores a value in a game.
    pub fn set(&self, game: &mut FileGame, text: &str) -> Result<(), Fault> {
        match self.field {
            Field::Flag(place) => *place(game) = values::flag(text)?,
            Field::Number(place, most) => *place(game) = values::number(text, most)?,
            Field::Rank(place) => *place(game) = values::rank(text)?,
            Field::File(place) => *place(game) = values::file(text)?,
            Field::Squares(place, sides) => sides.store(place(game), values::squares(text)?),
            Field::Kinds(place, sides) => {
                let kinds = listed(game, text)?;
                sides.store(place(game), kinds);
            }
            Field::Value(place) => *place(game) = values::value(text)?,
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
    key("whiteFlag", Squares(|game| &mut game.flag_region, White), "old form of flagRegionWhite"),
    key("blackFlag", Squares(|game| &mut game.flag_region, Black), "old form of flagRegionBlack"),
    key("castlingRookPiece", Field::Kinds(|game| &mut game.castling.rooks, Both), "old form of castlingRookPieces"),
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
        "accepted: there are no pockets",
    ),
    key("startFen", Other("FEN", set_start), "start position"),
    key("promotionRegionWhite", Squares(|game| &mut game.promotion_region, White), "where White promotes"),
    key("promotionRegionBlack", Squares(|game| &mut game.promotion_region, Black), "where Black promotes"),
    key("promotionPawnTypes", Field::Kinds(|game| &mut game.promotion_pawns, Both), "pieces that promote as pawns do"),
    key(
        "promotionPawnTypesWhite",
        Field::Kinds(|game| &mut game.promotion_pawns, White),
        "White's pieces that promote as pawns do",
    ),
    key(
        "promotionPawnTypesBlack",
        Field::Kinds(|game| &mut game.promotion_pawns, Black),
        "Black's pieces that promote as pawns do",
    ),
    key("promotionPieceTypes", Field::Kinds(|game| &mut game.promotion_kinds, Both), "to what pawns promote"),
    key(
        "promotionPieceTypesWhite",
        Field::Kinds(|game| &mut game.promotion_kinds, White),
        "to what White's pawns promote",
    ),
    key(
        "promotionPieceTypesBlack",
        Field::Kinds(|game| &mut game.promotion_kinds, Black),
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
        Flag(|game| &mut game.promotion_on_capture),
        "other pieces promote only as they capture",
    ),
    key("mandatoryPawnPromotion", Flag(|game| &mut game.mandatory_pawns), "pawns must promote"),
    key("mandatoryPiecePromotion", Flag(|game| &mut game.mandatory_pieces), "other pieces must promote"),
    key("doubleStep", Flag(|game| &mut game.double_step), "pawns make double steps"),
    key(
        "doubleStepRegionWhite",
        Squares(|game| &mut game.double_region, White),
        "where White's pieces have initial moves",
    ),
    key(
        "doubleStepRegionBlack",
        Squares(|game| &mut game.double_region, Black),
        "where Black's pieces have initial moves",
    ),
    key(
        "tripleStepRegionWhite",
        Squares(|game| &mut game.triple_region, White),
        "where White's pawns make triple steps",
    ),
    key(
        "tripleStepRegionBlack",
        Squares(|game| &mut game.triple_region, Black),
        "where Black's pawns make triple steps",
    ),
    key("enPassantRegion", Squares(|game| &mut game.en_passant_region, Both), "where pawns are captured en passant"),
    key("enPassantRegionWhite", Squares(|game| &mut game.en_passant_region, White), "where White captures en passant"),
    key("enPassantRegionBlack", Squares(|game| &mut game.en_passant_region, Black), "where Black captures en passant"),
    key("enPassantTypes", Field::Kinds(|game| &mut game.en_passant_kinds, Both), "pieces that capture en passant"),
    key(
        "enPassantTypesWhite",
        Field::Kinds(|game| &mut game.en_passant_kinds, White),
        "White's pieces that capture en passant",
    ),
    key(
        "enPassantTypesBlack",
        Field::Kinds(|game| &mut game.en_passant_kinds, Black),
        "Black's pieces that capture en passant",
    ),
    key("castling", Flag(|game| &mut game.castling.allowed), "there is castling"),
    key("castlingKingsideFile", File(|game| &mut game.castling.to_files[0]), "the king's file after kingside castling"),
    key(
        "castlingQueensideFile",
        File(|game| &mut game.castling.to_files[1]),
        "the king's file after queenside castling",
    ),
    key("castlingRank", Rank(|game| &mut game.castling.rank), "the rank of castling, from each side's first"),
    key("castlingKingFile", File(|game| &mut game.castling.king_file), "the file of the king that castles"),
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
    key("castlingRookKingsideFile", File(|game| &mut game.castling.rook_files[0]), "the file of the kingside rook"),
    key("castlingRookQueensideFile", File(|game| &mut game.castling.rook_files[1]), "the file of the queenside rook"),
    key("castlingRookPieces", Field::Kinds(|game| &mut game.castling.rooks, Both), "the pieces that castle as rooks"),
    key(
        "castlingRookPiecesWhite",
        Field::Kinds(|game| &mut game.castling.rooks, White),
        "White's pieces that castle as rooks",
    ),
    key(
        "castlingRookPiecesBlack",
        Field::Kinds(|game| &mut game.castling.rooks, Black),
        "Black's pieces that castle as rooks",
    ),
    key(
        "immobilityIllegal",
        Flag(|game| &mut game.immobility_illegal),
        "no piece goes where it could never move again",
    ),
    key(
        "flyingGeneral",
        Flag(|game| &mut game.flying_general),
        "kings do not face each other on an open file or rank; other royal pieces may",
    ),
    key("soldierPromotionRank", Rank(|game| &mut game.soldier_rank), "soldiers move sideways from this rank on"),
    key("nMoveRuleTypes", Field::Kinds(|game| &mut game.clock_kinds, Both), "pieces whose moves reset the n-move rule"),
    key(
        "nMoveRuleTypesWhite",
        Field::Kinds(|game| &mut game.clock_kinds, White),
        "White's pieces whose moves reset the n-move rule",
    ),
    key(
        "nMoveRuleTypesBlack",
        Field::Kinds(|game| &mut game.clock_kinds, Black),
        "Black's pieces whose moves reset the n-move rule",
    ),
    key(
        "nMoveRule",
        Number(|game| &mut game.move_rule, MAX_RULE_MOVES),
        "moves of each side without progress that end the game; 0: no limit",
    ),
    key("nFoldRule", Number(|game| &mut game.fold_rule, 100), "repetitions that end the game; 0: no limit"),
    key("nFoldValue", Field::Value(|game| &mut game.fold_value), "result of a repetition"),
    key("stalemateValue", Field::Value(|game| &mut game.stalemate), "result of a stalemate"),
    key("checkmateValue", Field::Value(|game| &mut game.checkmate), "result of a checkmate; only loss"),
    key(
        "extinctionValue",
        Field::Value(|game| &mut game.extinction.value),
        "result for a side without pieces of a kind; loss or none",
    ),
    key(
        "extinctionClaim",
        Flag(|game| &mut game.extinction.claim),
        "only the side to move can claim that the opponent lacks pieces",
    ),
    key(
        "extinctionPseudoRoyal",
        Flag(|game| &mut game.extinction.pseudo_royal),
        "pieces of extinctionPieceTypes are royal",
    ),
    key("extinctionPieceTypes", Other("letters of pieces", set_extinct), "the pieces that a side must have"),
    key(
        "extinctionPieceCount",
        Number(|game| &mut game.extinction.count, MAX_NUMBER),
        "number of pieces that is too small",
    ),
    key(
        "extinctionOpponentPieceCount",
        Number(|game| &mut game.extinction.opponent_count, MAX_NUMBER),
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
    key("flagRegion", Squares(|game| &mut game.flag_region, Both), "where the piece wins"),
    key("flagRegionWhite", Squares(|game| &mut game.flag_region, White), "where White's piece wins"),
    key("flagRegionBlack", Squares(|game| &mut game.flag_region, Black), "where Black's piece wins"),
];

fn set_ranks(game: &mut FileGame, text: &str) -> Result<(), Fault> {
    game.ranks = values::rank(text)? + 1;
    Ok(())
}

fn set_files(game: &mut FileGame, text: &str) -> Result<(), Fault> {
    game.files = values::file(text)? + 1;
    Ok(())
}

fn check_values(game: &mut FileGame, text: &str) -> Result<(), Fault> {
    for (letter, value) in values::pairs(text)? {
        find(game, letter)?;
        values::number(value, MAX_NUMBER)?;
    }
    Ok(())
}

/// The kinds with these letters.
fn listed(game: &FileGame, text: &str) -> Result<Kinds, Fault> {
    let kinds = values::kinds(text, |letter| game.slot_of(letter))?;
    if kinds == Kinds::ALL {
        Err(Fault::value(text, "letters of pieces of the game, or `-` for none"))
    } else {
        Ok(kinds)
    }
}

/// The slot of the piece with this letter.
fn find(game: &FileGame, letter: char) -> Result<usize, Fault> {
    game.slot_of(letter).ok_or_else(|| values::unknown_letter(letter))
}

/// The ranks from `first` on, counted from the side's own first rank as 0.
fn ranks_from(game: &FileGame, side: usize, first: u8) -> Bitboard {
    let ranks = first..game.ranks;
    ranks.fold(Bitboard::EMPTY, |squares, rank| {
        squares | Bitboard::rank(if side == 0 { rank } else { game.ranks - 1 - rank })
    })
}

fn set_promotion_rank(game: &mut FileGame, text: &str) -> Result<(), Fault> {
    let rank = values::rank(text)?;
    game.promotion_region = [0, 1].map(|side| ranks_from(game, side, rank));
    Ok(())
}

/// An old key for double steps: the last rank with one or, `as_first`, the first.
fn set_double_ranks(game: &mut FileGame, text: &str, as_first: bool) -> Result<(), Fault> {
    let rank = values::rank(text)?;
    game.double_region = [0, 1].map(|side| {
        let has_steps = |last: &u8| (ranks_from(game, side, *last) & game.double_region[side]).any();
        let last = (0..game.ranks).rev().find(has_steps).unwrap_or(1);
        let (first, last) = if as_first { (rank, last) } else { (1, rank) };
        ranks_from(game, side, first).without(ranks_from(game, side, last + 1))
    });
    Ok(())
}

fn set_pawns(game: &mut FileGame, text: &str) -> Result<(), Fault> {
    let pawns = [listed(game, text)?; 2];
    game.promotion_pawns = pawns;
    game.en_passant_kinds = pawns;
    game.clock_kinds = pawns;
    Ok(())
}

fn set_start(game: &mut FileGame, text: &str) -> Result<(), Fault> {
    game.start = text.to_owned();
    Ok(())
}

fn set_limits(game: &mut FileGame, text: &str) -> Result<(), Fault> {
    for (letter, limit) in values::pairs(text)? {
        let (slot, limit) = (find(game, letter)?, values::number(limit, MAX_NUMBER)?);
        game.promotion_limits.retain(|&(limited, _)| limited != slot);
        if limit > 0 {
            game.promotion_limits.push((slot, limit));
        }
    }
    Ok(())
}

fn set_promoted(game: &mut FileGame, text: &str) -> Result<(), Fault> {
    for (letter, promoted) in values::pairs(text)? {
        let slot = find(game, letter)?;
        let to = match promoted {
            "-" => None,
            text => Some(single(game, text)?),
        };
        game.promoted.retain(|&(from, _)| from != slot);
        game.promoted.extend(to.map(|to| (slot, to)));
    }
    Ok(())
}

/// The slot of the piece that is the whole text.
fn single(game: &FileGame, text: &str) -> Result<usize, Fault> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => find(game, letter),
        _ => Err(Fault::value(text, "one letter of a piece")),
    }
}

fn set_castling_king(game: &mut FileGame, text: &str, sides: For) -> Result<(), Fault> {
    let slot = single(game, text)?;
    sides.store(&mut game.castling.kings, slot);
    Ok(())
}

fn set_extinct(game: &mut FileGame, text: &str) -> Result<(), Fault> {
    game.extinction.kinds = values::kinds(text, |letter| game.slot_of(letter))?;
    Ok(())
}

fn set_flag_piece(game: &mut FileGame, text: &str, sides: For) -> Result<(), Fault> {
    let piece = if text == "*" { None } else { Some(single(game, text)?) };
    sides.store(&mut game.flag_piece, piece);
    Ok(())
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

const DROPS: &str = "pieces are not dropped and there are no pieces in hand";
const BLASTS: &str = "captures remove only the captured piece, and no piece is immune";
const WALLS: &str = "there are no walls";
const GATING: &str = "pieces do not enter the board";
const PASSING: &str = "no side passes";
const CONNECTIONS: &str = "rows of pieces do not win";
const REPETITION: &str = "repetitions end the game by nFoldRule and nFoldValue alone";
const COUNTING: &str = "the material on the board decides no game";
const FLAGS: &str = "one piece that reaches flagRegion wins at once";

/// The keys that are refused.
pub(super) static REFUSED: &[Refused] = &[
    refused("chess960", "false", "castling starts from the squares of the start position"),
    refused("twoBoards", "false", "a game has one board"),
    refused("sittuyinPromotion", "false", "pawns promote as they move into their region"),
    refused("pieceDemotion", "false", "promoted pieces stay promoted"),
    refused("blastOnCapture", "false", BLASTS),
    refused("blastImmuneTypes", "-", BLASTS),
    refused("mutuallyImmuneTypes", "-", BLASTS),
    refused("petrifyOnCaptureTypes", "-", BLASTS),
    refused("petrifyBlastPieces", "false", BLASTS),
    refused("castlingDroppedPiece", "false", DROPS),
    refused("oppositeCastling", "false", "each side castles on either side"),
    refused("castlingWins", "-", "castling wins no game"),
    refused("checking", "true", "checks are allowed"),
    refused("dropChecks", "true", DROPS),
    refused("mustCapture", "false", "captures are not mandatory"),
    refused("mustDrop", "false", DROPS),
    refused("mustDropType", "*", DROPS),
    refused("pieceDrops", "false", DROPS),
    refused("dropLoop", "false", DROPS),
    refused("capturesToHand", "false", DROPS),
    refused("firstRankPawnDrops", "false", DROPS),
    refused("promotionZonePawnDrops", "false", DROPS),
    refused("enclosingDrop", "none", DROPS),
    refused("enclosingDropStart", "-", DROPS),
    refused("dropRegionWhite", "-", DROPS),
    refused("dropRegionBlack", "-", DROPS),
    refused("whiteDropRegion", "-", DROPS),
    refused("blackDropRegion", "-", DROPS),
    refused("dropOnTop", "false", DROPS),
    refused("sittuyinRookDrop", "false", DROPS),
    refused("dropOppositeColoredBishop", "false", DROPS),
    refused("dropPromoted", "false", DROPS),
    refused("dropNoDoubled", "-", DROPS),
    refused("dropNoDoubledCount", "1", DROPS),
    refused("freeDrops", "false", DROPS),
    refused("shogiPawnDropMateIllegal", "false", DROPS),
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
    refused("nFoldValueAbsolute", "false", REPETITION),
    refused("perpetualCheckIllegal", "false", REPETITION),
    refused("moveRepetitionIllegal", "false", REPETITION),
    refused("chasingRule", "none", REPETITION),
    refused("stalematePieceCount", "false", COUNTING),
    refused("materialCounting", "none", COUNTING),
    refused("countingRule", "none", COUNTING),
    refused("adjudicateFullBoard", "false", COUNTING),
    refused("shatarMateRule", "false", "any checkmate wins"),
    refused("bikjangRule", "false", "kings that face each other do not end the game"),
    refused("dupleCheck", "false", "each side has exactly one royal piece"),
    refused("flagPieceCount", "1", FLAGS),
    refused("flagPieceBlockedWin", "false", FLAGS),
    refused("flagMove", "false", FLAGS),
    refused("flagPieceSafe", "false", FLAGS),
    refused("checkCounting", "false", "checks are not counted"),
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

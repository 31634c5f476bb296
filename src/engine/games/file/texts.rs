//! Settings as texts: what the keys of the format say of a game.

use super::draft::{Draft, Text};
use super::keys::{Field, For, Key};
use super::pieces::KING;
use crate::board::{CASTLING_LETTERS, NO_CLOCK_LIMIT};
use crate::types::{Bitboard, Kind, KindSet, Verdict};

impl Key {
    /// What the key says of a game; `None` for keys that are another form of others, or say nothing.
    pub(super) fn text(&self, game: &Draft) -> Option<String> {
        let mut laws = game.laws;
        Some(match self.field {
            Field::Flag(place) => place(&mut laws).to_string(),
            Field::Number(place) => place(&mut laws).to_string(),
            Field::Rank(place) => (*place(&mut laws) + 1).to_string(),
            Field::File(place) => char::from(b'a' + *place(&mut laws)).to_string(),
            Field::Squares(place, sides) => squares_text(game, place(&mut laws)[side(self.name, sides)?]),
            Field::Kinds(place, sides) => kinds_text(game, place(&mut laws)[side(self.name, sides)?]),
            Field::Result(place) => place(&mut laws).word().to_owned(),
            Field::Other(..) => return other_text(self.name, game),
        })
    }
}

/// The side that a key is for; `None` for keys that are for both sides, and old ones.
fn side(name: &str, sides: For) -> Option<usize> {
    match sides {
        For::White if name.ends_with("White") => Some(0),
        For::Black if name.ends_with("Black") => Some(1),
        _ => None,
    }
}

fn other_text(name: &str, game: &Draft) -> Option<String> {
    let laws = &game.laws;
    let by_kind = |text: &dyn Fn(usize) -> Option<String>| {
        let pairs =
            game.kinds().into_iter().filter_map(|slot| Some(format!("{}:{}", kind_text(game, slot)?, text(slot)?)));
        let pairs: Vec<String> = pairs.collect();
        if pairs.is_empty() { "-".to_owned() } else { pairs.join(" ") }
    };
    let flag = |side: usize| match laws.flag_kinds[side] {
        KindSet::ALL => "*".to_owned(),
        kinds => kinds_text(game, kinds),
    };
    let kind = |kind: Kind| kind_text(game, kind.index()).unwrap_or_else(|| "-".to_owned());
    Some(match name {
        "maxRank" => game.ranks.to_string(),
        "maxFile" => game.files.to_string(),
        "title" => Some(game.title.clone()).filter(|title| !title.is_empty())?,
        "pieceNames" => named_kinds(game, &game.names, |slot, name| game.usual_name(slot) != name)?,
        "pieceDrawings" => named_kinds(game, &game.drawings, |_, _| true)?,
        "startFen" => game.start.clone(),
        "promotionLimit" => by_kind(&|slot| Some(laws.promotion_limits[slot].to_string()).filter(|limit| limit != "0")),
        "promotedPieceType" => by_kind(&|slot| kind_text(game, laws.promoted_forms[slot]?.index())),
        "castlingKingPieceWhite" => kind(laws.castling.kings[0]),
        "castlingKingPieceBlack" => kind(laws.castling.kings[1]),
        "dropNoDoubled" => laws.drops.not_doubled.map_or_else(|| "-".to_owned(), kind),
        "dropNoDoubledCount" => laws.drops.most_on_file.to_string(),
        "shogiPawnDropMateIllegal" => laws.drops.mates_not.is_some().to_string(),
        "dropOppositeColoredBishop" => laws.drops.balanced.is_some().to_string(),
        "mustDropType" => kinds_text(game, laws.drops.mandatory),
        "castlingWins" => rights_text(laws.castling.wins),
        "flyingGeneral" => (laws.kings_may_not_face == Some(Kind::new(KING))).to_string(),
        "nMoveRule" if laws.clock_limit == NO_CLOCK_LIMIT => "0".to_owned(),
        "nMoveRule" => (laws.clock_limit / 2).to_string(),
        "nFoldRule" => laws.repetitions.to_string(),
        "extinctionValue" => laws.extinction.verdict.map_or("none", Verdict::word).to_owned(),
        "extinctionPieceTypes" => kinds_text(game, laws.extinction.kinds),
        "flagPieceCount" => laws.flag_count.to_string(),
        "flagPieceWhite" => flag(0),
        "flagPieceBlack" => flag(1),
        _ => return None,
    })
}

/// The letters of castlings (bit `n` for castling `n`); `-` for none.
pub(super) fn rights_text(castlings: u8) -> String {
    let letters = CASTLING_LETTERS.iter().enumerate().filter(|(number, _)| castlings >> number & 1 != 0);
    let text: String = letters.map(|(_, letter)| letter).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

/// What is said of kinds by name, if `is_said`; `None` if that is nothing.
fn named_kinds(game: &Draft, names: &[(usize, String)], is_said: impl Fn(usize, &str) -> bool) -> Option<String> {
    let mut names: Vec<&(usize, String)> = names.iter().filter(|(slot, name)| is_said(*slot, name)).collect();
    names.sort_unstable();
    let pairs = names.into_iter().filter_map(|(slot, name)| Some(format!("{}:{name}", kind_text(game, *slot)?)));
    Some(pairs.collect::<Vec<_>>().join(", ")).filter(|text| !text.is_empty())
}

/// How a kind is written in settings; `None` if the game does not have it.
pub(super) fn kind_text(game: &Draft, slot: usize) -> Option<String> {
    let Text { letter, crowned } = (*game.texts.get(slot)?)?;
    Some(format!("{}{}", if crowned { "+" } else { "" }, letter.to_ascii_lowercase()))
}

/// A set of kinds; `-` if it is empty.
fn kinds_text(game: &Draft, kinds: KindSet) -> String {
    if kinds == KindSet::ALL {
        return "*".to_owned();
    }
    let text: String = kinds.kinds().filter_map(|kind| kind_text(game, kind.index())).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

/// The squares of a set that are on the board; `**` for all, `-` for none.
pub(super) fn squares_text(game: &Draft, squares: Bitboard) -> String {
    let board = game.board();
    if (squares & board) == board { "**".to_owned() } else { crate::board::squares_text(board, squares) }
}

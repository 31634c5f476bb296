//! Writes games in the dialect of PGN that XBoard loads: every move in coordinates, because XBoard misreads the names of
//! many castlings and crownings; ranks from 0 on boards of ten ranks; XBoard's letters, names of variants and start
//! positions; and turns as entries of its list of moves (see [`crate::xboard::plies`]).

use thiserror::Error;

use super::writer::{Page, comment_words, turn_words};
use super::{PgnGame, Turn, xboard};
use crate::board::Spec;
use crate::session::Session;
use crate::types::{Color, Kind};
use crate::xboard::notation::{record_fen, variant_men, variant_name};
use crate::xboard::plies::{PASS, has_drops, letter, letter_of_second_leg, recorded};

/// XBoard's text for a null move in a record.
const NULL_MOVE: &str = "--";
/// The letter of a promotion that XBoard takes for the sign of a capture.
const UNREAD_PROMOTION: char = 'X';

/// A way to write the moves and positions of a game as PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// Our own: algebraic notation, the game's own files and letters, ranks from 1.
    #[default]
    Own,
    /// What XBoard loads.
    Xboard,
}

/// Why a game cannot be written for XBoard.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UnfitForXboard {
    /// A piece that pieces are promoted to has a letter that XBoard does not read behind a move.
    #[error("XBoard cannot load games of {game}: after a move it does not read `{letter}` as a promotion")]
    Letter {
        /// The game.
        game: &'static str,
        /// The letter.
        letter: char,
    },
    /// The turns of the game are several entries of XBoard's list of moves. Holds the game.
    #[error(
        "XBoard cannot load games of {0}: their turns are several entries there, at which it loses pieces or crashes"
    )]
    Drops(&'static str),
    /// A turn is more than a move from one square to another. XBoard shows it when an engine makes it, but loses the piece
    /// when it loads the game, and may crash at a drop.
    #[error("XBoard cannot load the turn {0}, which is not a move of one piece from one square to another")]
    Turn(String),
}

impl Dialect {
    /// Checks that most records of a game can be written.
    ///
    /// # Errors
    /// When few can.
    pub fn check(self, spec: &Spec) -> Result<(), UnfitForXboard> {
        if self == Self::Xboard && has_drops(spec) {
            return Err(UnfitForXboard::Drops(spec.page.name));
        }
        self.check_letters(spec)
    }

    fn check_letters(self, spec: &Spec) -> Result<(), UnfitForXboard> {
        let kinds = (0..spec.kinds()).map(Kind::new);
        let targets = kinds.flat_map(|kind| spec.promotions(kind).iter().copied());
        let is_unread = targets.into_iter().any(|kind| letter(spec, kind) == UNREAD_PROMOTION);
        if self == Self::Xboard && is_unread {
            return Err(UnfitForXboard::Letter { game: spec.page.name, letter: UNREAD_PROMOTION.to_ascii_lowercase() });
        }
        Ok(())
    }

    /// The record as PGN, with an empty line at the end. The session must be one of its variant; it is left at the end of
    /// the game.
    ///
    /// # Errors
    /// When the dialect cannot write the game.
    pub fn write(self, game: &PgnGame, session: &mut dyn Session) -> Result<String, UnfitForXboard> {
        self.check_letters(session.spec())?;
        Ok(match self {
            Self::Own => game.to_string(),
            Self::Xboard => for_xboard(game, session)?.to_string(),
        })
    }
}

fn for_xboard<'g>(game: &'g PgnGame, session: &mut dyn Session) -> Result<Page<'g>, UnfitForXboard> {
    let setup = setup_tags(game, session);
    let at = session.view().setup();
    let (mut side, mut number) = (at.side, at.full_move);
    let (mut words, mut plies, mut last) = (Vec::new(), 0, None);
    let mut is_followed = false;
    for (index, turn) in game.turns.iter().enumerate() {
        // Where the second half of a double turn is missing, it is announced as engines in XBoard do it.
        let is_last = index + 1 == game.turns.len();
        let announcement = if is_last && turn.m.moves_again() { 2 } else { 0 };
        let entries = recorded(session.view(), turn.m, last == Some(turn.side));
        let entries: Vec<String> = vec![PASS.to_owned(); announcement].into_iter().chain(entries).collect();
        for (place, entry) in entries.iter().enumerate() {
            match side {
                Color::White => words.push(format!("{number}.")),
                Color::Black if !is_followed => words.push(format!("{number}...")),
                Color::Black => {}
            }
            words.push(movetext(entry).ok_or_else(|| unfit(turn))?);
            let bare = words.len();
            if place == 0 {
                words.extend(annotations(turn));
            }
            is_followed = words.len() == bare;
            number += u32::from(side == Color::Black);
            side = !side;
        }
        plies += entries.len();
        last = Some(turn.side);
        session.play(turn.m).expect("a recorded turn is legal");
    }
    Ok(Page { game, setup, words, plies })
}

/// The tags that set up XBoard's board. If XBoard's FEN cannot describe the start position fully, our FEN is in a
/// tag of its own, which XBoard keeps.
fn setup_tags(game: &PgnGame, session: &mut dyn Session) -> Vec<(&'static str, String)> {
    let spec = session.spec();
    const LEGAL: &str = "the game began in this position";
    session.set_position(game.start.as_deref()).expect(LEGAL);
    let own = session.view().fen();
    let fen = record_fen(spec, &session.view().setup());
    let mut tags = Vec::new();
    let name = variant_name(spec);
    let men = variant_men(spec);
    if name != "normal" {
        tags.push(("Variant", name.into_owned()));
    }
    if game.start.is_some() || men.is_some() {
        tags.extend(men.map(|men| (xboard::MEN_TAG, men)));
        let read = session.set_position(Some(&xboard::start_position(spec, &fen))).map(|()| session.view().fen());
        tags.extend([("FEN", fen), ("SetUp", "1".to_owned())]);
        if read.ok().as_ref() != Some(&own) {
            tags.push((xboard::OWN_FEN_TAG, own));
        }
        session.set_position(game.start.as_deref()).expect(LEGAL);
    }
    tags
}

fn unfit(turn: &Turn) -> UnfitForXboard {
    let dots = if turn.side == Color::White { "." } else { "..." };
    UnfitForXboard::Turn(format!("{}{dots} {}", turn.number, turn.san))
}

/// An entry of XBoard's list of moves as its parser of games reads it; `None` for a drop, and for two legs unless the
/// second only carries the letter of what the piece becomes (`d8d3,d3d3h`).
fn movetext(entry: &str) -> Option<String> {
    match entry.split_once(',') {
        Some((first, second)) => Some(format!("{first}{}", letter_of_second_leg(first, second)?)),
        None if entry == PASS => Some(NULL_MOVE.to_owned()),
        None => (!entry.contains('@')).then(|| entry.to_owned()),
    }
}

/// Glyphs and comment of a turn. Its variations become comments too: XBoard does not follow them, and would mistake some
/// of their moves.
fn annotations(turn: &Turn) -> Vec<String> {
    let mut words: Vec<String> = turn.glyphs.iter().map(|glyph| format!("${glyph}")).collect();
    words.extend(comment_words(&turn.note.to_string()));
    let lines = turn.variations.iter().map(|turns| format!("({})", turn_words(turns).join(" ")));
    words.extend(lines.flat_map(|line| comment_words(&line)));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_written_as_xboard_reads_them() {
        for (entry, text) in [
            ("e2e4", "e2e4"),
            ("a6a7+", "a6a7+"),
            ("d8d3,d3d3h", "d8d3h"),
            ("d10d11,d11d11v", "d10d11v"),
            ("@@@@", "--"),
        ] {
            assert_eq!(movetext(entry).as_deref(), Some(text), "{entry}");
        }
        for entry in ["d3e6,e6d3", "e4e12,e12e4v", "B@d4", "d3d3,d3e4"] {
            assert_eq!(movetext(entry), None, "{entry}");
        }
    }
}

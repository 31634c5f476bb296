//! The positions from which games begin: read from a file, or made by random moves and checked for balance.

use std::io::{self, BufRead};

use rand::seq::SliceRandom;

use super::ArenaError;
use crate::files::Lines;
use crate::records::{PgnError, RawGame, Reader, Replayer, set_epd};
use crate::session::{Catalogue, Session};
use crate::training::{Opening, RandomOpenings, seeded_rng};

/// The most openings of a file.
const MAX_OPENINGS: usize = 1_000_000;

/// Where the openings of a match come from. An opening depends only on the seed and its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// The openings of a file. Each pass over the list has a new random order.
    List(Vec<Opening>),
    /// Random moves from the start position.
    Random(RandomOpenings),
}

/// A text that is PGN, EPD or FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Games, whose moves are played.
    Pgn,
    /// A position on each line.
    Epd,
}

impl Format {
    /// The format of a file: by the end of its name, or else by what its text begins with.
    ///
    /// # Errors
    /// When the text cannot be read.
    pub fn of(name: &str, input: &mut impl BufRead) -> io::Result<Self> {
        let ends_with = |ending: &str| name.to_ascii_lowercase().ends_with(ending);
        if ends_with(".pgn") {
            return Ok(Self::Pgn);
        }
        if ends_with(".epd") || ends_with(".fen") {
            return Ok(Self::Epd);
        }
        let text = String::from_utf8_lossy(input.fill_buf()?).into_owned();
        let begins = text.trim_start_matches('\u{feff}').trim_start();
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        let is_pgn =
            begins.starts_with(['[', '{', '%']) || begins.split_once('.').is_some_and(|(first, _)| is_number(first));
        Ok(if is_pgn { Self::Pgn } else { Self::Epd })
    }
}

impl Openings {
    /// Reads an EPD or FEN file, one position a line; `hmvc` and `fmvn` set the clock and the number of the move. Lines that
    /// begin with `#` are ignored.
    ///
    /// # Errors
    /// When a line is not a position of the game, when the game is over there, or when the file has no position or too
    /// many.
    pub fn read_epd(mut lines: Lines<impl BufRead>, session: &mut dyn Session) -> Result<Self, ArenaError> {
        let mut list = Vec::new();
        while let Some(text) = lines.next_text()? {
            let position = text.trim_start_matches('\u{feff}').trim();
            if position.is_empty() || position.starts_with(['#', ';']) {
                continue;
            }
            let line = lines.number();
            set_epd(session, position).map_err(|error| ArenaError::OpeningPosition { line, error })?;
            if session.ending().is_some() {
                return Err(ArenaError::OpeningIsOver { line });
            }
            add(&mut list, Opening { start: Some(session.view().fen()), moves: Vec::new() })?;
        }
        if list.is_empty() { Err(ArenaError::NoOpenings) } else { Ok(Self::List(list)) }
    }

    /// Reads the games of a PGN file, each up to `plies` moves, counting both sides. Games that cannot be openings of this
    /// game are left out, and why is told to `warn`.
    ///
    /// # Errors
    /// When the file cannot be read, or has no opening or too many.
    pub fn read_pgn(
        input: impl BufRead,
        plies: Option<u32>,
        (catalogue, session): (&Catalogue, &mut dyn Session),
        warn: &mut dyn FnMut(String),
    ) -> Result<Self, ArenaError> {
        let mut replayer = Replayer::new(catalogue);
        let (mut list, mut games) = (Vec::new(), 0);
        for raw in Reader::new(input) {
            games += 1;
            match raw {
                Err(error) if error.problem.ends_file() => return Err(error.into()),
                Err(error) => warn(format!("no opening: {error}")),
                Ok(raw) => match opening_of(raw, plies, session, &mut replayer) {
                    Ok(opening) => add(&mut list, opening)?,
                    Err(why) => warn(format!("no opening: {why}")),
                },
            }
        }
        match list.len() {
            0 if games > 0 => Err(ArenaError::NoUsableOpenings(games)),
            0 => Err(ArenaError::NoOpenings),
            _ => Ok(Self::List(list)),
        }
    }

    /// A position, other than the game's start, from which one of them begins.
    pub(super) fn position(&self) -> Option<&str> {
        match self {
            Self::List(list) => list.iter().find_map(|opening| opening.start.as_deref()),
            Self::Random(_) => None,
        }
    }

    /// The opening with this number, from 0.
    pub(crate) fn get(&self, seed: u64, number: u64, session: &mut dyn Session) -> Opening {
        match self {
            Self::List(list) => {
                let length = list.len() as u64;
                let mut order: Vec<usize> = (0..list.len()).collect();
                order.shuffle(&mut seeded_rng(seed, number / length));
                list[order[(number % length) as usize]].clone()
            }
            Self::Random(openings) => openings.get(seed, number, session),
        }
    }
}

fn add(list: &mut Vec<Opening>, opening: Opening) -> Result<(), ArenaError> {
    list.push(opening);
    if list.len() > MAX_OPENINGS { Err(ArenaError::TooManyOpenings(MAX_OPENINGS)) } else { Ok(()) }
}

/// The opening that a game of a PGN file is. The error says why it is none.
fn opening_of(
    mut raw: RawGame,
    plies: Option<u32>,
    session: &mut dyn Session,
    replayer: &mut Replayer,
) -> Result<Opening, String> {
    let number = raw.number;
    let why = |why: String| format!("game {number}: {why}");
    // How the game ended does not matter.
    raw.result = None;
    raw.tags.take("Result");
    let most = plies.map_or(usize::MAX, |plies| plies as usize);
    let game = replayer.replay(&raw).or_else(|error: PgnError| {
        // What comes after the opening may be wrong.
        if raw.moves.len() <= most {
            return Err(error.to_string());
        }
        raw.moves.truncate(most);
        replayer.replay(&raw).map_err(|error| error.to_string())
    })?;
    let ours = session.spec().page.name;
    if game.variant != ours {
        return Err(why(format!("the variant is {}, expected {ours}", game.variant)));
    }
    session.set_position(None).expect("the start position is valid");
    let usual = session.view().fen();
    session.set_position(game.start.as_deref()).map_err(|error| why(error.to_string()))?;
    let start = Some(session.view().fen()).filter(|start| *start != usual);
    let opening = Opening { start, moves: game.turns.iter().take(most).map(|turn| turn.m).collect() };
    opening.set_up(session);
    match session.ending() {
        Some(ending) => Err(why(format!("it is over after {} plies: {ending}", opening.moves.len()))),
        None => Ok(opening),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Catalogue;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K2R";

    #[test]
    fn files_hold_fens_and_epds() {
        let mut session = Catalogue::default().open_named("chess").expect("a listed game");
        let kings = KINGS;
        let text = format!(
            "# a comment\n\n{kings} w K - 3 9\n{kings} b - - bm Kd8; id \"x\"; fmvn 7;\n{kings} w K - ;D1 15\n"
        );
        let Ok(Openings::List(list)) = Openings::read_epd(Lines::new(text.as_bytes()), &mut *session) else {
            panic!("a list")
        };
        let fens: Vec<_> = list.iter().filter_map(|opening| opening.start.clone()).collect();
        let expected = ["w K - 3 9", "b - - 0 7", "w K - 0 1"].map(|fields| format!("{kings} {fields}"));
        assert_eq!(fens, expected);
        let all: Vec<Opening> =
            (0..3).map(|number| Openings::List(list.clone()).get(5, number, &mut *session)).collect();
        assert!(list.iter().all(|opening| all.contains(opening)), "each is used before one is used again");
    }

    /// The openings of a PGN, each as its number of moves and the FEN after them, and the warnings.
    fn read_pgn(game: &str, plies: Option<u32>, text: &str) -> (Vec<(usize, String)>, Vec<String>) {
        let catalogue = Catalogue::default();
        let mut session = catalogue.open_named(game).expect("a listed game");
        let mut warnings = Vec::new();
        let mut warn = |warning| warnings.push(warning);
        let read = Openings::read_pgn(text.as_bytes(), plies, (&catalogue, &mut *session), &mut warn);
        let list = match read {
            Ok(Openings::List(list)) => list,
            Ok(Openings::Random(_)) => panic!("a list"),
            Err(error) => return (Vec::new(), [warnings, vec![error.to_string()]].concat()),
        };
        let places = list.iter().map(|opening| {
            opening.set_up(&mut *session);
            (opening.moves.len(), session.view().fen())
        });
        (places.collect(), warnings)
    }

    #[test]
    fn games_are_openings_with_their_moves() {
        let text = format!(
            "[Event \"one\"]\n\n1. e4 e5 2. Nf3 {{a comment}} Nc6 1/2-1/2\n\n\
             [SetUp \"1\"]\n[FEN \"{KINGS} w K - 3 9\"]\n\n9. O-O Kd8 *\n\n1. d4 1-0\n"
        );
        let (places, warnings) = read_pgn("chess", None, &text);
        assert_eq!(warnings, [""; 0]);
        assert_eq!(places.iter().map(|(plies, _)| *plies).collect::<Vec<_>>(), [4, 2, 1]);
        assert!(places[0].1.ends_with(" w KQkq - 2 3") && places[1].1.ends_with(" w - - 5 10"), "{places:?}");
        let (places, _) = read_pgn("chess", Some(2), &text);
        assert_eq!(places.iter().map(|(plies, _)| *plies).collect::<Vec<_>>(), [2, 2, 1]);
    }

    #[test]
    fn games_that_are_no_openings_are_told() {
        let mate = "1. f3 e5 2. g4 Qh4# 0-1\n\n";
        for (game, plies, text, openings, warning) in [
            ("chess", None, mate.to_owned() + "1. e4 *", 1, "game 1: it is over after 4 plies: Black mates"),
            ("chess", Some(3), mate.to_owned(), 1, ""),
            ("chess", None, "1. e4 *\n\n1. e4 e4 *".to_owned(), 1, "game 2, line 3: 1... `e4` is not legal here"),
            ("chess", Some(1), "1. e4 e4 *".to_owned(), 1, ""),
            (
                "chess",
                None,
                "[Variant \"kingsmen\"]\n\n*\n\n1. e4 *".to_owned(),
                1,
                "the variant is kingsmen, expected chess",
            ),
            ("chess", None, "[Variant \"none\"]\n\n*\n\n1. e4 *".to_owned(), 1, "unknown variant `none`"),
            ("gothic", None, "1. e4 *".to_owned(), 0, "the variant is chess, expected gothic"),
            ("chess", None, "1. e4 (1. d4 *".to_owned(), 0, "has no `)`"),
            ("chess", None, "\n".to_owned(), 0, "no position"),
        ] {
            let (places, warnings) = read_pgn(game, plies, &text);
            assert_eq!(places.len(), openings, "{text}: {warnings:?}");
            let told = warnings.join("; ");
            assert!(told.contains(warning) && (told.is_empty() == warning.is_empty()), "{text}: {told}");
        }
    }

    #[test]
    fn the_format_is_known_by_name_or_text() {
        let of = |name: &str, text: &str| Format::of(name, &mut text.as_bytes()).expect("memory can be read");
        for (name, text, format) in [
            ("a.pgn", "", Format::Pgn),
            ("A.PGN", "x", Format::Pgn),
            ("a.epd", "[Event", Format::Epd),
            ("book", "\u{feff}\n[Event \"x\"]", Format::Pgn),
            ("book", "1. e4 e5", Format::Pgn),
            ("book", "{a comment} 1. e4 e5", Format::Pgn),
            ("book", "1k6/8/8/8/8/8/8/K7 w - - c0 \"1.5\";", Format::Epd),
            ("book", "# comment", Format::Epd),
            ("book", "", Format::Epd),
        ] {
            assert_eq!(of(name, text), format, "{name} {text}");
        }
    }

    #[test]
    fn errors_name_the_line() {
        let mut session = Catalogue::default().open_named("chess").expect("a listed game");
        let mut error =
            |text: &str| Openings::read_epd(Lines::new(text.as_bytes()), &mut *session).expect_err(text).to_string();
        assert!(error("\n8/8 w - - 0 1\n").starts_with("line 2: FEN has 2 ranks"));
        assert!(error("k7/8/K7/8/8/8/8/8 w - - 0 1").contains("the game is over"));
        assert!(error("# nothing\n").contains("no position"));
    }
}

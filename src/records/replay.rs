//! Replays games of PGN files.

use std::cell::Cell;
use std::collections::HashMap;

use super::error::{PgnError, PgnProblem};
use super::note::plain_text;
use super::reader::{RawGame, RawMove};
use super::spelling::{read_result, with_hyphens};
use super::variations::Variations;
use super::{PgnGame, Termination, Turn, UNNAMED_VARIANT, entries, xboard};
use crate::board::{FenError, MoveError, Spec, View};
use crate::games::Games;
use crate::session::{Catalogue, Session};
use crate::types::{Color, Ending, GameResult, Move};
use crate::xboard::notation::find_variant;

/// Replays games, with one session for each variant.
#[derive(Default)]
pub struct Replayer {
    catalogue: Catalogue,
    /// The game of records that name none.
    unnamed: Option<String>,
    sessions: HashMap<&'static str, Box<dyn Session>>,
    warnings: Vec<PgnError>,
}

impl Replayer {
    /// Replays the games of this catalogue.
    pub fn new(catalogue: &Catalogue) -> Self {
        Self { catalogue: catalogue.clone(), ..Self::default() }
    }

    /// Takes records that name no game for records of this one.
    pub fn with_unnamed(self, variant: Option<String>) -> Self {
        Self { unnamed: variant, ..self }
    }

    /// Checks the moves and the result of a game, and makes a record of it.
    ///
    /// The Variant tag names the variant; without it, chess is assumed, but see [`Replayer::with_unnamed`]. On boards of ten ranks, moves count ranks from
    /// 0 if a move names rank 0 or if there is a tag VariantMen, which XBoard writes, unless a move names rank 10. A
    /// castling that XBoard names otherwise than we do is read as the one with which the rest of the game is legal. A
    /// missing result after the moves is taken from the Result tag. A variation that cannot be read becomes part of a
    /// comment, see [`Replayer::warnings`].
    ///
    /// # Errors
    /// When the variant is unknown, the position or a move is refused, or the result contradicts a mate or stalemate on
    /// the board.
    pub fn replay(&mut self, raw: &RawGame) -> Result<PgnGame, PgnError> {
        self.warnings.clear();
        let at = |line: usize| move |problem| PgnError { game: raw.number, line, problem: Box::new(problem) };
        let unnamed = self.unnamed.as_deref().unwrap_or(UNNAMED_VARIANT);
        let spec = self.spec(raw.tags.get("Variant").unwrap_or(unnamed)).map_err(at(raw.line))?;
        let mut game = raw.without_turns(spec.page.name);
        let has_entries = entries::has_entries(raw, spec);
        let odd = raw.odd.iter().map(|(line, text)| at(*line)(PgnProblem::Odd(text.clone())));
        let mut warnings: Vec<PgnError> = odd.collect();
        let (session, unfit) = self.session_from(spec, &mut game, raw, has_entries).map_err(at(raw.line))?;
        warnings.extend(unfit.map(PgnProblem::Right).map(at(raw.line)));
        let zero_based = xboard::counts_from_zero(session.spec(), raw);
        let is_xboards = xboard::is_writer(raw);
        let reading =
            Reading { raw, zero_based, has_entries, is_xboards, result: game.result, null_move: Cell::new(None) };
        xboard::disown(&mut game.tags);
        let mut turns = reading.turns(session, 0, None).map_err(|failure| {
            let line = raw.moves.get(failure.number).or(raw.moves.last()).map_or(raw.line, |raw_move| raw_move.line);
            at(line)(*failure.problem)
        })?;
        if let Some(number) = reading.null_move.get() {
            warnings.push(at(raw.moves[number].line)(null_move(session.view(), &raw.moves[number].text)));
            let note = turns.last_mut().map(|(_, turn)| &mut turn.note);
            let rest = plain_text(&rest_of(raw, number));
            match note {
                Some(note) => note.add_text(&rest),
                None => game.preface = plain_text(&format!("{} {rest}", game.preface)),
            }
        }
        if raw.moves.iter().any(|raw_move| !raw_move.variations.is_empty()) {
            let session = self.session(&game).map_err(at(raw.line))?;
            warnings.extend(Variations::new(raw, zero_based, is_xboards).add_to(&mut turns, session));
        }
        game.turns = turns.into_iter().map(|(_, turn)| turn).collect();
        self.warnings = warnings;
        Ok(game)
    }

    /// What was wrong with the last game but did not prevent reading it: variations and odd texts that became comments, a
    /// null move that ends it, castling rights that do not fit.
    pub fn warnings(&self) -> &[PgnError] {
        &self.warnings
    }

    /// A session at the start of the game. A start position that only XBoard writes so, as it does where turns are
    /// entries, is replaced by our FEN of it. Also returns what is wrong with a castling right that is left out.
    fn session_from(
        &mut self,
        spec: &'static Spec,
        game: &mut PgnGame,
        raw: &RawGame,
        has_entries: bool,
    ) -> Result<(&mut dyn Session, Option<FenError>), PgnProblem> {
        let unfit = self.find_start(spec, game, has_entries)?;
        let session = self.session(game)?;
        if xboard::has_men(raw) && game.start.is_some() {
            // XBoard names the game's own start position too, and others in its own way.
            let fen = session.view().fen();
            session.set_position(None)?;
            game.start = Some(fen).filter(|fen| *fen != session.view().fen());
        }
        self.session(game).map(|session| (session, unfit))
    }

    /// Replaces a start position that only XBoard writes so. Returns what is wrong with a castling right that is left out.
    ///
    /// # Errors
    /// When the position is refused.
    fn find_start(
        &mut self,
        spec: &'static Spec,
        game: &mut PgnGame,
        has_entries: bool,
    ) -> Result<Option<FenError>, PgnProblem> {
        if has_entries {
            game.start = game.start.take().map(|start| xboard::start_position(spec, &start));
        }
        if let Err(problem) = self.session(game).map(|_| ()) {
            let Some(start) = game.start.take() else { return Err(problem) };
            game.start = Some(xboard::start_position(spec, &start));
            return match (self.session(game).map(|_| ()), problem) {
                (Ok(()), PgnProblem::Fen(unfit @ FenError::UnfitRight { .. })) => Ok(Some(unfit)),
                (Ok(()), _) => Ok(None),
                (Err(_), problem) => Err(problem),
            };
        }
        Ok(None)
    }

    /// A session at the start of the game.
    ///
    /// # Errors
    /// When the variant is unknown, or the position is refused.
    pub fn session(&mut self, game: &PgnGame) -> Result<&mut dyn Session, PgnProblem> {
        let spec = self.spec(&game.variant)?;
        let session = self.sessions.entry(spec.page.name).or_insert_with(|| self.catalogue.open(spec));
        session.set_position(game.start.as_deref())?;
        Ok(&mut **session)
    }

    /// The game that the value of a Variant tag names.
    fn spec(&self, variant: &str) -> Result<&'static Spec, PgnProblem> {
        let name = match variant.trim() {
            "" => UNNAMED_VARIANT,
            name if name.eq_ignore_ascii_case("from position") => UNNAMED_VARIANT,
            name => name,
        };
        let games = &self.catalogue.games;
        let unknown = || PgnProblem::Variant { name: variant.to_owned(), known: games.known_names() };
        find_game(games, name).ok_or_else(unknown)
    }
}

/// How the moves of a game are read.
struct Reading<'g> {
    raw: &'g RawGame,
    /// Whether moves count ranks from 0.
    zero_based: bool,
    /// Whether turns are entries of XBoard's list of moves.
    has_entries: bool,
    /// Whether castlings are named as XBoard does.
    is_xboards: bool,
    /// The result to check.
    result: GameResult,
    /// The number of the null move at which the reading ended, if there is one.
    null_move: Cell<Option<usize>>,
}

/// Turns, and the number of the first move of each in the raw game.
type Numbered = Vec<(usize, Turn)>;

/// Why the rest of a game cannot be read.
struct Failure {
    /// The number of the move, from 0; that of the moves if the result is wrong.
    number: usize,
    problem: Box<PgnProblem>,
    /// Whether there is more than one way to read it.
    is_ambiguous: bool,
}

impl Reading<'_> {
    /// The turns from move `number` on, which the position of the session is waiting for. `last` is the side that made
    /// the turn before. Each turn comes with the number of its first move, and without variations.
    fn turns(&self, session: &mut dyn Session, number: usize, last: Option<Color>) -> Result<Numbered, Failure> {
        let (mut turns, mut number, mut last): (Numbered, _, _) = (Vec::new(), number, last);
        while let Some(raw_move) = self.raw.moves.get(number) {
            let side = session.view().side();
            let (m, length) = match self.entries(session.view(), number, last == Some(side)) {
                Some(turn) => turn,
                None => {
                    let text =
                        if self.zero_based { xboard::counted_from_one(&raw_move.text) } else { raw_move.text.clone() };
                    match xboard::castlings(session.view(), &text, self.is_xboards)[..] {
                        [] => match self.plain(session.view(), number, &text) {
                            Err(failure) if failure.is_null_move() => {
                                self.null_move.set(Some(number));
                                return Ok(turns);
                            }
                            turn => turn?,
                        },
                        [m] => (m, 1),
                        [likely, other, ..] => {
                            turns.extend(self.either(session, number, likely, other)?);
                            return Ok(turns);
                        }
                    }
                }
            };
            turns.push((number, self.play(session, number, m)?));
            number += length;
            last = Some(side);
        }
        check_result(self.result, session.ending()).map_err(|problem| Failure {
            number,
            problem: Box::new(problem),
            is_ambiguous: false,
        })?;
        Ok(turns)
    }

    /// The turn that begins with move `number` as entries of XBoard's list, and how many these are, if they are any.
    fn entries(&self, view: &dyn View, number: usize, again: bool) -> Option<(Move, usize)> {
        let next = self.raw.moves[number..].iter().take(entries::MAX_ENTRIES);
        let words: Vec<&str> = next.map(|raw_move| raw_move.text.as_str()).collect();
        self.has_entries.then(|| entries::read_turn(view, &words, again)).flatten()
    }

    /// Move number `number`, whose text this is. XBoard also writes moves in two legs where it keeps no list of entries.
    fn plain(&self, view: &dyn View, number: usize, text: &str) -> Result<(Move, usize), Failure> {
        view.read_move(text).map(|m| (m, 1)).or_else(|error| {
            let words = [self.raw.moves[number].text.as_str()];
            let turn = self.is_xboards.then(|| entries::read_turn(view, &words, false)).flatten();
            turn.ok_or_else(|| failure(view, number, error))
        })
    }

    fn play(&self, session: &mut dyn Session, number: usize, m: Move) -> Result<Turn, Failure> {
        let raw_move = &self.raw.moves[number];
        let turn = Turn::new(session.view(), m, raw_move.note.clone());
        session.play(m).map_err(|error| failure(session.view(), number, error))?;
        Ok(Turn { glyphs: raw_move.glyphs.clone(), ..turn })
    }

    /// The turns from a castling on that may be either of two. The rest of the game decides. If it does not, the likelier
    /// one counts, unless XBoard writes both alike.
    fn either(&self, session: &mut dyn Session, number: usize, likely: Move, other: Move) -> Result<Numbered, Failure> {
        let first = self.line(session, number, likely);
        if first.is_ok() && !self.is_xboards {
            return first;
        }
        match (first, self.line(session, number, other)) {
            (Ok(_), Ok(_)) => Err(self.ambiguous(session.view(), number, [likely, other])),
            (Ok(_), Err(second)) if second.is_ambiguous => Err(second),
            (Err(first), Ok(_)) if first.is_ambiguous => Err(first),
            (Ok(turns), Err(_)) | (Err(_), Ok(turns)) => Ok(turns),
            (Err(first), Err(second)) if second.number > first.number => Err(second),
            (Err(first), Err(_)) => Err(first),
        }
    }

    /// The turns if move `number` is `m`; the session stays where it is.
    fn line(&self, session: &mut dyn Session, number: usize, m: Move) -> Result<Numbered, Failure> {
        let before = session.moves().len();
        let turn = self.play(session, number, m);
        let turns = turn.and_then(|turn| {
            let rest = self.turns(session, number + 1, Some(turn.side))?;
            Ok([vec![(number, turn)], rest].concat())
        });
        while session.moves().len() > before && session.undo() {}
        turns
    }

    fn ambiguous(&self, view: &dyn View, number: usize, fits: [Move; 2]) -> Failure {
        let [first, second] = fits.map(|m| view.san(m));
        let fits = format!("{first} {second}, which XBoard writes alike, and the game goes on legally after each");
        let error = MoveError::Ambiguous(self.raw.moves[number].text.clone(), fits);
        Failure { is_ambiguous: true, ..failure(view, number, error) }
    }
}

impl Failure {
    fn is_null_move(&self) -> bool {
        matches!(&*self.problem, PgnProblem::Move { error: MoveError::NullMove(_), .. })
    }
}

fn failure(view: &dyn View, number: usize, error: MoveError) -> Failure {
    Failure { number, problem: Box::new(refused(view, error)), is_ambiguous: false }
}

fn null_move(view: &dyn View, text: &str) -> PgnProblem {
    PgnProblem::NullMove { number: number_text(view), text: text.to_owned() }
}

/// The moves from this number on, with their comments and variations.
fn rest_of(raw: &RawGame, number: usize) -> String {
    let text = |raw_move: &RawMove| {
        let comment = if raw_move.note.is_empty() { String::new() } else { format!(" ({})", raw_move.note) };
        let variations: String = raw_move.variations.iter().map(|text| format!(" ({text})")).collect();
        format!("{}{comment}{variations}", raw_move.text)
    };
    raw.moves[number..].iter().map(text).collect::<Vec<_>>().join(" ")
}

/// The number of the turn that is next, with its dots.
fn number_text(view: &dyn View) -> String {
    let dots = if view.side() == Color::White { "." } else { "..." };
    format!("{}{dots}", view.full_move())
}

/// The game of this name or title, whatever its case and signs; also by the names that other programs have for it.
pub fn find_game(games: &Games, name: &str) -> Option<&'static Spec> {
    let usual = match name.to_ascii_lowercase().as_str() {
        "normal" | "standard" | "orthodox" => games.find(UNNAMED_VARIANT),
        _ => games.find_titled(name),
    };
    games.find(name).or(usual).or_else(|| find_variant(games, name))
}

fn refused(view: &dyn View, error: MoveError) -> PgnProblem {
    let number = number_text(view);
    // In the order of coordinate notation, for messages that do not depend on move generation.
    let legal = view.move_texts().iter().filter_map(|text| Some(view.san(view.read_move(text).ok()?))).collect();
    PgnProblem::Move { number, error, legal }
}

/// Checks the recorded result against the end on the board. Only mate and stalemate end a game at once; a game with
/// another end may have another result, for instance a loss on time.
fn check_result(recorded: GameResult, ending: Option<Ending>) -> Result<(), PgnProblem> {
    match ending {
        Some(ending @ (Ending::Checkmate(_) | Ending::Stalemate | Ending::Won(..) | Ending::Drawn(_)))
            if ![GameResult::Unknown, ending.result()].contains(&recorded) =>
        {
            Err(PgnProblem::Result { recorded, ending })
        }
        _ => Ok(()),
    }
}

impl RawGame {
    /// The record without its turns.
    fn without_turns(&self, variant: &str) -> PgnGame {
        let mut tags = self.tags.clone();
        let tag_result = tags.take("Result").and_then(|text| read_result(&with_hyphens(&text)));
        let termination = tags.take("Termination").map(|text| Termination::read(&text));
        let fen = tags.take("FEN");
        let mut game = PgnGame::new(variant, tags.take(xboard::OWN_FEN_TAG).or(fen));
        for follows in ["Variant", "SetUp", "PlyCount"] {
            tags.take(follows);
        }
        game.result = self.result.or(tag_result).unwrap_or(GameResult::Unknown);
        (game.tags, game.termination, game.preface) = (tags, termination, self.preface.clone());
        game
    }
}

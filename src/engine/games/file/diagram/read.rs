//! Reads the games of a text with diagrams.

use super::super::check::{MIN_SIZE, check};
use super::super::draft::Draft;
use super::super::keys::{KEYS, MAX_TITLE};
use super::super::pieces::KING;
use super::super::problem::{Fault, MAX_TEXT, MAX_VALUE, Problem, quoted};
use super::super::read::{Known, MAX_NAME, ReadGame, ReadGames, check_name};
use super::super::sections::MAX_PROBLEMS;
use super::super::values;
use super::array::Array;
use super::blocks::{Block, Page, Row};
use super::pieces::{Piece, add_to, assign_letters, is_piece};
use super::rules::Rules;
use super::{castling, promotion, steps};
use crate::types::{Bitboard, Color, Kind, KindSet, MAX_KINDS, RANKS, STRIDE, Verdict};

/// Reads the games of a text. `file` is its name for messages, and names the games; `known` tells what a name stands for
/// outside the file.
pub(in super::super) fn read(file: &str, text: &str, known: &dyn Fn(&str) -> Known) -> ReadGames {
    let mut found = ReadGames { games: Vec::new(), problems: Vec::new(), warnings: Vec::new() };
    let problem = |line: usize, fault: Fault| {
        let (file, section, key) = (file.to_owned(), String::new(), String::new());
        Problem { file, line, section, key, fault }
    };
    if text.len() > MAX_TEXT {
        found.problems.push(problem(1, Fault::LongFile));
        return found;
    }
    let page = Page::of(text);
    if page.blocks.is_empty() {
        let why = "no diagram is in the page, expected an element such as `<div class=\"idiagram\">`";
        found.problems.push(problem(1, Fault::contradiction(why)));
    }
    for (number, block) in page.blocks.iter().enumerate() {
        if found.problems.len() >= MAX_PROBLEMS {
            break;
        }
        let usual = usual_name(file, number, &found.games);
        let mut reading = Reading { file, page: &page, block, name: usual, found: &mut found };
        reading.read(known);
    }
    found.problems.sort_by_key(|problem| problem.line);
    found.problems.truncate(MAX_PROBLEMS);
    found
}

/// The name of a game whose diagram has none: the file's, with a number from the second one on.
fn usual_name(file: &str, number: usize, games: &[ReadGame]) -> String {
    let stem = file.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    let mut name = String::new();
    for c in stem.chars().map(|c| c.to_ascii_lowercase()) {
        let is_plain = c.is_ascii_alphanumeric();
        if is_plain || !name.is_empty() && !name.ends_with('-') {
            name.push(if is_plain { c } else { '-' });
        }
    }
    name.truncate(MAX_NAME - 4);
    let name = name.trim_end_matches('-');
    let name = if name.contains(|c: char| c.is_ascii_alphabetic()) { name } else { "diagram" };
    let names = (number + 1..).map(|number| if number == 1 { name.to_owned() } else { format!("{name}-{number}") });
    let mut free = names.filter(|name| !games.iter().any(|read| read.game.name == *name));
    free.next().unwrap_or_default()
}

/// A diagram being read.
struct Reading<'r> {
    file: &'r str,
    page: &'r Page,
    block: &'r Block,
    name: String,
    found: &'r mut ReadGames,
}

/// A fault in a line, at a key.
type Wrong = (usize, String, Fault);

impl Reading<'_> {
    fn problem(&self, (line, key, fault): Wrong) -> Problem {
        Problem { file: self.file.to_owned(), line, section: self.name.clone(), key: quoted(&key), fault }
    }

    fn report(&mut self, wrong: Wrong) {
        let problem = self.problem(wrong);
        self.found.problems.push(problem);
    }

    fn warn(&mut self, wrong: Wrong) {
        let warning = self.problem(wrong);
        self.found.warnings.push(warning);
    }

    fn read(&mut self, known: &dyn Fn(&str) -> Known) {
        let before = self.found.problems.len();
        let mut rules = Rules::default();
        self.read_settings(&mut rules);
        if !rules.name.is_empty() {
            self.name.clone_from(&rules.name);
            let line = rules.line("name", self.block.line);
            self.found.problems.iter_mut().skip(before).for_each(|problem| problem.section.clone_from(&rules.name));
            if let Some(first) = self.found.games.iter().find(|read| read.game.name == rules.name) {
                let first = first.line;
                let why = format!("a game of this name is already in line {first}, expected another name");
                self.report((line, "name".to_owned(), Fault::contradiction(why)));
            }
        }
        if let Err(fault) = check_name(&self.name, known) {
            self.report((rules.line("name", self.block.line), String::new(), fault));
        }
        if let Some((line, function, what)) = self.page.script {
            let why = format!("the script of the page decides {what} (`{function}`), which is not supported");
            self.report((line, String::new(), Fault::contradiction(why)));
        }
        if let Err(wrong) = check_size(&rules, self.block.line) {
            return self.report(wrong);
        }
        let pieces = self.read_pieces(&rules);
        // What follows from a mistake is not told as another one.
        if self.found.problems.len() > before {
            return;
        }
        match self.build(&rules, pieces) {
            Ok(game) => self.keep(&rules, game),
            Err(wrong) => self.report(wrong),
        }
    }

    fn read_settings(&mut self, rules: &mut Rules) {
        if self.block.is_long {
            self.report((self.block.line, String::new(), Fault::ManySettings));
        }
        for Row { line, text } in &self.block.rows {
            if text.len() > MAX_VALUE {
                self.report((*line, String::new(), Fault::LongLine));
                continue;
            }
            let Some((name, value)) = text.split_once('=').filter(|(name, _)| !name.contains(':')) else { continue };
            if text.starts_with(['#', ';']) {
                continue;
            }
            if let Err(fault) = rules.set(*line, name.trim(), value.trim()) {
                self.report((*line, name.trim().to_owned(), fault));
            }
        }
    }

    fn read_pieces(&mut self, rules: &Rules) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        for row in self.block.rows.iter().filter(|row| row.text.len() <= MAX_VALUE) {
            let is_setting = row.text.split_once('=').is_some_and(|(name, _)| !name.contains(':'));
            if is_setting || row.text.starts_with(['#', ';']) {
                continue;
            }
            let name = row.text.split(':').next().unwrap_or_default().trim().to_owned();
            let wrong = |fault: Fault| (row.line, name.clone(), fault);
            if !is_piece(row) {
                let form = "a setting such as `files=8`, or a piece as `name:id:movement:image:squares`";
                self.report((row.line, String::new(), Fault::value(&row.text, form)));
            } else if name.eq_ignore_ascii_case("hole") {
                let why = "holes in the board are not supported, all squares of the rectangle are played on";
                self.report(wrong(Fault::contradiction(why)));
            } else {
                match Piece::read(row, rules) {
                    Ok(piece) => pieces.extend(piece),
                    Err(fault) => self.report(wrong(fault)),
                }
            }
            if pieces.len() > MAX_KINDS {
                let why = format!("more than {MAX_KINDS} kinds of piece");
                self.report((row.line, String::new(), Fault::contradiction(why)));
                break;
            }
        }
        pieces
    }

    fn build(&mut self, rules: &Rules, mut pieces: Vec<Piece>) -> Result<Draft, Wrong> {
        let block = self.block.line;
        let first = pieces.first().map_or(block, |piece| piece.line);
        let at_piece = |(line, fault): (usize, Fault)| (line, String::new(), fault);
        let at_key = |(key, fault): (&'static str, Fault)| (rules.line(key, block), key.to_owned(), fault);
        if pieces.is_empty() {
            let why = "the diagram has no pieces, expected lines such as `Knight:N:N:knight:b1,g1`";
            return Err((block, String::new(), Fault::contradiction(why)));
        }
        assign_letters(&mut pieces).map_err(at_piece)?;
        let array = Array::of(&pieces, rules).map_err(at_piece)?;
        for (line, square) in &array.twice {
            let why = format!("a second piece on {square}, this one counts");
            self.warn((*line, String::new(), Fault::contradiction(why)));
        }
        let royals = royals(&pieces, &array, rules).map_err(at_key)?;
        let mut game = Draft::template();
        (game.files, game.ranks) = (rules.files as u8, rules.ranks as u8);
        game.name.clone_from(&self.name);
        game.comment = self.comment();
        if let [_] = self.page.blocks[..] {
            let title: String = self.page.title.chars().take(MAX_TITLE).collect();
            title.trim_end().clone_into(&mut game.title);
        }
        let by_choice = promotion::is_by_choice(rules);
        let promotes = |number: usize| by_choice && number < rules.max_promote as usize;
        let nothing = rules.promo_zone == 0 || rules.max_promote == 0;
        let is_royal = |number: usize| royals.contains(&number);
        add_to(&mut game, &mut pieces, rules, is_royal, |number| nothing || promotes(number)).map_err(at_piece)?;
        promotion::set(&mut game, &pieces, &array, rules, &royals).map_err(at_key)?;
        check_hands(&pieces, &game).map_err(at_piece)?;
        let names_steps = rules.others.iter().any(|(name, ..)| name.starts_with("doubleStepRegion"));
        for line in steps::set(&mut game, &pieces, &array, names_steps).map_err(at_piece)? {
            let why = "a piece that comes to where another of its kind began may make that one's initial move";
            self.warn((line, String::new(), Fault::contradiction(why)));
        }
        let rights = castling::set(&mut game, &pieces, &array, rules).map_err(at_piece)?;
        game.start = format!("{} w {rights} - 0 1", array.fen(&game, &pieces));
        set_ends(&mut game, rules, &pieces, &royals).map_err(at_key)?;
        if !rules.shuffle.is_empty() {
            let why = "the array of the diagram is played; it is not shuffled";
            self.warn((rules.line("shuffle", block), "shuffle".to_owned(), Fault::contradiction(why)));
        }
        set_others(&mut game, rules)?;
        let place = |key: &str| place_of(key).map_or(first, |key| rules.line(key, block));
        match check(&game).into_iter().next() {
            Some((key, fault)) => Err((place(&key), place_of(&key).unwrap_or_default().to_owned(), fault)),
            None => Ok(game),
        }
    }

    /// What the page and the author of the diagram say about the game.
    fn comment(&self) -> Vec<String> {
        let own = self.block.rows.iter().filter_map(|row| row.text.strip_prefix(['#', ';']));
        let title = Some(self.page.title.as_str()).filter(|title| !title.is_empty());
        let line = |text: &str| text.trim_start_matches(['#', ';']).trim().replace(char::is_control, " ");
        title.into_iter().chain(own).map(line).collect()
    }

    fn keep(&mut self, rules: &Rules, game: Draft) {
        let name_of = |key: &str| place_of(key).unwrap_or_default();
        self.found.games.push(ReadGame { line: self.block.line, game, lines: rules.lines.clone(), name_of });
    }
}

/// The board must be one that we have.
fn check_size(rules: &Rules, block: usize) -> Result<(), Wrong> {
    let Rules { files, ranks, .. } = *rules;
    for (name, size, most) in [("files", files, u32::from(STRIDE)), ("ranks", ranks, RANKS as u32)] {
        if !(MIN_SIZE.into()..=most).contains(&size) {
            let why = format!(
                "a board of {files}x{ranks} is not supported: {size} {name}, expected {MIN_SIZE} to {most}, because the squares of \
                 the largest board, {STRIDE}x{RANKS}, just fit the engine's sets of squares"
            );
            return Err((rules.line(name, block), name.to_owned(), Fault::contradiction(why)));
        }
    }
    Ok(())
}

/// The numbers of the royal kinds. Each side has one piece of such a kind.
fn royals(pieces: &[Piece], array: &Array, rules: &Rules) -> Result<Vec<usize>, (&'static str, Fault)> {
    let mut royals: Vec<usize> = rules.royals.iter().filter_map(|&number| (number as usize).checked_sub(1)).collect();
    if royals.is_empty() {
        royals.push(pieces.len() - 1);
    }
    royals.sort_unstable();
    royals.dedup();
    if let Some(number) = royals.iter().find(|&&number| number >= pieces.len()) {
        let why = format!("there is no kind {}, of {}", number + 1, pieces.len());
        return Err(("royal", Fault::contradiction(why)));
    }
    for color in Color::BOTH {
        let count: u32 = royals.iter().map(|&number| array.squares_of(number, color).count()).sum();
        if count != 1 {
            let names: Vec<&str> = royals.iter().map(|&number| pieces[number].name.as_str()).collect();
            let (name, names) = (color.name(), names.join(" or "));
            let why = format!("{count} royal pieces of {name} ({names}), expected exactly one on each side");
            return Err(("royal", Fault::contradiction(why)));
        }
    }
    Ok(royals)
}

/// Pieces in hand are only counted for promotions to captured pieces.
fn check_hands(pieces: &[Piece], game: &Draft) -> Result<(), (usize, Fault)> {
    let is_wrong = |piece: &&Piece| piece.hand != [0; 2] && game.laws.promotion_limits[piece.slot] == 0;
    pieces.iter().find(is_wrong).map_or(Ok(()), |piece| {
        let why =
            "pieces in hand are not dropped, expected none but for promotions to captured pieces (`*` in promoChoice)";
        Err((piece.line, Fault::contradiction(why)))
    })
}

/// Sets royal pieces beside the king, stalemate and baring.
fn set_ends(game: &mut Draft, rules: &Rules, pieces: &[Piece], royals: &[usize]) -> Result<(), (&'static str, Fault)> {
    game.laws.stalemate = if rules.stalemate_loses { Verdict::Loss } else { Verdict::Draw };
    let kinds = royals.iter().fold(KindSet(0), |kinds, &number| kinds.with(Kind::new(pieces[number].slot)));
    let is_alone = kinds == Kind::new(KING).bit();
    let rule = &mut game.laws.extinction;
    if !is_alone {
        (rule.pseudo_royal, rule.verdict, rule.kinds) = (true, Some(Verdict::Loss), kinds);
    }
    if rules.baring {
        if !is_alone {
            let why = "with royal pieces of two kinds, baring is not supported";
            return Err(("baring", Fault::contradiction(why)));
        }
        (rule.verdict, rule.is_claimed, rule.kinds) = (Some(Verdict::Loss), true, KindSet::ALL);
        (rule.most, rule.opponent) = (1, 2);
    }
    Ok(())
}

/// Sets what keys of the other format say, in their order.
fn set_others(game: &mut Draft, rules: &Rules) -> Result<(), Wrong> {
    for key in KEYS {
        for (name, line, value) in rules.others.iter().filter(|(name, ..)| name == key.name) {
            key.set(game, value).map_err(|fault| (*line, name.clone(), fault))?;
        }
    }
    for (name, line, value) in &rules.others {
        let Some((side, piece)) = name.split_once('.') else { continue };
        let set = || {
            let kind = values::kind(game, piece)?;
            let squares = values::squares(value)?;
            Ok((kind, if squares.is_empty() { Bitboard::FULL } else { squares }))
        };
        let (kind, squares) = set().map_err(|fault| (*line, name.clone(), fault))?;
        let color = if side.ends_with("White") { Color::White } else { Color::Black };
        game.laws.mobility[color.index()][kind.index()] = squares;
    }
    Ok(())
}

/// The key of diagrams that stands for one of the other format.
fn place_of(key: &str) -> Option<&'static str> {
    let place = match key {
        "maxFile" => "files",
        "maxRank" => "ranks",
        "promotedPieceType" => "promoOffset",
        "extinctionValue" => "baring",
        key if key.starts_with("promotion") => "promoChoice",
        _ => return None,
    };
    Some(place)
}

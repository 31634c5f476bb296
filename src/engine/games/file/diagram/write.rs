//! Writes games as diagrams. What a diagram cannot say stands there in keys of the other format, which its script passes
//! over.

use super::super::castling;
use super::super::draft::Draft;
use super::super::keys::last_ranks;
use super::super::pieces::{JANGGI_CANNON, KING, PAWN, known_movement};
use super::super::problem::Fault;
use super::super::read::{Known, ReadGame, ReadGames};
use super::super::start::Start;
use super::super::texts::kind_text;
use super::blocks::PIECE_COLONS;
use super::pieces::plain;
use super::read::read;
use super::xbetza::{Atom, atoms, is_direction};
use crate::board::{Form, Part, UNLIMITED, usual_name};
use crate::types::{Bitboard, Color, Kind, KindSet, Square, Verdict};

impl Draft {
    /// The game as a diagram of this name, an element to be pasted into a page.
    ///
    /// # Errors
    /// When the game cannot be written so: the first problem that reading it would meet.
    pub fn diagram(&self, name: &str) -> Result<String, Fault> {
        if !self.has_one_royal() {
            return Err(Fault::contradiction("a diagram has exactly one royal piece on each side throughout the game"));
        }
        let mut problem = Fault::contradiction("nothing is written");
        for with_choice in [true, false] {
            let text = Writer { game: self, with_choice }.text(name);
            let ReadGames { games, problems: found, .. } = read("diagram", &text, &|_| Known::Nothing);
            let Some(ReadGame { game: mut base, .. }) = games.into_iter().next() else {
                problem = found.into_iter().next().map_or(problem, |problem| problem.fault);
                continue;
            };
            let mut settings = self.regions(|slot, color| {
                format!("mobilityRegion{}.{}", color.name(), kind_text(self, slot).unwrap_or_default())
            });
            settings.extend(self.differences(&mut base).into_iter().map(|(key, value)| (key.to_owned(), value)));
            let rest: String = settings.iter().map(|(key, value)| format!("{key}={}\n", in_a_row(value))).collect();
            return Ok(format!("<div class=\"idiagram\">\n{text}{rest}</div>\n"));
        }
        Err(problem)
    }
}

/// A value as a row may have it. Titles and names may have what would begin another setting (`=`), an element of the page
/// (`<`) or a piece (a word with many colons).
fn in_a_row(value: &str) -> String {
    let safe = |word: &str| match word.split_once(':') {
        Some((first, rest)) if word.matches(':').count() >= PIECE_COLONS => {
            format!("{first}:{}", rest.replace(':', ";"))
        }
        _ => word.to_owned(),
    };
    value.replace('=', "-").replace('<', "&lt;").split(' ').map(safe).collect::<Vec<_>>().join(" ")
}

/// A game being written.
struct Writer<'g> {
    game: &'g Draft,
    /// Whether promotions are written as a diagram's.
    with_choice: bool,
}

impl Writer<'_> {
    fn text(&self, name: &str) -> String {
        let game = self.game;
        let start = Start::of(game).ok();
        let pawns = if self.with_choice { self.pawns() } else { Vec::new() };
        let mut slots = game.kinds();
        let royals = game.royals();
        // Those that promote come first, royal pieces last, of these the king first, as it is read.
        slots.sort_by_key(|slot| (royals.has(Kind::new(*slot)), *slot != KING, !pawns.contains(slot)));
        let symmetry = start.as_ref().map_or("none", |start| self.symmetry(start));
        let mut rows = vec![format!("name={name}"), format!("files={}", game.files), format!("ranks={}", game.ranks)];
        // A comment with colons would be a piece.
        rows.extend(game.comment.iter().map(|line| format!("# {}", line.replace(':', ";").replace('=', "-"))));
        rows.push(format!("symmetry={symmetry}"));
        rows.extend(self.promotions(&pawns, start.as_ref()));
        let royal =
            |(number, slot): (usize, &usize)| royals.has(Kind::new(*slot)).then(|| format!("royal={}", number + 1));
        rows.extend(slots.iter().enumerate().filter_map(royal));
        let is_one_sided = |slot: &usize| start.as_ref().is_some_and(|start| self.castling(*slot, start).contains('r'));
        // Both sides castle towards the same files.
        rows.extend(slots.iter().any(is_one_sided).then(|| "castleFlip=1".to_owned()));
        rows.extend(self.ends());
        rows.extend(self.steps());
        rows.extend(slots.iter().map(|&slot| self.piece(slot, start.as_ref(), symmetry)));
        rows.into_iter().map(|row| row + "\n").collect()
    }

    /// The slots of the kinds that promote as pawns do, if they are the same on both sides.
    fn pawns(&self) -> Vec<usize> {
        let game = self.game;
        let sets = [0, 1].map(|side| game.pawns(side).kinds().filter(|&kind| game.has(kind)).collect::<Vec<_>>());
        let laws = &game.laws;
        let ranks = self.zone();
        let is_same = sets[0] == sets[1] && laws.promotion_kinds[0] == laws.promotion_kinds[1] && ranks.is_some();
        let has_choice = laws.promotion_kinds[0].kinds().any(|kind| game.has(kind));
        if !is_same || !has_choice || !game.promotions().is_empty() {
            return Vec::new();
        }
        sets[0].iter().map(|kind| kind.index()).collect()
    }

    /// The number of ranks of the promotion zone, if it is one of last ranks.
    fn zone(&self) -> Option<u8> {
        let game = self.game;
        let regions = game.laws.promotion_region.map(|region| region & game.board());
        (1..game.ranks).find(|&count| [0, 1].map(|side| last_ranks(game, side, count)) == regions)
    }

    fn promotions(&self, pawns: &[usize], start: Option<&Start>) -> Vec<String> {
        let game = self.game;
        let laws = &game.laws;
        let Some(zone) = self.zone().filter(|_| !pawns.is_empty()) else { return vec!["maxPromote=0".to_owned()] };
        let count =
            |kind: Kind, color: Color| start.map_or(0, |start| start.squares_of(color, |other| other == kind).len());
        let kinds: Vec<Kind> = laws.promotion_kinds[0].kinds().filter(|&kind| game.has(kind)).collect();
        let limited = |kind: Kind| {
            let limit = usize::from(laws.promotion_limits[kind.index()]);
            limit > 0 && Color::BOTH.iter().all(|&color| count(kind, color) == limit)
        };
        let mut choice: String = match (pawns, laws.pawns_must_promote) {
            (&[pawn], false) => (if laws.immobility_illegal { "!" } else { "" }).to_owned() + &self.id(pawn),
            _ => String::new(),
        };
        for &kind in &kinds {
            choice += if limited(kind) { "*" } else { "" };
            choice += &self.id(kind.index());
        }
        let mut rows = vec![format!("promoZone={zone}"), format!("maxPromote={}", pawns.len())];
        rows.push(format!("promoChoice={choice}"));
        if kinds.iter().any(|&kind| limited(kind)) {
            rows.push("holdingsType=1".to_owned());
        }
        rows
    }

    fn ends(&self) -> Vec<String> {
        let laws = &self.game.laws;
        let mut rows = Vec::new();
        if laws.stalemate == Verdict::Loss {
            rows.push("stalemate=loss".to_owned());
        }
        let rule = &laws.extinction;
        let is_baring = rule.verdict == Some(Verdict::Loss) && rule.kinds == KindSet::ALL && rule.is_claimed;
        if is_baring && (rule.most, rule.opponent) == (1, 2) {
            rows.push("baring=0".to_owned());
        }
        if self.game.texts[JANGGI_CANNON].is_some() {
            rows.push(format!("janggiCannon={}", self.id(JANGGI_CANNON)));
        }
        rows
    }

    /// Where initial moves are made, if a diagram cannot say that for some kind.
    fn steps(&self) -> Vec<String> {
        let is_other = |&slot: &usize| slot != PAWN && known_movement(self.game.movement(slot)).has_initial();
        if !self.game.kinds().iter().any(is_other) {
            return Vec::new();
        }
        let keys = super::super::keys::KEYS.iter().filter(|key| key.name.starts_with("doubleStep"));
        keys.filter_map(|key| Some(format!("{}={}", key.name, key.text(self.game)?))).collect()
    }

    /// How Black's pieces follow from White's.
    fn symmetry(&self, start: &Start) -> &'static str {
        let follows = |turned: bool| {
            self.game.board().into_iter().all(|square| {
                let other = start.cells[self.partner(square, turned).index()];
                other == start.cells[square.index()].map(|(kind, color)| (kind, !color))
            })
        };
        match (follows(false), follows(true)) {
            (true, _) => "mirror",
            (_, true) => "rotate",
            _ => "none",
        }
    }

    fn partner(&self, square: Square, turned: bool) -> Square {
        let file = if turned { self.game.files - 1 - square.file() } else { square.file() };
        Square::new(file, self.game.ranks - 1 - square.rank())
    }

    fn id(&self, slot: usize) -> String {
        kind_text(self.game, slot).unwrap_or_default().to_ascii_uppercase()
    }

    fn piece(&self, slot: usize, start: Option<&Start>, symmetry: &str) -> String {
        let name: String =
            self.game.kind_name(slot).chars().map(|c| if matches!(c, ':' | '=') { ' ' } else { c }).collect();
        let image = match self.game.drawing(slot) {
            "" => plain(&name),
            drawing => drawing.replace([':', '='], " "),
        };
        let kind = Kind::new(slot);
        let squares = |color| start.map_or(Vec::new(), |start| start.squares_of(color, |other| other == kind));
        let mut places = squares_text(&squares(Color::White));
        let black = squares(Color::Black);
        if symmetry == "none" && !black.is_empty() {
            places += &format!(",,{}", squares_text(&black));
        }
        format!("{name}:{}:{}:{image}:{places}", self.id(slot), self.movement(slot, start))
    }

    /// The movement of a kind with its initial moves and castlings.
    fn movement(&self, slot: usize, start: Option<&Start>) -> String {
        let game = self.game;
        let mut text = String::new();
        if slot == PAWN {
            let laws = &game.laws;
            let any = |regions: [Bitboard; 2]| regions.iter().any(|region| (*region & game.board()).any());
            text += if laws.double_steps && any(laws.double_region) { "ifmnD" } else { "" };
            text += if any(laws.triple_region) { "ifmnH" } else { "" };
        }
        text += &movement_text(game.movement(slot));
        text + &start.map_or_else(String::new, |start| self.castling(slot, start))
    }

    /// The castling of a kind, if a diagram can say it.
    fn castling(&self, slot: usize, start: &Start) -> String {
        let found = castling::of(self.game);
        let reach = |number: usize| {
            let castling = found[number].or(found[number + 2]).filter(|castling| castling.king.index() == slot)?;
            let is_up = number == 0;
            let rank = castling.king_from.rank();
            let mut files: Vec<u8> =
                (0..self.game.files).filter(|&file| start.cells[Square::new(file, rank).index()].is_some()).collect();
            if is_up {
                files.reverse();
            }
            let rook = castling.rook_from.file();
            let second = if is_up { files.first()?.checked_sub(1)? } else { files.first()? + 1 };
            let is_second = rook != *files.first()?;
            (!is_second || rook == second).then(|| (castling.king_from.distance(castling.king_to), is_second))
        };
        let atom =
            |side: &str, (range, is_second): (u8, bool)| format!("i{side}{}O{range}", if is_second { "j" } else { "" });
        match (reach(0), reach(1)) {
            (Some(up), Some(down)) if up == down => atom("s", up),
            (up, down) => {
                up.map_or_else(String::new, |up| atom("r", up)) + &down.map_or_else(String::new, |down| atom("l", down))
            }
        }
    }
}

/// Squares as diagrams list them, in rows where they are neighbours.
fn squares_text(squares: &[Square]) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut rest = squares;
    while let Some(first) = rest.first() {
        let is_next = |(place, square): &(usize, &Square)| {
            square.rank() == first.rank() && usize::from(square.file()) == usize::from(first.file()) + place
        };
        let count = rest.iter().enumerate().take_while(is_next).count();
        words.push(match count {
            1 | 2 => rest[..count].iter().copied().map(usual_name).collect::<Vec<_>>().join(","),
            _ => format!("{}-{}", usual_name(*first), usual_name(rest[count - 1])),
        });
        rest = &rest[count..];
    }
    words.join(",")
}

/// A movement in the words of diagrams.
fn movement_text(betza: &str) -> String {
    let moves = known_movement(betza);
    let atoms = atoms(betza).unwrap_or_default();
    let part = |(number, part): (usize, &Part)| match atoms.get(number) {
        Some(atom) if part.form == Form::Walk => walk_text(part, atom),
        _ => part_text(part),
    };
    moves.parts().iter().enumerate().map(part).collect()
}

/// A walk, which is written alike but for the directions of K and Q.
fn walk_text(part: &Part, atom: &Atom) -> String {
    if part.directions().is_empty() || !matches!(atom.letter, 'K' | 'Q') {
        return atom.text();
    }
    let (first, legs) = atom.modifiers.split_at(atom.modifiers.find('a').unwrap_or(atom.modifiers.len()));
    let modifiers: String = first.chars().filter(|c| !is_direction(*c)).collect();
    let letters = if atom.letter == 'K' { ['W', 'F'] } else { ['R', 'B'] };
    let halves = letters.into_iter().zip(union_directions(part));
    let half = |(letter, directions): (char, Option<String>)| {
        directions
            .map_or_else(String::new, |directions| format!("{modifiers}{directions}{legs}{letter}{}", atom.suffix))
    };
    halves.map(half).collect()
}

/// A part of a movement in the words of diagrams, that is not a walk.
fn part_text(part: &Part) -> String {
    let letters = |pairs: &[(bool, char)]| -> String {
        pairs.iter().filter(|(holds, _)| *holds).map(|(_, letter)| letter).collect()
    };
    let before = letters(&[(part.initial, 'i')]);
    let after = letters(&[
        (part.quiets && !part.captures, 'm'),
        (part.captures && !part.quiets, 'c'),
        (part.en_passant && part.quiets, 'c'),
        (part.en_passant, 'e'),
        (part.form == Form::LameLeap, 'n'),
        (part.form == Form::Hop && part.range == 1, 'g'),
        (part.form == Form::Hop && part.range != 1, 'p'),
    ]);
    let range = match (part.form, part.range) {
        (Form::Hop, 1) | (_, UNLIMITED) | (Form::Leap | Form::LameLeap, _) => String::new(),
        (_, range) => range.to_string(),
    };
    let is_union = matches!(part.letter, 'K' | 'Q');
    if is_union && !part.directions().is_empty() {
        return union_text(part, (&before, &after), &range);
    }
    let directions: String = match part.directions() {
        [(one, other)] if one == other => char::from(*one).to_string(),
        several => several.iter().flat_map(|&(one, other)| [one, other]).map(char::from).collect(),
    };
    format!("{before}{directions}{after}{}{range}", atom(part, part.letter))
}

/// The atom of a part with this letter: a slider of one step is the leaper, a leaper of many the slider, or doubled.
fn atom(part: &Part, letter: char) -> String {
    let slides = part.form == Form::Ride && part.range == UNLIMITED;
    let is_step = matches!(part.form, Form::Leap | Form::LameLeap);
    match letter {
        'R' if is_step => "W".to_owned(),
        'B' if is_step => "F".to_owned(),
        'Q' if is_step => "K".to_owned(),
        'K' if slides || part.form == Form::Hop => "Q".to_owned(),
        'W' if slides || part.form == Form::Hop => "R".to_owned(),
        'F' if slides || part.form == Form::Hop => "B".to_owned(),
        'R' | 'B' | 'Q' => letter.to_string(),
        letter if slides => format!("{letter}{letter}"),
        letter => letter.to_string(),
    }
}

/// A part of K or Q with directions, which diagrams name in another way, as parts of two atoms.
fn union_text(part: &Part, (before, after): (&str, &str), range: &str) -> String {
    let letters = if part.letter == 'K' { ['W', 'F'] } else { ['R', 'B'] };
    let half = |(letter, directions): (char, Option<String>)| {
        directions
            .map_or_else(String::new, |directions| format!("{before}{directions}{after}{}{range}", atom(part, letter)))
    };
    letters.into_iter().zip(union_directions(part)).map(half).collect()
}

/// The directions of a part of K or Q along lines and diagonals, empty for all; `None` if there are none.
fn union_directions(part: &Part) -> [Option<String>; 2] {
    [false, true].map(|is_diagonal| {
        let steps = part.steps.iter().filter(|(files, ranks)| (*files != 0 && *ranks != 0) == is_diagonal);
        let name = |(files, ranks): (i8, i8)| {
            let vertical = ["b", "", "f"][(ranks + 1) as usize];
            let horizontal = ["l", "", "r"][(files + 1) as usize];
            format!("{vertical}{horizontal}")
        };
        let names: Vec<String> = steps.map(name).collect();
        match names.len() {
            0 => None,
            4 => Some(String::new()),
            _ => Some(names.concat()),
        }
    })
}

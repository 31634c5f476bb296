//! Bilateral Chess on a list of men: a turn is the list of men that it takes away and puts down.

use std::collections::BTreeSet;

use super::{DIAGONAL, KNIGHT, Reference, STRAIGHT, Square, plus, row_text};

/// The start position.
pub const START: &str = "lcrnbqkbnrcl/weppppppppew/12/12/12/12/WEPPPPPPPPEW/LCRNBQKBNRCL w KQYZIJkqyzij - 0 1 -";

const FILES: &str = "yzabcdefghij";
/// A square of the folded board: u, r, s.
type Folded = [i32; 3];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Man {
    white: bool,
    /// Upper case for both sides.
    letter: char,
}

impl Man {
    fn ahead(self) -> i32 {
        if self.white { 1 } else { -1 }
    }

    fn last_rank(self) -> i32 {
        if self.white { 7 } else { 0 }
    }
}

/// What becomes of freezes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spell {
    /// A man goes from one square to another of its own will.
    Goes(Square, Square),
    /// The man on this square is captured, pushed, or is no more what it was.
    Gone(Square),
    /// A wizard freezes a man.
    Freezes(Square, Square),
}

/// A turn: its text in parts, the squares that change, and what becomes of freezes and counters.
#[derive(Clone, Debug)]
struct Turn {
    from: Square,
    to: Square,
    suffix: Option<char>,
    changes: Vec<(Square, Option<Man>)>,
    spells: Vec<Spell>,
    /// The square passed by a pawn's double step.
    passed: Option<Square>,
    resets: bool,
}

impl Turn {
    fn text(&self) -> String {
        name(self.from) + &name(self.to) + &self.suffix.map(String::from).unwrap_or_default()
    }
}

/// A position.
#[derive(Clone)]
pub struct Twin {
    /// Rank by rank from y1.
    board: Vec<Option<Man>>,
    white_to_move: bool,
    /// Letters of the rights field.
    rights: BTreeSet<char>,
    passed: Option<Square>,
    halfmove: u32,
    fullmove: u32,
    /// Wizard and victim.
    freezes: Vec<(Square, Square)>,
}

fn name((file, rank): Square) -> String {
    format!("{}{}", &FILES[file as usize..=file as usize], rank + 1)
}

fn parse(text: &str) -> Square {
    let file = FILES.find(&text[..1]).expect("a file");
    (file as i32, text[1..2].parse::<i32>().expect("a rank") - 1)
}

fn on_board((file, rank): Square) -> bool {
    (0..12).contains(&file) && (0..8).contains(&rank)
}

fn fold((file, rank): Square) -> Folded {
    [file.min(11 - file), rank, i32::from(file > 5)]
}

fn unfold([u, r, s]: Folded) -> Option<Square> {
    let there = (0..6).contains(&u) && (0..8).contains(&r) && (0..2).contains(&s);
    there.then(|| (if s == 0 { u } else { 11 - u }, r))
}

/// The square with a coordinate changed by so much.
fn moved(mut place: Folded, changes: &[(usize, i32)]) -> Option<Square> {
    changes.iter().for_each(|&(coordinate, by)| place[coordinate] += by);
    unfold(place)
}

/// Walking steps change two coordinates.
fn walks(from: Square) -> Vec<Square> {
    let mut found = Vec::new();
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        for (a, b) in DIAGONAL {
            found.extend(moved(fold(from), &[(one, a), (other, b)]));
        }
    }
    found
}

/// Freezes reach squares that differ in one coordinate.
fn touching(from: Square) -> Vec<Square> {
    (0..3).flat_map(|coordinate| [-1, 1].map(|by| moved(fold(from), &[(coordinate, by)]))).flatten().collect()
}

/// The squares of a kill: step v, step w, step v.
fn kill_paths(from: Square) -> Vec<[Square; 3]> {
    let mut found = Vec::new();
    for a in 0..3 {
        for b in (0..2).filter(|&b| b != a) {
            for (by_a, by_b) in DIAGONAL {
                let v = [(a, by_a), (b, by_b)];
                let w = [(a, -by_a), (b, by_b)];
                let first = moved(fold(from), &v);
                let second = first.and_then(|square| moved(fold(square), &w));
                let third = second.and_then(|square| moved(fold(square), &v));
                if let (Some(first), Some(second), Some(third)) = (first, second, third) {
                    found.push([first, second, third]);
                }
            }
        }
    }
    found
}

/// Reading and writing.
impl Twin {
    /// Reads a FEN; panics if it does not parse.
    pub fn from_fen(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [board, side, rights, passed, halfmove, fullmove, freezes] = fields[..] else {
            panic!("not seven fields: {fen}")
        };
        let mut twin = Self {
            board: vec![None; 96],
            white_to_move: side == "w",
            rights: rights.chars().filter(|&c| c != '-').collect(),
            passed: (passed != "-").then(|| parse(passed)),
            halfmove: halfmove.parse().expect("halfmove clock"),
            fullmove: fullmove.parse().expect("fullmove number"),
            freezes: Vec::new(),
        };
        for (row, rank) in board.split('/').zip((0..8).rev()) {
            twin.read_row(row, rank);
        }
        if freezes != "-" {
            twin.freezes = freezes.split(',').map(|pair| (parse(&pair[..2]), parse(&pair[2..]))).collect();
        }
        twin
    }

    fn read_row(&mut self, row: &str, rank: i32) {
        let (mut file, mut run) = (0, 0);
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                run = 10 * run + digit as i32;
                continue;
            }
            file += std::mem::take(&mut run);
            self.put((file, rank), Some(Man { white: c.is_ascii_uppercase(), letter: c.to_ascii_uppercase() }));
            file += 1;
        }
        assert_eq!(file + run, 12, "length of row {row}");
    }

    fn row_text(&self, rank: i32) -> String {
        let letter = |man: Man| if man.white { man.letter } else { man.letter.to_ascii_lowercase() };
        row_text((0..12).map(|file| self.at((file, rank)).map(|man| letter(man).to_string())))
    }

    fn at(&self, (file, rank): Square) -> Option<Man> {
        self.board[(12 * rank + file) as usize]
    }

    fn put(&mut self, (file, rank): Square, man: Option<Man>) {
        self.board[(12 * rank + file) as usize] = man;
    }

    fn is_empty(&self, square: Square) -> bool {
        on_board(square) && self.at(square).is_none()
    }

    fn men(&self, white: bool) -> Vec<(Square, Man)> {
        let squares = (0..8).flat_map(|rank| (0..12).map(move |file| (file, rank)));
        squares.filter_map(|square| Some((square, self.at(square).filter(|man| man.white == white)?))).collect()
    }

    fn is_frozen(&self, square: Square) -> bool {
        self.freezes.iter().any(|&(_, victim)| victim == square)
    }
}

/// Finding turns.
impl Twin {
    /// All turns of a side but castlings, kings left in check.
    fn turns(&self, white: bool) -> Vec<Turn> {
        let mut turns = Vec::new();
        for (from, man) in self.men(white) {
            if self.is_frozen(from) {
                continue;
            }
            match man.letter {
                'P' => self.pawn(from, man, &mut turns),
                'N' => self.leaps(from, man, &KNIGHT, 1, true, true, &mut turns),
                'K' => self.leaps(from, man, &[STRAIGHT, DIAGONAL].concat(), 1, true, true, &mut turns),
                'L' => {
                    self.leaps(from, man, &[STRAIGHT, DIAGONAL].concat(), 2, true, false, &mut turns);
                    self.leaps(from, man, &[STRAIGHT, DIAGONAL].concat(), 1, false, true, &mut turns);
                }
                'B' => self.slides(from, man, &DIAGONAL, &mut turns),
                'R' => self.slides(from, man, &STRAIGHT, &mut turns),
                'Q' => self.slides(from, man, &[STRAIGHT, DIAGONAL].concat(), &mut turns),
                'C' => self.cannon(from, man, &STRAIGHT, 'V', &mut turns),
                'V' => self.cannon(from, man, &DIAGONAL, 'C', &mut turns),
                'E' => self.elephant(from, man, &mut turns),
                'W' => self.wizard(from, man, &mut turns),
                other => panic!("no man has the letter {other}"),
            }
        }
        turns
    }

    /// Whether this man may capture on a square: an enemy, an Elephant only by king and pawn.
    fn captures(&self, man: Man, to: Square) -> bool {
        on_board(to)
            && self.at(to).is_some_and(|other| {
                other.white != man.white && (other.letter != 'E' || ['K', 'P'].contains(&man.letter))
            })
    }

    /// A man goes to a square, where it captures whatever stands there.
    fn arrival(&self, from: Square, to: Square, man: Man) -> Turn {
        let captured = self.at(to);
        let mut spells = vec![Spell::Goes(from, to)];
        if captured.is_some() {
            spells.insert(0, Spell::Gone(to));
        }
        let changes = vec![(from, None), (to, Some(man))];
        let resets = captured.is_some() || man.letter == 'P';
        Turn { from, to, suffix: None, changes, spells, passed: None, resets }
    }

    #[expect(clippy::too_many_arguments, reason = "what leaps do, in one place")]
    fn leaps(
        &self,
        from: Square,
        man: Man,
        leaps: &[(i32, i32)],
        length: i32,
        moves: bool,
        captures: bool,
        turns: &mut Vec<Turn>,
    ) {
        for &leap in leaps {
            let to = plus(from, leap, length);
            if moves && self.is_empty(to) || captures && self.captures(man, to) {
                turns.push(self.arrival(from, to, man));
            }
        }
    }

    fn slides(&self, from: Square, man: Man, ways: &[(i32, i32)], turns: &mut Vec<Turn>) {
        for &way in ways {
            for times in 1..12 {
                let to = plus(from, way, times);
                if self.is_empty(to) || self.captures(man, to) {
                    turns.push(self.arrival(from, to, man));
                }
                if !self.is_empty(to) {
                    break;
                }
            }
        }
    }

    /// A Can(n)on slides, hops and flips.
    fn cannon(&self, from: Square, man: Man, ways: &[(i32, i32)], other_form: char, turns: &mut Vec<Turn>) {
        let mut goals = Vec::new();
        for &way in ways {
            let mut screens = 0;
            let mut to = plus(from, way, 1);
            while on_board(to) {
                match self.at(to) {
                    None if screens == 0 => goals.push(to),
                    None => {}
                    // R-BIL-10: an enemy Elephant just blocks.
                    Some(_) if screens == 1 => {
                        if self.captures(man, to) {
                            goals.push(to);
                        }
                        break;
                    }
                    Some(screen) if screen.letter == 'E' && screen.white != man.white => break,
                    Some(_) => screens += 1,
                }
                to = plus(to, way, 1);
            }
        }
        let flipped = Man { letter: other_form, ..man };
        let suffix = Some(other_form.to_ascii_lowercase());
        for to in goals {
            turns.push(self.arrival(from, to, man));
            turns.push(Turn { suffix, ..self.arrival(from, to, flipped) });
        }
        let changes = vec![(from, Some(flipped))];
        turns.push(Turn { from, to: from, suffix, changes, spells: Vec::new(), passed: None, resets: false });
    }

    fn has_opening(&self, square: Square, man: Man) -> bool {
        let letter = FILES.chars().nth(square.0 as usize).expect("a file");
        let (rank, letter) = if man.white { (1, letter.to_ascii_uppercase()) } else { (6, letter) };
        square.1 == rank && "YZIJyzij".contains(letter) && self.rights.contains(&letter)
    }

    /// The empty squares one step away, or two for the opening move.
    fn walk(&self, from: Square, man: Man, step: impl Fn(Square) -> Vec<Square>, turns: &mut Vec<Turn>) {
        let free = |square| step(square).into_iter().filter(|&to| self.is_empty(to)).collect::<Vec<_>>();
        let mut goals: BTreeSet<Square> = free(from).into_iter().collect();
        if self.has_opening(from, man) {
            goals.extend(free(from).into_iter().flat_map(free));
        }
        turns.extend(goals.into_iter().map(|to| self.arrival(from, to, man)));
    }

    fn elephant(&self, from: Square, man: Man, turns: &mut Vec<Turn>) {
        let step = |square| STRAIGHT.into_iter().map(|way| plus(square, way, 1)).collect();
        self.walk(from, man, step, turns);
        for way in STRAIGHT {
            let (to, beyond) = (plus(from, way, 1), plus(from, way, 2));
            if !self.is_empty(beyond) {
                continue;
            }
            let Some(pushed) = self.at(to).filter(|other| other.white != man.white && other.letter != 'E') else {
                continue;
            };
            let promotes = pushed.letter == 'P' && beyond.1 == pushed.last_rank();
            let kinds = if promotes { "QRBNLCEW".chars().map(Some).collect() } else { vec![None] };
            for kind in kinds {
                let arrived = Man { letter: kind.unwrap_or(pushed.letter), ..pushed };
                turns.push(Turn {
                    from,
                    to,
                    suffix: kind.map(|kind| kind.to_ascii_lowercase()),
                    changes: vec![(from, None), (to, Some(man)), (beyond, Some(arrived))],
                    spells: vec![Spell::Gone(to)],
                    passed: None,
                    resets: promotes,
                });
            }
        }
    }

    fn wizard(&self, from: Square, man: Man, turns: &mut Vec<Turn>) {
        self.walk(from, man, walks, turns);
        for [first, second, to] in kill_paths(from) {
            if self.is_empty(first) && self.is_empty(second) && self.captures(man, to) {
                let (changes, spells) = (vec![(to, None)], vec![Spell::Gone(to)]);
                turns.push(Turn { from, to, suffix: None, changes, spells, passed: None, resets: true });
            }
        }
        for to in touching(from) {
            if self.captures(man, to) && !self.freezes.contains(&(from, to)) {
                let spells = vec![Spell::Freezes(from, to)];
                turns.push(Turn { from, to, suffix: None, changes: Vec::new(), spells, passed: None, resets: false });
            }
        }
    }

    fn pawn(&self, from: Square, man: Man, turns: &mut Vec<Turn>) {
        let mut goals = Vec::new();
        let ahead = plus(from, (0, man.ahead()), 1);
        if self.is_empty(ahead) {
            goals.push(ahead);
            let second = plus(ahead, (0, man.ahead()), 1);
            if from.1 == (if man.white { 1 } else { 6 }) && self.is_empty(second) {
                turns.push(Turn { passed: Some(ahead), ..self.arrival(from, second, man) });
            }
        }
        for side in [-1, 1] {
            let to = plus(from, (side, man.ahead()), 1);
            if self.captures(man, to) {
                goals.push(to);
            } else if self.passed == Some(to) && man.white == self.white_to_move {
                let captured = plus(to, (0, -man.ahead()), 1);
                let mut turn = self.arrival(from, to, man);
                turn.changes.push((captured, None));
                turn.spells.push(Spell::Gone(captured));
                turns.push(turn);
            }
        }
        for to in goals {
            if to.1 != man.last_rank() {
                turns.push(self.arrival(from, to, man));
                continue;
            }
            for letter in "QRBNLCEW".chars() {
                let turn = Turn { resets: true, ..self.arrival(from, to, Man { letter, ..man }) };
                turns.push(Turn { suffix: Some(letter.to_ascii_lowercase()), ..turn });
            }
        }
    }

    /// R-ALL-3, but for the square that the king reaches, which every turn's legality covers.
    fn castlings(&self, turns: &mut Vec<Turn>) {
        let white = self.white_to_move;
        let home = if white { 0 } else { 7 };
        let (king, rook) = (Man { white, letter: 'K' }, Man { white, letter: 'R' });
        for (letter, rook_file, rook_to, king_to, path) in [('K', 9, 7, 8, 7..9), ('Q', 2, 5, 4, 3..6)] {
            let letter = if white { letter } else { letter.to_ascii_lowercase() };
            let (from, corner) = ((6, home), (rook_file, home));
            let able = self.rights.contains(&letter) && !self.is_frozen(from) && !self.is_frozen(corner);
            if !able || !path.clone().all(|file| self.is_empty((file, home))) || self.in_check() {
                continue;
            }
            let mut crossing = self.clone();
            crossing.put(from, None);
            crossing.put((rook_to, home), Some(king));
            if crossing.in_check() {
                continue;
            }
            let to = (king_to, home);
            turns.push(Turn {
                from,
                to,
                suffix: None,
                changes: vec![(from, None), (corner, None), (to, Some(king)), ((rook_to, home), Some(rook))],
                spells: Vec::new(),
                passed: None,
                resets: false,
            });
        }
    }

    /// Whether the enemy has a turn after which the king is not there any more.
    fn is_checked(&self, white: bool) -> bool {
        let king = Some(Man { white, letter: 'K' });
        let king_gone = |turn: &Turn| {
            let gone = turn.changes.iter().any(|&(square, man)| self.at(square) == king && man != king);
            // Pushed it stands elsewhere.
            gone && !turn.changes.iter().any(|&(_, man)| man == king)
        };
        self.turns(!white).iter().any(king_gone)
    }

    fn after(&self, turn: &Turn) -> Twin {
        let mut next = self.clone();
        turn.changes.iter().for_each(|&(square, man)| next.put(square, man));
        turn.spells.iter().for_each(|&spell| next.cast(spell));
        next.drop_rights(turn);
        next.passed = turn.passed;
        next.halfmove = if turn.resets { 0 } else { self.halfmove + 1 };
        next.fullmove += u32::from(!self.white_to_move);
        next.white_to_move = !self.white_to_move;
        next
    }

    fn cast(&mut self, spell: Spell) {
        match spell {
            Spell::Gone(square) => {
                self.freezes.retain(|&(wizard, victim)| wizard != square && victim != square);
            }
            Spell::Goes(from, to) => {
                self.freezes.iter_mut().filter(|(wizard, _)| *wizard == from).for_each(|freeze| freeze.0 = to);
                self.freezes.retain(|&(wizard, victim)| touching(wizard).contains(&victim));
            }
            Spell::Freezes(wizard, victim) => {
                self.freezes.retain(|&(holder, _)| holder != victim);
                self.freezes.push((wizard, victim));
            }
        }
    }

    /// A right goes with the man to whom it belongs, when that leaves, is captured or is pushed.
    fn drop_rights(&mut self, turn: &Turn) {
        let touched = |file: char, white: bool, back: bool| {
            let rank = match (white, back) {
                (true, true) => 0,
                (true, false) => 1,
                (false, true) => 7,
                (false, false) => 6,
            };
            let square = (FILES.find(file).expect("a file") as i32, rank);
            turn.changes.iter().any(|&(changed, _)| changed == square)
        };
        self.rights.retain(|&letter| {
            let (white, file) = (letter.is_ascii_uppercase(), letter.to_ascii_lowercase());
            match file {
                'k' => !touched('e', white, true) && !touched('h', white, true),
                'q' => !touched('e', white, true) && !touched('a', white, true),
                _ => !touched(file, white, false),
            }
        });
    }
}

impl Reference for Twin {
    fn fen(&self) -> String {
        let rows: Vec<String> = (0..8).rev().map(|rank| self.row_text(rank)).collect();
        let rights: String = "KQYZIJkqyzij".chars().filter(|c| self.rights.contains(c)).collect();
        let mut freezes = self.freezes.clone();
        freezes.sort_by_key(|&((wizard_file, wizard_rank), (file, rank))| (wizard_rank, wizard_file, rank, file));
        let freezes: Vec<String> = freezes.into_iter().map(|(wizard, victim)| name(wizard) + &name(victim)).collect();
        let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        format!(
            "{} {} {} {} {} {} {}",
            rows.join("/"),
            if self.white_to_move { 'w' } else { 'b' },
            or_dash(rights),
            or_dash(self.passed.map(name).unwrap_or_default()),
            self.halfmove,
            self.fullmove,
            or_dash(freezes.join(","))
        )
    }

    fn in_check(&self) -> bool {
        self.is_checked(self.white_to_move)
    }

    fn legal(&self) -> Vec<(String, Self)> {
        let mut turns = self.turns(self.white_to_move);
        self.castlings(&mut turns);
        let played = turns.into_iter().map(|turn| (turn.text(), self.after(&turn)));
        played.filter(|(_, next)| !next.is_checked(self.white_to_move)).collect()
    }
}

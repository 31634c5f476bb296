//! Lùotuoqí on an array of men: a move is the list of men that it takes away and puts down.

use super::{DIAGONAL, KNIGHT, Reference, STRAIGHT, Square, plus, row_text};

/// The start position.
pub const START: &str = "rmdt8kdmr/eeeeeeee/8/8/8/8/EEEEEEEE/RMDT8KDMR[c] w KQkq - 0 1";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Man {
    white: bool,
    /// Upper case for both sides.
    letter: char,
    /// Stones of a tower, else 0.
    stones: i32,
}

/// A turn: its text in parts, what it captures, and the men that stand on squares after it.
#[derive(Clone, Debug)]
struct Turn {
    from: Square,
    to: Square,
    suffix: Option<char>,
    victims: Vec<Square>,
    changes: Vec<(Square, Option<Man>)>,
    promotes: bool,
    hands_over: bool,
}

impl Turn {
    fn text(&self) -> String {
        let cube = self.hands_over.then_some('c');
        name(self.from) + &name(self.to) + &self.suffix.into_iter().chain(cube).collect::<String>()
    }
}

fn digit(stones: i32) -> char {
    char::from(b'0' + stones as u8)
}

/// A position.
#[derive(Clone)]
pub struct Twin {
    /// Rank by rank from a1.
    board: Vec<Option<Man>>,
    white_to_move: bool,
    white_holds_cube: bool,
    /// K Q k q
    rights: [bool; 4],
    halfmove: u32,
    fullmove: u32,
}

fn name((file, rank): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn on_board((file, rank): Square) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

/// Reading and writing.
impl Twin {
    /// Reads a FEN; panics if it does not parse.
    pub fn from_fen(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [board, side, rights, "-", halfmove, fullmove] = fields[..] else { panic!("not six fields: {fen}") };
        let (board, cube) = board.split_once('[').expect("a Cube");
        let mut twin = Self {
            board: vec![None; 64],
            white_to_move: side == "w",
            white_holds_cube: cube == "C]",
            rights: [false; 4],
            halfmove: halfmove.parse().expect("halfmove clock"),
            fullmove: fullmove.parse().expect("fullmove number"),
        };
        for (row, rank) in board.split('/').zip((0..8).rev()) {
            twin.read_row(row, rank);
        }
        for (right, letter) in ['K', 'Q', 'k', 'q'].into_iter().enumerate() {
            let white = right < 2;
            let home = if white { 0 } else { 7 };
            let stands = |file, letter| twin.at((file, home)) == Some(Man { white, letter, stones: 0 });
            let rook_file = if right % 2 == 0 { 7 } else { 0 };
            twin.rights[right] = rights.contains(letter) && stands(4, 'K') && stands(rook_file, 'R');
        }
        twin
    }

    fn read_row(&mut self, row: &str, rank: i32) {
        let mut file = 0;
        let mut letters = row.chars();
        while let Some(c) = letters.next() {
            if let Some(run) = c.to_digit(10) {
                file += run as i32;
                continue;
            }
            let stones = if c.eq_ignore_ascii_case(&'T') {
                letters.next().and_then(|c| c.to_digit(10)).expect("a height")
            } else {
                0
            };
            let man = Man { white: c.is_ascii_uppercase(), letter: c.to_ascii_uppercase(), stones: stones as i32 };
            self.put((file, rank), Some(man));
            file += 1;
        }
        assert_eq!(file, 8, "length of row {row}");
    }

    fn row_text(&self, rank: i32) -> String {
        let letter = |man: Man| if man.white { man.letter } else { man.letter.to_ascii_lowercase() };
        let height = |man: Man| if man.letter == 'T' { man.stones.to_string() } else { String::new() };
        row_text((0..8).map(|file| self.at((file, rank)).map(|man| letter(man).to_string() + &height(man))))
    }

    fn at(&self, (file, rank): Square) -> Option<Man> {
        self.board[(8 * rank + file) as usize]
    }

    fn put(&mut self, (file, rank): Square, man: Option<Man>) {
        self.board[(8 * rank + file) as usize] = man;
    }

    fn is_empty(&self, square: Square) -> bool {
        on_board(square) && self.at(square).is_none()
    }

    fn men(&self, white: bool) -> Vec<(Square, Man)> {
        let squares = (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)));
        squares.filter_map(|square| Some((square, self.at(square).filter(|man| man.white == white)?))).collect()
    }
}

/// Finding turns.
impl Twin {
    /// All turns of a side but castlings, kings left in check, the Cube kept.
    fn turns(&self, white: bool) -> Vec<Turn> {
        let mut turns = Vec::new();
        for (from, man) in self.men(white) {
            let ahead = if white { 1 } else { -1 };
            match man.letter {
                'K' => self.leaps(from, man, &[&STRAIGHT[..], &DIAGONAL].concat(), &mut turns),
                'M' => self.leaps(from, man, &[&STRAIGHT[..], &KNIGHT].concat(), &mut turns),
                'E' => {
                    self.leaps(from, man, &[(-1, ahead), (1, ahead), (0, -ahead)], &mut turns);
                    self.promotions(from, man, &mut turns);
                }
                'R' => {
                    self.rook_slides(from, man, &mut turns);
                    self.lame_camels(from, man, &mut turns);
                }
                'D' => self.bypasses(from, man, &mut turns),
                'T' => self.tower_turns(from, man, &mut turns),
                other => panic!("no man has the letter {other}"),
            }
        }
        turns
    }

    /// A move of the whole man to a square that is empty or an enemy's.
    fn step(&self, from: Square, to: Square, man: Man, turns: &mut Vec<Turn>) {
        if !on_board(to) || self.at(to).is_some_and(|other| other.white == man.white) {
            return;
        }
        turns.push(Turn {
            from,
            to,
            suffix: None,
            victims: self.at(to).map(|_| to).into_iter().collect(),
            changes: vec![(from, None), (to, Some(man))],
            promotes: false,
            hands_over: false,
        });
    }

    fn leaps(&self, from: Square, man: Man, leaps: &[(i32, i32)], turns: &mut Vec<Turn>) {
        leaps.iter().for_each(|&leap| self.step(from, plus(from, leap, 1), man, turns));
    }

    fn rook_slides(&self, from: Square, man: Man, turns: &mut Vec<Turn>) {
        for way in STRAIGHT {
            for times in 1..8 {
                self.step(from, plus(from, way, times), man, turns);
                if !self.is_empty(plus(from, way, times)) {
                    break;
                }
            }
        }
    }

    fn lame_camels(&self, from: Square, man: Man, turns: &mut Vec<Turn>) {
        for (dx, dy) in STRAIGHT {
            let turning = plus(from, (dx, dy), 2);
            if self.is_empty(plus(from, (dx, dy), 1)) && self.is_empty(turning) {
                self.step(from, plus(turning, (dx + dy, dy + dx), 1), man, turns);
                self.step(from, plus(turning, (dx - dy, dy - dx), 1), man, turns);
            }
        }
    }

    /// The slides of a bypasser, with every enemy beside the path but beside its ends.
    fn bypasses(&self, from: Square, man: Man, turns: &mut Vec<Turn>) {
        for (dx, dy) in DIAGONAL {
            let mut victims = Vec::new();
            for length in 1..8 {
                let to = plus(from, (dx, dy), length);
                if !self.is_empty(to) {
                    break;
                }
                // The step before the last is swept only now that it is not the last.
                if length >= 3 {
                    let start = plus(from, (dx, dy), length - 2);
                    let beside = [plus(start, (dx, 0), 1), plus(start, (0, dy), 1)];
                    victims.extend(
                        beside
                            .into_iter()
                            .filter(|&square| self.at(square).is_some_and(|other| other.white != man.white)),
                    );
                }
                let mut changes: Vec<_> = victims.iter().map(|&victim| (victim, None)).collect();
                changes.extend([(from, None), (to, Some(man))]);
                let (suffix, victims) = (None, victims.clone());
                turns.push(Turn { from, to, suffix, victims, changes, promotes: false, hands_over: false });
            }
        }
    }

    fn tower_turns(&self, from: Square, man: Man, turns: &mut Vec<Turn>) {
        for way in STRAIGHT.into_iter().chain(DIAGONAL) {
            for distance in 1..=man.stones {
                let to = plus(from, way, distance);
                if !on_board(to) {
                    break;
                }
                for stones in distance..=man.stones {
                    turns.extend(self.tower_turn(from, to, man, stones));
                }
                if !self.is_empty(to) {
                    break;
                }
            }
        }
    }

    fn tower_turn(&self, from: Square, to: Square, man: Man, stones: i32) -> Option<Turn> {
        let met = self.at(to);
        let own = met.filter(|other| other.white == man.white);
        let arrived = match own {
            Some(Man { letter: 'T', stones: there, .. }) if there + stones <= 8 => there + stones,
            Some(_) => return None,
            None => stones,
        };
        let left = man.stones - stones;
        let stays = (left > 0).then_some(Man { stones: left, ..man });
        Some(Turn {
            from,
            to,
            suffix: (left > 0).then(|| digit(stones)),
            victims: if own.is_none() && met.is_some() { vec![to] } else { Vec::new() },
            changes: vec![(from, stays), (to, Some(Man { stones: arrived, ..man }))],
            promotes: false,
            hands_over: false,
        })
    }

    /// In-place promotions between two men of one type; two lines that give the same are one turn (R-ALL-5).
    fn promotions(&self, from: Square, man: Man, turns: &mut Vec<Turn>) {
        for way in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let (one, other) = (plus(from, way, 1), plus(from, way, -1));
            if !on_board(one) || !on_board(other) {
                continue;
            }
            let (Some(one), Some(other)) = (self.at(one), self.at(other)) else { continue };
            if (one.letter, one.stones) != (other.letter, other.stones) || "KE".contains(one.letter) {
                continue;
            }
            let suffix = Some(if one.stones > 0 { digit(one.stones) } else { one.letter.to_ascii_lowercase() });
            if turns.iter().all(|turn| (turn.from, turn.to, turn.suffix) != (from, from, suffix)) {
                let changes = vec![(from, Some(Man { white: man.white, ..one }))];
                let (to, victims) = (from, Vec::new());
                turns.push(Turn { from, to, suffix, victims, changes, promotes: true, hands_over: false });
            }
        }
    }

    /// R-LUO-6, but for the square that the king reaches, which every turn's legality covers.
    fn castlings(&self, turns: &mut Vec<Turn>) {
        let home = if self.white_to_move { 0 } else { 7 };
        let offset = if self.white_to_move { 0 } else { 2 };
        let king = Man { white: self.white_to_move, letter: 'K', stones: 0 };
        let rook = Man { letter: 'R', ..king };
        let sides = [(7, 5, 6, vec![5, 6]), (0, 3, 2, vec![1, 2, 3])];
        for (side, (rook_from, rook_to, king_to, path)) in sides.into_iter().enumerate() {
            let free = path.into_iter().all(|file| self.is_empty((file, home)));
            if !self.rights[offset + side] || !free || self.in_check() {
                continue;
            }
            // The rook ends where the king crosses.
            let mut crossing = self.clone();
            crossing.put((4, home), None);
            crossing.put((rook_to, home), Some(king));
            if crossing.in_check() {
                continue;
            }
            turns.push(Turn {
                from: (4, home),
                to: (king_to, home),
                suffix: None,
                victims: Vec::new(),
                changes: vec![
                    ((4, home), None),
                    ((rook_from, home), None),
                    ((king_to, home), Some(king)),
                    ((rook_to, home), Some(rook)),
                ],
                promotes: false,
                hands_over: false,
            });
        }
    }

    fn king_attacked(&self, white: bool) -> bool {
        let is_king = |&square: &Square| self.at(square).is_some_and(|man| man.letter == 'K');
        self.turns(!white).iter().any(|turn| turn.victims.iter().any(is_king))
    }

    fn after(&self, turn: &Turn) -> Self {
        let mut next = self.clone();
        for &(square, man) in &turn.changes {
            next.put(square, man);
        }
        for (right, (rook_file, home)) in [(7, 0), (0, 0), (7, 7), (0, 7)].into_iter().enumerate() {
            let touched = |square| turn.changes.iter().any(|&(changed, _)| changed == square);
            next.rights[right] &= !touched((rook_file, home)) && !touched((4, home));
        }
        // R-LUO-8: eaglets can go back, so that their moves do not count as irreversible.
        next.halfmove = if turn.promotes || !turn.victims.is_empty() { 0 } else { self.halfmove + 1 };
        if turn.hands_over {
            next.white_holds_cube = !self.white_to_move;
        } else {
            next.fullmove += u32::from(!self.white_to_move);
            next.white_to_move = !self.white_to_move;
        }
        next
    }
}

impl Reference for Twin {
    fn fen(&self) -> String {
        let rows: Vec<String> = (0..8).rev().map(|rank| self.row_text(rank)).collect();
        let rights: String =
            "KQkq".chars().zip(self.rights).filter_map(|(letter, held)| held.then_some(letter)).collect();
        format!(
            "{}[{}] {} {} - {} {}",
            rows.join("/"),
            if self.white_holds_cube { 'C' } else { 'c' },
            if self.white_to_move { 'w' } else { 'b' },
            if rights.is_empty() { "-" } else { &rights },
            self.halfmove,
            self.fullmove
        )
    }

    fn in_check(&self) -> bool {
        self.king_attacked(self.white_to_move)
    }

    fn legal(&self) -> Vec<(String, Self)> {
        let mut turns = self.turns(self.white_to_move);
        self.castlings(&mut turns);
        let mut legal = Vec::new();
        for turn in turns {
            let next = self.after(&turn);
            if next.king_attacked(self.white_to_move) {
                continue;
            }
            let holds_cube = self.white_holds_cube == self.white_to_move;
            if holds_cube && turn.victims.is_empty() && !next.king_attacked(!self.white_to_move) {
                let again = Turn { hands_over: true, ..turn.clone() };
                let next = self.after(&again);
                legal.push((again.text(), next));
            }
            legal.push((turn.text(), next));
        }
        legal
    }
}

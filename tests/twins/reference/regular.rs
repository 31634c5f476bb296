//! The games that are data: a board is an array of optional men, moves are found by
//! walking from square to square, and a move is legal when, after playing it on a copy, no enemy
//! man could step onto the royal piece. Speed does not matter here, being obviously right does.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// One game as data; a further game is a further entry of [`GAMES`].
struct Game {
    name: &'static str,
    files: i32,
    ranks: i32,
    start: &'static str,
    /// Words `LETTER=BETZA`; a second entry `+LETTER=BETZA` makes the piece crownable.
    pieces: &'static [&'static str],
    /// Letters of the pieces that must not be captured.
    royal: &'static str,
    /// Letters of the pieces whose moves reset the halfmove clock.
    pawns: &'static str,
    /// The longest straight advance of a pawn from its second rank.
    pawn_reach: i32,
    /// Letters a pawn may become, and must become, on the last rank; none: it stays a pawn.
    promotions: &'static str,
    /// The number of far ranks on which men are crowned.
    crown_zone: i32,
    /// White's castlings for the rights K and Q: `KING-FROM KING-TO ROOK-FROM ROOK-TO`.
    castlings: [&'static str; 2],
}

/// Step ahead without capturing, capture diagonally ahead.
/// Multi-steps and en passant are no Betza atoms and are generated apart.
const CHESSMEN: &str = "K=K Q=RB R=R B=B N=N P=mfWcfF";
/// The crowned pawn's own moves are among the king's.
const KINGSMEN: &str = "K=K R=R +R=RK B=B +B=BK N=N +N=NK P=mfWcfF +P=K";
/// R-KM-5, R-KM-6: the Dark Knight is a bare knight, the leapers leap, crowning adds the knight.
const DARK_HORDE: &str = "D=N S=FA +S=FAN T=WD +T=WDN V=R2B2 +V=R2B2N G=mfWcfF +G=mfWcfFN";
const AJAXMEN: &str = "K=K Q=RB R=RmF B=BmW N=NmWmF P=mfWcfF";

const CHESS: Game = Game {
    name: "chess",
    files: 8,
    ranks: 8,
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    pieces: &[CHESSMEN],
    royal: "K",
    pawns: "P",
    pawn_reach: 2,
    promotions: "QRBN",
    crown_zone: 0,
    castlings: ["e1 g1 h1 f1", "e1 c1 a1 d1"],
};

const CAPABLANCA: Game = Game {
    name: "capablanca",
    files: 10,
    start: "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
    pieces: &[CHESSMEN, "A=BN C=RN"],
    promotions: "QCARBN",
    castlings: ["f1 i1 j1 h1", "f1 c1 a1 d1"],
    ..CHESS
};

const KINGSMEN_GAME: Game = Game {
    name: "kingsmen",
    files: 9,
    ranks: 9,
    start: "rnbbkbbnr/9/ppppppppp/9/9/9/PPPPPPPPP/9/RNBBKBBNR w KQkq - 0 1",
    pieces: &[KINGSMEN],
    pawn_reach: 1,
    promotions: "",
    crown_zone: 3,
    castlings: ["e1 g1 i1 f1", "e1 c1 a1 d1"],
    ..CHESS
};

/// R-KM-7, R-KM-9: either side may have either army, and its own royal piece.
const KINGSMEN_DH: Game = Game {
    name: "kingsmendh",
    start: "vtssdsstv/9/ggggggggg/9/9/9/PPPPPPPPP/9/RNBBKBBNR w KQ - 0 1",
    pieces: &[KINGSMEN, DARK_HORDE],
    royal: "KD",
    pawns: "PG",
    ..KINGSMEN_GAME
};

static GAMES: [Game; 11] = [
    Game {
        name: "januskamil",
        files: 12,
        ranks: 10,
        start: "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - 0 1",
        pieces: &[CHESSMEN, "J=BN C=C"],
        pawn_reach: 3,
        promotions: "QJRBNC",
        castlings: ["g1 j1 k1 i1", "g1 c1 b1 d1"],
        ..CHESS
    },
    KINGSMEN_GAME,
    // R-KM-4: the castlings are swaps of king and rook.
    Game {
        name: "kingsmen39",
        files: 3,
        start: "rkr/bnb/bnb/ppp/3/PPP/BNB/BNB/RKR w KQkq - 0 1",
        castlings: ["b1 c1 c1 b1", "b1 a1 a1 b1"],
        ..KINGSMEN_GAME
    },
    KINGSMEN_DH,
    Game { name: "dhkingsmen", start: "rnbbkbbnr/9/ppppppppp/9/9/9/GGGGGGGGG/9/VTSSDSSTV w kq - 0 1", ..KINGSMEN_DH },
    Game { name: "ajaxcapa", pieces: &[AJAXMEN, "A=BNmW C=RNmF"], promotions: "QRBNAC", ..CAPABLANCA },
    Game {
        name: "ajaxministers",
        start: "rnbmqkmbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBMQKMBNR w KQkq - 0 1",
        pieces: &[AJAXMEN, "M=WFAD"],
        promotions: "QRBNM",
        ..CAPABLANCA
    },
    CHESS,
    CAPABLANCA,
    Game {
        name: "gothic",
        start: "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1",
        ..CAPABLANCA
    },
    Game {
        name: "janus",
        start: "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1",
        pieces: &[CHESSMEN, "J=BN"],
        promotions: "QJRBN",
        castlings: ["e1 i1 j1 h1", "e1 b1 a1 c1"],
        ..CAPABLANCA
    },
];

/// File and rank, both counted from 0.
type Square = (i32, i32);

#[derive(Clone, Copy, PartialEq)]
struct Man {
    white: bool,
    /// Upper case for both sides.
    letter: char,
    crowned: bool,
}

impl Man {
    fn forward(self) -> i32 {
        if self.white { 1 } else { -1 }
    }
}

/// A direction as White sees it, and how often it may be repeated.
#[derive(Clone, Copy)]
struct Step {
    dx: i32,
    dy: i32,
    reach: i32,
    quiet: bool,
    capture: bool,
}

#[derive(Clone, Copy)]
struct Castling {
    king_from: Square,
    king_to: Square,
    rook_from: Square,
    rook_to: Square,
}

/// A [`Game`] with its texts parsed.
struct Rules {
    game: &'static Game,
    /// By letter and whether crowned.
    steps: HashMap<(char, bool), Vec<Step>>,
    /// In the order of the rights: K Q k q.
    castlings: Vec<Castling>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Plain,
    MultiStep,
    EnPassant,
    Promote(char),
    Crown,
    /// The index of the right that is used.
    Castle(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Move {
    from: Square,
    to: Square,
    kind: Kind,
}

/// A position of one of the games.
#[derive(Clone)]
pub struct Twin {
    rules: Arc<Rules>,
    /// Rank by rank from a1.
    board: Vec<Option<Man>>,
    white_to_move: bool,
    /// K Q k q
    rights: [bool; 4],
    /// The squares just passed over, in the order passed.
    passed: Vec<Square>,
    halfmove: u32,
    fullmove: u32,
}

fn square_text((file, rank): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// Reads squares written one after the other, such as `e3e10`.
fn parse_squares(text: &str) -> Vec<Square> {
    let starts: Vec<usize> =
        text.match_indices(|c: char| c.is_ascii_lowercase()).map(|(i, _)| i).chain([text.len()]).collect();
    let parse_square = |word: &str| {
        let rank: i32 = word[1..].parse().expect("a rank");
        (i32::from(word.as_bytes()[0] - b'a'), rank - 1)
    };
    starts.windows(2).map(|w| parse_square(&text[w[0]..w[1]])).collect()
}

/// The lengths of a Betza atom's leap, and whether it rides by itself.
fn atom(letter: char) -> (&'static [(i32, i32)], bool) {
    match letter {
        'W' => (&[(0, 1)], false),
        'F' => (&[(1, 1)], false),
        'D' => (&[(0, 2)], false),
        'N' => (&[(1, 2)], false),
        'A' => (&[(2, 2)], false),
        'C' => (&[(1, 3)], false),
        'K' => (&[(0, 1), (1, 1)], false),
        'R' => (&[(0, 1)], true),
        'B' => (&[(1, 1)], true),
        _ => panic!("unknown Betza atom {letter}"),
    }
}

/// All the reflections of a leap (R-ALL-5: each only once).
fn reflections((a, b): (i32, i32)) -> BTreeSet<(i32, i32)> {
    [(a, b), (b, a)].into_iter().flat_map(|(x, y)| [(x, y), (x, -y), (-x, y), (-x, -y)]).collect()
}

/// Parses atoms with the modifiers `m`, `c`, `f` in front and a digit for a limited ride behind.
fn parse_betza(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut modifiers = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_ascii_lowercase() {
            modifiers.push(letter);
            continue;
        }
        let (leaps, rides) = atom(letter);
        let limit = letters.next_if(char::is_ascii_digit);
        let reach = match limit.and_then(|digit| digit.to_digit(10)) {
            Some(digit) => digit as i32,
            None if rides => i32::MAX,
            None => 1,
        };
        for (dx, dy) in leaps.iter().copied().flat_map(reflections) {
            if dy > 0 || !modifiers.contains('f') {
                steps.push(Step { dx, dy, reach, quiet: !modifiers.contains('c'), capture: !modifiers.contains('m') });
            }
        }
        modifiers.clear();
    }
    steps
}

impl Rules {
    fn new(variant: &str) -> Rules {
        let game = GAMES.iter().find(|game| game.name == variant).expect("a game of this name");
        let mut steps = HashMap::new();
        for word in game.pieces.iter().flat_map(|text| text.split(' ')) {
            let (name, betza) = word.split_once('=').expect("LETTER=BETZA");
            let letter = name.chars().last().expect("a letter");
            steps.insert((letter, name.starts_with('+')), parse_betza(betza));
        }
        let mut castlings = Vec::new();
        for white in [true, false] {
            for text in game.castlings {
                let home = |(file, rank)| (file, if white { rank } else { game.ranks - 1 - rank });
                let squares: Vec<Square> = text.split(' ').flat_map(parse_squares).map(home).collect();
                castlings.push(Castling {
                    king_from: squares[0],
                    king_to: squares[1],
                    rook_from: squares[2],
                    rook_to: squares[3],
                });
            }
        }
        Rules { game, steps, castlings }
    }

    fn is_pawn(&self, man: Man) -> bool {
        !man.crowned && self.game.pawns.contains(man.letter)
    }

    fn is_royal(&self, man: Man) -> bool {
        self.game.royal.contains(man.letter)
    }

    /// How far a square's rank is from a side's own first rank.
    fn height(&self, white: bool, (_, rank): Square) -> i32 {
        if white { rank } else { self.game.ranks - 1 - rank }
    }

    /// R-KM-2: a crownable man is crowned by a move that starts or ends in the zone.
    fn crowns(&self, man: Man, from: Square, to: Square) -> bool {
        let zone = self.game.ranks - self.game.crown_zone;
        !man.crowned
            && self.steps.contains_key(&(man.letter, true))
            && [from, to].into_iter().any(|square| self.height(man.white, square) >= zone)
    }
}

impl Move {
    fn text(&self) -> String {
        let suffix = match self.kind {
            Kind::Promote(letter) => letter.to_ascii_lowercase().to_string(),
            Kind::Crown => "+".to_string(),
            _ => String::new(),
        };
        square_text(self.from) + &square_text(self.to) + &suffix
    }
}

/// Reading and writing.
impl Twin {
    /// The start position of a game.
    pub fn start(variant: &str) -> Twin {
        let rules = Rules::new(variant);
        Twin::from_fen(variant, rules.game.start)
    }

    /// Reads a FEN; panics if it does not parse.
    pub fn from_fen(variant: &str, fen: &str) -> Twin {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [board, side, rights, passed, halfmove, fullmove] = fields[..] else {
            panic!("not six fields: {fen}");
        };
        let rules = Arc::new(Rules::new(variant));
        let mut twin = Twin {
            board: vec![None; (rules.game.files * rules.game.ranks) as usize],
            rules,
            white_to_move: side == "w",
            rights: [false; 4],
            passed: Vec::new(),
            halfmove: halfmove.parse().expect("halfmove clock"),
            fullmove: fullmove.parse().expect("fullmove number"),
        };
        twin.read_board(board);
        twin.read_rights(rights);
        if passed != "-" {
            twin.read_passed(passed);
        }
        twin
    }

    fn read_board(&mut self, text: &str) {
        let mut rank = self.rules.game.ranks;
        for row in text.split('/') {
            rank -= 1;
            let (mut file, mut run, mut crowned) = (0, 0, false);
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    run = run * 10 + digit as i32;
                } else if c == '+' {
                    crowned = true;
                } else {
                    file += run;
                    let man = Man { white: c.is_ascii_uppercase(), letter: c.to_ascii_uppercase(), crowned };
                    assert!(self.rules.steps.contains_key(&(man.letter, crowned)), "{c}");
                    self.put((file, rank), Some(man));
                    (file, run, crowned) = (file + 1, 0, false);
                }
            }
            assert_eq!(file + run, self.rules.game.files, "length of row {row}");
        }
        assert_eq!(rank, 0, "number of rows in {text}");
    }

    /// Takes `KQkq` or the rooks' files, and drops a right that the board contradicts.
    fn read_rights(&mut self, text: &str) {
        for right in 0..4 {
            let castling = self.rules.castlings[right];
            let white = right < 2;
            let file = char::from(b'a' + castling.rook_from.0 as u8);
            let letter = ['K', 'Q', 'k', 'q'][right];
            let file_letter = if white { file.to_ascii_uppercase() } else { file };
            let at_home = |square, letter| self.at(square) == Some(Man { white, letter, crowned: false });
            self.rights[right] = text.contains([letter, file_letter])
                && at_home(castling.king_from, 'K')
                && at_home(castling.rook_from, 'R');
        }
    }

    /// Takes the squares in any order and keeps them in the order passed.
    fn read_passed(&mut self, text: &str) {
        self.passed = parse_squares(text);
        self.passed.sort_by_key(|&(_, rank)| rank);
        if self.white_to_move {
            self.passed.reverse();
        }
    }

    /// The position in canonical form.
    pub fn fen(&self) -> String {
        let rows: Vec<String> = (0..self.rules.game.ranks).rev().map(|rank| self.row_text(rank)).collect();
        let rights: String = ['K', 'Q', 'k', 'q']
            .into_iter()
            .zip(self.rights)
            .filter_map(|(letter, held)| held.then_some(letter))
            .collect();
        let passed: String = self.passed.iter().copied().map(square_text).collect();
        let or_dash = |text: String| if text.is_empty() { "-".into() } else { text };
        format!(
            "{} {} {} {} {} {}",
            rows.join("/"),
            if self.white_to_move { 'w' } else { 'b' },
            or_dash(rights),
            or_dash(passed),
            self.halfmove,
            self.fullmove
        )
    }

    fn row_text(&self, rank: i32) -> String {
        let mut text = String::new();
        let mut run = 0;
        for file in 0..self.rules.game.files {
            let Some(man) = self.at((file, rank)) else {
                run += 1;
                continue;
            };
            if run > 0 {
                text += &run.to_string();
                run = 0;
            }
            if man.crowned {
                text.push('+');
            }
            text.push(if man.white { man.letter } else { man.letter.to_ascii_lowercase() });
        }
        if run > 0 {
            text += &run.to_string();
        }
        text
    }
}

/// The board.
impl Twin {
    fn on_board(&self, (file, rank): Square) -> bool {
        (0..self.rules.game.files).contains(&file) && (0..self.rules.game.ranks).contains(&rank)
    }

    fn index(&self, (file, rank): Square) -> usize {
        (rank * self.rules.game.files + file) as usize
    }

    /// The man on a square of the board.
    fn at(&self, square: Square) -> Option<Man> {
        self.board[self.index(square)]
    }

    fn is_empty(&self, square: Square) -> bool {
        self.on_board(square) && self.at(square).is_none()
    }

    fn put(&mut self, square: Square, man: Option<Man>) {
        let index = self.index(square);
        self.board[index] = man;
    }

    /// The men of one side with their squares.
    fn men(&self, white: bool) -> Vec<(Square, Man)> {
        let mut men = Vec::new();
        for rank in 0..self.rules.game.ranks {
            for file in 0..self.rules.game.files {
                if let Some(man) = self.at((file, rank)).filter(|man| man.white == white) {
                    men.push(((file, rank), man));
                }
            }
        }
        men
    }
}

/// Finding moves.
impl Twin {
    /// Where a man's steps lead: to empty squares and onto enemies.
    fn targets(&self, from: Square, man: Man) -> Vec<Square> {
        let mut targets = Vec::new();
        for step in &self.rules.steps[&(man.letter, man.crowned)] {
            let mut to = from;
            for _ in 0..step.reach {
                to = (to.0 + step.dx, to.1 + step.dy * man.forward());
                if !self.on_board(to) {
                    break;
                }
                if let Some(other) = self.at(to) {
                    if step.capture && other.white != man.white {
                        targets.push(to);
                    }
                    break;
                }
                if step.quiet {
                    targets.push(to);
                }
            }
        }
        targets
    }

    /// Whether an enemy could step onto a royal piece of this side.
    fn royal_attacked(&self, white: bool) -> bool {
        let is_royal = |square| self.at(square).is_some_and(|man| self.rules.is_royal(man));
        self.men(!white).into_iter().any(|(from, man)| self.targets(from, man).into_iter().any(is_royal))
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.royal_attacked(self.white_to_move)
    }

    /// All legal moves, each once (R-ALL-5), with the positions after them.
    fn legal(&self) -> Vec<(Move, Twin)> {
        let mut moves = Vec::new();
        for (from, man) in self.men(self.white_to_move) {
            for to in self.targets(from, man) {
                self.add_arrivals(from, to, man, &mut moves);
            }
            if self.rules.is_pawn(man) {
                self.add_pawn_specials(from, man, &mut moves);
            }
        }
        self.add_castlings(&mut moves);
        moves.sort();
        moves.dedup();
        moves
            .into_iter()
            .map(|m| (m, self.after(&m)))
            .filter(|(_, next)| !next.royal_attacked(self.white_to_move))
            .collect()
    }

    /// A step with all the ways to end it: as it is, promoted or crowned.
    fn add_arrivals(&self, from: Square, to: Square, man: Man, moves: &mut Vec<Move>) {
        let game = self.rules.game;
        let last_rank = self.rules.height(man.white, to) == game.ranks - 1;
        let kinds = if self.rules.is_pawn(man) && last_rank && !game.promotions.is_empty() {
            game.promotions.chars().map(Kind::Promote).collect()
        } else if self.rules.crowns(man, from, to) {
            vec![Kind::Crown]
        } else {
            vec![Kind::Plain]
        };
        moves.extend(kinds.into_iter().map(|kind| Move { from, to, kind }));
    }

    /// Multi-steps (R-JK-1: from the second rank only) and captures en passant.
    fn add_pawn_specials(&self, from: Square, man: Man, moves: &mut Vec<Move>) {
        if self.rules.height(man.white, from) == 1 {
            for length in 1..=self.rules.game.pawn_reach {
                let to = (from.0, from.1 + length * man.forward());
                if !self.is_empty(to) {
                    break;
                }
                if length > 1 {
                    let kind = Kind::MultiStep;
                    moves.push(Move { from, to, kind });
                }
            }
        }
        for dx in [-1, 1] {
            let to = (from.0 + dx, from.1 + man.forward());
            if self.passed.contains(&to) {
                let kind = Kind::EnPassant;
                moves.push(Move { from, to, kind });
            }
        }
    }

    /// R-ALL-3, but for the square that the king reaches, which every move's legality covers.
    fn add_castlings(&self, moves: &mut Vec<Move>) {
        for (right, castling) in self.rules.castlings.iter().enumerate() {
            let from = castling.king_from;
            let crossed = between(from, castling.king_to);
            if self.rights[right]
                && (right < 2) == self.white_to_move
                && between(from, castling.rook_from).into_iter().all(|square| self.is_empty(square))
                && !self.in_check()
                && !crossed.into_iter().any(|on| self.attacked_on(from, on))
            {
                moves.push(Move { from, to: castling.king_to, kind: Kind::Castle(right) });
            }
        }
    }

    /// Whether the king would be in check if it stood elsewhere and all else were the same.
    fn attacked_on(&self, from: Square, on: Square) -> bool {
        let mut moved = self.clone();
        moved.put(on, self.at(from));
        moved.put(from, None);
        moved.in_check()
    }

    /// The legal moves in coordinate notation, sorted.
    pub fn moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.legal().iter().map(|(m, _)| m.text()).collect();
        texts.sort();
        texts
    }

    /// The number of legal sequences of this many moves.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal().len() as u64,
            _ => self.legal().iter().map(|(_, next)| next.perft(depth - 1)).sum(),
        }
    }
}

/// The squares strictly between two squares of one rank.
fn between(a: Square, b: Square) -> Vec<Square> {
    (a.0.min(b.0) + 1..a.0.max(b.0)).map(|file| (file, a.1)).collect()
}

/// Playing moves.
impl Twin {
    /// The position after a legal move; panics on any other.
    pub fn play(&self, m: &str) -> Twin {
        self.legal()
            .into_iter()
            .find(|(legal, _)| legal.text() == m)
            .unwrap_or_else(|| panic!("{m} is not legal in {}", self.fen()))
            .1
    }

    fn after(&self, m: &Move) -> Twin {
        let mut man = self.at(m.from).expect("a man to move");
        let mut next = self.clone();
        next.passed.clear();
        next.put(m.from, None);
        match m.kind {
            Kind::Plain => {}
            Kind::MultiStep => next.passed = passed_over(m.from, m.to),
            Kind::EnPassant => next.put(self.en_passant_victim(m.to, man), None),
            Kind::Promote(letter) => man.letter = letter,
            Kind::Crown => man.crowned = true,
            Kind::Castle(right) => {
                let castling = self.rules.castlings[right];
                next.put(castling.rook_from, None);
                next.put(castling.rook_to, self.at(castling.rook_from));
            }
        }
        next.put(m.to, Some(man));
        next.drop_rights(m);
        next.halfmove = if self.is_irreversible(m) { 0 } else { self.halfmove + 1 };
        next.fullmove += u32::from(!self.white_to_move);
        next.white_to_move = !self.white_to_move;
        next
    }

    /// The pawn that passed over a square is the first man behind it, as the capturer sees it.
    fn en_passant_victim(&self, passed: Square, capturer: Man) -> Square {
        let mut square = passed;
        while self.at(square).is_none() {
            square.1 -= capturer.forward();
        }
        square
    }

    /// A right goes when the king or the rook leaves home or the rook is captured there.
    fn drop_rights(&mut self, m: &Move) {
        for right in 0..4 {
            let castling = self.rules.castlings[right];
            let homes = [castling.king_from, castling.rook_from];
            if homes.contains(&m.from) || homes.contains(&m.to) {
                self.rights[right] = false;
            }
        }
    }

    /// Whether a move resets the halfmove clock: captures, crownings and moves of uncrowned pawns
    /// (R-KM-8: ghouls are pawns, crowned ones are not).
    fn is_irreversible(&self, m: &Move) -> bool {
        let captures = self.at(m.to).is_some_and(|man| man.white != self.white_to_move);
        captures || m.kind == Kind::Crown || self.at(m.from).is_some_and(|man| self.rules.is_pawn(man))
    }
}

/// The squares strictly between the ends of a multi-step, in the order passed.
fn passed_over(from: Square, to: Square) -> Vec<Square> {
    let direction = (to.1 - from.1).signum();
    (1..(to.1 - from.1).abs()).map(|length| (from.0, from.1 + length * direction)).collect()
}

//! Positions to check things on: from random games, and set up at random.

use bactrian::board::{Board, FenError, Role, Spec, Variant};
use bactrian::types::{Color, Kind, Move, Piece, SQUARES, Square};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::data::perft_lines;
use super::games::{Game, spec_of};
use super::session;

/// The longest game that is played on for the sake of its positions.
pub const PLIES: usize = 200;

/// FENs to begin games at: those of the perft file in turn, the start position first.
pub fn beginning_fens(spec: &Spec, games: usize) -> Vec<String> {
    perft_lines(spec).into_iter().map(|(fen, _)| fen).collect::<Vec<_>>().into_iter().cycle().take(games).collect()
}

/// The same as boards.
pub fn beginnings<R: Variant>(game: Game<R>, games: usize) -> Vec<Board<R>> {
    beginning_fens(game.spec(), games).iter().map(|fen| game.board(fen)).collect()
}

/// Plays random games and shows every move with the position before it and the one after it. Draws do not end them.
pub fn random_games<R: Variant>(
    game: Game<R>,
    seed: u64,
    games: usize,
    mut see: impl FnMut(&Board<R>, Move, &Board<R>),
) {
    let mut rng = SmallRng::seed_from_u64(seed);
    for mut board in beginnings(game, games) {
        for _ in 0..PLIES {
            let Some(m) = random_move(&board, &mut rng) else { break };
            let before = board;
            board.play(m, &mut ());
            see(&before, m, &board);
        }
    }
}

/// A random legal move, rather a capture or promotion than not, so that boards empty and pieces meet.
pub fn random_move<R: Variant>(board: &Board<R>, rng: &mut SmallRng) -> Option<Move> {
    let moves = board.legal_moves();
    let noisy: Vec<Move> = moves.iter().copied().filter(|&m| is_noisy(board, m)).collect();
    let from: &[Move] = if rng.random_ratio(1, 4) && !noisy.is_empty() { &noisy } else { &moves };
    from.choose(rng).copied()
}

/// Whether a move captures or promotes.
pub fn is_noisy<R: Variant>(board: &Board<R>, m: Move) -> bool {
    board.captured_kind(m).is_some() || m.promotion().is_some()
}

/// The FENs of all positions of random games.
pub fn random_game_fens(name: &str, seed: u64, games: usize) -> Vec<String> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut fens = Vec::new();
    let mut session = session::start(name);
    for fen in beginning_fens(spec_of(name), games) {
        session::set_position(&mut *session, &fen);
        for _ in 0..PLIES {
            let Some(text) = session::random_move(&*session, &mut rng) else { break };
            session::play(&mut *session, &text);
            fens.push(session.view().fen());
        }
    }
    fens
}

/// Legal positions with pieces strewn over the board, castling rights wherever possible and now and then a pawn to be
/// captured in passing. They hold what games seldom come to: double checks, odd pins, pawns on either edge.
pub fn random_setups<R: Variant>(game: Game<R>, seed: u64, count: usize) -> Vec<Board<R>> {
    legal_setups(game.spec(), seed, count, |fen| game.read(fen))
}

/// The same as FENs.
pub fn random_setup_fens(name: &str, seed: u64, count: usize) -> Vec<String> {
    let mut session = session::start(name);
    legal_setups(spec_of(name), seed, count, |fen| session.set_position(Some(fen)).map(|()| session.view().fen()))
}

fn legal_setups<B>(
    spec: &'static Spec,
    seed: u64,
    count: usize,
    mut read: impl FnMut(&str) -> Result<B, FenError>,
) -> Vec<B> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut found = Vec::new();
    for _ in 0..100 * count {
        let fen = Setup::random(spec, &mut rng).fen(&mut rng);
        match read(&fen) {
            Ok(position) => found.push(position),
            Err(FenError::OtherSideInCheck(_) | FenError::TooManyMoves { .. }) => {}
            Err(error) => panic!("{} {fen}: {error}", spec.page.name),
        }
        if found.len() == count {
            return found;
        }
    }
    panic!("{}: only {} of {count} setups were legal", spec.page.name, found.len());
}

/// A board under construction.
struct Setup {
    cells: [Option<Piece>; SQUARES],
    side: Color,
    spec: &'static Spec,
    /// The letters of castling rights with the squares of king and rook.
    rights: Vec<(char, Square, Square)>,
}

impl Setup {
    fn random(spec: &'static Spec, rng: &mut SmallRng) -> Self {
        let mut setup = Self { cells: [None; SQUARES], side: random_color(rng), spec, rights: Vec::new() };
        Color::BOTH.into_iter().for_each(|color| setup.put_royal(color, rng));
        let others = kinds_of(spec, |role| role != Role::Royal);
        let pawns = kinds_of(spec, |role| role == Role::Pawn);
        for _ in 0..rng.random_range(0..=spec.board.count() / 4) {
            let among = if rng.random_ratio(1, 4) && !pawns.is_empty() { &pawns } else { &others };
            let kind = *among.choose(rng).expect("a game has pawns and pieces");
            setup.put_anywhere(Piece::new(random_color(rng), kind), rng);
        }
        setup
    }

    /// A royal piece, or the one that castles as the king: half the time at home with one rook or both, if its side castles
    /// at all. Nothing in games without either.
    fn put_royal(&mut self, color: Color, rng: &mut SmallRng) {
        let castlings: Vec<_> = self.spec.castlings.iter().flatten().filter(|c| c.color == color).collect();
        let royals = kinds_of(self.spec, |role| role == Role::Royal);
        let Some(kind) = royals.choose(rng).copied().or(castlings.first().map(|castling| castling.king)) else {
            return;
        };
        let royal = Piece::new(color, kind);
        let home =
            castlings.first().map(|castling| castling.king_from).filter(|&home| self.is_free(home) && rng.random());
        let Some(home) = home else { return self.put_anywhere(royal, rng) };
        if self.spec.castles_from_any_file() && rng.random_ratio(3, 4) {
            return self.put_on_any_file(royal, home.rank(), rng);
        }
        self.put(royal, home);
        for castling in castlings {
            if rng.random_ratio(2, 3) {
                self.put(Piece::new(color, castling.rook), castling.rook_from);
                self.rights.push((castling.letter, home, castling.rook_from));
            }
        }
    }

    /// A king with one rook or both on any files of this rank.
    fn put_on_any_file(&mut self, king: Piece, rank: u8, rng: &mut SmallRng) {
        let files = self.spec.page.files;
        let file = rng.random_range(1..files - 1);
        let home = Square::new(file, rank);
        if !self.is_free(home) {
            return self.put_anywhere(king, rng);
        }
        self.put(king, home);
        let rook = self.spec.castlings.iter().flatten().next().expect("the game castles").rook;
        for wing in [0..file, file + 1..files] {
            if rng.random_ratio(2, 3) {
                let from = Square::new(rng.random_range(wing), rank);
                self.put(Piece::new(king.color(), rook), from);
                let letter = self.spec.file_letter(from.file());
                let is_white = king.color() == Color::White;
                self.rights.push((if is_white { letter.to_ascii_uppercase() } else { letter }, home, from));
            }
        }
    }

    /// Puts a piece on a square unless one stands there.
    fn put(&mut self, piece: Piece, square: Square) {
        self.cells[square.index()].get_or_insert(piece);
    }

    fn put_anywhere(&mut self, piece: Piece, rng: &mut SmallRng) {
        let free: Vec<Square> = self.spec.board.into_iter().filter(|&square| self.is_free(square)).collect();
        self.put(piece, *free.choose(rng).expect("most of the board is free"));
    }

    fn is_free(&self, square: Square) -> bool {
        self.cells[square.index()].is_none()
    }

    fn fen(&self, rng: &mut SmallRng) -> String {
        let spec = self.spec;
        let rows: Vec<String> = (0..spec.page.ranks).rev().map(|rank| self.row_text(rank)).collect();
        let side = if self.side == Color::White { 'w' } else { 'b' };
        let king = spec.laws().castling.kings;
        let is_possible = |&&(letter, king_from, rook_from): &&(char, Square, Square)| {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let stands = |square: Square, kind| self.cells[square.index()] == Some(Piece::new(color, kind));
            let rooks = spec.laws().castling.rooks[color.index()];
            stands(king_from, king[color.index()]) && rooks.kinds().any(|rook| stands(rook_from, rook))
        };
        let rights: String = self.rights.iter().filter(is_possible).map(|&(letter, ..)| letter).collect();
        let aux = random_aux(spec, rng);
        let (openings, freezes) = match spec.page.name {
            "bilateral" => ("YZIJyzij", format!(" {}", self.random_freezes(rng))),
            _ => ("", String::new()),
        };
        let passed = self.multi_steps().choose(rng).cloned().unwrap_or_else(|| "-".to_owned());
        let rights = rights + openings;
        let rights = if rights.is_empty() { "-" } else { &rights };
        format!("{}{aux} {side} {rights} {passed} 0 1{freezes}", rows.join("/"))
    }

    /// About half of the freezes that there may be in Bilateral Chess, as long as no frozen wizard freezes.
    fn random_freezes(&self, rng: &mut SmallRng) -> String {
        let spec = self.spec;
        let at =
            |square: Square| self.cells[square.index()].map(|piece| (spec.piece(piece.kind()).letter, piece.color()));
        let folded = |square: Square| {
            let file = i32::from(square.file());
            [file.min(11 - file), i32::from(square.rank()), i32::from(file > 5)]
        };
        let distance = |a: Square, b: Square| folded(a).iter().zip(folded(b)).map(|(a, b)| (a - b).abs()).sum::<i32>();
        let mut freezes: Vec<(Square, Square)> = Vec::new();
        for wizard in spec.board {
            for victim in spec.board.into_iter().filter(|&victim| distance(wizard, victim) == 1) {
                let (Some((letter, color)), Some((other_letter, other_color))) = (at(wizard), at(victim)) else {
                    continue;
                };
                let possible = letter == 'W' && other_letter != 'E' && other_color != color;
                let frozen = |square| freezes.iter().any(|&(_, victim)| victim == square);
                let freezing = |square| freezes.iter().any(|&(wizard, _)| wizard == square);
                if possible && !frozen(wizard) && !freezing(victim) && rng.random() {
                    freezes.push((wizard, victim));
                }
            }
        }
        let name = |square| spec.square_name(square);
        let texts: Vec<String> = freezes.iter().map(|&(wizard, victim)| name(wizard) + &name(victim)).collect();
        if texts.is_empty() { "-".to_owned() } else { texts.join(",") }
    }

    fn row_text(&self, rank: u8) -> String {
        let mut text = String::new();
        let mut run = 0;
        for file in 0..self.spec.page.files {
            let Some(piece) = self.cells[Square::new(file, rank).index()] else {
                run += 1;
                continue;
            };
            if run > 0 {
                text += &run.to_string();
            }
            run = 0;
            text += &self.spec.piece_text(piece).to_string();
        }
        if run > 0 { text + &run.to_string() } else { text }
    }

    /// The squares passed in every multi-step that the side not to move can have made just now.
    fn multi_steps(&self) -> Vec<String> {
        let spec = self.spec;
        let step = if self.side == Color::Black { 1 } else { -1 };
        let mut found = Vec::new();
        let mover = (!self.side).index();
        let regions = [(2, spec.double_step[mover]), (3, spec.triple_step[mover])];
        let starts =
            regions.into_iter().flat_map(|(length, region)| region.into_iter().map(move |from| (from, length)));
        for (start, length) in starts {
            let ahead = |length: u8| start.offset(0, step * length as i8).filter(|&to| spec.board.has(to));
            let passed: Vec<Square> = (1..length).filter_map(ahead).collect();
            let arrived = ahead(length).and_then(|to| self.cells[to.index()]);
            let is_pawn = arrived.is_some_and(|p| p.color() != self.side && spec.pawns.has(p.kind()));
            if is_pawn && self.is_free(start) && passed.iter().all(|&square| self.is_free(square)) {
                found.push(passed.into_iter().map(|square| spec.square_name(square)).collect());
            }
        }
        found
    }
}

/// What a game has after the board.
fn random_aux(spec: &Spec, rng: &mut SmallRng) -> &'static str {
    match spec.page.name {
        "luotuoqi" => ["[c]", "[C]"].choose(rng).copied().unwrap_or_default(),
        _ => "",
    }
}

fn random_color(rng: &mut SmallRng) -> Color {
    if rng.random() { Color::White } else { Color::Black }
}

fn kinds_of(spec: &Spec, wanted: impl Fn(Role) -> bool) -> Vec<Kind> {
    (0..spec.kinds()).map(Kind::new).filter(|&kind| wanted(spec.piece(kind).role)).collect()
}

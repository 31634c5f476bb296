//! The rules of games from a file, played on an array of men: moves are found by walking from square to square, and a
//! move is legal when, after playing it on a copy, no enemy man could capture the royal one.
//!
//! The meaning of every key is Fairy-Stockfish's. Where this differs from it, a comment says so.

use super::pieces::{Gait, Kind, Leg, Movement, Turn, compass};
use super::position::{Castling, Man, Past, Position, ahead, name};
use super::reader::Color;
use crate::reference::{Reference, Square};

/// What happens in a move besides going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Special {
    None,
    /// A pawn becomes a piece that its side chooses.
    Promotion(Kind),
    /// A piece becomes what `promotedPieceType` says.
    PiecePromotion(Kind),
    EnPassant,
    Castling(Castling),
    /// A piece becomes what it was.
    Demotion(Kind),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Move {
    from: Square,
    to: Square,
    special: Special,
    /// By an initial movement of a piece, or a multi-step of a pawn.
    passes: bool,
}

/// Where a piece can go: as squares that it attacks, whether or not there is something to capture, and as squares that
/// it could go to without capturing if they are empty.
#[derive(Default)]
struct Reach {
    attacks: Vec<Square>,
    quiets: Vec<Square>,
    /// Quiet moves by initial movements.
    initial_quiets: Vec<Square>,
}

/// The squares strictly between two squares of a line, in order; none if there is no line.
fn between(from: Square, to: Square) -> Vec<Square> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let in_line = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    let count = if in_line { dx.abs().max(dy.abs()) } else { 0 };
    (1..count).map(|step| (from.0 + step * dx.signum(), from.1 + step * dy.signum())).collect()
}

/// The squares that a lame leaper passes: straight steps along the longer side of the leap until what is left is
/// diagonal, then diagonal steps.
fn lame_path(from: Square, to: Square) -> Vec<Square> {
    let mut path = Vec::new();
    let mut square = from;
    loop {
        let (dx, dy) = (to.0 - square.0, to.1 - square.1);
        if dx.abs() >= dy.abs() {
            square.0 += dx.signum();
        }
        if dy.abs() >= dx.abs() {
            square.1 += dy.signum();
        }
        if square == to {
            return path;
        }
        path.push(square);
    }
}

/// The steps of the next leg of a walk, each with the side of the turn before it: 1 is right, -1 is left.
fn next_steps(step: (i32, i32), last: i32, leg: &Leg) -> Vec<((i32, i32), i32)> {
    let compass = compass(step);
    let now = compass.iter().position(|&other| other == step).expect("a step is one of its directions") as i32;
    let mut found = Vec::new();
    for &turn in &leg.turns {
        let all = match turn {
            Turn::By(eighths) => vec![eighths],
            Turn::Same(eighths) | Turn::Other(eighths) if last == 0 => vec![eighths, -eighths],
            Turn::Same(eighths) => vec![eighths * last],
            Turn::Other(eighths) => vec![-eighths * last],
        };
        for eighths in all {
            let side = if eighths.abs() % 4 == 0 { last } else { eighths.signum() };
            found.push((compass[(now + eighths).rem_euclid(8) as usize], side));
        }
    }
    found
}

/// Where pieces go.
impl Position {
    /// The squares where a movement can end, on a board where `is_empty` tells whether a square is empty.
    fn walk(
        &self,
        from: Square,
        step: (i32, i32),
        movement: &Movement,
        is_empty: &dyn Fn(Square) -> bool,
    ) -> Vec<Square> {
        let mut found = Vec::new();
        if movement.gait == Gait::Walk {
            let is_free = |square| Some(square == from || is_empty(square));
            self.walk_legs(from, from, step, 0, &movement.legs, 0, &is_free, &mut found);
            return found;
        }
        let (mut square, mut hurdles) = (from, 0);
        for _ in 0..movement.range {
            square = (square.0 + step.0, square.1 + step.1);
            if !self.game.has(square) {
                break;
            }
            match movement.gait {
                Gait::Leap => found.push(square),
                Gait::Walk => unreachable!("walks are walked by their legs"),
                Gait::LameLeap if lame_path(from, square).into_iter().all(is_empty) => found.push(square),
                Gait::LameLeap => {}
                Gait::Ride => {
                    found.push(square);
                    if !is_empty(square) {
                        break;
                    }
                }
                Gait::Hop | Gait::Grasshop => {
                    if hurdles == 1 {
                        found.push(square);
                    }
                    hurdles += i32::from(!is_empty(square));
                    if hurdles == 2 || hurdles == 1 && movement.gait == Gait::Grasshop && !found.is_empty() {
                        break;
                    }
                }
            }
        }
        found
    }

    /// Adds the squares where a walk of these legs from `home` can end that goes on from a square. `last` is the side of
    /// the last turn, `steps` the number of steps of the leg before. `is_free` tells whether a square is empty, or that it
    /// does not matter.
    #[expect(clippy::too_many_arguments, reason = "all that a walk remembers")]
    fn walk_legs(
        &self,
        home: Square,
        from: Square,
        step: (i32, i32),
        last: i32,
        legs: &[Leg],
        steps: i32,
        is_free: &dyn Fn(Square) -> Option<bool>,
        found: &mut Vec<Square>,
    ) {
        let Some((leg, rest)) = legs.split_first() else { return };
        let mut square = from;
        for count in 1..=leg.range - if leg.counts_on { steps } else { 0 } {
            square = (square.0 + step.0, square.1 + step.1);
            if !self.game.has(square) {
                return;
            }
            let free = is_free(square);
            if leg.ends && square != home {
                found.push(square);
            }
            if free != Some(false) && leg.through_empty || free != Some(true) && leg.over_man {
                for (step, last) in rest.first().map_or(Vec::new(), |next| next_steps(step, last, next)) {
                    self.walk_legs(home, square, step, last, rest, count, is_free, found);
                }
            }
            if free == Some(false) {
                return;
            }
        }
    }

    /// The squares where a man's movement can end.
    fn ends(&self, from: Square, man: Man, movement: &Movement) -> Vec<Square> {
        let step = (movement.dx * ahead(man.color), movement.dy * ahead(man.color));
        let is_empty = |square| self.at(square).is_none();
        let found = self.walk(from, step, movement, &is_empty);
        if man.kind != "janggiCannon" {
            return found;
        }
        // Janggi cannons neither hop over one another nor capture one another.
        let is_cannon = |square| self.at(square).is_some_and(|other| other.kind == "janggiCannon");
        let without = self.walk(from, step, movement, &|square| is_empty(square) || is_cannon(square));
        found.into_iter().filter(|square| without.contains(square) && !is_cannon(*square)).collect()
    }

    fn reach(&self, from: Square, man: Man) -> Reach {
        let mut reach = Reach::default();
        if man.kind == "pawn" {
            let dy = ahead(man.color);
            reach.attacks = vec![(from.0 - 1, from.1 + dy), (from.0 + 1, from.1 + dy)];
            reach.attacks.retain(|&square| self.game.has(square) && self.may_go(man, square));
            return reach;
        }
        let starts_here = self.game.double_step_region[man.color].contains(&from);
        for movement in &self.game.movements[man.kind] {
            let mut ends = self.ends(from, man, movement);
            ends.retain(|&to| self.may_go(man, to) && !self.is_unpromoted_sidestep(from, to, man));
            if movement.captures {
                reach.attacks.extend(&ends);
            }
            if movement.initial && starts_here && movement.quiet {
                reach.initial_quiets.extend(&ends);
            } else if !movement.initial && movement.quiet {
                reach.quiets.extend(&ends);
            }
        }
        reach
    }

    /// Whether a square is in the man's mobility region.
    pub(super) fn may_go(&self, man: Man, to: Square) -> bool {
        let region = self.game.mobility[man.color].get(man.kind);
        region.is_none_or(|region| region.is_empty() || region.contains(&to))
    }

    /// A soldier goes straight ahead until it has reached its promotion rank.
    fn is_unpromoted_sidestep(&self, from: Square, to: Square, man: Man) -> bool {
        man.kind == "soldier" && self.game.height(man.color, from) < self.game.soldier_promotion_rank && to.0 != from.0
    }

    /// Whether a side could capture on a square if an enemy stood there.
    pub(super) fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.men(by).into_iter().any(|(from, man)| self.reach(from, man).attacks.contains(&square))
    }

    /// The squares of a side's royal men: its king, and pseudo-royal men that are the last of their kind.
    fn royals(&self, color: Color) -> Vec<Square> {
        let game = &self.game;
        let is_pseudo_royal = |kind| {
            game.extinction_pseudo_royal
                && game.extinction_kinds.contains(kind)
                && self.count(color, kind) <= game.extinction_count + 1
        };
        let is_royal = |man: Man| man.kind == "king" || is_pseudo_royal(man.kind);
        self.men(color).into_iter().filter(|&(_, man)| is_royal(man)).map(|(square, _)| square).collect()
    }

    /// Whether the kings stand in one line with nothing between them, and must not.
    pub(super) fn generals_meet(&self) -> bool {
        let kings: Vec<Square> = [0, 1]
            .into_iter()
            .flat_map(|color| self.men(color))
            .filter(|(_, man)| man.kind == "king")
            .map(|(square, _)| square)
            .collect();
        let [a, b] = kings[..] else { return false };
        self.game.flying_general
            && (a.0 == b.0 || a.1 == b.1)
            && between(a, b).into_iter().all(|square| self.is_empty(square))
    }

    /// Whether a side's royal man could be captured.
    pub(super) fn is_checked(&self, color: Color) -> bool {
        self.royals(color).into_iter().any(|square| self.is_attacked(square, 1 - color))
    }
}

/// Moves that obey everything but the safety of the royal men.
impl Position {
    fn pseudo_legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, man) in self.men(self.side) {
            match man.kind {
                "pawn" => self.add_pawn_moves(from, man, &mut moves),
                _ => self.add_piece_moves(from, man, &mut moves),
            }
        }
        moves.dedup();
        moves
    }

    fn add_pawn_moves(&self, from: Square, man: Man, moves: &mut Vec<Move>) {
        let step = ahead(man.color);
        let mut lengths = vec![1];
        lengths.extend(self.game.double_step_region[man.color].contains(&from).then_some(2));
        lengths.extend(self.game.triple_step_region[man.color].contains(&from).then_some(3));
        for length in lengths {
            let is_free = |way| {
                let square = (from.0, from.1 + way * step);
                self.is_empty(square) && self.may_go(man, square)
            };
            if (1..=length).all(is_free) {
                self.add_pawn_move(from, (from.0, from.1 + length * step), man, length > 1, moves);
            }
        }
        for to in self.reach(from, man).attacks {
            if self.is_of(1 - man.color, to) {
                self.add_pawn_move(from, to, man, false, moves);
            } else if self.passed.contains(&to) && self.is_empty(to) {
                // Pawns capture in passing whether or not `enPassantTypes` has them, and do not promote by it.
                moves.push(Move { from, to, special: Special::EnPassant, passes: false });
            }
        }
    }

    fn add_pawn_move(&self, from: Square, to: Square, man: Man, passes: bool, moves: &mut Vec<Move>) {
        let in_zone = self.game.promotion_region[man.color].contains(&to);
        if !in_zone || !self.game.mandatory_pawn_promotion {
            moves.push(Move { from, to, special: Special::None, passes });
        }
        if in_zone {
            self.add_promotions(from, to, man, moves);
            // The limits do not hold for what a pawn becomes in this way.
            if let Some(&promoted) = self.game.promoted_kind.get(man.kind)
                && self.gives_form(from, to, man.color)
            {
                moves.push(Move { from, to, special: Special::PiecePromotion(promoted), passes: false });
            }
        }
    }

    /// Whether a move that touches the region may give the promoted form.
    fn gives_form(&self, from: Square, to: Square, color: usize) -> bool {
        let needs_capture = self.game.piece_promotion_on_capture
            || self.game.piece_promotion_on_entry && self.game.promotion_region[color].contains(&from);
        !needs_capture || self.at(to).is_some()
    }

    fn add_promotions(&self, from: Square, to: Square, man: Man, moves: &mut Vec<Move>) {
        for &kind in &self.game.promotion_kinds[man.color] {
            if !self.is_at_limit(man.color, kind) {
                moves.push(Move { from, to, special: Special::Promotion(kind), passes: false });
            }
        }
    }

    /// Whether a side has as many of a kind as it may have by promotion. A limit of 0 is none.
    fn is_at_limit(&self, color: Color, kind: Kind) -> bool {
        let limit = self.game.promotion_limit.get(kind).copied().unwrap_or(0);
        limit > 0 && self.count(color, kind) >= limit
    }

    fn add_piece_moves(&self, from: Square, man: Man, moves: &mut Vec<Move>) {
        let reach = self.reach(from, man);
        let mut goals: Vec<Square> =
            reach.attacks.iter().copied().filter(|&to| self.is_of(1 - man.color, to)).collect();
        goals.extend(reach.quiets.iter().chain(&reach.initial_quiets).filter(|&&to| self.is_empty(to)));
        goals.sort();
        goals.dedup();
        for to in goals {
            let is_ordinary = self.at(to).is_some() || self.could_go_quietly(man, from, to);
            self.add_piece_move(from, to, man, !is_ordinary, moves);
        }
        if self.game.en_passant_kinds[man.color].contains(man.kind) && man.kind != "king" {
            for &to in &self.passed {
                let is_quiet = reach.quiets.contains(&to) || reach.initial_quiets.contains(&to);
                if self.is_empty(to) && reach.attacks.contains(&to) && !is_quiet {
                    moves.push(Move { from, to, special: Special::EnPassant, passes: false });
                }
            }
        }
    }

    fn add_piece_move(&self, from: Square, to: Square, man: Man, passes: bool, moves: &mut Vec<Move>) {
        let game = &self.game;
        let zone = &game.promotion_region[man.color];
        let is_king = man.kind == "king";
        let promotes_as_pawn = !is_king && game.promotion_pawns[man.color].contains(man.kind) && zone.contains(&to);
        if promotes_as_pawn {
            self.add_promotions(from, to, man, moves);
        }
        let mut stays = !promotes_as_pawn || !game.mandatory_pawn_promotion;
        if let Past::Piece(kind) = man.past
            && game.drops.demotion
            && (zone.contains(&from) || zone.contains(&to))
            && self.gives_form(from, to, man.color)
        {
            moves.push(Move { from, to, special: Special::Demotion(kind), passes: false });
            stays &= !game.mandatory_piece_promotion;
        }
        if let Some(&promoted) = game.promoted_kind.get(man.kind)
            && !is_king
            && !matches!(man.past, Past::Piece(_))
            && !self.is_at_limit(man.color, promoted)
        {
            let in_zone = zone.contains(&from) || zone.contains(&to);
            if in_zone && self.gives_form(from, to, man.color) {
                moves.push(Move { from, to, special: Special::PiecePromotion(promoted), passes: false });
                stays &= !game.mandatory_piece_promotion;
            }
        }
        if stays {
            moves.push(Move { from, to, special: Special::None, passes });
        }
    }

    /// Whether an ordinary movement may lead from one square to the other, which is empty.
    fn could_go_quietly(&self, man: Man, from: Square, to: Square) -> bool {
        self.bare_reach(man, from, 1).contains(&to)
    }

    /// Whether no first step of a man's ordinary movements stays on the board.
    pub(super) fn is_stuck(&self, man: Man, at: Square) -> bool {
        self.bare_reach(man, at, 0).is_empty()
    }

    /// Where a man's ordinary movements lead to without capturing on an empty board. Hops need nothing to hop over, and pass
    /// so many squares before they may end.
    fn bare_reach(&self, man: Man, from: Square, passed: usize) -> Vec<Square> {
        if man.kind == "pawn" {
            let to = (from.0, from.1 + ahead(man.color));
            return self.game.has(to).then_some(to).into_iter().collect();
        }
        let mut found = Vec::new();
        for movement in self.game.movements[man.kind].iter().filter(|movement| movement.quiet && !movement.initial) {
            let gait = match movement.gait {
                Gait::Leap | Gait::LameLeap => Gait::Leap,
                _ => Gait::Ride,
            };
            let step = (movement.dx * ahead(man.color), movement.dy * ahead(man.color));
            if movement.gait == Gait::Walk {
                self.walk_legs(from, from, step, 0, &movement.legs, 0, &|_| None, &mut found);
                continue;
            }
            let squares = self.walk(from, step, &Movement { gait, ..movement.clone() }, &|_| true);
            let hops = matches!(movement.gait, Gait::Hop | Gait::Grasshop);
            found.extend(squares.into_iter().skip(if hops { passed } else { 0 }));
        }
        found
    }
}

/// Castling.
impl Position {
    /// Where king and rook go.
    fn castling_goals(&self, castling: &Castling) -> (Square, Square) {
        let rank = castling.king.1;
        match castling.kingside {
            true => ((self.game.castling_kingside_file, rank), (self.game.castling_kingside_file - 1, rank)),
            false => ((self.game.castling_queenside_file, rank), (self.game.castling_queenside_file + 1, rank)),
        }
    }

    /// Whether a royal man that castles is safe on its way. A king must not be in check, and neither a square that it crosses
    /// nor its goal may be attacked on the board as it is before castling. Of other men, the squares from the first to that
    /// before the last count, on the board without the man.
    fn crosses_safely(&self, king: Square, king_to: Square) -> bool {
        let man = self.at(king).expect("a man that castles");
        let mut without = self.clone();
        without.put(king, None);
        if man.kind != "king" {
            let mut crossing = [vec![king], between(king, king_to)].concat();
            return crossing.drain(..).all(|square| !without.is_attacked(square, 1 - self.side));
        }
        let is_safe_on = |square: Square| {
            let mut moved = without.clone();
            moved.put(square, Some(man));
            !self.is_attacked(square, 1 - self.side) && !moved.generals_meet()
        };
        let mut crossing = [between(king, king_to), vec![king_to]].concat();
        crossing.retain(|&square| square != king);
        !self.is_attacked(king, 1 - self.side) && crossing.into_iter().all(is_safe_on)
    }

    /// The castlings whose way is free and safe; in the end all royal men must be.
    fn castling_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for castling in self.castlings.iter().filter(|castling| castling.color == self.side) {
            let Castling { king, rook, .. } = *castling;
            let (king_to, rook_to) = self.castling_goals(castling);
            let mut path = [between(king, king_to), between(rook, rook_to), vec![king_to, rook_to]].concat();
            path.retain(|square| ![king, rook].contains(square));
            let is_royal = self.royals(self.side).contains(&king);
            if path.into_iter().all(|square| self.is_empty(square)) && (!is_royal || self.crosses_safely(king, king_to))
            {
                moves.push(Move { from: king, to: king_to, special: Special::Castling(*castling), passes: false });
            }
        }
        moves
    }
}

/// Legal moves.
impl Position {
    /// Whether a game can begin here: at most one king a side, nobody in check, and moves to choose from.
    pub fn is_playable(&self) -> bool {
        let is_fair = |color| self.kings(color).len() <= 1 && !self.is_checked(color);
        is_fair(0) && is_fair(1) && !self.generals_meet() && !self.moves().is_empty()
    }

    /// The moves on the board that are legal unless the game is over, and the positions after them. Those that capture nothing
    /// are not, if there are others and captures are mandatory.
    fn legal_on_board(&self, ordinary: &[Move]) -> Vec<(Move, Position)> {
        let with_next = |m: Move| (m, self.after(&m));
        let mut found: Vec<(Move, Position)> =
            ordinary.iter().copied().chain(self.castling_moves()).map(with_next).collect();
        found.retain(|(m, next)| {
            let is_safe = |square| !next.is_attacked(square, 1 - self.side);
            self.royals_after(m, next).into_iter().all(is_safe)
                && !next.generals_meet()
                && !self.is_immobile(m)
                && (self.game.ends.checking || !next.is_king_attacked(next.side))
        });
        if self.game.ends.must_capture && found.iter().any(|(m, _)| self.captures(m)) {
            found.retain(|(m, _)| self.captures(m));
        }
        found
    }

    /// From where and to where men can go on the board, unless the game is over.
    pub(super) fn unended_moves(&self) -> Vec<(Square, Square)> {
        self.legal_on_board(&self.pseudo_legal()).into_iter().map(|(m, _)| (m.from, m.to)).collect()
    }

    fn captures(&self, m: &Move) -> bool {
        m.special == Special::EnPassant || self.is_of(1 - self.side, m.to)
    }

    /// The squares of the men that must be safe after a move. As Fairy-Stockfish has it, a man that is royal after it has become
    /// what `promotedPieceType` says takes nothing from those that were royal before. Other than there, it must be safe itself.
    fn royals_after(&self, m: &Move, next: &Position) -> Vec<Square> {
        let mut royals = next.royals(self.side);
        if let Special::PiecePromotion(kind) = m.special
            && self.game.extinction_pseudo_royal
            && self.game.extinction_kinds.contains(kind)
        {
            let moved = |square| if square == m.from { m.to } else { square };
            royals.extend(self.royals(self.side).into_iter().map(moved));
        }
        royals
    }

    /// Whether an ordinary move leads to where the man could never move again without capturing, and must not.
    fn is_immobile(&self, m: &Move) -> bool {
        let man = self.at(m.from).expect("a man to move");
        self.game.immobility_illegal && m.special == Special::None && self.is_stuck(man, m.to)
    }

    /// Castling is written as the king's move, but as its move onto the rook if the king could step there as well, if it
    /// stays where it is, if another man of its side stands there, or if the game has it so.
    fn text(&self, m: &Move, ordinary: &[Move]) -> String {
        let (mut to, mut suffix) = (m.to, String::new());
        match m.special {
            Special::Promotion(kind) => suffix = self.game.letters[kind].to_ascii_lowercase().to_string(),
            Special::PiecePromotion(_) => suffix = "+".to_owned(),
            Special::Demotion(_) => suffix = "-".to_owned(),
            Special::Castling(castling)
                if self.game.castling_by_rook
                    || self.is_of(self.side, to)
                    || ordinary.iter().any(|other| (other.from, other.to) == (m.from, to)) =>
            {
                to = castling.rook;
            }
            _ => {}
        }
        name(m.from) + &name(to) + &suffix
    }
}

/// Playing moves.
impl Position {
    fn after(&self, m: &Move) -> Position {
        let man = self.at(m.from).expect("a man to move");
        let mut next = self.clone();
        next.passed.clear();
        next.passer = None;
        next.put(m.from, None);
        let mut arrived = man;
        let mut captures = self.is_of(1 - self.side, m.to);
        match m.special {
            Special::None if m.passes && !self.royals(self.side).contains(&m.from) => {
                next.set_passed(m.from, m.to, man)
            }
            Special::None => {}
            Special::Promotion(kind) => {
                let past = if self.game.remembers() { Past::Pawn } else { Past::None };
                arrived = Man { kind, past, ..man };
            }
            Special::PiecePromotion(kind) => {
                let past = if self.game.remembers() { Past::Piece(man.kind) } else { Past::None };
                arrived = Man { kind, past, ..man };
            }
            Special::Demotion(kind) => arrived = Man { kind, past: Past::None, ..man },
            Special::EnPassant => {
                captures = true;
                let passer = self.passing_man(m.to);
                next.take_to_hand(self.at(passer));
                next.put(passer, None);
            }
            Special::Castling(castling) => {
                next.put(castling.rook, None);
                next.put(self.castling_goals(&castling).1, self.at(castling.rook));
            }
        }
        if self.is_of(1 - self.side, m.to) {
            next.take_to_hand(self.at(m.to));
        }
        next.put(m.to, Some(arrived));
        let touched = |square: Square| square == m.from || square == m.to;
        next.castlings.retain(|castling| !touched(castling.king) && !touched(castling.rook));
        if let Special::Castling(castling) = m.special
            && self.game.ends.opposite_castling
        {
            next.castlings.retain(|other| other.color == self.side || other.kingside != castling.kingside);
        }
        let promotes = matches!(m.special, Special::Promotion(_) | Special::PiecePromotion(_) | Special::Demotion(_));
        // Fairy-Stockfish does not see that a man cannot go back to a square outside its mobility region.
        let could_go_back = self.may_go(man, m.from) && self.could_go_quietly(man, m.to, m.from);
        let advances = self.game.n_move_kinds[self.side].contains(man.kind) && !could_go_back;
        next.pass_turn(captures || promotes || advances);
        next
    }

    /// A captured man goes to the hand of the side to move, if captured men do.
    fn take_to_hand(&mut self, captured: Option<Man>) {
        if let Some(man) = captured.filter(|_| self.game.drops.captures_to_hand) {
            let kind = self.game.in_hand(man);
            self.hands[self.side].push(kind);
        }
    }

    /// Notes the squares on which a man that moved by a multi-step or an initial movement can be captured in passing.
    fn set_passed(&mut self, from: Square, to: Square, man: Man) {
        let region = &self.game.en_passant_region[1 - man.color];
        self.passed = between(from, to).into_iter().filter(|square| region.contains(square)).collect();
        self.passer = Some(to).filter(|_| man.kind != "pawn" && !self.passed.is_empty());
    }

    /// The square of the man that is captured in passing on a square.
    fn passing_man(&self, on: Square) -> Square {
        self.passer.unwrap_or_else(|| {
            let mut square = (on.0, on.1 - ahead(self.side));
            while !self.is_of(1 - self.side, square) {
                assert!(self.game.has(square), "nobody passed in {}", self.fen());
                square.1 -= ahead(self.side);
            }
            square
        })
    }
}

impl Reference for Position {
    fn fen(&self) -> String {
        self.to_fen()
    }

    fn in_check(&self) -> bool {
        self.is_checked(self.side)
    }

    fn legal(&self) -> Vec<(String, Self)> {
        if self.is_over() {
            return Vec::new();
        }
        let drops = self.legal_drops();
        let dropped = drops.iter().map(|(drop, next)| (self.drop_text(drop), next.clone()));
        let mut found: Vec<(String, Self)> = dropped.collect();
        if self.game.drops.must_drop && !found.is_empty() && self.holds_what_must_be_dropped() {
            return found;
        }
        let ordinary = self.pseudo_legal();
        let on_board = self.legal_on_board(&ordinary);
        if self.game.ends.must_capture && on_board.iter().any(|(m, _)| self.captures(m)) {
            found.clear();
        }
        found.extend(on_board.into_iter().map(|(m, next)| (self.text(&m, &ordinary), next.with_checks_counted())));
        found
    }
}

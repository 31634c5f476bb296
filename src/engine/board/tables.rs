//! Lookup tables of movements for games that are known only at run time. What is a constant in a game compiled separately
//! is a table here, so that both have one lookup for all leaps of a piece and one for each of its lines.

use super::betza::{Form, Part, UNLIMITED};
use super::{Movements, Moves, Spec};
use crate::geometry::{bishop_attacks, line, rook_attacks};
use crate::types::{Bitboard, Color, Kind, KindSet, SQUARES, Square};

/// One set of squares for each colour and square.
type BySquare = Box<[[Bitboard; SQUARES]; 2]>;

fn nowhere() -> BySquare {
    Box::new([[Bitboard::EMPTY; SQUARES]; 2])
}

/// Where a piece goes from a square.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Targets {
    /// Squares that it leaps to.
    leaps: Bitboard,
    /// Squares on its rank and file to which it slides.
    straight: Bitboard,
    /// Squares on its diagonals to which it slides.
    diagonal: Bitboard,
}

const NO_TARGETS: Targets = Targets { leaps: Bitboard::EMPTY, straight: Bitboard::EMPTY, diagonal: Bitboard::EMPTY };

/// A way of a piece that is neither a leap nor a slide.
#[derive(Clone, Debug)]
enum Way {
    /// To the target unless one of the squares of the path is occupied.
    Lame { path: Bitboard, target: Bitboard },
    /// Along the squares up to the first occupied one.
    Ride(Vec<Square>),
    /// Along these squares of a line, from the one behind the first occupied one up to the next occupied one, or only to
    /// the one just behind.
    Hop { line: Bitboard, is_straight: bool, squares: Vec<Square>, is_short: bool },
}

/// The squares that a kind of piece reaches, for captures or for moves without.
#[derive(Clone)]
pub(super) struct Reach {
    targets: Box<[[Targets; SQUARES]; 2]>,
    has_straight: bool,
    has_diagonal: bool,
    /// By colour and square; empty if there are none.
    ways: Vec<Vec<Way>>,
    /// By colour: where the piece may stand.
    region: [Bitboard; 2],
    /// Whether the piece hops neither over nor to a piece of its own kind.
    shuns_kin: bool,
}

impl Reach {
    /// The squares reached, including the first occupied one on each line. `kin` are the pieces of the same kind.
    #[inline(always)]
    pub fn from(&self, color: Color, from: Square, occupied: Bitboard, kin: Bitboard) -> Bitboard {
        let row = &self.targets[color.index()][from.index()];
        let mut squares = row.leaps;
        if self.has_straight {
            squares |= rook_attacks(from, occupied) & row.straight;
        }
        if self.has_diagonal {
            squares |= bishop_attacks(from, occupied) & row.diagonal;
        }
        if !self.ways.is_empty() {
            squares |= self.along_ways(color, from, occupied, kin);
        }
        squares
    }

    /// The squares reached along [`Way`]s.
    fn along_ways(&self, color: Color, from: Square, occupied: Bitboard, kin: Bitboard) -> Bitboard {
        let shunned = if self.shuns_kin { kin } else { Bitboard::EMPTY };
        let ways = &self.ways[color.index() * SQUARES + from.index()];
        let reached = ways.iter().fold(Bitboard::EMPTY, |reached, way| reached | way.reached(from, occupied, shunned));
        reached & self.region[color.index()]
    }

    /// All squares that could be reached with some occupation of the board.
    fn potential(&self, color: Color, from: Square) -> Bitboard {
        let Targets { leaps, straight, diagonal } = self.targets[color.index()][from.index()];
        let ways = self.ways.get(color.index() * SQUARES + from.index());
        let ways = ways.into_iter().flatten().fold(Bitboard::EMPTY, |squares, way| squares | way.potential());
        leaps | straight | diagonal | ways & self.region[color.index()]
    }
}

impl Way {
    /// The squares reached. Hops go neither over nor to `shunned` squares.
    fn reached(&self, from: Square, occupied: Bitboard, shunned: Bitboard) -> Bitboard {
        match self {
            Self::Lame { path, target } if (*path & occupied).is_empty() => *target,
            Self::Lame { .. } => Bitboard::EMPTY,
            Self::Ride(squares) => {
                let mut reached = Bitboard::EMPTY;
                for &square in squares {
                    reached |= square.bit();
                    if occupied.has(square) {
                        break;
                    }
                }
                reached
            }
            Self::Hop { line, is_straight, squares, is_short } => {
                let slide = |occupied| {
                    *line & if *is_straight { rook_attacks(from, occupied) } else { bishop_attacks(from, occupied) }
                };
                let first = slide(occupied);
                let hurdle = first & occupied;
                let behind = slide(occupied ^ hurdle).without(first);
                if (hurdle & shunned).any() || behind.is_empty() || !is_short {
                    return if (hurdle & shunned).any() { Bitboard::EMPTY } else { behind.without(shunned) };
                }
                let at = squares.iter().position(|&square| hurdle.has(square));
                let next = at.and_then(|at| squares.get(at + 1));
                next.map_or(Bitboard::EMPTY, |next| next.bit().without(shunned))
            }
        }
    }

    fn potential(&self) -> Bitboard {
        match self {
            Self::Lame { target, .. } => *target,
            Self::Ride(squares) => squares.iter().copied().collect(),
            Self::Hop { squares, .. } => squares.iter().skip(1).copied().collect(),
        }
    }

    /// The number of squares reached, each counted by its chance. `free` is the chance that a square is empty.
    fn expected(&self, free: f64) -> f64 {
        match self {
            Self::Lame { path, .. } => free.powi(path.count() as i32),
            Self::Ride(squares) => (0..squares.len() as i32).map(|before| free.powi(before)).sum(),
            Self::Hop { squares, is_short, .. } => {
                // One of the squares before is occupied, the last one if the hop is short, and all others are empty.
                let hurdles = |before: usize| if *is_short { 1.0 } else { before as f64 };
                let chance = |before: usize| hurdles(before) * (1.0 - free) * free.powi(before as i32 - 1);
                (1..squares.len()).map(chance).sum()
            }
        }
    }

    /// Squares whose occupation decides whether the way reaches `target`.
    fn decisive(&self, target: Square) -> Bitboard {
        match self {
            Self::Lame { path, target: to } if to.has(target) => *path,
            Self::Ride(squares) | Self::Hop { squares, .. } => {
                squares.iter().take_while(|&&square| square != target).copied().collect()
            }
            Self::Lame { .. } => Bitboard::EMPTY,
        }
    }
}

/// The square one step on, as `color` sees it: Black's steps are White's turned by 180 degrees.
fn step_from(color: Color, from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    match color {
        Color::White => from.offset(files, ranks),
        Color::Black => from.offset(-files, -ranks),
    }
}

/// The squares of at most `range` steps on a board.
fn ride(board: Bitboard, color: Color, from: Square, step: (i8, i8), range: u8) -> Vec<Square> {
    let next = |&at: &Square| step_from(color, at, step).filter(|&square| board.has(square));
    std::iter::successors(next(&from), next).take(range.into()).collect()
}

/// The squares that a lame leap crosses: first diagonally or straight along the longer way, then the rest, so that a
/// knight is blocked on the square beside it.
fn lame_path(from: Square, to: Square) -> Bitboard {
    let mut path = Bitboard::EMPTY;
    let mut at = from;
    while at != to {
        let (files, ranks) = (to.file() as i8 - at.file() as i8, to.rank() as i8 - at.rank() as i8);
        let (along_files, along_ranks) = (files.abs() >= ranks.abs(), ranks.abs() >= files.abs());
        let step = (if along_files { files.signum() } else { 0 }, if along_ranks { ranks.signum() } else { 0 });
        let Some(next) = at.offset(step.0, step.1) else { break };
        at = next;
        if at != to {
            path |= at.bit();
        }
    }
    path
}

/// The kinds with the same table of sources.
struct Class {
    kinds: KindSet,
    /// By colour of the piece and by target: the squares from which it gets there.
    sources: BySquare,
}

/// The tables of a game.
pub struct Tables {
    captures: Vec<Reach>,
    quiets: Vec<Reach>,
    /// By kind, moves without capture from the region of double steps.
    initial: Vec<Option<Reach>>,
    leapers: Vec<Class>,
    straight: Vec<Class>,
    diagonal: Vec<Class>,
    /// By colour of the leaping piece and by target: the squares from which any piece leaps there to capture.
    leap_sources: BySquare,
    /// The kinds that capture along [`Way`]s; with the squares from which they may.
    odd: Vec<(Kind, BySquare)>,
    /// By colour of the king and by its square: the squares whose occupation may decide whether it is attacked.
    decisive: BySquare,
    /// By colour and kind: where the kind could never move again, if the rules forbid to go there.
    dead_ends: Option<Vec<[Bitboard; 2]>>,
    /// Whether checkers and pins along lines decide which moves are legal.
    pins_suffice: bool,
    /// The kinds that can jump along a line, with or without capture.
    jumpers_in_line: KindSet,
}

impl std::fmt::Debug for Tables {
    /// They are long, and follow from the game's data.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}

impl Tables {
    /// Makes the tables of a game.
    pub fn new(spec: &Spec) -> Self {
        let kinds = || (0..spec.kinds()).map(Kind::new);
        let of = |choose: fn(&Part) -> bool| kinds().map(|kind| reach_of(spec, kind, choose)).collect::<Vec<Reach>>();
        let captures = of(|part| part.captures);
        let quiets = of(|part| part.quiets && !part.initial);
        let has_initial = |kind: Kind| spec.piece(kind).moves.parts().iter().any(|part| part.initial);
        let initial: Vec<Option<Reach>> =
            kinds().map(|kind| has_initial(kind).then(|| reach_of(spec, kind, |part| part.initial))).collect();
        let leapers = classes(&captures, |targets| targets.leaps);
        let odd: Vec<(Kind, BySquare)> = kinds()
            .filter(|kind| !captures[kind.index()].ways.is_empty())
            .map(|kind| (kind, way_sources(spec, &captures[kind.index()])))
            .collect();
        let jumpers_in_line = {
            let initial = kinds().zip(&initial).filter_map(|(kind, reach)| Some((kind, reach.as_ref()?)));
            jumpers_in_line(spec, kinds().zip(&captures).chain(kinds().zip(&quiets)).chain(initial))
        };
        let kings_may_not_face = spec.laws().kings_may_not_face.is_some();
        let mut tables = Self {
            straight: classes(&captures, |targets| targets.straight),
            diagonal: classes(&captures, |targets| targets.diagonal),
            leap_sources: union(&leapers),
            jumpers_in_line,
            pins_suffice: odd.is_empty() && !kings_may_not_face,
            dead_ends: spec.laws().immobility_illegal.then(|| dead_ends(spec)),
            decisive: nowhere(),
            captures,
            quiets,
            initial,
            leapers,
            odd,
        };
        if !tables.pins_suffice {
            tables.decisive = tables.decisive_squares(spec, kings_may_not_face);
        }
        tables
    }

    /// Where a kind moves by an initial move if the square is empty.
    pub(super) fn initial(
        &self,
        kind: Kind,
        color: Color,
        from: Square,
        occupied: Bitboard,
        kin: Bitboard,
    ) -> Bitboard {
        let initial = self.initial[kind.index()].as_ref();
        initial.map_or(Bitboard::EMPTY, |reach| reach.from(color, from, occupied, kin))
    }

    /// The targets of initial moves that no other move of the piece reaches on an empty board: such a move can be
    /// answered by capturing en passant.
    pub(super) fn multi_steps(&self, kind: Kind, color: Color, from: Square) -> Bitboard {
        let Some(initial) = &self.initial[kind.index()] else { return Bitboard::EMPTY };
        initial.potential(color, from).without(self.quiets[kind.index()].potential(color, from))
    }

    /// The squares that a piece of White's reaches from `from` if nothing is in its way, or one piece where it hops.
    pub fn open_reach(&self, kind: Kind, from: Square) -> Bitboard {
        let of = |reaches: &[Reach]| reaches[kind.index()].potential(Color::White, from);
        of(&self.captures) | of(&self.quiets)
    }

    /// The number of squares that a piece of White's reaches from `from`, by captures or by other moves, each counted by
    /// the chance that the squares on the way let it pass. `free` is the chance that a square is empty.
    pub fn expected_reach(&self, kind: Kind, captures: bool, from: Square, free: f64) -> f64 {
        let reach = if captures { &self.captures[kind.index()] } else { &self.quiets[kind.index()] };
        let Targets { leaps, straight, diagonal } = reach.targets[0][from.index()];
        let slides = (straight | diagonal).into_iter().map(|to| free.powi(i32::from(from.distance(to)) - 1));
        let ways = reach.ways.get(from.index()).into_iter().flatten().map(|way| way.expected(free));
        f64::from(leaps.count()) + slides.sum::<f64>() + ways.sum::<f64>()
    }

    /// Whether a piece could move from `from` to the empty square `to` for some occupation of the board.
    pub(super) fn may_go(&self, kind: Kind, color: Color, from: Square, to: Square) -> bool {
        self.quiets[kind.index()].potential(color, from).has(to)
    }

    /// The squares where a piece may not go because it could never move again.
    pub(super) fn dead_ends(&self, kind: Kind, color: Color) -> Bitboard {
        self.dead_ends.as_ref().map_or(Bitboard::EMPTY, |squares| squares[kind.index()][color.index()])
    }

    /// The squares whose occupation may decide whether `color`'s king on `king` is attacked.
    #[inline(always)]
    pub(super) fn decisive(&self, color: Color, king: Square) -> Bitboard {
        self.decisive[color.index()][king.index()]
    }

    fn decisive_squares(&self, spec: &Spec, kings_may_not_face: bool) -> BySquare {
        let mut decisive = nowhere();
        let any_straight = kings_may_not_face || !self.straight.is_empty();
        for (color, king) in pairs(spec) {
            let squares = &mut decisive[color.index()][king.index()];
            let enemy = !color;
            if any_straight {
                *squares |= rook_attacks(king, Bitboard::EMPTY);
            }
            if !self.diagonal.is_empty() {
                *squares |= bishop_attacks(king, Bitboard::EMPTY);
            }
            for (kind, sources) in &self.odd {
                for from in sources[enemy.index()][king.index()] {
                    let ways = &self.captures[kind.index()].ways[enemy.index() * SQUARES + from.index()];
                    let on_way = |way: &&Way| way.potential().has(king);
                    ways.iter().filter(on_way).for_each(|way| *squares |= way.decisive(king));
                }
            }
        }
        decisive
    }
}

impl Movements for &'static Tables {
    #[inline(always)]
    fn captures(self, kind: Kind, color: Color, from: Square, occupied: Bitboard, kin: Bitboard) -> Bitboard {
        self.captures[kind.index()].from(color, from, occupied, kin)
    }

    #[inline(always)]
    fn quiets(self, kind: Kind, color: Color, from: Square, occupied: Bitboard, kin: Bitboard) -> Bitboard {
        self.quiets[kind.index()].from(color, from, occupied, kin)
    }

    #[inline(always)]
    fn leapers_to(self, square: Square, by: Color, own: Bitboard, of_kinds: impl Fn(KindSet) -> Bitboard) -> Bitboard {
        // Early exit: often no piece is within any leap's distance.
        let near = self.leap_sources[by.index()][square.index()] & own;
        if near.is_empty() {
            return near;
        }
        let attackers = self.leapers.iter().fold(Bitboard::EMPTY, |attackers, class| {
            attackers | class.sources[by.index()][square.index()] & of_kinds(class.kinds)
        });
        attackers & near
    }

    #[inline(always)]
    fn sliders_to(
        self,
        square: Square,
        by: Color,
        own: Bitboard,
        occupied: Bitboard,
        of_kinds: impl Fn(KindSet) -> Bitboard,
    ) -> Bitboard {
        let in_range = |classes: &[Class]| {
            let sources = |class: &Class| class.sources[by.index()][square.index()] & of_kinds(class.kinds);
            own & classes.iter().fold(Bitboard::EMPTY, |sliders, class| sliders | sources(class))
        };
        let (straight, diagonal) = (in_range(&self.straight), in_range(&self.diagonal));
        let mut attackers = Bitboard::EMPTY;
        if straight.any() {
            attackers |= rook_attacks(square, occupied) & straight;
        }
        if diagonal.any() {
            attackers |= bishop_attacks(square, occupied) & diagonal;
        }
        attackers
    }

    #[inline(always)]
    fn all_sliders_to(
        self,
        square: Square,
        colors: [Bitboard; 2],
        occupied: Bitboard,
        of_kinds: impl Fn(KindSet) -> Bitboard,
    ) -> Bitboard {
        let of = |by: Color| self.sliders_to(square, by, colors[by.index()], occupied, &of_kinds);
        of(Color::White) | of(Color::Black)
    }

    #[inline(always)]
    fn odd_attackers(
        self,
        square: Square,
        by: Color,
        own: Bitboard,
        occupied: Bitboard,
        of_kinds: impl Fn(KindSet) -> Bitboard,
    ) -> Bitboard {
        let mut attackers = Bitboard::EMPTY;
        for (kind, sources) in &self.odd {
            let kin = of_kinds(kind.bit());
            for from in kin & own & sources[by.index()][square.index()] {
                if self.captures[kind.index()].along_ways(by, from, occupied, kin).has(square) {
                    attackers |= from.bit();
                }
            }
        }
        attackers
    }

    #[inline(always)]
    fn has_jumpers_in_line(self) -> bool {
        !self.jumpers_in_line.is_empty()
    }

    #[inline(always)]
    fn pins_suffice(self) -> bool {
        self.pins_suffice
    }

    #[inline(always)]
    fn tables(self) -> &'static Tables {
        self
    }
}

fn pairs(spec: &Spec) -> impl Iterator<Item = (Color, Square)> {
    let board = spec.board;
    Color::BOTH.into_iter().flat_map(move |color| board.into_iter().map(move |square| (color, square)))
}

/// The reach of a kind by the parts of its movement that `choose` selects.
fn reach_of(spec: &Spec, kind: Kind, choose: fn(&Part) -> bool) -> Reach {
    let moves: &Moves = &spec.piece(kind).moves;
    let parts: Vec<&Part> = moves.parts().iter().filter(|part| choose(part)).collect();
    let laws = spec.laws();
    let region = |color: Color| spec.board & laws.mobility[color.index()][kind.index()];
    let is_odd = |part: &&Part| way_of(part, (0, 0)) || part.steps.iter().any(|step| way_of(part, step));
    let has_ways = parts.iter().any(is_odd);
    let mut reach = Reach {
        targets: Box::new([[NO_TARGETS; SQUARES]; 2]),
        has_straight: false,
        has_diagonal: false,
        ways: if has_ways { vec![Vec::new(); 2 * SQUARES] } else { Vec::new() },
        region: Color::BOTH.map(region),
        shuns_kin: laws.shuns_kin.has(kind),
    };
    for (color, from) in pairs(spec) {
        for (part, step) in parts.iter().flat_map(|part| part.steps.iter().map(move |step| (*part, step))) {
            reach.add(spec, part, color, from, step);
        }
        reach.restrict(spec, kind, color, from);
    }
    let mut rows = reach.targets.iter().flatten();
    reach.has_straight = rows.clone().any(|row| row.straight.any());
    reach.has_diagonal = rows.any(|row| row.diagonal.any());
    reach
}

/// Whether a part's step is a [`Way`]: neither a leap nor a slide.
fn way_of(part: &Part, (files, ranks): (i8, i8)) -> bool {
    match part.form {
        Form::Leap => false,
        Form::LameLeap | Form::Hop => true,
        Form::Ride => files.abs() > 1 || ranks.abs() > 1,
    }
}

impl Reach {
    fn add(&mut self, spec: &Spec, part: &Part, color: Color, from: Square, step: (i8, i8)) {
        let is_straight = step.0 == 0 || step.1 == 0;
        if !way_of(part, step) {
            let squares: Bitboard = ride(spec.board, color, from, step, part.range).into_iter().collect();
            let row = &mut self.targets[color.index()][from.index()];
            match (part.form, is_straight) {
                (Form::Leap, _) => row.leaps |= squares,
                (_, true) => row.straight |= squares,
                (_, false) => row.diagonal |= squares,
            }
            return;
        }
        let way = match part.form {
            Form::Hop => {
                let range = if part.range == 1 { UNLIMITED } else { part.range };
                let squares = ride(spec.board, color, from, step, range);
                let line = squares.iter().copied().collect();
                Way::Hop { line, is_straight, squares, is_short: part.range == 1 }
            }
            Form::Ride => Way::Ride(ride(spec.board, color, from, step, part.range)),
            Form::Leap | Form::LameLeap => {
                let Some(to) = step_from(color, from, step).filter(|&to| spec.board.has(to)) else { return };
                Way::Lame { path: lame_path(from, to), target: to.bit() }
            }
        };
        self.ways[color.index() * SQUARES + from.index()].push(way);
    }

    /// Keeps to the squares that the rules allow the kind.
    fn restrict(&mut self, spec: &Spec, kind: Kind, color: Color, from: Square) {
        let mut allowed = self.region[color.index()];
        if spec.laws().soldiers.has(kind) && spec.laws().narrow_squares(color, spec.page.ranks).has(from) {
            allowed &= Bitboard::file(from.file());
        }
        let Targets { leaps, straight, diagonal } = self.targets[color.index()][from.index()];
        self.targets[color.index()][from.index()] =
            Targets { leaps: leaps & allowed, straight: straight & allowed, diagonal: diagonal & allowed };
    }
}

/// The kinds that capture by these targets, grouped by equal tables.
fn classes(captures: &[Reach], choose: fn(&Targets) -> Bitboard) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for (index, reach) in captures.iter().enumerate() {
        let mut sources = nowhere();
        for (color, from) in Color::BOTH.into_iter().flat_map(|color| Square::all().map(move |from| (color, from))) {
            for to in choose(&reach.targets[color.index()][from.index()]) {
                sources[color.index()][to.index()] |= from.bit();
            }
        }
        if sources.iter().flatten().all(|squares| squares.is_empty()) {
            continue;
        }
        match classes.iter_mut().find(|class| class.sources == sources) {
            Some(class) => class.kinds = class.kinds.with(Kind::new(index)),
            None => classes.push(Class { kinds: Kind::new(index).bit(), sources }),
        }
    }
    classes
}

/// All sources of the classes together.
fn union(classes: &[Class]) -> BySquare {
    let mut all = nowhere();
    for (color, square) in Color::BOTH.into_iter().flat_map(|color| Square::all().map(move |square| (color, square))) {
        for class in classes {
            all[color.index()][square.index()] |= class.sources[color.index()][square.index()];
        }
    }
    all
}

/// By target, the squares from which a kind may capture along ways.
fn way_sources(spec: &Spec, reach: &Reach) -> BySquare {
    let mut sources = nowhere();
    for (color, from) in pairs(spec) {
        let ways = &reach.ways[color.index() * SQUARES + from.index()];
        let potential = ways.iter().fold(Bitboard::EMPTY, |squares, way| squares | way.potential());
        for to in potential & reach.region[color.index()] {
            sources[color.index()][to.index()] |= from.bit();
        }
    }
    sources
}

/// The kinds that can jump along a line, with or without capture.
fn jumpers_in_line<'r>(spec: &Spec, reaches: impl Iterator<Item = (Kind, &'r Reach)>) -> KindSet {
    let leaps_in_line = |reach: &Reach| {
        pairs(spec).any(|(color, from)| {
            let mut leaps = reach.targets[color.index()][from.index()].leaps.into_iter();
            leaps.any(|to| from.distance(to) > 1 && line(from, to).any())
        })
    };
    let jumps = |(_, reach): &(Kind, &Reach)| !reach.ways.is_empty() || leaps_in_line(reach);
    reaches.filter(jumps).fold(KindSet(0), |kinds, (kind, _)| kinds.with(kind))
}

/// By kind and colour, the squares from which no first step of the kind stays on the board, apart from captures and
/// initial moves. Regions do not count.
fn dead_ends(spec: &Spec) -> Vec<[Bitboard; 2]> {
    let stuck = |kind: Kind, color: Color| {
        let parts = spec.piece(kind).moves.parts().iter().filter(|part| part.quiets && !part.initial);
        let steps: Vec<(i8, i8)> = parts.flat_map(|part| part.steps.iter()).collect();
        let stays = |from, step| step_from(color, from, step).is_some_and(|to| spec.board.has(to));
        spec.board.into_iter().filter(|&from| !steps.iter().any(|&step| stays(from, step))).collect()
    };
    (0..spec.kinds()).map(|index| Color::BOTH.map(|color| stuck(Kind::new(index), color))).collect()
}

//! Lookup tables of movements for games that are known only at run time. What is a constant in a game compiled separately
//! is a table here, so that both have one lookup for all leaps of a piece and one for each of its lines.

use super::betza::{Form, Part, paths};
use super::reach::{Reach, Rows, Slides, Targets};
use super::walks::{Walks, step_from};
use super::{ByColor, Definition, Role};
use crate::geometry::{bishop_attacks, line, rook_attacks};
use crate::types::{Bitboard, Color, Kind, KindSet, MAX_KINDS, SQUARES, Square};

/// Where pieces go by the piece table, and who attacks a square. `of_kinds` gives the pieces of some kinds, of both sides;
/// `own` are the pieces of the side that is asked about.
pub trait Lookups: Copy {
    /// The squares that a piece attacks, including the first occupied one on each line. `kin` are the pieces of its kind.
    fn captures(self, kind: Kind, color: Color, from: Square, occupied: Bitboard, kin: Bitboard) -> Bitboard;

    /// The squares to which a piece moves if they are empty, initial moves apart.
    fn quiets(self, kind: Kind, color: Color, from: Square, occupied: Bitboard, kin: Bitboard) -> Bitboard;

    /// The pieces of `by` that attack a square by a leap.
    fn leapers_to(self, square: Square, by: Color, own: Bitboard, of_kinds: impl Fn(KindSet) -> Bitboard) -> Bitboard;

    /// The pieces among `colors` that attack a square along ranks, files and diagonals.
    fn sliders_to(
        self,
        square: Square,
        colors: ByColor<Bitboard>,
        occupied: Bitboard,
        of_kinds: impl Fn(KindSet) -> Bitboard,
    ) -> Bitboard;

    /// The pieces of `by` that attack a square in other ways: by riding, hopping or lame leaps.
    fn odd_attackers(
        self,
        square: Square,
        by: Color,
        own: Bitboard,
        occupied: Bitboard,
        of_kinds: impl Fn(KindSet) -> Bitboard,
    ) -> Bitboard;

    /// Whether any kind can jump along a line.
    fn has_jumpers_in_line(self) -> bool;

    /// Whether checkers and pins along lines decide which moves are legal, as far as movements tell.
    fn pins_suffice(self) -> bool;

    /// The tables of the game, for what only they have.
    fn tables(self) -> &'static MovementTables;
}

/// One set of squares for each colour and square.
type BySquare = Box<[[Bitboard; SQUARES]; 2]>;

fn nowhere() -> BySquare {
    Box::new([[Bitboard::EMPTY; SQUARES]; 2])
}

/// The kinds with the same table of sources.
struct Class {
    kinds: KindSet,
    /// By colour of the piece and by target: the squares from which it gets there.
    sources: BySquare,
}

/// The kinds that capture along ranks and files, or along diagonals.
struct Sliders {
    /// Those that go as far as they can.
    open: KindSet,
    /// The others.
    others: Vec<Class>,
}

impl Sliders {
    fn of(captures: &[Reach], straight: bool) -> Self {
        let is_open = |index: &usize| captures[*index].is_open(straight);
        let open = (0..captures.len()).filter(is_open).map(Kind::new).fold(KindSet(0), KindSet::with);
        let choose = |targets: &Targets| if straight { targets.straight } else { targets.diagonal };
        Self { open, others: classes(captures, KindSet(!open.0), choose) }
    }

    fn is_empty(&self) -> bool {
        self.open.is_empty() && self.others.is_empty()
    }

    /// The pieces among `colors` that capture on a square if nothing is in their way.
    #[inline(always)]
    fn in_range(
        &self,
        square: Square,
        [white, black]: ByColor<Bitboard>,
        of_kinds: &impl Fn(KindSet) -> Bitboard,
    ) -> Bitboard {
        let mut sliders = of_kinds(self.open) & (white | black);
        for class in &self.others {
            let [by_white, by_black] = [0, 1].map(|color| class.sources[color][square.index()]);
            sliders |= of_kinds(class.kinds) & (by_white & white | by_black & black);
        }
        sliders
    }
}

/// The tables of a game.
pub struct MovementTables {
    captures: Vec<Reach>,
    quiets: Vec<Reach>,
    /// By kind, moves without capture from the region of double steps; empty if there are none.
    initial: Vec<Reach>,
    leapers: Vec<Class>,
    straight: Sliders,
    diagonal: Sliders,
    /// By colour of the leaping piece and by target: the squares from which any piece leaps there to capture.
    leap_sources: BySquare,
    /// The kinds that capture along walks; with the squares from which they may.
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

impl std::fmt::Debug for MovementTables {
    /// They are long, and follow from the game's data.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MovementTables").finish_non_exhaustive()
    }
}

impl MovementTables {
    /// Makes the tables of a game.
    pub fn new(game: &Definition) -> Self {
        let kinds = || (0..game.pieces.len()).map(Kind::new);
        let mut rows = Rows::default();
        let mut of = |choose: fn(&Part) -> bool| -> Vec<Reach> {
            kinds().map(|kind| Reach::new(game, kind, choose, &mut rows)).collect()
        };
        let captures = of(|part| part.captures);
        let quiets = of(|part| part.quiets && !part.initial);
        let initial =
            if game.pieces.iter().any(|row| row.moves.has_initial()) { of(|part| part.initial) } else { Vec::new() };
        let leapers = classes(&captures, KindSet::ALL, |targets| targets.leaps);
        let odd: Vec<(Kind, BySquare)> = kinds()
            .filter(|kind| captures[kind.index()].has_walks())
            .map(|kind| (kind, walk_sources(game, &captures[kind.index()])))
            .collect();
        let jumpers_in_line = {
            let all = [&captures, &quiets, &initial].into_iter().flat_map(|reaches| kinds().zip(reaches));
            jumpers_in_line(game, all)
        };
        let kings_may_not_face = game.laws.kings_may_not_face.is_some();
        let mut tables = Self {
            straight: Sliders::of(&captures, true),
            diagonal: Sliders::of(&captures, false),
            leap_sources: union(&leapers),
            jumpers_in_line,
            pins_suffice: odd.is_empty() && !kings_may_not_face && !royals_change(game),
            dead_ends: game.laws.immobility_illegal.then(|| dead_ends(game)),
            decisive: nowhere(),
            captures,
            quiets,
            initial,
            leapers,
            odd,
        };
        if !tables.pins_suffice {
            tables.decisive = tables.decisive_squares(game, kings_may_not_face);
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
        let initial = self.initial.get(kind.index());
        initial.map_or(Bitboard::EMPTY, |reach| reach.from(color, from, occupied, kin))
    }

    /// The targets of initial moves that no other move of the piece reaches on an empty board: such a move can be
    /// answered by capturing en passant.
    pub(super) fn multi_steps(&self, kind: Kind, color: Color, from: Square) -> Bitboard {
        let Some(initial) = self.initial.get(kind.index()) else { return Bitboard::EMPTY };
        initial.potential(color, from).without(self.quiets[kind.index()].potential(color, from))
    }

    /// The squares to which a piece could go from `from` for some occupation of the board, apart from initial moves.
    pub fn potential(&self, kind: Kind, color: Color, from: Square) -> Bitboard {
        let of = |reaches: &[Reach]| reaches[kind.index()].potential(color, from);
        of(&self.captures) | of(&self.quiets)
    }

    /// As [`MovementTables::potential`], by initial moves, wherever the piece has them.
    pub fn potential_initial(&self, kind: Kind, color: Color, from: Square) -> Bitboard {
        self.initial.get(kind.index()).map_or(Bitboard::EMPTY, |initial| initial.potential(color, from))
    }

    /// The number of squares that a piece of White's reaches from `from`, by captures or by other moves, each counted by
    /// the chance that the squares on the way let it pass. `free` is the chance that a square is empty.
    pub fn expected_reach(&self, kind: Kind, captures: bool, from: Square, free: f64) -> f64 {
        let reach = if captures { &self.captures[kind.index()] } else { &self.quiets[kind.index()] };
        let Targets { leaps, straight, diagonal } = reach.targets(Color::White, from);
        let slides = (straight | diagonal).into_iter().map(|to| free.powi(i32::from(from.distance(to)) - 1));
        let walks = reach.walks(Color::White, from).map_or(0.0, |walks| walks.expected(free));
        f64::from(leaps.count()) + slides.sum::<f64>() + walks
    }

    /// Whether a piece could move from `from` to the empty square `to` for some occupation of the board.
    pub(super) fn may_go(&self, kind: Kind, color: Color, from: Square, to: Square) -> bool {
        self.quiets[kind.index()].potential(color, from).has(to)
    }

    /// By kind, what pieces of some kinds attack from a square, lines being looked up once. `of_kind` gives the pieces of a
    /// kind.
    #[inline(always)]
    pub(super) fn captures_of_kinds(
        &self,
        kinds: KindSet,
        (color, from): (Color, Square),
        occupied: Bitboard,
        of_kind: impl Fn(Kind) -> Bitboard,
    ) -> [Bitboard; MAX_KINDS] {
        let slides = Slides::of(from, occupied);
        kinds.by_kind(|kind| self.captures[kind.index()].with_slides(color, from, slides, occupied, of_kind(kind)))
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

    fn decisive_squares(&self, game: &Definition, kings_may_not_face: bool) -> BySquare {
        let mut decisive = nowhere();
        let any_straight = kings_may_not_face || !self.straight.is_empty();
        for (color, king) in game.colored_squares() {
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
                    let walks = self.captures[kind.index()].walks(enemy, from);
                    *squares |= walks.map_or(Bitboard::EMPTY, |walks| walks.decisive(king));
                }
            }
        }
        decisive
    }
}

/// Whether a royal piece promotes.
fn royals_change(game: &Definition) -> bool {
    let forms = game.pieces.iter().zip(&game.laws.promoted_forms);
    forms.into_iter().any(|(row, form)| row.role == Role::Royal && form.is_some())
}

impl Lookups for &'static MovementTables {
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
        let mut attackers = Bitboard::EMPTY;
        for class in &self.leapers {
            attackers |= class.sources[by.index()][square.index()] & of_kinds(class.kinds);
        }
        attackers & near
    }

    #[inline(always)]
    fn sliders_to(
        self,
        square: Square,
        colors: ByColor<Bitboard>,
        occupied: Bitboard,
        of_kinds: impl Fn(KindSet) -> Bitboard,
    ) -> Bitboard {
        let straight = self.straight.in_range(square, colors, &of_kinds);
        let diagonal = self.diagonal.in_range(square, colors, &of_kinds);
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
                if self.captures[kind.index()].along_walks(by, from, occupied, kin).has(square) {
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
    fn tables(self) -> &'static MovementTables {
        self
    }
}

/// The kinds of a set that capture by these targets, grouped by equal tables.
fn classes(captures: &[Reach], kinds: KindSet, choose: impl Fn(&Targets) -> Bitboard) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for (index, reach) in captures.iter().enumerate().filter(|(index, _)| kinds.has(Kind::new(*index))) {
        let mut sources = nowhere();
        for (color, from) in Color::BOTH.into_iter().flat_map(|color| Square::all().map(move |from| (color, from))) {
            for to in choose(&reach.targets(color, from)) {
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

/// By target, the squares from which a kind may capture along walks.
fn walk_sources(game: &Definition, reach: &Reach) -> BySquare {
    let mut sources = nowhere();
    for (color, from) in game.colored_squares() {
        for to in reach.potential_of_walks(color, from) {
            sources[color.index()][to.index()] |= from.bit();
        }
    }
    sources
}

/// The kinds that can jump along a line, with or without capture.
fn jumpers_in_line<'r>(game: &Definition, reaches: impl Iterator<Item = (Kind, &'r Reach)>) -> KindSet {
    let leaps_in_line = |reach: &Reach| {
        game.colored_squares().any(|(color, from)| {
            let mut leaps = reach.targets(color, from).leaps.into_iter();
            leaps.any(|to| from.distance(to) > 1 && line(from, to).any())
        })
    };
    let jumps = |(_, reach): &(Kind, &Reach)| reach.has_walks() || leaps_in_line(reach);
    reaches.filter(jumps).fold(KindSet(0), |kinds, (kind, _)| kinds.with(kind))
}

/// By kind and colour, the squares from which no first step of the kind stays on the board, apart from captures and
/// initial moves. Regions do not count.
fn dead_ends(game: &Definition) -> Vec<[Bitboard; 2]> {
    let stuck = |kind: Kind, color: Color| {
        let parts = game.pieces[kind.index()].moves.parts().iter().filter(|part| part.quiets && !part.initial);
        let steps: Vec<(&Part, (i8, i8))> =
            parts.flat_map(|part| part.steps.iter().map(move |step| (part, step))).collect();
        let stays = |from: Square, part: &Part, step: (i8, i8)| match part.form {
            Form::Walk => Walks::new(game.board(), color, from, &paths(part, step), game.board()).potential().any(),
            _ => step_from(color, from, step).is_some_and(|to| game.board().has(to)),
        };
        game.board().into_iter().filter(|&from| !steps.iter().any(|&(part, step)| stays(from, part, step))).collect()
    };
    (0..game.pieces.len()).map(|index| Color::BOTH.map(|color| stuck(Kind::new(index), color))).collect()
}

//! Endgame tables: all positions with few men, solved by the rules alone. A table is made the first time that it is asked for, and
//! kept in a file.
//!
//! There are tables for games in which pieces, castling rights and en passant are all of a position ([`Rules::IS_PLAIN`]) and
//! mate decides. Castling rights are not in them. The count of moves without progress is not either: whoever asks is told what
//! a mate is worth at the position's count.

mod glance;
mod material;
mod solve;
mod store;
mod table;

pub use material::{MAX_MEN, Material, MaterialError};
pub use store::Folder;
pub use table::{EndgameTable, Summary};

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use thiserror::Error;

use material::Men;
use solve::Dependencies;
use table::Layout;

use crate::board::{Board, Laws, Rules, Spec, TableRules};
use crate::games::PerGame;
use crate::system::{self, ThreadError};
use crate::types::{Color, Piece, Solved, Verdict};

/// Tables with at most so many positions are made when a search needs them: three men on 12x10, four on 3x9.
const MAX_ON_DEMAND: u64 = 1 << 22;
/// Tables with at most so many positions can be made: four men on all boards, five on 3x9.
const MAX_POSITIONS: u64 = 1 << 28;
/// The larger tables that a search reads have at most so many positions together.
const MAX_READ: u64 = 1 << 29;

/// A table, once it has been read or made; `None` if that is not possible.
type LazyTable = Arc<OnceLock<Option<EndgameTable>>>;

/// The tables of all games: those in memory, and the folder of the others. A clone is cheap and shares the memory.
#[derive(Clone, Default)]
pub struct Tablebases {
    folder: Folder,
    memory: Arc<Memory>,
}

#[derive(Default)]
struct Memory {
    /// They stay until [`Tablebases::forget`].
    slots: Mutex<PerGame<HashMap<Material, LazyTable>>>,
    /// Whether a thread makes tables, for each [`Priority`]. One of each is enough.
    is_busy: [AtomicBool; 2],
}

/// Who waits for the tables that a thread makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Priority {
    /// Nobody: the thread gives way to all others.
    Background,
    /// A search: the thread has its priority.
    Awaited,
}

/// The end of the work for which [`Memory::is_busy`] is set, however it ends.
struct Busy(Arc<Memory>, Priority);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.is_busy[self.1 as usize].store(false, Relaxed);
    }
}

impl Tablebases {
    /// The tables of this folder, and none in memory.
    pub fn new(folder: Folder) -> Self {
        Self { folder, memory: Arc::default() }
    }

    /// Where they are kept.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    fn slots(&self) -> MutexGuard<'_, PerGame<HashMap<Material, LazyTable>>> {
        // A panic elsewhere leaves the map whole.
        self.memory.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slot(&self, spec: &'static Spec, material: &Material) -> LazyTable {
        Arc::clone(self.slots().get_or_make(spec, HashMap::new).entry(material.clone()).or_default())
    }

    /// Frees the tables in memory that no search uses. The next one that needs them reads or makes them again.
    pub fn forget(&self) {
        for slots in self.slots().values_mut() {
            slots.retain(|_, slot| Arc::strong_count(slot) > 1);
            slots.shrink_to_fit();
        }
    }

    /// The tables that a search of this position may meet; `None` if there are none, or none are wanted.
    pub fn around<R: Rules>(&self, board: &Board<R>) -> Option<Tablebase> {
        if R::IS_PLAIN { self.around_men(&Men::of(board)) } else { None }
    }

    fn around_men(&self, on_board: &Men) -> Option<Tablebase> {
        let spec = on_board.spec;
        if self.folder == Folder::Off || !is_suitable(spec) {
            return None;
        }
        let largest = |limit| (2..=MAX_MEN as u32).rev().find(|&men| Layout::size_of(spec, men as usize) <= limit);
        let on_board_count = on_board.occupied.count();
        if on_board_count > largest(MAX_POSITIONS)? + 1 {
            return None;
        }
        let men = on_board.pieces();
        // With more men on the board, tables of few are too far away to be made now.
        let makes_some = largest(MAX_ON_DEMAND).is_some_and(|men| on_board_count <= men + 1);
        let unread = Cell::new(MAX_READ);
        let is_wanted = |material: &Material| {
            let size = Layout::size_of(spec, material.men().len());
            if size <= MAX_ON_DEMAND {
                return makes_some || self.folder.has(spec, material);
            }
            let is_read = size <= unread.get() && self.folder.has(spec, material);
            unread.set(unread.get() - if is_read { size } else { 0 });
            is_read
        };
        let mut collector = Collector::new(self, spec, &is_wanted);
        match Material::new(spec, &men) {
            Some(material) => collector.add_reachable(&material),
            None => after_capture(spec, &men).iter().for_each(|material| collector.add_reachable(material)),
        }
        let tables = collector.found;
        let men = tables.iter().map(|(material, _)| material.men().len() as u32).max()?;
        Some(Tablebase { rules: TableRules::of(spec), men, tables, home: self.clone() })
    }

    /// The table of these men after all those that it needs.
    ///
    /// # Errors
    /// When there can be no such table.
    pub fn of<R: Rules>(&self, rules: R, material: &Material) -> Result<Tablebase, TableError> {
        if !R::IS_PLAIN {
            return Err(TableError::Game(rules.named().page.name));
        }
        self.of_game(rules.spec(), rules.named().page.name, material)
    }

    fn of_game(&self, spec: &'static Spec, name: &'static str, material: &Material) -> Result<Tablebase, TableError> {
        if !is_suitable(spec) {
            return Err(TableError::Game(name));
        }
        let (positions, men) = (Layout::size_of(spec, material.men().len()), material.text(spec));
        if positions > MAX_POSITIONS {
            return Err(TableError::TooLarge { men, positions });
        }
        if material.has_en_passant(spec) {
            return Err(TableError::EnPassant(men));
        }
        let mut collector = Collector::new(self, spec, &|_| true);
        if !collector.add(material) {
            return Err(TableError::Cycle(men));
        }
        let (men, tables) = (material.men().len() as u32, collector.found);
        Ok(Tablebase { rules: TableRules::of(spec), men, tables, home: self.clone() })
    }
}

/// Why there is no table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableError {
    /// The game has more to a position than its men, or is not decided by mate.
    #[error("{0} has no endgame tables: expected a game in which pieces are all of a position and mate decides")]
    Game(&'static str),
    /// The table would be too large.
    #[error("{men}: {positions} positions, expected at most {MAX_POSITIONS}")]
    TooLarge {
        /// The men.
        men: String,
        /// The positions with these men on the board.
        positions: u64,
    },
    /// Captures en passant are possible.
    #[error("{0}: pawns of both sides can capture en passant, which tables do not know")]
    EnPassant(String),
    /// Pieces can become others and what they were again.
    #[error("{0}: pieces can promote and turn back")]
    Cycle(String),
    /// A mate is too long.
    #[error("{0}: there are mates of more than 126 moves")]
    TooLong(String),
}

/// The tables that a search may meet, or those that another needs.
#[derive(Clone)]
pub struct Tablebase {
    rules: TableRules,
    /// The most men of a table.
    men: u32,
    /// Each after those on which it depends.
    tables: Vec<(Material, LazyTable)>,
    /// Where they are.
    home: Tablebases,
}

/// Whether a game has tables.
fn is_suitable(spec: &Spec) -> bool {
    let Laws { stalemate, stalemate_counts, repetitions, repetition, must_capture, checks_allowed, .. } = *spec.laws();
    let may_repeat = repetitions == 0 || repetition == Verdict::Draw;
    let by_mate = !spec.ends_early && stalemate != Verdict::Win && !stalemate_counts && may_repeat;
    by_mate && spec.has_one_royal() && !spec.royals.is_empty() && !must_capture && checks_allowed
}

/// Finds tables, each after those on which it depends.
struct Collector<'a> {
    home: &'a Tablebases,
    spec: &'static Spec,
    /// Whether a table is to be made.
    is_wanted: &'a dyn Fn(&Material) -> bool,
    found: Vec<(Material, LazyTable)>,
    /// Those whose dependencies are being looked for.
    open: Vec<Material>,
    /// Those that cannot be had.
    failed: HashSet<Material>,
    /// Those whose successors have been looked at although they cannot be had.
    passed: HashSet<Material>,
}

impl<'a> Collector<'a> {
    fn new(home: &'a Tablebases, spec: &'static Spec, is_wanted: &'a dyn Fn(&Material) -> bool) -> Self {
        let (failed, passed) = (HashSet::new(), HashSet::new());
        Self { home, spec, is_wanted, found: Vec::new(), open: Vec::new(), failed, passed }
    }

    /// Adds a table and all that it needs. Returns whether that is possible.
    fn add(&mut self, material: &Material) -> bool {
        if material.is_drawn() || self.found.iter().any(|(found, _)| found == material) {
            return true;
        }
        let is_too_large = Layout::size_of(self.spec, material.men().len()) > MAX_POSITIONS;
        let cannot_be = is_too_large || material.has_en_passant(self.spec) || self.open.contains(material);
        if cannot_be || self.failed.contains(material) || !(self.is_wanted)(material) {
            return false;
        }
        self.open.push(material.clone());
        let is_possible = material.after_a_move(self.spec).iter().all(|next| self.add(next));
        self.open.pop();
        if is_possible {
            self.found.push((material.clone(), self.home.slot(self.spec, material)));
        } else {
            self.failed.insert(material.clone());
        }
        is_possible
    }

    /// Adds a table, or if that is not possible, those that can be reached from there.
    fn add_reachable(&mut self, material: &Material) {
        if !self.add(material) && self.passed.insert(material.clone()) {
            material.after_a_move(self.spec).iter().for_each(|next| self.add_reachable(next));
        }
    }
}

/// The materials that a capture leaves of one man too many.
fn after_capture(spec: &Spec, men: &[Piece]) -> Vec<Material> {
    let captured = |number: usize| {
        let mut left = men.to_vec();
        let man = left.remove(number);
        if spec.royals.has(man.kind()) { None } else { Material::new(spec, &left) }
    };
    (0..men.len()).filter_map(captured).collect()
}

impl Tablebase {
    /// The men of the tables, each after those on which it depends.
    pub fn materials(&self) -> impl Iterator<Item = &Material> {
        self.tables.iter().map(|(material, _)| material)
    }

    /// Whether all tables have been read or made, or cannot be.
    pub fn is_complete(&self) -> bool {
        self.tables.iter().all(|(_, slot)| slot.get().is_some())
    }

    /// Reads or makes one table after the other, until `stop` says that it is enough.
    pub fn complete(&self, stop: &dyn Fn() -> bool) {
        for (material, _) in &self.tables {
            if stop() {
                return;
            }
            self.table(material);
        }
    }

    /// Reads or makes the tables on a thread of its own, until `stop` returns true. A search may begin meanwhile: it
    /// uses the tables that are ready.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn complete_beside(
        &self,
        priority: Priority,
        stop: impl Fn() -> bool + Send + 'static,
    ) -> Result<(), ThreadError> {
        let memory = &self.home.memory;
        if self.is_complete() || memory.is_busy[priority as usize].swap(true, Relaxed) {
            return Ok(());
        }
        if !system::HAS_THREADS {
            return Err(ThreadError::new("endgame tables", ErrorKind::Unsupported.into()));
        }
        let tables = self.clone();
        let busy = Busy(Arc::clone(memory), priority);
        let work = move || {
            let _busy = busy;
            if priority == Priority::Background {
                system::yield_to_others();
            }
            tables.complete(&stop);
        };
        system::start("endgame tables", work).map(drop)
    }

    /// One of the tables; it is read or made if need be. `None` if it cannot be made, because a mate is too long.
    ///
    /// Does not wait for another thread that makes it, which may have a lower priority.
    pub fn table(&self, material: &Material) -> Option<&EndgameTable> {
        let (_, slot) = self.tables.iter().find(|(of, _)| of == material)?;
        let spec = self.rules.spec();
        let make = || {
            let (layout, values) = solve::solve(self.rules, material, self)?;
            let table = EndgameTable::new(layout, values);
            if let Err(error) = self.home.folder.write(spec, material, &table) {
                log::warn!("the endgame table {} is not kept: {error}", material.text(spec));
            }
            Some(table)
        };
        let complete = |mut table: EndgameTable| {
            table.wins_by_mate = Color::BOTH.map(|winner| self.wins_by_mate(material, winner));
            table
        };
        if slot.get().is_none() {
            // Another thread may have been faster; its table is the same.
            let _ = slot.set(self.home.folder.read(spec, material).or_else(make).map(complete));
        }
        slot.get()?.as_ref()
    }

    /// See [`EndgameTable::wins_by_mate`].
    fn wins_by_mate(&self, material: &Material, winner: Color) -> bool {
        let spec = self.rules.spec();
        let is_no_win = |next: &Material| next.is_drawn() || self.table(next).is_some_and(|table| !table.wins(winner));
        !material.resets_clock(spec) && material.after_a_move(spec).iter().all(is_no_win)
    }

    /// The value of a position if it is in a table that there is already, without regard to the count of moves without
    /// progress, and the table.
    fn lookup(&self, men: &Men) -> Option<(&EndgameTable, Solved)> {
        let (material, squares) = Material::of(men)?;
        let (_, slot) = self.tables.iter().find(|(of, _)| *of == material)?;
        let table = slot.get()?.as_ref()?;
        Some((table, table.get(men.side, &squares)))
    }

    /// What a position is worth, if that is known; a mate only if it comes before the limit of moves without progress.
    #[inline(always)]
    pub fn probe<R: Rules>(&self, board: &Board<R>) -> Option<Solved> {
        if board.occupied().count() > self.men || board.castling_rights() != 0 {
            return None;
        }
        self.probe_few(&Men::of(board))
    }

    #[cold]
    fn probe_few(&self, men: &Men) -> Option<Solved> {
        let (table, solved) = self.lookup(men)?;
        let (plies, winner) = match solved {
            Solved::Draw => return Some(Solved::Draw),
            Solved::Win(plies) => (plies, men.side),
            Solved::Loss(plies) => (plies, !men.side),
        };
        if plies.saturating_add(men.clock) <= men.clock_limit {
            return Some(solved);
        }
        // Nothing delays the limit without giving up the win.
        table.wins_by_mate[winner.index()].then_some(Solved::Draw)
    }

    /// How much the side that has just moved prefers a position to others, the less the better: mates by itself, the shortest
    /// first, then what is drawn or not in a table, then mates by the other side, the longest first. The limit of moves without
    /// progress does not count.
    pub fn preference<R: Rules>(&self, board: &Board<R>) -> i32 {
        let is_few = board.occupied().count() <= self.men && board.castling_rights() == 0;
        match is_few.then(|| self.lookup(&Men::of(board))).flatten() {
            Some((_, Solved::Loss(plies))) => i32::from(plies) - i32::from(u16::MAX),
            Some((_, Solved::Win(plies))) => i32::from(u16::MAX) - i32::from(plies),
            Some((_, Solved::Draw)) | None => 0,
        }
    }

    /// The FEN of the position with this number in a table, see [`Summary::longest`].
    pub fn fen_of(&self, material: &Material, index: usize) -> Option<String> {
        let (side, squares) = self.table(material)?.position(index)?;
        let men = material.men().iter().copied().zip(squares);
        Some(Board::of_men(self.rules, men, side)?.fen())
    }
}

impl Dependencies for Tablebase {
    fn get(&self, board: &Board<TableRules>) -> Option<Solved> {
        match board.verdict() {
            Some(_) => Some(Solved::Draw),
            None => self.lookup(&Men::of(board)).map(|(_, solved)| solved),
        }
    }
}

//! The transposition table, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::memory::{prefer_huge_pages, prefetch};
use super::report::Bound;
use super::window::Window;
use crate::system;
use crate::types::score::{MATE_BOUND, is_mate};
use crate::types::{Move, Score};

/// What is stored of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or [`Move::NONE`].
    pub best: Move,
    /// The score, mates counted from the position itself.
    pub score: Score,
    /// The static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The search depth, in plies; 0 from quiescence.
    pub depth: i32,
    /// What the score says; `None` if only the move and the evaluation are of use.
    pub bound: Option<Bound>,
    /// Whether it was on a principal variation.
    pub pv: bool,
}

/// Two words. The first holds key, depth and flags, XORed with a hash of the second: words of different entries, written
/// at the same time by two threads, do not match (Hyatt and Mann, 2002).
#[derive(Default)]
struct PackedEntry {
    check: AtomicU64,
    data: AtomicU64,
}

const SLOTS: usize = 4;

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([PackedEntry; SLOTS]);

const NO_EVAL: i16 = i16::MIN;
const AGES: u8 = 32;
/// The upper 48 bits of the first word.
const KEY_MASK: u64 = !0xFFFF;

/// Spreads the second word over the first.
#[inline(always)]
fn mix(data: u64) -> u64 {
    data.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Entry {
    /// The score as the search at `ply` sees it.
    pub fn score_at(&self, ply: usize) -> Score {
        from_table(self.score, ply)
    }

    /// Whether the entry, with its score at the node's ply, cuts off a node with this window.
    pub fn cuts_off(&self, score: Score, window: Window) -> bool {
        match self.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => score >= window.beta,
            Some(Bound::Upper) => score <= window.alpha,
            None => false,
        }
    }

    /// The entry's score at `ply` if its bound shows a static evaluation to be wrong, else the evaluation.
    pub fn refine(&self, eval: Score, ply: usize) -> Score {
        let score = self.score_at(ply);
        let better = match self.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => score > eval,
            Some(Bound::Upper) => score < eval,
            None => false,
        };
        if better && !is_mate(score) { score } else { eval }
    }

    fn data(&self) -> u64 {
        let eval = self.eval.map_or(NO_EVAL, |eval| eval as i16);
        u64::from(self.best.bits()) | u64::from(self.score as i16 as u16) << 32 | u64::from(eval as u16) << 48
    }

    fn flags(&self, age: u8) -> u64 {
        let bound = match self.bound {
            None => 0,
            Some(Bound::Exact) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Upper) => 3,
        };
        u64::from(self.depth.clamp(0, 255) as u8) << 8 | u64::from(age << 3 | u8::from(self.pv) << 2 | bound)
    }

    fn from_words(head: u64, data: u64) -> Self {
        let eval = (data >> 48) as u16 as i16;
        let bound = match head & 3 {
            0 => None,
            1 => Some(Bound::Exact),
            2 => Some(Bound::Lower),
            _ => Some(Bound::Upper),
        };
        Self {
            best: Move::from_bits(data as u32),
            score: Score::from((data >> 32) as u16 as i16),
            eval: (eval != NO_EVAL).then_some(Score::from(eval)),
            depth: (head >> 8 & 0xFF) as i32,
            bound,
            pv: head & 4 != 0,
        }
    }
}

/// A score as it is stored: mates counted from the position instead of the root.
pub fn to_table(score: Score, ply: usize) -> Score {
    match score {
        MATE_BOUND.. => score + ply as Score,
        _ if is_mate(score) => score - ply as Score,
        _ => score,
    }
}

/// A stored score as the search at `ply` sees it.
fn from_table(score: Score, ply: usize) -> Score {
    match score {
        MATE_BOUND.. => score - ply as Score,
        _ if is_mate(score) => score + ply as Score,
        _ => score,
    }
}

/// The table.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: u8,
}

impl TranspositionTable {
    /// An empty table of this size (at least 1 MiB), or smaller if there is too little memory.
    pub fn new(mebibytes: usize) -> Self {
        let mut count = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        while buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
            log::warn!("no memory for a table of {mebibytes} MiB; trying {} MiB", (count * size_of::<Bucket>()) >> 20);
        }
        prefer_huge_pages(buckets.spare_capacity_mut());
        system::extend(&mut buckets, count);
        Self { buckets, age: 0 }
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        system::reset(&mut self.buckets);
        self.age = 0;
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Prefetches the bucket of a key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// The entry of a key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        // The bucket is chosen by the upper bits, so the lower ones tell its entries apart.
        let tag = key << 16;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            let head = slot.check.load(Relaxed) ^ mix(data);
            if head & KEY_MASK == tag && head & 0xFFFF != 0 {
                return Some(Entry::from_words(head, data));
            }
        }
        None
    }

    /// Stores an entry. It replaces one of the same position unless that is much deeper, and keeps its best move if it
    /// has none itself. Otherwise it replaces the shallowest and oldest entry of the bucket. The first iterations of a
    /// search meet what the search before found much deeper: that stays, as if it were new.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let tag = key << 16;
        let mut victim = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            let head = slot.check.load(Relaxed) ^ mix(data);
            let old = Entry::from_words(head, data);
            if head & KEY_MASK == tag {
                if entry.best == Move::NONE {
                    entry.best = old.best;
                }
                if entry.bound != Some(Bound::Exact) && entry.depth + 4 < old.depth {
                    slot.check.store((tag | old.flags(self.age)) ^ mix(data), Relaxed);
                    return;
                }
                victim = slot;
                break;
            }
            let worth = old.depth - 8 * self.age_of(head);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = entry.data();
        victim.data.store(data, Relaxed);
        victim.check.store((tag | entry.flags(self.age)) ^ mix(data), Relaxed);
    }

    /// The number of searches since an entry was written.
    #[inline(always)]
    fn age_of(&self, head: u64) -> i32 {
        let age = (head >> 3 & 31) as u8;
        i32::from((AGES + self.age - age) % AGES)
    }

    /// The share of entries written by this search, in thousandths, estimated from a sample.
    pub fn fullness(&self) -> u32 {
        let sample = self.buckets.len().min(250);
        let used = |slot: &&PackedEntry| {
            let head = slot.check.load(Relaxed) ^ mix(slot.data.load(Relaxed));
            head & 0xFFFF != 0 && self.age_of(head) == 0
        };
        let count = self.buckets[..sample].iter().flat_map(|bucket| &bucket.0).filter(used).count();
        (count * 1000 / (sample * SLOTS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{mate_in, mated_in};
    use crate::types::{MoveKind, Square};

    fn entry(depth: i32, bound: Bound) -> Entry {
        let best = Move::new(Square::new(1, 2), Square::new(3, 4), MoveKind::Promotion, 6);
        Entry { best, score: -321, eval: Some(55), depth, bound: Some(bound), pv: true }
    }

    #[test]
    fn entries_come_back_as_stored() {
        let table = TranspositionTable::new(1);
        for (number, bound) in [Bound::Exact, Bound::Lower, Bound::Upper].into_iter().enumerate() {
            let key = 0x1234_5678_9ABC_DEF0 ^ (number as u64) << 60 ^ number as u64;
            let entry = Entry { eval: (number > 0).then_some(-7), pv: number > 1, ..entry(number as i32, bound) };
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
            assert_eq!(table.probe(key ^ 1), None);
        }
    }

    #[test]
    fn deep_entries_and_moves_survive() {
        let table = TranspositionTable::new(1);
        table.store(7, entry(20, Bound::Lower));
        table.store(7, entry(3, Bound::Upper));
        assert_eq!(table.probe(7), Some(entry(20, Bound::Lower)));
        table.store(7, Entry { best: Move::NONE, ..entry(19, Bound::Upper) });
        assert_eq!(table.probe(7), Some(entry(19, Bound::Upper)));
    }

    #[test]
    fn the_shallowest_gives_way_and_age_counts() {
        let mut table = TranspositionTable::new(1);
        for key in 0..4 {
            table.store(key, entry(10 + key as i32, Bound::Exact));
        }
        table.store(100, entry(1, Bound::Exact));
        assert_eq!(table.probe(0), None);
        assert!(table.probe(100).is_some() && table.probe(1).is_some());
        table.grow_older();
        table.store(200, entry(9, Bound::Exact));
        table.store(201, entry(9, Bound::Exact));
        assert!(table.probe(100).is_none() && table.probe(1).is_none());
        assert!(table.probe(200).is_some() && table.probe(201).is_some());
        table.clear();
        assert!(table.probe(200).is_none());
    }

    #[test]
    fn deep_entries_of_the_search_before_survive_and_count_as_new() {
        let mut table = TranspositionTable::new(1);
        table.store(0, entry(20, Bound::Lower));
        table.grow_older();
        table.store(0, entry(3, Bound::Upper));
        assert_eq!(table.probe(0), Some(entry(20, Bound::Lower)));
        for key in 1..4 {
            table.store(key, entry(19, Bound::Exact));
        }
        // The shallowest gives way, and it is not the one that would be older.
        table.store(4, entry(18, Bound::Exact));
        assert!(table.probe(0).is_some() && table.probe(1).is_none());
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        for (score, ply) in [(mate_in(9), 4), (mated_in(12), 7), (130, 20), (-130, 20)] {
            assert_eq!(from_table(to_table(score, ply), ply), score);
        }
        assert_eq!(from_table(to_table(mate_in(9), 4), 6), mate_in(11));
    }
}

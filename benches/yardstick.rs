//! What `build_cost.sh` compiles to see how fast the machine compiles: generic code as in the engine, always the same.
//! It is never run.

use std::collections::{BTreeMap, HashMap};

/// A number of elements, so that each call below is compiled by itself.
pub trait Size {
    /// The elements.
    const SIZE: usize;
}

/// Sorts, counts and sums up in ways that depend on the size.
pub fn work<S: Size>(seed: u64) -> u64 {
    let mut values: Vec<u64> = (0..S::SIZE as u64).map(|value| value.wrapping_mul(seed).rotate_left(7)).collect();
    values.sort_by_key(|value| (value % S::SIZE as u64, *value));
    let mut counts: HashMap<u64, Vec<u64>> = HashMap::new();
    for (index, value) in values.iter().enumerate() {
        counts.entry(value % 11).or_default().push(index as u64 ^ value);
    }
    let ordered: BTreeMap<u64, String> =
        counts.iter().map(|(key, list)| (*key, list.iter().map(u64::to_string).collect::<Vec<_>>().join(","))).collect();
    let words: Vec<&str> = ordered.values().flat_map(|text| text.split(',')).collect();
    let mut table = [[0u64; 16]; 16];
    for (index, word) in words.iter().enumerate() {
        let value: u64 = word.parse().unwrap_or(seed);
        table[(value as usize ^ index) % 16][index % 16] ^= value.swap_bytes() >> (index % 13);
    }
    table.iter().flatten().fold(seed, |sum, value| sum.wrapping_mul(31).wrapping_add(*value))
}

macro_rules! sizes {
    ($($name:ident $size:literal)+) => {
        /// All sizes.
        pub fn all(seed: u64) -> u64 {
            0 $(^ work::<$name>(seed))+
        }
        $(
            /// A size.
            pub struct $name;
            impl Size for $name {
                const SIZE: usize = $size;
            }
        )+
    };
}

sizes! {
    S01 101 S02 102 S03 103 S04 104 S05 105 S06 106 S07 107 S08 108 S09 109 S10 110 S11 111 S12 112 S13 113 S14 114
}

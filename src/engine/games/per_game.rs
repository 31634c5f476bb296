//! What is made for games once and kept.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::board::Spec;

/// What was made for games, by name. A game from a file that has been loaded again has other data: what was made for the
/// earlier ones counts for nothing.
#[derive(Clone, Debug)]
pub struct PerGame<T>(HashMap<&'static str, (&'static Spec, T)>);

impl<T> Default for PerGame<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T> PerGame<T> {
    /// What there is for a game; if there is nothing yet, it is made.
    pub fn get_or_make(&mut self, spec: &'static Spec, make: impl FnOnce() -> T) -> &mut T {
        match self.0.entry(spec.page.name) {
            Entry::Occupied(mut entry) => {
                if !std::ptr::eq(entry.get().0, spec) {
                    entry.insert((spec, make()));
                }
                &mut entry.into_mut().1
            }
            Entry::Vacant(entry) => &mut entry.insert((spec, make())).1,
        }
    }

    /// Forgets what there is for a game.
    pub fn remove(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// What there is for all games.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.values_mut().map(|(_, made)| made)
    }
}

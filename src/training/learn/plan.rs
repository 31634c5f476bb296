//! How the time is spent: the lengths of the rounds, the nodes of each search, the positions that are kept, and those that
//! a network needs.

use super::state::Round;

/// The nodes of a search in the first round.
const FIRST_NODES: u64 = 400;
/// The most nodes of a search that are chosen without being asked for.
const MAX_NODES: u64 = 10_000;
/// The positions that a round is to have: longer rounds have searches of more nodes instead.
const ROUND_POSITIONS: f64 = 2_000_000.0;
/// The share of the time left to the match of the last weights against the first.
const FINAL_SHARE: f64 = 0.05;
/// A round takes this share of the time used before it.
const GROWTH: f64 = 0.35;
/// The share of a round for games against itself, without a network and with one; the fit and the matches share the rest.
const GAMES_SHARES: [f64; 2] = [0.68, 0.48];
/// The share of a round after which a match begins no pair.
const MATCH_SHARE: f64 = 0.2;
/// The share of all positions that a fit is to have, the newest ones.
const WINDOW_SHARE: f64 = 0.65;
/// The fewest rounds whose positions a fit has.
const WINDOW_ROUNDS: usize = 3;

/// The time of a round, in seconds of the hours that are given.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Slot {
    /// The end of the games against itself.
    pub games_end: f64,
    /// The time of each match.
    pub match_time: f64,
}

/// The next round when so many seconds of the total were used; `None` if there is no time for one. A round with a network
/// has a second match.
pub(super) fn next_slot(used: f64, total: f64, has_network: bool) -> Option<Slot> {
    let end = total * (1.0 - FINAL_SHARE);
    // Long enough for some positions, short enough to leave the derived weights soon.
    let shortest = (total * 0.04).max((total * 0.2).min(60.0));
    let length = |used: f64| (used * GROWTH).max(shortest);
    let mut round = length(used);
    let left = end - used;
    if left < shortest / 2.0 {
        return None;
    }
    if left < round + 0.6 * length(used + round) {
        round = left;
    }
    let games_share = GAMES_SHARES[usize::from(has_network)];
    Some(Slot { games_end: used + round * games_share, match_time: round * MATCH_SHARE })
}

/// The nodes of each search of a round that has this many seconds for its games: as many as give
/// [`ROUND_POSITIONS`], at the speed of the round before.
pub(super) fn choose_nodes(last: Option<&Round>, seconds: f64) -> u64 {
    let Some(last) = last else { return FIRST_NODES };
    let rate = last.positions as f64 * last.nodes as f64 / last.seconds.max(0.1);
    let nodes = (rate * seconds / ROUND_POSITIONS) as u64;
    nodes.clamp(last.nodes, 2 * last.nodes).clamp(FIRST_NODES, MAX_NODES)
}

/// The number of the first of these rounds whose positions are kept: the newest are worth most, because the weights that
/// played them were better.
pub(super) fn window_start(positions: &[u64]) -> usize {
    let all: u64 = positions.iter().sum();
    let mut kept = 0;
    for (number, count) in positions.iter().enumerate().rev() {
        kept += count;
        if positions.len() - number >= WINDOW_ROUNDS && kept as f64 >= WINDOW_SHARE * all as f64 {
            return number;
        }
    }
    0
}

/// The positions that a network needs after so many lost more games than they won: each of these doubles those of the
/// `first`, so that networks do not take the time of the weights.
pub(super) fn positions_needed(first: u64, lost: u32) -> u64 {
    first.saturating_mul(2u64.saturating_pow(lost))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_fill_the_time() {
        for (hours, rounds, has_network) in
            [(0.002, 4..7, false), (0.05, 4..7, true), (1.0, 7..13, false), (10.0, 8..16, false), (10.0, 8..16, true)]
        {
            let total = hours * 3600.0;
            let (mut used, mut ends) = (0.0, Vec::new());
            while let Some(slot) = next_slot(used, total, has_network) {
                assert!(slot.games_end > used);
                used += (slot.games_end - used) / GAMES_SHARES[usize::from(has_network)];
                ends.push(used);
            }
            assert!(rounds.contains(&ends.len()), "{hours}: {ends:?}");
            assert!((used / total - 1.0 + FINAL_SHARE).abs() < 0.02, "{hours}: {ends:?}");
        }
    }

    #[test]
    fn long_rounds_search_more_nodes() {
        let round = Round { positions: ROUND_POSITIONS as u64, nodes: 400, seconds: 100.0, ..Round::default() };
        assert_eq!(choose_nodes(None, 1000.0), 400);
        assert_eq!(choose_nodes(Some(&round), 20.0), 400);
        assert_eq!(choose_nodes(Some(&round), 150.0), 600);
        assert_eq!(choose_nodes(Some(&round), 1000.0), 800);
    }

    #[test]
    fn networks_that_lost_delay_the_next() {
        assert_eq!([0, 1, 3].map(|lost| positions_needed(200_000, lost)), [200_000, 400_000, 1_600_000]);
        assert_eq!(positions_needed(200_000, 1_000), u64::MAX);
    }

    #[test]
    fn the_window_has_the_newest_rounds() {
        assert_eq!(window_start(&[]), 0);
        assert_eq!(window_start(&[9, 1, 1]), 0);
        assert_eq!(window_start(&[1, 1, 1, 1, 99]), 2);
        assert_eq!(window_start(&[10; 10]), 3);
    }
}

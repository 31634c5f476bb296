//! The terms that there were when files of weights and networks did not name them, and their numbers then. This list never
//! changes: old networks saw these terms, in the order of their numbers, and names of weights are made from them, in the order of
//! the list. Terms that came later have the numbers after these.

/// A group of terms: its name, the number of its first term, and how many terms it has.
pub(super) type FirstGroup = (&'static str, usize, usize);

/// The groups of terms of each kind of piece; numbers are those of the first kind.
pub(super) const OF_PIECES: [FirstGroup; 16] = [
    ("value", 0, 1),
    ("rank", 1, 10),
    ("file", 11, 6),
    ("mobility", 17, 16),
    ("attacked_by_pawn", 33, 1),
    ("attacked_by_cheaper", 34, 1),
    ("hanging", 35, 1),
    ("pair", 36, 1),
    ("open_file", 37, 1),
    ("half_open_file", 38, 1),
    ("outpost", 39, 1),
    ("crowning", 40, 1),
    ("attacker", 41, 1),
    ("aimed", 42, 1),
    ("safe_check", 43, 1),
    ("defender", 44, 1),
];

/// The groups of terms of the whole position; numbers count from those after all kinds.
pub(super) const OF_POSITION: [FirstGroup; 23] = [
    ("passed", 0, 10),
    ("passed_free", 10, 10),
    ("passed_safe", 40, 10),
    ("passed_defended", 50, 1),
    ("passed_own_king", 51, 1),
    ("passed_enemy_king", 52, 1),
    ("isolated", 53, 1),
    ("isolated_open", 54, 1),
    ("doubled", 55, 1),
    ("backward", 56, 1),
    ("defended", 20, 10),
    ("phalanx", 30, 10),
    ("shelter", 58, 4),
    ("storm", 62, 4),
    ("pressure", 70, 1),
    ("weak", 71, 1),
    ("unsafe_check", 72, 1),
    ("besieged", 73, 1),
    ("guarded", 74, 1),
    ("open_king", 66, 4),
    ("tempo", 57, 1),
    ("scale", 75, 3),
    ("own", 78, 8),
];

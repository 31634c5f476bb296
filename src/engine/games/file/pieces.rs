//! The kinds of piece that the format names, and names for movements.

use super::problem::Fault;
use crate::board::{Form, Moves, Part, UNLIMITED};

/// A kind of piece that has a key of its own.
pub(super) struct Predefined {
    /// The key.
    pub key: &'static str,
    /// The name for people, which also selects the picture.
    pub name: &'static str,
    /// The movement.
    pub betza: &'static str,
}

const fn predefined(key: &'static str, name: &'static str, betza: &'static str) -> Predefined {
    Predefined { key, name, betza }
}

/// The kinds with a key of their own, in the order of the format. The king comes after the custom pieces.
pub(super) static PREDEFINED: [Predefined; 36] = [
    predefined("pawn", "Pawn", "fmWfceF"),
    predefined("knight", "Knight", "N"),
    predefined("bishop", "Bishop", "B"),
    predefined("rook", "Rook", "R"),
    predefined("queen", "Queen", "Q"),
    predefined("fers", "Ferz", "F"),
    predefined("alfil", "Alfil", "A"),
    predefined("fersAlfil", "Ferz-Alfil", "FA"),
    predefined("silver", "Silver General", "FfW"),
    predefined("aiwok", "Ai-Wok", "RNF"),
    predefined("bers", "Crowned Rook", "RF"),
    predefined("archbishop", "Archbishop", "BN"),
    predefined("chancellor", "Chancellor", "RN"),
    predefined("amazon", "Amazon", "QN"),
    predefined("knibis", "Knight-Bishop", "mNcB"),
    predefined("biskni", "Bishop-Knight", "mBcN"),
    predefined("kniroo", "Knight-Rook", "mNcR"),
    predefined("rookni", "Rook-Knight", "mRcN"),
    predefined("shogiPawn", "Shogi Pawn", "fW"),
    predefined("lance", "Lance", "fR"),
    predefined("shogiKnight", "Shogi Knight", "fN"),
    predefined("gold", "Gold General", "WfF"),
    predefined("dragonHorse", "Crowned Bishop", "BW"),
    predefined("clobber", "Clobber Piece", "cW"),
    predefined("breakthrough", "Breakthrough Piece", "fmWfF"),
    predefined("immobile", "Immobile Piece", ""),
    predefined("cannon", "Cannon", "mRcpR"),
    predefined("janggiCannon", "Janggi Cannon", "pR"),
    predefined("soldier", "Soldier", "fsW"),
    predefined("horse", "Horse", "nN"),
    predefined("elephant", "Xiangqi Elephant", "nA"),
    predefined("janggiElephant", "Janggi Elephant", "nZ"),
    predefined("banner", "Banner", "RcpRnN"),
    predefined("wazir", "Wazir", "W"),
    predefined("commoner", "Crowned Pawn", "K"),
    predefined("centaur", "Crowned Knight", "KN"),
];

/// The number of custom pieces.
pub(super) const CUSTOM: usize = 25;
/// The slot of the first custom piece.
pub(super) const FIRST_CUSTOM: usize = PREDEFINED.len();
/// The slot of the king.
pub(super) const KING: usize = FIRST_CUSTOM + CUSTOM;
/// The number of slots for kinds of piece.
pub(super) const SLOTS: usize = KING + 1;

/// The slots of the chess pieces.
pub(super) const PAWN: usize = 0;
/// The slot of the bishop.
pub(super) const BISHOP: usize = 2;
/// The slot of the rook.
pub(super) const ROOK: usize = 3;
/// The slot of the shogi pawn.
pub(super) const SHOGI_PAWN: usize = 18;
/// The slot of the Janggi cannon, which hops neither over nor to its own kind.
pub(super) const JANGGI_CANNON: usize = 27;
/// The slot of the soldier, whose moves sideways can depend on its rank.
pub(super) const SOLDIER: usize = 28;

/// The key of a slot.
pub(super) fn key(slot: usize) -> String {
    match slot {
        KING => "king".to_owned(),
        FIRST_CUSTOM.. => format!("customPiece{}", slot - FIRST_CUSTOM + 1),
        _ => PREDEFINED[slot].key.to_owned(),
    }
}

/// Reads a movement.
///
/// # Errors
/// When the text is none.
pub(super) fn movement(text: &str) -> Result<Moves, Fault> {
    const EXPECTED: &str = "a movement in Betza's notation, as in `fmWfcF`, `BN` or `mRcpR`: the atoms W F D N A H C L Z J G K \
                            R B Q, the modifiers m c i n p g e y q z, the directions f b l r v h s, an `a` between the legs of \
                            a walk, and after an atom a range or the atom again";
    Moves::read(text).map_err(|error| Fault::value(text, format!("{EXPECTED}; {error}")))
}

/// A movement that has been read before; none for a text that is not a movement.
pub(super) fn known_movement(text: &str) -> Moves {
    Moves::read(text).unwrap_or(Moves::betza(""))
}

/// Names of movements that have no key.
static NAMED: [(&str, &str); 29] = [
    ("C", "Camel"),
    ("L", "Camel"),
    ("Z", "Zebra"),
    ("J", "Zebra"),
    ("D", "Dabbaba"),
    ("H", "Threeleaper"),
    ("G", "Tripper"),
    ("NN", "Nightrider"),
    ("NC", "Wildebeest"),
    ("gQ", "Grasshopper"),
    ("DD", "Dabbaba-Rider"),
    ("AA", "Alfil-Rider"),
    ("WA", "Phoenix"),
    ("FD", "Kirin"),
    ("KAD", "Lion"),
    ("mafsW", "Horse"),
    ("afsW", "Horse"),
    ("afsF", "Moa"),
    ("yafsF", "Griffon"),
    ("FyafsF", "Griffon"),
    ("yafsW", "Manticore"),
    ("WyafsW", "Manticore"),
    ("vyafsF", "Ship"),
    ("FvyafsF", "Ship"),
    ("WafsafW", "Rhino"),
    ("mRasR", "Hook Mover"),
    ("mBasB", "Long-Nosed Goblin"),
    ("afafsKafsafzfK", "Falcon"),
    ("qN", "Rose"),
];

/// The names of pieces that move as one atom, by the atom, and as riders of it.
static ATOMS: [(char, &str, &str); 13] = [
    ('W', "Wazir", "Rook"),
    ('F', "Ferz", "Bishop"),
    ('K', "Man", "Queen"),
    ('R', "Rook", "Rook"),
    ('B', "Bishop", "Bishop"),
    ('Q', "Queen", "Queen"),
    ('D', "Dabbaba", "Dabbaba-Rider"),
    ('A', "Alfil", "Alfil-Rider"),
    ('N', "Knight", "Nightrider"),
    ('C', "Camel", "Camel-Rider"),
    ('Z', "Zebra", "Zebra-Rider"),
    ('H', "Threeleaper", "Threeleaper-Rider"),
    ('G', "Tripper", "Tripper-Rider"),
];

/// The name of a custom piece with this letter and movement.
pub(super) fn custom_name(letter: char, betza: &str) -> String {
    let named = NAMED.iter().find(|(known, _)| *known == betza).map(|(_, name)| *name);
    let predefined = || PREDEFINED.iter().find(|piece| piece.betza == betza).map(|piece| piece.name);
    let known = named.or_else(predefined).map(str::to_owned);
    known.or_else(|| compound_name(betza)).unwrap_or_else(|| format!("Piece {letter}"))
}

/// The name of a piece that combines movements without modifiers, as in Camel-Ferz.
fn compound_name(betza: &str) -> Option<String> {
    /// The most movements in a name.
    const MOST: usize = 3;
    let moves = Moves::read(betza).ok().filter(|moves| (1..=MOST).contains(&moves.parts().len()))?;
    let name = |part: &Part| {
        let is_plain = moves.is_uniform && part.directions().is_empty();
        let &(_, step, rider) = ATOMS.iter().find(|(atom, ..)| *atom == part.letter).filter(|_| is_plain)?;
        let is_slider = matches!(part.letter, 'R' | 'B' | 'Q');
        match (part.form, part.range) {
            (Form::Leap, _) if !is_slider => Some(step),
            (Form::Ride, UNLIMITED) => Some(rider),
            _ => None,
        }
    };
    Some(moves.parts().iter().map(name).collect::<Option<Vec<_>>>()?.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn custom_pieces_have_names() {
        for (betza, name) in [
            ("C", "Camel"),
            ("RN", "Chancellor"),
            ("CF", "Camel-Ferz"),
            ("CCR", "Camel-Rider-Rook"),
            ("fW", "Shogi Pawn"),
            ("FyafsF", "Griffon"),
            ("afsK", "Piece X"),
            ("fNW", "Piece X"),
            ("R4", "Piece X"),
            ("", "Immobile Piece"),
        ] {
            assert_eq!(custom_name('X', betza), name, "{betza}");
        }
    }
}

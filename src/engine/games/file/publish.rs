//! Makes the data for the board of a game. They stay until the program ends, because positions refer to them.

use super::castling;
use super::draft::{Draft, Text};
use super::pieces::{KING, PAWN, movement};
use super::problem::Fault;
use super::promoted::{self, PromotedCopy};
use super::start::Start;
use crate::board::{
    Board, Castling, Definition, Folder, HandRules, Laws, PieceSpec, Role, Spec, TableRules, TablesCell,
};
use crate::types::{Color, Kind, KindSet, MAX_KINDS, MAX_MOVES};

/// How many moves in a list of them are not drops, where nearly all squares are empty.
const ROOM_FOR_OTHER_MOVES: usize = 64;

/// Makes the data of a game without faults. `folder` is what it has beyond its rules.
///
/// # Errors
/// When the board refuses the start position, or a movement.
pub(in crate::games) fn publish(game: &Draft, folder: Folder) -> Result<&'static Spec, Fault> {
    let (copies, idle) = promoted::copies(game);
    let slots = game.kinds().into_iter().filter(|&slot| !idle.has(Kind::new(slot))).collect();
    let publisher = Publisher { game, slots, copies };
    publisher.check_kinds()?;
    let castlings = castling::of(game);
    let definition = Definition {
        name: leak(&game.name),
        summary: leak(&game.summary()),
        rules: leak(&game.page()),
        start: leak(&publisher.start(&castlings)?),
        laws: publisher.laws(),
        has_one_royal: game.has_one_royal(),
        castlings: castlings.map(|castling| publisher.castling(castling?)),
        is_mirrored: false,
        folder,
        ..Definition::new(game.files, game.ranks, Vec::leak(publisher.pieces()?))
    };
    let tables: &'static TablesCell = Box::leak(Box::default());
    let spec: &'static Spec = Box::leak(Box::new(Spec::new(definition, tables)));
    check_drops(spec)?;
    let refused = |error| Fault::contradiction(format!("the start position is not legal: {error}"));
    if spec.has_state() {
        Board::from_fen(HandRules::of(spec), spec.page.start).map_err(refused)?;
    } else {
        Board::from_fen(TableRules::of(spec), spec.page.start).map_err(refused)?;
    }
    Ok(spec)
}

/// Checks that a list of moves has room for drops of all kinds on all squares.
fn check_drops(spec: &Spec) -> Result<(), Fault> {
    let held = (0..spec.kinds()).map(Kind::new).filter(|&kind| spec.can_be_in_hand(kind)).count();
    let (drops, most) = (held * spec.board.count() as usize, MAX_MOVES - ROOM_FOR_OTHER_MOVES);
    if drops <= most {
        return Ok(());
    }
    let text = format!("{held} kinds that can be in hand on this board, expected at most {most} drops in all");
    Err(Fault::contradiction(text))
}

fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// A game whose kinds are being numbered.
struct Publisher<'g> {
    game: &'g Draft,
    /// The slots of the kinds, by number.
    slots: Vec<usize>,
    /// The kinds after these.
    copies: Vec<PromotedCopy>,
}

impl Publisher<'_> {
    /// The number of a kind that has been numbered by its slot.
    fn kind(&self, by_slot: Kind) -> Option<Kind> {
        self.slots.iter().position(|&slot| slot == by_slot.index()).map(Kind::new)
    }

    /// Checks that the kinds that are written apart have letters, and that there are not too many.
    fn check_kinds(&self) -> Result<(), Fault> {
        let count = self.slots.len() + self.copies.len();
        if count > MAX_KINDS {
            return Err(Fault::contradiction(format!(
                "{count} kinds of piece with those that are promoted, expected at most {MAX_KINDS}"
            )));
        }
        let is_crowned = |kind: Kind| self.game.texts[kind.index()].is_some_and(|text| text.crowned);
        if self.copies.iter().filter_map(|copy| copy.from).any(is_crowned) {
            return Err(Fault::contradiction(
                "a piece that is written with `+` cannot promote where captures go to hands",
            ));
        }
        let needs_pawn = self.copies.iter().any(|copy| copy.from.is_none()) && promoted::main_pawn(self.game).is_none();
        if needs_pawn { Err(Fault::contradiction("no pawn is what promoted pieces are in hand")) } else { Ok(()) }
    }

    fn pieces(&self) -> Result<Vec<PieceSpec>, Fault> {
        let rows = self.slots.iter().map(|&slot| self.row(slot));
        rows.chain(self.copies.iter().map(|copy| self.promoted_row(copy))).collect()
    }

    fn row(&self, slot: usize) -> Result<PieceSpec, Fault> {
        let text = self.game.texts[slot].ok_or_else(|| Fault::contradiction("a piece has no letter"))?;
        let betza = leak(self.game.movement(slot));
        let moves = movement(betza)?;
        let royals = if self.game.has_one_royal() { self.game.royals() } else { Kind::new(KING).bit() };
        let role = match slot {
            _ if royals.has(Kind::new(slot)) => Role::Royal,
            PAWN => Role::Pawn,
            _ => Role::Ordinary,
        };
        let (name, drawing) = (leak(&self.game.kind_name(slot)), leak(self.game.drawing(slot)));
        let Text { letter, crowned } = text;
        Ok(PieceSpec { letter, crowned, digit: 0, promoted: false, name, drawing, betza, moves, role })
    }

    /// The row of a kind that is written apart: it moves and looks like the kind that it became.
    fn promoted_row(&self, copy: &PromotedCopy) -> Result<PieceSpec, Fault> {
        let form = self.row(copy.form.index())?;
        let drawing = if form.drawing.is_empty() { form.name } else { form.drawing };
        let form = PieceSpec { drawing, role: Role::Ordinary, ..form };
        Ok(match copy.from {
            None => PieceSpec { promoted: true, name: leak(&format!("{}, promoted", form.name)), ..form },
            Some(from) => {
                let from = self.row(from.index())?;
                let name = leak(&format!("Promoted {}", from.name));
                PieceSpec { letter: from.letter, crowned: true, name, ..form }
            }
        })
    }

    /// The start position without the rights to castlings that the game does not have.
    fn start(&self, castlings: &[Option<Castling>]) -> Result<String, Fault> {
        let start = Start::of(self.game)?;
        let board = self.game.start.split_whitespace().next().unwrap_or_default();
        let board = board.split_once('[').map_or(board, |(board, _)| board);
        let hand = if self.game.laws.drops.has_hands() { self.hand(&start) } else { String::new() };
        let rights: String = castlings.iter().flatten().map(|castling| castling.letter).collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let field = |number: usize, usual: &'static str| start.fields.get(number).map_or(usual, String::as_str);
        let (side, clock, number) = (field(0, "w"), field(3, "0"), field(4, "1"));
        let checks = if start.checks.is_empty() { String::new() } else { format!(" {}", start.checks) };
        Ok(format!("{board}{hand} {side} {rights} -{checks} {clock} {number}"))
    }

    /// The pieces in hand at the start, as positions write them.
    fn hand(&self, start: &Start) -> String {
        let mut text = String::new();
        for (&slot, color) in
            Color::BOTH.into_iter().flat_map(|color| self.slots.iter().rev().map(move |slot| (slot, color)))
        {
            let letter = self.game.texts[slot].map_or('?', |text| text.letter);
            let letter = if color == Color::White { letter } else { letter.to_ascii_lowercase() };
            let count = start.hand.iter().filter(|&&held| held == (Kind::new(slot), color)).count();
            text += &letter.to_string().repeat(count);
        }
        format!("[{text}]")
    }

    fn laws(&self) -> Laws {
        let promotion_pawns = [0, 1].map(|side| self.game.pawns(side));
        let mut laws = Laws { promotion_pawns, ..self.game.laws };
        if laws.extinction.pseudo_royal {
            // It is royal however many there are.
            laws.extinction.kinds.0 &= !Kind::new(KING).bit().0;
        }
        for side in 0..2 {
            if self.kind(laws.castling.kings[side]).is_none() {
                laws.castling.rooks[side] = KindSet(0);
            }
        }
        // As in Fairy-Stockfish, only the king itself is such a screen.
        laws.king_screens_castling &= laws.castling.kings.contains(&Kind::new(KING));
        let mut laws = laws.renumbered(|kind| self.kind(kind));
        promoted::add(self.game, &mut laws, &self.copies, self.slots.len(), |kind| self.kind(kind));
        laws
    }

    fn castling(&self, castling: Castling) -> Option<Castling> {
        let (king, rook) = (self.kind(castling.king)?, self.kind(castling.rook)?);
        Some(Castling { king, rook, ..castling })
    }
}

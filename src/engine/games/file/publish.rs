//! Makes the data for the board of a game. They stay until the program ends, because positions refer to them.

use super::castling;
use super::draft::Draft;
use super::pieces::{PAWN, movement};
use super::problem::Fault;
use crate::board::{Board, Castling, Definition, Laws, PieceSpec, Role, Spec, TableRules, TablesCell};
use crate::types::Kind;

/// Makes the data of a game without faults.
///
/// # Errors
/// When the board refuses the start position, or a movement.
pub(in crate::games) fn publish(game: &Draft) -> Result<&'static Spec, Fault> {
    let publisher = Publisher { game, slots: game.kinds() };
    let castlings = castling::of(game);
    let definition = Definition {
        name: leak(&game.name),
        summary: leak(&game.summary()),
        rules: leak(&game.page()),
        start: leak(&publisher.start(&castlings)),
        laws: publisher.laws(),
        castlings: castlings.map(|castling| publisher.castling(castling?)),
        is_mirrored: false,
        ..Definition::new(game.files, game.ranks, Vec::leak(publisher.pieces()?))
    };
    let tables: &'static TablesCell = Box::leak(Box::default());
    let spec: &'static Spec = Box::leak(Box::new(Spec::new(definition, tables)));
    let refused = |error| Fault::contradiction(format!("the start position is not legal: {error}"));
    Board::from_fen(TableRules::of(spec), spec.page.start).map_err(refused)?;
    Ok(spec)
}

fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// A game whose kinds are being numbered.
struct Publisher<'g> {
    game: &'g Draft,
    /// The slots of the kinds, by number.
    slots: Vec<usize>,
}

impl Publisher<'_> {
    /// The number of a kind that has been numbered by its slot.
    fn kind(&self, by_slot: Kind) -> Option<Kind> {
        self.slots.iter().position(|&slot| slot == by_slot.index()).map(Kind::new)
    }

    fn pieces(&self) -> Result<Vec<PieceSpec>, Fault> {
        let royals = self.game.royals();
        let row = |&slot: &usize| {
            let text = self.game.texts[slot].ok_or_else(|| Fault::contradiction("a piece has no letter"))?;
            let betza = leak(self.game.movement(slot));
            let moves = movement(betza)?;
            let role = match slot {
                _ if royals.has(Kind::new(slot)) => Role::Royal,
                PAWN => Role::Pawn,
                _ => Role::Ordinary,
            };
            let (name, drawing) = (leak(&self.game.kind_name(slot)), leak(self.game.drawing(slot)));
            Ok(PieceSpec { letter: text.letter, crowned: text.crowned, digit: 0, name, drawing, betza, moves, role })
        };
        self.slots.iter().map(row).collect()
    }

    /// The start position without the rights to castlings that the game does not have.
    fn start(&self, castlings: &[Option<Castling>]) -> String {
        let mut fields = self.game.start.split_whitespace();
        let board = fields.next().unwrap_or_default();
        let board = board.split_once('[').map_or(board, |(board, _)| board);
        let side = fields.next().unwrap_or("w");
        fields.next();
        let rights: String = castlings.iter().flatten().map(|castling| castling.letter).collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let counters: Vec<&str> = fields.skip(1).collect();
        let [clock, number] = [counters.first().copied().unwrap_or("0"), counters.get(1).copied().unwrap_or("1")];
        format!("{board} {side} {rights} - {clock} {number}")
    }

    fn laws(&self) -> Laws {
        let promotion_pawns = [0, 1].map(|side| self.game.pawns(side));
        Laws { promotion_pawns, ..self.game.laws }.renumbered(|kind| self.kind(kind))
    }

    fn castling(&self, castling: Castling) -> Option<Castling> {
        let (king, rook) = (self.kind(castling.king)?, self.kind(castling.rook)?);
        Some(Castling { king, rook, ..castling })
    }
}

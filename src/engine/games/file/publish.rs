//! Makes the data for the board of a game. They stay until the program ends, because positions refer to them.

use super::castling;
use super::game::{FileGame, side};
use super::pieces::{JANGGI_CANNON, KING, PAWN, SOLDIER, movement};
use super::problem::Fault;
use super::values::{Kinds, Value};
use crate::board::{
    Board, ByColor, CastlingSquares, Custom, Definition, Extinction, FILE_LETTERS, Folder, Form, NO_CLOCK_LIMIT, Part,
    PieceSpec, Promotion, Role, Spec, Table, UNLIMITED,
};
use crate::types::{Bitboard, Color, Kind, KindSet, MAX_KINDS, Verdict};

/// Makes the data of a game without faults.
///
/// # Errors
/// When the board refuses the start position, or a movement.
pub(in crate::games) fn publish(game: &FileGame) -> Result<&'static Spec, Fault> {
    let publisher = Publisher { game, slots: game.kinds() };
    let definition = Definition {
        name: leak(&game.name),
        summary: leak(&game.summary()),
        rules: leak(&game.page()),
        folder: Folder::EMPTY,
        files: game.files,
        file_letters: FILE_LETTERS,
        ranks: game.ranks,
        start: leak(&publisher.start()),
        pieces: Vec::leak(publisher.pieces()?),
        pawn_step: 1,
        promotion: Promotion::LastRank(""),
        castlings: [None; 2],
        custom: Some(Box::leak(Box::new(publisher.custom()))),
        own_rules: 0,
    };
    let spec: &'static Spec = Box::leak(Box::new(Spec::new(definition)));
    let refused = |error| Fault::contradiction(format!("the start position is not legal: {error}"));
    Board::from_fen(Table::of(spec), spec.page.start).map_err(refused)?;
    Ok(spec)
}

fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// A game whose kinds are being numbered.
struct Publisher<'g> {
    game: &'g FileGame,
    /// The slots of the kinds, by number.
    slots: Vec<usize>,
}

impl Publisher<'_> {
    fn kind(&self, slot: usize) -> Option<Kind> {
        self.slots.iter().position(|&known| known == slot).map(Kind::new)
    }

    fn kinds(&self, kinds: Kinds) -> KindSet {
        let present = kinds.slots().filter_map(|slot| self.kind(slot));
        present.fold(KindSet(0), KindSet::with)
    }

    fn both(&self, sides: [Kinds; 2]) -> ByColor<KindSet> {
        sides.map(|kinds| self.kinds(kinds))
    }

    /// The kinds of a set as a list, best first.
    fn best_first(&self, kinds: Kinds) -> &'static [Kind] {
        let mut slots: Vec<usize> = kinds.slots().filter(|&slot| self.kind(slot).is_some()).collect();
        slots.sort_by_key(|&slot| std::cmp::Reverse(strength(self.game.movement(slot))));
        Vec::leak(slots.into_iter().filter_map(|slot| self.kind(slot)).collect())
    }

    fn pieces(&self) -> Result<Vec<PieceSpec>, Fault> {
        let royals = self.game.royals();
        let row = |&slot: &usize| {
            let text = self.game.texts[slot].ok_or_else(|| Fault::contradiction("a piece has no letter"))?;
            let betza = leak(self.game.movement(slot));
            let moves = movement(betza)?;
            let role = match slot {
                _ if royals.has(slot) => Role::Royal,
                PAWN => Role::Pawn,
                _ => Role::Ordinary,
            };
            let name = leak(&self.game.kind_name(slot));
            Ok(PieceSpec { letter: text.letter, crowned: text.crowned, digit: 0, name, betza, moves, role })
        };
        self.slots.iter().map(row).collect()
    }

    /// The start position without the rights to castlings that the game does not have.
    fn start(&self) -> String {
        let mut fields = self.game.start.split_whitespace();
        let board = fields.next().unwrap_or_default();
        let board = board.split_once('[').map_or(board, |(board, _)| board);
        let side = fields.next().unwrap_or("w");
        fields.next();
        let rights: String = castling::of(self.game).iter().map(|(_, letter, _)| *letter).collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let counters: Vec<&str> = fields.skip(1).collect();
        let [clock, number] = [counters.first().copied().unwrap_or("0"), counters.get(1).copied().unwrap_or("1")];
        format!("{board} {side} {rights} - {clock} {number}")
    }

    fn custom(&self) -> Custom {
        let game = self.game;
        Custom {
            double_step: [Color::White, Color::Black].map(|color| game.double_steps(color)),
            triple_step: game.triple_region.map(|squares| squares & game.board()),
            en_passant_region: game.en_passant_region.map(|squares| squares & game.board()),
            en_passant_kinds: self.both(game.en_passant_kinds),
            promotion_zone: game.promotion_region.map(|squares| squares & game.board()),
            promoting: self.both(game.promotion_pawns.map(|kinds| kinds.with(Kinds::of(PAWN)))),
            promotes_to: game.promotion_kinds.map(|kinds| self.best_first(kinds)),
            promotion_is_mandatory: game.mandatory_pawns,
            promoted_form: self.promoted_forms(),
            form_is_mandatory: game.mandatory_pieces,
            form_needs_capture: game.promotion_on_capture,
            promotion_limit: self.promotion_limits(),
            clock_kinds: self.both(game.clock_kinds),
            regions: self.regions(),
            narrow: self.narrow(),
            shuns_kin: self.kinds(Kinds::of(JANGGI_CANNON)),
            immobility_is_illegal: game.immobility_illegal,
            kings_may_not_face: self.kind(KING).filter(|_| game.flying_general),
            castlings: self.castlings(),
            clock_limit: if game.move_rule == 0 { NO_CLOCK_LIMIT } else { 2 * game.move_rule as u16 },
            repetitions: game.fold_rule as u8,
            repetition: verdict(game.fold_value),
            stalemate: verdict(game.stalemate),
            extinction: game.is_piece_count_rule().then(|| Extinction {
                most: game.extinction.count,
                opponent: game.extinction.opponent_count,
                is_claimed: game.extinction.claim,
                verdict: verdict(game.extinction.value),
            }),
            flag: [Color::White, Color::Black].map(|color| self.flag(color)),
        }
    }

    fn promoted_forms(&self) -> [Option<Kind>; MAX_KINDS] {
        let mut forms = [None; MAX_KINDS];
        for (from, to) in self.game.promotions() {
            if let Some(kind) = self.kind(from) {
                forms[kind.index()] = self.kind(to);
            }
        }
        forms
    }

    fn promotion_limits(&self) -> [u8; MAX_KINDS] {
        let mut limits = [0; MAX_KINDS];
        for &(slot, limit) in &self.game.promotion_limits {
            if let Some(kind) = self.kind(slot) {
                limits[kind.index()] = limit.min(u8::MAX.into()) as u8;
            }
        }
        limits
    }

    fn regions(&self) -> ByColor<[Bitboard; MAX_KINDS]> {
        let mut regions = [[self.game.board(); MAX_KINDS]; 2];
        for &(slot, color, squares) in &self.game.mobility {
            if let Some(kind) = self.kind(slot) {
                regions[side(color)][kind.index()] = squares & self.game.board();
            }
        }
        regions
    }

    /// Soldiers and the squares from which they do not yet move sideways.
    fn narrow(&self) -> (KindSet, ByColor<Bitboard>) {
        let game = self.game;
        let near = |color: Color| {
            let ranks = 0..game.soldier_rank.min(game.ranks);
            let own = |rank| if color == Color::White { rank } else { game.ranks - 1 - rank };
            ranks.fold(Bitboard::EMPTY, |squares, rank| squares | Bitboard::rank(own(rank))) & game.board()
        };
        (self.kinds(Kinds::of(SOLDIER)), [near(Color::White), near(Color::Black)])
    }

    fn castlings(&self) -> [Option<CastlingSquares>; 4] {
        let mut places = [None; 4];
        for (color, letter, castling) in castling::of(self.game) {
            let place = 2 * side(color) + usize::from(letter.eq_ignore_ascii_case(&'Q'));
            places[place] = castling.with_kinds(|slot| self.kind(slot));
        }
        places
    }

    fn flag(&self, color: Color) -> (KindSet, Bitboard) {
        let kinds = self.game.flag_piece[side(color)].map_or(Kinds::ALL, Kinds::of);
        (self.kinds(kinds), self.game.flag_region[side(color)] & self.game.board())
    }
}

fn verdict(value: Value) -> Verdict {
    match value {
        Value::Win => Verdict::Win,
        Value::Loss => Verdict::Loss,
        Value::Draw | Value::None => Verdict::Draw,
    }
}

/// A rough measure of a movement, to sort by.
fn strength(betza: &str) -> u32 {
    let of_part = |part: &Part| {
        let squares = match (part.form, part.range) {
            (Form::Leap | Form::LameLeap, _) => 4,
            // A bishop's lines are shorter, and it sees half of the board.
            (_, UNLIMITED) if part.letter == 'B' => 9,
            (_, UNLIMITED) => 14,
            (_, count) => 4 + 2 * u32::from(count),
        };
        part.steps.iter().count() as u32 * squares * (u32::from(part.quiets) + u32::from(part.captures))
    };
    movement(betza).map_or(0, |moves| moves.parts().iter().map(of_part).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_sorted_by_strength() {
        let strengths = ["Q", "RN", "BN", "R", "B", "N", "F"].map(strength);
        assert!(strengths.is_sorted_by(|one, other| one > other), "{strengths:?}");
    }
}

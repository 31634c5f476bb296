//! Men in hand: what a hand holds, what a captured man becomes in it, and where a man from it may be dropped.

use super::pieces::Kind;
use super::position::{Man, Past, Position, name};
use super::reader::{Color, Game, Region};
use crate::reference::{Reference, Square};

/// What a file says about drops.
#[derive(Clone, Debug)]
pub struct Drops {
    pub allowed: bool,
    pub captures_to_hand: bool,
    /// Whether what was promoted stays so in hand.
    pub keeps: bool,
    /// Whether men change back as they move.
    pub demotion: bool,
    pub region: [Region; 2],
    pub pawns_on_first_rank: bool,
    pub pawns_in_zone: bool,
    pub promoted: bool,
    pub not_doubled: Option<Kind>,
    pub most_on_file: usize,
    pub checks: bool,
    pub pawn_mates: bool,
    pub balanced_bishops: bool,
    pub must_drop: bool,
    /// No kind means any.
    pub must_drop_kind: Option<Kind>,
    pub counts_checks: bool,
}

impl Game {
    /// Whether it matters what a man has been before.
    pub fn remembers(&self) -> bool {
        self.drops.demotion || self.drops.captures_to_hand && !self.drops.keeps
    }

    /// Whether positions name the men in hand.
    pub fn has_hands(&self) -> bool {
        self.drops.allowed || self.drops.captures_to_hand
    }

    /// What a captured man is in hand.
    pub fn in_hand(&self, man: Man) -> Kind {
        match man.past {
            _ if self.drops.keeps => man.kind,
            Past::None => man.kind,
            Past::Piece(kind) => kind,
            Past::Pawn if self.letters.contains_key("pawn") => "pawn",
            Past::Pawn => self.promotion_pawns[0].iter().find(|&kind| self.letters.contains_key(kind)).expect("a pawn"),
        }
    }
}

/// A drop: what is taken from the hand, and what then stands on the square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drop {
    pub held: Kind,
    pub man: Man,
    pub to: Square,
}

impl Position {
    /// The position after a drop.
    fn dropped(&self, drop: &Drop) -> Position {
        let mut next = self.clone();
        next.passed.clear();
        next.passer = None;
        next.put(drop.to, Some(drop.man));
        let place = next.hands[self.side].iter().position(|&kind| kind == drop.held).expect("a man in hand");
        next.hands[self.side].remove(place);
        next.pass_turn(true);
        next
    }

    fn is_in_region(&self, color: Color, kind: Kind, to: Square) -> bool {
        let (game, drops) = (&self.game, &self.game.drops);
        let mobility = game.mobility[color].get(kind);
        let is_pawn = kind == "pawn";
        drops.region[color].contains(&to)
            && mobility.is_none_or(|region| region.is_empty() || region.contains(&to))
            && !(is_pawn && !drops.pawns_on_first_rank && game.height(color, to) == 0)
            && !(is_pawn && !drops.pawns_in_zone && game.promotion_region[color].contains(&to))
    }

    /// Whether a file has as many of the kind as it may have.
    fn is_doubled(&self, color: Color, kind: Kind, (file, _): Square) -> bool {
        let on_file = |rank| self.at((file, rank)).is_some_and(|man| man.color == color && man.kind == kind);
        let count = (0..self.game.ranks).filter(|&rank| on_file(rank)).count();
        self.game.drops.not_doubled == Some(kind) && count >= self.game.drops.most_on_file
    }

    /// Drops that leave the own royal man safe.
    fn safe_drops(&self) -> Vec<Drop> {
        let (game, side) = (&self.game, self.side);
        let mut kinds = self.hands[side].clone();
        kinds.sort_unstable();
        kinds.dedup();
        let mut found = Vec::new();
        for held in kinds {
            let form = game.promoted_kind.get(held).filter(|_| game.drops.promoted);
            let past = if game.remembers() { Past::Piece(held) } else { Past::None };
            let as_form = form.map(|&kind| Man { color: side, kind, past });
            for man in [Some(Man { color: side, kind: held, past: Past::None }), as_form].into_iter().flatten() {
                for to in (0..game.files).flat_map(|file| (0..game.ranks).map(move |rank| (file, rank))) {
                    let is_open = self.is_empty(to) && self.is_in_region(side, held, to);
                    let is_stuck = game.immobility_illegal && self.is_stuck(man, to);
                    if is_open && !self.is_doubled(side, held, to) && !is_stuck {
                        found.push(Drop { held, man, to });
                    }
                }
            }
        }
        found.retain(|drop| {
            let next = self.dropped(drop);
            !next.is_checked(side) && !next.generals_meet()
        });
        found
    }

    /// The drops that are legal, with the positions after them.
    pub fn legal_drops(&self) -> Vec<(Drop, Position)> {
        let drops = &self.game.drops;
        if !drops.allowed {
            return Vec::new();
        }
        let mut found: Vec<(Drop, Position)> =
            self.safe_drops().into_iter().map(|drop| (drop, self.dropped(&drop))).collect();
        let must = |kind: Kind| drops.must_drop_kind.is_none_or(|must| must == kind);
        let is_bound = drops.must_drop && self.holds_what_must_be_dropped();
        found.retain(|(drop, next)| {
            let gives_check = next.is_checked(next.side);
            let is_mate = || gives_check && next.legal().is_empty();
            (!is_bound || must(drop.held))
                && (drops.checks || !gives_check)
                && (drops.pawn_mates || drop.man.kind != "shogiPawn" || !is_mate())
                && (!drops.balanced_bishops || self.keeps_bishops_apart(drop))
        });
        found.into_iter().map(|(drop, next)| (drop, next.with_checks_counted())).collect()
    }

    /// Whether the side to move has something in hand that it drops before it moves.
    pub fn holds_what_must_be_dropped(&self) -> bool {
        let must = |kind: &Kind| self.game.drops.must_drop_kind.is_none_or(|must| must == *kind);
        self.hands[self.side].iter().any(must)
    }

    /// As Fairy-Stockfish has it: bishops stand on squares of both colours alike, and there is room for those in hand.
    fn keeps_bishops_apart(&self, drop: &Drop) -> bool {
        let side = self.side;
        let is_light = |(file, rank): Square| (file + rank) % 2 != 0;
        let bishops: Vec<Square> =
            self.men(side).into_iter().filter(|(_, man)| man.kind == "bishop").map(|(square, _)| square).collect();
        let all = bishops.len() + self.hands[side].iter().filter(|&&kind| kind == "bishop").count();
        if drop.man.kind == "bishop" {
            let alike = bishops.iter().filter(|&&square| is_light(square) == is_light(drop.to)).count();
            return alike < all.div_ceil(2);
        }
        [true, false].into_iter().all(|light| {
            let squares = (0..self.game.files).flat_map(|file| (0..self.game.ranks).map(move |rank| (file, rank)));
            let is_room = |&to: &Square| {
                bishops.contains(&to) || to != drop.to && self.is_empty(to) && self.is_in_region(side, "bishop", to)
            };
            squares.filter(|&square| is_light(square) == light).filter(is_room).count() >= all / 2
        })
    }

    /// The text of a drop.
    pub fn drop_text(&self, drop: &Drop) -> String {
        let sign = if drop.man.kind == drop.held { "" } else { "+" };
        format!("{sign}{}@{}", self.game.letters[drop.held], name(drop.to))
    }

    /// The position after a move whose check, if it gives one, has been counted.
    pub fn with_checks_counted(mut self) -> Position {
        if self.game.drops.counts_checks && self.is_checked(self.side) {
            self.checks[1 - self.side] = self.checks[1 - self.side].saturating_sub(1);
        }
        self
    }
}

//! The names under which earlier versions kept networks, tables and games: so they are still found. This text is frozen; it
//! follows the rules as they were written down then, and takes no part in [`Identity`](super::Identity).

use std::fmt::{Display, Write};

use super::super::{Castling, Extinction, KIND_NUMBERS, Role, Spec};
use crate::types::{Bitboard, Color, Kind, KindSet, MAX_KINDS, Verdict, short_hash};

impl Spec {
    /// The name of the rules in files of earlier versions.
    pub fn earlier_rules_hash(&self) -> String {
        short_hash(self.earlier_outline())
    }

    /// The text of the rules in files of earlier versions.
    pub fn earlier_outline(&self) -> String {
        let page = &self.page;
        let piece = |kind: Kind| {
            let row = self.piece(kind);
            let role = match row.role {
                Role::Ordinary => "Ordinary",
                Role::Royal => "Royal",
                Role::Pawn => "Pawn",
            };
            format!("{}:{}:{role}", self.kind_text(kind), row.betza)
        };
        let pieces: Vec<String> = (0..self.kinds()).map(|kind| piece(Kind::new(kind))).collect();
        let rest = page.earlier_rules.map_or_else(|| self.outline(), str::to_owned);
        format!("{}x{} {} {rest}", page.files, page.ranks, pieces.join(" "))
    }

    fn outline(&self) -> String {
        let laws = self.laws();
        let narrow = Color::BOTH.map(|color| laws.narrow_squares(color, self.page.ranks) & self.board);
        let flag = |side: usize| {
            let goal = squares(laws.flag_region[side] & self.board);
            format!("(KindSet({}), {goal})", laws.flag_kinds[side].0 & self.all_kinds().0)
        };
        let both = |sets: [Bitboard; 2]| list(sets.map(squares));
        let kinds = |sets: [KindSet; 2]| list(sets.map(|KindSet(bits)| format!("KindSet({bits})")));
        let fields: [(&str, String); 25] = [
            ("double_step", both(self.double_step)),
            ("triple_step", both(self.triple_step)),
            ("en_passant_region", both(laws.en_passant_region.map(|squares| squares & self.board))),
            ("en_passant_kinds", kinds(laws.en_passant_kinds)),
            ("promotion_zone", both(laws.promotion_region.map(|squares| squares & self.board))),
            ("promoting", kinds(laws.promotion_pawns)),
            ("promotes_to", list(Color::BOTH.map(|color| list(self.promotes_to(color).iter().copied().map(kind))))),
            ("promotion_is_mandatory", laws.pawns_must_promote.to_string()),
            ("promoted_form", list(of_kinds(laws.promoted_forms).map(|form| option(form.map(kind))))),
            ("form_is_mandatory", laws.pieces_must_promote.to_string()),
            ("form_needs_capture", laws.promotion_on_capture.to_string()),
            ("promotion_limit", list(of_kinds(laws.promotion_limits))),
            ("clock_kinds", kinds(laws.clock_kinds)),
            (
                "regions",
                list(laws.mobility.map(|regions| list(of_kinds(regions).map(|region| squares(region & self.board))))),
            ),
            ("narrow", format!("(KindSet({}), {})", laws.soldiers.0, both(narrow))),
            ("shuns_kin", format!("KindSet({})", laws.shuns_kin.0)),
            ("immobility_is_illegal", laws.immobility_illegal.to_string()),
            ("kings_may_not_face", laws.kings_may_not_face.is_some().to_string()),
            ("castlings", list(self.castlings.map(|castling| option(castling.map(castling_text))))),
            ("clock_limit", laws.clock_limit.to_string()),
            ("repetitions", laws.repetitions.to_string()),
            ("repetition", verdict(laws.repetition).to_owned()),
            ("stalemate", verdict(laws.stalemate).to_owned()),
            (
                "extinction",
                option(laws.extinction.verdict.filter(|_| counts_pieces(&laws.extinction)).map(|result| {
                    let (rule, verdict) = (laws.extinction, verdict(result));
                    let (most, opponent, claimed) = (rule.most, rule.opponent, rule.is_claimed);
                    format!(
                        "Extinction {{ most: {most}, opponent: {opponent}, is_claimed: {claimed}, verdict: {verdict} }}"
                    )
                })),
            ),
            ("flag", list([0, 1].map(flag))),
        ];
        format!("Custom {{ {} }}", fields.map(|(name, value)| format!("{name}: {value}")).join(", "))
    }
}

/// The values of as many kinds as a game has.
fn of_kinds<T: Copy>(values: [T; KIND_NUMBERS]) -> [T; MAX_KINDS] {
    std::array::from_fn(|index| values[index])
}

fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let mut text = String::from("[");
    for (number, item) in items.into_iter().enumerate() {
        // Writing to a text cannot fail.
        let _ = write!(text, "{}{item}", if number == 0 { "" } else { ", " });
    }
    text + "]"
}

fn option(item: Option<String>) -> String {
    item.map_or_else(|| "None".to_owned(), |item| format!("Some({item})"))
}

fn squares(squares: Bitboard) -> String {
    let numbers = list(squares.into_iter().map(|square| square.index()));
    format!("{{{}}}", &numbers[1..numbers.len() - 1])
}

fn kind(kind: Kind) -> String {
    format!("Kind({})", kind.index())
}

fn castling_text(castling: Castling) -> String {
    let Castling { king_from, king_to, rook_from, rook_to, king, rook, .. } = castling;
    let [king_from, king_to, rook_from, rook_to] = [king_from, king_to, rook_from, rook_to].map(|s| s.index());
    let (king, rook) = (kind(king), kind(rook));
    format!(
        "CastlingSquares {{ king_from: Square({king_from}), king_to: Square({king_to}), rook_from: Square({rook_from}), \
         rook_to: Square({rook_to}), king: {king}, rook: {rook} }}"
    )
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Loss => "Loss",
        Verdict::Draw => "Draw",
        Verdict::Win => "Win",
    }
}

/// Whether a side with few pieces, of any kinds, ends the game: the only end by a lack of pieces that there was.
const fn counts_pieces(rule: &Extinction) -> bool {
    rule.ends_games() && rule.kinds.0 == KindSet::ALL.0 && rule.most > 0
}

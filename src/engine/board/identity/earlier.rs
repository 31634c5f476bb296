//! The names under which earlier versions kept networks, tables and games: so they are still found. This text is frozen; it
//! follows the rules as they were written down then, and takes no part in [`Identity`](super::Identity).

use std::fmt::{Display, Write};

use super::super::{CastlingSquares, Custom, Promotion, Role, Spec};
use crate::types::{Bitboard, Kind, KindSet, Verdict, short_hash};

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
        let rest = match (page.custom, page.promotion) {
            (Some(custom), _) => outline_of(custom),
            (None, Promotion::LastRank(letters)) => format!("step {} LastRank(\"{letters}\")", page.pawn_step),
            (None, Promotion::Crowning(ranks)) => format!("step {} Crowning({ranks})", page.pawn_step),
            (None, Promotion::Special(letters)) => format!("step {} Special(\"{letters}\")", page.pawn_step),
        };
        format!("{}x{} {} {rest}", page.files, page.ranks, pieces.join(" "))
    }
}

fn outline_of(custom: &Custom) -> String {
    let both = |sets: [Bitboard; 2]| list(sets.map(squares));
    let kinds = |sets: [KindSet; 2]| list(sets.map(|KindSet(bits)| format!("KindSet({bits})")));
    let fields: [(&str, String); 25] = [
        ("double_step", both(custom.double_step)),
        ("triple_step", both(custom.triple_step)),
        ("en_passant_region", both(custom.en_passant_region)),
        ("en_passant_kinds", kinds(custom.en_passant_kinds)),
        ("promotion_zone", both(custom.promotion_zone)),
        ("promoting", kinds(custom.promoting)),
        ("promotes_to", list(custom.promotes_to.map(|to| list(to.iter().copied().map(kind))))),
        ("promotion_is_mandatory", custom.promotion_is_mandatory.to_string()),
        ("promoted_form", list(custom.promoted_form.map(|form| option(form.map(kind))))),
        ("form_is_mandatory", custom.form_is_mandatory.to_string()),
        ("form_needs_capture", custom.form_needs_capture.to_string()),
        ("promotion_limit", list(custom.promotion_limit)),
        ("clock_kinds", kinds(custom.clock_kinds)),
        ("regions", list(custom.regions.map(|regions| list(regions.map(squares))))),
        ("narrow", format!("(KindSet({}), {})", custom.narrow.0.0, both(custom.narrow.1))),
        ("shuns_kin", format!("KindSet({})", custom.shuns_kin.0)),
        ("immobility_is_illegal", custom.immobility_is_illegal.to_string()),
        ("kings_may_not_face", custom.kings_may_not_face.is_some().to_string()),
        ("castlings", list(custom.castlings.map(|castling| option(castling.map(castling_text))))),
        ("clock_limit", custom.clock_limit.to_string()),
        ("repetitions", custom.repetitions.to_string()),
        ("repetition", verdict(custom.repetition).to_owned()),
        ("stalemate", verdict(custom.stalemate).to_owned()),
        (
            "extinction",
            option(custom.extinction.map(|rule| {
                let (most, opponent, claimed) = (rule.most, rule.opponent, rule.is_claimed);
                let verdict = verdict(rule.verdict);
                format!(
                    "Extinction {{ most: {most}, opponent: {opponent}, is_claimed: {claimed}, verdict: {verdict} }}"
                )
            })),
        ),
        ("flag", list(custom.flag.map(|(KindSet(bits), goal)| format!("(KindSet({bits}), {})", squares(goal))))),
    ];
    format!("Custom {{ {} }}", fields.map(|(name, value)| format!("{name}: {value}")).join(", "))
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

fn castling_text(castling: CastlingSquares) -> String {
    let CastlingSquares { king_from, king_to, rook_from, rook_to, king, rook } = castling;
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

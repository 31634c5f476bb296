//! Promotions of a diagram.

use super::super::draft::Draft;
use super::super::keys::last_ranks;
use super::super::pieces::{PAWN, known_movement};
use super::super::problem::{Fault, quoted};
use super::array::Array;
use super::pieces::Piece;
use super::rules::Rules;
use super::steps::returns;
use crate::types::{Bitboard, Color, Kind, KindSet};

/// A kind to which pieces promote.
struct Choice {
    /// The number of the kind.
    number: usize,
    /// `!`: not on the last rank.
    not_last: bool,
    /// `*`: only if one has been captured.
    from_captured: bool,
}

/// Whether pieces become what they choose, and there is something to choose.
pub(super) fn is_by_choice(rules: &Rules) -> bool {
    rules.promo_offset == 0 && rules.promo_zone > 0
}

/// Sets the promotions; `royals` are the numbers of the royal kinds.
pub(super) fn set(
    game: &mut Draft,
    pieces: &[Piece],
    array: &Array,
    rules: &Rules,
    royals: &[usize],
) -> Result<(), (&'static str, Fault)> {
    let ranks = rules.promo_zone.min(rules.ranks) as u8;
    game.laws.promotion_region = [0, 1].map(|side| last_ranks(game, side, ranks));
    game.laws.promotion_pawns = [KindSet(0); 2];
    game.laws.promotion_kinds = [KindSet(0); 2];
    if rules.max_promote as usize > pieces.len() {
        let why = format!("{} kinds promote, but there are only {}", rules.max_promote, pieces.len());
        return Err(("maxPromote", Fault::contradiction(why)));
    }
    let promoting = &pieces[..rules.max_promote as usize];
    if rules.promo_offset > 0 {
        return set_forms(game, pieces, promoting, rules);
    }
    let choices = choices(pieces, rules, royals)?;
    let (stay, kinds): (Vec<&Choice>, Vec<&Choice>) =
        choices.iter().partition(|choice| choice.number < promoting.len());
    if stay.len() > 1 || !stay.is_empty() && promoting.len() > 1 {
        let why = "several kinds promote, so that none of them can be a choice";
        return Err(("promoChoice", Fault::contradiction(why)));
    }
    if promoting.is_empty() || ranks == 0 || kinds.is_empty() {
        // Pawns that must promote could not enter the region.
        game.laws.promotion_region = [Bitboard::EMPTY; 2];
        return Ok(());
    }
    set_limits(game, pieces, array, rules, &kinds)?;
    let set = |kinds: &mut dyn Iterator<Item = usize>| {
        kinds.fold(KindSet(0), |set, number| set.with(Kind::new(pieces[number].slot)))
    };
    game.laws.promotion_kinds = [set(&mut kinds.iter().map(|choice| choice.number)); 2];
    game.laws.promotion_pawns = [set(&mut (0..promoting.len())); 2];
    let moves_ahead = |piece: &&Piece| !known_movement(&piece.movement.usual).can_return();
    let pawns = promoting.iter().filter(moves_ahead).fold(KindSet(0), |set, piece| set.with(Kind::new(piece.slot)));
    game.laws.clock_kinds = [pawns; 2];
    if let Some(stay) = stay.first() {
        game.laws.pawns_must_promote = false;
        game.laws.immobility_illegal = stay.not_last;
    }
    if game.laws.immobility_illegal { check_last_rank(pieces) } else { Ok(()) }
}

/// That a pawn must promote on the last rank is said by a law for all pieces that could not move from there.
fn check_last_rank(pieces: &[Piece]) -> Result<(), (&'static str, Fault)> {
    let only_ahead = |piece: &Piece| !returns(&piece.movement.usual, |part| part.quiets);
    let pawn = known_movement(&pieces[0].movement.usual);
    let mut quiets = pawn.parts().iter().filter(|part| part.quiets);
    let steps_ahead = quiets.any(|part| part.steps.iter().any(|(_, ranks)| ranks == 1));
    if only_ahead(&pieces[0]) && steps_ahead && !pieces[1..].iter().any(only_ahead) {
        return Ok(());
    }
    let why = "`!` for a pawn needs one that only moves ahead, and no other piece that does";
    Err(("promoChoice", Fault::contradiction(why)))
}

/// The choices of `promoChoice`. Those that there never are, are left out.
fn choices(pieces: &[Piece], rules: &Rules, royals: &[usize]) -> Result<Vec<Choice>, (&'static str, Fault)> {
    let plain = |number: usize| Choice { number, not_last: false, from_captured: false };
    if rules.promo_choice.is_empty() {
        return Ok((1..pieces.len()).filter(|number| !royals.contains(number)).map(plain).collect());
    }
    let mut choices = Vec::new();
    let mut rest = rules.promo_choice.as_str();
    while !rest.is_empty() {
        let is_sign = |c: char| matches!(c, '!' | '*') || c.is_whitespace() || c == ',';
        let signs = rest.len() - rest.trim_start_matches(is_sign).len();
        let (sign, after) = (rest[..signs].chars().next_back(), &rest[signs..]);
        // An id may be the begin of another one.
        let named = pieces.iter().filter(|piece| !piece.id.is_empty() && after.starts_with(&piece.id));
        let Some(piece) = named.max_by_key(|piece| piece.id.len()) else {
            // Diagrams pass over what is none, and by default name the pieces of chess, whether they are there or not.
            let Some(unknown) = after.chars().next() else { break };
            if rules.lines.contains_key("promoChoice") {
                return Err(("promoChoice", Fault::value(&unknown.to_string(), "ids of the diagram's pieces")));
            }
            rest = &after[unknown.len_utf8()..];
            continue;
        };
        let digits: String = after[piece.id.len()..].chars().take_while(char::is_ascii_digit).collect();
        rest = &after[piece.id.len() + digits.len()..];
        let depth = digits.parse().unwrap_or(rules.promo_zone);
        if !digits.is_empty() && depth < rules.promo_zone {
            let why = format!("`{}{digits}`: all choices are there in the whole zone", piece.id);
            return Err(("promoChoice", Fault::contradiction(why)));
        }
        let (not_last, from_captured) = (sign == Some('!'), sign == Some('*'));
        let stays = rules.max_promote == 1 && pieces[0].id == piece.id;
        if not_last && !stays && rules.promo_zone > 1 {
            let why =
                format!("`!{}`: only the pawn itself can be a choice that is not there on the last rank", piece.id);
            return Err(("promoChoice", Fault::contradiction(why)));
        }
        // A zone of one rank is the last rank.
        if !(not_last && rules.promo_zone <= 1) {
            let all = pieces.iter().enumerate().filter(|(_, other)| other.id == piece.id);
            choices.extend(all.map(|(number, _)| Choice { number, not_last, from_captured }));
        }
    }
    Ok(choices)
}

/// Promotion to captured pieces only is one up to the number of pieces at the start, because each that is missing has been
/// captured.
fn set_limits(
    game: &mut Draft,
    pieces: &[Piece],
    array: &Array,
    rules: &Rules,
    kinds: &[&Choice],
) -> Result<(), (&'static str, Fault)> {
    for choice in kinds.iter().filter(|choice| choice.from_captured) {
        let piece = &pieces[choice.number];
        let [white, black] =
            Color::BOTH.map(|color| array.squares_of(choice.number, color).count() + piece.hand[color.index()]);
        if rules.holdings == 0 || white != black || white == 0 {
            let why = format!(
                "`*{}`: promotion to a captured piece needs `holdingsType=1`, and as many of it at the start on both sides",
                quoted(&piece.id)
            );
            return Err(("promoChoice", Fault::contradiction(why)));
        }
        game.laws.promotion_limits[piece.slot] = white.min(u8::MAX.into()) as u8;
    }
    Ok(())
}

/// Shogi's promotions: each of the first kinds becomes the kind so much later in the list.
fn set_forms(
    game: &mut Draft,
    pieces: &[Piece],
    promoting: &[Piece],
    rules: &Rules,
) -> Result<(), (&'static str, Fault)> {
    let offset = rules.promo_offset as usize;
    if offset >= pieces.len() {
        let why = format!("no kind is {offset} places after the first one, of {} kinds", pieces.len());
        return Err(("promoOffset", Fault::contradiction(why)));
    }
    for (number, piece) in promoting.iter().enumerate() {
        // A kind too late in the list becomes what the first one does.
        let form = pieces.get(number + offset).unwrap_or(&pieces[offset]);
        game.laws.promoted_forms[piece.slot] = Some(Kind::new(form.slot));
    }
    game.laws.pawns_must_promote = false;
    game.laws.promotion_on_entry = rules.holdings == 0;
    let pawns = pieces.first().filter(|piece| piece.slot != PAWN).map(|piece| Kind::new(piece.slot).bit());
    game.laws.clock_kinds = [pawns.unwrap_or(KindSet(0)); 2];
    Ok(())
}

//! The keys of diagrams.

use std::collections::HashMap;

use super::super::keys::KEYS;
use super::super::problem::{Fault, quoted};
use super::super::values;
use crate::games::nearest::nearest;

/// How Black's pieces follow from White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Symmetry {
    /// On the same files.
    #[default]
    Mirror,
    /// Turned by half a turn.
    Rotate,
    /// They do not.
    None,
}

/// The settings of a diagram that say how its game is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rules {
    /// The name; empty if the diagram has none.
    pub name: String,
    pub files: u32,
    pub ranks: u32,
    /// The number of the first rank.
    pub first_rank: u32,
    pub symmetry: Symmetry,
    /// The number of ranks, from the last one, where pieces promote.
    pub promo_zone: u32,
    /// How many kinds, from the first one, promote.
    pub max_promote: u32,
    /// How much later in the list of kinds the promoted form of each is; 0 if pieces promote by choice.
    pub promo_offset: u32,
    pub promo_choice: String,
    /// 0: captured pieces are gone; 1: they are kept for promotions.
    pub holdings: u32,
    /// The numbers of the royal kinds, from 1.
    pub royals: Vec<u32>,
    /// Whether a side in stalemate loses.
    pub stalemate_loses: bool,
    /// Whether a side with nothing but its king loses.
    pub baring: bool,
    pub shuffle: String,
    /// Whether sideways castling is not mirrored for Black.
    pub castle_flip: bool,
    /// The ids of pieces that hop neither over nor to their own kind.
    pub janggi_cannon: String,
    /// Keys of the other format, which diagrams ignore, with their lines and values.
    pub others: Vec<(String, usize, String)>,
    /// The lines of the settings.
    pub lines: HashMap<String, usize>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            name: String::new(),
            files: 8,
            ranks: 8,
            first_rank: 1,
            symmetry: Symmetry::Mirror,
            promo_zone: 1,
            max_promote: 1,
            promo_offset: 0,
            promo_choice: "QNRB".to_owned(),
            holdings: 0,
            royals: Vec::new(),
            stalemate_loses: false,
            baring: false,
            shuffle: String::new(),
            castle_flip: false,
            janggi_cannon: String::new(),
            others: Vec::new(),
            lines: HashMap::new(),
        }
    }
}

/// A key that says how a game is played: its name, the form of its values, what it is for, and what stores it.
pub(in super::super) struct RuleKey {
    pub name: &'static str,
    pub form: &'static str,
    pub help: &'static str,
    store: fn(&mut Rules, &str) -> Result<(), Fault>,
}

const fn key(
    name: &'static str,
    form: &'static str,
    help: &'static str,
    store: fn(&mut Rules, &str) -> Result<(), Fault>,
) -> RuleKey {
    RuleKey { name, form, help, store }
}

/// The largest number in a setting.
const MAX_NUMBER: u32 = 1_000;

fn number(place: &mut u32, text: &str) -> Result<(), Fault> {
    *place = values::number(text, MAX_NUMBER)?;
    Ok(())
}

/// The keys that say how a game is played.
pub(in super::super) static RULE_KEYS: [RuleKey; 17] = [
    key("name", "text", "the game's name; the file's if it is left out", |rules, text| {
        text.clone_into(&mut rules.name);
        Ok(())
    }),
    key("files", "number", "number of files", |rules, text| number(&mut rules.files, text)),
    key("ranks", "number", "number of ranks", |rules, text| number(&mut rules.ranks, text)),
    key("firstRank", "number", "the number of the first rank", |rules, text| number(&mut rules.first_rank, text)),
    key("symmetry", "mirror, rotate or none", "where Black's pieces begin", set_symmetry),
    key("promoZone", "number", "ranks at the far end where pieces promote", |rules, text| {
        number(&mut rules.promo_zone, text)
    }),
    key("maxPromote", "number", "how many kinds, from the first one, promote", |rules, text| {
        number(&mut rules.max_promote, text)
    }),
    key("promoOffset", "number", "how much later in the list the promoted form of a kind is", |rules, text| {
        number(&mut rules.promo_offset, text)
    }),
    key(
        "promoChoice",
        "ids",
        "to what pieces promote; *: only to captured pieces, !: not on the last rank",
        |rules, text| {
            text.clone_into(&mut rules.promo_choice);
            Ok(())
        },
    ),
    key("holdingsType", "0 or 1", "1: captured pieces are kept for promotions", set_holdings),
    key("royal", "number", "the number of a royal kind; the last kind if it is left out", set_royal),
    key("stalemate", "draw, loss or win", "whether the side that is stalemated loses", set_stalemate),
    key("baring", "0", "a side with nothing but its king loses, unless it bares the other at once", set_baring),
    key("extinction", "0 to 3", "accepted: each side has one royal piece", |_, text| {
        values::number(text, 3).map(|_| ())
    }),
    key("shuffle", "ids", "accepted with a warning: the array of the diagram is played", |rules, text| {
        text.clone_into(&mut rules.shuffle);
        Ok(())
    }),
    key("castleFlip", "0 or 1", "1: Black castles towards the same files as White", |rules, text| {
        rules.castle_flip = values::number(text, 1)? == 1;
        Ok(())
    }),
    key("janggiCannon", "id", "a piece that hops neither over nor to its own kind (not of diagrams)", |rules, text| {
        text.clone_into(&mut rules.janggi_cannon);
        Ok(())
    }),
];

fn set_symmetry(rules: &mut Rules, text: &str) -> Result<(), Fault> {
    rules.symmetry = match text {
        "mirror" => Symmetry::Mirror,
        "rotate" => Symmetry::Rotate,
        "none" => Symmetry::None,
        _ => return Err(Fault::value(text, "`mirror`, `rotate` or `none`")),
    };
    Ok(())
}

fn set_holdings(rules: &mut Rules, text: &str) -> Result<(), Fault> {
    rules.holdings = match text {
        "0" => 0,
        "1" => 1,
        _ => {
            let rule = "pieces are not dropped, and captured pieces keep their side";
            return Err(Fault::Unsupported { found: quoted(text), rule, default: "0` or `1" });
        }
    };
    Ok(())
}

fn set_royal(rules: &mut Rules, text: &str) -> Result<(), Fault> {
    rules.royals.push(values::number(text, MAX_NUMBER)?);
    Ok(())
}

fn set_stalemate(rules: &mut Rules, text: &str) -> Result<(), Fault> {
    rules.stalemate_loses = match text {
        "draw" => false,
        // The word is for the one side or for the other; diagrams take any as the loss of the side without moves.
        "loss" | "lose" | "lost" | "win" => true,
        _ => return Err(Fault::value(text, "`draw`, or `loss` (or `win`) for a loss of the side without moves")),
    };
    Ok(())
}

fn set_baring(rules: &mut Rules, text: &str) -> Result<(), Fault> {
    if text != "0" {
        let rule = "the loss of all pieces of one kind ends no game";
        return Err(Fault::Unsupported { found: quoted(text), rule, default: "0" });
    }
    rules.baring = true;
    Ok(())
}

/// The keys that say how a diagram looks.
pub(in super::super) static APPEARANCE: [&str; 18] = [
    "graphicsDir",
    "graphicsType",
    "whitePrefix",
    "blackPrefix",
    "squareSize",
    "lightShade",
    "darkShade",
    "startShade",
    "shady",
    "rimColor",
    "coordColor",
    "borders",
    "satellite",
    "useMarkers",
    "newClick",
    "noCounts",
    "startMessage",
    "enableAI",
];

/// A key that asks for something that is not played, unless it has its default.
pub(in super::super) struct RefusedKey {
    pub name: &'static str,
    pub default: &'static str,
    pub rule: &'static str,
}

const fn refused(name: &'static str, default: &'static str, rule: &'static str) -> RefusedKey {
    RefusedKey { name, default, rule }
}

/// The keys that are refused.
pub(in super::super) static REFUSED: [RefusedKey; 10] = [
    refused("autoGate", "0", "pieces do not enter the board"),
    refused("iron", "0", "every piece but a royal one can be captured"),
    refused("counterStrike", "0", "a capture may be answered by any other"),
    refused("protected", "0", "a protected piece can be captured"),
    refused("antiTrade", "0", "pieces of one kind may be exchanged"),
    refused("tradeThreshold", "0", "pieces of one kind may be exchanged"),
    refused("zonal", "0", "no script says where pieces may go"),
    refused("morph", "", "pieces change only by promotion"),
    refused("captureMatrix", "", "every piece captures every other, and only the captured piece is removed"),
    refused("confine", "", "no script says where pieces may go"),
];

impl Rules {
    /// Stores a setting in this line.
    pub(super) fn set(&mut self, line: usize, name: &str, value: &str) -> Result<(), Fault> {
        if APPEARANCE.contains(&name) {
            return Ok(());
        }
        if let Some(key) = REFUSED.iter().find(|key| key.name == name) {
            let (rule, default) = (key.rule, key.default);
            return if value == default {
                Ok(())
            } else {
                Err(Fault::Unsupported { found: quoted(value), rule, default })
            };
        }
        self.lines.insert(name.to_owned(), line);
        if let Some(key) = RULE_KEYS.iter().find(|key| key.name == name) {
            return if value.is_empty() && !matches!(name, "promoChoice" | "shuffle") {
                Err(Fault::NoValue(key.form.to_owned()))
            } else {
                (key.store)(self, value)
            };
        }
        let plain = name.split('.').next().unwrap_or_default();
        if KEYS.iter().any(|key| key.name == name) || matches!(plain, "mobilityRegionWhite" | "mobilityRegionBlack") {
            self.others.push((name.to_owned(), line, value.to_owned()));
            return Ok(());
        }
        let names = RULE_KEYS.iter().map(|key| key.name).chain(APPEARANCE).chain(REFUSED.iter().map(|key| key.name));
        Err(Fault::Unknown(nearest(name, names)))
    }

    /// The line of a setting; that of the definition if it is left out.
    pub(super) fn line(&self, name: &str, definition: usize) -> usize {
        self.lines.get(name).copied().unwrap_or(definition)
    }
}

//! `tables`: makes endgame tables, and tells what is in them.

use std::io::Write;
use std::sync::atomic::Ordering::Relaxed;

use super::common::{Context, stop_switch};
use super::error::CliError;
use super::game::find_game;
use crate::board::{Setup, Spec};
use crate::tablebase::{Material, TableError, Tablebase};
use crate::types::{Color, Kind, Piece};

/// Make endgame tables
///
/// A table solves all positions with the same few men. Searches make small tables when they need them, and use larger
/// ones once this command has made them; each is made once and kept in a file. The command prints a line per table: for
/// each side the number of positions that it wins, and the longest mate with an example.
#[derive(Debug, clap::Args)]
pub(super) struct Tables {
    /// The game (`bactrian variants` lists them)
    #[arg(short, long, value_name = "NAME")]
    variant: String,
    /// White's men, `v` and Black's men, e.g. KRvK [default: a king and each other piece against a king]
    #[arg(value_name = "MEN")]
    men: Vec<String>,
}

impl Tables {
    /// Makes the tables, and writes what is in them.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let spec = find_game(&context.catalogue.games, &self.variant)?;
        let session = context.catalogue.open(spec);
        let materials = if self.men.is_empty() {
            king_and_one(spec)
        } else {
            self.men.iter().map(|text| Material::read(spec, text)).collect::<Result<_, _>>()?
        };
        let stop = stop_switch()?;
        for material in materials {
            let tables = session.endgame_tables(&material)?;
            tables.complete(&|| stop.load(Relaxed));
            if stop.load(Relaxed) {
                return Err(CliError::Interrupted);
            }
            describe(spec, &tables, &material, out)?;
            out.flush()?;
        }
        Ok(())
    }
}

/// The royal pieces of the start position and one more piece, for each piece and each side that differs from the other.
fn king_and_one(spec: &'static Spec) -> Vec<Material> {
    let Ok(start) = Setup::read(spec, spec.page.start) else { return Vec::new() };
    let royals: Vec<Piece> = start.cells.into_iter().flatten().filter(|man| spec.royals.has(man.kind())).collect();
    let sides: &[Color] = match royals[..] {
        [white, black] if white.kind() == black.kind() => &[Color::White],
        _ => &Color::BOTH,
    };
    let kinds = (0..spec.kinds()).map(Kind::new).filter(|&kind| !spec.royals.has(kind));
    let men = kinds.flat_map(|kind| sides.iter().map(move |&color| Piece::new(color, kind)));
    men.filter_map(|man| Material::new(spec, &[royals.as_slice(), &[man]].concat())).collect()
}

fn describe(spec: &Spec, tables: &Tablebase, material: &Material, out: &mut impl Write) -> Result<(), CliError> {
    let text = material.text(spec);
    let Some(table) = tables.table(material) else { return Err(TableError::TooLong(text).into()) };
    let summary = table.summary();
    let mut sides = Vec::new();
    for color in Color::BOTH {
        let (wins, (plies, index)) = (summary.wins[color.index()], summary.longest[color.index()]);
        if wins > 0 {
            let (moves, fen) = (plies.div_ceil(2), tables.fen_of(material, index).unwrap_or_default());
            let shown = format!("{} wins {wins} positions, mate in at most {moves} moves: {fen}", color.name());
            sides.push(shown);
        }
    }
    if sides.is_empty() {
        sides.push("draw".to_owned());
    }
    Ok(writeln!(out, "{text:8} {}", sides.join("; "))?)
}

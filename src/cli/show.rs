//! `show`: prints a position, or draws it.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::common::Context;
use super::error::CliError;
use super::game::PositionArgs;
use crate::board::{Detail, View};
use crate::files::Output;
use crate::picture::{self, PlayedMove, Style};
use crate::session::Session;
use crate::types::Move;

/// Show a position: board, FEN, side to move, status and legal moves
#[derive(Debug, clap::Args)]
pub(super) struct Show {
    #[command(flatten)]
    position: PositionArgs,
    /// Write a picture of the position to this SVG file instead; `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the board from Black's side
    #[arg(long, requires = "svg")]
    flip: bool,
}

impl Show {
    /// Writes the position.
    pub(super) fn run(self, context: &Context, out: &mut impl Write) -> Result<(), CliError> {
        let mut session = self.position.open(&context.catalogue)?;
        match &self.svg {
            Some(file) => self.draw(&mut *session, file, out),
            None => print(&*session, out),
        }
    }

    fn draw(&self, session: &mut dyn Session, file: &Path, out: &mut impl Write) -> Result<(), CliError> {
        let last = last_turn(session)?;
        let svg = picture::position(session.view(), &last, Style { flip: self.flip, standalone: true });
        if file == Path::new("-") {
            return Ok(out.write_all(svg.as_bytes())?);
        }
        let write = || {
            let mut output = Output::create(file)?;
            output.write_all(svg.as_bytes())?;
            output.commit()
        };
        write().map_err(|error| CliError::file(file, error))
    }
}

/// The moves of the last turn: two after a double turn.
fn last_turn(session: &mut dyn Session) -> Result<Vec<PlayedMove>, CliError> {
    let mut turn: Vec<Move> = Vec::new();
    while let Some(&m) = session.moves().last().filter(|m| turn.is_empty() || m.moves_again()) {
        turn.insert(0, m);
        session.undo();
    }
    let mut played = Vec::new();
    for m in turn {
        played.push(PlayedMove::new(session.view(), m));
        session.play(m)?;
    }
    Ok(played)
}

fn print(session: &dyn Session, out: &mut impl Write) -> Result<(), CliError> {
    let view = session.view();
    let moves = view.move_texts();
    write!(out, "{}", view.diagram())?;
    writeln!(out, "FEN     {}", view.fen())?;
    writeln!(out, "side    {}", view.side().name())?;
    for (name, state) in described(view) {
        writeln!(out, "{name:<7} {state}")?;
    }
    writeln!(out, "status  {}", status(session))?;
    writeln!(out, "moves   {}", moves.len())?;
    const ROW: usize = 12;
    for row in moves.chunks(ROW) {
        writeln!(out, "        {}", row.join(" "))?;
    }
    Ok(())
}

/// What the position has beyond pieces as names and values, e.g. `cube` and `Black`, or `freezes` and `a5a4,a5h5`.
/// Rights are in the FEN.
fn described(view: &dyn View) -> Vec<(String, String)> {
    let mut lines: Vec<(String, String)> = Vec::new();
    for detail in view.details() {
        let (name, value) = match detail {
            Detail::Token { name, holder } => (name.to_lowercase(), holder.name().to_owned()),
            Detail::Link { name, from, to } => {
                (name.to_owned(), view.spec().square_name(from) + &view.spec().square_name(to))
            }
            Detail::Right { .. } => continue,
            Detail::Checks { color, left } => ("checks left".to_owned(), format!("{} {left}", color.name())),
        };
        match lines.iter_mut().find(|(known, _)| *known == name) {
            Some((_, values)) => *values = format!("{values},{value}"),
            None => lines.push((name, value)),
        }
    }
    lines
}

fn status(session: &dyn Session) -> String {
    match session.ending() {
        Some(ending) => format!("{ending} ({})", ending.result()),
        None if session.view().in_check() => "check".to_owned(),
        None => "in play".to_owned(),
    }
}

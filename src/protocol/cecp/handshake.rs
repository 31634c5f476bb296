//! Feature negotiation, the choice of a variant, and pings.

use std::io;

use super::Cecp;
use super::shown::Screen;
use crate::ENGINE_NAME;
use crate::board::Spec;
use crate::protocol::judgement::Judgement;
use crate::protocol::text::quote;
use crate::xboard::notation::{announced_variants, client_fen, find_variant};
use crate::xboard::pictures::Pictures;

/// The features of the engine except its name, variants and options.
const FEATURES: &str = "ping=1 setboard=1 usermove=1 san=0 colors=0 sigint=0 sigterm=0 reuse=1 analyze=1 playother=1 name=1 \
                        memory=1 smp=1 nps=1 pause=1 exclude=1 highlight=1 setscore=1 draw=1 debug=1";

impl Cecp<'_> {
    /// `protover N`: sends the features; protocol version 1 has none.
    pub(super) fn protover(&mut self, version: &str) -> io::Result<()> {
        if version.parse().is_ok_and(|version: u32| version < 2) {
            return Ok(());
        }
        self.link.send_line("feature done=0")?;
        self.link.send_line(format_args!("feature myname=\"{ENGINE_NAME}\" {FEATURES}"))?;
        self.send_variants()?;
        self.send_options()?;
        self.link.send_line("feature done=1")
    }

    /// Announces all games.
    pub(super) fn send_variants(&mut self) -> io::Result<()> {
        self.link.send_line(format_args!(
            "feature variants=\"{}\"",
            announced_variants(&self.settings.catalogue.games).join(",")
        ))
    }

    /// `variant NAME`: switches the variant. If XBoard does not know the variant, sends its board and the moves of its
    /// pieces.
    pub(super) fn variant(&mut self, name: &str) -> io::Result<()> {
        let Some(spec) = find_variant(&self.settings.catalogue.games, name) else {
            return self.link.send_line(format_args!("Error (unknown variant): {}", quote(name)));
        };
        self.begin_game(spec)?;
        let page = &spec.page;
        let Some(pictures) = Pictures::of(spec) else { return Ok(()) };
        let Pictures { table, parent, hand_size, .. } = &pictures;
        let fen = client_fen(spec, &self.session.view().setup());
        self.link
            .send_line(format_args!("setup ({table}) {}x{}+{hand_size}_{parent} {fen}", page.files, page.ranks))?;
        pictures
            .piece_commands(spec)
            .iter()
            .try_for_each(|command| self.link.send_line(format_args!("piece {command}")))
    }

    /// Starts this game from its start position.
    pub(super) fn begin_game(&mut self, spec: &'static Spec) -> io::Result<()> {
        self.abort_search()?;
        if std::ptr::eq(self.session.spec(), spec) {
            self.session.set_position(None).expect("the start position is a position of the game");
            self.session.clear();
        } else {
            self.session = self.settings.catalogue.open(spec);
            self.settings.mark_dirty();
        }
        self.position_changed();
        self.position_valid = true;
        self.judgement = Judgement::default();
        self.settings.begin_game();
        self.set_scores.clear();
        self.screen = Screen::new(self.session.view());
        self.movers.clear();
        self.control_start = 0;
        Ok(())
    }

    /// `ping N`: answered after all earlier commands, and after the engine's move if it is thinking and not paused.
    pub(super) fn ping(&mut self, number: &str) -> io::Result<()> {
        self.pings.push(quote(number));
        if self.activity.is_none() {
            self.settings.apply(&mut *self.session);
        }
        if self.is_thinking() && !self.paused { Ok(()) } else { self.answer_pings() }
    }

    /// Answers all pending pings.
    pub(super) fn answer_pings(&mut self) -> io::Result<()> {
        for number in std::mem::take(&mut self.pings) {
            self.link.send_line(format_args!("pong {number}"))?;
        }
        Ok(())
    }
}

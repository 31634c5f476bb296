//! What engine and client tell each other about themselves and the games.

use std::io;

use super::Cecp;
use super::notation::{client_fen, variant_name};
use super::pictures::Pictures;
use super::screen::Screen;
use crate::games;
use crate::protocol::{ENGINE_NAME, echo};
use crate::session::open;

/// What the engine can and wants, beside its name, games and options.
const FEATURES: &str = "ping=1 setboard=1 usermove=1 san=0 colors=0 sigint=0 sigterm=0 reuse=1 analyze=1 playother=1 name=1 \
                        memory=1 smp=1 nps=1 pause=0 exclude=1 highlight=1 setscore=0 draw=1 debug=1";

impl Cecp<'_> {
    /// `protover N`: the features, from version 2 on.
    pub(super) fn protover(&mut self, version: &str) -> io::Result<()> {
        if version.parse().is_ok_and(|version: u32| version < 2) {
            return Ok(());
        }
        let games: Vec<&str> = games::all().map(variant_name).collect();
        self.link.say("feature done=0")?;
        self.link.say(format_args!("feature myname=\"{ENGINE_NAME}\" {FEATURES}"))?;
        self.link.say(format_args!("feature variants=\"{}\"", games.join(",")))?;
        self.tell_options()?;
        self.link.say("feature done=1")
    }

    /// `variant NAME`: changes the game, and tells a client that may not know it how to draw and check it.
    pub(super) fn variant(&mut self, name: &str) -> io::Result<()> {
        let Some(spec) = games::all().find(|&spec| variant_name(spec) == name) else {
            return self.link.say(format_args!("Error (unknown variant): {}", echo(name)));
        };
        self.begin(spec.page.name)?;
        let page = &spec.page;
        let Some(pictures) = Pictures::of(spec) else { return Ok(()) };
        let Pictures { table, parent, .. } = &pictures;
        let fen = client_fen(spec, &self.session.view().setup());
        self.link.say(format_args!("setup ({table}) {}x{}+0_{parent} {fen}", page.files, page.ranks))?;
        pictures.lines(spec).iter().try_for_each(|line| self.link.say(format_args!("piece {line}")))
    }

    /// Begins a game of this variant from its start position.
    pub(super) fn begin(&mut self, variant: &'static str) -> io::Result<()> {
        self.halt()?;
        if self.session.spec().page.name == variant {
            self.session.set_position(None).expect("the start position is a position of the game");
            self.session.clear();
        } else {
            self.session = open(variant).expect("a listed game can be opened");
            self.settings.expect_session();
        }
        self.position_changed();
        self.position_valid = true;
        self.score = None;
        self.screen = Screen::default();
        self.movers.clear();
        self.control_start = 0;
        Ok(())
    }

    /// `ping N`: answered when everything before has been done, and the move under way has been made.
    pub(super) fn ping(&mut self, number: &str) -> io::Result<()> {
        self.pings.push(echo(number));
        if self.activity.is_none() {
            self.settings.apply(&mut *self.session);
        }
        if self.is_thinking() { Ok(()) } else { self.answer_pings() }
    }

    /// Answers the pings that wait.
    pub(super) fn answer_pings(&mut self) -> io::Result<()> {
        for number in std::mem::take(&mut self.pings) {
            self.link.say(format_args!("pong {number}"))?;
        }
        Ok(())
    }
}

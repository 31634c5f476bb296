//! Who teaches the engine games. Where the files of lessons are, and how many are given at a time, the transport decides.

use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use thiserror::Error;

use crate::board::Spec;
use crate::session::Catalogue;

/// What is to be taught.
#[derive(Clone)]
pub struct Lesson {
    /// The games, and what the lesson begins with.
    pub catalogue: Catalogue,
    /// The game.
    pub spec: &'static Spec,
    /// The time, in hours, beside that of earlier lessons.
    pub hours: f64,
    /// Games played at the same time.
    pub threads: usize,
}

impl Lesson {
    /// The weights with which it begins.
    pub fn weights(&self) -> String {
        self.catalogue.evaluations.weights(self.spec).text(self.spec)
    }
}

/// What has been learned: texts of files as the command line takes them, and a network.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Learned {
    /// The best weights.
    pub weights: String,
    /// Their network, in Base64; `None` without one.
    pub network: Option<String>,
    /// How scores and results are related; `None` before the end.
    pub chances: Option<String>,
}

impl Learned {
    /// It as messages have it.
    pub(super) fn describe(&self) -> Value {
        json!({"weights": self.weights, "network": self.network, "chances": self.chances})
    }
}

/// What a teacher tells.
#[derive(Clone, PartialEq, Debug)]
pub enum LessonEvent {
    /// A line of the log.
    Line(String),
    /// What is being done.
    Progress(String),
    /// A round is over.
    Round {
        /// Its number, from 1.
        number: usize,
        /// The time that all lessons have used, in seconds.
        used: f64,
        /// The sum of what the kept rounds brought, and its error, in Elo.
        elo: [f64; 2],
        /// What is known now, if the round changed it.
        learned: Option<Learned>,
    },
}

/// Why a lesson cannot be given.
#[derive(Debug, Error)]
pub enum TeachError {
    /// There are as many lessons as there may be.
    #[error("{0} lessons are being given, and no more are at a time; try again later")]
    Busy(usize),
    /// The learner cannot go on.
    #[error("{0}")]
    Failed(String),
}

/// Teaches the engine games.
pub trait Teacher: Send + Sync + Debug {
    /// Gives a lesson until its time is used up or `stop` becomes true. Returns what is known then, and the time that all
    /// lessons have used, in seconds.
    ///
    /// # Errors
    /// When it cannot be given.
    fn teach(
        &self,
        lesson: &Lesson,
        stop: &AtomicBool,
        tell: &mut (dyn FnMut(LessonEvent) + Send),
    ) -> Result<(Learned, f64), TeachError>;
}

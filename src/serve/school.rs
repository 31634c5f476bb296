//! Lessons for boards: where their files are, and how many are given at a time.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use base64::prelude::{BASE64_STANDARD, Engine};
use sha1_smol::Sha1;
use tempfile::TempDir;

use crate::board::Spec;
use crate::protocol::json::{Learned, Lesson, LessonEvent, TeachError, Teacher};
use crate::training::{self, LearnOptions, Learner, NETWORK_POSITIONS};

/// The most lessons at a time.
const MOST: usize = 2;
/// The characters of a folder's name that tell the rules of its game.
const RULES_NAME: usize = 8;

/// Where lessons keep their files.
#[derive(Debug)]
pub struct School {
    /// The folder in which each game has one of its own; `None`: the files last as long as the connection.
    work: Option<PathBuf>,
    /// The folders of connections, if there have been any.
    temporary: Mutex<Option<TempDir>>,
    /// The lessons that are being given.
    given: AtomicUsize,
    /// The connections so far.
    desks: AtomicU64,
}

impl School {
    /// A school that writes into this folder, and into no other; without one, into a temporary folder.
    pub fn new(work: Option<PathBuf>) -> Self {
        Self { work, temporary: Mutex::default(), given: AtomicUsize::new(0), desks: AtomicU64::new(0) }
    }

    /// Removes the temporary folder.
    pub fn close(&self) {
        let folder = self.temporary.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Err(error)) = folder.map(TempDir::close) {
            log::warn!("a temporary folder is left: {error}");
        }
    }

    /// The place of a connection.
    pub(super) fn desk(school: &Arc<Self>) -> Desk {
        Desk { school: Arc::clone(school), number: school.desks.fetch_add(1, Relaxed) }
    }

    /// The path of the temporary folder.
    fn temporary(&self) -> io::Result<PathBuf> {
        let mut temporary = self.temporary.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = match temporary.take() {
            Some(folder) => folder,
            None => tempfile::Builder::new().prefix("bactrian-teach-").tempdir()?,
        };
        Ok(temporary.insert(folder).path().to_owned())
    }
}

/// A connection's place in the school.
#[derive(Debug)]
pub(super) struct Desk {
    school: Arc<School>,
    number: u64,
}

impl Desk {
    /// The folder in which this game is learned.
    fn folder(&self, spec: &Spec) -> io::Result<PathBuf> {
        let parent = match &self.school.work {
            Some(work) => work.clone(),
            None => self.school.temporary()?.join(self.number.to_string()),
        };
        fs::create_dir_all(&parent)?;
        Ok(parent.join(folder_name(spec)))
    }
}

/// The name of the folder of a game: another one if its rules are others.
fn folder_name(spec: &Spec) -> String {
    let rules = Sha1::from(format!("{}{}", spec.identity().text(), spec.piece_order())).digest().to_string();
    format!("{}-{}", spec.page.name, &rules[..RULES_NAME])
}

impl Drop for Desk {
    fn drop(&mut self) {
        let temporary = self.school.temporary.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = temporary.as_ref().map(|folder| folder.path().join(self.number.to_string()));
        if let Some(folder) = folder.filter(|folder| folder.exists())
            && let Err(error) = fs::remove_dir_all(folder)
        {
            log::warn!("the files of a lesson are left: {error}");
        }
    }
}

/// A lesson that is being given. Dropping it makes room for another.
struct Given<'s>(&'s AtomicUsize);

impl<'s> Given<'s> {
    fn begin(given: &'s AtomicUsize) -> Result<Self, TeachError> {
        let more = |count: usize| (count < MOST).then_some(count + 1);
        given.fetch_update(Relaxed, Relaxed, more).map_err(|_| TeachError::Busy(MOST))?;
        Ok(Self(given))
    }
}

impl Drop for Given<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Teacher for Desk {
    fn teach(
        &self,
        lesson: &Lesson,
        stop: &AtomicBool,
        tell: &mut (dyn FnMut(LessonEvent) + Send),
    ) -> Result<(Learned, f64), TeachError> {
        let failed = |why: &dyn ToString| TeachError::Failed(why.to_string());
        let _given = Given::begin(&self.school.given)?;
        let folder = self.folder(lesson.spec).map_err(|error| failed(&error))?;
        let options = LearnOptions {
            hours: lesson.hours,
            threads: lesson.threads,
            nodes: None,
            seed: 1,
            from_scratch: false,
            rounds: None,
            round_games: None,
            network_positions: NETWORK_POSITIONS,
        };
        let mut listener = |told: training::Lesson| {
            tell(match told {
                training::Lesson::Line(line) => LessonEvent::Line(line.to_owned()),
                training::Lesson::Progress(line) => LessonEvent::Progress(line.to_owned()),
                training::Lesson::Round(round) => {
                    let learned = round.kept.then(|| read(&folder)).transpose()?.flatten();
                    let elo = [round.elo.value, round.elo.error];
                    LessonEvent::Round { number: round.number, used: round.used, elo, learned }
                }
            });
            Ok(())
        };
        let game = (&lesson.catalogue, lesson.spec);
        let learner = Learner::open(game, &folder, options, stop, &mut listener).map_err(|error| failed(&error))?;
        let learner = learner.with_more_hours();
        let (before, begun) = (learner.used(), Instant::now());
        learner.run().map_err(|error| failed(&error))?;
        let own = || Learned { weights: lesson.weights(), ..Learned::default() };
        let learned = read(&folder).map_err(|error| failed(&error))?.unwrap_or_else(own);
        Ok((learned, before + begun.elapsed().as_secs_f64()))
    }
}

/// What a folder of learning has; `None` if nothing has been learned yet.
fn read(folder: &Path) -> io::Result<Option<Learned>> {
    let file = |name: &str| match fs::read(folder.join(name)) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    };
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let Some(weights) = file("weights.txt")?.map(text) else { return Ok(None) };
    let network = file("network.net")?.map(|bytes| BASE64_STANDARD.encode(bytes));
    Ok(Some(Learned { weights, network, chances: file("chances.txt")?.map(text) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Games;

    #[test]
    fn lessons_are_limited_and_temporary_folders_go() {
        let given = AtomicUsize::new(0);
        let first = Given::begin(&given).expect("there is room");
        let _second = Given::begin(&given).expect("there is room");
        assert!(matches!(Given::begin(&given), Err(TeachError::Busy(MOST))));
        drop(first);
        assert!(Given::begin(&given).is_ok());
        let school = Arc::new(School::new(None));
        let (desk, other) = (School::desk(&school), School::desk(&school));
        let spec = Games::default().find("chess").expect("a listed game");
        let [mine, others] = [&desk, &other].map(|desk| desk.folder(spec).expect("a folder can be made"));
        assert!(mine != others && mine.parent().is_some_and(Path::exists));
        drop(desk);
        assert!(!mine.parent().is_some_and(Path::exists) && others.parent().is_some_and(Path::exists));
        school.close();
        assert!(!others.parent().is_some_and(Path::exists));
    }

    #[test]
    fn other_rules_have_other_folders() {
        let names =
            ["chess", "capablanca", "gothic"].map(|name| folder_name(Games::default().find(name).expect("one")));
        assert!(names[0].starts_with("chess-") && names[1] != names[2], "{names:?}");
    }
}

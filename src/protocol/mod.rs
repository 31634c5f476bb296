//! How programs talk to the engine.

mod session;

pub use session::{Ending, Event, Running, Session, Task, known_names, open};

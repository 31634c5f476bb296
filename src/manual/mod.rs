//! The user's manual: a topic a page. The program prints it, the board in the browser shows it, and the repository has it
//! to read on the web.
//!
//! To add a topic, write `NAME.md` and add its name to the list in `topic.rs`.

mod markdown;
#[cfg(feature = "program")]
mod roff;
mod terminal;
mod topic;

#[cfg(feature = "program")]
pub use roff::manual_page;
pub use terminal::{Style, text_page};
pub use topic::{TOPICS, Topic, find, mentioning};

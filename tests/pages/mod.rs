//! The rule pages and the code say the same.

mod content;
mod rulings;

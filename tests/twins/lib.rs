//! Slow, obvious twins of what the engine does fast. They share no code with the engine.

pub mod random;
pub mod reference;

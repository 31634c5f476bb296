//! Conversations with the real program in the two protocols.

mod bilateral_client;
mod cecp;
mod double_turns;
mod strength;
mod uci;

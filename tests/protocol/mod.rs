//! Conversations with the real program in the protocols.

mod bilateral_client;
mod cecp;
mod cecp_commands;
mod double_turns;
mod json;
mod strength;
mod two_machines;
mod uci;
mod uci_commands;
mod waiting;

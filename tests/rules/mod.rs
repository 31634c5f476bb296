//! The rules of the games and their rulings, one by one: a file for each family of games.

mod ajax;
mod bilateral;
mod insufficient;
mod januskamil;
mod kingsmen;
mod luotuoqi;
mod relatives;

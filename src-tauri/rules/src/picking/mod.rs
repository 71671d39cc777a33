//! Picking: what there is to pick for a line, which stock goes first, what is left of it, how long it may be
//! used, how much is picked,
//! and what there is to fetch in a walk.

pub mod depots;
pub mod expiry;
pub mod first;
pub mod line_codes;
pub mod listed;
pub mod picked;
pub mod route;
pub mod scan;
#[cfg(test)]
mod scene;
pub mod sent;
pub mod site;
pub mod steps;
pub mod tape;
pub mod tasks;
pub mod view;

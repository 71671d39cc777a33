//! Tests of the running service over HTTP, by section of the interface document.
//!
//! One binary; every test starts its own service on its own port. Pure rules are tested beside
//! the rules.
#![allow(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

mod control;
mod desk;
mod door;
mod effects;
mod errors;
mod extensions;
mod faults;
mod generic;
mod installations;
mod items;
mod large;
mod lookups;
mod movements;
mod pages;
mod picking;
mod program;
mod read_back;
mod refusals;
mod roles;
mod running;
mod sample;
mod session;
mod variants;

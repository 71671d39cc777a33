//! Flows of the backend against the practice service on a port of its own: what a user does, and
//! what goes wrong meanwhile. Deliberately absent: the window, and any assertion about speed.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a step that fails is a test that fails"
)]

mod certificate;
mod commands;
mod connection;
mod create;
mod house;
mod lists;
mod lookups;
mod mirror;
mod movements;
mod session;
mod unanswered;

//! Flows of the backend against the practice service on a port of its own: what a user does, and
//! what goes wrong meanwhile. Deliberately absent: the window, and any assertion about speed.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a step that fails is a test that fails"
)]

mod act;
mod certificate;
mod commands;
mod connection;
mod create;
mod drafts;
mod editing;
mod editor;
mod editor_paste;
mod editor_refused;
mod editor_send;
mod hidden;
mod house;
mod journal;
mod keychain;
mod line_panel;
mod lists;
mod lookups;
mod mirror;
mod movements;
mod outbox_commands;
mod outbox_create;
mod outbox_header;
mod outbox_lines;
mod outbox_session;
mod outbox_settle;
mod session;
mod wire;

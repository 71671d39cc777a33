//! Flows of the backend against the practice service on a port of its own: what a user does, and
//! what goes wrong meanwhile. Deliberately absent: the window, and any assertion about speed.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a step that fails is a test that fails"
)]

mod act;
mod capabilities;
mod certificate;
mod channel;
mod commands;
mod connection;
mod create;
mod dates;
mod drafts;
mod editing;
mod editor;
mod editor_import;
mod editor_paste;
mod editor_refused;
mod editor_send;
mod elsewhere;
mod found;
mod harness;
mod hidden;
mod home;
mod import_start;
mod journal;
mod keychain;
mod learned;
mod line_codes;
mod line_panel;
mod line_panel_told;
mod lines_left_out;
mod lists;
mod location;
mod lookups;
mod mirror;
mod movements;
mod outbox_busy;
mod outbox_commands;
mod outbox_create;
mod outbox_header;
mod outbox_lines;
mod outbox_merged;
mod outbox_named;
mod outbox_picks;
mod outbox_session;
mod outbox_settle;
mod outbox_titles;
mod pick_lists;
mod picking;
mod picks_typed;
mod reviews;
mod session;
mod template;
mod walk_site;
mod walks;
mod wire;

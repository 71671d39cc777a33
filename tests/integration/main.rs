//! The shell's commands through Tauri's mock runtime, and the house's own rules. No window needed.
#![allow(missing_docs, reason = "a test program has no readers of its interface")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod closing;
mod commands;
mod doors;
mod files;
mod release;
mod tidy;

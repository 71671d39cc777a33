//! The shell's commands through Tauri's mock runtime, and the house's own rules. No window needed.
#![allow(missing_docs, reason = "a test program has no readers of its interface")]

mod commands;
mod tidy;

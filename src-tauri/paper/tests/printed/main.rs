//! What is printed, looked at with the tools of others: drawn as pictures, its codes read by two
//! decoders, its text taken out again, its structure checked.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may stop where it fails")]

mod coded;
mod codes;
mod pages;
mod samples;
mod structure;
mod texts;
mod tools;

//! Printing on a real CUPS server of the test's own, with a device that keeps what it is sent.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may stop where it fails")]

mod alone;
mod jobs;
mod listed;
mod printed;

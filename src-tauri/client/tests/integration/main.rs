//! The client against bytes on a real socket: a small raw responder says exactly what a test wants
//! it to say, well-formed or not. The row table runs against the practice service.
#![allow(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

mod calls;
mod faults;
mod fields;
mod fixture;
mod judge;
mod limits;
mod observed;
mod oddities;
mod privacy;
mod responder;
mod rows;
mod tls;
mod variants;

//! The client against bytes on a real socket: a small raw responder says exactly what a test wants
//! it to say, well-formed or not. The row table at the end runs against the practice service.

mod calls;
mod faults;
mod fields;
mod fixture;
mod limits;
mod oddities;
mod privacy;
mod responder;
mod tls;

//! The rows of the outbox: what was called kept is done once, whatever is killed, cut or refused. They
//! share a [`desk`] that prepares movements in the service, a [`seat`] at which a user works, and the
//! [`asks`]: one of every kind of write.

pub mod asks;
pub mod bench;
pub mod checker;
pub mod console;
pub mod cuts;
pub mod desk;
pub mod disk;
pub mod histories;
pub mod killed_queuing;
pub mod killed_sending;
pub mod lines;
mod nemesis;
pub mod outage;
pub mod player;
pub mod poison;
pub mod seat;
pub mod story;
pub mod variants;
mod wishes;

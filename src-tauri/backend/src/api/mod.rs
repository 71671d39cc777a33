//! The commands: one async method of [`Backend`](crate::Backend) per command of the contract's list, of
//! the same name. They take the open workspace and ask its parts; what a part does stands in its own
//! file. Nothing below knows this folder.

mod channel;
mod connecting;
mod drafts;
mod extensions;
mod home;
mod imports;
mod journal;
mod lines;
mod location;
mod lookups;
mod movements;
mod news;
mod operations;
mod outbox;
mod picking;
mod profiles;
mod review;
mod sending;
mod sessions;
mod site;
mod walks;

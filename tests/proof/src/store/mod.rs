//! The rows of the data on this computer: who may open it, how it comes through an upgrade, and
//! whether its journal can be changed unseen.

pub mod instances;
pub mod journal;
pub mod migration;

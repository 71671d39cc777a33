//! What is to be reviewed: decisions about lines, proposed here or in the service, and what helps to judge
//! them. Pure.

pub mod based;
pub mod compare;
pub mod inbox;
pub mod marks;
pub mod pairs;

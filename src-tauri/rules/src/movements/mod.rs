//! Movements: all that are known (`known`), as rows (`rows`) and under heads (`group`); what is left to do to lines a stocklist brought (`adjust`), what became of a movement since it
//! was looked at (`news`), whether a list came whole (`pages`), lines that are only here so far (`lines`), and two lists beside each other (`compared`).

pub mod adjust;
pub mod compared;
pub mod group;
pub mod known;
pub mod lines;
pub mod news;
pub mod pages;
pub mod rows;

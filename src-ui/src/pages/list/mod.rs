//! What the pages of one list have in common beyond the grid: how the list stands, its facts beside
//! the title, its order for the backend, what is drawn while it has no rows, its groups, its keys.
//! Stocklists, products, locations, picking and review are made of it; movements and other pages with
//! lists use parts of it. Deliberately absent: what the rows are.

mod body;
mod groups;
mod keys;
mod state;
mod status;

pub use body::{CountFact, ListBody, ListHead, NoRows};
pub use groups::{FoldedGroups, group_head, group_name};
pub use keys::{ListKeys, focus_in, give_back};
pub use state::{About, ListState, follow_search};
pub use status::{ListStatus, age, counts, left_out, order, standing};

//! The movement itself: its head (`view`, `head_acts`), all that is known of it (`about_panel`, `facts`), the
//! form of its fields (`form`, `state`; what is to be sent: `changes`), and the lines that say where it
//! stands (`banners`, `parked`).

pub mod about_panel;
pub mod banners;
pub mod changes;
pub mod facts;
pub mod form;
pub mod head_acts;
pub mod not_here;
pub mod parked;
pub mod state;
pub mod view;

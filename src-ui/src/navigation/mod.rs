//! Where the window goes: routes, the open tabs, the sheets over them, and the focus that follows.
//! Every page may use it; it knows none.

mod dialogs;
mod focus;
mod route;
mod tabs;

pub use dialogs::{LineConflict, Sheets};
pub use focus::{bring_to_front, next_region, open_page, take_focus};
pub use route::{Route, SECTIONS, Section, StartKind};
pub use tabs::{SearchTarget, Tab, Tabs, use_tab, use_tabs};

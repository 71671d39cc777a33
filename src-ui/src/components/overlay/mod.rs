//! What lies over the window: lists under fields, menus, sheets, toasts, tooltips.

pub mod menu;
pub mod palette;
pub mod popup;
pub mod sheet;
pub mod toast;
pub mod tooltip;

//! Fields and choices.

pub mod check;
pub mod chip;
pub mod chip_group;
pub mod combobox;
pub mod copyable;
pub mod field;
pub mod radio;
pub mod segment;
pub mod special_fields;

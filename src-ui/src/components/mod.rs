//! The kit: what every screen is made of, drawn by `style/components.css`. Components take props
//! and callbacks only; they ask no data and send no commands.

mod answer;
mod banner;
mod button;
mod check;
mod chip;
mod chip_group;
mod combobox;
mod copyable;
mod empty;
mod field;
pub mod grid;
mod icon;
mod kept;
mod keycaps;
mod menu;
mod panel;
mod popup;
mod radio;
mod segment;
mod sheet;
mod special_fields;
mod status_line;
mod toast;

pub use answer::{Answer, FailureNote};
pub use banner::{Banner, BannerTone, Raw};
pub use button::{Button, ButtonKind, IconButton, Size};
pub use check::{Check, Switch};
pub use chip::{ChoiceChip, FilterChip};
pub use chip_group::{ChipChoice, ChipGroup};
pub use combobox::{Choice, Combobox};
pub use copyable::Copyable;
pub use empty::{Bones, Empty, Progress};
pub use field::{FieldFrame, FindField, Hint, PasswordField, TextField, unique_id};
pub use icon::{Icon, Mark};
pub use kept::Kept;
pub use keycaps::KeyCaps;
pub use menu::{Menu, MenuItem};
pub use panel::Panel;
pub use popup::{Layer, Popup};
pub use segment::{Segment, SegmentChoice};
pub use sheet::{Sheet, SheetFoot, focus_first_empty};
pub use special_fields::{DateField, NumberField};
pub use status_line::{KeyHint, StatusLine};
pub use toast::{ToastPlace, Toasts};

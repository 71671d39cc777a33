//! The kit: what every screen is made of, drawn by `style/components.css`. Components take props
//! and callbacks only; they ask no data and send no commands.

mod answer;
mod banner;
mod button;
mod each;
mod empty;
mod fields;
pub mod grid;
mod icon;
mod kept;
mod keycaps;
mod overlay;
mod panel;
mod said;
mod show;
mod status_line;

pub use answer::{Answer, FailureNote};
pub use banner::{Banner, BannerTone, Raw};
pub use button::{Button, ButtonKind, IconButton, Size};
pub use each::each;
pub use empty::{Bones, Empty, Progress};
pub use fields::check::{Check, MustTick, Switch, TickTries};
pub use fields::chip::{Chip, ChoiceChip, FilterChip};
pub use fields::chip_group::{ChipChoice, ChipGroup};
pub use fields::combobox::{Choice, Combobox, Listbox, ListedEntries, Served, listed};
pub use fields::copyable::Copyable;
pub use fields::field::{FieldFrame, FindField, Hint, PasswordField, TextField, unique_id};
pub use fields::radio::step;
pub use fields::segment::{Segment, SegmentChoice};
pub use fields::special_fields::{DateField, NumberField};
pub use icon::{Icon, Mark};
pub use kept::Kept;
pub use keycaps::KeyCaps;
pub use overlay::menu::{Menu, MenuEntries, MenuItem};
pub use overlay::palette::{Palette, PaletteEntry, PaletteGroup, PaletteMark};
pub use overlay::popup::{Layer, Popup};
pub use overlay::sheet::{AskFoot, CloseFoot, Sheet, SheetFoot, focus_first_empty};
pub use overlay::toast::{ToastPlace, Toasts};
pub use overlay::tooltip::Tooltips;
pub use panel::Panel;
pub use said::Said;
pub use show::Show;
pub use status_line::{KeyHint, StatusLine};

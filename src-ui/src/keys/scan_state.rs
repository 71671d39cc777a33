//! The state of a possible scan: the keys so far, commands that wait for its end, and fields to be
//! restored.

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos::web_sys::HtmlInputElement;

use super::burst::Burst;
use super::scope::{KeyPress, Scope};

/// A command that waits: the key, and the scopes it is still to be looked for in.
pub(super) struct HeldCommand {
    pub(super) press: KeyPress,
    pub(super) scopes: Vec<Scope>,
}

/// A timer that can be stopped.
pub(super) type Timer = StoredValue<Option<TimeoutHandle>>;

/// What a page does with a code; it answers whether it has a use for it.
pub(super) type Taker = (u32, u32, Callback<String, bool>);

/// A field, and what it held before the first letter in it of what may be a scan.
pub(super) type Held = (HtmlInputElement, String);

/// What is scanned.
#[derive(Clone, Copy)]
pub(super) struct Scans {
    pub(super) burst: StoredValue<Burst>,
    pub(super) held: StoredValue<Vec<Held>, LocalStorage>,
    /// The first letter of what may be a scan was typed into a cell that was being edited.
    pub(super) in_cell: StoredValue<bool>,
    /// What was just typed into a field may be the first letters of a scan.
    pub(super) in_field: RwSignal<bool>,
    pub(super) field_silence: Timer,
    pub(super) waiting: StoredValue<Option<HeldCommand>>,
    pub(super) waiting_ends: Timer,
    pub(super) silence: Timer,
    /// The last key was heard so much later than it was pressed, in ms.
    pub(super) lag: StoredValue<f64>,
    pub(super) takers: StoredValue<Vec<Taker>>,
    pub(super) unused: StoredValue<Option<Callback<String>>>,
    /// How many codes there were.
    pub(super) count: StoredValue<u32>,
}

impl Default for Scans {
    fn default() -> Self {
        Self {
            burst: StoredValue::default(),
            held: StoredValue::new_local(Vec::new()),
            in_cell: StoredValue::new(false),
            in_field: RwSignal::new(false),
            field_silence: StoredValue::new(None),
            waiting: StoredValue::new(None),
            waiting_ends: StoredValue::new(None),
            silence: StoredValue::new(None),
            lag: StoredValue::new(0.0),
            takers: StoredValue::new(Vec::new()),
            unused: StoredValue::new(None),
            count: StoredValue::new(0),
        }
    }
}

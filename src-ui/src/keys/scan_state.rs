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

/// A page that takes codes.
#[derive(Clone, Copy)]
pub(super) struct Taker {
    pub(super) number: u32,
    pub(super) tab: u32,
    /// It takes every code while it is in front: also one that is scanned into a field, and under a sheet.
    pub(super) every: bool,
    /// What it does with a code; it answers whether it has a use for it.
    pub(super) take: Callback<String, bool>,
}

/// What is told of every key; it answers whether the key is its own.
pub(super) type Watcher = (u32, Callback<ScannerKey, bool>);

/// A key as it was pressed, for setting up a scanner.
#[derive(Clone, Debug, PartialEq)]
pub struct ScannerKey {
    /// What the keyboard's layout makes of it.
    pub key: String,
    /// What an American keyboard has in its place, if it has a character there.
    pub place: Option<&'static str>,
    /// When it was pressed, in ms.
    pub at: f64,
}

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
    /// Keys are read by where they lie on the keyboard, as an American one has them.
    pub(super) by_place: StoredValue<bool>,
    /// Is told of every key while the scanner is set up.
    pub(super) watcher: StoredValue<Option<Watcher>>,
    /// How many codes there were.
    pub(super) count: StoredValue<u32>,
    /// What was held when the last code came: it ends with the first letters of the code.
    pub(super) dropped: StoredValue<String>,
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
            by_place: StoredValue::new(false),
            watcher: StoredValue::new(None),
            count: StoredValue::new(0),
            dropped: StoredValue::new(String::new()),
        }
    }
}

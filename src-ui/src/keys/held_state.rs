//! The state of keys that are held for what is about to be shown.

use std::collections::VecDeque;

use leptos::prelude::*;

/// A key as it was pressed.
pub(super) struct HeldKey {
    pub(super) key: String,
    pub(super) ctrl: bool,
}

/// The keys that are held.
#[derive(Clone, Copy, Default)]
pub(super) struct HeldKeys {
    /// Numbers what is waited for; nothing while nothing is.
    pub(super) waits_for: StoredValue<Option<u32>>,
    pub(super) round: StoredValue<u32>,
    pub(super) queue: StoredValue<VecDeque<HeldKey>>,
}

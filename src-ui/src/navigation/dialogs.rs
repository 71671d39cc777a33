//! Sheets that any part of the window can open. They lie over the frame; `app` draws them.

use contract::{ConflictField, FieldConflict, OperationRow};
use leptos::prelude::*;

use super::Route;

/// Sheets that any part of the window can open.
#[derive(Clone, Copy)]
pub struct Sheets {
    /// Preferences.
    pub settings: RwSignal<bool>,
    /// A page that a sheet leads to; the frame opens it.
    pub leads_to: RwSignal<Option<Route>>,
    /// The list of keys.
    pub keys: RwSignal<bool>,
    /// Search or command.
    pub palette: RwSignal<bool>,
    /// What is not sent, before somebody signs out.
    pub sign_out: RwSignal<bool>,
    /// The sign-in page instead of the frame, to go to another service.
    pub other_service: RwSignal<bool>,
    /// The sign-in sheet, asked for by somebody who works offline or whose session has ended.
    pub sign_in_again: RwSignal<bool>,
    /// The session is gone, and the sheet that says so waits until nobody is typing.
    pub sign_in_waits: RwSignal<bool>,
    /// A conflict, to be compared field by field.
    pub conflict: RwSignal<Option<OperationRow>>,
    /// The same of a line of which nothing was sent yet.
    pub line_conflict: RwSignal<Option<LineConflict>>,
    /// An operation of which only the user can find out whether it was done.
    pub question: RwSignal<Option<OperationRow>>,
    /// Where the user works.
    pub location: RwSignal<bool>,
}

/// Fields of a line that somebody else changed since they were changed here; nothing was sent yet.
#[derive(Clone)]
pub struct LineConflict {
    /// What the line is called.
    pub title: String,
    /// The fields.
    pub fields: Vec<FieldConflict>,
    /// Is told which of them stay as they are here.
    pub decide: Callback<Vec<ConflictField>>,
}

impl Sheets {
    /// All of them closed, for the whole window. Called once by the app.
    pub fn start() -> Self {
        let sheets = Self {
            settings: RwSignal::new(false),
            leads_to: RwSignal::new(None),
            keys: RwSignal::new(false),
            palette: RwSignal::new(false),
            sign_out: RwSignal::new(false),
            other_service: RwSignal::new(false),
            sign_in_again: RwSignal::new(false),
            sign_in_waits: RwSignal::new(false),
            conflict: RwSignal::new(None),
            line_conflict: RwSignal::new(None),
            question: RwSignal::new(None),
            location: RwSignal::new(false),
        };
        provide_context(sheets);
        sheets
    }
}

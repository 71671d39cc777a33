//! What was typed in the panel and not kept, line by line, while the page is open: another line, or
//! a closed panel, takes nothing of it away.

use contract::RowKey;
use leptos::prelude::*;

use super::form::Form;

/// What was typed; the page holds it.
#[derive(Clone, Copy)]
pub struct PanelDrafts(StoredValue<Vec<(RowKey, Form)>>);

impl PanelDrafts {
    /// Nothing was typed yet. Called once by the page.
    pub fn start() -> Self {
        Self(StoredValue::new(Vec::new()))
    }

    /// What was typed for a line.
    pub(super) fn get(self, row: &RowKey) -> Option<Form> {
        let find = |all: &Vec<(RowKey, Form)>| {
            all.iter().find(|(of, _)| of == row).map(|(_, form)| form.clone())
        };
        self.0.try_with_value(find).flatten()
    }

    /// Changes what was typed for a line and laid aside.
    pub(super) fn change(self, row: &RowKey, change: impl FnOnce(&mut Form)) {
        self.0.try_update_value(|all| {
            if let Some((_, form)) = all.iter_mut().find(|(of, _)| of == row) {
                change(form);
            }
        });
    }

    /// Lays aside what is typed for a line; `None` where nothing is.
    pub(super) fn put(self, row: &RowKey, form: Option<Form>) {
        self.0.try_update_value(|all| {
            all.retain(|(of, _)| of != row);
            all.extend(form.map(|form| (row.clone(), form)));
        });
    }
}

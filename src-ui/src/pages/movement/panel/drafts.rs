//! What was typed in the panel and not decided, line by line: another line, a closed panel or page, or
//! the end of the program takes nothing of it away.

use std::collections::BTreeMap;

use contract::{Draft, DraftForm, Failure, MovementKey, RowKey, TypedLine};
use leptos::prelude::*;

use super::form::DecisionForm;
use crate::data::drafts::{Keeper, Shelved, use_drafts};
use crate::effect::{effect, memo};
use crate::wording::format::{Format, use_format};

/// What was typed; the page holds it.
#[derive(Clone, Copy)]
pub struct PanelDrafts {
    typed: RwSignal<Vec<(RowKey, DecisionForm)>>,
    keeper: RwSignal<Option<Keeper>>,
    format: Format,
}

impl PanelDrafts {
    /// Nothing was typed yet. Called once by the page.
    pub fn start() -> Self {
        let (typed, keeper) = (RwSignal::new(Vec::new()), RwSignal::new(None));
        Self { typed, keeper, format: use_format() }
    }

    /// Keeps what is typed about lines of a movement, and brings back what was before.
    pub fn keep(self, key: MovementKey) {
        let drafts = use_drafts();
        effect(move || {
            if let Some(lines) = drafts.take_lines(key) {
                self.bring_back(lines);
            }
        });
        let had_some = StoredValue::new(false);
        let draft = memo(move || {
            let lines = self.lines();
            let has_some = !lines.is_empty() || had_some.get_value();
            had_some.set_value(has_some);
            // Once something was kept, that there is nothing any more is kept too.
            has_some.then(|| draft_of(key, lines))
        });
        self.keeper.set(Some(Keeper::of_lines(key, draft.into())));
        // The page may be opened again before the program is.
        on_cleanup(move || {
            let left = draft.try_get_untracked().flatten();
            if let Some(draft) = left.filter(|draft| *draft != draft_of(key, Vec::new())) {
                drafts.shelve(Shelved { draft, kept: None, refused: None });
            }
        });
    }

    /// Why what is typed cannot be kept.
    pub(super) fn failure(self) -> Option<Failure> {
        self.keeper.get().and_then(|keeper| keeper.failure.get())
    }

    /// What was typed for a line.
    pub(super) fn get(self, row: &RowKey) -> Option<DecisionForm> {
        let find = |all: &Vec<(RowKey, DecisionForm)>| {
            all.iter().find(|(of, _)| of == row).map(|(_, form)| form.clone())
        };
        self.typed.try_with_untracked(find).flatten()
    }

    /// Changes what was typed for a line and laid aside.
    pub(super) fn change(self, row: &RowKey, change: impl FnOnce(&mut DecisionForm)) {
        self.typed.try_update(|all| {
            if let Some((_, form)) = all.iter_mut().find(|(of, _)| of == row) {
                change(form);
            }
        });
    }

    /// Lays aside what is typed for a line; `None` where nothing is.
    pub(super) fn put(self, row: &RowKey, form: Option<DecisionForm>) {
        if self.get(row) != form {
            self.typed.try_update(|all| {
                all.retain(|(of, _)| of != row);
                all.extend(form.map(|form| (row.clone(), form)));
            });
        }
    }

    /// What was typed for a line is decided: it is laid aside no more, but for what was typed since.
    pub(super) fn forget(self, row: &RowKey, decided: &DecisionForm) {
        if self.get(row).is_some_and(|draft| draft.says_the_same(decided)) {
            self.put(row, None);
        }
    }

    fn lines(self) -> Vec<TypedLine> {
        let mark = self.format.decimal_mark();
        self.typed.with(|all| all.iter().map(|(row, form)| form.kept(row, mark)).collect())
    }

    /// Takes in what was kept; what was typed since is newer.
    fn bring_back(self, lines: Vec<TypedLine>) {
        for line in lines {
            if self.get(&line.row).is_none() {
                self.put(&line.row.clone(), Some(DecisionForm::from(line)));
            }
        }
    }
}

fn draft_of(key: MovementKey, lines: Vec<TypedLine>) -> Draft {
    Draft {
        key,
        form: DraftForm::Lines(lines),
        typed: BTreeMap::new(),
        aside: Vec::new(),
        table: None,
    }
}

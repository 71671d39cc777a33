//! What was typed in the panel and not decided, line by line: another line, a closed panel or page, or
//! the end of the program takes nothing of it away.

use std::collections::BTreeMap;

use contract::{Draft, DraftForm, Failure, MovementKey, RowKey, TypedLine};
use leptos::prelude::*;

use super::form::DecisionForm;
use crate::data::drafts::{Keeper, Shelved, use_drafts};
use crate::effect::{effect, memo};
use crate::wording::format::{Format, use_format};

/// What was typed and not decided, in the order it was last changed. Pure.
#[derive(Clone, Debug, Default, PartialEq)]
struct LaidAside(Vec<LineDraft>);

/// What was typed for a line.
#[derive(Clone, Debug, PartialEq)]
struct LineDraft {
    row: RowKey,
    form: DecisionForm,
    /// The form as it began; unknown for what was kept before.
    begun: Option<DecisionForm>,
}

impl LaidAside {
    fn of(&self, row: &RowKey) -> Option<&LineDraft> {
        self.0.iter().find(|draft| draft.row == *row)
    }

    fn put(&mut self, row: &RowKey, draft: Option<LineDraft>) {
        self.0.retain(|other| other.row != *row);
        self.0.extend(draft);
    }

    /// Changes what was typed for a line; where nothing of it is left, nothing is laid aside any more.
    fn change(&mut self, row: &RowKey, change: impl FnOnce(&mut DecisionForm)) {
        let Some(draft) = self.0.iter_mut().find(|draft| draft.row == *row) else { return };
        change(&mut draft.form);
        if draft.begun.as_ref().is_some_and(|begun| begun.says_the_same(&draft.form)) {
            self.put(row, None);
        }
    }
}

/// What was typed; the page holds it.
#[derive(Clone, Copy)]
pub struct PanelDrafts {
    typed: RwSignal<LaidAside>,
    keeper: RwSignal<Option<Keeper>>,
    format: Format,
}

impl PanelDrafts {
    /// Nothing was typed yet. Called once by the page.
    pub fn start() -> Self {
        let (typed, keeper) = (RwSignal::new(LaidAside::default()), RwSignal::new(None));
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
        self.typed.try_with_untracked(|all| all.of(row).map(|draft| draft.form.clone())).flatten()
    }

    /// Changes what was typed for a line and laid aside.
    pub(super) fn change(self, row: &RowKey, change: impl FnOnce(&mut DecisionForm)) {
        self.typed.try_update(|all| all.change(row, change));
    }

    /// Lays aside what is typed for a line, where it says something else than the form did as it began.
    pub(super) fn lay_aside(self, row: &RowKey, form: DecisionForm, begun: &DecisionForm) {
        let draft = (!begun.says_the_same(&form)).then(|| LineDraft {
            row: row.clone(),
            form,
            begun: Some(begun.clone()),
        });
        self.put(row, draft);
    }

    fn put(self, row: &RowKey, draft: Option<LineDraft>) {
        let is_same = self.typed.try_with_untracked(|all| all.of(row) == draft.as_ref());
        if is_same == Some(false) {
            self.typed.try_update(|all| all.put(row, draft));
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
        let kept = |draft: &LineDraft| draft.form.kept(&draft.row, mark);
        self.typed.with(|all| all.0.iter().map(kept).collect())
    }

    /// Takes in what was kept; what was typed since is newer.
    fn bring_back(self, lines: Vec<TypedLine>) {
        for line in lines {
            if self.get(&line.row).is_none() {
                let row = line.row.clone();
                let draft = LineDraft { row: row.clone(), form: line.into(), begun: None };
                self.put(&row, Some(draft));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(quantity: &str) -> DecisionForm {
        DecisionForm { quantity: quantity.into(), ..DecisionForm::default() }
    }

    #[test]
    fn what_is_sent_after_another_line_came_is_laid_aside_no_more() {
        let row = RowKey::Line("a".into());
        let draft = LineDraft { row: row.clone(), form: typed("7"), begun: Some(typed("5")) };
        let mut all = LaidAside::default();
        all.put(&row, Some(draft));
        all.change(&row, |form| form.comment = "why".into());
        assert!(all.of(&row).is_some());
        all.change(&row, |form| (form.quantity, form.comment) = ("5".into(), String::new()));
        assert_eq!(all, LaidAside::default());
    }

    #[test]
    fn what_was_kept_before_stays_until_its_line_is_shown() {
        let row = RowKey::Line("a".into());
        let mut all = LaidAside::default();
        all.put(&row, Some(LineDraft { row: row.clone(), form: typed("7"), begun: None }));
        all.change(&row, |form| form.quantity = String::new());
        assert_eq!(all.of(&row).map(|draft| &draft.form), Some(&typed("")));
    }
}

//! The form as a draft, and a draft as the form: what was typed outlives the tab and the program.

use std::collections::BTreeMap;

use contract::{
    Draft, DraftForm, ImportStart, ListAside, MovementKey, NewMovement, PreviewLine, StartFrom,
    StocklistId, TableAside,
};
use leptos::prelude::*;

use super::{ChosenStocklist, Line, MovementForm, StartsFrom};
use crate::wording::format::Quantity;

impl MovementForm {
    /// What there is to keep; nothing while the form is as it was opened.
    pub fn draft(self, key: MovementKey) -> Option<Draft> {
        let aside = self.lists_aside();
        let typed = self.typed_texts(&aside);
        let is_worth_it = !typed.is_empty()
            || self.is_typed()
            || self.is_from_list() && self.list.with(Option::is_some);
        is_worth_it.then(|| {
            // As typed: what is sent has no spaces around it, what is typed may have.
            let name = self.name.value.get();
            let description = self.description.get();
            let new = NewMovement { name, description, ..self.new.get() };
            let aside = aside.into_iter().map(|(stocklist, lines)| ListAside {
                stocklist,
                lines: lines.into_iter().map(|line| line.preview).collect(),
            });
            let (aside, table) = (aside.collect(), self.table_aside());
            Draft { key, form: DraftForm::NewMovement(new), typed, aside, table }
        })
    }

    fn take_table(
        self,
        import: &ImportStart,
        lines: &[PreviewLine],
        line: &impl Fn(&PreviewLine, String) -> Line,
    ) {
        self.lines.table.set(lines.iter().map(|kept| line(kept, name_of(kept))).collect());
        self.import.set(import.clone());
    }

    /// The table, while the form starts from something else.
    fn table_aside(self) -> Option<TableAside> {
        let import = self.import.get();
        (import.rows > 0 && self.kind.get() != StartsFrom::Import).then(|| {
            let previews = |lines: &Vec<Line>| lines.iter().map(|it| it.preview.clone()).collect();
            TableAside { import, lines: self.lines.table.with(previews) }
        })
    }

    /// Fills the form as it was when the draft was kept. `read` reads a quantity.
    pub fn restore(self, draft: &Draft, read: impl Fn(&str) -> Quantity) {
        let DraftForm::NewMovement(new) = &draft.form else { return };
        self.typed.restore(&draft.typed);
        self.kind.set(match &new.start {
            StartFrom::Stocklist(_) => StartsFrom::Stocklist,
            StartFrom::Empty => StartsFrom::Empty,
            StartFrom::Inbound => StartsFrom::Inbound,
            StartFrom::Template(of) => StartsFrom::Template(*of),
            StartFrom::Import(_) => StartsFrom::Import,
        });
        if let StartFrom::Template(of) = new.start {
            self.template.set(Some(of));
        }
        let line = |kept: &PreviewLine, name: String| again(kept, draft.typed.get(&name), &read);
        if let StartFrom::Import(import) = &new.start {
            self.take_table(import, &new.lines, &line);
        }
        if let Some(TableAside { import, lines }) = &draft.table {
            self.take_table(import, lines, &line);
        }
        if let StartFrom::Stocklist(id) = &new.start
            && !id.as_str().is_empty()
        {
            let lines = new.lines.iter().map(|kept| line(kept, name_of(kept)));
            self.lines.list.set(lines.collect());
            self.list.set(Some(ChosenStocklist::again(id.clone())));
        }
        let aside = draft.aside.iter().map(|ListAside { stocklist, lines }| {
            let lines = lines.iter().map(|kept| line(kept, name_aside(stocklist, kept)));
            (stocklist.clone(), lines.collect())
        });
        self.aside.set_value(aside.collect());
        self.name.restore(new.name.clone(), new.name.is_empty() && new.lines.is_empty());
        self.description.set(new.description.clone());
        let id = |id: Option<String>| (id.is_none(), id);
        let (nothing, origin) = id(new.origin.as_ref().map(ToString::to_string));
        self.origin.restore(origin, nothing);
        let (nothing, destination) = id(new.destination.as_ref().map(ToString::to_string));
        self.destination.restore(destination, nothing);
        let (nothing, requester) = id(new.requested_by.as_ref().map(ToString::to_string));
        self.requester.restore(requester, nothing);
        self.date.restore(new.date_requested, false);
    }

    /// Changed lines of the lists the form does not start from now: the chosen one too, while it
    /// starts from something else.
    fn lists_aside(self) -> Vec<(StocklistId, Vec<Line>)> {
        let mut aside = self.aside.with_value(Clone::clone);
        if let Some(list) = self.list_id().filter(|_| !self.is_from_list()) {
            let touched =
                |lines: &Vec<Line>| lines.iter().filter(|l| l.is_touched()).cloned().collect();
            let lines: Vec<Line> = self.lines.list.with(touched);
            aside.extend((!lines.is_empty()).then_some((list, lines)));
        }
        aside
    }

    fn typed_texts(self, aside: &[(StocklistId, Vec<Line>)]) -> BTreeMap<String, String> {
        let mut texts = self.typed.texts();
        for (list, line) in aside.iter().flat_map(|(list, all)| all.iter().map(move |l| (list, l)))
        {
            if let Some(unread) = &line.unread {
                texts.insert(name_aside(list, &line.preview), unread.text.clone());
            }
        }
        if self.kind.get() != StartsFrom::Import {
            self.lines.table.with(|lines| {
                let unread = |line: &Line| {
                    Some((name_of(&line.preview), line.unread.as_ref()?.text.clone()))
                };
                texts.extend(lines.iter().filter_map(unread));
            });
        }
        if !self.has_lines() {
            return texts;
        }
        let typing = self.typing.get();
        self.lines.with(|lines| {
            for (at, line) in lines.iter().enumerate() {
                let now = typing.as_ref().filter(|(of, _)| *of == at).map(|(_, text)| text);
                if let Some(text) = now.or(line.unread.as_ref().map(|unread| &unread.text)) {
                    texts.insert(name_of(&line.preview), text.clone());
                }
            }
        });
        texts
    }
}

/// A line as it was kept, with what was typed as its quantity.
fn again(kept: &PreviewLine, typed: Option<&String>, read: impl Fn(&str) -> Quantity) -> Line {
    let mut line = Line::again(kept);
    if let Some(text) = typed {
        line.type_quantity(text, read(text));
    }
    line
}

/// What a line's quantity is called among the texts of a draft.
fn name_of(line: &PreviewLine) -> String {
    format!("quantity {}", line.item)
}

/// The same for a line of a list that is not the chosen one.
fn name_aside(list: &StocklistId, line: &PreviewLine) -> String {
    format!("quantity {list} {}", line.item)
}

#[cfg(test)]
mod tests;

//! The form as a draft, and a draft as the form: what was typed outlives the tab and the program.

use std::collections::BTreeMap;

use contract::{Draft, DraftForm, MovementKey, NewMovement, PreviewLine, StartFrom};
use leptos::prelude::*;

use super::{Form, Kind, Line, Taken};
use crate::format::Quantity;

impl Form {
    /// What there is to keep; nothing while the form is as it was opened.
    pub fn draft(self, key: MovementKey) -> Option<Draft> {
        let typed = self.typed_texts();
        let is_worth_it = !typed.is_empty()
            || self.is_typed()
            || self.has_lines() && self.list.with(Option::is_some);
        is_worth_it.then(|| {
            // As typed: what is sent has no spaces around it, what is typed may have.
            let name = self.name.value.get();
            let description = self.description.get();
            let new = NewMovement { name, description, ..self.new.get() };
            Draft { key, form: DraftForm::NewMovement(new), typed }
        })
    }

    /// Fills the form as it was when the draft was kept. `read` reads a quantity.
    pub fn restore(self, draft: &Draft, read: impl Fn(&str) -> Quantity) {
        let DraftForm::NewMovement(new) = &draft.form else { return };
        self.typed.restore(&draft.typed);
        self.kind.set(match new.start {
            StartFrom::Stocklist(_) => Kind::Stocklist,
            StartFrom::Empty => Kind::Empty,
            StartFrom::Inbound => Kind::Inbound,
        });
        if let StartFrom::Stocklist(id) = &new.start
            && !id.as_str().is_empty()
        {
            let line = |line: &PreviewLine| {
                let mut line = Line::again(line);
                if let Some(text) = draft.typed.get(&name_of(&line.preview)) {
                    line.type_quantity(text, read(text));
                }
                line
            };
            self.lines.set(new.lines.iter().map(line).collect());
            self.list.set(Some(Taken::again(id.clone())));
        }
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

    fn typed_texts(self) -> BTreeMap<String, String> {
        let mut texts = self.typed.texts();
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

/// What a line's quantity is called among the texts of a draft.
fn name_of(line: &PreviewLine) -> String {
    format!("quantity {}", line.item)
}

#[cfg(test)]
mod tests;

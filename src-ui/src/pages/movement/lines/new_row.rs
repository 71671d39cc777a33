//! The row under all lines where new lines are typed: code or name, the recipient if one is to be
//! named, then the quantity, which adds the line. Until then its text is saved as text being typed.

use std::sync::Arc;

use contract::{EditorColumn, LineEdit, PersonRef, ProductRef, RowKey, TypedCell};
use leptos::prelude::*;

use super::columns::IN_ORDER;
use super::draw::ENTRY;
use crate::components::grid::{Cell, Content, Row};
use crate::effect::memo;
use crate::i18n::{I18n, say};
use crate::ipc;
use crate::wording::line_words::code_of;

/// What stands between the texts of its cells where all are kept as one. None of them holds it.
const BETWEEN: &str = "\t";

/// The row for a new line.
#[derive(Clone, Copy)]
pub struct NewRow {
    now: RwSignal<New>,
}

/// What stands in it.
#[derive(Clone, Debug, Default, PartialEq)]
struct New {
    code: String,
    product: Option<ProductRef>,
    quantity: String,
    /// Who gets it: as typed, and once somebody was chosen.
    name: String,
    recipient: Option<PersonRef>,
}

impl NewRow {
    /// Empty.
    pub fn start() -> Self {
        Self { now: RwSignal::new(New::default()) }
    }

    /// As a row of the grid.
    pub fn row(self, i18n: I18n) -> Signal<Arc<Row>> {
        memo(move || Arc::new(self.now.with(|new| draw(i18n, new)))).into()
    }

    /// Nothing stands in it.
    pub fn is_empty(self) -> bool {
        self.now.with_untracked(New::is_empty)
    }

    /// Nothing of it is wanted.
    pub fn clear(self) {
        self.now.set(New::default());
    }

    /// A product was chosen.
    pub fn choose(self, product: ProductRef) {
        self.now.update(|new| {
            new.code = code_of(&product);
            new.product = Some(product);
        });
    }

    /// Somebody was chosen to get it.
    pub fn give(self, recipient: PersonRef) {
        self.now.update(|new| {
            new.name.clone_from(&recipient.name);
            new.recipient = Some(recipient);
        });
    }

    /// A cell of it was left with a text.
    pub fn enter(self, column: EditorColumn, text: String) {
        self.now.update(|new| match column {
            EditorColumn::Requested => new.quantity = text,
            EditorColumn::Recipient => {
                new.recipient = new.recipient.take().filter(|it| it.name == text);
                new.name = text;
            }
            _ if new.product.is_some() && new.code == text => {}
            _ => (new.code, new.product) = (text, None),
        });
    }

    /// It is a line once it has a product, and its quantity was left.
    pub fn is_whole(self, left: EditorColumn) -> bool {
        self.now.with_untracked(|new| {
            let has_code = !new.code.trim().is_empty();
            has_code && (left == EditorColumn::Requested || !new.quantity.trim().is_empty())
        })
    }

    /// The line it is to be, as far as it goes, and who gets it; the row is empty then.
    pub fn take(self) -> Option<(LineEdit, Option<LineEdit>)> {
        if self.now.try_with_untracked(New::is_empty)? {
            return None;
        }
        let new = self.now.try_update(std::mem::take)?;
        Some(new.edits(new_key()))
    }

    /// What is kept of it while a cell of it is typed in, or was left with this text.
    pub fn typed(self, column: EditorColumn, text: &str) -> TypedCell {
        let texts = self.now.with_untracked(|new| match column {
            EditorColumn::Requested => [&new.code, text, &new.name].join(BETWEEN),
            EditorColumn::Recipient => [&new.code, &new.quantity, text].join(BETWEEN),
            _ => [text, &new.quantity, &new.name].join(BETWEEN),
        });
        TypedCell { row: None, column, text: texts }
    }

    /// What is kept of it while none of its cells is typed in.
    pub fn kept(self) -> TypedCell {
        let quantity = self.now.with_untracked(|new| new.quantity.clone());
        self.typed(EditorColumn::Requested, &quantity)
    }

    /// What was kept of it, brought back; answers what stood in the cell being typed in.
    pub fn restore(self, typed: &TypedCell) -> String {
        let mut texts = typed.text.split(BETWEEN).map(str::to_owned);
        let mut next = || texts.next().unwrap_or_default();
        let (code, quantity, name) = (next(), next(), next());
        let text = match typed.column {
            EditorColumn::Requested => quantity.clone(),
            EditorColumn::Recipient => name.clone(),
            _ => code.clone(),
        };
        self.now.set(New { code, quantity, name, ..New::default() });
        text
    }
}

impl New {
    fn is_empty(&self) -> bool {
        [&self.code, &self.quantity, &self.name].iter().all(|text| text.trim().is_empty())
    }

    /// The line, and who gets it: in an edit of its own, because a name that nobody has is refused.
    fn edits(self, row: RowKey) -> (LineEdit, Option<LineEdit>) {
        let (recipient, text, of) = (self.recipient, self.name, row.clone());
        let named = match recipient {
            Some(_) => Some(LineEdit::Recipient { row: of, recipient }),
            None if text.trim().is_empty() => None,
            None => Some(LineEdit::Cell { row: of, column: EditorColumn::Recipient, text }),
        };
        let Self { code, product, quantity, .. } = self;
        (LineEdit::Add { row, after: None, product, code, quantity }, named)
    }
}

/// The name of a line that is about to be added.
pub fn new_key() -> RowKey {
    RowKey::New(ipc::new_operation_key())
}

fn draw(i18n: I18n, new: &New) -> Row {
    let cell = |column: EditorColumn| match column {
        EditorColumn::Code if new.code.is_empty() => {
            Cell::from(Content::Hint(say!(i18n, editor.entry).to_owned())).editable("")
        }
        EditorColumn::Code => Cell::from(Content::Code(new.code.clone())).editable(&*new.code),
        EditorColumn::Product => match new.product.as_ref().and_then(|p| p.name.clone()) {
            Some(name) => Content::Name(name).into(),
            None => Content::Empty.into(),
        },
        EditorColumn::Requested => {
            Cell::from(Content::Number(new.quantity.clone())).editable(&*new.quantity)
        }
        // Before there is a code, who types goes from the quantity to the next line.
        EditorColumn::Recipient if !new.code.trim().is_empty() => {
            Cell::from(Content::Dim(new.name.clone())).editable(&*new.name)
        }
        _ => Content::Empty.into(),
    };
    Row::entry(ENTRY, IN_ORDER.into_iter().map(cell).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(test: impl FnOnce(NewRow)) {
        Owner::new().with(|| test(NewRow::start()));
    }

    fn product() -> ProductRef {
        ProductRef {
            id: "p1".into(),
            code: Some("GLV-2207".into()),
            name: None,
            description: None,
            category: None,
        }
    }

    #[test]
    fn code_and_quantity_are_kept_together_and_come_back_into_their_cells() {
        entry(|entry| {
            entry.enter(EditorColumn::Code, "GLV-2207".into());
            let kept = entry.typed(EditorColumn::Requested, "4");
            let again = NewRow::start();
            assert_eq!(again.restore(&kept), "4");
            assert_eq!(again.typed(EditorColumn::Requested, "4"), kept);
            assert_eq!(again.restore(&entry.typed(EditorColumn::Code, "GLV-22")), "GLV-22");
        });
    }

    #[test]
    fn who_gets_it_is_told_with_the_line_and_kept_with_it() {
        let row = || RowKey::New(contract::OperationKey(Default::default()));
        let person = PersonRef { id: "u1".into(), name: "Amara Okafor".into() };
        entry(|entry| {
            entry.enter(EditorColumn::Code, "GLV-2207".into());
            entry.give(person.clone());
            assert!(!entry.is_whole(EditorColumn::Recipient), "the quantity is to come");
            entry.enter(EditorColumn::Requested, "4".into());
            assert!(entry.is_whole(EditorColumn::Recipient));
            let (_, named) = entry.now.get_untracked().edits(row());
            let recipient = Some(person);
            assert_eq!(named, Some(LineEdit::Recipient { row: row(), recipient }));
            let kept = entry.typed(EditorColumn::Recipient, "Ama");
            let again = NewRow::start();
            assert_eq!(again.restore(&kept), "Ama");
            assert_eq!(again.typed(EditorColumn::Recipient, "Ama"), kept);
            let (_, named) = again.now.get_untracked().edits(row());
            let (column, text) = (EditorColumn::Recipient, "Ama".to_owned());
            assert_eq!(named, Some(LineEdit::Cell { row: row(), column, text }));
            entry.enter(EditorColumn::Recipient, String::new());
            assert_eq!(entry.now.get_untracked().edits(row()).1, None);
        });
    }

    #[test]
    fn it_is_a_line_once_its_quantity_is_left_or_its_product_came_last() {
        entry(|entry| {
            entry.enter(EditorColumn::Code, "GLV-2207".into());
            assert!(!entry.is_whole(EditorColumn::Code), "the quantity is to come");
            assert!(entry.is_whole(EditorColumn::Requested));
        });
        entry(|entry| {
            entry.enter(EditorColumn::Requested, "40".into());
            assert!(!entry.is_whole(EditorColumn::Requested), "of what?");
            entry.choose(product());
            assert!(entry.is_whole(EditorColumn::Code));
        });
    }

    #[test]
    fn a_product_stays_chosen_until_another_text_is_entered() {
        entry(|entry| {
            entry.choose(product());
            entry.enter(EditorColumn::Code, "GLV-2207".into());
            assert_eq!(entry.now.with(|new| new.product.clone()), Some(product()));
            entry.enter(EditorColumn::Code, "GLV-22".into());
            assert_eq!(entry.now.with(|new| new.product.clone()), None);
        });
    }
}

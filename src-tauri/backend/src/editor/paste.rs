//! Pasting a block, inserting a stocklist, merging lines: each becomes one step that undo takes
//! back.

use std::{cell::LazyCell, collections::HashMap, sync::Arc};

use contract::{
    DecimalMark, EditorColumn, ImportStart, LineEdit, MovementKey, PasteLines, Pasted, PersonRef,
    PreviewLine, ProductRef, RowKey, StepKind,
};
use rules::{
    paste::{
        block::{self, Asked, BlockRow},
        first_lines::edits,
        report::{Account, PasteResolver, PastedLine, UnsentQuantity, take_column, take_rows},
    },
    search::text::fold,
};

use super::{
    draft::sheet::SheetChange,
    drawing::LineDrafts,
    drawn::rows::{Drawn, DrawnRow},
    keep::Editing,
};
use crate::{background::blocking, error::Error};

impl LineDrafts {
    /// Makes one step of what an account comes to, and answers it.
    pub(crate) async fn take_account(
        self: &Arc<Self>,
        editing: Editing,
        step: StepKind,
        mark: DecimalMark,
        take: impl FnOnce(&Self, &Drawn) -> Account + Send + 'static,
    ) -> Result<Pasted, Error> {
        let this = Arc::clone(self);
        let (editing, change, pasted) = blocking(move || {
            let Account { edits, pasted } = take(&this, &editing.drawn);
            let change = (!edits.is_empty()).then(|| editing.apply(step, &edits, mark));
            change.transpose().map(|change| (editing, change, pasted))
        })
        .await??;
        if let Some(change) = change {
            editing.keep(change).await?;
        }
        Ok(pasted)
    }
}

impl LineDrafts {
    /// What the lines of a movement ask for, as they are shown.
    pub(crate) fn asked_for(
        &self,
        movement: MovementKey,
    ) -> Result<Vec<(ProductRef, Option<i64>)>, Error> {
        Ok(self.drawn(movement)?.rows.iter().filter_map(asked_by).collect())
    }

    /// The first lines of a movement that is about to be asked for, in one step. Whoever keeps the movement
    /// writes them in the same transaction ([`Editing::save`]), and then says so ([`Editing::done`]).
    pub(crate) async fn begin_sheet(
        self: &Arc<Self>,
        of: MovementKey,
        first: FirstLines,
    ) -> Result<(Editing, SheetChange), Error> {
        let editing = self.new_sheet(of).await;
        let this = Arc::clone(self);
        blocking(move || {
            let (kind, mark, edits) = match first {
                FirstLines::Copied(from) => {
                    let new_key = || RowKey::New(this.account.common.clock.new_operation());
                    let rows = from.rows.iter().filter(|row| !row.deleted);
                    let edits = rows.flat_map(|row| copied(row, new_key())).collect();
                    (StepKind::Copy, DecimalMark::default(), edits)
                }
                FirstLines::Imported(lines, import) => {
                    let new_key = || this.account.common.clock.new_operation();
                    let edits = edits(&lines, &import, &new_key);
                    (StepKind::Import, import.decimal_mark, edits)
                }
            };
            let change = match edits {
                edits if edits.is_empty() => SheetChange::default(),
                edits => editing.apply(kind, &edits, mark)?,
            };
            Ok((editing, change))
        })
        .await?
    }
}

/// What the lines of a movement begin with.
pub(crate) enum FirstLines {
    /// The lines of another movement, each as a line of its own.
    Copied(Arc<Drawn>),
    /// The rows of a table: those that can be sent, and those that need attention.
    Imported(Vec<PreviewLine>, ImportStart),
}

/// A new line like another one, with who gets it.
fn copied(row: &DrawnRow, key: RowKey) -> Vec<LineEdit> {
    let line = row.line();
    let pieces = line.and_then(|line| line.quantity_requested);
    let typed = row.draft.as_ref().and_then(|draft| draft.wants.typed_code());
    let add = LineEdit::Add {
        row: key.clone(),
        after: None,
        product: row.product().cloned(),
        code: typed.unwrap_or_default().to_owned(),
        quantity: pieces.map(|pieces| pieces.to_string()).unwrap_or_default(),
    };
    let recipient = line.and_then(|line| line.recipient.as_ref()).map(PersonRef::from);
    let given = recipient.map(|person| LineEdit::Recipient { row: key, recipient: Some(person) });
    std::iter::once(add).chain(given).collect()
}

/// What a line asks for, as it is shown; one without a product or that is to be deleted asks for nothing.
fn asked_by(row: &DrawnRow) -> Option<(ProductRef, Option<i64>)> {
    let product = row.product().filter(|_| !row.deleted)?.clone();
    Some((product, row.line()?.quantity_requested))
}

/// Reads with what is known of products and people. Before products were ever read, those of the
/// movement itself are known at least.
pub(crate) fn read_with<T>(
    drafts: &LineDrafts,
    drawn: &Drawn,
    mark: DecimalMark,
    read: impl FnOnce(&PasteResolver<'_>) -> T,
) -> T {
    let index = drafts.products.index();
    let own = LazyCell::new(|| {
        let products = drawn.rows.iter().filter_map(DrawnRow::product);
        let coded = products.filter_map(|product| Some((fold(product.code.as_deref()?), product)));
        coded.collect::<HashMap<_, _>>()
    });
    let product = |text: &str| match index.is_empty() {
        true => own.get(&fold(text.trim())).map(|product| (*product).clone()),
        false => index.named(text),
    };
    let person = |name: &str| -> Option<PersonRef> { drafts.person_named(name) };
    let new_key = || drafts.account.common.clock.new_operation();
    read(&PasteResolver { mark, product: &product, person: &person, new_key: &new_key })
}

/// What a block comes to. One column goes into the cells of the column it was pasted on, where these
/// can be typed in.
pub(crate) fn account_of(
    request: &PasteLines,
    drawn: &Drawn,
    means: &PasteResolver<'_>,
) -> Account {
    let lines = lines_of(drawn);
    if !block::is_one_column(&request.cells) {
        let (rows, unused) = block::rows(&request.cells, means.product, means.mark);
        let mut account = take_rows(rows, &lines, means);
        account.pasted.unused = unused;
        return account;
    }
    let (column, takes) = match request.column {
        column @ (EditorColumn::Requested | EditorColumn::Recipient) => (column, true),
        column => {
            (EditorColumn::Code, matches!(column, EditorColumn::Code | EditorColumn::Product))
        }
    };
    let targets = request.targets.iter().filter(|_| takes);
    let line = |key: &RowKey| match drawn.find(key) {
        Some((number, row)) => line_of(number, row),
        None => {
            let key = key.clone();
            PastedLine { key, product: None, requested: None, is_open: false, typed: None }
        }
    };
    let targets: Vec<_> = targets.map(line).collect();
    let texts = block::column(&request.cells);
    let mut account = take_column(&texts, column, &targets, means);
    // The head of the column.
    account.pasted.skipped += rules::search::count_of(request.cells.len() - texts.len());
    account
}

pub(crate) fn lines_of(drawn: &Drawn) -> Vec<PastedLine> {
    (1..).zip(&drawn.rows).map(|(number, row)| line_of(number, row)).collect()
}

fn line_of(number: u32, row: &DrawnRow) -> PastedLine {
    let typed = row.draft.as_ref().and_then(|draft| draft.wants.quantity.as_ref());
    PastedLine {
        key: row.key.clone(),
        product: row.product().map(|product| product.id.clone()),
        requested: row.line().and_then(|line| line.quantity_requested),
        is_open: row.is_updatable(),
        typed: typed.map(|typed| {
            let (product, text) = (named(row), typed.text.clone());
            UnsentQuantity { number, product, text }
        }),
    }
}

/// What a line's product is called: its code, else its name; or what was typed there.
fn named(row: &DrawnRow) -> Option<String> {
    let known = row.product().and_then(|product| product.code.clone().or(product.name.clone()));
    let typed = || row.draft.as_ref()?.wants.typed_code().map(str::to_owned);
    known.or_else(typed).filter(|name| !name.trim().is_empty())
}

/// A row that asks for pieces of a product.
pub(crate) fn row_of((product, pieces): (ProductRef, Option<i64>)) -> BlockRow {
    let quantity = pieces.map(|pieces| pieces.to_string()).unwrap_or_default();
    BlockRow::Asked(Asked { product: Some(product), quantity, is_meant: true, ..Asked::default() })
}

/// Merges the open lines of a product into the first of them.
pub(crate) fn merge(drawn: &Drawn, product: &ProductRef) -> Vec<LineEdit> {
    let is_one = |row: &&DrawnRow| {
        row.is_updatable() && row.product().is_some_and(|other| other.id == product.id)
    };
    let lines = drawn.rows.iter().filter(is_one);
    let mut lines =
        lines.filter(|row| row.line().is_some_and(|line| line.quantity_requested.is_some()));
    let Some(into) = lines.next().map(|row| row.key.clone()) else { return Vec::new() };
    let one = |row: &DrawnRow| LineEdit::Merge { row: row.key.clone(), into: into.clone() };
    lines.map(one).collect()
}

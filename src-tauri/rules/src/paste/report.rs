//! What becomes of the rows of a pasted block: edits of lines, and an account in which each row of the
//! block is counted once. Pure. Called by `paste`.

use std::collections::HashMap;

use contract::{
    DecimalMark, EditorColumn, LineEdit, OperationKey, Pasted, PersonRef, ProductId, ProductRef,
    Quantity, ReplacedQuantity, RowKey, read_quantity,
};

use crate::editor::drawn::problems::of_pieces;
use crate::paste::block::{Asked, BlockRow};

/// So many replaced quantities are told one by one.
const NAMED: usize = 5;

/// A line as a pasted row finds it.
#[derive(Clone, Debug)]
pub struct PastedLine {
    /// How it is called.
    pub key: RowKey,
    /// Its product, where it has one.
    pub product: Option<ProductId>,
    /// How many pieces it asks for.
    pub requested: Option<i64>,
    /// Product and quantity can be changed.
    pub is_open: bool,
    /// Its quantity, where that was typed here and is not sent.
    pub typed: Option<UnsentQuantity>,
}

/// A quantity that was typed here and is not sent.
#[derive(Clone, Debug)]
pub struct UnsentQuantity {
    /// The number of its line.
    pub number: u32,
    /// The line's product, by its code where it has one.
    pub product: Option<String>,
    /// What was typed.
    pub text: String,
}

/// What a block is read with.
pub struct PasteResolver<'a> {
    /// How numbers are written.
    pub mark: DecimalMark,
    /// The product of this code or name.
    pub product: &'a dyn Fn(&str) -> Option<ProductRef>,
    /// The person of this name.
    pub person: &'a dyn Fn(&str) -> Option<PersonRef>,
    /// A key for a new line.
    pub new_key: &'a dyn Fn() -> OperationKey,
}

/// The edits a block comes to, and what became of its rows.
#[derive(Debug, Default)]
pub struct Account {
    /// What is to be done, in its order.
    pub edits: Vec<LineEdit>,
    /// What the user is told of the rows.
    pub pasted: Pasted,
}

/// What is asked for of one product, in all rows of the block.
struct Sum<'a> {
    product: ProductRef,
    pieces: i64,
    /// The open line it stands in.
    line: Option<&'a PastedLine>,
}

/// What a row of the block comes to, in its order.
enum PasteEntry {
    Sum(usize),
    /// Its quantity is none that can be sent. The first of its product goes to the open line, if no
    /// good row does; others become lines.
    Bad(Asked),
}

/// All that is asked for.
#[derive(Default)]
struct Sums<'a> {
    sums: Vec<Sum<'a>>,
    of: HashMap<ProductId, usize>,
    entries: Vec<PasteEntry>,
}

/// Takes rows that name products and quantities: what stands in an open line changes that, also where
/// the quantity is none that can be sent; the rest becomes lines at the end.
pub fn take_rows(rows: Vec<BlockRow>, lines: &[PastedLine], means: &PasteResolver<'_>) -> Account {
    let mut account = Account::default();
    let mut open = HashMap::new();
    for line in lines.iter().filter(|line| line.is_open) {
        if let Some(product) = &line.product {
            // Of several lines of one product it is the first.
            open.entry(product).or_insert(line);
        }
    }
    let mut sums = Sums::default();
    for row in rows {
        match row {
            BlockRow::Skipped => account.pasted.skipped += 1,
            // A line whose row tells no quantity keeps what it has.
            BlockRow::Asked(asked) if asked.quantity.is_empty() && asked.has_line(&open) => {
                account.pasted.skipped += 1;
            }
            BlockRow::Asked(asked) => {
                account.pasted.merged += u32::from(sums.merge(asked, &open, means.mark));
            }
        }
    }
    for sum in &sums.sums {
        open.remove(&sum.product.id);
    }
    for entry in sums.entries {
        match entry {
            PasteEntry::Sum(at) => account.take_sum(&sums.sums[at], means),
            PasteEntry::Bad(asked) => {
                // Words that may be a comment must not stand in the place of a quantity.
                let product = asked.product.as_ref().filter(|_| asked.is_meant);
                match product.and_then(|product| open.remove(&product.id)) {
                    Some(line) => account.put_bad(asked.quantity, line),
                    None => account.add_bad(asked, means),
                }
            }
        }
    }
    account
}

impl Asked {
    fn has_line(&self, open: &HashMap<&ProductId, &PastedLine>) -> bool {
        self.product.as_ref().is_some_and(|product| open.contains_key(&product.id))
    }
}

impl<'a> Sums<'a> {
    /// Takes what a row asks for; answers whether an earlier one asks for the same product.
    fn merge(
        &mut self,
        mut asked: Asked,
        open: &HashMap<&ProductId, &'a PastedLine>,
        mark: DecimalMark,
    ) -> bool {
        let is_doubtful = asked.doubtful.is_some();
        let pieces = pieces(&asked.quantity, mark).filter(|_| !is_doubtful).map(i64::from);
        if is_doubtful {
            // As it stands a cell would take it for thousands, or for decimals.
            asked.quantity.push('?');
        }
        let (Some(product), Some(pieces)) = (&asked.product, pieces) else {
            self.entries.push(PasteEntry::Bad(asked));
            return false;
        };
        if let Some(at) = self.of.get(&product.id) {
            self.sums[*at].pieces += pieces;
            return true;
        }
        self.of.insert(product.id.clone(), self.sums.len());
        self.entries.push(PasteEntry::Sum(self.sums.len()));
        let line = open.get(&product.id).copied();
        self.sums.push(Sum { product: product.clone(), pieces, line });
        false
    }
}

/// Takes the texts of one column into the cells of lines, in their order; what is left over becomes
/// lines of their own. A line without a text keeps what it has.
pub fn take_column(
    texts: &[Option<&str>],
    column: EditorColumn,
    targets: &[PastedLine],
    means: &PasteResolver<'_>,
) -> Account {
    let mut account = Account::default();
    let mut targets = targets.iter();
    for text in texts {
        let target = targets.next();
        let Some(text) = text else {
            account.pasted.skipped += 1;
            continue;
        };
        let taken = target.is_some_and(|line| account.take_cell(text, column, line, means));
        if !taken {
            let text = (*text).to_owned();
            account.add_bad(
                match column {
                    EditorColumn::Requested => Asked { quantity: text, ..Asked::default() },
                    _ => Asked { product: (means.product)(&text), code: text, ..Asked::default() },
                },
                means,
            );
        }
    }
    account
}

impl Account {
    fn take_sum(&mut self, sum: &Sum<'_>, means: &PasteResolver<'_>) {
        let can_be_sent = of_pieces(Quantity::Whole(sum.pieces)).is_none();
        let quantity = sum.pieces.to_string();
        let Some(line) = sum.line else {
            let row = RowKey::New((means.new_key)());
            self.count(if can_be_sent { Fate::Added } else { Fate::Attention }, &row);
            let (product, code) = (Some(sum.product.clone()), String::new());
            self.edits.push(LineEdit::Add { row, after: None, product, code, quantity });
            return;
        };
        if line.requested == Some(sum.pieces) {
            return self.count(Fate::Same, &line.key);
        }
        self.count(if can_be_sent { Fate::Changed } else { Fate::Attention }, &line.key);
        self.put_quantity(quantity, line);
    }

    /// What stands where a line's quantity should be is put there, to be mended.
    fn put_bad(&mut self, quantity: String, line: &PastedLine) {
        self.count(Fate::Attention, &line.key);
        self.put_quantity(quantity, line);
    }

    fn put_quantity(&mut self, text: String, line: &PastedLine) {
        let (row, column) = (line.key.clone(), EditorColumn::Requested);
        self.change(line, LineEdit::Cell { row, column, text });
    }

    /// Edits a line that is there.
    fn change(&mut self, line: &PastedLine, edit: LineEdit) {
        if let LineEdit::Cell { column: EditorColumn::Requested, text, .. } = &edit
            && let Some(typed) = &line.typed
        {
            self.pasted.replaced += 1;
            if self.pasted.replaced_first.len() < NAMED {
                let UnsentQuantity { number, product, text: before } = typed.clone();
                let after = text.clone();
                let replaced = ReplacedQuantity { number, product, before, after };
                self.pasted.replaced_first.push(replaced);
            }
        }
        self.edits.push(edit);
    }

    /// A row that cannot be sent like this becomes a line that keeps what was pasted.
    fn add_bad(&mut self, asked: Asked, means: &PasteResolver<'_>) {
        let row = RowKey::New((means.new_key)());
        self.count(Fate::Attention, &row);
        let Asked { product, code, quantity, .. } = asked;
        self.edits.push(LineEdit::Add { row, after: None, product, code, quantity });
    }

    /// Puts a text in a cell; answers whether the line takes it.
    fn take_cell(
        &mut self,
        text: &str,
        column: EditorColumn,
        line: &PastedLine,
        means: &PasteResolver<'_>,
    ) -> bool {
        let is_new = matches!(line.key, RowKey::New(_));
        if !line.is_open || (column == EditorColumn::Recipient && !is_new) {
            return false;
        }
        let row = line.key.clone();
        let cell = || LineEdit::Cell { row: line.key.clone(), column, text: text.to_owned() };
        let (edit, can_be_sent, is_same) = match column {
            EditorColumn::Requested => {
                let pieces = pieces(text, means.mark).map(i64::from);
                let can_be_sent = pieces.is_some() && line.product.is_some();
                (cell(), can_be_sent, pieces.is_some() && pieces == line.requested)
            }
            EditorColumn::Recipient => {
                let Some(person) = (means.person)(text) else { return false };
                let edit = LineEdit::Recipient { row, recipient: Some(person) };
                (edit, line.product.is_some() && line.requested.is_some(), false)
            }
            _ => match (means.product)(text) {
                Some(product) => {
                    let is_same = line.product.as_ref() == Some(&product.id);
                    (LineEdit::Product { row, product }, line.requested.is_some(), is_same)
                }
                None => (cell(), false, false),
            },
        };
        let fate = match (is_same, can_be_sent) {
            (_, false) => Fate::Attention,
            (true, true) => Fate::Same,
            (false, true) => Fate::Changed,
        };
        self.count(fate, &line.key);
        if !is_same {
            self.change(line, edit);
        }
        true
    }

    fn count(&mut self, fate: Fate, row: &RowKey) {
        let pasted = &mut self.pasted;
        *match fate {
            Fate::Added => &mut pasted.added,
            Fate::Changed => &mut pasted.changed,
            Fate::Same => &mut pasted.same,
            Fate::Attention => &mut pasted.attention,
        } += 1;
        pasted.rows.push(row.clone());
    }
}

enum Fate {
    Added,
    Changed,
    Same,
    Attention,
}

/// A quantity that can be sent.
fn pieces(text: &str, mark: DecimalMark) -> Option<u32> {
    match read_quantity(text, mark) {
        quantity @ Quantity::Whole(pieces) if of_pieces(quantity).is_none() => {
            u32::try_from(pieces).ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;

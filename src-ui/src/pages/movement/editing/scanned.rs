//! What a scanned code does in the lines: it goes to the line of its product, among those shown if it
//! is one of them, and where something is
//! being done with a line in the panel, the same is done with that one; in the row for new lines it
//! adds a line, or one piece to the line there is.

use std::collections::VecDeque;

use contract::gs1::{item_of, pieces_of, trade_item, without_mark};
use contract::{EditorColumn, EditorRow, Failure, LineEdit, StepKind};
use leptos::prelude::*;

use super::editor::Editor;
use crate::effect::effect;
use crate::i18n::say;
use crate::letters;
use crate::pages::movement::beside::SidePanel;
use crate::pages::movement::lines::arrival::OnArrival;
use crate::pages::movement::lines::draw::{key_of, line_of};
use crate::wording::words;

/// Codes that were scanned: each is taken when that before it was.
#[derive(Clone, Copy)]
pub struct Codes {
    editor: Editor,
    beside: SidePanel,
    waiting: RwSignal<VecDeque<Code>>,
    /// One is being taken.
    busy: RwSignal<bool>,
}

/// A code, and where it was scanned.
#[derive(Clone)]
struct Code {
    text: String,
    to: To,
}

/// What a code is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    /// The row for new lines.
    Add,
    /// The panel.
    Panel,
    /// The lines.
    Lines,
}

impl Codes {
    /// None yet.
    pub fn start(editor: Editor, beside: SidePanel) -> Self {
        let (waiting, busy) = (RwSignal::default(), RwSignal::new(false));
        let codes = Self { editor, beside, waiting, busy };
        effect(move || codes.take_next());
        codes
    }

    /// Takes a code.
    pub fn scanned(self, text: String) {
        let adds = self.editor.is_in_entry() && self.editor.why_not.with_untracked(Option::is_none);
        let to = if adds {
            To::Add
        } else if self.beside.has_focus() {
            To::Panel
        } else {
            To::Lines
        };
        self.waiting.update(|waiting| waiting.push_back(Code { text, to }));
    }

    fn take_next(self) {
        let is_known = self.editor.lines.key.with(Option::is_some);
        if self.busy.get() || !is_known {
            return;
        }
        let Some(next) = self.waiting.with(|waiting| waiting.front().cloned()) else { return };
        // A piece is added to what the line has, with all that was added before it.
        if next.to == To::Add && self.editor.queue.waits.get() {
            return;
        }
        self.busy.set(true);
        self.waiting.update(|waiting| drop(waiting.pop_front()));
        let names = names_of(&next.text);
        let each = |is: IsMeant| names.iter().map(move |name| (is, name.clone()));
        // What goes instead of the line one is at comes before a line of its own; a code that no line has may
        // be that of a product that goes instead of one.
        let rows = self.beside.rows.get_untracked();
        let beside = match (next.to, rows.as_slice()) {
            (To::Panel, [row]) => {
                let of_row = |name: &String| (IS_INSTEAD_OF, format!("{row}{BETWEEN}{name}"));
                names.iter().map(of_row).collect()
            }
            _ => Vec::new(),
        };
        let lines = each(IS_OF_CODE);
        let instead = each(IS_INSTEAD).filter(|_| next.to != To::Add);
        let ways = beside.into_iter().chain(lines).chain(instead).collect();
        self.seek(next, ways);
    }

    /// Takes a code with the first row that is found in one of these ways, in their order.
    fn seek(self, next: Code, mut ways: VecDeque<(IsMeant, String)>) {
        let Some((is, wanted)) = ways.pop_front() else { return self.take(next, Ok(None)) };
        self.editor.lines.seek_in_all(is, wanted, move |found| {
            untrack(|| match found {
                Ok(None) => self.seek(next, ways),
                found => self.take(next, found),
            });
        });
    }

    fn take(self, code: Code, found: Result<Option<&EditorRow>, Failure>) {
        let (Code { text, to }, editor) = (code, self.editor);
        self.busy.set(false);
        match found {
            Err(failure) => editor.toasts.tell(words::failure(editor.i18n, &failure)),
            Ok(None) if to == To::Add => editor.add_scanned(item_of(&text), pieces(&text)),
            Ok(None) => editor.toasts.tell(say!(editor.i18n, editor.no_line_of, code = text)),
            Ok(Some(row)) => match to {
                To::Add => editor.add_pieces(row, pieces(&text)),
                To::Panel => {
                    let instead = match row {
                        EditorRow::Instead(row) => row.product.code.clone(),
                        _ => None,
                    };
                    let line = line_of(row).clone();
                    self.beside.begin_at(line.clone(), instead);
                    editor.go_to_scanned(text, (line.to_string(), ""), OnArrival::Stay);
                }
                To::Lines => {
                    editor.go_to_scanned(text, (key_of(row), "requested"), OnArrival::Focus);
                }
            },
        }
    }
}

impl Editor {
    /// So many pieces more of a line.
    fn add_pieces(self, row: &EditorRow, pieces: i64) {
        let EditorRow::Line(line) = row else { return };
        if !line.editable.contains(&EditorColumn::Requested) {
            return self.say_why_closed(line);
        }
        let more = line.requested.unwrap_or(0).saturating_add(pieces);
        let column = EditorColumn::Requested;
        let edit = LineEdit::Cell { row: line.key.clone(), column, text: more.to_string() };
        self.edit(StepKind::Cell, vec![edit]);
        let (code, number) = (line.product.as_ref(), self.format.number(more));
        let code = code.and_then(|product| product.code.clone()).unwrap_or_default();
        self.toasts.say(say!(self.i18n, editor.one_more, code = code, number = number));
    }

    /// A line of so many pieces.
    fn add_scanned(self, code: String, pieces: i64) {
        // A code that was typed before is a line of its own.
        self.add_entry();
        self.entry.enter(EditorColumn::Code, code);
        self.entry.enter(EditorColumn::Requested, pieces.to_string());
        self.add_entry();
        self.grid.go(self.listed(), "code");
    }
}

/// What stands between a line's name and a code.
const BETWEEN: char = '\u{1f}';

/// Begins the number of a trade item among what a code may be called.
const ITEM: char = '\u{1e}';

/// Whether a row is meant by what is wanted.
type IsMeant = fn(&EditorRow, &str) -> bool;

const IS_INSTEAD_OF: IsMeant = is_instead_of;
const IS_OF_CODE: IsMeant = is_of_code;
const IS_INSTEAD: IsMeant = is_instead;

/// How many pieces a scan stands for: a label may say so.
fn pieces(code: &str) -> i64 {
    pieces_of(code).unwrap_or(1)
}

/// What the product of a code may be called, in lower case: the code as it is, what a GS1 label names, and the number
/// of a trade item however many zeros stand before it.
fn names_of(code: &str) -> Vec<String> {
    let item = item_of(code);
    let number = trade_item(&item).map(|number| format!("{ITEM}{number}"));
    let plain = letters::lower(without_mark(code.trim()));
    let mut names = vec![plain, letters::lower(&item)];
    names.dedup();
    names.extend(number);
    names
}

/// Whether a code is meant by one of those.
fn is_meant(known: &str, wanted: &str) -> bool {
    match wanted.strip_prefix(ITEM) {
        Some(number) => trade_item(known.trim()).is_some_and(|known| known == number),
        None => letters::lower(known.trim()) == wanted,
    }
}

/// Whether a row is a product of this code that goes instead of a line.
fn is_instead(row: &EditorRow, code: &str) -> bool {
    let EditorRow::Instead(row) = row else { return false };
    row.product.code.as_deref().is_some_and(|known| is_meant(known, code))
}

/// Whether it goes instead of this line.
fn is_instead_of(row: &EditorRow, wanted: &str) -> bool {
    let EditorRow::Instead(instead) = row else { return false };
    let (line, code) = wanted.split_once(BETWEEN).unwrap_or_default();
    instead.of.to_string() == line && is_instead(row, code)
}

/// Whether a row is a line of this product, by its code in lower case.
fn is_of_code(row: &EditorRow, code: &str) -> bool {
    let EditorRow::Line(line) = row else { return false };
    let product = line.product.as_ref().and_then(|product| product.code.as_deref());
    line.code_typed.as_deref().or(product).is_some_and(|known| is_meant(known, code))
}

#[cfg(test)]
mod tests {
    use contract::{InsteadRow, ProductRef, RowKey};

    use super::*;

    #[test]
    fn a_label_of_a_trade_item_names_the_product_with_its_number() {
        let of = |code: &str| {
            EditorRow::Instead(Box::new(InsteadRow {
                of: RowKey::Line("line".into()),
                at: 0,
                product: ProductRef {
                    id: "p".into(),
                    code: Some(code.to_owned()),
                    name: None,
                    description: None,
                    category: None,
                },
                quantity: None,
                available: None,
                local: false,
            }))
        };
        let finds = |known: &str, scanned: &str| {
            names_of(scanned).iter().position(|name| is_instead(&of(known), name))
        };
        let label = "]d2010950600013435217271120\u{1d}10LOT-7";
        assert_eq!(finds("9506000134352", label), Some(2));
        assert_eq!(finds("09506000134352", label), Some(1), "the very number comes first");
        assert_eq!(finds("09506000134352", "9506000134352"), Some(1));
        assert_eq!(finds("GLV-0100", " glv-0100 "), Some(0));
        assert_eq!(finds("9506000134369", label), None);
        // No trade items: zeros before them make them others.
        assert_eq!(finds("0012345678", "12345678"), None);
        // A code of one's own that reads like a label.
        assert_eq!(finds("0109506000134352", "0109506000134352"), Some(0));
        let of_line = |name: &str| format!("{}{BETWEEN}{name}", RowKey::Line("line".into()));
        let [.., number] = &names_of(label)[..] else { panic!("no name") };
        assert!(is_instead_of(&of("9506000134352"), &of_line(number)));
        assert_eq!((pieces("(02)09506000134352(37)12"), pieces("GLV-0100")), (12, 1));
    }
}

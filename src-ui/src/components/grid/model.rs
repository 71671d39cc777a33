//! What a grid draws: columns, and rows made of cells. Rows are plain data: a page makes one of a
//! record, the grid draws it, and no signal lives in a cell. Where rows come from is `data`'s.

use leptos::prelude::*;

use super::datum::Datum;

/// How a column's cells are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Text.
    Start,
    /// Numbers.
    End,
    /// Symbols.
    Middle,
}

/// What a column's cells are edited with, where a row allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditorKind {
    /// Free text.
    Text,
    /// A number; digits begin editing, letters stay commands.
    Number,
    /// A number of pieces: digits alone begin editing, signs stay commands too.
    Pieces,
    /// A code, with a list of what it may mean ([`super::CellSearch`]).
    Search,
    /// A name, with such a list.
    Name,
    /// A tick.
    Check,
}

impl EditorKind {
    /// Whether a list opens under the cell.
    pub fn searches(self) -> bool {
        matches!(self, Self::Search | Self::Name)
    }

    /// Whether it holds a number.
    pub fn is_number(self) -> bool {
        matches!(self, Self::Number | Self::Pieces)
    }

    /// Whether letters begin editing: they are text then, and no commands.
    pub fn takes_letters(self) -> bool {
        matches!(self, Self::Text | Self::Search | Self::Name)
    }
}

/// A column.
#[derive(Clone, Copy)]
pub struct Column {
    /// Its name: in the column state, in `data-col`, in sorting.
    pub id: &'static str,
    /// Its head.
    pub label: Signal<String>,
    /// The head is read out but not drawn (columns of symbols).
    pub quiet: bool,
    /// A sign drawn in place of the head, which is read out.
    pub sign: Option<&'static str>,
    /// Width in rem; the growing column has more where there is room.
    pub width: f64,
    /// What it may shrink to once all have given way that may: its width, but for one that grows.
    pub least: f64,
    /// It takes the room that is left; exactly one column does.
    pub grows: bool,
    /// It takes a part of that room, until somebody gives it a width.
    pub shares: bool,
    /// It is left out where the room is short, those with the highest number first, and where nobody
    /// wants it; never at 0.
    pub yields: u8,
    /// Alignment.
    pub align: Align,
    /// It can be sorted by.
    pub sorts: bool,
    /// It can be edited.
    pub editor: Option<EditorKind>,
    /// Its cells name their row: they are read out with every other cell of it.
    pub heads: bool,
    /// Its cells are there to be pressed: nothing of them leaves the window.
    pub pressed: bool,
    /// A file has it also where there is no room for it on screen.
    pub exported: bool,
    /// It is never on screen: on paper its codes end their rows, where somebody wants them.
    pub on_paper: bool,
    /// Its codes are those that scanners read: barcodes and labels are made of them.
    pub scanned: bool,
    /// Its codes are those of products: trade items among them are printed as GS1 wants it.
    pub item: bool,
}

impl Column {
    /// A column of text that can be sorted by.
    pub fn new(id: &'static str, label: Signal<String>, width: f64) -> Self {
        let (align, editor) = (Align::Start, None);
        Self {
            id,
            label,
            quiet: false,
            sign: None,
            width,
            least: width,
            grows: false,
            shares: false,
            yields: 0,
            align,
            sorts: true,
            editor,
            heads: false,
            pressed: false,
            exported: false,
            on_paper: false,
            scanned: false,
            item: false,
        }
    }

    /// Takes the room that is left.
    pub fn grows(self) -> Self {
        Self { grows: true, ..self }
    }

    /// May shrink to this once all columns have given way that may.
    pub fn at_least(self, least: f64) -> Self {
        Self { least, ..self }
    }

    /// Takes a part of the room that is left.
    pub fn shares(self) -> Self {
        Self { shares: true, ..self }
    }

    /// Is left out where the room is short, those with the highest number first.
    pub fn yields(self, rank: u8) -> Self {
        Self { yields: rank, ..self }
    }

    /// Its cells name their row.
    pub fn heads(self) -> Self {
        Self { heads: true, ..self }
    }

    /// Its cells are there to be pressed, and say nothing of the record.
    pub fn pressed(self) -> Self {
        Self { pressed: true, ..self }
    }

    /// Goes into a file also where there is no room for it on screen.
    pub fn exported(self) -> Self {
        Self { exported: true, ..self }
    }

    /// Stands on paper alone: codes of the rows themselves.
    pub fn on_paper(self) -> Self {
        Self { on_paper: true, ..self }
    }

    /// Its codes are those that scanners read.
    pub fn scanned(self) -> Self {
        Self { scanned: true, ..self }
    }

    /// Its codes are those of products, which scanners read.
    pub fn items(self) -> Self {
        Self { item: true, ..self.scanned() }
    }

    /// Holds numbers or days.
    pub fn number(self) -> Self {
        Self { align: Align::End, ..self }
    }

    /// Holds symbols; its head is read out only.
    pub fn symbol(self) -> Self {
        Self { align: Align::Middle, quiet: true, sorts: false, ..self }
    }

    /// Takes the room that is left, from less on; other columns stay as they are.
    pub fn narrowed(self, least: f64) -> Self {
        if self.grows { Self { width: least, least, ..self } } else { self }
    }

    /// Its head is a sign (`#`); the name is read out.
    pub fn signed(self, sign: &'static str) -> Self {
        Self { sign: Some(sign), ..self }
    }

    /// Cannot be sorted by.
    pub fn unsorted(self) -> Self {
        Self { sorts: false, ..self }
    }

    /// Can be edited.
    pub fn edited_by(self, editor: EditorKind) -> Self {
        Self { editor: Some(editor), ..self }
    }
}

/// A symbol with the word for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What is drawn.
    pub glyph: &'static str,
    /// Classes of the kit.
    pub class: &'static str,
    /// What is read out and shown as a tooltip.
    pub word: String,
}

/// A quantity against the one it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// The same: it steps back.
    Same,
    /// Another one: an arrow says so.
    Other,
    /// It stands for itself: what goes in the stead of something else.
    Own,
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A value the service did not give: a dash that says so.
    Absent,
    /// Text of the record: data, in its own direction.
    Text(String),
    /// Text that steps back.
    Dim(String),
    /// Text of ours that steps far back ("pending").
    Faint(String),
    /// What may be typed here; it runs on over the empty cells after it.
    Hint(String),
    /// A code, in mono.
    Code(String),
    /// A bin's name, in mono, its hyphens stepping back.
    Bin(String),
    /// A name: the part before the first comma stands out.
    Name(String),
    /// A name, and beside it what is worth knowing, in a tag of a class (`tag-amber`).
    NameTagged(String, &'static str, String),
    /// A number, already written in the locale.
    Number(String),
    /// The number of a line.
    Ordinal(String),
    /// A quantity that answers another.
    Outcome(String, Against),
    /// A reason as the service writes it, in mono.
    Reason(String),
    /// Where something goes: an arrow and the place.
    To(String),
    /// A symbol.
    Symbol(Symbol),
    /// An icon and a word, of a status class (`st-changed`).
    Status(&'static str, &'static str, String),
    /// A share: a bar, the words beside it, what is read out.
    Share {
        /// Done.
        done: u32,
        /// Of all.
        all: u32,
        /// Beside the bar.
        shown: String,
        /// Read out.
        label: String,
    },
    /// How many of each kind: an icon of a status class and a number each; read out in words.
    Counts {
        /// Class, icon and number of each.
        each: Vec<(&'static str, &'static str, String)>,
        /// Read out.
        label: String,
    },
    /// A word in a tag, of a tag class (`tag-amber`).
    Tag(&'static str, String),
    /// A tick.
    Check(bool),
    /// A button, by its words: pressed by the pointer, or by Enter in its cell.
    Press(String),
}

/// How a cell stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    #[default]
    Plain,
    /// Changed here.
    Local,
    /// Worth a look; why.
    Warn(String),
    /// Wrong; why.
    Error(String),
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What stands in it.
    pub content: Content,
    /// How it stands.
    pub tone: Tone,
    /// What its editor begins with, where this row allows editing it.
    pub edit: Option<String>,
    /// What it stands for, where that is more than its words.
    pub datum: Option<Datum>,
}

impl Cell {
    /// The same cell, editable from this text.
    pub fn editable(self, text: impl Into<String>) -> Self {
        Self { edit: Some(text.into()), ..self }
    }

    /// The same cell, which stands for this; for its words where there is nothing.
    pub fn of(self, datum: Option<impl Into<Datum>>) -> Self {
        Self { datum: datum.map(Into::into), ..self }
    }

    /// The same cell in another tone.
    pub fn tone(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }
}

impl From<Content> for Cell {
    fn from(content: Content) -> Self {
        Self { content, tone: Tone::Plain, edit: None, datum: None }
    }
}

/// What kind of row it is. All have the same height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A record.
    Record,
    /// The head of a group: its name, what stands beside it, and whether its rows are left out.
    Group {
        /// Name.
        name: String,
        /// Beside the name.
        beside: String,
        /// Its rows are left out.
        folded: bool,
    },
    /// A child of the record above.
    Child,
    /// A sentence about the record above.
    Note(Note),
    /// The row under all records that new ones are typed into.
    Entry,
}

/// A sentence about the record above, and what can be done about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The sentence.
    pub text: String,
    /// It is about a refusal, else about something worth a look.
    pub refused: bool,
    /// Names of the actions, told to [`super::Calls::note`], and their words.
    pub actions: Vec<(&'static str, String)>,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What names it among all rows, whatever its place.
    pub key: String,
    /// Its kind.
    pub kind: RowKind,
    /// Classes of the kit beyond its kind (`is-gone`, `is-canceled`, `has-note`).
    pub class: &'static str,
    /// Cells in the order of the columns as declared.
    pub cells: Vec<Cell>,
    /// In a tree: whether its children are shown; `None` if it has none.
    pub unfolded: Option<bool>,
    /// It stands under the head of a group.
    pub in_group: bool,
}

impl Row {
    /// A record.
    pub fn record(key: impl Into<String>, cells: Vec<Cell>) -> Self {
        Self {
            key: key.into(),
            kind: RowKind::Record,
            class: "",
            cells,
            unfolded: None,
            in_group: false,
        }
    }

    /// A child of the record above.
    pub fn child(key: impl Into<String>, cells: Vec<Cell>) -> Self {
        Self { kind: RowKind::Child, ..Self::record(key, cells) }
    }

    /// The head of a group.
    pub fn group(key: impl Into<String>, name: String, beside: String, folded: bool) -> Self {
        let kind = RowKind::Group { name, beside, folded };
        Self { kind, unfolded: Some(!folded), ..Self::record(key, Vec::new()) }
    }

    /// A sentence about the record above.
    pub fn note(key: impl Into<String>, note: Note) -> Self {
        Self { kind: RowKind::Note(note), ..Self::record(key, Vec::new()) }
    }

    /// The row that new records are typed into.
    pub fn entry(key: impl Into<String>, cells: Vec<Cell>) -> Self {
        Self { kind: RowKind::Entry, ..Self::record(key, cells) }
    }

    /// The same row with classes of the kit.
    pub fn class(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    /// The same row with children, shown or left out.
    pub fn with_children(self, shown: bool) -> Self {
        Self { unfolded: Some(shown), ..self }
    }

    /// The same row under the head of a group, where there is one.
    pub fn in_group(self, in_group: bool) -> Self {
        Self { in_group, ..self }
    }

    /// How deep it stands in the tree, from 1.
    pub fn level(&self) -> u32 {
        let is_below = matches!(self.kind, RowKind::Child | RowKind::Note(_));
        1 + u32::from(self.in_group) + u32::from(is_below)
    }

    /// Whether it has one cell across all columns.
    pub fn is_wide(&self) -> bool {
        matches!(self.kind, RowKind::Group { .. } | RowKind::Note(_))
    }
}

/// What an editor hands over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellValue {
    /// As typed; the page reads it.
    Text(String),
    /// Ticked or not.
    Check(bool),
}

/// A cell was edited. The page keeps the value, whatever it is: what cannot be read is shown with
/// an error tone, never thrown away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The row's key.
    pub key: String,
    /// The column.
    pub column: &'static str,
    /// The new value.
    pub value: CellValue,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_stands_below_the_head_of_its_group_and_what_belongs_to_it_below_that() {
        let group = Row::group("g", "Today".into(), String::new(), false);
        let record = Row::record("r", Vec::new());
        let child = Row::child("c", Vec::new());
        assert_eq!([group.level(), record.level(), child.level()], [1, 1, 2]);
        assert_eq!(record.in_group(true).level(), 2);
        assert_eq!(child.in_group(true).level(), 3);
    }
}

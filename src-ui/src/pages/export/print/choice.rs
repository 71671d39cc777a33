//! What the user chose to be printed, and how. Once it was printed it is kept with the preferences and offered again:
//! what depends on the rows, to the same kind of grid.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use contract::{DecimalMark, Language, PaperGroup, PaperItem, PaperSize, PrintSettings};
use leptos::prelude::*;

use super::stock::{OWN_ROLL, OWN_SHEET, StockChoice, count};
use crate::components::grid::{Column, ColumnStand};
use crate::pages::export::cells::scanned_columns;
use crate::pages::export::table::ExportedTable;

/// Most labels of each.
pub const COPIES: u32 = 100;

/// So many columns have room on a page that stands upright.
const UPRIGHT: usize = 8;

/// What is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrintForm {
    /// The rows as a list.
    #[default]
    List,
    /// A label for each row.
    Labels,
    /// The codes that are commands.
    Commands,
    /// Codes to try a scanner with.
    Scanner,
}

/// What the user chose.
#[derive(Clone, Copy)]
pub struct PrintChoice {
    /// What is printed.
    pub form: RwSignal<PrintForm>,
    /// The language of all words on it.
    pub language: RwSignal<Language>,
    /// The page of lists and codes.
    pub size: RwSignal<PaperSize>,
    /// Larger letters.
    pub large: RwSignal<bool>,
    /// Codes are barcodes too.
    pub barcodes: RwSignal<bool>,
    /// The barcode of its line ends each row.
    pub line_codes: RwSignal<bool>,
    /// A box begins each row.
    pub boxes: RwSignal<bool>,
    /// There is room for signatures.
    pub signed: RwSignal<bool>,
    /// Which columns are printed and which are not, by their names; the others are where they are on screen.
    pub columns: RwSignal<BTreeMap<String, bool>>,
    /// The name of the column whose rows stand together; empty for one list.
    pub group: RwSignal<String>,
    /// The name of the column that labels show; empty for the first that can.
    pub labelled: RwSignal<String>,
    /// Labels of trade items have bars, as all others.
    pub bars: RwSignal<bool>,
    /// On which labels.
    pub stock: StockChoice,
    /// So many labels of each.
    pub copies: RwSignal<String>,
    /// The first place of a sheet of labels that is free, from 1.
    pub first: RwSignal<String>,
    /// The edges of labels are drawn.
    pub outlines: RwSignal<bool>,
    /// The printer, by its name; the default one where it is none that is there.
    pub printer: RwSignal<String>,
    /// So many copies of all pages.
    pub sets: RwSignal<u8>,
    /// On both sides.
    pub two_sided: RwSignal<bool>,
}

impl PrintChoice {
    /// Nothing is chosen yet but the language of the window.
    pub fn start(window: Language) -> Self {
        let (text, is) = (|| RwSignal::new(String::new()), || RwSignal::new(false));
        Self {
            form: RwSignal::new(PrintForm::default()),
            language: RwSignal::new(window),
            size: RwSignal::new(PaperSize::default()),
            large: is(),
            barcodes: is(),
            line_codes: is(),
            boxes: is(),
            signed: is(),
            columns: RwSignal::new(BTreeMap::new()),
            group: text(),
            labelled: text(),
            bars: is(),
            stock: StockChoice::start(),
            copies: text(),
            first: text(),
            outlines: is(),
            printer: text(),
            sets: RwSignal::new(1),
            two_sided: is(),
        }
    }

    /// Offers what was printed last of a grid, as this computer printed last; the window's language where
    /// none was chosen.
    pub fn offer(self, last: &PrintSettings, grid: &str, window: Language, mark: DecimalMark) {
        let of_grid = last.grids.get(grid).cloned().unwrap_or_default();
        self.form.set(if of_grid.labels { PrintForm::Labels } else { PrintForm::List });
        self.language.set(last.language.unwrap_or(window));
        self.size.set(last.size);
        self.large.set(last.large);
        self.barcodes.set(of_grid.barcodes);
        self.line_codes.set(of_grid.line_codes);
        self.boxes.set(of_grid.boxes);
        self.signed.set(of_grid.signed);
        self.columns.set(of_grid.columns);
        self.group.set(of_grid.group);
        self.labelled.set(of_grid.labelled);
        self.bars.set(of_grid.bars);
        self.stock.offer(last.stock, [last.own_sheet, last.own_roll], mark);
        self.copies.set(last.copies.to_string());
        self.first.set("1".to_owned());
        self.outlines.set(false);
        self.printer.set(last.printer.clone().unwrap_or_default());
        self.sets.set(1);
        self.two_sided.set(false);
    }

    /// The numbers that are typed, as they are.
    pub fn typed(self) -> String {
        let own = self.stock.typed().into_iter();
        own.chain([self.copies.get(), self.first.get()]).collect::<Vec<_>>().join(" ")
    }

    /// The columns of a table that are printed as a list, each with its place.
    pub fn printed(self, table: &ExportedTable) -> Vec<(u32, Column)> {
        self.columns.with(|wanted| printed_columns(&table.in_order(), wanted))
    }

    /// A table of many columns goes on a wide page, until somebody says otherwise.
    pub fn turn(self, table: &ExportedTable) {
        let is_wide = untrack(|| self.printed(table).len()) > UPRIGHT;
        self.size.update(|size| *size = turned(*size, is_wide));
    }

    /// What is to be offered next time. Codes are of no grid: the form of its rows stays as it was then.
    pub fn keep(self, last: &mut PrintSettings, grid: &str, window: Language) {
        untrack(|| {
            let of_grid = last.grids.entry(grid.to_owned()).or_default();
            match self.form.get() {
                PrintForm::List => {
                    of_grid.labels = false;
                    of_grid.columns = self.columns.get();
                }
                PrintForm::Labels => of_grid.labels = true,
                PrintForm::Commands | PrintForm::Scanner => {}
            }
            of_grid.barcodes = self.barcodes.get();
            of_grid.line_codes = self.line_codes.get();
            of_grid.boxes = self.boxes.get();
            of_grid.signed = self.signed.get();
            of_grid.group = self.group.get();
            of_grid.labelled = self.labelled.get();
            of_grid.bars = self.bars.get();
            last.language = Some(self.language.get()).filter(|language| *language != window);
            last.size = self.size.get();
            last.large = self.large.get();
            if let Some(stock) = self.stock.stock() {
                last.stock = stock;
                match self.stock.id.get().as_str() {
                    OWN_SHEET => last.own_sheet = Some(stock),
                    OWN_ROLL => last.own_roll = Some(stock),
                    _ => {}
                }
            }
            last.copies = count(&self.copies.get(), COPIES).unwrap_or(last.copies);
            last.printer = Some(self.printer.get()).filter(|printer| !printer.is_empty());
        });
    }
}

/// The same paper, upright or wide.
fn turned(size: PaperSize, is_wide: bool) -> PaperSize {
    use PaperSize::{A4, A4Landscape, Letter, LetterLandscape};
    match (size, is_wide) {
        (A4 | A4Landscape, false) => A4,
        (A4 | A4Landscape, true) => A4Landscape,
        (Letter | LetterLandscape, false) => Letter,
        (Letter | LetterLandscape, true) => LetterLandscape,
    }
}

/// What was offered last, so that what was chosen since and not printed stays: of which grid, what was printed of it,
/// and the window's language.
#[derive(Clone, Copy)]
pub struct LastOffer(StoredValue<Option<(&'static str, PrintSettings, Language)>>);

impl LastOffer {
    /// Nothing yet.
    pub fn nothing() -> Self {
        Self(StoredValue::new(None))
    }

    /// Takes what is to be offered; answers whether it was offered already.
    pub fn again(self, grid: &'static str, last: &PrintSettings, window: Language) -> bool {
        let offer = Some((grid, last.clone(), window));
        let is_same = self.0.with_value(|before| *before == offer);
        self.0.set_value(offer);
        is_same
    }

    /// It was printed, or is not wanted again: what is of one time only begins anew.
    pub fn forget(self) {
        self.0.set_value(None);
    }
}

/// Of the columns of a table those that are printed: as somebody wants it of one by its name, else where it is on
/// screen. They keep their order and their places.
pub fn printed_columns(
    columns: &[(u32, Column, ColumnStand)],
    wanted: &BTreeMap<String, bool>,
) -> Vec<(u32, Column)> {
    let is_wanted = |(_, column, stand): &&(u32, Column, ColumnStand)| {
        wanted.get(column.id).copied().unwrap_or(*stand == ColumnStand::OnScreen)
    };
    columns.iter().filter(is_wanted).map(|(at, column, _)| (*at, *column)).collect()
}

/// Columns whose rows may stand together, by their names.
const GROUPS: [&str; 14] = [
    "bin",
    "movement",
    "category",
    "origin",
    "destination",
    "from",
    "to",
    "parent",
    "type",
    "requested_by",
    "by",
    "person",
    "reason",
    "kind",
];

/// The columns by which rows can stand together: each with its place.
pub fn group_columns(columns: &[(usize, Column)]) -> Vec<(u32, Column)> {
    let all = (0..).zip(columns).map(|(at, (_, column))| (at, *column));
    all.filter(|(_, column)| GROUPS.contains(&column.id)).collect()
}

/// How rows stand together by the column of this name; `None` where there is none.
pub fn group_of(columns: &[(usize, Column)], id: &str) -> Option<PaperGroup> {
    let (at, column) = group_columns(columns).into_iter().find(|(_, column)| column.id == id)?;
    Some(if column.id == "bin" { PaperGroup::Aisle(at) } else { PaperGroup::Same(at) })
}

/// The columns that labels can show: each with its place.
pub fn label_columns(columns: &[(usize, Column)]) -> Vec<(u32, Column)> {
    let column = |at: u32| Some((at, columns.get(usize::try_from(at).ok()?)?.1));
    scanned_columns(columns).into_iter().filter_map(column).collect()
}

/// Of these, the one of this name; else the first.
pub fn label_column(columns: &[(u32, Column)], id: &str) -> Option<(u32, Column)> {
    columns.iter().find(|(_, column)| column.id == id).or(columns.first()).copied()
}

/// Where labels of products find lot and expiry, on this day.
pub fn label_item(columns: &[(usize, Column)], today: NaiveDate) -> PaperItem {
    let at = |id| columns.iter().position(|(_, column)| column.id == id);
    let place = |id| at(id).and_then(|at| u32::try_from(at).ok());
    PaperItem { lot: place("lot"), expires: place("expires"), today }
}

/// Columns below the title of a label, the most important first; those with a word before their values.
const LINES: [(&str, bool); 13] = [
    ("name", false),
    ("product", false),
    ("bin", true),
    ("lot", true),
    ("expires", true),
    ("quantity", true),
    ("required", true),
    ("requested", true),
    ("to_ship", true),
    ("to", true),
    ("destination", true),
    ("parent", false),
    ("type", false),
];

/// The columns below the title of a label, which is the column at `code`, each with the word before its values: the
/// head of its column.
pub fn label_lines(columns: &[(usize, Column)], heads: &[String], code: u32) -> Vec<(u32, String)> {
    let line = |(id, worded): (&str, bool)| {
        let at = columns.iter().position(|(_, column)| column.id == id)?;
        let word = heads.get(at).filter(|_| worded).cloned().unwrap_or_default();
        u32::try_from(at).ok().filter(|at| *at != code).map(|at| (at, word))
    };
    LINES.into_iter().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use contract::LabelStock;

    use super::*;
    use crate::pages::export::cells::heads;

    fn columns() -> Vec<(usize, Column)> {
        let column = |id: &'static str| Column::new(id, Signal::stored(id.to_uppercase()), 4.0);
        let all = [
            column("bin").scanned(),
            column("code").items(),
            column("product"),
            column("movement"),
            column("lot"),
            column("comment"),
        ];
        all.into_iter().enumerate().collect()
    }

    #[test]
    fn what_was_printed_is_offered_again_to_the_same_kind_of_grid() {
        use Language::{English, French};
        Owner::new().with(|| {
            let mut kept = PrintSettings::default();
            let choice = PrintChoice::start(English);
            choice.offer(&kept, "tasks", English, DecimalMark::Point);
            choice.columns.set([("lot".to_owned(), false)].into());
            choice.keep(&mut kept, "tasks", English);
            choice.form.set(PrintForm::Labels);
            choice.language.set(French);
            choice.labelled.set("code".into());
            choice.copies.set("3".into());
            choice.boxes.set(true);
            // A list without columns is none: what was not printed is not kept.
            choice.columns.set([("lot".to_owned(), false), ("bin".to_owned(), false)].into());
            choice.line_codes.set(true);
            choice.bars.set(true);
            choice.stock.id.set(OWN_ROLL.to_owned());
            choice.keep(&mut kept, "tasks", English);
            // Codes that were printed meanwhile change nothing of it.
            choice.form.set(PrintForm::Scanner);
            choice.copies.set("none".into());
            choice.keep(&mut kept, "tasks", English);
            let again = PrintChoice::start(English);
            again.offer(&kept, "tasks", English, DecimalMark::Point);
            assert_eq!(again.form.get_untracked(), PrintForm::Labels);
            assert_eq!(again.labelled.get_untracked(), "code");
            assert!(again.boxes.get_untracked() && again.bars.get_untracked());
            assert_eq!(again.columns.get_untracked(), BTreeMap::from([("lot".to_owned(), false)]));
            assert!(again.line_codes.get_untracked());
            assert_eq!(untrack(|| again.stock.stock()), Some(LabelStock::Roll(700, 370)));
            // What is of the paper is offered to every grid, what is of the rows is not.
            again.offer(&kept, "products", English, DecimalMark::Point);
            assert_eq!(again.form.get_untracked(), PrintForm::List);
            assert_eq!(again.labelled.get_untracked(), "");
            assert!(!again.boxes.get_untracked() && !again.bars.get_untracked());
            assert!(again.columns.with_untracked(BTreeMap::is_empty));
            assert_eq!(again.copies.get_untracked(), "3");
            assert_eq!(again.language.get_untracked(), French);
            // The window's language is that of the moment.
            again.language.set(English);
            again.keep(&mut kept, "products", English);
            again.offer(&kept, "products", French, DecimalMark::Point);
            assert_eq!(again.language.get_untracked(), French);
        });
    }

    #[test]
    fn what_was_chosen_stays_until_it_is_printed_or_something_else_is_offered() {
        use Language::{English, French};
        Owner::new().with(|| {
            let (offered, last) = (LastOffer::nothing(), PrintSettings::default());
            assert!(!offered.again("tasks", &last, English));
            assert!(offered.again("tasks", &last, English));
            assert!(!offered.again("tasks", &last, French), "the window speaks another language");
            assert!(!offered.again("products", &last, French));
            let other = PrintSettings { copies: 7, ..last.clone() };
            assert!(!offered.again("products", &other, French));
            offered.forget();
            assert!(!offered.again("products", &other, French), "it was printed");
        });
    }

    #[test]
    fn columns_are_printed_as_somebody_said_by_their_names_and_new_ones_as_they_are_on_screen() {
        use ColumnStand::{Beside, Hidden, OnScreen};
        Owner::new().with(|| {
            let column = |id: &'static str| Column::new(id, Signal::stored(String::new()), 4.0);
            // Those on screen are read first, whatever stands between them.
            let columns = [
                (0, column("bin"), OnScreen),
                (3, column("lot"), Beside),
                (1, column("code"), OnScreen),
                (4, column("comment"), Hidden),
                (2, column("quantity"), OnScreen),
            ];
            let printed = |wanted: &[(&str, bool)]| {
                let wanted = wanted.iter().map(|(id, is)| ((*id).to_owned(), *is)).collect();
                let printed = printed_columns(&columns, &wanted);
                printed.into_iter().map(|(at, column)| (at, column.id)).collect::<Vec<_>>()
            };
            assert_eq!(printed(&[]), [(0, "bin"), (1, "code"), (2, "quantity")]);
            // What is left out moves no place, and what is taken in comes where the grid has it.
            let wanted = [("bin", false), ("comment", true), ("gone", true), ("lot", true)];
            let expected = [(3, "lot"), (1, "code"), (4, "comment"), (2, "quantity")];
            assert_eq!(printed(&wanted), expected);
            assert!(printed(&[("bin", false), ("code", false), ("quantity", false)]).is_empty());
        });
    }

    #[test]
    fn rows_stand_together_by_what_they_have_in_common_and_bins_by_their_aisles() {
        Owner::new().with(|| {
            let columns = columns();
            let ids: Vec<_> = group_columns(&columns).iter().map(|(_, it)| it.id).collect();
            assert_eq!(ids, ["bin", "movement"]);
            assert_eq!(group_of(&columns, "bin"), Some(PaperGroup::Aisle(0)));
            assert_eq!(group_of(&columns, "movement"), Some(PaperGroup::Same(3)));
            assert_eq!(group_of(&columns, "comment"), None);
            assert_eq!(group_of(&columns, ""), None);
            let today = NaiveDate::default();
            let item = PaperItem { lot: Some(4), expires: None, today };
            assert_eq!(label_item(&columns, today), item);
        });
    }

    #[test]
    fn a_label_says_what_it_is_a_label_of_and_not_its_title_again() {
        Owner::new().with(|| {
            let columns = columns();
            let ids: Vec<_> = label_columns(&columns).iter().map(|(at, it)| (*at, it.id)).collect();
            assert_eq!(ids, [(0, "bin"), (1, "code")]);
            let chosen = |id| label_column(&label_columns(&columns), id).map(|(at, _)| at);
            assert_eq!([chosen("code"), chosen(""), chosen("gone")], [Some(1), Some(0), Some(0)]);
            let expected = [(2, ""), (4, "LOT")].map(|(at, word)| (at, word.to_owned()));
            let heads = heads(&columns);
            assert_eq!(label_lines(&columns, &heads, 0), expected);
            assert_eq!(label_lines(&columns, &heads, 1)[1], (0, "BIN".to_owned()));
        });
    }
}

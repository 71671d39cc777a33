//! What the user chose to be printed, and how. It holds for the next list too, as long as the page is open; sizes
//! and the printer are kept with the preferences.

use contract::{Language, PaperGroup, PaperSize};
use leptos::prelude::*;

use super::stock::StockChoice;
use crate::components::grid::Column;
use crate::look::use_look;
use crate::pages::export::cells::scanned_columns;
use crate::wording::format::use_format;

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
    /// A box begins each row.
    pub boxes: RwSignal<bool>,
    /// There is room for signatures.
    pub signed: RwSignal<bool>,
    /// The name of the column whose rows stand together; empty for one list.
    pub group: RwSignal<String>,
    /// The name of the column that labels show; empty for the first that can.
    pub labelled: RwSignal<String>,
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
    /// A plain list, on what was printed last.
    pub fn start() -> Self {
        let look = use_look();
        let last = look.now().print;
        let mark = untrack(|| use_format().decimal_mark());
        Self {
            form: RwSignal::new(PrintForm::List),
            language: RwSignal::new(last.language.unwrap_or(untrack(|| look.language()))),
            size: RwSignal::new(last.size),
            large: RwSignal::new(false),
            barcodes: RwSignal::new(false),
            boxes: RwSignal::new(false),
            signed: RwSignal::new(false),
            group: RwSignal::new(String::new()),
            labelled: RwSignal::new(String::new()),
            stock: StockChoice::start(last.stock, mark),
            copies: RwSignal::new("1".to_owned()),
            first: RwSignal::new("1".to_owned()),
            outlines: RwSignal::new(false),
            printer: RwSignal::new(last.printer.unwrap_or_default()),
            sets: RwSignal::new(1),
            two_sided: RwSignal::new(false),
        }
    }
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
pub fn label_lines(
    columns: &[(usize, Column)],
    heads: &[String],
    code: u32,
) -> Vec<(u32, String)> {
    let line = |(id, worded): (&str, bool)| {
        let at = columns.iter().position(|(_, column)| column.id == id)?;
        let word = heads.get(at).filter(|_| worded).cloned().unwrap_or_default();
        u32::try_from(at).ok().filter(|at| *at != code).map(|at| (at, word))
    };
    LINES.into_iter().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::export::cells::heads;

    fn columns() -> Vec<(usize, Column)> {
        let column = |id: &'static str| Column::new(id, Signal::stored(id.to_uppercase()), 4.0);
        let all = [
            column("bin").scanned(),
            column("code").scanned(),
            column("product"),
            column("movement"),
            column("lot"),
            column("comment"),
        ];
        all.into_iter().enumerate().collect()
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
        });
    }

    #[test]
    fn a_label_says_what_it_is_a_label_of_and_not_its_title_again() {
        Owner::new().with(|| {
            let columns = columns();
            let ids: Vec<_> = label_columns(&columns).iter().map(|(at, it)| (*at, it.id)).collect();
            assert_eq!(ids, [(0, "bin"), (1, "code")]);
            let expected = [(2, ""), (4, "LOT")].map(|(at, word)| (at, word.to_owned()));
            let heads = heads(&columns);
            assert_eq!(label_lines(&columns, &heads, 0), expected);
            assert_eq!(label_lines(&columns, &heads, 1)[1], (0, "BIN".to_owned()));
        });
    }
}

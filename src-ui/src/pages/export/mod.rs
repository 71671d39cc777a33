//! What a grid shows, leaving the window: its rows as they are filtered, sorted and folded, its columns as they
//! stand on screen. Ctrl+E, or the button beside the columns, exports it into a workbook, comma separated values
//! or onto the clipboard; Ctrl+P prints it (`print`). One for all pages; the history writes its journal itself.
//!
//! Files: `table` (what a grid shows, read to the end), `cells` (its rows as cells of a table), `run` (an export:
//! portion after portion goes where it belongs), `sheet` (what is asked and said meanwhile).

mod cells;
mod print;
mod run;
mod sheet;
mod table;

use leptos::prelude::*;

use crate::components::IconButton;
use crate::i18n::{text, use_i18n};
use crate::keys::use_keys;
use print::PrintTool;
use run::Export;
use sheet::ExportSheet;

pub use table::{Exported, known_facts, lines_of};

/// The buttons; they bind the keys, and draw what is asked. Of several grids the one with the focus is
/// meant, else the first that is drawn.
#[component]
pub fn ExportTool(
    /// The page's grids.
    grids: Vec<Exported>,
    /// Counts how often the page asks for labels of their rows.
    #[prop(optional, into)]
    labels: Option<Signal<u32>>,
) -> impl IntoView {
    let i18n = use_i18n();
    let export = Export::start(grids.clone());
    use_keys().on_page("Ctrl+E", text!(i18n, export.act), move || export.open());
    view! {
        <IconButton
            label=text!(i18n, export.act)
            icon="download"
            chord="Ctrl+E"
            on_press=move |()| export.open()
            testid="export-table"
        />
        <PrintTool grids labels />
        <ExportSheet export />
    }
}

//! Exporting what a grid shows, by Ctrl+E or the button beside its columns, and printing it, by Ctrl+P: its rows as they are
//! filtered, sorted and folded, its columns as they stand on screen. Into a workbook, comma separated
//! values, or onto the clipboard. One for all pages; the history writes its journal itself.
//!
//! Files: `cells` (rows of a grid as cells of a table), `paper` (how it is printed), `run` (reading them to the end and putting them
//! where they go), `sheet` (what is asked and said meanwhile).

mod cells;
mod paper;
mod run;
mod sheet;

use leptos::prelude::*;

use crate::components::IconButton;
use crate::i18n::{text, use_i18n};
use crate::keys::use_keys;
use run::Export;
use sheet::ExportSheet;

pub use run::Exported;

/// The button; it binds the key, and draws what is asked. Of several grids the one with the focus is
/// exported, else the first that is drawn.
#[component]
pub fn ExportTool(
    /// The page's grids.
    grids: Vec<Exported>,
) -> impl IntoView {
    let i18n = use_i18n();
    let export = Export::start(grids);
    use_keys().on_page("Ctrl+E", text!(i18n, export.act), move || export.open());
    use_keys().on_page("Ctrl+P", text!(i18n, paper.act), move || export.print());
    view! {
        <IconButton
            label=text!(i18n, export.act)
            icon="download"
            chord="Ctrl+E"
            on_press=move |()| export.open()
            testid="export-table"
        />
        <IconButton
            label=text!(i18n, paper.act)
            icon="printer"
            chord="Ctrl+P"
            on_press=move |()| export.print()
            testid="print-table"
        />
        <ExportSheet export />
    }
}

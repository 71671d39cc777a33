//! Printing what a grid shows: as a list, or as labels; and the codes that a scanner is set up and commanded with.
//!
//! Files: `choice` (what the user chose), `stock` (on which labels), `paper` (the choice as it is handed over, with
//! its words), `run` (reading the rows, saving, printing), `fields` (what can be chosen), `columns` (of them, which
//! columns a list has), `preview` (the pages as they will be), `sheet` (all of it).

mod choice;
mod columns;
mod fields;
mod paper;
mod preview;
mod run;
mod sheet;
mod stock;

use leptos::prelude::*;

use crate::components::IconButton;
use crate::effect::effect_after;
use crate::i18n::{text, use_i18n};
use crate::keys::use_keys;
use crate::pages::export::table::Exported;
use run::Print;
use sheet::PrintSheet;

/// The button; it binds the key, and draws what is asked.
#[component]
pub fn PrintTool(
    /// The page's grids.
    grids: Vec<Exported>,
    /// Counts how often the page asks for labels of their rows.
    labels: Option<Signal<u32>>,
) -> impl IntoView {
    let i18n = use_i18n();
    let print = Print::start(grids);
    effect_after(move |before: Option<Option<u32>>| {
        let asked = labels.map(|asked| asked.get());
        if before.is_some_and(|before| before != asked) {
            print.open_labels();
        }
        asked
    });
    use_keys().on_page("Ctrl+P", text!(i18n, paper.act), move || print.open());
    view! {
        <IconButton
            label=text!(i18n, paper.act)
            icon="printer"
            chord="Ctrl+P"
            on_press=move |()| print.open()
            testid="print-table"
        />
        <PrintSheet print />
    }
}

//! Labels of a walk: its bins and its products as barcodes, to try a scanner with or to be printed.

use contract::{ListTasks, OnlyTasks};
use leptos::prelude::*;

use super::head::WalkSheet;
use super::state::WalkPage;
use crate::components::{Button, ButtonKind, Sheet, SheetFoot, Show, Size};
use crate::data::query::use_query;
use crate::dom;
use crate::i18n::text;
use crate::pages::labels::Labels;

/// Labels of so many tasks are drawn.
const MOST: u32 = 200;

/// The sheet with the labels.
#[component]
pub fn LabelSheet(page: WalkPage, sheet: RwSignal<Option<WalkSheet>>) -> impl IntoView {
    view! {
        <Show when=move || sheet.get() == Some(WalkSheet::Labels)>
            <Opened page on_close=move |()| sheet.set(None) />
        </Show>
    }
}

#[component]
fn Opened(page: WalkPage, #[prop(into)] on_close: Callback<()>) -> impl IntoView {
    let i18n = page.i18n;
    let tasks = use_query(move || {
        let (text, only) = (String::new(), OnlyTasks::All);
        Some(ListTasks { walk: page.key, start: 0, count: MOST, text, only })
    });
    let of = move |product: bool| {
        let tasks = tasks.get().map(|page| page.rows).unwrap_or_default();
        let mut seen = Vec::new();
        let label = |task: contract::PickTask| match product {
            true => Some((task.product.name.unwrap_or_default(), task.product.code?)),
            false => Some((String::new(), task.bin?.name)),
        };
        for of in tasks.into_iter().filter_map(label) {
            if !seen.contains(&of) {
                seen.push(of);
            }
        }
        seen
    };
    view! {
        <Sheet
            title=text!(i18n, walk.labels_title)
            lead=text!(i18n, walk.labels_text)
            on_close
            wide=true
            from_top=true
            testid="labels-sheet"
        >
            <div class="sheet-body printed">
                <h3>{text!(i18n, walk.labels_bins)}</h3>
                <Labels labels=Signal::derive(move || of(false)) />
                <h3>{text!(i18n, walk.labels_products)}</h3>
                <Labels labels=Signal::derive(move || of(true)) />
            </div>
            <SheetFoot>
                <Button
                    label=text!(i18n, app.close)
                    size=Size::Large
                    chord="Esc"
                    on_press=on_close
                    testid="labels-close"
                />
                <span class="push"></span>
                <Button
                    label=text!(i18n, walk.print)
                    kind=ButtonKind::Primary
                    size=Size::Large
                    on_press=|()| dom::print()
                    testid="labels-print"
                />
            </SheetFoot>
        </Sheet>
    }
}

//! Labels of a walk: its bins and its products as barcodes, to try a scanner with or to be printed.

use leptos::prelude::*;

use super::state::WalkPage;
use crate::components::{AskFoot, Sheet};
use crate::dom;
use crate::i18n::text;
use crate::pages::labels::Labels;

/// Labels of so many tasks are drawn.
const MOST: usize = 200;

/// The sheet with the labels.
#[component]
pub fn LabelSheet(page: WalkPage, #[prop(into)] on_close: Callback<()>) -> impl IntoView {
    let i18n = page.i18n;
    let tasks = page.use_tasks();
    let of = move |product: bool| {
        let tasks = tasks.get().into_iter().take(MOST);
        let mut seen = Vec::new();
        let label = |task: contract::PickTask| match product {
            true => Some((task.product.name.unwrap_or_default(), task.product.code?)),
            false => Some((String::new(), task.bin?.name)),
        };
        for of in tasks.filter_map(label) {
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
            <AskFoot
                back=text!(i18n, app.close)
                on_back=on_close
                act=text!(i18n, walk.print)
                on_act=|()| dom::print()
                testids=("labels-close", "labels-print")
            />
        </Sheet>
    }
}

//! Inserting a stocklist: a button that opens the list of stocklists; the items of the selected one
//! become lines.

use contract::{ListStocklists, Page, Rows, StocklistFilter, StocklistId, StocklistRow};
use leptos::html;
use leptos::prelude::*;

use super::editor::Editor;
use crate::components::{Button, ButtonKind, Choice, Listbox, Popup};
use crate::data::query::{Query, use_query};
use crate::dom;
use crate::i18n::{say, text, use_i18n};
use crate::wording::format::use_format;

/// So many are offered; who looks for another one types.
const OFFERED: u32 = 500;

/// The button and its list.
#[component]
pub fn InsertStocklist(editor: Editor) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let open = editor.inserting;
    let anchor = NodeRef::<html::Div>::new();
    let lists: Query<Page<StocklistRow>> = use_query(move || {
        let filter = StocklistFilter::default();
        open.get().then(|| ListStocklists { rows: Rows::first(OFFERED), filter })
    });
    let choices = Signal::derive(move || {
        let choice = |row: &StocklistRow| Choice {
            id: row.id.as_str().to_owned(),
            label: row.name.clone(),
            detail: say!(
                i18n,
                editor.list_lines,
                count = row.items,
                number = format.number(row.items)
            ),
            ..Choice::default()
        };
        lists.reply.with(|page| page.iter().flat_map(|page| &page.rows).map(choice).collect())
    });
    let close = Callback::new(move |()| {
        open.set(false);
        if let Some(anchor) = anchor.get_untracked() {
            dom::focus_first(&anchor, "button");
        }
    });
    let take = Callback::new(move |id: String| {
        close.run(());
        editor.insert_stocklist(StocklistId::from(id.as_str()));
    });
    let label = text!(i18n, editor.insert_stocklist);
    // Drawn when the lists are here: its field is for long lists alone.
    let is_here = move || lists.reply.with(Option::is_some);
    view! {
        <div node_ref=anchor>
            <Button
                label
                kind=ButtonKind::Quiet
                icon="clipboard-list"
                off=editor.why_not
                on_press=move |()| open.update(|open| *open = !*open)
                testid="insert-stocklist"
            />
            <Popup anchor open>
                <Show when=is_here>
                    <Listbox label choices chosen=Signal::stored(Vec::new()) on_take=take on_close=close />
                </Show>
            </Popup>
        </div>
    }
}

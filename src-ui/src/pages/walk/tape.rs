//! All that was scanned in a walk, each with what it did; and what it counted can be taken back.

use contract::{ListScans, WalkScan};
use leptos::prelude::*;

use super::jobs::WalkJob;
use super::scans::said;
use super::state::{WalkPage, counts};
use super::words::{Outcome, icon, outcome};
use crate::components::{Button, ButtonKind, CloseFoot, Icon, Sheet, Show, Size};
use crate::data::query::use_query;
use crate::i18n::{say, text};

/// So many scans are shown.
const MOST: u32 = 1_000;

/// The sheet with all scans.
#[component]
pub fn TapeSheet(page: WalkPage, #[prop(into)] on_close: Callback<()>) -> impl IntoView {
    let i18n = page.i18n;
    let scans = use_query(move || Some(ListScans { walk: page.key, count: MOST }));
    let all = move || scans.get().unwrap_or_default();
    let rows = move || all().into_iter().map(|scan| view! { <ScanRow page scan /> }).collect_view();
    let nothing = move || scans.get().is_some_and(|all| all.is_empty());
    view! {
        <Sheet
            title=text!(i18n, walk.all_scans)
            lead=text!(i18n, walk.all_scans_text)
            on_close
            wide=true
            from_top=true
            testid="tape-sheet"
        >
            <div class="sheet-body">
                <ol class="tape" role="list" data-testid="tape">{rows}</ol>
                <Show when=nothing><p class="hint">{text!(i18n, walk.no_scans)}</p></Show>
            </div>
            <CloseFoot on_close testid="tape-close" />
        </Sheet>
    }
}

#[component]
fn ScanRow(page: WalkPage, scan: WalkScan) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let end = outcome(&scan);
    let class = match end {
        Outcome::Good => "tape-row ok",
        Outcome::Bad => "tape-row bad",
        Outcome::Asks | Outcome::Undone => "tape-row",
    };
    let (title, _) = said(i18n, format, &scan);
    let (can, number) = (counts(&scan), scan.number);
    let named = say!(i18n, walk.take_back_named, code = scan.code.clone());
    view! {
        <li class=class data-testid="tape-row">
            <Icon name=icon(end) />
            <span class="num faint">{format.exact(scan.at)}</span>
            <span class="code trunc">{scan.code}</span>
            <span class="said" dir="auto">{title}</span>
            {can.then(|| view! {
                <span title=named>
                    <Button
                        label=text!(i18n, walk.take_back)
                        kind=ButtonKind::Quiet
                        size=Size::Small
                        icon="undo-2"
                        on_press=move |()| page.push(WalkJob::TakeBack(Some(number)))
                        testid="tape-take-back"
                    />
                </span>
            })}
        </li>
    }
}

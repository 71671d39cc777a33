//! Decisions to be reviewed, over all movements: proposals first, then what is in the service and nobody looked
//! at. Beside the list one of them with what helps to judge it; one key decides. Deliberately absent:
//! changing a proposal, which is done at its line.

mod acts;
mod card;
mod chosen;
mod columns;
mod filters;
mod meanwhile;
mod past;
mod state;
mod tools;
mod wishes;
mod words;

use std::sync::Arc;

use contract::{DataSet, ReadChannel};
use leptos::prelude::*;

use crate::components::grid::{Grid, Row};
use crate::components::{Icon, KeyHint, Show, StatusLine};
use crate::data::query::use_query;
use crate::frame::ServiceBanner;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::navigation::Sheets;
use crate::pages::list::{About, ListBody, ListHead, ListState, NoRows};
use crate::pages::use_layout;
use crate::wording::format::use_format;
use acts::bind;
use card::Card;
use columns::columns;
use state::ReviewState;
use tools::Tools;

/// The page.
#[component]
pub fn ReviewPage() -> impl IntoView {
    let i18n = use_i18n();
    let (layout, keep) = use_layout("review", "", false);
    let page = ReviewState::start();
    let filters = page.filters;
    let list = ListState::start(
        page.rows,
        About {
            data: Callback::new(|()| Some(DataSet::Movements)),
            text: filters.quiet,
            filtered: Signal::derive(move || filters.any()),
            clear: Callback::new(move |()| filters.clear()),
            detail: None,
        },
    );
    page.grid.set(Some(list.keys.grid));
    bind(page);
    page.keep_notes();
    page.go_on();
    let see = move |row: Option<Arc<Row>>| page.current.set(row.map(|row| row.key.clone()));
    let fold = Callback::new(move |row: Arc<Row>| filters.folded.fold(&row.key));
    let meta = Signal::derive(move || page.meta());
    view! {
        <ListHead list title=text!(i18n, review.title) meta>
            <Kept />
        </ListHead>
        <Tools page find=list.keys.find grid=list.keys.grid />
        <ServiceBanner retry=list.read failure=list.failure />
        <div class="body" node_ref=list.keys.body>
            <div class="stack queue">
                <ListBody list says=says(i18n)>
                    <Grid
                        name="review"
                        label=text!(i18n, review.title)
                        columns=columns(i18n)
                        data=list.rows
                        layout
                        on_layout=keep
                        on_open=move |_| page.open_line()
                        on_fold=fold
                        tree=true
                        on_current=see
                        begin_in="product"
                        handle=list.keys.grid
                    />
                </ListBody>
            </div>
            <Show when=move || page.current.with(Option::is_some)>
                <Card page />
            </Show>
        </div>
        <Foot page />
    }
}

fn says(i18n: I18n) -> NoRows {
    NoRows {
        icon: "inbox",
        empty: text!(i18n, review.empty_title),
        empty_more: text!(i18n, review.empty_text),
        no_match: text!(i18n, review.no_match_title),
        no_match_more: text!(i18n, review.no_match_text),
    }
}

/// Where marks and proposals are kept.
#[component]
fn Kept() -> impl IntoView {
    let (i18n, channel) = (use_i18n(), use_query(|| Some(ReadChannel {})));
    let (format, sheets) = (use_format(), expect_context::<Sheets>());
    let said = move || {
        let state = channel.get().unwrap_or_default();
        match (state.place, state.trouble) {
            (None, _) => ("monitor", say!(i18n, review.kept_here).to_owned()),
            (Some(_), Some(_)) => ("cloud-off", say!(i18n, review.channel_away).to_owned()),
            (Some(_), None) => {
                let number = format.number(state.stations);
                ("users", say!(i18n, review.shared, count = state.stations, number = number))
            }
        }
    };
    let icon = move || said().0;
    view! {
        <button
            type="button"
            class="meta nowrap opt link with-icon"
            data-testid="review-channel"
            on:click=move |_| sheets.settings.set(true)
        >
            {move || view! { <Icon name=icon() class="icon icon-sm" /> }}
            <span>{move || said().1}</span>
        </button>
    }
}

#[component]
fn Foot(page: ReviewState) -> impl IntoView {
    let i18n = use_i18n();
    let hints = vec![
        KeyHint { chord: "J", label: text!(i18n, review.hint_step) },
        KeyHint { chord: "A", label: text!(i18n, review.hint_approve) },
        KeyHint { chord: "X", label: text!(i18n, review.hint_reject) },
        KeyHint { chord: "P", label: text!(i18n, review.hint_replace) },
        KeyHint { chord: "M", label: text!(i18n, review.hint_mark) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ];
    let count = move || {
        let matching = page.rows.whole.with(|whole| whole.as_ref().map(|it| it.matching))?;
        let number = page.format.number(matching);
        Some(view! { <span>{say!(i18n, review.count, count = matching, number = number)}</span> })
    };
    view! {
        <StatusLine hints>
            {count}
            <span class="more">{text!(i18n, review.checked_again)}</span>
        </StatusLine>
    }
}

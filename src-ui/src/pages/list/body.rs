//! What the pages of a list draw alike: the head with its refreshing, what stands where there are no
//! rows and what to do about it, and the count of the status line.

use leptos::prelude::*;

use super::{ListState, ListStatus};
use crate::components::{Button, Empty, IconButton, Progress, Show};
use crate::data::rows::Whole;
use crate::effect::memo;
use crate::frame::PaneHead;
use crate::i18n::{say, text, use_i18n};
use crate::wording::format::use_format;

/// What a page says while it has no rows.
#[derive(Clone, Copy)]
pub struct NoRows {
    /// The icon of its records.
    pub icon: &'static str,
    /// There are none in the service.
    pub empty: Signal<String>,
    /// More of it.
    pub empty_more: Signal<String>,
    /// None fits what is looked for.
    pub no_match: Signal<String>,
    /// How many there are; may be nothing.
    pub no_match_more: Signal<String>,
}

/// The head of a list's page: title, facts, refreshing, then the page's own actions.
#[component]
pub fn ListHead(
    /// The list.
    list: ListState,
    /// The title.
    title: Signal<String>,
    /// Facts beside the title.
    #[prop(into)]
    meta: Signal<String>,
    /// The page's own actions.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <PaneHead title meta>
            <Show when=move || list.panel_hidden.get()>
                <IconButton
                    label=text!(i18n, list.details)
                    icon="eye"
                    chord="Space"
                    on_press=move |()| list.enter_panel()
                    testid="show-details"
                />
            </Show>
            <IconButton
                label=text!(i18n, list.refresh)
                icon="refresh-cw"
                chord="F5"
                busy=list.reading
                on_press=list.read
                testid="refresh"
            />
            {children.map(|children| children())}
        </PaneHead>
    }
}

/// The grid (the children) while there are rows or some may come, else why there are none.
#[component]
pub fn ListBody(
    /// The list.
    list: ListState,
    /// What is said while there are no rows.
    says: NoRows,
    /// The grid.
    children: ChildrenFn,
) -> impl IntoView {
    let has_grid = move || matches!(list.standing.get(), ListStatus::Rows | ListStatus::Reading);
    view! {
        <Show when=has_grid fallback=move || view! { <Nothing list says /> }>{children()}</Show>
    }
}

#[component]
fn Nothing(list: ListState, says: NoRows) -> impl IntoView {
    let i18n = use_i18n();
    // A failure is told above, with a way to try again.
    let failed = memo(move || list.failure.with(Option::is_some));
    move || match list.standing.get() {
        ListStatus::NoMatch => view! {
            <Empty icon="search" title=says.no_match text=says.no_match_more testid="no-match">
                <Button
                    label=text!(i18n, list.clear)
                    chord="Esc"
                    on_press=list.keys.clear
                    testid="clear-filters"
                />
            </Empty>
        }
        .into_any(),
        ListStatus::Unread => {
            let (title, text) = (text!(i18n, list.unread_title), text!(i18n, list.unread_text));
            let label = text!(i18n, list.read_now);
            view! {
                <Empty icon="cloud-off" title text testid="unread">
                    <Show when=move || !failed.get()>
                        <Button label chord="F5" on_press=list.read testid="read-now" />
                    </Show>
                </Empty>
            }
            .into_any()
        }
        _ => view! {
            <Empty icon=says.icon title=says.empty text=says.empty_more testid="empty" />
        }
        .into_any(),
    }
}

/// The first fact of the status line: how many there are, or how many a first reading has brought.
#[component]
pub fn CountFact(
    /// What is known of the list.
    #[prop(into)]
    whole: Signal<Option<Whole>>,
    /// The count in words, from the number and the number as written.
    #[prop(into)]
    words: Callback<(u32, String), String>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    move || {
        let whole = whole.get()?;
        let drawn = match (whole.freshness.as_of, whole.freshness.reading) {
            (None, None) => return None,
            (None, Some(0)) => view! { <span>{say!(i18n, list.getting)}</span> }.into_any(),
            (None, Some(read)) => view! {
                <span>
                    <Progress label=text!(i18n, list.getting) done=read all=0 />
                    {say!(i18n, list.search_meanwhile, number = format.number(read))}
                </span>
            }
            .into_any(),
            (Some(_), _) => {
                let count = words.run((whole.matching, format.number(whole.matching)));
                view! { <span>{count}</span> }.into_any()
            }
        };
        Some(drawn)
    }
}

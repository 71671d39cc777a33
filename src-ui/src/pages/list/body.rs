//! What a page draws where its rows are not: bones, or why there are none and what to do; and the
//! count of the status line.

use contract::Failure;
use leptos::prelude::*;

use super::Standing;
use crate::components::{Button, Empty, Progress};
use crate::format::use_format;
use crate::i18n::{say, text, use_i18n};
use crate::rows::Whole;

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

/// The grid (the children) while there are rows or some may come, else why there are none.
#[component]
pub fn ListBody(
    /// How the list stands.
    standing: Memo<Standing>,
    /// What is said while there are no rows.
    says: NoRows,
    /// Filters nothing.
    #[prop(into)]
    on_clear: Callback<()>,
    /// Reads the list.
    #[prop(into)]
    on_read: Callback<()>,
    /// Why the last reading failed; drawn elsewhere, with a way to try again.
    failure: Signal<Option<Failure>>,
    /// The grid.
    children: ChildrenFn,
) -> impl IntoView {
    let has_grid = move || matches!(standing.get(), Standing::Rows | Standing::Reading);
    let nothing = move || view! { <Nothing standing says on_clear on_read failure /> };
    view! { <Show when=has_grid fallback=nothing>{children()}</Show> }
}

#[component]
fn Nothing(
    standing: Memo<Standing>,
    says: NoRows,
    on_clear: Callback<()>,
    on_read: Callback<()>,
    failure: Signal<Option<Failure>>,
) -> impl IntoView {
    let i18n = use_i18n();
    let has_failed = Memo::new(move |_| failure.with(Option::is_some));
    move || match standing.get() {
        Standing::NoMatch => view! {
            <Empty icon="search" title=says.no_match text=says.no_match_more testid="no-match">
                <Button
                    label=text!(i18n, list.clear)
                    chord="Esc"
                    on_press=on_clear
                    testid="clear-filters"
                />
            </Empty>
        }
        .into_any(),
        Standing::Unread => view! {
            <Empty
                icon="cloud-off"
                title=text!(i18n, list.unread_title)
                text=text!(i18n, list.unread_text)
                testid="unread"
            >
                {(!has_failed.get()).then(|| view! {
                    <Button
                        label=text!(i18n, list.read_now)
                        chord="F5"
                        on_press=on_read
                        testid="read-now"
                    />
                })}
            </Empty>
        }
        .into_any(),
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
            (None, Some(0)) => {
                view! { <span>{say!(i18n, list.getting)}</span> }.into_any()
            }
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

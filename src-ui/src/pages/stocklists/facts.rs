//! More facts of a stocklist: what type of list it is, and who reviewed, verified, checked, issued,
//! delivered and received it.

use chrono::{DateTime, Utc};
use contract::{Person, Stocklist};
use leptos::prelude::*;

use crate::i18n::{I18n, say, text};
use crate::ipc;
use crate::wording::format::Format;

/// The facts, folded until somebody wants them; the choice stays while one walks through the lists.
/// Of what the service does not tell there is no row.
#[component]
pub fn MoreFacts(
    /// The list.
    list: Stocklist,
    /// Whether they are shown.
    open: RwSignal<bool>,
    /// The user's language.
    i18n: I18n,
    /// The user's way of writing days.
    format: Format,
) -> impl IntoView {
    let row = move |(name, value): (&'static str, String)| {
        view! { <dt>{name}</dt><dd dir="auto">{value}</dd> }
    };
    let has_any = untrack(|| !facts(i18n, format, &list).is_empty());
    let rows = move || facts(i18n, format, &list).into_iter().map(row).collect_view();
    has_any.then(|| {
        view! {
            <details
                class="more-facts"
                open=untrack(|| open.get())
                on:toggle:target=move |event| open.set(event.target().open())
                data-testid="stocklist-facts"
            >
                <summary>{text!(i18n, stocklists.more_facts)}</summary>
                <dl class="facts-list small">{rows}</dl>
            </details>
        }
    })
}

/// Names and values of what there is.
fn facts(i18n: I18n, format: Format, list: &Stocklist) -> Vec<(&'static str, String)> {
    let told = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let template = list.is_template.map(|is_template| match is_template {
        true => say!(i18n, stocklists.yes).to_owned(),
        false => say!(i18n, stocklists.no).to_owned(),
    });
    let step = |at: Option<DateTime<Utc>>, by: &Option<Person>| {
        let by = by.as_ref().map(|person| person.shown().to_owned());
        let parts = [by, at.map(|at| format.day(ipc::local_day(at)))];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    };
    let (dates, people) = (&list.dates, &list.people);
    let facts = [
        (say!(i18n, stocklists.kind), told(&list.kind)),
        (say!(i18n, stocklists.template), template),
        (say!(i18n, stocklists.status), told(&list.status)),
        (say!(i18n, stocklists.class), told(&list.commodity_class)),
        (say!(i18n, stocklists.recipient), step(None, &people.recipient)),
        (say!(i18n, stocklists.reviewed), step(dates.reviewed, &people.reviewed_by)),
        (say!(i18n, stocklists.verified), step(dates.verified, &people.verified_by)),
        (say!(i18n, stocklists.checked), step(dates.checked, &people.checked_by)),
        (say!(i18n, stocklists.issued), step(dates.issued, &people.issued_by)),
        (say!(i18n, stocklists.delivered), step(dates.delivered, &people.delivered_by)),
        (say!(i18n, stocklists.received), step(dates.received, &people.received_by)),
    ];
    facts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

#[cfg(test)]
mod tests {
    use contract::{Language, StocklistDates, StocklistPeople};

    use super::*;

    #[test]
    fn what_the_service_does_not_tell_has_no_row() {
        let mut list = Stocklist {
            id: "s1".into(),
            name: None,
            number: None,
            description: None,
            is_template: None,
            kind: Some(" ".into()),
            status: None,
            commodity_class: None,
            dates: StocklistDates::default(),
            origin: None,
            destination: None,
            people: StocklistPeople::default(),
            items: Vec::new(),
        };
        Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            let rows = |list: &Stocklist| untrack(|| facts(i18n, Format::plain(), list));
            assert_eq!(rows(&list), []);
            list.is_template = Some(false);
            list.kind = Some("STOCK".into());
            let expected = [("Type", "STOCK".to_owned()), ("Template", "No".to_owned())];
            assert_eq!(rows(&list), expected);
        });
    }
}

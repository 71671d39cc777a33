//! The last requests for the product of a decision: those that went where its line goes, then others.

use contract::{LineStatus, PastRequest, ReviewRow};
use leptos::prelude::*;

use super::state::ReviewState;
use super::words::NONE;
use crate::i18n::{I18n, say};

/// The requests, under a heading that says where they went.
#[component]
pub fn Requests(page: ReviewState, row: ReviewRow, history: Vec<PastRequest>) -> impl IntoView {
    let i18n = page.i18n;
    let (here, elsewhere): (Vec<_>, Vec<_>) =
        history.into_iter().partition(|request| request.same_place);
    let place = row.destination.map(|place| place.name);
    // Nothing stands under the heading of a place that never asked for it.
    let place = place.filter(|_| !here.is_empty() || elsewhere.is_empty());
    let (first, then) = headings(i18n, place, elsewhere.is_empty());
    let this = row.line;
    let past = move |request: PastRequest| {
        let is_this = request.line == this;
        view! { <Past page request is_this /> }
    };
    view! {
        <section class="mini" data-testid="review-requests">
            <h3 dir="auto">{first}</h3>
            {here.into_iter().map(past.clone()).collect_view()}
            {then.map(|then| view! { <h3>{then}</h3> })}
            {elsewhere.into_iter().map(past).collect_view()}
        </section>
    }
}

/// What stands over the requests that went where the line goes, and over the others, where there are any. Where
/// nobody knows where the line goes, all of them are others.
fn headings(i18n: I18n, place: Option<String>, are_all_here: bool) -> (String, Option<String>) {
    match place {
        Some(place) => {
            let others = (!are_all_here).then(|| say!(i18n, review.requests_elsewhere).to_owned());
            (say!(i18n, review.requests_of, place = place), others)
        }
        None => (say!(i18n, review.last_requests).to_owned(), None),
    }
}

/// A request for the product.
#[component]
fn Past(page: ReviewState, request: PastRequest, is_this: bool) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let became = match (&request.status, is_this) {
        (_, true) => say!(i18n, review.this_line).to_owned(),
        (LineStatus::Changed, _) => {
            let number = request.goes.map_or_else(|| NONE.to_owned(), |it| format.number(it));
            say!(i18n, review.revised_to, number = number)
        }
        (LineStatus::Substituted, _) => say!(i18n, movement.substituted).to_owned(),
        (LineStatus::Canceled, _) => say!(i18n, movement.canceled).to_owned(),
        _ => say!(i18n, review.as_asked).to_owned(),
    };
    let class = if is_this { "trunc ink" } else { "trunc dim" };
    let place = if request.same_place { "trunc medium" } else { "trunc" };
    view! {
        <div class="mini-row cols-hist">
            <span class="num faint">{request.day.map(|day| format.day(day))}</span>
            <span class=place dir="auto">{request.destination}</span>
            <span class="num n">{request.requested.map(|it| format.number(it))}</span>
            <span class=class>{became}</span>
        </div>
    }
}

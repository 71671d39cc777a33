//! The tools of the inbox: the field to find in, and which decisions are shown.

use contract::{OnlyReview, ReviewOrder};
use leptos::html;
use leptos::prelude::*;

use super::filters::ReviewFilters;
use super::state::ReviewState;
use crate::components::grid::GridHandle;
use crate::components::{ChipChoice, ChipGroup, Choice, ChoiceChip, FilterChip, FindField, Show};
use crate::i18n::{say, text};
use crate::pages::export::{ExportTool, Exported};
use crate::wording::words::reason;

/// Whether what a figure counts is shown, as the ids of a choice.
const SOME: &str = "some";
const ANY: &str = "any";

/// The tools.
#[component]
pub fn Tools(
    page: ReviewState,
    find: NodeRef<html::Input>,
    /// The page's hold on the list.
    grid: GridHandle,
) -> impl IntoView {
    let (i18n, format, filters) = (page.i18n, page.format, page.filters);
    let facts = move |of: fn(&contract::ReviewFacts) -> u32| {
        Signal::derive(move || {
            let count = page.facts.reply.with(|facts| facts.as_ref().map_or(0, of));
            format.number(count)
        })
    };
    let chip = move |value, label, of, testid| ChipChoice {
        value,
        label,
        icon: None,
        count: facts(of),
        testid,
    };
    let choices = vec![
        chip(
            OnlyReview::Waiting,
            text!(i18n, review.waiting),
            |it| it.proposals + it.decided,
            "review-waiting",
        ),
        chip(
            OnlyReview::Proposals,
            text!(i18n, review.proposals),
            |it| it.proposals,
            "review-proposals",
        ),
        chip(
            OnlyReview::ToDecide,
            text!(i18n, review.to_decide),
            |it| it.to_decide,
            "review-to-decide",
        ),
        chip(OnlyReview::Decided, text!(i18n, review.decided), |it| it.decided, "review-decided"),
        chip(
            OnlyReview::Reviewed,
            text!(i18n, review.reviewed),
            |it| it.reviewed,
            "review-reviewed",
        ),
    ];
    let places = Signal::derive(move || {
        let places = page.facts.get().map(|facts| facts.destinations).unwrap_or_default();
        let choice = |place: contract::PlaceRef| Choice {
            id: place.id.to_string(),
            label: place.name,
            ..Choice::default()
        };
        places.into_iter().map(choice).collect::<Vec<_>>()
    });
    let reasons = Signal::derive(move || {
        let given = page.facts.get().map(|facts| facts.given).unwrap_or_default();
        let choice =
            |code: String| Choice { label: reason(i18n, &code), id: code, ..Choice::default() };
        given.into_iter().map(choice).collect::<Vec<_>>()
    });
    view! {
        <div class="tools" role="toolbar" aria-label=text!(i18n, list.filters) data-region="tools">
            <FindField
                label=text!(i18n, review.find)
                placeholder=text!(i18n, review.find_hint)
                value=filters.text
                node=find
            />
            <ChipGroup label=text!(i18n, review.which) choices value=filters.only />
            <FilterChip
                label=text!(i18n, review.col_to)
                choices=places
                chosen=filters.destinations
                testid="review-destination"
            />
            <FilterChip
                label=text!(i18n, review.col_reason)
                choices=reasons
                chosen=filters.reasons
                testid="review-reason"
            />
            <Scope filters page />
            <span class="push"></span>
            <Order filters page />
            <ExportTool grids=vec![Exported::new(grid, text!(i18n, review.title))] />
        </div>
    }
}

/// What a figure counts, as long as it is shown.
#[component]
fn Scope(filters: ReviewFilters, page: ReviewState) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let said = move || {
        let scope = filters.scope.get()?;
        let days = format.days(scope.from, scope.to);
        let product = scope.product.and_then(|product| product.name.or(product.code));
        Some([Some(days), product].into_iter().flatten().collect::<Vec<_>>().join(", "))
    };
    let choices = Signal::derive(move || {
        let choice =
            |id: &str, label: String| Choice { id: id.to_owned(), label, ..Choice::default() };
        let any = choice(ANY, say!(i18n, movements.any_time).to_owned());
        let some = said().map(|said| choice(SOME, said));
        some.into_iter().chain([any]).collect::<Vec<_>>()
    });
    view! {
        <Show when=move || filters.scope.with(Option::is_some)>
            <ChoiceChip
                label=text!(i18n, review.scope)
                choices
                value=Signal::derive(move || filters.scope.with(|it| if it.is_some() { SOME } else { ANY }).to_owned())
                neutral=ANY
                on_choose=move |id: String| if id == ANY { filters.leave_scope() }
                testid="review-scope"
            />
        </Show>
    }
}

/// What stands together.
#[component]
fn Order(filters: ReviewFilters, page: ReviewState) -> impl IntoView {
    let i18n = page.i18n;
    use ReviewOrder::{Destination, Movement, Person, Product};
    let orders = [
        (Movement, "movement"),
        (Product, "product"),
        (Destination, "destination"),
        (Person, "person"),
    ];
    let choices = Signal::derive(move || {
        let labels = [
            say!(i18n, review.by_movement),
            say!(i18n, review.by_product),
            say!(i18n, review.by_destination),
            say!(i18n, review.by_person),
        ];
        let choice = |(label, (_, id)): (&str, (ReviewOrder, &str))| Choice {
            id: id.to_owned(),
            label: label.to_owned(),
            ..Choice::default()
        };
        labels.into_iter().zip(orders).map(choice).collect::<Vec<_>>()
    });
    let value = Signal::derive(move || {
        let found = orders.into_iter().find(|(order, _)| *order == filters.order.get());
        found.map(|(_, id)| id.to_owned()).unwrap_or_default()
    });
    let choose = move |id: String| {
        if let Some((order, _)) = orders.into_iter().find(|(_, of)| *of == id) {
            filters.order.set(order);
            filters.folded.unfold();
        }
    };
    view! {
        <ChoiceChip label=text!(i18n, review.order) choices value on_choose=choose testid="review-order" />
    }
}

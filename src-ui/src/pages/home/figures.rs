//! How much of what was asked for goes: in all, over the time, by place, by stocklist, by reason, by product. Each
//! number of a list leads to what it counts.

use contract::{
    ChangeKind, Figures, OnlyReview, PlaceShare, ProductLines, ProductRef, ReasonLines,
    ReviewFilter, ReviewScope, StocklistShare,
};
use leptos::prelude::*;

use super::bars::{Bar, Bars};
use super::export::Export;
use super::state::HomeState;
use super::trend::Trend;
use crate::components::{Segment, SegmentChoice, Show};
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::navigation::{SearchTarget, Section, bring_to_front};
use crate::wording::words::reason;

/// All of it, in thousandths.
const ALL: u32 = 1_000;

/// The figures.
#[component]
pub fn FiguresPanel(page: HomeState) -> impl IntoView {
    let i18n = page.i18n;
    let figures =
        memo(move || page.view.reply.with(|view| view.as_ref().map(|view| view.figures.clone())));
    let some = memo(move || {
        figures.with(|figures| figures.as_ref().is_some_and(|it| it.all.requested > 0))
    });
    let choice = |days: u32, testid| SegmentChoice {
        value: days,
        label: Signal::derive(move || say!(i18n, home.days, number = days)),
        icon: None,
        testid,
    };
    let choices = vec![choice(30, "home-30"), choice(90, "home-90"), choice(365, "home-365")];
    let unread = move || {
        let unread = figures.with(|figures| figures.as_ref().map_or(0, |it| it.unread));
        let number = page.format.number(unread);
        (unread > 0).then(|| say!(i18n, home.unread, count = unread, number = number))
    };
    view! {
        <aside class="home-side" aria-labelledby="home-figures" data-region="figures">
            <div class="home-days">
                <h2 id="home-figures">{text!(i18n, home.figures)}</h2>
                <span class="push"></span>
                <Segment
                    label=text!(i18n, home.period)
                    choices
                    value=page.days
                    on_choose=move |days| page.days.set(days)
                />
            </div>
            <Show
                when=move || some.get()
                fallback=move || view! {
                    <p class="hint" data-testid="home-no-figures">{text!(i18n, home.no_figures)}</p>
                }
            >
                <Whole page figures />
                <Trend page figures />
                <Lists page figures />
                <Export page figures />
            </Show>
            {move || unread().map(|said| view! { <p class="hint" data-testid="home-unread">{said}</p> })}
        </aside>
    }
}

/// Of all lines, beside the same of the days before.
#[component]
fn Whole(page: HomeState, figures: Memo<Option<Figures>>) -> impl IntoView {
    let of = move |said: fn(HomeState, &Figures) -> Option<String>| {
        move || figures.with(|figures| figures.as_ref().and_then(|figures| said(page, figures)))
    };
    let percent = of(|page, it| it.all.permille().map(|share| page.percent(share)));
    let beside = of(|page, it| Some(page.beside(it)));
    view! {
        <p class="bignum">
            <span class="num" data-testid="home-share">{percent}</span>
            " "
            <span class="dim">{beside}</span>
        </p>
    }
}

/// By place, by stocklist, by reason, by product.
#[component]
fn Lists(page: HomeState, figures: Memo<Option<Figures>>) -> impl IntoView {
    let (i18n, tabs) = (page.i18n, page.tabs);
    let bars = move |of: fn(HomeState, &Figures) -> Vec<Bar<SearchTarget>>| {
        Signal::derive(move || {
            figures.with(|it| it.as_ref().map(|it| of(page, it)).unwrap_or_default())
        })
    };
    let go = Callback::new(move |to: SearchTarget| {
        let section = match to {
            SearchTarget::Review(_) => Section::Review,
            SearchTarget::Text(_) => Section::Stocklists,
            _ => Section::Movements,
        };
        bring_to_front(|| tabs.seek(section, to));
    });
    view! {
        <Bars title=text!(i18n, home.by_destination) bars=bars(places) go testid="home-place" />
        <Bars
            title=text!(i18n, home.by_stocklist)
            hint=text!(i18n, home.by_stocklist_hint)
            bars=bars(stocklists)
            go
            testid="home-stocklist"
        />
        <Bars title=text!(i18n, home.by_reason) bars=bars(reasons) go testid="home-reason" />
        <Bars title=text!(i18n, home.by_product) bars=bars(products) go testid="home-product" />
    }
}

fn places(page: HomeState, figures: &Figures) -> Vec<Bar<SearchTarget>> {
    let bar = |one: &PlaceShare| {
        let length = one.share.permille().unwrap_or_default();
        let to = Some(one.place.id.clone());
        Bar {
            id: one.place.id.to_string(),
            label: one.place.name.clone(),
            value: page.percent(length),
            length,
            to: SearchTarget::Requested { days: page.days.get(), by: None, to },
        }
    };
    figures.destinations.iter().map(bar).collect()
}

fn stocklists(page: HomeState, figures: &Figures) -> Vec<Bar<SearchTarget>> {
    let bar = |one: &StocklistShare| {
        let length = one.share.permille().unwrap_or_default();
        Bar {
            id: one.stocklist.to_string(),
            label: one.name.clone(),
            value: page.percent(length),
            length,
            to: SearchTarget::Text(one.name.clone()),
        }
    };
    figures.stocklists.iter().map(bar).collect()
}

fn reasons(page: HomeState, figures: &Figures) -> Vec<Bar<SearchTarget>> {
    let most = figures.reasons.first().map_or(0, |one| one.lines);
    let bar = |one: &ReasonLines| Bar {
        id: one.code.clone(),
        label: reason(page.i18n, &one.code),
        value: page.format.number(one.lines),
        length: of_most(one.lines, most),
        to: to_review(figures, vec![one.code.clone()], None),
    };
    figures.reasons.iter().map(bar).collect()
}

fn products(page: HomeState, figures: &Figures) -> Vec<Bar<SearchTarget>> {
    let most = figures.substituted.first().map_or(0, |one| one.lines);
    let bar = |one: &ProductLines| {
        let product = &one.product;
        let name = product.name.clone().or_else(|| product.code.clone());
        Bar {
            id: product.id.to_string(),
            label: name.unwrap_or_else(|| product.id.to_string()),
            value: page.format.number(one.lines),
            length: of_most(one.lines, most),
            to: to_review(figures, Vec::new(), Some(product.clone())),
        }
    };
    figures.substituted.iter().map(bar).collect()
}

/// The decisions that a number counts.
fn to_review(figures: &Figures, reasons: Vec<String>, product: Option<ProductRef>) -> SearchTarget {
    let kind = product.is_some().then_some(ChangeKind::Substitute);
    let scope = ReviewScope { from: figures.from, to: figures.to, kind, product };
    SearchTarget::Review(Box::new(ReviewFilter {
        only: OnlyReview::InService,
        reasons,
        scope: Some(scope),
        ..ReviewFilter::default()
    }))
}

/// A number as a part of the greatest one, in thousandths.
fn of_most(lines: u32, most: u32) -> u32 {
    let part = u64::from(lines) * u64::from(ALL) / u64::from(most.max(1));
    u32::try_from(part).unwrap_or(ALL)
}

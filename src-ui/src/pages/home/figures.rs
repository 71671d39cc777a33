//! How much of what was asked for goes: in all, as a line over the time with a table behind it, by place, by
//! reason, by product. Each number of a list leads to what it counts.

use contract::{
    ChangeKind, Figures, OnlyReview, PeriodShare, PlaceShare, ProductLines, ProductRef,
    ReasonLines, ReviewFilter, ReviewScope, Share,
};
use leptos::prelude::*;

use super::bars::{Bar, Bars};
use super::state::HomeState;
use crate::components::{Segment, SegmentChoice, Show};
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::navigation::{SearchTarget, Section, bring_to_front};
use crate::wording::words::reason;

/// The line's width and height, in its own units.
const WIDTH: u32 = 300;
const HEIGHT: u32 = 64;

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
            </Show>
            {move || unread().map(|said| view! { <p class="hint" data-testid="home-unread">{said}</p> })}
        </aside>
    }
}

/// Of all lines, beside the same of the days before.
#[component]
fn Whole(page: HomeState, figures: Memo<Option<Figures>>) -> impl IntoView {
    let i18n = page.i18n;
    let share = move |of: fn(&Figures) -> Share| {
        figures.with(|figures| figures.as_ref().and_then(|figures| of(figures).permille()))
    };
    let percent = move || share(|it| it.all).map(|share| page.percent(share));
    let beside = move || match share(|it| it.before) {
        Some(before) => say!(i18n, home.kept_before, percent = page.percent(before)),
        None => say!(i18n, home.kept).to_owned(),
    };
    view! {
        <p class="bignum">
            <span class="num" data-testid="home-share">{percent}</span>
            " "
            <span class="dim">{beside}</span>
        </p>
    }
}

/// The same over the time.
#[component]
fn Trend(page: HomeState, figures: Memo<Option<Figures>>) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let trend = memo(move || {
        figures.with(|figures| figures.as_ref().map(|it| it.trend.clone()).unwrap_or_default())
    });
    let points = memo(move || trend.with(|trend| points(trend)));
    let line = move || path(&points.get());
    let area = move || format!("{}L{WIDTH} {HEIGHT}L0 {HEIGHT}Z", path(&points.get()));
    let said = move || {
        let shares: Vec<u32> =
            trend.with(|trend| trend.iter().filter_map(|part| part.share.permille()).collect());
        let percent = |share: Option<&u32>| page.percent(share.copied().unwrap_or_default());
        let (least, most) = (percent(shares.iter().min()), percent(shares.iter().max()));
        say!(i18n, home.trend, from = least, to = most)
    };
    let row = move |part: PeriodShare| {
        let days = match part.from == part.to {
            true => format.day(part.from),
            false => format!("{} – {}", format.day(part.from), format.day(part.to)),
        };
        view! {
            <tr>
                <th scope="row">{days}</th>
                <td class="num">{format.number(part.share.requested)}</td>
                <td class="num">{format.number(part.share.goes)}</td>
                <td class="num">{part.share.permille().map(|share| page.percent(share))}</td>
            </tr>
        }
    };
    view! {
        <Show when=move || trend.with(|trend| trend.len() > 1)>
            <svg class="trend" viewBox="0 0 300 64" preserveAspectRatio="none" role="img" aria-label=said>
                <path class="area" d=area></path>
                <path class="ln" d=line></path>
            </svg>
        </Show>
        <details class="home-table">
            <summary data-entry="" data-testid="home-table">{text!(i18n, home.as_table)}</summary>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{text!(i18n, home.col_days)}</th>
                        <th scope="col" class="num">{text!(i18n, home.col_requested)}</th>
                        <th scope="col" class="num">{text!(i18n, home.col_goes)}</th>
                        <th scope="col" class="num">"%"</th>
                    </tr>
                </thead>
                <tbody>{move || trend.get().into_iter().map(row).collect_view()}</tbody>
            </table>
        </details>
    }
}

/// By place, by reason, by product.
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
            _ => Section::Movements,
        };
        bring_to_front(|| tabs.seek(section, to));
    });
    view! {
        <Bars title=text!(i18n, home.by_destination) bars=bars(places) go testid="home-place" />
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

/// Where the line goes: shares stand evenly, the least of them a little above the ground.
fn points(trend: &[PeriodShare]) -> Vec<(u32, u32)> {
    let shares: Vec<u32> = trend.iter().filter_map(|part| part.share.permille()).collect();
    let least = shares.iter().copied().min().unwrap_or_default();
    let ground = least.saturating_sub((ALL - least.min(ALL)) / 4);
    let (steps, range) = (shares.len().saturating_sub(1).max(1), (ALL - ground.min(ALL)).max(1));
    let point = |(at, share): (usize, &u32)| {
        let x = u32::try_from(at * WIDTH as usize / steps).unwrap_or(WIDTH);
        // The top stays free for the line's own width.
        let y = HEIGHT - 2 - share.saturating_sub(ground).min(range) * (HEIGHT - 4) / range;
        (x, y)
    };
    shares.iter().enumerate().map(point).collect()
}

fn path(points: &[(u32, u32)]) -> String {
    let mut path = String::new();
    for (at, (x, y)) in points.iter().enumerate() {
        path.push_str(if at == 0 { "M" } else { "L" });
        path.push_str(&x.to_string());
        path.push(' ');
        path.push_str(&y.to_string());
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trend(shares: &[i64]) -> Vec<PeriodShare> {
        let day = chrono::NaiveDate::default();
        let part = |goes: &i64| {
            let share = Share { requested: 1_000, goes: *goes };
            PeriodShare { from: day, to: day, share }
        };
        shares.iter().map(part).collect()
    }

    #[test]
    fn the_line_goes_from_side_to_side_and_stays_inside() {
        let drawn = points(&trend(&[900, 950, 1_000]));
        assert_eq!(drawn.iter().map(|(x, _)| *x).collect::<Vec<_>>(), [0, 150, 300]);
        assert!(drawn.windows(2).all(|two| two[0].1 > two[1].1), "more is higher: {drawn:?}");
        for shares in [&[0, 1_000][..], &[1_000, 1_000], &[0, 0], &[5]] {
            let drawn = points(&trend(shares));
            assert!(drawn.iter().all(|(x, y)| *x <= WIDTH && *y < HEIGHT), "{shares:?} {drawn:?}");
        }
        assert!(points(&[]).is_empty() && path(&[]).is_empty());
        assert_eq!(path(&[(0, 5), (300, 2)]), "M0 5L300 2");
    }
}

//! What goes over the time: a line, and behind it the same as a table whose days lead to their movements. Where the
//! time is parted by months, a second table tells of each place.

use contract::{Figures, PeriodShare, PlaceShare, Share};
use leptos::prelude::*;

use super::state::HomeState;
use crate::components::{Show, each};
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::navigation::{SearchTarget, Section, bring_to_front};

/// The line's width and height, in its own units.
const WIDTH: u32 = 300;
const HEIGHT: u32 = 64;

/// All of it, in thousandths.
const ALL: u32 = 1_000;

/// The line and its tables.
#[component]
pub fn Trend(page: HomeState, figures: Memo<Option<Figures>>) -> impl IntoView {
    let i18n = page.i18n;
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
                <tbody>
                    {each(
                        move || trend.get(),
                        |part| part.from.to_string(),
                        move |first| view! { <Part page trend first /> }.into_any(),
                    )}
                </tbody>
            </table>
            <Months page figures />
        </details>
    }
}

/// A part of the time. It stays where it is while its numbers change.
#[component]
fn Part(page: HomeState, trend: Memo<Vec<PeriodShare>>, first: PeriodShare) -> impl IntoView {
    let (format, tabs) = (page.format, page.tabs);
    let now = memo(move || {
        let found = trend.with(|trend| trend.iter().find(|part| part.from == first.from).copied());
        found.unwrap_or(first)
    });
    let days = move || now.with(|part| format.days(part.from, part.to));
    let go = move |_| {
        let PeriodShare { from, to, .. } = now.get_untracked();
        bring_to_front(|| tabs.seek(Section::Movements, SearchTarget::Days { from, to }));
    };
    let share = move || now.get().share;
    view! {
        <tr>
            <th scope="row">
                <button type="button" class="btn btn-link" data-entry="" data-testid="home-part" on:click=go>
                    {days}
                </button>
            </th>
            <td class="num">{move || format.number(share().requested)}</td>
            <td class="num">{move || format.number(share().goes)}</td>
            <td class="num">{move || percent(page, share())}</td>
        </tr>
    }
}

/// By place and month, where that is told. It is wider than its place: it is scrolled by itself.
#[component]
fn Months(page: HomeState, figures: Memo<Option<Figures>>) -> impl IntoView {
    let i18n = page.i18n;
    let some = memo(move || {
        figures.with(|figures| {
            let mut places = figures.iter().flat_map(|it| &it.destinations);
            places.any(|place| !place.months.is_empty())
        })
    });
    let rows = move || figures.with(|figures| figures.as_ref().map(|it| month_rows(page, it)));
    view! {
        <Show when=move || some.get()>
            <div
                class="home-months"
                tabindex="0"
                role="region"
                aria-label=text!(i18n, home.by_month)
                data-testid="home-months"
            >
                <table>
                    <caption>{text!(i18n, home.by_month)}</caption>
                    {rows}
                </table>
            </div>
        </Show>
    }
}

/// A row for each place, a column for each month.
fn month_rows(page: HomeState, figures: &Figures) -> impl IntoView + use<> {
    let months: Vec<_> = figures.trend.iter().map(|month| month.from).collect();
    let head = |month: &chrono::NaiveDate| {
        let month = page.format.month(*month);
        view! { <th scope="col" class="num">{month}</th> }
    };
    let row = |one: &PlaceShare| {
        let cell = |month: &chrono::NaiveDate| {
            let found = one.months.iter().find(|it| it.from == *month);
            let said = found.and_then(|it| percent(page, it.share));
            view! { <td class="num">{said.unwrap_or_else(|| "–".to_owned())}</td> }
        };
        let name = one.place.name.clone();
        view! {
            <tr>
                <th scope="row"><bdi>{name}</bdi></th>
                {months.iter().map(cell).collect_view()}
            </tr>
        }
    };
    view! {
        <thead>
            <tr>
                <th scope="col">{text!(page.i18n, home.col_destination)}</th>
                {months.iter().map(head).collect_view()}
            </tr>
        </thead>
        <tbody>{figures.destinations.iter().map(row).collect_view()}</tbody>
    }
}

fn percent(page: HomeState, share: Share) -> Option<String> {
    share.permille().map(|share| page.percent(share))
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

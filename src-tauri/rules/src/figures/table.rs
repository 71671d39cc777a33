//! The figures as a table: a row for each number, with what it is of. Pure.

use chrono::{Days, NaiveDate};
use contract::{Figures, PeriodShare, PlaceShare, Share};

/// What the columns are called.
pub const HEAD: [&str; 6] = ["section", "name", "requested", "shipped", "share", "lines"];

/// The rows below the head, in the order of the page. A share is a part of one; what is counted in lines has
/// no pieces.
pub fn rows(figures: &Figures) -> Vec<Vec<String>> {
    let Figures { from, to, .. } = *figures;
    let mut rows = vec![row("all", &days(from, to), figures.all, Some(figures.lines))];
    let before = from.pred_opt().map(|last| days(earlier(from, to), last)).unwrap_or_default();
    rows.push(row("before", &before, figures.before, None));
    let period = |it: &PeriodShare| row("period", &days(it.from, it.to), it.share, None);
    rows.extend(figures.trend.iter().map(period));
    for PlaceShare { place, share, .. } in &figures.destinations {
        rows.push(row("destination", &place.name, *share, None));
    }
    for PlaceShare { place, months, .. } in &figures.destinations {
        let month = |it: &PeriodShare| {
            let name = format!("{}, {}", place.name, it.from.format("%Y-%m"));
            row("destination and month", &name, it.share, None)
        };
        rows.extend(months.iter().map(month));
    }
    rows.extend(figures.stocklists.iter().map(|it| row("stocklist", &it.name, it.share, None)));
    rows.extend(figures.reasons.iter().map(|it| counted("reason", &it.code, it.lines)));
    for one in &figures.substituted {
        let product = &one.product;
        let name = product.name.as_deref().or(product.code.as_deref());
        rows.push(counted("substituted", name.unwrap_or(product.id.as_str()), one.lines));
    }
    rows
}

fn row(section: &str, name: &str, share: Share, lines: Option<u32>) -> Vec<String> {
    let part = share.permille().map(|part| format!("{}.{:03}", part / 1_000, part % 1_000));
    vec![
        section.to_owned(),
        name.to_owned(),
        share.requested.to_string(),
        share.goes.to_string(),
        part.unwrap_or_default(),
        lines.map(|lines| lines.to_string()).unwrap_or_default(),
    ]
}

fn counted(section: &str, name: &str, lines: u32) -> Vec<String> {
    let none = String::new;
    vec![section.to_owned(), name.to_owned(), none(), none(), none(), lines.to_string()]
}

/// The first of as many days before these.
fn earlier(from: NaiveDate, to: NaiveDate) -> NaiveDate {
    let days = u64::try_from((to - from).num_days() + 1).unwrap_or_default();
    from.checked_sub_days(Days::new(days)).unwrap_or(NaiveDate::MIN)
}

fn days(from: NaiveDate, to: NaiveDate) -> String {
    if from == to { from.to_string() } else { format!("{from}/{to}") }
}

#[cfg(test)]
mod tests {
    use contract::{PlaceRef, ProductLines, ProductRef, ReasonLines, StocklistShare};

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn every_number_of_the_page_has_a_row() {
        let share = Share { requested: 3, goes: 2 };
        let (from, to) = (day("2026-11-01"), day("2026-11-20"));
        let month = PeriodShare { from, to, share };
        let place = PlaceRef { id: "w".into(), name: "Ward 1".to_owned(), type_code: None };
        let id = "glv".into();
        let product = ProductRef {
            id,
            code: Some("GLV".into()),
            name: None,
            description: None,
            category: None,
        };
        let list = StocklistShare {
            stocklist: "s".into(),
            name: "Ward 1, weekly".to_owned(),
            movements: 1,
            share: Share { requested: 5, goes: 5 },
        };
        let figures = Figures {
            from,
            to,
            lines: 4,
            unread: 0,
            all: share,
            before: Share::default(),
            trend: vec![month, PeriodShare { from: to, ..month }],
            destinations: vec![PlaceShare { place, share, months: vec![month] }],
            stocklists: vec![list],
            reasons: vec![ReasonLines { code: "STOCKOUT".to_owned(), lines: 2 }],
            substituted: vec![ProductLines { product, lines: 1 }],
        };
        let rows: Vec<_> = rows(&figures).iter().map(|row| row.join("|")).collect();
        assert_eq!(
            rows,
            [
                "all|2026-11-01/2026-11-20|3|2|0.666|4",
                "before|2026-10-12/2026-10-31|0|0||",
                "period|2026-11-01/2026-11-20|3|2|0.666|",
                "period|2026-11-20|3|2|0.666|",
                "destination|Ward 1|3|2|0.666|",
                "destination and month|Ward 1, 2026-11|3|2|0.666|",
                "stocklist|Ward 1, weekly|5|5|1.000|",
                "reason|STOCKOUT||||2",
                "substituted|GLV||||1",
            ]
        );
        let first = Figures { from: NaiveDate::MIN, to: NaiveDate::MIN, ..figures };
        assert_eq!(super::rows(&first)[1][1], "", "no day is before the first");
    }
}

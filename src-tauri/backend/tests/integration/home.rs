//! The first page: what it says waits is what waits, and its figures are those of an independent query over the
//! service's own database.

use contract::*;
use practice::sample;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::{
    act::{form, key},
    drafts::refused,
    editing::{Editor, decided, row, to_cancel, to_substitute, typed},
    harness::{Harness, TODAY, code, day, list_movements},
};

async fn home(harness: &Harness, days: u32) -> HomeView {
    let request = ReadHome { today: day(TODAY), days };
    harness.backend.home(request).await.unwrap()
}

fn waiting(view: &HomeView, kind: WaitingKind) -> Option<&Waiting> {
    view.waits.iter().find(|waiting| waiting.kind == kind)
}

fn count(view: &HomeView, kind: WaitingKind) -> u32 {
    waiting(view, kind).map_or(0, |waiting| waiting.count)
}

/// The page once all its lines are read.
async fn whole(harness: &Harness, days: u32) -> HomeView {
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.until(|| home(harness, days), |view| view.figures.unread == 0).await
}

/// Top-level lines of some days, with what goes of each: nothing that the client does.
const LINES: &str = "
    WITH line AS (
        SELECT movement.destination_id AS place, line_item.*, date(movement.date_requested) AS day
        FROM line_item JOIN movement ON movement.id = line_item.movement_id
        WHERE line_item.parent_id IS NULL AND date(movement.date_requested) BETWEEN ?1 AND ?2
    ), counted AS (
        SELECT *, min(quantity_requested, CASE status
            WHEN 'CANCELED' THEN 0
            WHEN 'CHANGED' THEN coalesce(quantity_revised, quantity_requested)
            WHEN 'SUBSTITUTED' THEN (SELECT coalesce(sum(child.quantity_requested), 0)
                FROM line_item AS child WHERE child.parent_id = line.id)
            ELSE quantity_requested END) AS goes
        FROM line
    )";

fn pairs(database: &Connection, days: (&str, &str), query: &str) -> Vec<(String, i64, i64)> {
    let mut statement = database.prepare(&format!("{LINES} {query}")).unwrap();
    let rows = statement.query_map(days, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    rows.unwrap().collect::<Result<_, _>>().unwrap()
}

#[tokio::test]
async fn the_figures_are_those_of_an_independent_query_over_the_sample_data() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("warehouse.sqlite");
    let harness = Harness::in_file(&path).await;
    for (days, first, before) in [
        (7, "2026-11-14", "2026-11-07"),
        (30, "2026-10-22", "2026-09-22"),
        (90, "2026-08-23", "2026-05-25"),
        (365, "2025-11-21", "2024-11-21"),
    ] {
        let figures = whole(&harness, days).await.figures;
        assert_eq!((figures.from, figures.to), (day(first), day(TODAY)), "{days} days");
        let database = Connection::open(&path).unwrap();
        let of = |days, query: &str| pairs(&database, days, query);
        let sum =
            "SELECT '', coalesce(sum(quantity_requested), 0), coalesce(sum(goes), 0) FROM counted";
        let told = |share: Share| vec![(String::new(), share.requested, share.goes)];
        assert_eq!(told(figures.all), of((first, TODAY), sum), "{days} days");
        // What was read of the days before is a part of what there is.
        let day_before = day(first).pred_opt().unwrap().to_string();
        let earlier = of((before, &day_before), sum);
        assert!(figures.before.requested <= earlier[0].1, "{days} days");
        let lines = of((first, TODAY), "SELECT '', count(*), 0 FROM counted");
        assert_eq!(i64::from(figures.lines), lines[0].1);
        let by_reason = of(
            (first, TODAY),
            "SELECT reason_code, count(*), 0 FROM counted
             WHERE status IN ('CHANGED', 'SUBSTITUTED', 'CANCELED') AND reason_code <> ''
             GROUP BY 1 ORDER BY 2 DESC, 1",
        );
        let reasons = figures.reasons.iter();
        let reasons: Vec<_> = reasons.map(|it| (it.code.clone(), i64::from(it.lines), 0)).collect();
        assert_eq!(reasons, by_reason, "{days} days");
        let by_place = of(
            (first, TODAY),
            "SELECT place, sum(quantity_requested), sum(goes) FROM counted
             GROUP BY 1 ORDER BY 2 DESC LIMIT 8",
        );
        let places = figures.destinations.iter();
        let place = |it: &PlaceShare| (it.place.id.to_string(), it.share.requested, it.share.goes);
        assert_eq!(places.map(place).collect::<Vec<_>>(), by_place, "{days} days");
        // A month is one where the days are so many; what goes there in it is told of each place.
        let by_month = of(
            (first, TODAY),
            "SELECT place || ' ' || strftime('%Y-%m', day), sum(quantity_requested), sum(goes)
             FROM counted GROUP BY 1 HAVING sum(quantity_requested) > 0 ORDER BY 1",
        );
        let mut months: Vec<_> = figures.destinations.iter().flat_map(by_months).collect();
        months.sort();
        assert_eq!(months.is_empty(), days < 365, "{days} days");
        assert!(months.iter().all(|one| by_month.contains(one)), "{months:?} {by_month:?}");
        for one in figures.destinations.iter().filter(|_| days == 365) {
            let in_months = one.months.iter().map(|month| month.share.goes).sum::<i64>();
            assert_eq!(in_months, one.share.goes, "the months are the whole: {one:?}");
        }
        let mut substituted = of(
            (first, TODAY),
            "SELECT product_id, count(*), 0 FROM counted WHERE status = 'SUBSTITUTED' GROUP BY 1",
        );
        substituted.sort();
        let products = figures.substituted.iter();
        let product = |it: &ProductLines| (it.product.id.to_string(), i64::from(it.lines), 0);
        let mut products: Vec<_> = products.map(product).collect();
        products.sort();
        assert!(!products.is_empty() && products.iter().all(|one| substituted.contains(one)));
        let in_parts = figures.trend.iter().map(|part| part.share.goes).sum::<i64>();
        assert_eq!(in_parts, figures.all.goes, "the parts are the whole");
    }
    assert_eq!(harness.count("POST /api/stockMovements"), 0);
}

fn by_months(one: &PlaceShare) -> impl Iterator<Item = (String, i64, i64)> {
    let month = |it: &PeriodShare| {
        let name = format!("{} {}", one.place.id, it.from.format("%Y-%m"));
        (name, it.share.requested, it.share.goes)
    };
    one.months.iter().map(month)
}

/// Stocklists with what they say and what goes of it in movements of some days between the same places that hold
/// all of their products, where no other list that does is as long: nothing that the client does.
const BY_STOCKLIST: &str = "
    WITH said AS (
        SELECT stocklist_id, product_id, sum(quantity) AS pieces FROM stocklist_item GROUP BY 1, 2
    ), going AS (
        SELECT movement_id, product_id, sum(CASE status
            WHEN 'CANCELED' THEN 0
            WHEN 'CHANGED' THEN coalesce(quantity_revised, quantity_requested)
            WHEN 'SUBSTITUTED' THEN (SELECT coalesce(sum(child.quantity_requested), 0)
                FROM line_item AS child WHERE child.parent_id = line_item.id)
            ELSE quantity_requested END) AS pieces
        FROM line_item WHERE parent_id IS NULL GROUP BY 1, 2
    ), held AS (
        SELECT stocklist.id AS list, movement.id AS movement,
               (SELECT count(*) FROM said WHERE stocklist_id = stocklist.id) AS products
        FROM movement JOIN stocklist USING (origin_id, destination_id)
        WHERE date(movement.date_requested) BETWEEN ?1 AND ?2
          AND NOT EXISTS (
              SELECT product_id FROM said WHERE stocklist_id = stocklist.id
              EXCEPT SELECT product_id FROM going WHERE movement_id = movement.id)
    ), followed AS (
        SELECT * FROM held WHERE products > 0 AND NOT EXISTS (
            SELECT 1 FROM held AS other WHERE other.movement = held.movement
              AND other.list <> held.list AND other.products >= held.products)
    )
    SELECT list, sum(said.pieces), sum(min(said.pieces, going.pieces))
    FROM followed
    JOIN said ON said.stocklist_id = list
    JOIN going ON going.movement_id = movement AND going.product_id = said.product_id
    GROUP BY 1";

/// Of the list's movement, one line goes in part, one not at all, and of one goes more than was asked for.
fn decide(database: &Connection, list: &str) {
    let sql = "UPDATE line_item SET status = ?2, quantity_revised = ?3, reason_code = 'STOCKOUT'
        WHERE id = (SELECT line_item.id FROM line_item
            JOIN movement ON movement.id = movement_id
            JOIN stocklist USING (origin_id, destination_id)
            JOIN stocklist_item ON stocklist_id = stocklist.id
                AND stocklist_item.product_id = line_item.product_id AND quantity = quantity_requested
            WHERE stocklist.number = ?1 AND line_item.status = 'PENDING' LIMIT 1)";
    for (status, revised) in [("CHANGED", Some(1)), ("CANCELED", None), ("CHANGED", Some(5_000))] {
        assert_eq!(database.execute(sql, (list, status, revised)).unwrap(), 1);
    }
}

#[tokio::test]
async fn what_goes_of_a_stocklist_is_that_of_an_independent_query_over_the_sample_data() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("warehouse.sqlite");
    let harness = Harness::in_file(&path).await;
    let database = Connection::open(&path).unwrap();
    for list in ["STL-0102", "STL-0107", "STL-0112"] {
        decide(&database, list);
    }
    harness.refresh(DataSet::Stocklists(StocklistQuery::default())).await.unwrap();
    for (days, first) in [(7, "2026-11-14"), (30, "2026-10-22"), (365, "2025-11-21")] {
        let told = whole(&harness, days).await.figures.stocklists;
        let mut statement = database.prepare(BY_STOCKLIST).unwrap();
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let counted = statement.query_map((first, TODAY), row).unwrap();
        let counted: Vec<(String, i64, i64)> = counted.map(Result::unwrap).collect();
        assert_eq!(told.len(), counted.len().min(8), "{days} days");
        for one in &told {
            let found = (one.stocklist.to_string(), one.share.requested, one.share.goes);
            assert!(counted.contains(&found), "{days} days: {one:?} {counted:?}");
        }
        let shares: Vec<_> = told.iter().map(|one| one.share.permille()).collect();
        assert!(shares.is_sorted() && shares[0] < Some(1_000), "the worst first: {shares:?}");
        // Each is found by its name, where it leads to.
        for one in &told {
            let filter = StocklistFilter { text: one.name.clone(), ..StocklistFilter::default() };
            let request = ListStocklists { rows: Rows::first(10), filter };
            let found = harness.backend.list_stocklists(request).await.unwrap();
            assert!(found.rows.iter().any(|row| row.id == one.stocklist), "{one:?}");
        }
    }
}

#[tokio::test]
async fn a_part_of_the_time_leads_to_the_movements_of_its_days() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("warehouse.sqlite");
    let harness = Harness::in_file(&path).await;
    let trend = whole(&harness, 30).await.figures.trend;
    let database = Connection::open(&path).unwrap();
    assert!(trend.len() > 5);
    for part in trend {
        let filter = MovementFilter {
            requested_from: Some(part.from),
            requested_to: Some(part.to),
            ..MovementFilter::default()
        };
        let request = ListMovements { filter, ..list_movements() };
        let listed = harness.backend.list_movements(request).await.unwrap().matching;
        let sql = "SELECT count(*) FROM movement WHERE date(date_requested) BETWEEN ?1 AND ?2";
        let days = (part.from.to_string(), part.to.to_string());
        let counted: u32 = database.query_row(sql, days, |row| row.get(0)).unwrap();
        assert_eq!((listed, listed > 0), (counted, true), "{part:?}");
    }
}

#[tokio::test]
async fn a_file_of_the_figures_holds_what_the_page_shows_and_no_formula() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("warehouse.sqlite");
    let harness = Harness::in_file(&path).await;
    let database = Connection::open(&path).unwrap();
    let rename = "UPDATE location SET name = '=1+1;@' || name WHERE name = 'Theatre block A'";
    assert_eq!(database.execute(rename, ()).unwrap(), 1);
    let figures = whole(&harness, 365).await.figures;
    let of = ReadHome { today: day(TODAY), days: 365 };
    let export = async |format| {
        let request = ExportFigures { of: of.clone(), format };
        harness.backend.export_figures(request).await.unwrap().text
    };
    let csv = export(FiguresFormat::Csv).await;
    assert!(csv.starts_with("\u{feff}\"section\",\"name\","), "{csv}");
    let theatre = figures.destinations.iter().find(|one| one.place.name.contains('@')).unwrap();
    let Share { requested, goes } = theatre.share;
    let row = format!("\"destination\",\"'=1+1;'@Theatre block A\",\"{requested}\",\"{goes}\",");
    assert!(csv.contains(&row), "{row} in {csv}");
    let mut table = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
    let read: Vec<_> = table.records().map(Result::unwrap).collect();
    assert!(read.iter().flatten().all(|cell| !begins_formula(cell)), "{csv}");
    let rows = |section: &str| read.iter().filter(|row| row[0] == *section).count();
    let months = figures.destinations.iter().map(|one| one.months.len()).sum::<usize>();
    let counted = [
        ("all", 1),
        ("before", 1),
        ("period", figures.trend.len()),
        ("destination", figures.destinations.len()),
        ("destination and month", months),
        ("stocklist", figures.stocklists.len()),
        ("reason", figures.reasons.len()),
        ("substituted", figures.substituted.len()),
    ];
    for (section, count) in counted {
        assert_eq!(rows(section), count, "{section}");
        assert!(count > 0, "{section}");
    }
    let words = ChartWords { title: "<What> ships".to_owned(), ..ChartWords::default() };
    let svg = export(FiguresFormat::Svg(words)).await;
    assert!(svg.starts_with("<svg ") && svg.contains("&lt;What&gt; ships"), "{svg}");
    assert_eq!(svg.matches("<circle ").count(), figures.trend.len());
}

#[tokio::test]
async fn what_a_number_of_the_figures_leads_to_is_what_it_counts() {
    let harness = Harness::signed_in().await;
    let figures = whole(&harness, 30).await.figures;
    let rows = async |reasons: Vec<String>, scope: ReviewScope| {
        let (only, scope) = (OnlyReview::InService, Some(scope));
        let filter = ReviewFilter { only, reasons, scope, ..ReviewFilter::default() };
        let order = ReviewOrder::Movement;
        let request = ListReview { start: 0, count: 1_000, filter, order, folded: Vec::new() };
        harness.backend.list_review(request).await.unwrap().matching
    };
    let scope = ReviewScope { from: figures.from, to: figures.to, kind: None, product: None };
    for reason in &figures.reasons {
        assert_eq!(
            rows(vec![reason.code.clone()], scope.clone()).await,
            reason.lines,
            "{reason:?}"
        );
    }
    for one in &figures.substituted {
        let (kind, product) = (Some(ChangeKind::Substitute), Some(one.product.clone()));
        assert_eq!(rows(vec![], ReviewScope { kind, product, ..scope.clone() }).await, one.lines);
    }
    assert!(!figures.reasons.is_empty() && !figures.substituted.is_empty());
}

#[tokio::test]
async fn everything_that_waits_is_told_once_and_what_does_not_is_left_out() {
    let harness = Harness::signed_in().await;
    // The window asks who the user is; the page does not.
    let who = || async { harness.backend.identity(ReadIdentity {}).await.unwrap() };
    harness.until(who, |identity| identity.me.is_some()).await;
    let before = whole(&harness, 30).await;
    use WaitingKind::{Decided, Mine, New, OnHold, Picks, Proposals, Refused, Unsent};
    let kinds: Vec<_> = before.waits.iter().map(|waiting| waiting.kind).collect();
    assert_eq!(kinds, [Decided, New, Mine], "nothing was done here");
    let facts = harness.backend.review_facts(ReadReviewFacts {}).await.unwrap();
    assert_eq!(count(&before, Decided), facts.decided);
    // What it says is what the list of movements shows.
    let listed = async |requesters: Vec<PersonId>, from: &str| {
        let (requested_from, requested_to) = (Some(day(from)), Some(day(TODAY)));
        let any = MovementFilter::default();
        let filter = MovementFilter { requesters, requested_from, requested_to, ..any };
        let request = ListMovements { filter, ..list_movements() };
        harness.backend.list_movements(request).await.unwrap().matching
    };
    assert_eq!(count(&before, New), listed(vec![], "2026-11-19").await);
    let me = before.me.clone().into_iter().collect::<Vec<_>>();
    assert_eq!((me.len(), count(&before, Mine)), (1, listed(me, "2026-11-14").await));

    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    let proposal =
        LineEdit::Decide { row: row(&items[2].id), decision: Some(to_cancel()), proposed: true };
    editor.edit(vec![typed(&items[0].id, "7"), typed(&items[1].id, "8"), proposal]).await;
    let movements = vec![editor.movement];
    let walk = harness.backend.begin_walk(BeginWalk { key: None, movements }).await.unwrap();
    harness.backend.hold_walk(HoldWalk { walk, note: Some("Lunch".into()) }).await.unwrap();
    let view = home(&harness, 30).await;
    let unsent = waiting(&view, Unsent).unwrap();
    assert_eq!((unsent.count, unsent.movement), (2, Some(editor.movement)));
    assert_eq!((unsent.about.len(), unsent.more), (1, 0));
    let proposals = waiting(&view, Proposals).unwrap();
    assert_eq!((proposals.count, proposals.since.is_some()), (1, true));
    let on_hold = waiting(&view, OnHold).unwrap();
    assert_eq!((on_hold.count, on_hold.since.is_some()), (1, true));
    assert_eq!((count(&view, Picks), count(&view, Refused)), (0, 0));

    let operation = refused(&harness).await;
    let view = home(&harness, 30).await;
    let told = waiting(&view, Refused).unwrap();
    assert_eq!((told.count, told.since), (1, Some(harness.op(operation).await.kept)));
    assert_eq!(view.waits.first().map(|waiting| waiting.kind), Some(Refused), "the most urgent");
}

#[tokio::test]
async fn a_movement_asked_for_on_a_day_to_come_is_not_of_the_last_days() {
    let harness = Harness::signed_in().await;
    let who = || async { harness.backend.identity(ReadIdentity {}).await.unwrap() };
    harness.until(who, |identity| identity.me.is_some()).await;
    let counts =
        |view: &HomeView| [WaitingKind::New, WaitingKind::Mine].map(|kind| count(view, kind));
    let [new, mine] = counts(&whole(&harness, 30).await);
    for (n, date) in [(1, "2026-12-20"), (2, TODAY)] {
        let date_requested = Some(day(date));
        harness.create(key(n), NewMovement { date_requested, ..form("Theatre") }).await;
    }
    let view = whole(&harness, 30).await;
    assert_eq!(counts(&view), [new + 1, mine + 1], "that of today alone");
}

#[tokio::test]
async fn a_decision_that_was_refused_is_told_once_and_is_no_proposal_to_decide() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    // The practice service refuses what is no substitute of the product.
    let refused = decided(&items[2].id, to_substitute(&[(sample::GLOVES_L, 1)]));
    let proposal =
        LineEdit::Decide { row: row(&items[1].id), decision: Some(to_cancel()), proposed: true };
    editor.edit(vec![refused, proposal]).await;
    editor.send().await;
    harness.settled().await;
    let view = home(&harness, 30).await;
    let counts = [WaitingKind::Refused, WaitingKind::Proposals].map(|kind| count(&view, kind));
    assert_eq!(counts, [1, 1]);
    // The list that the card of proposals opens is what it counts.
    let filter = ReviewFilter { only: OnlyReview::ToDecide, ..ReviewFilter::default() };
    let (order, folded) = (ReviewOrder::Movement, Vec::new());
    let request = ListReview { start: 0, count: 100, filter, order, folded };
    let listed = harness.backend.list_review(request).await.unwrap().rows;
    let listed: Vec<_> = listed.into_iter().filter_map(Entry::into_row).collect();
    assert!(matches!(listed.as_slice(), [row] if row.line.item == items[1].id), "{listed:?}");
}

#[tokio::test]
async fn days_that_are_none_or_too_many_are_refused() {
    let harness = Harness::signed_in().await;
    for days in [0, MOST_DAYS + 1, u32::MAX] {
        let request = ReadHome { today: day(TODAY), days };
        assert_eq!(code(harness.backend.home(request.clone()).await), "invalid_request");
        let export = ExportFigures { of: request, format: FiguresFormat::Csv };
        assert_eq!(code(harness.backend.export_figures(export).await), "invalid_request");
    }
    // A calendar has an end; a day beyond it breaks nothing.
    for today in [chrono::NaiveDate::MIN, chrono::NaiveDate::MAX] {
        let request = ReadHome { today, days: MOST_DAYS };
        assert_eq!(harness.backend.home(request).await.unwrap().figures.lines, 0);
    }
}

#[tokio::test]
async fn a_stocklist_that_is_pinned_stays_so_after_a_restart_until_it_is_taken_off() {
    let mut harness = Harness::signed_in().await;
    harness.refresh_every_list().await;
    let pin = async |harness: &Harness, id: &str, pinned| {
        let request = PinStocklist { stocklist: id.into(), pinned };
        harness.backend.pin_stocklist(request).await
    };
    pin(&harness, sample::STOCKLIST_SHORT, true).await.unwrap();
    pin(&harness, sample::STOCKLIST_WEEKLY, true).await.unwrap();
    pin(&harness, sample::STOCKLIST_SHORT, true).await.unwrap();
    assert!(pin(&harness, "no such list", true).await.is_err());
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let pinned = harness.backend.list_pinned(ListPinned {}).await.unwrap();
    let ids: Vec<_> = pinned.iter().map(|list| list.stocklist.as_str()).collect();
    assert_eq!(ids, [sample::STOCKLIST_WEEKLY, sample::STOCKLIST_SHORT], "the last one comes last");
    assert!(pinned.iter().all(|list| !list.name.is_empty() && list.destination.is_some()));
    pin(&harness, sample::STOCKLIST_WEEKLY, false).await.unwrap();
    assert_eq!(harness.backend.list_pinned(ListPinned {}).await.unwrap().len(), 1);
}

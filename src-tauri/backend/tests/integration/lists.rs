//! Caches and crawls: not asked and empty, joined readings, ages, failures, pages, POST for
//! products (interface document, 4.6 and 8.1).

use backend::Error;
use contract::*;
use practice::{Kind, Variant, sample};
use serde_json::json;

use crate::harness::{Harness, rows};

fn stocklists(query: StocklistQuery) -> ListStocklists {
    let filter = StocklistFilter { query, ..StocklistFilter::default() };
    ListStocklists { rows: Rows::first(50), filter }
}

fn products() -> ListProducts {
    ListProducts { rows: Rows::first(10), filter: ProductFilter::default() }
}

#[tokio::test]
async fn a_list_never_asked_is_answered_at_once_and_read_behind() {
    let harness = Harness::signed_in().await;
    let list = || async { harness.backend.list_stocklists(stocklists(Default::default())).await };
    let page = list().await.unwrap();
    assert_eq!((page.rows.len(), page.freshness.as_of), (0, None));
    assert!(page.freshness.reading.is_some());
    let page = harness.until(list, |page| page.as_ref().unwrap().freshness.as_of.is_some()).await;
    let page = page.unwrap();
    assert_eq!(page.rows.len(), sample::STOCKLISTS);
    assert_eq!((page.freshness.reading, page.freshness.as_of), (None, Some(harness.clock.now())));
}

#[tokio::test]
async fn asked_and_empty_is_not_the_same_as_not_asked() {
    let harness = Harness::signed_in().await;
    let nothing = StocklistQuery { name: Some("no such list".into()), ..Default::default() };
    harness.refresh(DataSet::Stocklists(nothing.clone())).await.unwrap();
    let page = harness.backend.list_stocklists(stocklists(nothing)).await.unwrap();
    assert_eq!((page.known, page.freshness.as_of), (0, Some(harness.clock.now())));
}

#[tokio::test]
async fn a_second_reading_joins_the_first() {
    let harness = Harness::signed_in().await;
    let (one, two, three) = tokio::join!(
        harness.refresh(DataSet::Products),
        harness.refresh(DataSet::Products),
        harness.backend.list_products(products())
    );
    one.unwrap();
    two.unwrap();
    three.unwrap();
    let asked: Vec<_> = harness
        .requests()
        .into_iter()
        .filter(|request| request.contains("/api/products"))
        .collect();
    assert_eq!(
        asked,
        ["0", "200", "400"].map(|offset| format!("GET /api/products?max=200&offset={offset}"))
    );
}

#[tokio::test]
async fn an_old_list_is_read_anew_behind_and_a_fresh_one_is_not() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let crawl = "GET /api/stockMovements?max=100&offset=0&exclude=lineItems";
    harness.later(59);
    assert_eq!(harness.movements().await.freshness.reading, None);
    assert_eq!(harness.count(crawl), 1);
    harness.later(1);
    assert!(harness.movements().await.freshness.reading.is_some());
    harness.received(crawl, 2).await;
}

#[tokio::test]
async fn of_a_long_list_both_ends_are_read_anew_and_what_others_made_appears() {
    let harness = Harness::signed_in().await;
    let answer = |ids: &mut dyn Iterator<Item = usize>| {
        let row = |n: usize| json!({ "id": format!("m{n}"), "name": format!("Round {n}") });
        let body = json!({ "data": ids.map(row).collect::<Vec<_>>() }).to_string();
        let content_type = "application/json".into();
        harness.fault(
            Kind::Answer { status: 200, content_type, body },
            "GET",
            "/api/stockMovements",
        );
    };
    answer(&mut (1..=520));
    harness.refresh(DataSet::Movements).await.unwrap();
    assert_eq!(harness.movements().await.known, 520);
    let before = harness.requests().len();
    harness.later(59);
    harness.movements().await;
    assert_eq!(harness.requests().len(), before);
    harness.later(1);
    answer(&mut (521..=522).chain(1..=98));
    harness.until(|| harness.movements(), |page| page.known == 522).await;
    harness.received("GET /api/stockMovements?max=100&offset=520", 2).await;
    let asked = harness.requests().split_off(before);
    let ends = ["0", "520"]
        .map(|offset| format!("GET /api/stockMovements?max=100&offset={offset}&exclude=lineItems"));
    assert_eq!(asked, ends);
    let page = harness.movements().await;
    assert!(rows(&page).iter().all(|row| !row.gone), "what was not asked for is not gone");
}

#[tokio::test]
async fn a_page_of_new_movements_alone_has_the_whole_list_read() {
    let harness = Harness::signed_in().await;
    let answer = |ids: std::ops::RangeInclusive<usize>| {
        let row = |n: usize| json!({ "id": format!("m{n}"), "name": format!("Round {n}") });
        let body = json!({ "data": ids.map(row).collect::<Vec<_>>() }).to_string();
        let content_type = "application/json".into();
        harness.fault(
            Kind::Answer { status: 200, content_type, body },
            "GET",
            "/api/stockMovements",
        );
    };
    answer(1..=520);
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.later(60);
    // So many came to the front that the first page has none of before, and more are behind it.
    answer(601..=700);
    answer(420..=519);
    answer(601..=750);
    harness.until(|| harness.movements(), |page| page.known >= 670).await;
}

#[tokio::test]
async fn without_a_session_nothing_is_asked() {
    let mut harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    harness.later(3_600);
    let before = harness.requests().len();
    assert_eq!(harness.movements().await.freshness.reading, None);
    let page = harness.backend.list_products(products()).await.unwrap();
    assert_eq!(page.freshness, Freshness::default());
    assert_eq!(harness.refresh(DataSet::Products).await, Err(Error::NeedsSession));
    assert_eq!(harness.requests().len(), before);
}

#[tokio::test]
async fn a_reading_that_breaks_off_keeps_the_rows_and_says_why() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Products).await.unwrap();
    let read_at = harness.clock.now();
    harness.later(30);
    harness.refuse(500, "GET", "/api/products");
    assert!(matches!(harness.refresh(DataSet::Products).await, Err(Error::Refused(_))));
    let page = harness.backend.list_products(products()).await.unwrap();
    assert_eq!(page.known as usize, sample::PRODUCTS);
    assert_eq!(page.freshness.as_of, Some(read_at));
    assert_eq!(page.freshness.failure.unwrap().reason, Reason::Refused { status: 500 });
    harness.refresh(DataSet::Products).await.unwrap();
    let page = harness.backend.list_products(products()).await.unwrap();
    assert_eq!(page.freshness.failure, None);
}

#[tokio::test]
async fn a_failed_first_reading_is_not_repeated_at_every_look() {
    let harness = Harness::signed_in().await;
    harness.refuse(500, "GET", "/api/products");
    harness.refresh(DataSet::Products).await.unwrap_err();
    for _ in 0..5 {
        let page = harness.backend.list_products(products()).await.unwrap();
        assert_eq!((page.freshness.reading, page.freshness.as_of), (None, None));
    }
    harness.later(30);
    let page = harness.backend.list_products(products()).await.unwrap();
    assert!(page.freshness.reading.is_some());
}

#[tokio::test]
async fn a_page_that_is_none_is_a_failure_and_no_empty_list() {
    let harness = Harness::signed_in().await;
    let answer = |content_type: &str, body: &str| Kind::Answer {
        status: 200,
        content_type: content_type.into(),
        body: body.into(),
    };
    for (kind, code) in [
        (answer("text/html", "<html>Sorry</html>"), "unclear"),
        (answer("application/json", ""), "not_understood"),
        (answer("application/json", r#"{"data":{"name":"none"}}"#), "not_understood"),
        (answer("text/plain", "all good"), "not_understood"),
    ] {
        harness.fault(kind, "GET", "/api/stocklists");
        let read = harness.refresh(DataSet::Stocklists(StocklistQuery::default())).await;
        assert_eq!(Failure::from(read.unwrap_err()).reason.code(), code);
    }
    let page = harness.backend.list_stocklists(stocklists(Default::default())).await.unwrap();
    assert_eq!(page.freshness.as_of, None);
}

#[tokio::test]
async fn products_are_asked_by_post_only_where_there_is_no_get_and_that_is_remembered() {
    let mut harness = Harness::with(&[Variant::ProductsPostOnly]).await;
    harness.sign_in().await.unwrap();
    harness.refresh(DataSet::Products).await.unwrap();
    let get = "GET /api/products";
    let post = "POST /api/products";
    assert_eq!((harness.count(get), harness.count(post)), (1, 3));
    assert_eq!(harness.operations(), [""; 0], "no product was made");
    harness.restart().await;
    harness.sign_in().await.unwrap();
    harness.refresh(DataSet::Products).await.unwrap();
    assert_eq!((harness.count(get), harness.count(post)), (1, 6));
    let page = harness.backend.list_products(products()).await.unwrap();
    assert_eq!(page.known as usize, sample::PRODUCTS);
}

#[tokio::test]
async fn products_are_never_posted_to_a_service_that_lists_them_by_get() {
    let harness = Harness::with(&[Variant::ProductsGetOnly, Variant::WrappedProducts]).await;
    harness.sign_in().await.unwrap();
    harness.refuse(500, "GET", "/api/products");
    harness.refresh(DataSet::Products).await.unwrap_err();
    harness.refresh(DataSet::Products).await.unwrap();
    assert_eq!(harness.count("POST /api/products"), 0);
}

#[tokio::test]
async fn never_more_than_two_requests_are_in_flight() {
    let harness = Harness::signed_in().await;
    let page = harness.backend.list_stocklists(stocklists(Default::default())).await.unwrap();
    assert!(page.freshness.reading.is_some());
    for path in ["/api/products", "/api/binLocations", "/api/internalLocations"] {
        harness.fault(Kind::Delay(std::time::Duration::from_secs(1)), "GET", path);
    }
    harness.refresh(DataSet::Stocklists(StocklistQuery::default())).await.unwrap();
    let depot = LocationId::from(sample::CENTRAL_STORE);
    let (backend, before) = (harness.backend.clone(), harness.requests().len());
    let all = tokio::spawn(async move {
        tokio::join!(
            backend.refresh(Refresh { what: DataSet::Products }),
            backend.refresh(Refresh { what: DataSet::BinLocations(depot.clone()) }),
            backend.refresh(Refresh { what: DataSet::InternalLocations(depot) }),
        )
    });
    harness.received("GET /api/products", 1).await;
    harness.received("GET /api/binLocations", 1).await;
    let unanswered = harness.service.faults().requests()[before..]
        .iter()
        .filter(|request| request.status.is_none())
        .count();
    assert_eq!(unanswered, 2);
    assert_eq!(harness.count("GET /api/internalLocations"), 0, "the third waits for its turn");
    let (one, two, three) = all.await.unwrap();
    for end in [one, two, three] {
        end.unwrap();
    }
}

#[tokio::test]
async fn what_the_list_does_not_hold_any_more_is_gone_and_comes_back() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.later(60);
    let empty = Kind::Answer {
        status: 200,
        content_type: "application/json".into(),
        body: r#"{"data":[]}"#.into(),
    };
    harness.fault(empty, "GET", "/api/stockMovements");
    harness.refresh(DataSet::Movements).await.unwrap();
    let page = harness.movements().await;
    assert_eq!(page.known as usize, sample::MOVEMENTS, "nothing is deleted");
    assert!(rows(&page).iter().all(|row| row.gone));
    harness.refresh(DataSet::Movements).await.unwrap();
    assert!(rows(&harness.movements().await).iter().all(|row| !row.gone));
}

/// How many records of each list cannot be read: movements, stocklists, products, bins, internal
/// locations.
async fn left_out(harness: &Harness) -> [u32; 5] {
    let locations = async |kind| {
        let parent = sample::CENTRAL_STORE.into();
        let request = ListBinLocations { parent, kind, rows: Rows::first(1), text: String::new() };
        harness.backend.list_bin_locations(request).await.unwrap().freshness.left_out
    };
    let lists = harness.backend.list_stocklists(stocklists(Default::default())).await.unwrap();
    [
        harness.movements().await.freshness.left_out,
        lists.freshness.left_out,
        harness.backend.list_products(products()).await.unwrap().freshness.left_out,
        locations(LocationKind::Bins).await,
        locations(LocationKind::Internal).await,
    ]
}

#[tokio::test]
async fn records_that_cannot_be_read_are_counted_also_after_a_restart() {
    let mut harness = Harness::signed_in_with(&[Variant::OneBadRecord]).await;
    harness.refresh_every_list().await;
    // The second of every page; products come in two.
    let counted = [1, 1, 2, 1, 1];
    assert_eq!(left_out(&harness).await, counted);
    assert_eq!(harness.movements().await.known as usize, sample::MOVEMENTS - 1);
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    assert_eq!(left_out(&harness).await, counted);
}

#[tokio::test]
async fn a_record_that_can_be_read_again_is_counted_no_more() {
    let harness = Harness::signed_in().await;
    let body = json!({ "data": [{ "id": "m1", "name": "Round" }, { "id": null }] }).to_string();
    for body in [body, json!({ "data": [] }).to_string()] {
        let answer = Kind::Answer { status: 200, content_type: "application/json".into(), body };
        harness.fault(answer, "GET", "/api/stockMovements");
    }
    harness.refresh(DataSet::Movements).await.unwrap();
    assert_eq!(harness.movements().await.freshness.left_out, 1);
    harness.refresh(DataSet::Movements).await.unwrap();
    assert_eq!(harness.movements().await.freshness.left_out, 0);
}

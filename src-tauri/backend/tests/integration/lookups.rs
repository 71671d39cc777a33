//! Stocklists, products, categories, people, places, bins (interface document, 4.2 and 4.6), and
//! who the user is.

use backend::Error;
use contract::*;
use practice::sample;

use crate::harness::{Harness, code};

#[tokio::test]
async fn stocklists_are_asked_by_filter_and_filtered_once_more() {
    let harness = Harness::signed_in().await;
    let query =
        StocklistQuery { destination: Some(sample::THEATRE_BLOCK_A.into()), ..Default::default() };
    harness.refresh(DataSet::Stocklists(query.clone())).await.unwrap();
    let asked =
        format!("GET /api/stocklists?max=100&offset=0&destination.id={}", sample::THEATRE_BLOCK_A);
    assert_eq!(harness.count(&asked), 1);
    let filter = StocklistFilter { query, ..StocklistFilter::default() };
    let request = ListStocklists { rows: Rows::first(50), filter };
    let page = harness.backend.list_stocklists(request).await.unwrap();
    assert!(page.rows.iter().any(|row| row.id == sample::STOCKLIST_WEEKLY.into()));
    let elsewhere = page
        .rows
        .iter()
        .filter(|row| row.destination.as_ref().unwrap().id != sample::THEATRE_BLOCK_A.into());
    assert_eq!(elsewhere.count(), 0);
}

#[tokio::test]
async fn a_stocklist_is_opened_with_its_items_even_if_no_list_was_shown_yet() {
    let harness = Harness::signed_in().await;
    let request = || OpenStocklist { stocklist: sample::STOCKLIST_WEEKLY.into() };
    let list = harness.backend.open_stocklist(request()).await.unwrap();
    assert_eq!(list.number.as_deref(), Some(sample::STOCKLIST_WEEKLY_NUMBER));
    assert_eq!(list.items.len(), sample::STOCKLIST_WEEKLY_ITEMS);
    let unknown = OpenStocklist { stocklist: "no-such-list".into() };
    assert_eq!(harness.backend.open_stocklist(unknown).await, Err(Error::Unknown));
}

#[tokio::test]
async fn products_know_in_how_many_stocklists_they_stand() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Products).await.unwrap();
    harness.refresh(DataSet::Stocklists(StocklistQuery::default())).await.unwrap();
    let by = vec![Sort { by: ProductColumn::Lists, descending: true }];
    let rows = Rows { start: 0, count: 5, sort: by };
    let page = harness
        .backend
        .list_products(ListProducts { rows, filter: ProductFilter::default() })
        .await
        .unwrap();
    assert!(page.rows[0].lists >= page.rows[4].lists && page.rows[4].lists > 0);
    let text = "glv-2207 NITRILE".to_owned();
    let filter = ProductFilter { text, ..ProductFilter::default() };
    let page =
        harness.backend.list_products(ListProducts { rows: Rows::first(5), filter }).await.unwrap();
    assert_eq!(page.rows.len(), 1);
    assert_eq!(page.rows[0].product.id, sample::GLOVES_M.into());
}

#[tokio::test]
async fn a_category_made_here_is_there_at_once_and_after_a_restart() {
    let mut harness = Harness::signed_in().await;
    harness.refresh(DataSet::Products).await.unwrap();
    let request = CreateCategory { key: None, name: "  Zinc dressings ".into() };
    let written = harness.backend.create_category(request).await.unwrap();
    let WriteState::Sent { id: Some(id), .. } = written.state else { panic!("{written:?}") };
    assert!(!id.is_empty());
    assert_eq!(harness.operations(), ["createCategory"]);
    assert_eq!(harness.service.effects()[0].detail["name"], "Zinc dressings");
    let made = CategoryCount { name: "Zinc dressings".into(), products: 0 };
    let list = harness.backend.list_categories(ListCategories {}).await.unwrap();
    assert!(list.contains(&made));
    assert_eq!(
        list.iter().map(|category| category.products as usize).sum::<usize>(),
        sample::PRODUCTS
    );
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    assert!(harness.backend.list_categories(ListCategories {}).await.unwrap().contains(&made));
}

#[tokio::test]
async fn a_category_without_a_name_is_not_sent() {
    let harness = Harness::signed_in().await;
    let request = CreateCategory { key: None, name: " \t".into() };
    let failure = Failure::from(harness.backend.create_category(request).await.unwrap_err());
    assert_eq!((failure.reason, failure.field), (Reason::Required, Some("name".to_owned())));
    assert_eq!(harness.count("POST /api/categories"), 0);
}

#[tokio::test]
async fn a_category_the_service_refuses_is_not_made_and_says_why() {
    for (status, expected) in [(500, "refused"), (403, "forbidden")] {
        let harness = Harness::signed_in().await;
        harness.refuse(status, "POST", "/api/categories");
        let written = harness.create_category("Dressings").await;
        let WriteState::Stuck(failure) = written.state else { panic!("{written:?}") };
        assert_eq!(failure.reason.code(), expected);
        assert_eq!(harness.operations(), [""; 0]);
        let list = harness.backend.list_categories(ListCategories {}).await.unwrap();
        assert!(list.iter().all(|category| category.name != "Dressings"));
    }
}

#[tokio::test]
async fn people_are_harvested_and_the_user_is_recognised_among_them() {
    let mut harness = Harness::signed_in().await;
    let before = harness.backend.identity(ReadIdentity {}).await.unwrap();
    assert_eq!(before, Identity::default());
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.refresh(DataSet::Stocklists(StocklistQuery::default())).await.unwrap();
    let people = harness.backend.list_people(ListPeople {}).await.unwrap();
    assert!(people.len() > 1);
    let identity = harness.backend.identity(ReadIdentity {}).await.unwrap();
    assert_eq!(identity.me.unwrap().id, sample::AMARA_OKAFOR.into());
    assert!(identity.settled);
    assert_eq!(identity.candidates[0].id, sample::AMARA_OKAFOR.into());
    assert_eq!(identity.candidates.len(), people.len());
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let identity = harness.backend.identity(ReadIdentity {}).await.unwrap();
    assert_eq!(identity.me.unwrap().username.as_deref(), Some("aokafor"));
}

#[tokio::test]
async fn who_the_user_is_can_be_chosen_pasted_and_skipped() {
    let mut harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let choose = |person: Option<&str>| {
        let person = person.map(PersonId::from);
        harness.backend.choose_identity(ChooseIdentity { person })
    };
    let skipped = choose(None).await.unwrap();
    assert_eq!((skipped.me, skipped.settled), (None, true));
    let pasted = choose(Some("somebody-not-seen")).await.unwrap();
    assert_eq!(pasted.me.unwrap().shown(), "somebody-not-seen");
    assert_eq!(code(choose(Some(" ")).await), "required");
    let chosen = choose(Some(sample::JONAS_WEIR)).await.unwrap();
    assert_eq!(chosen.me.unwrap().id, sample::JONAS_WEIR.into());
    harness.restart().await;
    harness.sign_in().await.unwrap();
    let identity = harness.backend.identity(ReadIdentity {}).await.unwrap();
    assert_eq!(identity.me.unwrap().id, sample::JONAS_WEIR.into(), "not recognised over a choice");
}

#[tokio::test]
async fn places_are_harvested_with_their_kinds_and_counted() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.refresh(DataSet::Stocklists(StocklistQuery::default())).await.unwrap();
    let depot = LocationId::from(sample::CENTRAL_STORE);
    let places = harness.backend.list_places(ListPlaces {}).await.unwrap();
    let place = |places: &[Place]| places.iter().find(|place| place.id == depot).unwrap().clone();
    let before = place(&places);
    assert_eq!(before.type_code, Some(LocationTypeCode::Depot));
    assert!(before.as_origin > 0);
    assert_eq!(before.bins, None, "never asked for");
    let supplier = LocationId::from(sample::BRIGHTWELL_MEDICAL);
    let supplier = places.iter().find(|place| place.id == supplier).unwrap();
    assert_eq!(supplier.type_code, None, "no record of the interface tells a supplier's kind");
    assert!(supplier.as_origin > 0 && supplier.as_destination == 0);
    assert!(
        places.windows(2).all(|pair| pair[0].name.to_lowercase() <= pair[1].name.to_lowercase())
    );
    harness.refresh(DataSet::BinLocations(depot.clone())).await.unwrap();
    let after = place(&harness.backend.list_places(ListPlaces {}).await.unwrap());
    assert!(after.bins.is_some_and(|bins| bins > 0));
}

#[tokio::test]
async fn bins_are_read_by_their_place_and_stand_as_people_count() {
    let harness = Harness::signed_in().await;
    let depot = LocationId::from(sample::CENTRAL_STORE);
    let list = |kind, text: &str| ListBinLocations {
        parent: depot.clone(),
        kind,
        rows: Rows::first(100),
        text: text.to_owned(),
    };
    harness.refresh(DataSet::BinLocations(depot.clone())).await.unwrap();
    let page = harness.backend.list_bin_locations(list(LocationKind::Bins, "")).await.unwrap();
    let names: Vec<_> = page.rows.iter().map(|row| row.name.clone()).collect();
    let mut sorted = names.clone();
    sorted.sort();
    assert_eq!(names, sorted, "aisles, bays and levels of two digits");
    assert!(page.rows.iter().all(|row| row.type_code == Some(LocationTypeCode::BinLocation)));
    let page =
        harness.backend.list_bin_locations(list(LocationKind::Bins, "a-01-03")).await.unwrap();
    assert_eq!((page.rows.len(), page.known as usize), (1, names.len()));
    harness.refresh(DataSet::InternalLocations(depot.clone())).await.unwrap();
    let page = harness.backend.list_bin_locations(list(LocationKind::Internal, "")).await.unwrap();
    assert!(page.rows.iter().any(|row| row.id == sample::CENTRAL_RECEIVING.into()));
    let nowhere = ListBinLocations { parent: "".into(), ..list(LocationKind::Bins, "") };
    assert_eq!(code(harness.backend.list_bin_locations(nowhere).await), "required");
    assert_eq!(code(harness.refresh(DataSet::BinLocations("".into())).await), "required");
}

#[tokio::test]
async fn a_location_is_opened_from_the_service_and_from_here_without_it() {
    let mut harness = Harness::signed_in().await;
    let open = |id: &str| OpenLocation { location: id.into() };
    let receiving = harness.backend.open_location(open(sample::CENTRAL_RECEIVING)).await.unwrap();
    assert_eq!(receiving.parent.unwrap().id, sample::CENTRAL_STORE.into());
    assert_eq!(harness.backend.open_location(open("no-such-place")).await, Err(Error::Unknown));
    let depot = LocationId::from(sample::CENTRAL_STORE);
    harness.refresh(DataSet::InternalLocations(depot)).await.unwrap();
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let known = harness.backend.open_location(open(sample::CENTRAL_RECEIVING)).await.unwrap();
    assert_eq!(known.name.as_deref(), Some("Receiving"));
    assert_eq!(code(harness.backend.open_location(open("no-such-place")).await), "needs_session");
}

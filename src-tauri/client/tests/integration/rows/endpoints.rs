//! Rows of section 4 but 4.4: the calls.

use std::collections::BTreeSet;

use chrono::Days;
use client::{HeaderUpdate, MovementHeader, Outcome, Paging, PicklistItem, ProductsBy};
use contract::{Endpoint, LocationTypeCode, StocklistQuery};
use practice::sample;

use super::desk::{Desk, today};
use crate::responder::accepted;

const ALL: Paging = Paging { max: 1000, offset: 0 };

pub async fn login(desk: Desk) {
    accepted(desk.client.probe(Some(&desk.session), Endpoint::ListMovements).await);
    let again = desk.client.login("jweir", &sample::PASSWORD.into()).await;
    let other = accepted(again);
    accepted(desk.client.probe(Some(&other), Endpoint::ListMovements).await);
    for (name, password) in [("aokafor", "wrong"), ("nobody", sample::PASSWORD), ("", "")] {
        let outcome = desk.client.login(name, &password.into()).await;
        assert!(matches!(outcome, Outcome::SignedOut), "{name}: {outcome:?}");
    }
    let requests = desk.running.faults().requests();
    let mut logins = requests.iter().filter(|request| request.path.ends_with("/api/login"));
    assert!(logins.all(|request| !request.has_cookie));
}

pub async fn logout(desk: Desk) {
    accepted(desk.client.logout(&desk.session).await);
    let outcome = desk.client.probe(Some(&desk.session), Endpoint::ListMovements).await;
    assert_eq!(outcome, Outcome::SignedOut);
}

pub async fn categories(desk: Desk) {
    let made = accepted(desk.client.create_category(&desk.session, "Wound care").await);
    assert_eq!(made.name.as_deref(), Some("Wound care"));
    let id = made.id.unwrap();
    let read = desk.client.generic_read(&desk.session, "category", id.as_str()).await;
    assert_eq!(accepted(read)["data"]["name"], "Wound care");
}

pub async fn list_movements(desk: Desk) {
    let list = async |page, exclude| {
        accepted(desk.client.list_movements(&desk.session, page, exclude).await)
    };
    let all = list(ALL, false).await;
    assert_eq!(all.len(), sample::MOVEMENTS);
    assert!(all.iter().all(|movement| movement.lines.is_some()));
    let without = list(ALL, true).await;
    assert!(without.iter().all(|movement| movement.lines.is_none()));
    let ids = |list: &[contract::Movement]| {
        list.iter().map(|movement| movement.id.clone()).collect::<Vec<_>>()
    };
    let page = list(Paging { max: 7, offset: 5 }, true).await;
    assert_eq!(ids(&page), ids(&all)[5..12]);
    assert!(list(Paging { max: 7, offset: 5000 }, true).await.is_empty());
}

pub async fn read_movement(desk: Desk) {
    let movement = desk.read(&sample::MOVEMENT_MIXED.into()).await;
    let lines = movement.lines.unwrap();
    let states: BTreeSet<_> = lines.iter().map(|line| line.status.as_str()).collect();
    assert_eq!(states, BTreeSet::from(["CANCELED", "CHANGED", "PENDING", "SUBSTITUTED"]));
    assert_eq!(movement.origin.unwrap().name, "Central store");
    assert_eq!(movement.requested_by.unwrap().shown(), "Priya Nair");
    let inbound = desk.read(&sample::MOVEMENT_INBOUND.into()).await;
    assert_eq!(inbound.origin.unwrap().id.as_str(), sample::BRIGHTWELL_MEDICAL);
}

pub async fn create_movement(desk: Desk) {
    let create = async |header: MovementHeader| {
        let made = accepted(desk.client.create_movement(&desk.session, &header).await);
        assert_eq!(made.name, Some(header.name));
        assert_eq!(made.origin.as_ref().unwrap().id, header.origin);
        assert_eq!(made.destination.as_ref().unwrap().id, header.destination);
        assert_eq!(made.requested_by.as_ref().unwrap().id, header.requested_by);
        assert_eq!(made.date_requested, Some(header.date_requested));
        assert_eq!(made.identifier, None, "null right after creation");
        made
    };
    let empty = create(Desk::new_movement()).await;
    assert_eq!(empty.lines, Some(Vec::new()));
    assert!(desk.read(&empty.id).await.identifier.is_some(), "later it has one");
    let inbound = MovementHeader {
        origin: sample::BRIGHTWELL_MEDICAL.into(),
        destination: sample::CENTRAL_STORE.into(),
        ..Desk::new_movement()
    };
    assert_eq!(create(inbound).await.lines, Some(Vec::new()));
    let stocklist = Some(sample::STOCKLIST_WEEKLY.into());
    let filled = create(MovementHeader { stocklist, ..Desk::new_movement() }).await;
    let lines = filled.lines.unwrap();
    assert_eq!(lines.len(), sample::STOCKLIST_WEEKLY_ITEMS);
    assert!(lines.iter().all(|line| line.status.as_str() == "PENDING"));
    assert_eq!(desk.read(&filled.id).await.lines, Some(lines));
}

pub async fn update_movement(desk: Desk) {
    let id = desk.movement().await;
    let header = HeaderUpdate {
        id: Some(id.clone()),
        name: Some("Theatre A, other name".into()),
        description: Some("Other words".into()),
        identifier: None,
        origin: Some(sample::NORTHGATE_STORE.into()),
        destination: Some(sample::INTENSIVE_CARE.into()),
        date_requested: today().checked_add_days(Days::new(1)),
        requested_by: Some(sample::JONAS_WEIR.into()),
    };
    let update = async |header: &HeaderUpdate| {
        accepted(desk.client.update_movement(&desk.session, &id, header, &[]).await)
    };
    let updated = update(&header).await;
    assert_eq!(updated, desk.read(&id).await);
    assert_eq!((&updated.name, &updated.description), (&header.name, &header.description));
    assert_eq!(updated.origin.unwrap().id.as_str(), sample::NORTHGATE_STORE);
    assert_eq!(updated.destination.unwrap().id.as_str(), sample::INTENSIVE_CARE);
    assert_eq!(updated.requested_by.unwrap().id.as_str(), sample::JONAS_WEIR);
    assert_eq!(updated.date_requested, header.date_requested);
    let partly = HeaderUpdate { name: Some("Only this".into()), ..HeaderUpdate::default() };
    let updated = update(&partly).await;
    assert_eq!(updated.name, partly.name);
    assert_eq!(updated.description, header.description, "what is not given stays");
}

pub async fn pick(desk: Desk) {
    let gloves = desk.gloves().await;
    let pick = PicklistItem {
        id: None,
        inventory_item: sample::GLOVES_M_LOT.into(),
        bin_location: Some(sample::BIN_A_01_03.into()),
        quantity_picked: 10,
    };
    accepted(desk.client.pick(&desk.session, &gloves.line, &[pick]).await);
    let applied = desk.running.effects().pop().unwrap();
    assert_eq!(
        (applied.operation.as_str(), &applied.detail["quantityPicked"]),
        ("pick", &10.into())
    );
    assert_eq!(applied.item.as_deref(), Some(gloves.line.as_str()));
}

pub async fn bin_locations(desk: Desk) {
    let list = async |parent: Option<&contract::LocationId>| {
        accepted(desk.client.list_bin_locations(&desk.session, parent).await)
    };
    let all = list(None).await;
    assert_eq!(all.len(), sample::BINS);
    let central = list(Some(&sample::CENTRAL_STORE.into())).await;
    assert!(!central.is_empty() && central.len() < all.len());
    for bin in central {
        assert_eq!(bin.type_code(), Some(&LocationTypeCode::BinLocation));
        let parent = bin.parent.unwrap();
        assert_eq!(
            (parent.id.as_str(), parent.type_code()),
            (sample::CENTRAL_STORE, Some(&LocationTypeCode::Depot))
        );
    }
}

pub async fn stocklists(desk: Desk) {
    let list = async |filter: StocklistQuery, page| {
        accepted(desk.client.list_stocklists(&desk.session, &filter, page).await)
    };
    let none = StocklistQuery::default;
    let all = list(none(), ALL).await;
    assert_eq!(all.len(), sample::STOCKLISTS);
    assert_eq!(list(none(), Paging { max: 5, offset: 12 }).await.len(), 2);
    let number = StocklistQuery { number: Some(sample::STOCKLIST_WEEKLY_NUMBER.into()), ..none() };
    let weekly = list(number, ALL).await;
    assert_eq!(weekly.len(), 1);
    assert_eq!(weekly[0].id.as_str(), sample::STOCKLIST_WEEKLY);
    assert_eq!(weekly[0].items.len(), sample::STOCKLIST_WEEKLY_ITEMS);
    assert!(weekly[0].items.iter().all(|item| item.quantity.is_some()));
    let name = StocklistQuery { name: Some("crash trolley".into()), ..none() };
    assert_eq!(list(name, ALL).await[0].id.as_str(), sample::STOCKLIST_SHORT);
    let places = StocklistQuery {
        origin: Some(sample::CENTRAL_STORE.into()),
        destination: Some(sample::THEATRE_BLOCK_A.into()),
        ..none()
    };
    let between = list(places, ALL).await;
    assert!(!between.is_empty() && between.len() < all.len());
    assert!(
        between
            .iter()
            .all(|list| list.origin.as_ref().unwrap().id.as_str() == sample::CENTRAL_STORE)
    );
}

pub async fn internal_locations(desk: Desk) {
    let list = async |place: Option<&contract::LocationId>| {
        accepted(desk.client.list_internal_locations(&desk.session, place).await)
    };
    let all = list(None).await;
    let central = list(Some(&sample::CENTRAL_STORE.into())).await;
    assert!(!central.is_empty() && central.len() < all.len());
    assert!(central.iter().any(|place| place.id.as_str() == sample::CENTRAL_RECEIVING));
}

pub async fn internal_location(desk: Desk) {
    let read = async |id: &str| desk.client.read_internal_location(&desk.session, &id.into()).await;
    let receiving = accepted(read(sample::CENTRAL_RECEIVING).await).unwrap();
    assert_eq!(receiving.shown(), "Receiving");
    assert_eq!(receiving.parent.unwrap().id.as_str(), sample::CENTRAL_STORE);
    for unknown in ["nothing", "../products", "a b"] {
        let outcome = read(unknown).await;
        assert!(matches!(&outcome, Outcome::Refused(no) if no.status == 404), "{outcome:?}");
    }
}

pub async fn products(desk: Desk) {
    for by in [ProductsBy::Get, ProductsBy::Post] {
        let all = accepted(desk.client.list_products(&desk.session, ALL, by).await);
        assert_eq!(all.len(), sample::PRODUCTS);
        assert!(all.iter().all(|product| product.category.is_some() && product.name.is_some()));
        assert!(all.iter().all(|product| product.date_created.is_some()));
        let page = Paging { max: 3, offset: 398 };
        let page = accepted(desk.client.list_products(&desk.session, page, by).await);
        assert_eq!(page.rows, all[398..]);
    }
    assert!(desk.applied().is_empty(), "asking by POST makes nothing");
}

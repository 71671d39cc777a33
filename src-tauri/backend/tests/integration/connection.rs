//! How the service is reached, and what brings a service back that went away.

use contract::*;
use practice::{Fault, Kind};

use crate::harness::Harness;

#[tokio::test]
async fn the_connection_is_known_from_the_first_answer_on() {
    let harness = Harness::new().await;
    assert_eq!(harness.session().await.connection, Connection::Unknown);
    harness.sign_in().await.unwrap();
    assert!(matches!(harness.session().await.connection, Connection::Online { .. }));
}

#[tokio::test]
async fn a_service_that_went_away_is_looked_out_for_and_lists_are_read_when_it_is_back() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let gone = Fault::new(Kind::DropBefore).path("/api/products");
    harness.service.faults().add(gone);
    let failure = Failure::from(harness.refresh(DataSet::Products).await.unwrap_err());
    assert!(matches!(failure.reason, Reason::Unreachable { why: Unreached::Broken, .. }));
    let session = harness.session().await;
    assert!(session.signed_in, "out of reach is not signed out");
    let Connection::Offline { since, failure: shown } = session.connection else {
        panic!("{session:?}")
    };
    assert_eq!((since, shown), (harness.clock.now(), failure));

    // What the failure itself changed is told by then.
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let mut changes = harness.backend.changes();
    let is_online = |session: &SessionState| {
        matches!(session.connection, Connection::Online { .. } | Connection::Slow { .. })
    };
    harness.until(|| harness.session(), is_online).await;
    let probe = "GET /api/stockMovements?max=1&offset=0&exclude=lineItems";
    assert_eq!(harness.count(probe), 2, "one to sign in, one to look out");
    let mut told = changes.recv().await.unwrap();
    while !(told.contains(&Topic::Connection) && told.contains(&Topic::Products)) {
        told = changes.recv().await.unwrap();
    }
    let list = ListProducts { rows: Rows::first(1), filter: ProductFilter::default() };
    let page = harness.backend.list_products(list).await.unwrap();
    assert!(
        page.freshness.reading.is_some(),
        "what failed for want of a connection is asked again"
    );
}

#[tokio::test]
async fn rows_and_states_are_announced_as_they_change() {
    let harness = Harness::signed_in().await;
    let mut changes = harness.backend.changes();
    harness.refresh(DataSet::Stocklists(StocklistQuery::default())).await.unwrap();
    let mut told = Vec::new();
    while !told.contains(&Topic::People) || !told.contains(&Topic::Stocklists) {
        told.extend(changes.recv().await.unwrap());
    }
    harness.backend.sign_out(SignOut {}).await.unwrap();
    while !told.contains(&Topic::Session) {
        told.extend(changes.recv().await.unwrap());
    }
}

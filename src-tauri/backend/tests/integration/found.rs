//! People and places found by what is typed: from the service where it can be asked, and from what
//! was seen here.

use contract::*;
use practice::{Fault, Kind};

use crate::harness::Harness;

impl Harness {
    pub async fn find_people(&self, text: &str) -> FoundPeople {
        let request = FindPeople { text: text.into(), count: 8 };
        self.backend.find_people(request).await.unwrap()
    }

    pub async fn find_places(&self, text: &str) -> FoundPlaces {
        let request = FindPlaces { text: text.into(), count: 8 };
        self.backend.find_places(request).await.unwrap()
    }
}

fn people(found: &FoundPeople) -> Vec<(&str, Source)> {
    found.rows.iter().map(|row| (row.person.shown(), row.source)).collect()
}

fn places(found: &FoundPlaces) -> Vec<(&str, Source)> {
    found.rows.iter().map(|row| (row.place.name.as_str(), row.source)).collect()
}

async fn answered(harness: &Harness, text: &str) -> FoundPeople {
    harness.until(|| harness.find_people(text), |found| found.freshness.as_of.is_some()).await
}

#[tokio::test]
async fn somebody_seen_on_no_record_is_found_in_the_service() {
    let harness = Harness::signed_in().await;
    // No record tells of anybody.
    for list in ["/api/stockMovements", "/api/stocklists"] {
        harness.service.faults().add(Fault::status(500).path(list).times(1_000));
    }
    harness.probe().await.unwrap();
    let found = answered(&harness, " harada ").await;
    assert_eq!(people(&found), [("Yuki Harada", Source::Service)]);
    assert_eq!(harness.count("GET /api/persons?name=harada"), 1);
    answered(&harness, "HARADA").await;
    let asked = harness.count("GET /api/persons?name=");
    assert_eq!(asked, 1 + 1, "once, and once the call itself was tried");
    let found = answered(&harness, "castano").await;
    assert_eq!(people(&found), [], "the service finds no letter in the place of another");
    answered(&harness, "castaño").await;
    let found = harness.find_people("castano").await;
    assert_eq!(people(&found), [("Rocío Castaño", Source::Service)], "but what was found is known");
}

#[tokio::test]
async fn people_seen_here_stand_among_those_the_service_lists() {
    let harness = Harness::probed().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let everybody = harness.find_people("").await;
    assert!(everybody.rows.len() > 1);
    assert_eq!(everybody.freshness, Freshness::default(), "nothing was asked for nothing");
    let nair = harness.find_people("priya nair").await;
    assert_eq!(people(&nair), [("Priya Nair", Source::Seen)]);
    let found = answered(&harness, "priya nair").await;
    assert_eq!(people(&found), [("Priya Nair", Source::Service)], "each once");
}

#[tokio::test]
async fn one_letter_is_not_asked_for() {
    let harness = Harness::probed().await;
    let before = harness.count("GET /api/persons");
    harness.find_people("o").await;
    harness.find_people(" ").await;
    answered(&harness, "ok").await;
    assert_eq!(harness.count("GET /api/persons"), before + 1);
    let before = harness.count("GET /api/locations");
    harness.find_places("ce").await;
    harness.until(|| harness.find_places("cen"), |found| found.freshness.as_of.is_some()).await;
    assert_eq!(harness.count("GET /api/locations"), before + 1);
}

#[tokio::test]
async fn a_strict_service_is_not_asked_and_what_was_seen_is_found() {
    let harness = Harness::strict().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.probe().await.unwrap();
    let (persons, locations) =
        (harness.count("GET /api/persons"), harness.count("GET /api/locations"));
    let found = harness.find_people("okafor").await;
    assert_eq!(people(&found), [("Amara Okafor", Source::Seen)]);
    let found = harness.find_places("central").await;
    assert_eq!(places(&found), [("Central store", Source::Seen)]);
    assert_eq!(found.freshness, Freshness::default());
    assert_eq!(harness.count("GET /api/persons"), persons);
    assert_eq!(harness.count("GET /api/locations"), locations);
}

#[tokio::test]
async fn places_come_with_their_kinds_which_no_record_tells() {
    let harness = Harness::probed().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let before = harness.find_places("brightwell").await;
    assert_eq!(before.rows[0].place.type_code, None);
    let found = harness
        .until(|| harness.find_places("brightwell"), |found| found.freshness.as_of.is_some())
        .await;
    assert_eq!(found.rows.len(), 1);
    assert_eq!(found.rows[0].source, Source::Service);
    assert!(found.rows[0].place.is_supplier());
    assert!(found.rows[0].place.as_origin > 0, "as it was seen");
}

#[tokio::test]
async fn who_was_found_once_is_there_without_the_service() {
    let mut harness = Harness::signed_in().await;
    harness.probe().await.unwrap();
    answered(&harness, "weir").await;
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let found = harness.find_people("weir").await;
    assert_eq!(people(&found), [("Jonas Weir", Source::Seen)], "from this computer");
    assert_eq!(found.freshness, Freshness::default());
}

#[tokio::test]
async fn an_answer_that_is_none_leaves_what_was_seen_and_everybody_signed_in() {
    let harness = Harness::probed().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let faults = [
        Kind::Unauthorized,
        Kind::DropBefore,
        Kind::Answer { status: 200, content_type: "text/html".into(), body: "<html>".into() },
        Kind::Answer { status: 500, content_type: String::new(), body: String::new() },
    ];
    // A text of its own each time: one that failed is not asked for again at once.
    for (fault, text) in faults.into_iter().zip(["amara", "amar", "ama", "am"]) {
        harness.service.faults().add(Fault::new(fault).path("/api/persons"));
        let found = harness
            .until(|| harness.find_people(text), |found| found.freshness.failure.is_some())
            .await;
        assert!(people(&found).iter().any(|(name, _)| *name == "Amara Okafor"), "{text}");
        assert!(harness.is_online(&harness.session().await), "{text}");
    }
}

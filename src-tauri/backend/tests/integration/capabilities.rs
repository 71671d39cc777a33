//! Which calls beyond the interface document a service answers: found out by reads alone, remembered,
//! and without harm to the session or the connection whatever a single call is answered with.

use backend::{Backend, Error, Options};
use chrono::TimeDelta;
use contract::*;
use practice::{Fault, Kind, sample};

use crate::{
    act::pending,
    harness::{Harness, QUICK, code},
};

impl Harness {
    pub async fn probe(&self) -> Result<Capabilities, Error> {
        self.backend.probe_capabilities(ProbeCapabilities {}).await
    }

    pub async fn capabilities(&self) -> Capabilities {
        self.backend.capabilities(ReadCapabilities {}).await.unwrap()
    }

    /// A warehouse whose calls were all tried, with a movement read.
    pub async fn probed() -> Self {
        let harness = Self::signed_in().await;
        harness.open(&pending()).await.unwrap();
        harness.probe().await.unwrap();
        harness
    }

    pub fn is_online(&self, session: &SessionState) -> bool {
        session.signed_in && !matches!(session.connection, Connection::Offline { .. })
    }
}

fn row(capabilities: &Capabilities, call: ObservedCall) -> &Capability {
    capabilities.rows.iter().find(|row| row.call == call).unwrap()
}

fn outcomes(capabilities: &Capabilities) -> Vec<(ObservedCall, &Probed)> {
    capabilities.rows.iter().map(|row| (row.call, &row.outcome)).collect()
}

/// The path a call is made at, for a movement and a product that are known.
fn path(call: ObservedCall) -> String {
    let movement = format!("/api/stockMovements/{}", sample::MOVEMENT_PENDING);
    match call {
        ObservedCall::Status => "/api/status".into(),
        ObservedCall::AppContext => "/api/getAppContext".into(),
        ObservedCall::Session => "/api/getSession".into(),
        ObservedCall::People => "/api/persons".into(),
        ObservedCall::Places => "/api/locations".into(),
        ObservedCall::ReasonCodes => "/api/reasonCodes".into(),
        ObservedCall::Substitutions => "/api/products/".into(),
        ObservedCall::EditPage | ObservedCall::PickPage => movement,
    }
}

#[tokio::test]
async fn nothing_is_tried_before_somebody_asks_and_nobody_is_asked_without_a_session() {
    let harness = Harness::new().await;
    assert_eq!(code(harness.probe().await), "needs_session");
    let harness = Harness::signed_in().await;
    harness.open(&pending()).await.unwrap();
    let capabilities = harness.capabilities().await;
    assert_eq!(capabilities.rows.len(), ObservedCall::ALL.len());
    assert!(capabilities.rows.iter().all(|row| row.outcome == Probed::NotTried));
    assert!(capabilities.rows.iter().all(|row| row.at.is_none() && row.status.is_none()));
    assert_eq!(harness.count("GET /api/status"), 0);
}

#[tokio::test]
async fn a_service_that_answers_them_all_is_told_so_and_was_only_read() {
    let harness = Harness::signed_in().await;
    harness.open(&pending()).await.unwrap();
    let before = harness.requests().len();
    let capabilities = harness.probe().await.unwrap();
    for row in &capabilities.rows {
        assert_eq!((&row.outcome, row.status), (&Probed::Offered, Some(200)), "{row:?}");
        assert_eq!((row.at, row.good_for), (Some(harness.clock.now()), row.call.good_for()));
    }
    assert!(capabilities.version.is_some());
    assert!(!capabilities.probing);
    assert_eq!(harness.capabilities().await, capabilities);
    let requests = harness.requests()[before..].to_vec();
    assert!(requests.iter().all(|request| request.starts_with("GET ")), "{requests:?}");
    let harmless = |request: &&String| request.contains("stepNumber=4");
    for request in requests.iter().filter(harmless) {
        assert!(request.ends_with("&refreshPicklistItems=false"), "{request}");
    }
    assert_eq!(harness.operations(), [""; 0]);
}

#[tokio::test]
async fn a_strict_service_answers_none_and_its_pick_page_is_not_even_asked_for() {
    let harness = Harness::strict().await;
    harness.open(&pending()).await.unwrap();
    let capabilities = harness.probe().await.unwrap();
    for row in &capabilities.rows {
        assert_eq!(row.outcome, Probed::NotOffered, "{row:?}");
        let status = match row.call {
            ObservedCall::EditPage => Some(200),
            ObservedCall::PickPage => None,
            _ => Some(404),
        };
        assert_eq!(row.status, status, "{row:?}");
    }
    let requests = harness.requests();
    assert!(!requests.iter().any(|request| request.contains("stepNumber=4")), "{requests:?}");
    assert!(harness.is_online(&harness.session().await));
}

#[tokio::test]
async fn what_needs_a_record_is_not_tried_until_one_is_known() {
    let harness = Harness::signed_in().await;
    let tried = |capabilities: &Capabilities| -> Vec<ObservedCall> {
        let tried = capabilities.rows.iter().filter(|row| row.outcome != Probed::NotTried);
        tried.map(|row| row.call).collect()
    };
    let without = [
        ObservedCall::Status,
        ObservedCall::AppContext,
        ObservedCall::Session,
        ObservedCall::People,
        ObservedCall::ReasonCodes,
    ];
    assert_eq!(tried(&harness.probe().await.unwrap()), without);
    harness.open(&pending()).await.unwrap();
    assert_eq!(tried(&harness.probe().await.unwrap()), ObservedCall::ALL);
}

#[tokio::test]
async fn a_movement_that_is_gone_says_nothing_about_its_pages() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let refused = Fault::status(404).method("GET").path("/api/stockMovements/").times(3);
    harness.service.faults().add(refused);
    let capabilities = harness.probe().await.unwrap();
    for call in [ObservedCall::EditPage, ObservedCall::PickPage] {
        assert_eq!(row(&capabilities, call).outcome, Probed::NotTried, "{call:?}");
    }
}

/// Every answer that could be taken for the end of a session or of a connection, in answer to every
/// one of the calls.
#[tokio::test]
async fn whatever_one_call_is_answered_with_nobody_is_signed_out_and_nothing_goes_offline() {
    let harness = Harness::signed_in().await;
    harness.open(&pending()).await.unwrap();
    let answer = |status, content_type: &str, body: &str| Kind::Answer {
        status,
        content_type: content_type.to_owned(),
        body: body.to_owned(),
    };
    let page =
        "<html><form action=\"/stockroom/auth/login\"><input type=\"password\"></form></html>";
    let json = "application/json";
    let kinds = [
        ("unauthorized", Kind::Unauthorized),
        ("forbidden", answer(403, json, r#"{"errorCode":403,"errorMessage":"Access denied"}"#)),
        ("unknown", answer(405, json, r#"{"errorCode":405,"errorMessage":"Method not allowed"}"#)),
        ("error", answer(500, json, r#"{"errorCode":500,"errorMessage":"null"}"#)),
        ("bare error", answer(503, "", "")),
        ("page", answer(200, "text/html", page)),
        ("redirect", answer(302, "text/html", "")),
        ("malformed", answer(200, json, r#"{"data": [{"id": "#)),
        ("of another shape", answer(200, json, "[[]]")),
        ("empty", answer(200, json, "")),
        ("cut off", Kind::DropBefore),
    ];
    for call in ObservedCall::ALL.into_iter().filter(|call| *call != ObservedCall::PickPage) {
        for (name, kind) in &kinds {
            harness.fault(kind.clone(), "GET", &path(call));
            let capabilities = harness.probe().await.unwrap();
            let probed = row(&capabilities, call);
            let not_offered = matches!(*name, "unknown" | "page" | "redirect");
            match &probed.outcome {
                Probed::NotOffered => assert!(not_offered, "{call:?} {name}: {probed:?}"),
                Probed::Failed(_) => assert!(!not_offered, "{call:?} {name}: {probed:?}"),
                other => panic!("{call:?} {name}: {other:?}"),
            }
            let session = harness.session().await;
            assert!(harness.is_online(&session), "{call:?} {name}: {session:?}");
            // Others are not touched by it, but for those that build upon it.
            if call != ObservedCall::EditPage {
                let rest = outcomes(&capabilities).into_iter().filter(|(other, _)| *other != call);
                for (other, outcome) in rest {
                    assert_eq!(*outcome, Probed::Offered, "{other:?} after {call:?} {name}");
                }
            }
        }
    }
    let capabilities = harness.probe().await.unwrap();
    assert!(capabilities.rows.iter().all(|row| row.outcome == Probed::Offered));
}

#[tokio::test]
async fn the_pick_page_alone_may_be_refused() {
    let harness = Harness::signed_in().await;
    harness.open(&pending()).await.unwrap();
    let movement = path(ObservedCall::PickPage);
    // The edit page goes through; what follows it is the pick page.
    harness.service.faults().add(
        Fault::new(Kind::Delay(std::time::Duration::ZERO)).method("GET").path(movement.clone()),
    );
    harness.fault(Kind::Unauthorized, "GET", &movement);
    let capabilities = harness.probe().await.unwrap();
    assert_eq!(row(&capabilities, ObservedCall::EditPage).outcome, Probed::Offered);
    let refused = Probed::Failed(Reason::Refused { status: 401 }.into());
    assert_eq!(row(&capabilities, ObservedCall::PickPage).outcome, refused);
    assert!(harness.is_online(&harness.session().await));
}

#[tokio::test]
async fn a_session_that_has_ended_stops_the_trying_and_nothing_is_remembered_of_it() {
    let harness = Harness::probed().await;
    let before = harness.capabilities().await;
    harness.later(60);
    harness.service.faults().add(Fault::new(Kind::Unauthorized).times(1_000));
    assert_eq!(code(harness.probe().await), "signed_out");
    assert_eq!(harness.capabilities().await, before);
    let asked = harness.count("GET /api/status");
    assert_eq!((asked, harness.count("GET /api/getAppContext")), (2, 1), "it stopped at the first");
    assert!(harness.session().await.signed_in, "that is for others to find out");
    assert_eq!(code(harness.refresh(DataSet::Movements).await), "signed_out");
    assert!(!harness.session().await.signed_in);
}

#[tokio::test]
async fn a_service_that_went_away_stops_the_trying_and_is_not_called_offline_by_it() {
    let harness = Harness::probed().await;
    let before = harness.capabilities().await;
    harness.service.faults().add(Fault::new(Kind::DropBefore).times(1_000));
    assert_eq!(code(harness.probe().await), "unreachable");
    assert_eq!(harness.capabilities().await, before);
    assert!(harness.is_online(&harness.session().await));
    harness.portal(1_000, "");
    assert!(harness.probe().await.is_err());
}

#[tokio::test]
async fn what_was_found_out_is_there_after_a_restart_without_a_session() {
    let mut harness = Harness::probed().await;
    let found = harness.capabilities().await;
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    assert_eq!(harness.capabilities().await, found);
}

#[tokio::test]
async fn who_is_signed_in_is_known_without_asking_where_the_service_tells() {
    let harness = Harness::signed_in().await;
    assert_eq!(harness.backend.identity(ReadIdentity {}).await.unwrap().me, None);
    harness.probe().await.unwrap();
    let identity = harness.backend.identity(ReadIdentity {}).await.unwrap();
    assert_eq!(identity.me.unwrap().id, sample::AMARA_OKAFOR.into());
    assert!(identity.settled);
}

/// A backend that tries by itself.
pub fn by_itself(harness: &Harness, data: &tempfile::TempDir) -> Backend {
    let (clock, pace) = (harness.clock.clone(), QUICK);
    let options = Options { clock, pace, probes: true, ..Options::new(data.path().to_owned()) };
    Backend::open(options).unwrap()
}

#[tokio::test]
async fn a_sign_in_tries_by_itself_what_was_not_tried_for_a_day_and_nothing_else() {
    let mut harness = Harness::new().await;
    let data = tempfile::tempdir().unwrap();
    harness.backend = by_itself(&harness, &data);
    harness.sign_in().await.unwrap();
    let is_known = |capabilities: &Capabilities| {
        !capabilities.probing && row(capabilities, ObservedCall::People).outcome == Probed::Offered
    };
    harness.until(|| harness.capabilities(), is_known).await;
    assert_eq!(harness.count("GET /api/status"), 1);
    assert_eq!(
        row(&harness.capabilities().await, ObservedCall::EditPage).outcome,
        Probed::NotTried
    );
    // Signed in again, only what could not be tried is due.
    harness.open(&pending()).await.unwrap();
    harness.sign_in().await.unwrap();
    let all = |capabilities: &Capabilities| {
        capabilities.rows.iter().all(|row| row.outcome == Probed::Offered)
    };
    harness.until(|| harness.capabilities(), all).await;
    assert_eq!(harness.count("GET /api/status"), 1);
    // A day later everything is.
    harness.clock.advance(TimeDelta::hours(24));
    harness.sign_in().await.unwrap();
    harness.received("GET /api/status", 2).await;
}

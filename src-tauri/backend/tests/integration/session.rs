//! Signing in and out, sessions that end, answers that are none (interface document, 5).

use std::time::Duration;

use backend::Error;
use contract::*;
use practice::{Fault, Kind, Variant, sample};

use crate::{
    editing::{Editor, typed},
    harness::{Harness, code, rows},
};

#[tokio::test]
async fn signing_in_is_one_login_without_a_cookie_and_one_probe_with_the_session() {
    let harness = Harness::new().await;
    let signed_in = harness.sign_in().await.unwrap();
    assert_eq!(signed_in.profile, harness.profile("aokafor"));
    assert_eq!(signed_in.missing, []);
    assert_eq!(
        harness.requests(),
        ["POST /api/login", "GET /api/stockMovements?max=1&offset=0&exclude=lineItems"]
    );
    let requests = harness.service.faults().requests();
    assert!(!requests[0].has_cookie);
    assert_eq!(requests[1].user.as_deref(), Some("aokafor"));
    let session = harness.session().await;
    assert!(session.signed_in && !session.offline && !session.locked && !session.practice);
    assert!(matches!(session.connection, Connection::Online { .. }), "{session:?}");
}

#[tokio::test]
async fn signing_in_over_saved_data_shows_how_the_service_is_reached() {
    let mut harness = Harness::signed_in().await;
    harness.restart().await;
    let painted = harness.open_profile("aokafor").await.unwrap();
    assert_eq!(painted.connection, Connection::Unknown, "nobody was called yet");
    harness.sign_in().await.unwrap();
    let connection = harness.session().await.connection;
    assert!(matches!(connection, Connection::Online { .. }), "{connection:?}");
}

#[tokio::test]
async fn r_s8_a_wrong_password_is_sent_once_and_opens_nothing() {
    for variants in
        [&[][..], &[Variant::Login200Failure], &[Variant::LoginRedirect], &[Variant::LoginPage]]
    {
        let harness = Harness::with(variants).await;
        let refused = harness.sign_in_as("aokafor", "wrong").await;
        assert_eq!(refused, Err(Error::NotAccepted), "{variants:?}");
        assert_eq!(harness.count("POST /api/login"), 1, "{variants:?}");
        let session = harness.session().await;
        assert_eq!((session.profile, session.signed_in), (None, false), "{variants:?}");
    }
}

#[tokio::test]
async fn a_login_that_is_followed_by_a_refused_probe_was_not_accepted() {
    let harness = Harness::new().await;
    harness.fault(Kind::Unauthorized, "GET", "/api/stockMovements");
    assert_eq!(harness.sign_in().await, Err(Error::NotAccepted));
    assert!(!harness.session().await.signed_in);
}

#[tokio::test]
async fn nothing_is_sent_for_a_request_that_cannot_be_one() {
    let harness = Harness::new().await;
    let failure = |result: Result<SignedIn, Error>| {
        let failure = Failure::from(result.unwrap_err());
        (failure.reason.code(), failure.field)
    };
    let field = |name: &str| Some(name.to_owned());
    let nobody = harness.sign_in_as("  ", sample::PASSWORD).await;
    assert_eq!(failure(nobody), ("required", field("user_name")));
    let nothing = harness.sign_in_as("aokafor", "").await;
    assert_eq!(failure(nothing), ("required", field("password")));
    for (server, expected) in [
        ("ftp://stock.example", "invalid_address"),
        ("https://a:b@stock.example", "invalid_address"),
        ("http://stock.example", "plain_http"),
    ] {
        let request = SignIn {
            server: server.into(),
            user_name: "aokafor".into(),
            password: "x".into(),
            allow_plain_http: false,
            remember: false,
        };
        let result = harness.backend.sign_in(request).await;
        assert_eq!(failure(result), (expected, field("server")), "{server}");
    }
    assert_eq!(harness.requests(), [""; 0]);
}

#[tokio::test]
async fn unreachable_and_not_our_service_and_not_understood_are_different_failures() {
    let harness = Harness::new().await;
    harness.portal(1, "/api/login");
    assert_eq!(code(harness.sign_in().await), "not_our_service");
    harness.portal(1, "/api/stockMovements");
    assert_eq!(code(harness.sign_in().await), "not_our_service");
    let odd = |body: &str| Kind::Answer {
        status: 200,
        content_type: "application/json".into(),
        body: body.into(),
    };
    harness.fault(odd(r#"{"data":"what"}"#), "GET", "/api/stockMovements");
    assert_eq!(code(harness.sign_in().await), "not_understood");
    let base = harness.service.base().to_owned();
    let Harness { service, backend, .. } = harness;
    service.stop().await;
    let request = SignIn {
        server: base,
        user_name: "aokafor".into(),
        password: "x".into(),
        allow_plain_http: false,
        remember: false,
    };
    let failure = Failure::from(backend.sign_in(request).await.unwrap_err());
    assert!(
        matches!(failure.reason, Reason::Unreachable { why: Unreached::Refused, .. }),
        "{failure:?}"
    );
}

#[tokio::test]
async fn a_list_the_service_does_not_offer_is_missing_and_the_user_is_signed_in() {
    let harness = Harness::new().await;
    harness.refuse(500, "GET", "/api/stockMovements");
    let signed_in = harness.sign_in().await.unwrap();
    assert_eq!(signed_in.missing, [MissingPart::Movements]);
    let stocklists = "GET /api/stocklists?max=1&offset=0";
    assert_eq!(harness.requests().last().unwrap(), stocklists);
    assert_eq!(harness.session().await.missing, [MissingPart::Movements]);
    harness.refresh(DataSet::Products).await.unwrap();
}

#[tokio::test]
async fn a_session_that_ends_in_the_middle_hides_nothing_and_goes_on_after_signing_in() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.service.faults().expire_sessions();
    assert_eq!(harness.refresh(DataSet::Movements).await, Err(Error::SignedOut));
    let session = harness.session().await;
    assert_eq!(session.profile, Some(harness.profile("aokafor")));
    assert!(!session.signed_in);
    let page = harness.movements().await;
    assert_eq!(page.rows.len(), sample::MOVEMENTS);
    assert_eq!(page.freshness.failure.unwrap().reason, Reason::SignedOut);
    assert_eq!(harness.refresh(DataSet::Movements).await, Err(Error::NeedsSession));
    harness.sign_in().await.unwrap();
    harness.refresh(DataSet::Movements).await.unwrap();
    assert_eq!(harness.movements().await.freshness.failure, None);
}

#[tokio::test]
async fn a_late_401_leaves_the_new_session_alone() {
    let harness = Harness::signed_in().await;
    harness.fault(Kind::Delay(Duration::from_secs(1)), "GET", "/api/products");
    let backend = harness.backend.clone();
    let slow =
        tokio::spawn(async move { backend.refresh(Refresh { what: DataSet::Products }).await });
    harness.received("GET /api/products", 1).await;
    harness.service.faults().expire_sessions();
    harness.sign_in().await.unwrap();
    assert_eq!(slow.await.unwrap(), Err(Error::SignedOut), "the old session did end");
    assert!(harness.session().await.signed_in, "and the new one stands");
    harness.refresh(DataSet::Products).await.unwrap();
}

#[tokio::test]
async fn a_redirect_to_sign_in_ends_the_session_after_one_probe() {
    let harness = Harness::with(&[Variant::LoginRedirect]).await;
    harness.sign_in().await.unwrap();
    harness.service.faults().expire_sessions();
    assert_the_session_ends_after_one_probe(&harness).await;
}

#[tokio::test]
async fn a_page_to_sign_in_ends_the_session_after_one_probe() {
    let harness = Harness::signed_in().await;
    let form = r#"<html><form action="/stockroom/auth/handleLogin" method="post">
        <input name="username"><input name="password" type="password"></form></html>"#;
    harness.page(2, "/api", form);
    assert_the_session_ends_after_one_probe(&harness).await;
}

async fn assert_the_session_ends_after_one_probe(harness: &Harness) {
    let before = harness.requests().len();
    assert_eq!(harness.refresh(DataSet::Products).await, Err(Error::SignedOut));
    assert!(!harness.session().await.signed_in);
    assert_eq!(
        harness.requests()[before..],
        [
            "GET /api/products?max=200&offset=0",
            "GET /api/stockMovements?max=1&offset=0&exclude=lineItems"
        ]
    );
}

#[tokio::test]
async fn a_page_in_the_place_of_one_answer_leaves_the_session_standing() {
    let harness = Harness::signed_in().await;
    harness.portal(1, "/api/products");
    assert_eq!(harness.refresh(DataSet::Products).await, Err(Error::Unclear { status: 200 }));
    assert!(harness.session().await.signed_in);
    harness.refresh(DataSet::Products).await.unwrap();
}

#[tokio::test]
async fn r_n9_a_portal_in_the_place_of_the_service_is_not_a_sign_out() {
    let harness = Harness::signed_in().await;
    harness.portal(u32::MAX, "");
    assert_eq!(code(harness.refresh(DataSet::Products).await), "not_our_service");
    let session = harness.session().await;
    assert!(session.signed_in, "nobody said that the session is over");
    let Connection::Offline { failure, .. } = session.connection else { panic!("{session:?}") };
    assert_eq!(failure.reason.code(), "not_our_service");
}

#[tokio::test]
async fn forbidden_is_neither_signed_out_nor_refused() {
    let harness = Harness::signed_in().await;
    harness.refuse(403, "GET", "/api/products");
    let failure = Failure::from(harness.refresh(DataSet::Products).await.unwrap_err());
    assert_eq!(failure.reason, Reason::Forbidden { endpoint: Endpoint::ListProducts });
    assert!(harness.session().await.signed_in);
}

#[tokio::test]
async fn signing_out_ends_the_session_there_and_hides_the_data_here() {
    let mut harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.backend.sign_out(SignOut {}).await.unwrap();
    assert_eq!(harness.requests().last().unwrap(), "POST /api/logout");
    assert_eq!(harness.session().await.profile, None);
    assert_eq!(
        code(harness.backend.list_movements(crate::harness::list_movements()).await),
        "needs_session"
    );
    harness.restart().await;
    assert_eq!(harness.open_profile("aokafor").await.unwrap().profile, None);
    harness.sign_in().await.unwrap();
    let page = harness.movements().await;
    assert_eq!(rows(&page).len(), sample::MOVEMENTS, "it is theirs again at once");
}

#[tokio::test]
async fn signing_out_works_with_the_service_gone() {
    let Harness { service, backend, data, clock, .. } = Harness::signed_in().await;
    service.stop().await;
    backend.sign_out(SignOut {}).await.unwrap();
    assert!(!backend.session(ReadSession {}).await.unwrap().signed_in);
    drop((data, clock));
}

#[tokio::test]
async fn another_user_sees_nothing_of_the_first_and_each_session_is_ended() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    let session = harness.session().await;
    assert_eq!(session.profile, Some(harness.profile("jweir")));
    let page = harness.movements().await;
    assert_eq!(page.freshness.as_of, None);
    let is_theirs = page.known == 0 || page.freshness.reading.is_some();
    assert!(is_theirs, "more than their own reading brought so far: {page:?}");
    harness.received("POST /api/logout", 1).await;
    let requests = harness.service.faults().requests();
    let logout = requests.iter().find(|request| request.path.ends_with("/api/logout")).unwrap();
    assert_eq!(logout.user.as_deref(), Some("aokafor"));
    assert!(harness.session().await.signed_in, "the second user's session is another one");
}

#[tokio::test]
async fn a_failed_sign_in_leaves_the_session_before_it_as_it_was() {
    let harness = Harness::signed_in().await;
    assert_eq!(harness.sign_in_as("jweir", "wrong").await, Err(Error::NotAccepted));
    let session = harness.session().await;
    assert_eq!(session.profile, Some(harness.profile("aokafor")));
    assert!(session.signed_in);
    harness.refresh(DataSet::Products).await.unwrap();
}

#[tokio::test]
async fn two_sign_ins_at_once_are_two_logins_one_after_another() {
    let harness = Harness::new().await;
    let (first, second) = tokio::join!(harness.sign_in(), harness.sign_in());
    first.unwrap();
    second.unwrap();
    assert_eq!(harness.count("POST /api/login"), 2);
    harness.refresh(DataSet::Products).await.unwrap();
}

#[tokio::test]
async fn working_offline_is_a_choice_that_signing_in_takes_back() {
    let mut harness = Harness::signed_in().await;
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    assert!(harness.backend.work_offline(WorkOffline {}).await.unwrap().offline);
    harness.sign_in().await.unwrap();
    let session = harness.session().await;
    assert!(session.signed_in && !session.offline);
}

#[tokio::test]
async fn the_practice_warehouse_is_told_apart_from_a_real_one() {
    let harness = Harness::signed_in().await;
    assert!(!harness.session().await.practice);
    harness.backend.mark_practice(&format!("{}/", harness.service.base()));
    assert!(harness.session().await.practice);
}

#[tokio::test]
async fn an_address_is_checked_without_signing_in() {
    let harness = Harness::new().await;
    let typed = format!("{}/", harness.service.base());
    let check =
        |server: &str| harness.backend.check_server(CheckServer { server: server.to_owned() });
    let answer = check(&typed).await.unwrap();
    assert_eq!(answer.server, harness.service.base());
    assert_eq!(answer.proxy, None);
    assert_eq!(harness.count("POST"), 0);
    harness.portal(1, "/api");
    assert_eq!(code(check(&typed).await), "not_our_service");
    harness.refuse(500, "GET", "/api");
    check(&typed).await.expect("an error in the service's own words is the service");
    let asks_for_a_password = Kind::Answer {
        status: 401,
        content_type: "text/html".into(),
        body: "<html><body>Authorization required</body></html>".into(),
    };
    harness.fault(asks_for_a_password, "GET", "/api");
    assert_eq!(code(check(&typed).await), "not_our_service", "a 401 alone says nothing");
    let elsewhere = harness.service.base().replace("/stockroom", "/elsewhere");
    assert_eq!(code(check(&elsewhere).await), "not_our_service");
    assert_eq!(code(check("stock example").await), "invalid_address");
}

#[tokio::test]
async fn a_service_without_its_database_is_told_from_another_page() {
    let harness = Harness::new().await;
    let down = |status: &str| Kind::Answer {
        status: 200,
        content_type: "application/json".into(),
        body: format!(r#"{{"status":"OK","database":{{"status":{status},"message":"down"}}}}"#),
    };
    let page = || Kind::Answer {
        status: 500,
        content_type: "text/html".into(),
        body: "<html><body>Error</body></html>".into(),
    };
    for (method, path) in [("POST", "/api/login"), ("GET", "/api/")] {
        harness.fault(down("false"), "GET", "/api/status");
        let everywhere = Fault::new(page()).method(method).path(path).times(9);
        harness.service.faults().add(everywhere);
        assert_eq!(code(harness.sign_in().await), "no_database", "{path}");
        harness.service.faults().clear();
    }
    harness.fault(page(), "POST", "/api/login");
    harness.fault(down("true"), "GET", "/api/status");
    assert_eq!(code(harness.sign_in().await), "not_our_service");
    harness.service.faults().clear();
    harness.fault(page(), "POST", "/api/login");
    harness.portal(1, "/api/status");
    assert_eq!(code(harness.sign_in().await), "not_our_service");
}

#[tokio::test]
async fn locking_hides_everything_and_ends_the_session_until_the_same_user_signs_in() {
    let mut harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let locked = harness.backend.lock(Lock {}).await.unwrap();
    assert_eq!(harness.requests().last().unwrap(), "POST /api/logout");
    assert!(locked.locked && !locked.signed_in);
    assert_eq!(locked.profile, Some(harness.profile("aokafor")), "who may unlock it");
    assert_eq!((locked.saved_as_of, locked.missing.len()), (None, 0));
    assert_nothing_is_shown(&harness).await;
    let offline = harness.backend.work_offline(WorkOffline {}).await.unwrap();
    assert!(offline.locked && !offline.offline, "nobody unlocks it by working offline");
    harness.open_profile("aokafor").await.unwrap();
    assert_nothing_is_shown(&harness).await;
    assert_eq!(harness.sign_in_as("aokafor", "wrong").await, Err(Error::NotAccepted));
    assert!(harness.session().await.locked);
    harness.sign_in().await.unwrap();
    let session = harness.session().await;
    assert!(session.signed_in && !session.locked);
    assert_eq!(rows(&harness.movements().await).len(), sample::MOVEMENTS);
    harness.restart().await;
    let painted = harness.open_profile("aokafor").await.unwrap();
    assert_eq!(painted.profile, Some(harness.profile("aokafor")), "unlocked for good");
}

async fn assert_nothing_is_shown(harness: &Harness) {
    let shown = harness.backend.list_movements(crate::harness::list_movements()).await;
    assert_eq!(code(shown), "needs_session");
    assert_eq!(code(harness.backend.list_people(ListPeople {}).await), "needs_session");
    assert_eq!(code(harness.refresh(DataSet::Movements).await), "needs_session");
}

#[tokio::test]
async fn a_locked_window_is_locked_out_of_after_a_restart_too() {
    let mut harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.backend.lock(Lock {}).await.unwrap();
    harness.restart().await;
    let painted = harness.open_profile("aokafor").await.unwrap();
    assert_eq!((painted.profile, painted.locked), (None, false));
    harness.sign_in().await.unwrap();
    assert_eq!(rows(&harness.movements().await).len(), sample::MOVEMENTS, "nothing was lost");
}

#[tokio::test]
async fn a_locked_window_can_be_signed_out_of_and_taken_over() {
    let harness = Harness::signed_in().await;
    harness.backend.lock(Lock {}).await.unwrap();
    harness.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    let session = harness.session().await;
    assert_eq!(session.profile, Some(harness.profile("jweir")));
    assert!(session.signed_in && !session.locked);
    harness.backend.lock(Lock {}).await.unwrap();
    harness.backend.sign_out(SignOut {}).await.unwrap();
    let session = harness.session().await;
    assert_eq!((session.profile, session.locked), (None, false));
    let locked = harness.backend.lock(Lock {}).await.unwrap();
    assert!(!locked.locked, "there is nothing to hide");
}

#[tokio::test]
async fn a_lock_works_with_the_service_gone() {
    let Harness { service, backend, data, clock, .. } = Harness::signed_in().await;
    service.stop().await;
    assert!(backend.lock(Lock {}).await.unwrap().locked);
    drop((data, clock));
}

#[tokio::test]
async fn who_works_offline_by_choice_sends_nothing_until_going_online() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await.remove(0);
    let rested = harness.backend.switch_offline(SwitchOffline { offline: true }).await.unwrap();
    assert!(rested.signed_in && rested.offline);
    let before = harness.requests();
    editor.edit(vec![typed(&line.id, "61")]).await;
    editor.send().await;
    assert_eq!(code(harness.refresh(DataSet::Movements).await), "needs_session");
    assert_eq!(harness.outbox().await.held, Some(Held::Offline));
    assert_eq!(harness.requests(), before, "not one request");
    let back = harness.backend.switch_offline(SwitchOffline { offline: false }).await.unwrap();
    assert!(back.signed_in && !back.offline);
    harness.settled().await;
    assert_eq!(harness.operations(), ["updateItem"]);
    assert_eq!(editor.in_service(&line.id).await.unwrap().quantity_requested, Some(61));
}

#[tokio::test]
async fn stored_data_is_deleted_only_when_nothing_waits_and_is_read_again() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let editor = Editor::of_pending(&harness).await;
    let line = editor.items().await.remove(0);
    editor.edit(vec![typed(&line.id, "61")]).await;
    assert_eq!(code(harness.backend.forget_data(ForgetData {}).await), "invalid_request");
    assert!(harness.session().await.signed_in, "nothing was done");
    editor.send().await;
    harness.settled().await;
    let stored = || std::fs::read_dir(harness.data.path().join("profiles")).unwrap().count();
    assert_eq!(stored(), 1);
    harness.backend.forget_data(ForgetData {}).await.unwrap();
    assert_eq!(stored(), 0);
    let session = harness.session().await;
    assert!(session.profile.is_none() && !session.signed_in, "{session:?}");
    harness.sign_in().await.unwrap();
    harness.refresh(DataSet::Movements).await.unwrap();
    assert!(harness.movements().await.known > 0);
    assert!(harness.journal().await.is_empty(), "the history of before is gone");
}

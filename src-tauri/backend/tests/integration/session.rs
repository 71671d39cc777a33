//! Signing in and out, sessions that end, answers that are none (interface document, 5).

use std::time::Duration;

use backend::Error;
use contract::*;
use practice::{Fault, Kind, Variant, sample};

use crate::{
    editing::{Editor, typed},
    house::{House, code, rows},
};

#[tokio::test]
async fn signing_in_is_one_login_without_a_cookie_and_one_probe_with_the_session() {
    let house = House::new().await;
    let signed_in = house.sign_in().await.unwrap();
    assert_eq!(signed_in.profile, house.profile("aokafor"));
    assert_eq!(signed_in.missing, []);
    assert_eq!(
        house.requests(),
        ["POST /api/login", "GET /api/stockMovements?max=1&offset=0&exclude=lineItems"]
    );
    let requests = house.service.faults().requests();
    assert!(!requests[0].has_cookie);
    assert_eq!(requests[1].user.as_deref(), Some("aokafor"));
    let session = house.session().await;
    assert!(session.signed_in && !session.offline && !session.locked && !session.practice);
    assert!(matches!(session.connection, Connection::Online { .. }), "{session:?}");
}

#[tokio::test]
async fn signing_in_over_saved_data_shows_how_the_service_is_reached() {
    let mut house = House::signed_in().await;
    house.restart().await;
    let painted = house.open_profile("aokafor").await.unwrap();
    assert_eq!(painted.connection, Connection::Unknown, "nobody was called yet");
    house.sign_in().await.unwrap();
    let connection = house.session().await.connection;
    assert!(matches!(connection, Connection::Online { .. }), "{connection:?}");
}

#[tokio::test]
async fn r_s8_a_wrong_password_is_sent_once_and_opens_nothing() {
    for variants in
        [&[][..], &[Variant::Login200Failure], &[Variant::LoginRedirect], &[Variant::LoginPage]]
    {
        let house = House::with(variants).await;
        let refused = house.sign_in_as("aokafor", "wrong").await;
        assert_eq!(refused, Err(Error::NotAccepted), "{variants:?}");
        assert_eq!(house.count("POST /api/login"), 1, "{variants:?}");
        let session = house.session().await;
        assert_eq!((session.profile, session.signed_in), (None, false), "{variants:?}");
    }
}

#[tokio::test]
async fn a_login_that_is_followed_by_a_refused_probe_was_not_accepted() {
    let house = House::new().await;
    house.fault(Kind::Unauthorized, "GET", "/api/stockMovements");
    assert_eq!(house.sign_in().await, Err(Error::NotAccepted));
    assert!(!house.session().await.signed_in);
}

#[tokio::test]
async fn nothing_is_sent_for_a_request_that_cannot_be_one() {
    let house = House::new().await;
    let failure = |result: Result<SignedIn, Error>| {
        let failure = Failure::from(result.unwrap_err());
        (failure.reason.code(), failure.field)
    };
    let field = |name: &str| Some(name.to_owned());
    let nobody = house.sign_in_as("  ", sample::PASSWORD).await;
    assert_eq!(failure(nobody), ("required", field("user_name")));
    let nothing = house.sign_in_as("aokafor", "").await;
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
        let result = house.backend.sign_in(request).await;
        assert_eq!(failure(result), (expected, field("server")), "{server}");
    }
    assert_eq!(house.requests(), [""; 0]);
}

#[tokio::test]
async fn unreachable_and_not_our_service_and_not_understood_are_different_failures() {
    let house = House::new().await;
    house.portal(1, "/api/login");
    assert_eq!(code(house.sign_in().await), "not_our_service");
    house.portal(1, "/api/stockMovements");
    assert_eq!(code(house.sign_in().await), "not_our_service");
    let odd = |body: &str| Kind::Answer {
        status: 200,
        content_type: "application/json".into(),
        body: body.into(),
    };
    house.fault(odd(r#"{"data":"what"}"#), "GET", "/api/stockMovements");
    assert_eq!(code(house.sign_in().await), "not_understood");
    let base = house.service.base().to_owned();
    let House { service, backend, .. } = house;
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
    let house = House::new().await;
    house.refuse(500, "GET", "/api/stockMovements");
    let signed_in = house.sign_in().await.unwrap();
    assert_eq!(signed_in.missing, [MissingPart::Movements]);
    let stocklists = "GET /api/stocklists?max=1&offset=0";
    assert_eq!(house.requests().last().unwrap(), stocklists);
    assert_eq!(house.session().await.missing, [MissingPart::Movements]);
    house.refresh(DataSet::Products).await.unwrap();
}

#[tokio::test]
async fn a_session_that_ends_in_the_middle_hides_nothing_and_goes_on_after_signing_in() {
    let house = House::signed_in().await;
    house.refresh(DataSet::Movements).await.unwrap();
    house.service.faults().expire_sessions();
    assert_eq!(house.refresh(DataSet::Movements).await, Err(Error::SignedOut));
    let session = house.session().await;
    assert_eq!(session.profile, Some(house.profile("aokafor")));
    assert!(!session.signed_in);
    let page = house.movements().await;
    assert_eq!(page.rows.len(), sample::MOVEMENTS);
    assert_eq!(page.freshness.failure.unwrap().reason, Reason::SignedOut);
    assert_eq!(house.refresh(DataSet::Movements).await, Err(Error::NeedsSession));
    house.sign_in().await.unwrap();
    house.refresh(DataSet::Movements).await.unwrap();
    assert_eq!(house.movements().await.freshness.failure, None);
}

#[tokio::test]
async fn a_late_401_leaves_the_new_session_alone() {
    let house = House::signed_in().await;
    house.fault(Kind::Delay(Duration::from_secs(1)), "GET", "/api/products");
    let backend = house.backend.clone();
    let slow =
        tokio::spawn(async move { backend.refresh(Refresh { what: DataSet::Products }).await });
    house.received("GET /api/products", 1).await;
    house.service.faults().expire_sessions();
    house.sign_in().await.unwrap();
    assert_eq!(slow.await.unwrap(), Err(Error::SignedOut), "the old session did end");
    assert!(house.session().await.signed_in, "and the new one stands");
    house.refresh(DataSet::Products).await.unwrap();
}

#[tokio::test]
async fn a_redirect_to_sign_in_ends_the_session_after_one_probe() {
    let house = House::with(&[Variant::LoginRedirect]).await;
    house.sign_in().await.unwrap();
    house.service.faults().expire_sessions();
    assert_the_session_ends_after_one_probe(&house).await;
}

#[tokio::test]
async fn a_page_to_sign_in_ends_the_session_after_one_probe() {
    let house = House::signed_in().await;
    let form = r#"<html><form action="/stockroom/auth/handleLogin" method="post">
        <input name="username"><input name="password" type="password"></form></html>"#;
    house.page(2, "/api", form);
    assert_the_session_ends_after_one_probe(&house).await;
}

async fn assert_the_session_ends_after_one_probe(house: &House) {
    let before = house.requests().len();
    assert_eq!(house.refresh(DataSet::Products).await, Err(Error::SignedOut));
    assert!(!house.session().await.signed_in);
    assert_eq!(
        house.requests()[before..],
        [
            "GET /api/products?max=200&offset=0",
            "GET /api/stockMovements?max=1&offset=0&exclude=lineItems"
        ]
    );
}

#[tokio::test]
async fn a_page_in_the_place_of_one_answer_leaves_the_session_standing() {
    let house = House::signed_in().await;
    house.portal(1, "/api/products");
    assert_eq!(house.refresh(DataSet::Products).await, Err(Error::Unclear { status: 200 }));
    assert!(house.session().await.signed_in);
    house.refresh(DataSet::Products).await.unwrap();
}

#[tokio::test]
async fn r_n9_a_portal_in_the_place_of_the_service_is_not_a_sign_out() {
    let house = House::signed_in().await;
    house.portal(u32::MAX, "");
    assert_eq!(code(house.refresh(DataSet::Products).await), "not_our_service");
    let session = house.session().await;
    assert!(session.signed_in, "nobody said that the session is over");
    let Connection::Offline { failure, .. } = session.connection else { panic!("{session:?}") };
    assert_eq!(failure.reason.code(), "not_our_service");
}

#[tokio::test]
async fn forbidden_is_neither_signed_out_nor_refused() {
    let house = House::signed_in().await;
    house.refuse(403, "GET", "/api/products");
    let failure = Failure::from(house.refresh(DataSet::Products).await.unwrap_err());
    assert_eq!(failure.reason, Reason::Forbidden { endpoint: Endpoint::ListProducts });
    assert!(house.session().await.signed_in);
}

#[tokio::test]
async fn signing_out_ends_the_session_there_and_hides_the_data_here() {
    let mut house = House::signed_in().await;
    house.refresh(DataSet::Movements).await.unwrap();
    house.backend.sign_out(SignOut {}).await.unwrap();
    assert_eq!(house.requests().last().unwrap(), "POST /api/logout");
    assert_eq!(house.session().await.profile, None);
    assert_eq!(
        code(house.backend.list_movements(crate::house::list_movements()).await),
        "needs_session"
    );
    house.restart().await;
    assert_eq!(house.open_profile("aokafor").await.unwrap().profile, None);
    house.sign_in().await.unwrap();
    let page = house.movements().await;
    assert_eq!(rows(&page).len(), sample::MOVEMENTS, "it is theirs again at once");
}

#[tokio::test]
async fn signing_out_works_with_the_service_gone() {
    let House { service, backend, data, clock, .. } = House::signed_in().await;
    service.stop().await;
    backend.sign_out(SignOut {}).await.unwrap();
    assert!(!backend.session(ReadSession {}).await.unwrap().signed_in);
    drop((data, clock));
}

#[tokio::test]
async fn another_user_sees_nothing_of_the_first_and_each_session_is_ended() {
    let house = House::signed_in().await;
    house.refresh(DataSet::Movements).await.unwrap();
    house.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    let session = house.session().await;
    assert_eq!(session.profile, Some(house.profile("jweir")));
    let page = house.movements().await;
    assert_eq!(page.freshness.as_of, None);
    let is_theirs = page.known == 0 || page.freshness.reading.is_some();
    assert!(is_theirs, "more than their own reading brought so far: {page:?}");
    house.received("POST /api/logout", 1).await;
    let requests = house.service.faults().requests();
    let logout = requests.iter().find(|request| request.path.ends_with("/api/logout")).unwrap();
    assert_eq!(logout.user.as_deref(), Some("aokafor"));
    assert!(house.session().await.signed_in, "the second user's session is another one");
}

#[tokio::test]
async fn a_failed_sign_in_leaves_the_session_before_it_as_it_was() {
    let house = House::signed_in().await;
    assert_eq!(house.sign_in_as("jweir", "wrong").await, Err(Error::NotAccepted));
    let session = house.session().await;
    assert_eq!(session.profile, Some(house.profile("aokafor")));
    assert!(session.signed_in);
    house.refresh(DataSet::Products).await.unwrap();
}

#[tokio::test]
async fn two_sign_ins_at_once_are_two_logins_one_after_another() {
    let house = House::new().await;
    let (first, second) = tokio::join!(house.sign_in(), house.sign_in());
    first.unwrap();
    second.unwrap();
    assert_eq!(house.count("POST /api/login"), 2);
    house.refresh(DataSet::Products).await.unwrap();
}

#[tokio::test]
async fn working_offline_is_a_choice_that_signing_in_takes_back() {
    let mut house = House::signed_in().await;
    house.restart().await;
    house.open_profile("aokafor").await.unwrap();
    assert!(house.backend.work_offline(WorkOffline {}).await.unwrap().offline);
    house.sign_in().await.unwrap();
    let session = house.session().await;
    assert!(session.signed_in && !session.offline);
}

#[tokio::test]
async fn the_practice_warehouse_is_told_apart_from_a_real_one() {
    let house = House::signed_in().await;
    assert!(!house.session().await.practice);
    house.backend.mark_practice(&format!("{}/", house.service.base()));
    assert!(house.session().await.practice);
}

#[tokio::test]
async fn an_address_is_checked_without_signing_in() {
    let house = House::new().await;
    let typed = format!("{}/", house.service.base());
    let check =
        |server: &str| house.backend.check_server(CheckServer { server: server.to_owned() });
    let answer = check(&typed).await.unwrap();
    assert_eq!(answer.server, house.service.base());
    assert_eq!(answer.proxy, None);
    assert_eq!(house.count("POST"), 0);
    house.portal(1, "/api");
    assert_eq!(code(check(&typed).await), "not_our_service");
    house.refuse(500, "GET", "/api");
    check(&typed).await.expect("an error in the service's own words is the service");
    let asks_for_a_password = Kind::Answer {
        status: 401,
        content_type: "text/html".into(),
        body: "<html><body>Authorization required</body></html>".into(),
    };
    house.fault(asks_for_a_password, "GET", "/api");
    assert_eq!(code(check(&typed).await), "not_our_service", "a 401 alone says nothing");
    let elsewhere = house.service.base().replace("/stockroom", "/elsewhere");
    assert_eq!(code(check(&elsewhere).await), "not_our_service");
    assert_eq!(code(check("stock example").await), "invalid_address");
}

#[tokio::test]
async fn a_service_without_its_database_is_told_from_another_page() {
    let house = House::new().await;
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
        house.fault(down("false"), "GET", "/api/status");
        let everywhere = Fault::new(page()).method(method).path(path).times(9);
        house.service.faults().add(everywhere);
        assert_eq!(code(house.sign_in().await), "no_database", "{path}");
        house.service.faults().clear();
    }
    house.fault(page(), "POST", "/api/login");
    house.fault(down("true"), "GET", "/api/status");
    assert_eq!(code(house.sign_in().await), "not_our_service");
    house.service.faults().clear();
    house.fault(page(), "POST", "/api/login");
    house.portal(1, "/api/status");
    assert_eq!(code(house.sign_in().await), "not_our_service");
}

#[tokio::test]
async fn locking_hides_everything_and_ends_the_session_until_the_same_user_signs_in() {
    let mut house = House::signed_in().await;
    house.refresh(DataSet::Movements).await.unwrap();
    let locked = house.backend.lock(Lock {}).await.unwrap();
    assert_eq!(house.requests().last().unwrap(), "POST /api/logout");
    assert!(locked.locked && !locked.signed_in);
    assert_eq!(locked.profile, Some(house.profile("aokafor")), "who may unlock it");
    assert_eq!((locked.saved_as_of, locked.missing.len()), (None, 0));
    assert_nothing_is_shown(&house).await;
    let offline = house.backend.work_offline(WorkOffline {}).await.unwrap();
    assert!(offline.locked && !offline.offline, "nobody unlocks it by working offline");
    house.open_profile("aokafor").await.unwrap();
    assert_nothing_is_shown(&house).await;
    assert_eq!(house.sign_in_as("aokafor", "wrong").await, Err(Error::NotAccepted));
    assert!(house.session().await.locked);
    house.sign_in().await.unwrap();
    let session = house.session().await;
    assert!(session.signed_in && !session.locked);
    assert_eq!(rows(&house.movements().await).len(), sample::MOVEMENTS);
    house.restart().await;
    let painted = house.open_profile("aokafor").await.unwrap();
    assert_eq!(painted.profile, Some(house.profile("aokafor")), "unlocked for good");
}

async fn assert_nothing_is_shown(house: &House) {
    let shown = house.backend.list_movements(crate::house::list_movements()).await;
    assert_eq!(code(shown), "needs_session");
    assert_eq!(code(house.backend.list_people(ListPeople {}).await), "needs_session");
    assert_eq!(code(house.refresh(DataSet::Movements).await), "needs_session");
}

#[tokio::test]
async fn a_locked_window_is_locked_out_of_after_a_restart_too() {
    let mut house = House::signed_in().await;
    house.refresh(DataSet::Movements).await.unwrap();
    house.backend.lock(Lock {}).await.unwrap();
    house.restart().await;
    let painted = house.open_profile("aokafor").await.unwrap();
    assert_eq!((painted.profile, painted.locked), (None, false));
    house.sign_in().await.unwrap();
    assert_eq!(rows(&house.movements().await).len(), sample::MOVEMENTS, "nothing was lost");
}

#[tokio::test]
async fn a_locked_window_can_be_signed_out_of_and_taken_over() {
    let house = House::signed_in().await;
    house.backend.lock(Lock {}).await.unwrap();
    house.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    let session = house.session().await;
    assert_eq!(session.profile, Some(house.profile("jweir")));
    assert!(session.signed_in && !session.locked);
    house.backend.lock(Lock {}).await.unwrap();
    house.backend.sign_out(SignOut {}).await.unwrap();
    let session = house.session().await;
    assert_eq!((session.profile, session.locked), (None, false));
    let locked = house.backend.lock(Lock {}).await.unwrap();
    assert!(!locked.locked, "there is nothing to hide");
}

#[tokio::test]
async fn a_lock_works_with_the_service_gone() {
    let House { service, backend, data, clock, .. } = House::signed_in().await;
    service.stop().await;
    assert!(backend.lock(Lock {}).await.unwrap().locked);
    drop((data, clock));
}

#[tokio::test]
async fn who_works_offline_by_choice_sends_nothing_until_going_online() {
    let house = House::signed_in().await;
    let editor = Editor::of_pending(&house).await;
    let line = editor.items().await.remove(0);
    let rested = house.backend.switch_offline(SwitchOffline { offline: true }).await.unwrap();
    assert!(rested.signed_in && rested.offline);
    let before = house.requests();
    editor.edit(vec![typed(&line.id, "61")]).await;
    editor.send().await;
    assert_eq!(code(house.refresh(DataSet::Movements).await), "needs_session");
    assert_eq!(house.outbox().await.held, Some(Held::Offline));
    assert_eq!(house.requests(), before, "not one request");
    let back = house.backend.switch_offline(SwitchOffline { offline: false }).await.unwrap();
    assert!(back.signed_in && !back.offline);
    house.settled().await;
    assert_eq!(house.operations(), ["updateItem"]);
    assert_eq!(editor.in_service(&line.id).await.unwrap().quantity_requested, Some(61));
}

#[tokio::test]
async fn stored_data_is_deleted_only_when_nothing_waits_and_is_read_again() {
    let house = House::signed_in().await;
    house.refresh(DataSet::Movements).await.unwrap();
    let editor = Editor::of_pending(&house).await;
    let line = editor.items().await.remove(0);
    editor.edit(vec![typed(&line.id, "61")]).await;
    assert_eq!(code(house.backend.forget_data(ForgetData {}).await), "invalid_request");
    assert!(house.session().await.signed_in, "nothing was done");
    editor.send().await;
    house.settled().await;
    let stored = || std::fs::read_dir(house.data.path().join("profiles")).unwrap().count();
    assert_eq!(stored(), 1);
    house.backend.forget_data(ForgetData {}).await.unwrap();
    assert_eq!(stored(), 0);
    let session = house.session().await;
    assert!(session.profile.is_none() && !session.signed_in, "{session:?}");
    house.sign_in().await.unwrap();
    house.refresh(DataSet::Movements).await.unwrap();
    assert!(house.movements().await.known > 0);
    assert!(house.journal().await.is_empty(), "the history of before is gone");
}

//! Login, logout and sessions (interface document, sections 4.1 and 5).

use practice::{Options, sample};
use reqwest::Method;

use crate::desk::{Desk, options};

#[tokio::test]
async fn a_login_answers_a_text_and_a_session_cookie_for_the_application_path() {
    let desk = Desk::closed(options()).await;
    let answer = desk.login("aokafor", sample::PASSWORD).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.text, "Authentication was successful");
    assert!(answer.content_type.starts_with("text/html"));
    let cookie = answer.set_cookie.unwrap();
    assert!(cookie.starts_with("JSESSIONID="), "{cookie}");
    assert!(cookie.ends_with("; Path=/stockroom; HttpOnly; SameSite=Strict"), "{cookie}");
}

#[tokio::test]
async fn every_sample_user_can_sign_in() {
    let desk = Desk::closed(options()).await;
    for user in sample::USERS {
        assert_eq!(desk.login(user.username, sample::PASSWORD).await.status, 200);
    }
}

#[tokio::test]
async fn the_password_may_be_another_one_and_every_session_given_is_told() {
    let password = "Kanarie/ü+\"7&%".to_owned();
    let desk = Desk::closed(Options { password: password.clone(), ..options() }).await;
    assert_eq!(desk.login("aokafor", sample::PASSWORD).await.status, 401);
    assert_eq!(desk.running.sessions(), [""; 0]);
    let answer = desk.login("aokafor", &password).await;
    assert_eq!(answer.status, 200);
    let given = desk.running.sessions();
    assert_eq!(given.len(), 1);
    assert!(answer.set_cookie.unwrap().starts_with(&format!("JSESSIONID={};", given[0])));
    desk.running.faults().expire_sessions();
    assert_eq!(desk.running.sessions(), given, "an ended one as well");
}

#[tokio::test]
async fn wrong_credentials_answer_a_401_text_without_a_cookie() {
    let desk = Desk::closed(options()).await;
    for (user, password) in [("aokafor", "wrong"), ("nobody", sample::PASSWORD), ("", "")] {
        let answer = desk.login(user, password).await;
        assert_eq!((answer.status, answer.text.as_str()), (401, "Authentication failed"));
        assert!(answer.content_type.starts_with("text/html"));
        assert_eq!(answer.set_cookie, None);
    }
}

#[tokio::test]
async fn a_call_without_a_session_names_api_and_action_and_brings_a_fresh_cookie() {
    let mut desk = Desk::closed(options()).await;
    for cookie in [None, Some("JSESSIONID=STALE".to_owned()), Some("other=1".to_owned())] {
        desk.cookie = cookie;
        let answer = desk.get("/api/stockMovements").await;
        assert!(answer.set_cookie.as_deref().unwrap().starts_with("JSESSIONID="));
        assert_eq!(
            answer.refused(401),
            "Unauthorized user: Request requires authentication [stockMovementApi:list]"
        );
    }
}

#[tokio::test]
async fn a_fresh_cookie_is_not_signed_in_until_a_login_upgrades_it_without_a_new_one() {
    let mut desk = Desk::closed(options()).await;
    let fresh = desk.get("/api/products").await.set_cookie.unwrap();
    desk.keep(&fresh);
    desk.get("/api/products").await.refused(401);
    let login = desk.login("aokafor", sample::PASSWORD).await;
    assert_eq!((login.status, login.set_cookie), (200, None));
    assert_eq!(desk.get("/api/products").await.status, 200);
}

#[tokio::test]
async fn a_login_within_a_live_session_hands_it_to_the_other_user() {
    let desk = Desk::open().await;
    let login = desk.login("jweir", sample::PASSWORD).await;
    assert_eq!(login.set_cookie, None);
    assert_eq!(desk.get("/api/getSession").await.data()["user"]["username"], "jweir");
}

#[tokio::test]
async fn a_failed_login_leaves_a_live_session_alone() {
    let desk = Desk::open().await;
    desk.login("jweir", "wrong").await;
    assert_eq!(desk.get("/api/getSession").await.data()["user"]["username"], "aokafor");
}

#[tokio::test]
async fn a_logout_ends_the_session() {
    let desk = Desk::open().await;
    let answer = desk.send(Method::POST, "/api/logout", None).await;
    assert_eq!((answer.status, answer.text.as_str()), (200, "Logout was successful"));
    assert!(answer.content_type.starts_with("text/html"));
    desk.get("/api/stockMovements").await.refused(401);
    desk.send(Method::POST, "/api/logout", None).await.refused(401);
}

#[tokio::test]
async fn sessions_are_separate() {
    let mut desk = Desk::open().await;
    let amara = desk.cookie.take();
    desk.sign_in("pnair").await;
    desk.send(Method::POST, "/api/logout", None).await;
    desk.cookie = amara;
    assert_eq!(desk.get("/api/getSession").await.data()["user"]["username"], "aokafor");
}

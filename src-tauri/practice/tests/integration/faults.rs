//! Faults between client and service, each kind once.

use std::time::Duration;

use practice::{Fault, Kind};
use reqwest::Method;
use serde_json::json;

use crate::desk::{Desk, header_fields};

async fn create(desk: &Desk) -> reqwest::Result<crate::desk::Answer> {
    let body = header_fields().to_string();
    desk.try_send(Method::POST, "/api/stockMovements", Some(body)).await
}

#[tokio::test]
async fn a_delay_waits_before_the_request_is_handled() {
    let desk = Desk::open().await;
    desk.running.faults().add(Fault::new(Kind::Delay(Duration::from_millis(1))));
    create(&desk).await.unwrap().data();
    assert_eq!(desk.running.effects().len(), 1);
    desk.running.faults().add(Fault::new(Kind::Delay(Duration::from_secs(3600))));
    let waiting = async {
        while desk.running.faults().requests().len() < 3 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        answer = create(&desk) => panic!("answered in spite of the delay: {answer:?}"),
        () = waiting => {}
    }
    assert_eq!(desk.running.effects().len(), 1, "received and not applied");
}

#[tokio::test]
async fn drop_before_applies_nothing_and_answers_nothing() {
    let desk = Desk::open().await;
    desk.running.faults().add(Fault::new(Kind::DropBefore));
    let failure = create(&desk).await.unwrap_err();
    assert!(failure.is_request(), "{failure:?}");
    assert!(desk.running.effects().is_empty());
    create(&desk).await.unwrap().data();
}

#[tokio::test]
async fn drop_after_applies_and_answers_nothing() {
    let desk = Desk::open().await;
    desk.running.faults().add(Fault::new(Kind::DropAfter).method("post"));
    create(&desk).await.unwrap_err();
    assert_eq!(desk.running.effects().len(), 1);
    let dropped = desk.running.faults().requests().pop().unwrap();
    assert_eq!((dropped.method.as_str(), dropped.status), ("POST", None));
}

#[tokio::test]
async fn late_answers_nothing_and_applies_later() {
    let desk = Desk::open().await;
    desk.running.faults().add(Fault::new(Kind::Late(Duration::from_millis(50))));
    create(&desk).await.unwrap_err();
    // However long it takes: the effect comes.
    while desk.running.effects().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(desk.running.effects()[0].operation, "createMovement");
}

#[tokio::test]
async fn a_cut_connection_carries_no_byte_of_an_answer() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let desk = Desk::open().await;
    for kind in [Kind::DropBefore, Kind::DropAfter, Kind::Late(Duration::ZERO)] {
        desk.running.faults().add(Fault::new(kind));
        let address = desk.running.base().trim_start_matches("http://").split('/').next().unwrap();
        let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
        let request = format!("GET /stockroom/api/products HTTP/1.1\r\nHost: {address}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let end = stream.read_to_end(&mut answer).await;
        assert!(answer.is_empty(), "{end:?} {}", String::from_utf8_lossy(&answer));
    }
}

#[tokio::test]
async fn a_status_is_answered_without_applying() {
    let desk = Desk::open().await;
    desk.running.faults().add(Fault::status(503));
    assert_eq!(create(&desk).await.unwrap().refused(503), "A fault was set");
    assert!(desk.running.effects().is_empty());
}

#[tokio::test]
async fn any_body_is_answered_without_applying() {
    let desk = Desk::open().await;
    let body = "<html>gateway</html>".to_owned();
    let kind = Kind::Answer { status: 200, content_type: "text/html".to_owned(), body };
    desk.running.faults().add(Fault::new(kind));
    let answer = create(&desk).await.unwrap();
    assert_eq!((answer.status, answer.text.as_str()), (200, "<html>gateway</html>"));
    assert_eq!(answer.content_type, "text/html");
    assert!(desk.running.effects().is_empty());
}

#[tokio::test]
async fn unauthorized_is_answered_with_a_fresh_cookie_and_the_session_lives_on() {
    let desk = Desk::open().await;
    desk.running.faults().add(Fault::new(Kind::Unauthorized));
    let answer = create(&desk).await.unwrap();
    assert!(answer.set_cookie.is_some());
    assert!(answer.refused(401).contains("[stockMovementApi:create]"));
    create(&desk).await.unwrap().data();
}

#[tokio::test]
async fn a_fault_meets_as_many_matching_requests_as_it_says() {
    let desk = Desk::open().await;
    let fault = Fault::status(503).method("GET").path("/api/stock").times(2);
    desk.running.faults().add(fault);
    assert_eq!(desk.get("/api/products").await.status, 200);
    assert_eq!(create(&desk).await.unwrap().status, 200);
    assert_eq!(desk.get("/api/stocklists").await.status, 503);
    assert_eq!(desk.get("/api/stockMovements").await.status, 503);
    assert_eq!(desk.get("/api/stockMovements").await.status, 200);
}

#[tokio::test]
async fn a_bad_line_is_one_without_an_id_among_the_others() {
    let desk = Desk::open().await;
    let path = format!("/api/stockMovements/{}", practice::sample::MOVEMENT_PENDING);
    let whole = desk.get(&path).await.data();
    desk.running.faults().add(Fault::new(Kind::BadLine(1)).method("GET"));
    let mut expected = whole.clone();
    expected["lineItems"][1]["id"] = serde_json::Value::Null;
    assert_eq!(desk.get(&path).await.data(), expected);
    assert_eq!(desk.get(&path).await.data(), whole);
}

#[tokio::test]
async fn faults_can_be_taken_back() {
    let desk = Desk::open().await;
    desk.running.faults().add(Fault::status(503).times(9));
    desk.running.faults().clear();
    assert_eq!(desk.get("/api/products").await.status, 200);
}

#[tokio::test]
async fn expired_sessions_are_refused_and_a_new_login_works() {
    let mut desk = Desk::open().await;
    desk.running.faults().expire_sessions();
    desk.get("/api/products").await.refused(401);
    desk.sign_in("aokafor").await;
    assert_eq!(desk.get("/api/products").await.status, 200);
}

#[tokio::test]
async fn a_reset_starts_over() {
    let desk = Desk::open().await;
    let movement = desk.movement().await;
    desk.post("/api/categories", json!({"name": "x"})).await;
    desk.running.faults().add(Fault::status(503));
    desk.running.faults().reset().await.unwrap();
    assert!(desk.running.effects().is_empty());
    let mut desk = desk;
    desk.get("/api/products").await.refused(401);
    desk.sign_in("aokafor").await;
    desk.get(&format!("/api/stockMovements/{movement}")).await.refused(404);
    desk.movement().await;
    assert_eq!(desk.running.effects()[0].seq, 1);
}

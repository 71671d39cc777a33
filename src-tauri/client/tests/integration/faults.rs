//! Answers that are wrong, hostile, late or missing: a clear outcome, no panic, and nothing sent
//! anywhere else or twice.

use client::{Authorities, Base, Client, Limits, Outcome, Paging, Refusal, Trouble, Unclear};
use contract::{Category, Endpoint, StocklistQuery};
use tokio::net::TcpListener;

use crate::fixture;
use crate::responder::{Desk, Reply, Responder, html, json, ok, raw, redirect, signed_in};

const PAGE: Paging = Paging { max: 10, offset: 0 };

/// A read's outcome, after the given reply.
async fn read(reply: Reply) -> Outcome<usize> {
    let desk = signed_in([reply]).await;
    desk.client.list_movements(&desk.session, PAGE, true).await.map(|list| list.len())
}

/// A write's outcome, after the given reply.
async fn write(reply: Reply) -> Outcome<Category> {
    let desk = signed_in([reply]).await;
    let outcome = desk.client.create_category(&desk.session, "Dressings").await;
    assert_eq!(desk.received().len(), 1, "a write is sent once");
    outcome
}

fn not_understood<T>(at: &str) -> Outcome<T> {
    Outcome::WrittenNoAnswer(Trouble::NotUnderstood { status: 200, at: at.into() })
}

fn refused<T>(status: u16, error_code: Option<i64>, message: &str) -> Outcome<T> {
    Outcome::Refused(Refusal { status, error_code, message: message.into() })
}

fn client(address: &str) -> Client {
    let base = Base::parse(address).unwrap();
    // With an authority of its own it needs none of this computer's.
    let own = Authorities::parse(&crate::tls::authority("our own").pem()).unwrap();
    Client::new(base, Limits::default(), &own).unwrap()
}

#[tokio::test]
async fn a_host_that_nobody_knows_is_told_apart() {
    let client = client("https://nowhere.invalid/stockroom");
    let outcome = client.probe(None, Endpoint::ListMovements).await;
    if client.proxy().is_none() {
        assert_eq!(outcome, Outcome::NotWritten(Trouble::UnknownHost));
    } else {
        // Behind a proxy the name is the proxy's to look up, and it answers in its own way.
        assert!(matches!(outcome, Outcome::NotWritten(_)), "{outcome:?}");
    }
}

#[tokio::test]
async fn a_port_where_nobody_listens_is_told_apart_for_reads_and_writes() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let client = client(&format!("http://127.0.0.1:{free}/stockroom"));
    let refused = Outcome::NotWritten(Trouble::ConnectionRefused);
    assert_eq!(client.probe(None, Endpoint::ListProducts).await, refused);
    let login = client.login("aokafor", &"x".into()).await;
    assert!(matches!(login, Outcome::NotWritten(Trouble::ConnectionRefused)), "{login:?}");
}

#[tokio::test]
async fn a_page_instead_of_an_answer_is_unclear() {
    let portal = "<!DOCTYPE html><html><form action='https://portal.example/accept'>\
                  <input type='password'></form></html>";
    let unclear = Unclear { status: 200, login_page: false, location: None };
    assert_eq!(read(html("200 OK", portal)).await, Outcome::Unclear(unclear.clone()));
    assert_eq!(write(html("200 OK", portal)).await, Outcome::Unclear(unclear));
    let sign_in = "<html><form action='/stockroom/auth/handleLogin'>\
                   <input type='password'></form></html>";
    let unclear = Unclear { status: 200, login_page: true, location: None };
    assert_eq!(read(html("200 OK", sign_in)).await, Outcome::Unclear(unclear));
}

#[tokio::test]
async fn a_redirect_is_never_followed_wherever_it_leads() {
    let trap = Responder::start([]).await;
    let trap_address = format!("http://127.0.0.1:{}", trap.port);
    for status in ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"] {
        let own = format!("{trap_address}/stockroom/auth/login");
        for (location, login_page) in [
            ("/stockroom/auth/login", true),
            (own.as_str(), true),
            (trap_address.as_str(), false),
            ("/elsewhere", false),
            ("http://portal.example/login", false),
            ("https://127.0.0.1/elsewhere", false),
            ("", false),
        ] {
            let desk = signed_in([redirect(status, location)]).await;
            let outcome = desk.client.create_category(&desk.session, "Dressings").await;
            let Outcome::Unclear(unclear) = outcome else { panic!("{location}: {outcome:?}") };
            assert_eq!(unclear.login_page, login_page, "{location}");
            assert_eq!(desk.received().len(), 1, "{location} was followed");
        }
    }
    assert_eq!(trap.connections(), 0);
}

#[tokio::test]
async fn a_401_in_the_middle_does_not_replace_the_session_by_its_fresh_cookie() {
    let body = fixture::text("7-unauthorized.json");
    let head = "HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n\
                Set-Cookie: JSESSIONID=ANONYMOUS; Path=/stockroom\r\n";
    let late = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
    let set_on_success = "HTTP/1.1 200 OK\r\nSet-Cookie: JSESSIONID=OTHER; Path=/stockroom\r\n\
                          Content-Length: 11\r\n\r\n{\"data\":[]}";
    let replies =
        [Reply::Bytes(late.into()), Reply::Bytes(set_on_success.into()), ok(r#"{"data":[]}"#)];
    let Desk { responder, client, session } = signed_in(replies).await;
    let desk = Desk { responder, client: client.clone(), session: session.clone() };
    assert_eq!(client.list_movements(&session, PAGE, true).await, Outcome::SignedOut);
    for _ in 0..2 {
        let list = client.list_movements(&session, PAGE, true).await;
        assert_eq!(list, Outcome::Accepted(Vec::new().into()));
    }
    // Looks at the cookie of every request.
    assert_eq!(desk.received().len(), 3);
}

#[tokio::test]
async fn a_403_is_not_allowed_and_not_signed_out() {
    let body = r#"{"errorCode":403,"errorMessage":"Access denied"}"#;
    assert_eq!(read(json("403 Forbidden", body)).await, Outcome::Forbidden);
    assert_eq!(
        write(html("403 Forbidden", "<html>Access denied</html>")).await,
        Outcome::Forbidden
    );
    assert_eq!(
        write(redirect("302 Found", "/stockroom/errors/handleForbidden")).await,
        Outcome::Forbidden
    );
}

#[tokio::test]
async fn every_error_of_the_document_is_a_refusal_in_the_services_words() {
    for name in [
        "7-category-without-name",
        "7-not-a-valid-substitution",
        "7-substitute-self",
        "7-delete-revised",
        "7-pick-too-much",
    ] {
        let body = fixture::text(&format!("{name}.json"));
        let words = fixture::json(&format!("{name}.json"));
        let words = words["errorMessage"].as_str().unwrap();
        for (status, number) in [("500 Internal Server Error", 500), ("200 OK", 200)] {
            assert_eq!(write(json(status, &body)).await, refused(number, Some(500), words));
            assert_eq!(read(json(status, &body)).await, refused(number, Some(500), words));
        }
    }
    let unauthorized = fixture::text("7-unauthorized.json");
    assert_eq!(read(json("200 OK", unauthorized)).await, Outcome::SignedOut);
}

#[tokio::test]
async fn a_pick_that_fails_is_refused_and_not_ignored() {
    let desk = signed_in([json("500 Error", fixture::text("7-pick-too-much.json"))]).await;
    let outcome = desk.client.pick(&desk.session, &"line-1".into(), &[]).await;
    assert!(matches!(outcome, Outcome::Refused(_)), "{outcome:?}");
}

#[tokio::test]
async fn an_error_without_its_shape_leaves_a_write_in_doubt() {
    let unsure =
        |status| Outcome::WrittenNoAnswer(Trouble::NotUnderstood { status, at: "status".into() });
    let page = "<html>Error</html>";
    assert_eq!(write(html("500 Error", page)).await, unsure(500));
    assert_eq!(write(html("502 Bad Gateway", page)).await, unsure(502));
    assert_eq!(write(html("503 Unavailable", "")).await, unsure(503));
    assert_eq!(write(html("404 Not Found", page)).await, refused(404, None, ""));
    assert_eq!(read(html("500 Error", page)).await, refused(500, None, ""));
    assert_eq!(read(html("503 Unavailable", "")).await, refused(503, None, ""));
}

#[tokio::test]
async fn an_empty_body_is_not_an_empty_list() {
    let no_content = || Reply::Bytes(b"HTTP/1.1 204 No Content\r\n\r\n".to_vec());
    let empty = |status| {
        Outcome::WrittenNoAnswer(Trouble::NotUnderstood { status, at: "empty body".into() })
    };
    assert_eq!(read(ok("")).await, empty(200));
    assert_eq!(read(no_content()).await, empty(204));
    let desk = signed_in([no_content()]).await;
    let outcome = desk.client.create_category(&desk.session, "x").await;
    assert_eq!(
        outcome,
        Outcome::WrittenNoAnswer(Trouble::NotUnderstood { status: 204, at: "empty body".into() })
    );
}

#[tokio::test]
async fn wrong_types_and_missing_fields_say_where_they_are_and_lose_no_list_halfway() {
    for (body, at) in [
        (r#"{"data":[{"id":[]},{"id":[]}]}"#, "data[0].id"),
        (r#"{"data":[{"name":"no id"}]}"#, "data[0].id"),
        (r#"{"data":{"name":"no id"}}"#, "data.id"),
        (r#"{"data":"none"}"#, "data"),
        (r#"{"movements":[]}"#, "data"),
        (r#"{"data":[{"id":"m1"}"#, "data"),
        ("[1,2]", "[0]"),
        ("null", "body"),
        ("\"\"", "body"),
    ] {
        assert_eq!(read(ok(body)).await, not_understood(at), "{body}");
    }
    // One row that is none costs that row.
    let odd = r#"{"data":[{"id":"m1"},{"id":[]},{"name":"no id"}]}"#;
    assert_eq!(read(ok(odd)).await, Outcome::Accepted(1));
    assert_eq!(read(ok(r#"{"data":{"id":"m1"}}"#)).await, Outcome::Accepted(1));
    let optional =
        r#"{"data":[{"id":1,"name":7,"origin":"x","dateRequested":"soon","lineItems":null}]}"#;
    assert_eq!(read(ok(optional)).await, Outcome::Accepted(1));
}

#[tokio::test]
async fn hostile_bodies_neither_panic_nor_hang() {
    let depth = 10_000;
    let bodies = [
        "[".repeat(depth).into_bytes(),
        "{\"data\":".repeat(depth).into_bytes(),
        format!("{{\"data\":{}{}}}", "[".repeat(depth), "]".repeat(depth)).into_bytes(),
        br#"{"data":[{"id":"m1","id":"m2"}],"data":[]}"#.to_vec(),
        br#"{"data":[{"id":"m1","name":1e400}]}"#.to_vec(),
        b"{\"data\":[{\"id\":\"m\0\"}]}".to_vec(),
        b"{\"data\":[{\"id\":\"\xe2\x82".to_vec(),
        b"\xff\xfe[\0]\0".to_vec(),
        vec![b' '; 1_000_000],
        vec![0; 1000],
    ];
    for body in bodies {
        let start = String::from_utf8_lossy(&body[..body.len().min(20)]).into_owned();
        let outcome = read(ok(&body)).await;
        assert!(
            matches!(outcome, Outcome::WrittenNoAnswer(Trouble::NotUnderstood { .. })),
            "{start}: {outcome:?}"
        );
        let desk = signed_in([ok(&body)]).await;
        let none = StocklistQuery::default();
        let outcome = desk.client.list_stocklists(&desk.session, &none, PAGE).await;
        assert!(matches!(outcome, Outcome::WrittenNoAnswer(_)), "{start}: {outcome:?}");
    }
    let marked = read(ok("\u{feff}{\"data\":[]}")).await;
    assert_eq!(marked, Outcome::Accepted(0), "a byte order mark is passed over");
}

#[tokio::test]
async fn a_server_that_does_not_speak_http_is_a_broken_connection() {
    let lies: [&[u8]; 9] = [
        b"",
        b"hello\r\n",
        b"{\"data\":[]}",
        b"SSH-2.0-x\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"data\":[]}",
        b"HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{\"data\":[]}\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"dat",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope",
    ];
    let broken = || Trouble::Broken;
    for lie in lies {
        let said = String::from_utf8_lossy(lie);
        assert_eq!(read(raw(lie)).await, Outcome::WrittenNoAnswer(broken()), "{said}");
        assert_eq!(write(raw(lie)).await, Outcome::WrittenNoAnswer(broken()), "{said}");
    }
    let headers = "X-Filler: x\r\n".repeat(10_000);
    let many = format!("HTTP/1.1 200 OK\r\n{headers}Content-Length: 2\r\n\r\n[]");
    assert_eq!(read(raw(many)).await, Outcome::WrittenNoAnswer(broken()));
}

/// The other side closes the connection just as a request comes, with and without a kept connection
/// before: each write arrives exactly once, and one that got no answer is in doubt.
#[tokio::test]
async fn r_n11_a_write_is_never_sent_twice_when_connections_close_under_it() {
    for round in 0..50 {
        let kept = ok(r#"{"data":[]}"#);
        let closing = raw(b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{\"data\":[]}");
        let before = if round % 2 == 0 { kept } else { closing };
        let desk = signed_in([before, raw(b"")]).await;
        let list = desk.client.list_movements(&desk.session, PAGE, true).await;
        assert_eq!(list, Outcome::Accepted(Vec::new().into()));
        let outcome = desk.client.create_category(&desk.session, "Dressings").await;
        assert_eq!(outcome, Outcome::WrittenNoAnswer(Trouble::Broken));
        let received = desk.received();
        assert_eq!(received.len(), 2, "{received:?}");
        assert_ne!(received[0].connection, received[1].connection);
    }
}

#[tokio::test]
async fn reads_share_a_connection_and_writes_have_their_own() {
    let list = || ok(r#"{"data":[]}"#);
    let made = || ok(r#"{"id":"c1","name":"Dressings"}"#);
    let desk = signed_in([list(), made(), list(), made(), list()]).await;
    for write in [false, true, false, true, false] {
        if write {
            let outcome = desk.client.create_category(&desk.session, "Dressings").await;
            assert!(matches!(outcome, Outcome::Accepted(_)), "{outcome:?}");
        } else {
            let outcome = desk.client.list_movements(&desk.session, PAGE, true).await;
            assert!(matches!(outcome, Outcome::Accepted(_)), "{outcome:?}");
        }
    }
    let used: Vec<_> = desk.received().into_iter().map(|request| request.connection).collect();
    let (first, rest) = (used[0], &used[1..]);
    assert_eq!([rest[1], rest[3]], [first, first], "reads: {used:?}");
    assert!(rest[0] != first && rest[2] != first && rest[0] != rest[2], "writes: {used:?}");
}

//! Who may ask at all, how much and how often: pages of a browser may not, and nobody keeps others
//! out by asking for nothing.

use practice::{Options, sample};
use reqwest::{Client, Method, RequestBuilder, StatusCode, header};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::desk::{Desk, client, header_fields, options};

async fn status(request: RequestBuilder) -> StatusCode {
    request.send().await.unwrap().status()
}

fn login(client: &Client, desk: &Desk) -> RequestBuilder {
    let body = json!({"username": "aokafor", "password": sample::PASSWORD});
    client.post(format!("{}/api/login", desk.running.base())).body(body.to_string())
}

#[tokio::test]
async fn only_a_loopback_host_is_served() {
    let desk = Desk::closed(Options { control_port: Some(0), ..options() }).await;
    let client = client();
    let status_path = format!("{}/api/status", desk.running.base());
    let faults = format!("{}/requests", desk.running.control().unwrap());
    for url in [status_path, faults] {
        let with = |host: &str| status(client.get(&url).header(header::HOST, host));
        for host in ["evil.example", "127.0.0.1.evil.example:80", "localhost@evil.example", "x"] {
            assert_eq!(with(host).await, 421, "{url} as {host}");
        }
        for host in ["127.0.0.1:1", "localhost:40123", "[::1]:9", "LOCALHOST"] {
            assert_eq!(with(host).await, 200, "{url} as {host}");
        }
    }
}

#[tokio::test]
async fn a_request_without_a_host_or_with_two_is_refused() {
    let desk = Desk::closed(options()).await;
    for hosts in ["", "Host: localhost\r\nHost: evil.example\r\n"] {
        let mut stream = TcpStream::connect(address(&desk)).await.unwrap();
        let head =
            format!("GET /stockroom/api/status HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 421"), "{hosts:?}: {answer}");
    }
}

#[tokio::test]
async fn no_page_is_served_whatever_it_asks_for() {
    let desk = Desk::closed(Options { control_port: Some(0), ..options() }).await;
    let client = client();
    let control = format!("{}/reset", desk.running.control().unwrap());
    for origin in ["https://evil.example", "null", desk.running.base()] {
        let typed = login(&client, &desk).header(header::CONTENT_TYPE, "application/json");
        assert_eq!(status(typed.header(header::ORIGIN, origin)).await, 403, "{origin}");
        let read = client.get(format!("{}/api/status", desk.running.base()));
        assert_eq!(status(read.header(header::ORIGIN, origin)).await, 403, "{origin}");
        let reset = client.post(&control).header(header::ORIGIN, origin);
        assert_eq!(status(reset).await, 403, "{origin}");
    }
    assert_eq!(desk.running.sessions(), [""; 0]);
}

#[tokio::test]
async fn a_sign_in_and_a_write_must_say_that_they_are_json() {
    let desk = Desk::open().await;
    let client = client();
    for typed in ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"] {
        let refused = login(&client, &desk).header(header::CONTENT_TYPE, typed);
        assert_eq!(status(refused).await, 415, "{typed}");
        let create = client
            .post(format!("{}/api/stockMovements", desk.running.base()))
            .header(header::COOKIE, desk.cookie.as_ref().unwrap())
            .header(header::CONTENT_TYPE, typed)
            .body(header_fields().to_string());
        assert_eq!(status(create).await, 415, "{typed}");
    }
    assert_eq!(status(login(&client, &desk)).await, 415, "no type at all");
    assert!(desk.running.effects().is_empty());
    let typed = login(&client, &desk);
    let typed = typed.header(header::CONTENT_TYPE, "application/json; charset=utf-8");
    assert_eq!(status(typed).await, 200);
    assert_eq!(desk.send(Method::POST, "/api/logout", None).await.status, 200);
}

#[tokio::test]
async fn more_half_requests_than_fit_keep_nobody_out() {
    let desk = Desk::open().await;
    let mut halves = Vec::new();
    for _ in 0..144 {
        let mut stream = TcpStream::connect(address(&desk)).await.unwrap();
        stream.write_all(b"GET /stockroom/api/status HTTP/1.1\r\nHost: ").await.unwrap();
        halves.push(stream);
    }
    assert_eq!(desk.get("/api/products?max=1").await.status, 200);
    // The oldest gave way: it ends, however that shows.
    let mut rest = Vec::new();
    let _ = halves[0].read_to_end(&mut rest).await;
    assert!(rest.is_empty(), "{}", String::from_utf8_lossy(&rest));
}

#[tokio::test]
async fn a_body_that_is_too_large_is_told_so_without_being_kept() {
    let desk = Desk::open().await;
    for mebibytes in [2, 8] {
        let body = json!({"name": "x".repeat(mebibytes * 1024 * 1024)}).to_string();
        desk.send(Method::POST, "/api/categories", Some(body)).await.refused(413);
    }
    assert!(desk.running.effects().is_empty());
}

fn address(desk: &Desk) -> String {
    let base = desk.running.base().trim_start_matches("http://");
    base.split('/').next().unwrap().to_owned()
}

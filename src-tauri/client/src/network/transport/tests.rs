use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::*;
use crate::request;

/// A proxy that answers once, and the head of the request it got.
async fn proxy(answer: &'static str) -> (Matcher, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let system = Matcher::builder().all(format!("http://clerk:s3cret@127.0.0.1:{port}")).build();
    let asked = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(socket.read_u8().await.unwrap());
        }
        socket.write_all(answer.as_bytes()).await.unwrap();
        String::from_utf8(head).unwrap().to_ascii_lowercase()
    });
    (system, asked)
}

fn transport(address: &str, system: &Matcher) -> Transport {
    let base = Base::parse(address).unwrap();
    // With an authority of its own it needs none of this computer's.
    let mut params = rcgen::CertificateParams::default();
    params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let own = params.self_signed(&rcgen::KeyPair::generate().unwrap()).unwrap();
    let own = Authorities::parse(&own.pem()).unwrap();
    Transport::new(base, Limits::default(), &own, system).unwrap()
}

#[tokio::test]
async fn the_proxy_that_is_told_is_the_one_that_is_used() {
    let (system, asked) = proxy("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]").await;
    let transport = transport("http://stock.example/stockroom", &system);
    assert!(transport.proxy().unwrap().starts_with("127.0.0.1:"));
    let request = request::list_bin_locations(None).unwrap();
    let answer = transport.send(request, None).await;
    assert_eq!(answer.map_err(|lost| lost.trouble).unwrap().body, b"[]");
    let head = asked.await.unwrap();
    assert!(
        head.starts_with("get http://stock.example/stockroom/api/binlocations http/1.1"),
        "{head}"
    );
    assert!(head.contains("proxy-authorization: basic "), "{head}");
}

#[tokio::test]
async fn a_proxy_that_lets_nothing_through_has_passed_nothing_on() {
    let (system, asked) = proxy("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n").await;
    let transport = transport("https://stock.example:8443/stockroom", &system);
    let lost = transport.send(request::create_category("x").unwrap(), None).await.err().unwrap();
    assert_eq!((lost.written, lost.trouble), (false, Trouble::Broken));
    assert!(asked.await.unwrap().starts_with("connect stock.example:8443 http/1.1"));
}

#[tokio::test]
async fn this_computer_is_reached_without_a_proxy() {
    let (system, asked) = proxy("").await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let transport = transport(&format!("http://127.0.0.1:{port}/stockroom"), &system);
    let lost = transport.send(request::logout().unwrap(), None).await.err().unwrap();
    assert_eq!((lost.written, lost.trouble), (false, Trouble::ConnectionRefused));
    assert!(!asked.is_finished());
    asked.abort();
}

/// The system's resolver is not asked: whatever it would answer, the name stands for this computer.
#[tokio::test]
async fn localhost_is_this_computer_by_number() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let system = Matcher::builder().build();
    let transport = transport(&format!("http://localhost:{port}/stockroom"), &system);
    let request = request::list_bin_locations(None).unwrap();
    let (_, arrived) = tokio::join!(
        async {
            tokio::time::timeout(Duration::from_secs(30), transport.send(request, None)).await
        },
        async {
            let (mut socket, from) = listener.accept().await.unwrap();
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(socket.read_u8().await.unwrap());
            }
            socket.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]").await.unwrap();
            from
        }
    );
    assert!(arrived.ip().is_loopback());
    assert_eq!(Base::parse("localhost").unwrap().own_name(), Some("localhost"));
    assert_eq!(Base::parse("http://127.0.0.1").unwrap().own_name(), None);
    assert!(OWN.iter().all(|address| address.ip().is_loopback()));
}

#[test]
fn a_wait_is_told_in_seconds_or_as_a_moment_and_is_capped() {
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
    let seconds = |asked| wait_of(asked, now).map(|wait| wait.as_secs());
    assert_eq!(seconds("120"), Some(120));
    assert_eq!(seconds(" 0 "), Some(0));
    assert_eq!(seconds("Sun, 06 Nov 1994 08:50:37 GMT"), Some(60));
    assert_eq!(seconds("Sun, 06 Nov 1994 08:00:00 GMT"), Some(0));
    for long in ["86400", "18446744073709551615", "Fri, 31 Dec 9999 23:59:59 GMT"] {
        assert_eq!(seconds(long), Some(600), "{long}");
    }
    for odd in ["", "soon", "-5", "1.5", "18446744073709551616"] {
        assert_eq!(seconds(odd), None, "{odd}");
    }
}

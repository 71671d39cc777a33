//! Time and size: a body that is too large stops at its limit, and a side that falls silent is left.

use std::io::Write;
use std::time::Duration;

use client::{Authorities, Base, Client, Limits, Outcome, Paging, Trouble};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::responder::{Reply, Responder, accepted, signed_in, signed_in_within};

const PAGE: Paging = Paging { max: 10, offset: 0 };
const MIB: usize = 1024 * 1024;
const CHUNKED: &[u8] = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

/// Long enough never to pass by accident, short enough to wait for on purpose.
const SHORT: Duration = Duration::from_millis(200);

fn timed_out<T>() -> Outcome<T> {
    Outcome::WrittenNoAnswer(Trouble::TimedOut)
}

/// A chunk of spaces, which JSON may begin with.
fn chunk(bytes: usize) -> Vec<u8> {
    [format!("{bytes:x}\r\n").as_bytes(), &vec![b' '; bytes], b"\r\n"].concat()
}

/// An empty list after so many drops of white space.
fn drip(drop: Vec<u8>, pause: Duration, times: usize) -> Reply {
    let tail = b"b\r\n{\"data\":[]}\r\n0\r\n\r\n".to_vec();
    Reply::Drip { head: CHUNKED.to_vec(), drop, pause, times, tail }
}

#[tokio::test]
async fn a_body_of_200_mib_stops_at_the_limit_of_lists() {
    let desk = signed_in([drip(chunk(MIB), Duration::ZERO, 200)]).await;
    let outcome = desk.client.list_movements(&desk.session, PAGE, true).await;
    let limit = Limits::default().list_bytes;
    assert_eq!(outcome, Outcome::WrittenNoAnswer(Trouble::TooLarge { limit }));
    let written = desk.responder.written();
    assert!(written < 100 * MIB, "{written} bytes were taken");
}

#[tokio::test]
async fn a_body_that_says_it_is_too_large_is_not_begun() {
    for length in ["4194305", "209715200", "9223372036854775807"] {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n ");
        let desk = signed_in([Reply::Silence(head.into())]).await;
        let outcome = desk.client.create_category(&desk.session, "Dressings").await;
        let limit = Limits::default().other_bytes;
        assert_eq!(outcome, Outcome::WrittenNoAnswer(Trouble::TooLarge { limit }));
    }
}

#[tokio::test]
async fn a_body_of_exactly_the_limit_is_read_and_one_byte_more_is_not() {
    let limits = Limits { list_bytes: 5000, ..Limits::default() };
    let list = br#"{"data":[]}"#;
    for (padding, fits) in [(5000 - list.len(), true), (5001 - list.len(), false)] {
        let body = [vec![b' '; padding], list.to_vec()].concat();
        let desk = signed_in_within(limits.clone(), [crate::responder::ok(body)]).await;
        let outcome = desk.client.list_movements(&desk.session, PAGE, true).await;
        assert_eq!(matches!(outcome, Outcome::Accepted(_)), fits, "{outcome:?}");
    }
}

fn gzip(body: &[u8]) -> Reply {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(body).unwrap();
    let packed = encoder.finish().unwrap();
    let length = packed.len();
    let head =
        format!("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {length}\r\n\r\n");
    Reply::Bytes([head.as_bytes(), &packed].concat())
}

#[tokio::test]
async fn a_packed_answer_is_unpacked_and_counted_unpacked() {
    let limits = Limits { list_bytes: MIB as u64, ..Limits::default() };
    let small = [vec![b' '; MIB / 2], br#"{"data":[]}"#.to_vec()].concat();
    let bomb = vec![b' '; 4 * MIB];
    let desk = signed_in_within(limits, [gzip(&small), gzip(&bomb)]).await;
    accepted(desk.client.list_movements(&desk.session, PAGE, true).await);
    let outcome = desk.client.list_movements(&desk.session, PAGE, true).await;
    assert_eq!(outcome, Outcome::WrittenNoAnswer(Trouble::TooLarge { limit: MIB as u64 }));
    assert!(
        desk.received().iter().all(|request| request.header("accept-encoding") == Some("gzip"))
    );
    assert!(desk.responder.written() < MIB / 2, "the bomb was small on the wire");
}

#[tokio::test]
async fn a_side_that_never_answers_is_left_after_the_limit_of_its_kind() {
    let reads = Limits { connect: SHORT, first_byte_read: SHORT, ..Limits::default() };
    let desk = signed_in_within(reads, [Reply::Silence(Vec::new())]).await;
    assert_eq!(desk.client.list_movements(&desk.session, PAGE, true).await, timed_out());
    let writes = Limits { connect: SHORT, first_byte_write: SHORT, ..Limits::default() };
    let half_a_head = Reply::Silence(b"HTTP/1.1 200 OK\r\nContent-Le".to_vec());
    let desk = signed_in_within(writes, [half_a_head]).await;
    let outcome = desk.client.create_category(&desk.session, "Dressings").await;
    assert_eq!(outcome, timed_out());
}

#[tokio::test]
async fn a_body_that_stops_halfway_is_left_after_the_idle_limit() {
    let limits = Limits { idle: SHORT, ..Limits::default() };
    let half = b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"data\":[";
    let desk = signed_in_within(limits, [Reply::Silence(half.to_vec())]).await;
    assert_eq!(desk.client.list_movements(&desk.session, PAGE, true).await, timed_out());
}

/// A byte now and then would keep a limit between bytes from ever passing.
#[tokio::test]
async fn a_drip_of_single_bytes_counts_as_silence() {
    let limits = Limits { idle: SHORT, ..Limits::default() };
    let desk = signed_in_within(limits, [drip(chunk(1), SHORT / 20, 300)]).await;
    assert_eq!(desk.client.list_movements(&desk.session, PAGE, true).await, timed_out());
}

#[tokio::test]
async fn a_body_that_is_slow_but_comes_is_read() {
    let limits = Limits { idle: Duration::from_secs(3), ..Limits::default() };
    // Longer than the limit as a whole, and in no part of it.
    let slow = drip(chunk(2048), Duration::from_millis(100), 35);
    let desk = signed_in_within(limits, [slow]).await;
    accepted(desk.client.list_movements(&desk.session, PAGE, true).await);
}

/// Two kibibytes every few milliseconds keep the limit between them from passing, for hours.
#[tokio::test]
async fn a_body_that_keeps_dripping_is_left_after_the_limit_of_the_whole() {
    let for_ever = || drip(chunk(2048), SHORT / 20, usize::MAX);
    let lists = Limits { list_whole: SHORT, ..Limits::default() };
    let desk = signed_in_within(lists.clone(), [for_ever()]).await;
    assert_eq!(desk.client.list_movements(&desk.session, PAGE, true).await, timed_out());
    let others = Limits { other_whole: SHORT, ..Limits::default() };
    let desk = signed_in_within(others.clone(), [for_ever()]).await;
    let outcome = desk.client.create_category(&desk.session, "Dressings").await;
    assert_eq!(outcome, timed_out());
    // Each kind has its own: twice as long as the other's is no time for it.
    let twice = || drip(chunk(2048), SHORT / 20, 40);
    let desk = signed_in_within(others, [twice()]).await;
    accepted(desk.client.list_movements(&desk.session, PAGE, true).await);
    let desk = signed_in_within(lists, [twice()]).await;
    let outcome = desk.client.create_category(&desk.session, "Dressings").await;
    assert!(!matches!(outcome, Outcome::WrittenNoAnswer(Trouble::TimedOut)), "{outcome:?}");
}

#[tokio::test]
async fn a_connection_that_never_becomes_secure_is_left_and_nothing_was_written() {
    let responder = Responder::start([]).await;
    // The responder waits for a request's head, and the client for the server's hello.
    let address = format!("https://127.0.0.1:{}/stockroom", responder.port);
    let limits = Limits { connect: SHORT, ..Limits::default() };
    let own = Authorities::parse(&crate::tls::authority("our own").pem()).unwrap();
    let client = Client::new(Base::parse(&address).unwrap(), limits, &own).unwrap();
    let outcome = client.login("aokafor", &"x".into()).await;
    assert!(matches!(outcome, Outcome::NotWritten(Trouble::TimedOut)), "{outcome:?}");
    assert!(responder.received().is_empty());
}

/// It keeps up with every limit between two steps, and would take hours.
#[tokio::test]
async fn a_body_that_falls_behind_the_least_rate_is_left() {
    let slow = || drip(chunk(2048), SHORT / 4, 400);
    let limits = |least| Limits { least, least_within: SHORT * 2, ..Limits::default() };
    let desk = signed_in_within(limits(MIB), [slow()]).await;
    assert_eq!(desk.client.list_movements(&desk.session, PAGE, true).await, timed_out());
    let enough = drip(chunk(2048), SHORT / 4, 20);
    let desk = signed_in_within(limits(1), [enough]).await;
    accepted(desk.client.list_movements(&desk.session, PAGE, true).await);
    // What is small is done before a rate says anything.
    let small = drip(chunk(64), SHORT, 5);
    let desk = signed_in_within(limits(MIB), [small]).await;
    accepted(desk.client.list_movements(&desk.session, PAGE, true).await);
}

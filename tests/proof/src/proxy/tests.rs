use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::*;
use crate::responder::{Reply, Responder, json};

const GET: &str = "GET /stockroom/api/products?max=1 HTTP/1.1\r\nHost: x\r\n\r\n";
const POST: &str = "POST /stockroom/api/categories HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\n{\"name\":\"a\"}";

/// A service that answers every request with an empty list, and a proxy before it.
async fn before() -> (Responder, Proxy) {
    let service = Responder::start(|_, _| Reply::Bytes(good())).await.unwrap();
    let proxy = Proxy::before(&format!("http://{}/stockroom", service.address())).await.unwrap();
    (service, proxy)
}

fn good() -> Vec<u8> {
    json(b"{\"data\":[]}")
}

async fn connect(proxy: &Proxy) -> TcpStream {
    let address = proxy.base().strip_prefix("http://").unwrap();
    TcpStream::connect(address.strip_suffix("/stockroom").unwrap()).await.unwrap()
}

/// Everything that comes after a request until the end, and whether the end was a close.
async fn said(proxy: &Proxy, request: &str) -> (Vec<u8>, bool) {
    let mut socket = connect(proxy).await;
    socket.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let end = timeout(Duration::from_secs(20), socket.read_to_end(&mut answer)).await.unwrap();
    (answer, end.is_ok())
}

/// One answer, on a connection that goes on.
async fn answered(socket: &mut BufReader<TcpStream>, request: &str) -> Vec<u8> {
    socket.write_all(request.as_bytes()).await.unwrap();
    message::answer(socket, "GET").await.unwrap().unwrap().bytes
}

#[tokio::test]
async fn without_a_rule_both_directions_go_through_as_they_are_on_a_kept_connection() {
    let (service, proxy) = before().await;
    let mut socket = BufReader::new(connect(&proxy).await);
    for request in [GET, POST] {
        assert_eq!(answered(&mut socket, request).await, good());
    }
    let exchanges = proxy.exchanges();
    let seen: Vec<_> = exchanges.iter().map(|e| (e.method.as_str(), e.path.as_str())).collect();
    assert_eq!(seen, [("GET", "/api/products"), ("POST", "/api/categories")]);
    assert_eq!(exchanges[1].request, POST.as_bytes());
    assert!(exchanges.iter().all(|e| e.whole && e.status == Some(200) && e.ended.is_some()));
    assert!(exchanges.iter().all(|e| e.answer == good().len() && e.returned == e.answer));
    assert_eq!((service.received().len(), proxy.peak()), (2, 1));
}

#[tokio::test]
async fn a_cut_request_reaches_the_service_so_far_and_is_never_answered() {
    let (service, proxy) = before().await;
    for cut in [0, 10, POST.len() - 1] {
        proxy.forget();
        proxy.plan(Rule::on("POST", "/api/categories").does(Fault::CutRequest(cut)));
        assert_eq!(said(&proxy, POST).await, (Vec::new(), true));
        let last = proxy.exchanges().pop().unwrap();
        assert_eq!((last.delivered, last.whole, last.status), (cut, false, None));
    }
    assert_eq!(service.received().len(), 0, "half a request is none");
    proxy.forget();
    proxy.plan(Rule::on("POST", "*").does(Fault::CutRequest(POST.len())));
    assert_eq!(said(&proxy, POST).await, (Vec::new(), true));
    assert_eq!(service.received().len(), 1, "a whole one is served, and its answer lost");
    assert!(proxy.exchanges().pop().unwrap().whole);
}

#[tokio::test]
async fn half_a_request_ends_at_the_practice_warehouse_as_well() {
    let practice = practice::Service::start(practice::Options::default()).await.unwrap();
    let proxy = Proxy::before(practice.base()).await.unwrap();
    for cut in (0..POST.len()).step_by(7) {
        proxy.forget();
        proxy.plan(Rule::on("POST", "*").does(Fault::CutRequest(cut)));
        assert_eq!(said(&proxy, POST).await, (Vec::new(), true), "cut after {cut}");
    }
    assert!(proxy.exchanges().iter().all(|exchange| !exchange.whole));
    proxy.forget();
    let whole = "Host: localhost\r\nContent-Type: application/json\r\nConnection: close";
    let (answer, _) = said(&proxy, &POST.replace("Host: x", whole)).await;
    assert!(answer.starts_with(b"HTTP/1.1 401 "), "{}", String::from_utf8_lossy(&answer));
    practice.stop().await;
}

#[tokio::test]
async fn a_cut_answer_ends_after_so_many_bytes_by_a_close_or_a_reset() {
    let (service, proxy) = before().await;
    for cut in [0, 20, good().len() - 1] {
        for (fault, closed) in [(Fault::CutAnswer(cut), true), (Fault::ResetAnswer(cut), false)] {
            proxy.forget();
            proxy.plan(Rule::on("GET", "*").does(fault));
            assert_eq!(said(&proxy, GET).await, (good()[..cut].to_vec(), closed));
            assert_eq!(proxy.exchanges().pop().unwrap().returned, cut);
        }
    }
    assert_eq!(service.received().len(), 6);
    proxy.forget();
    proxy.plan(Rule::on("GET", "*").does(Fault::ResetRequest));
    assert_eq!(said(&proxy, GET).await, (Vec::new(), false));
    assert_eq!(service.received().len(), 6);
}

#[tokio::test]
async fn a_held_answer_comes_with_the_release_and_not_before() {
    let (service, proxy) = before().await;
    proxy.plan(Rule::on("*", "*").does(Fault::Hold));
    let mut sockets = Vec::new();
    for count in 1..=3 {
        let mut socket = connect(&proxy).await;
        socket.write_all(GET.as_bytes()).await.unwrap();
        sockets.push(BufReader::new(socket));
        proxy.holding(count).await;
    }
    assert_eq!((service.received().len(), proxy.peak(), proxy.held()), (3, 3, 3));
    assert!(proxy.exchanges().iter().all(|e| e.whole && e.ended.is_none()));
    proxy.release();
    for mut socket in sockets {
        let answer = message::answer(&mut socket, "GET").await.unwrap().unwrap();
        assert_eq!(answer.bytes, good());
    }
}

#[tokio::test]
async fn a_late_request_arrives_after_the_client_saw_the_close() {
    let (service, proxy) = before().await;
    proxy.plan(Rule::on("POST", "*").nth(1).does(Fault::Late(When::Released)));
    assert_eq!(said(&proxy, POST).await, (Vec::new(), true));
    proxy.holding(1).await;
    let exchange = &proxy.exchanges()[0];
    assert!(exchange.ended.is_some() && !exchange.whole);
    assert_eq!(service.received().len(), 0);
    proxy.release();
    until(|| service.received().len() == 1).await;
    proxy.plan(Rule::on("POST", "*").does(Fault::Late(When::After(Duration::from_millis(50)))));
    assert_eq!(said(&proxy, POST).await, (Vec::new(), true));
    until(|| service.received().len() == 2).await;
    until(|| proxy.exchanges()[1].status == Some(200)).await;
}

#[tokio::test]
async fn an_answer_is_swapped_after_the_request_was_served_or_given_instead_of_it() {
    let (service, proxy) = before().await;
    let other = json(b"{\"data\":[{\"id\":\"other\"}]}");
    proxy.plan(Rule::on("GET", "*").nth(1).does(Fault::Swap(other.clone())));
    proxy.plan(Rule::on("GET", "*").nth(2).does(Fault::signed_out("FRESH")));
    proxy.plan(Rule::on("GET", "*").nth(3).does(Fault::redirect("/stockroom/auth/login")));
    proxy.plan(Rule::on("GET", "*").nth(4).does(Fault::status("503 Service Unavailable")));
    let mut socket = BufReader::new(connect(&proxy).await);
    assert_eq!(answered(&mut socket, GET).await, other);
    assert_eq!(service.received().len(), 1);
    let mut words = Vec::new();
    for _ in 0..3 {
        words.push(String::from_utf8(answered(&mut socket, GET).await).unwrap());
    }
    assert!(words[0].starts_with("HTTP/1.1 401") && words[0].contains("JSESSIONID=FRESH;"));
    assert!(words[1].contains("302 Found\r\nLocation: /stockroom/auth/login\r\n"), "{words:?}");
    assert!(words[2].starts_with("HTTP/1.1 503 Service Unavailable"));
    assert_eq!(service.received().len(), 1, "the service saw none of the three");
    assert_eq!(answered(&mut socket, GET).await, good());
}

#[tokio::test]
async fn a_half_closed_connection_ends_in_one_direction_and_a_black_hole_in_none() {
    let (service, proxy) = before().await;
    proxy.plan(Rule::on("GET", "*").does(Fault::HalfClose));
    let mut socket = connect(&proxy).await;
    socket.write_all(GET.as_bytes()).await.unwrap();
    assert_eq!(socket.read(&mut [0; 10]).await.unwrap(), 0, "the end of its direction");
    sleep(Duration::from_millis(20)).await;
    socket.write_all(GET.as_bytes()).await.expect("ours is open");
    assert_eq!(service.received().len(), 1);
    proxy.plan(Rule::on("POST", "*").does(Fault::BlackHole));
    let mut socket = connect(&proxy).await;
    socket.write_all(POST.as_bytes()).await.unwrap();
    proxy.arrived(2).await;
    let nothing = timeout(Duration::from_millis(100), socket.read(&mut [0; 10])).await;
    assert!(nothing.is_err(), "neither an answer nor an end");
    assert_eq!(service.received().len(), 1);
}

#[tokio::test]
async fn delays_and_rates_change_when_and_not_what() {
    let (_service, proxy) = before().await;
    let pause = Duration::from_millis(60);
    proxy.plan(Rule::on("GET", "*").delay_request(pause).delay_answer(pause));
    proxy.plan(Rule::on("POST", "*").rate(2000));
    let mut socket = BufReader::new(connect(&proxy).await);
    assert_eq!(answered(&mut socket, GET).await, good());
    assert_eq!(answered(&mut socket, POST).await, good());
    let exchanges = proxy.exchanges();
    let (delayed, paced) = (&exchanges[0], &exchanges[1]);
    assert!(delayed.handed_on.unwrap() - delayed.arrived >= pause);
    assert!(delayed.ended.unwrap() - delayed.arrived >= pause * 2);
    // Some ninety bytes at 2,000 a second.
    assert!(paced.handed_on.unwrap() - paced.arrived >= Duration::from_millis(30));
}

#[tokio::test]
async fn rules_choose_by_method_path_and_number_and_the_first_one_planned_is_followed() {
    let fits = |rule: &Rule, method, path| rule.fits(method, path);
    let rule = Rule::on("POST", "/api/stockMovements/*");
    assert!(fits(&rule, "POST", "/api/stockMovements/7"));
    assert!(
        !fits(&rule, "POST", "/api/stockMovements") && !fits(&rule, "GET", "/api/stockMovements/7")
    );
    let (_service, proxy) = before().await;
    proxy.plan(Rule::on("GET", "/api/products").nth(2).does(Fault::status("502 Second")));
    proxy.plan(Rule::on("GET", "*").from(2).does(Fault::status("504 Later")));
    let mut socket = BufReader::new(connect(&proxy).await);
    let mut statuses = Vec::new();
    for _ in 0..3 {
        let answer = String::from_utf8(answered(&mut socket, GET).await).unwrap();
        statuses.push(answer.split_whitespace().nth(1).unwrap().to_owned());
    }
    assert_eq!(statuses, ["200", "502", "504"]);
}

#[tokio::test]
async fn stopping_breaks_off_what_is_held_and_closes_the_port() {
    let (_service, proxy) = before().await;
    proxy.plan(Rule::on("*", "*").does(Fault::Hold));
    let mut socket = connect(&proxy).await;
    socket.write_all(GET.as_bytes()).await.unwrap();
    proxy.holding(1).await;
    let address = socket.peer_addr().unwrap();
    proxy.stop().await;
    let mut rest = Vec::new();
    let _ = timeout(Duration::from_secs(20), socket.read_to_end(&mut rest)).await.unwrap();
    assert!(rest.is_empty());
    assert!(TcpStream::connect(address).await.is_err());
}

async fn until(so: impl Fn() -> bool) {
    timeout(Duration::from_secs(20), async {
        while !so() {
            sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .expect("it becomes so");
}

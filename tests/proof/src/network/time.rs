//! R-N6: a slow, silent or dead service is left at the limit. The limits are the client's own,
//! shortened; every wait here would never end by itself. And what is slow but comes is read.

use std::time::Duration;

use client::{Authorities, Client, Limits, Outcome, Paging, SessionCookies, Trouble};
use contract::Endpoint;
use tokio::io::{AsyncReadExt, BufReader};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::certificates::authority;
use crate::promise::{Amount, Counts, Violation, check};
use crate::proxy::{Fault, Proxy, Rule, message};
use crate::responder::{LOGIN, Reply, Responder, base, client, json};
use crate::run::until_done;

/// Each limit: long enough not to pass by accident, short enough to wait for on purpose.
const LIMIT: Duration = Duration::from_millis(300);
/// The limit of a whole call: more than all the others together, so that each of them is met.
const WHOLE: Duration = Duration::from_secs(2);
/// When a wait counts as one without an end. Far beyond all limits together, for busy computers.
const WITHOUT_END: Duration = Duration::from_secs(30);
/// The pause between two drops that are too little.
const PAUSE: Duration = Duration::from_millis(20);

/// How a side keeps a call waiting.
#[derive(Clone, Copy, Debug)]
enum Wait {
    NoConnection,
    NoTls,
    NoAnswer,
    HalfAHead,
    DrippingHead,
    HalfABody,
    DrippingBody,
    DrippingChunks,
    EndlessBody,
    Interim,
    Hints,
    Behind,
    BlackHole,
    Held,
    HalfClosed,
}

const ALL: [Wait; 15] = [
    Wait::NoConnection,
    Wait::NoTls,
    Wait::NoAnswer,
    Wait::HalfAHead,
    Wait::DrippingHead,
    Wait::HalfABody,
    Wait::DrippingBody,
    Wait::DrippingChunks,
    Wait::EndlessBody,
    Wait::Interim,
    Wait::Hints,
    Wait::Behind,
    Wait::BlackHole,
    Wait::Held,
    Wait::HalfClosed,
];

/// Runs the first `count` of the waits, each for a read and for a write; then one that is slow, and
/// one that is given up.
///
/// # Errors
/// If a wait does not end, or is told as something else.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    let asked = usize::try_from(amount.count).unwrap_or(usize::MAX);
    until_done(async {
        let mut counts = Counts::default();
        for wait in ALL.into_iter().take(asked) {
            for write in [false, true] {
                ends(wait, write).await?;
                counts.add("waits ended", 1);
            }
        }
        slow_but_coming().await?;
        counts.add("slow answers read", 1);
        given_up().await?;
        counts.add("calls given up", 1);
        Ok(counts)
    })
}

fn limits() -> Limits {
    Limits {
        connect: LIMIT,
        first_byte_read: LIMIT,
        first_byte_write: LIMIT,
        idle: LIMIT,
        list_whole: WHOLE,
        other_whole: WHOLE,
        ..Limits::default()
    }
}

async fn ends(wait: Wait, write: bool) -> Result<(), Violation> {
    let outcome = timeout(WITHOUT_END, outcome(wait, write)).await;
    let outcome =
        outcome.map_err(|_| Violation(format!("{wait:?}, write {write}: never ends")))??;
    let right = match wait {
        Wait::NoConnection | Wait::NoTls => outcome == Outcome::NotWritten(Trouble::TimedOut),
        Wait::HalfClosed => outcome == Outcome::WrittenNoAnswer(Trouble::Broken),
        _ => outcome == Outcome::WrittenNoAnswer(Trouble::TimedOut),
    };
    check(right, || format!("{wait:?}, write {write}, became {outcome:?}"))
}

async fn outcome(wait: Wait, write: bool) -> Result<Outcome<()>, Violation> {
    let (service, session) = service(wait).await?;
    let address = service.address();
    match wait {
        Wait::NoConnection => {
            let full = full().await?;
            call(&client(base(&full.address)?, limits())?, &session, write).await
        }
        Wait::NoTls => {
            let own = Authorities::parse(&authority("our own")?.pem())?;
            // The other side waits for a request's head, and the client for the server's hello.
            let secure = base(&format!("https://{address}/stockroom"))?;
            call(&Client::new(secure, limits(), &own)?, &session, write).await
        }
        Wait::BlackHole | Wait::Held | Wait::HalfClosed => {
            let proxy = Proxy::before(&format!("http://{address}/stockroom")).await?;
            proxy.plan(Rule::on("*", "*").does(match wait {
                Wait::BlackHole => Fault::BlackHole,
                Wait::Held => Fault::Hold,
                _ => Fault::HalfClose,
            }));
            call(&client(base(proxy.base())?, limits())?, &session, write).await
        }
        Wait::Behind => {
            // The rate is the one limit that passes in time.
            let limits = Limits {
                least: 1024 * 1024,
                least_within: LIMIT,
                idle: WITHOUT_END * 2,
                list_whole: WITHOUT_END * 2,
                other_whole: WITHOUT_END * 2,
                ..limits()
            };
            call(&client(service.base()?, limits)?, &session, write).await
        }
        _ => call(&client(service.base()?, limits())?, &session, write).await,
    }
}

/// A service that keeps every call but the login waiting, and a session of it.
async fn service(wait: Wait) -> Result<(Responder, SessionCookies), Violation> {
    let reply = reply(wait);
    let service = Responder::start(move |number, _| match number {
        0 => Reply::Bytes(LOGIN.into()),
        _ => reply.clone(),
    })
    .await?;
    let (_, session) = service.signed_in(Limits::default()).await?;
    Ok((service, session))
}

async fn call(
    client: &Client,
    session: &SessionCookies,
    write: bool,
) -> Result<Outcome<()>, Violation> {
    Ok(if write {
        client.create_category(session, "Dressings").await.map(|_| ())
    } else {
        client.probe(Some(session), Endpoint::ListMovements).await
    })
}

fn reply(wait: Wait) -> Reply {
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\n".to_vec();
    let chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    let drip = |head: Vec<u8>, drop: &[u8]| Reply::Drip {
        head,
        drop: drop.to_vec(),
        pause: PAUSE,
        times: usize::MAX,
    };
    match wait {
        Wait::HalfAHead => Reply::Silence(b"HTTP/1.1 200 OK\r\nContent-Le".to_vec()),
        Wait::DrippingHead => drip(b"HTTP/1.1 200 OK\r\nX: ".to_vec(), b"x"),
        Wait::HalfABody => Reply::Silence([&head, &b"{\"data\":["[..]].concat()),
        Wait::DrippingBody => drip(head, b" "),
        Wait::DrippingChunks => drip(chunked, b"1\r\n \r\n"),
        // Enough for every limit but the one of the whole.
        Wait::EndlessBody | Wait::Behind => {
            drip(chunked, &[&b"800\r\n"[..], &[b' '; 2048], b"\r\n"].concat())
        }
        Wait::Interim => drip(Vec::new(), b"HTTP/1.1 102 Processing\r\n\r\n"),
        Wait::Hints => {
            drip(Vec::new(), b"HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n")
        }
        Wait::Held | Wait::HalfClosed => Reply::Bytes(json(b"{\"data\":[]}")),
        _ => Reply::Silence(Vec::new()),
    }
}

/// A port whose queue of connections is full: a new one waits for ever.
struct Full {
    address: String,
    _kept: (TcpListener, Vec<TcpStream>),
}

async fn full() -> Result<Full, Violation> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(([127, 0, 0, 1], 0).into())?;
    let listener = socket.listen(1)?;
    let address = listener.local_addr()?;
    let mut waiting = Vec::new();
    while let Ok(connected) = timeout(LIMIT, TcpStream::connect(address)).await {
        waiting.push(connected?);
        check(waiting.len() < 1000, || "the queue of connections never fills".into())?;
    }
    Ok(Full { address: format!("http://{address}/stockroom"), _kept: (listener, waiting) })
}

/// An answer that takes longer than every limit as a whole, and in no part of it.
async fn slow_but_coming() -> Result<(), Violation> {
    let service = Responder::start(|number, _| match number {
        0 => Reply::Bytes(LOGIN.into()),
        _ => Reply::Bytes(json(&[&[b' '; 20_000][..], b"{\"data\":[]}"].concat())),
    })
    .await?;
    let proxy = Proxy::before(&format!("http://{}/stockroom", service.address())).await?;
    let (_, session) = service.signed_in(Limits::default()).await?;
    // Two seconds in all, a kibibyte in a tenth of one.
    proxy.plan(Rule::on("GET", "*").rate(10_240));
    let idle = Limits { idle: Duration::from_millis(1500), ..Limits::default() };
    let client = client(base(proxy.base())?, idle)?;
    let page = Paging { max: 10, offset: 0 };
    let outcome = client.list_movements(&session, page, true).await;
    check(outcome == Outcome::Accepted(Vec::new().into()), || format!("slow became {outcome:?}"))
}

/// A call that nobody waits for any more lets go of its connection.
async fn given_up() -> Result<(), Violation> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}/stockroom", listener.local_addr()?);
    let client = client(base(&address)?, Limits::default())?;
    let call = tokio::spawn(async move { client.probe(None, Endpoint::ListMovements).await });
    let (socket, _) = listener.accept().await?;
    let mut socket = BufReader::new(socket);
    let request = message::request(&mut socket).await?;
    check(request.is_some(), || "the call to give up never came".into())?;
    call.abort();
    let closed = timeout(WITHOUT_END, socket.read_to_end(&mut Vec::new())).await;
    check(closed.is_ok(), || "a call that was given up keeps its connection".into())
}

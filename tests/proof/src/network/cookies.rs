//! R-N2: the session is sent to the exact scheme, host, port and path of its service alone. Addresses
//! near a service's own are decided one by one; then hostile ids go through real calls to servers
//! that hand out cookies with every answer and redirect to each other, and what arrives is looked at.

use std::sync::Arc;

use client::{Client, Limits, Paging, SessionCookies};
use url::Url;

use crate::promise::{Amount, Counts, Violation, check};
use crate::random::Random;
use crate::responder::{Received, Reply, Responder, answer, base, client, json, sign_in};
use crate::rows;
use crate::run::until_done;

/// Addresses for every real call.
const PER_CALL: u64 = 10;

/// Decides so many addresses, and makes a tenth as many calls.
///
/// # Errors
/// If a session would go, or went, anywhere else, or not to its own service.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    let random = rows::find("R-N2")?.random(amount.start);
    let mut counts = addresses(amount.count, &mut random.branch("addresses"))?;
    let calls = amount.count.div_ceil(PER_CALL);
    counts.take_in(&until_done(calls_between(calls, random.branch("calls")))?);
    Ok(counts)
}

/// One part of an address, and whether it is the service's own.
type Part = (String, bool);

fn addresses(count: u64, random: &mut Random) -> Result<Counts, Violation> {
    let mut counts = Counts::of([("own addresses", 0), ("other addresses", 0)]);
    while counts.0.values().sum::<u64>() < count {
        let scheme = *random.pick(&["https", "http"]);
        let host =
            *random.pick(&["stock.example", "127.0.0.1", "[2001:db8::1]", "xn--dpt-bma.example"]);
        let port = *random.pick(&["", ":8443", ":81"]);
        let path = *random.pick(&["", "/stockroom", "/a/b", "/Stock%20room"]);
        let own = base(&format!("{scheme}://{host}{port}{path}"))?;
        let parts = [
            near_scheme(scheme, random),
            near_host(host, random),
            near_port(scheme, port, random),
            near_path(path, random),
        ];
        let text = format!("{}://{}{}{}", parts[0].0, parts[1].0, parts[2].0, parts[3].0);
        let belongs = parts.iter().all(|(_, own)| *own);
        // What is no address is sent nowhere.
        let Ok(url) = Url::parse(&text) else { continue };
        check(own.holds(&url) == belongs, || {
            format!("{text} is taken for {} address of {own}", if belongs { "no" } else { "an" })
        })?;
        counts.add(if belongs { "own addresses" } else { "other addresses" }, 1);
    }
    Ok(counts)
}

/// Half of the parts are kept, so that addresses differ in few of them.
fn near_scheme(scheme: &str, random: &mut Random) -> Part {
    let other = if scheme == "http" { "https" } else { "http" };
    if random.once_in(4) { (other.into(), false) } else { (scheme.into(), true) }
}

fn near_host(host: &str, random: &mut Random) -> Part {
    if random.once_in(2) {
        return (host.into(), true);
    }
    let changed = match random.below(9) {
        0 => return (host.to_ascii_uppercase(), true),
        1 => format!("{host}.other.example"),
        2 => format!("other.{host}"),
        3 => format!("{host}@other.example"),
        4 => format!("user@{host}"),
        5 => format!("user:word@{host}"),
        // A number with a dot is the same number; a name with a dot is another name.
        6 => return (format!("{host}."), host == "127.0.0.1"),
        7 => "127.0.0.2".into(),
        _ => "other.example".into(),
    };
    (changed, false)
}

fn near_port(scheme: &str, port: &str, random: &mut Random) -> Part {
    let standard = if scheme == "http" { ":80" } else { ":443" };
    match random.below(4) {
        0 => (":8444".into(), false),
        1 if port.is_empty() => (standard.into(), true),
        1 => (String::new(), false),
        _ => (port.into(), true),
    }
}

fn near_path(path: &str, random: &mut Random) -> Part {
    let bare = path.is_empty();
    match random.below(12) {
        0 => (path.into(), bare),
        1 => (format!("{path}x/api/login"), false),
        2 => ("/api/login".into(), bare),
        3 => (format!("{path}/../api/login"), bare),
        4 => (format!("{path}/%2e%2e/api/login"), bare),
        5 => (format!("{path}\\..\\api"), bare),
        6 => (format!("{path}/api/../../../elsewhere/x"), bare),
        7 => (path.to_ascii_uppercase() + "/api/login", bare),
        8 => (format!("{path}/./api//login"), true),
        9 => (format!("{path}/api/../api/x?y=/../..#z"), true),
        _ => (format!("{path}/api/stockMovements?max=1"), true),
    }
}

/// What ids may try to be.
const HOSTILE: &[&str] = &[
    "..",
    ".",
    "%2e%2e",
    "..%2f..%2f",
    "/../../",
    "//127.0.0.3/x",
    "http://127.0.0.3/",
    "\\..\\..\\",
    "@127.0.0.3",
    "a b",
    "a?b=c",
    "a#b",
    "a;jsessionid=FIXED",
    "\r\nCookie: JSESSIONID=FIXED\r\n",
    "\0",
    "é",
    "\u{202e}",
    ":",
    "%",
    "+",
    "ff80",
    "",
];

struct Desk {
    client: Client,
    session: SessionCookies,
}

async fn calls_between(count: u64, mut random: Random) -> Result<Counts, Violation> {
    let mut servers = Vec::new();
    for host in ["127.0.0.1", "127.0.0.2", "127.0.0.3"] {
        let others = Arc::new(
            servers
                .iter()
                .map(|server: &Responder| server.address().to_owned())
                .collect::<Vec<_>>(),
        );
        servers
            .push(Responder::at(host, move |number, request| say(number, request, &others)).await?);
    }
    let mut desks = Vec::new();
    for server in &servers {
        for path in ["", "/stockroom", "/stockroom/two"] {
            let client =
                client(base(&format!("http://{}{path}", server.address()))?, Limits::default())?;
            let session = sign_in(&client).await?;
            desks.push(Desk { client, session });
        }
    }
    for _ in 0..count {
        let desk = random.pick(&desks);
        call(desk, &mut random).await;
    }
    let mut counts = Counts::of([("calls", count)]);
    for server in &servers {
        for request in server.received() {
            arrived(server, &request)?;
            counts.add("requests seen", 1);
        }
    }
    Ok(counts)
}

/// Whatever becomes of it: what arrives is what counts.
async fn call(desk: &Desk, random: &mut Random) {
    let id = format!("{}{}", random.pick(HOSTILE), random.pick(HOSTILE));
    let Desk { client, session } = desk;
    match random.below(5) {
        0 => drop(client.read_movement(session, &id.into()).await),
        1 => drop(client.read_internal_location(session, &id.into()).await),
        2 => drop(client.generic_read(session, &id, random.pick::<&str>(HOSTILE)).await),
        3 => drop(client.pick(session, &id.into(), &[]).await),
        _ => drop(client.generic_list(session, &id, Paging { max: 1, offset: 0 }).await),
    }
}

/// The cookie of a service names it; every other answer hands out a cookie that is nobody's.
fn cookie(server: &str, path: &str) -> String {
    format!("JSESSIONID={server}{path}")
}

fn say(number: usize, request: &Received, others: &[String]) -> Reply {
    let target = request.line.split(' ').nth(1).unwrap_or_default();
    if let Some(path) = target.strip_suffix("/api/login") {
        let host = request.header("host").unwrap_or_default();
        let set = format!("Set-Cookie: {}; Path=/\r\n", cookie(host, path));
        return Reply::Bytes(answer("200 OK", &set, b"Authentication was successful"));
    }
    let fresh = "Set-Cookie: JSESSIONID=FRESH; Path=/\r\n";
    let elsewhere = others.get(number % 2).map_or("127.0.0.9", String::as_str);
    Reply::Bytes(match number % 4 {
        0 => answer("401 Unauthorized", fresh, b"{\"errorCode\":401}"),
        1 => answer("200 OK", fresh, b"{\"data\":[]}"),
        2 => answer(
            "307 Temporary Redirect",
            &format!("{fresh}Location: http://{elsewhere}{target}\r\n"),
            b"",
        ),
        _ => json(b"{\"data\":{\"id\":\"1\"}}"),
    })
}

fn arrived(server: &Responder, request: &Received) -> Result<(), Violation> {
    let target = request.line.split(' ').nth(1).unwrap_or_default();
    let sent = request.header("cookie");
    if target.ends_with("/api/login") {
        return check(sent.is_none(), || format!("{} came with {sent:?}", request.line));
    }
    let path = target.split("/api/").next().unwrap_or_default();
    let own = cookie(server.address(), path);
    let inside = Url::parse(&format!("http://{}{target}", server.address()))?;
    let stays = inside.path().starts_with(&format!("{path}/api/"));
    check(sent == Some(own.as_str()) && stays, || {
        format!("{} at {} came with {sent:?}", request.line, server.address())
    })
}

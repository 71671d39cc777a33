//! R-N1: a redirect is never followed. Five codes lead to six targets, for a read and for a write;
//! a trap stands at every target, and the service sees every request once.

use client::{Authorities, Client, Limits, Outcome, Paging, Unclear};

use crate::certificates::{authority, good, server, signed};
use crate::promise::{Amount, Counts, Violation, check};
use crate::responder::{LOGIN, Reply, Responder, answer, base, client, sign_in};
use crate::run::until_done;
use crate::trap::Trap;

const CODES: [&str; 5] = [
    "301 Moved Permanently",
    "302 Found",
    "303 See Other",
    "307 Temporary Redirect",
    "308 Permanent Redirect",
];

/// Where a redirect leads.
const TARGETS: usize = 6;

/// Runs the first `count` of the 30 pairs.
///
/// # Errors
/// If one was followed, or its outcome is not the unclear one.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async {
        let port = Trap::open("127.0.0.1").await?;
        let host = Trap::open("127.0.0.2").await?;
        let mut counts = Counts::default();
        let pairs = CODES.len() * TARGETS;
        for number in 0..pairs.min(usize::try_from(amount.count)?) {
            let (code, target) = (CODES[number % CODES.len()], number / CODES.len());
            redirected(code, target, &port, &host).await?;
            counts.add("pairs", 1);
        }
        counts.add("trapped", port.connections() + host.connections());
        check(counts.0["trapped"] == 0, || format!("a redirect was followed: {counts}"))?;
        Ok(counts)
    })
}

async fn redirected(code: &str, target: usize, port: &Trap, host: &Trap) -> Result<(), Violation> {
    let location = match target {
        0 => "/stockroom/auth/login".to_owned(),
        1 => format!("http://{}/stockroom/api/stockMovements", port.address()),
        2 => format!("http://{}/stockroom/auth/login", host.address()),
        // From a service that speaks https.
        3 => format!("http://{}/downgraded", port.address()),
        4 => "../elsewhere".to_owned(),
        _ => "/stockroom/hop/1".to_owned(),
    };
    let said = (code.to_owned(), location.clone(), format!("http://{}/end", port.address()));
    let responder = Responder::start(move |number, request| {
        let (code, location, end) = &said;
        Reply::Bytes(match number {
            0 => LOGIN.into(),
            _ => {
                answer(code, &format!("Location: {}\r\n", next(&request.line, location, end)), b"")
            }
        })
    })
    .await?;
    let client = match target {
        3 => secured(&responder).await?,
        _ => client(responder.base()?, Limits::default())?,
    };
    let session = sign_in(&client).await?;
    let page = Paging { max: 10, offset: 0 };
    unclear(client.list_movements(&session, page, true).await, code, &location, target == 0)?;
    unclear(client.create_category(&session, "Dressings").await, code, &location, target == 0)?;
    let seen = responder.received().len();
    check(seen == 3, || format!("{code} to {location}: {seen} requests instead of 3"))
}

/// A client of the same service over https.
async fn secured(responder: &Responder) -> Result<Client, Violation> {
    let own = authority("our own")?;
    let port = server(signed(&good(), &own, &[])?, responder.clone()).await?;
    let address = base(&format!("https://127.0.0.1:{port}/stockroom"))?;
    Ok(Client::new(address, Limits::default(), &Authorities::parse(&own.pem())?)?)
}

/// Twenty hops, each to the next, and the last to the trap.
fn next(line: &str, location: &str, end: &str) -> String {
    let hop = line.split("/hop/").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
    match hop {
        None => location.to_owned(),
        Some(20_u32..) => end.to_owned(),
        Some(hop) => format!("/stockroom/hop/{}", hop + 1),
    }
}

fn unclear<T: std::fmt::Debug>(
    outcome: Outcome<T>,
    code: &str,
    location: &str,
    sign_in: bool,
) -> Result<(), Violation> {
    let told = match &outcome {
        Outcome::Unclear(Unclear { status, location: Some(_), .. }) => {
            code.starts_with(&status.to_string())
        }
        _ => false,
    };
    let named = matches!(&outcome, Outcome::Unclear(unclear) if unclear.login_page || !sign_in);
    check(told && named, || format!("{code} to {location} became {outcome:?}"))
}

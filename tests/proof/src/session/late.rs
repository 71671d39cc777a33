//! R-S3: the answers to calls of a session that has ended, each with a fresh cookie of nobody, arrive
//! in every order around a new login. The new session stands, and nobody's cookie is ever sent.

use backend::{Backend, Error, Options};
use client::{Client, Limits, Outcome, Paging, ProductsBy, SessionCookies};
use contract::{DataSet, Endpoint, ReadSession, Refresh, SignIn, StocklistQuery};

use super::desk::Desk;
use crate::promise::{Amount, Counts, Violation, check};
use crate::responder::{base, client, sign_in};
use crate::run::until_done;

/// Calls in flight at once.
const CALLS: usize = 6;

/// Runs `count` of the orders in which six answers and a login can come, and the orders in which the
/// program itself, which keeps to two calls in flight, can meet them.
///
/// # Errors
/// If a good session was lost, or nobody's cookie was sent.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async move {
        let mut counts = Counts::of([("lost_sessions", 0), ("cookies_of_nobody", 0)]);
        let desk = Desk::open().await?;
        let service = client(base(desk.base())?, Limits::default())?;
        for number in 0..amount.count {
            let order = Order::of(amount.start.wrapping_sub(1).wrapping_add(number));
            order.of_calls(&desk, &service).await?;
            counts.add("orders", 1);
        }
        let data = tempfile::tempdir()?;
        let program = Backend::open(Options::new(data.path().to_owned()))?;
        for calls in 1..=CALLS {
            for first in 0..calls.min(2) {
                for login_after in 0..=calls.min(2) {
                    of_the_program(&desk, &program, calls, first, login_after).await?;
                    counts.add("orders_of_the_program", 1);
                }
            }
        }
        program.close().await;
        Ok(counts)
    })
}

/// In which order the answers are let go, and after how many of them the login comes.
struct Order {
    places: Vec<usize>,
    login_after: usize,
}

impl Order {
    /// The orders are numbered, and all are different until they begin again.
    fn of(number: u64) -> Self {
        let mut rest = number;
        let mut digit = |base: usize| {
            let digit = rest % base as u64;
            rest /= base as u64;
            usize::try_from(digit).unwrap_or_default()
        };
        // The place of each answer among those that still wait.
        let places = (1..=CALLS).rev().map(&mut digit).collect();
        Self { places, login_after: digit(CALLS + 1) }
    }

    async fn of_calls(&self, desk: &Desk, service: &Client) -> Result<(), Violation> {
        let old = sign_in(service).await?;
        desk.expire();
        let mut calls = Vec::new();
        for _ in 0..CALLS {
            let (service, old) = (service.clone(), old.clone());
            let page = Paging { max: 10, offset: 0 };
            calls.push(tokio::spawn(async move {
                service.list_products(&old, page, ProductsBy::Get).await
            }));
        }
        desk.waiting(CALLS).await;
        let mut new = None;
        for (let_go, place) in self.places.iter().enumerate() {
            if let_go == self.login_after {
                new = Some(sign_in(service).await?);
            }
            desk.let_go(*place);
        }
        for call in calls {
            let outcome = call.await?;
            check(outcome == Outcome::SignedOut, || format!("an old call: {outcome:?}"))?;
        }
        let new = match new {
            Some(new) => new,
            None => sign_in(service).await?,
        };
        self.still_stands(desk, service, &new).await
    }

    async fn still_stands(
        &self,
        desk: &Desk,
        service: &Client,
        new: &SessionCookies,
    ) -> Result<(), Violation> {
        let order = || format!("{:?}, login after {}", self.places, self.login_after);
        let outcome = service.probe(Some(new), Endpoint::ListMovements).await;
        check(outcome == Outcome::Accepted(()), || format!("{}: {outcome:?}", order()))?;
        of_nobody(desk).map_or(Ok(()), |cookie| Err(Violation(format!("{}: {cookie}", order()))))
    }
}

/// The same through the program: `calls` of its commands meet the end of the session, the two in
/// flight are answered beginning with `first`, and the user signs in after `login_after` of them.
async fn of_the_program(
    desk: &Desk,
    program: &Backend,
    calls: usize,
    first: usize,
    login_after: usize,
) -> Result<(), Violation> {
    let order = format!("{calls} calls, {first} first, login after {login_after}");
    enter(program, desk).await?;
    desk.expire();
    let mut commands = Vec::new();
    for what in data_sets().into_iter().take(calls) {
        let program = program.clone();
        commands.push(tokio::spawn(async move { program.refresh(Refresh { what }).await }));
    }
    let in_flight = calls.min(2);
    desk.waiting(in_flight).await;
    for let_go in 0..in_flight {
        let signing_in = (let_go == login_after).then(|| login_of(program, desk));
        let must_wait = in_flight - let_go == 2;
        // With both of the program's ways taken, it gets its turn once an answer is there.
        if let (Some(signing_in), false) = (&signing_in, must_wait) {
            until_finished(signing_in).await;
        }
        desk.let_go(if let_go == 0 { first } else { 0 });
        if let Some(signing_in) = signing_in {
            signing_in.await??;
        }
    }
    if login_after == in_flight {
        enter(program, desk).await?;
    }
    for command in commands {
        let outcome = command.await?;
        let expected = matches!(outcome, Ok(_) | Err(Error::SignedOut | Error::NeedsSession));
        check(expected, || format!("{order}: a command: {outcome:?}"))?;
    }
    let state = program.session(ReadSession {}).await?;
    check(state.signed_in, || format!("{order}: the new session is lost"))?;
    program.refresh(Refresh { what: DataSet::Products }).await?;
    of_nobody(desk).map_or(Ok(()), |cookie| Err(Violation(format!("{order}: {cookie}"))))
}

/// Signing in, begun and not yet done.
fn login_of(program: &Backend, desk: &Desk) -> tokio::task::JoinHandle<Result<(), Violation>> {
    let (program, server) = (program.clone(), desk.base().to_owned());
    tokio::spawn(async move { enter_at(&program, server).await })
}

async fn until_finished<T>(task: &tokio::task::JoinHandle<T>) {
    while !task.is_finished() {
        tokio::task::yield_now().await;
    }
}

async fn enter(program: &Backend, desk: &Desk) -> Result<(), Violation> {
    enter_at(program, desk.base().to_owned()).await
}

async fn enter_at(program: &Backend, server: String) -> Result<(), Violation> {
    let request = SignIn {
        server,
        user_name: "aokafor".to_owned(),
        password: "practice".to_owned(),
        allow_plain_http: false,
        remember: false,
    };
    program.sign_in(request).await?;
    Ok(())
}

/// Six questions that do not answer one another.
fn data_sets() -> [DataSet; CALLS] {
    [
        DataSet::Movements,
        DataSet::Products,
        DataSet::Stocklists(StocklistQuery::default()),
        DataSet::BinLocations("l1".into()),
        DataSet::InternalLocations("l1".into()),
        DataSet::BinLocations("l2".into()),
    ]
}

/// A cookie that no login gave, if one was sent.
fn of_nobody(desk: &Desk) -> Option<String> {
    let sent = desk.cookies();
    sent.into_iter()
        .find(|cookie| {
            cookie.strip_prefix("JSESSIONID=SESSION").is_none_or(|number| {
                number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit())
            })
        })
        .map(|cookie| format!("sent was {cookie:?}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_orders_are_all_different_and_all_there_are() {
        let all: BTreeSet<_> =
            (0..5_040).map(Order::of).map(|order| (order.places, order.login_after)).collect();
        assert_eq!(all.len(), 5_040);
        assert!(all.iter().all(|(places, login)| {
            *login <= CALLS
                && places.iter().zip((1..=CALLS).rev()).all(|(place, left)| *place < left)
        }));
    }
}

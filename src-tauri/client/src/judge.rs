//! Judges an answer that was received elsewhere, just as a call would: what becomes of an answer is
//! a function of its bytes. For proofs and for answers that somebody sent in with a report.
//! Deliberately absent: the records themselves, which only calls hand out.

use std::fmt;

use contract::{Endpoint, ObservedCall};
use reqwest::header::HeaderValue;

use crate::answer::{self, Reading};
use crate::network::transport::Answer;
use crate::request;
use crate::wire::category::CategoryWire;
use crate::wire::location::LocationWire;
use crate::wire::movement::{self, AnsweredWire, MovementWire};
use crate::wire::observed::context::ContextWire;
use crate::wire::observed::edit_page::EditMovementWire;
use crate::wire::observed::pick_page::PickMovementWire;
use crate::wire::observed::reason::ReasonWire;
use crate::wire::observed::rows;
use crate::wire::observed::status::StatusWire;
use crate::wire::observed::substitutions::SubstitutionsWire;
use crate::wire::person::PersonWire;
use crate::wire::product::ProductWire;
use crate::wire::shape::envelope::{self, Read};
use crate::wire::shape::list;
use crate::wire::stocklist::StocklistWire;
use crate::{Base, Outcome};

/// An answer received elsewhere.
#[derive(Clone, Copy)]
pub struct Received<'a> {
    /// HTTP status.
    pub status: u16,
    /// `Content-Type`, where it was given.
    pub content_type: Option<&'a str>,
    /// `Location`, where it was given.
    pub location: Option<&'a str>,
    /// `Set-Cookie`, where it was given; read for login alone.
    pub set_cookie: Option<&'a str>,
    /// The body, unpacked.
    pub body: &'a [u8],
}

impl fmt::Debug for Received<'_> {
    /// The status and the length: the rest may hold what is nobody's business.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Received({}, {} bytes)", self.status, self.body.len())
    }
}

/// What a call to `endpoint` of the service at `base` makes of an answer: its outcome, with the
/// number of records in the place of the records.
pub fn judge(base: &Base, endpoint: Endpoint, received: Received<'_>) -> Outcome<usize> {
    let write = request::is_write(endpoint);
    let answer = answer_of(received);
    let reading = match endpoint {
        Endpoint::Login => return answer::login(base, write, answer).map(|_| 1),
        Endpoint::Logout | Endpoint::ChooseLocation | Endpoint::Pick => Reading::Ignored(1),
        Endpoint::CreateCategory => Reading::Body(one::<CategoryWire>),
        Endpoint::ListMovements => Reading::Body(many::<MovementWire>),
        Endpoint::ReadMovement => Reading::Body(|body| movement::read(body).map(|_| 1)),
        Endpoint::CreateMovement | Endpoint::UpdateMovement => Reading::Body(one::<AnsweredWire>),
        Endpoint::ListBinLocations | Endpoint::ListInternalLocations => {
            Reading::Body(many::<LocationWire>)
        }
        Endpoint::ReadInternalLocation => Reading::Body(at_most_one),
        Endpoint::ListStocklists => Reading::Body(many::<StocklistWire>),
        Endpoint::ListProducts => Reading::Body(many::<ProductWire>),
        Endpoint::Generic => Reading::Body(|body| envelope::raw(body).map(|_| 1)),
        Endpoint::Observed(call) => observed(call),
    };
    answer::judge(base, write, answer, reading)
}

/// Lists count their rows, pages what stands on them.
fn observed(call: ObservedCall) -> Reading<usize> {
    Reading::Body(match call {
        ObservedCall::Status => one::<StatusWire>,
        ObservedCall::AppContext | ObservedCall::Session => one::<ContextWire>,
        ObservedCall::People => rows_of::<PersonWire>,
        ObservedCall::Places => rows_of::<LocationWire>,
        ObservedCall::ReasonCodes => rows_of::<ReasonWire>,
        ObservedCall::Substitutions => one::<SubstitutionsWire>,
        ObservedCall::EditPage => |body| {
            envelope::record::<EditMovementWire>(body)
                .map(|page| page.rows.map_or(0, |rows| rows.len()))
        },
        ObservedCall::PickPage => |body| {
            envelope::record::<PickMovementWire>(body)
                .map(|page| page.rows.map_or(0, |rows| rows.len()))
        },
    })
}

fn rows_of<W: crate::wire::shape::read::Wire>(body: &[u8]) -> Read<usize> {
    rows::list::<W>(body).map(|rows| rows.len())
}

fn one<W: crate::wire::shape::read::Wire>(body: &[u8]) -> Read<usize> {
    envelope::record::<W>(body).map(|_| 1)
}

fn many<W: crate::wire::shape::read::Wire>(body: &[u8]) -> Read<usize> {
    list::list::<W>(body).map(|list| list.len())
}

fn at_most_one(body: &[u8]) -> Read<usize> {
    envelope::maybe_record::<LocationWire>(body).map(|record| usize::from(record.is_some()))
}

/// Header values that no connection would let through are left out, as it would.
fn answer_of(received: Received<'_>) -> Answer {
    let value = |text: Option<&str>| HeaderValue::from_str(text?).ok();
    Answer {
        status: received.status,
        body: received.body.to_vec(),
        location: received.location.map(ToOwned::to_owned),
        set_cookies: value(received.set_cookie).into_iter().collect(),
        content_type: value(received.content_type),
        retry_after: None,
    }
}

//! Judges an answer: by its shape first, then by its status (interface document, 7). Calls hand
//! every answer through here. Deliberately absent: what to do about it, and any look at cookies but
//! the login's own.

use std::time::Duration;

use crate::cookie::SessionCookies;
use crate::network::transport::Answer;
use crate::page;
use crate::wire::shape::envelope::Read;
use crate::wire::shape::error::ErrorShape;
use crate::wire::shape::list;
use crate::{Base, Outcome, Paging, Refusal, Trouble, Unclear};

/// How an answer's body becomes a value.
pub(crate) enum Reading<T> {
    /// It matters, and is read like this.
    Body(fn(&[u8]) -> Read<T>),
    /// It is a page of a list, and is read by what was asked for.
    Page(fn(&[u8], Paging) -> Read<T>, Paging),
    /// Its shape is not shown: only an error in it counts.
    Ignored(T),
}

impl<T> Reading<T> {
    fn of(self, body: &[u8]) -> Read<T> {
        match self {
            Self::Body(read) => read(body),
            Self::Page(read, asked) => read(body, asked),
            Self::Ignored(value) => Read::Value(value),
        }
    }
}

/// Judges the answer to any call but login.
pub(crate) fn judge<T>(
    base: &Base,
    write: bool,
    answer: Answer,
    reading: Reading<T>,
) -> Outcome<T> {
    if !(200..300).contains(&answer.status) {
        return failed(base, write, &answer);
    }
    let at = match reading {
        Reading::Ignored(value) => {
            return match ErrorShape::find(&answer.body) {
                Some(shape) => refused(write, &answer, shape),
                None if page::is_page(&answer.body) => page_instead(base, &answer),
                None => Outcome::Accepted(value),
            };
        }
        _ if answer.body.trim_ascii().is_empty() => "empty body".to_owned(),
        reading => match reading.of(&answer.body) {
            Read::Value(value) => return Outcome::Accepted(value),
            Read::Error(shape) => return refused(write, &answer, shape),
            Read::NotUnderstood(_) if answer.is_html() => return page_instead(base, &answer),
            Read::NotUnderstood(at) => at,
        },
    };
    Outcome::WrittenNoAnswer(Trouble::NotUnderstood { status: answer.status, at })
}

/// Judges the answer to login (interface document, 4.1, 5.2 and 5.6). Its text is not JSON.
pub(crate) fn login(base: &Base, _write: bool, answer: Answer) -> Outcome<SessionCookies> {
    if !(200..300).contains(&answer.status) {
        return failed(base, false, &answer);
    }
    if let Some(shape) = ErrorShape::find(&answer.body) {
        return refused(false, &answer, shape);
    }
    if let Some(session) = SessionCookies::from_login(base, &answer.set_cookies) {
        return Outcome::Accepted(session);
    }
    if page::is_page(&answer.body) {
        return page_instead(base, &answer);
    }
    if page::says_failed(&answer.body) {
        return Outcome::SignedOut;
    }
    let at = "no session cookie".to_owned();
    Outcome::WrittenNoAnswer(Trouble::NotUnderstood { status: answer.status, at })
}

/// Judges the answer to a call that was made without a session, to see who answers.
pub(crate) fn greeting(base: &Base, write: bool, answer: Answer) -> Outcome<()> {
    let is_ours = ErrorShape::find(&answer.body).is_some()
        || SessionCookies::from_login(base, &answer.set_cookies).is_some();
    if answer.status == 401 && !is_ours {
        return page_instead(base, &answer);
    }
    judge(base, write, answer, Reading::Body(list::any_list))
}

/// An answer whose status is not one of success.
fn failed<T>(base: &Base, write: bool, answer: &Answer) -> Outcome<T> {
    let status = answer.status;
    if let Some(shape) = ErrorShape::find(&answer.body) {
        return refused(write, answer, shape);
    }
    match status {
        // Too many requests: this one was not let in.
        429 if write => Outcome::NotWritten(busy(answer, answer.retry_after.unwrap_or_default())),
        429 | 503 if let Some(wait) = answer.retry_after => {
            Outcome::WrittenNoAnswer(busy(answer, wait))
        }
        401 => Outcome::SignedOut,
        403 => Outcome::Forbidden,
        // A proxy or a network's portal wants something first: the service was not asked.
        407 | 511 => page_instead(base, answer),
        300..400 => redirected(base, answer),
        400.. if write && status >= 500 => unsure(status),
        400.. => Outcome::Refused(Refusal { status, error_code: None, message: String::new() }),
        _ => unsure(status),
    }
}

/// An answer with the error shape, whatever its status.
fn refused<T>(write: bool, answer: &Answer, shape: ErrorShape) -> Outcome<T> {
    let status = answer.status;
    match (status, shape.code) {
        (429, _) if write => {
            Outcome::NotWritten(busy(answer, answer.retry_after.unwrap_or_default()))
        }
        (503, _) if let (true, Some(wait)) = (write, answer.retry_after) => {
            Outcome::WrittenNoAnswer(busy(answer, wait))
        }
        (401, _) | (_, Some(401)) => Outcome::SignedOut,
        (403, _) | (_, Some(403)) => Outcome::Forbidden,
        // Something before the service gave up waiting for it; the service may still be working.
        (502..=504, _) if write => unsure(status),
        (_, error_code) => Outcome::Refused(Refusal { status, error_code, message: shape.message }),
    }
}

fn busy(answer: &Answer, retry_after: Duration) -> Trouble {
    Trouble::Busy { status: answer.status, retry_after }
}

fn unsure<T>(status: u16) -> Outcome<T> {
    let at = "status".to_owned();
    Outcome::WrittenNoAnswer(Trouble::NotUnderstood { status, at })
}

fn redirected<T>(base: &Base, answer: &Answer) -> Outcome<T> {
    let target = answer.location.as_deref().and_then(|target| base.resolve(target));
    if target.as_ref().is_some_and(|target| page::is_forbidden(base, target)) {
        return Outcome::Forbidden;
    }
    Outcome::Unclear(Unclear {
        status: answer.status,
        login_page: target.as_ref().is_some_and(|target| page::is_sign_in(base, target)),
        location: target.as_ref().map(page::shown),
    })
}

fn page_instead<T>(base: &Base, answer: &Answer) -> Outcome<T> {
    if page::says_denied(base, &answer.body) {
        return Outcome::Forbidden;
    }
    let login_page = page::has_sign_in_form(base, &answer.body);
    Outcome::Unclear(Unclear { status: answer.status, login_page, location: None })
}

#[cfg(test)]
mod tests;

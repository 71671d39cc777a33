//! What the outcome of trying a call says about the call. Pure.

use client::{Outcome, Refusal, Trouble};
use contract::{Failure, ObservedCall, Probed};

use crate::{error::is_unreached, observed::extensions::failed};

/// Whether an outcome tells of the call alone. One that does not may mean that the session has ended,
/// that something stands between here and the service, or that the service is not reached.
pub(super) fn is_about_the_call<T>(outcome: &Outcome<T>) -> bool {
    match outcome {
        Outcome::Accepted(_) | Outcome::Refused(_) | Outcome::Forbidden => true,
        Outcome::SignedOut | Outcome::Unclear(_) => false,
        Outcome::NotWritten(trouble) | Outcome::WrittenNoAnswer(trouble) => !is_unreached(trouble),
    }
}

/// What is known of a call after this outcome, while the session stands and the service is reached;
/// with the HTTP status. `is_there` tells whether an answer holds what the call is for.
pub(super) fn verdict<T>(
    call: ObservedCall,
    host: &str,
    outcome: Outcome<T>,
    is_there: impl FnOnce(&T) -> bool,
) -> (Probed, Option<u16>) {
    match &outcome {
        Outcome::Accepted(answer) if is_there(answer) => (Probed::Offered, Some(200)),
        // A service that does not know a parameter answers as without it.
        Outcome::Accepted(_) => (Probed::NotOffered, Some(200)),
        Outcome::Refused(refusal) if is_unknown(refusal) => {
            (Probed::NotOffered, Some(refusal.status))
        }
        // The session stands, and yet a page came: nobody answers calls there.
        Outcome::Unclear(unclear) => (Probed::NotOffered, Some(unclear.status)),
        _ => {
            let status = status_of(&outcome);
            (Probed::Failed(Failure::from(failed(call, host, outcome))), status)
        }
    }
}

/// Whether a refusal says that there is no such call.
fn is_unknown(refusal: &Refusal) -> bool {
    codes(refusal).any(|code| matches!(code, 404 | 405 | 501))
}

/// Whether a refusal says that there is no such record, or no such call: nobody can tell which.
pub(super) fn is_not_found<T>(outcome: &Outcome<T>) -> bool {
    matches!(outcome, Outcome::Refused(refusal) if codes(refusal).any(|code| code == 404))
}

fn codes(refusal: &Refusal) -> impl Iterator<Item = i64> {
    [Some(i64::from(refusal.status)), refusal.error_code].into_iter().flatten()
}

fn status_of<T>(outcome: &Outcome<T>) -> Option<u16> {
    match outcome {
        Outcome::Accepted(_) => Some(200),
        Outcome::Refused(refusal) => Some(refusal.status),
        Outcome::SignedOut => Some(401),
        Outcome::Forbidden => Some(403),
        Outcome::Unclear(unclear) => Some(unclear.status),
        Outcome::NotWritten(trouble) | Outcome::WrittenNoAnswer(trouble) => match trouble {
            Trouble::NotUnderstood { status, .. } => Some(*status),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use client::Unclear;
    use contract::{Endpoint, Reason};

    use super::*;

    fn of(outcome: Outcome<bool>) -> (Probed, Option<u16>) {
        verdict(ObservedCall::People, "stock.example", outcome, |is_there| *is_there)
    }

    fn refused(status: u16, error_code: Option<i64>) -> Outcome<bool> {
        Outcome::Refused(Refusal { status, error_code, message: "no".into() })
    }

    fn failure(outcome: Outcome<bool>) -> (Reason, Option<u16>) {
        match of(outcome) {
            (Probed::Failed(failure), status) => (failure.reason, status),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_answer_counts_only_with_what_the_call_is_for() {
        assert_eq!(of(Outcome::Accepted(true)), (Probed::Offered, Some(200)));
        assert_eq!(of(Outcome::Accepted(false)), (Probed::NotOffered, Some(200)));
    }

    #[test]
    fn a_call_nobody_knows_is_not_offered_whatever_the_status_says() {
        for status in [404, 405, 501] {
            assert_eq!(of(refused(status, None)), (Probed::NotOffered, Some(status)));
            assert_eq!(of(refused(200, Some(status.into()))), (Probed::NotOffered, Some(200)));
        }
    }

    #[test]
    fn a_page_or_a_redirect_in_its_place_is_no_call() {
        for status in [200, 302] {
            let unclear = Unclear { status, login_page: true, location: None };
            assert_eq!(of(Outcome::Unclear(unclear)), (Probed::NotOffered, Some(status)));
        }
    }

    #[test]
    fn what_may_be_there_for_others_or_another_time_has_failed() {
        let endpoint = Endpoint::Observed(ObservedCall::People);
        assert_eq!(failure(Outcome::SignedOut), (Reason::Refused { status: 401 }, Some(401)));
        assert_eq!(failure(Outcome::Forbidden), (Reason::Forbidden { endpoint }, Some(403)));
        let error = failure(refused(500, Some(500)));
        assert_eq!(error, (Reason::Refused { status: 500 }, Some(500)));
        let at = "data".to_owned();
        let odd = Outcome::WrittenNoAnswer(Trouble::NotUnderstood { status: 200, at: at.clone() });
        assert_eq!(failure(odd), (Reason::NotUnderstood { endpoint, status: 200, at }, Some(200)));
        let slow = failure(Outcome::WrittenNoAnswer(Trouble::TimedOut));
        assert_eq!((slow.0.code(), slow.1), ("unreachable", None));
    }

    #[test]
    fn a_record_that_is_not_found_is_told_from_a_call_that_is_not_allowed() {
        assert!(is_not_found(&refused(404, None)) && is_not_found(&refused(200, Some(404))));
        assert!(!is_not_found(&refused(405, Some(405))) && !is_not_found(&refused(500, None)));
        assert!(!is_not_found(&Outcome::Accepted(true)));
    }

    #[test]
    fn only_what_could_be_the_session_or_the_connection_is_looked_into() {
        let unclear = Unclear { status: 302, login_page: false, location: None };
        let at = String::new();
        for (outcome, is_clear) in [
            (Outcome::Accepted(true), true),
            (refused(500, None), true),
            (Outcome::Forbidden, true),
            (Outcome::SignedOut, false),
            (Outcome::Unclear(unclear), false),
            (Outcome::NotWritten(Trouble::ConnectionRefused), false),
            (Outcome::WrittenNoAnswer(Trouble::TimedOut), false),
            (Outcome::WrittenNoAnswer(Trouble::NotUnderstood { status: 200, at }), true),
        ] {
            assert_eq!(is_about_the_call(&outcome), is_clear, "{outcome:?}");
        }
    }
}

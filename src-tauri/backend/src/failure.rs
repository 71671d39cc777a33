//! The one place where an [`Error`] becomes the [`Failure`] that window and console see.

use client::{Refusal, Trouble};
use contract::{Endpoint, Failure, FormField, FormProblem, Reason, Rule, Unreached};

use crate::error::{Error, StoreFault};

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::NotAccepted => Reason::NotAccepted.into(),
            Error::SignedOut => Reason::SignedOut.into(),
            Error::NeedsSession | Error::Closed => Reason::NeedsSession.into(),
            Error::Forbidden(endpoint) => Reason::Forbidden { endpoint }.into(),
            Error::Refused(refusal) | Error::UpdateNotFound { refusal, .. } => refused(refusal),
            Error::Unclear { status } => Reason::Unclear { status }.into(),
            Error::NotOurService { host } => Reason::NotOurService { host }.into(),
            Error::NoDatabase { host } => Reason::NoDatabase { host }.into(),
            Error::Call { endpoint, host, trouble } => call(endpoint, host, trouble),
            Error::NoAnswer(endpoint) => Reason::NoAnswer { endpoint }.into(),
            Error::Busy(_) => Reason::Busy.into(),
            Error::UpdatesNotOffered => Reason::UpdatesNotOffered.into(),
            Error::NeedsLocation => Reason::NeedsLocation.into(),
            Error::Address(why) => Failure::from(Reason::InvalidAddress { why }).at("server"),
            Error::PlainHttp { host } => Failure::from(Reason::PlainHttp { host }).at("server"),
            Error::NotConfirmed { host } => {
                Failure::from(Reason::NotConfirmed { host }).at("server")
            }
            Error::CertificateFile => Failure::from(Reason::CertificateFile).at("pem"),
            Error::Required(field) => Failure::from(Reason::Required).at(field),
            Error::Form(problem) => form(problem),
            Error::Unknown => Reason::Unknown.into(),
            Error::Invalid { field, problem } => {
                Failure::from(Reason::InvalidRequest { problem: problem.to_owned() }).at(field)
            }
            Error::NotAllowed(reason) => reason.into(),
            Error::ChangedMeanwhile => Reason::ChangedMeanwhile.into(),
            Error::ChangedInService => Reason::ChangedInService.into(),
            Error::UnsentHere => Reason::UnsentHere.into(),
            Error::KeptBack => Reason::KeptBack.into(),
            Error::TooLate => Reason::TooLate.into(),
            Error::NoKeychain => Reason::NoKeychain.into(),
            Error::NotRemembered => Reason::NotRemembered.into(),
            Error::Store(fault) => store(fault),
            Error::Internal(details) => {
                tracing::error!(%details, "a fault of our own");
                Reason::Internal.into()
            }
        }
    }
}

fn refused(refusal: Refusal) -> Failure {
    Failure::from(Reason::Refused { status: refusal.status }).saying(Some(refusal.message))
}

fn call(endpoint: Endpoint, host: String, trouble: Trouble) -> Failure {
    let unreachable = |why| Reason::Unreachable { host: host.clone(), why };
    match trouble {
        Trouble::UnknownHost => unreachable(Unreached::UnknownHost),
        Trouble::ConnectionRefused => unreachable(Unreached::Refused),
        Trouble::TimedOut => unreachable(Unreached::TimedOut),
        Trouble::Broken => unreachable(Unreached::Broken),
        Trouble::Certificate(why) => Reason::InvalidCertificate { host, why },
        Trouble::TooLarge { limit } => Reason::TooLarge { endpoint, limit },
        Trouble::NotUnderstood { status, at } => Reason::NotUnderstood { endpoint, status, at },
        Trouble::Busy { .. } => Reason::Busy,
        Trouble::Invalid(problem) => Reason::InvalidRequest { problem },
    }
    .into()
}

fn form(problem: FormProblem) -> Failure {
    let reason = match problem.rule {
        Rule::SamePlace => Reason::SamePlace,
        Rule::Required => Reason::Required,
        _ => Reason::InvalidRequest { problem: "a quantity must be 0 or more".to_owned() },
    };
    let field = match problem.field {
        FormField::Start => "start".to_owned(),
        FormField::Name => "name".to_owned(),
        FormField::Origin => "origin".to_owned(),
        FormField::Destination => "destination".to_owned(),
        FormField::DateRequested => "date_requested".to_owned(),
        FormField::RequestedBy => "requested_by".to_owned(),
        FormField::Line(index) => format!("lines[{index}].quantity"),
    };
    Failure::from(reason).at(&field)
}

fn store(fault: StoreFault) -> Failure {
    match fault {
        StoreFault::InUse => Reason::ProfileInUse.into(),
        StoreFault::NewerData => Reason::NewerData.into(),
        StoreFault::Broken(details) => {
            tracing::error!(%details, "the data on this computer could not be read or written");
            Reason::Storage.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_keeps_the_words_of_the_service() {
        let refusal =
            Refusal { status: 500, error_code: Some(500), message: "Category could not".into() };
        let failure = Failure::from(Error::Refused(refusal));
        assert_eq!(failure.reason, Reason::Refused { status: 500 });
        assert_eq!(failure.service_text.as_deref(), Some("Category could not"));
    }

    #[test]
    fn a_form_problem_points_at_its_field() {
        let problem = FormProblem { field: FormField::Line(3), rule: Rule::Negative };
        let failure = Failure::from(Error::Form(problem));
        assert_eq!(failure.reason.code(), "invalid_request");
        assert_eq!(failure.field.as_deref(), Some("lines[3].quantity"));
        let problem = FormProblem { field: FormField::Destination, rule: Rule::SamePlace };
        let failure = Failure::from(Error::Form(problem));
        assert_eq!(failure.reason, Reason::SamePlace);
        assert_eq!(failure.field.as_deref(), Some("destination"));
    }

    #[test]
    fn every_trouble_is_its_own_reason_with_host_or_call() {
        let failure = |trouble| {
            let host = "stock.example".to_owned();
            let endpoint = Endpoint::ListProducts;
            Failure::from(Error::Call { endpoint, host, trouble }).reason.code()
        };
        assert_eq!(failure(Trouble::UnknownHost), "unreachable");
        assert_eq!(failure(Trouble::TooLarge { limit: 4 }), "too_large");
        let at = "data[0]".to_owned();
        assert_eq!(failure(Trouble::NotUnderstood { status: 200, at }), "not_understood");
        let retry_after = std::time::Duration::from_secs(1);
        assert_eq!(failure(Trouble::Busy { status: 503, retry_after }), "busy");
        let why = contract::CertificateProblem::Expired;
        assert_eq!(failure(Trouble::Certificate(why)), "invalid_certificate");
    }
}

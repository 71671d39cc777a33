//! Failures in English, for the console and the log; the window words reasons from its message files.

use std::fmt;

use crate::failure::{AddressProblem, CertificateProblem, Failure, Reason, Unreached};
use crate::{PASTED_CELLS, PASTED_COLUMNS};

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAccepted => {
                f.write_str("The service does not accept this user name and password.")
            }
            Self::SignedOut => {
                f.write_str("The session in the service has ended. Nothing is lost.")
            }
            Self::NeedsSession => f.write_str("Nobody is signed in."),
            Self::Forbidden { endpoint } => write!(f, "This user may not do this ({endpoint:?})."),
            Self::Unreachable { host, why } => write!(f, "{host} cannot be reached: {why}."),
            Self::InvalidCertificate { host, why } => {
                write!(f, "The certificate of {host} is not to be trusted: {why}.")
            }
            Self::NotOurService { host } => {
                write!(f, "Something answers at {host}, but it is not the warehouse service.")
            }
            Self::NoDatabase { host } => {
                write!(f, "The service at {host} runs, but its database does not answer.")
            }
            Self::Unclear { status } => write!(
                f,
                "The service sent a page instead of an answer (HTTP {status}); whether the session still stands is not known."
            ),
            Self::NotUnderstood { endpoint, status, at } => write!(
                f,
                "The service answered in a form this version does not know ({endpoint:?}, HTTP {status}, at {at})."
            ),
            Self::TooLarge { endpoint, limit } => {
                write!(f, "The answer is larger than {} MiB ({endpoint:?}).", limit / 1_048_576)
            }
            Self::PasteTooLarge => write!(
                f,
                "This table is too large to paste: at most {PASTED_CELLS} cells and {PASTED_COLUMNS} columns."
            ),
            Self::Refused { .. } => f.write_str("The service could not do this."),
            Self::MergeInPart => f.write_str(
                "The service did only a part of this merge; the pieces of its lines may count twice or not at all.",
            ),
            Self::LeftAlone { fields } => {
                write!(f, "The service left fields as they were: {fields:?}.")
            }
            Self::NoAnswer { .. } => {
                f.write_str("No answer came. The service may or may not have done it.")
            }
            Self::Busy => f.write_str("The service is too busy for this."),
            Self::UpdatesNotOffered => {
                f.write_str("Reads work, but changes cannot be sent to this service.")
            }
            Self::NeedsLocation => {
                f.write_str("The service needs to know the location this session works in.")
            }
            Self::InvalidAddress { why } => {
                write!(f, "This cannot be the service's address: {why}.")
            }
            Self::PlainHttp { host } => write!(
                f,
                "http to {host} sends the password unprotected; it needs allow_plain_http."
            ),
            Self::NotConfirmed { host } => write!(f, "Calling {host} was not confirmed."),
            Self::CertificateFile => f.write_str("This file holds no usable certificate (PEM)."),
            Self::Required => f.write_str("A value is needed."),
            Self::SamePlace => f.write_str("Origin and destination are the same place."),
            Self::Unknown => f.write_str("No such record is known."),
            Self::UnknownPerson { name } => write!(f, "Nobody is called {name:?}."),
            Self::PickedMeanwhile { picked } => {
                write!(f, "Others picked for this line meanwhile: {picked} pieces are picked now.")
            }
            Self::AskedChanged { before, now } => {
                write!(f, "{before} pieces were to go of this line, and {now} are now.")
            }
            Self::PickUnsettled => {
                f.write_str("Another pick of this stock for the line is not settled.")
            }
            Self::Gone => f.write_str("It is there no more in the service."),
            Self::OtherDate { sent, shown } => {
                write!(f, "The date {sent} was sent, and the service shows {shown}.")
            }
            Self::TooLate => {
                f.write_str("It is on its way or has ended, and cannot be changed any more.")
            }
            Self::NotRead => f.write_str("The list was not read yet."),
            Self::ListChanged => f.write_str("The list changed while it was read."),
            Self::ChangedMeanwhile => {
                f.write_str("It is another one by now than the one that was looked at.")
            }
            Self::ChangedInService => {
                f.write_str("The line changed in the service since this was proposed.")
            }
            Self::UnsentHere => f.write_str("The line has other changes that are not sent."),
            Self::KeptBack => f.write_str("It was not sent: something about the line keeps it."),
            Self::RevertFirst => {
                f.write_str("The line was changed; it must be reverted before it can be deleted.")
            }
            Self::SameProduct => f.write_str("A product cannot replace itself."),
            Self::NotAllowed { status } => {
                write!(f, "A line with status {status} does not allow this.")
            }
            Self::NoKeychain => f.write_str("This system has no keychain that answers."),
            Self::NotRemembered => f.write_str("The keychain holds no password of this profile."),
            Self::ProfileInUse => f.write_str("Another window has this profile open."),
            Self::NewerData => {
                f.write_str("The data on this computer was written by a newer version.")
            }
            Self::Storage => f.write_str("The data on this computer could not be read or written."),
            Self::FileNotWritten => f.write_str("The file could not be written."),
            Self::LabelsDoNotFit => f.write_str("The labels do not fit the page."),
            Self::TooManyLabels => f.write_str("These are more labels than are printed at once."),
            Self::NoLabels => f.write_str("No row has a code to be printed."),
            Self::CodeDoesNotFit { text } => write!(f, "The code {text} does not fit."),
            Self::NotPrinted => f.write_str("The pages could not be laid out."),
            Self::NoPrintService => f.write_str("The print service does not answer."),
            Self::PrinterRefused { said } => write!(f, "The printer refused the pages: {said}"),
            Self::PagesLost => f.write_str("The pages did not reach the printer."),
            Self::PagesUnclear => f.write_str("It is not known whether the pages were printed."),
            Self::NotImported { why } => write!(f, "{why}"),
            Self::InvalidRequest { problem } => write!(f, "The request is malformed: {problem}."),
            Self::Internal => {
                f.write_str("Something went wrong inside Stockhand; the log has details.")
            }
        }
    }
}

impl fmt::Display for Unreached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownHost => "no computer of this name is known",
            Self::Refused => "nothing answers on this port",
            Self::TimedOut => "no answer within the time limit",
            Self::Broken => "the connection broke",
        })
    }
}

impl fmt::Display for CertificateProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WrongHost => "it is made for another name",
            Self::Expired => "it has expired",
            Self::NotYetValid => "it is not valid yet",
            Self::UnknownIssuer => "its issuer is not known to this computer",
            Self::Revoked => "its issuer has revoked it",
            Self::OldRevocationList => {
                "the list of certificates revoked by its issuer is out of date"
            }
            Self::OldProtocol => "the service speaks no TLS newer than 1.1",
            Self::Other => "it does not meet the requirements",
        })
    }
}

impl fmt::Display for AddressProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "it is not an address",
            Self::Scheme => "it must begin with https:// or http://",
            Self::UserInfo => "it must not hold a user name or password",
            Self::Fragment => "it must not have a # part",
            Self::Query => "it must not have a ? part",
            Self::NoHost => "it names no host",
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

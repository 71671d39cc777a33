//! The only error the window sees. A failure carries a reason with its parameters; the window words
//! it in the user's language, the console prints the code and the English sentence from here.
//! A reason exists only if somebody words it or acts on it.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::{ConflictField, FileFault, ObservedCall};

/// Why a command did not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What went wrong, with its parameters.
    pub reason: Reason,
    /// The request's field that must be corrected, where there is one (`server`, `name`, …).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What the service itself said: untrusted plain text, possibly long, never to be read as HTML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service_text: Option<String>,
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(not(target_arch = "wasm32"), serde(tag = "code"))]
pub enum Reason {
    /// The service does not accept this user name with this password.
    NotAccepted,
    /// The session in the service has ended; nothing is lost.
    SignedOut,
    /// Nobody is signed in, and the command needs the service.
    NeedsSession,
    /// The service knows the user, who lacks the right for this.
    Forbidden {
        /// The call that was forbidden.
        endpoint: Endpoint,
    },
    /// No connection came about, or it broke before anything was sent.
    Unreachable {
        /// Host and port as typed.
        host: String,
        /// What stopped it.
        why: Unreached,
    },
    /// The certificate of the server is not to be trusted.
    InvalidCertificate {
        /// Host the certificate was shown for.
        host: String,
        /// What is wrong with it.
        why: CertificateProblem,
    },
    /// Something answers at this address that is not the warehouse service (a web page, a portal).
    NotOurService {
        /// Host and port as typed.
        host: String,
    },
    /// The service runs, and says that its database does not answer it (observed in real
    /// installations).
    NoDatabase {
        /// Host and port as typed.
        host: String,
    },
    /// The service sent a page or a redirect where an answer was expected; whether we are still
    /// signed in is not known yet.
    Unclear {
        /// HTTP status of the answer.
        status: u16,
    },
    /// The service answered in a form this version does not know.
    NotUnderstood {
        /// The call whose answer it was.
        endpoint: Endpoint,
        /// HTTP status of the answer.
        status: u16,
        /// Where in the answer it stopped making sense, as a path (`data[3].id`), or a short
        /// description; never the body itself.
        at: String,
    },
    /// The answer is larger than this list may be.
    TooLarge {
        /// The call whose answer it was.
        endpoint: Endpoint,
        /// The limit in bytes.
        limit: u64,
    },
    /// A pasted block has more cells or columns than [`crate::PASTED_CELLS`] and
    /// [`crate::PASTED_COLUMNS`]; nothing of it was taken.
    PasteTooLarge,
    /// The service said no; its words are in `service_text`.
    Refused {
        /// HTTP status of the answer.
        status: u16,
    },
    /// The service refused lines that were merged, and has done some of what the merge asks for: until the
    /// rest is done, their pieces count twice or not at all. Its words are in `service_text`.
    MergeInPart,
    /// The service answered that it changed the movement, and left these fields as they were.
    LeftAlone {
        /// The fields it did not take.
        fields: Vec<ConflictField>,
    },
    /// A write was sent and no answer came: it may or may not have been done.
    NoAnswer {
        /// The call that was sent.
        endpoint: Endpoint,
    },
    /// The service answered that it is too busy: asked again later, it may do it.
    Busy,
    /// The service at this address answers reads, but changes cannot be sent to it.
    UpdatesNotOffered,
    /// The service refuses calls until a location is chosen for this session (observed in real
    /// installations).
    NeedsLocation,
    /// The address typed for the service cannot be one.
    InvalidAddress {
        /// What is wrong with it.
        why: AddressProblem,
    },
    /// Plain http to another computer: the password would travel in the open. Needs a choice.
    PlainHttp {
        /// Host as typed.
        host: String,
    },
    /// An address that this computer does not know is called after a yes in a dialog of the program
    /// alone, and none came.
    NotConfirmed {
        /// Host as typed.
        host: String,
    },
    /// A certificate file could not be used.
    CertificateFile,
    /// A field must have a value.
    Required,
    /// Origin and destination are the same place.
    SamePlace,
    /// No such record is known here or in the service.
    Unknown,
    /// Nobody known here or in the service has this name.
    UnknownPerson {
        /// The name, as it was typed.
        name: String,
    },
    /// Others picked for the line after the user had seen it (observed: the pick page): with these pieces
    /// more would be picked than is to go. Nothing was sent.
    PickedMeanwhile {
        /// How many pieces of it are picked now.
        picked: i64,
    },
    /// Others changed the line after the user had asked for this pick: another quantity of it is to go, or
    /// none. Nothing was sent.
    AskedChanged {
        /// How many pieces were to go when the user asked for it.
        before: i64,
        /// How many are to go now.
        now: i64,
    },
    /// Another pick of the same stock for the line waits, or it is not known whether it was done.
    PickUnsettled,
    /// It is there no more in the service.
    Gone,
    /// The service took a movement's date and shows another one.
    OtherDate {
        /// The day that was sent.
        sent: NaiveDate,
        /// The date as the service shows it; a day in ISO form where it is a plain one.
        shown: String,
    },
    /// The operation is on its way, or has ended: it cannot be changed any more.
    TooLate,
    /// It is another one by now than the one that was looked at.
    ChangedMeanwhile,
    /// The line became another one in the service since something was proposed about it.
    ChangedInService,
    /// A list was not read yet.
    NotRead,
    /// A list became another one while it was read from its first to its last row.
    ListChanged,
    /// The line has changes of another kind that are not sent, which would go with it.
    UnsentHere,
    /// It was not sent: something about the line keeps it.
    KeptBack,
    /// The line was changed; it must be reverted before it can be deleted.
    RevertFirst,
    /// A product cannot replace itself.
    SameProduct,
    /// This status of the line does not allow it (interface document, 3).
    NotAllowed {
        /// The status, in the service's words.
        status: String,
    },
    /// The system has no keychain that answers.
    NoKeychain,
    /// The keychain holds no password of this profile.
    NotRemembered,
    /// Another window or program has this profile open.
    ProfileInUse,
    /// The data on this computer was written by a newer version, and is left as it is.
    NewerData,
    /// The data on this computer could not be read or written.
    Storage,
    /// A file of the user's choice could not be written; there is none, or the one before it.
    FileNotWritten,
    /// Labels of the size that was chosen do not fit their page.
    LabelsDoNotFit,
    /// There would be more labels than [`crate::PAPER_LABELS`].
    TooManyLabels,
    /// No row has a code of which a label could be made.
    NoLabels,
    /// A code does not fit the room it has on paper.
    CodeDoesNotFit {
        /// The beginning of its text.
        text: String,
    },
    /// The pages could not be laid out; the log has details.
    NotPrinted,
    /// The print service of the system does not answer.
    NoPrintService,
    /// A printer, or the print service, refused the pages; nothing is printed.
    PrinterRefused {
        /// What it said, in the system's words; may be empty.
        said: String,
    },
    /// The pages did not arrive; nothing is printed.
    PagesLost,
    /// Nobody says whether the pages arrived: they may be printed, or not.
    PagesUnclear,
    /// A file or a text of the user's choice cannot be imported.
    NotImported {
        /// What is wrong with it.
        why: FileFault,
    },
    /// The request itself was malformed (console, or a mismatch between window and process).
    InvalidRequest {
        /// What was wrong, in English, for whoever wrote the request.
        problem: String,
    },
    /// A fault of our own; the log has the details.
    Internal,
}

/// Why no connection came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unreached {
    /// No computer of this name is known.
    UnknownHost,
    /// The computer is there, but nothing answers on this port.
    Refused,
    /// No answer within the time limit.
    TimedOut,
    /// The connection broke.
    Broken,
}

/// What is wrong with a server's certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CertificateProblem {
    /// Made for another name.
    WrongHost,
    /// No longer valid.
    Expired,
    /// Not valid yet; often the clock of this computer is wrong.
    NotYetValid,
    /// Signed by nobody this computer trusts.
    UnknownIssuer,
    /// Taken back by its issuer.
    Revoked,
    /// The list of certificates taken back by its issuer is out of date.
    OldRevocationList,
    /// The service speaks no TLS that is safe today: 1.1 or older.
    OldProtocol,
    /// Anything else: a weak signature, a wrong use.
    Other,
}

/// Why an address cannot be a service's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AddressProblem {
    /// Not an address at all.
    Malformed,
    /// Neither http nor https.
    Scheme,
    /// It holds a user name or a password.
    UserInfo,
    /// It has a `#…` part.
    Fragment,
    /// It has a `?…` part.
    Query,
    /// It names no host.
    NoHost,
}

/// The calls of the interface document's section 4, and those observed beside it, to say which one
/// an answer belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Endpoint {
    /// POST /api/login (4.1)
    Login,
    /// POST /api/logout (4.1)
    Logout,
    /// POST /api/categories (4.2)
    CreateCategory,
    /// GET /api/stockMovements (4.3)
    ListMovements,
    /// GET /api/stockMovements/&lt;id&gt; (4.3)
    ReadMovement,
    /// POST /api/stockMovements (4.3)
    CreateMovement,
    /// POST /api/stockMovements/&lt;id&gt; (4.3 and 4.4)
    UpdateMovement,
    /// POST /api/stockMovementItems/&lt;id&gt; (4.5)
    Pick,
    /// GET /api/binLocations (4.6)
    ListBinLocations,
    /// GET /api/stocklists (4.6)
    ListStocklists,
    /// GET /api/internalLocations (4.6)
    ListInternalLocations,
    /// GET /api/internalLocations/&lt;id&gt; (4.6)
    ReadInternalLocation,
    /// GET /api/products (4.6)
    ListProducts,
    /// GET /api/generic/… (4.6)
    Generic,
    /// PUT /api/chooseLocation/&lt;id&gt;; observed in real installations.
    ChooseLocation,
    /// A call the interface document does not show; observed in real installations.
    Observed(ObservedCall),
}

impl Reason {
    /// The stable code of this reason: its serialised tag.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotAccepted => "not_accepted",
            Self::SignedOut => "signed_out",
            Self::NeedsSession => "needs_session",
            Self::Forbidden { .. } => "forbidden",
            Self::Unreachable { .. } => "unreachable",
            Self::InvalidCertificate { .. } => "invalid_certificate",
            Self::NotOurService { .. } => "not_our_service",
            Self::NoDatabase { .. } => "no_database",
            Self::Unclear { .. } => "unclear",
            Self::NotUnderstood { .. } => "not_understood",
            Self::TooLarge { .. } => "too_large",
            Self::PasteTooLarge => "paste_too_large",
            Self::Refused { .. } => "refused",
            Self::MergeInPart => "merge_in_part",
            Self::LeftAlone { .. } => "left_alone",
            Self::NoAnswer { .. } => "no_answer",
            Self::Busy => "busy",
            Self::UpdatesNotOffered => "updates_not_offered",
            Self::NeedsLocation => "needs_location",
            Self::InvalidAddress { .. } => "invalid_address",
            Self::PlainHttp { .. } => "plain_http",
            Self::NotConfirmed { .. } => "not_confirmed",
            Self::CertificateFile => "certificate_file",
            Self::Required => "required",
            Self::SamePlace => "same_place",
            Self::Unknown => "unknown",
            Self::UnknownPerson { .. } => "unknown_person",
            Self::PickedMeanwhile { .. } => "picked_meanwhile",
            Self::AskedChanged { .. } => "asked_changed",
            Self::PickUnsettled => "pick_unsettled",
            Self::Gone => "gone",
            Self::OtherDate { .. } => "other_date",
            Self::TooLate => "too_late",
            Self::ChangedMeanwhile => "changed_meanwhile",
            Self::ChangedInService => "changed_in_service",
            Self::NotRead => "not_read",
            Self::ListChanged => "list_changed",
            Self::UnsentHere => "unsent_here",
            Self::KeptBack => "kept_back",
            Self::RevertFirst => "revert_first",
            Self::SameProduct => "same_product",
            Self::NotAllowed { .. } => "not_allowed",
            Self::NoKeychain => "no_keychain",
            Self::NotRemembered => "not_remembered",
            Self::ProfileInUse => "profile_in_use",
            Self::NewerData => "newer_data",
            Self::Storage => "storage",
            Self::FileNotWritten => "file_not_written",
            Self::LabelsDoNotFit => "labels_do_not_fit",
            Self::TooManyLabels => "too_many_labels",
            Self::NoLabels => "no_labels",
            Self::CodeDoesNotFit { .. } => "code_does_not_fit",
            Self::NotPrinted => "not_printed",
            Self::NoPrintService => "no_print_service",
            Self::PrinterRefused { .. } => "printer_refused",
            Self::PagesLost => "pages_lost",
            Self::PagesUnclear => "pages_unclear",
            Self::NotImported { .. } => "not_imported",
            Self::InvalidRequest { .. } => "invalid_request",
            Self::Internal => "internal",
        }
    }
}

impl From<Reason> for Failure {
    fn from(reason: Reason) -> Self {
        Self { reason, field: None, service_text: None }
    }
}

impl Failure {
    /// Whether nothing was done of a write that was refused so. One that was only never answered, or met a
    /// busy service, may have been done.
    #[must_use]
    pub fn tells_nothing_was_done(&self) -> bool {
        !matches!(self.reason, Reason::NoAnswer { .. } | Reason::Busy)
    }

    /// The same failure, pointing at the request's field that caused it.
    #[must_use]
    pub fn at(mut self, field: &str) -> Self {
        self.field = Some(field.to_owned());
        self
    }

    /// The same failure, with the service's own words.
    #[must_use]
    pub fn saying(mut self, text: Option<String>) -> Self {
        self.service_text = text.filter(|text| !text.trim().is_empty());
        self
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_is_the_serialised_tag() {
        let reasons = [
            Reason::NotAccepted,
            Reason::Unreachable { host: "h".into(), why: Unreached::Refused },
            Reason::NotAllowed { status: "CHANGED".into() },
            Reason::UnknownPerson { name: "n".into() },
            Reason::InvalidRequest { problem: "p".into() },
            Reason::TooLarge { endpoint: Endpoint::ListProducts, limit: 1 },
            Reason::OtherDate { sent: NaiveDate::MIN, shown: "2026-11-19T00:00:00Z".into() },
        ];
        for reason in reasons {
            let json = serde_json::to_value(&reason).unwrap();
            assert_eq!(json["code"], reason.code());
            assert_eq!(serde_json::from_value::<Reason>(json).unwrap(), reason);
        }
    }

    #[test]
    fn empty_words_of_the_service_are_no_words() {
        let failure = Failure::from(Reason::Refused { status: 500 }).saying(Some("  ".into()));
        assert_eq!(failure.service_text, None);
    }
}

//! Names what went wrong below HTTP. `transport` asks, for every error of the libraries. It goes by
//! the types along the chain of causes, never by their texts.

use std::error::Error;
use std::io;

use contract::CertificateProblem;
use rustls::{AlertDescription, CertificateError, PeerIncompatible};

use crate::Trouble;

/// What an error of the transport means.
pub(crate) fn of(error: &reqwest::Error) -> Trouble {
    if let Some(tls) = causes(error).find_map(|cause| cause.downcast_ref()) {
        return of_tls(tls);
    }
    if error.is_timeout() {
        return Trouble::TimedOut;
    }
    if error.is_dns() {
        return Trouble::UnknownHost;
    }
    let refused = causes(error)
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::ConnectionRefused);
    if refused { Trouble::ConnectionRefused } else { Trouble::Broken }
}

/// Whether the request cannot have reached the service. Everything before the connection stands is
/// an error of connecting: name lookup, proxy, TLS. Anything later may have been written in part.
pub(crate) fn before_writing(error: &reqwest::Error) -> bool {
    error.is_connect() || error.is_builder()
}

fn of_tls(error: &rustls::Error) -> Trouble {
    match error {
        rustls::Error::InvalidCertificate(why) => Trouble::Certificate(of_certificate(why)),
        // The other side does not speak TLS at all: most often a plain http port.
        rustls::Error::InvalidMessage(_) => Trouble::Broken,
        rustls::Error::AlertReceived(AlertDescription::ProtocolVersion)
        | rustls::Error::PeerIncompatible(
            PeerIncompatible::ServerDoesNotSupportTls12Or13
            | PeerIncompatible::ServerTlsVersionIsDisabledByOurConfig,
        ) => Trouble::Certificate(CertificateProblem::OldProtocol),
        _ => Trouble::Certificate(CertificateProblem::Other),
    }
}

fn of_certificate(error: &CertificateError) -> CertificateProblem {
    match error {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            CertificateProblem::Expired
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            CertificateProblem::NotYetValid
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            CertificateProblem::WrongHost
        }
        // An issuer of a known name with another key is another issuer.
        CertificateError::UnknownIssuer | CertificateError::BadSignature => {
            CertificateProblem::UnknownIssuer
        }
        CertificateError::Revoked => CertificateProblem::Revoked,
        CertificateError::ExpiredRevocationList
        | CertificateError::ExpiredRevocationListContext { .. } => {
            CertificateProblem::OldRevocationList
        }
        _ => CertificateProblem::Other,
    }
}

fn causes(error: &reqwest::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    std::iter::successors(error.source(), |cause| below(*cause))
}

/// An I/O error hands on the causes of what it wraps, but not what it wraps.
fn below<'a>(cause: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    match cause.downcast_ref::<io::Error>() {
        Some(io) => io.get_ref().map(|wrapped| wrapped as _),
        None => cause.source(),
    }
}

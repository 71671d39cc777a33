//! What stands in a certificate.

use chrono::DateTime;
use contract::CertificateDetails;
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use x509_parser::prelude::{FromDer, X509Certificate};

/// Characters of a subject that are shown.
const SHOWN: usize = 200;

/// The text holds no certificate in PEM form, one that cannot be an authority's, or a revocation
/// list that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text holds no usable certificate in PEM form, or a damaged revocation list")]
pub struct NotACertificate;

/// Reads a certificate.
pub(super) fn details(der: &CertificateDer<'_>) -> Result<CertificateDetails, NotACertificate> {
    let (_, read) = X509Certificate::from_der(der).map_err(|_| NotACertificate)?;
    let usage = read.key_usage().map_err(|_| NotACertificate)?;
    let moment = |seconds| DateTime::from_timestamp(seconds, 0).ok_or(NotACertificate);
    let subject = read.subject().to_string();
    Ok(CertificateDetails {
        subject: subject.chars().filter(|c| !is_misleading(*c)).take(SHOWN).collect(),
        not_before: moment(read.validity().not_before.timestamp())?,
        not_after: moment(read.validity().not_after.timestamp())?,
        fingerprint: fingerprint(der)?,
        is_authority: read.is_ca() && usage.is_none_or(|usage| usage.value.key_cert_sign()),
    })
}

fn fingerprint(der: &CertificateDer<'_>) -> Result<String, NotACertificate> {
    let suite = ring::cipher_suite::TLS13_AES_128_GCM_SHA256.tls13().ok_or(NotACertificate)?;
    let hash = suite.common.hash_provider.hash(der);
    let pairs: Vec<_> = hash.as_ref().iter().map(|byte| format!("{byte:02X}")).collect();
    Ok(pairs.join(":"))
}

/// Control characters, and those that turn the direction of a text.
fn is_misleading(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

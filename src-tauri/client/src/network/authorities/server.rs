//! Verifies the certificate of one server against itself. A server that signed its own is known by that
//! very certificate; what is signed with its key is not.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, DigitallySignedStruct, Error, SignatureScheme};

use super::details::details;

/// Trusts these servers by their certificates, and all others by their authorities.
#[derive(Debug)]
pub(super) struct OrServer {
    /// Certificates that were given.
    pub servers: Vec<CertificateDer<'static>>,
    /// Who decides about all others, and about every signature.
    pub others: Arc<WebPkiServerVerifier>,
}

impl ServerCertVerifier for OrServer {
    fn verify_server_cert(
        &self,
        shown: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if !self.servers.iter().any(|server| server == shown) {
            return self.others.verify_server_cert(shown, between, name, ocsp, now);
        }
        let details = details(shown).map_err(|_| CertificateError::BadEncoding)?;
        let now = i64::try_from(now.as_secs()).unwrap_or(i64::MAX);
        if now < details.not_before.timestamp() {
            return Err(CertificateError::NotValidYet.into());
        }
        if now > details.not_after.timestamp() {
            return Err(CertificateError::Expired.into());
        }
        verify_server_name(&ParsedCertificate::try_from(shown)?, name)?;
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.others.verify_tls12_signature(message, shown, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.others.verify_tls13_signature(message, shown, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.others.supported_verify_schemes()
    }
}

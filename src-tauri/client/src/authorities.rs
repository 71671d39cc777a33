//! Own certificate authorities, trusted beside the system's, and what they took back. The backend
//! keeps the file's text and parses it here before it is trusted. Deliberately absent: any way to
//! trust a server blindly, and any question to a server about a certificate.

use std::sync::Arc;

use reqwest::Certificate;
use rustls::client::WebPkiServerVerifier;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, CertificateRevocationListDer};
use rustls::{ClientConfig, RootCertStore};

/// Certificates of authorities to trust beside the system's, and lists of certificates that their
/// issuers took back.
#[derive(Clone, Debug, Default)]
pub struct Authorities {
    certificates: Vec<CertificateDer<'static>>,
    lists: Vec<CertificateRevocationListDer<'static>>,
}

/// The text holds no certificate in PEM form, one that cannot be an authority's, or a revocation
/// list that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text holds no usable certificate in PEM form, or a damaged revocation list")]
pub struct NotACertificate;

impl Authorities {
    /// None beside the system's.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Reads every certificate (`CERTIFICATE`) and every revocation list (`X509 CRL`) of a PEM
    /// text; other sections, such as keys, are passed over.
    ///
    /// # Errors
    /// If there is no certificate, or if one section of either kind is damaged.
    pub fn parse(pem: &str) -> Result<Self, NotACertificate> {
        let certificates = CertificateDer::pem_slice_iter(pem.as_bytes()).collect::<Result<_, _>>();
        let lists =
            CertificateRevocationListDer::pem_slice_iter(pem.as_bytes()).collect::<Result<_, _>>();
        let parsed = Self {
            certificates: certificates.map_err(|_| NotACertificate)?,
            lists: lists.map_err(|_| NotACertificate)?,
        };
        let mut roots = RootCertStore::empty();
        // What cannot be used would otherwise fail later, at every call. Without a certificate
        // there is nothing to build on, which is refused as well.
        for certificate in &parsed.certificates {
            roots.add(certificate.clone()).map_err(|_| NotACertificate)?;
        }
        parsed.verifier(roots).map(|_| parsed)
    }

    /// How many certificates there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.certificates.len()
    }

    /// How many revocation lists there are.
    #[must_use]
    pub fn lists(&self) -> usize {
        self.lists.len()
    }

    /// Whether the system's are alone.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.certificates.is_empty()
    }

    pub(crate) fn certificates(&self) -> reqwest::Result<Vec<Certificate>> {
        self.certificates.iter().map(|der| Certificate::from_der(der)).collect()
    }

    /// TLS 1.2 and later with the system's authorities, these, and the lists; `None` without a
    /// list. (The system's own verifier, which is used then, takes none.)
    pub(crate) fn tls_with_lists(&self) -> Result<Option<ClientConfig>, NotACertificate> {
        if self.lists.is_empty() {
            return Ok(None);
        }
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(self.certificates.iter().cloned());
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let mut tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|_| NotACertificate)?
            .with_webpki_verifier(self.verifier(roots)?)
            .with_no_client_auth();
        tls.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Some(tls))
    }

    fn verifier(&self, roots: RootCertStore) -> Result<Arc<WebPkiServerVerifier>, NotACertificate> {
        let provider = Arc::new(ring::default_provider());
        WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider)
            .with_crls(self.lists.iter().cloned())
            // A list speaks for its issuer alone; the others gave none.
            .allow_unknown_revocation_status()
            .build()
            .map_err(|_| NotACertificate)
    }
}

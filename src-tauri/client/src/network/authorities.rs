//! Own certificate authorities, trusted beside the system's, and what they took back. The backend
//! keeps the file's text and parses it here before it is trusted. Deliberately absent: any way to
//! trust a server blindly (one that was given is known by its certificate itself, `server`), and any question to a server about a certificate.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use contract::CertificateDetails;
use reqwest::Certificate;
use rustls::client::WebPkiServerVerifier;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, CertificateRevocationListDer};
use rustls::{ClientConfig, RootCertStore};

mod details;
mod server;

pub use details::NotACertificate;

use details::details;
use server::OrServer;

/// Certificates of authorities to trust beside the system's, and lists of certificates that their
/// issuers took back.
#[derive(Clone, Debug, Default)]
pub struct Authorities {
    certificates: Vec<CertificateDer<'static>>,
    lists: Vec<CertificateRevocationListDer<'static>>,
}

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

    /// Whether they can be handed to the system's own verifier: it takes no lists, and would take the
    /// certificate of one server for an authority, whose key could then speak for every other.
    fn is_plain(&self) -> bool {
        let is_authority = |der| details(der).is_ok_and(|details| details.is_authority);
        self.lists.is_empty() && self.certificates.iter().all(is_authority)
    }

    /// What stands in every certificate of a PEM text, to be shown before one is trusted.
    ///
    /// # Errors
    /// If a certificate cannot be read.
    pub fn inspect(pem: &str) -> Result<Vec<CertificateDetails>, NotACertificate> {
        CertificateDer::pem_slice_iter(pem.as_bytes())
            .map(|der| details(&der.map_err(|_| NotACertificate)?))
            .collect()
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
        self.valid().map(|der| Certificate::from_der(der)).collect()
    }

    /// Those that hold today: the verifier does not look at the dates of what it is told to trust.
    fn valid(&self) -> impl Iterator<Item = &CertificateDer<'static>> {
        let now = DateTime::<Utc>::from(crate::wire::shape::date::real_now());
        let holds = move |it: CertificateDetails| {
            it.is_authority && (it.not_before..=it.not_after).contains(&now)
        };
        self.certificates.iter().filter(move |der| details(der).is_ok_and(holds))
    }

    /// Certificates of single servers: each stands for itself alone.
    fn servers(&self) -> Vec<CertificateDer<'static>> {
        let is_server =
            |der: &&CertificateDer<'_>| details(der).is_ok_and(|details| !details.is_authority);
        self.certificates.iter().filter(is_server).cloned().collect()
    }

    /// TLS 1.2 and later with the system's authorities, these, the lists and the servers; `None` where
    /// the system's own verifier does it all.
    pub(crate) fn tls(&self) -> Result<Option<ClientConfig>, NotACertificate> {
        if self.is_plain() {
            return Ok(None);
        }
        let mut tls = self.tls_of_database()?;
        tls.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Some(tls))
    }

    /// The same for a connection to a database, whatever is trusted.
    ///
    /// # Errors
    /// If what is trusted cannot be used.
    pub fn tls_of_database(&self) -> Result<ClientConfig, NotACertificate> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(self.valid().cloned());
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        Ok(ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|_| NotACertificate)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(OrServer {
                servers: self.servers(),
                others: self.verifier(roots)?,
            }))
            .with_no_client_auth())
    }

    fn verifier(&self, roots: RootCertStore) -> Result<Arc<WebPkiServerVerifier>, NotACertificate> {
        let provider = Arc::new(ring::default_provider());
        WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider)
            .with_crls(self.lists.iter().cloned())
            // A list speaks for its issuer alone; the others gave none.
            .allow_unknown_revocation_status()
            // One that is out of date no longer tells what was taken back.
            .enforce_revocation_expiration()
            .build()
            .map_err(|_| NotACertificate)
    }
}

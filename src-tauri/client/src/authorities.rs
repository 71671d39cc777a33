//! Own certificate authorities, trusted beside the system's. The backend keeps the file's text and
//! parses it here before it is trusted. Deliberately absent: any way to trust a server blindly.

use reqwest::Certificate;
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

/// Certificates of authorities to trust beside the system's.
#[derive(Clone, Debug, Default)]
pub struct Authorities(Vec<CertificateDer<'static>>);

/// The text holds no certificate in PEM form, or one that cannot be an authority's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text holds no usable certificate in PEM form")]
pub struct NotACertificate;

impl Authorities {
    /// None beside the system's.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Reads every certificate of a PEM text; other sections, such as keys, are passed over.
    ///
    /// # Errors
    /// If there is none, or if one of them is damaged.
    pub fn parse(pem: &str) -> Result<Self, NotACertificate> {
        let mut store = RootCertStore::empty();
        let certificates = CertificateDer::pem_slice_iter(pem.as_bytes())
            .map(|section| {
                let certificate = section.map_err(|_| NotACertificate)?;
                // What cannot be an anchor of trust would otherwise fail later, at every call.
                store.add(certificate.clone()).map_err(|_| NotACertificate)?;
                Ok(certificate)
            })
            .collect::<Result<Vec<_>, _>>()?;
        if certificates.is_empty() { Err(NotACertificate) } else { Ok(Self(certificates)) }
    }

    /// How many certificates there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the system's are alone.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn certificates(&self) -> reqwest::Result<Vec<Certificate>> {
        self.0.iter().map(|der| Certificate::from_der(der)).collect()
    }
}

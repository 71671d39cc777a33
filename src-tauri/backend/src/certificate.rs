//! An own certificate authority, trusted beside the system's: a PEM file in the data folder, read
//! whenever a new client is made. Commands `certificate`, `trust_certificate` and
//! `forget_certificate`. Deliberately absent: any way to trust a server without an authority.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use client::Authorities;
use contract::{
    Certificate, CertificateDetails, Done, ForgetCertificate, ReadCertificate, Topic,
    TrustCertificate,
};

use crate::{
    Backend, Common,
    background::blocking,
    error::{Error, StoreFault},
    lists::count_of,
    private,
};

/// A file larger than this holds something else.
const MOST_BYTES: usize = 1024 * 1024;

/// The name the certificates came by stands in the file itself, before them: PEM readers pass over
/// what is outside its sections, and so both are kept or neither.
const NAME: &str = "File: ";

impl Backend {
    /// Says what stands in the certificates of a PEM text, to be shown before they are trusted.
    ///
    /// # Errors
    /// [`Error::CertificateFile`] if it holds none, or one that cannot be read.
    pub fn inspect_certificates(pem: &str) -> Result<Vec<CertificateDetails>, Error> {
        if pem.len() > MOST_BYTES {
            return Err(Error::CertificateFile);
        }
        let all = Authorities::inspect(pem).map_err(|_| Error::CertificateFile)?;
        if all.is_empty() { Err(Error::CertificateFile) } else { Ok(all) }
    }

    /// Says which own authority is trusted.
    ///
    /// # Errors
    /// [`Error::CertificateFile`] if the kept file was damaged; if it cannot be read.
    pub async fn certificate(
        &self,
        _request: ReadCertificate,
    ) -> Result<Option<Certificate>, Error> {
        let kept = read(self.common()).await?;
        kept.as_deref().map(describe).transpose()
    }

    /// Trusts the certificates of a PEM text from the next sign-in on, in place of those before.
    ///
    /// # Errors
    /// [`Error::CertificateFile`] if it holds none that can be an authority's; if it cannot be kept.
    pub async fn trust_certificate(&self, request: TrustCertificate) -> Result<Certificate, Error> {
        if request.pem.len() > MOST_BYTES {
            return Err(Error::CertificateFile);
        }
        let name: String = request.file_name.chars().filter(|c| !c.is_control()).collect();
        let content = format!("{NAME}{}\n{}", name.trim(), certificates(&request.pem));
        let certificate = describe(&content)?;
        let data = self.common().data.clone();
        let written = blocking(move || private::replace(&path(&data), content.as_bytes())).await?;
        written.map_err(StoreFault::from)?;
        self.common().changes.announce(&[Topic::Settings]);
        Ok(certificate)
    }

    /// Trusts the system's authorities alone again, from the next sign-in on.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub async fn forget_certificate(&self, _request: ForgetCertificate) -> Result<Done, Error> {
        let path = path(&self.common().data);
        match blocking(move || fs::remove_file(path)).await? {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreFault::from(error))?,
            _ => {}
        }
        self.common().changes.announce(&[Topic::Settings]);
        Ok(Done {})
    }
}

/// What a new client is to trust beside the system's authorities.
pub(crate) async fn authorities(common: &Common) -> Result<Authorities, Error> {
    match read(common).await? {
        Some(content) => Authorities::parse(&content).map_err(|_| Error::CertificateFile),
        None => Ok(Authorities::none()),
    }
}

async fn read(common: &Common) -> Result<Option<String>, Error> {
    let path = path(&common.data);
    match blocking(move || private::read_text(&path)).await? {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StoreFault::from(error))?,
    }
}

fn describe(content: &str) -> Result<Certificate, Error> {
    let authorities = Authorities::parse(content).map_err(|_| Error::CertificateFile)?;
    let name = content.lines().next().and_then(|line| line.strip_prefix(NAME));
    let file_name = name.unwrap_or("authority.pem").to_owned();
    Ok(Certificate { file_name, count: count_of(authorities.len()) })
}

/// What of a PEM text is kept: certificates, and lists of those taken back. A file that also holds a
/// private key must not spread it.
const KEPT: [&str; 2] = ["CERTIFICATE-----", "X509 CRL-----"];

fn certificates(pem: &str) -> String {
    let mut sections = String::new();
    let mut inside = false;
    for line in pem.lines().map(str::trim) {
        let marks = |edge: &str| line.strip_prefix(edge).is_some_and(|kind| KEPT.contains(&kind));
        inside |= marks("-----BEGIN ");
        if inside {
            sections.push_str(line);
            sections.push('\n');
        }
        inside &= !marks("-----END ");
    }
    sections
}

fn path(data: &Path) -> PathBuf {
    data.join("authority.pem")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certificates_and_lists_of_those_taken_back_are_kept_and_keys_are_not() {
        let section = |kind: &str| format!("-----BEGIN {kind}-----\nAAAA\n-----END {kind}-----\n");
        let kept = format!("{}{}", section("CERTIFICATE"), section("X509 CRL"));
        let file = format!("words\n{}{}", section("PRIVATE KEY"), kept);
        assert_eq!(certificates(&file), kept);
    }
}

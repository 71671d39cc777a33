//! Certificates trusted for one service beside the system's: a PEM file for each in the data
//! folder, read whenever a new client of that service is made. Deliberately absent: any way to
//! trust a server blindly.

use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
};

use client::{Authorities, Base};
use contract::{Certificate, CertificateDetails};

use crate::{
    background::blocking,
    common::Common,
    error::{Error, StoreFault},
    private,
};

/// A file larger than this holds something else.
pub(crate) const MOST_BYTES: usize = 1024 * 1024;

/// The name the certificates came by stands in the file itself, before them: PEM readers pass over
/// what is outside its sections, and so both are kept or neither.
pub(crate) const NAME: &str = "File: ";

/// What a new client of a service is to trust beside the system's authorities.
pub(crate) async fn authorities(common: &Common, base: &Base) -> Result<Authorities, Error> {
    match read(common, base).await? {
        Some(content) => Authorities::parse(&content).map_err(|_| Error::CertificateFile),
        None => Ok(Authorities::none()),
    }
}

pub(crate) async fn read(common: &Common, base: &Base) -> Result<Option<String>, Error> {
    let path = path(&common.data, base);
    match blocking(move || private::read_text(&path)).await? {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StoreFault::from(error))?,
    }
}

/// The certificates of a PEM text.
///
/// # Errors
/// [`Error::CertificateFile`] if it is too large, or holds none.
pub(crate) fn inspect(pem: &str) -> Result<Vec<CertificateDetails>, Error> {
    if pem.len() > MOST_BYTES {
        return Err(Error::CertificateFile);
    }
    let all = Authorities::inspect(pem).map_err(|_| Error::CertificateFile)?;
    if all.is_empty() { Err(Error::CertificateFile) } else { Ok(all) }
}

pub(crate) fn describe(base: &Base, content: &str) -> Result<Certificate, Error> {
    Authorities::parse(content).map_err(|_| Error::CertificateFile)?;
    let certificates = inspect(content)?;
    let name = content.lines().next().and_then(|line| line.strip_prefix(NAME));
    let file_name = name.unwrap_or("certificates.pem").to_owned();
    Ok(Certificate { host: base.host().to_owned(), file_name, certificates })
}

/// What of a PEM text is kept: certificates, and lists of those taken back. A file that also holds a
/// private key must not spread it.
const KEPT: [&str; 2] = ["CERTIFICATE-----", "X509 CRL-----"];

pub(crate) fn certificates(pem: &str) -> String {
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

/// Host and port name the file; what no file can be called stands in no host but around numbers.
pub(crate) fn path(data: &Path, base: &Base) -> PathBuf {
    let host = base.host().replace(':', "+").replace(['[', ']'], "");
    data.join("trusted").join(format!("{host}.pem"))
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

//! An own certificate authority, trusted beside the system's: a PEM file in the data folder, read
//! whenever a new client is made. Commands `certificate`, `trust_certificate` and
//! `forget_certificate`. Deliberately absent: any way to trust a server without an authority.

use std::{
    fs::{self, File},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use client::Authorities;
use contract::{Certificate, Done, ForgetCertificate, ReadCertificate, Topic, TrustCertificate};
use tokio::task::spawn_blocking;

use crate::{
    Backend, Common,
    error::{Error, StoreFault},
    lists::count_of,
};

/// A file larger than this holds something else.
const MOST_BYTES: usize = 1024 * 1024;

/// The name the certificates came by stands in the file itself, before them: PEM readers pass over
/// what is outside its sections, and so both are kept or neither.
const NAME: &str = "File: ";

impl Backend {
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
        Authorities::parse(&request.pem).map_err(|_| Error::CertificateFile)?;
        let name: String = request.file_name.chars().filter(|c| !c.is_control()).collect();
        let content = format!("{NAME}{}\n{}", name.trim(), request.pem);
        let certificate = describe(&content)?;
        let data = self.common().data.clone();
        in_background(move || replace(&data, &content)).await?;
        self.common().changes.announce(&[Topic::Settings]);
        Ok(certificate)
    }

    /// Trusts the system's authorities alone again, from the next sign-in on.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub async fn forget_certificate(&self, _request: ForgetCertificate) -> Result<Done, Error> {
        let path = path(&self.common().data);
        in_background(move || match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        })
        .await?;
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
    in_background(move || match fs::read_to_string(path) {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    })
    .await
}

fn describe(content: &str) -> Result<Certificate, Error> {
    let authorities = Authorities::parse(content).map_err(|_| Error::CertificateFile)?;
    let name = content.lines().next().and_then(|line| line.strip_prefix(NAME));
    let file_name = name.unwrap_or("authority.pem").to_owned();
    Ok(Certificate { file_name, count: count_of(authorities.len()) })
}

/// Writes the file whole or not at all: beside it, to the disk, then in its place.
fn replace(data: &Path, content: &str) -> Result<(), StoreFault> {
    let beside = data.join("authority.new");
    let mut file = File::create(&beside)?;
    file.write_all(content.as_bytes())?;
    file.sync_all()?;
    fs::rename(&beside, path(data))?;
    // The name is on the disk once the folder is; not every system can do that.
    let _ = File::open(data).and_then(|folder| folder.sync_all());
    Ok(())
}

fn path(data: &Path) -> PathBuf {
    data.join("authority.pem")
}

async fn in_background<T: Send + 'static>(
    job: impl FnOnce() -> Result<T, StoreFault> + Send + 'static,
) -> Result<T, Error> {
    let done = spawn_blocking(job).await.map_err(|error| Error::Internal(error.to_string()))?;
    Ok(done?)
}

//! Commands that look at a service before anybody signs in: whether it answers, and its certificate.

use std::{fs, io::ErrorKind};

use client::{Authorities, Base};
use contract::{
    Certificate, CertificateDetails, CheckServer, Done, ForgetCertificate, ReadCertificate,
    ServerAnswer, Topic, TrustCertificate,
};
use tokio::time::Instant;

use crate::{
    Backend, background::blocking, certificate::MOST_BYTES, certificate::NAME,
    certificate::certificates, certificate::describe, certificate::path, certificate::read,
    check_server::judge, check_server::new_client, error::Error, error::StoreFault, private,
};

impl Backend {
    /// Asks an address once, without any session.
    ///
    /// # Errors
    /// What keeps the address from being one; [`Error::NotConfirmed`]; why nothing answers; [`Error::NotOurService`] if
    /// something else does.
    pub async fn check_server(&self, request: CheckServer) -> Result<ServerAnswer, Error> {
        let base = Base::parse(&request.server)?;
        self.count_check()?;
        self.may_call(&base).await?;
        let _checking = self.inner.answers.checking.lock().await;
        let client = new_client(self.common(), base).await?;
        let permit = self.common().permits.acquire().await.map_err(|_| Error::Closed)?;
        let began = Instant::now();
        let outcome = client.greet().await;
        let milliseconds = u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX);
        drop(permit);
        judge(&client, outcome)?;
        let server = client.base().to_string();
        Ok(ServerAnswer { server, milliseconds, proxy: client.proxy() })
    }

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

    /// Says which certificates are trusted for a service.
    ///
    /// # Errors
    /// If the address cannot be one; [`Error::CertificateFile`] if the kept file was damaged; if it
    /// cannot be read.
    pub async fn certificate(
        &self,
        request: ReadCertificate,
    ) -> Result<Option<Certificate>, Error> {
        let base = Base::parse(&request.server)?;
        let kept = read(self.common(), &base).await?;
        kept.map(|content| describe(&base, &content)).transpose()
    }

    /// Trusts the certificates of a PEM text for a service from the next sign-in on, in place of
    /// those before.
    ///
    /// # Errors
    /// If the address cannot be one; [`Error::CertificateFile`] if the text holds no certificate that
    /// can be used; if it cannot be kept.
    pub async fn trust_certificate(&self, request: TrustCertificate) -> Result<Certificate, Error> {
        let base = Base::parse(&request.server)?;
        if request.pem.len() > MOST_BYTES {
            return Err(Error::CertificateFile);
        }
        let name: String = request.file_name.chars().filter(|c| !c.is_control()).collect();
        let content = format!("{NAME}{}\n{}", name.trim(), certificates(&request.pem));
        let certificate = describe(&base, &content)?;
        let path = path(&self.common().data, &base);
        let written = blocking(move || {
            path.parent().map_or(Ok(()), private::folder)?;
            private::replace(&path, content.as_bytes())
        });
        written.await?.map_err(StoreFault::from)?;
        self.common().changes.announce(&[Topic::Settings]);
        Ok(certificate)
    }

    /// Trusts the system's authorities alone again for a service, from the next sign-in on.
    ///
    /// # Errors
    /// If the address cannot be one; if the file cannot be removed.
    pub async fn forget_certificate(&self, request: ForgetCertificate) -> Result<Done, Error> {
        let path = path(&self.common().data, &Base::parse(&request.server)?);
        match blocking(move || fs::remove_file(path)).await? {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreFault::from(error))?,
            _ => {}
        }
        self.common().changes.announce(&[Topic::Settings]);
        Ok(Done {})
    }
}

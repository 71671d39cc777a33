//! Commands that look at a service before anybody signs in: whether it answers, and its certificate.

use std::{fs, io::ErrorKind, time::Duration};

use client::Base;
use contract::{
    Certificate, CertificateDetails, CheckServer, Done, ForgetCertificate, ReadCertificate,
    ServerAnswer, Topic, TrustCertificate,
};
use tokio::time::Instant;

use crate::{
    Backend,
    background::blocking,
    error::{Error, StoreFault},
    private,
    service::{
        certificate::{MOST_BYTES, NAME, certificates, describe, inspect, path, read},
        check_server::{check_reply, new_client},
        elsewhere::Elsewhere,
    },
    store::others,
};

/// So many addresses of a page are checked within [`AMONG`].
const CHECKS: usize = 20;

const AMONG: Duration = Duration::from_secs(60);

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
        check_reply(&client, outcome)?;
        let server = client.base().to_string();
        Ok(ServerAnswer { server, milliseconds, proxy: client.proxy() })
    }

    /// Says what stands in the certificates of a PEM text, to be shown before they are trusted.
    ///
    /// # Errors
    /// [`Error::CertificateFile`] if it holds none, or one that cannot be read.
    pub fn inspect_certificates(pem: &str) -> Result<Vec<CertificateDetails>, Error> {
        inspect(pem)
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

    /// Goes on if an address may be called.
    ///
    /// # Errors
    /// [`Error::NotConfirmed`] if it is not known and nobody said yes.
    pub(crate) async fn may_call(&self, base: &Base) -> Result<(), Error> {
        let was_shown = self.entries() > 0 || self.peek_opened().is_some();
        if was_shown { self.confirm(base).await } else { Ok(()) }
    }

    /// Goes on if a password may be sent to an address: where it would travel unprotected, a page's
    /// word is not enough, also before any data was shown.
    ///
    /// # Errors
    /// As [`Self::may_call`].
    pub(crate) async fn may_send_password(&self, base: &Base) -> Result<(), Error> {
        if base.is_exposed() { self.confirm(base).await } else { self.may_call(base).await }
    }

    /// Goes on if an address is known, or somebody outside of the page says yes to it.
    async fn confirm(&self, base: &Base) -> Result<(), Error> {
        let Elsewhere::Asked { known, .. } = &self.common().elsewhere else { return Ok(()) };
        if self.is_known(known, base).await? {
            return Ok(());
        }
        self.confirm_address(base.as_str(), base.host()).await
    }

    /// Goes on if somebody outside of the page says yes to an address that is not known.
    ///
    /// # Errors
    /// [`Error::NotConfirmed`] if nobody did.
    pub(crate) async fn confirm_address(&self, address: &str, host: &str) -> Result<(), Error> {
        let Elsewhere::Asked { ask, .. } = &self.common().elsewhere else { return Ok(()) };
        let answers = &self.inner.answers;
        let _asking = answers.asking.lock().await;
        // It may have been answered, also while this waited.
        if self.was_allowed(address) {
            return Ok(());
        }
        if !ask(address.to_owned()).await {
            return Err(Error::NotConfirmed { host: host.to_owned() });
        }
        answers.allowed.lock().insert(address.to_owned());
        Ok(())
    }

    /// Counts an address that is to be checked for a page.
    ///
    /// # Errors
    /// If there were too many.
    pub(crate) fn count_check(&self) -> Result<(), Error> {
        if matches!(self.common().elsewhere, Elsewhere::Allowed) {
            return Ok(());
        }
        let now = Instant::now();
        let mut checks = self.inner.answers.checks.lock();
        while checks.front().is_some_and(|check| now.duration_since(*check) >= AMONG) {
            checks.pop_front();
        }
        if checks.len() >= CHECKS {
            return Err(Error::Invalid { field: "server", problem: "checked too often" });
        }
        checks.push_back(now);
        Ok(())
    }

    async fn is_known(&self, known: &[String], base: &Base) -> Result<bool, Error> {
        let named = |known: &String| Base::parse(known).is_ok_and(|known| known == *base);
        if self.is_practice(base.as_str())
            || self.was_allowed(base.as_str())
            || known.iter().any(named)
        {
            return Ok(true);
        }
        let (data, server) = (self.common().data.clone(), base.to_string());
        blocking(move || others::has_server(&data, &server)).await
    }

    fn was_allowed(&self, address: &str) -> bool {
        self.inner.answers.allowed.lock().contains(address)
    }
}

//! Certificates made for a run, and TLS servers that show them. Deliberately absent: keys that are
//! used anywhere else.
//!
//! What the library cannot sign lies in `corpus/certificates`, made with OpenSSL 3 (`openssl ca`, valid
//! from 2020 to 2120, for 127.0.0.1): `authority.pem` (RSA, 2048 bits) signed `good.pem` with SHA-256 and
//! `sha1.pem` with SHA-1; `weak-authority.pem` (RSA, 1024 bits) signed `weak.pem` with SHA-256. But for
//! that the three are alike. `leaf.key` is the key of all three, and protects nothing.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use rcgen::{
    BasicConstraints, CertificateParams, CertificateRevocationListParams, CertifiedIssuer, DnType,
    ExtendedKeyUsagePurpose, IsCa, KeyIdMethod, KeyPair, KeyUsagePurpose, RevokedCertParams,
    SanType, SerialNumber, date_time_ymd,
};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use crate::promise::Violation;
use crate::responder::Responder;

/// An authority of our own.
pub type Authority = CertifiedIssuer<'static, KeyPair>;

/// What a server shows, with its key.
pub struct Shown {
    /// Its own certificate first, then those that lead to an authority.
    pub chain: Vec<CertificateDer<'static>>,
    /// The key of the first.
    pub key: PrivateKeyDer<'static>,
}

/// What an authority is made with, before it is changed or signed.
#[must_use]
pub fn authority_params(name: &str) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params
}

/// An authority that signed itself.
///
/// # Errors
/// If it cannot be made.
pub fn authority(name: &str) -> Result<Authority, Violation> {
    Ok(CertifiedIssuer::self_signed(authority_params(name), KeyPair::generate()?)?)
}

/// What a good certificate of 127.0.0.1 is made with, before it is spoilt.
#[must_use]
pub fn good() -> CertificateParams {
    let mut params = CertificateParams::default();
    params.subject_alt_names = vec![SanType::IpAddress(IpAddr::V4(Ipv4Addr::LOCALHOST))];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    params.serial_number = Some(SerialNumber::from(7));
    params
}

/// A certificate signed by an authority, with a new key, and the certificates to show after it.
///
/// # Errors
/// If it cannot be made.
pub fn signed(
    params: &CertificateParams,
    by: &Authority,
    after: &[CertificateDer<'static>],
) -> Result<Shown, Violation> {
    let key = KeyPair::generate()?;
    let own = params.signed_by(&key, by)?.der().clone();
    let chain = [own].into_iter().chain(after.iter().cloned()).collect();
    Ok(Shown { chain, key: private(&key)? })
}

/// A key as servers take it.
///
/// # Errors
/// If it is none.
pub fn private(key: &KeyPair) -> Result<PrivateKeyDer<'static>, Violation> {
    PrivateKeyDer::try_from(key.serialize_der()).map_err(|why| Violation(why.to_owned()))
}

/// A certificate of the corpus, with its key.
///
/// # Errors
/// If it cannot be read.
pub fn kept(name: &str) -> Result<Shown, Violation> {
    let own = CertificateDer::from_pem_slice(corpus(&format!("{name}.pem"))?.as_bytes());
    let key = PrivateKeyDer::from_pem_slice(corpus("leaf.key")?.as_bytes());
    let unreadable = |why| Violation(format!("{name}: {why}"));
    Ok(Shown { chain: vec![own.map_err(unreadable)?], key: key.map_err(unreadable)? })
}

/// A text of the corpus' certificates.
///
/// # Errors
/// If it cannot be read.
pub fn corpus(file: &str) -> Result<String, Violation> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/certificates");
    Ok(std::fs::read_to_string(format!("{folder}/{file}"))?)
}

/// A list, in PEM form, by which an authority takes certificates back.
///
/// # Errors
/// If it cannot be made.
pub fn takes_back(authority: &Authority, serials: &[u64]) -> Result<String, Violation> {
    let taken_back = |serial: &u64| RevokedCertParams {
        serial_number: SerialNumber::from(*serial),
        revocation_time: date_time_ymd(2024, 6, 17),
        reason_code: None,
        invalidity_date: None,
    };
    let list = CertificateRevocationListParams {
        this_update: date_time_ymd(2024, 6, 17),
        next_update: date_time_ymd(2124, 6, 17),
        crl_number: SerialNumber::from(1),
        issuing_distribution_point: None,
        revoked_certs: serials.iter().map(taken_back).collect(),
        key_identifier_method: KeyIdMethod::Sha256,
    };
    Ok(list.signed_by(authority)?.pem()?)
}

/// A server on 127.0.0.1 that shows a certificate and lets the responder answer. It says its port.
///
/// # Errors
/// If the certificate and its key do not belong together; if no port can be opened.
pub async fn server(shown: Shown, answers: Responder) -> Result<u16, Violation> {
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(shown.chain, shown.key)?;
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            let (acceptor, answers) = (acceptor.clone(), answers.clone());
            tokio::spawn(async move {
                if let Ok(secure) = acceptor.accept(socket).await {
                    answers.serve(secure).await;
                }
            });
        }
    });
    Ok(port)
}

/// A server that speaks TLS 1.1 and nothing later: it answers every hello with one of that version.
///
/// # Errors
/// If no port can be opened.
pub async fn old_server() -> Result<u16, Violation> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let mut hello = [0; 5];
            let _ = socket.read_exact(&mut hello).await;
            let _ = socket.write_all(&old_hello()).await;
            // What it would say next does not matter; the other side is to hang up.
            let _ = socket.read_to_end(&mut Vec::new()).await;
        }
    });
    Ok(port)
}

/// A ServerHello (RFC 4346, 7.4.1.3): version 3.2, a random, no session, one of TLS 1.1's own suites, no
/// compression.
fn old_hello() -> Vec<u8> {
    let hello = [&[3, 2][..], &[0x5a; 32], &[0], &[0xc0, 0x13], &[0]].concat();
    let length = u8::try_from(hello.len()).unwrap_or_default();
    [&[22, 3, 2, 0, length + 4][..], &[2, 0, 0, length], &hello].concat()
}

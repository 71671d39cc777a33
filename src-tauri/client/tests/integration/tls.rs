//! Certificates: what is trusted, and what each untrusted one is called. Every server here is made
//! for its test, with certificates made for it.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use client::{Authorities, Base, Client, Limits, NotACertificate, Outcome, Trouble};
use contract::{CertificateProblem, Endpoint};
use rcgen::{
    BasicConstraints, CertificateParams, CertificateRevocationListParams, CertifiedIssuer, DnType,
    ExtendedKeyUsagePurpose, IsCa, KeyIdMethod, KeyPair, KeyUsagePurpose, RevokedCertParams,
    SanType, SerialNumber, date_time_ymd,
};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use crate::responder::{Responder, ok};

pub type Authority = CertifiedIssuer<'static, KeyPair>;

pub fn authority(name: &str) -> Authority {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A good certificate of this computer, before it is spoilt.
fn good() -> CertificateParams {
    let mut params = CertificateParams::default();
    params.subject_alt_names = vec![SanType::IpAddress(IpAddr::V4(Ipv4Addr::LOCALHOST))];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    params
}

/// A server that shows a certificate and answers one list.
async fn server(certificate: CertificateDer<'static>, key: &KeyPair) -> u16 {
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let answers = Responder::start([ok(r#"{"data":[]}"#)]).await;
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            if let Ok(secure) = acceptor.accept(socket).await {
                answers.clone().serve(secure, 0).await;
            }
        }
    });
    port
}

/// What a client says that trusts `authorities`.
async fn probe(port: u16, authorities: &Authorities) -> Outcome<()> {
    let base = Base::parse(&format!("https://127.0.0.1:{port}/stockroom")).unwrap();
    let client = Client::new(base, Limits::default(), authorities).unwrap();
    client.probe(None, Endpoint::ListMovements).await
}

/// What a client says of a certificate signed by an authority it trusts.
async fn of(params: CertificateParams) -> Outcome<()> {
    let authority = authority("our own");
    let key = KeyPair::generate().unwrap();
    let certificate = params.signed_by(&key, &authority).unwrap();
    let trusted = Authorities::parse(&authority.pem()).unwrap();
    probe(server(certificate.der().clone(), &key).await, &trusted).await
}

fn problem(why: CertificateProblem) -> Outcome<()> {
    Outcome::NotWritten(Trouble::Certificate(why))
}

#[tokio::test]
async fn an_own_authority_is_trusted_beside_the_systems() {
    assert_eq!(of(good()).await, Outcome::Accepted(()));
}

#[tokio::test]
async fn every_bad_certificate_is_refused_by_its_name_before_anything_is_written() {
    let mut other_host = good();
    other_host.subject_alt_names = vec![SanType::DnsName("stock.example".try_into().unwrap())];
    assert_eq!(of(other_host).await, problem(CertificateProblem::WrongHost));
    let mut other_address = good();
    other_address.subject_alt_names =
        vec![SanType::IpAddress(IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1)))];
    assert_eq!(of(other_address).await, problem(CertificateProblem::WrongHost));
    let mut expired = good();
    expired.not_before = date_time_ymd(2001, 1, 1);
    expired.not_after = date_time_ymd(2002, 1, 1);
    assert_eq!(of(expired).await, problem(CertificateProblem::Expired));
    let mut early = good();
    early.not_before = date_time_ymd(3001, 1, 1);
    early.not_after = date_time_ymd(3002, 1, 1);
    assert_eq!(of(early).await, problem(CertificateProblem::NotYetValid));
    let mut for_clients = good();
    for_clients.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
    assert_eq!(of(for_clients).await, problem(CertificateProblem::Other));
    let mut an_authority = good();
    an_authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    assert_eq!(of(an_authority).await, problem(CertificateProblem::Other));
}

#[tokio::test]
async fn an_authority_that_nobody_told_us_of_is_not_trusted() {
    let unknown = problem(CertificateProblem::UnknownIssuer);
    let own = authority("our own");
    let key = KeyPair::generate().unwrap();
    let certificate = good().signed_by(&key, &own).unwrap();
    let port = server(certificate.der().clone(), &key).await;
    for name in ["another", "our own"] {
        let other = Authorities::parse(&authority(name).pem()).unwrap();
        assert_eq!(probe(port, &other).await, unknown, "{name}");
    }
    let trusts_other = Authorities::parse(&authority("another").pem()).unwrap();
    let key = KeyPair::generate().unwrap();
    let self_signed = good().self_signed(&key).unwrap();
    let port = server(self_signed.der().clone(), &key).await;
    assert_eq!(probe(port, &trusts_other).await, unknown);
    let told = Authorities::parse(&self_signed.pem()).unwrap();
    assert_eq!(probe(port, &told).await, Outcome::Accepted(()), "once it is told, it is");
}

/// A revocation list of an authority that holds today, in PEM form.
fn takes_back(authority: &Authority, serials: &[u64]) -> String {
    takes_back_until(3000, authority, serials)
}

/// The same until a year has passed.
fn takes_back_until(year: i32, authority: &Authority, serials: &[u64]) -> String {
    let taken_back = |serial: &u64| RevokedCertParams {
        serial_number: SerialNumber::from(*serial),
        revocation_time: date_time_ymd(2024, 6, 17),
        reason_code: None,
        invalidity_date: None,
    };
    let list = CertificateRevocationListParams {
        this_update: date_time_ymd(2024, 6, 17),
        next_update: date_time_ymd(year, 7, 17),
        crl_number: SerialNumber::from(1),
        issuing_distribution_point: None,
        revoked_certs: serials.iter().map(taken_back).collect(),
        key_identifier_method: KeyIdMethod::Sha256,
    };
    list.signed_by(authority).unwrap().pem().unwrap()
}

#[tokio::test]
async fn a_certificate_its_issuer_took_back_by_a_list_in_the_file_is_refused() {
    let (own, other) = (authority("our own"), authority("another"));
    let key = KeyPair::generate().unwrap();
    let mut params = good();
    params.serial_number = Some(SerialNumber::from(7));
    let certificate = params.signed_by(&key, &own).unwrap();
    let with = async |lists: &[String]| {
        let trusted = Authorities::parse(&(own.pem() + &lists.concat())).unwrap();
        // Each answers one list.
        probe(server(certificate.der().clone(), &key).await, &trusted).await
    };
    let revoked = problem(CertificateProblem::Revoked);
    assert_eq!(with(&[takes_back(&own, &[6, 7])]).await, revoked);
    assert_eq!(with(&[takes_back(&own, &[7]), takes_back(&other, &[])]).await, revoked);
    for harmless in [&[][..], &[takes_back(&own, &[8])], &[takes_back(&own, &[])]] {
        assert_eq!(with(harmless).await, Outcome::Accepted(()));
    }
    let of_another = [takes_back(&other, &[7])];
    assert_eq!(with(&of_another).await, Outcome::Accepted(()), "the 7 of another issuer");
    // Whoever kept a new list away would bring a certificate back that it takes back.
    let old = problem(CertificateProblem::OldRevocationList);
    assert_eq!(with(&[takes_back_until(2025, &own, &[8])]).await, old);
    assert_eq!(with(&[takes_back_until(2025, &own, &[7])]).await, old);
}

#[tokio::test]
async fn a_port_that_speaks_plain_http_is_a_broken_connection() {
    let responder = Responder::start([]).await;
    let plain = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = plain.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = plain.accept().await {
            let bad = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
            let _ = tokio::io::AsyncWriteExt::write_all(&mut socket, bad).await;
        }
    });
    let trusted = Authorities::parse(&authority("our own").pem()).unwrap();
    assert_eq!(probe(port, &trusted).await, Outcome::NotWritten(Trouble::Broken));
    assert!(responder.received().is_empty());
}

#[tokio::test]
async fn a_server_of_old_protocols_alone_is_refused_and_called_so() {
    // The alert a server sends that speaks no version this client does.
    let old = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = old.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = old.accept().await {
            let mut hello = [0; 5];
            let _ = tokio::io::AsyncReadExt::read_exact(&mut socket, &mut hello).await;
            let alert = [21, 3, 1, 0, 2, 2, 70];
            let _ = tokio::io::AsyncWriteExt::write_all(&mut socket, &alert).await;
            std::future::pending::<()>().await;
        }
    });
    let trusted = Authorities::parse(&authority("our own").pem()).unwrap();
    assert_eq!(probe(port, &trusted).await, problem(CertificateProblem::OldProtocol));
}

#[test]
fn authorities_are_read_from_pem_and_from_nothing_else() {
    let (one, two) = (authority("our own").pem(), authority("our own").pem());
    let key = KeyPair::generate().unwrap().serialize_pem();
    let list = takes_back(&authority("our own"), &[7]);
    assert_eq!(Authorities::parse(&format!("{list}{one}{list}")).unwrap().lists(), 2);
    let both = format!("Subject: our own\n{one}\n{key}\n{two}\n");
    let parsed = Authorities::parse(&both).unwrap();
    assert_eq!((parsed.len(), parsed.is_empty()), (2, false));
    assert!(Authorities::none().is_empty());
    let (begin, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----");
    for text in [
        String::new(),
        "not a certificate".into(),
        key,
        format!("{begin}\nAAAA\n{end}\n"),
        format!("{begin}\n!!!!\n{end}\n"),
        format!("{begin}\n"),
        list,
        format!("{one}-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n"),
        format!("{one}{begin}\nAAAA\n{end}\n"),
    ] {
        assert_eq!(Authorities::parse(&text).err(), Some(NotACertificate), "{text}");
    }
}

#[test]
fn what_stands_in_a_certificate_can_be_shown_before_it_is_trusted() {
    let own = authority("our \u{202e}own");
    let details = Authorities::inspect(&own.pem()).unwrap().remove(0);
    assert!(details.subject.contains("our own"), "{}", details.subject);
    assert!(details.is_authority && details.not_before < details.not_after);
    assert_eq!(details.fingerprint.len(), 32 * 3 - 1);
    let server = good().self_signed(&KeyPair::generate().unwrap()).unwrap();
    assert!(!Authorities::inspect(&server.pem()).unwrap()[0].is_authority);
}

/// Trusted as an anchor, its key could sign for every other host.
#[tokio::test]
async fn a_certificate_that_is_no_authority_stands_for_itself_alone() {
    let mut explicit = good();
    explicit.is_ca = IsCa::ExplicitNoCa;
    for params in [good(), explicit] {
        let own = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let trusted = Authorities::parse(&own.pem()).unwrap();
        let shown = server(own.der().clone(), own.key()).await;
        assert_eq!(probe(shown, &trusted).await, Outcome::Accepted(()));
        let key = KeyPair::generate().unwrap();
        let signed = good().signed_by(&key, &own).unwrap();
        let forged = server(signed.der().clone(), &key).await;
        assert_eq!(probe(forged, &trusted).await, problem(CertificateProblem::UnknownIssuer));
    }
    let mut other = good();
    other.subject_alt_names = vec![SanType::DnsName("stock.example".try_into().unwrap())];
    let mut old = good();
    (old.not_before, old.not_after) = (date_time_ymd(2001, 1, 1), date_time_ymd(2002, 1, 1));
    for (params, why) in
        [(other, CertificateProblem::WrongHost), (old, CertificateProblem::Expired)]
    {
        let key = KeyPair::generate().unwrap();
        let own = params.self_signed(&key).unwrap();
        let trusted = Authorities::parse(&own.pem()).unwrap();
        assert_eq!(probe(server(own.der().clone(), &key).await, &trusted).await, problem(why));
    }
}

#[tokio::test]
async fn an_authority_whose_time_is_over_or_not_yet_come_is_not_trusted() {
    for (from, to) in [(2001, 2002), (3001, 3002)] {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        (params.not_before, params.not_after) =
            (date_time_ymd(from, 1, 1), date_time_ymd(to, 1, 1));
        let old = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let key = KeyPair::generate().unwrap();
        let certificate = good().signed_by(&key, &old).unwrap();
        // With another beside it, so that there is trust to begin with.
        let trusted = Authorities::parse(&(authority("our own").pem() + &old.pem())).unwrap();
        let port = server(certificate.der().clone(), &key).await;
        assert_eq!(probe(port, &trusted).await, problem(CertificateProblem::UnknownIssuer));
    }
}

//! R-N4: a certificate that does not hold is refused by its reason, before anything is sent. Fourteen
//! bad ones, each on a server of its own that would answer; and good ones, which are accepted.

use std::net::{IpAddr, Ipv4Addr};

use client::{Authorities, Client, Limits, Outcome, Trouble};
use contract::{CertificateProblem, Endpoint};
use rcgen::{
    CertificateParams, CertifiedIssuer, ExtendedKeyUsagePurpose, GeneralSubtree, KeyPair,
    NameConstraints, SanType, date_time_ymd,
};

use crate::certificates::{
    Authority, Shown, authority, authority_params, corpus, good, kept, old_server, private, server,
    signed, takes_back,
};
use crate::promise::{Amount, Counts, Violation, check};
use crate::responder::{Reply, Responder, base, json};
use crate::run::until_done;

/// A bad certificate, and what the user is told.
#[derive(Clone, Copy, Debug)]
enum Bad {
    WrongHost,
    Expired,
    NotYetValid,
    SelfSigned,
    UnknownIssuer,
    WrongKeyUsage,
    WeakSignature,
    ChainCut,
    NameConstraint,
    Revoked,
    Sha1,
    Tls11,
    IpForName,
    EmptyName,
}

const ALL: [(Bad, CertificateProblem); 14] = [
    (Bad::WrongHost, CertificateProblem::WrongHost),
    (Bad::Expired, CertificateProblem::Expired),
    (Bad::NotYetValid, CertificateProblem::NotYetValid),
    (Bad::SelfSigned, CertificateProblem::UnknownIssuer),
    (Bad::UnknownIssuer, CertificateProblem::UnknownIssuer),
    (Bad::WrongKeyUsage, CertificateProblem::Other),
    // A signature that cannot be relied on is nobody's.
    (Bad::WeakSignature, CertificateProblem::UnknownIssuer),
    (Bad::ChainCut, CertificateProblem::UnknownIssuer),
    (Bad::NameConstraint, CertificateProblem::Other),
    (Bad::Revoked, CertificateProblem::Revoked),
    (Bad::Sha1, CertificateProblem::Other),
    (Bad::Tls11, CertificateProblem::OldProtocol),
    (Bad::IpForName, CertificateProblem::WrongHost),
    (Bad::EmptyName, CertificateProblem::WrongHost),
];

/// Runs the first `count` of the fourteen, and the good ones.
///
/// # Errors
/// If a bad one is accepted, or refused for another reason, or told anything; if a good one is not
/// accepted.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async {
        let mut counts = Counts::default();
        accepted().await?;
        counts.add("good accepted", 4);
        let asked = usize::try_from(amount.count).unwrap_or(usize::MAX);
        for (bad, why) in ALL.into_iter().take(asked) {
            refused(bad, why).await?;
            counts.add("bad refused", 1);
        }
        Ok(counts)
    })
}

/// Signed by a trusted authority; through one between; with a list that names others; and like those
/// with a weak signature, but with a good one.
async fn accepted() -> Result<(), Violation> {
    let own = authority("our own")?;
    let between = between(&own, authority_params("between"))?;
    let chain = [between.der().clone()];
    let list = own.pem() + &takes_back(&own, &[8])?;
    for (shown, trusted) in [
        (signed(&good(), &own, &[])?, own.pem()),
        (signed(&good(), &between, &chain)?, own.pem()),
        (signed(&good(), &own, &[])?, list),
        (kept("good")?, corpus("authority.pem")?),
    ] {
        let (outcome, told) = try_one(shown, &trusted).await?;
        check(outcome == Outcome::Accepted(()) && told == 1, || {
            format!("a good certificate became {outcome:?} after {told} requests")
        })?;
    }
    Ok(())
}

async fn refused(bad: Bad, why: CertificateProblem) -> Result<(), Violation> {
    let own = authority("our own")?;
    let (outcome, told) = match bad {
        Bad::Tls11 => (probe(old_server().await?, &own.pem()).await?, 0),
        Bad::Sha1 => try_one(kept("sha1")?, &corpus("authority.pem")?).await?,
        Bad::WeakSignature => try_one(kept("weak")?, &corpus("weak-authority.pem")?).await?,
        Bad::Revoked => {
            let trusted = own.pem() + &takes_back(&own, &[6, 7])?;
            try_one(signed(&good(), &own, &[])?, &trusted).await?
        }
        _ => try_one(shown(bad, &own)?, &own.pem()).await?,
    };
    let expected = Outcome::NotWritten(Trouble::Certificate(why));
    check(outcome == expected && told == 0, || {
        format!("{bad:?} became {outcome:?} after {told} requests, not {expected:?}")
    })
}

/// A certificate that is bad in this one way.
fn shown(bad: Bad, own: &Authority) -> Result<Shown, Violation> {
    let mut params = good();
    match bad {
        Bad::WrongHost => {
            let other = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1));
            let name = SanType::DnsName("stock.example".try_into()?);
            params.subject_alt_names = vec![name, SanType::IpAddress(other)];
        }
        Bad::Expired => valid(&mut params, 2001, 2002),
        Bad::NotYetValid => valid(&mut params, 3001, 3002),
        Bad::WrongKeyUsage => {
            params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
        }
        // The number written as a name is no address.
        Bad::IpForName => {
            params.subject_alt_names = vec![SanType::DnsName("127.0.0.1".try_into()?)];
        }
        Bad::EmptyName => params.subject_alt_names = Vec::new(),
        Bad::SelfSigned => {
            let key = KeyPair::generate()?;
            let own = params.self_signed(&key)?.der().clone();
            return Ok(Shown { chain: vec![own], key: private(&key)? });
        }
        Bad::UnknownIssuer => {
            let other = authority("another")?;
            return signed(&params, &other, &[other.der().clone()]);
        }
        Bad::ChainCut => return signed(&params, &between(own, authority_params("between"))?, &[]),
        Bad::NameConstraint => {
            let mut limited = authority_params("limited");
            let allowed = GeneralSubtree::DnsName("stock.example".into());
            let no_address =
                GeneralSubtree::IpAddress(rcgen::CidrSubnet::V4([10, 0, 0, 0], [255, 0, 0, 0]));
            limited.name_constraints = Some(NameConstraints {
                permitted_subtrees: vec![allowed, no_address],
                excluded_subtrees: Vec::new(),
            });
            let limited = between(own, limited)?;
            return signed(&params, &limited, &[limited.der().clone()]);
        }
        Bad::WeakSignature | Bad::Revoked | Bad::Sha1 | Bad::Tls11 => {
            return Err(Violation(format!("{bad:?} is no certificate that is made")));
        }
    }
    signed(&params, own, &[])
}

fn valid(params: &mut CertificateParams, from: i32, to: i32) {
    params.not_before = date_time_ymd(from, 1, 1);
    params.not_after = date_time_ymd(to, 1, 1);
}

fn between(own: &Authority, params: CertificateParams) -> Result<Authority, Violation> {
    Ok(CertifiedIssuer::signed_by(params, KeyPair::generate()?, own)?)
}

/// The outcome at a server that shows this, and how many requests it was told.
async fn try_one(shown: Shown, trusted: &str) -> Result<(Outcome<()>, usize), Violation> {
    let answers = Responder::start(|_, _| Reply::Bytes(json(b"{\"data\":[]}"))).await?;
    let port = server(shown, answers.clone()).await?;
    let outcome = probe(port, trusted).await?;
    Ok((outcome, answers.received().len()))
}

async fn probe(port: u16, trusted: &str) -> Result<Outcome<()>, Violation> {
    let trusted = Authorities::parse(trusted)?;
    let base = base(&format!("https://127.0.0.1:{port}/stockroom"))?;
    let client = Client::new(base, Limits::default(), &trusted)?;
    Ok(client.probe(None, Endpoint::ListMovements).await)
}

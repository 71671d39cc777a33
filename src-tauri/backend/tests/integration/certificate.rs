//! An own authority: kept, described, refused when unusable, forgotten.

use contract::*;

use crate::harness::{Harness, code};

/// A certificate authority made for this test; it signs nothing.
const AUTHORITY: &str = include_str!("authority.pem");

async fn trusted(harness: &Harness) -> Option<Certificate> {
    harness.backend.certificate(ReadCertificate { server: harness.base.clone() }).await.unwrap()
}

fn file(harness: &Harness, pem: &str) -> TrustCertificate {
    let server = harness.base.clone();
    TrustCertificate { server, file_name: "hospital\nroot.pem".into(), pem: pem.into() }
}

fn forget(harness: &Harness) -> ForgetCertificate {
    ForgetCertificate { server: harness.base.clone() }
}

/// Where what is trusted for the service is kept.
fn kept_at(harness: &Harness) -> std::path::PathBuf {
    let host = harness.base.trim_start_matches("http://").split('/').next().unwrap();
    harness.data.path().join("trusted").join(format!("{}.pem", host.replace(':', "+")))
}

#[tokio::test]
async fn an_authority_is_kept_over_a_restart_and_forgotten_on_request() {
    let mut harness = Harness::new().await;
    assert_eq!(trusted(&harness).await, None);
    let kept = harness.backend.trust_certificate(file(&harness, AUTHORITY)).await.unwrap();
    assert_eq!((kept.file_name.as_str(), kept.certificates.len()), ("hospitalroot.pem", 1));
    assert!(harness.base.contains(&format!("//{}/", kept.host)));
    harness.restart().await;
    assert_eq!(trusted(&harness).await, Some(kept));
    harness.sign_in().await.expect("it is trusted beside the system's, not in their place");
    harness.backend.forget_certificate(forget(&harness)).await.unwrap();
    harness.backend.forget_certificate(forget(&harness)).await.unwrap();
    assert_eq!(trusted(&harness).await, None);
}

#[tokio::test]
async fn a_private_key_in_the_same_file_is_not_kept() {
    let harness = Harness::new().await;
    let key = "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n";
    let both = format!("{key}{}{key}", AUTHORITY.replace('\n', "\r\n"));
    let kept = harness.backend.trust_certificate(file(&harness, &both)).await.unwrap();
    assert_eq!(kept.certificates.len(), 1);
    let content = std::fs::read_to_string(kept_at(&harness)).unwrap();
    assert!(!content.contains("PRIVATE") && !content.contains("MIGH"));
}

#[tokio::test]
async fn a_file_without_a_usable_certificate_changes_nothing() {
    let harness = Harness::new().await;
    harness.backend.trust_certificate(file(&harness, AUTHORITY)).await.unwrap();
    let torn = &AUTHORITY[..AUTHORITY.len() / 2];
    let large = format!("{AUTHORITY}\n{}", " ".repeat(1024 * 1024));
    for unusable in ["", "not a certificate", torn, &large] {
        let refused = harness.backend.trust_certificate(file(&harness, unusable)).await;
        assert_eq!(code(refused), "certificate_file");
    }
    assert!(trusted(&harness).await.is_some());
}

#[tokio::test]
async fn a_kept_file_that_was_damaged_is_said_and_not_passed_over() {
    let harness = Harness::new().await;
    std::fs::create_dir(harness.data.path().join("trusted")).unwrap();
    std::fs::write(kept_at(&harness), "File: x\ndamaged").unwrap();
    assert_eq!(
        code(harness.backend.certificate(ReadCertificate { server: harness.base.clone() }).await),
        "certificate_file"
    );
    assert_eq!(code(harness.sign_in().await), "certificate_file");
    harness.backend.forget_certificate(forget(&harness)).await.unwrap();
    harness.sign_in().await.unwrap();
}

#[test]
fn a_certificate_is_shown_before_it_is_trusted() {
    let shown = backend::Backend::inspect_certificates(AUTHORITY).unwrap();
    assert_eq!(shown.len(), 1);
    assert_eq!(shown[0].subject, "CN=Sample Hospital Root");
    assert!(shown[0].is_authority);
    assert!(backend::Backend::inspect_certificates("none").is_err());
}

#[tokio::test]
async fn what_is_trusted_for_one_service_is_trusted_for_no_other() {
    let harness = Harness::new().await;
    let here = "https://stock.example/stockroom";
    let request = TrustCertificate { server: here.into(), ..file(&harness, AUTHORITY) };
    let kept = harness.backend.trust_certificate(request).await.unwrap();
    assert_eq!(kept.host, "stock.example");
    let trusted = async |server: &str| {
        let request = ReadCertificate { server: server.into() };
        harness.backend.certificate(request).await.unwrap().is_some()
    };
    for same in [here, "https://STOCK.example", "stock.example/another"] {
        assert!(trusted(same).await, "{same}");
    }
    let others = ["https://stock.example:8443", "https://depot.example", "https://[::1]:8443"];
    for other in others {
        assert!(!trusted(other).await, "{other}");
    }
}

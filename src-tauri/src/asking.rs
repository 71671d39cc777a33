//! Questions that no page may answer, in a dialog of the system: whether an address may be called that
//! this computer does not know (when that is asked, the backend decides), and whether certificates are
//! to be trusted.

use std::sync::Arc;

use backend::{Consent, Elsewhere};
use contract::{CertificateDetails, Language};
use tauri::{AppHandle, Manager as _, Runtime};
use tauri_plugin_dialog::{Dialog, MessageDialogButtons, MessageDialogKind};

use crate::settings::SettingsFile;

/// The backend's way to ask, and the addresses that need no question.
pub fn elsewhere<R: Runtime>(app: &AppHandle<R>, known: Option<String>) -> Elsewhere {
    let app = app.clone();
    let ask = Arc::new(move |address: String| -> Consent { Box::pin(ask(app.clone(), address)) });
    Elsewhere::Asked { known: known.into_iter().collect(), ask }
}

/// Whether whoever sits here says yes to calling an address.
async fn ask<R: Runtime>(app: AppHandle<R>, address: String) -> bool {
    let words = to_call(language(&app), &address);
    answer(&app, words).await
}

/// Whether whoever sits here says yes to trusting these certificates for a service.
pub async fn trusts<R: Runtime>(
    app: &AppHandle<R>,
    server: &str,
    certificates: &[CertificateDetails],
) -> bool {
    answer(app, to_trust(language(app), server, certificates)).await
}

/// What is answered to a question. Where nothing can be shown, nobody says yes.
async fn answer<R: Runtime>(app: &AppHandle<R>, words: Words) -> bool {
    let Some(dialog) = app.try_state::<Dialog<R>>() else { return false };
    let (answer, answered) = tokio::sync::oneshot::channel();
    dialog
        .message(words.question)
        .title("Stockhand")
        .kind(MessageDialogKind::Warning)
        .buttons(MessageDialogButtons::OkCancelCustom(words.yes.into(), words.no.into()))
        .show(move |yes| {
            // Whoever asked may be gone by now.
            let _ = answer.send(yes);
        });
    answered.await.unwrap_or(false)
}

struct Words {
    question: String,
    yes: &'static str,
    no: &'static str,
}

fn to_call(language: Language, address: &str) -> Words {
    let is_plain = address.starts_with("http://");
    match language {
        Language::English => {
            let plain = "\n\nYour password and everything else can be read on the way there.";
            Words {
                question: format!(
                    "Is Stockhand to call {address}?\n\nThis computer has not been signed in there \
                     before. Say yes only if you typed this address yourself.{}",
                    if is_plain { plain } else { "" }
                ),
                yes: "Call it",
                no: "Cancel",
            }
        }
        Language::French => {
            let plain = "\n\nVotre mot de passe et tout le reste peuvent être lus en chemin.";
            Words {
                question: format!(
                    "Stockhand doit-il appeler {address}\u{202f}?\n\nPersonne ne s’est encore connecté \
                     à cette adresse depuis cet ordinateur. N’acceptez que si vous l’avez saisie \
                     vous-même.{}",
                    if is_plain { plain } else { "" }
                ),
                yes: "Appeler",
                no: "Annuler",
            }
        }
    }
}

/// So many certificates are shown in full; a dialog has no room for more.
const SHOWN: usize = 4;

fn to_trust(language: Language, server: &str, certificates: &[CertificateDetails]) -> Words {
    let shown = certificates.iter().take(SHOWN).map(|one| described(language, one));
    let shown = shown.collect::<Vec<_>>().join("\n\n");
    let more = certificates.len().saturating_sub(SHOWN);
    match language {
        Language::English => Words {
            question: format!(
                "Trust this for {server}?\n\n{shown}{}\n\nCompare the fingerprint with the one your \
                 administrator gave you.",
                if more > 0 { format!("\n\nand {more} more") } else { String::new() }
            ),
            yes: "Trust",
            no: "Cancel",
        },
        Language::French => Words {
            question: format!(
                "Faire confiance à ceci pour {server}\u{202f}?\n\n{shown}{}\n\nComparez l’empreinte \
                 avec celle que votre administrateur vous a donnée.",
                if more > 0 { format!("\n\net {more} de plus") } else { String::new() }
            ),
            yes: "Faire confiance",
            no: "Annuler",
        },
    }
}

fn described(language: Language, certificate: &CertificateDetails) -> String {
    let CertificateDetails { subject, not_before, not_after, fingerprint, is_authority } =
        certificate;
    let (from, until) = (not_before.format("%Y-%m-%d"), not_after.format("%Y-%m-%d"));
    match (language, is_authority) {
        (Language::English, true) => {
            format!("Authority: {subject}\nValid {from} to {until}\nSHA-256 {fingerprint}")
        }
        (Language::English, false) => {
            format!("One server: {subject}\nValid {from} to {until}\nSHA-256 {fingerprint}")
        }
        (Language::French, true) => format!(
            "Autorité\u{202f}: {subject}\nValable du {from} au {until}\nSHA-256 {fingerprint}"
        ),
        (Language::French, false) => format!(
            "Un seul serveur\u{202f}: {subject}\nValable du {from} au {until}\nSHA-256 {fingerprint}"
        ),
    }
}

/// The window's language; where it follows the system, what the environment says.
fn language<R: Runtime>(app: &AppHandle<R>) -> Language {
    let chosen = app.try_state::<SettingsFile<R>>().and_then(|settings| settings.read().language);
    chosen.unwrap_or_else(|| {
        let system = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
        match system {
            Some(system) if system.starts_with("fr") => Language::French,
            _ => Language::English,
        }
    })
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone as _, Utc};

    use super::*;

    const BOTH: [Language; 2] = [Language::English, Language::French];

    #[test]
    fn the_question_about_an_address_names_it_and_warns_where_nothing_is_protected() {
        for language in BOTH {
            let safe = to_call(language, "https://stock.example").question;
            let plain = to_call(language, "http://stock.example").question;
            assert!(safe.contains("https://stock.example") && plain.len() > safe.len());
        }
    }

    #[test]
    fn the_question_about_certificates_shows_for_whom_whose_how_long_and_the_fingerprint() {
        let day = |year| Utc.with_ymd_and_hms(year, 5, 4, 0, 0, 0).unwrap();
        let one = CertificateDetails {
            subject: "CN=Sample Hospital Root".into(),
            not_before: day(2020),
            not_after: day(2030),
            fingerprint: "AA:BB".into(),
            is_authority: true,
        };
        for language in BOTH {
            let question =
                to_trust(language, "https://stock.example", std::slice::from_ref(&one)).question;
            for part in ["//stock.example", "Sample Hospital", "2020-05-04", "2030-05-04", "AA:BB"]
            {
                assert!(question.contains(part), "{part}: {question}");
            }
            let many = to_trust(language, "https://stock.example", &vec![one.clone(); 6]).question;
            assert_eq!(many.matches("AA:BB").count(), SHOWN);
            assert!(many.contains("2 more") || many.contains("2 de plus"));
        }
    }
}

//! The question whether an address may be called that this computer does not know: in a dialog of the
//! system, which no page can answer. When it is asked, the backend decides.

use std::sync::Arc;

use backend::{Answer, Elsewhere};
use contract::Language;
use tauri::{AppHandle, Manager as _, Runtime};
use tauri_plugin_dialog::{Dialog, MessageDialogButtons, MessageDialogKind};

use crate::SettingsFile;

/// The backend's way to ask, and the addresses that need no question.
pub fn elsewhere<R: Runtime>(app: &AppHandle<R>, known: Option<String>) -> Elsewhere {
    let app = app.clone();
    let ask = Arc::new(move |address: String| -> Answer { Box::pin(ask(app.clone(), address)) });
    Elsewhere::Asked { known: known.into_iter().collect(), ask }
}

/// Whether whoever sits here says yes. Where nothing can be shown, nobody does.
async fn ask<R: Runtime>(app: AppHandle<R>, address: String) -> bool {
    let Some(dialog) = app.try_state::<Dialog<R>>() else { return false };
    let words = words(language(&app), &address);
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

fn words(language: Language, address: &str) -> Words {
    match language {
        Language::English => Words {
            question: format!(
                "Is Stockhand to call {address}?\n\nThis computer has not been signed in there \
                 before. Say yes only if you typed this address yourself."
            ),
            yes: "Call it",
            no: "Cancel",
        },
        Language::French => Words {
            question: format!(
                "Stockhand doit-il appeler {address} ?\n\nPersonne ne s’est encore connecté à cette \
                 adresse depuis cet ordinateur. N’acceptez que si vous l’avez saisie vous-même."
            ),
            yes: "Appeler",
            no: "Annuler",
        },
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

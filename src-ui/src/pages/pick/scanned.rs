//! A movement's code that is scanned in the list, from a printed list say: the movement is selected for a
//! walk, or the walk goes on that it is in. A second scan changes nothing.

use contract::gs1::without_mark;
use contract::{Failure, ListToPick, Page, ToPickRow};
use leptos::prelude::*;

use super::WalkChoice;
use crate::i18n::say;
use crate::ipc;
use crate::look::DisplaySettings;
use crate::navigation::Route;
use crate::sound::{self, Sound};
use crate::wording::words::failure as failure_words;

/// So many movements are looked through in which a code is found.
const MOST: u32 = 50;

impl WalkChoice {
    /// Looks for the movement of a scanned code.
    pub(super) fn scanned(self, code: &str, look: DisplaySettings) {
        let code = without_mark(code.trim()).to_owned();
        let request = ListToPick { start: 0, count: MOST, text: code.clone() };
        ipc::ask(&request, move |answer: Result<Page<ToPickRow>, Failure>| {
            // The page may be closed by now.
            if self.ticked.try_get_untracked().is_none() {
                return;
            }
            let is_it = |row: &ToPickRow| {
                row.identifier.as_deref().is_some_and(|it| it.eq_ignore_ascii_case(&code))
            };
            let found = answer.map(|page| page.rows.into_iter().find(is_it));
            let is_right = untrack(|| {
                let why = match found {
                    Ok(Some(row)) => return self.select(&row, code),
                    Ok(None) => say!(self.i18n, to_pick.no_such_code, code = code),
                    Err(failure) => failure_words(self.i18n, &failure),
                };
                self.toasts.tell(why);
                false
            });
            let volume = look.now().scanner.volume;
            sound::play(if is_right { Sound::Right } else { Sound::Wrong }, volume);
        });
    }

    /// Selects a movement, or opens its walk; no where it is one too many.
    fn select(self, row: &ToPickRow, code: String) -> bool {
        if let Some(walk) = row.walk {
            self.tabs.open(Route::Walk(walk));
            return true;
        }
        let name = row.name.clone().unwrap_or_default();
        if self.ticked.with_untracked(|ticked| ticked.contains(&row.key)) {
            self.toasts.say(say!(self.i18n, to_pick.scanned_before, code = code));
            return true;
        }
        let is_done = self.tick(row.key, None);
        if is_done {
            self.toasts.say(say!(self.i18n, to_pick.scanned, code = code, name = name));
        }
        is_done
    }
}

//! Reasons to choose from: those of the interface document, those kept for this site, and those seen
//! in the service. Command `save_reasons`.

use contract::{Done, ReasonChoice, SaveReasons, Topic};

use crate::{Backend, error::Error};

/// The reasons of the interface document (2.3), in the order of their keys.
const PRESET: [&str; 3] = ["STOCKOUT", "CLINICAL", "BECAUSE"];

/// No more than this many are offered; any other can be typed.
const MOST: usize = 15;

impl Backend {
    /// Keeps the reasons of this site.
    ///
    /// # Errors
    /// If no profile is open, or they cannot be kept.
    pub async fn save_reasons(&self, request: SaveReasons) -> Result<Done, Error> {
        let opened = self.opened()?;
        let own = choices(&request.reasons, &[]).into_iter().filter(|choice| choice.own);
        let own: Vec<_> = own.map(|choice| choice.code).collect();
        opened.learn(|facts| facts.reasons = own).await?;
        opened.common.changes.announce(&[Topic::Editor]);
        Ok(Done {})
    }
}

/// All to choose from, each once, in the order of their keys.
pub(super) fn choices(own: &[String], seen: &[String]) -> Vec<ReasonChoice> {
    let preset = PRESET.iter().map(|code| (*code, false));
    let own = own.iter().map(|code| (code.trim(), true));
    let seen = seen.iter().map(|code| (code.trim(), false));
    let mut choices: Vec<ReasonChoice> = Vec::new();
    for (code, own) in preset.chain(own).chain(seen) {
        let is_new = !code.is_empty() && choices.iter().all(|choice| choice.code != code);
        if is_new && choices.len() < MOST {
            choices.push(ReasonChoice { code: code.to_owned(), own });
        }
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(own: &[&str], seen: &[&str]) -> Vec<(String, bool)> {
        let texts = |all: &[&str]| all.iter().map(|code| (*code).to_owned()).collect::<Vec<_>>();
        let choices = choices(&texts(own), &texts(seen)).into_iter();
        choices.map(|choice| (choice.code, choice.own)).collect()
    }

    #[test]
    fn those_of_the_document_come_first_then_the_sites_then_those_seen_each_once() {
        let all = codes(&[" DAMAGED ", "CLINICAL", ""], &["EXPIRED", "STOCKOUT", "DAMAGED"]);
        let all: Vec<_> = all.iter().map(|(code, own)| (code.as_str(), *own)).collect();
        let expected = [
            ("STOCKOUT", false),
            ("CLINICAL", false),
            ("BECAUSE", false),
            ("DAMAGED", true),
            ("EXPIRED", false),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn the_list_has_an_end() {
        let seen: Vec<_> = (0..40).map(|n| format!("R{n}")).collect();
        assert_eq!(choices(&[], &seen).len(), MOST);
    }
}

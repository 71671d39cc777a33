//! The error shape (interface document, 7) and its relatives: validation errors carry their words in
//! lists of fields, some errors carry words without a code.

use serde::Deserialize;

use super::mend::{mended, without_mark};
use super::read::{Loose, Text, Texts, Whole};

/// Characters of a message that are kept; what installations put here can be a whole stack of
/// database texts.
const KEPT: usize = 2000;

/// An error as the service words it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ErrorShape {
    pub code: Option<i64>,
    pub message: String,
}

impl ErrorShape {
    /// The error in a body, at whatever status: an object with a code, or with words.
    pub fn find(body: &[u8]) -> Option<Self> {
        let body = without_mark(body);
        let wire = serde_json::from_slice::<Loose<ErrorWire>>(body).ok();
        let Loose::Object(wire) = wire.or_else(|| serde_json::from_str(&mended(body)?).ok())?
        else {
            return None;
        };
        let code = wire.error_code.0;
        let said = wire.error_message.0.is_some() || !wire.error_messages.0.is_empty();
        (code.is_some() || said).then(|| Self { code, message: wire.words() })
    }
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ErrorWire {
    error_code: Whole,
    error_message: Text,
    error_messages: Texts,
    data: Loose<FieldErrors>,
}

/// An error of a field, or an object that holds a list of them.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct FieldErrors {
    default_message: Text,
    message: Text,
    errors: Loose<FieldError>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct FieldError {
    default_message: Text,
    message: Text,
}

impl ErrorWire {
    fn words(self) -> String {
        let mut words = Words::default();
        words.add(self.error_message.0);
        self.error_messages.0.into_iter().for_each(|message| words.add(Some(message)));
        for object in objects(self.data) {
            words.add(object.default_message.0.or(object.message.0));
            for error in objects(object.errors) {
                words.add(error.message.0.or(error.default_message.0));
            }
        }
        words.0.chars().take(KEPT).collect()
    }
}

fn objects<T>(loose: Loose<T>) -> impl Iterator<Item = T> {
    let list = match loose {
        Loose::List(list) => list,
        single => vec![single],
    };
    list.into_iter().filter_map(|element| match element {
        Loose::Object(object) => Some(object),
        _ => None,
    })
}

/// Sentences, one a line, each said once.
#[derive(Default)]
struct Words(String);

impl Words {
    fn add(&mut self, sentence: Option<String>) {
        let Some(sentence) = sentence else { return };
        let plain: String =
            sentence.chars().filter(|c| !c.is_control() || *c == '\n').take(KEPT).collect();
        let plain = plain.trim();
        if plain.is_empty() || self.0.contains(plain) || self.0.len() > KEPT * 4 {
            return;
        }
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(plain);
    }
}

#[cfg(test)]
mod tests;

//! Finding a product for what is typed in a line: each text is asked for at once, and only the
//! answer to the last one counts.

use contract::{FindProducts, FoundProduct, MovementKey, ProductRef};
use leptos::prelude::*;

use crate::components::Choice;
use crate::i18n::{I18n, say, use_i18n};
use crate::ipc;
use crate::wording::line_words::code_of;

/// So many are offered.
const OFFERED: u32 = 8;

/// What was found for what is typed.
#[derive(Clone, Copy)]
pub struct ProductSearch {
    key: Memo<Option<MovementKey>>,
    choices: RwSignal<Vec<Choice>>,
    /// The text they were found for.
    found_for: RwSignal<String>,
    found: StoredValue<Vec<FoundProduct>>,
    /// The number of the last question.
    asked: StoredValue<u32>,
    i18n: I18n,
}

impl ProductSearch {
    /// Nothing was found yet.
    pub fn start(key: Memo<Option<MovementKey>>) -> Self {
        Self {
            key,
            choices: RwSignal::new(Vec::new()),
            found_for: RwSignal::default(),
            found: StoredValue::new(Vec::new()),
            asked: StoredValue::new(0),
            i18n: use_i18n(),
        }
    }

    /// Those found.
    pub fn choices(self) -> Vec<Choice> {
        self.choices.get()
    }

    /// The text they were found for.
    pub fn found_for(self) -> String {
        self.found_for.get()
    }

    /// The one that stands there in the list.
    pub fn product(self, at: usize) -> Option<ProductRef> {
        self.found.with_value(|found| found.get(at).map(|found| found.product.clone()))
    }

    /// Asks for products of this code or name.
    pub fn ask(self, text: String) {
        self.asked.update_value(|asked| *asked = asked.wrapping_add(1));
        let number = self.asked.get_value();
        if text.trim().is_empty() {
            return self.show(text, Vec::new());
        }
        let movement = self.key.get_untracked();
        let request = FindProducts { text, count: OFFERED, movement };
        let text = request.text.clone();
        ipc::ask(&request, move |answer| {
            if self.asked.try_get_value() == Some(number) {
                self.show(text, answer.unwrap_or_default());
            }
        });
    }

    fn show(self, text: String, found: Vec<FoundProduct>) {
        let i18n = self.i18n;
        let choice = |found: &FoundProduct| Choice {
            id: code_of(&found.product),
            label: found.product.name.clone().unwrap_or_default(),
            detail: match found.in_line {
                Some(line) => untrack(|| say!(i18n, editor.in_line, line = line)),
                None => String::new(),
            },
            ..Choice::default()
        };
        let choices = found.iter().map(choice).collect();
        self.found.set_value(found);
        self.found_for.set(text);
        self.choices.set(choices);
    }
}

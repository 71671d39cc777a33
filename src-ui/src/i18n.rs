//! The words of the window. They are data, `locales/*.json`, which `boot.js` reads before the page
//! starts; here they are numbers, given by `build.rs`. Used by everything that shows text.
//!
//! A key that is not there does not compile, a text that nobody uses is a constant that nobody uses,
//! and places (`{time}`) are filled by `say!(i18n, movements.as_of, time = …)` under exactly their
//! names, or that does not compile either. A counted text has one text for each plural category
//! of its language (`one`, `other` and what CLDR knows besides), chosen by
//! `count`, which comes first: `say!(i18n, movements.count, count = 3, number = …)`.
//!
//! Deliberately absent: leptos_i18n, which compiles every text of every language into the WASM, each
//! with the code that chooses it.

mod fill;
mod instead;
mod pseudo;

/// What each key stands for, written by `build.rs`.
#[allow(non_camel_case_types, non_upper_case_globals)]
pub mod keys {
    include!(concat!(env!("OUT_DIR"), "/keys.rs"));
}

use std::fmt::Display;
use std::sync::OnceLock;

use contract::Language;
use leptos::prelude::*;

use crate::ipc;
use fill::{filled, of_category};
use instead::instead;

pub use instead::worded_in;

/// A text without places.
#[derive(Clone, Copy)]
pub struct Text(u16);

/// A text with places.
#[derive(Clone, Copy)]
pub struct Pattern(u16);

/// A text for each plural category of the language.
#[derive(Clone, Copy)]
pub struct Counted(u16);

/// The words at hand, in the language of the moment. `Copy`, to be taken once per component. Its
/// methods are called through `say!` and `text!`; inside a closure what they say follows the language.
#[derive(Clone, Copy)]
pub struct I18n(RwSignal<Language>);

impl I18n {
    /// Begins with the system's language. Called once, by the app.
    pub fn start() -> Self {
        let i18n = Self(RwSignal::new(language_of(&ipc::system_language())));
        provide_context(i18n);
        i18n
    }

    /// Changes the language: everything said follows.
    pub fn speak(self, language: Language) {
        self.0.set(language);
    }

    /// Makes the caller run again when another language is spoken, for what is drawn once.
    pub fn track(self) {
        self.0.track();
    }

    /// The words of another language than the window's.
    pub fn with(language: RwSignal<Language>) -> Self {
        Self(language)
    }

    fn language(self) -> Language {
        let spoken = self.0.get();
        instead().unwrap_or(spoken)
    }

    /// A text as it is.
    pub fn say(self, text: Text) -> &'static str {
        text_of(self.language(), text.0)
    }

    /// A text with its places filled.
    pub fn fill(self, pattern: Pattern, values: &[(&str, &dyn Display)]) -> String {
        filled(text_of(self.language(), pattern.0), values)
    }

    /// The text for so many, its places filled.
    pub fn count(self, texts: Counted, count: u32, values: &[(&str, &dyn Display)]) -> String {
        let language = self.language();
        let category = ipc::plural_category(name(language), count);
        filled(of_category(text_of(language, texts.0), &category), values)
    }

    /// A text as a signal that follows the language.
    pub fn follow(self, text: Text) -> Signal<String> {
        Signal::derive(move || self.say(text).to_owned())
    }
}

/// The words at hand.
pub fn use_i18n() -> I18n {
    expect_context()
}

/// A text, its places filled. Without places it is a `&'static str`, else a `String`. Read inside a
/// closure it follows the language.
macro_rules! say {
    ($i18n:expr, $group:ident.$key:ident) => {
        $i18n.say($crate::i18n::keys::$group::$key)
    };
    ($i18n:expr, $group:ident.$key:ident, count = $count:expr $(, $name:ident = $value:expr)* $(,)?) => {{
        const _: $crate::i18n::keys::$group::$key =
            $crate::i18n::keys::$group::$key { count: () $(, $name: ())* };
        let count = $count;
        let values: &[(&str, &dyn std::fmt::Display)] =
            &[("count", &count) $(, (stringify!($name), &$value))*];
        $i18n.count($crate::i18n::keys::$group::$key, count, values)
    }};
    ($i18n:expr, $group:ident.$key:ident $(, $name:ident = $value:expr)+ $(,)?) => {{
        const _: $crate::i18n::keys::$group::$key =
            $crate::i18n::keys::$group::$key { $($name: ()),+ };
        $i18n.fill($crate::i18n::keys::$group::$key, &[$((stringify!($name), &$value)),+])
    }};
}
pub(crate) use say;

/// A text as a signal that follows the language: `text!(i18n, movements.title)`.
///
/// All such signals are of one type: written `{text!(…)}` in a view, a text costs the WASM a
/// fraction of what a closure of its own costs.
macro_rules! text {
    ($i18n:expr, $group:ident.$key:ident) => {
        $i18n.follow($crate::i18n::keys::$group::$key)
    };
}
pub(crate) use text;

/// A text by its number; nothing where no file could be read.
fn text_of(language: Language, number: u16) -> &'static str {
    texts(language).get(usize::from(number)).copied().unwrap_or_default()
}

/// The texts of a language in the order of their keys, taken over once for as long as the window
/// lives. English stands in for a language whose file could not be read.
fn texts(language: Language) -> &'static [&'static str] {
    static ENGLISH: OnceLock<Vec<&str>> = OnceLock::new();
    static FRENCH: OnceLock<Vec<&str>> = OnceLock::new();
    let taken = match language {
        Language::English => &ENGLISH,
        Language::French => &FRENCH,
    };
    taken.get_or_init(|| {
        let read = ipc::texts(name(language)).or_else(|| ipc::texts(name(Language::English)));
        let read = read.unwrap_or_default();
        let read = if is_pseudo() { pseudo::longer(&read) } else { read };
        read.leak().split('\0').collect()
    })
}

/// Whether the window shows texts that are 40 % longer, from right to left: for pictures and journeys.
/// What is packaged never does, and holds nothing of it.
pub fn is_pseudo() -> bool {
    cfg!(feature = "pseudo") && ipc::is_pseudo()
}

/// The name of a language in tags, and of its file.
pub fn name(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::French => "fr",
    }
}

/// Whether a language is read from right to left. None so far is; the page follows `dir` alone, so that one may.
pub fn is_right_to_left(language: Language) -> bool {
    match language {
        Language::English | Language::French => is_pseudo(),
    }
}

/// The tag numbers and dates of what is being worded are written by, where it is not the window's.
pub fn tag_instead() -> Option<String> {
    instead().map(|language| format_tag(language, &ipc::system_language()))
}

/// The language that fits what the system asks for, English where neither does.
pub fn language_of(tag: &str) -> Language {
    match tag.split('-').next() {
        Some("fr") => Language::French,
        _ => Language::English,
    }
}

/// The tag numbers and dates are written by: the system's own where it is of this language, so that
/// its region counts (3/11 or 11/3), else the language's home.
pub fn format_tag(language: Language, system: &str) -> String {
    match language {
        _ if language_of(system) == language && system.starts_with(name(language)) => {
            system.to_owned()
        }
        Language::English => "en-GB".to_owned(),
        Language::French => "fr-FR".to_owned(),
    }
}

#[cfg(test)]
impl I18n {
    /// The words of a language, for tests of what is said.
    pub fn of(language: Language) -> Self {
        Self(RwSignal::new(language))
    }
}

#[cfg(test)]
mod tests;

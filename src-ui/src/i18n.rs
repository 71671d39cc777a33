//! The words of the window: `locales/en.json` and `locales/fr.json`, whose keys are checked at
//! compile time. Used by everything that shows text.
//!
//! A text may hold places (`{time}`), filled by `say!(i18n, movements.as_of, time = …)`. A counted
//! text is a pair of `one` and `more`, chosen by `count`, which comes first:
//! `say!(i18n, movements.count, count = 3, number = …)`. leptos_i18n fills places itself, but as
//! text only when a build script reads the files, and that script downloads locale data; a test
//! here holds every `say!` of the sources against the files instead.

mod fill;

use contract::Language;
use leptos::prelude::*;

use crate::ipc;
pub use crate::messages::i18n::Locale;
pub use fill::{filled, is_one};

/// The words at hand, in the language of the moment. `Copy`, to be taken once per component.
/// leptos_i18n's own context would also bring cookies, `<head>` and a parser of language tags.
#[derive(Clone, Copy)]
pub struct I18n(RwSignal<Locale>);

impl I18n {
    /// Begins with the system's language. Called once, by the app.
    pub fn start() -> Self {
        let i18n = Self(RwSignal::new(locale(language_of(&ipc::system_language()))));
        provide_context(i18n);
        i18n
    }

    /// The language of the moment.
    pub fn get_locale(self) -> Locale {
        self.0.get()
    }

    /// Changes the language: everything said follows.
    pub fn set_locale(self, locale: Locale) {
        self.0.set(locale);
    }
}

/// The words at hand.
pub fn use_i18n() -> I18n {
    expect_context()
}

/// A text, its places filled. Without places it is a `&'static str`, else a `String`. Read inside a
/// closure it follows the language.
macro_rules! say {
    ($i18n:expr, $($key:ident).+) => {
        leptos_i18n::td_string!($i18n.get_locale(), $($key).+)
    };
    ($i18n:expr, $($key:ident).+, count = $count:expr $(, $name:ident = $value:expr)* $(,)?) => {{
        let count = $count;
        let text = if $crate::i18n::is_one($i18n.get_locale(), count) {
            leptos_i18n::td_string!($i18n.get_locale(), $($key).+.one)
        } else {
            leptos_i18n::td_string!($i18n.get_locale(), $($key).+.more)
        };
        $crate::i18n::filled(text, &[("count", &count) $(, (stringify!($name), &$value))*])
    }};
    ($i18n:expr, $($key:ident).+ $(, $name:ident = $value:expr)+ $(,)?) => {
        $crate::i18n::filled(
            leptos_i18n::td_string!($i18n.get_locale(), $($key).+),
            &[$((stringify!($name), &$value)),+],
        )
    };
}
pub(crate) use say;

/// A text as a signal that follows the language: `text!(i18n, movements.title)`.
///
/// All such signals are of one type: written `{text!(…)}` in a view, a text costs the WASM a
/// fraction of what a closure of its own costs.
macro_rules! text {
    ($i18n:expr, $($key:tt)*) => {
        $crate::i18n::following($i18n, |i18n| $crate::i18n::say!(i18n, $($key)*))
    };
}
pub(crate) use text;

/// A text without places as a signal that follows the language.
pub fn following(i18n: I18n, text: fn(I18n) -> &'static str) -> Signal<String> {
    Signal::derive(move || text(i18n).to_owned())
}

/// The locale of a chosen language.
pub fn locale(language: Language) -> Locale {
    match language {
        Language::English => Locale::en,
        Language::French => Locale::fr,
    }
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
        _ if language_of(system) == language && system.starts_with(primary(language)) => {
            system.to_owned()
        }
        Language::English => "en-GB".to_owned(),
        Language::French => "fr-FR".to_owned(),
    }
}

fn primary(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::French => "fr",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_region_of_the_system_counts_when_it_speaks_the_language() {
        assert_eq!(format_tag(Language::English, "en-US"), "en-US");
        assert_eq!(format_tag(Language::French, "fr-CA"), "fr-CA");
        assert_eq!(format_tag(Language::French, "en-US"), "fr-FR");
        assert_eq!(format_tag(Language::English, "de-DE"), "en-GB");
    }
}

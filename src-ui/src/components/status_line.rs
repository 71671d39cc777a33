//! The line at a screen's foot: facts at its start, the keys that work now at its end. While a text field
//! has the focus, no key is named that would be a letter of its text.

use leptos::prelude::*;

use super::KeyCaps;
use crate::keys::use_keys;

/// A key and what it does.
#[derive(Clone)]
pub struct KeyHint {
    /// The key.
    pub chord: &'static str,
    /// What it does, in a word.
    pub label: Signal<String>,
}

/// The key that leads to all of them, and the one that does so in a text field too.
const ALL_KEYS: &str = "?";
const ALL_KEYS_ANYWHERE: &str = "F1";

/// The key to be named: none that does nothing now.
fn at_hand(chord: &'static str, works: impl Fn(&str) -> bool) -> Option<&'static str> {
    let other = (chord == ALL_KEYS).then_some(ALL_KEYS_ANYWHERE);
    if works(chord) { Some(chord) } else { other }
}

/// The status line.
#[component]
pub fn StatusLine(
    /// Keys that work on this screen, the main ones first.
    #[prop(into)]
    hints: Signal<Vec<KeyHint>>,
    /// Facts: each a `span`. Those in a last one of class `more` give way to the keys.
    children: Children,
) -> impl IntoView {
    let keys = use_keys();
    let hint = move |hint: &KeyHint| {
        let label = hint.label;
        view! { <span><KeyCaps chord=hint.chord read=true />{label}</span> }
    };
    // Where there is little room the last go first, but the one that leads to all of them stays.
    let drawn = move |leads: bool| {
        // Over a sheet none of them works.
        (!keys.sheet_is_open()).then(|| {
            hints.with(|hints| {
                let of = hints.iter().filter(|hint| (hint.chord == ALL_KEYS) == leads);
                let at_hand = of.filter_map(|hint| {
                    let chord = at_hand(hint.chord, |chord| keys.works_now(chord))?;
                    Some(KeyHint { chord, ..hint.clone() })
                });
                at_hand.map(|at_hand| hint(&at_hand)).collect_view()
            })
        })
    };
    view! {
        <footer class="foot">
            <div class="facts" role="status" data-testid="status">{children()}</div>
            <div class="hints"><div>{move || drawn(false)}</div>{move || drawn(true)}</div>
        </footer>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Chord;

    #[test]
    fn no_key_is_named_that_would_be_a_letter_of_a_text() {
        let named = |in_text: bool| {
            let works = move |chord: &str| !(in_text && Chord::parse(chord).types());
            ["R", "Space", "Enter", "Tab", "Esc", "Ctrl+S", "!", "?"]
                .into_iter()
                .filter_map(|chord| at_hand(chord, works))
                .collect::<Vec<_>>()
        };
        assert_eq!(named(false), ["R", "Space", "Enter", "Tab", "Esc", "Ctrl+S", "!", "?"]);
        assert_eq!(named(true), ["Enter", "Tab", "Esc", "Ctrl+S", "F1"]);
    }
}

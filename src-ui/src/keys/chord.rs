//! A key with its modifiers: read from a text ("Ctrl+Shift+N"), from what the keyboard reports, and
//! written as key caps. Used by the dispatcher and by everything that shows a key.

use crate::ipc;

/// A key with its modifiers. Command counts as Ctrl.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Chord {
    /// Ctrl, or Command.
    pub ctrl: bool,
    /// Alt.
    pub alt: bool,
    /// Shift, where it is not what makes the character (`?`, `!`).
    pub shift: bool,
    /// The key as the browser names it; letters in lower case.
    pub key: String,
}

impl Chord {
    /// Reads "Ctrl+Shift+N", "Alt+1", "F2", "?", "Ctrl++", "Space".
    pub fn parse(text: &str) -> Self {
        let mut chord = Self { ctrl: false, alt: false, shift: false, key: String::new() };
        let mut rest = text;
        loop {
            if let Some(after) = rest.strip_prefix("Ctrl+") {
                chord.ctrl = true;
                rest = after;
            } else if let Some(after) = rest.strip_prefix("Alt+") {
                chord.alt = true;
                rest = after;
            } else if let Some(after) = rest.strip_prefix("Shift+") {
                chord.shift = true;
                rest = after;
            } else {
                break;
            }
        }
        chord.key = named(rest);
        chord
    }

    /// What the keyboard reports. Shift is dropped from a printed character that is not a letter:
    /// which characters need it differs from keyboard to keyboard.
    pub fn pressed(key: &str, ctrl: bool, alt: bool, shift: bool) -> Self {
        let key = named(key);
        let printed = key.chars().count() == 1;
        let letter = key.chars().all(|c| c.is_alphabetic() || c == ' ' || c.is_ascii_digit());
        Self { ctrl, alt, shift: shift && (!printed || letter), key }
    }

    /// A key that would type a character: such keys are the text field's while one has the focus.
    pub fn types(&self) -> bool {
        !self.ctrl && !self.alt && self.key.chars().count() == 1
    }

    /// A letter, digit or sign alone: a slip of the hand or a voice may press one, so such commands
    /// can be switched off. The space bar presses and ticks wherever it does.
    pub fn is_single(&self) -> bool {
        self.types() && self.key != " "
    }

    /// As `aria-keyshortcuts` has it: "Control+Shift+N".
    pub fn named(&self) -> String {
        let key = if self.key == " " { "Space" } else { &self.key };
        let modifiers = [(self.ctrl, "Control+"), (self.alt, "Alt+"), (self.shift, "Shift+")];
        let held = modifiers.iter().filter(|(on, _)| *on).map(|(_, name)| *name);
        let capital = if key.chars().count() == 1 { ipc::upper(key) } else { key.to_owned() };
        held.collect::<String>() + &capital
    }

    /// The caps to draw, in order. Words for keys come from `word` (Enter, Space, …).
    pub fn caps(&self, word: impl Fn(&str) -> Option<String>) -> Vec<String> {
        let mut caps = Vec::new();
        let mut modifier = |on: bool, name: &str, fallback: &str| {
            if on {
                caps.push(word(name).unwrap_or_else(|| fallback.to_owned()));
            }
        };
        modifier(self.ctrl, "Ctrl", "Ctrl");
        modifier(self.alt, "Alt", "Alt");
        modifier(self.shift, "Shift", "⇧");
        caps.push(match self.key.as_str() {
            "ArrowUp" => "↑".into(),
            "ArrowDown" => "↓".into(),
            "ArrowLeft" => "←".into(),
            "ArrowRight" => "→".into(),
            " " => word("Space").unwrap_or_else(|| "Space".into()),
            key if key.chars().count() == 1 => ipc::upper(key),
            key => word(key).unwrap_or_else(|| key.to_owned()),
        });
        caps
    }
}

fn named(key: &str) -> String {
    match key {
        "Space" => " ".to_owned(),
        "Esc" => "Escape".to_owned(),
        "Del" => "Delete".to_owned(),
        "Up" | "Down" | "Left" | "Right" => format!("Arrow{key}"),
        _ if key.chars().count() == 1 => ipc::lower(key),
        _ => key.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_reader_is_told_of_keys_by_their_full_names() {
        let named = |text| Chord::parse(text).named();
        let names = ["Ctrl+S", "Ctrl+Shift+Z", "Esc", "Del", "Space", "Alt+Up", "Enter"].map(named);
        let expected =
            ["Control+S", "Control+Shift+Z", "Escape", "Delete", "Space", "Alt+ArrowUp", "Enter"];
        assert_eq!(names, expected);
    }

    #[test]
    fn texts_and_key_presses_meet() {
        for (text, key, ctrl, alt, shift) in [
            ("Ctrl+Shift+N", "N", true, false, true),
            ("Ctrl+N", "n", true, false, false),
            ("Alt+1", "1", false, true, false),
            ("Ctrl++", "+", true, false, true),
            ("Ctrl+-", "-", true, false, false),
            ("?", "?", false, false, true),
            ("F2", "F2", false, false, false),
            ("Shift+Space", " ", false, false, true),
            ("Ctrl+Home", "Home", true, false, false),
            ("Esc", "Escape", false, false, false),
            ("Shift+Up", "ArrowUp", false, false, true),
            ("Shift+Enter", "Enter", false, false, true),
        ] {
            assert_eq!(Chord::parse(text), Chord::pressed(key, ctrl, alt, shift), "{text}");
        }
    }

    #[test]
    fn only_plain_characters_type() {
        assert!(Chord::parse("n").types() && Chord::parse("?").types());
        assert!(Chord::parse("Space").types());
        assert!(!Chord::parse("Ctrl+N").types() && !Chord::parse("F2").types());
        assert!(!Chord::parse("Enter").types());
        assert!(Chord::parse("n").is_single() && Chord::parse("?").is_single());
        assert!(!Chord::parse("Space").is_single() && !Chord::parse("Alt+1").is_single());
    }

    #[test]
    fn caps_are_drawn_in_order() {
        let plain = |_: &str| None;
        assert_eq!(Chord::parse("Ctrl+Shift+n").caps(plain), ["Ctrl", "⇧", "N"]);
        assert_eq!(Chord::parse("Down").caps(plain), ["↓"]);
        let french = |key: &str| (key == "Enter").then(|| "Entrée".to_owned());
        assert_eq!(Chord::parse("Enter").caps(french), ["Entrée"]);
    }
}

//! What an American keyboard has where a key lies: scanners are sold for one, and their codes are misread
//! where the computer has another. Pure.

/// What is written by the key of this place (`KeyboardEvent.code`), without and with Shift.
const PLACES: [(&str, &str, &str); 47] = [
    ("Backquote", "`", "~"),
    ("Digit1", "1", "!"),
    ("Digit2", "2", "@"),
    ("Digit3", "3", "#"),
    ("Digit4", "4", "$"),
    ("Digit5", "5", "%"),
    ("Digit6", "6", "^"),
    ("Digit7", "7", "&"),
    ("Digit8", "8", "*"),
    ("Digit9", "9", "("),
    ("Digit0", "0", ")"),
    ("Minus", "-", "_"),
    ("Equal", "=", "+"),
    ("KeyQ", "q", "Q"),
    ("KeyW", "w", "W"),
    ("KeyE", "e", "E"),
    ("KeyR", "r", "R"),
    ("KeyT", "t", "T"),
    ("KeyY", "y", "Y"),
    ("KeyU", "u", "U"),
    ("KeyI", "i", "I"),
    ("KeyO", "o", "O"),
    ("KeyP", "p", "P"),
    ("BracketLeft", "[", "{"),
    ("BracketRight", "]", "}"),
    ("Backslash", "\\", "|"),
    ("KeyA", "a", "A"),
    ("KeyS", "s", "S"),
    ("KeyD", "d", "D"),
    ("KeyF", "f", "F"),
    ("KeyG", "g", "G"),
    ("KeyH", "h", "H"),
    ("KeyJ", "j", "J"),
    ("KeyK", "k", "K"),
    ("KeyL", "l", "L"),
    ("Semicolon", ";", ":"),
    ("Quote", "'", "\""),
    ("KeyZ", "z", "Z"),
    ("KeyX", "x", "X"),
    ("KeyC", "c", "C"),
    ("KeyV", "v", "V"),
    ("KeyB", "b", "B"),
    ("KeyN", "n", "N"),
    ("KeyM", "m", "M"),
    ("Comma", ",", "<"),
    ("Period", ".", ">"),
    ("Slash", "/", "?"),
];

/// The character an American keyboard has in a place; `None` where it has none.
pub fn character_at(place: &str, shift: bool) -> Option<&'static str> {
    let found = PLACES.iter().find(|(of, ..)| *of == place);
    found.map(|(_, plain, shifted)| if shift { *shifted } else { *plain })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_by_where_it_lies() {
        // What a French keyboard calls `&` is 1 there.
        assert_eq!(character_at("Digit1", false), Some("1"));
        assert_eq!(character_at("KeyQ", true), Some("Q"));
        assert_eq!(character_at("Semicolon", true), Some(":"));
        assert_eq!(character_at("Enter", false), None);
    }
}

//! A scanner: keys pressed at the screen itself, as fast as a machine presses them, each with a time of
//! its own. The driver's keys have none, and wait for the page. All are handed over at once, so that a
//! busy computer cannot put a pause between two of them.

use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    ConnectionExt as _, InputFocus, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, Keycode,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::{CURRENT_TIME, NONE};

/// The names of keys that write no character.
const ENTER: u32 = 0xff0d;
const SHIFT: u32 = 0xffe1;
const CONTROL: u32 = 0xffe3;
const TAB: u32 = 0xff09;

/// A scanner presses a key each so many milliseconds.
const BETWEEN: u32 = 5;

/// A hand needs so long from the keyboard to the scanner, at least.
const HAND: Duration = Duration::from_millis(200);

/// Scans a code into the window on this screen; the scanner ends with Enter.
pub fn scan(code: &str) {
    scan_at_once(&[code]);
}

/// Scans codes one right after the other, before anything can come of the first.
pub fn scan_at_once(codes: &[&str]) {
    std::thread::sleep(HAND);
    for code in codes {
        press_all(code);
    }
}

/// Ctrl+Shift+Tab, as a keyboard gives it: with Shift the Tab key has another name at the screen.
pub fn previous_tab() {
    at_keyboard(|key, press| {
        let held = [CONTROL, SHIFT].map(|name| key(name).0);
        held.iter().for_each(|key| press(KEY_PRESS_EVENT, *key));
        press(KEY_PRESS_EVENT, key(TAB).0);
        press(KEY_RELEASE_EVENT, key(TAB).0);
        held.iter().for_each(|key| press(KEY_RELEASE_EVENT, *key));
    });
}

fn press_all(code: &str) {
    at_keyboard(|key, press| {
        let shift = key(SHIFT).0;
        // Of the characters in codes the name is the character's own number.
        let names = code.chars().map(u32::from).chain([ENTER]);
        for (code, shifted) in names.map(key) {
            if shifted {
                press(KEY_PRESS_EVENT, shift);
            }
            press(KEY_PRESS_EVENT, code);
            press(KEY_RELEASE_EVENT, code);
            if shifted {
                press(KEY_RELEASE_EVENT, shift);
            }
        }
    });
}

/// Presses keys at the screen: `key` finds the key of a name, and whether Shift is held for it.
fn at_keyboard(work: impl FnOnce(&dyn Fn(u32) -> (Keycode, bool), &dyn Fn(u8, Keycode))) {
    let (screen, number) = x11rb::connect(None).unwrap();
    let root = screen.setup().roots[number].root;
    // Without a window manager keys go to what lies under the pointer.
    screen.warp_pointer(NONE, root, 0, 0, 0, 0, 640, 300).unwrap();
    screen
        .set_input_focus(InputFocus::POINTER_ROOT, InputFocus::POINTER_ROOT, CURRENT_TIME)
        .unwrap();
    let (first, last) = (screen.setup().min_keycode, screen.setup().max_keycode);
    let count = last - first + 1;
    let keys = screen.get_keyboard_mapping(first, count).unwrap().reply().unwrap();
    let width = usize::from(keys.keysyms_per_keycode);
    let key = |name: u32| -> (Keycode, bool) {
        let at = keys.keysyms.chunks(width).position(|row| row[..2].contains(&name)).unwrap();
        let shifted = keys.keysyms[at * width] != name;
        (first + u8::try_from(at).unwrap(), shifted)
    };
    // The screen itself waits between two keys: whatever the computer does meanwhile, the pause is the same.
    let press = |kind: u8, code: Keycode| {
        let pause = if kind == KEY_PRESS_EVENT { BETWEEN } else { CURRENT_TIME };
        screen.xtest_fake_input(kind, code, pause, root, 0, 0, 0).unwrap();
    };
    work(&key, &press);
    // The last key is pressed when the screen answers.
    screen.get_input_focus().unwrap().reply().unwrap();
}

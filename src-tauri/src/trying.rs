//! What a build for tests takes from outside, and a release does not (R-W9). No other native source
//! of the program asks how it was built, so that what the tests see is what is shipped.

/// Whether other programs may drive the window: those of the tests, and those that measure. Asked on
/// Linux alone, where the tests drive it.
#[cfg(target_os = "linux")]
pub const MAY_BE_DRIVEN: bool = cfg!(debug_assertions) || option_env!("STOCKHAND_DRIVEN").is_some();

/// What the page is told before it begins, if `STOCKHAND_PSEUDO` asks for texts that are 40 % longer and
/// run from right to left.
pub fn pseudo() -> Option<String> {
    asked("STOCKHAND_PSEUDO").map(|_| "globalThis.stockhandPseudo = true;".to_owned())
}

/// The script of `STOCKHAND_WATCH`, which runs in each page before it begins: the tests' watch over what
/// the page is told and asks.
pub fn watch() -> Option<String> {
    asked("STOCKHAND_WATCH")
}

fn asked(variable: &str) -> Option<String> {
    if cfg!(debug_assertions) { std::env::var(variable).ok() } else { None }
}

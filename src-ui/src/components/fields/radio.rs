//! The keys of a group of which one is always chosen (a radio group): arrows go round, Home and End
//! lead to its ends. Used by the segment and the chips.

use leptos::ev::KeyboardEvent;

/// Where a key leads from the choice of number `now`; `None` for every other key, and for chords: they
/// mean something else.
pub fn step(event: &KeyboardEvent, now: usize, count: usize, rtl: bool) -> Option<usize> {
    let is_chord = event.ctrl_key() || event.alt_key() || event.meta_key();
    if is_chord { None } else { lead(&event.key(), now, count, rtl) }
}

fn lead(key: &str, now: usize, count: usize, rtl: bool) -> Option<usize> {
    let last = count.checked_sub(1)?;
    let (onward, back) =
        if rtl { ("ArrowLeft", "ArrowRight") } else { ("ArrowRight", "ArrowLeft") };
    match key {
        "ArrowDown" => Some((now + 1) % count),
        "ArrowUp" => Some(now.checked_sub(1).unwrap_or(last)),
        "Home" => Some(0),
        "End" => Some(last),
        key if key == onward => Some((now + 1) % count),
        key if key == back => Some(now.checked_sub(1).unwrap_or(last)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::lead;

    #[test]
    fn arrows_go_round_and_follow_the_direction_of_text() {
        assert_eq!(lead("ArrowRight", 3, 4, false), Some(0));
        assert_eq!(lead("ArrowLeft", 0, 4, false), Some(3));
        assert_eq!(lead("ArrowLeft", 0, 4, true), Some(1));
        assert_eq!(lead("ArrowDown", 0, 4, true), Some(1));
        assert_eq!(lead("End", 1, 4, false), Some(3));
        assert_eq!(lead("a", 1, 4, false), None);
        assert_eq!(lead("Home", 0, 0, false), None, "there is nothing to choose");
    }
}

//! The keys of a group of which one is always chosen (a radio group): arrows go round, Home and End
//! lead to its ends. Used by the segment and the chips.

/// Where a key leads from the choice of number `now`; `None` for every other key.
pub fn step(key: &str, now: usize, count: usize, rtl: bool) -> Option<usize> {
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
    use super::step;

    #[test]
    fn arrows_go_round_and_follow_the_direction_of_text() {
        assert_eq!(step("ArrowRight", 3, 4, false), Some(0));
        assert_eq!(step("ArrowLeft", 0, 4, false), Some(3));
        assert_eq!(step("ArrowLeft", 0, 4, true), Some(1));
        assert_eq!(step("ArrowDown", 0, 4, true), Some(1));
        assert_eq!(step("End", 1, 4, false), Some(3));
        assert_eq!(step("a", 1, 4, false), None);
        assert_eq!(step("Home", 0, 0, false), None, "there is nothing to choose");
    }
}

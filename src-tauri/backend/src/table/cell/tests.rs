//! Days, times and numbers, as their formats say.

use super::*;

#[test]
fn days_are_counted_from_two_beginnings() {
    for (number, is_1904, day) in [
        (1.0, false, "1900-01-01"),
        (59.0, false, "1900-02-28"),
        (61.0, false, "1900-03-01"),
        (46_090.0, false, "2026-03-09"),
        (46_090.75, false, "2026-03-09"),
        (0.0, true, "1904-01-01"),
        (44_628.0, true, "2026-03-09"),
        (2_958_465.0, false, "9999-12-31"),
    ] {
        let cell = TableCell::of_formatted(number, NumberKind::Moment, is_1904);
        assert_eq!(cell, TableCell::Day(day.parse().unwrap()), "{number}");
    }
    for number in [-1.0, 2_958_466.0, 1e300, f64::MAX] {
        let cell = TableCell::of_formatted(number, NumberKind::Moment, false);
        assert!(matches!(cell, TableCell::Whole(_) | TableCell::Decimal(_)), "{number}");
    }
}

#[test]
fn times_are_shown_as_a_clock_does() {
    for (number, kind, text) in [
        (0.5, NumberKind::Moment, "12:00"),
        (0.0, NumberKind::Moment, "00:00"),
        (0.336_817_129_6, NumberKind::Moment, "08:05:01"),
        (1.5, NumberKind::Span, "36:00"),
    ] {
        let cell = TableCell::of_formatted(number, kind, false);
        assert_eq!(cell, TableCell::Text(text.to_owned()), "{number}");
    }
    assert_eq!(TableCell::of_iso_span("PT08H05M00S"), TableCell::Text("08:05".to_owned()));
    assert_eq!(TableCell::of_iso_span("PT30H00M01,00S"), TableCell::Text("30:00:01".to_owned()));
    for text in ["P1D", "PT", "PTxH", "PT1e300H", "-PT1H"] {
        let read = TableCell::of_iso_span(text);
        assert!(matches!(read, TableCell::Text(_)), "{text}");
    }
}

#[test]
fn numbers_have_the_digits_that_people_see() {
    for (number, cell) in [
        (0.1 * 3.0, TableCell::Decimal(0.3)),
        (0.1 * 30.0, TableCell::Whole(3)),
        (-0.0, TableCell::Whole(0)),
        (9_007_199_254_740_991.0, TableCell::Whole(9_007_199_254_740_991)),
        (1e17, TableCell::Decimal(1e17)),
        (2.5, TableCell::Decimal(2.5)),
    ] {
        assert_eq!(TableCell::of_number(number), cell, "{number}");
    }
}

#[test]
fn texts_are_of_bounded_length_and_hold_no_control_characters() {
    let kept = "a".repeat(CELL_TEXT);
    assert_eq!(TableCell::of_text(&kept), TableCell::Text(kept.clone()));
    assert_eq!(TableCell::of_text(&format!("{kept}b")), TableCell::Text(format!("{kept}…")));
    let cell = TableCell::of_text("a\r\nb\rc\td\u{7}e\u{0}");
    assert_eq!(cell, TableCell::Text("a\nb\nc\td\u{fffd}e\u{fffd}".to_owned()));
    assert_eq!(TableCell::of_text(" \t\n\u{a0}"), TableCell::Empty);
}

#[test]
fn days_are_read_as_iso_writes_them_and_nothing_else_is_one() {
    let day = TableCell::Day("2026-03-09".parse().unwrap());
    for text in
        ["2026-03-09", "2026-03-09T10:00:00", "2026-03-09T10:00:00Z", "2026-03-09T10:00:00.5"]
    {
        assert_eq!(TableCell::of_iso(text), day, "{text}");
    }
    for text in ["2026-13-09", "2026-03-09 and more", "2026-03-099", "é026-03-09", "9 March"] {
        assert_eq!(TableCell::of_iso(text), TableCell::Text(text.to_owned()), "{text}");
    }
}

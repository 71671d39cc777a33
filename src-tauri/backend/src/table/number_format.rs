//! What a number's format says of it: a day, a span of time, or a number. Pure.

/// What a number is shown as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NumberKind {
    /// A number, a percentage or an amount among them.
    #[default]
    Plain,
    /// A day, a time of the day, or both.
    Moment,
    /// Hours, minutes or seconds in all, as `[h]:mm`.
    Span,
}

impl NumberKind {
    /// What the formats are that every spreadsheet knows by their number, those of East Asia among them.
    pub(super) fn of_known(id: u32) -> Self {
        match id {
            14..=22 | 27..=36 | 45 | 47 | 50..=58 => Self::Moment,
            46 => Self::Span,
            _ => Self::Plain,
        }
    }

    /// What a format is by its code. Of several in one it is the first: that of numbers above zero.
    pub(super) fn of_code(code: &str) -> Self {
        let mut letters = code.chars();
        while let Some(letter) = letters.next() {
            match letter {
                // What stands behind these, or between these, is shown as it is.
                '\\' | '_' | '*' => drop(letters.next()),
                '"' => drop(letters.find(|letter| *letter == '"')),
                '[' => {
                    let inside: String = letters.by_ref().take_while(|it| *it != ']').collect();
                    let is_of =
                        |unit: char| inside.chars().all(|it| it.eq_ignore_ascii_case(&unit));
                    if !inside.is_empty() && ['h', 'm', 's'].into_iter().any(is_of) {
                        return Self::Span;
                    }
                }
                ';' => return Self::Plain,
                // "General" has none of these before its "e" and "r".
                'G' | 'g' if is_general(letters.as_str()) => drop(letters.nth(5)),
                'd' | 'D' | 'm' | 'M' | 'h' | 'H' | 'y' | 'Y' | 's' | 'S' => return Self::Moment,
                _ => (),
            }
        }
        Self::Plain
    }
}

fn is_general(rest: &str) -> bool {
    rest.get(..6).is_some_and(|rest| rest.eq_ignore_ascii_case("eneral"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_tells_days_and_spans_from_numbers() {
        for (code, kind) in [
            ("General", NumberKind::Plain),
            ("0.00", NumberKind::Plain),
            ("0%", NumberKind::Plain),
            ("#,##0.00\\ [$€-40C]", NumberKind::Plain),
            ("\"Days: \"0", NumberKind::Plain),
            ("0\\d", NumberKind::Plain),
            ("[Red]0;[Blue]-0", NumberKind::Plain),
            ("0.00E+00", NumberKind::Plain),
            ("@", NumberKind::Plain),
            ("_-* #,##0_-;-* #,##0_-;yyyy", NumberKind::Plain),
            ("dd/mm/yyyy", NumberKind::Moment),
            ("[$-F800]dddd, mmmm dd, yyyy", NumberKind::Moment),
            ("YYYY\"年\"M\"月\"D\"日\"", NumberKind::Moment),
            ("h:mm AM/PM", NumberKind::Moment),
            ("mmm-yy", NumberKind::Moment),
            ("[h]:mm:ss", NumberKind::Span),
            ("[MM]:ss", NumberKind::Span),
            ("", NumberKind::Plain),
            ("[", NumberKind::Plain),
            ("\"", NumberKind::Plain),
        ] {
            assert_eq!(NumberKind::of_code(code), kind, "{code}");
        }
        assert_eq!([0, 14, 22, 46, 49, 164].map(NumberKind::of_known), {
            use NumberKind::{Moment, Plain, Span};
            [Plain, Moment, Moment, Span, Plain, Plain]
        });
    }
}

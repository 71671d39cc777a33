//! What became of the rows of a table that was imported into a walk, in words.

use contract::PicksImported;

use crate::i18n::{I18n, say};
use crate::wording::format::Format;

/// Every row counted once, in words.
pub fn accounts(i18n: I18n, format: Format, outcome: PicksImported) -> String {
    let PicksImported { entered, changed, same, empty, skipped, attention, checked, short } =
        outcome;
    let rows = entered + changed + same + empty + skipped + attention;
    let number = |count: u32| format.number(count);
    let parts = [
        (entered, say!(i18n, picks_import.entered, count = entered, number = number(entered))),
        (changed, say!(i18n, picks_import.changed, count = changed, number = number(changed))),
        (same, say!(i18n, picks_import.same, count = same, number = number(same))),
        (empty, say!(i18n, picks_import.empty, count = empty, number = number(empty))),
        (skipped, say!(i18n, picks_import.skipped, count = skipped, number = number(skipped))),
        (
            attention,
            say!(i18n, picks_import.attention, count = attention, number = number(attention)),
        ),
    ];
    let all = say!(i18n, import.rows, count = rows, number = number(rows));
    let parts: Vec<_> =
        parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words).collect();
    let counted = say!(i18n, app.labelled, label = all, value = parts.join(", ")) + ".";
    let more = [
        (checked, say!(i18n, picks_import.checked, count = checked, number = number(checked))),
        (short, say!(i18n, picks_import.short, count = short, number = number(short))),
    ];
    let more = more.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words);
    std::iter::once(counted).chain(more).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use contract::Language;
    use leptos::prelude::Owner;

    use super::*;

    #[test]
    fn every_row_is_counted_and_what_did_not_happen_is_not_told() {
        Owner::new().with(|| {
            let outcome =
                PicksImported { entered: 58, skipped: 1, attention: 2, ..Default::default() };
            let told = |outcome| accounts(I18n::of(Language::English), Format::plain(), outcome);
            let expected = "61 rows: 58 entered, 1 skipped, 2 need attention.";
            assert_eq!(told(outcome), expected);
            let short = PicksImported { short: 3, ..outcome };
            assert_eq!(told(short), format!("{expected} 3 quantities are less than needed."));
            let french = accounts(I18n::of(Language::French), Format::plain(), outcome);
            assert!(french.starts_with("61 lignes\u{202f}: 58 saisies, "), "{french}");
        });
    }
}

//! What became of the rows of a block that was pasted or imported, in words.

use contract::{Pasted, ReplacedQuantity};

use crate::i18n::{I18n, say};
use crate::wording::format::Format;

/// All rows of the block.
pub fn all(pasted: &Pasted) -> u32 {
    let Pasted { added, merged, changed, same, attention, skipped, .. } = pasted;
    [added, merged, changed, same, attention, skipped].into_iter().sum()
}

/// The rows of which something comes; none where nothing would change.
pub fn used(pasted: &Pasted) -> u32 {
    let Pasted { added, merged, changed, attention, .. } = pasted;
    // Rows that are added up change nothing by themselves.
    match added + changed + attention {
        0 => 0,
        used => used + merged,
    }
}

/// How many rows there are.
pub fn rows(i18n: I18n, format: Format, pasted: &Pasted) -> String {
    let all = all(pasted);
    say!(i18n, editor.rows, count = all, number = format.number(all))
}

/// What became of them.
pub fn parts(i18n: I18n, format: Format, pasted: &Pasted) -> String {
    let number = |count: u32| format.number(count);
    let Pasted { added, merged, changed, same, attention, skipped, .. } = *pasted;
    let parts = [
        (added, say!(i18n, editor.added, count = added, number = number(added))),
        (changed, say!(i18n, editor.changed, count = changed, number = number(changed))),
        (merged, say!(i18n, editor.merged, count = merged, number = number(merged))),
        (same, say!(i18n, editor.same, count = same, number = number(same))),
        (attention, say!(i18n, editor.attention, count = attention, number = number(attention))),
        (skipped, say!(i18n, editor.skipped, count = skipped, number = number(skipped))),
    ];
    let said = parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, part)| part);
    let unused = (!pasted.unused.is_empty())
        .then(|| say!(i18n, editor.unused, columns = pasted.unused.join(", ")));
    let replaced = (pasted.replaced > 0).then(|| replaced(i18n, format, pasted));
    said.chain(replaced).chain(unused).collect::<Vec<_>>().join(", ")
}

/// How many quantities that were typed and not sent are others now, and which: the first of them.
fn replaced(i18n: I18n, format: Format, pasted: &Pasted) -> String {
    let count = pasted.replaced;
    let said = say!(i18n, editor.replaced, count = count, number = format.number(count));
    let quantity = |text: &str| text.parse::<i64>().map_or(text.to_owned(), |it| format.number(it));
    let one = |of: &ReplacedQuantity| {
        let line = format.number(of.number);
        let product = of.product.as_deref().unwrap_or("–");
        let (before, after) = (quantity(&of.before), quantity(&of.after));
        say!(
            i18n,
            editor.replaced_line,
            number = line,
            product = product,
            before = before,
            after = after
        )
    };
    let named = pasted.replaced_first.iter().map(one);
    let more = count.saturating_sub(u32::try_from(pasted.replaced_first.len()).unwrap_or(0));
    let more = (more > 0)
        .then(|| say!(i18n, editor.replaced_more, count = more, number = format.number(more)));
    let which: Vec<_> = named.chain(more).collect();
    if which.is_empty() { said } else { format!("{said} ({})", which.join("; ")) }
}

#[cfg(test)]
mod tests {
    use leptos::prelude::*;

    use super::*;

    #[test]
    fn every_row_of_a_block_is_accounted_for() {
        let pasted = Pasted {
            added: 44,
            merged: 1,
            changed: 2,
            same: 5,
            attention: 3,
            skipped: 7,
            ..Pasted::default()
        };
        assert_eq!(all(&pasted), 62);
    }

    #[test]
    fn rows_are_used_where_something_comes_of_them() {
        let again = Pasted { merged: 2, same: 200, skipped: 1, ..Pasted::default() };
        assert_eq!(used(&again), 0, "imported before");
        assert_eq!(used(&Pasted { added: 1, ..again.clone() }), 3);
        assert_eq!(used(&Pasted { merged: 0, changed: 4, attention: 5, ..again }), 9);
    }

    #[test]
    fn quantities_that_are_replaced_are_named_with_their_lines() {
        let one = |number: u32, before: &str, after: &str| ReplacedQuantity {
            number,
            product: (number < 9).then(|| format!("GLV-{number}")),
            before: before.to_owned(),
            after: after.to_owned(),
        };
        let replaced_first = vec![one(3, "41", "42"), one(9, "x", "1200")];
        let pasted = Pasted { replaced: 5, replaced_first, ..Pasted::default() };
        Owner::new().with(|| {
            untrack(|| {
                let i18n = I18n::of(contract::Language::English);
                let said = parts(i18n, Format::plain(), &pasted);
                let number = Format::plain().number(1_200);
                let wanted = format!(
                    "5 unsent quantities overwritten \
                     (line 3 GLV-3: 41 → 42; line 9 –: x → {number}; and 3 more)"
                );
                assert_eq!(said, wanted);
            });
        });
    }
}

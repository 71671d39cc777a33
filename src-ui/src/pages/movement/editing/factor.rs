//! Multiplying the quantities of the chosen lines: a small sheet with one field.

use leptos::prelude::*;

use super::editor::Editor;
use crate::components::grid::Selection;
use crate::components::{AskFoot, Hint, NumberField, Sheet};
use crate::i18n::{say, text, use_i18n};
use contract::DecimalMark;

/// The sheet, while lines are to be multiplied.
#[component]
pub fn FactorSheet(editor: Editor, chosen: RwSignal<Option<Selection>>) -> impl IntoView {
    let i18n = use_i18n();
    let (factor, tried) = (RwSignal::new(String::new()), RwSignal::new(false));
    let close = Callback::new(move |()| {
        chosen.set(None);
        editor.grid.focus();
    });
    let read = move || thousandths(&factor.get(), editor.format.decimal_mark());
    let hint = Signal::derive(move || {
        if tried.get() && read().is_none() {
            Hint::Error(say!(i18n, editor.factor_unread).to_owned())
        } else {
            Hint::Note(say!(i18n, editor.factor_rounds).to_owned())
        }
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        match (untrack(read), chosen.get_untracked()) {
            (Some(factor), Some(lines)) => {
                editor.multiply(&lines, factor);
                close.run(());
            }
            _ => tried.set(true),
        }
    };
    view! {
        <Sheet title=text!(i18n, editor.factor_title) on_close=close testid="factor-sheet">
            <form on:submit=submit>
                <div class="sheet-body">
                    <NumberField label=text!(i18n, editor.factor) value=factor hint testid="factor" />
                </div>
                <AskFoot
                    back=text!(i18n, editor.cancel)
                    on_back=close
                    act=text!(i18n, editor.multiply)
                    testids=("factor-cancel", "factor-apply")
                />
            </form>
        </Sheet>
    }
}

/// A factor as typed, in thousandths: more than nothing, with three decimals at most.
fn thousandths(text: &str, mark: DecimalMark) -> Option<i64> {
    let mark = if mark == DecimalMark::Comma { ',' } else { '.' };
    let (whole, part) = text.trim().split_once(mark).unwrap_or((text.trim(), ""));
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    if whole.len() > 6 || part.len() > 3 || !digits(whole) || !digits(part) {
        return None;
    }
    let number = format!("{whole}{part:0<3}").parse::<i64>().ok()?;
    (number > 0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_is_read_with_the_mark_of_the_locale() {
        let point = |text| thousandths(text, DecimalMark::Point);
        assert_eq!([point("2"), point("1.5"), point(" .25 ")], [Some(2000), Some(1500), Some(250)]);
        assert_eq!(thousandths("1,25", DecimalMark::Comma), Some(1250));
        for text in ["", "0", "0.000", "-2", "1,5", "1.2345", "twice", "1234567"] {
            assert_eq!(point(text), None, "{text}");
        }
    }
}

//! The sum of the substitutes against the requested quantity; `=` fills in the rest.

use contract::Quantity;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::components::{Button, ButtonKind, Icon, each};
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::pages::movement::panel::form::Swap;
use crate::pages::movement::panel::state::PanelState;

/// The running sum, and what is missing of it.
#[component]
pub fn Sum(state: PanelState) -> impl IntoView {
    let (i18n, format) = (state.i18n, state.format);
    let sum = memo(move || {
        let read = move |text: &str| -> Quantity { state.read(text) };
        let (parts, sum) = state.form.with(|form| form.replaced(&read));
        state.requested().map(|requested| (parts, sum, requested))
    });
    let sums = move || {
        // Nothing is amiss before something is typed.
        let begun = state.form.with(|form| form.with.iter().any(|row: &Swap| !row.is_blank()));
        sum.get().map(|sum| (sum, begun)).into_iter().collect()
    };
    let shown = move |((parts, sum, requested), warns): ((Vec<i64>, i64, i64), bool)| {
        let all: Vec<String> = parts.iter().map(|part| format.number(*part)).collect();
        let equals = (all.len() > 1).then(|| format!("{} = ", all.join(" + ")));
        let of = say!(i18n, panel.of, number = format.number(requested));
        let rest = rest(state, requested.saturating_sub(sum)).map(|said| {
            view! {
                <span class=if warns { "st st-warn" } else { "st" } data-testid="swap-rest">
                    {warns.then(|| view! { <Icon name="triangle-alert" /> })}<span>{said}</span>
                </span>
            }
        });
        view! {
            <div class="sum">
                <p class="num" data-testid="swap-sum"><bdi dir="ltr">{equals}<b>{format.number(sum)}</b></bdi>" "{of}</p>
                {rest}
            </div>
        }
        .into_any()
    };
    let is_short = move || sum.with(|sum| sum.as_ref().is_some_and(|(_, sum, all)| sum < all));
    let fill = move |()| {
        let last = state.form.with_untracked(|form| {
            let chosen = |row: &&Swap| row.product.is_some();
            form.with.iter().rev().find(chosen).or(form.with.last()).map(|row| row.number)
        });
        if let Some(number) = last {
            fill(state, number);
        }
    };
    view! {
        <div class="sum">
            <div aria-live="polite">{each(sums, |sum| format!("{sum:?}"), shown)}</div>
            <Show when=is_short>
                <Button
                    label=text!(i18n, panel.fill)
                    kind=ButtonKind::Link
                    chord="="
                    on_press=fill
                    testid="swap-fill"
                />
            </Show>
        </div>
    }
}

/// How much is not replaced, or is more than was asked for.
fn rest(state: PanelState, short: i64) -> Option<String> {
    let (i18n, count, number) =
        (state.i18n, counted(short), state.format.number(short.saturating_abs()));
    match short {
        0 => None,
        1.. => Some(say!(i18n, panel.not_replaced, count = count, number = number)),
        _ => Some(say!(i18n, panel.beyond, count = count, number = number)),
    }
}

/// `=` puts the remainder into the row.
pub fn fill_on_key(state: PanelState, number: u32, event: &KeyboardEvent) {
    if event.key() == "=" {
        event.prevent_default();
        event.stop_propagation();
        fill(state, number);
    }
}

fn fill(state: PanelState, number: u32) {
    state.change(|form, requested, read| {
        if let Some(requested) = requested {
            form.fill(number, requested, read);
        }
    });
}

fn counted(pieces: i64) -> u32 {
    u32::try_from(pieces.unsigned_abs()).unwrap_or(u32::MAX)
}

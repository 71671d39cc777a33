//! The substitution form: a row for each substitute with its quantity, the sum against the
//! requested quantity, and the suggestions.

use contract::{ProductId, ProductRef};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::product_field::ProductField;
use super::suggestions::Suggestions;
use super::sum::{Sum, fill_on_key};
use super::swap_rows::{put, refused_row, suggestion};
use crate::components::{Icon, IconButton, each};
use crate::dom;
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::pages::movement::panel::form::{DecisionProblem, Swap};
use crate::pages::movement::panel::state::PanelState;
use crate::pages::movement::panel::words;

/// The part.
#[component]
pub fn Swaps(state: PanelState) -> impl IntoView {
    let (i18n, format) = (state.i18n, state.format);
    let numbers = memo(move || {
        state.form.with(|form| form.with.iter().map(|row| row.number).collect::<Vec<_>>())
    });
    let missing = move || {
        let wrong = state.wrong().into_iter().find(|wrong| *wrong == DecisionProblem::NoRows)?;
        Some(view! { <ErrorLine said=words::wrong(i18n, format, &wrong) /> })
    };
    view! {
        <div class="sect">
            <h3>
                {text!(i18n, panel.replace_with)}
                <span class="faint">{text!(i18n, panel.quantity)}</span>
            </h3>
            // Where the service refused what is chosen, the work begins with another product.
            <div
                class="swap"
                data-begin=move || refused_row(state).is_none().then_some("")
                on:keydown=move |event| to_suggestions(state, &event)
            >
                <For each=move || numbers.get() key=|number| *number let:number>
                    <Row state number />
                </For>
            </div>
            {missing}
            <Sum state />
        </div>
        <Suggestions state />
    }
}

/// Down, in a field in which nothing is typed, leads to what is suggested.
fn to_suggestions(state: PanelState, event: &KeyboardEvent) {
    let is_held = event.ctrl_key() || event.meta_key() || event.alt_key();
    let is_empty = dom::focus_is_in("[data-testid=swap-product]")
        && event_target_value(event).trim().is_empty();
    if event.key() == "ArrowDown" && !is_held && is_empty && !event.default_prevented() {
        event.prevent_default();
        state.focus_on("[data-testid=suggestions] [tabindex=\"0\"]");
    }
}

/// A row's content; blank once it is taken away.
fn row(state: PanelState, number: u32) -> Swap {
    let find = |rows: &[Swap]| rows.iter().find(|row| row.number == number).cloned();
    state.form.with(|form| find(&form.with)).unwrap_or_default()
}

/// Where among the rows it stands, from 1.
fn place(state: PanelState, number: u32) -> usize {
    let at = state.form.with(|form| form.with.iter().position(|row| row.number == number));
    at.map_or(1, |at| at + 1)
}

#[component]
fn Row(state: PanelState, number: u32) -> impl IntoView {
    let i18n = state.i18n;
    let content = memo(move || row(state, number));
    // Looked for in vain: that is said at once, what is missing only when it is to be kept.
    let unknown = RwSignal::new(String::new());
    let wrong = memo(move || {
        let in_vain = |row: &Swap| !row.typed.is_empty() && unknown.with(|text| *text == row.typed);
        if content.with(in_vain) {
            return vec![DecisionProblem::UnknownProduct(number)];
        }
        state.wrong().into_iter().filter(|wrong| is_about(wrong, number)).collect::<Vec<_>>()
    });
    let is_quantity = |wrong: &DecisionProblem| matches!(wrong, DecisionProblem::RowQuantity(..));
    let on_type = Callback::new(move |text: String| {
        type_in(state, number, |row| (row.product, row.typed) = (None, text));
    });
    let on_take = Callback::new(move |(product, goes_on): (ProductRef, bool)| {
        put(state, Some(number), product, goes_on);
    });
    let remove = move |()| {
        state.change(|form, requested, read| form.remove(number, requested, read));
        state.focus_after_drawing(".swap input");
    };
    view! {
        <ProductField
            label=Signal::derive(move || {
                say!(i18n, panel.substitute, number = place(state, number))
            })
            shown=Signal::derive(move || content.with(shown))
            beside=Signal::derive(move || used(state, &content.get()))
            invalid=Signal::derive(move || wrong.with(|all| !all.iter().all(is_quantity)))
            movement=state.movement
            on_type
            on_take
            on_none=move |()| unknown.set(content.with_untracked(|row| row.typed.clone()))
        />
        <Pieces
            state
            number
            content
            invalid=Signal::derive(move || wrong.with(|all| all.iter().any(is_quantity)))
        />
        <IconButton
            label=text!(i18n, panel.remove)
            icon="x"
            on_press=remove
            testid="swap-remove"
        />
        <RowHint state content wrong />
    }
}

/// How many pieces of a row's product go.
#[component]
fn Pieces(
    state: PanelState,
    number: u32,
    content: Memo<Swap>,
    invalid: Signal<bool>,
) -> impl IntoView {
    let i18n = state.i18n;
    let on_input = move |event| {
        let text = event_target_value(&event);
        type_in(state, number, |row| row.quantity = text);
    };
    view! {
        <div class="input input-num" class:is-error=move || invalid.get()>
            <input
                inputmode="numeric"
                autocomplete="off"
                aria-label=move || say!(i18n, panel.quantity_of, number = place(state, number))
                aria-invalid=move || invalid.get().then_some("true")
                data-testid="swap-quantity"
                data-swap=number
                prop:value=move || content.with(|row| row.quantity.clone())
                on:input=on_input
                on:keydown=move |event| fill_on_key(state, number, &event)
            />
        </div>
    }
}

/// Changes what is typed in a row.
fn type_in(state: PanelState, number: u32, change: impl FnOnce(&mut Swap)) {
    state.change(|form, requested, read| {
        if let Some(row) = form.with.iter_mut().find(|row| row.number == number) {
            change(row);
        }
        form.make_room(requested, read);
    });
}

/// The code of a row's product, else what is typed there.
fn shown(row: &Swap) -> String {
    match &row.product {
        Some(product) => product.code.clone().or_else(|| product.name.clone()).unwrap_or_default(),
        None => row.typed.clone(),
    }
}

/// What the product of a row is, and what stands in its way or is to be known of it.
#[component]
fn RowHint(
    state: PanelState,
    content: Memo<Swap>,
    wrong: Memo<Vec<DecisionProblem>>,
) -> impl IntoView {
    let (i18n, format) = (state.i18n, state.format);
    let warning = move || {
        if let Some(wrong) = wrong.with(|all| all.first().cloned()) {
            return Some((Some("circle-alert"), words::wrong(i18n, format, &wrong)));
        }
        let product = content.with(|row| row.product.clone())?;
        let known = suggestion(state, &product);
        if let Some(known) = known.as_ref().filter(|known| known.refused.is_some()) {
            return Some((Some("ban"), words::ground(i18n, format, known)));
        }
        let lacks = |all: &Vec<ProductId>| !all.contains(&product.id);
        let is_off = state.of_view(|view| Some(view.listed.as_ref().is_some_and(lacks)));
        let said = || (Some("triangle-alert"), say!(i18n, suggestion.not_listed).to_owned());
        (is_off == Some(true)).then(said)
    };
    // Whatever is to be said of it, which product it is stands there.
    let hints = move || {
        let name = content.with(|row| row.product.as_ref()?.name.clone());
        name.map(|name| (None, name)).into_iter().chain(warning()).collect::<Vec<_>>()
    };
    let drawn = |(icon, said): (Option<&'static str>, String)| {
        match icon {
        Some("circle-alert") => view! { <ErrorLine said /> }.into_any(),
        Some(icon) => {
            view! { <span class="hint-warn"><Icon name=icon class="icon icon-sm" /><span>{said}</span></span> }
                .into_any()
        }
        None => {
            let title = said.clone();
            view! { <span class="hint trunc" dir="auto" title=title data-testid="swap-name">{said}</span> }
                .into_any()
        }
    }
    };
    view! {
        <div class="swap-hint" aria-live="polite">
            {each(hints, |hint| format!("{hint:?}"), drawn)}
        </div>
    }
}

#[component]
fn ErrorLine(said: String) -> impl IntoView {
    view! {
        <span class="hint-error" data-testid="swap-error">
            <Icon name="circle-alert" class="icon icon-sm" /><span>{said}</span>
        </span>
    }
}

/// How often the row's product went instead before.
fn used(state: PanelState, row: &Swap) -> String {
    let Some(product) = &row.product else { return String::new() };
    let used = suggestion(state, product).and_then(|known| known.used);
    used.map(|used| words::times(state.i18n, state.format, used.times)).unwrap_or_default()
}

fn is_about(wrong: &DecisionProblem, row: u32) -> bool {
    match wrong {
        DecisionProblem::NoProduct(of)
        | DecisionProblem::UnknownProduct(of)
        | DecisionProblem::SameProduct(of)
        | DecisionProblem::Twice(of)
        | DecisionProblem::RowQuantity(of, _) => *of == row,
        DecisionProblem::Quantity(_) | DecisionProblem::NoRows | DecisionProblem::NoReason => false,
    }
}

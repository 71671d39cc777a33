//! A field for a product: what is typed is looked for by the backend at every key. Arrows move in the
//! list, Enter takes, Esc closes it; the focus stays in the field. An answer to what was typed before
//! is dropped.

use contract::{FindProducts, FoundProduct, MovementKey, ProductRef};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::components::{Popup, unique_id};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;

/// So many are offered.
const MOST: u32 = 8;

/// The field.
#[component]
pub fn ProductField(
    /// Its name, read out.
    #[prop(into)]
    label: Signal<String>,
    /// The product's code, else what is typed.
    #[prop(into)]
    shown: Signal<String>,
    /// Beside it, stepping back.
    #[prop(into)]
    beside: Signal<String>,
    /// What it holds cannot be used.
    #[prop(into)]
    invalid: Signal<bool>,
    /// The movement, whose lines are looked through.
    movement: MovementKey,
    /// A text was typed: the product chosen before is none any more.
    on_type: Callback<String>,
    /// A product was chosen; `true` where the work goes on behind it.
    on_take: Callback<(ProductRef, bool)>,
) -> impl IntoView {
    let field = Field {
        i18n: use_i18n(),
        movement,
        found: RwSignal::new(Vec::new()),
        open: RwSignal::new(false),
        active: RwSignal::new(0),
        turn: StoredValue::new(0),
        asked: StoredValue::new(false),
        wanted: StoredValue::new(false),
        inside: StoredValue::new(false),
        on_type,
        on_take,
    };
    let anchor = NodeRef::<html::Div>::new();
    let list_id = unique_id("products");
    let (controls, active_id) = (list_id.clone(), list_id.clone());
    view! {
        <div class="input code" class:is-error=move || invalid.get() node_ref=anchor>
            <input
                role="combobox"
                aria-autocomplete="list"
                aria-label=label
                aria-expanded=move || field.open.get().to_string()
                aria-controls=controls
                aria-activedescendant=move || {
                    field.open.get().then(|| format!("{active_id}-{}", field.active.get()))
                }
                aria-invalid=move || invalid.get().then_some("true")
                autocomplete="off"
                spellcheck="false"
                placeholder=text!(field.i18n, panel.code_or_name)
                data-testid="swap-product"
                prop:value=move || shown.get()
                on:input=move |event| field.type_in(event_target_value(&event))
                on:keydown=move |event| field.on_key(&event)
                on:focus=move |_| field.inside.set_value(true)
                // A field that goes away loses the focus after its signals are gone.
                on:blur=move |_| if field.open.try_get_untracked().is_some() { field.leave() }
            />
            <span class="unit">{beside}</span>
        </div>
        <Popup anchor open=field.open wide=true>
            <List field id=list_id.clone() label />
        </Popup>
    }
}

#[derive(Clone, Copy)]
struct Field {
    i18n: I18n,
    movement: MovementKey,
    /// What was found for what is typed.
    found: RwSignal<Vec<FoundProduct>>,
    open: RwSignal<bool>,
    active: RwSignal<usize>,
    /// Only the answer to the last question counts.
    turn: StoredValue<u32>,
    /// An answer is awaited.
    asked: StoredValue<bool>,
    /// Enter was pressed before it came.
    wanted: StoredValue<bool>,
    /// The focus is in the field.
    inside: StoredValue<bool>,
    on_type: Callback<String>,
    on_take: Callback<(ProductRef, bool)>,
}

impl Field {
    fn type_in(self, text: String) {
        self.on_type.run(text.clone());
        self.ask(text);
    }

    fn ask(self, text: String) {
        self.close();
        self.active.set(0);
        if text.trim().is_empty() {
            return;
        }
        self.asked.set_value(true);
        let turn = self.turn.get_value();
        let request = FindProducts { text, count: MOST, movement: Some(self.movement) };
        ipc::ask(&request, move |answer| {
            if self.turn.try_get_value() == Some(turn) {
                self.arrived(answer.unwrap_or_default());
            }
        });
    }

    /// What was found: Enter may have asked for the first before it was here, and the field may have
    /// been left.
    fn arrived(self, found: Vec<FoundProduct>) {
        let inside = self.inside.get_value();
        let first = found.first().filter(|_| inside && self.wanted.get_value()).cloned();
        self.asked.set_value(false);
        self.found.set(found);
        match first {
            Some(first) => self.take(first.product, true),
            None if inside => self.open.set(true),
            None => self.leave(),
        }
    }

    fn take(self, product: ProductRef, goes_on: bool) {
        self.close();
        self.on_take.run((product, goes_on));
    }

    /// Nothing is looked for any more; an answer still to come is dropped.
    fn close(self) {
        self.open.set(false);
        self.found.set(Vec::new());
        self.asked.set_value(false);
        self.wanted.set_value(false);
        self.turn.update_value(|turn| *turn = turn.wrapping_add(1));
    }

    /// The field is left: a code typed in full is taken, also when the answer comes only now.
    fn leave(self) {
        self.inside.set_value(false);
        self.open.set(false);
        let exact = self.found.with_untracked(|all| all.iter().find(|one| one.exact).cloned());
        if let Some(exact) = exact {
            self.take(exact.product, false);
        }
    }

    fn on_key(self, event: &KeyboardEvent) {
        let open = self.open.get_untracked();
        let last = self.found.with_untracked(|found| found.len().saturating_sub(1));
        let takes = event.key() == "Enter" && !event.ctrl_key();
        match event.key().as_str() {
            "ArrowDown" if open => self.active.update(|at| *at = (*at + 1).min(last)),
            "ArrowUp" if open => self.active.update(|at| *at = at.saturating_sub(1)),
            "ArrowDown" | "ArrowUp" => self.ask(event_target_value(event)),
            _ if takes && open => {
                let at = self.active.get_untracked();
                let active = self.found.with_untracked(|found| found.get(at).cloned());
                if let Some(active) = active {
                    self.take(active.product, true);
                }
            }
            _ if takes && self.asked.get_value() => self.wanted.set_value(true),
            "Escape" if open => self.close(),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }
}

#[component]
fn List(field: Field, id: String, label: Signal<String>) -> impl IntoView {
    let i18n = field.i18n;
    let own = id.clone();
    let entries = move || {
        let found = field.found.get();
        if found.is_empty() {
            return view! {
                <div class="option faint" role="option" aria-disabled="true" aria-selected="false">
                    {say!(i18n, field.nothing_found)}
                </div>
            }
            .into_any();
        }
        let entry = |(at, found): (usize, FoundProduct)| {
            view! { <Entry field at id=format!("{id}-{at}") found /> }
        };
        found.into_iter().enumerate().map(entry).collect_view().into_any()
    };
    view! { <div class="listbox" role="listbox" id=own aria-label=label>{entries}</div> }
}

#[component]
fn Entry(field: Field, at: usize, id: String, found: FoundProduct) -> impl IntoView {
    let i18n = field.i18n;
    let product = StoredValue::new(found.product.clone());
    let place = found.in_line.map(|line| say!(i18n, panel.in_line, line = line));
    let is_active = move || field.active.get() == at;
    view! {
        <div
            class="option sug"
            class:is-active=is_active
            role="option"
            id=id
            aria-selected=move || is_active().to_string()
            data-testid="option"
            // The field keeps the focus.
            on:mousedown=|event| event.prevent_default()
            on:click=move |_| field.take(product.get_value(), true)
        >
            <span class="code">{found.product.code}</span>
            <bdi class="trunc">{found.product.name}</bdi>
            <span class="end">{place}</span>
        </div>
    }
}

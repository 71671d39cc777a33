//! A field for a product: what is typed is looked for by the backend at every key. Arrows move in the
//! list, Enter takes what they chose or the text names beyond doubt, Esc closes it; the focus stays in
//! the field. An answer to what was typed before is dropped.

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
    /// What is typed names no product.
    #[prop(into)]
    on_none: Callback<()>,
) -> impl IntoView {
    let field = ProductInput {
        i18n: use_i18n(),
        movement,
        found: RwSignal::new(Vec::new()),
        open: RwSignal::new(false),
        active: RwSignal::new(None),
        text: StoredValue::default(),
        turn: StoredValue::new(0),
        asked: StoredValue::new(false),
        wanted: StoredValue::new(false),
        inside: StoredValue::new(false),
        on_type,
        on_take,
        on_none,
    };
    let anchor = NodeRef::<html::Div>::new();
    let list_id = unique_id("products");
    let (controls, active_id) = (list_id.clone(), list_id.clone());
    view! {
        <div class="input" class:is-error=move || invalid.get() node_ref=anchor>
            <input
                class="code"
                role="combobox"
                aria-autocomplete="list"
                aria-label=label
                aria-expanded=move || field.open.get().to_string()
                aria-controls=controls
                aria-activedescendant=move || {
                    let active = field.active.get().filter(|_| field.open.get());
                    active.map(|at| format!("{active_id}-{at}"))
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
struct ProductInput {
    i18n: I18n,
    movement: MovementKey,
    /// What was found for what is typed.
    found: RwSignal<Vec<FoundProduct>>,
    open: RwSignal<bool>,
    /// What Enter takes.
    active: RwSignal<Option<usize>>,
    /// What is looked for.
    text: StoredValue<String>,
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
    on_none: Callback<()>,
}

impl ProductInput {
    fn type_in(self, text: String) {
        self.on_type.run(text.clone());
        self.ask(text);
    }

    fn ask(self, text: String) {
        self.close();
        self.text.set_value(text.trim().to_owned());
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

    /// What was found: Enter may have asked for it before it was here, and the field may have been
    /// left.
    fn arrived(self, found: Vec<FoundProduct>) {
        let wanted = self.wanted.get_value();
        self.asked.set_value(false);
        self.wanted.set_value(false);
        self.active.set(self.text.with_value(|text| named(&found, text)));
        self.found.set(found);
        if !self.inside.get_value() {
            return self.leave();
        }
        self.open.set(true);
        if wanted {
            self.enter();
        }
    }

    /// Takes what is chosen; where nothing is, the list makes room for what is said of that. Of what is
    /// the beginning of several codes nothing is said: it leads to the first of them.
    fn enter(self) {
        match self.chosen() {
            Some(product) => self.take(product, true),
            None if self.begins_several() => self.active.set(Some(0)),
            None => {
                self.open.set(false);
                self.on_none.run(());
            }
        }
    }

    fn begins_several(self) -> bool {
        let begins = |found: &Vec<FoundProduct>| {
            self.text.with_value(|text| beginning(found, text).nth(1).is_some())
        };
        self.found.with_untracked(begins)
    }

    fn chosen(self) -> Option<ProductRef> {
        let at = self.active.get_untracked()?;
        self.found.with_untracked(|found| found.get(at).map(|one| one.product.clone()))
    }

    fn take(self, product: ProductRef, goes_on: bool) {
        self.close();
        self.on_take.run((product, goes_on));
    }

    /// Nothing is looked for any more; an answer still to come is dropped.
    fn close(self) {
        self.open.set(false);
        self.found.set(Vec::new());
        self.active.set(None);
        self.text.set_value(String::new());
        self.asked.set_value(false);
        self.wanted.set_value(false);
        self.turn.update_value(|turn| *turn = turn.wrapping_add(1));
    }

    /// The field is left: what is chosen is taken, also when the answer comes only now.
    fn leave(self) {
        self.inside.set_value(false);
        self.open.set(false);
        if self.asked.get_value() {
            return;
        }
        match self.chosen() {
            Some(product) => self.take(product, false),
            None if self.text.with_value(String::is_empty) => {}
            None => self.on_none.run(()),
        }
    }

    fn on_key(self, event: &KeyboardEvent) {
        let open = self.open.get_untracked();
        let last = self.found.with_untracked(|found| found.len().saturating_sub(1));
        let takes = event.key() == "Enter" && !event.ctrl_key();
        match event.key().as_str() {
            // They are the panel's.
            "ArrowDown" | "ArrowUp" if event.ctrl_key() || event.meta_key() => return,
            "ArrowDown" if open => {
                self.active.update(|at| *at = Some(at.map_or(0, |at| (at + 1).min(last))));
            }
            "ArrowUp" if open => {
                self.active.update(|at| *at = Some(at.map_or(last, |at| at.saturating_sub(1))));
            }
            // In an empty field there is nothing to look for: the key may be for what stands under it.
            "ArrowDown" | "ArrowUp" if event_target_value(event).trim().is_empty() => return,
            "ArrowDown" | "ArrowUp" => self.ask(event_target_value(event)),
            _ if takes && open => self.enter(),
            _ if takes && self.asked.get_value() => self.wanted.set_value(true),
            "Escape" if open => self.close(),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }
}

/// What a text names beyond doubt: the product of this code, else the only one whose code begins like
/// it, else the only one whose name holds all its words. One that is merely like it is for the user to
/// choose.
fn named(found: &[FoundProduct], text: &str) -> Option<usize> {
    let mut begun = beginning(found, text);
    if let Some(first) = begun.next() {
        let exact = found.iter().position(|one| one.exact);
        return exact.or_else(|| begun.next().is_none().then_some(first));
    }
    let text = ipc::lower(text);
    let holds = |one: &FoundProduct| {
        let name = ipc::lower(one.product.name.as_deref().unwrap_or_default());
        text.split_whitespace().all(|word| name.contains(word))
    };
    let mut held = (0..found.len()).filter(|at| found.get(*at).is_some_and(holds));
    let only = held.next().filter(|_| held.next().is_none() && !text.is_empty());
    found.iter().position(|one| one.exact).or(only)
}

/// Those whose codes begin like a text.
fn beginning(found: &[FoundProduct], text: &str) -> impl Iterator<Item = usize> {
    let text = ipc::lower(text.trim());
    let begins = move |one: &FoundProduct| {
        let code = one.product.code.as_deref().map(ipc::lower);
        !text.is_empty() && code.is_some_and(|code| code.starts_with(&text))
    };
    (0..found.len()).filter(move |at| found.get(*at).is_some_and(&begins))
}

#[component]
fn List(field: ProductInput, id: String, label: Signal<String>) -> impl IntoView {
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
fn Entry(field: ProductInput, at: usize, id: String, found: FoundProduct) -> impl IntoView {
    let i18n = field.i18n;
    let product = StoredValue::new(found.product.clone());
    let place = found.in_line.map(|line| say!(i18n, panel.in_line, line = line));
    let is_active = move || field.active.get() == Some(at);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str, name: &str, exact: bool) -> FoundProduct {
        let product = ProductRef {
            id: code.into(),
            code: Some(code.to_owned()),
            name: Some(name.to_owned()),
            description: None,
            category: None,
        };
        FoundProduct { product, exact, in_line: None }
    }

    #[test]
    fn a_code_that_does_not_exist_names_none_of_those_like_it() {
        let like = [found("CAN-1832", "Cannula 20G", false)];
        assert_eq!(named(&like, "CAN-1830"), None);
        let both = [found("CAN-1832", "Cannula 20G", false), found("CAN-1830", "Cannula", true)];
        assert_eq!(named(&both, "CAN-1830"), Some(1));
    }

    #[test]
    fn the_beginning_of_a_code_names_the_only_product_that_has_it() {
        let all = [found("NAC-0500", "Bag", false), found("NAC-1000", "Bag", false)];
        assert_eq!(named(&all, "nac-05"), Some(0));
        assert_eq!(named(&all, "NAC"), None, "the arrows choose");
        assert_eq!(beginning(&all, "NAC").count(), 2);
        let exact = [found("NAC-1", "Bag", true), found("NAC-10", "Bag", false)];
        assert_eq!(named(&exact, "nac-1"), Some(0));
    }

    #[test]
    fn words_name_the_only_product_that_has_them() {
        let all = [found("CAN-1832", "Cannula 20G", false), found("GLV-1", "Gloves", false)];
        assert_eq!(named(&all, "20g cannula"), Some(0));
        let two = [found("GLV-1", "Gloves, S", false), found("GLV-2", "Gloves, M", false)];
        assert_eq!(named(&two, "gloves"), None, "the arrows choose");
        assert_eq!(named(&all, ""), None);
    }
}

//! Fields with a list: type to find, arrows move, Enter takes, Esc restores, Alt+Down opens. The
//! focus stays in the field; the list lies in the window's overlay layer.

mod listbox;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::field::{FieldFrame, Hint, unique_id};
use super::{Icon, Popup};
use crate::dom;
use crate::effect::effect;
use crate::format::initials;
use crate::i18n::{I18n, say, use_i18n};
use crate::letters;

pub use listbox::{Listbox, found};

/// An entry of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// What names it.
    pub id: String,
    /// What is shown.
    pub label: String,
    /// Beside it, stepping back.
    pub detail: String,
}

/// A field whose value is one of a list.
#[component]
pub fn Combobox(
    /// The label.
    #[prop(into)]
    label: Signal<String>,
    /// All entries.
    #[prop(into)]
    choices: Signal<Vec<Choice>>,
    /// The id of the chosen one.
    value: RwSignal<Option<String>>,
    /// What stands under it.
    #[prop(optional, into)]
    hint: Signal<Hint>,
    /// What is typed may stand for itself: an id that no entry has. The list offers it last.
    #[prop(optional)]
    free: bool,
    /// The entries are people: the chosen one's mark stands before the name.
    #[prop(optional)]
    people: bool,
    /// What is typed and not taken yet, for a page that keeps it.
    #[prop(optional)]
    typed: RwSignal<Option<String>>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let field = Field {
        choices,
        value,
        free,
        i18n: use_i18n(),
        text: typed,
        open: RwSignal::new(false),
        active: RwSignal::new(0),
    };
    let anchor = NodeRef::<html::Div>::new();
    let mark = move || {
        let name = field.value.get().map(|id| field.label_of(&id)).filter(|_| people)?;
        Some(view! { <span class="avatar avatar-sm" aria-hidden="true">{initials(&name)}</span> })
    };
    let id = unique_id("combo");
    let list_id = format!("{id}-list");
    let (described, input_id) = (format!("{id}-hint"), id.clone());
    let controls = list_id.clone();
    let active_id = {
        let list_id = list_id.clone();
        move || field.open.get().then(|| format!("{list_id}-{}", field.active.get()))
    };
    view! {
        <FieldFrame id label hint>
            <div
                class="input"
                class:is-error=move || hint.get().is_error()
                class:is-warn=move || matches!(hint.get(), Hint::Warn(_))
                node_ref=anchor
            >
                {mark}
                <input
                    id=input_id
                    role="combobox"
                    aria-autocomplete="list"
                    aria-expanded=move || field.open.get().to_string()
                    aria-controls=controls
                    aria-activedescendant=active_id
                    aria-invalid=move || hint.get().is_error().then_some("true")
                    aria-describedby=described
                    autocomplete="off"
                    spellcheck="false"
                    data-testid=testid
                    prop:value=move || field.shown()
                    on:input=move |event| field.type_in(event_target_value(&event))
                    on:keydown=move |event| field.on_key(&event)
                    on:mousedown=move |_| field.show()
                    on:blur=move |_| field.left()
                />
                <Icon name="chevron-down" class="icon icon-sm" />
            </div>
            <Popup anchor open=field.open wide=true>
                <Options field id=list_id.clone() label />
            </Popup>
        </FieldFrame>
    }
}

#[derive(Clone, Copy)]
struct Field {
    choices: Signal<Vec<Choice>>,
    value: RwSignal<Option<String>>,
    free: bool,
    i18n: I18n,
    /// As typed, until something is taken.
    text: RwSignal<Option<String>>,
    open: RwSignal<bool>,
    active: RwSignal<usize>,
}

impl Field {
    fn label_of(self, id: &str) -> String {
        let known =
            self.choices.with(|all| all.iter().find(|c| c.id == id).map(|c| c.label.clone()));
        known.unwrap_or_else(|| id.to_owned())
    }

    fn shown(self) -> String {
        let chosen = move || self.value.get().map(|id| self.label_of(&id)).unwrap_or_default();
        self.text.get().unwrap_or_else(chosen)
    }

    fn matching(self) -> Vec<Choice> {
        let text = self.text.get().unwrap_or_default();
        let mut matching = self.choices.with(|all| found(all, &text));
        matching.extend(self.own(text.trim()));
        matching
    }

    /// What is typed, as an entry that stands for itself.
    fn own(self, id: &str) -> Option<Choice> {
        let is_known = self.choices.with(|all| all.iter().any(|choice| choice.id == id));
        let i18n = self.i18n;
        (self.free && !id.is_empty() && !is_known).then(|| Choice {
            id: id.to_owned(),
            label: say!(i18n, field.use_id, id = id),
            detail: String::new(),
        })
    }

    fn type_in(self, text: String) {
        self.text.set(Some(text));
        self.active.set(0);
        self.open.set(true);
    }

    /// Opens the list at the chosen entry.
    fn show(self) {
        if !self.open.get_untracked() {
            let chosen = self.value.get_untracked();
            let matching = untrack(|| self.matching());
            let at = matching.iter().position(|choice| Some(&choice.id) == chosen.as_ref());
            self.active.set(at.unwrap_or(0));
            self.open.set(true);
        }
    }

    fn take(self, choice: &Choice) {
        self.value.set(Some(choice.id.clone()));
        self.close();
    }

    fn close(self) {
        self.text.set(None);
        self.open.set(false);
        self.active.set(0);
    }

    /// The focus left. An element that goes away loses it too, after its signals are gone.
    fn left(self) {
        if self.text.try_get_untracked().is_some() {
            self.leave();
        }
    }

    /// The field is left: an entry typed in full is taken, an emptied field is emptied, what may be
    /// an id because it is a part of no entry is taken as one, anything else falls back to what was
    /// chosen.
    fn leave(self) {
        let Some(text) = self.text.get_untracked() else { return self.close() };
        let text = text.trim();
        let exact = self.choices.with_untracked(|all| {
            let same = |choice: &&Choice| {
                letters::lower(&choice.label) == letters::lower(text) || choice.id == text
            };
            all.iter().find(same).cloned()
        });
        match exact {
            Some(choice) => self.take(&choice),
            None if text.is_empty() => {
                self.value.set(None);
                self.close();
            }
            None => {
                let own = untrack(|| self.own(text));
                let own =
                    own.filter(|_| self.choices.with_untracked(|all| found(all, text).is_empty()));
                if let Some(own) = own {
                    self.value.set(Some(own.id));
                }
                self.close();
            }
        }
    }

    fn on_key(self, event: &KeyboardEvent) {
        let open = self.open.get_untracked();
        let matching = untrack(|| self.matching());
        match event.key().as_str() {
            "ArrowDown" | "ArrowUp" if !open => self.show(),
            "ArrowDown" => {
                self.active.update(|at| *at = (*at + 1).min(matching.len().saturating_sub(1)))
            }
            "ArrowUp" => self.active.update(|at| *at = at.saturating_sub(1)),
            "Enter" if open => {
                match matching.get(self.active.get_untracked()) {
                    Some(choice) => self.take(choice),
                    None => self.leave(),
                }
                // Ctrl+Enter takes it too, and then is the page's.
                if event.ctrl_key() || event.meta_key() {
                    return;
                }
            }
            "Escape" if open || self.text.get_untracked().is_some() => self.close(),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }
}

#[component]
fn Options(field: Field, id: String, label: Signal<String>) -> impl IntoView {
    let i18n = use_i18n();
    let own = id.clone();
    let list = NodeRef::<html::Div>::new();
    effect(move || {
        let at = field.active.get();
        let options = list.get().map(|list| dom::all(&list, "[role=option]")).unwrap_or_default();
        if let Some(option) = options.get(at) {
            option.scroll_into_view_with_bool(false);
        }
    });
    view! {
        <div class="listbox" role="listbox" id=own aria-label=label node_ref=list>
            {move || {
                let matching = field.matching();
                if matching.is_empty() {
                    return view! {
                        <div class="option faint" role="option" aria-disabled="true" aria-selected="false">
                            {say!(i18n, field.nothing_found)}
                        </div>
                    }
                    .into_any();
                }
                let id = id.clone();
                matching
                    .into_iter()
                    .enumerate()
                    .map(|(at, choice)| {
                        let chosen = field.value.get().as_ref() == Some(&choice.id);
                        let (label, detail) = (choice.label.clone(), choice.detail.clone());
                        view! {
                            <div
                                class="option"
                                class:is-active=move || field.active.get() == at
                                role="option"
                                id=format!("{id}-{at}")
                                aria-selected=chosen.to_string()
                                data-testid="option"
                                // The field keeps the focus.
                                on:mousedown=|event| event.prevent_default()
                                on:click=move |_| field.take(&choice)
                            >
                                <bdi class="trunc">{label}</bdi>
                                <span class="end">{detail}</span>
                            </div>
                        }
                    })
                    .collect_view()
                    .into_any()
            }}
        </div>
    }
}

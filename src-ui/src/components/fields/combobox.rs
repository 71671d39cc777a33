//! Fields with a list: type to find, arrows move, Enter takes, Esc restores, Alt+Down opens. The
//! focus stays in the field; the list lies in the window's overlay layer. Entries may arrive while it
//! is open: they come after the others, and the active entry stays the active one.

mod choice;
mod field;
mod listbox;
mod listed;
mod options;

use leptos::html;
use leptos::prelude::*;

use super::field::{FieldFrame, Hint, unique_id};
use crate::components::{Icon, Popup};

use crate::wording::format::initials;

use field::ComboboxField;
use options::Options;

pub use choice::Choice;
pub use listbox::Listbox;
pub use listed::{ListedEntries, listed};
pub use options::Served;

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
    /// What is said when the field is left with a text that names no entry; the text then stays, and
    /// chooses nothing. Without it such a text is an id where it may be one, else it goes.
    #[prop(optional, into)]
    unknown: Option<Signal<String>>,
    /// Entries for what is typed are still to come, of a list that is asked for by every text. Enter
    /// waits for them, and then makes no id of a text that names none: a scanner presses it before
    /// anything can be found, and a name is no id.
    #[prop(optional, into)]
    awaited: Option<Signal<bool>>,
    /// Enter took what stands here: the time to lead on. A scanner ends each code with it.
    #[prop(optional, into)]
    on_enter: Option<Callback<()>>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let field = ComboboxField::start(choices, value, (free, unknown.is_some()), typed, awaited);
    let hint = Signal::derive(move || {
        let stray = unknown.filter(|_| field.is_stray());
        stray.map_or_else(|| hint.get(), |unknown| Hint::Error(unknown.get()))
    });
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
        move || field.open.get().then(|| format!("{list_id}-{}", field.place.get()))
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
                    on:keydown=move |event| field.on_key(&event, on_enter)
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

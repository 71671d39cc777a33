//! A list of entries to choose one or several of, with a field to find in when it is long. Opened
//! by chips; the focus is in it while it is open.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::choice::Choice;
use crate::components::fields::field::unique_id;
use crate::components::{Icon, Show};
use crate::dom;
use crate::effect::{effect, memo};
use crate::i18n::{say, use_i18n};
use crate::letters;

/// From this many entries on, the list has a field to find in.
const LONG: usize = 9;

/// Entries that hold all words of a text, or are named by it, at most as many as a list can be read.
pub fn found(choices: &[Choice], text: &str) -> Vec<Choice> {
    let words: Vec<String> = text.split_whitespace().map(letters::folded).collect();
    let fits = |choice: &&Choice| {
        let Choice { id, label, detail, also, .. } = choice;
        let all = letters::folded(&format!("{label} {detail} {also}"));
        words.iter().all(|word| all.contains(word.as_str())) || *id == text.trim()
    };
    choices.iter().filter(fits).take(200).cloned().collect()
}

/// A list that has the focus.
#[component]
pub fn Listbox(
    /// What is chosen between, read out.
    label: Signal<String>,
    /// All entries.
    choices: Signal<Vec<Choice>>,
    /// Ids of the chosen ones.
    chosen: Signal<Vec<String>>,
    /// Several may be chosen; the list then stays open.
    #[prop(optional)]
    several: bool,
    /// An entry was taken.
    on_take: Callback<String>,
    /// The list is to close.
    #[prop(into)]
    on_close: Callback<()>,
) -> impl IntoView {
    let i18n = use_i18n();
    let text = RwSignal::new(String::new());
    let first = untrack(|| {
        choices.with(|all| all.iter().position(|c| chosen.with(|ids| ids.contains(&c.id))))
    });
    let active = RwSignal::new(first.unwrap_or(0));
    let long = untrack(|| choices.with(Vec::len)) >= LONG;
    let matching = memo(move || choices.with(|all| found(all, &text.get())));
    let (list, input) = (NodeRef::<html::Div>::new(), NodeRef::<html::Input>::new());
    effect(move || {
        if let Some(input) = input.get() {
            dom::focus(&input);
        } else if let Some(list) = list.get().filter(|_| !long) {
            dom::focus(&list);
        }
    });
    let id = unique_id("list");
    let active_id = {
        let id = id.clone();
        move || format!("{id}-{}", active.get())
    };
    let (in_field, own, controls) = (active_id.clone(), id.clone(), id.clone());
    // Nothing is looked for that begins with a space: of several it ticks one, also in the field.
    let ticks = move || !long || (several && text.with_untracked(String::is_empty));
    let on_key = move |event: KeyboardEvent| {
        let last = matching.with_untracked(Vec::len).saturating_sub(1);
        match event.key().as_str() {
            "ArrowDown" => active.update(|at| *at = (*at + 1).min(last)),
            "ArrowUp" => active.update(|at| *at = at.saturating_sub(1)),
            "Home" if !long => active.set(0),
            "End" if !long => active.set(last),
            "Enter" => take(matching, active, on_take),
            " " if ticks() => take(matching, active, on_take),
            "Escape" | "Tab" => on_close.run(()),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    view! {
        <div class="listbox" on:keydown=on_key>
            {long.then(|| view! {
                <div class="find">
                    <div class="input">
                        <Icon name="search" />
                        <input
                            node_ref=input
                            role="combobox"
                            aria-expanded="true"
                            aria-controls=controls
                            aria-activedescendant=in_field
                            aria-label=label
                            autocomplete="off"
                            data-testid="list-find"
                            on:input=move |event| { text.set(event_target_value(&event)); active.set(0); }
                        />
                    </div>
                </div>
            })}
            <div
                role="listbox"
                id=own
                tabindex="-1"
                node_ref=list
                aria-label=label
                aria-multiselectable=several.then_some("true")
                aria-activedescendant=active_id
            >
                {move || {
                    let entries = matching.get();
                    if entries.is_empty() {
                        return view! { <div class="option faint">{say!(i18n, field.nothing_found)}</div> }.into_any();
                    }
                    let id = id.clone();
                    entries.into_iter().enumerate().map(|(at, choice)| {
                        view! { <Entry id=format!("{id}-{at}") at choice active chosen on_take /> }
                    }).collect_view().into_any()
                }}
            </div>
        </div>
    }
}

fn take(matching: Memo<Vec<Choice>>, active: RwSignal<usize>, on_take: Callback<String>) {
    let at = active.get_untracked();
    let id = matching.with_untracked(|all| all.get(at).map(|choice| choice.id.clone()));
    if let Some(id) = id {
        on_take.run(id);
    }
}

#[component]
fn Entry(
    id: String,
    at: usize,
    choice: Choice,
    active: RwSignal<usize>,
    chosen: Signal<Vec<String>>,
    on_take: Callback<String>,
) -> impl IntoView {
    let Choice { id: own, label, detail, .. } = choice;
    let taken = own.clone();
    let is_chosen = memo(move || chosen.with(|ids| ids.contains(&own)));
    let node = NodeRef::<html::Div>::new();
    effect(move || {
        if active.get() == at
            && let Some(node) = node.get()
        {
            node.scroll_into_view_with_bool(false);
        }
    });
    view! {
        <div
            class="option"
            class:is-active=move || active.get() == at
            role="option"
            id=id
            node_ref=node
            aria-selected=move || is_chosen.get().to_string()
            data-testid="option"
            on:mousedown=|event| event.prevent_default()
            on:click=move |_| { active.set(at); on_take.run(taken.clone()); }
        >
            <bdi class="trunc">{label}</bdi>
            <span class="end">{detail}</span>
            <Show when=move || is_chosen.get()><Icon name="check" class="icon icon-sm" /></Show>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_must_be_there_in_any_case() {
        let choice = |id: &str, label: &str| Choice {
            id: id.into(),
            label: label.into(),
            ..Choice::default()
        };
        let all = [choice("l1", "Central store"), choice("l2", "Theatre block A")];
        let ids = |text| found(&all, text).into_iter().map(|c| c.id).collect::<Vec<_>>();
        assert_eq!(ids("BLOCK thea"), ["l2"]);
        assert_eq!(ids(""), ["l1", "l2"]);
        assert_eq!(ids("l1"), ["l1"]);
        assert!(ids("ward").is_empty());
        let mailed = [Choice { also: "a.okafor@stock.example".into(), ..choice("u1", "Amara") }];
        assert_eq!(found(&mailed, "okafor stock"), mailed, "by what is not shown too");
    }
}

//! The list under a cell that is searched in: what was found for the text typed, in the window's
//! overlay layer. The focus stays in the cell's field; arrows go through the list, Enter and Tab
//! take what is active, or what is exactly the text. State lives with the grid: the cell may be
//! drawn anew while the list is open.

use contract::Source;
use leptos::html;
use leptos::prelude::*;

use super::calls::CellSearch;
use super::cell_edit::{Entered, Leave};
use super::model::EditorKind;
use super::state::GridState;
use crate::components::{Choice, Popup, Served};
use crate::effect::effect;
use crate::i18n::{I18n, text, use_i18n};
use crate::letters;

/// The list in the document.
pub const LIST: &str = "search";

impl GridState {
    /// A text was typed into the field: asks what it may mean.
    pub fn search_for(self, text: String) {
        if let Some(search) = self.calls.search {
            self.list.active.set(None);
            self.list.open.set(!text.trim().is_empty());
            self.ask(search, text);
        }
    }

    /// Goes through the list; opens it first.
    pub fn step_in_list(self, text: &str, down: bool) {
        let Some(search) = self.calls.search else { return };
        if !self.list.open.get_untracked() {
            self.list.open.set(true);
            self.ask(search, text.to_owned());
            return;
        }
        let count = search.choices.with_untracked(Vec::len);
        self.list.active.update(|active| *active = step(*active, count, down));
    }

    /// What the field is left with: the choice the arrows are on, the one the text is exactly, or
    /// the text as typed.
    pub fn entered(self, text: String) -> Entered {
        let open = self.list.open.try_get_untracked().unwrap_or_default();
        let Some(search) = self.calls.search.filter(|_| open) else { return Entered::Text(text) };
        let active = self.list.active.get_untracked();
        let by_name = self.is_by_name();
        search.choices.with_untracked(|choices| taken(choices, active, text, by_name))
    }

    fn ask(self, search: CellSearch, text: String) {
        let column = self.editing.with_untracked(|editing| editing.as_ref().map(|of| of.column));
        if let Some(column) = column {
            search.asked.run((column, text));
        }
    }

    /// Whether names are searched, and not codes.
    fn is_by_name(self) -> bool {
        let column = self.editing.with_untracked(|editing| editing.as_ref().map(|of| of.column));
        self.columns.with_value(|columns| {
            let editor = columns.iter().find(|of| Some(of.id) == column).and_then(|of| of.editor);
            editor == Some(EditorKind::Name)
        })
    }
}

fn step(active: Option<usize>, count: usize, down: bool) -> Option<usize> {
    let last = count.checked_sub(1)?;
    match (active, down) {
        (None, true) => Some(0),
        (None, false) => Some(last),
        (Some(at), true) => Some((at + 1).min(last)),
        // Back to the text as typed.
        (Some(at), false) => at.checked_sub(1),
    }
}

fn taken(choices: &[Choice], active: Option<usize>, text: String, by_name: bool) -> Entered {
    let named = |choice: &Choice| if by_name { choice.label.clone() } else { choice.id.clone() };
    let exact = || {
        let wanted = letters::lower(text.trim());
        let is_it = |choice: &Choice| letters::lower(&named(choice)) == wanted;
        let mut fitting = choices.iter().enumerate().filter(|(_, choice)| is_it(choice));
        let first = fitting.next().map(|(at, _)| at);
        match fitting.next() {
            // Two may have one name.
            Some(_) if by_name => None,
            _ if first.is_none() && by_name && choices.len() == 1 && !wanted.is_empty() => Some(0),
            _ => first,
        }
    };
    match active.filter(|at| *at < choices.len()).or_else(exact) {
        Some(at) => Entered::Choice(at, named(&choices[at])),
        None => Entered::Text(text),
    }
}

/// The list of the cell being edited. One for the grid.
#[component]
pub fn SearchList(grid: GridState, label: Signal<String>) -> impl IntoView {
    let i18n = use_i18n();
    let list = grid.list;
    grid.calls.search.map(|search| {
        view! {
            <Popup anchor=list.anchor open=list.open wide=true>
                <div class="listbox" role="listbox" id=grid.id(LIST) aria-label=label data-testid="search-list">
                    {move || options(grid, i18n, &search.choices.get())}
                </div>
            </Popup>
        }
    })
}

fn options(grid: GridState, i18n: I18n, choices: &[Choice]) -> AnyView {
    if choices.is_empty() {
        return view! {
            <div class="option faint" role="option" aria-disabled="true" aria-selected="false">
                {text!(i18n, field.nothing_found)}
            </div>
        }
        .into_any();
    }
    let (list, by_name) = (grid.list, grid.is_by_name());
    let option = |(at, choice): (usize, &Choice)| {
        let Choice { id, label, detail, .. } = choice.clone();
        let is_served = choice.source == Some(Source::Service);
        let is_active = move || list.active.get() == Some(at);
        let named = if by_name { label.clone() } else { id.clone() };
        let take = move |_| grid.leave(Entered::Choice(at, named.clone()), Leave::Down);
        let node = NodeRef::<html::Div>::new();
        effect(move || {
            if let Some(node) = node.get().filter(|_| is_active()) {
                node.scroll_into_view_with_bool(false);
            }
        });
        view! {
            <div
                class="option"
                class:is-active=is_active
                role="option"
                id=format!("{}-{at}", grid.id(LIST))
                node_ref=node
                aria-selected=move || is_active().to_string()
                data-testid="option"
                // The field keeps the focus.
                on:mousedown=|event| event.prevent_default()
                on:click=take
            >
                {(!by_name).then(|| view! { <span class="code">{id}</span> })}
                <bdi class="trunc">{label}</bdi>
                <span class="end">{detail}</span>
                {is_served.then(|| view! { <Served /> })}
            </div>
        }
    };
    choices.iter().enumerate().map(option).collect_view().into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices() -> Vec<Choice> {
        let choice = |id: &str| Choice { id: id.into(), ..Choice::default() };
        vec![choice("CAN-1830"), choice("CAN-1832")]
    }

    #[test]
    fn arrows_go_through_the_list_and_back_to_the_text() {
        assert_eq!(step(None, 2, true), Some(0));
        assert_eq!(step(Some(0), 2, true), Some(1));
        assert_eq!(step(Some(1), 2, true), Some(1));
        assert_eq!(step(Some(0), 2, false), None);
        assert_eq!(step(None, 2, false), Some(1));
        assert_eq!(step(None, 0, true), None);
    }

    #[test]
    fn what_is_active_is_taken_then_what_is_exact_then_the_text() {
        let text = || "can-1832 ".to_owned();
        let taken = |choices: &[Choice], active, text| taken(choices, active, text, false);
        assert_eq!(taken(&choices(), Some(0), text()), Entered::Choice(0, "CAN-1830".into()));
        assert_eq!(taken(&choices(), None, text()), Entered::Choice(1, "CAN-1832".into()));
        assert_eq!(taken(&choices(), None, "can".into()), Entered::Text("can".into()));
        assert_eq!(taken(&[], Some(3), "can".into()), Entered::Text("can".into()));
    }

    #[test]
    fn a_name_means_a_choice_where_it_means_one_alone() {
        let choice = |id: &str, label: &str| Choice {
            id: id.into(),
            label: label.into(),
            ..Choice::default()
        };
        let all = [choice("u1", "Ana Souza"), choice("u2", "Jo Weir"), choice("u3", "Jo Weir")];
        let taken = |choices: &[Choice], text: &str| taken(choices, None, text.into(), true);
        assert_eq!(taken(&all, "ana souza"), Entered::Choice(0, "Ana Souza".into()));
        assert_eq!(taken(&all, "jo weir"), Entered::Text("jo weir".into()), "which of them?");
        assert_eq!(taken(&all, "u2"), Entered::Text("u2".into()));
        assert_eq!(taken(&all[..1], "ana"), Entered::Choice(0, "Ana Souza".into()));
        assert_eq!(taken(&all[..1], " "), Entered::Text(" ".into()), "nobody is meant");
    }
}

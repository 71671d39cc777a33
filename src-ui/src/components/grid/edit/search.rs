//! The list under a cell that is searched in: what was found for the text typed, in the window's
//! overlay layer. The focus stays in the cell's field; arrows go through the list, Enter and Tab
//! take what is active, or what is exactly the text. What a code means beyond doubt is active as soon
//! as it is found; where it is the beginning of several, Enter leads into the list first. State lives
//! with the grid: the cell may be drawn anew while the list is open.

use contract::Source;
use leptos::html;
use leptos::prelude::*;

use super::cell_edit::{Entered, Leave};
use crate::components::grid::calls::CellSearch;
use crate::components::grid::model::EditorKind;
use crate::components::grid::state::GridState;
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

    /// Where a text is the beginning of the codes of several choices, leads to the first of them and
    /// answers so: it is no code itself, and which one is meant is for the user to say.
    pub fn leads_into_list(self, text: &str) -> bool {
        let Some(search) = self.calls.search.filter(|_| self.list.open.get_untracked()) else {
            return false;
        };
        let is_found = search.found_for.with_untracked(|found| found.trim() == text.trim());
        let is_free = self.list.active.get_untracked().is_none() && !self.is_by_name();
        let leads = is_found
            && is_free
            && search.choices.with_untracked(|choices| begins_several(choices, text));
        if leads {
            self.list.active.set(Some(0));
        }
        leads
    }

    /// What was found for the text that is typed now: what it means beyond doubt is active.
    fn point_at_meant(self, search: CellSearch) {
        let found_for = search.found_for.get();
        let meant = search.choices.with(|choices| meant(choices, &found_for));
        let is_now = self.list.text.with_value(|text| *text == found_for);
        let is_free = self.list.open.get_untracked() && self.list.active.get_untracked().is_none();
        if meant.is_some() && is_now && is_free && !self.is_by_name() {
            self.list.active.set(meant);
        }
    }

    fn ask(self, search: CellSearch, text: String) {
        self.list.text.set_value(text.clone());
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

/// The choice that a code means beyond doubt: the one of this code, else the only one whose code begins
/// like it, else the only one whose name holds all its words. What is merely like it is not meant.
fn meant(choices: &[Choice], text: &str) -> Option<usize> {
    let typed = letters::lower(text.trim());
    let only = |fits: &dyn Fn(&Choice) -> bool| {
        let mut fitting = (0..choices.len()).filter(|at| choices.get(*at).is_some_and(fits));
        fitting.next().filter(|_| fitting.next().is_none())
    };
    if typed.is_empty() {
        return None;
    }
    let exact = choices.iter().position(|choice| letters::lower(&choice.id) == typed);
    if exact.is_some() || choices.iter().any(|choice| begins(choice, &typed)) {
        return exact.or_else(|| only(&|choice| begins(choice, &typed)));
    }
    only(&|choice| {
        let name = letters::lower(&choice.label);
        typed.split_whitespace().all(|word| name.contains(word))
    })
}

/// Whether a text is the beginning of the codes of several choices, and the code of none.
fn begins_several(choices: &[Choice], text: &str) -> bool {
    let typed = letters::lower(text.trim());
    let several = choices.iter().filter(|choice| begins(choice, &typed)).count() > 1;
    !typed.is_empty() && several && meant(choices, text).is_none()
}

/// Whether the code of a choice begins like what is typed.
fn begins(choice: &Choice, typed: &str) -> bool {
    letters::lower(&choice.id).starts_with(typed)
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
        effect(move || grid.point_at_meant(search));
        view! {
            <Popup anchor=list.anchor open=list.open wide=true>
                <div
                    class="listbox"
                    role="listbox"
                    id=grid.id(LIST)
                    aria-label=label
                    data-found-for=search.found_for
                    data-testid="search-list"
                >
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
    fn a_code_means_the_one_choice_that_begins_like_it_and_none_that_is_merely_like_it() {
        let choice = |id: &str, label: &str| Choice {
            id: id.into(),
            label: label.into(),
            ..Choice::default()
        };
        let all = [
            choice("NAC-0500", "Sodium chloride, 500 mL bag"),
            choice("NAC-1000", "Sodium chloride, 1 L bag"),
            choice("BAG-0001", "Bags for nac"),
        ];
        assert_eq!(meant(&all, "nac"), None, "which of them?");
        assert!(begins_several(&all, "nac"));
        assert_eq!(meant(&all, " NAC-05"), Some(0));
        assert_eq!(meant(&all, "nac-1000"), Some(1));
        assert!(!begins_several(&all, "nac-05") && !begins_several(&all, ""));
        // Others begin with the code that is typed.
        let longer = [choice("NAC-1", ""), choice("NAC-10", ""), choice("NAC-100", "")];
        assert_eq!(meant(&longer, "nac-1"), Some(0));
        assert!(!begins_several(&longer, "nac-1"));
        assert_eq!(meant(&all, "chloride 1 l"), Some(1), "by its name");
        assert_eq!(meant(&all, "chloride"), None);
        assert_eq!(meant(&all[..1], "NAC-0501"), None, "it does not exist");
        assert_eq!(meant(&all, " "), None);
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

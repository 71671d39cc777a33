//! What the movement starts from, in one row; and the search for a stocklist, in a column of its own
//! until one is chosen.

mod found;

use contract::{MissingPart, MovementKey, MovementRef, OpenMovement};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::form::{MovementForm, StartsFrom};
use super::import::{FormImport, ImportStartView};
use super::marks;
use super::search::{DRAWN, StocklistSearch};
use crate::components::{Bones, Button, FailureNote, Icon, Segment, SegmentChoice, Show, Size};
use crate::data::query::use_query;
use crate::data::session::use_session;
use crate::effect::memo;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::pages::list::{self, ListStatus};
use crate::wording::format::use_format;
use crate::wording::words;
use found::FoundList;

/// What this column is made of.
const PART: MissingPart = MissingPart::Stocklists;

/// What the movement starts from: the kind, and the stocklist chosen.
#[component]
pub fn Source(
    /// The form.
    form: MovementForm,
    /// The search.
    search: StocklistSearch,
    /// The table.
    import: FormImport,
    /// The service refused it: it is corrected.
    is_stuck: Signal<bool>,
) -> impl IntoView {
    let (i18n, session) = (use_i18n(), use_session());
    let closed = memo(move || session.lacks_updates());
    let about = move || match (form.kind.get(), closed.get()) {
        (StartsFrom::Stocklist, false) => view! { <ChosenList search /> }.into_any(),
        (StartsFrom::Stocklist, true) => view! {
            <ChosenList search />
            {closed_hint(say!(i18n, new_movement.lines_as_listed))}
        }
        .into_any(),
        (_, true) => closed_hint(say!(i18n, new_movement.lines_never)).into_any(),
        (StartsFrom::Empty, false) => hint(say!(i18n, new_movement.about_empty)).into_any(),
        (StartsFrom::Inbound, false) => hint(say!(i18n, new_movement.about_inbound)).into_any(),
        (StartsFrom::Template(of), false) => view! { <TemplateName of /> }.into_any(),
        (StartsFrom::Import, false) => view! { <ImportStartView import /> }.into_any(),
    };
    let offered = memo(move || offered(form.kind.get(), closed.get(), form.template.get()));
    let kinds = move || {
        // One alone is no choice; and what has its first lines already starts from nothing else.
        let is_fixed = form.is_fixed(is_stuck.get());
        let kinds = Some(offered.get()).filter(|kinds| kinds.len() > 1 && !is_fixed)?;
        let choices: Vec<_> = kinds.into_iter().map(|kind| choice(i18n, kind)).collect();
        Some(view! {
            <Segment
                label=text!(i18n, new_movement.start_from)
                choices
                value=form.kind
                on_choose=move |kind| form.start_from(kind)
            />
        })
    };
    view! {
        <section
            class="new-source"
            aria-label=move || say!(i18n, new_movement.start_from)
            data-region="source"
        >
            <h2 class="label">{move || say!(i18n, new_movement.start_from)}</h2>
            {kinds}
            {about}
        </section>
        <Show when=move || search.is_choosing()>
            <section
                class="new-lists"
                aria-label=move || say!(i18n, new_movement.find_list)
                data-region="stocklists"
            >
                <Lists search />
            </section>
        </Show>
    }
}

/// What a movement can start from: where the service takes no changes, not from what gets its lines
/// later. What is chosen already stays.
fn offered(chosen: StartsFrom, closed: bool, template: Option<MovementKey>) -> Vec<StartsFrom> {
    let all = [StartsFrom::Stocklist, StartsFrom::Empty, StartsFrom::Inbound, StartsFrom::Import];
    let is_offered = |kind: &StartsFrom| !closed || *kind == StartsFrom::Stocklist;
    let mut offered: Vec<_> =
        all.into_iter().filter(|kind| is_offered(kind) || *kind == chosen).collect();
    let template = template.map(StartsFrom::Template);
    offered.extend(template.filter(|template| !closed || *template == chosen));
    offered
}

fn choice(i18n: I18n, value: StartsFrom) -> SegmentChoice<StartsFrom> {
    let (label, icon, testid) = match value {
        StartsFrom::Stocklist => {
            (text!(i18n, new_movement.stocklist), "clipboard-list", "start-stocklist")
        }
        StartsFrom::Empty => (text!(i18n, new_movement.empty), "file-text", "start-empty"),
        StartsFrom::Inbound => (text!(i18n, new_movement.inbound), "truck", "start-inbound"),
        StartsFrom::Import => (text!(i18n, new_movement.rows), "upload", "start-import"),
        StartsFrom::Template(_) => (text!(i18n, new_movement.template), "copy", "start-template"),
    };
    SegmentChoice { value, label, icon: Some(icon), testid }
}

/// The stocklist chosen, and the way to another one.
#[component]
fn ChosenList(search: StocklistSearch) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <Show when=move || !search.is_choosing()>
            <span class="new-chosen" data-testid="stocklist-chosen">
                <bdi class="trunc">{move || search.chosen().0}</bdi>
                <span class="code">{move || search.chosen().1}</span>
            </span>
            <Button
                label=text!(i18n, new_movement.other_list)
                size=Size::Small
                chord="Ctrl+Shift+N"
                on_press=move |()| search.look_for_another()
                testid="other-stocklist"
            />
        </Show>
    }
}

/// The movement whose lines it gets.
#[component]
fn TemplateName(of: MovementKey) -> impl IntoView {
    let i18n = use_i18n();
    let opened = use_query(move || {
        Some(OpenMovement { movement: MovementRef::Key(of), without_lines: true })
    });
    let name = move || Some(opened.get()?.movement.name.unwrap_or_default());
    let code = move || opened.get()?.movement.identifier;
    let failure = move || opened.failure.get().map(|failure| view! { <FailureNote failure /> });
    view! {
        <span class="new-chosen" data-testid="template-chosen">
            <bdi class="trunc">{name}</bdi>
            <span class="code">{code}</span>
        </span>
        {hint(say!(i18n, new_movement.about_template))}
        {failure}
    }
}

fn hint(text: &'static str) -> impl IntoView {
    view! { <p class="hint">{text}</p> }
}

/// What is not possible here, before anybody works at it.
fn closed_hint(text: &'static str) -> impl IntoView {
    view! { <p class="hint" role="status" data-testid="lines-closed">{text}</p> }
}

/// The search for a stocklist, and what it finds.
#[component]
fn Lists(search: StocklistSearch) -> impl IntoView {
    let i18n = use_i18n();
    let on_key = move |event: KeyboardEvent| {
        if event.is_composing() {
            return;
        }
        match event.key().as_str() {
            "ArrowDown" => search.step(true),
            "ArrowUp" => search.step(false),
            // Ctrl+Enter is the page's.
            "Enter" if !event.ctrl_key() && !event.meta_key() => search.enter(),
            "Escape" if search.escape() => {}
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let active = move || {
        let at = search.active.get();
        search.found.with(|all| at < all.len()).then(|| search.option_id(at))
    };
    view! {
        <div class="input" data-first>
            <Icon name="search" />
            <input
                role="combobox"
                aria-label=move || say!(i18n, new_movement.find_list)
                aria-expanded=move || search.found.with(|all| !all.is_empty()).to_string()
                aria-controls=search.list_id()
                aria-autocomplete="list"
                aria-activedescendant=active
                autocomplete="off"
                spellcheck="false"
                placeholder=move || say!(i18n, new_movement.find_list_hint)
                data-testid="stocklist-search"
                prop:value=move || search.text.get()
                on:input=move |event| search.type_in(event_target_value(&event))
                on:keydown=on_key
            />
            <Found search />
        </div>
        <Results search />
        <Age search />
    }
}

/// How many lists were found of how many, at the end of the field.
#[component]
fn Found(search: StocklistSearch) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    move || {
        let whole = search.whole.get().filter(|_| search.text.with(|text| !text.trim().is_empty()));
        whole.map(|whole| {
            let (matching, known) = (format.number(whole.matching), format.number(whole.known));
            let counts = say!(i18n, list.counts, matching = matching, known = known);
            view! { <span class="unit num">{counts}</span> }
        })
    }
}

/// The lists found, or why there are none.
#[component]
fn Results(search: StocklistSearch) -> impl IntoView {
    let (i18n, session) = (use_i18n(), use_session());
    let standing = memo(move || {
        let typed = search.text.with(|text| !text.trim().is_empty());
        search.whole.with(|whole| list::standing(whole.as_ref(), typed, search.has_failed()))
    });
    let is_missing = move || session.state().is_some_and(|state| state.missing.contains(&PART));
    let results = move || {
        let words = marks::words(&search.text.get());
        let found = search.found.get().into_iter().take(DRAWN).enumerate();
        let rows = found.map(|(at, (row, found))| {
            view! { <FoundList search at row found words=words.clone() /> }
        });
        view! {
            <ul
                class="results"
                id=search.list_id()
                role="listbox"
                aria-label=say!(i18n, stocklists.title)
            >
                {rows.collect_view()}
            </ul>
        }
    };
    move || match standing.get() {
        ListStatus::Rows => results().into_any(),
        ListStatus::Reading => view! { <Bones lines=4 /> }.into_any(),
        ListStatus::NoMatch => view! {
            <Nothing said=text!(i18n, stocklists.no_match_title)>
                <Button
                    label=text!(i18n, list.clear)
                    size=Size::Small
                    chord="Esc"
                    on_press=move |()| search.type_in(String::new())
                    testid="clear-search"
                />
            </Nothing>
        }
        .into_any(),
        ListStatus::Unread | ListStatus::Empty if is_missing() => view! {
            <Nothing said=Signal::derive(move || words::missing_part(i18n, PART).into()) />
        }
        .into_any(),
        ListStatus::Unread => view! {
            <Nothing said=text!(i18n, list.unread_title)>
                <Button
                    label=text!(i18n, list.read_now)
                    size=Size::Small
                    chord="F5"
                    on_press=move |()| search.read_anew()
                    testid="read-now"
                />
            </Nothing>
        }
        .into_any(),
        ListStatus::Empty => view! {
            <Nothing said=text!(i18n, stocklists.empty_text) />
        }
        .into_any(),
    }
}

/// Why no list is drawn, and what to do.
#[component]
fn Nothing(said: Signal<String>, #[prop(optional)] children: Option<Children>) -> impl IntoView {
    let ways = children.map(|children| children());
    view! { <div class="new-none" role="status"><p>{move || said.get()}</p>{ways}</div> }
}

/// How many lists there are, how old they are, and whose they are.
#[component]
fn Age(search: StocklistSearch) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let known = move || {
        let whole = search.whole.get()?;
        let age = &whole.freshness;
        let number =
            format.number(age.reading.filter(|_| age.as_of.is_none()).unwrap_or(whole.known));
        Some(match (age.as_of, age.reading) {
            (Some(at), _) => {
                let time = format.moment(at);
                say!(i18n, new_movement.known, count = whole.known, number = number, time = time)
            }
            (None, Some(_)) => say!(i18n, new_movement.getting, number = number),
            (None, None) => String::new(),
        })
    };
    let lacks = move || {
        let left_out = list::left_out(i18n, format, &search.whole.get()?)?;
        Some(view! { <p class="hint" role="status" data-testid="left-out">{left_out}</p> })
    };
    let more = move || {
        let shown = format.number(i64::try_from(DRAWN).unwrap_or_default());
        let more = search.found.with(Vec::len) > DRAWN;
        more.then(
            || view! { <p class="hint">{say!(i18n, new_movement.first_shown, number = shown)}</p> },
        )
    };
    view! {
        {more}
        <p class="hint" role="status">{known}" "{move || say!(i18n, stocklists.maintained)}"."</p>
        {lacks}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_get_no_lines_later_is_not_offered() {
        let (list, empty, inbound, import) =
            (StartsFrom::Stocklist, StartsFrom::Empty, StartsFrom::Inbound, StartsFrom::Import);
        assert_eq!(offered(list, false, None), [list, empty, inbound, import]);
        assert_eq!(offered(list, true, None), [list]);
        assert_eq!(offered(empty, true, None), [list, empty], "a draft of before");
        let of = "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f".parse().unwrap();
        let template = StartsFrom::Template(of);
        let all = [list, empty, inbound, import, template];
        assert_eq!(offered(list, false, Some(of)), all, "the way back");
        assert_eq!(offered(template, false, Some(of)), all);
        assert_eq!(offered(list, true, Some(of)), [list]);
    }
}

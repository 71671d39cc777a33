//! The reason of a decision: chips with the keys 1 to 9, or any other that is typed, among them those
//! there is no room for; and the comment under it.

use contract::{LineView, ReasonChoice, SaveReasons};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::comment::Comment;
use crate::components::{Button, Icon, Said, Size, step, unique_id};
use crate::dom;
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::ipc;
use crate::pages::movement::panel::action::LineAction;
use crate::pages::movement::panel::form::DecisionProblem;
use crate::pages::movement::panel::state::PanelState;
use crate::pages::movement::panel::words;

/// So many reasons are chips: each has a key of its own. A service may list dozens.
const KEYS: usize = 9;

const CHIPS: &str = "[data-testid=reasons] button";

/// The reasons that go with what is being done.
fn offered(state: PanelState) -> Vec<ReasonChoice> {
    let kind = state.act.get().kind();
    let fits = |choice: &&ReasonChoice| {
        choice.kinds.is_empty() || kind.is_some_and(|kind| choice.kinds.contains(&kind))
    };
    let of = |view: &LineView| Some(view.reasons.iter().filter(fits).cloned().collect());
    state.of_view(of).unwrap_or_default()
}

fn chips(state: PanelState) -> Vec<ReasonChoice> {
    let mut chips = offered(state);
    chips.truncate(KEYS);
    chips
}

/// Chooses the reason of a key; answers whether there is one to choose.
pub fn choose(state: PanelState, at: usize) -> bool {
    let act = state.act.get_untracked();
    let is_asked = matches!(act, LineAction::Revise | LineAction::Substitute | LineAction::Cancel);
    let code = untrack(|| {
        let code = chips(state).into_iter().nth(at).map(|choice| choice.code);
        code.filter(|_| is_asked && state.off(act).is_none())
    });
    match code {
        Some(code) => {
            state.form.update(|form| form.reason = code);
            // One that has the focus gives it to the chosen one.
            let chips = state.node.get_untracked().map(|node| dom::all(&node, CHIPS));
            let chips = chips.unwrap_or_default();
            if dom::focused().is_some_and(|now| chips.contains(&now))
                && let Some(chip) = chips.get(at)
            {
                dom::focus(chip);
                dom::scroll_to(chip);
            }
            true
        }
        None => false,
    }
}

/// The part.
#[component]
pub fn ReasonPart(
    state: PanelState,
    /// The focus begins here.
    #[prop(optional)]
    begins: bool,
) -> impl IntoView {
    let (i18n, format) = (state.i18n, state.format);
    let chips = memo(move || chips(state));
    let missing = memo(move || state.wrong().contains(&DecisionProblem::NoReason));
    let (heading, error) = (unique_id("reason"), unique_id("reason-error"));
    let (labelled, described) = (heading.clone(), error.clone());
    let group = NodeRef::<html::Div>::new();
    let on_key = move |event: KeyboardEvent| on_key(state, chips, group, &event);
    view! {
        <div class="sect" class:is-missing=move || missing.get() data-begin=begins.then_some("")>
            <h3 id=heading>{text!(i18n, movement.col_reason)}</h3>
            <div
                class="chips"
                role="radiogroup"
                aria-labelledby=labelled
                aria-describedby=described
                aria-invalid=move || missing.get().then_some("true")
                node_ref=group
                on:keydown=on_key
                data-testid="reasons"
            >
                {move || {
                    let all = chips.get().into_iter().enumerate();
                    all.map(|(at, choice)| view! { <Chip state chips at choice /> }).collect_view()
                }}
            </div>
            // Read out at the foot, where it is said too.
            <div id=error class="told">
                {move || missing.get().then(|| view! {
                    <span class="hint-error">
                        <Icon name="circle-alert" class="icon icon-sm" />
                        <span>{words::wrong(i18n, format, &DecisionProblem::NoReason)}</span>
                    </span>
                })}
                <Told state />
            </div>
            <OtherReason state chips />
            <Comment state />
        </div>
    }
}

#[component]
fn Chip(
    state: PanelState,
    chips: Memo<Vec<ReasonChoice>>,
    at: usize,
    choice: ReasonChoice,
) -> impl IntoView {
    let (code, own) = (choice.code.clone(), choice.code.clone());
    let is_chosen = memo(move || state.form.with(|form| form.reason.trim() == own));
    // One stop in the tab order: the chosen one, else the first.
    let stops = move || {
        let is = |of: &ReasonChoice| state.form.with(|form| form.reason.trim() == of.code);
        is_chosen.get() || (at == 0 && chips.with(|all| !all.iter().any(is)))
    };
    let known = choice.clone();
    let called = move || words::reason_name(state.i18n, &known);
    let title = move || told(state, &choice);
    view! {
        <button
            type="button"
            class="chip"
            role="radio"
            aria-checked=move || is_chosen.get().to_string()
            tabindex=move || if stops() { "0" } else { "-1" }
            title=title
            data-testid="reason"
            on:click=move |_| state.form.update(|form| form.reason = code.clone())
        >
            <kbd aria-hidden="true">{at + 1}</kbd>
            <b dir="auto">{called}</b>
        </button>
    }
}

/// The code of a reason, where it is known from, and how it goes where it can go.
fn told(state: PanelState, choice: &ReasonChoice) -> String {
    let told = words::reason_code(state.i18n, choice);
    match choice.own {
        true => format!("{told}. {}.", say!(state.i18n, panel.forget_reason)),
        false => told,
    }
}

/// What there is to tell of the chosen reason.
#[component]
fn Told(state: PanelState) -> impl IntoView {
    let words = memo(move || {
        let chosen = state.form.with(|form| form.reason.trim().to_owned());
        let is = |choice: &&ReasonChoice| choice.code == chosen;
        let of = |view: &LineView| view.reasons.iter().find(is).cloned();
        Some(told(state, &state.of_view(of)?))
    });
    view! { <Said words testid="reason-told" /> }
}

/// Arrows choose, Delete forgets a reason of this site.
fn on_key(
    state: PanelState,
    chips: Memo<Vec<ReasonChoice>>,
    group: NodeRef<html::Div>,
    event: &KeyboardEvent,
) {
    let all = chips.get_untracked();
    let chosen = state.form.with_untracked(|form| form.reason.trim().to_owned());
    let now = all.iter().position(|choice| choice.code == chosen);
    if event.key() == "Delete" {
        let Some(choice) = now.and_then(|at| all.get(at)).filter(|choice| choice.own) else {
            return;
        };
        save(state, |own| own.retain(|code| *code != choice.code));
    } else {
        let Some(to) = step(event, now.unwrap_or(0), all.len(), dom::is_rtl()) else {
            return;
        };
        let chip = group.get_untracked().and_then(|of| dom::all(&of, "button").into_iter().nth(to));
        if let (Some(choice), Some(chip)) = (all.get(to), chip) {
            state.form.update(|form| form.reason.clone_from(&choice.code));
            dom::focus(&chip);
            dom::scroll_to(&chip);
        }
    }
    event.prevent_default();
    event.stop_propagation();
}

/// A reason that is none of the chips, and whether it is to be one from now on.
#[component]
fn OtherReason(state: PanelState, chips: Memo<Vec<ReasonChoice>>) -> impl IntoView {
    let i18n = state.i18n;
    let list = unique_id("reasons");
    let rest = memo(move || offered(state).split_off(chips.with(Vec::len)));
    let options = move || {
        let option = |choice: ReasonChoice| {
            let told = words::reason_name(i18n, &choice);
            view! { <option value=choice.code>{told}</option> }
        };
        rest.get().into_iter().map(option).collect_view()
    };
    let other = memo(move || {
        let typed = state.form.with(|form| form.reason.clone());
        let is_chip = chips.with(|all| all.iter().any(|choice| choice.code == typed.trim()));
        if is_chip { String::new() } else { typed }
    });
    let can_be_kept = memo(move || {
        let other = other.get();
        let typed = other.trim();
        !typed.is_empty() && rest.with(|rest| rest.iter().all(|choice| choice.code != typed))
    });
    let keep = move |()| {
        let typed = other.get_untracked().trim().to_owned();
        save(state, |own| own.push(typed));
    };
    view! {
        <div class="reason-other">
            <input
                class="input code"
                autocomplete="off"
                spellcheck="false"
                list=list.clone()
                aria-label=text!(i18n, panel.other_reason)
                placeholder=text!(i18n, panel.other_reason)
                data-testid="reason-other"
                prop:value=move || other.get()
                on:input=move |event| {
                    let typed = event_target_value(&event);
                    state.form.update(|form| form.reason = typed);
                }
            />
            <datalist id=list>{options}</datalist>
            <Show when=move || can_be_kept.get()>
                <Button
                    label=text!(i18n, panel.keep_reason)
                    size=Size::Small
                    on_press=keep
                    testid="reason-keep"
                />
            </Show>
        </div>
    }
}

/// Keeps the reasons of this site, changed.
fn save(state: PanelState, change: impl FnOnce(&mut Vec<String>)) {
    let of = |view: &LineView| {
        let own = view.reasons.iter().filter(|choice| choice.own);
        Some(own.map(|choice| choice.code.clone()).collect())
    };
    let mut own: Vec<String> = untrack(|| state.of_view(of)).unwrap_or_default();
    change(&mut own);
    // What is not kept is there to be kept again: the chips show it.
    ipc::ask(&SaveReasons { reasons: own }, |_| ());
}

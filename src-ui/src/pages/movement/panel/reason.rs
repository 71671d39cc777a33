//! The reason of a decision: chips with the keys 1 to 9, or any other that is typed; and the comment
//! under it.

use contract::{LineView, ReasonChoice, SaveReasons};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::comment::Comment;
use super::form::Wrong;
use super::state::PanelState;
use super::{Act, words};
use crate::components::{Button, Icon, Size, step, unique_id};
use crate::dom;
use crate::i18n::text;
use crate::ipc;

/// So many reasons have a key of their own.
const KEYS: usize = 9;

/// Chooses the reason of a key; answers whether there is one to choose.
pub fn choose(state: PanelState, at: usize) -> bool {
    let act = state.act.get_untracked();
    let is_asked = matches!(act, Act::Revise | Act::Substitute | Act::Cancel);
    let code = untrack(|| {
        let of = |view: &LineView| Some(view.reasons.get(at)?.code.clone());
        state.of_view(of).filter(|_| is_asked && state.off(act).is_none())
    });
    match code {
        Some(code) => {
            state.form.update(|form| form.reason = code);
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
    let reasons =
        Memo::new(move |_| state.of_view(|view| Some(view.reasons.clone())).unwrap_or_default());
    let missing = Memo::new(move |_| state.wrong().contains(&Wrong::NoReason));
    let (heading, error) = (unique_id("reason"), unique_id("reason-error"));
    let (labelled, described) = (heading.clone(), error.clone());
    let group = NodeRef::<html::Div>::new();
    let on_key = move |event: KeyboardEvent| on_key(state, reasons, group, &event);
    view! {
        <div class="sect" class:is-missing=move || missing.get()>
            <h3 id=heading>{text!(i18n, movement.col_reason)}</h3>
            <div
                class="chips"
                role="radiogroup"
                aria-labelledby=labelled
                aria-describedby=described
                aria-invalid=move || missing.get().then_some("true")
                node_ref=group
                on:keydown=on_key
                data-begin=begins.then_some("")
                data-testid="reasons"
            >
                {move || {
                    let all = reasons.get().into_iter().enumerate();
                    all.map(|(at, choice)| view! { <Chip state at choice /> }).collect_view()
                }}
            </div>
            <OtherReason state reasons />
            <div id=error aria-live="polite">
                {move || missing.get().then(|| view! {
                    <span class="hint-error">
                        <Icon name="circle-alert" class="icon icon-sm" />
                        <span>{words::wrong(i18n, format, &Wrong::NoReason)}</span>
                    </span>
                })}
            </div>
            <Comment state />
        </div>
    }
}

#[component]
fn Chip(state: PanelState, at: usize, choice: ReasonChoice) -> impl IntoView {
    let (code, own) = (choice.code.clone(), choice.code.clone());
    let is_chosen = Memo::new(move |_| state.form.with(|form| form.reason.trim() == own));
    // One stop in the tab order: the chosen one, else the first.
    let stops = move || {
        let none = state.of_view(|view| {
            let is = |of: &ReasonChoice| state.form.with(|form| form.reason.trim() == of.code);
            Some(!view.reasons.iter().any(is))
        });
        is_chosen.get() || (at == 0 && none.unwrap_or(true))
    };
    let hint = choice.own.then(|| text!(state.i18n, panel.forget_reason));
    view! {
        <button
            type="button"
            class="chip"
            role="radio"
            aria-checked=move || is_chosen.get().to_string()
            tabindex=move || if stops() { "0" } else { "-1" }
            title=move || hint.map(|hint| hint.get())
            data-testid="reason"
            on:click=move |_| state.form.update(|form| form.reason = code.clone())
        >
            {(at < KEYS).then(|| view! { <kbd aria-hidden="true">{at + 1}</kbd> })}
            <b>{choice.code}</b>
        </button>
    }
}

/// Arrows choose, Delete forgets a reason of this site.
fn on_key(
    state: PanelState,
    reasons: Memo<Vec<ReasonChoice>>,
    group: NodeRef<html::Div>,
    event: &KeyboardEvent,
) {
    let all = reasons.get_untracked();
    let chosen = state.form.with_untracked(|form| form.reason.trim().to_owned());
    let now = all.iter().position(|choice| choice.code == chosen);
    if event.key() == "Delete" {
        let Some(choice) = now.and_then(|at| all.get(at)).filter(|choice| choice.own) else {
            return;
        };
        save(&all, |own| own.retain(|code| *code != choice.code));
    } else {
        let Some(to) = step(&event.key(), now.unwrap_or(0), all.len(), dom::is_rtl()) else {
            return;
        };
        let chip = group.get_untracked().and_then(|of| dom::all(&of, "button").into_iter().nth(to));
        if let (Some(choice), Some(chip)) = (all.get(to), chip) {
            state.form.update(|form| form.reason.clone_from(&choice.code));
            dom::focus(&chip);
        }
    }
    event.prevent_default();
    event.stop_propagation();
}

/// A reason that is none of the chips, and whether it is to be one from now on.
#[component]
fn OtherReason(state: PanelState, reasons: Memo<Vec<ReasonChoice>>) -> impl IntoView {
    let i18n = state.i18n;
    let other = Memo::new(move |_| {
        let typed = state.form.with(|form| form.reason.clone());
        let is_chip = reasons.with(|all| all.iter().any(|choice| choice.code == typed.trim()));
        if is_chip { String::new() } else { typed }
    });
    let keep = move |()| {
        let typed = other.get_untracked().trim().to_owned();
        save(&reasons.get_untracked(), |own| own.push(typed));
    };
    view! {
        <div class="reason-other">
            <input
                class="input code"
                autocomplete="off"
                spellcheck="false"
                aria-label=text!(i18n, panel.other_reason)
                placeholder=text!(i18n, panel.other_reason)
                data-testid="reason-other"
                prop:value=move || other.get()
                on:input=move |event| {
                    let typed = event_target_value(&event);
                    state.form.update(|form| form.reason = typed);
                }
            />
            <Show when=move || other.with(|other| !other.trim().is_empty())>
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
fn save(all: &[ReasonChoice], change: impl FnOnce(&mut Vec<String>)) {
    let own = all.iter().filter(|choice| choice.own);
    let mut own: Vec<String> = own.map(|choice| choice.code.clone()).collect();
    change(&mut own);
    // What is not kept is there to be kept again: the chips show it.
    ipc::ask(&SaveReasons { reasons: own }, |_| ());
}

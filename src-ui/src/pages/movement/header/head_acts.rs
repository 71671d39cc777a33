//! What stands at the end of a movement's head: undo and redo, each with what it would do, and the
//! button that opens what would be sent.

use contract::{MovementKey, StepKind, StepName};
use leptos::prelude::*;

use crate::components::{Button, ButtonKind, IconButton, Toasts};
use crate::effect::effect;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::pages::begin_walk::{PickTooSheet, WalkStarter};
use crate::pages::movement::editing::editor::Editor;
use crate::wording::format::{Format, use_format};
use crate::wording::words;

/// The buttons.
#[component]
pub fn HeadActs(
    /// The movement, once the service has it.
    movement: Signal<Option<MovementKey>>,
    editor: Editor,
    /// The drawer with what would be sent.
    drawer: RwSignal<bool>,
    /// Something beside or under the lines has the filled button.
    #[prop(into)]
    elsewhere: Signal<bool>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let undo = Signal::derive(move || match editor.state().undo {
        Some(step) => say!(i18n, editor.undo_what, what = step_name(i18n, format, step)),
        None => say!(i18n, editor.undo).to_owned(),
    });
    let redo = Signal::derive(move || match editor.state().redo {
        Some(step) => say!(i18n, editor.redo_what, what = step_name(i18n, format, step)),
        None => say!(i18n, editor.redo).to_owned(),
    });
    let undo_off = Signal::derive(move || {
        let state = editor.state();
        let nothing = || say!(i18n, editor.nothing_to_undo).to_owned();
        match (state.undo_in_history, state.undo) {
            (true, _) => Some(say!(i18n, editor.undo_in_history).to_owned()),
            (false, None) => Some(nothing()),
            (false, Some(_)) => None,
        }
    });
    let redo_off = Signal::derive(move || {
        let nothing = editor.state().redo.is_none();
        nothing.then(|| say!(i18n, editor.nothing_to_redo).to_owned())
    });
    view! {
        <IconButton
            label=undo
            icon="undo-2"
            chord="Ctrl+Z"
            off=undo_off
            on_press=move |()| editor.undo(false)
            testid="undo"
        />
        <span class="opt">
            <IconButton
                label=redo
                icon="redo-2"
                chord="Ctrl+Shift+Z"
                off=redo_off
                on_press=move |()| editor.undo(true)
                testid="redo"
            />
        </span>
        <span class="rule opt"></span>
        {move || movement.get().map(|movement| view! { <span class="opt"><Pick movement /></span> })}
        <Send editor drawer elsewhere />
    }
}

/// Begins a walk with the movement, or goes on with the one it is in.
#[component]
fn Pick(movement: MovementKey) -> impl IntoView {
    let i18n = use_i18n();
    let toasts = expect_context::<Toasts>();
    let starter = WalkStarter::start(Callback::new(drop));
    effect(move || {
        if let Some(failure) = starter.failure() {
            toasts.tell(untrack(|| words::failure(i18n, &failure)));
        }
    });
    view! {
        <Button
            label=text!(i18n, to_pick.begin)
            icon="scan-barcode"
            busy=starter.busy()
            on_press=move |()| starter.begin(vec![movement])
            testid="pick-movement"
        />
        <PickTooSheet starter />
    }
}

#[component]
fn Send(editor: Editor, drawer: RwSignal<bool>, elsewhere: Signal<bool>) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let label = Signal::derive(move || match editor.state().ready {
        0 => say!(i18n, draft.send).to_owned(),
        ready => say!(i18n, editor.send, number = format.number(ready)),
    });
    let off = Signal::derive(move || {
        let state = editor.state();
        let others = state.changed_here - state.only_in_panel + state.refused;
        let why = match (state.ready, others) {
            (0, 0) if state.only_in_panel > 0 => Some(say!(i18n, drawer.sent_from_panel)),
            (0, 0) => Some(say!(i18n, editor.nothing_to_send)),
            (0, _) => Some(say!(i18n, drawer.nothing_goes)),
            _ => None,
        };
        editor.why_not.get().or(why.map(str::to_owned))
    });
    // The window has one filled button: while the panel or the drawer has it, this one steps back.
    move || {
        let kind = if elsewhere.get() { ButtonKind::Soft } else { ButtonKind::Primary };
        view! {
            <Button
                label
                kind
                icon="upload"
                chord="Ctrl+S"
                off
                on_press=move |()| drawer.set(true)
                testid="send-changes"
            />
        }
    }
}

/// What a step did, as it is named where it can be taken back.
pub fn step_name(i18n: I18n, format: Format, step: StepName) -> String {
    let (count, number) = (step.lines, format.number(step.lines));
    match step.kind {
        StepKind::Cell => say!(i18n, step.cell, count = count, number = number),
        StepKind::Fill => say!(i18n, step.fill, count = count, number = number),
        StepKind::Paste => say!(i18n, step.paste, count = count, number = number),
        StepKind::Import => say!(i18n, step.import, count = count, number = number),
        StepKind::Copy => say!(i18n, step.copy, count = count, number = number),
        StepKind::Clear => say!(i18n, step.clear, count = count, number = number),
        StepKind::Add => say!(i18n, step.add, count = count, number = number),
        StepKind::Delete => say!(i18n, step.delete, count = count, number = number),
        StepKind::Decide => say!(i18n, step.decide, count = count, number = number),
        StepKind::Move => say!(i18n, step.moving, count = count, number = number),
        StepKind::Merge => say!(i18n, step.merge, count = count, number = number),
        StepKind::Insert => say!(i18n, step.insert, count = count, number = number),
        StepKind::Discard => say!(i18n, step.discard, count = count, number = number),
        StepKind::Resolve => say!(i18n, step.settle, count = count, number = number),
    }
}

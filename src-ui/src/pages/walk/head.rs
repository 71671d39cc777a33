//! The head of a walk: how far it is, undo, what is left as required, the rest of what can be done with the
//! walk, and sending.

use contract::{HoldWalk, PickStep, WalkProgress, WalkState};
use leptos::prelude::*;

use super::import::PicksImport;
use super::jobs::WalkJob;
use super::state::WalkPage;
use crate::components::{
    AskFoot, Button, ButtonKind, Icon, IconButton, Menu, MenuItem, Progress, Segment,
    SegmentChoice, Sheet, TextField,
};
use crate::data::query::use_command;
use crate::effect::memo;
use crate::frame::PaneHead;
use crate::i18n::{say, text};
use crate::pages::pick::names;

/// The sheets of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkSheet {
    /// Whether what is left is to be entered as required.
    Rest,
    /// Why it is put on hold.
    Hold,
    /// All that was scanned.
    Tape,
    /// How the bins of its depot are read, and in which order its aisles come.
    Plan,
}

/// The head.
#[component]
pub fn Head(
    page: WalkPage,
    sheet: RwSignal<Option<WalkSheet>>,
    import: PicksImport,
) -> impl IntoView {
    let i18n = page.i18n;
    let title = Signal::derive(move || {
        let named = page.with_state(|state| match state.walk.movements.as_slice() {
            [_] => names(&state.walk),
            several => {
                let count = u32::try_from(several.len()).unwrap_or(u32::MAX);
                say!(i18n, walk.of_several, number = page.format.number(count))
            }
        });
        named.unwrap_or_else(|| say!(i18n, walk.title).to_owned())
    });
    let meta = Signal::derive(move || {
        let told = page.with_state(|state| match state.walk.movements.as_slice() {
            [_] => String::new(),
            _ => names(&state.walk),
        });
        told.unwrap_or_default()
    });
    let progress = memo(move || page.with_state(|state| state.walk.progress).unwrap_or_default());
    let can = move |of: fn(&WalkState) -> bool| page.with_state(of).unwrap_or_default();
    let undo_off = Signal::derive(move || {
        (!can(|state| state.can_undo)).then(|| say!(i18n, walk.nothing_to_undo).to_owned())
    });
    let redo_off = Signal::derive(move || {
        (!can(|state| state.can_redo)).then(|| say!(i18n, walk.nothing_to_redo).to_owned())
    });
    let label = Signal::derive(move || match progress.get().ready {
        0 => say!(i18n, walk.send).to_owned(),
        ready => say!(i18n, walk.send_some, count = ready, number = page.format.number(ready)),
    });
    let off = Signal::derive(move || page.cannot_send());
    view! {
        <PaneHead title meta>
            <Far page progress />
            <span class="rule opt"></span>
            <Views page />
            <IconButton
                label=text!(i18n, walk.undo)
                icon="undo-2"
                chord="Ctrl+Z"
                off=undo_off
                on_press=move |()| page.push(WalkJob::Undo(false))
                testid="walk-undo"
            />
            <span class="opt">
                <IconButton
                    label=text!(i18n, walk.redo)
                    icon="redo-2"
                    chord="Ctrl+Shift+Z"
                    off=redo_off
                    on_press=move |()| page.push(WalkJob::Undo(true))
                    testid="walk-redo"
                />
            </span>
            <More page progress sheet import />
            <Button
                label
                kind=ButtonKind::Primary
                icon="upload"
                chord="Ctrl+Enter"
                off
                busy=page.sending
                on_press=move |()| page.push(WalkJob::Send)
                testid="send-picks"
            />
        </PaneHead>
        <RestSheet page progress sheet />
        <HoldSheet page sheet />
    }
}

/// All tasks, or one at a time.
#[component]
fn Views(page: WalkPage) -> impl IntoView {
    let i18n = page.i18n;
    let choice = |value, label, icon, testid| SegmentChoice { value, label, icon, testid };
    let choices = vec![
        choice(false, text!(i18n, walk.desk), Some("rows-3"), "view-desk"),
        choice(true, text!(i18n, walk.focus), Some("maximize-2"), "view-focus"),
    ];
    view! {
        <Segment
            label=text!(i18n, walk.view)
            choices
            value=page.focus
            on_choose=move |focus| page.show_focus(focus)
        />
    }
}

/// How far it is: a bar, and how many of how many.
#[component]
fn Far(page: WalkPage, progress: Memo<WalkProgress>) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let done = Signal::derive(move || progress.get().done);
    let all = Signal::derive(move || progress.get().tasks);
    let words = move || {
        let (done, all) = (format.number(done.get()), format.number(all.get()));
        say!(i18n, walk.done_of, done = done, all = all)
    };
    let short = move || {
        let short = progress.get().short;
        (short > 0).then(|| {
            let words = say!(i18n, walk.short_count, count = short, number = format.number(short));
            view! {
                <span class="st st-warn num"><Icon name="circle-minus" />{words}</span>
            }
        })
    };
    view! {
        <div class="progress-line" role="status" data-testid="walk-progress">
            <Progress label=text!(i18n, walk.progress) done all />
            <span class="num">{words}</span>
            {short}
        </div>
    }
}

/// What else can be done with the walk.
#[component]
fn More(
    page: WalkPage,
    progress: Memo<WalkProgress>,
    sheet: RwSignal<Option<WalkSheet>>,
    import: PicksImport,
) -> impl IntoView {
    let i18n = page.i18n;
    let hold = use_command::<HoldWalk>();
    let walk = page.key;
    let rest = move || match progress.get_untracked().open {
        0 => Some(say!(i18n, walk.nothing_left)),
        _ => None,
    };
    let has = move |of: fn(&WalkState) -> bool| untrack(|| page.with_state(of)).unwrap_or_default();
    let item = move |label, icon, chord, off: Option<&'static str>, run, testid| MenuItem {
        label,
        icon,
        chord,
        off,
        ticked: None,
        run,
        testid,
    };
    let items = Callback::new(move |()| {
        let held = untrack(|| page.with_state(|state| state.walk.on_hold.is_some()));
        let held = held.unwrap_or_default();
        let hold_label =
            if held { text!(i18n, walk.take_up) } else { text!(i18n, walk.put_on_hold) };
        let put = Callback::new(move |()| match held {
            true => hold.send(HoldWalk { walk, note: None }, |_| ()),
            false => sheet.set(Some(WalkSheet::Hold)),
        });
        let give_up = Callback::new(move |()| page.enter(PickStep::GiveUp));
        let end_it = Callback::new(move |()| page.push(WalkJob::End));
        vec![
            item(
                text!(i18n, walk.confirm_rest),
                "check",
                None,
                untrack(rest),
                Callback::new(move |()| sheet.set(Some(WalkSheet::Rest))),
                "walk-rest",
            ),
            item(
                text!(i18n, picks_import.act),
                "file-text",
                Some("Ctrl+Shift+V"),
                None,
                Callback::new(move |()| import.reading.open()),
                "walk-import",
            ),
            item(
                text!(i18n, walk.all_scans),
                "history",
                None,
                None,
                Callback::new(move |()| sheet.set(Some(WalkSheet::Tape))),
                "walk-tape",
            ),
            item(
                text!(i18n, walk.labels),
                "scan-barcode",
                None,
                None,
                Callback::new(move |()| page.labels.update(|times| *times += 1)),
                "walk-labels",
            ),
            item(
                text!(i18n, walk.plan),
                "warehouse",
                None,
                None,
                Callback::new(move |()| sheet.set(Some(WalkSheet::Plan))),
                "walk-plan",
            ),
            item(hold_label, "clock", None, None, put, "walk-hold"),
            item(
                text!(i18n, walk.give_up),
                "rotate-ccw",
                None,
                (!has(|state| state.has_entries)).then(|| say!(i18n, walk.nothing_to_discard)),
                give_up,
                "walk-give-up",
            ),
            item(
                text!(i18n, walk.end),
                "x",
                None,
                has(|state| state.has_unsent).then(|| say!(i18n, walk.end_unsent)),
                end_it,
                "walk-end",
            ),
        ]
    });
    view! {
        <Menu label=text!(i18n, walk.more) class="icon-btn" items testid="walk-more">
            <Icon name="ellipsis" />
        </Menu>
    }
}

/// Asks whether what is left is to be entered as required, and how much that is.
#[component]
fn RestSheet(
    page: WalkPage,
    progress: Memo<WalkProgress>,
    sheet: RwSignal<Option<WalkSheet>>,
) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let close = move |()| sheet.set(None);
    let title = Signal::derive(move || {
        let open = progress.get().open;
        say!(i18n, walk.rest_title, count = open, number = format.number(open))
    });
    view! {
        <crate::components::Show when=move || sheet.get() == Some(WalkSheet::Rest)>
            <Sheet title on_close=close testid="rest-sheet">
                <div class="sheet-body"><p>{text!(i18n, walk.rest_text)}</p></div>
                <AskFoot
                    back=text!(i18n, walk.cancel)
                    on_back=close
                    act=text!(i18n, walk.confirm)
                    on_act=move |()| {
                        close(());
                        page.enter(PickStep::Rest);
                    }
                    testids=("rest-cancel", "rest-confirm")
                />
            </Sheet>
        </crate::components::Show>
    }
}

/// Asks why it is put on hold.
#[component]
fn HoldSheet(page: WalkPage, sheet: RwSignal<Option<WalkSheet>>) -> impl IntoView {
    let i18n = page.i18n;
    let hold = use_command::<HoldWalk>();
    let note = RwSignal::new(String::new());
    let close = move |()| sheet.set(None);
    let put = move |()| {
        let request = HoldWalk { walk: page.key, note: Some(note.get_untracked()) };
        hold.send(request, move |_| {
            note.set(String::new());
            sheet.set(None);
        });
    };
    view! {
        <crate::components::Show when=move || sheet.get() == Some(WalkSheet::Hold)>
            <Sheet title=text!(i18n, walk.hold_title) on_close=close testid="hold-sheet">
                <form
                    class="sheet-body"
                    on:submit=move |event| {
                        event.prevent_default();
                        put(());
                    }
                >
                    <TextField label=text!(i18n, walk.hold_note) value=note testid="hold-note" />
                </form>
                <AskFoot
                    back=text!(i18n, walk.cancel)
                    on_back=close
                    act=text!(i18n, walk.put_on_hold)
                    on_act=put
                    busy=hold.busy
                    testids=("hold-cancel", "hold-confirm")
                />
            </Sheet>
        </crate::components::Show>
    }
}

//! The panel beside the lines: revise, substitute, cancel, revert or delete the line that has the
//! focus, or several at once; pick it; and all that is known of it.
//!
//! The page says which lines are chosen and what is to be done (`act`, from its keys and menus);
//! whatever it sets, also the same again, brings the focus into the first field of that. What is
//! typed and not kept stays in `PanelDrafts`, which the page holds as long as it is open.
//!
//! Files: `form` (what is typed, pure), `drafts`, `refused`, `state` (the line and its form),
//! `deciding` (what becomes of it), `focus`, `words`; drawn by `tabs`, `elsewhere`, `parts` (the body of each act, of
//! what is in `fields`), `details`, and `foot`. Picking is `picks`.

mod action;
mod deciding;
mod details;
mod drafts;
mod elsewhere;
mod fields;
mod focus;
mod foot;
mod form;
mod parts;
mod picks;
mod preview;
mod refused;
mod selectors;
mod state;
mod tabs;
mod words;

use contract::{MovementKey, OperationRow, RowKey};
use leptos::prelude::*;

use super::editing::queue::EditQueue;
use crate::components::{Icon, IconButton, Panel};
use crate::dom;
use crate::i18n::{I18n, say, text};
use crate::keys::{Scope, use_keys};
use deciding::How;
use elsewhere::ProposedByOthers;
use foot::Foot;
use parts::Body;
use state::PanelState;
use tabs::ActTabs;

pub use action::LineAction;
pub use drafts::PanelDrafts;

/// The panel.
#[component]
pub fn LinePanel(
    /// The movement.
    movement: MovementKey,
    /// The lines chosen; the first is shown.
    #[prop(into)]
    rows: Signal<Vec<RowKey>>,
    /// What is to be done.
    act: RwSignal<LineAction>,
    /// What is being done.
    shown: RwSignal<LineAction>,
    /// The code of what goes instead of the line, where its field is to have the focus first.
    code: RwSignal<Option<String>>,
    /// All that is done to the lines goes through it.
    queue: EditQueue,
    /// What was typed before.
    drafts: PanelDrafts,
    /// What waits for the user.
    operations: Memo<Vec<OperationRow>>,
    /// The focus of the lines is to go to the next one (`true`) or the one before; answers whether there
    /// is one.
    #[prop(into)]
    on_step: Callback<bool, bool>,
    /// A line was done with: goes to the next one; answers whether there is one.
    on_done: Callback<RowKey, bool>,
    /// It is closed.
    #[prop(into)]
    on_close: Callback<()>,
) -> impl IntoView {
    let state =
        PanelState::start(movement, rows, (act, shown, code), queue, drafts, operations, on_done);
    let i18n = state.i18n;
    let region = bind_keys(state);
    let keys = use_keys();
    for (onward, chord) in [(false, "Ctrl+Up"), (true, "Ctrl+Down")] {
        let label = if onward { text!(i18n, panel.next) } else { text!(i18n, panel.before) };
        keys.bind(Scope::Region(region.clone()), chord, Some(label), move || {
            state.step(on_step, onward);
        });
    }
    let actions = move || {
        let step = move |onward: bool| {
            move |()| {
                on_step.run(onward);
            }
        };
        view! {
            <Show when=move || state.is_one()>
                <IconButton
                    label=text!(i18n, panel.before)
                    icon="arrow-up"
                    chord="Ctrl+Up"
                    on_press=step(false)
                    testid="line-before"
                />
                <IconButton
                    label=text!(i18n, panel.next)
                    icon="arrow-down"
                    chord="Ctrl+Down"
                    on_press=step(true)
                    testid="line-next"
                />
            </Show>
        }
    };
    view! {
        <Panel
            title=Signal::derive(move || title(state))
            beside=Signal::derive(move || beside(state))
            actions
            on_close
            region=Some(region)
            testid="line-panel"
        >
            <div class="panel-whole" node_ref=state.node>
                <div class="panel-acts"><ActTabs state /></div>
                {move || rejected(state).map(|said| view! {
                    <p class="panel-told st st-error" data-testid="line-rejected" dir="auto">
                        <Icon name="x" />
                        <span>{said}</span>
                    </p>
                })}
                <ProposedByOthers state />
                <Body state />
                <Foot state />
            </div>
        </Panel>
    }
}

/// That what was proposed of the line was rejected, and why.
fn rejected(state: PanelState) -> Option<String> {
    let (i18n, format) = (state.i18n, state.format);
    let rejected = state.of_view(|view| view.rejected.clone()).filter(|_| state.is_one())?;
    let by = rejected.by.unwrap_or_else(|| "–".to_owned());
    let said = say!(i18n, review.was_rejected, by = by, time = format.moment(rejected.at));
    let note = rejected.note;
    Some([said, note].join(" ").trim().to_owned())
}

fn title(state: PanelState) -> String {
    let (i18n, format) = (state.i18n, state.format);
    let lines = state.rows.with(Vec::len);
    if lines > 1 {
        let count = u32::try_from(lines).unwrap_or(u32::MAX);
        return say!(i18n, panel.lines, count = count, number = format.number(count));
    }
    let number = state.of_view(|view| Some(view.line.number));
    number.map(|number| say!(i18n, movement.line, number = number)).unwrap_or_default()
}

/// The line's status, as its row has it.
fn beside(state: PanelState) -> String {
    if !state.is_one() {
        return String::new();
    }
    let said = state.of_view(|view| {
        let Some(status) = &view.line.status else {
            return Some(say!(state.i18n, state.new).to_owned());
        };
        let known = crate::wording::words::line_status(state.i18n, status);
        Some(known.map_or_else(|| status.as_str().to_owned(), |(_, _, word)| word.to_owned()))
    });
    said.unwrap_or_default()
}

/// Enter and Ctrl+Enter apply what is typed, digits choose a reason where no text is being typed. Answers the
/// region they hold in.
fn bind_keys(state: PanelState) -> String {
    let (keys, i18n) = (use_keys(), state.i18n);
    let region = keys.region("line-panel");
    let scope = || Scope::Region(region.clone());
    let of_act = move |label: fn(I18n, LineAction) -> &'static str| {
        Signal::derive(move || label(i18n, state.act.get()).to_owned())
    };
    let enter = of_act(|i18n, act| match act {
        LineAction::Pick => say!(i18n, panel.next_field),
        _ => say!(i18n, panel.keep),
    });
    keys.bind_if(scope(), "Enter", Some(enter), move |_| {
        let act = state.act.get_untracked();
        // A button does what it says, unless it only chooses.
        let is_field =
            dom::focused().is_some_and(|now| match now.get_attribute("role").as_deref() {
                Some("radio") => true,
                Some("tab") => act.kind().is_some(),
                _ => now.tag_name() == "INPUT",
            });
        if is_field && act == LineAction::Pick {
            return picks::go_on(state);
        }
        if is_field {
            state.go_as_usual();
        }
        is_field
    });
    let goes = of_act(|i18n, act| match act {
        LineAction::Pick => say!(i18n, pick.send),
        _ => say!(i18n, panel.keep),
    });
    keys.bind(scope(), "Ctrl+Enter", Some(goes), move || match state.act.get_untracked() {
        LineAction::Delete => {}
        LineAction::Pick => state.picks.go(state),
        _ => state.go_as_usual(),
    });
    let propose = of_act(|i18n, act| match act {
        LineAction::Revise | LineAction::Substitute | LineAction::Cancel => {
            say!(i18n, panel.propose)
        }
        _ => "",
    });
    keys.bind_if(scope(), "Ctrl+Shift+Enter", Some(propose), move |_| {
        let can = untrack(|| state.can_propose());
        if can {
            state.go(How::Propose);
        }
        can
    });
    let reason = of_act(|i18n, act| match act {
        LineAction::Revise | LineAction::Substitute | LineAction::Cancel => {
            say!(i18n, panel.choose_reason)
        }
        _ => "",
    });
    for (at, chord) in ["1", "2", "3", "4", "5", "6", "7", "8", "9"].into_iter().enumerate() {
        keys.bind_if(scope(), chord, Some(reason), move |_| fields::reason::choose(state, at));
    }
    // The fields of quantities take it themselves.
    let fill = of_act(|i18n, act| match act {
        LineAction::Substitute | LineAction::Pick => say!(i18n, panel.fill_rest),
        _ => "",
    });
    keys.bind_if(scope(), "=", Some(fill), |_| false);
    region
}

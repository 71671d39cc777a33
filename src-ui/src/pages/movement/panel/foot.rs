//! The foot of the panel: what would be done, in a sentence, and what becomes of it.

use leptos::prelude::*;

use super::action::LineAction;
use super::deciding::How;
use super::picks::PickFoot;
use super::preview::preview;
use super::state::PanelState;
use crate::components::{Button, ButtonKind, Said};
use crate::effect::memo;
use crate::i18n::{say, text};

/// What would be done, and what becomes of it.
#[component]
pub fn Foot(state: PanelState) -> impl IntoView {
    let i18n = state.i18n;
    let sentence = memo(move || preview(state));
    let is_off = memo(move || {
        let act = state.act.get();
        matches!(act, LineAction::Details | LineAction::Pick)
            || state.view.with(Option::is_none)
            || state.off(act).is_some()
    });
    let busy = Signal::derive(move || state.is_busy());
    let nothing = memo(move || state.changes_nothing());
    let off =
        Signal::derive(move || nothing.get().then(|| say!(i18n, panel.nothing_changed).to_owned()));
    let waits =
        move || state.is_one() && state.of_view(|view| Some(view.line.proposed)) == Some(true);
    let usual = memo(move || state.usual());
    let is_deleted = move || state.of_view(|view| Some(view.line.deleted)) == Some(true);
    let removes = memo(move || state.act.get() == LineAction::Delete && !is_deleted());
    let keep = Signal::derive(move || {
        String::from(match state.act.get() {
            LineAction::Delete if removes.get() => say!(i18n, panel.delete),
            LineAction::Delete => say!(i18n, panel.do_not_delete),
            LineAction::Revert if state.is_one() && state.reverts() => {
                say!(i18n, panel.do_not_revert)
            }
            LineAction::Revert => say!(i18n, panel.act_revert),
            _ if usual.get() == How::Propose => say!(i18n, panel.propose),
            _ if waits() => say!(i18n, panel.approve),
            _ => say!(i18n, panel.keep),
        })
    });
    let applies = memo(move || state.can_apply());
    let has_other = memo(move || state.can_propose() && applies.get());
    // The other of the two ways.
    let other_label = Signal::derive(move || match usual.get() {
        How::Propose => say!(i18n, panel.keep).to_owned(),
        _ => say!(i18n, panel.propose).to_owned(),
    });
    let other = move |()| match usual.get_untracked() {
        How::Propose => state.go(How::Keep),
        _ => state.go(How::Propose),
    };
    let picks = memo(move || {
        let act = state.act.get();
        act == LineAction::Pick && state.off(act).is_none()
    });
    view! {
        <Show when=move || picks.get()>
            <PickFoot state />
        </Show>
        <Show when=move || !is_off.get()>
            <div class="panel-foot">
                {move || {
                    let kind = if removes.get() { ButtonKind::Danger } else { ButtonKind::Primary };
                    view! {
                        <Button
                            label=keep
                            kind
                            chord="Enter"
                            busy
                            off
                            on_press=move |()| state.go_as_usual()
                            testid="line-keep"
                        />
                    }
                }}
            </div>
            // Above them on screen, and after them for Tab: sending at once is not what Enter does.
            <div class="say">
                <Said words=sentence testid="line-preview" />
                <Show when=move || has_other.get()>
                    <Button
                        label=other_label
                        kind=ButtonKind::Link
                        off
                        on_press=other
                        testid="line-propose"
                    />
                </Show>
                <Show when=move || applies.get()>
                    <Button
                        label=text!(i18n, panel.send_now)
                        kind=ButtonKind::Link
                        off
                        on_press=move |()| state.go(How::Send)
                        testid="line-send"
                    />
                </Show>
            </div>
        </Show>
    }
}

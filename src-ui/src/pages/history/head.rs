//! The head of the history: export, holding sending back, trying again; and its filters.

use contract::{ExportFormat, Held};
use leptos::html;
use leptos::prelude::*;

use super::acts::Acts;
use super::state::History;
use crate::components::{Button, FindField, Icon, Menu, MenuItem};
use crate::data::outbox::use_outbox;
use crate::effect::memo;
use crate::frame::PaneHead;
use crate::i18n::{say, text, use_i18n};
use crate::wording::format::use_format;

/// The head.
#[component]
pub fn Head(history: History, acts: Acts) -> impl IntoView {
    let (i18n, outbox) = (use_i18n(), use_outbox());
    let paused = memo(move || outbox.state().is_some_and(|state| state.held == Some(Held::Paused)));
    let pause = Signal::derive(move || {
        let said = if paused.get() { say!(i18n, history.go_on) } else { say!(i18n, history.pause) };
        said.to_owned()
    });
    let none = move || {
        let refused = outbox.state().is_some_and(|state| state.attention > 0);
        (!refused).then(|| say!(i18n, history.retry_none).to_owned())
    };
    let item = move |label, format, testid| MenuItem {
        label,
        icon: "download",
        chord: None,
        off: None,
        ticked: None,
        run: Callback::new(move |()| acts.export(format, history.filter())),
        testid,
    };
    let items = Callback::new(move |()| {
        vec![
            item(text!(i18n, history.export_csv), ExportFormat::Csv, "export-csv"),
            item(text!(i18n, history.export_json), ExportFormat::Json, "export-json"),
        ]
    });
    view! {
        <PaneHead title=text!(i18n, history.title) meta=text!(i18n, history.meta)>
            <Menu label=text!(i18n, history.export) class="icon-btn" items testid="export">
                <Icon name="download" />
            </Menu>
            <span class="rule opt"></span>
            <Button
                label=pause
                icon="clock"
                busy=acts.pause.busy
                on_press=move |()| acts.hold(!paused.get_untracked())
                testid="pause-sending"
            />
            <Button
                label=text!(i18n, history.retry_all)
                icon="rotate-ccw"
                off=Signal::derive(none)
                busy=acts.retry.busy
                on_press=move |()| acts.retry_all()
                testid="retry-refused"
            />
        </PaneHead>
    }
}

/// The filters.
#[component]
pub fn Tools(history: History, find: NodeRef<html::Input>) -> impl IntoView {
    let (i18n, format, outbox) = (use_i18n(), use_format(), use_outbox());
    let problems = history.problems;
    let count = move || {
        let number = outbox.state()?.attention;
        (number > 0).then(|| view! { " "<b class="num">{format.number(number)}</b> })
    };
    view! {
        <div class="tools" role="toolbar" aria-label=text!(i18n, history.filters) data-region="tools">
            <FindField
                label=text!(i18n, history.find)
                placeholder=text!(i18n, history.find_hint)
                value=history.text
                node=find
            />
            <button
                type="button"
                class="chip"
                aria-pressed=move || problems.get().to_string()
                data-testid="chip-problems"
                on:click=move |_| problems.update(|on| *on = !*on)
            >
                {text!(i18n, history.problems)}
                {count}
            </button>
        </div>
    }
}

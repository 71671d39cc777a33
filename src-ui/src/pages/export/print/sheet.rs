//! What is asked before something is printed: what, on what, and how it will look.

use contract::PrintState;
use leptos::html;
use leptos::prelude::*;

use super::fields::PrintFields;
use super::preview::Preview;
use super::run::{Print, SentPages};
use crate::components::{
    Button, ButtonKind, FailureNote, Progress, Said, Sheet, SheetFoot, Show, Size,
};
use crate::dom;
use crate::effect::{effect, memo};
use crate::i18n::{say, text, use_i18n};
use crate::pages::export::table::ExportedTable;
use crate::wording::format::use_format;

/// The sheet; drawn while there is something to print.
#[component]
pub fn PrintSheet(print: Print) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let title = Signal::derive(move || {
        let name = print.table.with(|table| table.as_ref().map(ExportedTable::called));
        say!(i18n, paper.title, name = name.unwrap_or_default())
    });
    let count = Signal::derive(move || {
        let (rows, _) = print.rows.get();
        match print.is_read.get() {
            true => say!(i18n, export.rows, count = rows, number = format.number(rows)),
            false if print.failure.with(Option::is_some) => say!(i18n, paper.not_read).to_owned(),
            false => say!(i18n, paper.reading).to_owned(),
        }
    });
    view! {
        <Show when=move || print.table.with(Option::is_some)>
            <Sheet title lead=count on_close=move |()| print.close() wide=true testid="print-sheet">
                <div class="sheet-body print-body">
                    <div class="print-choices">
                        <PrintFields print />
                        <Underway print />
                        <Sent print />
                        {move || print.failure.get().map(|failure| view! { <FailureNote failure /> })}
                    </div>
                    <Preview print />
                </div>
                <Foot print />
            </Sheet>
        </Show>
    }
}

/// How far reading is.
#[component]
fn Underway(print: Print) -> impl IntoView {
    let i18n = use_i18n();
    let reads = move || {
        !print.is_read.get() && print.failure.with(Option::is_none) && print.rows.get().1 > 0
    };
    view! {
        <Show when=reads>
            <Progress
                label=text!(i18n, paper.reading)
                done=Signal::derive(move || print.rows.get().0)
                all=Signal::derive(move || print.rows.get().1)
            />
        </Show>
    }
}

/// What becomes of pages that were sent.
#[component]
fn Sent(print: Print) -> impl IntoView {
    let i18n = use_i18n();
    let words = Signal::derive(move || {
        if print.sending.get() {
            return Some(say!(i18n, paper.sending).to_owned());
        }
        let SentPages { printer, job } = print.sent.get()?;
        Some(match job.state {
            PrintState::OnTheWay => say!(i18n, paper.printing, printer = printer),
            PrintState::Off(reason) => {
                [say!(i18n, paper.waits_there, printer = printer), reason].join(" ")
            }
            PrintState::GivenUp => say!(i18n, paper.given_up, printer = printer),
            PrintState::Done | PrintState::Over => return None,
        })
    });
    view! { <Said words testid="print-said" /> }
}

#[component]
fn Foot(print: Print) -> impl IntoView {
    let i18n = use_i18n();
    let has_printer = memo(move || {
        print.printers.with(|list| list.as_ref().is_none_or(|list| !list.printers.is_empty()))
    });
    let is_sent = memo(move || print.goes_on());
    // While something is looked for it is not said why it cannot be pressed: it can be in a moment.
    let is_busy =
        move || print.sending.get() || print.is_waiting() || print.printers.with(Option::is_none);
    let save = move |kind| {
        view! {
            <Button
                label=text!(i18n, paper.save)
                kind
                size=Size::Large
                off=Signal::derive(move || print.why_not())
                busy=Signal::derive(move || print.saving.get() || print.is_waiting())
                on_press=move |()| print.save()
                testid="print-save"
            />
        }
    };
    let foot = NodeRef::<html::Div>::new();
    // The button that was pressed may be gone.
    effect(move || {
        is_sent.track();
        has_printer.track();
        request_animation_frame(move || {
            if let Some(foot) = foot.get_untracked().filter(|_| dom::focus_is_lost()) {
                dom::focus_first(&foot, ".btn-primary, .push ~ .btn");
            }
        });
    });
    view! {
        <div class="print-foot" data-first="" node_ref=foot>
        <SheetFoot>
            <Button
                label=Signal::derive(move || match is_sent.get() {
                    true => say!(i18n, app.close),
                    false => say!(i18n, export.cancel),
                }.to_owned())
                size=Size::Large
                chord="Esc"
                on_press=move |()| print.close()
                testid="print-cancel"
            />
            <span class="push"></span>
            {move || match (is_sent.get(), has_printer.get()) {
                (true, _) => view! {
                    <Button
                        label=text!(i18n, paper.stop)
                        size=Size::Large
                        on_press=move |()| print.give_up()
                        testid="print-stop"
                    />
                }
                .into_any(),
                (false, false) => save(ButtonKind::Primary).into_any(),
                (false, true) => view! {
                    {save(ButtonKind::Plain)}
                    <Button
                        label=text!(i18n, paper.act)
                        kind=ButtonKind::Primary
                        size=Size::Large
                        off=Signal::derive(move || print.why_not_printed())
                        busy=Signal::derive(is_busy)
                        on_press=move |()| print.print()
                        testid="print-print"
                    />
                }
                .into_any(),
            }}
        </SheetFoot>
        </div>
    }
}

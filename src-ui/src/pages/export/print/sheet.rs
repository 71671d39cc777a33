//! What is asked before something is printed: what, on what, and how it will look.

use leptos::prelude::*;

use super::fields::PrintFields;
use super::preview::Preview;
use super::run::Print;
use crate::components::{Button, ButtonKind, FailureNote, Progress, Sheet, SheetFoot, Show, Size};
use crate::i18n::{say, text, use_i18n};
use crate::wording::format::use_format;

/// The sheet; drawn while there is something to print.
#[component]
pub fn PrintSheet(print: Print) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let title = Signal::derive(move || {
        let name = print.table.with(|table| table.as_ref().map(|table| table.name.clone()));
        say!(i18n, paper.title, name = name.unwrap_or_default())
    });
    let count = Signal::derive(move || {
        let (rows, _) = print.rows.get();
        match print.sheet.get() {
            Some(_) => say!(i18n, export.rows, count = rows, number = format.number(rows)),
            None => say!(i18n, paper.reading).to_owned(),
        }
    });
    view! {
        <Show when=move || print.table.with(Option::is_some)>
            <Sheet title lead=count on_close=move |()| print.close() wide=true testid="print-sheet">
                <div class="sheet-body print-body">
                    <div class="print-choices">
                        <PrintFields print />
                        <Underway print />
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
        print.sheet.with(Option::is_none)
            && print.failure.with(Option::is_none)
            && print.rows.get().1 > 0
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

#[component]
fn Foot(print: Print) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <SheetFoot>
            <Button
                label=text!(i18n, export.cancel)
                size=Size::Large
                chord="Esc"
                on_press=move |()| print.close()
                testid="print-cancel"
            />
            <span class="push"></span>
            <Button
                label=text!(i18n, paper.save)
                kind=ButtonKind::Primary
                size=Size::Large
                off=Signal::derive(move || print.why_not())
                busy=print.saving
                on_press=move |()| print.save()
                testid="print-save"
            />
        </SheetFoot>
    }
}

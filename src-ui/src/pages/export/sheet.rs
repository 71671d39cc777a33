//! What is asked before an export, and said while it runs.

use contract::SheetFormat;
use leptos::prelude::*;

use super::run::{Export, ExportStage, ExportTarget};
use crate::components::{
    Button, ButtonKind, FailureNote, Progress, Said, Sheet, SheetFoot, Show, Size,
};
use crate::i18n::{say, text, use_i18n};
use crate::wording::format::use_format;

/// The sheet; drawn while there is something to export.
#[component]
pub fn ExportSheet(export: Export) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let title = Signal::derive(move || {
        let name = export.table.with(|table| table.as_ref().map(|table| table.name.clone()));
        let name = name.unwrap_or_default();
        say!(i18n, export.title, name = name)
    });
    let count = Signal::derive(move || {
        let columns = export.table.with(|of| of.as_ref().map_or(0, |of| of.heads.len()));
        let columns = u32::try_from(columns).unwrap_or(u32::MAX);
        let number = format.number(columns);
        let columns = say!(i18n, export.columns, count = columns, number = number);
        let Some(rows) = export.rows.get() else {
            let failed = export.failure.with(Option::is_some);
            return if failed { columns } else { say!(i18n, export.counting).to_owned() };
        };
        let rows = say!(i18n, export.rows, count = rows, number = format.number(rows));
        format!("{rows}, {columns}")
    });
    let names = move || {
        export.table.with(|of| of.as_ref().map(|of| of.heads.join(", "))).unwrap_or_default()
    };
    view! {
        <Show when=move || export.table.with(Option::is_some)>
            <Sheet title lead=count on_close=move |()| export.close() testid="export-sheet">
                <div class="sheet-body">
                    <p class="dim">{text!(i18n, export.shown)}</p>
                    <p dir="auto" data-testid="export-columns">{names}</p>
                    <Underway export />
                    {move || export.failure.get().map(|failure| view! { <FailureNote failure /> })}
                </div>
                <Choices export />
            </Sheet>
        </Show>
    }
}

/// How far it is.
#[component]
fn Underway(export: Export) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let (done, all) = (move || part(export).0, move || part(export).1);
    let words = Signal::derive(move || match export.stage.get() {
        ExportStage::Choosing => Some(say!(i18n, export.choosing).to_owned()),
        ExportStage::Finishing => Some(say!(i18n, export.finishing).to_owned()),
        ExportStage::Asking | ExportStage::Running(..) => None,
    });
    // Each number read out would take longer than the export.
    let running = move || {
        let (done, all) = (format.number(done()), format.number(all()));
        say!(i18n, export.running, done = done, all = all)
    };
    view! {
        <Said words testid="export-said" />
        <Show when=move || matches!(export.stage.get(), ExportStage::Running(..))>
            <p class="num" data-testid="export-running">{running}</p>
            <Progress
                label=text!(i18n, export.act)
                done=Signal::derive(done)
                all=Signal::derive(all)
            />
        </Show>
    }
}

fn part(export: Export) -> (u32, u32) {
    match export.stage.get() {
        ExportStage::Running(done, all) => (done, all),
        ExportStage::Asking | ExportStage::Choosing | ExportStage::Finishing => (0, 0),
    }
}

/// Into what; the first of them has the focus.
#[component]
fn Choices(export: Export) -> impl IntoView {
    let i18n = use_i18n();
    let choice = move |target, label, kind, testid| {
        let is_it = move || export.target.get() == Some(target);
        let runs = move || export.stage.get() != ExportStage::Asking;
        let off = move || (runs() && !is_it()).then(|| say!(i18n, export.busy).to_owned());
        let press = move |()| match target {
            ExportTarget::File(format) => export.save(format),
            ExportTarget::Clipboard => export.copy(),
        };
        view! {
            <Button
                label
                kind
                size=Size::Large
                off=Signal::derive(off)
                busy=Signal::derive(move || runs() && is_it())
                on_press=press
                testid
            />
        }
    };
    let (beside, first) = (ButtonKind::Plain, ButtonKind::Primary);
    let (xlsx, csv) = (SheetFormat::Xlsx, SheetFormat::Csv);
    view! {
        <SheetFoot>
            <Button
                label=text!(i18n, export.cancel)
                size=Size::Large
                chord="Esc"
                on_press=move |()| export.close()
                testid="export-cancel"
            />
            <span class="push"></span>
            {choice(ExportTarget::Clipboard, text!(i18n, export.clipboard), beside, "export-clipboard")}
            {choice(ExportTarget::File(csv), text!(i18n, export.csv), beside, "export-csv")}
            {choice(ExportTarget::File(xlsx), text!(i18n, export.xlsx), first, "export-xlsx")}
        </SheetFoot>
    }
}

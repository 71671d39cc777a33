//! The window over a table that was read: what its columns are, what would come of it, and the way on.

use contract::{Failure, ImportSource};
use leptos::prelude::*;

use super::choices::sheet_choices;
use super::reading::ImportReading;
use crate::components::{
    Button, ButtonKind, Combobox, FailureNote, Said, Sheet, SheetFoot, Show, Size,
};
use crate::effect::{effect, memo};
use crate::i18n::{say, text, use_i18n};
use crate::wording::format::use_format;

/// What would come of a table, as the window needs it.
#[derive(Clone, Copy)]
pub struct ImportProspect {
    /// Every row counted once, in words.
    pub told: Signal<Option<String>>,
    /// Why there is nothing to be done.
    pub nothing: Signal<Option<String>>,
    /// What is done.
    pub act: Signal<String>,
    /// It is being asked for.
    pub asking: Signal<bool>,
    /// It is being done.
    pub doing: Signal<bool>,
    /// Why it could not be told.
    pub failure: RwSignal<Option<Failure>>,
}

/// The window.
#[component]
pub fn ImportLooked(
    reading: ImportReading,
    /// Its title.
    #[prop(into)]
    title: Signal<String>,
    /// What would come of it.
    prospect: ImportProspect,
    /// The fields of its columns.
    #[prop(into)]
    columns: ViewFn,
    /// What needs a look.
    #[prop(into)]
    outcome: ViewFn,
    /// Esc, and the cross.
    #[prop(into)]
    on_close: Callback<()>,
    /// It is done.
    #[prop(into)]
    on_run: Callback<()>,
) -> impl IntoView {
    let i18n = use_i18n();
    let file = Signal::derive(move || {
        let name = reading.source.with(|source| source.as_ref().map(|it| it.file_name.clone()));
        name.filter(|name| !name.is_empty())
            .unwrap_or_else(|| say!(i18n, import.pasted_text).to_owned())
    });
    let sheets = Signal::derive(move || {
        let of = |source: &ImportSource| sheet_choices(i18n, source);
        reading.source.with(|source| source.as_ref().map(of)).unwrap_or_default()
    });
    let ImportProspect { told, nothing, act, asking, doing, failure } = prospect;
    // Pressed while it is asked what would come of it, it is done as soon as that is told, unless something else
    // is done first.
    let waiting = RwSignal::new(false);
    let run = move |()| match asking.get_untracked() {
        true => waiting.set(true),
        false => on_run.run(()),
    };
    effect(move || {
        if waiting.get() && !asking.get() {
            waiting.set(false);
            if untrack(|| nothing.with(Option::is_none) && failure.with(Option::is_none)) {
                on_run.run(());
            }
        }
    });
    let failure = move || failure.get().map(|failure| view! { <FailureNote failure /> });
    view! {
        <Sheet title lead=file on_close wide=true from_top=true testid="import-preview">
            <div
                class="sheet-body"
                on:pointerdown=move |_| waiting.set(false)
                on:keydown=move |_| waiting.set(false)
            >
                <div class="import-columns">
                    <Show when=move || sheets.with(|sheets| sheets.len() > 1)>
                        <Combobox
                            label=text!(i18n, import.sheet)
                            choices=sheets
                            value=reading.sheet
                            testid="import-worksheet"
                        />
                    </Show>
                    {columns.run()}
                </div>
                <HiddenParts reading />
                <Said words=told testid="import-outcome" />
                {
                    let outcome = outcome.clone();
                    move || outcome.run()
                }
                {failure}
            </div>
            <SheetFoot>
                <Button
                    label=text!(i18n, import.cancel)
                    size=Size::Large
                    chord="Esc"
                    on_press=on_close
                    testid="import-cancel"
                />
                <span class="push"></span>
                <Button
                    label=text!(i18n, import.other)
                    size=Size::Large
                    on_press=move |()| reading.ask_anew()
                    testid="import-other"
                />
                <Button
                    label=act
                    kind=ButtonKind::Primary
                    size=Size::Large
                    off=nothing
                    busy=Signal::derive(move || waiting.get() || doing.get())
                    on_press=run
                    testid="import-run"
                />
            </SheetFoot>
        </Sheet>
    }
}

/// What is hidden in the worksheet is said, and its rows are left out with one press.
#[component]
fn HiddenParts(reading: ImportReading) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let hidden = memo(move || reading.hidden());
    let told = Signal::derive(move || {
        let (rows, columns) = hidden.get();
        let rows_told = || {
            let number = format.number(rows);
            match reading.without_hidden.get() {
                true => say!(i18n, import.hidden_rows_out, count = rows, number = number),
                false => say!(i18n, import.hidden_rows, count = rows, number = number),
            }
        };
        let columns_told = || {
            let number = format.number(columns);
            say!(i18n, import.hidden_columns, count = columns, number = number)
        };
        let told = [(rows > 0).then(rows_told), (columns > 0).then(columns_told)];
        told.into_iter().flatten().collect::<Vec<_>>().join(" ")
    });
    let act = Signal::derive(move || match reading.without_hidden.get() {
        true => say!(i18n, import.hidden_take_in).to_owned(),
        false => say!(i18n, import.hidden_leave_out).to_owned(),
    });
    view! {
        <Show when=move || hidden.get() != (0, 0)>
            <p class="hint" role="status" data-testid="import-hidden">{told}</p>
        </Show>
        <Show when=move || 0 < hidden.get().0>
            <Button
                label=act
                size=Size::Small
                on_press=move |()| reading.without_hidden.update(|out| *out = !*out)
                testid="import-hidden-rows"
            />
        </Show>
    }
}

/// The first of the rows that need attention, and how many there are more.
#[component]
pub fn ImportAttention(
    /// What becomes of such rows.
    #[prop(into)]
    hint: Signal<String>,
    /// The columns are those of a table with the same heads.
    is_remembered: Signal<bool>,
    /// The rows that are told, by their places, and whether each still needs attention.
    told: Signal<Vec<(u32, bool)>>,
    /// So many need attention in all.
    all: Signal<u32>,
    /// The row at a place; it stays while others come and go.
    row: impl Fn(u32) -> AnyView + Clone + Send + Sync + 'static,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let places = memo(move || told.with(|rows| rows.iter().map(|(at, _)| *at).collect::<Vec<_>>()));
    let more = memo(move || {
        let open = told.with(|rows| rows.iter().filter(|(_, is_open)| *is_open).count());
        all.get().saturating_sub(u32::try_from(open).unwrap_or(u32::MAX))
    });
    let said =
        move || say!(i18n, import.more, count = more.get(), number = format.number(more.get()));
    view! {
        <Show when=move || is_remembered.get()>
            <p class="hint" data-testid="import-remembered">{text!(i18n, import.remembered)}</p>
        </Show>
        <Show when=move || places.with(|places| !places.is_empty())>
            <h3>{text!(i18n, import.attention)}</h3>
            <p class="hint">{hint}</p>
            <ol class="import-troubles" role="list" data-testid="import-troubles">
                <For each=move || places.get() key=|at| *at children=row.clone() />
            </ol>
        </Show>
        <Show when=move || 0 < more.get()>
            <p class="hint" data-testid="import-more">{said}</p>
        </Show>
    }
}

//! The window of an import: first what is to be imported, then what its columns are and what would come of it.

use contract::{ImportSource, PicksPreview};
use leptos::prelude::*;

use super::state::{Chosen, PicksImport};
use super::trouble::Trouble;
use crate::components::{
    Button, ButtonKind, Choice, Combobox, FailureNote, Said, Sheet, SheetFoot, Show, Size,
};
use crate::dom;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::keys::{InTab, Scope, use_keys};
use crate::pages::import::{ImportAsked, NO_ROW, column_choices, head_choices, sheet_choices};
use crate::pages::walk::imported::accounts;
use crate::wording::format::use_format;

/// The key, and the window while it is open.
#[component]
pub fn PicksImportTool(import: PicksImport) -> impl IntoView {
    let i18n = use_i18n();
    // In a field it pastes without the look of the text.
    let tab = Scope::Tab(use_context::<InTab>().map_or(0, |tab| tab.0));
    use_keys().bind_if(tab, "Ctrl+Shift+V", Some(text!(i18n, picks_import.title)), move |_| {
        let is_meant = !dom::focus_takes_text();
        if is_meant {
            import.reading.open();
        }
        is_meant
    });
    view! {
        <Show when=move || import.reading.is_open.get()>
            {move || match import.reading.source.with(Option::is_some) {
                false => view! {
                    <ImportAsked
                        reading=import.reading
                        title=text!(i18n, picks_import.title)
                        lead=text!(i18n, picks_import.lead)
                        hint=text!(i18n, picks_import.hint)
                        on_close=move |()| import.close()
                    />
                }
                .into_any(),
                true => view! { <Looked import /> }.into_any(),
            }}
        </Show>
    }
}

/// What was read, what its columns are, and what would come of it.
#[component]
fn Looked(import: PicksImport) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let file = Signal::derive(move || {
        let source = import.reading.source;
        let name = source.with(|source| source.as_ref().map(|it| it.file_name.clone()));
        name.filter(|name| !name.is_empty())
            .unwrap_or_else(|| say!(i18n, import.pasted_text).to_owned())
    });
    let outcome = move || {
        import.preview.reply.with(|it| it.as_ref().map(|it| it.outcome)).unwrap_or_default()
    };
    let act = Signal::derive(move || {
        let entered = outcome().entered + outcome().changed;
        say!(i18n, picks_import.run, count = entered, number = format.number(entered))
    });
    // Rows that are counted are not those that would be imported, while it is asked anew.
    let nothing = Signal::derive(move || {
        let none = outcome().entered + outcome().changed == 0
            || import.preview.failure.with(Option::is_some);
        none.then(|| say!(i18n, picks_import.nothing).to_owned())
    });
    let told = Signal::derive(move || {
        let has_read = import.preview.reply.with(Option::is_some);
        has_read.then(|| accounts(i18n, format, outcome()))
    });
    let preview = move || import.preview.reply.get().map(|preview| view! { <Outcome preview /> });
    let failure =
        move || import.preview.failure.get().map(|failure| view! { <FailureNote failure /> });
    view! {
        <Sheet
            title=text!(i18n, picks_import.title)
            lead=file
            on_close=move |()| import.close()
            wide=true
            from_top=true
            testid="picks-preview"
        >
            <div class="sheet-body">
                <Columns import />
                <Said words=told testid="picks-outcome" />
                {preview}
                {failure}
            </div>
            <SheetFoot>
                <Button
                    label=text!(i18n, import.cancel)
                    size=Size::Large
                    chord="Esc"
                    on_press=move |()| import.close()
                    testid="picks-cancel"
                />
                <span class="push"></span>
                <Button
                    label=text!(i18n, import.other)
                    size=Size::Large
                    on_press=move |()| import.reading.ask_anew()
                    testid="picks-other"
                />
                <Button
                    label=act
                    kind=ButtonKind::Primary
                    size=Size::Large
                    off=nothing
                    busy=import.preview.asking
                    on_press=move |()| import.run()
                    testid="picks-run"
                />
            </SheetFoot>
        </Sheet>
    }
}

/// The worksheet, and what its columns are.
#[component]
fn Columns(import: PicksImport) -> impl IntoView {
    let i18n = use_i18n();
    let sheets = Signal::derive(move || {
        let of = |source: &ImportSource| sheet_choices(i18n, source);
        import.reading.source.with(|source| source.as_ref().map(of)).unwrap_or_default()
    });
    let of = move |choices: fn(I18n, &PicksPreview) -> Vec<Choice>| {
        Signal::derive(move || {
            let choices = |preview: &PicksPreview| choices(i18n, preview);
            import.preview.reply.with(|it| it.as_ref().map(choices)).unwrap_or_default()
        })
    };
    let heads = of(|i18n, preview| head_choices(i18n, &preview.first_rows));
    let columns = of(|i18n, preview| {
        let none = Choice {
            id: NO_ROW.to_owned(),
            label: say!(i18n, picks_import.no_column).to_owned(),
            ..Choice::default()
        };
        std::iter::once(none).chain(column_choices(&preview.columns)).collect()
    });
    let [product, bin, lot, movement, quantity] = import.columns;
    let field = move |label: Signal<String>, value: Chosen, testid: &'static str| {
        view! { <Combobox label choices=columns value testid /> }
    };
    let has_several =
        move || import.page.with_state(|it| it.walk.movements.len() > 1).unwrap_or_default();
    view! {
        <div class="import-columns">
            <Show when=move || sheets.with(|sheets| sheets.len() > 1)>
                <Combobox label=text!(i18n, import.sheet) choices=sheets value=import.reading.sheet testid="picks-worksheet" />
            </Show>
            {field(text!(i18n, import.product), product, "picks-product")}
            {field(text!(i18n, walk.col_bin), bin, "picks-bin")}
            {field(text!(i18n, walk.col_lot), lot, "picks-lot")}
            <Show when=has_several>
                {field(text!(i18n, walk.col_movement), movement, "picks-movement")}
            </Show>
            {field(text!(i18n, import.quantity), quantity, "picks-quantity")}
            <Combobox label=text!(i18n, import.heads) choices=heads value=import.heads testid="picks-heads" />
        </div>
    }
}

/// What would come of it: the first of the rows that need attention, with what is wrong.
#[component]
fn Outcome(preview: PicksPreview) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let PicksPreview { outcome, attention, is_remembered, .. } = preview;
    let named = u32::try_from(attention.len()).unwrap_or(u32::MAX);
    let more = outcome.attention.saturating_sub(named);
    view! {
        {is_remembered.then(|| view! {
            <p class="hint" data-testid="picks-remembered">{text!(i18n, import.remembered)}</p>
        })}
        {(!attention.is_empty()).then(|| view! {
            <h3>{text!(i18n, import.attention)}</h3>
            <p class="hint">{text!(i18n, picks_import.attention_text)}</p>
            <ol class="import-troubles" role="list" data-testid="picks-troubles">
                {attention.into_iter().map(|trouble| view! { <Trouble trouble /> }).collect_view()}
            </ol>
        })}
        {(more > 0).then(|| {
            let said = say!(i18n, import.more, count = more, number = format.number(more));
            view! { <p class="hint">{said}</p> }
        })}
    }
}

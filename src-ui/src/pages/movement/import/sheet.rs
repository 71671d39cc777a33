//! The window of an import: first what is to be imported, then what its columns are and what would come of
//! it.

use contract::{ImportPreview, ImportSource};
use leptos::prelude::*;

use super::outcome::Outcome;
use super::state::LinesImport;
use crate::components::{
    Button, ButtonKind, Choice, Combobox, FailureNote, IconButton, Said, Sheet, SheetFoot, Show,
    Size,
};
use crate::dom;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::keys::{InTab, Scope, use_keys};
use crate::pages::import::{ImportAsked, column_choices, head_choices, sheet_choices};
use crate::pages::movement::lines::accounts;
use crate::wording::format::use_format;

/// The button, the key, and the window while it is open.
#[component]
pub fn ImportTool(import: LinesImport) -> impl IntoView {
    let i18n = use_i18n();
    // In a field it pastes without the look of the text.
    let tab = Scope::Tab(use_context::<InTab>().map_or(0, |tab| tab.0));
    use_keys().bind_if(tab, "Ctrl+Shift+V", Some(text!(i18n, import.act)), move |_| {
        let is_meant = !dom::focus_takes_text();
        if is_meant {
            import.open();
        }
        is_meant
    });
    view! {
        <IconButton
            label=text!(i18n, import.act)
            icon="file-text"
            chord="Ctrl+Shift+V"
            off=import.editor.why_not
            on_press=move |()| import.open()
            testid="import-lines"
        />
        <Show when=move || import.reading.is_open.get()>
            {move || match import.reading.source.with(Option::is_some) {
                false => view! {
                    <ImportAsked
                        reading=import.reading
                        title=text!(i18n, import.title)
                        lead=text!(i18n, import.lead)
                        hint=text!(i18n, import.text_hint)
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
fn Looked(import: LinesImport) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let file = Signal::derive(move || {
        let name =
            import.reading.source.with(|source| source.as_ref().map(|it| it.file_name.clone()));
        name.filter(|name| !name.is_empty())
            .unwrap_or_else(|| say!(i18n, import.pasted_text).to_owned())
    });
    let rows = move || {
        import.preview.reply.with(|it| it.as_ref().map_or(0, |it| accounts::all(&it.outcome)))
    };
    let act = Signal::derive(move || {
        say!(i18n, import.run, count = rows(), number = format.number(rows()))
    });
    // Rows that are counted are not those that would be imported, while it is asked anew.
    let nothing = Signal::derive(move || {
        let lines = import
            .preview
            .reply
            .with(|it| it.as_ref().map_or(0, |it| accounts::all(&it.outcome) - it.outcome.skipped));
        let none = lines == 0 || import.preview.failure.with(Option::is_some);
        none.then(|| say!(i18n, import.nothing).to_owned())
    });
    let told = Signal::derive(move || {
        import.preview.reply.with(|it| {
            let outcome = &it.as_ref()?.outcome;
            let (rows, parts) =
                (accounts::rows(i18n, format, outcome), accounts::parts(i18n, format, outcome));
            Some(format!("{rows} {parts}"))
        })
    });
    let preview = move || import.preview.reply.get().map(|preview| view! { <Outcome preview /> });
    let failure =
        move || import.preview.failure.get().map(|failure| view! { <FailureNote failure /> });
    view! {
        <Sheet
            title=text!(i18n, import.title)
            lead=file
            on_close=move |()| import.close()
            wide=true
            from_top=true
            testid="import-preview"
        >
            <div class="sheet-body">
                <Columns import />
                <Said words=told testid="import-outcome" />
                {preview}
                {failure}
            </div>
            <SheetFoot>
                <Button
                    label=text!(i18n, import.cancel)
                    size=Size::Large
                    chord="Esc"
                    on_press=move |()| import.close()
                    testid="import-cancel"
                />
                <span class="push"></span>
                <Button
                    label=text!(i18n, import.other)
                    size=Size::Large
                    on_press=move |()| import.reading.ask_anew()
                    testid="import-other"
                />
                <Button
                    label=act
                    kind=ButtonKind::Primary
                    size=Size::Large
                    off=nothing
                    busy=import.preview.asking
                    on_press=move |()| import.run()
                    testid="import-run"
                />
            </SheetFoot>
        </Sheet>
    }
}

/// The worksheet, and what its columns are.
#[component]
fn Columns(import: LinesImport) -> impl IntoView {
    let i18n = use_i18n();
    let sheets = Signal::derive(move || {
        let of = |source: &ImportSource| sheet_choices(i18n, source);
        import.reading.source.with(|source| source.as_ref().map(of)).unwrap_or_default()
    });
    let of = move |choices: fn(I18n, &ImportPreview) -> Vec<Choice>| {
        Signal::derive(move || {
            let choices = |preview: &ImportPreview| choices(i18n, preview);
            import.preview.reply.with(|it| it.as_ref().map(choices)).unwrap_or_default()
        })
    };
    let heads = of(|i18n, preview| head_choices(i18n, &preview.first_rows));
    let columns = of(|_, preview| column_choices(&preview.columns));
    view! {
        <div class="import-columns">
            <Show when=move || sheets.with(|sheets| sheets.len() > 1)>
                <Combobox label=text!(i18n, import.sheet) choices=sheets value=import.reading.sheet testid="import-worksheet" />
            </Show>
            <Combobox label=text!(i18n, import.product) choices=columns value=import.product testid="import-product" />
            <Combobox label=text!(i18n, import.quantity) choices=columns value=import.quantity testid="import-quantity" />
            <Combobox label=text!(i18n, import.heads) choices=heads value=import.heads testid="import-heads" />
        </div>
    }
}

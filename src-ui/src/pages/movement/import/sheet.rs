//! The window of an import: first what is to be imported, then what its columns are and what would come of
//! it.

use contract::ImportPreview;
use leptos::prelude::*;

use super::outcome::Outcome;
use super::state::LinesImport;
use crate::components::{Choice, Combobox, IconButton, Show};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::pages::import::{
    ImportAsked, ImportLooked, ImportProspect, column_choices, head_choices, use_import_key,
};
use crate::pages::movement::lines::accounts;
use crate::wording::format::use_format;

/// The button, the key, and the window while it is open.
#[component]
pub fn ImportTool(import: LinesImport) -> impl IntoView {
    let i18n = use_i18n();
    use_import_key(text!(i18n, import.act), move || import.open());
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
    let rows = move || {
        import.preview.reply.with(|it| it.as_ref().map_or(0, |it| accounts::all(&it.outcome)))
    };
    let act = move || say!(i18n, import.run, count = rows(), number = format.number(rows()));
    // Rows that are counted are not those that would be imported, while it is asked anew.
    let nothing = move || {
        let lines = import
            .preview
            .reply
            .with(|it| it.as_ref().map_or(0, |it| accounts::all(&it.outcome) - it.outcome.skipped));
        let none = lines == 0 || import.preview.failure.with(Option::is_some);
        none.then(|| say!(i18n, import.nothing).to_owned())
    };
    let told = move || {
        import.preview.reply.with(|it| {
            let outcome = &it.as_ref()?.outcome;
            let (rows, parts) =
                (accounts::rows(i18n, format, outcome), accounts::parts(i18n, format, outcome));
            Some(format!("{rows} {parts}"))
        })
    };
    let prospect = ImportProspect {
        told: Signal::derive(told),
        nothing: Signal::derive(nothing),
        act: Signal::derive(act),
        asking: import.preview.asking,
        failure: import.preview.failure,
    };
    view! {
        <ImportLooked
            reading=import.reading
            title=text!(i18n, import.title)
            prospect
            columns=move || view! { <Columns import /> }
            outcome=move || import.preview.reply.get().map(|preview| view! { <Outcome preview /> })
            on_close=move |()| import.close()
            on_run=move |()| import.run()
        />
    }
}

/// What its columns are.
#[component]
fn Columns(import: LinesImport) -> impl IntoView {
    let i18n = use_i18n();
    let of = move |choices: fn(I18n, &ImportPreview) -> Vec<Choice>| {
        Signal::derive(move || {
            let choices = |preview: &ImportPreview| choices(i18n, preview);
            import.preview.reply.with(|it| it.as_ref().map(choices)).unwrap_or_default()
        })
    };
    let heads = of(|i18n, preview| head_choices(i18n, &preview.first_rows));
    let columns = of(|_, preview| column_choices(&preview.columns));
    view! {
            <Combobox label=text!(i18n, import.product) choices=columns value=import.product testid="import-product" />
            <Combobox label=text!(i18n, import.quantity) choices=columns value=import.quantity testid="import-quantity" />
            <Combobox label=text!(i18n, import.heads) choices=heads value=import.heads testid="import-heads" />
    }
}

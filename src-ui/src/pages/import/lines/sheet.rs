//! The window of a table that becomes lines: first what is to be imported, then what its columns are and what
//! would come of it.

use contract::ImportPreview;
use leptos::prelude::*;

use super::look::LinesLook;
use super::outcome::Outcome;
use crate::components::{Choice, Combobox, Show};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::pages::import::asked::ImportAsked;
use crate::pages::import::choices::{column_choices, head_choices};
use crate::pages::import::looked::{ImportLooked, ImportProspect};
use crate::wording::format::use_format;
use crate::wording::pasted_words;

/// What the window calls what it does.
#[derive(Clone, Copy)]
pub struct LinesSheetWords {
    /// Its title.
    pub title: Signal<String>,
    /// What can be imported, and what becomes of it.
    pub lead: Signal<String>,
    /// What becomes of rows that need attention.
    pub attention: Signal<String>,
}

/// The window, while it is open.
#[component]
pub fn LinesSheet(
    /// The table.
    look: LinesLook,
    /// What it calls what it does.
    words: LinesSheetWords,
    /// It is being done.
    #[prop(optional, into)]
    busy: Signal<bool>,
    /// Esc, and the cross.
    #[prop(into)]
    on_close: Callback<()>,
    /// It is done.
    #[prop(into)]
    on_run: Callback<()>,
) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <Show when=move || look.reading.is_open.get()>
            {move || match look.reading.source.with(Option::is_some) {
                false => view! {
                    <ImportAsked
                        reading=look.reading
                        title=words.title
                        lead=words.lead
                        hint=text!(i18n, import.text_hint)
                        on_close
                    />
                }
                .into_any(),
                true => view! { <Looked look words busy on_close on_run /> }.into_any(),
            }}
        </Show>
    }
}

/// What was read, what its columns are, and what would come of it.
#[component]
fn Looked(
    look: LinesLook,
    words: LinesSheetWords,
    busy: Signal<bool>,
    on_close: Callback<()>,
    on_run: Callback<()>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let preview = look.preview;
    let rows = move || {
        preview.reply.with(|it| it.as_ref().map_or(0, |it| pasted_words::used(&it.outcome)))
    };
    let act = move || say!(i18n, import.run, count = rows(), number = format.number(rows()));
    // Rows that are counted are not those that would be imported, while it is asked anew.
    let nothing = move || {
        let is_same = preview.reply.with(|it| it.as_ref().is_some_and(|it| it.outcome.same > 0));
        let none = rows() == 0 || preview.failure.with(Option::is_some);
        none.then(|| match is_same {
            true => say!(i18n, import.same).to_owned(),
            false => say!(i18n, import.nothing).to_owned(),
        })
    };
    let told = move || {
        preview.reply.with(|it| {
            let outcome = &it.as_ref()?.outcome;
            let (rows, parts) = (
                pasted_words::rows(i18n, format, outcome),
                pasted_words::parts(i18n, format, outcome),
            );
            Some(format!("{rows} {parts}"))
        })
    };
    let prospect = ImportProspect {
        told: Signal::derive(told),
        nothing: Signal::derive(nothing),
        act: Signal::derive(act),
        asking: preview.asking.into(),
        doing: busy,
        failure: preview.failure,
    };
    view! {
        <ImportLooked
            reading=look.reading
            title=words.title
            prospect
            columns=move || view! { <Columns look /> }
            outcome=move || view! { <Outcome look hint=words.attention /> }
            on_close
            on_run
        />
    }
}

/// What its columns are.
#[component]
fn Columns(look: LinesLook) -> impl IntoView {
    let i18n = use_i18n();
    let of = move |choices: fn(I18n, &ImportPreview) -> Vec<Choice>| {
        Signal::derive(move || {
            let choices = |preview: &ImportPreview| choices(i18n, preview);
            look.preview.reply.with(|it| it.as_ref().map(choices)).unwrap_or_default()
        })
    };
    let heads = of(|i18n, preview| head_choices(i18n, &preview.first_rows));
    let columns = of(|_, preview| column_choices(&preview.columns));
    view! {
        <Combobox label=text!(i18n, import.product) choices=columns value=look.product testid="import-product" />
        <Combobox label=text!(i18n, import.quantity) choices=columns value=look.quantity testid="import-quantity" />
        <Combobox label=text!(i18n, import.heads) choices=heads value=look.heads testid="import-heads" />
    }
}

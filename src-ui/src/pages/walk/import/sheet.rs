//! The window of an import: first what is to be imported, then what its columns are and what would come of it.

use contract::{PickTrouble, PicksPreview};
use leptos::prelude::*;

use super::state::PicksImport;
use super::trouble::Trouble;
use crate::components::{Choice, Combobox, Show};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::pages::import::{
    Chosen, ImportAsked, ImportAttention, ImportLooked, ImportProspect, NO_ROW, column_choices,
    head_choices, use_import_key,
};
use crate::pages::walk::imported::accounts;
use crate::wording::format::use_format;

/// The key, and the window while it is open.
#[component]
pub fn PicksImportTool(import: PicksImport) -> impl IntoView {
    let i18n = use_i18n();
    use_import_key(text!(i18n, picks_import.title), move || import.reading.open());
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
    let preview = import.preview;
    let outcome =
        move || preview.reply.with(|it| it.as_ref().map(|it| it.outcome)).unwrap_or_default();
    let entered = move || outcome().entered + outcome().changed;
    let act =
        move || say!(i18n, picks_import.run, count = entered(), number = format.number(entered()));
    // Rows that are counted are not those that would be imported, while it is asked anew.
    let nothing = move || {
        let none = entered() == 0 || preview.failure.with(Option::is_some);
        none.then(|| say!(i18n, picks_import.nothing).to_owned())
    };
    let told = move || {
        let has_read = preview.reply.with(Option::is_some);
        has_read.then(|| accounts(i18n, format, outcome()))
    };
    let prospect = ImportProspect {
        told: Signal::derive(told),
        nothing: Signal::derive(nothing),
        act: Signal::derive(act),
        asking: preview.asking.into(),
        doing: Signal::stored(false),
        failure: preview.failure,
    };
    view! {
        <ImportLooked
            reading=import.reading
            title=text!(i18n, picks_import.title)
            prospect
            columns=move || view! { <Columns import /> }
            outcome=move || view! { <Outcome import /> }
            on_close=move |()| import.close()
            on_run=move |()| import.run()
        />
    }
}

/// What its columns are.
#[component]
fn Columns(import: PicksImport) -> impl IntoView {
    let i18n = use_i18n();
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
        {field(text!(i18n, import.product), product, "picks-product")}
        {field(text!(i18n, walk.col_bin), bin, "picks-bin")}
        {field(text!(i18n, walk.col_lot), lot, "picks-lot")}
        <Show when=has_several>
            {field(text!(i18n, walk.col_movement), movement, "picks-movement")}
        </Show>
        {field(text!(i18n, import.quantity), quantity, "picks-quantity")}
        <Combobox label=text!(i18n, import.heads) choices=heads value=import.heads testid="picks-heads" />
    }
}

/// What would come of it: the first of the rows that need attention, with what is wrong.
#[component]
fn Outcome(import: PicksImport) -> impl IntoView {
    let (i18n, reply) = (use_i18n(), import.preview.reply);
    let is_remembered = move || reply.with(|it| it.as_ref().is_some_and(|it| it.is_remembered));
    let told = move || {
        let of = |trouble: &PickTrouble| (trouble.at, trouble.problem.is_some());
        let told = reply.with(|it| Some(it.as_ref()?.attention.iter().map(of).collect()));
        told.unwrap_or_else(Vec::new)
    };
    let all = move || reply.with(|it| it.as_ref().map_or(0, |it| it.outcome.attention));
    view! {
        <ImportAttention
            hint=text!(i18n, picks_import.attention_text)
            is_remembered=Signal::derive(is_remembered)
            told=Signal::derive(told)
            all=Signal::derive(all)
            row=move |at| view! { <Trouble import at /> }.into_any()
        />
    }
}

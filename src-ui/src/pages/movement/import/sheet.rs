//! The window of an import: first what is to be imported, then what its columns are and what would come of
//! it.

use contract::{ImportColumn, ImportPreview, ImportSheet};
use leptos::prelude::*;

use super::outcome::Outcome;
use super::state::{LinesImport, NO_ROW};
use crate::components::{
    AskFoot, Button, ButtonKind, Choice, Combobox, FailureNote, Icon, IconButton, Said, Sheet,
    SheetFoot, Show, Size, TextField,
};
use crate::dom;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;
use crate::keys::{InTab, Scope, use_keys};
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
        <Show when=move || import.is_open.get()>
            {move || match import.source.with(Option::is_some) {
                false => view! { <Asked import /> }.into_any(),
                true => view! { <Looked import /> }.into_any(),
            }}
        </Show>
    }
}

/// What is to be imported.
#[component]
fn Asked(import: LinesImport) -> impl IntoView {
    let i18n = use_i18n();
    let none = Signal::derive(move || {
        let is_empty = import.text.with(|text| text.trim().is_empty());
        is_empty.then(|| say!(i18n, import.no_text).to_owned())
    });
    view! {
        <Sheet
            title=text!(i18n, import.title)
            lead=text!(i18n, import.lead)
            on_close=move |()| import.close()
            wide=true
            testid="import-sheet"
        >
            <div class="sheet-body">
                <label class="btn file-btn">
                    <Icon name="upload" />
                    {text!(i18n, import.select_file)}
                    <input
                        type="file"
                        accept=".xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt"
                        disabled=import.is_reading
                        data-testid="import-file"
                        on:change=move |event| {
                            if let Some(file) = ipc::selected_file(&event) {
                                import.read_file(file);
                            }
                        }
                    />
                </label>
                <p class="hint">{text!(i18n, import.kinds)}</p>
                <div data-first="">
                    <TextField
                        label=text!(i18n, import.text)
                        value=import.text
                        placeholder=text!(i18n, import.text_hint)
                        area=true
                        testid="import-text"
                    />
                </div>
                {move || import.failure.get().map(|failure| view! { <FailureNote failure /> })}
            </div>
            <AskFoot
                back=text!(i18n, import.cancel)
                on_back=move |()| import.close()
                act=text!(i18n, import.go_on)
                on_act=move |()| import.read_text()
                busy=import.is_reading
                off=none
                testids=("import-cancel", "import-continue")
            />
        </Sheet>
    }
}

/// What was read, what its columns are, and what would come of it.
#[component]
fn Looked(import: LinesImport) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let file = Signal::derive(move || {
        let name = import.source.with(|source| source.as_ref().map(|it| it.file_name.clone()));
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
                    on_press=move |()| import.ask_anew()
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
        let all = import.source.with(|source| source.as_ref().map(|it| it.sheets.clone()));
        let sheets = all.unwrap_or_default();
        sheets
            .iter()
            .enumerate()
            .map(|(at, sheet)| sheet_choice(i18n, at, sheet))
            .collect::<Vec<_>>()
    });
    let of = move |choices: fn(I18n, &ImportPreview) -> Vec<Choice>| {
        Signal::derive(move || {
            import
                .preview
                .reply
                .with(|it| it.as_ref().map(|it| choices(i18n, it)))
                .unwrap_or_default()
        })
    };
    let (heads, columns) = (of(head_choices), of(column_choices));
    view! {
        <div class="import-columns">
            <Show when=move || sheets.with(|sheets| sheets.len() > 1)>
                <Combobox label=text!(i18n, import.sheet) choices=sheets value=import.sheet testid="import-worksheet" />
            </Show>
            <Combobox label=text!(i18n, import.product) choices=columns value=import.product testid="import-product" />
            <Combobox label=text!(i18n, import.quantity) choices=columns value=import.quantity testid="import-quantity" />
            <Combobox label=text!(i18n, import.heads) choices=heads value=import.heads testid="import-heads" />
        </div>
    }
}

fn sheet_choice(i18n: I18n, at: usize, sheet: &ImportSheet) -> Choice {
    let rows = say!(i18n, import.rows, count = sheet.rows, number = sheet.rows);
    let hidden = sheet.is_hidden.then(|| say!(i18n, import.hidden).to_owned());
    let detail = [Some(rows), hidden].into_iter().flatten().collect::<Vec<_>>().join(", ");
    Choice { id: at.to_string(), label: sheet.name.clone(), detail, ..Choice::default() }
}

fn head_choices(i18n: I18n, preview: &ImportPreview) -> Vec<Choice> {
    let none = Choice {
        id: NO_ROW.to_owned(),
        label: say!(i18n, import.no_heads).to_owned(),
        ..Choice::default()
    };
    let row = |(at, texts): &(u32, String)| Choice {
        id: at.to_string(),
        label: say!(i18n, import.row, number = at + 1),
        detail: texts.chars().take(60).collect(),
        ..Choice::default()
    };
    std::iter::once(none).chain(preview.first_rows.iter().map(row)).collect()
}

fn column_choices(_i18n: I18n, preview: &ImportPreview) -> Vec<Choice> {
    let column = |column: &ImportColumn| {
        let letters = letters_of(column.at);
        let label = match column.head.as_str() {
            "" => letters,
            head => format!("{letters} · {head}"),
        };
        let detail = column.samples.join(", ").chars().take(60).collect();
        Choice { id: column.at.to_string(), label, detail, ..Choice::default() }
    };
    preview.columns.iter().map(column).collect()
}

/// What a column is called in spreadsheets: A to Z, then AA.
fn letters_of(at: u32) -> String {
    let letter = |at: u32| char::from_u32(u32::from('A') + at % 26).unwrap_or('?');
    match at / 26 {
        0 => letter(at).to_string(),
        before => format!("{}{}", letter(before - 1), letter(at)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_called_as_in_spreadsheets() {
        for (at, letters) in [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (199, "GR")]
        {
            assert_eq!(letters_of(at), letters);
        }
    }
}

//! The key, and the window that asks what is to be imported.

use leptos::prelude::*;

use super::reading::ImportReading;
use crate::components::{AskFoot, FailureNote, Icon, Said, Sheet, TextField};
use crate::dom;
use crate::i18n::{say, text, use_i18n};
use crate::ipc;
use crate::keys::{InTab, Scope, use_keys};

/// The key. In a field it pastes without the look of the text.
pub fn use_import_key(label: Signal<String>, open: impl Fn() + Send + Sync + 'static) {
    let tab = Scope::Tab(use_context::<InTab>().map_or(0, |tab| tab.0));
    use_keys().bind_if(tab, "Ctrl+Shift+V", Some(label), move |_| {
        let is_meant = !dom::focus_takes_text();
        if is_meant {
            open();
        }
        is_meant
    });
}

/// The window.
#[component]
pub fn ImportAsked(
    reading: ImportReading,
    /// Its title.
    #[prop(into)]
    title: Signal<String>,
    /// What can be imported.
    #[prop(into)]
    lead: Signal<String>,
    /// What may be pasted.
    #[prop(into)]
    hint: Signal<String>,
    /// Esc, and the cross.
    #[prop(into)]
    on_close: Callback<()>,
) -> impl IntoView {
    let i18n = use_i18n();
    let none = Signal::derive(move || {
        let is_empty = reading.text.with(|text| text.trim().is_empty());
        is_empty.then(|| say!(i18n, import.no_text).to_owned())
    });
    // A large file takes a moment: whoever does not want to wait goes back, and nothing was done.
    let told = Signal::derive(move || {
        reading.is_reading.get().then(|| say!(i18n, import.reading).to_owned())
    });
    view! {
        <Sheet title lead on_close wide=true testid="import-sheet">
            <div class="sheet-body">
                <label class="btn file-btn">
                    <Icon name="upload" />
                    {text!(i18n, import.select_file)}
                    <input
                        type="file"
                        accept=".xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt,.html,.htm"
                        disabled=reading.is_reading
                        data-testid="import-file"
                        on:change=move |event| {
                            if let Some(file) = ipc::selected_file(&event) {
                                reading.read_file(file);
                            }
                        }
                    />
                </label>
                <p class="hint">{text!(i18n, import.kinds)}</p>
                <div data-first="">
                    <TextField
                        label=text!(i18n, import.text)
                        value=reading.text
                        placeholder=hint
                        area=true
                        testid="import-text"
                    />
                </div>
                <Said words=told testid="import-reading" />
                {move || reading.failure.get().map(|failure| view! { <FailureNote failure /> })}
            </div>
            <AskFoot
                back=text!(i18n, import.cancel)
                on_back=on_close
                act=text!(i18n, import.go_on)
                on_act=move |()| reading.read_text()
                busy=reading.is_reading
                off=none
                testids=("import-cancel", "import-continue")
            />
        </Sheet>
    }
}

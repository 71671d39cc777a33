//! Importing lines (S-12): a file that is selected or dropped, or rows and texts that are pasted; and then one step
//! that undo takes back. Rows that still need attention become lines that keep them, to be put right in the lines
//! themselves.

use contract::ImportLines;
use leptos::prelude::*;
use leptos::web_sys::DragEvent;

use crate::components::IconButton;
use crate::i18n::{text, use_i18n};
use crate::pages::import::{LinesLook, LinesSheet, LinesSheetWords, LookedAt, use_import_key};
use crate::pages::movement::editing::editor::Editor;
use crate::pages::movement::editing::queue::Job;

/// An import into the lines of a movement.
#[derive(Clone, Copy)]
pub struct LinesImport {
    /// The table.
    pub look: LinesLook,
    /// The editor of the lines.
    editor: Editor,
}

impl LinesImport {
    /// Nothing is imported.
    pub fn start(editor: Editor) -> Self {
        let look = LinesLook::start(editor.format, move || Some(Some(editor.lines.key.get()?)));
        Self { look, editor }
    }

    /// Asks what is to be imported; where nothing can be changed, says why.
    pub fn open(self) {
        if self.editor.movement().is_some() {
            self.look.reading.open();
        }
    }

    /// Asks no more.
    fn close(self) {
        self.look.reading.close();
        self.editor.grid.focus();
    }

    /// A file was dropped on the lines.
    pub fn dropped(self, event: &DragEvent) {
        self.look.reading.dropped(event, || self.open());
    }

    /// Makes lines of the rows: behind everything that is still on its way into the lines.
    fn run(self) {
        let (Some(looked_at), Some(movement)) = (self.look.now(), self.editor.movement()) else {
            return;
        };
        let LookedAt { import, sheet, without_hidden, columns, mended, decimal_mark } = looked_at;
        let request =
            ImportLines { movement, import, sheet, without_hidden, columns, mended, decimal_mark };
        self.editor.queue.push(Job::Import(request), Some(self.editor.account()));
        self.look.reading.hand_over();
        self.editor.grid.focus();
    }
}

/// The button, the key, and the window while it is open.
#[component]
pub fn ImportTool(import: LinesImport) -> impl IntoView {
    let i18n = use_i18n();
    use_import_key(text!(i18n, import.act), move || import.open());
    let words = LinesSheetWords {
        title: text!(i18n, import.title),
        lead: text!(i18n, import.lead),
        attention: text!(i18n, import.attention_text),
    };
    view! {
        <IconButton
            label=text!(i18n, import.act)
            icon="file-text"
            chord="Ctrl+Shift+V"
            off=import.editor.why_not
            on_press=move |()| import.open()
            testid="import-lines"
        />
        <LinesSheet
            look=import.look
            words
            on_close=move |()| import.close()
            on_run=move |()| import.run()
        />
    }
}

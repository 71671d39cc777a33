//! The report about a pasted block or an inserted stocklist: what happened to each row. It stays
//! until the step is undone, the report is closed, or the next one comes.

use contract::OnlyLines;
use leptos::prelude::*;

use crate::components::{Banner, BannerTone, Button, Size};
use crate::i18n::{text, use_i18n};
use crate::pages::movement::editing::editor::Editor;
use crate::wording::format::use_format;
use crate::wording::pasted_words::{parts, rows};

/// The line, while there is something to account for.
#[component]
pub fn Accounts(editor: Editor) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    move || {
        let pasted = editor.accounts.get()?;
        let tone = if pasted.attention > 0 { BannerTone::Warning } else { BannerTone::Done };
        let needs_look = pasted.attention > 0;
        let words = StoredValue::new(pasted);
        let title = Signal::derive(move || words.with_value(|it| rows(i18n, format, it)));
        let text = Signal::derive(move || words.with_value(|it| parts(i18n, format, it)));
        // Its buttons go with it: who pressed one goes on in the lines.
        let close = move |()| {
            editor.accounts.set(None);
            editor.grid.focus();
        };
        let undo = move |()| {
            editor.undo(false);
            editor.grid.focus();
        };
        // Undo takes back the last step: once something else was done, not this one any more.
        let is_last = move || editor.is_block_last();
        Some(view! {
            <Banner tone title text testid="accounts">
                {needs_look.then(|| view! {
                    <Button
                        label=text!(i18n, editor.only_attention)
                        size=Size::Small
                        on_press=move |()| editor.lines.only.set(OnlyLines::Attention)
                        testid="accounts-show"
                    />
                })}
                <Show when=is_last>
                    <Button
                        label=text!(i18n, app.undo)
                        size=Size::Small
                        on_press=undo
                        testid="accounts-undo"
                    />
                </Show>
                <Button
                    label=text!(i18n, draft.dismiss)
                    size=Size::Small
                    on_press=close
                    testid="accounts-close"
                />
            </Banner>
        })
    }
}

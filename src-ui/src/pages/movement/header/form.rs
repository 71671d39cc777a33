//! The form of a movement's header, beside its lines: its fields, the messages at them, its
//! buttons. Its values, and sending them, are in `state`.

use contract::{ConflictField, FormField};
use leptos::html;
use leptos::prelude::*;

use super::state::{Current, HeaderEdit};
use crate::components::{Button, ButtonKind, FailureNote, Kept, Panel};
use crate::i18n::{say, text, use_i18n};
use crate::keys::use_keys;
use crate::pages::header_fields::{HeaderFields, field_of, keep_focus};
use crate::pages::list::focus_in;

/// The form.
#[component]
pub fn EditForm(
    /// The movement.
    current: Current,
    /// It was sent, or laid aside.
    on_close: Callback<()>,
    /// The service has something else in the same fields.
    on_conflict: Callback<()>,
    /// The part of the page that holds it.
    body: NodeRef<html::Div>,
) -> impl IntoView {
    let i18n = use_i18n();
    let form = HeaderEdit::start(current, on_close, on_conflict);
    use_keys().on_page("Ctrl+S", text!(i18n, draft.send_header), move || form.send());
    focus_in(body, "[data-testid=header-form] input");
    let busy = Signal::derive(move || form.is_busy());
    let off = Signal::derive(move || {
        (!form.has_changes()).then(|| say!(i18n, draft.header_unchanged).to_owned())
    });
    keep_focus(busy);
    let failure = move || form.failure().filter(|failure| field_of(failure).is_none());
    let hint = Callback::new(move |field: FormField| form.hint(field));
    view! {
        <Panel title=text!(i18n, movement.edit) on_close testid="header-form">
            <div
                class="panel-body panel-form"
                inert=move || busy.get()
                on:focusout=move |_| form.keeper.save_now()
            >
                <HeaderFields
                    fields=form.fields
                    hint
                    description_hint=Signal::derive(move || form.clash(ConflictField::Description))
                    on_leave=Callback::new(move |field| form.leave(field))
                />
                {move || failure().map(|failure| view! { <FailureNote failure /> })}
            </div>
            <div class="panel-foot">
                <span class="note"><Kept keeper=form.keeper /></span>
                <Button
                    label=text!(i18n, draft.discard)
                    on_press=move |()| form.discard()
                    testid="header-discard"
                />
                <Button
                    label=text!(i18n, draft.send_header)
                    kind=ButtonKind::Primary
                    chord="Ctrl+S"
                    busy
                    off
                    on_press=move |()| form.send()
                    testid="header-send"
                />
            </div>
        </Panel>
    }
}

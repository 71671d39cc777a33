//! What is stored on this computer of the open profile, and deleting it. Asked twice; while anything
//! waits to be sent, it cannot be deleted.

use contract::{ForgetData, Profile, Reason};
use leptos::html;
use leptos::prelude::*;

use super::row::SetRow;
use crate::components::{Button, ButtonKind, FailureNote, Show, Switch};
use crate::data::outbox::use_outbox;
use crate::data::query::Sending;
use crate::data::session::use_session;
use crate::dom;
use crate::effect::effect;
use crate::i18n::{say, text, use_i18n};
use crate::look::use_look;
use crate::navigation::Sheets;

/// The section.
#[component]
pub fn StoredData(
    /// Whose.
    profile: Profile,
    /// Deletes it.
    forget: Sending<ForgetData>,
) -> impl IntoView {
    let (i18n, look, session) = (use_i18n(), use_look(), use_session());
    let outbox = use_outbox();
    let sheets = expect_context::<Sheets>();
    let asked = RwSignal::new(false);
    let off = Signal::derive(move || {
        if outbox.kept() > 0 || outbox.unsent() > 0 {
            return Some(say!(i18n, settings.stored_waits).to_owned());
        }
        let signed_in = session.state().is_some_and(|state| state.signed_in);
        (!signed_in).then(|| say!(i18n, failure.needs_session).to_owned())
    });
    let delete = Callback::new(move |()| {
        let gone = profile.clone();
        // The session ends with the data, and this section with the session.
        forget.send_to_its_end(ForgetData {}, move |_| {
            look.change(|settings| {
                settings.profiles.retain(|known| *known != gone);
                settings.tabs.retain(|tabs| tabs.profile != gone);
            });
            sheets.settings.set(false);
            session.look_again();
        });
    });
    let ask = text!(i18n, settings.ask_at_start);
    let sure = NodeRef::<html::Span>::new();
    effect(move || {
        if let Some(sure) = sure.get() {
            dom::focus_first(&sure, "[data-testid=stored-keep]");
        }
    });
    view! {
        <section>
            <h2>{text!(i18n, settings.stored)}</h2>
            <SetRow name=ask explanation=text!(i18n, settings.ask_at_start_text)>
                <Switch
                    label=ask
                    value=Signal::derive(move || look.get().ask_at_start)
                    on_change=move |on: bool| look.change(|settings| settings.ask_at_start = on)
                    testid="settings-ask-at-start"
                />
            </SetRow>
            <SetRow
                name=text!(i18n, settings.stored_delete)
                explanation=Signal::derive(move || {
                    let said = match asked.get() {
                        true => say!(i18n, settings.stored_sure),
                        false => say!(i18n, settings.stored_text),
                    };
                    off.get().unwrap_or_else(|| said.to_owned())
                })
            >
                <Show
                    when=move || asked.get()
                    fallback=move || view! {
                        <Button
                            label=text!(i18n, settings.stored_ask)
                            off
                            on_press=move |()| asked.set(true)
                            testid="stored-ask"
                        />
                    }
                >
                    <span class="acts" node_ref=sure>
                        <Button
                            label=text!(i18n, settings.stored_now)
                            kind=ButtonKind::Danger
                            off
                            busy=forget.busy
                            on_press=delete
                            testid="stored-delete"
                        />
                        // Where the first press was: a second one does no harm.
                        <Button
                            label=text!(i18n, settings.stored_keep)
                            on_press=move |()| asked.set(false)
                            testid="stored-keep"
                        />
                    </span>
                </Show>
            </SetRow>
            {move || forget.failure.get().map(|failure| match failure.reason {
                // A form that is being filled in.
                Reason::InvalidRequest { .. } => {
                    view! { <p class="hint-warn" role="alert">{say!(i18n, settings.stored_waits)}</p> }
                        .into_any()
                }
                _ => view! { <FailureNote failure /> }.into_any(),
            })}
        </section>
    }
}

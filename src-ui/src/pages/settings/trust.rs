//! The certificate of an own authority, trusted beside the system's: for services inside a house.

use contract::{ChooseCertificate, ForgetCertificate, ReadCertificate};
use leptos::prelude::*;

use super::SetRow;
use crate::components::{Button, FailureNote, Show};
use crate::effect::memo;
use crate::i18n::{say, text, use_i18n};
use crate::query::{use_command, use_query};

/// The section.
#[component]
pub fn OwnAuthority() -> impl IntoView {
    let i18n = use_i18n();
    let kept = use_query(|| Some(ReadCertificate {}));
    let choose = use_command::<ChooseCertificate>();
    let forget = use_command::<ForgetCertificate>();
    let certificate = memo(move || kept.get().flatten());
    let explanation = Signal::derive(move || match certificate.get() {
        Some(certificate) => {
            let (file, count) = (certificate.file_name, certificate.count);
            say!(i18n, settings.authority_kept, count = count, file = file)
        }
        None => say!(i18n, settings.authority_text).to_owned(),
    });
    let failure = move || {
        choose.failure.get().or_else(|| forget.failure.get()).or_else(|| kept.failure.get())
    };
    let take = move |()| {
        forget.failure.set(None);
        choose.send(ChooseCertificate {}, move |_| kept.ask_again());
    };
    let let_go = move |()| {
        choose.failure.set(None);
        forget.send(ForgetCertificate {}, move |_| kept.ask_again());
    };
    view! {
        <section>
            <h2>{text!(i18n, settings.trust)}</h2>
            <SetRow name=text!(i18n, settings.authority) explanation>
                <Show when=move || certificate.get().is_some()>
                    <Button
                        label=text!(i18n, settings.authority_forget)
                        busy=forget.busy
                        on_press=let_go
                        testid="settings-certificate-forget"
                    />
                </Show>
                <Button
                    label=text!(i18n, settings.authority_choose)
                    busy=choose.busy
                    on_press=take
                    testid="settings-certificate-choose"
                />
            </SetRow>
            {move || failure().map(|failure| view! { <FailureNote failure /> })}
        </section>
    }
}

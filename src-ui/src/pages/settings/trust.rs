//! The certificate of an own authority, trusted beside the system's: for services inside a house.

use contract::{ChooseCertificate, ForgetCertificate, ReadCertificate};
use leptos::prelude::*;

use super::SetRow;
use crate::components::{Button, FailureNote};
use crate::i18n::{say, text, use_i18n};
use crate::query::{use_command, use_query};

/// The row of the own authority.
#[component]
pub fn OwnAuthority() -> impl IntoView {
    let i18n = use_i18n();
    let kept = use_query(|| Some(ReadCertificate {}));
    let choose = use_command::<ChooseCertificate>();
    let forget = use_command::<ForgetCertificate>();
    let certificate = move || kept.get().flatten();
    let explanation = Signal::derive(move || match certificate() {
        Some(certificate) => {
            let (file, count) = (certificate.file_name, certificate.count);
            say!(i18n, settings.authority_kept, count = count, file = file)
        }
        None => say!(i18n, settings.authority_text).to_owned(),
    });
    let failure = move || choose.failure.get().or_else(|| forget.failure.get());
    view! {
        <section>
            <SetRow name=text!(i18n, settings.authority) explanation>
                <Show when=move || certificate().is_some()>
                    <Button
                        label=text!(i18n, settings.authority_forget)
                        busy=forget.busy
                        on_press=move |()| forget.send(ForgetCertificate {}, move |_| kept.ask_again())
                        testid="authority-forget"
                    />
                </Show>
                <Button
                    label=text!(i18n, settings.authority_choose)
                    busy=choose.busy
                    on_press=move |()| choose.send(ChooseCertificate {}, move |_| kept.ask_again())
                    testid="authority-choose"
                />
            </SetRow>
            {move || failure().map(|failure| view! { <FailureNote failure /> })}
        </section>
    }
}

//! Certificates trusted for the service beside the system's: for services inside a house.

use contract::{Certificate, ChooseCertificate, ForgetCertificate, ReadCertificate};
use leptos::prelude::*;

use super::row::SetRow;
use crate::components::{Button, FailureNote, Show};
use crate::data::query::{use_command, use_query};
use crate::effect::memo;
use crate::i18n::{say, text, use_i18n};
use crate::wording::address::host_of;
use crate::wording::format::use_format;

/// The section.
#[component]
pub fn OwnAuthority(
    /// Address of the service.
    server: String,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let server = StoredValue::new(server);
    let kept = use_query(move || Some(ReadCertificate { server: server.get_value() }));
    let choose = use_command::<ChooseCertificate>();
    let forget = use_command::<ForgetCertificate>();
    let certificate = memo(move || kept.get().flatten());
    let explanation = Signal::derive(move || match certificate.get() {
        Some(Certificate { host, file_name, certificates }) => {
            let first = certificates.into_iter().next();
            let first = first.map(|it| (it.subject, format.full_day(it.not_after.date_naive())));
            let (subject, day) = first.unwrap_or_default();
            let file = file_name;
            say!(
                i18n,
                settings.authority_kept,
                host = host,
                file = file,
                subject = subject,
                day = day
            )
        }
        None => {
            let host = server.with_value(|server| host_of(server).to_owned());
            say!(i18n, settings.authority_text, host = host)
        }
    });
    let failure = move || {
        choose.failure.get().or_else(|| forget.failure.get()).or_else(|| kept.failure.get())
    };
    let take = move |()| {
        forget.failure.set(None);
        choose.send(ChooseCertificate { server: server.get_value() }, move |_| kept.ask_again());
    };
    let let_go = move |()| {
        choose.failure.set(None);
        forget.send(ForgetCertificate { server: server.get_value() }, move |_| kept.ask_again());
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

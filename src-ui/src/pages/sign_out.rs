//! Signing out while something here is not sent: what that is, and that it stays.

use leptos::prelude::*;

use crate::components::{AskFoot, Sheet};
use crate::data::outbox::{say_all_unsent, use_outbox};
use crate::data::session::use_session;
use crate::i18n::{say, text, use_i18n};
use crate::navigation::Sheets;
use crate::wording::format::use_format;

/// The sheet before signing out.
#[component]
pub fn SignOutSheet() -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let (session, outbox) = (use_session(), use_outbox());
    let sheets = expect_context::<Sheets>();
    let close = move |()| sheets.sign_out.set(false);
    let waiting = move || outbox.say_waiting(i18n, |count| say!(i18n, session.kept, count = count));
    let unsent = move || say_all_unsent(i18n, format, &outbox.state()?.unsent);
    let paragraph = |said: Option<String>| said.map(|said| view! { <p>{said}</p> });
    view! {
        <Sheet title=text!(i18n, session.sign_out_title) on_close=close testid="sign-out-sheet">
            <div class="sheet-body">
                {move || paragraph(waiting())}
                {move || paragraph(unsent())}
                <p>{text!(i18n, session.sign_out_stays)}</p>
            </div>
            <AskFoot
                back=text!(i18n, session.stay)
                on_back=close
                act=text!(i18n, app.sign_out)
                on_act=move |()| {
                    close(());
                    session.sign_out();
                }
                testids=("sign-out-stay", "sign-out-now")
            />
        </Sheet>
    }
}

//! What came of sending the form, over the foot, as long as it matters: nothing was created, nobody
//! knows, or it was created and its lines were not sent.

use contract::{Failure, Reason};
use leptos::prelude::*;

use super::create::{Create, field_of};
use crate::app::Sheets;
use crate::components::{Button, Icon, Size};
use crate::frame::use_tabs;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::pages::Route;
use crate::words;

/// What came of it.
#[component]
pub fn Outcome(create: Create) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        let partly = create.partly.get();
        // What belongs to a field is said there.
        let failure = create.failure().filter(|failure| field_of(failure).is_none());
        let said = match (&partly, &failure) {
            (Some(partly), Some(failure)) => {
                format!("{} {}", words::failure(i18n, partly), words::failure(i18n, failure))
            }
            (Some(partly), None) => words::failure(i18n, partly),
            (None, Some(failure)) => sentence(i18n, failure, create.in_doubt.get()),
            (None, None) => return ().into_any(),
        };
        let (class, icon) = if partly.is_some() || create.in_doubt.get() {
            ("banner banner-amber", "triangle-alert")
        } else {
            ("banner banner-red", "circle-alert")
        };
        let raw = partly.as_ref().or(failure.as_ref()).and_then(service_text);
        let code = partly.as_ref().or(failure.as_ref()).map(|failure| failure.reason.code());
        let way_out =
            failure.filter(|_| partly.is_none()).map(|failure| view! { <WayOut create failure /> });
        view! {
            <div class=class role="alert" data-testid="create-result" data-code=code>
                <Icon name=icon />
                <div>
                    <p>{said}</p>
                    {raw.map(|raw| view! {
                        <details class="raw">
                            <summary>{say!(i18n, answer.said)}</summary>
                            <pre dir="auto">{raw}</pre>
                        </details>
                    })}
                </div>
                <span class="push"></span>
                {way_out}
            </div>
        }
        .into_any()
    }
}

/// What can be done about a failure, beyond trying again.
#[component]
fn WayOut(create: Create, failure: Failure) -> impl IntoView {
    let (i18n, tabs) = (use_i18n(), use_tabs());
    let sheets = expect_context::<Sheets>();
    match failure.reason {
        Reason::NeedsSession | Reason::SignedOut => view! {
            <Button
                label=text!(i18n, signin.submit)
                size=Size::Small
                on_press=move |()| sheets.sign_in_again.set(true)
                testid="create-sign-in"
            />
        }
        .into_any(),
        _ if create.in_doubt.get_untracked() => view! {
            <Button
                label=text!(i18n, nav.movements)
                size=Size::Small
                on_press=move |()| tabs.open(Route::Movements)
                testid="look-in-movements"
            />
        }
        .into_any(),
        _ => ().into_any(),
    }
}

/// What happened to the movement, as far as that is known, and why.
fn sentence(i18n: I18n, failure: &Failure, in_doubt: bool) -> String {
    let why = || words::failure(i18n, failure);
    match failure.reason {
        Reason::NoAnswer { .. } => say!(i18n, new_movement.no_answer).into(),
        _ if in_doubt => format!("{} {}", why(), say!(i18n, new_movement.in_doubt)),
        Reason::NeedsSession => say!(i18n, new_movement.needs_session).into(),
        // Of these it is not known how far it came.
        Reason::Storage | Reason::Internal | Reason::InvalidRequest { .. } => why(),
        _ => format!("{} {}", say!(i18n, new_movement.not_created), why()),
    }
}

/// What the service itself said, of the failure or of what caused it.
fn service_text(failure: &Failure) -> Option<String> {
    let caused = match &failure.reason {
        Reason::LinesNotSent { cause, .. } => service_text(cause),
        _ => None,
    };
    failure.service_text.clone().or(caused)
}

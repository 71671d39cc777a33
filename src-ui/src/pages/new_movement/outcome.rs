//! Says above the foot why the movement was not created: the service refused it, or it could not be
//! saved on this computer. A problem of one field is shown at that field.

use contract::{Failure, Reason};
use leptos::prelude::*;

use super::create::Create;
use crate::components::{Icon, Raw};
use crate::i18n::{I18n, say, use_i18n};
use crate::pages::header_fields::field_of;
use crate::wording::words;

/// What came of it.
#[component]
pub fn Outcome(create: Create) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        let failure = create.failure().filter(|failure| field_of(failure).is_none())?;
        let code = failure.reason.code();
        let said = sentence(i18n, &failure, create.is_stuck());
        Some(view! {
            <div class="banner banner-red" role="alert" data-testid="create-result" data-code=code>
                <Icon name="circle-alert" />
                <div>
                    <p>{said}</p>
                    {failure.service_text.map(|raw| view! { <Raw raw /> })}
                </div>
            </div>
        })
    }
}

/// What happened to the movement, and why.
fn sentence(i18n: I18n, failure: &Failure, stuck: bool) -> String {
    let why = words::failure(i18n, failure);
    match failure.reason {
        _ if stuck => format!("{why} {}", say!(i18n, new_movement.correct)),
        // Of these it is not known how far it came.
        Reason::Storage | Reason::Internal | Reason::InvalidRequest { .. } => why,
        _ => format!("{} {why}", say!(i18n, new_movement.not_created)),
    }
}

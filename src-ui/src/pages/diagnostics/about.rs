//! Which program speaks with which service, as whom: what somebody who helps asks first.

use contract::Capabilities;
use leptos::prelude::*;

use crate::data::query::Query;
use crate::data::session::use_session;
use crate::i18n::{say, text, use_i18n};

/// The facts, in a line that wraps.
#[component]
pub fn About(
    /// What is known of the calls, and with it the service's version.
    known: Query<Capabilities>,
) -> impl IntoView {
    let (i18n, session) = (use_i18n(), use_session());
    let program = move || {
        let version = session.options.with(|options| options.version.clone());
        say!(i18n, settings.version, version = version)
    };
    let service = move || {
        let version = known.reply.with(|known| known.as_ref()?.version.clone());
        version.map(|version| say!(i18n, diagnostics.service_version, version = version))
    };
    let server = move || {
        if session.is_practice() {
            return Some(say!(i18n, app.practice).to_owned());
        }
        session.profile().map(|profile| profile.server)
    };
    let log = move || session.options.with(|options| options.log_folder.clone());
    let user = move || session.profile().map(|profile| profile.user_name);
    view! {
        <section aria-label=text!(i18n, diagnostics.about) data-testid="diagnostics-about">
            <dl class="diag-facts">
                <div>
                    <dt>{text!(i18n, diagnostics.app)}</dt>
                    <dd class="num">{program}</dd>
                </div>
                <div>
                    <dt>{text!(i18n, diagnostics.service)}</dt>
                    <dd class="num" data-testid="service-version">
                        {move || service().unwrap_or_else(|| say!(i18n, diagnostics.untold).to_owned())}
                    </dd>
                </div>
                <div>
                    <dt>{text!(i18n, diagnostics.server)}</dt>
                    <dd><bdi>{server}</bdi></dd>
                </div>
                <div>
                    <dt>{text!(i18n, diagnostics.user)}</dt>
                    <dd><bdi>{user}</bdi></dd>
                </div>
                <div>
                    <dt>{text!(i18n, diagnostics.log)}</dt>
                    <dd data-testid="log-folder"><bdi>{log}</bdi></dd>
                </div>
            </dl>
        </section>
    }
}

//! What the service of the open profile is called in this window, and its color. Drawn while a profile
//! is open.

use contract::{ServiceColor, ServiceLook};
use leptos::prelude::*;

use super::row::SetRow;
use crate::i18n::{text, use_i18n};
use crate::look::{SERVICE_COLORS, use_look};
use crate::wording::address::host_of;

/// A longer name would not fit anywhere.
const LONGEST: &str = "60";

/// The section.
#[component]
pub fn ServiceSettings(
    /// Its base address.
    server: String,
) -> impl IntoView {
    let (i18n, look) = (use_i18n(), use_look());
    let server = StoredValue::new(server);
    let now = move || look.get().service(&server.get_value());
    let change = move |change: &dyn Fn(&mut ServiceLook)| {
        look.change(|settings| {
            let mut service = settings.service(&server.get_value());
            change(&mut service);
            settings.set_service(service);
        });
    };
    let name = text!(i18n, settings.service_name);
    let host = server.with_value(|server| host_of(server).to_owned());
    let color = move |(color, class): (ServiceColor, &'static str)| {
        view! {
            <label class="theme" data-testid=format!("service-{class}")>
                <input
                    type="radio"
                    name="service-color"
                    aria-label=color_name(color)
                    prop:checked=move || now().color == color
                    on:change=move |_| change(&move |service| service.color = color)
                />
                <span class="swatch sw-service" data-color=class></span>
            </label>
        }
    };
    let colors = text!(i18n, settings.service_color);
    view! {
        <section>
            <h2>{text!(i18n, settings.service)}</h2>
            <SetRow name explanation=text!(i18n, settings.service_name_text)>
                <div class="input">
                    <input
                        type="text"
                        maxlength=LONGEST
                        aria-label=name
                        placeholder=host
                        autocomplete="off"
                        spellcheck="false"
                        data-testid="service-name"
                        prop:value=move || now().name
                        on:change=move |event| {
                            let name = event_target_value(&event).trim().to_owned();
                            change(&move |service| service.name.clone_from(&name));
                        }
                    />
                </div>
            </SetRow>
            <SetRow name=colors explanation=text!(i18n, settings.service_color_text)>
                <div class="themes" role="radiogroup" aria-label=colors>
                    {SERVICE_COLORS.map(color).collect_view()}
                </div>
            </SetRow>
        </section>
    }
}

/// What a color is called, read out.
fn color_name(color: ServiceColor) -> Signal<String> {
    let i18n = use_i18n();
    match color {
        ServiceColor::Teal => text!(i18n, settings.teal),
        ServiceColor::Violet => text!(i18n, settings.violet),
        ServiceColor::Rose => text!(i18n, settings.rose),
        ServiceColor::Olive => text!(i18n, settings.olive),
        ServiceColor::Brown => text!(i18n, settings.brown),
        ServiceColor::Slate => text!(i18n, settings.slate),
    }
}

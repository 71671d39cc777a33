//! The fields of a PostgreSQL database, and the script for whoever administers it.

use contract::{ChannelDatabase, ChannelPlace, SaveChannelScript};
use leptos::prelude::*;

use super::sharer::{PlaceKind, Sharer};
use crate::components::{Button, ButtonKind, FailureNote, PasswordField, TextField, Toasts};
use crate::data::query::use_command;
use crate::i18n::{say, text, use_i18n};

#[component]
pub fn Database(sharer: Sharer) -> impl IntoView {
    let i18n = use_i18n();
    let known = match sharer.state.get_untracked().and_then(|state| state.place) {
        Some(ChannelPlace::Database(known)) => known,
        _ => ChannelDatabase {
            host: String::new(),
            port: ChannelDatabase::PORT,
            name: String::new(),
            user: String::new(),
        },
    };
    let host = RwSignal::new(shown(&known.host, known.port));
    let (name, user) = (RwSignal::new(known.name), RwSignal::new(known.user));
    let password = RwSignal::new(String::new());
    let use_it = move |()| {
        let (host, port) = parted(&host.get_untracked());
        let (name, user) = (name.get_untracked(), user.get_untracked());
        let typed = Some(password.get_untracked()).filter(|typed| !typed.is_empty());
        password.set(String::new());
        sharer.uses(ChannelPlace::Database(ChannelDatabase { host, port, name, user }), typed);
    };
    view! {
        <div class="set-database">
            <TextField
                label=text!(i18n, settings.channel_host)
                value=host
                hint=sharer.hint("host", text!(i18n, settings.channel_host_needed))
                placeholder="postgres.example:5432"
                testid="channel-host"
            />
            <TextField
                label=text!(i18n, settings.channel_name)
                value=name
                hint=sharer.hint("database", text!(i18n, settings.channel_name_needed))
                testid="channel-name"
            />
            <TextField
                label=text!(i18n, settings.channel_user)
                value=user
                hint=sharer.hint("user", text!(i18n, settings.channel_user_needed))
                testid="channel-user"
            />
            <PasswordField
                label=text!(i18n, settings.channel_password)
                value=password
                testid="channel-password"
            />
            <p class="hint">{text!(i18n, settings.channel_database_text)}</p>
            <div class="set-buttons">
                <Button
                    label=text!(i18n, settings.channel_use_database)
                    busy=sharer.choose.busy
                    on_press=use_it
                    testid="channel-use-database"
                />
                {sharer.stop_of(PlaceKind::Database)}
                <Script />
            </div>
        </div>
    }
}

/// A server's name, and its port where one is typed behind it. Colons alone are an address of version 6.
fn parted(typed: &str) -> (String, u16) {
    let typed = typed.trim();
    let bare = |host: &str| host.trim_matches(['[', ']']).to_owned();
    let whole = (bare(typed), ChannelDatabase::PORT);
    let Some((host, port)) = typed.rsplit_once(':') else { return whole };
    let is_of_address = host.contains(':') && !host.ends_with(']');
    match port.parse() {
        Ok(port) if !is_of_address => (bare(host), port),
        _ => whole,
    }
}

/// The same as it is typed.
fn shown(host: &str, port: u16) -> String {
    match (host.contains(':'), port) {
        (_, ChannelDatabase::PORT) => host.to_owned(),
        (true, port) => format!("[{host}]:{port}"),
        (false, port) => format!("{host}:{port}"),
    }
}

/// The script for an administrator.
#[component]
fn Script() -> impl IntoView {
    let (i18n, save) = (use_i18n(), use_command::<SaveChannelScript>());
    let toasts = expect_context::<Toasts>();
    let export = move |()| {
        save.send(SaveChannelScript {}, move |saved| {
            if let Some(saved) = saved {
                toasts.say(untrack(|| say!(i18n, history.exported, file = saved.file_name)));
            }
        });
    };
    view! {
        <Button
            label=text!(i18n, settings.channel_script)
            kind=ButtonKind::Quiet
            icon="download"
            busy=save.busy
            on_press=export
            testid="channel-script"
        />
        {move || save.failure.get().map(|failure| view! { <FailureNote failure /> })}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_stands_behind_the_server() {
        let is = |typed: &str, host: &str, port| assert_eq!(parted(typed), (host.into(), port));
        is(" db.example ", "db.example", 5432);
        is("db.example:6000", "db.example", 6000);
        is("db.example:x", "db.example:x", 5432);
        is("::1", "::1", 5432);
        is("[::1]:6000", "::1", 6000);
        is("[2001:db8::5]", "2001:db8::5", 5432);
        is("", "", 5432);
        for (host, port) in
            [("db.example", 5432), ("db.example", 6000), ("::1", 5432), ("::1", 6000)]
        {
            is(&shown(host, port), host, port);
        }
    }
}

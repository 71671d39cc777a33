//! The folder through which stations of one service hand over proposals and marks. Off by default.

use contract::{ChooseChannel, ReadChannel};
use leptos::prelude::*;

use super::row::SetRow;
use crate::components::{Button, FailureNote, Show, TextField};
use crate::data::query::{use_command, use_query};
use crate::effect::effect;
use crate::i18n::{say, text, use_i18n};
use crate::wording::format::use_format;

/// The section.
#[component]
pub fn Sharing() -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let state = use_query(|| Some(ReadChannel {}));
    let choose = use_command::<ChooseChannel>();
    let folder = RwSignal::new(String::new());
    let begun = RwSignal::new(false);
    effect(move || {
        if let Some(state) = state.get().filter(|_| !begun.get_untracked()) {
            begun.set(true);
            folder.set(state.folder.unwrap_or_default());
        }
    });
    let is_on = move || state.get().is_some_and(|state| state.folder.is_some());
    let stands = move || {
        let state = state.get()?;
        state.folder.as_ref()?;
        if let Some(trouble) = state.trouble {
            return Some(say!(i18n, settings.channel_trouble, why = trouble));
        }
        let (stations, waiting) = (format.number(state.stations), format.number(state.waiting));
        Some(say!(i18n, settings.channel_stands, stations = stations, waiting = waiting))
    };
    let use_it = move |()| {
        let path = folder.get_untracked();
        let path = Some(path.trim().to_owned()).filter(|path| !path.is_empty());
        choose.send(ChooseChannel { folder: path }, |_| ());
    };
    let stop = move |()| {
        choose.send(ChooseChannel { folder: None }, move |_| folder.set(String::new()));
    };
    view! {
        <section>
            <h2>{text!(i18n, settings.channel)}</h2>
            <SetRow
                name=text!(i18n, settings.channel_folder)
                explanation=text!(i18n, settings.channel_text)
            >
                <div class="set-folder">
                    <TextField
                        label=text!(i18n, settings.channel_path)
                        value=folder
                        testid="channel-folder"
                    />
                    <Button
                        label=text!(i18n, settings.channel_use)
                        busy=choose.busy
                        on_press=use_it
                        testid="channel-use"
                    />
                    <Show when=is_on>
                        <Button
                            label=text!(i18n, settings.channel_stop)
                            on_press=stop
                            testid="channel-stop"
                        />
                    </Show>
                </div>
            </SetRow>
            <p class="hint" role="status" data-testid="channel-state">{stands}</p>
            {move || choose.failure.get().map(|failure| view! { <FailureNote failure /> })}
        </section>
    }
}

//! The folder or database through which stations of one service hand over proposals and marks. Off by default.

mod database;
mod sharer;

use contract::{ChannelPlace, ChannelTrouble, ChooseChannel, ReadChannel};
use leptos::prelude::*;

use self::database::Database;
use self::sharer::{PlaceKind, Sharer, kind_of};
use super::row::SetRow;
use crate::components::{Button, FailureNote, Segment, SegmentChoice, Show, TextField};
use crate::data::query::{use_command, use_query};
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::wording::format::use_format;

/// Fields whose failures stand under them.
const FIELDS: [&str; 4] = ["folder", "host", "database", "user"];

/// The section.
#[component]
pub fn Sharing() -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let query = use_query(|| Some(ReadChannel {}));
    let state = Signal::derive(move || query.get());
    let choose = use_command::<ChooseChannel>();
    let sharer = Sharer { state, choose };
    let kind = RwSignal::new(PlaceKind::Folder);
    let begun = RwSignal::new(false);
    effect(move || {
        if let Some(state) = state.get().filter(|_| !begun.get_untracked()) {
            begun.set(true);
            kind.set(state.place.as_ref().map_or(PlaceKind::Folder, kind_of));
        }
    });
    // The fields begin with what is in use.
    let is_known = memo(move || state.with(Option::is_some));
    let stands = move || {
        let state = state.get()?;
        state.place.as_ref()?;
        if let Some(trouble) = state.trouble {
            return Some(words(i18n, trouble));
        }
        let (stations, waiting) = (format.number(state.stations), format.number(state.waiting));
        Some(say!(i18n, settings.channel_stands, stations = stations, waiting = waiting))
    };
    let other = move || {
        let failure = choose.failure.get()?;
        let stands_elsewhere =
            failure.field.as_deref().is_some_and(|field| FIELDS.contains(&field));
        (!stands_elsewhere).then(|| view! { <FailureNote failure /> })
    };
    let choice = |value, label, testid| SegmentChoice { value, label, icon: None, testid };
    let choices = vec![
        choice(PlaceKind::Folder, text!(i18n, settings.channel_folder), "channel-kind-folder"),
        choice(
            PlaceKind::Database,
            text!(i18n, settings.channel_database),
            "channel-kind-database",
        ),
    ];
    view! {
        <section>
            <h2>{text!(i18n, settings.channel)}</h2>
            <SetRow
                name=text!(i18n, settings.channel_what)
                explanation=text!(i18n, settings.channel_text)
            >
                <Segment
                    label=text!(i18n, settings.channel)
                    choices
                    value=kind
                    on_choose=move |chosen| kind.set(chosen)
                />
                <Show when=move || is_known.get() && kind.get() == PlaceKind::Folder>
                    <Folder sharer />
                </Show>
                <Show when=move || is_known.get() && kind.get() == PlaceKind::Database>
                    <Database sharer />
                </Show>
            </SetRow>
            <p class="hint" role="status" data-testid="channel-state">{stands}</p>
            {other}
        </section>
    }
}

/// What stands in the way.
fn words(i18n: I18n, trouble: ChannelTrouble) -> String {
    match trouble {
        ChannelTrouble::Silent => say!(i18n, settings.channel_silent).into(),
        ChannelTrouble::Failed { why } => say!(i18n, settings.channel_trouble, why = why),
        ChannelTrouble::NoPassword => say!(i18n, settings.channel_no_password).into(),
        ChannelTrouble::Refused { why } => say!(i18n, settings.channel_refused, why = why),
        ChannelTrouble::NotTrusted { why } => say!(i18n, settings.channel_not_trusted, why = why),
        ChannelTrouble::NotPrepared => say!(i18n, settings.channel_not_prepared).into(),
    }
}

#[component]
fn Folder(sharer: Sharer) -> impl IntoView {
    let i18n = use_i18n();
    let path = RwSignal::new(match sharer.state.get_untracked().and_then(|state| state.place) {
        Some(ChannelPlace::Folder(path)) => path,
        _ => String::new(),
    });
    let use_it = move |()| sharer.uses(ChannelPlace::Folder(path.get_untracked()), None);
    view! {
        <div class="set-folder">
            <TextField
                label=text!(i18n, settings.channel_path)
                value=path
                hint=sharer.hint("folder", text!(i18n, settings.channel_path_needed))
                testid="channel-folder"
            />
            <Button
                label=text!(i18n, settings.channel_use)
                busy=sharer.choose.busy
                on_press=use_it
                testid="channel-use"
            />
            {sharer.stop_of(PlaceKind::Folder)}
        </div>
    }
}

//! What the fields of a folder and of a database share: how the channel stands, and how another is chosen.

use contract::{ChannelPlace, ChannelState, ChooseChannel, Failure};
use leptos::prelude::*;

use crate::components::{Button, Hint, Show};
use crate::data::query::Sending;
use crate::i18n::{text, use_i18n};

/// Which kind of place is chosen, or looked at.
#[derive(Clone, Copy, PartialEq)]
pub enum PlaceKind {
    /// A shared folder.
    Folder,
    /// A database.
    Database,
}

/// What both kinds of place need.
#[derive(Clone, Copy)]
pub struct Sharer {
    /// How the channel stands.
    pub state: Signal<Option<ChannelState>>,
    /// Chooses another place.
    pub choose: Sending<ChooseChannel>,
}

impl Sharer {
    /// Uses a place.
    pub fn uses(self, place: ChannelPlace, password: Option<String>) {
        self.choose.send(ChooseChannel { place: Some(place), password }, |_| ());
    }

    /// What stands under a field that something is missing in.
    pub fn hint(self, field: &'static str, needed: Signal<String>) -> Signal<Hint> {
        let is_it = move |failure: &Failure| failure.field.as_deref() == Some(field);
        Signal::derive(move || match self.choose.failure.get().filter(is_it) {
            Some(_) => Hint::Error(needed.get()),
            None => Hint::None,
        })
    }

    /// Ends the sharing, where something of this kind is shared.
    pub fn stop_of(self, kind: PlaceKind) -> impl IntoView {
        let i18n = use_i18n();
        let is_on = move || {
            self.state.get().and_then(|state| state.place).is_some_and(|it| kind_of(&it) == kind)
        };
        let stop = move |()| self.choose.send(ChooseChannel::default(), |_| ());
        view! {
            <Show when=is_on>
                <Button
                    label=text!(i18n, settings.channel_stop)
                    on_press=stop
                    testid="channel-stop"
                />
            </Show>
        }
    }
}

/// The kind of a place.
pub fn kind_of(place: &ChannelPlace) -> PlaceKind {
    match place {
        ChannelPlace::Folder(_) => PlaceKind::Folder,
        ChannelPlace::Database(_) => PlaceKind::Database,
    }
}

//! What is shown of the channel: how it stands, and what is picked at other stations.

use std::collections::HashMap;

use chrono::TimeDelta;
use contract::{ChannelState, MovementId, WalkElsewhere};
use rules::{channel::shared::ToldWalk, search::count_of};

use super::Channel;

/// A walk of another station that was not told of for so long is none any more; it is told of once a day.
const WALK_IS_OLD: TimeDelta = TimeDelta::days(3);

impl Channel {
    /// How it stands.
    pub(crate) fn state(&self) -> ChannelState {
        let facts = self.account.facts();
        let known = self.known.lock();
        let waiting = known.own.iter().filter(|record| !known.there.contains(&record.id));
        ChannelState {
            read: known.read,
            stations: count_of(known.shared.others(facts.station.unwrap_or_default())),
            waiting: facts.channel.as_ref().map_or(0, |_| count_of(waiting.count())),
            trouble: known.trouble.clone(),
            place: facts.channel,
        }
    }

    /// Walks at other stations, by the movements they are with.
    pub(crate) fn walks_elsewhere(&self) -> HashMap<MovementId, WalkElsewhere> {
        let Some(station) = self.own_station() else { return HashMap::new() };
        let now = self.account.now();
        let known = self.known.lock();
        let told = known.shared.walks_elsewhere(station).into_iter();
        let told = told.filter(|(_, told)| now - told.at < WALK_IS_OLD);
        let shown = |told: &ToldWalk| WalkElsewhere {
            by: told.by.clone(),
            at: told.at,
            on_hold: told.walk.on_hold.clone(),
            stand: told.walk.stand,
        };
        told.map(|(movement, told)| (movement.clone(), shown(told))).collect()
    }
}

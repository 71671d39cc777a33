//! What somebody may want to be told of at once, wherever they are on their screen. All of this is ours: the
//! interface document has no events.

use serde::{Deserialize, Serialize};

use crate::LineRef;

/// Something to be told of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewsItem {
    /// Its name: the same for as long as it is the same news.
    pub key: String,
    /// What it is.
    pub kind: NewsKind,
    /// What its movement is called, where it is about one.
    pub movement: Option<String>,
    /// What the product of its line is called, where it is about one.
    pub product: Option<String>,
    /// Who did it, where that is known.
    pub person: Option<String>,
    /// The line it is about.
    pub line: Option<LineRef>,
}

/// What somebody is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NewsKind {
    /// Another station proposes something.
    Proposal,
    /// The service refused a change, or the user has to say what is to become of it.
    Refusal,
    /// Somebody answered what was proposed here.
    Answer,
}

/// Of what the desktop tells, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NewsSettings {
    /// Of proposals.
    pub proposals: bool,
    /// Of refusals.
    pub refusals: bool,
    /// Of answers to proposals.
    pub answers: bool,
    /// When nothing is told.
    pub quiet: Option<QuietHours>,
}

impl Default for NewsSettings {
    fn default() -> Self {
        Self { proposals: true, refusals: true, answers: true, quiet: None }
    }
}

impl NewsSettings {
    /// Whether news of a kind are told at a minute of the day.
    #[must_use]
    pub fn tell(&self, kind: NewsKind, minute: u16) -> bool {
        let wanted = match kind {
            NewsKind::Proposal => self.proposals,
            NewsKind::Refusal => self.refusals,
            NewsKind::Answer => self.answers,
        };
        wanted && !self.quiet.is_some_and(|quiet| quiet.hold_at(minute))
    }
}

/// A part of each day, in minutes since midnight. It may go past midnight; from a minute to the same one it is
/// the whole day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuietHours {
    /// The first minute.
    pub from: u16,
    /// The first minute after it.
    pub to: u16,
}

impl QuietHours {
    /// Whether a minute is one of them.
    #[must_use]
    pub fn hold_at(self, minute: u16) -> bool {
        let Self { from, to } = self;
        if from < to { (from..to).contains(&minute) } else { minute >= from || minute < to }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_may_go_past_midnight() {
        let holds = |from, to, minute| QuietHours { from, to }.hold_at(minute);
        assert!(holds(720, 780, 720) && holds(720, 780, 779));
        assert!(!holds(720, 780, 719) && !holds(720, 780, 780));
        assert!(holds(1_200, 420, 1_439) && holds(1_200, 420, 0) && holds(1_200, 420, 419));
        assert!(!holds(1_200, 420, 420) && !holds(1_200, 420, 1_199));
        assert!(holds(0, 0, 700), "the whole day");
    }

    #[test]
    fn each_kind_can_be_switched_off_and_quiet_hours_hold_for_all() {
        let kinds = [NewsKind::Proposal, NewsKind::Refusal, NewsKind::Answer];
        let all = NewsSettings::default();
        assert!(kinds.iter().all(|kind| all.tell(*kind, 0)));
        let some = NewsSettings { refusals: false, ..all.clone() };
        let told: Vec<_> = kinds.into_iter().filter(|kind| some.tell(*kind, 0)).collect();
        assert_eq!(told, [NewsKind::Proposal, NewsKind::Answer]);
        let quiet = NewsSettings { quiet: Some(QuietHours { from: 0, to: 60 }), ..all };
        assert!(kinds.iter().all(|kind| !quiet.tell(*kind, 59) && quiet.tell(*kind, 60)));
    }
}

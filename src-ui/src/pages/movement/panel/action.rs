//! What can be done with a line.

use contract::ChangeKind;
use leptos::prelude::*;

use crate::i18n::{I18n, text};

/// What is done with a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LineAction {
    /// Another quantity goes.
    Revise,
    /// Other products go.
    Substitute,
    /// Nothing goes.
    Cancel,
    /// What was decided is taken back.
    Revert,
    /// Goods are taken for it from where they lie.
    Pick,
    /// It is removed.
    Delete,
    /// Nothing: all that is known of it is shown.
    #[default]
    Details,
}

impl LineAction {
    /// The kind of change it makes.
    pub fn kind(self) -> Option<ChangeKind> {
        Some(match self {
            Self::Revise => ChangeKind::Revise,
            Self::Substitute => ChangeKind::Substitute,
            Self::Cancel => ChangeKind::Cancel,
            Self::Revert => ChangeKind::Revert,
            Self::Delete => ChangeKind::Delete,
            // Not a change of the line: it goes by itself.
            Self::Pick | Self::Details => return None,
        })
    }

    pub fn label(self, i18n: I18n) -> Signal<String> {
        match self {
            Self::Revise => text!(i18n, panel.act_revise),
            Self::Substitute => text!(i18n, panel.act_substitute),
            Self::Cancel => text!(i18n, panel.act_cancel),
            Self::Revert => text!(i18n, panel.act_revert),
            Self::Pick => text!(i18n, panel.act_pick),
            Self::Delete => text!(i18n, panel.delete),
            Self::Details => text!(i18n, panel.details),
        }
    }

    /// Its tab, for tests.
    pub fn testid(self) -> &'static str {
        match self {
            Self::Revise => "act-revise",
            Self::Substitute => "act-substitute",
            Self::Cancel => "act-cancel",
            Self::Revert => "act-revert",
            Self::Pick => "act-pick",
            Self::Delete => "act-delete",
            Self::Details => "act-details",
        }
    }
}

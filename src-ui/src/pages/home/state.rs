//! What the first page knows.

use contract::{Figures, Freshness, HomeView};
use leptos::prelude::*;

use crate::data::query::Query;
use crate::i18n::{I18n, say};
use crate::navigation::Tabs;
use crate::wording::format::Format;

/// What the page is made of.
#[derive(Clone, Copy)]
pub struct HomeState {
    /// What it shows.
    pub view: Query<HomeView>,
    /// How many days the figures go back.
    pub days: RwSignal<u32>,
    /// The tabs.
    pub tabs: Tabs,
    /// The words.
    pub i18n: I18n,
    /// Numbers and days.
    pub format: Format,
}

impl HomeState {
    /// How old the list of movements is.
    pub fn freshness(self) -> Option<Freshness> {
        self.view.reply.with(|view| view.as_ref().map(|view| view.freshness.clone()))
    }

    /// Beside the title: from what it is counted.
    pub fn meta(self) -> String {
        let i18n = self.i18n;
        let said = match self.freshness() {
            None => say!(i18n, movements.getting),
            Some(freshness) => match (freshness.as_of, freshness.reading) {
                (None, Some(read)) => {
                    let number = self.format.number(read);
                    return say!(i18n, movements.getting_some, number = number);
                }
                (None, None) => say!(i18n, home.counted),
                (Some(at), _) => {
                    return say!(i18n, home.counted_as_of, time = self.format.moment(at));
                }
            },
        };
        said.to_owned()
    }

    /// Thousandths as a percentage.
    pub fn percent(self, thousandths: u32) -> String {
        let number = self.format.percentage(thousandths);
        say!(self.i18n, settings.percent, number = number)
    }

    /// Beside the share of all lines: what it is of, and the same of the days before.
    pub fn beside(self, figures: &Figures) -> String {
        match figures.before.permille() {
            Some(before) => say!(self.i18n, home.kept_before, percent = self.percent(before)),
            None => say!(self.i18n, home.kept).to_owned(),
        }
    }

    /// At the foot: how many movements it is counted from.
    pub fn known(self) -> Option<String> {
        let known = self.view.reply.with(|view| view.as_ref().map(|view| view.known))?;
        let number = self.format.number(known);
        Some(say!(self.i18n, home.known, count = known, number = number))
    }
}

//! What is looked for in the inbox, which decisions are shown, and what stands together.

use contract::{ListReview, LocationId, OnlyReview, ReviewFilter, ReviewOrder, ReviewScope};
use leptos::prelude::*;

use crate::data::query::Quiet;
use crate::effect::effect;
use crate::navigation::{SearchTarget, Section, Tabs};
use crate::pages::list::FoldedGroups;

/// What is looked for.
#[derive(Clone, Copy)]
pub struct ReviewFilters {
    /// The text, as it is typed.
    pub text: RwSignal<String>,
    /// The text, as it is looked for.
    pub quiet: Quiet,
    /// Where they stand.
    pub only: RwSignal<OnlyReview>,
    /// Where they go.
    pub destinations: RwSignal<Vec<String>>,
    /// Why, as codes.
    pub reasons: RwSignal<Vec<String>>,
    /// What a figure counts, where it led here.
    pub scope: RwSignal<Option<ReviewScope>>,
    /// What stands together.
    pub order: RwSignal<ReviewOrder>,
    /// Groups whose rows are left out.
    pub folded: FoldedGroups,
}

impl ReviewFilters {
    /// Nothing filtered.
    pub fn new() -> Self {
        let text = RwSignal::new(String::new());
        Self {
            text,
            quiet: Quiet::after(text.into(), std::time::Duration::from_millis(120)),
            only: RwSignal::default(),
            destinations: RwSignal::default(),
            reasons: RwSignal::default(),
            scope: RwSignal::default(),
            order: RwSignal::default(),
            folded: FoldedGroups::default(),
        }
    }

    /// What they ask for.
    fn ask(self) -> ReviewFilter {
        ReviewFilter {
            only: self.only.get(),
            text: self.quiet.get(),
            destinations: self.destinations.get().into_iter().map(LocationId::from).collect(),
            reasons: self.reasons.get(),
            scope: self.scope.get(),
        }
    }

    /// The question they make, for a window of rows.
    pub fn ask_rows(self, start: u32, count: u32) -> ListReview {
        let (order, folded) = (self.order.get(), self.folded.get());
        ListReview { start, count, filter: self.ask(), order, folded }
    }

    /// Whether anything is filtered.
    pub fn any(self) -> bool {
        self.only.get() != OnlyReview::Waiting
            || self.text.with(|text| !text.trim().is_empty())
            || self.destinations.with(|all| !all.is_empty())
            || self.reasons.with(|all| !all.is_empty())
            || self.scope.with(Option::is_some)
    }

    /// Filters nothing.
    pub fn clear(self) {
        self.text.set(String::new());
        self.only.set(OnlyReview::Waiting);
        self.destinations.set(Vec::new());
        self.reasons.set(Vec::new());
        self.scope.set(None);
    }

    /// Shows what is sought from elsewhere in the window, and nothing besides.
    pub fn follow(self, tabs: Tabs) {
        effect(move || {
            let Some(sought) = tabs.take_search(Section::Review) else { return };
            self.clear();
            self.folded.unfold();
            if let SearchTarget::Review(filter) = sought {
                let ReviewFilter { only, text, destinations, reasons, scope } = *filter;
                self.only.set(only);
                self.text.set(text);
                self.destinations.set(destinations.iter().map(ToString::to_string).collect());
                self.reasons.set(reasons);
                self.scope.set(scope);
            }
        });
    }

    /// Takes away what a figure counts.
    pub fn leave_scope(self) {
        self.scope.set(None);
        if self.only.get_untracked() == OnlyReview::InService {
            self.only.set(OnlyReview::Waiting);
        }
    }
}

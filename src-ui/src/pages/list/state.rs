//! A list on a page: its rows, how it stands, how it is read anew, its side panel.

use contract::{DataSet, Failure, Refresh};
use leptos::prelude::*;

use super::{ListKeys, ListStatus, standing};
use crate::components::grid::{GridData, GridHandle};
use crate::data::query::{Quiet, Sending, use_command};
use crate::data::rows::{PagedRows, Whole};
use crate::dom;
use crate::effect::{effect, memo};
use crate::i18n::use_i18n;
use crate::keys::use_keys;
use crate::navigation::{SearchTarget, Section, Tabs};

/// Rows drawn as bones behind those that came, while a list is read for the first time.
const BONES: u32 = 14;

/// The list in a panel; not that of the row before, which is about to go.
const PANEL_LIST: &str = ".panel:not([aria-busy]) .grid[tabindex=\"0\"],\
    .panel:not([aria-busy]) .grid [tabindex=\"0\"]";

/// What a page tells of its list.
pub struct About {
    /// What to read anew, by the filters of the moment; nothing where that is not known yet.
    pub data: Callback<(), Option<DataSet>>,
    /// The text of its find field, as it is looked for.
    pub text: Quiet,
    /// Whether anything is filtered.
    pub filtered: Signal<bool>,
    /// Filters nothing.
    pub clear: Callback<()>,
    /// Whether there is something for a side panel to show; `None` on a page without one.
    pub detail: Option<Signal<bool>>,
}

/// A list on a page.
#[derive(Clone, Copy)]
pub struct ListState {
    /// Its rows; while it is read for the first time, with bones behind them.
    pub rows: GridData,
    /// What is known of the whole.
    pub whole: RwSignal<Option<Whole>>,
    /// How it stands.
    pub standing: Memo<ListStatus>,
    /// Whether it is being read right now.
    pub reading: Memo<bool>,
    /// Why it is not as it should be: the last refresh, the asking, or the last reading.
    pub failure: Signal<Option<Failure>>,
    /// Reads it anew.
    pub read: Callback<()>,
    /// There is something to show beside it, and it is hidden.
    pub panel_hidden: Memo<bool>,
    /// Its find field, its filters, its side panel.
    pub keys: ListKeys,
}

impl ListState {
    /// The list of a page; binds its keys to the tab this component is in.
    pub fn start<R: Clone + Send + Sync>(rows: PagedRows<R>, about: About) -> Self {
        let refresh = use_command::<Refresh>();
        let whole = rows.whole;
        let standing = memo(move || {
            let failed = rows.failure.with(Option::is_some);
            whole.with(|whole| standing(whole.as_ref(), about.filtered.get(), failed))
        });
        let panel = about.detail.map(|_| side_panel());
        let has_detail = memo(move || {
            let detail = about.detail.is_some_and(|detail| detail.get());
            detail && standing.get() == ListStatus::Rows
        });
        let wanted = move || panel.is_some_and(|panel| panel.get());
        let read = Callback::new(move |()| {
            if let Some(what) = about.data.run(()) {
                refresh.send(Refresh { what }, |_| ());
            }
        });
        let keys = ListKeys {
            find: NodeRef::new(),
            text: about.text,
            answered: Signal::derive(move || rows.is_answered()),
            grid: GridHandle::default(),
            refresh: read,
            filtered: about.filtered,
            clear: about.clear,
            panel,
            panel_shown: Signal::derive(move || wanted() && has_detail.get()),
            body: NodeRef::new(),
        };
        keys.bind(use_keys(), use_i18n());
        Self {
            rows: with_bones(rows.grid, whole),
            whole,
            standing,
            reading: reading(whole, refresh),
            failure: failure(whole, rows.failure, refresh),
            read,
            panel_hidden: memo(move || !wanted() && has_detail.get()),
            keys,
        }
    }

    /// Opens the panel and gives it the focus.
    pub fn enter_panel(self) {
        if let Some(panel) = self.keys.panel {
            panel.set(true);
            let body = self.keys.body;
            request_animation_frame(move || {
                let Some(Some(body)) = body.try_get_untracked() else { return };
                if !dom::focus_first(&body, PANEL_LIST) {
                    dom::focus_first(&body, ".panel h2");
                }
            });
        }
    }
}

/// A side panel is open at first where it lies beside the grid, not over it.
fn side_panel() -> RwSignal<bool> {
    let (width, _) = dom::window_size();
    RwSignal::new(width / dom::rem() >= 62.0)
}

fn reading(whole: RwSignal<Option<Whole>>, refresh: Sending<Refresh>) -> Memo<bool> {
    memo(move || {
        let reading = |whole: &Whole| whole.freshness.reading.is_some();
        refresh.busy.get() || whole.with(|whole| whole.as_ref().is_some_and(reading))
    })
}

fn failure(
    whole: RwSignal<Option<Whole>>,
    asking: RwSignal<Option<Failure>>,
    refresh: Sending<Refresh>,
) -> Signal<Option<Failure>> {
    Signal::derive(move || {
        let behind = whole.with(|whole| whole.as_ref()?.freshness.failure.clone());
        refresh.failure.get().or_else(|| asking.get()).or(behind)
    })
}

fn with_bones(rows: GridData, whole: RwSignal<Option<Whole>>) -> GridData {
    let bones = memo(move || {
        whole.with(|whole| {
            let age = whole.as_ref().map(|whole| &whole.freshness);
            age.is_none_or(|age| age.as_of.is_none() && age.reading.is_some())
        })
    });
    let total = memo(move || {
        let bones = if bones.get() { BONES } else { 0 };
        rows.total.get().saturating_add(bones)
    });
    rows.with_total(total.into())
}

/// Finds the words that are sought in a section's list from elsewhere in the window.
pub fn follow_search(tabs: Tabs, section: Section, find: impl Fn(String) + 'static) {
    effect(move || {
        if let Some(SearchTarget::Text(text)) = tabs.take_search(section) {
            find(text);
        }
    });
}

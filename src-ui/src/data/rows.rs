//! Windows of rows for grids: a grid says which rows it shows, pages of them are asked of the
//! backend and kept near the place, and asked again when a topic changes. Old rows stay until new
//! ones are there. Used by every page with a long list.

mod cache;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use contract::{Command, Failure, Freshness, Language, Page, Reason, Topic};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use serde::de::DeserializeOwned;

use crate::components::grid::{GridData, Row, RowsPart, WithPart};
use crate::data::query::{Changes, PageVisible};
use crate::effect::{effect, effect_after, memo};
use crate::i18n::worded_in;
use crate::ipc::{self, Request};
use crate::look::use_look;
use cache::{Asked, Cache, PageArrival};

pub use cache::PAGE;

/// Drawn rows kept; more than any screen shows.
const DRAWN_KEPT: usize = 2_000;

/// Rows asked for at once where all are read.
const READ: u32 = 500;

/// What is known of the whole list.
#[derive(Clone, Debug, PartialEq)]
pub struct Whole {
    /// Rows of the filtered list, group heads included.
    pub total: u32,
    /// Records that match the filter.
    pub matching: u32,
    /// Records known at all.
    pub known: u32,
    /// Records that may match besides, and are read for that.
    pub unread: u32,
    /// Columns that hold nothing, or the same in all.
    pub idle: Vec<String>,
    /// Their age.
    pub freshness: Freshness,
}

/// A list behind a grid.
pub struct PagedRows<R: Send + Sync + 'static> {
    /// What the grid draws.
    pub grid: GridData,
    /// What is known of the whole; `None` until the first answer.
    pub whole: RwSignal<Option<Whole>>,
    /// Why the last asking failed; gone after the next that succeeds.
    pub failure: RwSignal<Option<Failure>>,
    cache: StoredValue<Cache<R>>,
    version: RwSignal<u32>,
    wanted: RwSignal<(u32, u32)>,
}

impl<R: Send + Sync + 'static> Clone for PagedRows<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Send + Sync + 'static> Copy for PagedRows<R> {}

impl<R: Clone + Send + Sync + 'static> PagedRows<R> {
    /// The first record here that is the one looked for.
    pub fn find(self, is: impl Fn(&R) -> bool) -> Option<R> {
        self.version.track();
        self.cache.with_value(|cache| cache.find(is).cloned())
    }

    /// Where the first record here stands that is the one looked for.
    pub fn position(self, is: impl Fn(&R) -> bool) -> Option<u32> {
        self.position_from(0, is)
    }

    /// The same from a row on.
    pub fn position_from(self, from: u32, is: impl Fn(&R) -> bool) -> Option<u32> {
        self.cache
            .with_value(|cache| (from..cache.total()).find(|at| cache.get(*at).is_some_and(&is)))
    }

    /// Where the last one stands before a row.
    pub fn position_before(self, before: u32, is: impl Fn(&R) -> bool) -> Option<u32> {
        self.cache.with_value(|cache| {
            (0..before.min(cache.total())).rev().find(|at| cache.get(*at).is_some_and(&is))
        })
    }

    /// Whether the rows here are those that are asked for, not those of a filter before.
    pub fn is_answered(self) -> bool {
        self.version.track();
        self.cache.with_value(Cache::is_answered)
    }

    /// Whether these rows are here as they were told last.
    pub fn is_fresh(self, from: u32, to: u32) -> bool {
        self.version.track();
        self.cache.with_value(|cache| cache.is_fresh(from, to))
    }

    /// The rows on screen (from, up to and without), once scrolling has paused.
    pub fn shown_after(self, pause: Duration) -> RwSignal<Option<(u32, u32)>> {
        let shown = RwSignal::new(None);
        let pending = StoredValue::new(None::<TimeoutHandle>);
        effect(move || {
            let now = self.wanted.get();
            if let Some(Some(before)) = pending.try_update_value(Option::take) {
                before.clear();
            }
            let later = set_timeout_with_handle(
                move || {
                    shown.try_set(Some(now));
                },
                pause,
            );
            pending.set_value(later.ok());
        });
        shown
    }

    /// The records of these rows that are here.
    pub fn records(self, from: u32, to: u32) -> Vec<R> {
        self.version.track();
        self.cache.with_value(|cache| (from..to).filter_map(|at| cache.get(at).cloned()).collect())
    }
}

/// Asks windows of rows with `ask(start, count)`; again when a signal it reads or a topic of the
/// command changes. While `ask` answers `None`, nothing is asked. `draw` makes a grid row of a
/// record; it may read signals (language), and rows are drawn anew when they change.
pub fn use_rows<C, R>(
    ask: impl Fn(u32, u32) -> Option<C> + Send + Sync + 'static,
    draw: impl Fn(u32, &R) -> Row + Send + Sync + 'static,
) -> PagedRows<R>
where
    C: Command<Reply = Page<R>>,
    R: DeserializeOwned + Clone + Send + Sync + 'static,
{
    let ask = Arc::new(move |start, count| ask(start, count).as_ref().map(Request::of));
    asked_rows(ask, C::READS, draw)
}

/// What does not depend on the command.
fn asked_rows<R: DeserializeOwned + Clone + Send + Sync + 'static>(
    ask: Ask,
    reads: &'static [Topic],
    draw: impl Fn(u32, &R) -> Row + Send + Sync + 'static,
) -> PagedRows<R> {
    let draw: Draw<R> = Arc::new(draw);
    let cache = StoredValue::new(Cache::<R>::default());
    let version = RwSignal::new(0u32);
    let wanted = RwSignal::new((0u32, PAGE));
    let whole = RwSignal::new(None::<Whole>);
    let idle =
        memo(move || whole.with(|it| it.as_ref().map(|it| it.idle.clone()).unwrap_or_default()));
    let records = memo(move || {
        let is_plain = |whole: &&Whole| whole.total == whole.matching;
        whole.with(|it| it.as_ref().filter(is_plain).map(|it| it.matching))
    });
    let grid = grid_data(cache, version, wanted, draw.clone()).with_idle(idle.into());
    let rows = PagedRows {
        grid: grid.read_by(read_all(cache, ask.clone(), draw), records.into()),
        whole,
        failure: RwSignal::new(None),
        cache,
        version,
        wanted,
    };
    let changes = expect_context::<Changes>();
    let shown = use_context::<PageVisible>();
    let asker = Asker { rows, ask: StoredValue::new(ask.clone()) };
    let question = memo(move || ask(0, PAGE));
    // A new question: other rows.
    effect_after(move |last: Option<Option<Request>>| {
        let question = question.get();
        if last.is_some() && last.as_ref() != Some(&question) {
            cache.update_value(Cache::new_question);
        }
        if is_shown(shown) {
            asker.fetch(wanted.get_untracked());
        }
        question
    });
    // The same question, and something changed behind it.
    effect_after(move |before: Option<()>| {
        if !is_shown(shown) {
            return;
        }
        changes.track(reads);
        if before.is_some() {
            cache.update_value(Cache::stale);
            asker.fetch(wanted.get_untracked());
        }
    });
    // The grid was scrolled.
    effect(move || asker.fetch_ahead(wanted.get()));
    rows
}

fn is_shown(shown: Option<PageVisible>) -> bool {
    shown.is_none_or(|shown| shown.0.get())
}

type Ask = Arc<dyn Fn(u32, u32) -> Option<Request> + Send + Sync>;

type Draw<R> = Arc<dyn Fn(u32, &R) -> Row + Send + Sync>;

/// Reads rows of the list as it is asked for now, past what is kept near the place.
fn read_all<R: DeserializeOwned + Send + Sync + 'static>(
    cache: StoredValue<Cache<R>>,
    ask: Ask,
    draw: Draw<R>,
) -> impl Fn(u32, Option<Language>, WithPart) + Send + Sync + 'static {
    move |from, language, then| {
        let Some(request) = untrack(|| ask(from, READ)) else {
            return then(Err(Reason::NotRead.into()));
        };
        let draw = draw.clone();
        ipc::answer(request, move |answer: Result<Page<R>, Failure>| {
            // What draws them went with the page.
            if cache.try_with_value(|_| ()).is_none() {
                return then(Err(Reason::Unknown.into()));
            }
            then(answer.and_then(|page| {
                // Bones are no rows.
                if page.total == 0 && page.freshness.as_of.is_none() {
                    return Err(Reason::NotRead.into());
                }
                Ok(worded_in(language, || {
                    let rows = (from..).zip(&page.rows).map(|(at, row)| Arc::new(draw(at, row)));
                    let as_of = page.freshness.as_of;
                    RowsPart { rows: rows.collect(), total: page.total, as_of }
                }))
            }));
        });
    }
}

fn grid_data<R: Send + Sync + 'static>(
    cache: StoredValue<Cache<R>>,
    version: RwSignal<u32>,
    wanted: RwSignal<(u32, u32)>,
    draw: Draw<R>,
) -> GridData {
    let total = memo(move || {
        version.track();
        cache.with_value(Cache::total)
    });
    let tag = use_look().tag;
    let drawn = StoredValue::new(RenderedRows::default());
    let row_at = move |index: u32| {
        let version = version.get();
        let known = tag.with(|tag| drawn.try_update_value(|drawn| drawn.get(version, tag, index)));
        let known = known.flatten();
        known.or_else(|| {
            let row = cache.with_value(|cache| Some(Arc::new(draw(index, cache.get(index)?))))?;
            drawn.update_value(|drawn| drop(drawn.rows.insert(index, row.clone())));
            Some(row)
        })
    };
    GridData::new(
        total.into(),
        version.into(),
        row_at,
        Callback::new(move |window| {
            if wanted.get_untracked() != window {
                wanted.set(window);
            }
        }),
    )
}

/// Rows are drawn once for each state of the data and each locale, not once for each look.
#[derive(Default)]
struct RenderedRows {
    version: u32,
    tag: String,
    rows: HashMap<u32, Arc<Row>>,
}

impl RenderedRows {
    fn get(&mut self, version: u32, tag: &str, index: u32) -> Option<Arc<Row>> {
        if self.version != version || self.tag != tag || self.rows.len() > DRAWN_KEPT {
            self.version = version;
            tag.clone_into(&mut self.tag);
            self.rows.clear();
        }
        self.rows.get(&index).cloned()
    }
}

struct Asker<R: Send + Sync + 'static> {
    rows: PagedRows<R>,
    ask: StoredValue<Ask>,
}

impl<R: Send + Sync> Clone for Asker<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Send + Sync> Copy for Asker<R> {}

impl<R: DeserializeOwned + Clone + Send + Sync + 'static> Asker<R> {
    /// Asks for the pages of a window that are not here or not fresh, each once.
    fn fetch(self, (from, to): (u32, u32)) {
        let missing = self.rows.cache.try_update_value(|cache| cache.ask_for(from, to));
        self.ask_pages(missing.unwrap_or_default(), (from, to));
    }

    /// The same, with those around it.
    fn fetch_ahead(self, (from, to): (u32, u32)) {
        let missing = self.rows.cache.try_update_value(|cache| cache.ask_ahead(from, to));
        self.ask_pages(missing.unwrap_or_default(), (from, to));
    }

    fn ask_pages(self, missing: Vec<(u32, Asked)>, window: (u32, u32)) {
        for (page, asked) in missing {
            let Some(Some(request)) =
                self.ask.try_with_value(|ask| untrack(|| ask(page * PAGE, PAGE)))
            else {
                continue;
            };
            ipc::answer(request, move |answer| self.arrived(page, asked, answer, window));
        }
    }

    fn arrived(
        self,
        page: u32,
        asked: Asked,
        answer: Result<Page<R>, Failure>,
        window: (u32, u32),
    ) {
        let rows = self.rows;
        match answer {
            Ok(reply) => {
                let whole = Whole {
                    total: reply.total,
                    matching: reply.matching,
                    known: reply.known,
                    unread: reply.unread,
                    idle: reply.idle,
                    freshness: reply.freshness,
                };
                let kept = rows
                    .cache
                    .try_update_value(|cache| cache.put(page, asked, reply.rows, reply.total));
                let Some(PageArrival::Shown | PageArrival::ShownButStale) = kept else { return };
                rows.failure.set(None);
                rows.whole.set(Some(whole));
                rows.version.update(|version| *version = version.wrapping_add(1));
                if kept == Some(PageArrival::ShownButStale) {
                    self.fetch(window);
                }
            }
            Err(failure) => {
                rows.cache.try_update_value(|cache| cache.failed(page));
                rows.failure.try_set(Some(failure));
            }
        }
    }
}

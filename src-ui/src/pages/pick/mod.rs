//! What is to be picked: the walks that were begun, and the movements of which something is to be picked,
//! one or several of which are chosen for a walk. Deliberately absent: the walk itself, which is a tab of
//! its own.

mod columns;
mod scanned;
mod site;

use std::sync::Arc;
use std::time::Duration;

use contract::{
    DataSet, ListToPick, ListWalks, LookAtMovements, MOST_IN_WALK, MovementKey, ToPickRow, Walk,
    WalkKey,
};
use leptos::prelude::*;

use crate::components::grid::{Cell, Content, Edit, Grid, GridData, GridHandle, Row};
use crate::components::{
    Button, ButtonKind, FailureNote, FindField, KeyHint, Show, StatusLine, Toasts,
};
use crate::data::query::{Quiet, use_command, use_query};
use crate::data::rows::{PagedRows, Whole, use_rows};
use crate::effect::{effect, memo};
use crate::frame::ServiceBanner;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::keys::use_keys;
use crate::look::use_look;
use crate::navigation::{Route, Tabs, use_tabs};
use crate::pages::begin_walk::{PickTooSheet, WalkStarter};
use crate::pages::export::{ExportTool, Exported};
use crate::pages::list::{About, CountFact, ListBody, ListHead, ListState, NoRows, counts};
use crate::pages::use_layout;
use crate::wording::format::{Format, use_format};
use columns::{columns, draw, draw_walk, walk_columns};
use site::SiteMenu;

pub use columns::{LETTERS, names};

/// What is chosen, and what is begun with it.
#[derive(Clone, Copy)]
struct WalkChoice {
    rows: PagedRows<ToPickRow>,
    /// Those ticked, in the order of ticking.
    ticked: RwSignal<Vec<MovementKey>>,
    current: RwSignal<Option<MovementKey>>,
    starter: WalkStarter,
    tabs: Tabs,
    toasts: Toasts,
    i18n: I18n,
    format: Format,
}

impl WalkChoice {
    /// Selects a movement, or no longer; one that is in a `walk` opens that. Answers whether it was done.
    fn tick(self, key: MovementKey, walk: Option<WalkKey>) -> bool {
        let is_ticked = self.ticked.with_untracked(|ticked| ticked.contains(&key));
        if let Some(walk) = walk.filter(|_| !is_ticked) {
            self.tabs.open(Route::Walk(walk));
            return false;
        }
        let is_full = !is_ticked && self.ticked.with_untracked(Vec::len) >= MOST_IN_WALK;
        if is_full {
            let most = self.format.number(u32::try_from(MOST_IN_WALK).unwrap_or(u32::MAX));
            self.toasts.tell(untrack(|| say!(self.i18n, to_pick.full, number = most)));
            return false;
        }
        self.ticked.update(|ticked| match ticked.iter().position(|other| *other == key) {
            Some(at) => drop(ticked.remove(at)),
            None => ticked.push(key),
        });
        true
    }

    /// The walk a movement is in.
    fn walk_of(self, key: MovementKey) -> Option<WalkKey> {
        self.rows.find(|row| row.key == key).and_then(|row| row.walk)
    }

    /// What a walk would be begun with: those ticked, else the one with the cursor.
    fn chosen(self) -> Vec<MovementKey> {
        let ticked = self.ticked.get();
        match ticked.is_empty() {
            true => self.current.get().into_iter().collect(),
            false => ticked,
        }
    }

    /// Opens a row: goes on with the walk it is in, or begins one with it and those that are ticked.
    fn open(self, row: &Row) {
        let Ok(key) = row.key.parse::<MovementKey>() else { return };
        if let Some(walk) = self.walk_of(key) {
            return self.tabs.open(Route::Walk(walk));
        }
        let mut movements = self.ticked.get_untracked();
        if !movements.contains(&key) {
            movements.push(key);
        }
        self.starter.begin(movements);
    }

    /// Begins a walk with what is chosen, or goes on with the one the movement is in.
    fn go(self) {
        let movements = untrack(|| self.chosen());
        if let [one] = movements.as_slice()
            && let Some(walk) = self.walk_of(*one)
        {
            return self.tabs.open(Route::Walk(walk));
        }
        self.starter.begin(movements);
    }

    fn label(self) -> String {
        let count = u32::try_from(self.chosen().len()).unwrap_or(u32::MAX);
        match count {
            0 | 1 => say!(self.i18n, to_pick.begin).to_owned(),
            _ => say!(self.i18n, to_pick.begin_several, number = self.format.number(count)),
        }
    }
}

/// The page.
#[component]
pub fn PickPage() -> impl IntoView {
    let (i18n, format, tabs) = (use_i18n(), use_format(), use_tabs());
    let (layout, keep) = use_layout("to-pick", "", false);
    let words = RwSignal::new(String::new());
    let quiet = Quiet::after(words.into(), Duration::from_millis(120));
    let rows = use_rows(
        move |start, count| Some(ListToPick { start, count, text: quiet.get() }),
        move |_, row| draw(i18n, format, row),
    );
    let ticked = RwSignal::new(Vec::<MovementKey>::new());
    let choice = WalkChoice {
        rows,
        ticked,
        current: RwSignal::new(None),
        starter: WalkStarter::start(Callback::new(move |begun: Vec<MovementKey>| {
            // One that was scanned meanwhile is of the next walk.
            ticked.update(|ticked| ticked.retain(|key| !begun.contains(key)));
        })),
        tabs,
        toasts: expect_context::<Toasts>(),
        i18n,
        format,
    };
    let list = ListState::start(
        rows,
        About {
            data: Callback::new(|()| Some(DataSet::Movements)),
            text: quiet,
            filtered: Signal::derive(move || words.with(|text| !text.trim().is_empty())),
            clear: Callback::new(move |()| words.set(String::new())),
            detail: None,
        },
    );
    look_at_what_is_shown(rows);
    use_keys().on_page("Ctrl+Enter", text!(i18n, to_pick.begin), move || choice.go());
    let look = use_look();
    use_keys().on_scan(move |code| {
        choice.scanned(&code, look);
        true
    });
    let none = Signal::derive(move || {
        choice.chosen().is_empty().then(|| say!(i18n, to_pick.choose_first).to_owned())
    });
    let see = move |row: Option<Arc<Row>>| {
        choice.current.set(row.and_then(|row| row.key.parse().ok()));
    };
    let open = move |row: Arc<Row>| choice.open(&row);
    let tick = move |edit: Edit| {
        if let Ok(key) = edit.key.parse() {
            choice.tick(key, choice.walk_of(key));
        }
    };
    let walks = GridHandle::default();
    let grids = vec![
        Exported::new(list.keys.grid, text!(i18n, to_pick.movements)),
        Exported::new(walks, text!(i18n, to_pick.walks)),
    ];
    let meta = move || list.whole.with(|whole| counts(i18n, format, whole.as_ref()));
    view! {
        <ListHead list title=text!(i18n, to_pick.title) meta=Signal::derive(meta)>
            <SiteMenu />
            <Button
                label=Signal::derive(move || choice.label())
                kind=ButtonKind::Primary
                icon="scan-barcode"
                chord="Ctrl+Enter"
                off=none
                busy=choice.starter.busy()
                on_press=move |()| choice.go()
                testid="begin-walk"
            />
        </ListHead>
        <div class="tools" role="toolbar" aria-label=text!(i18n, list.filters) data-region="tools">
            <FindField
                label=text!(i18n, to_pick.find)
                placeholder=text!(i18n, to_pick.find_hint)
                value=words
                node=list.keys.find
            />
            <span class="push"></span>
            <ExportTool grids />
        </div>
        <ServiceBanner retry=list.read failure=list.failure />
        {move || {
            choice.starter.failure().map(|failure| {
                view! { <div class="banner banner-red"><FailureNote failure /></div> }
            })
        }}
        <div class="body" node_ref=list.keys.body>
            <div class="stack">
                <Walks tabs grid=walks />
                <section class="block block-fill" aria-labelledby="to-pick-title">
                    <h2 id="to-pick-title" class="block-h">{text!(i18n, to_pick.movements)}</h2>
                    <ListBody list says=says(i18n, list.whole)>
                        <Grid
                            name="to-pick"
                            label=text!(i18n, to_pick.movements)
                            columns=columns(i18n)
                            data=with_ticks(list.rows, choice.ticked)
                            layout
                            on_layout=keep
                            on_open=open
                            on_edit=tick
                            on_current=see
                            begin_in="name"
                            handle=list.keys.grid
                        />
                    </ListBody>
                </section>
            </div>
        </div>
        <Foot list />
        <PickTooSheet starter=choice.starter />
    }
}

/// The walks that were begun and have not ended.
#[component]
fn Walks(tabs: Tabs, grid: GridHandle) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let walks = use_query(|| Some(ListWalks {}));
    let (layout, keep) = use_layout("walks", "", false);
    let all = memo(move || walks.get().unwrap_or_default());
    let rows = Signal::derive(move || {
        let draw = |walk: &Walk| Arc::new(draw_walk(i18n, format, walk));
        all.with(|all| all.iter().map(draw).collect::<Vec<_>>())
    });
    let count = memo(move || all.with(Vec::len));
    let open = move |row: Arc<Row>| {
        if let Ok(walk) = row.key.parse::<WalkKey>() {
            tabs.open(Route::Walk(walk));
        }
    };
    view! {
        <Show when=move || { count.get() > 0 }>
            <section class="block" aria-labelledby="walks-title">
                <h2 id="walks-title" class="block-h">{text!(i18n, to_pick.walks)}</h2>
                <div class="block-rows" style=("--rows", move || count.get().to_string())>
                    <Grid
                        name="walks"
                        label=text!(i18n, to_pick.walks)
                        columns=walk_columns(i18n)
                        data=GridData::local(rows)
                        layout
                        on_layout=keep
                        on_open=open
                        on_press=open
                        begin_in="name"
                        handle=grid
                    />
                </div>
            </section>
        </Show>
    }
}

/// The rows with a tick at those that are chosen.
fn with_ticks(rows: GridData, ticked: RwSignal<Vec<MovementKey>>) -> GridData {
    let version = Memo::new(move |before: Option<&u32>| {
        rows.version.track();
        ticked.track();
        before.map_or(0, |before| before.wrapping_add(1))
    });
    let row = move |at: u32| {
        let row = rows.row(at)?;
        let key = row.key.parse::<MovementKey>().ok();
        let is_ticked = ticked.with(|all| key.is_some_and(|key| all.contains(&key)));
        let mut row = (*row).clone();
        if let Some(cell) = row.cells.first_mut() {
            *cell = Cell::from(Content::Check(is_ticked)).editable("");
        }
        Some(Arc::new(row))
    };
    rows.drawn_by(version.into(), row)
}

/// Asks for the lines of what is on screen, a moment after scrolling has stopped.
fn look_at_what_is_shown(rows: PagedRows<ToPickRow>) {
    let look = use_command::<LookAtMovements>();
    let asked = StoredValue::new(Vec::<MovementKey>::new());
    let shown = rows.shown_after(Duration::from_millis(250));
    effect(move || {
        let Some((from, to)) = shown.get() else { return };
        let rows = rows.records(from, to).into_iter();
        let keys: Vec<_> = rows.filter(|row| row.lines.is_none()).map(|row| row.key).collect();
        let is_new = asked.with_value(|asked| keys.iter().any(|key| !asked.contains(key)));
        if is_new && !look.busy.get_untracked() {
            asked.set_value(keys.clone());
            look.send(LookAtMovements { keys }, |_| ());
        }
    });
}

fn says(i18n: I18n, whole: RwSignal<Option<Whole>>) -> NoRows {
    let format = use_format();
    let more = move || {
        let known = whole.with(|whole| whole.as_ref().map_or(0, |whole| whole.known));
        say!(i18n, to_pick.no_match_text, count = known, number = format.number(known))
    };
    NoRows {
        icon: "scan-barcode",
        empty: text!(i18n, to_pick.empty_title),
        empty_more: text!(i18n, to_pick.empty_text),
        no_match: text!(i18n, to_pick.no_match_title),
        no_match_more: Signal::derive(more),
    }
}

#[component]
fn Foot(list: ListState) -> impl IntoView {
    let i18n = use_i18n();
    let hints = vec![
        KeyHint { chord: "Space", label: text!(i18n, to_pick.hint_choose) },
        KeyHint { chord: "Enter", label: text!(i18n, to_pick.begin) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ];
    let words = move |(count, number): (u32, String)| {
        say!(i18n, to_pick.count, count = count, number = number)
    };
    view! { <StatusLine hints><CountFact whole=list.whole words /></StatusLine> }
}

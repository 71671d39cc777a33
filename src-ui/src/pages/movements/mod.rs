//! The movements: every movement known, found, filtered, grouped and sorted by the backend; lines
//! of what is on screen are read behind. The pattern for every page with a list.

mod columns;
mod filters;

use std::sync::Arc;

use contract::{DataSet, Entry, LookAtMovements, MovementKey, MovementRef, MovementRow, Refresh};
use leptos::html;
use leptos::prelude::*;

use crate::components::grid::{ColumnsMenu, Grid, GridHandle, Row, RowKind};
use crate::components::{
    Button, ButtonKind, Empty, IconButton, KeyHint, Progress, Show, StatusLine,
};
use crate::data::query::use_command;
use crate::data::rows::{PagedRows, Whole, use_rows};
use crate::data::session::use_session;
use crate::dom;
use crate::effect::{effect, memo};
use crate::frame::{PaneHead, ServiceBanner};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::keys::use_keys;
use crate::navigation::{Route, StartKind, use_tabs};
use crate::pages::export::{ExportTool, Exported};
use crate::pages::list::ListKeys;
use crate::pages::movement::{MovementPreview, PreviewedLines};
use crate::pages::new_movement::TemplateStarter;
use crate::pages::use_layout;
use crate::wording::format::{Format, use_format};
use columns::{columns, draw};
use filters::{MovementFilters, Tools};

type Rows = PagedRows<Entry<MovementRow>>;

/// The movements page.
#[component]
pub fn Movements() -> impl IntoView {
    let (i18n, format, tabs) = (use_i18n(), use_format(), use_tabs());
    let session = use_session();
    let (layout, keep) = use_layout("movements", "requested", true);
    let filters = MovementFilters::new();
    filters.follow(tabs);
    let rows = use_rows(
        move |start, count| Some(filters.ask(start, count, &layout.get())),
        move |_, entry| draw(i18n, format, entry, filters.is_grouped()),
    );
    let refresh = use_command::<Refresh>();
    let read_anew =
        Callback::new(move |()| refresh.send(Refresh { what: DataSet::Movements }, |_| ()));
    let find = NodeRef::<html::Input>::new();
    let beside = PreviewPanel::new();
    let body = NodeRef::<html::Div>::new();
    let keys = ListKeys {
        find,
        text: filters.quiet_text,
        answered: Signal::derive(move || rows.is_answered()),
        grid: GridHandle::default(),
        refresh: read_anew,
        filtered: Signal::derive(move || filters.any()),
        clear: Callback::new(move |()| filters.clear()),
        panel: Some(beside.wanted),
        panel_shown: Signal::derive(move || beside.is_shown()),
        body,
    };
    keys.bind(use_keys(), i18n);
    let templates = TemplateStarter::start();
    use_keys().on_page("Ctrl+Shift+D", text!(i18n, new_movement.use_template), move || {
        if let Ok(key) = beside.row.get_untracked().parse() {
            templates.begin(key);
        }
    });
    look_at_what_is_shown(rows);
    let reading = memo(move || {
        let whole = rows.whole.get();
        refresh.busy.get() || whole.is_some_and(|whole| whole.freshness.reading.is_some())
    });
    let open = Callback::new(move |row: Arc<Row>| {
        if let Ok(key) = row.key.parse::<MovementKey>() {
            tabs.open(Route::Movement(MovementRef::Key(key)));
        }
    });
    let fold = Callback::new(move |row: Arc<Row>| filters.fold(&row.key));
    let nothing = memo(move || rows.whole.get().filter(|whole| whole.matching == 0));
    let failure = Signal::derive(move || {
        let behind = rows.whole.get().and_then(|whole| whole.freshness.failure);
        refresh.failure.get().or_else(|| rows.failure.get()).or(behind)
    });
    let lines = PreviewedLines::new();
    let grids = vec![Exported::new(keys.grid, text!(i18n, movements.title)), lines.exported()];
    view! {
        <PaneHead title=text!(i18n, movements.title) meta=Signal::derive(move || meta(i18n, format, rows.whole.get()))>
            <IconButton
                label=text!(i18n, movements.refresh)
                icon="refresh-cw"
                chord="F5"
                busy=reading
                on_press=read_anew
                testid="refresh"
            />
            <span class="rule opt"></span>
            // Where no lines can be added later, a movement starts from those of a stocklist.
            <Show when=move || !session.lacks_updates()>
                <Button
                    label=text!(i18n, movements.new)
                    icon="plus"
                    chord="Ctrl+N"
                    on_press=move |()| tabs.open(Route::NewMovement(StartKind::Empty))
                    testid="new-movement"
                />
            </Show>
            <Button
                label=text!(i18n, movements.from_stocklist)
                kind=ButtonKind::Primary
                icon="clipboard-list"
                chord="Ctrl+Shift+N"
                on_press=move |()| tabs.open(Route::NewMovement(StartKind::Stocklist))
                testid="from-stocklist"
            />
        </PaneHead>
        <Tools filters find>
            <ColumnsMenu columns=columns(i18n) layout idle=rows.grid.idle on_layout=keep />
            <ExportTool grids />
        </Tools>
        <ServiceBanner retry=read_anew failure />
        <div class="body" node_ref=body>
            <Show
                when=move || nothing.get().is_none_or(|whole| is_first_reading(&whole))
                fallback=move || view! { <Nothing filters whole=nothing /> }
            >
                <Grid
                    name="movements"
                    label=text!(i18n, movements.title)
                    columns=columns(i18n)
                    data=rows.grid
                    layout
                    on_layout=keep
                    tree=true
                    on_open=open
                    on_fold=fold
                    on_current=move |row| beside.focus_on(row)
                    handle=keys.grid
                />
            </Show>
            <Show when=move || beside.is_shown() && nothing.get().is_none()>
                <MovementPreview row=beside.row.into() on_close=move |()| keys.close_panel() of=lines templates />
            </Show>
        </div>
        <StatusLine hints=hints(i18n)><Facts rows /></StatusLine>
    }
}

/// A window so wide, in rem, has room for the list and the preview.
const ROOMY: f64 = 100.0;

/// The preview beside the list.
#[derive(Clone, Copy)]
struct PreviewPanel {
    /// It is wanted.
    wanted: RwSignal<bool>,
    /// The movement that had the focus last: heads of groups leave it as it is.
    row: RwSignal<String>,
}

impl PreviewPanel {
    fn new() -> Self {
        // Where there is room for both, it opens by itself.
        let (width, _) = dom::window_size();
        let wanted = RwSignal::new(width / dom::rem() >= ROOMY);
        Self { wanted, row: RwSignal::new(String::new()) }
    }

    fn focus_on(self, row: Option<Arc<Row>>) {
        if let Some(row) =
            row.filter(|row| row.kind == RowKind::Record && self.row.get_untracked() != row.key)
        {
            self.row.set(row.key.clone());
        }
    }

    fn is_shown(self) -> bool {
        self.wanted.get() && self.row.with(|row| !row.is_empty())
    }
}

/// Beside the title: how many of how many, their age and what cannot be read; or how far the first
/// reading is.
fn meta(i18n: I18n, format: Format, whole: Option<Whole>) -> String {
    let Some(whole) = whole else { return say!(i18n, movements.getting).into() };
    let (matching, known) = (format.number(whole.matching), format.number(whole.known));
    let counts = if whole.matching == whole.known {
        known
    } else {
        say!(i18n, movements.counts, matching = matching, known = known)
    };
    let age = match (whole.freshness.as_of, whole.freshness.reading) {
        (None, Some(read)) => {
            return say!(i18n, movements.getting_some, number = format.number(read));
        }
        (None, None) => return counts,
        (Some(at), None) => say!(i18n, movements.as_of, time = format.moment(at)),
        (Some(_), Some(read)) => {
            say!(i18n, movements.refreshing, number = format.number(read))
        }
    };
    let left_out = whole.freshness.left_out;
    let lacks = (left_out > 0).then(|| {
        let number = format.number(left_out);
        say!(i18n, movements.left_out, count = left_out, number = number)
    });
    [counts, age].into_iter().chain(lacks).collect::<Vec<_>>().join(" · ")
}

/// Nothing is here yet, but something is on its way.
fn is_first_reading(whole: &Whole) -> bool {
    whole.freshness.as_of.is_none() && whole.freshness.failure.is_none()
}

#[component]
fn Facts(rows: Rows) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    move || {
        let whole = rows.whole.get()?;
        let left = (whole.unread > 0).then(|| {
            let number = format.number(whole.unread);
            let said = say!(i18n, movements.unread, count = whole.unread, number = number);
            view! { <span data-testid="unread">{said}</span> }
        });
        let shown = format.number(whole.matching);
        let count = say!(i18n, movements.count, count = whole.matching, number = shown);
        let first = whole.freshness.as_of.is_none().then_some(whole.freshness.reading).flatten();
        Some(match first {
            Some(read) => view! {
                <span>
                    <Progress label=text!(i18n, movements.getting) done=read all=0 />
                    {say!(i18n, movements.search_meanwhile, number = format.number(read))}
                </span>
            }
            .into_any(),
            None => view! { <span>{count}</span> {left} }.into_any(),
        })
    }
}

/// No movement matches, or there is none at all.
#[component]
fn Nothing(filters: MovementFilters, whole: Memo<Option<Whole>>) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let known = move || whole.get().map_or(0, |whole| whole.known);
    move || {
        if known() == 0 && !filters.any() {
            return view! {
                <Empty
                    icon="truck"
                    title=text!(i18n, movements.empty_title)
                    text=text!(i18n, movements.empty_text)
                    testid="empty"
                />
            }
            .into_any();
        }
        let text = Signal::derive(move || {
            let number = format.number(known());
            say!(i18n, movements.no_match_text, count = known(), number = number)
        });
        view! {
            <Empty icon="search" title=text!(i18n, movements.no_match_title) text testid="no-match">
                <Button
                    label=text!(i18n, movements.clear)
                    chord="Esc"
                    on_press=move |()| filters.clear()
                    testid="clear-filters"
                />
            </Empty>
        }
        .into_any()
    }
}

/// Asks for the lines of what is on screen, a moment after scrolling has stopped.
fn look_at_what_is_shown(rows: Rows) {
    let look = use_command::<LookAtMovements>();
    let asked = StoredValue::new(Vec::<MovementKey>::new());
    let shown = rows.shown_after(std::time::Duration::from_millis(250));
    effect(move || {
        let Some((from, to)) = shown.get() else { return };
        let records = rows.records(from, to).into_iter().filter_map(Entry::into_row);
        let unread = records.filter(|row| row.lines.is_none() && !row.gone);
        let keys: Vec<MovementKey> = unread.map(|row| row.key).collect();
        let is_new = asked.with_value(|asked| keys.iter().any(|key| !asked.contains(key)));
        if is_new && !look.busy.get_untracked() {
            asked.set_value(keys.clone());
            look.send(LookAtMovements { keys }, |_| ());
        }
    });
}

fn hints(i18n: I18n) -> Vec<KeyHint> {
    vec![
        KeyHint { chord: "Enter", label: text!(i18n, movements.open) },
        KeyHint { chord: "Space", label: text!(i18n, movements.preview) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ]
}

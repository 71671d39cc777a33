//! A movement, read: its head, its lines with what goes in the stead of them, and beside them
//! everything the service says of the line that has the focus. Deliberately absent: changing
//! anything but what its creation left behind.

mod about_panel;
mod banners;
mod columns;
mod facts;
mod header;
mod line_panel;
mod lines;
mod tools;
mod view;

use std::sync::Arc;

use contract::{DataSet, LineItem, MovementRef, OpenMovement, OpenedMovement, Refresh};
use leptos::html;
use leptos::prelude::*;

use crate::components::grid::{ColumnState, Grid, Row};
use crate::components::{Button, Empty, FailureNote, Icon, KeyHint, StatusLine};
use crate::format::use_format;
use crate::frame::{ServiceBanner, use_tab};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::keys::use_keys;
use crate::pages::list::{ListKeys, focus_in};
use crate::pages::use_layout;
use crate::query::{Query, use_command, use_query};
use about_panel::AboutPanel;
use banners::MovementBanners;
use columns::columns;
use header::{Head, Header};
use line_panel::LinePanel;
use tools::Tools;
use view::{Lines, LinesView};

/// What stands in the body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Rows, or bones while the first reading is under way.
    Rows,
    /// The movement could not be read at all.
    Failed,
    /// The movement is here, its lines are not.
    Unread,
    /// It has no lines.
    Empty,
    /// No line fits what is looked for.
    NoMatch,
}

/// The page.
#[component]
pub fn MovementPage(
    /// Which one.
    movement: MovementRef,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let asked = movement.clone();
    let opened = use_query(move || Some(OpenMovement { movement: asked.clone() }));
    let header = Memo::new(move |_| opened.reply.with(|reply| reply.as_ref().map(Header::of)));
    let lines = lines_of(opened);
    let (layout, keep) = use_lines_layout();
    let view = LinesView::of(lines, layout);
    let refresh = use_command::<Refresh>();
    let read_anew = Callback::new(move |()| {
        let what = DataSet::Movement(movement.clone());
        refresh.send(Refresh { what }, move |_| opened.ask_again());
    });
    name_the_tab(header);
    let standing = standing(opened, view);
    let reading = Signal::derive(move || opened.reply.with(Option::is_none));
    let failure = Signal::derive(move || {
        let behind = opened.failure.get().filter(|_| !reading.get());
        refresh.failure.get().or(behind)
    });
    let beside = Beside::start(view);
    let (find, body) = (NodeRef::<html::Input>::new(), NodeRef::<html::Div>::new());
    let keys = ListKeys {
        find,
        refresh: read_anew,
        filtered: Signal::derive(move || view.is_filtered()),
        clear: Callback::new(move |()| view.clear()),
        panel: Some(beside.wanted),
        panel_shown: Signal::derive(move || beside.is_shown()),
        body,
    };
    keys.bind(use_keys(), i18n);
    let data = view.data(i18n, format, reading);
    // Columns are declared once a grid; thousands of lines need room for their numbers.
    let many = Memo::new(move |_| view.counts.get().all >= 1000);
    let grid = move || {
        let columns = columns(i18n, many.get());
        view! {
            <Grid
                name="lines"
                label=text!(i18n, movement.lines)
                columns
                data
                layout
                tree=true
                on_layout=keep
                on_open=move |_| beside.show_line()
                on_fold=move |row: Arc<Row>| view.fold(&row)
                on_current=move |row| beside.focus_on(row)
            />
        }
    };
    let close = Callback::new(move |()| keys.close_panel());
    view! {
        <Head
            header
            reading=refresh.busy.into()
            on_read=read_anew
            about=Signal::derive(move || beside.is_about())
            on_about=move |()| beside.toggle_about(keys)
        />
        <Tools view find />
        <ServiceBanner retry=read_anew failure />
        <MovementBanners header />
        <div class="body" node_ref=body>
            {move || match standing.get() {
                Standing::Rows => grid().into_any(),
                other => view! { <Nothing standing=other opened view on_read=read_anew /> }.into_any(),
            }}
            <Show when=move || beside.is_about()>
                <AboutPanel header on_close=close />
            </Show>
            <Show when=move || beside.is_shown() && !beside.is_about()>
                <LinePanel focused=beside.focused.into() on_close=close />
            </Show>
        </div>
        <StatusLine hints=hints(i18n)><Facts view /></StatusLine>
    }
}

/// The panel beside the lines: the focused line, or the movement itself.
#[derive(Clone, Copy)]
struct Beside {
    /// It is wanted.
    wanted: RwSignal<bool>,
    /// It is about the movement.
    about: RwSignal<bool>,
    /// The line that has the focus.
    focused: Memo<Option<line_panel::Focused>>,
    key: RwSignal<Option<String>>,
}

impl Beside {
    fn start(view: LinesView) -> Self {
        let key = RwSignal::new(None::<String>);
        let (wanted, about) = (RwSignal::new(false), RwSignal::new(false));
        let focused = Memo::new(move |_| key.with(|key| view.find(key.as_deref()?)));
        // Closed, it is about the line again.
        Effect::new(move || {
            if !wanted.get() {
                about.set(false);
            }
        });
        Self { wanted, about, focused, key }
    }

    fn focus_on(self, row: Option<Arc<Row>>) {
        let key = row.map(|row| row.key.clone());
        if self.key.get_untracked() != key {
            // Going to another line asks for that line.
            let had_one = self.key.with_untracked(Option::is_some);
            self.key.set(key);
            if had_one {
                self.about.set(false);
            }
        }
    }

    fn show_line(self) {
        self.about.set(false);
        self.wanted.set(true);
    }

    fn toggle_about(self, keys: ListKeys) {
        if self.wanted.get_untracked() && self.about.get_untracked() {
            keys.close_panel();
        } else {
            self.wanted.set(true);
            self.about.set(true);
        }
    }

    fn is_about(self) -> bool {
        self.wanted.get() && self.about.get()
    }

    fn is_shown(self) -> bool {
        self.wanted.get() && (self.about.get() || self.focused.with(Option::is_some))
    }
}

/// The lines alone; the same as before where a reading brought the same.
fn lines_of(opened: Query<OpenedMovement>) -> Memo<Lines> {
    Memo::new(move |before: Option<&Lines>| {
        opened.reply.with(|reply| {
            let lines: &Vec<LineItem> = reply.as_ref()?.movement.lines.as_ref()?;
            match before {
                Some(Some(before)) if **before == *lines => Some(before.clone()),
                _ => Some(Arc::new(lines.clone())),
            }
        })
    })
}

/// The movement's own order is none of its columns.
fn use_lines_layout() -> (RwSignal<ColumnState>, Callback<()>) {
    let (layout, keep) = use_layout("lines", "", false);
    layout.update(|layout| layout.sort.retain(|sort| !sort.column.is_empty()));
    (layout, keep)
}

fn standing(opened: Query<OpenedMovement>, view: LinesView) -> Memo<Standing> {
    Memo::new(move |_| match (opened.reply.with(Option::is_some), view.lines.get()) {
        (false, _) if opened.failure.with(Option::is_some) => Standing::Failed,
        (false, _) => Standing::Rows,
        (true, None) => Standing::Unread,
        (true, Some(lines)) if lines.is_empty() => Standing::Empty,
        (true, Some(_)) if view.places.with(|places| places.is_empty()) => Standing::NoMatch,
        (true, Some(_)) => Standing::Rows,
    })
}

fn name_the_tab(header: Memo<Option<Header>>) {
    let tab = use_tab();
    Effect::new(move || tab.title.set(header.get().and_then(|header| header.title())));
}

/// Why there are no rows, and what to do.
#[component]
fn Nothing(
    standing: Standing,
    opened: Query<OpenedMovement>,
    view: LinesView,
    on_read: Callback<()>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let again = Callback::new(move |()| opened.ask_again());
    match standing {
        Standing::Failed => view! {
            <div class="empty stack">
                {move || opened.failure.get().map(|failure| view! { <FailureNote failure on_retry=again /> })}
            </div>
        }
        .into_any(),
        Standing::Unread => view! {
            <Empty
                icon="cloud-off"
                title=text!(i18n, movement.unread_title)
                text=text!(i18n, movement.unread_text)
                testid="unread"
            >
                <Button label=text!(i18n, movement.refresh) chord="F5" on_press=on_read testid="read-now" />
            </Empty>
        }
        .into_any(),
        Standing::NoMatch => view! {
            <Empty
                icon="search"
                title=text!(i18n, movement.no_match_title)
                text=Signal::derive(move || count(i18n, format, view.counts.get().all))
                testid="no-match"
            >
                <Button
                    label=text!(i18n, movement.clear)
                    chord="Esc"
                    on_press=move |()| view.clear()
                    testid="clear-filters"
                />
            </Empty>
        }
        .into_any(),
        Standing::Empty | Standing::Rows => view! {
            <Empty
                icon="package"
                title=text!(i18n, movement.empty_title)
                text=text!(i18n, movement.empty_text)
                testid="empty"
            />
        }
        .into_any(),
    }
}

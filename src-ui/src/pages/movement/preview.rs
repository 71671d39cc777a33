//! A movement beside the list of movements: where it goes, for when and whom, and its lines. Drawn
//! by the page of movements.

use std::sync::Arc;
use std::time::Duration;

use contract::{MovementKey, MovementRef, OpenMovement, OpenedMovement};
use leptos::prelude::*;

use super::exported::PreviewedLines;
use super::header::not_here::NotHere;
use super::header::view::Header;
use super::lines::columns::{PREVIEWED, preview_columns};
use super::lines::rows::Lines;
use crate::components::grid::{ColumnState, Grid, GridData, Row, RowKind};
use crate::components::{FailureNote, Icon, Panel};
use crate::data::query::{Quiet, use_query};
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::pages::new_movement::{TemplateButton, TemplateStarter};
use crate::wording::format::{Format, use_format};

/// How long the focus rests on a row before its movement is asked for.
const REST: Duration = Duration::from_millis(120);

/// The panel.
#[component]
pub fn MovementPreview(
    /// The key of the movement's row; it follows the focus of the list.
    row: Signal<String>,
    /// It is closed.
    #[prop(into)]
    on_close: Callback<()>,
    /// The page's hold on its lines.
    of: PreviewedLines,
    /// Begins another like it.
    templates: TemplateStarter,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let rests = Quiet::after(row, REST);
    let key = memo(move || rests.get().parse::<MovementKey>().ok());
    let opened = use_query(move || {
        Some(OpenMovement { movement: MovementRef::Key(key.get()?), without_lines: true })
    });
    // Until the next movement is here, the last reply is about another one.
    let is_this = move |opened: &OpenedMovement| row.with(|row| *row == opened.key.to_string());
    let header = memo(move || {
        opened.reply.with(|reply| reply.as_ref().filter(|o| is_this(o)).map(Header::of))
    });
    effect(move || of.header.set(header.get()));
    let name = Signal::derive(move || header.get().map(|h| h.name).unwrap_or_default());
    let code = Signal::derive(move || header.get().and_then(|h| h.code).unwrap_or_default());
    let layout = RwSignal::new(ColumnState::default());
    let lines = Lines::start(key, layout, Signal::stored(true));
    let waiting = memo(move || header.with(Option::is_none));
    let data = narrow(lines.data());
    let fold = Callback::new(move |row: Arc<Row>| lines.fold(&row));
    let draw_grid = move || {
        let (columns, label) = (preview_columns(i18n), text!(i18n, movement.lines));
        view! { <Grid name="preview" label columns data layout tree=true on_fold=fold handle=of.grid /> }
    };
    let unknown =
        memo(move || header.with(Option::is_some) && !lines.is_read() && lines.known() == Some(0));
    let empty = memo(move || lines.is_empty());
    let failure = move || opened.failure.get().filter(|_| waiting.get());
    view! {
        <Panel title=name beside=code on_close class="panel-mid panel-coded" testid="movement-preview">
            <div class="panel-sub">{move || header.get().map(|h| summary(i18n, format, &h))}</div>
            {move || match failure() {
                Some(failure) => {
                    view! { <div class="panel-body"><FailureNote failure /></div> }.into_any()
                }
                None if unknown.get() => view! {
                    <p class="panel-body faint" data-testid="unread">{text!(i18n, movement.unread_title)}</p>
                }
                .into_any(),
                None if empty.get() => view! {
                    <p class="panel-body faint" data-testid="preview-empty">{text!(i18n, movement.empty_title)}</p>
                }
                .into_any(),
                None => draw_grid().into_any(),
            }}
            <div class="panel-body"><TemplateButton key=key.into() templates /></div>
            <NotHere />
        </Panel>
    }
}

/// Where it goes, how much, for when and whom.
fn summary(i18n: I18n, format: Format, header: &Header) -> impl IntoView + use<> {
    let place = |place: &Option<contract::PlaceRef>| {
        place.as_ref().map_or_else(|| "–".to_owned(), |place| place.name.clone())
    };
    let facts = [
        header.date_requested.map(|day| format.day(day)),
        header.requested_by.as_ref().map(|person| person.shown().to_owned()),
        Some(say!(i18n, movement.as_of, time = format.moment(header.as_of))),
    ];
    let facts = facts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    view! {
        <span>
            <bdi>{place(&header.origin)}</bdi>
            " "
            <Icon name="arrow-right" class="icon icon-sm icon-dir" />
            " "
            <b class="medium"><bdi>{place(&header.destination)}</bdi></b>
        </span>
        <bdi class="faint num">{facts}</bdi>
    }
}

/// The same rows with the cells of the preview's columns alone; what there is to say of a line is
/// said, and dealt with on the movement's own page.
fn narrow(data: GridData) -> GridData {
    data.mapped(|row| {
        if let RowKind::Note(note) = &row.kind {
            let note = crate::components::grid::Note { actions: Vec::new(), ..note.clone() };
            return Arc::new(Row { kind: RowKind::Note(note), ..Row::clone(row) });
        }
        let cells = PREVIEWED.iter().filter_map(|cell| row.cells.get(*cell).cloned()).collect();
        Arc::new(Row { cells, ..Row::clone(row) })
    })
}

//! What is looked for, chosen, folded and sorted among a movement's lines, and the rows that come
//! of it. The whole movement came in one reply; rows are drawn as the grid shows them.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use contract::LineItem;
use leptos::prelude::*;

use super::columns::draw;
use super::line_panel::Focused;
use super::lines::{Counts, Only, Place, Showing, places};
use crate::components::grid::{ColumnState, GridData, Row};
use crate::format::Format;
use crate::i18n::I18n;
use crate::query::Quiet;

/// A movement's lines; `None` while they are not known.
pub type Lines = Option<Arc<Vec<LineItem>>>;

/// Rows drawn as bones while the movement is read for the first time.
const BONES: u32 = 14;

/// The lines as they are shown.
#[derive(Clone, Copy)]
pub struct LinesView {
    /// The lines.
    pub lines: Memo<Lines>,
    /// How many there are, and of which status.
    pub counts: Memo<Counts>,
    /// What is looked for.
    pub text: RwSignal<String>,
    /// The quick filter.
    pub only: RwSignal<Only>,
    /// The rows.
    pub places: Memo<Arc<Vec<Place>>>,
    folded: RwSignal<HashSet<String>>,
}

impl LinesView {
    /// Shows all lines, in the order of `layout`.
    pub fn of(lines: Memo<Lines>, layout: RwSignal<ColumnState>) -> Self {
        let text = RwSignal::new(String::new());
        let quiet = Quiet::after(text.into(), Duration::from_millis(80));
        let only = RwSignal::new(Only::All);
        let folded = RwSignal::new(HashSet::new());
        let counts =
            Memo::new(move |_| lines.get().map_or_else(Counts::default, |all| Counts::of(&all)));
        let places = Memo::new(move |_| {
            let Some(all) = lines.get() else { return Arc::default() };
            let text = quiet.get();
            let shown = folded.with(|folded| {
                layout.with(|layout| {
                    let sort = &layout.sort;
                    places(&all, &Showing { only: only.get(), text: &text, sort, folded })
                })
            });
            Arc::new(shown)
        });
        Self { lines, counts, text, only, places, folded }
    }

    /// The rows for the grid; bones while `reading`.
    pub fn data(self, i18n: I18n, format: Format, reading: Signal<bool>) -> GridData {
        let version = Memo::new(move |before: Option<&u32>| {
            self.lines.track();
            self.places.track();
            before.map_or(0, |before| before.wrapping_add(1))
        });
        let total = Memo::new(move |_| {
            let rows = self.places.with(|places| u32::try_from(places.len()).unwrap_or(0));
            if rows == 0 && reading.get() { BONES } else { rows }
        });
        let row = move |at: u32| {
            let place = self.places.with(|all| all.get(usize::try_from(at).ok()?).copied())?;
            self.lines.with(|lines| {
                let lines = lines.as_deref()?;
                let line = place.of(lines)?;
                let row = draw(i18n, format, place.key(lines), place, line);
                let has_children = place.child.is_none() && !line.substitutions.is_empty();
                Some(Arc::new(if has_children {
                    row.with_children(!self.folded.with(|f| f.contains(line.id.as_str())))
                } else {
                    row
                }))
            })
        };
        GridData::new(total.into(), version.into(), row, Callback::new(|_| ()))
    }

    /// The line a row stands for.
    pub fn find(self, key: &str) -> Option<Focused> {
        self.lines.with(|lines| {
            let lines = lines.as_deref()?;
            let place = Place::find(lines, key)?;
            Some(Focused { place, line: place.of(lines)?.clone() })
        })
    }

    /// Shows or leaves out what goes in the stead of a line.
    pub fn fold(self, row: &Row) {
        self.folded.update(|folded| {
            if !folded.remove(&row.key) {
                folded.insert(row.key.clone());
            }
        });
    }

    /// Whether anything is looked for or left out.
    pub fn is_filtered(self) -> bool {
        self.only.get() != Only::All || self.text.with(|text| !text.trim().is_empty())
    }

    /// Shows all lines again.
    pub fn clear(self) {
        self.only.set(Only::All);
        self.text.set(String::new());
    }
}

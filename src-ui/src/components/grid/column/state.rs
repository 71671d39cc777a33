//! The state of a grid's columns: order, widths, and what is sorted by. Pure; written as a text
//! into the preferences and read back tolerantly, because columns come and go with versions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::components::grid::model::Column;
use crate::dom;
use crate::json;

/// Narrowest and widest a column may be, in rem.
const WIDTHS: std::ops::RangeInclusive<f64> = 1.75..=40.0;

/// What a column that shares takes of the room that is left, where the one that grows takes `1fr`.
const SHARE: &str = "0.3fr";

/// Room at the two edges of a row, in rem.
const GAPS: f64 = 1.0;

/// A column sorted by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SortBy {
    /// The column's id.
    pub column: String,
    /// Last first.
    #[serde(default)]
    pub descending: bool,
}

/// Order, widths and sorting of a grid's columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ColumnState {
    /// Ids in the order shown; columns not named follow in the order declared.
    order: Vec<String>,
    /// Widths in rem, of columns that were widened or narrowed.
    widths: BTreeMap<String, f64>,
    /// Columns somebody showed or hid, and which of the two; the others follow what they hold.
    chosen: BTreeMap<String, bool>,
    /// The first decides, the next break ties.
    pub sort: Vec<SortBy>,
}

impl ColumnState {
    /// As kept; the given sorting where nothing was.
    pub fn read(kept: Option<&String>, column: &str, descending: bool) -> Self {
        let read = kept.and_then(|text| json::read(text.as_bytes()).ok());
        read.unwrap_or_else(|| Self {
            sort: vec![SortBy { column: column.to_owned(), descending }],
            ..Self::default()
        })
    }

    /// As it is kept.
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Indexes of the columns in the order shown.
    pub fn shown(&self, columns: &[Column]) -> Vec<usize> {
        let named = self.order.iter().filter_map(|id| columns.iter().position(|c| c.id == id));
        let mut shown: Vec<usize> = Vec::new();
        for at in named.chain(0..columns.len()) {
            if !shown.contains(&at) {
                shown.push(at);
            }
        }
        shown
    }

    /// Whether a column is wanted: as somebody chose, else if it holds anything (`idle` names those
    /// that do not). One that may not give way always is, and one of paper never.
    pub fn wants(&self, column: &Column, idle: &[String]) -> bool {
        let is_idle = || idle.iter().any(|id| id == column.id);
        if column.on_paper {
            return false;
        }
        column.yields == 0 || self.chosen.get(column.id).copied().unwrap_or_else(|| !is_idle())
    }

    /// Whether somebody hid a column.
    pub fn is_hidden(&self, column: &Column) -> bool {
        column.yields > 0 && self.chosen.get(column.id) == Some(&false)
    }

    /// Shows a column, or hides it.
    pub fn choose(&mut self, column: &Column, wanted: bool) {
        self.chosen.insert(column.id.to_owned(), wanted);
    }

    /// Takes over which columns somebody chose elsewhere; answers whether that is another choice.
    pub fn take_choice(&mut self, other: Self) -> bool {
        let is_other = self.chosen != other.chosen;
        self.chosen = other.chosen;
        is_other
    }

    /// Indexes of the columns there is room for (in rem), in the order shown, of those that are wanted.
    /// Columns that may give way do so until the others fit; the rest is shown however narrow it is.
    pub fn fitting(&self, columns: &[Column], room: f64, idle: &[String]) -> Vec<usize> {
        let mut shown = self.shown(columns);
        shown.retain(|at| columns.get(*at).is_some_and(|column| self.wants(column, idle)));
        let width = |at: &usize| columns.get(*at).map_or(0.0, |column| self.width(column));
        // One that somebody asked for gives way after the others.
        let is_asked = |column: &Column| self.chosen.get(column.id) == Some(&true);
        let rank = |at: &usize| {
            let of = |column: &Column| match column.yields {
                0 => (0, 0),
                rank if is_asked(column) => (1, rank),
                rank => (2, rank),
            };
            columns.get(*at).map_or((0, 0), of)
        };
        while GAPS + shown.iter().map(width).sum::<f64>() > room {
            let last = (0..shown.len()).max_by_key(|place| rank(&shown[*place]));
            match last.filter(|place| rank(&shown[*place]).0 > 0) {
                Some(place) => drop(shown.remove(place)),
                None => break,
            }
        }
        shown
    }

    /// Width of a column in rem.
    pub fn width(&self, column: &Column) -> f64 {
        self.widths.get(column.id).copied().unwrap_or(column.width)
    }

    /// Gives a column another width.
    pub fn resize(&mut self, column: &Column, width: f64) {
        let width = width.clamp(*WIDTHS.start(), *WIDTHS.end());
        self.widths.insert(column.id.to_owned(), (width * 100.0).round() / 100.0);
    }

    /// Moves the column at a place on screen by one; answers its new place. `on_screen` is what is
    /// shown now.
    pub fn reorder(
        &mut self,
        columns: &[Column],
        on_screen: &[usize],
        place: usize,
        onward: bool,
    ) -> usize {
        let to = if onward { place + 1 } else { place.wrapping_sub(1) };
        let (Some(from), Some(other)) = (on_screen.get(place), on_screen.get(to)) else {
            return place;
        };
        let mut all = self.shown(columns);
        let place_of = |all: &[usize], at: &usize| all.iter().position(|known| known == at);
        if let (Some(a), Some(b)) = (place_of(&all, from), place_of(&all, other)) {
            all.swap(a, b);
        }
        let ids = all.into_iter().filter_map(|at| columns.get(at));
        self.order = ids.map(|column| column.id.to_owned()).collect();
        to
    }

    /// Sorts by a column: first up, then down, then as the list has it. `beside` keeps the others.
    pub fn sort_by(&mut self, column: &str, beside: bool) {
        let now = self.sort.iter().find(|sort| sort.column == column).map(|sort| sort.descending);
        let next = match now {
            None => Some(false),
            Some(false) => Some(true),
            Some(true) => None,
        };
        if !beside {
            self.sort.retain(|sort| sort.column == column);
        }
        let at = self.sort.iter().position(|sort| sort.column == column);
        match (at, next) {
            (Some(at), Some(descending)) => self.sort[at].descending = descending,
            (Some(at), None) => drop(self.sort.remove(at)),
            (None, Some(descending)) => {
                self.sort.push(SortBy { column: column.to_owned(), descending });
            }
            (None, None) => {}
        }
    }

    /// Which place a column has among those sorted by, from 1, and whether it is last first.
    pub fn sorted(&self, column: &str) -> Option<(usize, bool)> {
        let at = self.sort.iter().position(|sort| sort.column == column)?;
        Some((at + 1, self.sort[at].descending))
    }

    /// The template of the columns on screen, and the least width of the grid in rem.
    pub fn template(&self, columns: &[Column], on_screen: &[usize]) -> (String, f64) {
        let mut template = Vec::new();
        let mut least = GAPS;
        for column in on_screen.iter().filter_map(|at| columns.get(*at)) {
            let width = self.widths.get(column.id).copied().unwrap_or(column.least);
            least += width;
            let least_wide = dom::css(width, "rem");
            template.push(if column.grows {
                format!("minmax({least_wide}, 1fr)")
            } else if column.shares && !self.widths.contains_key(column.id) {
                format!("minmax({least_wide}, {SHARE})")
            } else {
                least_wide
            });
        }
        (template.join(" "), least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leptos::prelude::Signal;

    fn columns() -> Vec<Column> {
        let column = |id, width| Column::new(id, Signal::stored(String::new()), width);
        vec![column("code", 4.75), column("name", 12.0).grows(), column("lines", 3.25)]
    }

    #[test]
    fn the_template_has_one_growing_column() {
        let (template, least) = ColumnState::default().template(&columns(), &[0, 1, 2]);
        assert_eq!(template, "4.75rem minmax(12rem, 1fr) 3.25rem");
        assert!((least - 21.0).abs() < 1e-9);
    }

    #[test]
    fn columns_that_share_get_their_part_until_they_are_given_a_width() {
        let mut columns = columns();
        columns[2] = columns[2].shares();
        let mut state = ColumnState::default();
        let template = |state: &ColumnState| state.template(&columns, &[1, 2]).0;
        assert_eq!(template(&state), "minmax(12rem, 1fr) minmax(3.25rem, 0.3fr)");
        state.resize(&columns[2], 5.0);
        assert_eq!(template(&state), "minmax(12rem, 1fr) 5rem");
    }

    #[test]
    fn an_idle_column_is_left_out_until_somebody_wants_it() {
        let mut columns = columns();
        columns[0] = columns[0].yields(1);
        let idle = ["code".to_owned(), "lines".to_owned()];
        let mut state = ColumnState::default();
        assert_eq!(state.fitting(&columns, 99.0, &idle), [1, 2], "one that may not give way stays");
        state.choose(&columns[0], true);
        assert_eq!(state.fitting(&columns, 99.0, &idle), [0, 1, 2]);
        state.choose(&columns[0], false);
        let kept = ColumnState::read(Some(&state.write()), "code", false);
        assert_eq!(kept.fitting(&columns, 99.0, &[]), [1, 2], "hidden, it stays so");
        assert!(kept.is_hidden(&columns[0]) && !kept.is_hidden(&columns[1]));
        assert!(!ColumnState::default().is_hidden(&columns[0]), "no room is no choice");
    }

    #[test]
    fn a_column_of_paper_is_never_on_screen() {
        let mut columns = columns();
        columns[2] = columns[2].on_paper();
        assert_eq!(ColumnState::default().fitting(&columns, 99.0, &[]), [0, 1]);
    }

    #[test]
    fn a_press_sorts_up_then_down_then_not() {
        let mut state = ColumnState::read(None, "code", true);
        state.sort_by("name", false);
        assert_eq!(state.sorted("name"), Some((1, false)));
        assert_eq!(state.sorted("code"), None);
        state.sort_by("lines", true);
        assert_eq!(state.sorted("lines"), Some((2, false)));
        state.sort_by("name", true);
        assert_eq!(state.sorted("name"), Some((1, true)));
        state.sort_by("name", true);
        assert_eq!(state.sort.len(), 1);
        state.sort_by("lines", false);
        state.sort_by("lines", false);
        assert!(state.sort.is_empty());
    }

    #[test]
    fn columns_move_and_widen_and_survive_being_kept() {
        let mut state = ColumnState::default();
        assert_eq!(state.reorder(&columns(), &[0, 1, 2], 0, false), 0, "the first stays");
        assert_eq!(state.reorder(&columns(), &[0, 1, 2], 0, true), 1);
        assert_eq!(state.shown(&columns()), [1, 0, 2]);
        state.resize(&columns()[0], 900.0);
        let kept = ColumnState::read(Some(&state.write()), "code", false);
        assert_eq!(kept, state);
        assert!((kept.width(&columns()[0]) - 40.0).abs() < 1e-9);
    }

    #[test]
    fn columns_give_way_in_their_order_and_come_back() {
        let mut columns = columns();
        columns[0] = columns[0].yields(1);
        columns[2] = columns[2].yields(2);
        let state = ColumnState::default();
        assert_eq!(state.fitting(&columns, 21.0, &[]), [0, 1, 2]);
        assert_eq!(state.fitting(&columns, 20.0, &[]), [0, 1]);
        assert_eq!(state.fitting(&columns, 17.0, &[]), [1]);
        assert_eq!(state.fitting(&columns, 3.0, &[]), [1], "one that may not give way stays");
    }

    #[test]
    fn a_column_moves_past_its_neighbour_on_screen_and_not_past_a_hidden_one() {
        let mut state = ColumnState::default();
        assert_eq!(state.reorder(&columns(), &[0, 2], 0, true), 1);
        assert_eq!(state.shown(&columns()), [2, 1, 0]);
    }

    #[test]
    fn unknown_columns_and_broken_texts_are_passed_over() {
        let kept = r#"{"order":["gone","lines"],"sort":[{"column":"gone"}],"more":1}"#;
        let state = ColumnState::read(Some(&kept.to_owned()), "code", false);
        assert_eq!(state.shown(&columns()), [2, 0, 1]);
        let broken = ColumnState::read(Some(&"{".to_owned()), "code", false);
        assert_eq!(broken.sorted("code"), Some((1, false)));
    }
}

//! The columns of a movement's lines. They are named as the contract names them.

use contract::{EditorColumn, LineStatus};
use leptos::prelude::untrack;

use crate::components::grid::{Column, EditorKind};
use crate::i18n::{I18n, text};
use crate::json;
use crate::wording::words;

/// The columns, as declared. Names have the room that tells products apart; what a line can be read
/// without gives way to them.
pub fn columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("number", text!(i18n, movement.col_number), 2.0).number().signed("#"),
        Column::new("state", text!(i18n, movement.col_state), 1.5).symbol(),
        Column::new("code", text!(i18n, movement.col_code), 5.0)
            .items()
            .edited_by(EditorKind::Search),
        Column::new("product", text!(i18n, movement.col_product), 17.75)
            .grows()
            .at_least(13.0)
            .heads(),
        Column::new("category", text!(i18n, movement.category), 8.5).yields(8).shares(),
        Column::new("requested", text!(i18n, movement.col_requested), 4.5)
            .number()
            .edited_by(EditorKind::Number),
        Column::new("to_ship", text!(i18n, movement.col_ship), 4.25).number(),
        Column::new("picked", text!(i18n, movement.col_picked), 3.75).number().yields(1),
        Column::new("bin", text!(i18n, movement.col_bin), 5.5).yields(2),
        Column::new("status", text!(i18n, movement.col_status), status_width(&statuses(i18n))),
        Column::new("reason", text!(i18n, movement.col_reason), 5.5).yields(4).shares(),
        Column::new("available", text!(i18n, movement.col_available), 4.625).number().yields(3),
        Column::new("last_time", text!(i18n, movement.col_last_time), 4.75).number().yields(5),
        Column::new("comment", text!(i18n, movement.col_comment), 7.75).yields(7).shares(),
        Column::new("recipient", text!(i18n, movement.col_recipient), 6.0)
            .edited_by(EditorKind::Name)
            .yields(6)
            .shares(),
    ]
}

/// What a status is called, each of them.
fn statuses(i18n: I18n) -> Vec<&'static str> {
    let all = [
        LineStatus::Pending,
        LineStatus::Changed,
        LineStatus::Substituted,
        LineStatus::Canceled,
        LineStatus::Approved,
    ];
    let words = untrack(|| all.map(|status| words::line_status(i18n, &status)));
    words.into_iter().flatten().map(|(_, _, word)| word).collect()
}

/// The room that a column needs for its sign and the longest of these words, in rem: no word of ours is
/// cut, in whatever language it is.
fn status_width(words: &[&str]) -> f64 {
    let longest = words.iter().map(|word| word.chars().count()).max().unwrap_or_default();
    let letters = u32::try_from(longest).map_or(0.0, f64::from);
    // The edges of the cell, the sign, and what stands between it and the word.
    (2.25 + 0.43 * letters).clamp(7.0, 12.0)
}

/// Which cells of a line the preview shows.
pub const PREVIEWED: [usize; 4] = [0, 2, 3, 6];

/// The columns of the preview: what fits beside the list.
pub fn preview_columns(i18n: I18n) -> Vec<Column> {
    let all = columns(i18n);
    let shown = PREVIEWED.iter().filter_map(|column| all.get(*column));
    shown.map(|column| Column { editor: None, ..column.narrowed(7.0).unsorted() }).collect()
}

/// The column of this name.
pub fn column_of(id: &str) -> Option<EditorColumn> {
    json::named(id).ok()
}

/// The name of a column that can be typed in.
pub fn id_of(column: EditorColumn) -> Option<&'static str> {
    match column {
        EditorColumn::Code => Some("code"),
        EditorColumn::Requested => Some("requested"),
        EditorColumn::Recipient => Some("recipient"),
        _ => None,
    }
}

/// The columns in the order declared.
pub const IN_ORDER: [EditorColumn; 15] = [
    EditorColumn::Number,
    EditorColumn::State,
    EditorColumn::Code,
    EditorColumn::Product,
    EditorColumn::Category,
    EditorColumn::Requested,
    EditorColumn::ToShip,
    EditorColumn::Picked,
    EditorColumn::Bin,
    EditorColumn::Status,
    EditorColumn::Reason,
    EditorColumn::Available,
    EditorColumn::LastTime,
    EditorColumn::Comment,
    EditorColumn::Recipient,
];

#[cfg(test)]
mod tests {
    use contract::Language;
    use leptos::prelude::Owner;

    use super::*;
    use crate::components::grid::ColumnState;

    /// What is left out in a grid so wide, and how wide the names are then at least, in rem.
    fn laid_out(room: f64, idle: &[&str]) -> (Vec<&'static str>, f64) {
        Owner::new().with(|| {
            let (columns, state) = (columns(I18n::of(Language::English)), ColumnState::default());
            let idle: Vec<String> = idle.iter().map(|id| (*id).to_owned()).collect();
            let shown = state.fitting(&columns, room, &idle);
            let (_, least) = state.template(&columns, &shown);
            let gone = (0..columns.len()).filter(|at| !shown.contains(at));
            let gone = gone.map(|at| columns[at].id).collect();
            let sharing = shown.iter().filter(|at| columns[**at].shares).count();
            let parts = 1.0 + 0.3 * f64::from(u32::try_from(sharing).unwrap());
            (gone, 17.75 + (room - least) / parts)
        })
    }

    #[test]
    fn the_column_of_the_status_is_as_wide_as_its_longest_word() {
        Owner::new().with(|| {
            for language in [Language::English, Language::French] {
                let width = status_width(&statuses(I18n::of(language)));
                assert!((width - 7.0).abs() < 1e-9, "{language:?}: {width}");
            }
        });
        // As in a language whose words are two fifths longer.
        let width = status_width(&["[Subśtituted öñé]", "[Peñdiñg ö]"]);
        assert!((9.5..9.7).contains(&width), "{width}");
        assert!((status_width(&["a word that is far too long for any"]) - 12.0).abs() < 1e-9);
    }

    #[test]
    fn names_have_room_for_what_tells_them_apart_in_every_ordinary_window() {
        // "Gloves, surgical, latex-free, sterile, size 6.0" and the edges of its cell.
        let needed = 17.75;
        let new = ["category", "picked", "bin", "reason", "last_time", "comment"];
        for (what, room, idle, expected) in [
            ("1280 wide", 68.4, &["bin"][..], &["category", "bin", "comment"][..]),
            ("1280 wide, sections folded", 76.9, &["bin"], &["category", "bin"]),
            ("1280 wide, bins known", 68.4, &[], &["category", "comment", "recipient"]),
            ("1280 wide, just made", 68.4, &new, &new),
            (
                "1280 wide, a panel",
                46.875,
                &[],
                &["category", "bin", "reason", "available", "last_time", "comment", "recipient"],
            ),
            (
                "1024 wide",
                60.9,
                &["bin"],
                &["category", "bin", "last_time", "comment", "recipient"],
            ),
            ("1600 wide", 88.4, &["bin"], &["bin"]),
        ] {
            let (gone, names) = laid_out(room, idle);
            assert_eq!(gone, expected, "{what}");
            assert!(names >= needed, "{what}: {names}");
        }
    }

    /// The columns that are left when a grid so wide leaves out what it has no room for.
    fn left(room: f64, state: &ColumnState) -> Vec<&'static str> {
        Owner::new().with(|| {
            let columns = columns(I18n::of(Language::English));
            state.fitting(&columns, room, &[]).iter().map(|at| columns[*at].id).collect()
        })
    }

    #[test]
    fn what_lines_are_worked_by_stays_however_narrow_they_are() {
        let needed = ["number", "state", "code", "product", "requested", "to_ship", "status"];
        // What is told last of a line, and by the panel beside it, goes first.
        let in_turn = [
            "category",
            "comment",
            "recipient",
            "last_time",
            "reason",
            "available",
            "bin",
            "picked",
        ];
        let untouched = ColumnState::default();
        let all = left(f64::INFINITY, &untouched);
        let mut gone = Vec::new();
        for quarter in (4..=480).rev() {
            let now = left(f64::from(quarter) / 4.0, &untouched);
            let is_new = |id: &&&str| !now.contains(*id) && !gone.contains(*id);
            let just_gone: Vec<_> = all.iter().filter(is_new).copied().collect();
            gone.extend(just_gone);
            assert!(needed.iter().all(|id| now.contains(id)), "{quarter}: {now:?}");
        }
        assert_eq!(gone, in_turn);
        // One that somebody asked for gives way as well, after those that nobody did.
        let mut asked = ColumnState::default();
        Owner::new().with(|| {
            let columns = columns(I18n::of(Language::English));
            let comment = columns.iter().find(|column| column.id == "comment").unwrap();
            asked.choose(comment, true);
        });
        assert_eq!(left(10.0, &asked), needed);
        // 1280 px, with the sections and a panel beside the lines.
        let beside_a_panel = left(46.875, &untouched);
        assert!(needed.iter().all(|id| beside_a_panel.contains(id)), "{beside_a_panel:?}");
    }
}

//! What can be done with the chosen lines, as a menu at the cell: by the menu key, Shift+F10, or the
//! other button of the mouse. Each entry shows its key; in cells of text, where letters are text,
//! this is the way to the commands.

use contract::{EditProblem, EditorColumn, EditorRow, LineStatus};
use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::{Element, MouseEvent};
use wasm_bindgen::JsCast;

use super::beside::SidePanel;
use super::editing::editor::Editor;
use super::panel::LineAction;
use crate::components::grid::Selection;
use crate::components::{MenuEntries, MenuItem, Popup};
use crate::dom;
use crate::i18n::{say, text, use_i18n};

/// A cell of the lines, whatever it is to a screen reader.
const CELL: &str = "[role=gridcell], [role=rowheader]";

/// The menu of the lines.
#[derive(Clone, Copy)]
pub struct LineMenu {
    open: RwSignal<bool>,
    /// The cell it opens at.
    at: RwSignal<dom::ElementRect>,
    /// Lines that are to be multiplied.
    pub factor: RwSignal<Option<Selection>>,
}

impl LineMenu {
    /// Closed.
    pub fn start() -> Self {
        Self {
            open: RwSignal::new(false),
            at: RwSignal::new(dom::ElementRect::default()),
            factor: RwSignal::new(None),
        }
    }

    /// Opens at the cell with the focus.
    pub fn open(self) -> bool {
        let cell = dom::focused().filter(|now| now.matches(CELL).unwrap_or(false));
        cell.is_some_and(|cell| self.open_at(&cell))
    }

    /// The other button was pressed on a row: it is chosen, unless it is among those that are.
    pub fn pressed(self, editor: Editor, event: &MouseEvent) {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let near = |selector| target.as_ref()?.closest(selector).ok().flatten();
        let Some((row, cell)) = near("[data-index]").zip(near(CELL)) else { return };
        if dom::takes_text(&target.clone().unwrap_or(cell.clone())) {
            // A text has the engine's own menu.
            return;
        }
        event.prevent_default();
        let index = row.get_attribute("data-index").and_then(|index| index.parse::<u32>().ok());
        let chosen = untrack(|| editor.grid.selection());
        if let Some(index) = index
            && !chosen.is_some_and(|chosen| (chosen.rows.0..=chosen.rows.1).contains(&index))
        {
            editor.stop_waiting();
            editor.grid.go(index, &cell.get_attribute("data-col").unwrap_or_default());
        }
        editor.grid.focus();
        self.open_at(&cell);
    }

    fn open_at(self, cell: &Element) -> bool {
        // Within a pane, what is fixed is fixed to the pane.
        let pane = cell.closest(".pane").ok().flatten();
        let pane = pane.map(|pane| dom::place_of(&pane)).unwrap_or_default();
        let at = dom::place_of(cell);
        self.at.set(dom::ElementRect {
            left: at.left - pane.left,
            right: at.right - pane.left,
            top: at.top - pane.top,
            bottom: at.bottom - pane.top,
        });
        // Once it is placed.
        request_animation_frame(move || {
            self.open.try_set(true);
        });
        true
    }
}

/// The menu, while it is open.
#[component]
pub fn LineMenuPlace(menu: LineMenu, editor: Editor, beside: SidePanel) -> impl IntoView {
    let i18n = use_i18n();
    let anchor = NodeRef::<html::Div>::new();
    let close = Callback::new(move |()| {
        menu.open.set(false);
        editor.grid.focus();
    });
    let px = move |of: fn(dom::ElementRect) -> f64| move || dom::css(of(menu.at.get()), "px");
    let label = text!(i18n, editor.menu);
    view! {
        <div
            class="menu-anchor"
            node_ref=anchor
            style:left=px(|at| at.left)
            style:top=px(|at| at.top)
            style:width=px(|at| at.right - at.left)
            style:height=px(|at| at.bottom - at.top)
        ></div>
        <Popup anchor open=menu.open>
            <MenuEntries label items=items(menu, editor, beside) close />
        </Popup>
    }
}

fn items(menu: LineMenu, editor: Editor, beside: SidePanel) -> Vec<MenuItem> {
    let i18n = use_i18n();
    let Some(chosen) = untrack(|| editor.grid.selection()) else { return Vec::new() };
    let rows = chosen.rows;
    let item = |label, icon, chord, testid, run: Box<dyn Fn() + Send + Sync>| MenuItem {
        label,
        icon,
        chord,
        off: None,
        ticked: None,
        run: Callback::new(move |()| run()),
        testid,
    };
    let show = |act: LineAction| Box::new(move || beside.show(act));
    let with = |run: fn(Editor, &Selection)| {
        let chosen = chosen.clone();
        Box::new(move || run(editor, &chosen))
    };
    let mut items = vec![
        item(
            text!(i18n, panel.act_revise),
            "diff",
            Some("R"),
            "menu-revise",
            show(LineAction::Revise),
        ),
        item(
            text!(i18n, panel.act_substitute),
            "replace",
            Some("S"),
            "menu-substitute",
            show(LineAction::Substitute),
        ),
        item(
            text!(i18n, panel.act_cancel),
            "ban",
            Some("C"),
            "menu-cancel",
            show(LineAction::Cancel),
        ),
        MenuItem {
            off: is_undecided(editor, rows).then(|| untrack(|| say!(i18n, panel.not_decided))),
            ticked: None,
            ..item(
                text!(i18n, panel.act_revert),
                "undo-2",
                Some("U"),
                "menu-revert",
                show(LineAction::Revert),
            )
        },
        item(
            text!(i18n, panel.act_pick),
            "package",
            Some("P"),
            "menu-pick",
            show(LineAction::Pick),
        ),
        item(
            text!(i18n, editor.details),
            "eye",
            Some("Space"),
            "menu-details",
            show(LineAction::Details),
        ),
    ];
    if let Some(row) = duplicate_at(editor, rows.0) {
        let merge = Box::new(move || editor.merge(row.clone()));
        items.push(item(text!(i18n, editor.merge), "rows-3", Some("M"), "menu-merge", merge));
    }
    let factor = {
        let chosen = chosen.clone();
        Box::new(move || menu.factor.set(Some(chosen.clone())))
    };
    let insert = Box::new(move || editor.insert(rows.0));
    items.extend([
        item(text!(i18n, editor.insert), "plus", Some("Insert"), "menu-insert", insert),
        item(text!(i18n, editor.times), "x", None, "menu-factor", factor),
        item(
            text!(i18n, editor.delete),
            "trash-2",
            Some("Ctrl+Delete"),
            "menu-delete",
            with(|editor, chosen| editor.delete(chosen)),
        ),
        item(
            text!(i18n, editor.forget),
            "rotate-ccw",
            None,
            "menu-forget",
            with(|editor, chosen| editor.forget(chosen)),
        ),
    ]);
    items
}

/// Whether nothing was decided about the lines of these rows, as far as they are here.
fn is_undecided(editor: Editor, (from, to): (u32, u32)) -> bool {
    let here = untrack(|| editor.lines.rows.records(from, to.saturating_add(1)));
    here.iter().all(|row| match row {
        EditorRow::Line(line) => {
            let is_open = line.status.as_ref().is_none_or(|status| *status == LineStatus::Pending);
            is_open && !line.edited.contains(&EditorColumn::Status)
        }
        EditorRow::Instead(_) => false,
        EditorRow::Note(_) => true,
    })
}

/// The line at a row, where its product stands in another line too.
pub fn duplicate_at(editor: Editor, row: u32) -> Option<contract::RowKey> {
    let here = untrack(|| editor.lines.rows.records(row, row.saturating_add(1)));
    let contract::EditorRow::Line(line) = here.into_iter().next()? else { return None };
    let is_double = line.problems.iter().any(|p| matches!(p, EditProblem::Duplicate(_)));
    is_double.then_some(line.key)
}

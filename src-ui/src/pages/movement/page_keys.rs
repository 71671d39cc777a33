//! The keys of a movement's page beyond those of lists and of the grid: undo, what is done with the
//! chosen lines, what is shown. Letters are commands while a cell of the lines has the focus that
//! does not take them as text.

use contract::OnlyLines;
use leptos::prelude::*;

use super::beside::SidePanel;
use super::editing::editor::Editor;
use super::editing::scanned::Codes;
use super::menu::{LineMenu, duplicate_at};
use super::panel::LineAction;
use crate::components::KeyHint;
use crate::dom;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::keys::{InTab, Keys, Scope, use_keys};

/// The cell of a quantity that can be typed in.
const QUANTITY: &str = "[data-col=requested][role=gridcell]:not([aria-readonly=true])";

/// Binds them to the tab this component is in.
pub fn bind(editor: Editor, beside: SidePanel, menu: LineMenu, drawer: RwSignal<bool>) {
    let (keys, i18n) = (use_keys(), use_i18n());
    let tab = Scope::Tab(use_context::<InTab>().map_or(0, |tab| tab.0));
    let bind = |chord, label, holds: fn() -> bool, run: Box<dyn Fn() -> bool + Send + Sync>| {
        keys.bind_if(tab.clone(), chord, label, move |_| holds() && run());
    };
    let undo = |redo: bool| {
        Box::new(move || {
            editor.undo(redo);
            true
        })
    };
    bind("Ctrl+Z", Some(text!(i18n, editor.undo)), outside_text, undo(false));
    bind("Ctrl+Shift+Z", Some(text!(i18n, editor.redo)), outside_text, undo(true));
    bind("Ctrl+Y", Some(text!(i18n, editor.redo)), outside_text, undo(true));
    let acts = [
        ("R", text!(i18n, panel.act_revise), LineAction::Revise),
        ("S", text!(i18n, panel.act_substitute), LineAction::Substitute),
        ("C", text!(i18n, panel.act_cancel), LineAction::Cancel),
        ("U", text!(i18n, panel.act_revert), LineAction::Revert),
        ("P", text!(i18n, panel.act_pick), LineAction::Pick),
    ];
    for (chord, label, act) in acts {
        // In the row for a new line there is nothing to decide upon, and a letter is text.
        let show = move || {
            let decides = !editor.is_in_entry();
            if decides {
                beside.show(act);
            }
            decides
        };
        bind(chord, Some(label), in_lines, Box::new(show));
    }
    let merge = move || {
        let chosen = untrack(|| editor.grid.selection());
        let row = chosen.and_then(|chosen| duplicate_at(editor, chosen.rows.0));
        row.map(|row| editor.merge(row)).is_some()
    };
    bind("M", Some(text!(i18n, editor.merge)), in_lines, Box::new(merge));
    keys.rest_of(tab.clone(), move |press| {
        let is_typed = press.chord.types() && in_lines();
        is_typed && (editor.begin_code(&press.typed) || say_digits_only(keys, editor, &press.typed))
    });
    let codes = Codes::start(editor, beside);
    keys.on_scan(move |code| {
        codes.scanned(code);
        true
    });
    let attention = move || {
        let only = editor.lines.only;
        let is_on = only.get_untracked() == OnlyLines::Attention;
        only.set(if is_on { OnlyLines::All } else { OnlyLines::Attention });
        true
    };
    bind("!", Some(text!(i18n, editor.only_attention)), outside_text, Box::new(attention));
    let open = move || menu.open();
    bind("Shift+F10", Some(text!(i18n, editor.menu)), in_lines, Box::new(open));
    bind("ContextMenu", None, in_lines, Box::new(open));
    let next = move || {
        if editor.entry.is_empty() {
            editor.go_to_attention();
        } else {
            editor.add_entry();
            editor.grid.go(editor.listed(), "code");
        }
        true
    };
    bind("Ctrl+Enter", Some(text!(i18n, editor.next_attention)), in_lines, Box::new(next));
    keys.on_page("Ctrl+S", text!(i18n, editor.show_changes), move || {
        editor.add_entry();
        drawer.set(true);
    });
}

/// The keys the status line names: those of the drawer while that is open, and those of lines where
/// there are any. In a cell that takes letters these are no commands; where nothing can be changed
/// (`closed`), what changes a line is not offered.
pub fn hints(
    i18n: I18n,
    drawer: bool,
    lines: bool,
    (letters, closed): (bool, bool),
) -> Vec<KeyHint> {
    let all_keys = KeyHint { chord: "?", label: text!(i18n, app.all_keys) };
    if drawer {
        return vec![
            KeyHint { chord: "Space", label: text!(i18n, drawer.hint_tick) },
            KeyHint { chord: "Ctrl+S", label: text!(i18n, drawer.hint_send) },
            KeyHint { chord: "Esc", label: text!(i18n, drawer.hint_close) },
            all_keys,
        ];
    }
    if !lines {
        return vec![all_keys];
    }
    let attention = KeyHint { chord: "!", label: text!(i18n, editor.hint_attention) };
    if closed {
        return vec![attention, all_keys];
    }
    if letters {
        return vec![
            KeyHint { chord: "F2", label: text!(i18n, editor.hint_edit) },
            KeyHint { chord: "Shift+F10", label: text!(i18n, editor.hint_menu) },
            attention,
            all_keys,
        ];
    }
    vec![
        KeyHint { chord: "R", label: text!(i18n, editor.hint_revise) },
        KeyHint { chord: "S", label: text!(i18n, editor.hint_substitute) },
        KeyHint { chord: "C", label: text!(i18n, editor.hint_cancel) },
        KeyHint { chord: "U", label: text!(i18n, editor.hint_revert) },
        KeyHint { chord: "P", label: text!(i18n, editor.hint_pick) },
        attention,
        all_keys,
    ]
}

/// The keys of a cell that is being edited.
pub fn hints_in_cell(i18n: I18n) -> Vec<KeyHint> {
    vec![
        KeyHint { chord: "Enter", label: text!(i18n, editor.hint_save) },
        KeyHint { chord: "Tab", label: text!(i18n, editor.hint_next_cell) },
        KeyHint { chord: "Esc", label: text!(i18n, editor.hint_discard) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ]
}

/// A letter that is no command, typed on a quantity, is answered: who types "ten" is not left to wonder.
/// The first of a scanned code is none.
fn say_digits_only(keys: Keys, editor: Editor, typed: &str) -> bool {
    let is_meant = typed.chars().all(char::is_alphabetic) && dom::focus_is_in(QUANTITY);
    if is_meant {
        keys.unless_scanned(move || {
            editor.toasts.tell(untrack(|| say!(editor.i18n, editor.not_whole).to_owned()));
        });
    }
    is_meant
}

/// A text field has its own use for a key.
fn outside_text() -> bool {
    !dom::focus_takes_text()
}

/// Whether a cell of the lines has the focus.
fn in_lines() -> bool {
    outside_text() && dom::focus_is_in("[data-testid=lines-grid]")
}

#[cfg(test)]
mod tests {
    use contract::Language;

    use super::*;

    #[test]
    fn what_cannot_be_changed_is_offered_no_change() {
        Owner::new().with(|| {
            let named = |closed| {
                let hints = hints(I18n::of(Language::English), false, true, (false, closed));
                hints.iter().map(|hint| hint.chord).collect::<Vec<_>>()
            };
            assert_eq!(named(false), ["R", "S", "C", "U", "P", "!", "?"]);
            assert_eq!(named(true), ["!", "?"]);
        });
    }
}

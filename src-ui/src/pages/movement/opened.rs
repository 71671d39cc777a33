//! What the movement page derives from the movement: its key, why its lines cannot be changed, the
//! fields for the form of its header, the name of its tab.

use contract::{
    HeaderFields, MovementKey, MovementRef, OpenedMovement, OperationRow, OperationState,
    SeenMovement,
};
use leptos::prelude::*;

use super::editing::editor::Editor;
use super::header::state::Current;
use super::header::view::Header;
use crate::data::drafts::use_drafts;
use crate::data::outbox::use_outbox;
use crate::data::query::{PageVisible, Query};
use crate::data::session::use_session;
use crate::effect::{effect, effect_after, memo};
use crate::i18n::{say, use_i18n};
use crate::ipc;
use crate::navigation::{Sheets, use_tab};

/// The movement's key: known at once where it is opened by it.
pub fn key_of(movement: &MovementRef, opened: Query<OpenedMovement>) -> Memo<Option<MovementKey>> {
    let known = match movement {
        MovementRef::Key(key) => Some(*key),
        MovementRef::Id(_) => None,
    };
    memo(move || known.or_else(|| opened.reply.with(|it| it.as_ref().map(|it| it.key))))
}

/// Why nothing can be changed here: the service takes no changes, or the movement is not made yet
/// and its editor does not open (which is told to the signal).
pub fn closed(header: Memo<Option<Header>>) -> (Signal<Option<String>>, RwSignal<bool>) {
    let (i18n, session) = (use_i18n(), use_session());
    let not_open = RwSignal::new(false);
    let why_not = Signal::derive(move || {
        if session.lacks_updates() {
            return Some(say!(i18n, failure.updates_not_offered).to_owned());
        }
        let is_made = header.with(|it| it.as_ref().is_none_or(|it| !it.id.as_str().is_empty()));
        (!is_made && not_open.get()).then(|| say!(i18n, editor.not_made).to_owned())
    });
    (why_not, not_open)
}

/// What became of the movement in the service is news until the page is left.
pub fn see_news(editor: Editor) {
    let Some(PageVisible(shown)) = use_context::<PageVisible>() else { return };
    // Of what is not drawn there is news too: another name, a line that is gone.
    let seen = move || {
        if let Some(movement) = editor.lines.key.get() {
            ipc::ask(&SeenMovement { movement }, |_| ());
        }
    };
    let is_seen = StoredValue::new(false);
    effect_after(move |before: Option<bool>| {
        let now = shown.get();
        is_seen.set_value(now);
        if before == Some(true) && !now {
            untrack(seen);
        }
        now
    });
    // A page behind that is closed was not looked at since.
    on_cleanup(move || {
        if is_seen.get_value() {
            untrack(seen);
        }
    });
}

/// The movement for the form of its header, once it is known which one it is.
pub fn current(
    opened: Query<OpenedMovement>,
    operations: Memo<Vec<OperationRow>>,
) -> Memo<Option<Current>> {
    let fields = memo(move || {
        let of = |reply: &OpenedMovement| HeaderFields::of(&reply.movement);
        opened.reply.with(|reply| reply.as_ref().map(of).unwrap_or_default())
    });
    memo(move || {
        let key = opened.reply.with(|reply| reply.as_ref().map(|reply| reply.key))?;
        Some(Current { key, fields, operations })
    })
}

/// Opens the conflict sheet, as soon as the conflict that was told of is known here.
pub fn compare_when_known(operations: Memo<Vec<OperationRow>>) -> Callback<()> {
    let sheets = expect_context::<Sheets>();
    let wanted = RwSignal::new(false);
    effect(move || {
        let conflict = operations.with(|all| {
            all.iter().find(|row| matches!(row.state, OperationState::Conflict(_))).cloned()
        });
        if wanted.get() && conflict.is_some() {
            wanted.set(false);
            sheets.conflict.set(conflict);
        }
    });
    Callback::new(move |()| wanted.set(true))
}

/// Opens the form where a draft of it was brought back, or something is to be corrected in it.
pub fn edit_when_wanted(current: Memo<Option<Current>>, edit: Callback<()>) {
    let drafts = use_drafts();
    effect(move || {
        if current.get().is_some_and(|current| drafts.wants_header(current.key)) {
            edit.run(());
        }
    });
}

/// Names the tab after the movement, and marks it while changes wait in it.
pub fn name_the_tab(header: Memo<Option<Header>>, editor: Editor) {
    let tab = use_tab();
    let (title, waits) = (tab.title, tab.waits);
    effect(move || title.set(header.get().and_then(|header| header.title())));
    let header = laid_aside(editor);
    effect(move || {
        let lines = editor.known(|state| state.changed_here).unwrap_or(0);
        waits.set(lines > 0 || header.get());
    });
}

/// Whether the movement's header was edited and is not sent.
pub fn laid_aside(editor: Editor) -> Memo<bool> {
    let outbox = use_outbox();
    memo(move || editor.lines.key.get().is_some_and(|key| outbox.is_header_unsent(key)))
}

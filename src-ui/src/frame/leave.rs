//! Locking the window and switching the user: what is being typed is saved first.

use leptos::prelude::Set;

use crate::data::drafts::Drafts;
use crate::data::session::Session;
use crate::navigation::Sheets;

/// Locks the window, after what is being typed is kept.
pub fn lock(session: Session, drafts: Drafts) {
    drafts.flush();
    session.lock();
}

/// Locks the window and asks who goes on: what waits of the one stays, and the other sees none of it.
pub fn switch_user(session: Session, drafts: Drafts, sheets: Sheets) {
    lock(session, drafts);
    sheets.other_service.set(true);
}

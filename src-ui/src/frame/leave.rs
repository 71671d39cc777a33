//! Locking the window, switching the user, signing out: what is being typed is saved first, and what is
//! not sent is named.

use leptos::prelude::{Set, untrack};

use crate::data::drafts::Drafts;
use crate::data::outbox::Outbox;
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

/// Signs out; where something is not sent, after that was said.
pub fn sign_out(session: Session, outbox: Outbox, sheets: Sheets) {
    if untrack(|| outbox.kept() + outbox.unsent()) > 0 {
        sheets.sign_out.set(true);
    } else {
        session.sign_out();
    }
}

//! The journal as it is shown and exported: rows with the names things have now.

pub(crate) mod table;

use contract::{JournalRow, MovementKey};

use crate::{
    outbox::{texts, view::titles::Titles},
    store::tables::history::Names,
    workspace::Workspace,
};

/// What was kept before its length was limited must not fill a page.
pub(crate) fn shorten(row: &mut JournalRow) {
    row.operation.iter_mut().for_each(texts::shorten);
    texts::cut(&mut row.title);
    [&mut row.before, &mut row.after].into_iter().flatten().for_each(texts::cut);
}

/// What everything is called, for all rows of one answer.
pub(crate) struct NamesNow<'a> {
    titles: Titles,
    user_name: &'a str,
    own_name: Option<String>,
}

impl<'a> NamesNow<'a> {
    pub(crate) fn of(workspace: &'a Workspace) -> Self {
        let (titles, own_name) = (workspace.view.titles(), workspace.identity.own_name());
        Self { titles, user_name: &workspace.account.profile.user_name, own_name }
    }
}

impl Names for NamesNow<'_> {
    fn movement(&self, key: MovementKey) -> Option<String> {
        self.titles.of(key).map(ToOwned::to_owned)
    }

    fn person(&self, user_name: &str) -> Option<String> {
        self.own_name.clone().filter(|_| user_name == self.user_name)
    }
}

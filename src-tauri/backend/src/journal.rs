//! The journal for its readers: commands `list_journal`, `check_journal` and `export_journal`. What
//! it says is written where operations change, in their transactions. Deliberately absent: writing
//! files; whoever asked for an export does that.

mod table;

use std::sync::Arc;

use contract::{
    CheckJournal, ExportFormat, ExportJournal, Exported, Freshness, JournalCheck, JournalRow,
    ListJournal, MovementKey, Page,
};
use rules::search::{MOST_ROWS, count_of};

use table::Take;

use crate::{
    Backend, error::Error, outbox::texts, outbox::titles::Titles, store::history,
    store::history::Names, store::history::Window, workspace::Workspace,
};

impl Backend {
    /// Shows a window of the journal, the newest entry first. Words are looked for in what was
    /// asked for, before and after, who by either name, what the movement is called and the service's
    /// words. Long texts are shortened; an export has them whole.
    ///
    /// # Errors
    /// If no profile is open, or the file cannot be read.
    pub async fn list_journal(&self, request: ListJournal) -> Result<Page<JournalRow>, Error> {
        let workspace = self.workspace()?;
        let ListJournal { rows, filter } = request;
        let window = Window {
            start: rows.start as usize,
            count: (rows.count as usize).min(MOST_ROWS),
            oldest_first: rows.sort.first().is_some_and(|sort| !sort.descending),
        };
        let (names, now) = (Arc::clone(&workspace), workspace.account.now());
        let read = workspace
            .account
            .store
            .read(move |file| history::page(file, &filter, window, &NamesNow::of(&names)));
        let mut found = read.await?;
        found.rows.iter_mut().for_each(shorten);
        Ok(Page {
            start: count_of(window.start.min(found.matching)),
            rows: found.rows,
            total: count_of(found.matching),
            matching: count_of(found.matching),
            known: count_of(found.known),
            unread: 0,
            idle: Vec::new(),
            freshness: Freshness { as_of: Some(now), ..Freshness::default() },
        })
    }

    /// Reads the whole journal and says whether every entry is as it was written.
    ///
    /// # Errors
    /// If no profile is open, or the file cannot be read.
    pub async fn check_journal(&self, _request: CheckJournal) -> Result<JournalCheck, Error> {
        Ok(self.workspace()?.account.store.check_journal().await?)
    }

    /// Writes entries of the journal as text, the first entry first.
    ///
    /// # Errors
    /// If no profile is open, or the file cannot be read.
    pub async fn export_journal(&self, request: ExportJournal) -> Result<Exported, Error> {
        let workspace = self.workspace()?;
        let names = Arc::clone(&workspace);
        let ExportJournal { format, filter } = request;
        let text = workspace.account.store.read(move |file| {
            let names = NamesNow::of(&names);
            let each = |take: &mut Take<'_>| history::each(file, &filter, &names, take);
            match format {
                ExportFormat::Csv => table::csv(each),
                ExportFormat::Json => table::json(each),
            }
        });
        Ok(Exported { text: text.await? })
    }
}

/// What was kept before its length was limited must not fill a page.
fn shorten(row: &mut JournalRow) {
    row.operation.iter_mut().for_each(texts::shorten);
    texts::cut(&mut row.title);
    [&mut row.before, &mut row.after].into_iter().flatten().for_each(texts::cut);
}

/// What everything is called, for all rows of one answer.
struct NamesNow<'a> {
    titles: Titles,
    user_name: &'a str,
    own_name: Option<String>,
}

impl<'a> NamesNow<'a> {
    fn of(workspace: &'a Workspace) -> Self {
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

//! Commands about the journal.

use std::sync::Arc;

use contract::{
    CheckJournal, ExportFormat, ExportJournal, Exported, Freshness, JournalCheck, JournalRow,
    ListJournal, Page,
};
use rules::{search::MOST_ROWS, search::count_of};

use crate::{
    Backend,
    error::Error,
    journal::{NamesNow, shorten, table::Take},
    store::tables::history::{self, Window},
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
                ExportFormat::Csv => crate::journal::table::csv(each),
                ExportFormat::Json => crate::journal::table::json(each),
            }
        });
        Ok(Exported { text: text.await? })
    }
}

//! The tables that the window is exporting or printing. One that is exported is begun with a file that the user
//! chose, which the page never learns; one that is printed is looked at first. Rows are written beside the
//! calls of the window, one portion after the other.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use backend::{PrintedTable, SheetFile};
use contract::{Failure, Reason, SheetCell, SheetKey};
use parking_lot::Mutex;

/// So many are open at once: more than one for each tab that somebody looks at. One that a page left
/// behind is given up for the next.
const OPEN: usize = 4;

/// A table that is open.
pub enum OpenSheet {
    /// It is exported into a file.
    Exported(SheetFile),
    /// It is printed.
    Printed(Box<PrintedTable>),
}

/// What is being exported or printed.
#[derive(Default)]
pub struct OpenSheets(Mutex<Numbered>);

#[derive(Default)]
struct Numbered {
    last: u32,
    open: BTreeMap<u32, OneSheet>,
}

/// A table; `None` once it is finished or could not be written.
type OneSheet = Arc<Mutex<Option<OpenSheet>>>;

impl OpenSheets {
    /// Takes a table that was begun; the one begun first goes where there are too many.
    pub fn put(&self, sheet: OpenSheet) -> SheetKey {
        let mut sheets = self.0.lock();
        if sheets.open.len() >= OPEN {
            sheets.open.pop_first();
        }
        sheets.last = sheets.last.wrapping_add(1);
        let number = sheets.last;
        sheets.open.insert(number, Arc::new(Mutex::new(Some(sheet))));
        SheetKey(number)
    }

    /// Adds rows to a table. One that cannot be written is given up.
    ///
    /// # Errors
    /// [`Reason::FileNotWritten`], or no such table is open.
    pub async fn add(&self, key: SheetKey, rows: Vec<Vec<SheetCell>>) -> Result<(), Failure> {
        let sheet = self.0.lock().open.get(&key.0).cloned().ok_or_else(not_open)?;
        let added = written(move || {
            let mut place = sheet.lock();
            let mut sheet = place.take().ok_or_else(given_up)?;
            match &mut sheet {
                OpenSheet::Exported(sheet) => sheet.add(&rows)?,
                OpenSheet::Printed(table) => table.add(&rows)?,
            }
            *place = Some(sheet);
            Ok(())
        });
        added.await.inspect_err(|_| self.remove(key))
    }

    /// Writes a table into its file; answers the file's name.
    ///
    /// # Errors
    /// As of [`Self::add`].
    pub async fn finish(&self, key: SheetKey) -> Result<String, Failure> {
        let sheet = self.0.lock().open.remove(&key.0).ok_or_else(not_open)?;
        written(move || match sheet.lock().take() {
            Some(OpenSheet::Exported(sheet)) => {
                let name = sheet.file_name();
                sheet.finish().map(|()| name)
            }
            Some(OpenSheet::Printed(_)) | None => Err(given_up()),
        })
        .await
    }

    /// Does something with a table that is printed, beside the calls of the window.
    ///
    /// # Errors
    /// What comes of it, or no such table is open.
    pub async fn printed<T: Send + 'static>(
        &self,
        key: SheetKey,
        work: impl FnOnce(&mut PrintedTable) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let sheet = self.0.lock().open.get(&key.0).cloned().ok_or_else(not_open)?;
        let work = move || match &mut *sheet.lock() {
            Some(OpenSheet::Printed(table)) => work(table),
            Some(OpenSheet::Exported(_)) | None => Err(not_open()),
        };
        tokio::task::spawn_blocking(work).await.unwrap_or_else(|problem| {
            tracing::error!("the pages could not be laid out: {problem}");
            Err(Reason::NotPrinted.into())
        })
    }

    /// Gives a table up, if it is open.
    pub fn remove(&self, key: SheetKey) {
        self.0.lock().open.remove(&key.0);
    }
}

/// Does what writes to a disk where it holds up nobody else.
pub async fn written<T: Send + 'static>(
    write: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, Failure> {
    match tokio::task::spawn_blocking(write).await {
        Ok(Ok(written)) => Ok(written),
        // What writes workbooks ends in a panic where the disk is full.
        Ok(Err(problem)) => Err(not_written(&problem)),
        Err(problem) => Err(not_written(&problem)),
    }
}

fn not_written(problem: &dyn std::fmt::Display) -> Failure {
    tracing::error!("the file could not be written: {problem}");
    Reason::FileNotWritten.into()
}

fn not_open() -> Failure {
    Reason::InvalidRequest { problem: "no such table is being exported".into() }.into()
}

fn given_up() -> io::Error {
    io::Error::other("it was given up")
}

/// The name that a file is offered under: of what a table is called in whatever language, the letters and
/// digits.
pub fn offered_name(name: &str, ending: &str) -> String {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase);
    let kept: Vec<_> = std::iter::once("stockhand".to_owned()).chain(words).collect();
    let kept: String = kept.join("-").chars().take(60).collect();
    format!("{}.{ending}", kept.trim_end_matches('-'))
}

#[cfg(test)]
mod tests {
    use contract::SheetFormat;

    use super::*;

    fn begun(folder: &std::path::Path, name: &str) -> OpenSheet {
        let columns = ["Code".to_owned()];
        let begun = SheetFile::begin(&folder.join(name), SheetFormat::Csv, "", &columns);
        OpenSheet::Exported(begun.unwrap())
    }

    fn printed() -> OpenSheet {
        OpenSheet::Printed(Box::new(
            PrintedTable::begin(vec!["Code".to_owned()], Vec::new()).unwrap(),
        ))
    }

    fn rows() -> Vec<Vec<SheetCell>> {
        vec![vec![SheetCell::Whole(1)]]
    }

    #[tokio::test]
    async fn a_table_is_finished_once_and_one_that_was_given_up_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let sheets = OpenSheets::default();
        let (kept, gone) = (begun(folder.path(), "kept.csv"), begun(folder.path(), "gone.csv"));
        let (kept, gone) = (sheets.put(kept), sheets.put(gone));
        sheets.add(kept, rows()).await.unwrap();
        sheets.add(gone, rows()).await.unwrap();
        sheets.remove(gone);
        assert!(sheets.add(gone, rows()).await.is_err());
        assert!(sheets.finish(gone).await.is_err());
        assert_eq!(sheets.finish(kept).await.unwrap(), "kept.csv");
        assert!(sheets.finish(kept).await.is_err());
        let names = std::fs::read_dir(folder.path()).unwrap().flatten();
        let names: Vec<_> = names.map(|entry| entry.file_name()).collect();
        assert_eq!(names, ["kept.csv"]);
    }

    #[tokio::test]
    async fn what_cannot_be_written_is_said_so() {
        let folder = tempfile::tempdir().unwrap();
        let sheets = OpenSheets::default();
        let place = folder.path().join("gone");
        std::fs::create_dir(&place).unwrap();
        let key = sheets.put(begun(&place, "a.csv"));
        std::fs::remove_dir(&place).unwrap();
        let failure = sheets.finish(key).await.unwrap_err();
        assert_eq!(failure.reason, Reason::FileNotWritten);
    }

    #[tokio::test]
    async fn one_that_is_printed_is_no_file_and_one_that_is_exported_is_not_printed() {
        let folder = tempfile::tempdir().unwrap();
        let sheets = OpenSheets::default();
        let exported = sheets.put(begun(folder.path(), "a.csv"));
        assert!(sheets.printed(exported, |_| Ok(())).await.is_err());
        let table = sheets.put(printed());
        sheets.add(table, rows()).await.unwrap();
        // It stays open: it is looked at as often as somebody likes.
        for _ in 0..2 {
            sheets.printed(table, |_| Ok(())).await.unwrap();
        }
        assert!(sheets.finish(table).await.is_err());
        assert!(sheets.printed(table, |_| Ok(())).await.is_err());
        sheets.finish(exported).await.unwrap();
    }

    #[tokio::test]
    async fn what_ends_in_a_panic_is_said_so_too() {
        let failure = written::<()>(|| panic!("the disk is full")).await.unwrap_err();
        assert_eq!(failure.reason, Reason::FileNotWritten);
    }

    #[test]
    fn tables_that_were_left_behind_do_not_pile_up() {
        let folder = tempfile::tempdir().unwrap();
        let sheets = OpenSheets::default();
        for _ in 0..100 {
            sheets.put(begun(folder.path(), "a.csv"));
        }
        assert_eq!(sheets.0.lock().open.len(), OPEN);
    }

    #[test]
    fn r_w5_a_file_is_offered_under_a_name_and_never_a_path() {
        for (name, offered) in [
            ("Movements", "stockhand-movements.xlsx"),
            ("Emplacements de stockage", "stockhand-emplacements-de-stockage.xlsx"),
            ("../../etc/passwd", "stockhand-etc-passwd.xlsx"),
            ("حركات", "stockhand-حركات.xlsx"),
            ("\0 \u{202e}", "stockhand.xlsx"),
            ("", "stockhand.xlsx"),
        ] {
            assert_eq!(offered_name(name, "xlsx"), offered, "{name:?}");
        }
        assert!(offered_name(&"long ".repeat(99), "csv").chars().count() < 80);
    }
}

//! Writing files so that they are whole or not there. Settings and exports use it.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file whole, in the place of the one before it, or not at all; on the disk when this
/// answers.
///
/// # Errors
/// What stood in the way; the file before is then as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    let written = write(&new, bytes).and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        // What is left of it is of no use to anybody.
        let _ = fs::remove_file(&new);
    }
    written?;
    sync_folder(path)
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A new name lasts once its folder is on the disk.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

/// Elsewhere folders are not opened as files.
#[cfg(not(unix))]
fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}

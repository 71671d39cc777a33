//! What is kept on this computer is for this user alone: folders and files that nobody else may look
//! into, and no link followed that somebody planted. Used by everything here and in the shell that
//! makes a file. Where the system knows no owners and modes, files are as the system makes them.

use std::{
    fs::{self, DirBuilder, File, Metadata, OpenOptions},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use secrecy::SecretString;

/// What this process makes from now on is closed to others, whoever makes it: the web view and the
/// database too. The first thing a program does.
pub fn by_default() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// Makes the folder that holds everything, or takes the one that is there: closes it and all in it to
/// others, and takes away what a killed program left half written. It may be reached by a link, as it
/// is the user who says where it is; nothing in it may.
///
/// # Errors
/// It cannot be made, or belongs to somebody else.
pub fn data_folder(path: &Path) -> io::Result<()> {
    make_folders(path)?;
    close(path, &fs::metadata(path)?)?;
    // Its own files and folders, those of the profiles, and theirs.
    close_all_in(path, 3)
}

/// Makes a folder, or takes the one that is there and closes it to others.
///
/// # Errors
/// It cannot be made, belongs to somebody else, or is a link.
pub fn folder(path: &Path) -> io::Result<()> {
    make_folders(path)?;
    close(path, &fs::symlink_metadata(path)?)
}

/// Opens a file for writing, making it if it is missing; what is in it stays.
///
/// # Errors
/// What stood in the way; a link does.
pub fn open(path: &Path) -> io::Result<File> {
    options().write(true).create(true).truncate(false).open(path)
}

/// Reads a file.
///
/// # Errors
/// What stood in the way; a link does.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    options().read(true).open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The same of a text.
///
/// # Errors
/// What stood in the way, or that it is none.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Writes a file whole, in the place of the one before it, or not at all; on the disk when this
/// answers. A link in its place is replaced and not followed.
///
/// # Errors
/// What stood in the way; the file before is then as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |file| file.write_all(bytes))
}

/// The same of what is longer than memory should hold: it is written piece by piece.
///
/// # Errors
/// As of [`replace`], and what `write` says.
pub fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    put(path, write, true)?;
    sync_folder(path)
}

/// The same, and when it reaches the disk is left to the system: for what is only a note.
///
/// # Errors
/// As of [`replace`].
pub fn replace_soon(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, |file| file.write_all(bytes), false)
}

/// Closes a file to others that is there already, if it is.
///
/// # Errors
/// It belongs to somebody else, or is a link.
pub fn file(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(metadata) => close(path, &metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

fn put(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>, sync: bool) -> io::Result<()> {
    let beside = Unfinished(beside(path)?);
    let mut file = options().write(true).create_new(true).open(&beside.0)?;
    write(&mut file)?;
    if sync {
        file.sync_all()?;
    }
    fs::rename(&beside.0, path)
}

/// A file that is being written. What is left of it is of no use to anybody, also where the writing panics; once
/// it has its own name, nothing is.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A word that nobody can guess: 32 letters and digits.
///
/// # Errors
/// The system has no random numbers.
pub fn random_word() -> io::Result<SecretString> {
    Ok(SecretString::from(format!("{:016x}{:016x}", random()?, random()?)))
}

fn random() -> io::Result<u64> {
    getrandom::u64().map_err(|error| io::Error::other(error.to_string()))
}

/// The end of the name of a file that is being written.
const UNFINISHED: &str = ".new";

/// A name beside a file that nobody can know before.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(path.with_file_name(format!(".{name}.{:016x}{UNFINISHED}", random()?)))
}

fn is_unfinished(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && name.ends_with(UNFINISHED)
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let no_links = rustix::fs::OFlags::NOFOLLOW.bits().cast_signed();
        options.mode(0o600).custom_flags(no_links);
    }
    options
}

fn make_folders(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// What others may do with it is taken away.
#[cfg(unix)]
fn close(path: &Path, metadata: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    let refused = |why: &str| {
        let problem = format!("{}: {why}", path.display());
        Err(io::Error::new(io::ErrorKind::PermissionDenied, problem))
    };
    if metadata.file_type().is_symlink() {
        return refused("a link stands in its place");
    }
    if metadata.uid() != rustix::process::geteuid().as_raw() {
        return refused("it belongs to another user");
    }
    let mode = metadata.permissions().mode() & 0o7777;
    if mode & 0o077 != 0
        && let Err(problem) = fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700))
    {
        // Some file systems know no modes.
        tracing::warn!(path = %path.display(), ?problem, "what others may do stays as it was");
    }
    Ok(())
}

/// The same where the system has its own ways.
#[cfg(not(unix))]
fn close(_path: &Path, _metadata: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Closes what an earlier version, or somebody else, left open. Links are left: what reads a file
/// does not follow one.
fn close_all_in(folder: &Path, depth: u8) -> io::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        let (path, Ok(metadata)) = (entry.path(), entry.metadata()) else { continue };
        if metadata.is_file() && is_unfinished(&path) {
            let _ = fs::remove_file(&path);
            continue;
        }
        // What belongs to somebody else is refused when it is to be used.
        let _ = close(&path, &metadata);
        if metadata.is_dir() && depth > 1 {
            close_all_in(&path, depth - 1)?;
        }
    }
    Ok(())
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

#[cfg(test)]
#[cfg(unix)]
mod tests;

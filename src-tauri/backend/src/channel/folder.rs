//! The shared folder: a file for each station, which that station alone writes, line by line at its end. Other
//! files, links, long lines and lines that are no records are passed over.

use std::{
    collections::{HashMap, HashSet},
    ffi::{OsStr, OsString},
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use rules::channel::record::SharedRecord;
use uuid::Uuid;

/// At most so many files of others are read.
const MOST_FILES: usize = 1_000;
/// At most so much is read of a file at once.
const MOST_BYTES: u64 = 8 * 1_024 * 1_024;
/// So much before the place where a file was left off is compared: another file may have its name by now.
const TAIL: usize = 64;

/// A folder that is used as the channel.
#[derive(Debug)]
pub(crate) struct Folder {
    root: PathBuf,
    path: PathBuf,
    service: String,
    own: OsString,
    places: HashMap<OsString, Place>,
    /// What stands in the file of this station.
    there: HashSet<Uuid>,
}

/// Where a file was left off.
#[derive(Clone, Debug, Default)]
struct Place {
    offset: u64,
    tail: Vec<u8>,
}

/// What was read of a file.
struct ReadFile {
    records: Vec<SharedRecord>,
    after: Place,
    /// It was read from its beginning.
    anew: bool,
    /// There is more to read.
    more: bool,
}

impl Folder {
    /// Opens the place of a service in a folder that is there.
    pub(crate) fn open(root: PathBuf, service: &str, station: Uuid) -> io::Result<Self> {
        if !fs::metadata(&root)?.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotADirectory, "it is no folder"));
        }
        let path = root.join(format!("stockhand-{service}"));
        // It may be there already where nothing can be written.
        if !fs::metadata(&path).is_ok_and(|found| found.is_dir()) {
            fs::create_dir_all(&path)?;
        }
        let own = OsString::from(format!("{station}.jsonl"));
        let (places, there) = (HashMap::new(), HashSet::new());
        Ok(Self { root, path, service: service.to_owned(), own, places, there })
    }

    /// Whether it is in the folder of this path.
    pub(crate) fn is_in(&self, root: &Path) -> bool {
        self.root == root
    }

    /// What stands in the file of this station, as far as it was read or written.
    pub(crate) fn there(&self) -> &HashSet<Uuid> {
        &self.there
    }

    /// Reads whole lines of other stations that were not read before.
    pub(crate) fn read_others(&mut self) -> io::Result<Vec<SharedRecord>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            // The kind of a link is a link: it is not followed.
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            let name = entry.file_name();
            let is_named = name.to_str().is_some_and(|name| name.ends_with(".jsonl"));
            if is_file && is_named && name != self.own {
                names.push(name);
            }
        }
        names.sort();
        names.truncate(MOST_FILES);
        let mut records = Vec::new();
        for name in names {
            // A file that cannot be read now is read the next time.
            let Ok(read) = self.read_file(&name) else { continue };
            records.extend(read.records);
            self.places.insert(name, read.after);
        }
        Ok(records)
    }

    /// Reads what is new in the file of this station to its end: only then it is known what does not stand in it.
    pub(crate) fn read_own(&mut self) -> io::Result<Vec<SharedRecord>> {
        let own = self.own.clone();
        let mut records = Vec::new();
        let is_there = is_there(&self.path.join(&own));
        if !matches!(is_there, Ok(true)) {
            self.there.clear();
            self.places.remove(&own);
            return is_there.map(|_| records);
        }
        loop {
            let read = self.read_file(&own)?;
            // It may have been cut, or be another one by now.
            if read.anew {
                self.there.clear();
            }
            self.there.extend(read.records.iter().map(|record| record.id));
            self.places.insert(own.clone(), read.after);
            records.extend(read.records);
            if !read.more {
                return Ok(records);
            }
        }
    }

    fn read_file(&self, name: &OsStr) -> io::Result<ReadFile> {
        let mut file = open(&self.path.join(name), OpenOptions::new().read(true))?;
        let length = file.metadata()?.len();
        let mut place = self.places.get(name).cloned().unwrap_or_default();
        if length < place.offset || !is_same(&mut file, &place)? {
            place = Place::default();
        }
        let anew = place.offset == 0;
        file.seek(SeekFrom::Start(place.offset))?;
        let mut bytes = Vec::new();
        file.take(MOST_BYTES).read_to_end(&mut bytes)?;
        // A line that is being written is read once it has its end; one that has none is passed over.
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map(|at| at + 1);
        let more = u64::try_from(bytes.len()).is_ok_and(|read| read == MOST_BYTES);
        let end = match end {
            Some(end) => end,
            None if more => bytes.len(),
            None => return Ok(ReadFile { records: Vec::new(), after: place, anew, more }),
        };
        let lines = bytes[..end].split(|byte| *byte == b'\n');
        let records = lines.filter_map(|line| SharedRecord::read(line, &self.service)).collect();
        place.offset += u64::try_from(end).unwrap_or(0);
        place.tail = bytes[end.saturating_sub(TAIL)..end].to_vec();
        Ok(ReadFile { records, after: place, anew, more })
    }

    /// Writes records at the end of this station's file.
    pub(crate) fn append(&mut self, records: &[SharedRecord]) -> io::Result<()> {
        if records.is_empty() {
            return Ok(());
        }
        let path = self.path.join(&self.own);
        is_there(&path)?;
        let mut file = open(&path, OpenOptions::new().create(true).append(true).read(true))?;
        // What was cut while it was written is a line of its own.
        let length = file.metadata()?.len();
        let mut text = String::new();
        if length > 0 {
            file.seek(SeekFrom::End(-1))?;
            let mut last = [0];
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                text.push('\n');
            }
        }
        records.iter().for_each(|record| text.push_str(&record.line()));
        file.write_all(text.as_bytes())?;
        file.sync_data()?;
        self.there.extend(records.iter().map(|record| record.id));
        Ok(())
    }
}

/// Whether the file of this station is there; what is something else in its place is an error.
fn is_there(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => Ok(true),
        Ok(_) => Err(no_file()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Opens a file, and nothing a link shows at.
fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt as _;
        // Nor waits it for somebody at the other end of a pipe that was put there a moment ago.
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed());
    }
    let file = options.open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(no_file()),
    }
}

fn no_file() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidInput,
        "something else stands in the place of this station's file",
    )
}

/// Whether a file still has before its place what it had there.
fn is_same(file: &mut File, place: &Place) -> io::Result<bool> {
    let before = u64::try_from(place.tail.len()).unwrap_or(0);
    file.seek(SeekFrom::Start(place.offset.saturating_sub(before)))?;
    let mut now = vec![0; place.tail.len()];
    Ok(file.read_exact(&mut now).is_ok() && now == place.tail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channel::scene;

    const OWN: u128 = 1;

    fn record(station: u128, number: u64, decided: &str) -> SharedRecord {
        scene::record("s", station, number, decided)
    }

    fn open_in(root: &Path) -> Folder {
        Folder::open(root.to_owned(), "s", Uuid::from_u128(OWN)).unwrap()
    }

    fn own_file(root: &Path) -> PathBuf {
        root.join("stockhand-s").join(format!("{}.jsonl", Uuid::from_u128(OWN)))
    }

    /// A pass as the channel makes it; answers how many records were written.
    fn pass(folder: &mut Folder, own: &[SharedRecord]) -> usize {
        folder.read_others().unwrap();
        folder.read_own().unwrap();
        let is_missing = |record: &&SharedRecord| !folder.there().contains(&record.id);
        let missing: Vec<_> = own.iter().filter(is_missing).cloned().collect();
        folder.append(&missing).unwrap();
        missing.len()
    }

    #[test]
    fn its_own_file_is_written_once_however_many_files_are_there() {
        let root = tempfile::tempdir().unwrap();
        let (mut folder, own) = (open_in(root.path()), [record(OWN, 1, "x"), record(OWN, 2, "y")]);
        for number in 0..MOST_FILES + 10 {
            fs::write(root.path().join(format!("stockhand-s/{number:08}!.jsonl")), "").unwrap();
            // All of them stand before it.
            fs::write(root.path().join(format!("stockhand-s/!{number}.jsonl")), "").unwrap();
        }
        assert_eq!(pass(&mut folder, &own), 2);
        for _ in 0..3 {
            assert_eq!(pass(&mut folder, &own), 0);
        }
        assert_eq!(pass(&mut open_in(root.path()), &own), 0);
        // A copy somebody made of it is not the file.
        fs::rename(own_file(root.path()), own_file(root.path()).with_file_name("!.jsonl")).unwrap();
        assert_eq!(pass(&mut folder, &own), 2);
    }

    #[test]
    fn a_long_file_of_its_own_is_read_to_its_end_before_it_is_written() {
        let root = tempfile::tempdir().unwrap();
        let long = "x".repeat(60_000);
        let own: Vec<_> = (1..=300).map(|number| record(OWN, number, &long)).collect();
        assert_eq!(pass(&mut open_in(root.path()), &own), 300);
        let length = fs::metadata(own_file(root.path())).unwrap().len();
        assert!(length > 2 * MOST_BYTES);
        assert_eq!(pass(&mut open_in(root.path()), &own), 0);
        assert_eq!(fs::metadata(own_file(root.path())).unwrap().len(), length);
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_where_a_link_shows_at() {
        let root = tempfile::tempdir().unwrap();
        let mut folder = open_in(root.path());
        let elsewhere = root.path().join("elsewhere");
        fs::write(&elsewhere, "mine").unwrap();
        std::os::unix::fs::symlink(&elsewhere, own_file(root.path())).unwrap();
        assert!(folder.read_own().is_err());
        assert!(folder.append(&[record(OWN, 1, "x")]).is_err());
        let mut options = OpenOptions::new();
        assert!(open(&own_file(root.path()), options.append(true)).is_err(), "nor a moment later");
        assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "mine");
        assert!(folder.read_others().is_ok(), "what others wrote is read all the same");
        fs::remove_file(own_file(root.path())).unwrap();
        assert_eq!(pass(&mut folder, &[record(OWN, 1, "x")]), 1);
    }
}

//! The shared folder: a file for each station, which that station alone writes, line by line at its end. Other
//! files, links, long lines and lines that are no records are passed over.

use std::{
    collections::HashMap,
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use rules::channel::record::Record;
use uuid::Uuid;

/// At most so many files are read.
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
}

/// Where a file was left off.
#[derive(Clone, Debug, Default)]
struct Place {
    offset: u64,
    tail: Vec<u8>,
}

/// What was read.
#[derive(Debug, Default)]
pub(crate) struct NewRecords {
    pub records: Vec<Record>,
    /// The file of this station was read from its beginning.
    pub own_anew: bool,
}

impl Folder {
    /// Opens the place of a service in a folder that is there.
    pub(crate) fn open(root: PathBuf, service: &str, station: Uuid) -> io::Result<Self> {
        if !fs::metadata(&root)?.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotADirectory, "it is no folder"));
        }
        let path = root.join(format!("stockhand-{service}"));
        fs::create_dir_all(&path)?;
        let own = OsString::from(format!("{station}.jsonl"));
        Ok(Self { root, path, service: service.to_owned(), own, places: HashMap::new() })
    }

    /// Whether it is in the folder of this path.
    pub(crate) fn is_in(&self, root: &Path) -> bool {
        self.root == root
    }

    /// Reads whole lines that were not read before.
    pub(crate) fn read_new(&mut self) -> io::Result<NewRecords> {
        let mut new = NewRecords::default();
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            // The kind of a link is a link: it is not followed.
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            let name = entry.file_name();
            if is_file && name.to_str().is_some_and(|name| name.ends_with(".jsonl")) {
                names.push(name);
            }
        }
        names.sort();
        names.truncate(MOST_FILES);
        new.own_anew = !names.contains(&self.own);
        for name in names {
            let place = self.places.get(&name).cloned().unwrap_or_default();
            // A file that cannot be read now is read the next time.
            let Ok((records, after)) = self.read_file(&name, place.clone()) else { continue };
            if name == self.own && (place.offset == 0 || after.offset < place.offset) {
                new.own_anew = true;
            }
            new.records.extend(records);
            self.places.insert(name, after);
        }
        Ok(new)
    }

    fn read_file(&self, name: &OsString, place: Place) -> io::Result<(Vec<Record>, Place)> {
        let mut file = File::open(self.path.join(name))?;
        let length = file.metadata()?.len();
        let mut place = place;
        if length < place.offset || !is_same(&mut file, &place)? {
            place = Place::default();
        }
        file.seek(SeekFrom::Start(place.offset))?;
        let mut bytes = Vec::new();
        file.take(MOST_BYTES).read_to_end(&mut bytes)?;
        // A line that is being written is read once it has its end; one that has none is passed over.
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map(|at| at + 1);
        let is_full = u64::try_from(bytes.len()).is_ok_and(|read| read == MOST_BYTES);
        let end = match end {
            Some(end) => end,
            None if is_full => bytes.len(),
            None => return Ok((Vec::new(), place)),
        };
        let lines = bytes[..end].split(|byte| *byte == b'\n');
        let records = lines.filter_map(|line| Record::read(line, &self.service)).collect();
        place.offset += u64::try_from(end).unwrap_or(0);
        place.tail = bytes[end.saturating_sub(TAIL)..end].to_vec();
        Ok((records, place))
    }

    /// Writes records at the end of this station's file.
    pub(crate) fn append(&mut self, records: &[Record]) -> io::Result<()> {
        if records.is_empty() {
            return Ok(());
        }
        let path = self.path.join(&self.own);
        let mut file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
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
        file.sync_data()
    }
}

/// Whether a file still has before its place what it had there.
fn is_same(file: &mut File, place: &Place) -> io::Result<bool> {
    let before = u64::try_from(place.tail.len()).unwrap_or(0);
    file.seek(SeekFrom::Start(place.offset.saturating_sub(before)))?;
    let mut now = vec![0; place.tail.len()];
    Ok(file.read_exact(&mut now).is_ok() && now == place.tail)
}

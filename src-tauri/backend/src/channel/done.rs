//! What was done in a shared folder, on a thread that may wait.

use contract::ChannelTrouble;
use rules::channel::record::SharedRecord;

use super::folder::Folder;

/// What was done in a folder.
#[derive(Default)]
pub(super) struct Done {
    /// The folder, unless it could not be opened or read.
    pub folder: Option<Folder>,
    pub records: Vec<SharedRecord>,
    pub trouble: Option<ChannelTrouble>,
}

impl Done {
    /// Reads what is new. Where this station's own file cannot be read, what others wrote is.
    pub(super) fn read(folder: std::io::Result<Folder>) -> Self {
        let read = folder.and_then(|mut folder| {
            let records = folder.read_others()?;
            Ok((folder, records))
        });
        let (mut folder, mut records) = match read {
            Ok(read) => read,
            Err(error) => return Self { trouble: Some(failed(error)), ..Self::default() },
        };
        let own = folder.read_own().map(|own| records.extend(own));
        Self { folder: Some(folder), records, trouble: own.err().map(failed) }
    }

    /// Writes what does not stand in it.
    pub(super) fn write(mut folder: Folder, missing: &[SharedRecord]) -> Self {
        let written = folder.append(missing);
        let trouble = written.err().map(failed);
        Self { folder: Some(folder), records: Vec::new(), trouble }
    }
}

fn failed(error: std::io::Error) -> ChannelTrouble {
    ChannelTrouble::Failed { why: error.to_string() }
}

//! Who signed in last on this computer: only that user's data is shown without a password.

use std::{io, path::PathBuf};

use parking_lot::Mutex;

use contract::Profile;

use crate::private;

/// Who signed in last.
pub(crate) struct LastUser {
    file: PathBuf,
    /// In this run of the program, should the file not be writable.
    in_this_run: Mutex<Option<Profile>>,
}

impl LastUser {
    /// As the data folder has it.
    pub(crate) fn of(data: &std::path::Path) -> Self {
        Self { file: data.join("last-user.json"), in_this_run: Mutex::default() }
    }

    /// This one did. Blocks; for a thread that may.
    pub(crate) fn is_now(&self, profile: &Profile) {
        *self.in_this_run.lock() = Some(profile.clone());
        if matches!(self.read(), Ok(Some(last)) if last == *profile) {
            return;
        }
        let written = serde_json::to_vec(profile)
            .map_err(io::Error::other)
            .and_then(|bytes| private::replace(&self.file, &bytes));
        if let Err(error) = written {
            tracing::error!(?error, "who signed in last could not be kept");
        }
    }

    /// Whether nobody else signed in after this one. Blocks; for a thread that may.
    pub(crate) fn may_be(&self, profile: &Profile) -> bool {
        let in_this_run = self.in_this_run.lock().clone();
        match (in_this_run, self.read()) {
            (Some(last), _) | (None, Ok(Some(last))) => last == *profile,
            // Data of a version that did not note it.
            (None, Ok(None)) => true,
            // What cannot be read may name anybody.
            (None, Err(_)) => false,
        }
    }

    fn read(&self) -> io::Result<Option<Profile>> {
        match private::read(&self.file) {
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

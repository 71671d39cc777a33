//! One process per profile: a lock on a file beside the database, held as long as the profile is
//! open. The system lets go of it when the process dies, however it dies.

use std::{
    fs::{File, OpenOptions, TryLockError},
    path::Path,
};

use crate::error::StoreFault;

/// The lock; dropping it lets go.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a profile's folder.
    pub(super) fn take(folder: &Path) -> Result<Self, StoreFault> {
        let path = folder.join("lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreFault::InUse),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_once_and_free_again_when_let_go() {
        let folder = tempfile::tempdir().unwrap();
        let first = Lock::take(folder.path()).unwrap();
        assert_eq!(Lock::take(folder.path()).err(), Some(StoreFault::InUse));
        drop(first);
        assert!(Lock::take(folder.path()).is_ok());
    }
}

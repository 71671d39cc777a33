//! One process per profile: a lock on a file beside the database, held as long as the profile is
//! open. The system lets go of it when the process dies, however it dies.

use std::{
    fs::{File, TryLockError},
    path::Path,
    thread::sleep,
    time::Duration,
};

use crate::{error::StoreFault, private};

/// A lock that was let go is held for a moment longer by a program that is being started just then.
const TRIES: u32 = 10;

const BETWEEN: Duration = Duration::from_millis(20);

/// The lock; dropping it lets go.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a profile's folder. Blocks for a moment; for a thread that may.
    pub(super) fn take(folder: &Path) -> Result<Self, StoreFault> {
        let file = private::open(&folder.join("lock"))?;
        for _ in 1..TRIES {
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => sleep(BETWEEN),
                outcome => return Self::taken(file, outcome),
            }
        }
        let outcome = file.try_lock();
        Self::taken(file, outcome)
    }

    fn taken(file: File, outcome: Result<(), TryLockError>) -> Result<Self, StoreFault> {
        match outcome {
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

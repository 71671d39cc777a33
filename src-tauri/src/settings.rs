//! The window's preferences in tauri-plugin-store, wrapped. The plugin writes its file in place and
//! forgets a torn one without a word, so a torn file is found before the plugin reads it, put
//! aside, and the last good copy comes back. Preferences only: nothing whose loss hurts.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use contract::{Failure, Reason, Settings};
use serde_json::{Value, json};
use tauri::{AppHandle, Runtime};
use tauri_plugin_store::{Store, StoreBuilder};

use crate::Startup;

const KEY: &str = "settings";
const VERSION: u64 = 1;

type BoxedError = Box<dyn std::error::Error + Send + Sync>;

/// The preferences' file.
pub struct SettingsFile<R: Runtime = tauri::Wry> {
    store: Arc<Store<R>>,
    path: PathBuf,
}

impl<R: Runtime> SettingsFile<R> {
    /// Opens the file in the data folder, after mending it if it is torn.
    ///
    /// # Errors
    /// The folder cannot be made or read.
    pub fn open(app: &AppHandle<R>, data: &Path) -> Startup<Self> {
        std::fs::create_dir_all(data)?;
        // Absolute, because the plugin takes a relative one from its own folder.
        let path = std::path::absolute(data)?.join("settings.json");
        mend(&path)?;
        let store = StoreBuilder::new(app, &path)
            .disable_auto_save()
            .serialize(serialize)
            .deserialize(deserialize)
            .build()?;
        Ok(Self { store, path })
    }

    /// The preferences; what an older version did not know has its default.
    #[must_use]
    pub fn read(&self) -> Settings {
        self.store.get(KEY).and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
    }

    /// Keeps the preferences, and a copy of what was kept.
    ///
    /// # Errors
    /// [`Reason::Storage`] if the file cannot be written; the old one is then still good.
    pub fn write(&self, settings: &Settings) -> Result<(), Failure> {
        self.try_write(settings).map_err(|problem| {
            tracing::error!("settings could not be kept: {problem}");
            Reason::Storage.into()
        })
    }

    fn try_write(&self, settings: &Settings) -> Result<(), BoxedError> {
        self.store.set(KEY, serde_json::to_value(settings)?);
        // The copy first and whole: if the plugin's own write is torn, it is there.
        let values = HashMap::from([(KEY.to_owned(), serde_json::to_value(settings)?)]);
        replace(&last_good(&self.path), &serialize(&values)?)?;
        self.store.save()?;
        Ok(())
    }
}

fn last_good(path: &Path) -> PathBuf {
    path.with_extension("last-good.json")
}

/// Puts a torn file aside and the last good copy in its place.
fn mend(path: &Path) -> std::io::Result<()> {
    let Ok(bytes) = std::fs::read(path) else { return restore(path) };
    if deserialize(&bytes).is_ok() {
        return Ok(());
    }
    tracing::warn!("the settings file was torn; the last good copy is used");
    std::fs::rename(path, path.with_extension("torn.json"))?;
    restore(path)
}

fn restore(path: &Path) -> std::io::Result<()> {
    match std::fs::read(last_good(path)) {
        Ok(copy) if deserialize(&copy).is_ok() => replace(path, &copy),
        _ => Ok(()),
    }
}

/// Writes a file whole or not at all.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let new = path.with_extension("new");
    let mut file = std::fs::File::create(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&new, path)
}

/// The file: the values, with a checksum over their text.
fn serialize(values: &HashMap<String, Value>) -> Result<Vec<u8>, BoxedError> {
    let content = serde_json::to_string(values)?;
    let checksum = crc32fast::hash(content.as_bytes());
    let file = json!({ "version": VERSION, "checksum": checksum, "content": content });
    Ok(serde_json::to_vec_pretty(&file)?)
}

fn deserialize(bytes: &[u8]) -> Result<HashMap<String, Value>, BoxedError> {
    let file: Value = serde_json::from_slice(bytes)?;
    let content = file["content"].as_str().ok_or("no content")?;
    if file["checksum"].as_u64() != Some(u64::from(crc32fast::hash(content.as_bytes()))) {
        return Err("the checksum does not match".into());
    }
    Ok(serde_json::from_str(content)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(theme: &str) -> Vec<u8> {
        serialize(&HashMap::from([(KEY.to_owned(), json!({ "theme": theme }))])).unwrap()
    }

    #[test]
    fn a_file_torn_at_any_byte_gives_way_to_the_last_good_copy() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        let whole = file("dark");
        replace(&last_good(&path), &whole).unwrap();
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            mend(&path).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), whole, "torn after {length} bytes");
        }
        std::fs::write(&path, vec![0; whole.len()]).unwrap();
        mend(&path).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }

    #[test]
    fn a_good_file_stays_as_it_is_and_a_missing_one_is_no_fault() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        mend(&path).unwrap();
        assert!(!path.exists());
        std::fs::write(&path, file("light")).unwrap();
        replace(&last_good(&path), &file("dark")).unwrap();
        mend(&path).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), file("light"));
    }
}

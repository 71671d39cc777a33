//! The window's preferences in tauri-plugin-store, wrapped. The plugin writes its file in place and
//! forgets a torn one without a word, so a torn file is found before the plugin reads it, kept aside,
//! the last good copy comes back, and the user is told. Preferences only: nothing whose loss hurts.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use backend::private;
use contract::{Failure, Reason, Settings, TornSettings};
use serde_json::{Value, json};
use tauri::{AppHandle, Runtime};
use tauri_plugin_store::{Store, StoreBuilder};

use crate::flags::Startup;

const KEY: &str = "settings";
const VERSION: u64 = 1;
/// So many torn files are kept.
const KEPT: u32 = 9;

type BoxedError = Box<dyn std::error::Error + Send + Sync>;

/// The preferences' file.
pub struct SettingsFile<R: Runtime = tauri::Wry> {
    store: Arc<Store<R>>,
    path: PathBuf,
    torn: Option<TornSettings>,
}

impl<R: Runtime> SettingsFile<R> {
    /// Opens the file in the data folder, after mending it if it is torn.
    ///
    /// # Errors
    /// The folder cannot be made or read, or belongs to another user.
    pub fn open(app: &AppHandle<R>, data: &Path) -> Startup<Self> {
        private::data_folder(data)?;
        // Absolute, because the plugin takes a relative one from its own folder.
        let path = std::path::absolute(data)?.join("settings.json");
        let torn = mend(&path)?;
        let store = StoreBuilder::new(app, &path)
            .disable_auto_save()
            .serialize(serialize)
            .deserialize(deserialize)
            .build()?;
        Ok(Self { store, path, torn })
    }

    /// The preferences; what an older version did not know has its default.
    #[must_use]
    pub fn read(&self) -> Settings {
        self.store.get(KEY).and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
    }

    /// What was found damaged at the start.
    #[must_use]
    pub fn torn(&self) -> Option<TornSettings> {
        self.torn.clone()
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
        let value = serde_json::to_value(settings)?;
        let values = HashMap::from([(KEY.to_owned(), value.clone())]);
        // The copy first and whole: if the plugin's own write is torn, it is there.
        private::replace(&last_good(&self.path), &serialize(&values)?)?;
        self.store.set(KEY, value);
        self.store.save()?;
        private::file(&self.path)?;
        // The plugin leaves its file to the system; kept means on the disk.
        File::open(&self.path)?.sync_all()?;
        Ok(())
    }
}

fn last_good(path: &Path) -> PathBuf {
    path.with_extension("last-good.json")
}

/// Keeps a torn file aside and puts the last good copy in its place, if there is one.
fn mend(path: &Path) -> io::Result<Option<TornSettings>> {
    match private::read(path) {
        Ok(bytes) if deserialize(&bytes).is_ok() => return Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            restore(path)?;
            return Ok(None);
        }
        // Torn, a link, or not to be read at all.
        _ => {}
    }
    let kept_as = keep_aside(path)?;
    let restored = restore(path)?;
    if !restored {
        fs::remove_file(path)?;
    }
    tracing::warn!(%kept_as, restored, "the settings file was torn");
    Ok(Some(TornSettings { kept_as, restored }))
}

/// Gives a file a second name. The first one stays until something better is in its place, so that
/// a program killed in between finds and tells it again.
fn keep_aside(path: &Path) -> io::Result<String> {
    let numbered = |number: u32| path.with_extension(format!("torn-{number}.json"));
    let free = (1..=KEPT).map(numbered).find(|path| !path.exists());
    let aside = free.unwrap_or_else(|| numbered(KEPT));
    if aside.exists() {
        fs::remove_file(&aside)?;
    }
    // Some file systems know one name for each file.
    fs::hard_link(path, &aside).or_else(|_| fs::copy(path, &aside).map(drop))?;
    Ok(aside.file_name().unwrap_or_default().to_string_lossy().into_owned())
}

fn restore(path: &Path) -> io::Result<bool> {
    match private::read(&last_good(path)) {
        Ok(copy) if deserialize(&copy).is_ok() => private::replace(path, &copy).map(|()| true),
        _ => Ok(false),
    }
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
mod tests;

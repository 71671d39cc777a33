//! Files that the user hands over, by a dialog of the system or by dropping them on the window: what is in
//! them. Where they are, the page never learns.

use js_sys::{Function, Promise, Reflect};
use leptos::task::spawn_local;
use leptos::web_sys::{Blob, DragEvent, Event, FileReader};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::property::get;

/// What is in a file.
pub struct FileContent {
    /// Its name, without its folder.
    pub name: String,
    /// Its bytes in Base64; `None` where they cannot be read.
    pub base64: Option<String>,
}

/// The file that was selected in a field for files.
pub fn selected_file(event: &Event) -> Option<JsValue> {
    let field = event.target()?;
    let file = first_of(&get(&field, "files")?);
    // The same file, corrected, can be selected again.
    let _ = Reflect::set(&field, &"value".into(), &"".into());
    file
}

/// The first of the files that were dropped; nothing where something else was.
pub fn dropped_file(event: &DragEvent) -> Option<JsValue> {
    first_of(&get(event.data_transfer()?.as_ref(), "files")?)
}

/// Whether what is held over the window is a file.
pub fn holds_file(event: &DragEvent) -> bool {
    let kinds = event.data_transfer().and_then(|held| get(held.as_ref(), "types"));
    kinds.is_some_and(|kinds| js_sys::Array::from(&kinds).includes(&"Files".into(), 0))
}

fn first_of(files: &JsValue) -> Option<JsValue> {
    get(files, "0").filter(JsValue::is_object)
}

/// Reads a file: what is in it, unless it is longer than so many bytes.
pub fn read_content(file: JsValue, limit: usize, then: impl FnOnce(Option<FileContent>) + 'static) {
    let Some(name) = get(&file, "name").and_then(|name| name.as_string()) else { return };
    if !is_at_most(&file, limit) {
        return then(None);
    }
    spawn_local(async move {
        let base64 = base64_of(&file).await;
        then(Some(FileContent { name, base64 }));
    });
}

/// Reads a text file that was selected: its name, and what is in it; nothing where it is longer than what is
/// imported, or cannot be read.
pub fn read_file(event: &Event, then: impl FnOnce(Option<(String, String)>) + 'static) {
    if let Some(file) = selected_file(event) {
        spawn_local(async move { then(text_of(&file).await) });
    }
}

async fn text_of(file: &JsValue) -> Option<(String, String)> {
    if !is_at_most(file, contract::IMPORT_LIMIT) {
        return None;
    }
    let name = get(file, "name")?.as_string()?;
    let read: Function = get(file, "text")?.dyn_into().ok()?;
    let promise: Promise = read.call0(file).ok()?.dyn_into().ok()?;
    Some((name, JsFuture::from(promise).await.ok()?.as_string()?))
}

async fn base64_of(file: &JsValue) -> Option<String> {
    let reader = FileReader::new().ok()?;
    let read = Promise::new(&mut |resolve, reject| {
        reader.set_onload(Some(&resolve));
        reader.set_onerror(Some(&reject));
    });
    reader.read_as_data_url(file.unchecked_ref::<Blob>()).ok()?;
    JsFuture::from(read).await.ok()?;
    let address = reader.result().ok()?.as_string()?;
    // An empty file has an address without a part for it.
    Some(address.split_once(',').map(|(_, content)| content).unwrap_or_default().to_owned())
}

fn is_at_most(file: &JsValue, limit: usize) -> bool {
    #[allow(clippy::cast_precision_loss, reason = "it is far below 2^53")]
    let limit = limit as f64;
    get(file, "size").and_then(|size| size.as_f64()).is_some_and(|size| size <= limit)
}

//! The only border between the window and JavaScript: commands to the native process and its
//! `changed` events, the clock, the texts and the system's language, and `Intl`. Called by `query`,
//! `format`, `i18n`, `session` and `look`. Deliberately absent: decisions, and any knowledge of what
//! is on screen.
//!
//! Both directions carry JSON: text is parsed by the engine on the way out and by serde on the way
//! in, so that each type is decoded by one deserialiser only.

mod files;
mod property;

use std::cell::RefCell;

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, Utc};
use contract::{Command, Failure, LineRef, MovementKey, OperationKey, Reason, Topic};
use js_sys::{Array, Date, Function, JSON, Object, Promise, Reflect, Uint8Array};
use leptos::task::spawn_local;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::json;
use property::get;

pub use files::{FileContent, dropped_file, holds_file, read_content, read_file, selected_file};

/// A command as it is sent.
#[derive(Clone, PartialEq)]
pub struct Request {
    name: &'static str,
    json: String,
    bytes: bool,
}

impl Request {
    /// The command, written down. (What could not be written would be refused as no JSON.)
    pub fn of<C: Command>(command: &C) -> Self {
        let json = serde_json::to_string(command).unwrap_or_default();
        Self { name: C::NAME, json, bytes: C::BYTES }
    }
}

/// Sends a command and waits for its reply.
pub async fn call<C: Command>(command: &C) -> Result<C::Reply, Failure> {
    let reply = exchange(&Request::of(command)).await;
    decode(C::NAME, reply)
}

/// Sends a command and hands its answer over. For generic callers: what waits is the same code for
/// every command.
pub fn ask<C: Command>(command: &C, then: impl FnOnce(Result<C::Reply, Failure>) + 'static) {
    answer(Request::of(command), then);
}

/// Sends what was written down and hands over its answer, which is read as what it is taken for.
pub fn answer<T: DeserializeOwned>(
    request: Request,
    then: impl FnOnce(Result<T, Failure>) + 'static,
) {
    let name = request.name;
    spawn(request, Box::new(move |reply| then(decode(name, reply))));
}

/// Calls `changed` with the topics of every `changed` event, as long as the window lives.
pub async fn on_changed(changed: impl Fn(Vec<Topic>) + 'static) {
    let hear = move |event: JsValue| {
        let topics = get(&event, "payload")
            .and_then(|payload| json::read(json_of(&payload).as_bytes()).ok());
        changed(topics.unwrap_or_default());
    };
    listen("changed", Box::new(hear)).await;
}

/// Calls `closing` when the shell is about to close the window and lets it say something first.
pub fn on_closing(closing: impl Fn() + 'static) {
    spawn_local(listen("closing", Box::new(move |_| closing())));
}

/// Hears that a notice of the desktop was pressed, and which line it is about.
pub fn on_notice_pressed(pressed: impl Fn(Option<LineRef>) + 'static) {
    let hear = move |event: JsValue| {
        let line = get(&event, "payload")
            .and_then(|payload| json::read::<Option<LineRef>>(json_of(&payload).as_bytes()).ok());
        pressed(line.flatten());
    };
    spawn_local(listen("notice_pressed", Box::new(hear)));
}

async fn listen(event: &'static str, hear: Box<dyn Fn(JsValue)>) {
    let handler = Closure::<dyn FnMut(JsValue)>::new(hear);
    let listening = async {
        let internals = internals()?;
        let transform: Function = get(&internals, "transformCallback")?.dyn_into().ok()?;
        let id = transform.call1(&internals, handler.as_ref()).ok()?;
        let target = object(&[("kind", JsValue::from_str("Any"))]);
        let args = object(&[("event", event.into()), ("target", target), ("handler", id)]);
        send("plugin:event|listen", &args).await.ok()
    };
    if listening.await.is_none() {
        log(&format!("The window does not hear {event}."));
    }
    // The handler lives as long as the window does; there is no moment to release it.
    handler.forget();
}

/// The user's today, by the clock of this computer.
pub fn today() -> NaiveDate {
    let date = Date::new_0();
    let year = i32::try_from(date.get_full_year()).unwrap_or(1970);
    NaiveDate::from_ymd_opt(year, date.get_month() + 1, date.get_date()).unwrap_or_default()
}

/// The day of a moment, in this computer's time zone.
pub fn local_day(moment: DateTime<Utc>) -> NaiveDate {
    let date = js_date(moment);
    let year = i32::try_from(date.get_full_year()).unwrap_or(1970);
    NaiveDate::from_ymd_opt(year, date.get_month() + 1, date.get_date()).unwrap_or_default()
}

/// The day and the time of a moment, in this computer's time zone.
pub fn local_time(moment: DateTime<Utc>) -> NaiveDateTime {
    let date = js_date(moment);
    let time = (date.get_hours(), date.get_minutes(), date.get_seconds());
    local_day(moment).and_hms_opt(time.0, time.1, time.2).unwrap_or_default()
}

/// The minute of the day, in this computer's time zone.
pub fn minute_of_day() -> u16 {
    let now = Date::new_0();
    u16::try_from(now.get_hours() * 60 + now.get_minutes()).unwrap_or_default()
}

/// A key for a movement that is about to be made here.
pub fn new_movement_key() -> MovementKey {
    MovementKey(uuid::Uuid::now_v7())
}

/// A name for an operation that is about to be asked for.
pub fn new_operation_key() -> OperationKey {
    OperationKey(uuid::Uuid::now_v7())
}

/// The language the system asks for, as a tag (`fr-CA`).
pub fn system_language() -> String {
    web_sys::window().and_then(|window| window.navigator().language()).unwrap_or_default()
}

/// The texts of a language, as `boot.js` put them together: in the order of their keys, with zero
/// bytes between. `None` where it could not read them.
#[cfg(target_arch = "wasm32")]
pub fn texts(language: &str) -> Option<String> {
    get(&get(&js_sys::global(), "stockhandTexts")?, language)?.as_string()
}

/// The texts of a language, for tests without an engine.
#[cfg(not(target_arch = "wasm32"))]
pub fn texts(language: &str) -> Option<String> {
    use std::collections::BTreeMap;

    let file = format!("{}/locales/{language}.json", env!("CARGO_MANIFEST_DIR"));
    let groups: BTreeMap<String, BTreeMap<String, Value>> =
        serde_json::from_slice(&std::fs::read(file).ok()?).ok()?;
    let said = |text: &Value| match text.as_object() {
        Some(counted) => {
            let parts = counted.iter().map(|(name, text)| {
                [name.as_str(), text.as_str().unwrap_or_default()].join("\u{1}")
            });
            parts.collect::<Vec<_>>().join("\u{1}")
        }
        None => text.as_str().unwrap_or_default().to_owned(),
    };
    let texts = groups.values().flat_map(BTreeMap::values).map(said);
    Some(texts.collect::<Vec<_>>().join("\0"))
}

/// Whether the shell of a build for tests asks for long texts from right to left.
#[cfg(target_arch = "wasm32")]
pub fn is_pseudo() -> bool {
    get(&js_sys::global(), "stockhandPseudo").is_some()
}

/// Tests without an engine see the texts as they are.
#[cfg(not(target_arch = "wasm32"))]
pub fn is_pseudo() -> bool {
    false
}

/// Writes a day the way a locale does; `options` are `Intl.DateTimeFormat`'s as JSON.
pub fn format_day(tag: &str, options: &'static str, day: NaiveDate) -> String {
    let year = u32::try_from(day.year()).unwrap_or(1970);
    // Noon: no change of summer time moves it into a neighbouring day.
    let month = i32::try_from(day.month0()).unwrap_or(0);
    let date_of_month = i32::try_from(day.day()).unwrap_or(1);
    let date = Date::new_with_year_month_day_hr(year, month, date_of_month, 12);
    apply("DateTimeFormat", tag, options, &date)
}

/// Writes a moment in this computer's time zone, the way a locale does.
pub fn format_moment(tag: &str, options: &'static str, moment: DateTime<Utc>) -> String {
    apply("DateTimeFormat", tag, options, &js_date(moment))
}

/// Writes a number, for tests without an engine.
#[cfg(not(target_arch = "wasm32"))]
pub fn format_number(_tag: &str, number: i64) -> String {
    number.to_string()
}

/// Writes a number the way a locale does.
#[cfg(target_arch = "wasm32")]
#[allow(clippy::cast_precision_loss)] // JavaScript's numbers are exact up to 9 * 10^15
pub fn format_number(tag: &str, number: i64) -> String {
    apply("NumberFormat", tag, "{}", &JsValue::from_f64(number as f64))
}

/// Writes one half the way a locale does, for tests without an engine.
#[cfg(not(target_arch = "wasm32"))]
pub fn format_half(_tag: &str) -> String {
    "0,5".to_owned()
}

/// Writes one half the way a locale does.
#[cfg(target_arch = "wasm32")]
pub fn format_half(tag: &str) -> String {
    apply("NumberFormat", tag, "{}", &JsValue::from_f64(0.5))
}

/// The plural category of a number in a language, by the tables of CLDR that the engine has for all of
/// them.
#[cfg(target_arch = "wasm32")]
pub fn plural_category(language: &str, count: u32) -> String {
    apply("PluralRules", language, "{}", &count.into())
}

/// The plural category of a number, for tests without an engine. French counts nothing as one too.
#[cfg(not(target_arch = "wasm32"))]
pub fn plural_category(language: &str, count: u32) -> String {
    let is_one = count == 1 || (language == "fr" && count == 0);
    if is_one { "one" } else { "other" }.to_owned()
}

/// A text in small letters, by the engine's tables: Rust's own would be 30 kB of the page.
#[cfg(target_arch = "wasm32")]
pub fn lower(text: &str) -> String {
    js_sys::JsString::from(text).to_lower_case().into()
}

/// A text in small letters and without accents: what is typed in haste finds what is written with
/// care.
#[cfg(target_arch = "wasm32")]
pub fn folded(text: &str) -> String {
    let apart = String::from(js_sys::JsString::from(text).to_lower_case().normalize("NFD"));
    apart.chars().filter(|letter| !('\u{300}'..='\u{36f}').contains(letter)).collect()
}

/// A text in capitals.
#[cfg(target_arch = "wasm32")]
pub fn upper(text: &str) -> String {
    js_sys::JsString::from(text).to_upper_case().into()
}

/// A text in small letters, for tests without an engine.
#[cfg(not(target_arch = "wasm32"))]
pub fn lower(text: &str) -> String {
    text.to_lowercase()
}

/// A text in small letters, for tests without an engine, which alone knows its accents.
#[cfg(not(target_arch = "wasm32"))]
pub fn folded(text: &str) -> String {
    lower(text)
}

/// A text in capitals, for tests without an engine.
#[cfg(not(target_arch = "wasm32"))]
pub fn upper(text: &str) -> String {
    text.to_uppercase()
}

/// The number a text begins with (`16px`); not a number where it begins with none.
pub fn number_at_start(text: &str) -> f64 {
    js_sys::parse_float(text)
}

/// Puts a text on the clipboard; to be called for a press of a key or a button. Answers whether the
/// system took it.
pub async fn copy(text: &str) -> bool {
    match with_clipboard("writeText", &text.into()) {
        Some(promise) => JsFuture::from(promise).await.is_ok(),
        None => false,
    }
}

/// A text and a table that the clipboard was promised.
pub struct Promised(Function, Function);

impl Promised {
    /// Keeps the promise.
    pub fn keep(&self, text: &str, html: &str) {
        for (resolve, kept) in [(&self.0, text), (&self.1, html)] {
            // What resolves a promise does not fail.
            let _ = resolve.call1(&JsValue::UNDEFINED, &kept.into());
        }
    }
}

/// Promises the clipboard a text and a table, which may be here only later: the engine lets itself
/// be asked at the press of a key alone. `taken` hears whether the system took them.
pub fn promise_clipboard(taken: impl FnOnce(bool) + 'static) -> Option<Promised> {
    let (mut text, mut html) = (None, None);
    let promise = |resolve: &mut Option<Function>| -> JsValue {
        Promise::new(&mut |resolved, _| *resolve = Some(resolved)).into()
    };
    let promised = [("text/plain", promise(&mut text)), ("text/html", promise(&mut html))];
    let item: Function = get(&js_sys::global(), "ClipboardItem")?.dyn_into().ok()?;
    let item = Reflect::construct(&item, &Array::of1(&object(&promised))).ok()?;
    let writing = with_clipboard("write", &Array::of1(&item))?;
    spawn_local(async move { taken(JsFuture::from(writing).await.is_ok()) });
    Some(Promised(text?, html?))
}

fn with_clipboard(method: &str, given: &JsValue) -> Option<Promise> {
    let clipboard = get(&get(&js_sys::global(), "navigator")?, "clipboard")?;
    let method: Function = get(&clipboard, method)?.dyn_into().ok()?;
    method.call1(&clipboard, given).ok()?.dyn_into().ok()
}

/// Writes a line to the console of the window, for whoever looks for a fault.
pub fn log(line: &str) {
    let console = get(&js_sys::global(), "console");
    let error = console.as_ref().and_then(|console| get(console, "error"));
    if let (Some(console), Some(Ok(error))) = (console, error.map(JsCast::dyn_into::<Function>)) {
        // Nothing is left to tell anybody if even this fails.
        let _ = error.call1(&console, &JsValue::from_str(line));
    }
}

/// What came back, still to be read as what it is.
type Reply = Result<Value, Failure>;

fn spawn(request: Request, then: Box<dyn FnOnce(Reply)>) {
    spawn_local(async move { then(exchange(&request).await) });
}

async fn exchange(request: &Request) -> Reply {
    let reply = invoke(request).await.map_err(|error| failure(&error))?;
    let text =
        if request.bytes { Uint8Array::new(&reply).to_vec() } else { json_of(&reply).into_bytes() };
    json::parse(&text).map_err(|problem| not_expected(request.name, &problem))
}

async fn invoke(request: &Request) -> Result<JsValue, JsValue> {
    send(request.name, &object(&[("request", JSON::parse(&request.json)?)])).await
}

async fn send(name: &str, args: &JsValue) -> Result<JsValue, JsValue> {
    let internals = internals().ok_or_else(|| JsValue::from_str("no native process"))?;
    let invoke: Function = Reflect::get(&internals, &"invoke".into())?.dyn_into()?;
    let promise: Promise = invoke.call2(&internals, &name.into(), args)?.dyn_into()?;
    JsFuture::from(promise).await
}

fn decode<T: DeserializeOwned>(name: &str, reply: Reply) -> Result<T, Failure> {
    json::take(&mut reply?).map_err(|problem| not_expected(name, &problem))
}

fn not_expected(name: &str, problem: &json::Problem) -> Failure {
    let problem = format!("the reply of {name} is not what the window expects: {problem}");
    log(&problem);
    Reason::InvalidRequest { problem }.into()
}

/// What the native process rejects with is a `Failure`; anything else is a fault of our own.
fn failure(error: &JsValue) -> Failure {
    let text = json_of(error);
    json::read(text.as_bytes()).unwrap_or_else(|_| {
        log(&format!("A command was rejected with {text}"));
        Reason::Internal.into()
    })
}

fn json_of(value: &JsValue) -> String {
    JSON::stringify(value).map(String::from).unwrap_or_default()
}

fn internals() -> Option<JsValue> {
    get(&js_sys::global(), "__TAURI_INTERNALS__")
}

fn object(entries: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in entries {
        // Setting a property of a fresh plain object cannot fail.
        let _ = Reflect::set(&object, &JsValue::from_str(name), value);
    }
    object.into()
}

#[allow(clippy::cast_precision_loss)] // moments are far below 9 * 10^15 ms
fn js_date(moment: DateTime<Utc>) -> Date {
    Date::new(&JsValue::from_f64(moment.timestamp_millis() as f64))
}

/// What writes, or counts, in one way: `Intl`'s kind, the locale's tag, the options, and the function itself.
type Formatter = (&'static str, String, &'static str, Function);

thread_local! {
    // A formatter takes a thousand times longer to make than to use. There are a dozen of them.
    static FORMATTERS: RefCell<Vec<Formatter>> = const { RefCell::new(Vec::new()) };
}

fn apply(kind: &'static str, tag: &str, options: &'static str, value: &JsValue) -> String {
    let made = FORMATTERS.with_borrow_mut(|known| {
        let same = |one: &&Formatter| one.0 == kind && one.1 == tag && one.2 == options;
        if let Some((.., formatter)) = known.iter().find(same) {
            return Some(formatter.clone());
        }
        let formatter = formatter(kind, tag, options)?;
        known.push((kind, tag.to_owned(), options, formatter.clone()));
        Some(formatter)
    });
    let written = made.and_then(|format| format.call1(&JsValue::UNDEFINED, value).ok());
    written.and_then(|written| written.as_string()).unwrap_or_default()
}

/// `new Intl[kind](tag, options)`, and of it the method that writes, bound to it.
fn formatter(kind: &str, tag: &str, options: &str) -> Option<Function> {
    let intl = get(&js_sys::global(), "Intl")?;
    let constructor: Function = get(&intl, kind)?.dyn_into().ok()?;
    let arguments = Array::of2(&tag.into(), &JSON::parse(options).ok()?);
    let formatter = Reflect::construct(&constructor, &arguments).ok()?;
    let method = if kind == "PluralRules" { "select" } else { "format" };
    let method: Function = get(&formatter, method)?.dyn_into().ok()?;
    Some(method.bind0(&formatter))
}

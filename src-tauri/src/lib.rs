//! The shell: the only code that knows Tauri. It opens the window, hands every command to the
//! backend's use case of the same name, and tells the window what changed.
//!
//! Deliberately absent: decisions, HTTP, SQL.

mod asking;
mod closing;
mod commands;
mod events;
mod first_profile;
mod flags;
mod graphics;
mod log;
mod notices;
mod page_process;
mod place;
mod practice;
mod settings;
mod sheets;
mod trying;
mod window;

use std::process::ExitCode;

use backend::Backend;
use first_profile::FirstProfile;
use tauri::{AppHandle, Manager, RunEvent, Runtime, WindowEvent};

pub use backend::Flags;
pub use commands::handler;
pub use flags::Startup;
pub use practice::PracticeWarehouse;
pub use settings::SettingsFile;

/// Runs the program until its window is closed.
#[must_use]
pub fn run() -> ExitCode {
    backend::private::by_default();
    let flags = match flags::parse(std::env::args().skip(1)) {
        Ok(flags) => flags,
        Err(instead) => return flags::print(instead),
    };
    let is_prepared = graphics::prepare();
    log::start();
    if !is_prepared {
        tracing::error!(
            "Start Stockhand without TAURI_WEBVIEW_AUTOMATION: it is not to be driven."
        );
        return ExitCode::FAILURE;
    }
    match open(flags) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            tracing::error!("Stockhand could not start: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn open(flags: Flags) -> Startup {
    let app = tauri::Builder::default()
        .plugin(tauri_plugin_store::Builder::new().build())
        .plugin(tauri_plugin_dialog::init())
        .invoke_handler(handler())
        .setup(move |app| {
            prepare(app.handle(), flags)?;
            window::open(app.handle())?;
            Ok(())
        })
        .build(tauri::generate_context!())?;
    app.run(|app, event| hear(app, &event));
    Ok(())
}

/// What the program does about events of its own: closing after saying what waits, and ending in
/// order. Apart from [`run`], so that tests can hear too.
pub fn hear<R: Runtime>(app: &AppHandle<R>, event: &RunEvent) {
    match event {
        RunEvent::WindowEvent { event: WindowEvent::CloseRequested { api, .. }, .. } => {
            closing::requested(app, api);
        }
        RunEvent::Exit => tauri::async_runtime::block_on(close(app)),
        _ => {}
    }
}

/// Makes everything the commands work with: backend, settings, practice warehouse, event pump.
/// Apart from [`run`], so that tests can do it with a runtime that has no window.
///
/// # Errors
/// The data folder cannot be used, or the practice warehouse cannot start.
pub fn prepare<R: Runtime>(app: &AppHandle<R>, flags: Flags) -> Startup {
    let data = match &flags.data {
        Some(data) => data.clone(),
        None => app.path().app_data_dir()?,
    };
    let settings = SettingsFile::open(app, &data)?;
    let log = log::LogFolder::open(&data);
    // What the web view keeps lies there too.
    let flags = Flags { data: Some(data.clone()), ..flags };
    // The backend starts tasks of its own, which needs the runtime's context.
    let backend = tauri::async_runtime::block_on({
        let data = data.clone();
        let elsewhere = asking::elsewhere(app, flags.server.clone());
        let options = backend::Options { probes: true, elsewhere, ..backend::Options::new(data) };
        async move { Backend::open(options) }
    })?;
    let practice = PracticeWarehouse::new(&data)?;
    let (kept, server) = (settings.read(), flags.server.as_deref());
    if flags.practice || practice.was_last(&kept) {
        tauri::async_runtime::block_on(practice.base(&backend))?;
    }
    // Its address may be another one now: then what was read of the one before is shown.
    let is_practice = flags.practice || (server.is_none() && practice.was_last(&kept));
    let first = match is_practice || kept.ask_at_start {
        true => FirstProfile::none(),
        false => FirstProfile::open(&backend, kept, server),
    };
    events::pump(app.clone(), &backend);
    app.manage(backend);
    app.manage(settings);
    app.manage(log);
    app.manage(practice);
    app.manage(first);
    app.manage(flags);
    app.manage(window::FirstPaint::default());
    app.manage(closing::Asked::default());
    app.manage(notices::ShownNotice::default());
    app.manage(sheets::OpenSheets::default());
    app.manage(backend::SystemPrinters::default());
    Ok(())
}

async fn close<R: Runtime>(app: &AppHandle<R>) {
    if let Some(backend) = app.try_state::<Backend>() {
        backend.close().await;
    }
    if let Some(practice) = app.try_state::<PracticeWarehouse>() {
        practice.stop().await;
    }
    if let Some(log) = app.try_state::<log::LogFolder>() {
        log.close();
    }
}

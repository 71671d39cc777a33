//! The shell's own commands: what needs the window, its settings or the practice warehouse. Requests
//! without content are not taken as arguments.

use backend::Backend;
use contract::{
    Certificate, Done, Failure, Reason, SaveSettings, Settings, SignIn, SignedIn, StartOptions,
    Topic, TrustCertificate,
};
use tauri::{AppHandle, Manager as _, Runtime, State};
use tauri_plugin_dialog::DialogExt as _;

use crate::window::FirstPaint;
use crate::{Flags, PracticeWarehouse, SettingsFile, events};

/// A file of certificates is small; anything larger is something else.
const CERTIFICATE_LIMIT: u64 = 1_048_576;

#[tauri::command]
pub(crate) async fn start_options(
    flags: State<'_, Flags>,
    backend: State<'_, Backend>,
    practice: State<'_, PracticeWarehouse>,
) -> Result<StartOptions, Failure> {
    let server = match &flags.server {
        None if flags.practice => Some(practice.base(&backend).await?),
        given => given.clone(),
    };
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Ok(StartOptions { server, practice: flags.practice, version })
}

#[tauri::command]
pub(crate) fn first_painted(paint: State<'_, FirstPaint>) -> Done {
    paint.happened();
    Done {}
}

#[tauri::command]
pub(crate) fn settings<R: Runtime>(app: AppHandle<R>) -> Settings {
    app.state::<SettingsFile<R>>().read()
}

#[tauri::command]
pub(crate) fn save_settings<R: Runtime>(
    app: AppHandle<R>,
    request: SaveSettings,
) -> Result<Settings, Failure> {
    app.state::<SettingsFile<R>>().write(&request.settings)?;
    events::announce(&app, &[Topic::Settings]);
    Ok(request.settings)
}

#[tauri::command]
pub(crate) async fn open_practice(
    backend: State<'_, Backend>,
    practice: State<'_, PracticeWarehouse>,
) -> Result<SignedIn, Failure> {
    let server = practice.base(&backend).await?;
    let user = &::practice::sample::USERS[0];
    let sign_in = SignIn {
        server,
        user_name: user.username.to_owned(),
        password: ::practice::sample::PASSWORD.to_owned(),
        allow_plain_http: false,
    };
    Ok(backend.sign_in(sign_in).await?)
}

#[tauri::command]
pub(crate) async fn choose_certificate<R: Runtime>(
    app: AppHandle<R>,
    backend: State<'_, Backend>,
) -> Result<Option<Certificate>, Failure> {
    let (answer, chosen) = tokio::sync::oneshot::channel();
    app.dialog().file().pick_file(move |file| {
        // The page may be gone by now; then nobody waits for the answer.
        let _ = answer.send(file);
    });
    let Ok(Some(file)) = chosen.await else { return Ok(None) };
    let unusable = || Failure::from(Reason::CertificateFile);
    let path = file.into_path().map_err(|_| unusable())?;
    let length = tokio::fs::metadata(&path).await.map_err(|_| unusable())?.len();
    if length > CERTIFICATE_LIMIT {
        return Err(unusable());
    }
    let pem = tokio::fs::read_to_string(&path).await.map_err(|_| unusable())?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Some(backend.trust_certificate(TrustCertificate { file_name: name, pem }).await?))
}

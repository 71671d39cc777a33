//! The shell's own commands: what needs the window, its settings or the practice warehouse. Requests
//! without content are not taken as arguments.

use std::path::PathBuf;

use backend::{Backend, Flags, PrintedTable, SheetFile, SystemPrinters, private};
use contract::{
    AddSheetRows, BeginPrint, BeginSheet, CancelPrintJob, CancelSheet, Certificate,
    ChooseCertificate, Done, DrawPage, ExportFormat, ExportJournal, ExportTable, Failure,
    FiguresFormat, FinishSheet, PagePicture, PrintJob, PrintPages, PrinterList, ReadChannelScript,
    ReadPrintJob, Reason, SHEET_COLUMNS, SHEET_ROWS, SaveChannelScript, SaveFigures, SaveJournal,
    SavePrint, SaveSettings, SaveTable, SavedFile, Settings, SheetKey, ShowNotice, ShowWaiting,
    SignIn, SignedIn, SiteFile, StartOptions, Topic, TrustCertificate,
};
use tauri::{AppHandle, Manager as _, Runtime, State};
use tauri_plugin_dialog::{DialogExt as _, FileDialogBuilder, FilePath};

use crate::first_profile::FirstProfile;
use crate::log::LogFolder;
use crate::practice::PracticeWarehouse;
use crate::settings::SettingsFile;
use crate::sheets::{OpenSheet, OpenSheets, offered_name, written};
use crate::window::FirstPaint;
use crate::{asking, closing, events, notices};

/// A file of certificates is small; anything larger is something else.
const CERTIFICATE_LIMIT: u64 = 1_048_576;

#[tauri::command]
pub(crate) async fn start_options<R: Runtime>(
    app: AppHandle<R>,
    flags: State<'_, Flags>,
    backend: State<'_, Backend>,
    practice: State<'_, PracticeWarehouse>,
    first: State<'_, FirstProfile>,
    paint: State<'_, FirstPaint>,
) -> Result<StartOptions, Failure> {
    first.opened().await;
    let file = app.state::<SettingsFile<R>>();
    let settings = file.read();
    let was_last = flags.server.is_none() && practice.was_last(&settings);
    let is_practice = flags.practice || was_last;
    let server = match &flags.server {
        None if is_practice => Some(practice.base(&backend).await?),
        given => given.clone(),
    };
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let log_folder = app.state::<LogFolder>().path().display().to_string();
    Ok(StartOptions {
        server,
        // By itself it opens once: a page that is loaded after somebody signed out opens nothing.
        practice: is_practice && !paint.has_happened(),
        version,
        torn_settings: file.torn(),
        log_folder,
        settings,
    })
}

#[tauri::command]
pub(crate) fn first_painted(paint: State<'_, FirstPaint>) -> Done {
    paint.happened();
    Done {}
}

#[tauri::command]
pub(crate) fn show_notice<R: Runtime>(app: AppHandle<R>, request: ShowNotice) -> Done {
    notices::show(&app, request);
    Done {}
}

#[tauri::command]
pub(crate) fn show_waiting<R: Runtime>(app: AppHandle<R>, request: ShowWaiting) -> Done {
    notices::count(&app, request.count);
    Done {}
}

#[tauri::command]
pub(crate) fn close_now<R: Runtime>(app: AppHandle<R>) -> Done {
    closing::close(&app);
    Done {}
}

#[tauri::command]
pub(crate) fn stay_open<R: Runtime>(app: AppHandle<R>) -> Done {
    closing::stay(&app);
    Done {}
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
        remember: false,
    };
    Ok(backend.sign_in(sign_in).await?)
}

#[tauri::command]
pub(crate) async fn choose_certificate<R: Runtime>(
    app: AppHandle<R>,
    backend: State<'_, Backend>,
    request: ChooseCertificate,
) -> Result<Option<Certificate>, Failure> {
    let server = request.server;
    let Some(path) = chosen(|answer| app.dialog().file().pick_file(answer)).await else {
        return Ok(None);
    };
    let unusable = || Failure::from(Reason::CertificateFile);
    let length = tokio::fs::metadata(&path).await.map_err(|_| unusable())?.len();
    if length > CERTIFICATE_LIMIT {
        return Err(unusable());
    }
    let pem = tokio::fs::read_to_string(&path).await.map_err(|_| unusable())?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let shown = Backend::inspect_certificates(&pem)?;
    if !asking::trusts(&app, &server, &shown).await {
        return Ok(None);
    }
    let request = TrustCertificate { server, file_name: name, pem };
    Ok(Some(backend.trust_certificate(request).await?))
}

#[tauri::command]
pub(crate) async fn save_journal<R: Runtime>(
    app: AppHandle<R>,
    backend: State<'_, Backend>,
    request: SaveJournal,
) -> Result<Option<SavedFile>, Failure> {
    let ending = match request.format {
        ExportFormat::Csv => "csv",
        ExportFormat::Json => "json",
    };
    let SaveJournal { format, filter } = request;
    let exported = backend.export_journal(ExportJournal { format, filter }).await?;
    let dialog = app.dialog().file().set_file_name(format!("stockhand-history.{ending}"));
    let dialog = dialog.add_filter(ending.to_uppercase(), &[ending]);
    save(dialog, exported.text).await
}

#[tauri::command]
pub(crate) async fn save_table<R: Runtime>(
    app: AppHandle<R>,
    backend: State<'_, Backend>,
    request: SaveTable,
) -> Result<Option<SavedFile>, Failure> {
    let SaveTable { table } = request;
    let exported = backend.export_table(ExportTable { table }).await?;
    let name = match table {
        SiteFile::Aliases => "stockhand-barcodes.csv",
        SiteFile::Pairs => "stockhand-substitutes.csv",
        SiteFile::Stock | SiteFile::Differences => "stockhand-differences.csv",
    };
    let dialog = app.dialog().file().set_file_name(name).add_filter("CSV", &["csv"]);
    save(dialog, exported.text).await
}

#[tauri::command]
pub(crate) async fn save_figures<R: Runtime>(
    app: AppHandle<R>,
    backend: State<'_, Backend>,
    request: SaveFigures,
) -> Result<Option<SavedFile>, Failure> {
    let ending = match request.figures.format {
        FiguresFormat::Csv => "csv",
        FiguresFormat::Svg(_) => "svg",
    };
    let exported = backend.export_figures(request.figures).await?;
    let dialog = app.dialog().file().set_file_name(format!("stockhand-figures.{ending}"));
    save(dialog.add_filter(ending.to_uppercase(), &[ending]), exported.text).await
}

#[tauri::command]
pub(crate) async fn save_channel_script<R: Runtime>(
    app: AppHandle<R>,
    backend: State<'_, Backend>,
    _request: SaveChannelScript,
) -> Result<Option<SavedFile>, Failure> {
    let script = backend.channel_script(ReadChannelScript {}).await?;
    let dialog = app.dialog().file().set_file_name("stockhand-channel.sql");
    save(dialog.add_filter("SQL", &["sql"]), script.text).await
}

#[tauri::command]
pub(crate) async fn begin_sheet<R: Runtime>(
    app: AppHandle<R>,
    sheets: State<'_, OpenSheets>,
    request: BeginSheet,
) -> Result<Option<SheetKey>, Failure> {
    let BeginSheet { format, name, columns } = request;
    if columns.is_empty() || columns.len() > SHEET_COLUMNS {
        return Err(Reason::InvalidRequest { problem: "no such number of columns".into() }.into());
    }
    let ending = format.ending();
    let dialog = app.dialog().file().set_file_name(offered_name(&name, ending));
    let dialog = dialog.add_filter(ending.to_uppercase(), &[ending]);
    let Some(path) = chosen(|answer| dialog.save_file(answer)).await else { return Ok(None) };
    let begun = written(move || SheetFile::begin(&path, format, &name, &columns)).await?;
    Ok(Some(sheets.put(OpenSheet::Exported(begun))))
}

#[tauri::command]
pub(crate) async fn add_sheet_rows(
    sheets: State<'_, OpenSheets>,
    request: AddSheetRows,
) -> Result<Done, Failure> {
    let AddSheetRows { sheet, rows } = request;
    if rows.len() > SHEET_ROWS {
        return Err(Reason::InvalidRequest { problem: "too many rows at once".into() }.into());
    }
    sheets.add(sheet, rows).await.map(|()| Done {})
}

#[tauri::command]
pub(crate) async fn finish_sheet(
    sheets: State<'_, OpenSheets>,
    request: FinishSheet,
) -> Result<SavedFile, Failure> {
    sheets.finish(request.sheet).await.map(|file_name| SavedFile { file_name })
}

#[tauri::command]
pub(crate) fn cancel_sheet(sheets: State<'_, OpenSheets>, request: CancelSheet) -> Done {
    sheets.remove(request.sheet);
    Done {}
}

#[tauri::command]
pub(crate) fn begin_print(
    backend: State<'_, Backend>,
    sheets: State<'_, OpenSheets>,
    request: BeginPrint,
) -> Result<SheetKey, Failure> {
    let plans = backend.plans_for(&request.movements);
    let table = PrintedTable::begin(request.columns, plans).map_err(|_| {
        Failure::from(Reason::InvalidRequest { problem: "no such number of columns".into() })
    })?;
    Ok(sheets.put(OpenSheet::Printed(Box::new(table))))
}

#[tauri::command]
pub(crate) async fn draw_page(
    sheets: State<'_, OpenSheets>,
    request: DrawPage,
) -> Result<PagePicture, Failure> {
    let DrawPage { sheet, paper, page, width } = request;
    sheets.printed(sheet, move |table| table.picture(&paper, page, width)).await
}

#[tauri::command]
pub(crate) async fn save_print<R: Runtime>(
    app: AppHandle<R>,
    sheets: State<'_, OpenSheets>,
    request: SavePrint,
) -> Result<Option<SavedFile>, Failure> {
    let SavePrint { sheet, paper } = request;
    // Laid out before a file is asked for: the sheet in the window may be closed meanwhile.
    let dialog = app.dialog().file().set_file_name(offered_name(&paper.title, "pdf"));
    let pdf = sheets.printed(sheet, move |table| table.pdf(&paper)).await?;
    let dialog = dialog.add_filter("PDF", &["pdf"]);
    let Some(path) = chosen(|answer| dialog.save_file(answer)).await else { return Ok(None) };
    let file_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    written(move || private::replace(&path, &pdf)).await?;
    Ok(Some(SavedFile { file_name }))
}

#[tauri::command]
pub(crate) async fn list_printers(
    printers: State<'_, SystemPrinters>,
) -> Result<PrinterList, Failure> {
    printers.list().await
}

#[tauri::command]
pub(crate) async fn print_pages(
    sheets: State<'_, OpenSheets>,
    printers: State<'_, SystemPrinters>,
    request: PrintPages,
) -> Result<PrintJob, Failure> {
    let PrintPages { sheet, paper, order } = request;
    let laid_out = paper.clone();
    let pdf = sheets.printed(sheet, move |table| table.pdf(&laid_out)).await?;
    printers.print(pdf.to_vec(), &paper, order).await
}

#[tauri::command]
pub(crate) async fn read_print_job(
    printers: State<'_, SystemPrinters>,
    request: ReadPrintJob,
) -> Result<PrintJob, Failure> {
    printers.state(&request.job).await
}

#[tauri::command]
pub(crate) async fn cancel_print_job(
    printers: State<'_, SystemPrinters>,
    request: CancelPrintJob,
) -> Result<Done, Failure> {
    printers.cancel(&request.job).await.map(|()| Done {})
}

/// Writes a text into the file the user chooses; `None` if nothing was chosen.
async fn save<R: Runtime>(
    dialog: FileDialogBuilder<R>,
    text: String,
) -> Result<Option<SavedFile>, Failure> {
    let Some(path) = chosen(|answer| dialog.save_file(answer)).await else { return Ok(None) };
    let file_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    written(move || private::replace(&path, text.as_bytes())).await?;
    Ok(Some(SavedFile { file_name }))
}

/// What the user chose in a dialog; `None` if nothing.
async fn chosen(open: impl FnOnce(Answer)) -> Option<PathBuf> {
    let (answer, chosen) = tokio::sync::oneshot::channel();
    open(Box::new(move |file: Option<FilePath>| {
        // The page may be gone by now; then nobody waits for the answer.
        let _ = answer.send(file);
    }));
    chosen.await.ok().flatten()?.into_path().ok()
}

/// Takes the answer of a dialog.
type Answer = Box<dyn FnOnce(Option<FilePath>) + Send>;

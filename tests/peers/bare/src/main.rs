//! A bare window: the same web view at the same size, with a page of plain text. What Stockhand's
//! start is measured against. Deliberately absent: everything else.

use tauri::{WebviewUrl, WebviewWindowBuilder};

fn main() -> tauri::Result<()> {
    tauri::Builder::default()
        .setup(|app| {
            let window = WebviewWindowBuilder::new(app, "main", WebviewUrl::default());
            window.title("Bare").inner_size(1280.0, 800.0).build()?;
            Ok(())
        })
        .run(tauri::generate_context!())
}

//! Serves a page to the windows of this run: some folders, laid one over the other. Its answers isolate
//! the page, which lets its clock tick in hundredths of a millisecond.

use std::io::{BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};

use super::http::read_head;
use crate::system::outcome::Outcome;

/// A page that is served as long as this run lasts.
pub struct Site {
    /// Its address.
    pub address: String,
}

impl Site {
    /// Serves these folders; a file is taken from the first that has it.
    pub fn serve(folders: Vec<PathBuf>) -> Outcome<Self> {
        let failed = |error: std::io::Error| format!("No page can be served: {error}.");
        let listener = TcpListener::bind("127.0.0.1:0").map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let folders = folders.clone();
                // A window that hangs up early wants nothing more.
                std::thread::spawn(move || drop(answer(stream, &folders)));
            }
        });
        Ok(Self { address: format!("http://127.0.0.1:{port}/") })
    }
}

fn answer(stream: TcpStream, folders: &[PathBuf]) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let head = read_head(&mut reader)?;
    let path = head.first().and_then(|line| line.split(' ').nth(1)).unwrap_or("/");
    let found = find(folders, path);
    let (status, kind, body) = match found.and_then(|file| Some((kind_of(&file), read(&file)?))) {
        Some((kind, body)) => ("200 OK", kind, body),
        None => ("404 Not Found", "text/plain", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n\
         Connection: close\r\n\r\n",
        body.len()
    );
    let mut stream = reader.into_inner();
    stream.write_all(head.as_bytes())?;
    stream.write_all(&body)
}

fn read(file: &Path) -> Option<Vec<u8>> {
    std::fs::read(file).ok()
}

/// The file of a path; none that leads out of the folders.
fn find(folders: &[PathBuf], path: &str) -> Option<PathBuf> {
    let path = path.split('?').next()?.trim_start_matches('/');
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    if !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    folders.iter().map(|folder| folder.join(path)).find(|file| file.is_file())
}

fn kind_of(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_comes_from_the_first_folder_that_has_it_and_from_nowhere_else() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folders = [here.join("src"), here.to_path_buf()];
        assert_eq!(find(&folders, "/main.rs"), Some(here.join("src/main.rs")));
        assert_eq!(find(&folders, "/Cargo.toml?again"), Some(here.join("Cargo.toml")));
        assert_eq!(find(&folders, "/../Cargo.toml"), None);
        assert_eq!(find(&folders, "/"), None, "there is no index.html");
    }
}

//! Tauri's build step. The page is built before by `cargo xtask`; a checkout without it must still
//! compile, for lints and editors, so its folder is made here if it is absent.

fn main() {
    let dist = std::path::Path::new("src-ui/dist");
    if let Err(problem) = std::fs::create_dir_all(dist) {
        println!("cargo::warning={} cannot be made: {problem}", dist.display());
    }
    tauri_build::build();
}

//! R-W5: what the program keeps is this user's alone, and nothing is written through a link.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use serde_json::json;

use crate::commands::Shell;

/// Every file and folder under this one, itself included, with what others may do with it.
fn open_to_others(path: &Path, found: &mut Vec<String>) -> usize {
    let metadata = fs::symlink_metadata(path).unwrap();
    if !metadata.is_symlink() && metadata.permissions().mode() & 0o077 != 0 {
        found.push(format!("{} {:o}", path.display(), metadata.permissions().mode()));
    }
    if !metadata.is_dir() {
        return 1;
    }
    let inside = fs::read_dir(path).unwrap().flatten();
    1 + inside.map(|entry| open_to_others(&entry.path(), found)).sum::<usize>()
}

fn work(shell: &Shell) {
    shell.call("open_practice", json!({})).unwrap();
    shell.call("save_settings", json!({ "settings": { "theme": "dark" } })).unwrap();
    shell.call("create_category", json!({ "name": "Dressings" })).unwrap();
}

#[test]
fn r_w5_nothing_the_program_keeps_is_open_to_others() {
    let data = tempfile::tempdir().unwrap();
    fs::create_dir_all(data.path().join("practice")).unwrap();
    for folder in [data.path().to_owned(), data.path().join("practice")] {
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
    }
    let shell = Shell::on(data);
    work(&shell);
    let mut found = Vec::new();
    let seen = open_to_others(shell.data.path(), &mut found);
    assert!(found.is_empty(), "{}", found.join("; "));
    assert!(seen > 8, "only {seen} files and folders were there");
}

#[test]
fn r_w5_no_link_in_the_data_folder_is_followed() {
    let files = [
        "settings.json",
        "settings.last-good.json",
        "practice/address",
        "practice/warehouse.sqlite",
    ];
    for name in files {
        let (data, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let victim = outside.path().join("victim");
        fs::write(&victim, "theirs").unwrap();
        fs::create_dir_all(data.path().join("practice")).unwrap();
        symlink(&victim, data.path().join(name)).unwrap();
        let shell = Shell::on(data);
        // Either is refused or does without the link.
        let _ = shell.call("open_practice", json!({}));
        let _ = shell.call("save_settings", json!({ "settings": { "theme": "dark" } }));
        assert_eq!(fs::read_to_string(&victim).unwrap(), "theirs", "{name} was followed");
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1, "{name} was followed");
    }
    for name in ["profiles", "practice"] {
        let (data, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        symlink(outside.path(), data.path().join(name)).unwrap();
        let shell = Shell::on(data);
        assert!(shell.call("open_practice", json!({})).is_err(), "{name} is a link");
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0, "{name} was followed");
    }
}

use std::os::unix::fs::{PermissionsExt as _, symlink};

use super::*;

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn names(folder: &Path) -> Vec<String> {
    let all = fs::read_dir(folder).unwrap().flatten();
    all.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn what_is_made_is_for_this_user_alone() {
    let data = tempfile::tempdir().unwrap();
    let inner = data.path().join("a/b");
    folder(&inner).unwrap();
    assert_eq!((mode(&data.path().join("a")), mode(&inner)), (0o700, 0o700));
    replace(&inner.join("replaced"), b"1").unwrap();
    drop(open(&inner.join("opened")).unwrap());
    assert_eq!(mode(&inner.join("replaced")), 0o600);
    assert_eq!(mode(&inner.join("opened")), 0o600);
}

#[test]
fn r_w5_a_data_folder_that_stood_open_is_closed_with_all_in_it() {
    let data = tempfile::tempdir().unwrap();
    let profile = data.path().join("profiles/aokafor");
    fs::create_dir_all(&profile).unwrap();
    let files =
        [data.path().join("settings.json"), profile.join("profile.sqlite"), profile.join("lock")];
    for file in &files {
        fs::write(file, "x").unwrap();
        set_mode(file, 0o666);
    }
    let folders = [data.path().to_owned(), data.path().join("profiles"), profile];
    folders.iter().for_each(|folder| set_mode(folder, 0o777));
    let left = data.path().join(".settings.json.0123456789abcdef.new");
    fs::write(&left, "half").unwrap();
    data_folder(data.path()).unwrap();
    folders.iter().for_each(|folder| assert_eq!(mode(folder), 0o700, "{}", folder.display()));
    files.iter().for_each(|file| assert_eq!(mode(file), 0o600, "{}", file.display()));
    assert!(!left.exists(), "what a killed program left half written is of no use");
}

#[test]
fn r_w5_a_planted_link_is_never_followed() {
    let (data, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let victim = outside.path().join("victim");
    fs::write(&victim, "theirs").unwrap();
    set_mode(&victim, 0o644);
    set_mode(outside.path(), 0o755);
    let (to_file, to_folder) = (data.path().join("file"), data.path().join("folder"));
    symlink(&victim, &to_file).unwrap();
    symlink(outside.path(), &to_folder).unwrap();
    assert!(open(&to_file).is_err() && read(&to_file).is_err() && file(&to_file).is_err());
    assert!(folder(&to_folder).is_err());
    data_folder(data.path()).unwrap();
    replace(&to_file, b"ours").unwrap();
    assert!(!to_file.is_symlink(), "the link itself is replaced");
    assert_eq!(fs::read(&to_file).unwrap(), b"ours");
    assert_eq!(fs::read_to_string(&victim).unwrap(), "theirs");
    assert_eq!((mode(&victim), mode(outside.path())), (0o644, 0o755));
    assert_eq!(names(outside.path()), ["victim"]);
}

#[test]
fn r_w5_a_file_is_replaced_whole_or_stays_and_nothing_is_left_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export.csv");
    replace(&path, b"before").unwrap();
    replace(&path, b"after").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"after");
    assert_eq!(names(folder.path()), ["export.csv"]);
    // A folder stands where the file is to go: the last step fails.
    let taken = folder.path().join("taken");
    fs::create_dir_all(taken.join("full")).unwrap();
    assert!(replace(&taken, b"x").is_err());
    let mut left = names(folder.path());
    left.sort();
    assert_eq!(left, ["export.csv", "taken"]);
}

#[test]
fn r_w5_a_data_folder_of_somebody_else_is_refused() {
    let theirs = tempfile::tempdir().unwrap();
    // Only root can give a folder away; everybody else has one that is root's.
    let given = std::os::unix::fs::chown(theirs.path(), Some(65_534), None).is_ok();
    let path = if given { theirs.path() } else { Path::new("/") };
    assert!(data_folder(path).is_err());
}

#[test]
fn nothing_is_left_beside_a_file_whose_writing_fails_or_panics() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.xlsx");
    replace(&path, b"before").unwrap();
    let failed = replace_with(&path, |file| {
        file.write_all(b"half")?;
        Err(io::Error::other("full"))
    });
    assert!(failed.is_err());
    let panicked = std::panic::catch_unwind(|| replace_with(&path, |_| panic!("full")));
    assert!(panicked.is_err());
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["table.xlsx"]);
    assert_eq!(fs::read(&path).unwrap(), b"before");
}

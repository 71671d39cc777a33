//! Where a profile's data lies: one folder per service address and user name. Used by
//! [`crate::store::Store::open`].

use std::path::{Path, PathBuf};

use contract::Profile;

use crate::{error::StoreFault, private};

/// The profile's folder: a readable name, and a hash that tells apart what reads alike.
pub(crate) fn of(data: &Path, profile: &Profile) -> PathBuf {
    let name = format!("{}-{:016x}", readable(profile), hash(profile));
    data.join("profiles").join(name)
}

/// Makes a profile's folder, and the one that holds all of them, for this user alone.
pub(crate) fn make(folder: &Path) -> Result<(), StoreFault> {
    if let Some(all) = folder.parent() {
        private::folder(all)?;
    }
    Ok(private::folder(folder)?)
}

fn readable(profile: &Profile) -> String {
    let address = profile.server.split("://").last().unwrap_or_default();
    let text = format!("{}-{address}", profile.user_name).to_lowercase();
    let mut name = String::new();
    for letter in text.chars() {
        if letter.is_ascii_alphanumeric() {
            name.push(letter);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    name.truncate(48);
    name.trim_end_matches('-').to_owned()
}

/// FNV-1a with 64 bits: stable for ever, which the standard library's hash is not. Should two
/// profiles ever share it and the readable part, the store refuses to open one for the other.
fn hash(profile: &Profile) -> u64 {
    let bytes = profile.server.bytes().chain([0]).chain(profile.user_name.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(server: &str, user_name: &str) -> String {
        let profile = Profile { server: server.into(), user_name: user_name.into() };
        of(Path::new("data"), &profile).display().to_string()
    }

    #[test]
    fn a_folder_can_be_read_and_stays_the_same() {
        assert_eq!(
            folder("https://stock.example:8443/stockroom", "A. Okafor"),
            "data/profiles/a-okafor-stock-example-8443-stockroom-a7c23d9ce171cb80"
        );
    }

    #[test]
    fn names_that_read_alike_have_folders_of_their_own() {
        let server = "https://stock.example";
        assert_ne!(folder(server, "a.okafor"), folder(server, "a-okafor"));
        assert_ne!(folder(server, "Okafor"), folder(server, "okafor"));
        assert_ne!(folder("http://stock.example", "o"), folder(server, "o"));
    }

    #[test]
    fn nothing_typed_leads_out_of_the_folder() {
        let name = folder("https://stock.example", "../../etc/passwd");
        assert!(!name.contains(".."), "{name}");
    }
}

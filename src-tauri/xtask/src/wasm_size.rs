//! The page's weight: the WASM as it is packaged must stay small enough to start at once.

use crate::project::Project;
use crate::{Outcome, ui};

/// Raw bytes of WASM a release may have.
const LIMIT: u64 = 1_500_000;

/// Builds the WASM as for packaging, in a folder of its own, and checks its size.
pub fn check(project: &Project) -> Outcome<u64> {
    let folder = project.target.join("packaged-page");
    ui::build_into(project, ui::Profile::Small, &folder)?;
    let wasm = folder.join("ui_bg.wasm");
    let size = std::fs::metadata(&wasm)
        .map_err(|error| format!("{} cannot be read: {error}.", wasm.display()))?
        .len();
    println!("  WASM for packaging: {size} bytes of at most {LIMIT}");
    if size > LIMIT {
        return Err(format!("The WASM for packaging has {size} bytes; {LIMIT} are allowed."));
    }
    Ok(size)
}

//! WebKitGTK without graphics hardware shows an empty window and no message. What helps must stand
//! in the environment before the process starts threads, so the program starts itself once more
//! with it. Decided for each machine: switching acceleration off everywhere would cost good drivers
//! their speed. What the user set is never overridden.
//!
//! The same step takes the variable away by which Tauri lets other programs drive its windows: a
//! release has no such door, and nothing but a new start takes a variable from a process safely.

#[cfg(target_os = "linux")]
pub use linux::prepare;

/// Other systems bring their own web view.
#[cfg(not(target_os = "linux"))]
pub fn prepare() -> bool {
    true
}

#[cfg(target_os = "linux")]
mod linux {
    use std::os::unix::process::CommandExt as _;
    use std::path::Path;
    use std::process::Command;

    use crate::trying::MAY_BE_DRIVEN;

    const DECIDED: &str = "STOCKHAND_GRAPHICS";

    /// By this variable Tauri lets other programs drive its windows.
    const AUTOMATION: &str = "TAURI_WEBVIEW_AUTOMATION";

    /// What the environment must become before the window opens.
    #[derive(Debug, Default, PartialEq, Eq)]
    struct Changes {
        /// Set to 1.
        set: Vec<&'static str>,
        /// Taken away.
        removed: Vec<&'static str>,
    }

    /// Starts the program anew with the variables this machine needs; does nothing if it needs none.
    /// Answers no where one that must go could not be taken away.
    pub fn prepare() -> bool {
        let render_node = std::fs::read_dir("/dev/dri").is_ok_and(|entries| {
            entries
                .flatten()
                .any(|entry| entry.file_name().to_string_lossy().starts_with("renderD"))
        });
        let nvidia = Path::new("/proc/driver/nvidia/version").exists();
        let is_set = |name: &str| std::env::var_os(name).is_some();
        let changes = changes(variables(render_node, nvidia), MAY_BE_DRIVEN, is_set);
        if changes == Changes::default() {
            return true;
        }
        let may_go_on = changes.removed.is_empty();
        let Ok(program) = std::env::current_exe() else { return may_go_on };
        let mut again = Command::new(program);
        again.args(std::env::args_os().skip(1)).env(DECIDED, "decided");
        for name in changes.removed {
            again.env_remove(name);
        }
        for name in changes.set {
            again.env(name, "1");
        }
        // Comes back only if it failed; then the program goes on as it was started, if it may.
        let _ = again.exec();
        may_go_on
    }

    fn changes(
        wanted: &'static [&'static str],
        may_be_driven: bool,
        is_set: impl Fn(&str) -> bool,
    ) -> Changes {
        let removed =
            [AUTOMATION].into_iter().filter(|name| !may_be_driven && is_set(name)).collect();
        let wanted = if is_set(DECIDED) { &[] } else { wanted };
        Changes { set: wanted.iter().copied().filter(|name| !is_set(name)).collect(), removed }
    }

    fn variables(render_node: bool, nvidia: bool) -> &'static [&'static str] {
        match (render_node, nvidia) {
            (false, _) => &["WEBKIT_DISABLE_COMPOSITING_MODE", "WEBKIT_DISABLE_DMABUF_RENDERER"],
            (true, true) => &["WEBKIT_DISABLE_DMABUF_RENDERER"],
            (true, false) => &[],
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn r_w9_a_release_takes_the_variable_of_drivers_away_whatever_was_decided() {
            let set = [AUTOMATION, "WEBKIT_DISABLE_COMPOSITING_MODE"];
            let wanted = variables(false, false);
            let removed = vec![AUTOMATION];
            let first = changes(wanted, false, |name| set.contains(&name));
            let needed = vec!["WEBKIT_DISABLE_DMABUF_RENDERER"];
            assert_eq!(first, Changes { set: needed, removed: removed.clone() });
            let again = changes(wanted, false, |name| [AUTOMATION, DECIDED].contains(&name));
            assert_eq!(again, Changes { set: Vec::new(), removed });
            // Nothing is left to change after that, so the program starts itself once more at most.
            assert_eq!(changes(wanted, false, |name| name == DECIDED), Changes::default());
            // Only a build for tests keeps it.
            assert!(changes(wanted, true, |name| set.contains(&name)).removed.is_empty());
        }

        #[test]
        fn good_drivers_are_left_alone() {
            assert!(variables(true, false).is_empty());
            assert_eq!(variables(true, true), ["WEBKIT_DISABLE_DMABUF_RENDERER"]);
            assert!(variables(false, false).contains(&"WEBKIT_DISABLE_COMPOSITING_MODE"));
        }
    }
}

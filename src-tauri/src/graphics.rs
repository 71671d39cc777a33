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
pub fn prepare() {}

#[cfg(target_os = "linux")]
mod linux {
    use std::os::unix::process::CommandExt as _;
    use std::path::Path;
    use std::process::Command;

    const DECIDED: &str = "STOCKHAND_GRAPHICS";

    const AUTOMATION: &str = "TAURI_WEBVIEW_AUTOMATION";

    /// Whether other programs may drive the window: those of the tests, and those that measure.
    const MAY_BE_DRIVEN: bool = cfg!(debug_assertions) || option_env!("STOCKHAND_DRIVEN").is_some();

    /// Starts the program anew with the variables this machine needs; does nothing if it needs none.
    pub fn prepare() {
        let is_driven = !MAY_BE_DRIVEN && std::env::var_os(AUTOMATION).is_some();
        if std::env::var_os(DECIDED).is_some() && !is_driven {
            return;
        }
        let render_node = std::fs::read_dir("/dev/dri").is_ok_and(|entries| {
            entries
                .flatten()
                .any(|entry| entry.file_name().to_string_lossy().starts_with("renderD"))
        });
        let nvidia = Path::new("/proc/driver/nvidia/version").exists();
        let wanted: Vec<_> = variables(render_node, nvidia)
            .iter()
            .filter(|name| std::env::var_os(name).is_none())
            .collect();
        if wanted.is_empty() && !is_driven {
            return;
        }
        let Ok(program) = std::env::current_exe() else { return };
        let mut again = Command::new(program);
        again.args(std::env::args_os().skip(1)).env(DECIDED, "decided");
        if !MAY_BE_DRIVEN {
            again.env_remove(AUTOMATION);
        }
        for name in wanted {
            again.env(name, "1");
        }
        // Comes back only if it failed; then the program goes on as it was started.
        let _ = again.exec();
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
        use super::variables;

        #[test]
        fn good_drivers_are_left_alone() {
            assert!(variables(true, false).is_empty());
            assert_eq!(variables(true, true), ["WEBKIT_DISABLE_DMABUF_RENDERER"]);
            assert!(variables(false, false).contains(&"WEBKIT_DISABLE_COMPOSITING_MODE"));
        }
    }
}

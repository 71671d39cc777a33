//! WebKitGTK without graphics hardware shows an empty window and no message. What helps must stand
//! in the environment before the process starts threads, so the program starts itself once more
//! with it. Decided for each machine: switching acceleration off everywhere would cost good drivers
//! their speed. What the user set is never overridden.

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

    /// Starts the program anew with the variables this machine needs; does nothing if it needs none.
    pub fn prepare() {
        if std::env::var_os(DECIDED).is_some() {
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
        let (Ok(program), false) = (std::env::current_exe(), wanted.is_empty()) else { return };
        let mut again = Command::new(program);
        again.args(std::env::args_os().skip(1)).env(DECIDED, "decided");
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

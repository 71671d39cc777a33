//! A screen that is not there: Xvfb, a session bus and the WebDriver, for the journeys.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::Outcome;
use crate::project::Project;

/// Without these WebKitGTK may show an empty window where there is no graphics hardware.
const SOFTWARE_RENDERING: [(&str, &str); 3] = [
    ("WEBKIT_DISABLE_COMPOSITING_MODE", "1"),
    ("WEBKIT_DISABLE_DMABUF_RENDERER", "1"),
    ("LIBGL_ALWAYS_SOFTWARE", "1"),
];

/// A bus that starts no services: desktop portals and their like have nothing to do here, and one
/// that does not answer holds a window back for half a minute.
const BUS: &str = r#"<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"#;

/// Whether the user has a screen.
pub fn has_screen() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// A screen of its own. It ends with this value.
pub struct Screen {
    xvfb: Child,
    name: String,
    bus: PathBuf,
}

impl Screen {
    /// Starts Xvfb on a display number it finds itself.
    pub fn start(project: &Project) -> Outcome<Self> {
        let bus = project.target.join("journeys-bus.conf");
        std::fs::write(&bus, BUS)
            .map_err(|error| format!("{} cannot be written: {error}.", bus.display()))?;
        let mut xvfb = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("Xvfb could not be started: {error}. Package: xvfb."))?;
        let mut number = String::new();
        if let Some(stdout) = xvfb.stdout.as_mut() {
            BufReader::new(stdout)
                .read_line(&mut number)
                .map_err(|error| format!("Xvfb did not say its display: {error}."))?;
        }
        if number.trim().is_empty() {
            return Err("Xvfb ended at once; is another server holding every display?".into());
        }
        Ok(Self { xvfb, name: format!(":{}", number.trim()), bus })
    }

    /// A program in its own session bus on this screen.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = Command::new("dbus-run-session");
        command.arg("--config-file").arg(&self.bus).arg("--").arg(program);
        command.env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY");
        command.env("GDK_BACKEND", "x11").env("NO_AT_BRIDGE", "1").envs(SOFTWARE_RENDERING);
        command
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Nothing is left to do if it has ended already.
        let _ = self.xvfb.kill();
        let _ = self.xvfb.wait();
    }
}

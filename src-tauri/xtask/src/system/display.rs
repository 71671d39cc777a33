//! A screen that is not there: Xvfb, a session bus and the WebDriver, for the journeys; and what stands
//! on it, for a bench.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::system::outcome::Outcome;
use crate::system::project::Project;

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

/// The size of a screen in pixels, four bytes each.
const SIZE: (u64, u64) = (1920, 1080);
/// The part of a screen that is looked at, in pixels from its upper left corner: the first columns and
/// rows of a list in a window of the usual size, without what blinks or tells the time.
const LOOKED_AT: (Range<u64>, Range<u64>) = (260..700, 240..600);

/// A screen of its own. It ends with this value.
pub struct Screen {
    xvfb: Child,
    name: String,
    bus: PathBuf,
    memory: Option<Memory>,
}

impl Screen {
    /// Starts Xvfb on a display number it finds itself.
    pub fn start(project: &Project) -> Outcome<Self> {
        Self::start_with(project, None)
    }

    /// Starts one whose pixels can be read.
    pub fn start_seen(project: &Project) -> Outcome<Self> {
        let folder = project.target.join(format!("screen-{}", std::process::id()));
        std::fs::create_dir_all(&folder)
            .map_err(|error| format!("{} cannot be made: {error}.", folder.display()))?;
        Self::start_with(project, Some(folder))
    }

    fn start_with(project: &Project, memory: Option<PathBuf>) -> Outcome<Self> {
        let bus = bus_config(project)?;
        let mut command = Command::new("Xvfb");
        let (width, height) = SIZE;
        let size = format!("{width}x{height}x24");
        command.args(["-displayfd", "1", "-screen", "0", &size, "-nolisten", "tcp"]);
        if let Some(folder) = &memory {
            command.arg("-fbdir").arg(folder);
        }
        let mut xvfb = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("Xvfb could not be started: {error}. Package: xvfb."))?;
        let number = first_line(&mut xvfb)
            .map_err(|error| format!("Xvfb did not say its display: {error}."))?;
        if number.is_empty() {
            return Err("Xvfb ended at once; is another server holding every display?".into());
        }
        let memory = memory.map(Memory::open).transpose()?;
        Ok(Self { xvfb, name: format!(":{number}"), bus, memory })
    }

    /// A program in its own session bus on this screen.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = Command::new("dbus-run-session");
        command.arg("--config-file").arg(&self.bus).arg("--").arg(program);
        self.shows(&mut command);
        command
    }

    /// A program on this screen and on a bus that is there already.
    pub fn command_on(&self, bus: &Bus, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env("DBUS_SESSION_BUS_ADDRESS", &bus.address);
        self.shows(&mut command);
        command
    }

    fn shows(&self, command: &mut Command) {
        command.env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY");
        command.env("GDK_BACKEND", "x11").env("NO_AT_BRIDGE", "1").envs(SOFTWARE_RENDERING);
    }

    /// What stands now in the part that is looked at.
    pub fn picture(&self) -> Outcome<Picture> {
        self.memory.as_ref().ok_or("This screen cannot be read.")?.picture()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Nothing is left to do if it has ended already.
        let _ = self.xvfb.kill();
        let _ = self.xvfb.wait();
    }
}

/// A session bus of its own. It ends with this value.
pub struct Bus {
    daemon: Child,
    address: String,
}

impl Bus {
    /// Starts one that starts no services.
    pub fn start(project: &Project) -> Outcome<Self> {
        let mut daemon = Command::new("dbus-daemon")
            .args(["--nofork", "--print-address"])
            .arg(format!("--config-file={}", bus_config(project)?.display()))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| {
                format!("dbus-daemon could not be started: {error}. Package: dbus.")
            })?;
        let address = first_line(&mut daemon)
            .map_err(|error| format!("dbus-daemon did not say its address: {error}."))?;
        Ok(Self { daemon, address })
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        // Nothing is left to do if it has ended already.
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

/// Pixels of the part of a screen that is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture(Vec<u8>);

impl Picture {
    /// Of these bytes, four a pixel.
    pub fn of(pixels: Vec<u8>) -> Self {
        Self(pixels)
    }

    /// Whether all of it has one colour: nothing stands there.
    pub fn is_uniform(&self) -> bool {
        let mut pixels = self.0.chunks_exact(4);
        let first = pixels.next();
        pixels.all(|pixel| Some(pixel) == first)
    }
}

/// The memory of a screen as Xvfb shares it: a file with a header, a table of colours and the pixels
/// (the format of `xwd`, whose numbers are big-endian). It goes with this value.
struct Memory {
    folder: PathBuf,
    file: File,
    pixels: u64,
    line: u64,
}

impl Memory {
    fn open(folder: PathBuf) -> Outcome<Self> {
        let path = folder.join("Xvfb_screen0");
        let failed = |error| format!("{} cannot be read: {error}.", path.display());
        let file = File::open(&path).map_err(failed)?;
        let number = |place: u64| {
            let mut bytes = [0; 4];
            file.read_exact_at(&mut bytes, 4 * place).map_err(failed)?;
            Outcome::Ok(u64::from(u32::from_be_bytes(bytes)))
        };
        // The first number is the header's length, the 13th that of a line, the 20th the colours'
        // count, of twelve bytes each.
        let (header, line, colours) = (number(0)?, number(12)?, number(19)?);
        if number(4)? != SIZE.0 || line < 4 * SIZE.0 {
            return Err(format!("{} is no picture of the screen.", path.display()));
        }
        Ok(Self { pixels: header + 12 * colours, line, file, folder })
    }

    fn picture(&self) -> Outcome<Picture> {
        let (columns, lines) = LOOKED_AT;
        let length = usize::try_from(4 * (columns.end - columns.start)).unwrap_or_default();
        let mut pixels =
            vec![0; length * usize::try_from(lines.end - lines.start).unwrap_or_default()];
        for (line, read) in lines.zip(pixels.chunks_exact_mut(length)) {
            let place = self.pixels + line * self.line + 4 * columns.start;
            self.file
                .read_exact_at(read, place)
                .map_err(|error| format!("The screen cannot be read: {error}."))?;
        }
        Ok(Picture::of(pixels))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // What is left behind goes with the target folder.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn bus_config(project: &Project) -> Outcome<PathBuf> {
    let path = project.target.join("journeys-bus.conf");
    std::fs::write(&path, BUS)
        .map_err(|error| format!("{} cannot be written: {error}.", path.display()))?;
    Ok(path)
}

/// The first line a program prints, without its end.
fn first_line(program: &mut Child) -> std::io::Result<String> {
    let mut line = String::new();
    if let Some(stdout) = program.stdout.as_mut() {
        BufReader::new(stdout).read_line(&mut line)?;
    }
    Ok(line.trim().to_owned())
}

//! The window as the desk of a system handles it: moved, given another size, closed by its frame.

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask, MapState,
    Window,
};
use x11rb::rust_connection::RustConnection;

/// Puts the window at a place, in a size.
pub fn put(x: i32, y: i32, width: u32, height: u32) {
    let (screen, root) = screen();
    let window = program(&screen, root).expect("the program shows a window");
    let aux = ConfigureWindowAux::new().x(x).y(y).width(width).height(height);
    screen.configure_window(window, &aux).unwrap().check().unwrap();
}

/// Where the window is now: from the left, from the top, width, height. `None` where there is none.
pub fn place() -> Option<(i16, i16, u16, u16)> {
    let (screen, root) = screen();
    let at = screen.get_geometry(program(&screen, root)?).ok()?.reply().ok()?;
    Some((at.x, at.y, at.width, at.height))
}

/// Asks the window to close, as the button of its frame does.
pub fn close() {
    let (screen, root) = screen();
    let window = program(&screen, root).expect("the program shows a window");
    let atom =
        |name: &str| screen.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom;
    let message = ClientMessageEvent::new(
        32,
        window,
        atom("WM_PROTOCOLS"),
        [atom("WM_DELETE_WINDOW"), x11rb::CURRENT_TIME, 0, 0, 0],
    );
    screen.send_event(false, window, EventMask::NO_EVENT, message).unwrap().check().unwrap();
}

fn screen() -> (RustConnection, Window) {
    let (screen, number) = x11rb::connect(None).unwrap();
    let root = screen.setup().roots[number].root;
    (screen, root)
}

/// The program's window: of those with its name the largest that is shown.
fn program(screen: &RustConnection, root: Window) -> Option<Window> {
    let all = screen.query_tree(root).ok()?.reply().ok()?.children;
    let is_ours = |window: &Window| {
        let name = screen.get_property(false, *window, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 64);
        let name = name.ok().and_then(|asked| asked.reply().ok());
        let shown = screen.get_window_attributes(*window).ok().and_then(|asked| asked.reply().ok());
        name.is_some_and(|name| name.value == b"Stockhand")
            && shown.is_some_and(|shown| shown.map_state == MapState::VIEWABLE)
    };
    let size = |window: &Window| {
        let at = screen.get_geometry(*window).ok().and_then(|asked| asked.reply().ok());
        at.map_or(0, |at| u32::from(at.width) * u32::from(at.height))
    };
    all.into_iter().filter(is_ours).max_by_key(size)
}

//! The entry of the WASM: mounts the window. Everything else is in the library beside it, so that
//! its pure parts can be tested natively.

fn main() {
    ui::start();
}

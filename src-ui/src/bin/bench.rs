//! The page of `cargo xtask bench ui`, and no part of the window. Everything is in `ui::bench`.

fn main() {
    ui::bench::start();
}

//! The program: everything is in the library, so that tests can reach it.

use std::alloc::System;
use std::process::ExitCode;

use zeroizing_alloc::ZeroAlloc;

/// What is freed is wiped, in whichever library: passwords and sessions stand in buffers of many.
#[global_allocator]
static WIPED: ZeroAlloc<System> = ZeroAlloc(System);

fn main() -> ExitCode {
    stockhand_app::run()
}

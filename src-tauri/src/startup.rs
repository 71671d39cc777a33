//! What the start of the program ends with.

/// What stops the program before its window opens.
pub type Startup<T = ()> = Result<T, Box<dyn std::error::Error>>;

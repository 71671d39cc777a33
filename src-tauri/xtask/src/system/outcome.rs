//! How a step ends. Deliberately absent: kinds of failures; each is one sentence with its cure.

/// What a step answers: nothing, or the sentence the user reads.
pub type Outcome<T = ()> = Result<T, String>;

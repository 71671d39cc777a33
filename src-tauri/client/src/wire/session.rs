//! What login sends (interface document, 4.1). Its answer is text and cookies, and is judged in
//! `answer`.

use serde::Serialize;

/// The body of a login.
#[derive(Serialize)]
pub(crate) struct LoginBody<'a> {
    pub username: &'a str,
    pub password: &'a str,
}

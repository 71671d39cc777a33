//! The people of St. Aldhelm.

use crate::answer::Refusal;
use crate::record_id::id;
use crate::store::Write;

/// The password of every sample user, unless the service was started with another.
pub const PASSWORD: &str = "practice";

/// Whether a user has the Superuser role (interface document, section 5, rule 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// May do everything.
    Superuser,
    /// What such a user may do is not shown; here, everything too.
    Ordinary,
}

/// A sample user; the password is [`PASSWORD`] and the id is `id("user", username)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct User {
    /// Name to log in with.
    pub username: &'static str,
    /// First name.
    pub first_name: &'static str,
    /// Last name.
    pub last_name: &'static str,
    /// Role.
    pub role: Role,
}

/// The sample users.
pub const USERS: &[User] = &[
    user("aokafor", "Amara", "Okafor", Role::Superuser),
    user("jweir", "Jonas", "Weir", Role::Ordinary),
    user("pnair", "Priya", "Nair", Role::Ordinary),
    user("dosei", "Daniel", "Osei", Role::Ordinary),
    user("lmarsh", "Lena", "Marsh", Role::Ordinary),
    user("trudnik", "Tomasz", "Rudnik", Role::Superuser),
    user("hlindqvist", "Hanna", "Lindqvist", Role::Ordinary),
    user("yharada", "Yuki", "Harada", Role::Ordinary),
    user("mbenali", "Mehdi", "Ben Ali", Role::Ordinary),
    user("coduya", "Chidi", "Oduya", Role::Ordinary),
    user("rcastano", "Rocío", "Castaño", Role::Ordinary),
    user("ebrandt", "Elif", "Brandt", Role::Ordinary),
];

const fn user(
    username: &'static str,
    first_name: &'static str,
    last_name: &'static str,
    role: Role,
) -> User {
    User { username, first_name, last_name, role }
}

pub(super) fn fill(write: &Write<'_>) -> Result<(), Refusal> {
    for user in USERS {
        write.run(
            "INSERT INTO user (id, username, first_name, last_name, email, superuser)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            (
                id("user", user.username),
                user.username,
                user.first_name,
                user.last_name,
                format!("{}@st-aldhelm.example", user.username),
                user.role == Role::Superuser,
            ),
        )?;
    }
    Ok(())
}

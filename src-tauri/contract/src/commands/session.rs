//! Requests about who is signed in where, and whom to trust.

use serde::{Deserialize, Serialize};

use crate::{LocationId, PersonId, Profile};

/// Asks whether the warehouse service answers at an address, without signing in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckServer {
    /// Address as typed: with or without scheme, application path, trailing slash.
    pub server: String,
}

/// The service answers at this address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerAnswer {
    /// The address in its canonical form: what a profile is named by.
    pub server: String,
    /// How long the answer took, in milliseconds.
    pub milliseconds: u32,
    /// The proxy it went through, where the system names one.
    pub proxy: Option<String>,
}

/// Signs in (interface document, 5) and opens the profile.
#[derive(Clone, Serialize, Deserialize)]
pub struct SignIn {
    /// Address of the service, as typed.
    pub server: String,
    /// Name used to sign in.
    pub user_name: String,
    /// The password. It goes to the service and nowhere else.
    pub password: String,
    /// The user was warned that the password travels unprotected, and wants it so.
    #[serde(default)]
    pub allow_plain_http: bool,
    /// The password is to be remembered in the system's keychain, and nowhere else.
    #[serde(default)]
    pub remember: bool,
}

/// Never prints the password.
impl std::fmt::Debug for SignIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SignIn")
            .field("server", &self.server)
            .field("user_name", &self.user_name)
            .field("password", &"…")
            .field("allow_plain_http", &self.allow_plain_http)
            .field("remember", &self.remember)
            .finish()
    }
}

/// Ends the session in the service and hides this profile's data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignOut {}

/// Deletes everything that is stored on this computer of the open profile, its history too, and signs
/// out. Refused while anything waits to be sent, or a form is being filled in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForgetData {}

/// Opens a profile's saved data without a session, to paint it while the user signs in. Does
/// nothing for a user who signed out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenProfile {
    /// Which one.
    pub profile: Profile,
}

/// Goes on with saved data and without a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkOffline {}

/// Makes no calls while a session stands, or makes them again. What is done meanwhile is kept, and sent
/// then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwitchOffline {
    /// No calls from now on.
    pub offline: bool,
}

/// Asks where the session stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadSession {}

/// Asks who the user is in the service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadIdentity {}

/// Says who the user is in the service.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChooseIdentity {
    /// The person; `None` skips the question.
    pub person: Option<PersonId>,
}

/// Asks for the locations a session can work in, in the order of their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListWorkLocations {}

/// Chooses the location this session works in (observed: `/api/chooseLocation/<id>`). It is chosen
/// again at each later sign-in of this profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChooseLocation {
    /// The location; `None` goes on without one in this session, and what waited for it is sent as it
    /// is.
    pub location: Option<LocationId>,
}

/// Asks which certificates are trusted for a service beside the system's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadCertificate {
    /// Address of the service, as typed.
    pub server: String,
}

/// Trusts certificates for a service beside the system's, on this computer, in place of those
/// before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrustCertificate {
    /// Address of the service, as typed: they are trusted for its host and port alone.
    pub server: String,
    /// Name of the file it comes from, to be shown.
    pub file_name: String,
    /// The certificates in PEM form; at most 1 MiB.
    pub pem: String,
}

/// Trusts the system's authorities alone again for a service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForgetCertificate {
    /// Address of the service, as typed.
    pub server: String,
}

/// Signs in with the password the system's keychain remembers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignInRemembered {
    /// As whom.
    pub profile: Profile,
}

/// Asks whether the system has a keychain, and whether it remembers this profile's password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadKeychain {
    /// Which profile.
    pub profile: Profile,
}

/// Takes this profile's password out of the system's keychain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForgetPassword {
    /// Which profile.
    pub profile: Profile,
}

/// Ends the session in the service and hides the screens until the same user signs in again. Work
/// that waits stays, and goes on then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {}

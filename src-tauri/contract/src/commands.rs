//! Every call the window or the console can make, listed once in [`with_commands!`]. From the list
//! come the [`Command`] impls here, the shell's handlers, the console's dispatch and the command
//! tests: a command that one of them forgets does not compile.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    BinLocation, Certificate, Entry, GroupKey, Identity, Location, LocationId, MovementColumn,
    MovementFilter, MovementGrouping, MovementKey, MovementRef, MovementRow, NewMovement,
    OpenedMovement, Page, Person, PersonId, Place, ProductColumn, ProductFilter, ProductRow,
    Profile, Rows, SessionState, Settings, SignedIn, Stocklist, StocklistColumn, StocklistFilter,
    StocklistId, StocklistQuery, StocklistRow, Topic, Written,
};

/// One call of the native process.
pub trait Command: Serialize + DeserializeOwned {
    /// Its name: an imperative, or the noun it reads.
    const NAME: &'static str;
    /// The topics the reply is made of; a page asks again when one changes.
    const READS: &'static [Topic];
    /// Whether the reply crosses to the window as raw bytes of its JSON, as long lists do.
    const BYTES: bool;
    /// A request as JSON, for the console's `help`.
    const EXAMPLE: &'static str;
    /// What it answers.
    type Reply: Serialize + DeserializeOwned;
}

/// The list of all commands. Calls the given macro with
/// `backend { name(Request) -> Reply, reads [Topics], as json|bytes, example "…"; … } window { … }`.
/// Backend commands serve window and console alike; window commands are the shell's own.
#[macro_export]
macro_rules! with_commands {
    ($then:path) => {
        $then! {
            backend {
                check_server(CheckServer) -> ServerAnswer, reads [], as json,
                    example r#"{"server":"https://stock.example/stockroom"}"#;
                sign_in(SignIn) -> SignedIn, reads [], as json,
                    example r#"{"server":"https://stock.example/stockroom","user_name":"aokafor","password":"…"}"#;
                sign_out(SignOut) -> Done, reads [], as json,
                    example "{}";
                open_profile(OpenProfile) -> SessionState, reads [], as json,
                    example r#"{"profile":{"server":"https://stock.example/stockroom","user_name":"aokafor"}}"#;
                work_offline(WorkOffline) -> SessionState, reads [], as json,
                    example "{}";
                session(ReadSession) -> SessionState, reads [Session, Connection], as json,
                    example "{}";
                identity(ReadIdentity) -> Identity, reads [Session, People], as json,
                    example "{}";
                choose_identity(ChooseIdentity) -> Identity, reads [], as json,
                    example r#"{"person":"u1"}"#;
                refresh(Refresh) -> Done, reads [], as json,
                    example r#"{"what":"movements"}"#;
                list_movements(ListMovements) -> Page<Entry<MovementRow>>, reads [Movements], as bytes,
                    example r#"{"rows":{"count":50}}"#;
                look_at_movements(LookAtMovements) -> Done, reads [], as json,
                    example r#"{"keys":["01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"]}"#;
                open_movement(OpenMovement) -> OpenedMovement, reads [Movements], as bytes,
                    example r#"{"movement":{"key":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}}"#;
                create_movement(CreateMovement) -> Written, reads [], as json,
                    example r#"{"key":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","form":{"start":{"stocklist":"s1"},"name":"Theatre block A, weekly","origin":"l1","destination":"l2","date_requested":"2026-11-20","requested_by":"u1"}}"#;
                finish_movement(FinishMovement) -> Written, reads [], as json,
                    example r#"{"movement":{"key":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}}"#;
                list_stocklists(ListStocklists) -> Page<StocklistRow>, reads [Stocklists], as bytes,
                    example r#"{"rows":{"count":50},"filter":{"text":"theatre"}}"#;
                open_stocklist(OpenStocklist) -> Stocklist, reads [Stocklists], as bytes,
                    example r#"{"stocklist":"s1"}"#;
                list_products(ListProducts) -> Page<ProductRow>, reads [Products], as bytes,
                    example r#"{"rows":{"count":50,"sort":[{"by":"code"}]},"filter":{"text":"glove"}}"#;
                list_categories(ListCategories) -> Vec<CategoryCount>, reads [Products], as json,
                    example "{}";
                create_category(CreateCategory) -> Written, reads [], as json,
                    example r#"{"name":"Dressings"}"#;
                list_places(ListPlaces) -> Vec<Place>, reads [Locations], as json,
                    example "{}";
                list_people(ListPeople) -> Vec<Person>, reads [People], as json,
                    example "{}";
                list_bin_locations(ListBinLocations) -> Page<BinLocation>, reads [Locations], as bytes,
                    example r#"{"parent":"l1","kind":"bins","rows":{"count":50}}"#;
                open_location(OpenLocation) -> Location, reads [Locations], as json,
                    example r#"{"location":"l1"}"#;
                certificate(ReadCertificate) -> Option<Certificate>, reads [Settings], as json,
                    example "{}";
                trust_certificate(TrustCertificate) -> Certificate, reads [], as json,
                    example r#"{"file_name":"authority.pem","pem":"-----BEGIN CERTIFICATE-----…"}"#;
                forget_certificate(ForgetCertificate) -> Done, reads [], as json,
                    example "{}";
            }
            window {
                start_options(ReadStartOptions) -> StartOptions, reads [], as json,
                    example "{}";
                first_painted(FirstPainted) -> Done, reads [], as json,
                    example "{}";
                settings(ReadSettings) -> Settings, reads [Settings], as json,
                    example "{}";
                save_settings(SaveSettings) -> Settings, reads [], as json,
                    example r#"{"settings":{"theme":"dark"}}"#;
                open_practice(OpenPractice) -> SignedIn, reads [], as json,
                    example "{}";
                choose_certificate(ChooseCertificate) -> Option<Certificate>, reads [], as json,
                    example "{}";
            }
        }
    };
}

macro_rules! implement {
    (
        backend { $($b:tt)* }
        window { $($w:tt)* }
    ) => {
        implement!(@each $($b)* $($w)*);
        /// Names of the backend's commands, in the order of the list.
        pub const BACKEND_COMMANDS: &[CommandInfo] = implement!(@info $($b)*);
        /// Names of the shell's own commands, in the order of the list.
        pub const WINDOW_COMMANDS: &[CommandInfo] = implement!(@info $($w)*);
    };
    (@each $($name:ident($request:ident) -> $reply:ty, reads [$($topic:ident),*], as $form:ident,
        example $example:literal;)*) => {$(
        impl Command for $request {
            const NAME: &'static str = stringify!($name);
            const READS: &'static [Topic] = &[$(Topic::$topic),*];
            const BYTES: bool = implement!(@bytes $form);
            const EXAMPLE: &'static str = $example;
            type Reply = $reply;
        }
    )*};
    (@info $($name:ident($request:ident) -> $reply:ty, reads [$($topic:ident),*], as $form:ident,
        example $example:literal;)*) => {
        &[$(CommandInfo { name: <$request>::NAME, example: <$request>::EXAMPLE }),*]
    };
    (@bytes bytes) => { true };
    (@bytes json) => { false };
}

with_commands!(implement);

/// A command's name and an example request, for help and for tests over the whole list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandInfo {
    /// Its name.
    pub name: &'static str,
    /// A request as JSON.
    pub example: &'static str,
}

/// Nothing to answer: it was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {}

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
}

/// Never prints the password.
impl std::fmt::Debug for SignIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SignIn")
            .field("server", &self.server)
            .field("user_name", &self.user_name)
            .field("password", &"…")
            .field("allow_plain_http", &self.allow_plain_http)
            .finish()
    }
}

/// Ends the session in the service and hides this profile's data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignOut {}

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

/// Reads a data set from the service anew; answers when that is done. A reading already under way
/// is joined, not doubled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refresh {
    /// Which data set.
    pub what: DataSet,
}

/// Something that can be read anew.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DataSet {
    /// All movements, without their lines.
    Movements,
    /// One movement with its lines.
    Movement(MovementRef),
    /// The stocklists the service gives for these filters.
    Stocklists(StocklistQuery),
    /// All products.
    Products,
    /// The bins of a place.
    BinLocations(LocationId),
    /// The internal locations of a place.
    InternalLocations(LocationId),
}

/// Reads movements already known, from this computer. Asks the service behind it when they were
/// never read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListMovements {
    /// Which rows.
    pub rows: Rows<MovementColumn>,
    /// Which movements.
    #[serde(default)]
    pub filter: MovementFilter,
    /// Gathered by what; `None` for a plain list.
    #[serde(default)]
    pub group: Option<MovementGrouping>,
    /// Groups whose rows are left out.
    #[serde(default)]
    pub folded: Vec<GroupKey>,
    /// The user's today, for groups by day; without it days are grouped one by one.
    #[serde(default)]
    pub today: Option<NaiveDate>,
}

/// Says which movements are on screen without their lines being known: they are read behind, a few
/// at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookAtMovements {
    /// Their keys.
    pub keys: Vec<MovementKey>,
}

/// Opens a movement: from this computer if its lines are known, and read anew behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenMovement {
    /// Which one.
    pub movement: MovementRef,
}

/// Makes a movement (interface document, 4.3), then brings its lines to what was previewed with one
/// update (4.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreateMovement {
    /// The key it is to have; one is made when the caller gives none.
    #[serde(default)]
    pub key: Option<MovementKey>,
    /// The form.
    pub form: NewMovement,
}

/// Sends what is left of a creation whose update did not go through. Reads the movement first, so
/// that nothing is done twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishMovement {
    /// Which one.
    pub movement: MovementRef,
}

/// Reads stocklists already known; asks the service behind it when these filters were never asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListStocklists {
    /// Which rows.
    pub rows: Rows<StocklistColumn>,
    /// Which stocklists.
    #[serde(default)]
    pub filter: StocklistFilter,
}

/// Reads one stocklist with its items.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenStocklist {
    /// Which one.
    pub stocklist: StocklistId,
}

/// Reads products already known; asks the service behind it when they were never read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListProducts {
    /// Which rows.
    pub rows: Rows<ProductColumn>,
    /// Which products.
    #[serde(default)]
    pub filter: ProductFilter,
}

/// Asks for the categories as seen on products and made here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListCategories {}

/// A category and how many products of the mirror have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategoryCount {
    /// Its name.
    pub name: String,
    /// Products that have it.
    pub products: u32,
}

/// Makes a category (interface document, 4.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreateCategory {
    /// Its name; required.
    pub name: String,
}

/// Asks for all places harvested from movements, stocklists and parents of bins, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListPlaces {}

/// Asks for all people harvested from movements and stocklists, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListPeople {}

/// Reads the bins or internal locations of a place; asks the service behind it when they were never
/// read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListBinLocations {
    /// The place.
    pub parent: LocationId,
    /// Bins, or internal locations.
    pub kind: LocationKind,
    /// Which rows.
    pub rows: Rows<LocationColumn>,
    /// Words to be found in name or number; all of them must be there.
    #[serde(default)]
    pub text: String,
}

/// Which lookup of the interface document's 4.6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocationKind {
    /// `/api/binLocations`
    Bins,
    /// `/api/internalLocations`
    Internal,
}

/// Columns of the locations screen. Names and numbers sort as people count: A-2 before A-10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocationColumn {
    /// `name`
    Name,
    /// `locationNumber`
    Number,
    /// Name of the kind.
    Type,
    /// Name of the place it lies in.
    Parent,
}

/// Reads one internal location (interface document, 4.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenLocation {
    /// Which one.
    pub location: LocationId,
}

/// Asks which own authority is trusted beside the system's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadCertificate {}

/// Trusts an own authority beside the system's, on this computer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrustCertificate {
    /// Name of the file it comes from, to be shown.
    pub file_name: String,
    /// The certificates in PEM form; at most 1 MiB.
    pub pem: String,
}

/// Trusts the system's authorities alone again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForgetCertificate {}

/// Asks what the program was started with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadStartOptions {}

/// What the program was started with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartOptions {
    /// `--server URL`
    pub server: Option<String>,
    /// `--practice`
    pub practice: bool,
    /// The program's version.
    pub version: String,
}

/// Says that the window painted its first data; the shell then stops waiting for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstPainted {}

/// Reads the window's preferences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadSettings {}

/// Keeps the window's preferences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveSettings {
    /// All of them.
    pub settings: Settings,
}

/// Starts the practice warehouse inside this program and signs in to it as its first sample user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenPractice {}

/// Lets the user choose a certificate file and trusts it; `None` if nothing was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChooseCertificate {}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! check_examples {
        (backend { $($b:tt)* } window { $($w:tt)* }) => {
            check_examples!(@each $($b)* $($w)*);
        };
        (@each $($name:ident($request:ident) -> $reply:ty, reads [$($topic:ident),*], as $form:ident,
            example $example:literal;)*) => {
            #[test]
            fn every_example_is_a_request_of_its_command() {
                $(
                    serde_json::from_str::<$request>($example)
                        .unwrap_or_else(|error| panic!("{}: {error}", stringify!($name)));
                )*
            }
        };
    }
    with_commands!(check_examples);

    #[test]
    fn names_are_unique() {
        let all: Vec<_> =
            BACKEND_COMMANDS.iter().chain(WINDOW_COMMANDS).map(|info| info.name).collect();
        let unique: std::collections::HashSet<_> = all.iter().collect();
        assert_eq!(unique.len(), all.len());
    }

    #[test]
    fn a_password_is_not_printed() {
        let request: SignIn = serde_json::from_str(
            r#"{"server":"https://stock.example","user_name":"aokafor","password":"hunter2"}"#,
        )
        .unwrap();
        assert!(!format!("{request:?}").contains("hunter2"));
    }
}

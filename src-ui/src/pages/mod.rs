//! The pages: one file or folder each, asked for by route. A page asks queries, sends commands,
//! and puts the kit's components together; it holds no component of its own that another page
//! could use.
//!
//! **To add a page**: a variant of [`Route`] with its title and section, an arm in [`view`], a file
//! here with one `#[component]`. A page begins with `PaneHead`, then `div.tools[role=toolbar]` with
//! `data-region="tools"`, then `ServiceBanner`, then `div.body` with its `Grid` and `Panel`s, and
//! ends with `StatusLine`. `movements/` is the pattern. It stays mounted while its tab is in the
//! background, so filters, scroll and focus keep themselves; queries then wait.
//!
//! **To add text**: a key in `locales/en.json` and `locales/fr.json`; `say!(i18n, page.key)`
//! inside a closure, or `text!(i18n, page.key)` where a component wants a `Signal<String>`. Counted
//! words are pairs. A missing key, or a place without its value, does not compile.
//!
//! **To add a key**: `use_keys().on_page("Ctrl+E", text!(…), move || …)`; it is listed under `?` by
//! itself. Show it with `chord="Ctrl+E"` on the button that does the same.
//!
//! **To add a grid**: columns (`Column::new(id, label, width_in_rem)`), `use_rows(ask, draw)` where
//! `draw` makes a `Row` of a record, `use_layout(name, column, descending)` for the column state,
//! and `<Grid name label columns data layout on_layout on_open/>`. For rows that are all here,
//! `GridData::local(signal)`. An edited cell arrives at `on_edit` as text: read it with
//! `use_format().read_quantity`, keep it, and give the cell a `Tone`.
//!
//! **A page of one list** (`stocklists/`, `products/`, `locations/`): `List::start(rows, About { … })`
//! of `list/` gives it its head, its empty states, its keys and its side panel; columns named as the
//! contract names them are sorted by `list::order`.
//!
//! **A form**: what it holds is a `contract::Draft`, kept by a `drafts::Keeper` at every change and
//! brought back by `drafts::Drafts`; an explicit act alone throws it away (`Keeper::end`), with an
//! undo. Where closing the tab would do so, set `use_tab().unsent`: closing then sets `closing`
//! instead, and the page asks (`new_movement/closing.rs`). The field where a page's work begins has
//! `data-first` around it: it gets the focus when the tab comes to the front.
//!
//! **To keep the page small** (`xtask test` weighs it): every type asked of the contract costs its
//! own reading, so reuse one; name variants by a key, not by `serde(tag)`. Write texts as
//! `{text!(…)}`, not `{move || say!(…)}`. Write `class=move || …` in place: a closure kept in a
//! variable first is not shared with the others. Leptos compiles its effects, memos, `<Show>` and
//! `<For>` anew for each use: take `effect`, `memo`, the `Show` of `components`, and `each`. Split a
//! generic function where its type stops to matter (`ipc::ask`). Leave case to `ipc::lower`,
//! fractions to `dom::css`, JSON to `json::read`: their like in Rust's library brings tables and
//! doubles. A sort costs three kilobytes for each type that is sorted.
//!
//! **Data**: `use_query(move || Some(Command { … }))` asks again by itself when a topic changes;
//! draw it with `<Answer of=query>`. `use_command::<Command>()` sends on a press. Failures are
//! worded by `words::failure` and drawn by `FailureNote`, beside the field where `Failure::field`
//! names one.

mod closing;
mod conflict;
mod diagnostics;
mod header_fields;
mod history;
mod identity;
mod keys_sheet;
mod layout;
mod list;
mod location;
mod locations;
mod movement;
mod movements;
mod new_movement;
mod products;
mod question;
mod settings;
mod sign_in;
mod stocklists;

use contract::{MovementKey, MovementRef, StocklistId};
use leptos::prelude::*;

use crate::i18n::{I18n, say};

pub use closing::ClosingNote;
pub use conflict::ConflictSheet;
pub use identity::IdentitySheet;
pub use keys_sheet::KeysSheet;
pub use layout::use_layout;
pub use location::LocationSheet;
pub use question::QuestionSheet;
pub use settings::{SettingsSheet, torn};
pub use sign_in::{SignInPage, SignInSheet};

/// What a tab can hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Route {
    /// The list of movements.
    Movements,
    /// A movement, with the editor of its lines.
    Movement(MovementRef),
    /// The form of a new movement.
    NewMovement(StartKind),
    /// The stocklists.
    Stocklists,
    /// Products and categories.
    Products,
    /// Locations and bins.
    Locations,
    /// What waits here, and what was done.
    History,
    /// What the service answers beyond its published interface.
    Diagnostics,
}

/// What the form of a new movement starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartKind {
    /// From a stocklist, still to be found.
    Stocklist,
    /// From this stocklist.
    List(StocklistId),
    /// Empty.
    Empty,
    /// As it was when it was kept: from the drafts, under the same key.
    Draft(MovementKey),
}

/// The sections of the rail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Movements, and everything opened from there.
    Movements,
    /// Stocklists.
    Stocklists,
    /// Products.
    Products,
    /// Locations.
    Locations,
    /// History.
    History,
}

/// The sections, in the order of the rail and of Alt+1…
pub const SECTIONS: [Section; 5] = [
    Section::Movements,
    Section::Stocklists,
    Section::Products,
    Section::Locations,
    Section::History,
];

/// The page of a route.
pub fn view(route: &Route) -> AnyView {
    match route.clone() {
        Route::Movements => view! { <movements::Movements /> }.into_any(),
        Route::Movement(movement) => view! { <movement::MovementPage movement /> }.into_any(),
        Route::NewMovement(start) => view! { <new_movement::NewMovementPage start /> }.into_any(),
        Route::Stocklists => view! { <stocklists::Stocklists /> }.into_any(),
        Route::Products => view! { <products::Products /> }.into_any(),
        Route::Locations => view! { <locations::Locations /> }.into_any(),
        Route::History => view! { <history::HistoryPage /> }.into_any(),
        Route::Diagnostics => view! { <diagnostics::DiagnosticsPage /> }.into_any(),
    }
}

impl Route {
    /// As a tab that is found again after a restart; forms come back from their drafts.
    pub fn as_left(&self) -> Option<(&'static str, Option<MovementKey>)> {
        match self {
            Self::Movement(MovementRef::Key(key)) => Some(("movement", Some(*key))),
            Self::Movement(_) | Self::NewMovement(_) => None,
            Self::Diagnostics => Some(("diagnostics", None)),
            other => Some((other.section()?.name(), None)),
        }
    }

    /// The page of a tab that was left.
    pub fn again(page: &str, movement: Option<MovementKey>) -> Option<Self> {
        match (page, movement) {
            ("movement", key) => Some(Self::Movement(MovementRef::Key(key?))),
            ("diagnostics", _) => Some(Self::Diagnostics),
            (name, _) => SECTIONS.iter().find(|s| s.name() == name).map(|s| s.route()),
        }
    }

    /// The section it belongs to, if it belongs to one.
    pub fn section(&self) -> Option<Section> {
        Some(match self {
            Self::Movements | Self::Movement(_) | Self::NewMovement(_) => Section::Movements,
            Self::Stocklists => Section::Stocklists,
            Self::Products => Section::Products,
            Self::Locations => Section::Locations,
            Self::History => Section::History,
            Self::Diagnostics => return None,
        })
    }

    /// Its icon.
    pub fn icon(&self) -> &'static str {
        match self {
            Self::Movement(_) => "file-text",
            Self::NewMovement(_) => "plus",
            other => other.section().map_or("monitor", Section::icon),
        }
    }

    /// What its tab is called until the page knows better.
    pub fn title(&self, i18n: I18n) -> String {
        match self {
            Self::Movement(_) => say!(i18n, nav.movement).to_owned(),
            Self::NewMovement(_) => say!(i18n, nav.new_movement).to_owned(),
            other => match other.section() {
                Some(section) => section.label(i18n),
                None => say!(i18n, diagnostics.title).to_owned(),
            },
        }
    }
}

impl Section {
    /// The route of its list.
    pub fn route(self) -> Route {
        match self {
            Self::Movements => Route::Movements,
            Self::Stocklists => Route::Stocklists,
            Self::Products => Route::Products,
            Self::Locations => Route::Locations,
            Self::History => Route::History,
        }
    }

    /// Its name in test ids.
    pub fn name(self) -> &'static str {
        match self {
            Self::Movements => "movements",
            Self::Stocklists => "stocklists",
            Self::Products => "products",
            Self::Locations => "locations",
            Self::History => "history",
        }
    }

    /// Its icon.
    pub fn icon(self) -> &'static str {
        match self {
            Self::Movements => "truck",
            Self::Stocklists => "clipboard-list",
            Self::Products => "package",
            Self::Locations => "warehouse",
            Self::History => "history",
        }
    }

    /// Its name.
    pub fn label(self, i18n: I18n) -> String {
        match self {
            Self::Movements => say!(i18n, nav.movements),
            Self::Stocklists => say!(i18n, nav.stocklists),
            Self::Products => say!(i18n, nav.products),
            Self::Locations => say!(i18n, nav.locations),
            Self::History => say!(i18n, nav.history),
        }
        .to_owned()
    }
}

//! What a tab can hold, and the sections of the rail. What a page looks like is told by `pages::view`.

use contract::{MovementKey, MovementRef, StocklistId, WalkKey};

use crate::i18n::{I18n, say};

/// What a tab can hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Route {
    /// What waits, and what was open last.
    Home,
    /// The list of movements.
    Movements,
    /// A movement, with the editor of its lines.
    Movement(MovementRef),
    /// The form of a new movement.
    NewMovement(StartKind),
    /// What is to be picked.
    Pick,
    /// A walk, with what there is to fetch.
    Walk(WalkKey),
    /// Decisions to be reviewed.
    Review,
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

impl Route {
    /// As a tab that is found again after a restart; forms come back from their drafts.
    pub fn as_left(&self) -> Option<(&'static str, Option<MovementKey>)> {
        match self {
            Self::Movement(MovementRef::Key(key)) => Some(("movement", Some(*key))),
            Self::Movement(_) | Self::NewMovement(_) => None,
            // Its key stands where that of a movement does.
            Self::Walk(WalkKey(key)) => Some(("walk", Some(MovementKey(*key)))),
            Self::Diagnostics => Some(("diagnostics", None)),
            other => Some((other.section()?.name(), None)),
        }
    }

    /// The page of a tab that was left.
    pub fn again(page: &str, movement: Option<MovementKey>) -> Option<Self> {
        match (page, movement) {
            ("movement", key) => Some(Self::Movement(MovementRef::Key(key?))),
            ("walk", key) => Some(Self::Walk(WalkKey(key?.0))),
            ("diagnostics", _) => Some(Self::Diagnostics),
            (name, _) => SECTIONS.iter().find(|s| s.name() == name).map(|s| s.route()),
        }
    }

    /// The section it belongs to, if it belongs to one.
    pub fn section(&self) -> Option<Section> {
        Some(match self {
            Self::Home => Section::Home,
            Self::Movements | Self::Movement(_) | Self::NewMovement(_) => Section::Movements,
            Self::Pick | Self::Walk(_) => Section::Pick,
            Self::Review => Section::Review,
            Self::Stocklists => Section::Stocklists,
            Self::Products => Section::Products,
            Self::Locations => Section::Locations,
            Self::History => Section::History,
            Self::Diagnostics => return None,
        })
    }

    /// Whether its page has panels or several columns, which need the rail's width in a window of the
    /// usual size.
    pub fn is_wide(&self) -> bool {
        !matches!(
            self,
            Self::Home | Self::Movements | Self::Pick | Self::Stocklists | Self::Products
        )
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
            Self::Walk(_) => say!(i18n, walk.title).to_owned(),
            other => match other.section() {
                Some(section) => section.label(i18n),
                None => say!(i18n, diagnostics.title).to_owned(),
            },
        }
    }
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
    /// What waits, and what was open last.
    Home,
    /// Movements, and everything opened from there.
    Movements,
    /// What is to be picked.
    Pick,
    /// Decisions to be reviewed.
    Review,
    /// Stocklists.
    Stocklists,
    /// Products.
    Products,
    /// Locations.
    Locations,
    /// History.
    History,
}

impl Section {
    /// The route of its list.
    pub fn route(self) -> Route {
        match self {
            Self::Home => Route::Home,
            Self::Movements => Route::Movements,
            Self::Pick => Route::Pick,
            Self::Review => Route::Review,
            Self::Stocklists => Route::Stocklists,
            Self::Products => Route::Products,
            Self::Locations => Route::Locations,
            Self::History => Route::History,
        }
    }

    /// Its name in test ids.
    pub fn name(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Movements => "movements",
            Self::Pick => "pick",
            Self::Review => "review",
            Self::Stocklists => "stocklists",
            Self::Products => "products",
            Self::Locations => "locations",
            Self::History => "history",
        }
    }

    /// Its icon.
    pub fn icon(self) -> &'static str {
        match self {
            Self::Home => "house",
            Self::Movements => "truck",
            Self::Pick => "scan-barcode",
            Self::Review => "inbox",
            Self::Stocklists => "clipboard-list",
            Self::Products => "package",
            Self::Locations => "warehouse",
            Self::History => "history",
        }
    }

    /// Its name.
    pub fn label(self, i18n: I18n) -> String {
        match self {
            Self::Home => say!(i18n, nav.home),
            Self::Movements => say!(i18n, nav.movements),
            Self::Pick => say!(i18n, nav.pick),
            Self::Review => say!(i18n, nav.review),
            Self::Stocklists => say!(i18n, nav.stocklists),
            Self::Products => say!(i18n, nav.products),
            Self::Locations => say!(i18n, nav.locations),
            Self::History => say!(i18n, nav.history),
        }
        .to_owned()
    }
}

/// The sections, in the order of the rail and of Alt+1…
pub const SECTIONS: [Section; 8] = [
    Section::Home,
    Section::Movements,
    Section::Pick,
    Section::Review,
    Section::Stocklists,
    Section::Products,
    Section::Locations,
    Section::History,
];

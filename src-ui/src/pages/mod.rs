//! The pages: one file or folder each, asked for by route. A page asks queries, sends commands,
//! and puts the kit's components together; it holds no component of its own that another page
//! could use.
//!
//! **To add a page**: a variant of `navigation::Route` with its title and section, an arm in [`view`], a file
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
//! and `<Grid name label columns data layout on_layout on_open/>`. A cell of a number or a day says what it
//! stands for (`Cell::of`), and `<ExportTool grids/>` among the tools exports it. For rows that are all here,
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

mod begin_walk;
mod bin_field;
mod closing;
mod compare;
mod conflict;
mod diagnostics;
mod export;
mod header_fields;
mod history;
mod home;
mod identity;
mod import;
mod keys_sheet;
mod layout;
mod list;
mod location;
mod locations;
mod movement;
mod movements;
mod new_movement;
mod palette;
mod pick;
mod products;
mod question;
mod review;
mod settings;
mod sign_in;
mod sign_out;
mod stocklists;
mod walk;

use leptos::prelude::*;

use crate::navigation::Route;

pub use bin_field::BinField;
pub use closing::ClosingNote;
pub use conflict::ConflictSheet;
pub use identity::IdentitySheet;
pub use keys_sheet::KeysSheet;
pub use layout::use_layout;
pub use location::LocationSheet;
pub use palette::palette;
pub use question::QuestionSheet;
pub use settings::SettingsSheet;
pub use sign_in::{SignInPage, SignInSheet};
pub use sign_out::SignOutSheet;

/// The page of a route.
pub fn view(route: &Route) -> AnyView {
    match route.clone() {
        Route::Home => view! { <home::HomePage /> }.into_any(),
        Route::Movements => view! { <movements::Movements /> }.into_any(),
        Route::Movement(movement) => view! { <movement::MovementPage movement /> }.into_any(),
        Route::NewMovement(start) => view! { <new_movement::NewMovementPage start /> }.into_any(),
        Route::Pick => view! { <pick::PickPage /> }.into_any(),
        Route::Review => view! { <review::ReviewPage /> }.into_any(),
        Route::Walk(walk) => view! { <walk::WalkView walk /> }.into_any(),
        Route::Stocklists => view! { <stocklists::Stocklists /> }.into_any(),
        Route::Products => view! { <products::Products /> }.into_any(),
        Route::Locations => view! { <locations::Locations /> }.into_any(),
        Route::History => view! { <history::HistoryPage /> }.into_any(),
        Route::Diagnostics => view! { <diagnostics::DiagnosticsPage /> }.into_any(),
    }
}

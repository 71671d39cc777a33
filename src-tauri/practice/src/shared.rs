//! What every route may use, made once when the service starts.

use std::sync::Arc;

use axum::extract::State;

use crate::faults::Faults;
use crate::requests::RequestLog;
use crate::sessions::Sessions;
use crate::store::Store;
use crate::variants::Variants;

/// What every route may use.
pub(crate) struct Shared {
    /// The warehouse.
    pub(crate) store: Store,
    /// Sessions.
    pub(crate) sessions: Sessions,
    /// Received requests.
    pub(crate) requests: RequestLog,
    /// Faults.
    pub(crate) faults: Faults,
    /// Variants.
    pub(crate) variants: Variants,
    /// Whether the observed extensions are left out.
    pub(crate) strict: bool,
    /// The password of every sample user.
    pub(crate) password: String,
    /// The base address.
    pub(crate) base: String,
}

/// The extractor of [`Shared`].
pub(crate) type SharedState = State<Arc<Shared>>;

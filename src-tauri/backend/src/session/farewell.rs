//! Telling the service that a session ends. Deliberately absent: waiting for it for long.

use std::{sync::Arc, time::Duration};

use client::Outcome;
use tokio::time::timeout;

use super::state::AuthenticatedClient;
use crate::Common;

/// Nobody here waits longer than this for the service to hear of the end.
const FAREWELL: Duration = Duration::from_secs(5);

/// Ends a session in the service; that it did not hear of it is no failure of ours.
pub(crate) async fn say_farewell(
    common: &Arc<Common>,
    AuthenticatedClient { client, cookies }: AuthenticatedClient,
) {
    let ended = timeout(FAREWELL, async {
        let _permit = common.permits.acquire().await;
        client.logout(&cookies).await
    });
    match ended.await {
        Ok(Outcome::Accepted(()) | Outcome::SignedOut) => {}
        _ => tracing::warn!("the service was not told of the end of a session"),
    }
}

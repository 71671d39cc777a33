//! Commands about the channel through which stations hand over proposals.

use std::{future::Future, future::ready, time::Duration};

use contract::{ChannelState, ChooseChannel, ReadChannel};
use tokio::time::timeout;

use crate::{Backend, error::Error};

/// So long a folder is waited for that was just chosen.
const PATIENCE: Duration = Duration::from_secs(5);

impl Backend {
    /// Tells how the channel stands.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn channel(
        &self,
        _request: ReadChannel,
    ) -> impl Future<Output = Result<ChannelState, Error>> + Send + use<> {
        ready(self.workspace().map(|workspace| workspace.channel.state()))
    }

    /// Uses a folder as the channel, or none, and looks into it once.
    ///
    /// # Errors
    /// [`Error::Invalid`] for what is no whole path; if it cannot be kept.
    pub async fn choose_channel(&self, request: ChooseChannel) -> Result<ChannelState, Error> {
        let workspace = self.workspace()?;
        workspace.channel.choose(request.folder).await?;
        workspace.reviews.share().await?;
        // A share that hangs is looked at behind.
        if let Ok(done) = timeout(PATIENCE, workspace.channel.sync()).await {
            done?;
        }
        Ok(workspace.channel.state())
    }
}

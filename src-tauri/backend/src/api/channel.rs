//! Commands about the channel through which stations hand over proposals.

use std::{
    future::{Future, ready},
    path::Path,
    time::Duration,
};

use contract::{
    ChannelDatabase, ChannelPlace, ChannelState, ChooseChannel, Exported, ReadChannel,
    ReadChannelScript,
};
use secrecy::SecretString;
use tokio::time::timeout;

use crate::{Backend, channel::database::SCRIPT, error::Error};

/// So long a channel is waited for that was just chosen.
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

    /// Uses a folder or a database as the channel, or none, and looks into it once. What is proposed here is
    /// withdrawn from the one before. A page's word is not enough
    /// for a database on another computer that was not chosen before: somebody outside of it says yes.
    ///
    /// # Errors
    /// [`Error::Required`] and [`Error::Invalid`] for what can be no place; [`Error::NotConfirmed`]; if it cannot
    /// be kept.
    pub async fn choose_channel(&self, request: ChooseChannel) -> Result<ChannelState, Error> {
        let workspace = self.workspace()?;
        let ChooseChannel { place, password } = request;
        let place = place.map(checked).transpose()?;
        let password = password.filter(|password| !password.is_empty()).map(SecretString::from);
        if let Some(ChannelPlace::Database(to)) = &place
            && !to.is_on_this_computer()
            && workspace.account.facts().channel != place
        {
            self.confirm_address(&to.to_string(), &to.host).await?;
        }
        workspace.reviews.use_channel(place, password).await?;
        workspace.reviews.share().await?;
        // A place that hangs is looked at behind.
        if let Ok(done) = timeout(PATIENCE, workspace.channel.sync()).await {
            done?;
        }
        Ok(workspace.channel.state())
    }

    /// The script with which an administrator prepares a database.
    ///
    /// # Errors
    /// None; every command has the same shape.
    pub fn channel_script(
        &self,
        _request: ReadChannelScript,
    ) -> impl Future<Output = Result<Exported, Error>> + Send + use<> {
        ready(Ok(Exported { text: SCRIPT.to_owned() }))
    }
}

/// Whether a name may hold it: with nothing else an address says the same to whoever reads it as to the program.
fn is_plain(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.' | '$')
}

/// A place as it is used, if it can be one.
fn checked(place: ChannelPlace) -> Result<ChannelPlace, Error> {
    match place {
        ChannelPlace::Folder(path) => {
            let path = path.trim();
            if path.is_empty() {
                return Err(Error::Required("folder"));
            }
            if !Path::new(path).is_absolute() {
                return Err(Error::Invalid { field: "folder", problem: "it is no whole path" });
            }
            Ok(ChannelPlace::Folder(path.to_owned()))
        }
        ChannelPlace::Database(ChannelDatabase { host, port, name, user }) => {
            let text = |field, text: String| match text.trim() {
                "" => Err(Error::Required(field)),
                text if text.chars().all(is_plain) => Ok(text.to_owned()),
                _ => Err(Error::Invalid {
                    field,
                    problem: "it has other characters than names have",
                }),
            };
            // One of version 6 has colons. A path would be a socket of this computer.
            let host = match text("host", host.replace(':', "-"))? {
                checked if checked.chars().any(char::is_alphanumeric) => host.trim().to_owned(),
                _ => return Err(Error::Invalid { field: "host", problem: "it names no server" }),
            };
            let (name, user) = (text("database", name)?, text("user", user)?);
            Ok(ChannelPlace::Database(ChannelDatabase { host, port, name, user }))
        }
    }
}

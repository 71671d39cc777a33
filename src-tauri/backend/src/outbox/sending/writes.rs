//! The requests that change the service, one method each. The outbox alone calls them, so that
//! nothing is sent that is not kept. Deliberately absent: validation, and what follows a write.

use std::sync::Arc;

use client::{Client, HeaderUpdate, MovementHeader, PicklistItem, Refusal};
use contract::{Category, Endpoint, Instruction, ItemId, MovementId};
use rules::movements::known::Answered;

use crate::{
    error::Error, movements::read::MovementReader, observed::answers::Observed,
    service::calls::Service, session::state::UpdateNotFound,
};

/// The writes of a profile.
pub(crate) struct Writes {
    pub service: Arc<Service>,
    pub reader: Arc<MovementReader>,
    pub observed: Arc<Observed>,
}

impl Writes {
    /// Makes a movement; answers it as the service made it.
    pub(crate) async fn create_movement(&self, header: MovementHeader) -> Result<Answered, Error> {
        let call = |client: Client, cookies| async move {
            client.create_movement(&cookies, &header).await
        };
        let asked = self.service.account.now();
        let movement = self.service.write(Endpoint::CreateMovement, call).await?;
        Ok(Answered { movement, asked, came: self.service.account.now() })
    }

    /// Changes a movement, one request at a time per movement; answers it as it is then. That the
    /// service takes no changes at all is found out here.
    pub(crate) async fn update_movement(
        &self,
        id: &MovementId,
        header: HeaderUpdate,
        instructions: Vec<Instruction>,
    ) -> Result<Answered, Error> {
        let target = id.clone();
        let call = |client: Client, cookies| async move {
            client.update_movement(&cookies, &target, &header, &instructions).await
        };
        let alone = self.service.movement_gates.enter(id).await;
        let asked = self.service.account.now();
        let answer = self.service.write(Endpoint::UpdateMovement, call).await;
        let came = self.service.account.now();
        drop(alone);
        match answer {
            // Whatever it is about, it does not tell what became of this movement.
            Ok(movement) if movement.id != *id => Err(Error::NoAnswer(Endpoint::UpdateMovement)),
            Ok(movement) => {
                self.service.session.update_done();
                self.service.learn_updates(true);
                Ok(Answered { movement, asked, came })
            }
            Err(Error::Refused(refusal)) if refusal.status == 404 => {
                Err(self.not_found(id, refusal).await)
            }
            Err(error) => Err(error),
        }
    }

    /// Makes a category.
    pub(crate) async fn create_category(&self, name: String) -> Result<Category, Error> {
        let call =
            |client: Client, cookies| async move { client.create_category(&cookies, &name).await };
        self.service.write(Endpoint::CreateCategory, call).await
    }

    /// Picks a line from inventory, changes picks, or takes them back; one request at a time per
    /// movement, where its id is known.
    pub(crate) async fn pick(
        &self,
        movement: Option<MovementId>,
        item: ItemId,
        picks: Vec<PicklistItem>,
    ) -> Result<(), Error> {
        let call =
            |client: Client, cookies| async move { client.pick(&cookies, &item, &picks).await };
        let _alone = match &movement {
            Some(id) => {
                let alone = self.service.movement_gates.enter(id).await;
                self.observed.forget_pick_page_is_whole(id);
                Some(alone)
            }
            None => None,
        };
        self.service.write(Endpoint::Pick, call).await
    }

    /// A 404 to an update: the movement is gone, or, if it can be read, this was a stray answer, or
    /// updates are not there. One answer tells nothing about all movements.
    async fn not_found(&self, id: &MovementId, refusal: Refusal) -> Error {
        if self.reader.ask_movement(id).await.is_err() {
            return Error::Refused(refusal);
        }
        match self.service.session.update_not_found(id) {
            UpdateNotFound::First => Error::UpdateNotFound { refusal, again: false },
            UpdateNotFound::Again => Error::UpdateNotFound { refusal, again: true },
            UpdateNotFound::Everywhere => {
                self.service.learn_updates(false);
                Error::UpdatesNotOffered
            }
        }
    }
}

//! Command `refresh`: reads a data set anew, or joins who does, and answers when that is done.

use contract::{DataSet, Done, LocationKind, Refresh};
use rules::catalog::stocklist_rows::tidy;

use crate::{Backend, error::Error};

impl Backend {
    /// Reads a data set from the service. A movement known here that the service has no more is marked
    /// as gone.
    ///
    /// # Errors
    /// If nobody is signed in, [`Error::Unknown`] for a movement not known here, or what the reading
    /// ended with.
    pub async fn refresh(&self, request: Refresh) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        let flight = match request.what {
            DataSet::Movements => workspace.list.read_movements(),
            DataSet::Movement(named) => {
                let known = workspace.movements.find(&named).ok_or(Error::Unknown)?;
                workspace.reader.read_movement(known.key, &known.movement.id)
            }
            DataSet::Stocklists(asked) => workspace.stocklists.read_stocklists(&tidy(asked)),
            DataSet::Products => workspace.products.read_products(),
            DataSet::BinLocations(parent) => {
                workspace.locations.read_locations(&(LocationKind::Bins, parent))
            }
            DataSet::InternalLocations(parent) => {
                workspace.locations.read_locations(&(LocationKind::Internal, parent))
            }
        };
        flight?.wait().await?;
        Ok(Done {})
    }
}

//! Commands about picks: what there is to pick for a line, and picking it.

use contract::{MovementRef, PickView, ReadPickView, Source};
use rules::picking::view::PickContext;

use crate::{
    Backend,
    error::Error,
    picking::{is_about, why_not},
};

impl Backend {
    /// Shows what there is to pick for a line, and asks the service behind where it can be asked.
    ///
    /// # Errors
    /// If no profile is open; [`Error::Unknown`] for a movement or a line not known here, and for a
    /// movement whose lines were never read; if the file cannot be read.
    pub async fn pick_view(&self, request: ReadPickView) -> Result<PickView, Error> {
        let workspace = self.workspace()?;
        let known = workspace.movements.find(&MovementRef::Key(request.movement));
        let known = known.ok_or(Error::Unknown)?;
        let lines = known.movement.lines.as_deref().ok_or(Error::Unknown)?;
        let line = lines.iter().find(|line| is_about(line, &request)).ok_or(Error::Unknown)?;
        let page = workspace.pick_pages.pick_page(&known.movement.id, request.anew).await?;
        let origin = known.movement.origin.clone();
        if page.rows.is_none() {
            workspace.locations.read_bins_behind(origin.as_ref());
        }
        let sent = workspace.picking.sent_picks(&known, std::slice::from_ref(line)).await?;
        let (bins, waiting) =
            (workspace.locations.bins_of(origin.as_ref()), workspace.outbox.of_movement(known.key));
        let scene = PickContext {
            lines,
            movement: known.key,
            rows: page.rows.as_deref().map(Vec::as_slice),
            as_of: page.freshness.as_of,
            sent: &sent,
            waiting: &waiting,
            site: &workspace.site.stock(lines, &bins),
            bins: &bins,
            today: workspace.account.common.clock.today(),
        };
        let mut parts = scene.parts(line);
        for part in &mut parts {
            part.product = workspace.drafts.product_named(part.product.clone());
        }
        let why_not =
            why_not(&known, line, parts.is_empty(), workspace.service.session.lacks_updates());
        let source = if page.rows.is_some() { Source::Service } else { Source::Seen };
        let (item, freshness) = (line.id.clone(), page.freshness);
        Ok(PickView { item, origin, parts, why_not, source, freshness })
    }
}

//! Commands of the panel of one line.

use std::sync::Arc;

use contract::{Done, LineView, OpenLine, SaveReasons, Topic};

use crate::{
    Backend,
    background::blocking,
    editor::{
        panel::{stock_of, substitutes_of},
        reasons::choices,
    },
    error::Error,
    store::tables::refusals,
};

impl Backend {
    /// Keeps the reasons of this site.
    ///
    /// # Errors
    /// If no profile is open, or they cannot be kept.
    pub async fn save_reasons(&self, request: SaveReasons) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        let own = choices(&request.reasons, &[], &[]).into_iter().filter(|choice| choice.own);
        let own: Vec<_> = own.map(|choice| choice.code).collect();
        workspace.account.learn(|facts| facts.reasons = own).await?;
        workspace.account.announce(&[Topic::Editor]);
        Ok(Done {})
    }

    /// Shows a line and all that helps to decide about it.
    ///
    /// # Errors
    /// If no profile is open; [`Error::Unknown`] for a movement or a line not known here;
    /// [`Error::Invalid`] for no lines.
    pub async fn open_line(&self, request: OpenLine) -> Result<LineView, Error> {
        let workspace = self.workspace()?;
        let panel = Arc::clone(&workspace.panel);
        let listed = workspace.extensions.listed_reasons().await?;
        let movement = request.movement;
        let view = move || panel.line_view(movement, &request.rows, &listed);
        let mut view = blocking(view).await??;
        let Some(product) = view.line.product.clone() else { return Ok(view) };
        let id = product.id.clone();
        let read =
            move |file: &_| Ok((refusals::of_product(file, &id)?, refusals::comments(file)?));
        let (refused, comments) = workspace.account.store.read(read).await?;
        let told = workspace.panel.told_of_line(movement, &view, &product).await?;
        view.stock = told.as_ref().map(stock_of);
        view.listed = told.as_ref().map(substitutes_of);
        let suggested = move || workspace.panel.suggested(&product, refused, told.as_ref());
        view.suggestions = blocking(suggested).await?;
        view.comments = comments;
        Ok(view)
    }
}

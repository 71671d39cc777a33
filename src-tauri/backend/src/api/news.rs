//! The command that lists what somebody may want to be told of at once.

use contract::{NewsItem, NewsKind, ReadNews, ReviewRow, ReviewStand};
use rules::review::marks::decided;

use crate::{
    Backend,
    background::blocking,
    error::Error,
    outbox::{op::Op, view::titles::Titles},
    workspace::Workspace,
};

/// So many are listed at most.
const MOST: usize = 500;

impl Backend {
    /// Lists what somebody may want to be told of at once: proposals of other stations, answers to those made
    /// here, and changes that wait for the user.
    ///
    /// # Errors
    /// If no profile is open.
    pub async fn news(&self, _request: ReadNews) -> Result<Vec<NewsItem>, Error> {
        let workspace = self.workspace()?;
        blocking(move || news(&workspace)).await
    }
}

fn news(workspace: &Workspace) -> Vec<NewsItem> {
    let titles = workspace.view.titles();
    let mut news = Vec::new();
    workspace.outbox.look_at_all(|op| {
        if op.needs_user() {
            news.push(refusal(op, &titles));
        }
    });
    // It is asked after every change: the lines of all movements are not gone through for it.
    let rows = workspace.reviews.not_in_service();
    news.extend(rows.iter().filter_map(|row| of_row(workspace, row)));
    news.truncate(MOST);
    news
}

/// One that is refused again is news again.
fn refusal(op: &Op, titles: &Titles) -> NewsItem {
    let movement = op.movement.and_then(|key| titles.of(key)).map(str::to_owned);
    let line = op.movement.zip(op.item().cloned());
    NewsItem {
        key: format!("refused {} {}", op.key, op.attempts),
        kind: NewsKind::Refusal,
        movement,
        product: None,
        person: None,
        line: line.map(|(movement, item)| contract::LineRef { movement, item }),
    }
}

fn of_row(workspace: &Workspace, row: &ReviewRow) -> Option<NewsItem> {
    let decision = row.decision.as_ref().and_then(decided).unwrap_or_default();
    let (kind, key, person) = match &row.stand {
        ReviewStand::Proposed if row.from_elsewhere => {
            let at = row.at.unwrap_or_default();
            let key = format!("proposed {} {at} {decision}", row.line.item);
            (NewsKind::Proposal, key, row.person.clone())
        }
        ReviewStand::Answered(answer) => {
            let key = format!("answered {} {} {decision}", row.line.item, answer.at);
            (NewsKind::Answer, key, Some(answer.by.clone()))
        }
        _ => return None,
    };
    let product = workspace.drafts.product_named(row.product.clone());
    Some(NewsItem {
        key,
        kind,
        movement: row.identifier.clone().or_else(|| row.name.clone()),
        product: product.name.or(product.code),
        person,
        line: Some(row.line.clone()),
    })
}

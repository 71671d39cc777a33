//! Products for what is typed, from an index that was made before, with the line that has them
//! already.

use contract::{FindProducts, FoundProduct, ProductRef};
use rules::search::product_index::ProductIndex;

use crate::editor::{drawing::LineDrafts, drawn::rows::DrawnRow};

/// Nobody looks through more than this.
const MOST: usize = 50;

/// What the index finds, with the open line of the movement that has it already.
pub(crate) fn found_products(
    index: &ProductIndex,
    drafts: &LineDrafts,
    request: &FindProducts,
) -> Vec<FoundProduct> {
    let most = usize::try_from(request.count).unwrap_or(MOST).min(MOST);
    let hits = index.find(&request.text, most);
    // A movement that is not known here has no lines.
    let drawn = request.movement.and_then(|key| drafts.drawn(key).ok());
    let in_line = |product: &ProductRef| {
        let rows = (1..).zip(drawn.iter().flat_map(|drawn| &drawn.rows));
        let mut open = rows.filter(|(_, row)| row.is_updatable());
        let is_it = |row: &DrawnRow| row.product().is_some_and(|other| other.id == product.id);
        open.find(|(_, row)| is_it(row)).map(|(number, _)| number)
    };
    let found = hits.into_iter().map(|hit| FoundProduct {
        in_line: in_line(&hit.product),
        product: hit.product,
        exact: hit.exact,
    });
    found.collect()
}

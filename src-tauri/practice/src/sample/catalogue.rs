//! The catalogue: families of products that differ in one property, by category.
//!
//! Read by the sample products, from the table `catalogue.tsv`: a family in each line. Invented, but
//! as a hospital's catalogue reads; the last lines test a window with accents, great length and
//! another direction of writing.

use std::sync::LazyLock;

/// The table. Its last column has the members of a family, as `number=text`, split by `|`.
const TABLE: &str = include_str!("catalogue.tsv");

static CATEGORIES: LazyLock<Vec<Category>> = LazyLock::new(|| read(TABLE));

/// Products that differ in size, dose or the like.
pub(super) struct Family {
    /// Begin of the product codes.
    pub(super) prefix: &'static str,
    /// Name with `{}` where the members differ; up to the first comma it is the article.
    pub(super) name: &'static str,
    /// Number in the product code and what stands for `{}`.
    pub(super) members: Vec<(&'static str, &'static str)>,
    /// Whether each member may be replaced by its neighbours in the list.
    pub(super) exchangeable: bool,
}

/// A category and its families.
pub(super) struct Category {
    /// Name.
    pub(super) name: &'static str,
    /// Families.
    pub(super) families: Vec<Family>,
}

/// All categories.
pub(super) fn categories() -> impl Iterator<Item = &'static Category> {
    CATEGORIES.iter()
}

fn read(table: &'static str) -> Vec<Category> {
    let mut categories: Vec<Category> = Vec::new();
    for (name, family) in table.lines().skip(1).filter_map(family) {
        match categories.last_mut().filter(|category| category.name == name) {
            Some(category) => category.families.push(family),
            None => categories.push(Category { name, families: vec![family] }),
        }
    }
    categories
}

/// A line's category and family; `None` for one that lacks a column.
fn family(line: &'static str) -> Option<(&'static str, Family)> {
    let mut cells = line.split('\t');
    let (category, exchangeable) = (cells.next()?, cells.next()? == "yes");
    let (prefix, name) = (cells.next()?, cells.next()?);
    let members = cells.next()?.split('|').filter_map(|member| member.split_once('=')).collect();
    Some((category, Family { prefix, name, members, exchangeable }))
}

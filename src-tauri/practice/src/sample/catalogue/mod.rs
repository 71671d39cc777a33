//! The catalogue: families of products that differ in one property, by category.
//!
//! Read by the sample products. Invented, but as a hospital's catalogue reads.

mod devices;
mod materials;
mod medicines;
mod odd;
mod remedies;
mod theatre;
mod treatment;
mod ward;

/// Products that differ in size, dose or the like.
pub(super) struct Family {
    /// Begin of the product codes.
    pub(super) prefix: &'static str,
    /// Name with `{}` where the members differ; up to the first comma it is the article.
    pub(super) name: &'static str,
    /// Number in the product code and what stands for `{}`.
    pub(super) members: &'static [(u16, &'static str)],
    /// Whether each member may be replaced by its neighbours in the list.
    pub(super) exchangeable: bool,
}

/// A category and its families.
pub(super) struct Category {
    /// Name.
    pub(super) name: &'static str,
    /// Families.
    pub(super) families: &'static [Family],
}

/// Members that may replace each other.
const fn swap(
    prefix: &'static str,
    name: &'static str,
    members: &'static [(u16, &'static str)],
) -> Family {
    Family { prefix, name, members, exchangeable: true }
}

/// Members that nothing replaces.
const fn sole(
    prefix: &'static str,
    name: &'static str,
    members: &'static [(u16, &'static str)],
) -> Family {
    Family { prefix, name, members, exchangeable: false }
}

/// All categories.
pub(super) fn categories() -> impl Iterator<Item = &'static Category> {
    [
        materials::CATEGORIES,
        theatre::CATEGORIES,
        devices::CATEGORIES,
        treatment::CATEGORIES,
        medicines::CATEGORIES,
        remedies::CATEGORIES,
        ward::CATEGORIES,
        odd::CATEGORIES,
    ]
    .into_iter()
    .flatten()
}

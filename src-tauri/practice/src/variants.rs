//! Variants: what a real service may do where the interface document shows nothing.
//!
//! Chosen in the options, asked for by the routes and the guard, and applied to answered
//! movements by [`Variants::dress`] and to whole answers by [`answers`]. No variant contradicts
//! what the document does show, except those that deviate on purpose and say so.

pub(crate) mod answers;
mod dress;

use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! variants {
    ($($(#[doc = $doc:expr])* $variant:ident = $name:literal),* $(,)?) => {
        /// One deviation of the service; all of them can be combined.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Variant { $($(#[doc = $doc])* $variant),* }

        impl Variant {
            /// Every variant, in the order of the documentation.
            pub const ALL: &'static [Variant] = &[$(Variant::$variant),*];

            /// The name on the command line.
            pub fn name(self) -> &'static str {
                match self { $(Variant::$variant => $name),* }
            }

            /// One line about the variant.
            pub fn about(self) -> &'static str {
                match self { $(Variant::$variant => concat!($($doc, "\n"),*).trim_ascii()),* }
            }
        }
    };
}

variants! {
    /// A created stock movement answers HTTP 201 instead of 200 (section 4.3 shows no status).
    Created201 = "created-201",
    /// Line items are answered in an order of their own instead of by sort order.
    UnsortedLines = "unsorted-lines",
    /// Open line items answer APPROVED instead of PENDING.
    ApprovedLines = "approved-lines",
    /// The children of a substituted item are in `substitutionItems` instead of `substitutions`.
    SubstitutionItems = "substitution-items",
    /// A wrong password answers HTTP 200 with the failure text and no cookie (section 5, rule 6).
    Login200Failure = "login-200-failure",
    /// Calls without a session answer a 302 to an HTML login page instead of the 401.
    LoginRedirect = "login-redirect",
    /// Calls without a session answer 200 with an HTML login page instead of the 401.
    LoginPage = "login-page",
    /// Every write of a signed-in user answers 403 (section 5, rule 6: roles are not shown).
    ForbiddenWrites = "forbidden-writes",
    /// The product list is wrapped in `data`.
    WrappedProducts = "wrapped-products",
    /// The product list answers POST alone, as the document demonstrates it.
    ProductsPostOnly = "products-post-only",
    /// The product list answers GET alone.
    ProductsGetOnly = "products-get-only",
    /// Lists without `max` hold 10 rows and no list holds more than 1000 (section 8, rule 3).
    DefaultMax10 = "default-max-10",
    /// `sortOrder` is always answered null.
    NoSortOrder = "no-sort-order",
    /// Movement names are answered as `<origin>-<destination>-<ddMMMyyyy>`; a name that is sent
    /// counts for nothing.
    GeneratedNames = "generated-names",
    /// As generated-names, and a new movement has an empty description whatever is sent.
    NameAndDescriptionOwn = "name-and-description-own",
    /// An empty text in an update of a movement leaves what is there alone.
    EmptyFieldsLeft = "empty-fields-left",
    /// The 500 bodies of section 7 come with HTTP 200 (their HTTP status is not shown).
    ErrorsAs200 = "errors-as-200",
    /// `POST /api/stockMovements/<id>` answers 404.
    Updates404 = "updates-404",
    /// Every fifth `POST /api/stockMovements/<id>` answers 404 once, and is not done.
    Stray404 = "stray-404",
    /// `POST /api/stockMovementItems/<id>` answers 404.
    Picks404 = "picks-404",
    /// Every fourth write answers 503 with `Retry-After: 1`, and is not done.
    Busy503 = "busy-503",
    /// Every write of a signed-in user answers a 302 to an HTML page that says access is denied.
    ReadOnlyRole = "read-only-role",
    /// Calls answer 500 until the session has a location, which `/api/chooseLocation/<id>` and
    /// the `location` of a login give it.
    NeedsLocation = "needs-location",
    /// Every answer sets a load balancer's cookie as well, before the session's.
    SessionCookiesMany = "session-cookies-many",
    /// `GET /api/stockMovements` answers 400 unless a `direction` parameter is given, and an
    /// `origin` or a `destination` beside it, which then filters.
    ListNeedsDirection = "list-needs-direction",
    /// The rows of `GET /api/stockMovements` are extracts without line items, beside a
    /// `totalCount`, which is an empty array where there are none.
    ListProjections = "list-projections",
    /// Lists begin with their first row whatever `offset` says.
    ListIgnoresOffset = "list-ignores-offset",
    /// No list holds more than 10 rows, whatever `max` says.
    ListCapped = "list-capped",
    /// The rows of `GET /api/stockMovements` have null places and a null requester.
    ListNullReferences = "list-null-references",
    /// The second record of every list has no id, and a number for a name.
    OneBadRecord = "one-bad-record",
    /// A list of one object is answered as the object itself.
    ObjectLists = "object-lists",
    /// A movement's `dateRequested` is answered as an instant in another zone: the evening before.
    DatesAsInstants = "dates-as-instants",
    /// A movement's `dateRequested` is answered null.
    DatesNull = "dates-null",
    /// A movement's `dateRequested` is answered as YYYY-MM-DD.
    DatesIso = "dates-iso",
    /// The answer to a create holds a line item whose `quantityRequested` is a word.
    CreateLineOdd = "create-line-odd",
    /// The answer to instructions is the movement as it was before them.
    AnswerBefore = "answer-before",
    /// The answer to instructions leaves the children of a substituted item out.
    ChildrenMissing = "children-missing",
    /// What would be null is left out of every answer.
    SparseAnswers = "sparse-answers",
    /// Quantities and sort orders are answered as texts.
    NumbersAsText = "numbers-as-text",
    /// A product's category is answered as `category.id` and `category.name`.
    DottedCategories = "dotted-categories",
    /// The name of one product holds half a surrogate pair, as an escape.
    LoneSurrogate = "lone-surrogate",
    /// The name of one product holds a byte that is not UTF-8.
    NotUtf8 = "not-utf8",
    /// `quantityPicked` 0 is stored as a pick of nothing; an empty text or null removes the pick.
    ZeroPickStored = "zero-pick-stored",
    /// The answer to a pick comes 300 ms after the pick was done.
    PickAnswerLate = "pick-answer-late",
    /// A newer generation: updates and picks answer 404, the movement list needs a direction and
    /// has extracts, calls without a session are redirected, dates are YYYY-MM-DD, names are
    /// generated, and `getAppContext` tells a newer version.
    Newer = "newer",
}

/// What [`Variant::Newer`] is made of.
const NEWER: [Variant; 12] = [
    Variant::Created201,
    Variant::ApprovedLines,
    Variant::SubstitutionItems,
    Variant::LoginRedirect,
    Variant::WrappedProducts,
    Variant::ProductsGetOnly,
    Variant::GeneratedNames,
    Variant::Updates404,
    Variant::Picks404,
    Variant::ListNeedsDirection,
    Variant::ListProjections,
    Variant::DatesIso,
];

impl FromStr for Variant {
    type Err = String;

    fn from_str(name: &str) -> Result<Variant, String> {
        let known = Variant::ALL.iter().find(|variant| variant.name() == name);
        known.copied().ok_or_else(|| format!("there is no variant named {name:?}"))
    }
}

/// The variants of one running service.
#[derive(Debug, Default)]
pub(crate) struct Variants {
    on: Vec<Variant>,
    writes: AtomicU64,
    updates: AtomicU64,
}

impl Variants {
    /// These variants, and those the newer generation is made of.
    pub(crate) fn new(mut on: Vec<Variant>) -> Variants {
        if on.contains(&Variant::Newer) {
            on.extend(NEWER);
        }
        Variants { on, ..Variants::default() }
    }

    /// Whether the variant is on.
    pub(crate) fn on(&self, variant: Variant) -> bool {
        self.on.contains(&variant)
    }

    /// Whether names of movements are the service's own.
    pub(crate) fn names_are_own(&self) -> bool {
        self.on(Variant::GeneratedNames) || self.on(Variant::NameAndDescriptionOwn)
    }

    /// Whether the service is too busy for this write.
    pub(crate) fn is_busy(&self) -> bool {
        self.on(Variant::Busy503) && is_turn(&self.writes, 4)
    }

    /// Whether the movement of this update is not found this once.
    pub(crate) fn strays(&self) -> bool {
        self.on(Variant::Stray404) && is_turn(&self.updates, 5)
    }
}

/// Counts one more; whether it is one of every so many.
fn is_turn(count: &AtomicU64, every: u64) -> bool {
    (count.fetch_add(1, Ordering::SeqCst) + 1).is_multiple_of(every)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_is_found_by_its_name_and_says_what_it_does() {
        for variant in Variant::ALL {
            assert_eq!(variant.name().parse(), Ok(*variant));
            assert!(variant.about().ends_with('.'), "{}", variant.name());
        }
        assert!("nonsense".parse::<Variant>().is_err());
    }
}

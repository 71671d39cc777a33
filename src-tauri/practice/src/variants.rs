//! Variants: what a real service may do where the interface document shows nothing.
//!
//! Chosen in the options, asked for by the routes and the guard, and applied to answered
//! movements by [`Variants::dress`]. No variant contradicts what the document does show, except
//! those that deviate on purpose and say so.

use std::str::FromStr;

use chrono::NaiveDate;
use serde_json::{Value, json};

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
    /// Movement names are answered as `<origin>-<destination>-<ddMMMyyyy>`.
    GeneratedNames = "generated-names",
    /// The 500 bodies of section 7 come with HTTP 200 (their HTTP status is not shown).
    ErrorsAs200 = "errors-as-200",
    /// `POST /api/stockMovements/<id>` answers 404.
    Updates404 = "updates-404",
    /// `GET /api/stockMovements` answers 400 unless a `direction` parameter is given.
    ListNeedsDirection = "list-needs-direction",
}

impl FromStr for Variant {
    type Err = String;

    fn from_str(name: &str) -> Result<Variant, String> {
        let known = Variant::ALL.iter().find(|variant| variant.name() == name);
        known.copied().ok_or_else(|| format!("there is no variant named {name:?}"))
    }
}

/// The variants of one running service.
#[derive(Debug, Clone, Default)]
pub(crate) struct Variants(pub(crate) Vec<Variant>);

impl Variants {
    /// Whether the variant is on.
    pub(crate) fn on(&self, variant: Variant) -> bool {
        self.0.contains(&variant)
    }

    /// Applies the variants to an answered stock movement.
    pub(crate) fn dress(&self, movement: &mut Value) {
        if self.on(Variant::GeneratedNames) {
            movement["name"] = json!(generated_name(movement));
        }
        // Rows of the edit page tell the state of a line item as the item itself does.
        let items = movement.pointer_mut("/editPage/editPageItems").and_then(Value::as_array_mut);
        items.into_iter().flatten().for_each(|item| self.dress_line(item));
        let Some(lines) = movement.get_mut("lineItems").and_then(Value::as_array_mut) else {
            return;
        };
        if self.on(Variant::UnsortedLines) {
            lines.sort_by_cached_key(|line| line["id"].as_str().unwrap_or_default().to_owned());
        }
        lines.iter_mut().for_each(|line| self.dress_line(line));
    }

    /// Applies the variants to an answered line item and its children.
    pub(crate) fn dress_line(&self, line: &mut Value) {
        if self.on(Variant::NoSortOrder) {
            line["sortOrder"] = Value::Null;
        }
        if self.on(Variant::ApprovedLines) && line["statusCode"] == "PENDING" {
            line["statusCode"] = json!("APPROVED");
        }
        let Some(fields) = line.as_object_mut() else { return };
        let Some(mut children) = fields.remove("substitutions") else { return };
        children.as_array_mut().into_iter().flatten().for_each(|child| self.dress_line(child));
        let renamed = self.on(Variant::SubstitutionItems);
        fields.insert(if renamed { "substitutionItems" } else { "substitutions" }.into(), children);
    }
}

fn generated_name(movement: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let date = NaiveDate::parse_from_str(&text(&movement["dateRequested"]), "%m/%d/%Y")
        .map(|date| date.format("%d%b%Y").to_string())
        .unwrap_or_default();
    let (from, to) = (&movement["origin"]["name"], &movement["destination"]["name"]);
    format!("{}-{}-{date}", text(from), text(to))
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

    #[test]
    fn a_generated_name_holds_both_places_and_the_date() {
        let movement = json!({"origin": {"name": "A"}, "destination": {"name": "B"},
            "dateRequested": "03/09/2026"});
        assert_eq!(generated_name(&movement), "A-B-09Mar2026");
    }
}

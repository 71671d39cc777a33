//! The variants of an answered stock movement and its line items.
//!
//! Called by the movement routes. What concerns the form of a whole answer is in [`super::answers`].

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::{Variant, Variants};

impl Variants {
    /// Applies the variants to an answered stock movement.
    pub(crate) fn dress(&self, movement: &mut Value) {
        if self.names_are_own() {
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
    fn a_generated_name_holds_both_places_and_the_date() {
        let movement = json!({"origin": {"name": "A"}, "destination": {"name": "B"},
            "dateRequested": "03/09/2026"});
        assert_eq!(generated_name(&movement), "A-B-09Mar2026");
    }
}

//! What the service answers about objects of any class, as it came, as rows of fields. Nothing of
//! it is saved.

use contract::{Explored, ExploredField};
use serde_json::Value;

/// A look shows no more objects than this.
pub(crate) const OBJECTS: u32 = 20;

/// A look shows no more fields than this.
const FIELDS: usize = 2_000;

/// A longer text is cut, in characters.
const LONGEST: usize = 400;

/// Parts of the names of such fields.
const SECRET: [&str; 12] = [
    "passw",
    "pwd",
    "secret",
    "token",
    "session",
    "cookie",
    "credential",
    "apikey",
    "privatekey",
    "authoriz",
    "salt",
    "hash",
];

/// What stands in the place of a value that nobody is to see.
const HIDDEN: &str = "•••";

pub(crate) fn fields_of(value: &Value) -> Explored {
    let mut fields = Vec::new();
    let data = value.get("data").unwrap_or(value);
    let is_first_ones = data.as_array().is_some_and(|all| all.len() >= OBJECTS as usize);
    let is_whole = lay_out(data, String::new(), &mut fields);
    Explored { fields, is_cut: !is_whole || is_first_ones }
}

/// Writes down a value and what is in it; answers whether all of it had room.
fn lay_out(value: &Value, path: String, fields: &mut Vec<ExploredField>) -> bool {
    if fields.len() >= FIELDS {
        return false;
    }
    let below =
        |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::Object(object) if !object.is_empty() => object.iter().all(|(name, value)| {
            let path = below(name);
            // A setting tells in one field what the other one holds.
            let named =
                || ["name", "key", "code"].iter().filter_map(|it| object.get(*it)?.as_str());
            if is_secret(name) || name == "value" && named().any(is_secret) {
                fields.push(ExploredField { path, value: HIDDEN.to_owned() });
                return true;
            }
            lay_out(value, path, fields)
        }),
        Value::Array(all) if !all.is_empty() => (0..)
            .zip(all)
            .all(|(at, value): (usize, _)| lay_out(value, format!("{path}[{at}]"), fields)),
        value => {
            let text = match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            fields.push(ExploredField { path, value: text.chars().take(LONGEST).collect() });
            true
        }
    }
}

/// Whether a field may hold what lets somebody in.
fn is_secret(name: &str) -> bool {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let name = letters.collect::<String>().to_ascii_lowercase();
    SECRET.iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn laid_out(value: &Value) -> Vec<String> {
        let fields = fields_of(value).fields.into_iter();
        fields.map(|field| format!("{} = {}", field.path, field.value)).collect()
    }

    #[test]
    fn every_value_has_its_path_and_what_lets_in_is_hidden() {
        let value = json!({ "data": [
            { "id": "u1", "name": null, "roles": [], "manager": { "id": "u2" } },
            { "id": "u2", "pass_word": "abc", "apiKey": "x", "JSESSIONID": "y" },
            { "name": "grails.mail.password", "value": "abc" },
            { "name": "language", "value": "en" },
        ] });
        let expected = [
            "[0].id = u1",
            "[0].manager.id = u2",
            "[0].name = null",
            "[0].roles = []",
            "[1].JSESSIONID = •••",
            "[1].apiKey = •••",
            "[1].id = u2",
            "[1].pass_word = •••",
            "[2].name = grails.mail.password",
            "[2].value = •••",
            "[3].name = language",
            "[3].value = en",
        ];
        assert_eq!(laid_out(&value), expected);
        assert_eq!(laid_out(&json!({ "id": 7 })), ["id = 7"]);
    }

    #[test]
    fn there_is_an_end_to_what_is_shown() {
        let many: Vec<_> = (0..FIELDS + 5).map(|n| json!({ "id": n })).collect();
        let explored = fields_of(&json!(many));
        assert_eq!((explored.fields.len(), explored.is_cut), (FIELDS, true));
        let long = "x".repeat(LONGEST * 2);
        assert_eq!(fields_of(&json!({ "a": long })).fields[0].value.len(), LONGEST);
    }
}

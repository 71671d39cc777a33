//! Typed reading of a JSON object's fields, with errors that name the field.
//!
//! Called by the other rules. Keys are the flattened ones of section 2 (`origin.id`); nested
//! objects are deliberately not understood.

use chrono::NaiveDate;
use serde_json::{Map, Value};

use crate::answer::Refusal;

/// The largest quantity: the service keeps quantities in 32 bits.
const LARGEST: i64 = i32::MAX as i64;

/// The fields of one request object. JSON `null` counts as absent.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a>(pub(crate) &'a Map<String, Value>);

impl<'a> Fields<'a> {
    fn get(self, key: &str) -> Option<&'a Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    /// Whether there is nothing: no such field, null, or an empty text.
    pub(crate) fn is_empty(self, key: &str) -> bool {
        self.get(key).is_none_or(|value| value == "")
    }

    /// A string; anything else but absence is refused.
    pub(crate) fn text(self, key: &str) -> Result<Option<String>, Refusal> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(Refusal::field(key, "must be a string")),
        }
    }

    /// A string that names a record: blank counts as absent.
    pub(crate) fn id(self, key: &str) -> Result<Option<String>, Refusal> {
        Ok(self.text(key)?.filter(|id| !id.trim().is_empty()))
    }

    /// A string that must be there and not blank.
    pub(crate) fn required(self, key: &str) -> Result<String, Refusal> {
        self.id(key)?.ok_or_else(|| Refusal::field(key, "cannot be null"))
    }

    /// A whole number of at least 0, as a number or a numeric string.
    pub(crate) fn whole(self, key: &str) -> Result<Option<i64>, Refusal> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match integer(value) {
            Some(number) if (0..=LARGEST).contains(&number) => Ok(Some(number)),
            _ => Err(Refusal::field(key, "must be a whole number of at least 0")),
        }
    }

    /// A whole number that must be there.
    pub(crate) fn required_whole(self, key: &str) -> Result<i64, Refusal> {
        self.whole(key)?.ok_or_else(|| Refusal::field(key, "cannot be null"))
    }

    /// A flag of section 2.3: set by the string `"true"` alone. JSON `true` is refused, so that a
    /// client that sends it learns of it; everything else does nothing.
    pub(crate) fn flag(self, key: &str) -> Result<bool, Refusal> {
        match self.get(key) {
            Some(Value::Bool(true)) => {
                Err(Refusal::field(key, "must be the string \"true\", not the JSON value true"))
            }
            Some(Value::String(text)) => Ok(text == "true"),
            _ => Ok(false),
        }
    }

    /// A date strictly as MM/DD/YYYY (section 2.1).
    pub(crate) fn date(self, key: &str) -> Result<Option<NaiveDate>, Refusal> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        let date = strict_date(&text).ok_or_else(|| {
            Refusal::field(key, &format!("{text:?} is not a date of the form MM/DD/YYYY"))
        })?;
        Ok(Some(date))
    }

    /// `sortOrder`: absent, or the value to store. The JSON number 0 is stored as null, as
    /// services that test numbers for truth do; the string "0" is stored as 0.
    pub(crate) fn sort_order(self) -> Result<Option<Option<i64>>, Refusal> {
        let Some(value) = self.get("sortOrder") else { return Ok(None) };
        let number = integer(value)
            .filter(|number| number.abs() <= LARGEST)
            .ok_or_else(|| Refusal::field("sortOrder", "must be a whole number"))?;
        Ok(Some((number != 0 || value.is_string()).then_some(number)))
    }

    /// An array of objects.
    pub(crate) fn list(self, key: &str) -> Result<Option<Vec<Fields<'a>>>, Refusal> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let objects = value.as_array().and_then(|entries| {
            entries.iter().map(|entry| entry.as_object().map(Fields)).collect::<Option<Vec<_>>>()
        });
        objects.map(Some).ok_or_else(|| Refusal::field(key, "must be an array of objects"))
    }
}

fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64().or_else(|| {
            // 12.0 is a whole number; the bound keeps the cast exact.
            let float = number.as_f64().filter(|f| f.fract() == 0.0 && f.abs() < 1e15)?;
            Some(float as i64)
        }),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

fn strict_date(text: &str) -> Option<NaiveDate> {
    let bytes = text.as_bytes();
    let shape = bytes.len() == 10
        && bytes.iter().enumerate().all(|(at, byte)| match at {
            2 | 5 => *byte == b'/',
            _ => byte.is_ascii_digit(),
        });
    shape.then(|| NaiveDate::parse_from_str(text, "%m/%d/%Y").ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn with<T>(value: Value, read: impl Fn(Fields) -> T) -> T {
        read(Fields(value.as_object().unwrap()))
    }

    #[test]
    fn whole_numbers_come_as_numbers_or_numeric_strings() {
        for good in [json!(12), json!("12"), json!(12.0)] {
            assert_eq!(with(json!({"q": good}), |f| f.whole("q")), Ok(Some(12)));
        }
        assert_eq!(with(json!({"q": null}), |f| f.whole("q")), Ok(None));
        for bad in [json!(-1), json!(1.5), json!("1.5"), json!(""), json!("x"), json!(true)] {
            assert!(with(json!({"q": bad}), |f| f.whole("q")).is_err(), "{bad}");
        }
        assert!(with(json!({"q": 3_000_000_000_u64}), |f| f.whole("q")).is_err());
        assert!(with(json!({"q": 1e300}), |f| f.whole("q")).is_err());
    }

    #[test]
    fn only_the_string_true_sets_a_flag() {
        assert_eq!(with(json!({"x": "true"}), |f| f.flag("x")), Ok(true));
        for other in [json!("false"), json!("yes"), json!("TRUE"), json!(false), json!(1)] {
            assert_eq!(with(json!({"x": other}), |f| f.flag("x")), Ok(false));
        }
        let refused = with(json!({"x": true}), |f| f.flag("x")).unwrap_err();
        assert!(refused.message.contains("the string \"true\""));
    }

    #[test]
    fn dates_are_taken_in_one_form_only() {
        let day = NaiveDate::from_ymd_opt(2026, 3, 9);
        assert_eq!(with(json!({"d": "03/09/2026"}), |f| f.date("d")), Ok(day));
        for bad in ["3/9/2026", "2026-03-09", "13/01/2026", "02/30/2026", "03/09/26", "+3/09/2026"]
        {
            let refused = with(json!({"d": bad}), |f| f.date("d")).unwrap_err();
            assert!(refused.message.contains("d:"), "{bad}");
        }
    }

    #[test]
    fn the_number_zero_as_sort_order_is_lost_but_the_string_is_kept() {
        assert_eq!(with(json!({"sortOrder": 0}), |f| f.sort_order()), Ok(Some(None)));
        assert_eq!(with(json!({"sortOrder": "0"}), |f| f.sort_order()), Ok(Some(Some(0))));
        assert_eq!(with(json!({"sortOrder": 5}), |f| f.sort_order()), Ok(Some(Some(5))));
        assert_eq!(with(json!({}), |f| f.sort_order()), Ok(None));
    }
}

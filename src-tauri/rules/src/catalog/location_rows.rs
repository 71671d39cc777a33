//! Bins and internal locations as rows. Pure; called by `locations`.

use contract::{BinLocation, Location, LocationColumn, LocationTypeCode, Sort};

use crate::search::{
    order::{Value, sort},
    text::{Words, fold},
};

const BY_NAME: Sort<LocationColumn> = Sort { by: LocationColumn::Name, descending: false };

/// The locations that hold every word, in the order asked for; by name, as people count, if none
/// is.
pub fn in_order(
    locations: &[Location],
    text: &str,
    by: &[Sort<LocationColumn>],
) -> Vec<BinLocation> {
    let words = Words::of(text);
    let mut rows: Vec<_> =
        locations.iter().filter(|location| words.are_in(&searched(location))).map(row).collect();
    let by = if by.is_empty() { &[BY_NAME] } else { by };
    sort(&mut rows, by, value, |a, b| a.id.cmp(&b.id));
    rows
}

fn searched(location: &Location) -> String {
    let number = location.location_number.as_deref().unwrap_or_default();
    fold(&format!("{}\n{number}", location.shown()))
}

fn row(location: &Location) -> BinLocation {
    let kind = location.location_type.as_ref();
    BinLocation {
        id: location.id.clone(),
        name: location.shown().to_owned(),
        location_number: location.location_number.clone(),
        type_name: kind.and_then(|kind| kind.name.clone()),
        type_code: location.type_code().cloned(),
        parent: location.parent.as_ref().map(|parent| parent.shown().to_owned()),
    }
}

/// The columns that say nothing, or the same of every location.
pub fn idle(locations: &[Location]) -> Vec<String> {
    let Some(first) = locations.first() else { return Vec::new() };
    let is_idle = |said: fn(&Location) -> Option<&str>| {
        let first = said(first);
        // Of a single one, all that is known is worth knowing.
        (first.is_none() || locations.len() > 1) && locations.iter().all(|it| said(it) == first)
    };
    let columns = [
        ("number", is_idle(|it| it.location_number.as_deref())),
        ("type", is_idle(|it| it.type_code().map(LocationTypeCode::as_str))),
        ("parent", is_idle(|it| it.parent.as_ref().map(|parent| parent.shown()))),
    ];
    columns.into_iter().filter(|(_, is_idle)| *is_idle).map(|(name, _)| name.to_owned()).collect()
}

fn value(row: &BinLocation, column: LocationColumn) -> Value {
    match column {
        LocationColumn::Name => Value::text(Some(&row.name)),
        LocationColumn::Number => Value::text(row.location_number.as_deref()),
        LocationColumn::Type => Value::text(
            row.type_name.as_deref().or(row.type_code.as_ref().map(|code| code.as_str())),
        ),
        LocationColumn::Parent => Value::text(row.parent.as_deref()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bins() -> Vec<Location> {
        let bin = |id: &str, name: Option<&str>, number: Option<&str>| {
            let value = serde_json::json!({
                "id": id, "name": name, "location_number": number,
                "location_type": { "name": "Bin", "code": "BIN_LOCATION" },
                "parent": { "id": "depot", "name": "Central store" },
            });
            serde_json::from_value(value).unwrap()
        };
        vec![
            bin("1", Some("A-10"), Some("7")),
            bin("2", Some("A-2"), None),
            bin("3", None, Some("B-1")),
        ]
    }

    fn names(text: &str, by: &[Sort<LocationColumn>]) -> Vec<String> {
        in_order(&bins(), text, by).into_iter().map(|row| row.name).collect()
    }

    #[test]
    fn bins_stand_as_people_count_and_one_without_a_name_shows_its_number() {
        assert_eq!(names("", &[]), ["A-2", "A-10", "B-1"]);
        let by = [Sort { by: LocationColumn::Number, descending: false }];
        assert_eq!(names("", &by), ["A-10", "B-1", "A-2"]);
    }

    #[test]
    fn a_search_looks_at_name_and_number() {
        assert_eq!(names("a-", &[]), ["A-2", "A-10"]);
        assert_eq!(names("7 10", &[]), ["A-10"]);
    }

    #[test]
    fn columns_that_tell_bins_apart_are_shown_and_others_are_idle() {
        assert_eq!(idle(&bins()), ["type", "parent"]);
        assert_eq!(idle(&bins()[1..2]), ["number"], "one alone keeps its facts");
        assert_eq!(idle(&[]), [""; 0]);
    }

    #[test]
    fn a_row_names_kind_and_parent() {
        let row = &in_order(&bins(), "a-2", &[])[0];
        assert_eq!(row.type_name.as_deref(), Some("Bin"));
        assert_eq!(row.parent.as_deref(), Some("Central store"));
    }
}

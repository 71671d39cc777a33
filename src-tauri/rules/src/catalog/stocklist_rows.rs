//! Stocklists as rows: what a search and a filter find, what a column holds. Pure; called by
//! `stocklists`.

use std::sync::Arc;

use contract::{
    Location, LocationId, PersonRef, PlaceRef, ProductId, Sort, Stocklist, StocklistColumn,
    StocklistFilter, StocklistQuery, StocklistRow,
};

use crate::search::{
    Record, count_of,
    order::{Value, sort},
    text::{Words, fold},
};

const BY_NUMBER: Sort<StocklistColumn> = Sort { by: StocklistColumn::Number, descending: false };

/// The stocklists that match a filter, in the order asked for; by number if none is.
pub fn in_order(
    known: &[Arc<Record<Stocklist>>],
    filter: &StocklistFilter,
    by: &[Sort<StocklistColumn>],
) -> Vec<Arc<Record<Stocklist>>> {
    let words = Words::of(&filter.text);
    let mut lists: Vec<_> = known
        .iter()
        .filter(|list| answers(&list.of, &filter.query))
        .filter(|list| filter.product.as_ref().is_none_or(|product| holds(&list.of, product)))
        .filter(|list| words.are_in(list.folded(searched)))
        .cloned()
        .collect();
    let by = if by.is_empty() { &[BY_NUMBER] } else { by };
    sort(&mut lists, by, |list, column| value(&list.of, column), |a, b| a.of.id.cmp(&b.of.id));
    lists
}

fn holds(list: &Stocklist, product: &ProductId) -> bool {
    list.items.iter().any(|item| item.product.id == *product)
}

/// What the service was asked for, once more.
fn answers(list: &Stocklist, asked: &StocklistQuery) -> bool {
    let has = |text: &Option<String>, part: &Option<String>| match part {
        Some(part) => text.as_ref().is_some_and(|text| fold(text).contains(&fold(part))),
        None => true,
    };
    let lies_at = |place: &Option<Location>, id: &Option<LocationId>| match id {
        Some(id) => place.as_ref().is_some_and(|place| place.id == *id),
        None => true,
    };
    has(&list.name, &asked.name)
        && has(&list.number, &asked.number)
        && lies_at(&list.origin, &asked.origin)
        && lies_at(&list.destination, &asked.destination)
}

fn searched(list: &Stocklist) -> Vec<Option<&str>> {
    let places = [&list.origin, &list.destination].into_iter().flatten().map(|at| Some(at.shown()));
    let products = list.items.iter().flat_map(|item| [&item.product.code, &item.product.name]);
    let mut texts = vec![list.name.as_deref(), list.number.as_deref()];
    texts.extend(places);
    texts.extend(products.map(|text| text.as_deref()));
    texts
}

fn value(list: &Stocklist, column: StocklistColumn) -> Value {
    let place = |place: &Option<Location>| Value::text(place.as_ref().map(|at| at.shown()));
    match column {
        StocklistColumn::Number => Value::text(list.number.as_deref()),
        StocklistColumn::Name => Value::text(Some(name(list))),
        StocklistColumn::Origin => place(&list.origin),
        StocklistColumn::Destination => place(&list.destination),
        StocklistColumn::Items => Value::number(Some(count_of(list.items.len()))),
        StocklistColumn::RequestedBy => {
            Value::text(list.people.requested_by.as_ref().map(|person| person.shown()))
        }
        StocklistColumn::Requested => Value::number(list.dates.requested.map(|at| at.timestamp())),
    }
}

/// A stocklist as a row.
pub fn row(list: &Stocklist) -> StocklistRow {
    StocklistRow {
        id: list.id.clone(),
        name: name(list).to_owned(),
        number: list.number.clone(),
        origin: list.origin.as_ref().map(PlaceRef::from),
        destination: list.destination.as_ref().map(PlaceRef::from),
        requested_by: list.people.requested_by.as_ref().map(PersonRef::from),
        date_requested: list.dates.requested,
        items: count_of(list.items.len()),
    }
}

fn name(list: &Stocklist) -> &str {
    list.name.as_deref().unwrap_or(list.id.as_str())
}

/// One question in one form: blanks around a text, or a text of blanks, ask for the same.
pub fn tidy(asked: StocklistQuery) -> StocklistQuery {
    let text = |text: Option<String>| {
        text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let place = |id: Option<LocationId>| id.filter(|id| !id.as_str().is_empty());
    StocklistQuery {
        name: text(asked.name),
        number: text(asked.number),
        origin: place(asked.origin),
        destination: place(asked.destination),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(id: &str, name: &str, number: Option<&str>, ward: &str) -> Arc<Record<Stocklist>> {
        let place = |id: &str| serde_json::json!({ "id": id, "name": format!("Place {id}") });
        let value = serde_json::json!({
            "id": id, "name": name, "number": number, "dates": {}, "people": {},
            "origin": place("depot"), "destination": place(ward),
            "items": [{ "id": "i", "product": { "id": "p", "code": "GLV-2207", "name": "Gants" } }],
        });
        Arc::new(Record::new(serde_json::from_value(value).unwrap()))
    }

    fn ids(filter: &StocklistFilter) -> Vec<String> {
        let known = [
            list("a", "Théâtre A", Some("STL-10"), "w1"),
            list("b", "Theatre B", Some("STL-9"), "w2"),
            list("c", "Dialysis", None, "w1"),
        ];
        in_order(&known, filter, &[]).iter().map(|list| list.of.id.to_string()).collect()
    }

    fn query(query: StocklistQuery) -> StocklistFilter {
        StocklistFilter { query, ..StocklistFilter::default() }
    }

    #[test]
    fn lists_stand_by_number_and_those_without_one_last() {
        assert_eq!(ids(&StocklistFilter::default()), ["b", "a", "c"]);
    }

    #[test]
    fn what_the_service_was_asked_for_is_filtered_here_once_more() {
        let name = Some("theatre".to_owned());
        assert_eq!(ids(&query(StocklistQuery { name, ..Default::default() })), ["b", "a"]);
        let number = Some("stl-9".to_owned());
        assert_eq!(ids(&query(StocklistQuery { number, ..Default::default() })), ["b"]);
        let destination = Some("w1".into());
        assert_eq!(ids(&query(StocklistQuery { destination, ..Default::default() })), ["a", "c"]);
        let origin = Some("elsewhere".into());
        assert_eq!(ids(&query(StocklistQuery { origin, ..Default::default() })), [""; 0]);
    }

    #[test]
    fn a_search_looks_at_places_and_at_the_products_inside() {
        let text = |text: &str| StocklistFilter { text: text.into(), ..Default::default() };
        assert_eq!(ids(&text("w1 glv-2207")), ["a", "c"]);
        assert_eq!(ids(&text("theatre gants")), ["b", "a"]);
        assert_eq!(ids(&text("syringe")), [""; 0]);
    }

    #[test]
    fn lists_of_a_product_are_those_that_hold_it() {
        let of = |id: &str| StocklistFilter { product: Some(id.into()), ..Default::default() };
        assert_eq!((ids(&of("p")).len(), ids(&of("q")).len()), (3, 0));
    }

    #[test]
    fn blanks_do_not_make_another_question() {
        let typed = StocklistQuery {
            name: Some("  ".into()),
            number: Some(" STL-1 ".into()),
            origin: Some("".into()),
            destination: None,
        };
        let number = Some("STL-1".to_owned());
        assert_eq!(tidy(typed), StocklistQuery { number, ..Default::default() });
    }
}

//! Two lists of products beside each other. Pure.

use std::collections::HashMap;

use contract::{ComparedLine, ProductId, ProductRef};

use crate::search::text::natural;

/// Products of one or both lists, by code, with all their pieces. A line without a quantity counts none.
pub fn compared(
    first: impl Iterator<Item = (ProductRef, Option<i64>)>,
    second: impl Iterator<Item = (ProductRef, Option<i64>)>,
) -> Vec<ComparedLine> {
    let mut lines: Vec<ComparedLine> = Vec::new();
    let mut places = HashMap::<ProductId, usize>::new();
    let mut add = |product: ProductRef, pieces: Option<i64>, is_first: bool| {
        let place = *places.entry(product.id.clone()).or_insert(lines.len());
        if place == lines.len() {
            lines.push(ComparedLine { product, first: None, second: None });
        }
        if let Some(line) = lines.get_mut(place) {
            let of = if is_first { &mut line.first } else { &mut line.second };
            *of = Some(of.unwrap_or_default().saturating_add(pieces.unwrap_or_default()));
        }
    };
    first.for_each(|(product, pieces)| add(product, pieces, true));
    second.for_each(|(product, pieces)| add(product, pieces, false));
    let name = |line: &ComparedLine| line.product.code.clone().or(line.product.name.clone());
    lines.sort_by(|one, other| {
        natural(&name(one).unwrap_or_default(), &name(other).unwrap_or_default())
    });
    lines
}

#[cfg(test)]
mod tests {
    use contract::Difference;

    use super::*;

    fn list(lines: &[(&str, Option<i64>)]) -> impl Iterator<Item = (ProductRef, Option<i64>)> {
        let product = |code: &str| {
            serde_json::from_value(serde_json::json!({ "id": code, "code": code })).unwrap()
        };
        lines.iter().map(|(code, pieces)| (product(code), *pieces)).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn each_product_of_either_list_is_there_once_with_all_its_pieces() {
        let first = list(&[("A10", Some(5)), ("A2", Some(3)), ("B1", Some(7)), ("A2", Some(1))]);
        let second = list(&[("A2", Some(4)), ("A10", Some(9)), ("C1", None)]);
        let told: Vec<_> = compared(first, second)
            .iter()
            .map(|line| (line.product.id.to_string(), line.difference()))
            .collect();
        let expected = [
            ("A2", Difference::Same),
            ("A10", Difference::Pieces(4)),
            ("B1", Difference::Removed),
            ("C1", Difference::Added),
        ];
        assert_eq!(told, expected.map(|(code, difference)| (code.to_owned(), difference)));
        assert!(compared(list(&[]), list(&[])).is_empty());
    }
}

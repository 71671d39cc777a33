//! Makes malformed answers out of well-formed ones: bytes are flipped, cut, moved and spliced, and
//! values of JSON are exchanged for others, for other types, and for literals no writer would write.
//! Deliberately absent: anything but the seeds and the random numbers.

use serde_json::{Map, Value};

use crate::random::Random;

/// Bytes that mean something to somebody.
const BYTES: &[u8] = b"\0\t\n\r \"\\/{}[]:,-+.eE09<&\x7f\x80\xbf\xc3\xed\xff";

/// What JSON may hold, or must not, wherever a value stands.
const LITERALS: &[&str] = &[
    "1e400",
    "-1e400",
    "1e-400",
    "-0",
    "0.1",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    "123456789012345678901234567890123456789012345678901234567890",
    "NaN",
    "Infinity",
    "tru",
    "'a'",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"\\x\"",
    "\"\u{202e}\u{feff}\"",
    "\"1e400\"",
    "\" 12 \"",
    "\"2026-02-30\"",
    "\"+262142-12-31T23:59:59Z\"",
    "\"-262143-01-01T00:00:00+23:59\"",
    "\"12/31/9999 23:59 -23:59\"",
    "{\"id\":\"1\",\"id\":\"2\"}",
    "{\"errorCode\":500}",
    "[null,[],{},\"\",0]",
    "{\"\":{}}",
];

/// How deep a value is wrapped at most.
const DEPTH: usize = 10_000;

/// Stands in a tree for the literal of this number until the tree is text.
fn mark(number: usize) -> Value {
    Value::String(format!("\u{1}literal {number}\u{1}"))
}

/// A malformed relative of one of the seeds.
pub fn malformed(seeds: &[Vec<u8>], seed: usize, random: &mut Random) -> Vec<u8> {
    let mut body = seeds[seed].clone();
    let tree = random.once_in(2).then(|| serde_json::from_slice::<Value>(&body).ok()).flatten();
    if let Some(mut tree) = tree {
        for _ in 0..=random.below(3) {
            change(&mut tree, seeds, random);
        }
        body = text(&tree).into_bytes();
    }
    // A tree is sometimes left whole, so that what is wrong is its meaning alone.
    if body == seeds[seed] || random.once_in(3) {
        for _ in 0..=random.below(4) {
            spoil(&mut body, seeds, random);
        }
    }
    if random.once_in(50) {
        body = wrapped(body, random);
    }
    body
}

/// The tree as text, with its literals in place of their marks.
fn text(tree: &Value) -> String {
    let written = tree.to_string();
    let mut text = String::with_capacity(written.len());
    for (nth, part) in written.split("\"\\u0001literal ").enumerate() {
        match part.split_once("\\u0001\"").filter(|_| nth > 0) {
            Some((number, rest)) => {
                let number: usize = number.parse().unwrap_or_default();
                text.push_str(LITERALS[number % LITERALS.len()]);
                text.push_str(rest);
            }
            None => text.push_str(part),
        }
    }
    text
}

/// Changes one value somewhere in the tree.
fn change(tree: &mut Value, seeds: &[Vec<u8>], random: &mut Random) {
    let at = random.below(size(tree));
    let Some(place) = nth(tree, &mut { at }) else { return };
    match (random.below(8), place) {
        (0, Value::Object(object)) => drop_one(object, random),
        (1, Value::Object(object)) => rename_one(object, random),
        (0 | 1, Value::Array(list)) if !list.is_empty() => {
            let again = random.pick(list).clone();
            list.extend(std::iter::repeat_n(again, random.below(120)));
        }
        (2, place) => *place = Value::Array(vec![place.take()]),
        (3, place) => {
            let key =
                (*random.pick(&["data", "id", "lineItems", "errors", "parentLocation"])).into();
            *place = Value::Object([(key, place.take())].into_iter().collect());
        }
        (4, place) => {
            let seed = random.below(seeds.len());
            *place = serde_json::from_slice(&seeds[seed]).unwrap_or_default();
        }
        (5, place) => *place = other_type(place),
        (_, place) => *place = mark(random.below(LITERALS.len())),
    }
}

fn drop_one(object: &mut Map<String, Value>, random: &mut Random) {
    let key = object.keys().nth(random.below(object.len())).cloned();
    key.and_then(|key| object.remove(&key));
}

fn rename_one(object: &mut Map<String, Value>, random: &mut Random) {
    let key = object.keys().nth(random.below(object.len())).cloned();
    let renamed = *random.pick(&["id", "data", "errorCode", "errorMessage", "product", ""]);
    if let Some(value) = key.and_then(|key| object.remove(&key)) {
        object.insert(renamed.to_owned(), value);
    }
}

fn other_type(value: &Value) -> Value {
    match value {
        Value::Null => Value::Bool(true),
        Value::Bool(flag) => Value::String(flag.to_string()),
        Value::Number(number) => Value::String(number.to_string()),
        Value::String(text) => Value::from(text.len()),
        Value::Array(list) => list.first().cloned().unwrap_or_default(),
        Value::Object(object) => Value::Array(object.values().cloned().collect()),
    }
}

/// How many values a tree holds, itself included.
fn size(tree: &Value) -> usize {
    1 + match tree {
        Value::Array(list) => list.iter().map(size).sum(),
        Value::Object(object) => object.values().map(size).sum(),
        _ => 0,
    }
}

/// The nth value of a tree, itself being the first.
fn nth<'a>(tree: &'a mut Value, left: &mut usize) -> Option<&'a mut Value> {
    if *left == 0 {
        return Some(tree);
    }
    *left -= 1;
    match tree {
        Value::Array(list) => list.iter_mut().find_map(|value| nth(value, left)),
        Value::Object(object) => object.values_mut().find_map(|value| nth(value, left)),
        _ => None,
    }
}

/// Spoils the bytes in one way.
fn spoil(body: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let at = random.below(body.len() + 1);
    let end = (at + random.below(40)).min(body.len());
    match random.below(8) {
        0 => body.truncate(at),
        1 => drop(body.drain(at..end)),
        2 => body.insert(at, *random.pick(BYTES)),
        3 => {
            let part = body[at..end].to_vec();
            body.splice(at..at, part);
        }
        4 => {
            let other = random.pick(seeds);
            let from = random.below(other.len() + 1);
            let to = (from + random.below(200)).min(other.len());
            body.splice(at..end, other[from..to].iter().copied());
        }
        5 => {
            let literal = random.pick(LITERALS).bytes();
            body.splice(at..at, literal);
        }
        6 if at < body.len() => body[at] = *random.pick(BYTES),
        _ if at < body.len() => body[at] ^= 1 << random.below(8),
        _ => body.push(0),
    }
}

/// The body many levels down, closed or not.
fn wrapped(body: Vec<u8>, random: &mut Random) -> Vec<u8> {
    let depth = random.below(DEPTH);
    let (open, close) = *random.pick(&[
        ("[", "]"),
        ("{\"data\":", "}"),
        ("{\"substitutions\":[", "]}"),
        ("{\"parentLocation\":", "}"),
    ]);
    let mut deep = open.repeat(depth).into_bytes();
    deep.extend(body);
    if random.once_in(2) {
        deep.extend(close.repeat(depth).bytes());
    }
    deep
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_makes_the_same_answer_again_and_most_numbers_another() {
        let seeds = [br#"{"data":[{"id":"1","name":"a"}]}"#.to_vec(), b"[1,2,3]".to_vec()];
        let made = |start| malformed(&seeds, 0, &mut Random::new(start));
        assert!((0..100).all(|start| made(start) == made(start)));
        let different: std::collections::BTreeSet<_> = (0..1000).map(made).collect();
        assert!(different.len() > 700, "{} of 1000", different.len());
        assert!(!different.contains(&seeds[0]));
    }

    #[test]
    fn literals_that_no_writer_writes_stand_in_the_text() {
        let tree = Value::Array(vec![mark(0), Value::String("\u{1}".into()), mark(24)]);
        assert_eq!(text(&tree), r#"[1e400,"\u0001",{"id":"1","id":"2"}]"#);
    }
}

//! The variants of a whole answer: its records, its dates, its numbers and its bytes.
//!
//! A middleware between the guard and the routes; it changes successful JSON answers alone. The
//! state of line items is in [`super::dress`].

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::Response;
use chrono::NaiveDate;
use serde_json::{Map, Value, json};

use super::{Variant, Variants};
use crate::base::APPLICATION;
use crate::shared::SharedState;
use crate::{answer, sample};

/// Signs for private use that stand for what no text holds until the bytes are written.
const LONE_SURROGATE: char = '\u{E000}';
const NO_UTF8: char = '\u{E001}';

/// Changes answers as the variants say.
pub(crate) async fn redress(State(shared): SharedState, request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let path = request.uri().path();
    let path = path.strip_prefix(APPLICATION).unwrap_or(path).to_owned();
    let response = next.run(request).await;
    let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|t| t == answer::JSON);
    if shared.variants.on.is_empty() || !is_json || !response.status().is_success() {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let changed = match serde_json::from_slice(&bytes) {
        Ok(mut value) => {
            change(&shared.variants, &method, &path, &mut value);
            written(&value)
        }
        Err(_) => bytes.into(),
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(changed))
}

/// The bytes of an answer.
fn written(value: &Value) -> Vec<u8> {
    let text = value.to_string().replace(LONE_SURROGATE, "\\ud83d");
    let mut parts = text.split(NO_UTF8);
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(0xff);
        bytes.extend_from_slice(part.as_bytes());
    }
    bytes
}

fn change(variants: &Variants, method: &Method, path: &str, answer: &mut Value) {
    let on = |variant| variants.on(variant);
    if method == Method::GET {
        change_list(variants, path == "/api/stockMovements", answer);
    } else if path == "/api/stockMovements" {
        if on(Variant::CreateLineOdd)
            && let Some(line) = answer.pointer_mut("/data/lineItems/0")
        {
            line["quantityRequested"] = json!("many");
        }
    } else if path.starts_with("/api/stockMovements/") && on(Variant::ChildrenMissing) {
        let lines = answer.pointer_mut("/data/lineItems").and_then(Value::as_array_mut);
        let fields = lines.into_iter().flatten().filter_map(Value::as_object_mut);
        fields.for_each(|line| line.retain(|key, _| !key.starts_with("substitution")));
    }
    change_each(variants, answer);
    if on(Variant::ObjectLists) {
        unlist(answer);
    }
}

/// The variants of a list's rows.
fn change_list(variants: &Variants, is_of_movements: bool, answer: &mut Value) {
    // Asked for by index, a field that is not there would be made.
    let list = if answer.is_object() { answer.get_mut("data") } else { Some(&mut *answer) };
    let Some(rows) = list.and_then(Value::as_array_mut) else { return };
    if is_of_movements {
        rows.iter_mut().for_each(|row| change_row(variants, row));
    }
    if variants.on(Variant::OneBadRecord)
        && let Some(row) = rows.get_mut(1)
    {
        (row["id"], row["name"]) = (Value::Null, json!(7));
    }
    if is_of_movements && variants.on(Variant::ListProjections) {
        let count = rows.len();
        answer["totalCount"] = if count == 0 { json!([]) } else { json!(count) };
    }
}

/// The variants of a row of the movement list.
fn change_row(variants: &Variants, row: &mut Value) {
    if variants.on(Variant::ListNullReferences) {
        for reference in ["origin", "destination", "requestedBy"] {
            row[reference] = Value::Null;
        }
    }
    if variants.on(Variant::ListProjections) {
        let lines = row.get("lineItems").and_then(Value::as_array).map_or(0, Vec::len);
        (row["lineItemCount"], row["statusCode"]) = (json!(lines), json!("PENDING"));
        row["displayStatus"] = json!({ "label": "Pending", "name": "PENDING", "variant": null });
        if let Some(fields) = row.as_object_mut() {
            fields.remove("lineItems");
        }
    }
}

/// The variants of every object within an answer, the inner ones first.
fn change_each(variants: &Variants, value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| change_each(variants, value)),
        Value::Object(fields) => {
            fields.values_mut().for_each(|value| change_each(variants, value));
            change_fields(variants, fields);
        }
        _ => {}
    }
}

fn change_fields(variants: &Variants, fields: &mut Map<String, Value>) {
    let on = |variant| variants.on(variant);
    if let Some(date) = fields.get_mut("dateRequested") {
        change_date(variants, date);
    }
    if on(Variant::NumbersAsText) {
        let counts = fields.iter_mut().filter(|(key, value)| {
            value.is_number() && (key.starts_with("quantity") || *key == "sortOrder")
        });
        counts.for_each(|(_, value)| *value = json!(value.to_string()));
    }
    if on(Variant::DottedCategories)
        && let Some(category) = fields.remove("category")
    {
        fields.insert("category.id".into(), category["id"].clone());
        fields.insert("category.name".into(), category["name"].clone());
    }
    if fields.get("id").is_some_and(|id| id == sample::GLOVES_S)
        && let Some(Value::String(name)) = fields.get_mut("name")
    {
        name.extend(on(Variant::LoneSurrogate).then_some(LONE_SURROGATE));
        name.extend(on(Variant::NotUtf8).then_some(NO_UTF8));
    }
    if on(Variant::SparseAnswers) {
        fields.retain(|_, value| !value.is_null());
    }
}

/// A movement's date; stocklists have timestamps, which stay.
fn change_date(variants: &Variants, date: &mut Value) {
    let read = date.as_str().and_then(|text| NaiveDate::parse_from_str(text, "%m/%d/%Y").ok());
    let Some(day) = read else { return };
    if variants.on(Variant::DatesAsInstants) {
        let before = day.pred_opt().unwrap_or(day);
        *date = json!(format!("{before}T19:00:00Z"));
    } else if variants.on(Variant::DatesNull) {
        *date = Value::Null;
    } else if variants.on(Variant::DatesIso) {
        *date = json!(day.to_string());
    }
}

/// Takes the brackets from every list of one object.
fn unlist(value: &mut Value) {
    match value {
        Value::Array(values) => {
            values.iter_mut().for_each(unlist);
            if let [one] = values.as_mut_slice()
                && one.is_object()
            {
                *value = one.take();
            }
        }
        Value::Object(fields) => fields.values_mut().for_each(unlist),
        _ => {}
    }
}

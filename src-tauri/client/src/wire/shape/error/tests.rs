use serde_json::json;

use super::*;

fn found(body: &str) -> Option<(Option<i64>, String)> {
    ErrorShape::find(body.as_bytes()).map(|shape| (shape.code, shape.message))
}

#[test]
fn an_object_with_a_code_or_with_words_is_an_error() {
    let words = |text: &str| text.to_owned();
    assert_eq!(found(r#"{"errorCode":500,"errorMessage":"No."}"#), Some((Some(500), words("No."))));
    assert_eq!(found(r#"{"errorCode":"401"}"#), Some((Some(401), words(""))));
    assert_eq!(found(r#"{"errorMessage":"No."}"#), Some((None, words("No."))));
    assert_eq!(found(r#"{"errorMessages":["No.","Never."]}"#), Some((None, words("No.\nNever."))));
    assert_eq!(found("\u{feff}{\"errorMessage\":\"No.\"}"), Some((None, words("No."))));
}

#[test]
fn anything_else_is_not() {
    for body in [
        "",
        "null",
        "[]",
        "\"errorCode\"",
        "{}",
        r#"{"data":{"errorCode":500}}"#,
        r#"{"errorCode":null,"errorMessage":null,"errorMessages":null}"#,
        r#"{"errorCode":null,"errorMessage":"","errorMessages":[]}"#,
        r#"[{"errorCode":500}]"#,
        r#"{"errorCode":500"#,
        "<html>{\"errorCode\":500}</html>",
    ] {
        assert_eq!(found(body), None, "{body}");
    }
}

#[test]
fn words_are_collected_from_every_place_and_said_once() {
    let body = json!({
        "errorCode": 400,
        "errorMessage": "Validation error. Quantity is too small",
        "errorMessages": ["Quantity is too small", "Product is required"],
        "data": [
            { "defaultMessage": "Origin cannot be null", "message": "not this one" },
            { "message": "Destination cannot be null" },
            "passed over", null, ["nor", "this"], {}
        ]
    });
    assert_eq!(
        found(&body.to_string()).unwrap().1,
        "Validation error. Quantity is too small\nProduct is required\nOrigin cannot be null\n\
         Destination cannot be null"
    );
    let nested =
        json!({ "errorCode": 400, "data": { "errors": [{ "message": "Name is missing" }] } });
    assert_eq!(found(&nested.to_string()).unwrap().1, "Name is missing");
}

#[test]
fn words_are_plain_and_short() {
    let body = json!({ "errorMessage": "  a\u{7}b\r\n\u{1b}[31mc\0 " }).to_string();
    assert_eq!(found(&body).unwrap().1, "ab\n[31mc");
    let long = json!({ "errorMessages": vec!["é".repeat(1500), "x".repeat(9000)] }).to_string();
    assert_eq!(found(&long).unwrap().1.chars().count(), KEPT);
}

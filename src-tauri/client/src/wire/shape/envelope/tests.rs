use serde_json::json;

use super::*;
use crate::wire::location::LocationWire;
use crate::wire::movement::MovementWire;
use crate::wire::product::ProductWire;
use crate::wire::shape::list::{any_list, list};
use crate::wire::stocklist::StocklistWire;

fn not_understood<T>(read: Read<T>) -> String {
    match read {
        Read::Value(_) => "understood".into(),
        Read::Error(shape) => format!("error: {}", shape.message),
        Read::NotUnderstood(at) => at,
    }
}

fn movements(body: &str) -> String {
    not_understood(list::<MovementWire>(body.as_bytes()))
}

#[test]
fn a_list_is_read_wrapped_or_bare() {
    for body in [
        r#"{"data":[{"id":"p1"},{"id":2}],"totalCount":[]}"#,
        r#"  [{"id":"p1"},{"id":2}]"#,
        "\u{feff}[{\"id\":\"p1\"},{\"id\":2}]",
        r#"{"errorCode":null,"errorMessage":"","data":[{"id":"p1"},{"id":2}]}"#,
    ] {
        let Read::Value(list) = list::<ProductWire>(body.as_bytes()) else { panic!("{body}") };
        let ids: Vec<_> = list.iter().map(|product| product.id.as_str()).collect();
        assert_eq!(ids, ["p1", "2"], "{body}");
    }
}

#[test]
fn a_record_is_read_wrapped_or_bare_and_may_be_null_where_that_means_none() {
    let id = |read: Read<Option<contract::Location>>| match read {
        Read::Value(location) => location.map(|location| location.id.to_string()),
        _ => Some("not understood".into()),
    };
    let one = |body: &str| id(maybe_record::<LocationWire>(body.as_bytes()));
    assert_eq!(one(r#"{"data":{"id":"l1"}}"#).unwrap(), "l1");
    assert_eq!(one(r#"{"id":"l1"}"#).unwrap(), "l1");
    assert_eq!(one(r#"{"data":null}"#), None);
    assert_eq!(not_understood(record::<LocationWire>(br#"{"data":null}"#)), "data");
    assert_eq!(not_understood(record::<LocationWire>(b"{}")), "data");
    assert_eq!(not_understood(maybe_record::<LocationWire>(b"{}")), "data");
}

#[test]
fn a_record_without_a_usable_id_is_an_error_that_names_its_place() {
    for (body, at) in [
        (r#"{"data":[{"name":"x"}]}"#, "data[0].id"),
        (r#"{"data":[{"id":null}]}"#, "data[0].id"),
        (r#"{"data":[{"id":""}]}"#, "data[0].id"),
        (r#"{"data":[{"id":{"id":"m1"}}]}"#, "data[0].id"),
        (r#"[{}]"#, "[0].id"),
        (r#"{"data":["m1"]}"#, "data[0]"),
        (r#"{"data":[["m1"]]}"#, "data[0]"),
        (r#"{"data":[null]}"#, "data[0]"),
        (
            r#"{"data":[{"id":"m1","lineItems":[{"product":{"id":"p"}}]}]}"#,
            "data[0].lineItems[0].id",
        ),
        (
            r#"{"data":[{"id":"m1","lineItems":[{"id":"i","product":{}}]}]}"#,
            "data[0].lineItems[0].product.id",
        ),
        (
            r#"{"data":[{"id":"m1","lineItems":[{"id":"i","product":"p"}]}]}"#,
            "data[0].lineItems[0].product.id",
        ),
        (
            r#"{"data":[{"id":"m","lineItems":[{"id":"i","product":{"id":"p"},"substitutions":[{}]}]}]}"#,
            "data[0].lineItems[0].substitutions[0].id",
        ),
        (r#"{"data":[{"id":"m1","lineItems":"none"}]}"#, "data[0].lineItems"),
        (r#"{"data":[{"id":"m1","lineItems":{"0":{}}}]}"#, "data[0].lineItems.id"),
    ] {
        assert_eq!(movements(body), at, "{body}");
    }
    let items = br#"{"data":[{"id":"s","requisitionItems":[{"id":"i","product":null}]}]}"#;
    assert_eq!(
        not_understood(list::<StocklistWire>(items)),
        "data[0].requisitionItems[0].product.id"
    );
}

#[test]
fn a_body_of_another_shape_is_not_understood_and_says_where() {
    for (body, at) in [
        ("{}", "data"),
        (r#"{"data":null}"#, "data"),
        (r#"{"data":{}}"#, "data.id"),
        (r#"{"data":"HAL204"}"#, "data"),
        (r#"{"data":7}"#, "data"),
        ("null", "body"),
        ("7", "body"),
        ("Hello", "body"),
        ("", "body"),
        (r#"{"data":[]} x"#, "after the end"),
        (r#"{"data":[{"id":"m1"}"#, "data"),
        (r#"{"data":[{"id":"m1","name":1e400}]}"#, "data[0].name"),
        (r#"{"data":[{"id":"m1","name":TODO}]}"#, "data[0].name"),
        ("{\"data\":[{\"id\":\"m\0\"}]}", "data[0].id"),
        (r#"{"data":[{"id":"m1","id":"m2"}]}"#, "data[0]"),
        (r#"{"data":[],"data":[]}"#, "body"),
    ] {
        assert_eq!(movements(body), at, "{body:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_not_understood() {
    for body in [
        &b"\xff\xfe{\x00}\x00"[..],
        b"{\"data\":[{\"id\":\"m\xc3\"}]}",
        b"{\"data\":[{\"id\":\"m1\",\"name\":\"\xe2\x82",
        b"\x1f\x8b\x08\x00",
        b"\0\0\0\0",
    ] {
        assert_ne!(not_understood(list::<MovementWire>(body)), "understood", "{body:?}");
    }
}

#[test]
fn an_error_is_found_whatever_its_data_looks_like() {
    assert_eq!(movements(r#"{"errorCode":500,"errorMessage":"No."}"#), "error: No.");
    assert_eq!(movements(r#"{"errorMessage":"No.","data":[]}"#), "error: No.");
    assert_eq!(movements(r#"{"errorMessages":["No."],"data":{"errors":[]}}"#), "error: No.");
    assert_eq!(movements(r#"{"errorMessage":"No.","data":[{"field":"x"}]}"#), "error: No.");
    assert_eq!(not_understood(raw(br#"{"errorCode":404,"errorMessage":"No."}"#)), "error: No.");
    assert_eq!(not_understood(any_list(br#"{"errorMessage":"No."}"#)), "error: No.");
}

/// Whatever nests, however deep: no answer may exhaust the stack of the thread that reads it. Its
/// two mebibytes are what a runtime gives; a quarter of one must do.
#[test]
fn nesting_without_an_end_ends() {
    for depth in [10, 60, 130, 10_000] {
        let bodies = [
            deep(
                r#"{"data":[{"id":"m","lineItems":["#,
                r#"{"id":"i","product":{"id":"p"},"substitutions":["#,
                "]}",
                depth,
            ),
            deep(
                r#"{"data":[{"id":"m","lineItems":["#,
                r#"{"id":"i","product":{"id":"p"},"substitutionItems":["#,
                "]}",
                depth,
            ),
            deep(r#"{"data":[{"id":"m","origin":"#, r#"{"id":"l","parentLocation":"#, "}", depth),
            deep(r#"{"data":[{"id":"m","name":"#, "[", "]", depth),
            deep(r#"{"data":[{"id":"m","name":"#, r#"{"a":"#, "}", depth),
            deep(r#"{"errorMessages":"#, "[", "]", depth),
            deep(r#"{"errorMessage":"x","data":"#, r#"{"errors":"#, "}", depth),
            deep(
                r#"{"data":[{"id":"m","requisitionItems":[{"id":"i","product":{"id":"p"},"changes":"#,
                "[",
                "]",
                depth,
            ),
            deep(r#"{"unknown":"#, "[", "]", depth),
            deep("", "[", "]", depth),
            deep("", r#"{"data":"#, "}", depth),
        ];
        let reader = std::thread::Builder::new().stack_size(512 * 1024).spawn(move || {
            for body in bodies {
                let _ = list::<MovementWire>(&body);
                let _ = list::<LocationWire>(&body);
                let _ = record::<LocationWire>(&body);
                let _ = list::<StocklistWire>(&body);
                let _ = list::<ProductWire>(&body);
                let _ = any_list(&body);
                let _ = raw(&body);
            }
        });
        reader.unwrap().join().unwrap();
    }
}

/// An opening repeated without an end in sight; closed, so that only its depth is wrong.
fn deep(before: &str, open: &str, close: &str, depth: usize) -> Vec<u8> {
    let closed = match before {
        "" => "",
        _ if before.contains("[{") && before.contains("lineItems") => "]}]}",
        _ if before.contains("requisitionItems") => "}]}]}",
        _ if before.contains("[{") => "}]}",
        _ => "}",
    };
    format!("{before}{}{}{closed}", open.repeat(depth), close.repeat(depth)).into_bytes()
}

#[test]
fn the_place_of_an_error_is_short_and_holds_no_text_of_the_body() {
    let name = "secret words, \"and\" <b>more</b> ".repeat(50);
    let body = json!({ "data": [{ "id": "m1", name.as_str(): 7 }] }).to_string();
    let broken = body.replace(":7}", ":!}");
    let at = movements(&broken);
    assert!(at.len() <= PATH && !at.contains([' ', '<', '"']), "{at}");
    assert_eq!(movements(r#"{"data":[{"id":"m1","lineItems":"secret"}]}"#), "data[0].lineItems");
}

use serde_json::{from_str, json};

use super::*;

fn whole(json: &str) -> Option<i64> {
    from_str::<Whole>(json).unwrap().0
}

fn text(json: &str) -> Option<String> {
    from_str::<Text>(json).unwrap().0
}

#[test]
fn a_count_is_a_whole_number_or_a_text_that_holds_one() {
    for json in ["30", "30.0", "3e1", "\"30\"", "\" 30 \"", "\"30.0\""] {
        assert_eq!(whole(json), Some(30), "{json}");
    }
    assert_eq!(whole("-7"), Some(-7));
    assert_eq!(whole("9223372036854775807"), Some(i64::MAX));
    for json in ["null", "2.5", "\"\"", "\"many\"", "true", "[30]", "{\"n\":30}", "1e300"] {
        assert_eq!(whole(json), None, "{json}");
    }
    assert_eq!(whole("9223372036854775808"), None);
    assert_eq!(whole("\"NaN\""), None);
}

#[test]
fn a_text_may_be_written_as_a_number_or_a_flag_and_the_empty_one_is_none() {
    for (json, read) in [
        ("\"A-01\"", "A-01"),
        ("\" kept as it is \"", " kept as it is "),
        ("7", "7"),
        ("-7", "-7"),
        ("18446744073709551615", "18446744073709551615"),
        ("1.5", "1.5"),
        ("true", "true"),
        ("\"\\u0000\"", "\0"),
    ] {
        assert_eq!(text(json).as_deref(), Some(read), "{json}");
    }
    for json in ["null", "\"\"", "[]", "{}", "[\"a\"]", "{\"text\":\"a\"}"] {
        assert_eq!(text(json), None, "{json}");
    }
}

#[test]
fn a_flag_may_be_written_as_a_text() {
    let flag = |json| from_str::<Flag>(json).unwrap().0;
    assert_eq!((flag("true"), flag("\"TRUE\"")), (Some(true), Some(true)));
    assert_eq!((flag("false"), flag("\" false\"")), (Some(false), Some(false)));
    for json in ["null", "1", "\"yes\"", "[]", "{}"] {
        assert_eq!(flag(json), None, "{json}");
    }
}

#[test]
fn an_unreadable_date_is_none_and_not_an_error() {
    for json in ["\"soon\"", "null", "20261120", "{}", "[2026,11,20]", "true"] {
        assert_eq!(from_str::<Day>(json).unwrap().0, None, "{json}");
        assert_eq!(from_str::<Instant>(json).unwrap().0, None, "{json}");
    }
}

#[test]
fn texts_may_stand_alone_and_what_is_no_text_among_them_is_passed_over() {
    let texts = |json| from_str::<Texts>(json).unwrap().0;
    assert_eq!(texts("\"one\""), ["one"]);
    assert_eq!(
        texts("[\"one\",null,2,{\"a\":1},[\"deep\"],\"\",\"three\"]"),
        ["one", "2", "three"]
    );
    assert!(texts("null").is_empty() && texts("{}").is_empty());
    let many = json!(vec!["x"; 5000]).to_string();
    assert_eq!(texts(&many).len(), KEPT, "what is kept of a list without an end is bounded");
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Inner {
    name: Text,
}

#[test]
fn what_is_no_object_where_one_may_stand_is_none() {
    let object = |json| from_str::<Object<Inner>>(json).unwrap().0.map(|inner| inner.name.0);
    assert_eq!(object("{\"name\":\"a\",\"unknown\":[{\"x\":1}]}"), Some(Some("a".into())));
    assert_eq!(object("{}"), Some(None));
    for json in ["null", "\"a\"", "7", "true", "[]", "[{\"name\":\"a\"}]"] {
        assert_eq!(object(json), None, "{json}");
    }
}

#[test]
fn json_without_a_known_shape_is_kept_and_null_is_none() {
    let shapeless = |json| from_str::<Shapeless>(json).unwrap();
    assert_eq!(shapeless("{\"a\":[1]}").value(), Some(json!({ "a": [1] })));
    assert_eq!(shapeless("null").value(), None);
    assert_eq!(shapeless("[1,null]").list(), [json!(1), json!(null)]);
    assert!(shapeless("{}").list().is_empty() && Shapeless::default().list().is_empty());
}

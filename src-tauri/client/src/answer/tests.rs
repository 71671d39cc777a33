use reqwest::header::HeaderValue;

use super::*;
use crate::wire::category::CategoryWire;
use crate::wire::shape::envelope;

const SHAPE: &str = r#"{"errorCode":500,"errorMessage":"No."}"#;
const CATEGORY: &str = r#"{"id":"c1","name":"Dressings"}"#;
const PAGE: &str = "<!DOCTYPE html><html><title>Welcome</title></html>";
const SIGN_IN: &str = "<html><form action='/stockroom/auth/handleLogin'>\
                       <input type='password'></form></html>";

fn base() -> Base {
    Base::parse("https://stock.example/stockroom").unwrap()
}

fn answer(status: u16, body: &str) -> Answer {
    Answer {
        status,
        body: body.as_bytes().to_vec(),
        location: None,
        set_cookies: Vec::new(),
        content_type: Some(HeaderValue::from_static("application/json;charset=UTF-8")),
        retry_after: None,
    }
}

fn html(status: u16, body: &str) -> Answer {
    Answer { content_type: Some(HeaderValue::from_static("Text/HTML")), ..answer(status, body) }
}

fn to(status: u16, location: &str) -> Answer {
    Answer { location: Some(location.into()), ..html(status, "") }
}

/// The outcome of a call whose answer is a category, in a word.
fn word(write: bool, answer: Answer) -> String {
    let reading = Reading::Body(envelope::record::<CategoryWire>);
    in_a_word(judge(&base(), write, answer, reading).map(|category| category.name.unwrap()))
}

fn in_a_word(outcome: Outcome<String>) -> String {
    match outcome {
        Outcome::Accepted(what) => format!("accepted {what}"),
        Outcome::Refused(refusal) => format!("refused {} {}", refusal.status, refusal.message),
        Outcome::SignedOut => "signed out".into(),
        Outcome::Forbidden => "forbidden".into(),
        Outcome::Unclear(Unclear { login_page: true, .. }) => "sign-in page".into(),
        Outcome::Unclear(_) => "unclear".into(),
        Outcome::NotWritten(trouble) => format!("not written: {trouble}"),
        Outcome::WrittenNoAnswer(Trouble::NotUnderstood { status, at }) => {
            format!("no answer {status} {at}")
        }
        Outcome::WrittenNoAnswer(trouble) => format!("no answer: {trouble}"),
    }
}

#[test]
fn an_answer_that_can_be_read_is_accepted_with_200_and_201() {
    for status in [200, 201, 202] {
        assert_eq!(word(true, answer(status, CATEGORY)), "accepted Dressings");
        assert_eq!(word(false, html(status, CATEGORY)), "accepted Dressings", "misnamed JSON");
    }
}

#[test]
fn the_error_shape_is_an_error_at_any_status() {
    for status in [200, 201, 302, 400, 404, 405, 409, 422, 500, 501] {
        for write in [true, false] {
            assert_eq!(word(write, answer(status, SHAPE)), format!("refused {status} No."));
        }
    }
    let Outcome::Refused(refusal) = judge(&base(), true, answer(500, SHAPE), Reading::Ignored(()))
    else {
        panic!()
    };
    assert_eq!(refusal.error_code, Some(500));
}

#[test]
fn a_write_is_in_doubt_after_a_gateways_word_even_with_the_shape() {
    for status in [502, 503, 504] {
        for body in [SHAPE, PAGE, ""] {
            assert_eq!(word(true, answer(status, body)), format!("no answer {status} status"));
        }
        assert_eq!(word(false, answer(status, SHAPE)), format!("refused {status} No."));
        assert_eq!(word(false, answer(status, "")), format!("refused {status} "));
    }
}

#[test]
fn without_the_shape_the_status_decides() {
    for body in ["", PAGE, "{}", "Not found", r#"{"error":"x"}"#] {
        assert_eq!(word(true, html(404, body)), "refused 404 ");
        assert_eq!(word(false, html(404, body)), "refused 404 ");
        assert_eq!(word(true, html(500, body)), "no answer 500 status");
        assert_eq!(word(false, html(500, body)), "refused 500 ");
    }
    assert_eq!(word(true, answer(101, "")), "no answer 101 status");
}

#[test]
fn a_401_is_the_services_if_it_has_its_words_or_its_cookie() {
    let greeted = |answer| in_a_word(greeting(&base(), false, answer).map(|()| "yes".into()));
    let unauthorized = r#"{"errorCode":401,"errorMessage":"Unauthorized user"}"#;
    assert_eq!(greeted(answer(401, unauthorized)), "signed out");
    let with =
        |cookie| Answer { set_cookies: vec![HeaderValue::from_static(cookie)], ..html(401, "") };
    assert_eq!(greeted(with("JSESSIONID=A1; Path=/stockroom; HttpOnly")), "signed out");
    let portals = [with("visitor=A1"), html(401, ""), html(401, PAGE), answer(401, r#"{"no":1}"#)];
    for other in portals {
        assert_eq!(greeted(other), "unclear");
    }
    assert_eq!(greeted(answer(200, r#"{"data":[]}"#)), "accepted yes");
}

#[test]
fn signed_out_and_not_allowed_are_told_by_status_or_code() {
    let code = |code: u16| format!(r#"{{"errorCode":{code},"errorMessage":"x"}}"#);
    for write in [true, false] {
        for body in ["", PAGE, SIGN_IN, SHAPE, "Authentication failed"] {
            assert_eq!(word(write, html(401, body)), "signed out", "{body}");
            assert_eq!(word(write, html(403, body)), "forbidden", "{body}");
        }
        for status in [200, 302, 500, 503] {
            assert_eq!(word(write, answer(status, &code(401))), "signed out");
            assert_eq!(word(write, answer(status, &code(403))), "forbidden");
        }
    }
}

#[test]
fn a_redirect_is_unclear_and_says_whether_it_leads_to_the_sign_in_page() {
    for status in [301, 302, 303, 307, 308] {
        assert_eq!(word(true, to(status, "/stockroom/auth/login")), "sign-in page");
        assert_eq!(word(true, to(status, "https://portal.example/login")), "unclear");
        assert_eq!(word(true, to(status, "http://[broken")), "unclear");
        assert_eq!(word(true, html(status, PAGE)), "unclear");
        assert_eq!(word(false, to(status, "/stockroom/errors/handleForbidden")), "forbidden");
    }
    let redirect = to(302, "../auth/login;jsessionid=8A31F0?x=1");
    let expected = Outcome::Unclear(Unclear {
        status: 302,
        login_page: true,
        location: Some("https://stock.example/stockroom/auth/login".into()),
    });
    assert_eq!(judge(&base(), true, redirect, Reading::Ignored(())), expected);
}

#[test]
fn a_page_where_an_answer_was_expected_is_unclear() {
    for write in [true, false] {
        assert_eq!(word(write, html(200, PAGE)), "unclear");
        assert_eq!(word(write, answer(200, PAGE)), "unclear", "a page is known by what it is");
        assert_eq!(word(write, html(200, "Please wait")), "unclear");
        assert_eq!(word(write, html(200, SIGN_IN)), "sign-in page");
        assert_eq!(word(write, html(511, PAGE)), "unclear");
        assert_eq!(word(write, html(407, "")), "unclear");
    }
}

#[test]
fn a_body_that_matters_must_be_there_and_be_understood() {
    for write in [true, false] {
        assert_eq!(word(write, answer(200, " \n")), "no answer 200 empty body");
        assert_eq!(word(write, answer(204, "")), "no answer 204 empty body");
        assert_eq!(word(write, answer(200, "{}")), "no answer 200 data");
        assert_eq!(word(write, answer(200, r#"{"data":[]}"#)), "no answer 200 data");
        assert_eq!(word(write, answer(200, "Dressings")), "no answer 200 body");
    }
}

#[test]
fn a_body_that_does_not_matter_may_be_anything_but_an_error_or_a_page() {
    let word = |answer| in_a_word(judge(&base(), true, answer, Reading::Ignored("it".to_owned())));
    for body in ["", "Logout was successful", "{", r#"{"data":{"id":"i1"}}"#, "[]"] {
        assert_eq!(word(html(200, body)), "accepted it", "{body}");
        assert_eq!(word(answer(204, body)), "accepted it", "{body}");
    }
    assert_eq!(word(answer(200, SHAPE)), "refused 200 No.");
    assert_eq!(word(html(200, PAGE)), "unclear");
    assert_eq!(word(html(200, SIGN_IN)), "sign-in page");
}

#[test]
fn a_login_needs_a_session_in_an_answer_that_is_no_error() {
    let cookie = |answer: Answer| Answer {
        set_cookies: vec![HeaderValue::from_static("JSESSIONID=8A31F0; Path=/stockroom")],
        ..answer
    };
    let word = |answer| in_a_word(login(&base(), false, answer).map(|_| "a session".into()));
    assert_eq!(word(cookie(html(200, "Authentication was successful"))), "accepted a session");
    assert_eq!(word(cookie(answer(204, ""))), "accepted a session");
    for bad in [html(401, "Authentication failed"), html(200, "Authentication failed")] {
        assert_eq!(word(bad), "signed out");
    }
    assert_eq!(word(cookie(html(401, "Authentication failed"))), "signed out");
    assert_eq!(word(cookie(answer(401, SHAPE))), "signed out");
    assert_eq!(word(cookie(answer(200, SHAPE))), "refused 200 No.");
    assert_eq!(word(cookie(answer(500, SHAPE))), "refused 500 No.");
    assert_eq!(word(cookie(answer(403, ""))), "forbidden");
    assert_eq!(word(cookie(answer(404, ""))), "refused 404 ");
    assert_eq!(word(cookie(answer(503, ""))), "refused 503 ");
    assert_eq!(word(cookie(to(302, "/stockroom/auth/login"))), "sign-in page");
    assert_eq!(word(cookie(to(302, "https://portal.example"))), "unclear");
    assert_eq!(word(html(200, PAGE)), "unclear");
    assert_eq!(word(html(200, SIGN_IN)), "sign-in page");
    assert_eq!(word(html(200, "Welcome")), "no answer 200 no session cookie");
    assert_eq!(word(html(200, "")), "no answer 200 no session cookie");
}

#[test]
fn a_service_that_asks_to_be_left_alone_is_busy() {
    let retry_after = Duration::from_secs(30);
    let outcome = |write, status, body, asked: Option<Duration>| {
        let answer = Answer { retry_after: asked, ..answer(status, body) };
        judge(&base(), write, answer, Reading::Ignored(()))
    };
    let busy = |status, retry_after| Trouble::Busy { status, retry_after };
    for status in [429, 503] {
        let read = outcome(false, status, "", Some(retry_after));
        assert_eq!(read, Outcome::WrittenNoAnswer(busy(status, retry_after)));
    }
    // It may have been done all the same; too many requests were let in.
    for body in ["", SHAPE] {
        let write = outcome(true, 503, body, Some(retry_after));
        assert_eq!(write, Outcome::WrittenNoAnswer(busy(503, retry_after)));
        let write = outcome(true, 429, body, Some(retry_after));
        assert_eq!(write, Outcome::NotWritten(busy(429, retry_after)));
    }
    assert_eq!(outcome(true, 429, "", None), Outcome::NotWritten(busy(429, Duration::ZERO)));
    assert!(matches!(outcome(false, 503, "", None), Outcome::Refused(_)));
}

#[test]
fn a_role_that_may_only_read_is_told_by_a_page_too() {
    let denied = "<html><body><h1>Access Denied</h1></body></html>";
    assert_eq!(word(true, html(200, denied)), "forbidden");
    assert_eq!(word(false, html(200, denied)), "forbidden");
    assert_eq!(word(true, html(403, denied)), "forbidden");
    // A portal on the way may say so too.
    let open = Base::parse("http://stock.example/stockroom").unwrap();
    let reading = Reading::Body(envelope::record::<CategoryWire>);
    let outcome = judge(&open, true, html(200, denied), reading).map(|_| ());
    assert!(matches!(outcome, Outcome::Unclear(_)), "{outcome:?}");
}

use super::*;

fn base() -> Base {
    Base::parse("https://stock.example/stockroom").unwrap()
}

fn to(address: &str) -> Url {
    base().resolve(address).unwrap()
}

#[test]
fn a_redirect_to_the_services_own_sign_in_page_is_recognised() {
    for target in [
        "https://stock.example/stockroom/auth/login",
        "/stockroom/auth/login?targetUri=%2Fapi",
        "../auth/login;jsessionid=8A31F0",
        "https://stock.example/stockroom/errors/handleUnauthorized",
        "http://stock.example:8080/stockroom/auth/login",
        "http://app-3.intern.example:8080/stockroom/auth/login",
    ] {
        assert!(is_sign_in(&base(), &to(target)), "{target}");
    }
    let root = Base::parse("https://stock.example").unwrap();
    assert!(is_sign_in(&root, &root.resolve("/login").unwrap()));
}

#[test]
fn a_redirect_elsewhere_is_not_the_services_sign_in_page() {
    for target in [
        "https://portal.example/login",
        "https://stock.example/login",
        "/stockroom/api/stockMovements",
        "/stockroom/index",
        "//portal.example/login?from=/stockroom/auth/login",
    ] {
        assert!(!is_sign_in(&base(), &to(target)), "{target}");
    }
    let root = Base::parse("https://stock.example").unwrap();
    assert!(!is_sign_in(&root, &root.resolve("https://portal.example/login").unwrap()));
}

#[test]
fn a_redirect_to_not_allowed_is_known_apart() {
    assert!(is_forbidden(&base(), &to("/stockroom/errors/handleForbidden")));
    assert!(!is_forbidden(&base(), &to("https://portal.example/errors/handleForbidden")));
    assert!(!is_forbidden(&base(), &to("/stockroom/errors/handleUnauthorized")));
}

#[test]
fn a_form_that_sends_a_password_to_this_service_is_its_sign_in_page() {
    let form = |action: &str| {
        format!(
            "<!DOCTYPE html><html><body><FORM method='post' {action}>\
             <input name=u><input type=\"password\" name=p></FORM></body></html>"
        )
    };
    for action in [
        "action=\"/stockroom/auth/handleLogin\"",
        "action='https://stock.example/stockroom/auth/handleLogin'",
        "action=../auth/handleLogin class=x",
    ] {
        assert!(has_sign_in_form(&base(), form(action).as_bytes()), "{action}");
    }
    for action in ["action=\"https://portal.example/accept\"", "action='/accept'"] {
        assert!(!has_sign_in_form(&base(), form(action).as_bytes()), "{action}");
    }
    // A form that does not say where it sends to sends to where it came from.
    let open = Base::parse("http://stock.example/stockroom").unwrap();
    let here = Base::parse("http://localhost:8080/stockroom").unwrap();
    for nowhere in ["", "action=''", "action=\"\" id=x"] {
        assert!(has_sign_in_form(&base(), form(nowhere).as_bytes()), "{nowhere}");
        assert!(has_sign_in_form(&here, form(nowhere).as_bytes()), "{nowhere}");
        assert!(!has_sign_in_form(&open, form(nowhere).as_bytes()), "{nowhere}");
    }
    let search = "<form action='/stockroom/search'><input type='text'></form>";
    assert!(!has_sign_in_form(&base(), search.as_bytes()));
}

#[test]
fn a_page_is_markup() {
    for body in ["<html>", "  \r\n<!DOCTYPE html>", "\u{feff}<?xml version='1.0'?>"] {
        assert!(is_page(body.as_bytes()), "{body}");
    }
    for body in ["", "{}", "[1]", "Logout was successful", "null"] {
        assert!(!is_page(body.as_bytes()), "{body}");
    }
}

#[test]
fn what_is_shown_of_a_redirect_holds_no_session_and_is_short() {
    assert_eq!(
        shown(&to("https://u:p@h.example:81/a/login;jsessionid=8A31F0?ticket=7#x")),
        "https://h.example:81/a/login"
    );
    assert_eq!(shown(&to(&format!("/{}", "x".repeat(5000)))).len(), 200);
}

use super::*;

fn session(headers: &[&str]) -> Option<String> {
    session_at("https://stock.example/stockroom", headers)
}

fn session_at(base: &str, headers: &[&str]) -> Option<String> {
    let base = Base::parse(base).unwrap();
    let headers: Vec<_> = headers.iter().map(|text| HeaderValue::from_str(text).unwrap()).collect();
    let session = SessionCookies::from_login(&base, &headers)?;
    let header = session.header().unwrap();
    assert!(header.is_sensitive());
    Some(header.to_str().unwrap().to_owned())
}

#[test]
fn all_cookies_of_a_login_are_kept_without_their_attributes() {
    let one = ["JSESSIONID=8A31F0; Path=/stockroom; Secure; HttpOnly"];
    assert_eq!(session(&one).unwrap(), "JSESSIONID=8A31F0");
    let balanced = ["route=node-2; Path=/", "JSESSIONID=8A31F0.node2;Path=/stockroom", "lang=fr"];
    assert_eq!(session(&balanced).unwrap(), "route=node-2; JSESSIONID=8A31F0.node2; lang=fr");
}

#[test]
fn without_a_session_among_them_there_is_no_session() {
    assert_eq!(session(&[]), None);
    assert_eq!(session(&["route=node-2", "jsessionid=lower", "JSESSIONID"]), None);
    assert_eq!(session(&["JSESSIONID=; Path=/stockroom"]), None);
    assert_eq!(session(&["JSESSIONID=8A31F0; Max-Age=0"]), None);
}

#[test]
fn the_last_word_about_a_cookie_counts() {
    assert_eq!(session(&["JSESSIONID=old", "JSESSIONID=new"]).unwrap(), "JSESSIONID=new");
    let removed = ["route=a", "JSESSIONID=8A31F0", "route=gone; max-age = -1"];
    assert_eq!(session(&removed).unwrap(), "JSESSIONID=8A31F0");
    let kept = ["JSESSIONID=8A31F0; Max-Age=1800"];
    assert_eq!(session(&kept).unwrap(), "JSESSIONID=8A31F0");
}

#[test]
fn a_session_is_never_printed() {
    let header = HeaderValue::from_static("JSESSIONID=8A31F0");
    let base = Base::parse("https://stock.example").unwrap();
    let session = SessionCookies::from_login(&base, [&header]).unwrap();
    let printed = format!("{session:?} {:#?} {:?}", session.clone(), session.header());
    assert!(!printed.contains("8A31F0"), "{printed}");
}

#[test]
fn what_may_only_travel_protected_is_not_sent_over_plain_http() {
    let cookies = ["route=node-2; secure", "JSESSIONID=8A31F0; Path=/; Secure; HttpOnly"];
    let both = Some("route=node-2; JSESSIONID=8A31F0".to_owned());
    assert_eq!(session_at("https://stock.example", &cookies), both);
    assert_eq!(session_at("http://127.0.0.1:8080", &cookies), both, "this computer is protected");
    assert_eq!(session_at("http://stock.example", &cookies), None);
    let one = ["route=node-2; Secure", "JSESSIONID=8A31F0"];
    assert_eq!(session_at("http://stock.example", &one).unwrap(), "JSESSIONID=8A31F0");
}

#[test]
fn a_cookie_whose_end_has_passed_is_removed() {
    for past in ["Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 01-Jan-1970 00:00:10 GMT"] {
        let header = format!("JSESSIONID=8A31F0; Expires={past}");
        assert_eq!(session(&[&header]), None, "{past}");
        assert!(session(&[&format!("{header}; Max-Age=60")]).is_some(), "the age counts");
    }
    for end in ["Fri, 31 Dec 9999 23:59:59 GMT", "never", ""] {
        assert!(session(&[&format!("JSESSIONID=8A31F0; Expires={end}")]).is_some(), "{end}");
    }
}

#[test]
fn a_cookie_of_another_domain_is_passed_over() {
    for (domain, own) in [
        ("stock.example", true),
        (".Stock.Example", true),
        ("example", true),
        ("other.example", false),
        ("tock.example", false),
        ("a.stock.example", false),
    ] {
        let header = format!("JSESSIONID=8A31F0; Domain={domain}");
        assert_eq!(session(&[&header]).is_some(), own, "{domain}");
    }
}

#[test]
fn cookies_of_more_than_eight_kibibytes_are_no_session() {
    let long = |bytes: usize| format!("JSESSIONID={}", "x".repeat(bytes));
    assert!(session(&[&long(8_000)]).is_some());
    assert_eq!(session(&[&long(8_192)]), None);
    assert_eq!(session(&[&format!("route={}", "y".repeat(4_100)), &long(4_100)]), None);
}

use super::*;

fn session(headers: &[&str]) -> Option<String> {
    let headers: Vec<_> = headers.iter().map(|text| HeaderValue::from_str(text).unwrap()).collect();
    let session = SessionCookies::from_login(&headers)?;
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
    let session = SessionCookies::from_login([&header]).unwrap();
    let printed = format!("{session:?} {:#?} {:?}", session.clone(), session.header());
    assert!(!printed.contains("8A31F0"), "{printed}");
}

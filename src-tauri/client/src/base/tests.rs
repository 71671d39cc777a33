use super::*;

#[test]
fn an_address_is_brought_to_one_form_whatever_way_it_is_typed() {
    for (typed, canonical) in [
        ("https://stock.example/stockroom", "https://stock.example/stockroom"),
        ("https://stock.example/stockroom/", "https://stock.example/stockroom"),
        ("https://stock.example/stockroom///", "https://stock.example/stockroom"),
        ("https://stock.example/stockroom/api", "https://stock.example/stockroom"),
        ("https://stock.example/stockroom/api/", "https://stock.example/stockroom"),
        ("  HTTPS://Stock.Example:443/stockroom ", "https://stock.example/stockroom"),
        ("stock.example/stockroom", "https://stock.example/stockroom"),
        ("stock.example", "https://stock.example"),
        ("stock.example/", "https://stock.example"),
        ("stock.example/api", "https://stock.example"),
        ("stock.example:8443/a/b", "https://stock.example:8443/a/b"),
        ("http://stock.example:80", "http://stock.example"),
        ("localhost:8080/stockroom", "http://localhost:8080/stockroom"),
        ("127.0.0.1:9000", "http://127.0.0.1:9000"),
        ("[::1]:9000/x", "http://[::1]:9000/x"),
        ("https://localhost/x", "https://localhost/x"),
        ("https://stock.example/a/../b", "https://stock.example/b"),
        ("bücher.example", "https://xn--bcher-kva.example"),
    ] {
        let base = Base::parse(typed).unwrap_or_else(|why| panic!("{typed}: {why}"));
        assert_eq!(base.as_str(), canonical, "{typed}");
        assert_eq!(Base::parse(base.as_str()).unwrap(), base, "{typed} again");
    }
}

#[test]
fn what_cannot_be_the_services_address_is_refused_with_its_reason() {
    use AddressProblem::*;
    for (typed, why) in [
        ("", NoHost),
        ("   ", NoHost),
        ("https://", NoHost),
        ("https:///stockroom", NoHost),
        ("/stockroom", NoHost),
        (":8080", NoHost),
        ("ftp://stock.example", Scheme),
        ("file:///etc/hosts", Scheme),
        ("javascript://x", Scheme),
        ("https://clerk:secret@stock.example", UserInfo),
        ("https://@stock.example", UserInfo),
        ("clerk@stock.example", UserInfo),
        ("https://stock.example/#top", Fragment),
        ("stock.example/#", Fragment),
        ("https://stock.example/?lang=fr", Query),
        ("stock.example?", Query),
        ("https:stock.example", Malformed),
        ("http:/stock.example", Malformed),
        ("https://stock example", Malformed),
        ("https://stock.example:99999", Malformed),
        ("https://[::1", Malformed),
        ("stock.example:port", Malformed),
    ] {
        assert_eq!(Base::parse(typed).err(), Some(why), "{typed:?}");
    }
}

#[test]
fn the_host_is_shown_with_its_port_where_that_says_something() {
    let host = |text| Base::parse(text).unwrap().host().to_owned();
    assert_eq!(host("https://stock.example:443/stockroom"), "stock.example");
    assert_eq!(host("https://stock.example:8443/stockroom"), "stock.example:8443");
    assert_eq!(host("http://[::1]:8080"), "[::1]:8080");
}

#[test]
fn this_computer_is_known_by_its_names_and_numbers() {
    let loopback = |text| Base::parse(text).unwrap().is_loopback();
    for text in ["localhost", "LOCALHOST", "localhost.", "127.0.0.1", "127.9.9.9", "[::1]"] {
        assert!(loopback(text), "{text}");
    }
    assert!(loopback("http://[::ffff:127.0.0.1]:80"));
    // What such a name means is up to whoever answers for it.
    for text in ["a.localhost", "x.localhost.", "localhost.example", "notlocalhost"] {
        assert!(!loopback(text), "{text}");
        assert!(Base::parse(text).unwrap().as_str().starts_with("https://"), "{text}");
    }
    for text in ["10.0.0.1", "[::2]", "128.0.0.1", "0.0.0.0"] {
        assert!(!loopback(text), "{text}");
    }
    assert!(Base::parse("http://stock.example").unwrap().is_plain_http());
    assert!(!Base::parse("stock.example").unwrap().is_plain_http());
}

/// Every combination of parts, each known to be the base's own or not: a cookie may go to an address
/// only if all of them are.
#[test]
fn a_cookie_goes_to_the_exact_scheme_host_port_and_path_alone() {
    let mut addresses = 0;
    for base in ["https://stock.example/stockroom", "https://stock.example:8443/stockroom"] {
        let own_port = base.contains("8443");
        let base = Base::parse(base).unwrap();
        for (scheme, scheme_own) in SCHEMES {
            for (host, host_own) in HOSTS {
                for (port, without, with) in PORTS {
                    for (path, path_own) in PATHS {
                        for (user, user_own) in USERS {
                            let text = format!("{scheme}://{user}{host}{port}{path}");
                            let port_own = if own_port { *with } else { *without };
                            let own =
                                *scheme_own && *host_own && port_own && *path_own && *user_own;
                            let Ok(url) = Url::parse(&text) else { continue };
                            assert_eq!(base.holds(&url), own, "{text} for {base}");
                            addresses += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(addresses > 10_000, "only {addresses} addresses were tried");
}

const SCHEMES: &[(&str, bool)] =
    &[("https", true), ("HTTPS", true), ("http", false), ("ftp", false), ("wss", false)];

const HOSTS: &[(&str, bool)] = &[
    ("stock.example", true),
    ("STOCK.example", true),
    ("stock.example.", false),
    ("www.stock.example", false),
    ("stock.example.evil.example", false),
    ("stock-example", false),
    ("xstock.example", false),
    ("evil.example", false),
    ("127.0.0.1", false),
    ("[::1]", false),
];

/// The port as written, and whether it is the base's own without and with a port of its own.
const PORTS: &[(&str, bool, bool)] = &[
    ("", true, false),
    (":443", true, false),
    (":8443", false, true),
    (":80", false, false),
    (":444", false, false),
];

const PATHS: &[(&str, bool)] = &[
    ("/stockroom/api/login", true),
    ("/stockroom/", true),
    ("/stockroom/api/../x", true),
    ("/stockroom/%2e/x", true),
    ("/stockroom/x?next=/elsewhere", true),
    ("/stockroom", false),
    ("", false),
    ("/", false),
    ("/api/login", false),
    ("/stockroomy/api/login", false),
    ("/Stockroom/api/login", false),
    ("/other/stockroom/api", false),
    ("/stockroom/../api/login", false),
    ("/stockroom/%2e%2e/api/login", false),
    ("/stockroom/..\\api", false),
    ("/stock%72oom/api", false),
    ("//stockroom/api", false),
    ("/x?/stockroom/api/", false),
    ("/x#/stockroom/api/", false),
    ("/stockroom%2fapi", false),
];

const USERS: &[(&str, bool)] = &[("", true), ("clerk@", false), ("clerk:secret@", false)];

#[test]
fn a_target_that_leads_out_of_the_base_is_not_joined() {
    let base = Base::parse("https://stock.example/stockroom").unwrap();
    assert_eq!(
        base.join("/api/stockMovements?max=1").unwrap().as_str(),
        "https://stock.example/stockroom/api/stockMovements?max=1"
    );
    for target in ["/../api", "/../../x", ".evil.example/api", "@evil.example/api", ":8443/api"] {
        assert_eq!(base.join(target), None, "{target}");
    }
    let root = Base::parse("https://stock.example").unwrap();
    for target in [".evil.example/api", "@evil.example/api", ":8443/api"] {
        assert_eq!(root.join(target), None, "{target}");
    }
}

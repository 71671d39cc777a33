use super::*;

const LONG: &str = "printer raw disabled since Fri Nov 27 13:28:10 2026 -\n\
    \tno paper\n\tForm mounted:\n\tContent types: any\n\tPrinter types: unknown\n\
    \tDescription: Printer: is idle\n\tAlerts: paused media-empty-error\n\tLocation: \n\
    \tConnection: direct\n\tUsers allowed:\n\t\t(all)\n\
    printer Büro(1) is idle.  enabled since Fri Nov 27 13:28:09 2026\n\
    \tForm mounted:\n\tDescription: \n\tAlerts: none\n\tLocation: Hall  3\n\
    printer net now printing net-3.  enabled since Fri Nov 27 13:31:07 2026\n\
    \tThe printer may not exist or is unavailable at this time.\n\tForm mounted:\n\
    \tDescription: Büro\n\tAlerts: none\n\
    printer shut is idle.  enabled since Fri Nov 27 13:28:09 2026\n\tclosed\n\tForm mounted:\n";
const ACCEPTING: &str = "raw accepting requests since Fri Nov 27 13:28:10 2026\n\
    shut not accepting requests since Fri Nov 27 13:28:09 2026 -\n\tclosed\n\
    not accepting requests since Fri Nov 27 13:28:10 2026\n";
const DEFAULT: &str = "system default destination: Büro(1)/labels\n";
const KNOWN: &str = "raw permanent ipp://localhost/printers/raw file:/x\n\
    raw/labels permanent ipp://localhost/printers/raw file:/x\nHall_4 network none\n";

#[test]
fn printers_are_read_as_they_are_told() {
    let found = printers(LONG, ACCEPTING, DEFAULT, KNOWN);
    let rows: Vec<_> = found
        .iter()
        .map(|it| (it.name.as_str(), it.description.as_str(), it.stand, it.message.as_str()))
        .collect();
    let lost = "The printer may not exist or is unavailable at this time.";
    let expected = [
        ("raw", "Printer: is idle", Stand::Paused, "no paper"),
        ("Büro(1)", "Büro(1)", Stand::Ready, ""),
        ("net", "Büro", Stand::Unreachable, lost),
        ("shut", "shut", Stand::Rejecting, "closed"),
        ("Hall_4", "Hall_4", Stand::Ready, ""),
    ];
    assert_eq!(rows, expected);
    assert_eq!(found[0].reasons, ["paused", "media-empty-error"]);
    assert_eq!(found[1].location, "Hall  3");
    let defaults: Vec<_> = found.iter().map(|printer| printer.is_default).collect();
    assert_eq!(defaults, [false, true, false, false, false]);
}

#[test]
fn nothing_is_read_of_nothing() {
    assert_eq!(printers("", "", "no system default destination\n", ""), []);
}

/// Pieces of what is said, and of what is not, in any order: whatever comes of it, each name is one.
#[test]
fn surprising_words_are_read_without_a_fault() {
    let pieces = [
        "printer ",
        "raw",
        " is idle",
        "\n",
        "\t",
        " ",
        "disabled",
        "Alerts:",
        "Location: ",
        "ü",
        "\u{202e}",
        "\0",
        "\r\n",
        "not accepting requests",
        "system default destination: ",
        "/",
        "Description:",
        "Form mounted:",
        "-",
        "٣",
        "printer  is idle",
        "raw-7 x 1 2\n",
        "Status:",
    ];
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random % 1_000_003).unwrap()
    };
    let mut seen = 0;
    for _ in 0..20_000 {
        let mut text =
            || (0..next() % 24).map(|_| pieces[next() % pieces.len()]).collect::<String>();
        let (long, accepting, default, known) = (text(), text(), text(), text());
        let found = printers(&long, &accepting, &default, &known);
        assert!(found.iter().all(|printer| is_name(&printer.name)), "{long:?} {known:?}");
        let _ = crate::queue::find(&long, 7);
        seen += found.len();
    }
    assert!(seen > 1000, "some printers are found, {seen}");
}

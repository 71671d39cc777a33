//! Lines as people write them.

use super::*;

fn asked(line: &str) -> Vec<String> {
    let asked = all_asked_in(line, DecimalMark::Point);
    asked.into_iter().map(|(words, quantity)| format!("{quantity}|{words}")).collect()
}

#[test]
fn a_line_asks_for_words_and_a_quantity() {
    for (line, expected) in [
        ("20 BK71", "20|BK71"),
        ("20x BK71", "20|BK71"),
        ("20 x BK71", "20|BK71"),
        ("20xBK71", "20|BK71"),
        ("20 × BK71", "20|BK71"),
        ("20pcs BK71", "20|BK71"),
        ("20: BK71", "20|BK71"),
        ("BK71: 20", "20|BK71"),
        ("BK71 : 20", "20|BK71"),
        ("BK71 x 20", "20|BK71"),
        ("BK71 x20", "20|BK71"),
        ("BK71 ×20", "20|BK71"),
        ("BK71 = 20", "20|BK71"),
        ("BK71 - 20", "20|BK71"),
        ("BK71 – 20 pcs", "20|BK71"),
        ("BK71 (20)", "20|BK71"),
        ("BK71 20", "20|BK71"),
        ("BK71 qty 20", "20|BK71"),
        ("BK71, qty: 20", "20|BK71"),
        ("BK71: 20 boxes", "20|BK71"),
        ("BK71: 20 (urgent, for Monday)", "20|BK71"),
        ("0012 20", "20|0012"),
        ("20 0012", "20|0012"),
        ("Gloves 20 pcs", "20|Gloves"),
        ("Gloves, size M: 20", "20|Gloves, size M"),
        ("Gloves size M (x20)", "20|Gloves size M"),
        ("- 5 pcs Gauze 10x10 cm", "5|Gauze 10x10 cm"),
        ("* 5 Gauze 10 x 10 cm", "5|Gauze 10 x 10 cm"),
        ("• BK71 x 20", "20|BK71"),
        ("1. 20 BK71", "20|BK71"),
        ("2) Gloves: 20", "20|Gloves"),
        ("> 20 BK71", "20|BK71"),
        ("5 x 10 ml syringes", "5|10 ml syringes"),
        ("5 20ml syringes", "5|20ml syringes"),
        ("Syringe 5 ml x 10", "10|Syringe 5 ml"),
        ("3 boxes of gloves size M", "3|gloves size M"),
        ("3 bottles of alcohol", "3|alcohol"),
        ("3 bottles", "3|bottles"),
        ("2 dozen of BK71", "24|BK71"),
        ("2 dozen BK71", "24|BK71"),
        ("2 dozen boxes of gloves", "24|gloves"),
        ("BK71: 2 dozen", "24|BK71"),
        ("Gloves 2 dozen pairs", "24|Gloves"),
        ("2 dozen", "2|dozen"),
        ("1.5 dozen of BK71", "1.5 dozen|BK71"),
        ("1,000 dozen BK71", "1,000 dozen|BK71"),
        ("1 douzaine de gants", "12|gants"),
        ("Il nous faut 3 douzaines d'ampoules", "36|ampoules"),
        ("Please send 20 BK71.", "20|BK71"),
        ("please send us 20 BK71, thanks!", "20|BK71"),
        ("We need 20 BK71 please", "20|BK71"),
        ("I would like to order 20 BK71", "20|BK71"),
        ("Hello, 20 BK71", "20|BK71"),
        ("We need gloves (20)", "20|gloves"),
        ("1,200 BK71", "1,200|BK71"),
        ("1.5 BK71", "1.5|BK71"),
        ("20 boîtes de gants", "20|gants"),
        ("Merci d’envoyer 20 boîtes de gants, taille M", "20|gants, taille M"),
        ("Il nous faut 3 flacons d'alcool", "3|alcool"),
        ("Gants taille M : 20", "20|Gants taille M"),
        ("20 gants svp", "20|gants"),
        ("Bitte senden Sie 20 Stück Handschuhe", "20|Handschuhe"),
        ("Por favor enviar 20 cajas de guantes", "20|guantes"),
        ("نحتاج 20 علبة قفازات", "20|قفازات"),
        ("Перчатки: 20 шт", "20|Перчатки"),
        ("手套: 20", "20|手套"),
    ] {
        assert_eq!(asked(line), [expected], "{line}");
    }
}

#[test]
fn several_things_in_a_line_are_several() {
    for (line, expected) in [
        ("please send 20x BK71 and 3 boxes of gloves size M", &["20|BK71", "3|gloves size M"][..]),
        ("20 gloves, 5 masks and 3 gowns", &["20|gloves", "5|masks", "3|gowns"]),
        ("BK71: 20; BK72: 5", &["20|BK71", "5|BK72"]),
        ("BK71 x 20, BK72 x 5", &["20|BK71", "5|BK72"]),
        ("gloves (20) & masks (5)", &["20|gloves", "5|masks"]),
        ("20 gloves and masks", &["20|gloves and masks"]),
        ("20 gloves, size M, and 5 masks", &["20|gloves, size M", "5|masks"]),
        ("20 boîtes de gants et 3 compresses", &["20|gants", "3|compresses"]),
        ("BK72: 7; soon", &["7|BK72"]),
        ("Dear Ana, please send 20 BK71", &["20|BK71"]),
        ("gloves and 20 masks", &["|gloves", "20|masks"]),
    ] {
        assert_eq!(asked(line), expected, "{line}");
    }
}

#[test]
fn greetings_signatures_dates_and_sizes_ask_for_nothing() {
    for line in [
        "",
        "Hello,",
        "Dear all,",
        "Good morning",
        "Many thanks,",
        "Best regards",
        "Cordialement,",
        "Bonjour,",
        "Ward 3",
        "Room 12",
        "Ward: 3",
        "Tel. 555 0199",
        "Tel: 555",
        "Phone: 5550199",
        "+33 1 23 45 67 89",
        "01 23 45 67 89",
        "555-0199",
        "Fax: 44",
        "Order no: 4711",
        "Ref: 12",
        "Page: 2",
        "On 9 March 2026 at 14:30 somebody wrote:",
        "9 March 2026",
        "9 mars 2026",
        "2026-03-09",
        "9/3/2026",
        "14:30",
        "Meeting at 14:30",
        "12 rue de la Paix",
        "12 Main Street",
        "within 2 days",
        "2 weeks",
        "Gauze 10 x 10",
        "Gauze 10x10 cm",
        "Syringe 20 ml",
        "20 ml",
        "20 ml syringe",
        "50% less",
        "100 €",
        "20",
        "x",
        "20 x",
        "Subject: order of March",
        "Sent: Monday 9 March",
        "gloves",
        "BK71",
        "-----",
        "5th floor",
        "1.",
        "1. ",
        "we need gloves and masks",
        "12345678901234567890 BK71",
        "0 BK71",
    ] {
        assert_eq!(asked(line), [""; 0], "{line}");
        assert_eq!(asked_in(line, DecimalMark::Point), None, "{line}");
    }
}

#[test]
fn each_line_is_answered_in_its_order() {
    let letter = "Hello,\n\nplease send 20x BK71 and 3 boxes of gloves.\n  - 5 Gauze \nThanks";
    let lines: Vec<_> = letter.split('\n').map(str::to_owned).collect();
    let rows = rows_of(&lines, DecimalMark::Comma);
    let expected =
        [["Hello,", ""], ["", ""], ["BK71", "20"], ["gloves", "3"], ["Gauze", "5"], ["Thanks", ""]];
    assert_eq!(rows, expected);
}

#[test]
fn no_line_is_too_odd() {
    let odd =
        ["é, ", "1", "x", ";", " and ", "(", ")", ":", "20", "د", "\u{202f}", "'", ".", "-", "d’"];
    let mut seed = 7_usize;
    for _ in 0..20_000 {
        let mut line = String::new();
        for _ in 0..8 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            line += odd[(seed >> 33) % odd.len()];
        }
        assert!(!rows_of(&[line], DecimalMark::Comma).is_empty());
    }
    let long = "20 gloves, ".repeat(10_000);
    assert_eq!(rows_of(std::slice::from_ref(&long), DecimalMark::Comma), [[long.trim(), ""]]);
}

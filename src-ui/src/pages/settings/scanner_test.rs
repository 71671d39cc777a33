//! What a scanner writes for a code that is known: what stands around it, and whether the computer's keyboard
//! is another than the scanner's. Pure.

use contract::SCANNER_TEST_CODE;

use crate::keys::ScannerKey;

/// What a scanner writes around its codes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundSetup {
    /// Characters before each code.
    pub prefix: String,
    /// Characters behind each code.
    pub suffix: String,
    /// Its keys are to be read by their place.
    pub by_place: bool,
    /// The key at the end of each code, by its name.
    pub end: Option<String>,
    /// The longest time between two keys, in ms.
    pub gap: u32,
}

/// What came of a scan of the test code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestScan {
    /// It was heard, and so the scanner is set up.
    Setup(FoundSetup),
    /// Another code was heard: this one.
    OtherCode(String),
}

/// What keys that followed each other say; `None` for none that write anything.
pub fn read(keys: &[ScannerKey]) -> Option<TestScan> {
    let is_written = |key: &&ScannerKey| key.key.chars().count() == 1;
    let written = |of: fn(&ScannerKey) -> &str| -> String {
        keys.iter().filter(is_written).map(of).collect()
    };
    let heard = written(|key| &key.key);
    if heard.is_empty() {
        return None;
    }
    let by_place = written(|key| key.place.unwrap_or(&key.key));
    let end = keys.last().map(|key| key.key.clone()).filter(|key| key == "Enter" || key == "Tab");
    let gaps = keys.windows(2).map(|pair| pair[1].at - pair[0].at);
    let gap = gaps.fold(0.0_f64, f64::max).ceil().clamp(0.0, 10_000.0);
    // A number of ms is small.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is clamped")]
    let gap = gap as u32;
    let around = |text: &str, by_place| {
        let (prefix, suffix) = split_around(text)?;
        Some(FoundSetup { prefix, suffix, by_place, end: end.clone(), gap })
    };
    let found = around(&heard, false).or_else(|| around(&by_place, true));
    Some(found.map_or(TestScan::OtherCode(heard), TestScan::Setup))
}

fn split_around(text: &str) -> Option<(String, String)> {
    // Some scanners, and Caps Lock, write capitals small.
    let at = text.to_ascii_uppercase().find(SCANNER_TEST_CODE)?;
    let after = at + SCANNER_TEST_CODE.len();
    let prefix = text.get(..at)?;
    // Some scanners say so of which kind a code is, of each kind another mark: that is read with the code.
    let is_mark = prefix.len() >= 3 && prefix.as_bytes()[prefix.len() - 3] == b']';
    let prefix = if is_mark { prefix.get(..prefix.len() - 3)? } else { prefix };
    Some((prefix.to_owned(), text.get(after..)?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys that write a text, each as a keyboard has it and as an American one does.
    fn keys(
        as_heard: &str,
        by_place: &'static [&'static str],
        end: Option<&str>,
    ) -> Vec<ScannerKey> {
        let texts = as_heard.chars().map(|it| it.to_string()).chain(end.map(str::to_owned));
        let places = by_place.iter().copied().map(Some).chain(std::iter::repeat(None));
        let ats = (0..).map(|at| f64::from(at) * 4.5);
        let pairs = texts.zip(places).zip(ats);
        pairs.map(|((key, place), at)| ScannerKey { key, place, at }).collect()
    }

    #[test]
    fn what_stands_around_the_code_is_found() {
        let found = read(&keys(&format!("~{SCANNER_TEST_CODE}$"), &[], Some("Enter"))).unwrap();
        let expected = FoundSetup {
            prefix: "~".into(),
            suffix: "$".into(),
            by_place: false,
            end: Some("Enter".into()),
            gap: 5,
        };
        assert_eq!(found, TestScan::Setup(expected));
        let marked = read(&keys(&format!("]C0{SCANNER_TEST_CODE}"), &[], None)).unwrap();
        assert!(matches!(marked, TestScan::Setup(found) if found.prefix.is_empty()));
        let TestScan::Setup(found) = read(&keys(SCANNER_TEST_CODE, &[], None)).unwrap() else {
            panic!()
        };
        assert_eq!((found.prefix.as_str(), found.suffix.as_str(), found.end), ("", "", None));
    }

    #[test]
    fn an_american_scanner_on_a_french_keyboard_is_found() {
        const PLACES: [&str; 17] =
            ["A", "Q", "W", "Z", "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "/", "M"];
        // What a French keyboard makes of the same keys.
        let heard = read(&keys("QAZW)à&é\"'(-è_ç!?", &PLACES, Some("Tab"))).unwrap();
        let TestScan::Setup(found) = heard else { panic!("{heard:?}") };
        assert!(found.by_place && found.end.as_deref() == Some("Tab"));
    }

    #[test]
    fn another_code_is_told_and_no_code_is_none() {
        assert_eq!(
            read(&keys("GLV-2207", &[], None)),
            Some(TestScan::OtherCode("GLV-2207".into()))
        );
        assert_eq!(read(&keys("", &[], Some("Enter"))), None);
        assert_eq!(read(&[]), None);
    }
}

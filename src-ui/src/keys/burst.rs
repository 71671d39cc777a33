//! A scanner types faster than fingers do. Pure: told of every key with its time, it says which are a
//! scan. Used by the dispatcher, so that a code is never a row of commands.

/// Characters of a scan follow each other at least this fast, in ms; fingers take twice as long.
const GAP: f64 = 35.0;

/// So many characters in a row are a scan, whatever ends them.
const LONG: u32 = 4;

/// What the first characters begin takes its time on a slow computer: so long a pause, in ms, a scan may
/// have before them.
const PAUSE: f64 = 150.0;

/// So many that began with a command are one where Enter or Tab ends them.
const SHORT: usize = 2;

/// A slow scanner's characters follow each other at least this fast, in ms. Fingers may be as fast for
/// two keys, but not for a command, what it asks for, and Enter.
const SLOW: f64 = 80.0;

/// So many characters of a slow scanner could be a command that is carried out; more of them are text.
const FEW: usize = 3;

/// Ends a code that is a number of pieces, which is shorter than others.
const TIMES: char = '*';

/// In a text field characters of a scan follow each other at least this fast, in ms: hands that roll over
/// two keys are faster than [`GAP`], now and then for three in a row.
const TEXT_GAP: f64 = 20.0;

/// So many of them in a row are a scan in a text field, whatever ends them…
const TEXT_LONG: u32 = 5;

/// …and so many where Enter or Tab ends them as fast.
const TEXT_SHORT: usize = 3;

/// Where a character is typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// In no text field, or in one for numbers alone.
    Free,
    /// The same, in a window whose page takes every code.
    Taken,
    /// In a text field of a window whose page takes every code.
    Text,
    /// In a text field that takes codes itself.
    #[default]
    Field,
}

/// What the scanner writes around each code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Before it; may be empty. With it every run that begins with it is a scan.
    pub prefix: String,
    /// Behind it; may be empty.
    pub suffix: String,
}

impl Frame {
    /// The code without what is around it.
    fn code_of(&self, run: &str) -> String {
        let code = run.strip_prefix(&*self.prefix).unwrap_or(run);
        code.strip_suffix(&*self.suffix).unwrap_or(code).to_owned()
    }

    /// Whether a run shows by its beginning that it is a scan.
    fn begins(&self, run: &str) -> bool {
        !self.prefix.is_empty() && run.len() > self.prefix.len() && run.starts_with(&self.prefix)
    }
}

/// What a key is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A key like any other.
    Key,
    /// It shows that the keys before it were the beginning of a scan: what they did is to be undone.
    /// This one is a part of it.
    Begins,
    /// A part of a scan.
    Part,
    /// It ends a scan: the code.
    Ends(String),
}

/// The keys of the moment.
#[derive(Clone, Debug, Default)]
pub struct Burst {
    run: String,
    last: f64,
    /// So many characters followed each other as fast as a scanner writes them.
    fast: u32,
    /// Each character so far followed the one before as fast as a slow scanner writes it.
    slow: bool,
    /// So many followed each other as fast as a scanner writes them into a text field.
    quick: u32,
    /// Where the first of the run was typed.
    target: Target,
    /// The first of the run may be a command.
    command: bool,
    /// It is a scan.
    scans: bool,
    /// When the last scan was ended by a key.
    ended: f64,
    /// What the scanner writes around each code.
    frame: Frame,
}

impl Burst {
    /// Another scanner is used.
    pub fn set_frame(&mut self, frame: Frame) {
        self.frame = frame;
    }

    /// Forgets the run.
    fn restart(&mut self) -> Self {
        let (frame, ended) = (self.frame.clone(), self.ended);
        std::mem::replace(self, Self { frame, ended, ..Self::default() })
    }

    /// Whether a character at this time in ms comes later than any scanner's.
    pub fn pauses_at(&self, at: f64) -> bool {
        at - self.last > SLOW
    }

    /// Whether a character at this time in ms would be the first of a run.
    pub fn begins_at(&self, at: f64) -> bool {
        at - self.last > PAUSE || self.run.is_empty()
    }

    /// Whether what is pressed may turn out to be a scan.
    pub fn may_be_scan(&self) -> bool {
        self.target != Target::Field && !self.scans && !self.run.is_empty()
    }

    /// Whether what is pressed is a scan.
    pub fn is_scan(&self) -> bool {
        self.scans
    }

    /// A character, pressed at this time in ms; `command` where it may be one.
    pub fn character(&mut self, character: &str, at: f64, target: Target, command: bool) -> Heard {
        let gap = at - self.last;
        if self.begins_at(at) {
            self.restart();
            (self.target, self.command, self.slow) = (target, command, true);
        } else {
            self.slow &= gap <= SLOW;
        }
        self.fast = if gap <= GAP { self.fast + 1 } else { 1 };
        self.quick = if gap <= TEXT_GAP { self.quick + 1 } else { 1 };
        self.run.push_str(character);
        self.last = at;
        if self.scans {
            return Heard::Part;
        }
        self.scans = match self.target {
            // A slow scanner says by its prefix that it is one.
            Target::Free | Target::Taken | Target::Text
                if self.slow && self.frame.begins(&self.run) =>
            {
                true
            }
            Target::Free | Target::Taken => self.fast >= LONG,
            // Where the scanner says which runs are scans, what is typed in a text is none.
            Target::Text => self.quick >= TEXT_LONG && self.frame.prefix.is_empty(),
            Target::Field => false,
        };
        if self.scans { Heard::Begins } else { Heard::Key }
    }

    /// Any other key; `ends` if scanners end with it.
    pub fn other(&mut self, at: f64, ends: bool) -> Heard {
        // Some scanners end with two keys, and two scanners with one each: the second is no command.
        if ends && self.run.is_empty() && (0.0..=SLOW).contains(&(at - self.ended)) {
            return Heard::Part;
        }
        let run = self.restart();
        let (gap, all) = (at - run.last, run.run.chars().count());
        let all_of = |count: u32| usize::try_from(count).is_ok_and(|count| count == all);
        let is_fast = all_of(run.fast) && gap <= GAP * 2.0;
        let is_slow = run.slow && gap <= SLOW && all <= FEW;
        let is_free = matches!(run.target, Target::Free | Target::Taken);
        // Elsewhere a quantity may be typed ahead of a page that is busy, all at once.
        let is_taken = run.target == Target::Taken
            || run.target == Target::Text && run.frame.prefix.is_empty();
        let is_quick = is_taken && all_of(run.quick) && gap <= TEXT_GAP;
        let is_command = is_free && run.command && (is_fast || is_slow);
        let is_number = is_free && is_fast && run.run.ends_with(TIMES);
        let is_short = all >= SHORT && (is_command || is_number);
        let is_scan = run.scans || is_short || is_quick && all >= TEXT_SHORT;
        if !is_scan || !ends {
            return Heard::Key;
        }
        self.ended = at;
        Heard::Ends(run.frame.code_of(&run.run))
    }

    /// Nothing was pressed for a while: the code, if it was a scan. What may be the beginning of one
    /// goes on.
    pub fn silence(&mut self) -> Option<String> {
        self.scans.then(|| {
            let run = self.restart();
            run.frame.code_of(&run.run)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Target = Target::Free;
    const FIELD: Target = Target::Field;

    /// Types a text outside text fields with a gap; what each character was heard as.
    fn typed(burst: &mut Burst, text: &str, gap: f64, command: bool) -> Vec<Heard> {
        let at = |index: usize| 1_000.0 + gap * f64::from(u32::try_from(index).unwrap());
        let characters = text.chars().enumerate();
        characters
            .map(|(index, c)| burst.character(&c.to_string(), at(index), FREE, command))
            .collect()
    }

    #[test]
    fn a_code_is_a_scan_from_its_fourth_character_on() {
        let mut burst = Burst::default();
        let heard = typed(&mut burst, "GLV-2208", 5.0, false);
        assert_eq!(heard[..3], [Heard::Key, Heard::Key, Heard::Key]);
        assert_eq!(heard[3], Heard::Begins);
        assert!(heard[4..].iter().all(|heard| *heard == Heard::Part));
        assert_eq!(burst.other(1_060.0, true), Heard::Ends("GLV-2208".into()));
        assert_eq!(burst.other(1_061.0, true), Heard::Part, "it ends once, and with two keys");
        assert_eq!(burst.other(1_100.0, false), Heard::Key, "no scanner ends with an arrow");
        assert_eq!(burst.other(1_500.0, true), Heard::Key, "Enter");
    }

    #[test]
    fn fingers_are_no_scanner() {
        let mut burst = Burst::default();
        let heard = typed(&mut burst, "0123456789", 40.0, true);
        assert!(heard.iter().all(|heard| *heard == Heard::Key));
        assert_eq!(burst.other(2_000.0, true), Heard::Key);
        let mut quick = Burst::default();
        typed(&mut quick, "12", 5.0, false);
        assert_eq!(quick.other(1_010.0, true), Heard::Key, "a quantity and Enter");
        typed(&mut quick, "101", 1.0, false);
        assert_eq!(quick.other(1_003.0, true), Heard::Key, "typed ahead");
        // Where every code is taken, a bin of few digits is one.
        let mut taken = |gap: f64| {
            quick.restart();
            for (at, digit) in (0..).map(f64::from).zip(["1", "0", "1"]) {
                quick.character(digit, 5_000.0 + gap * at, Target::Taken, false);
            }
            quick.other(5_000.0 + gap * 3.0, true)
        };
        assert_eq!(taken(30.0), Heard::Key, "a quantity, in haste");
        assert_eq!(taken(5.0), Heard::Ends("101".into()));
    }

    #[test]
    fn a_pause_after_the_first_character_is_the_computers() {
        let mut burst = Burst::default();
        assert_eq!(burst.character("I", 1_000.0, FREE, false), Heard::Key);
        let at = |index: u32| 1_090.0 + 5.0 * f64::from(index);
        let heard: Vec<_> = (0..)
            .zip("NC-2103".chars())
            .map(|(index, c)| burst.character(&c.to_string(), at(index), FIELD, false))
            .collect();
        assert_eq!(heard[3], Heard::Begins);
        assert_eq!(burst.other(at(8), true), Heard::Ends("INC-2103".into()));
        // Two letters with a pause between them are a command and its field.
        burst.character("c", 2_000.0, FREE, true);
        burst.character("2", 2_090.0, FREE, true);
        assert_eq!(burst.other(2_095.0, true), Heard::Key);
    }

    #[test]
    fn two_letters_and_enter_are_a_scan_where_the_first_may_be_a_command() {
        let mut burst = Burst::default();
        typed(&mut burst, "c2", 5.0, true);
        assert_eq!(burst.other(1_010.0, true), Heard::Ends("c2".into()));
        typed(&mut burst, "c2", 5.0, true);
        assert_eq!(burst.other(1_010.0, false), Heard::Key, "an arrow ends no scan");
        typed(&mut burst, "c2", 60.0, true);
        assert_eq!(burst.other(1_120.0, true), Heard::Ends("c2".into()), "a slow scanner");
        typed(&mut burst, "GLV-2208", 60.0, true);
        assert_eq!(burst.other(1_480.0, true), Heard::Key, "a code that is typed");
        typed(&mut burst, "c2", 100.0, true);
        assert_eq!(burst.other(1_200.0, true), Heard::Key, "fingers");
    }

    #[test]
    fn what_may_be_a_scan_is_so_from_its_first_character_until_it_is_one() {
        let mut burst = Burst::default();
        assert!(!burst.may_be_scan(), "nothing is pressed");
        burst.character("5", 1_000.0, FREE, false);
        assert!(burst.may_be_scan());
        typed(&mut burst, "5012", 5.0, false);
        assert!(!burst.may_be_scan(), "it is one");
        burst.other(1_020.0, true);
        assert!(!burst.may_be_scan(), "it is over");
        burst.character("5", 2_000.0, FIELD, false);
        assert!(!burst.may_be_scan(), "a letter of a text");
    }

    #[test]
    fn what_is_scanned_into_a_text_field_is_its_text() {
        let mut burst = Burst::default();
        for (index, c) in "5012345678900".chars().enumerate() {
            let at = 5.0 * f64::from(u32::try_from(index).unwrap());
            assert_eq!(burst.character(&c.to_string(), at, FIELD, false), Heard::Key);
        }
        assert_eq!(burst.other(70.0, true), Heard::Key);
    }

    #[test]
    fn the_silence_after_one_scan_does_not_cut_the_next() {
        let mut burst = Burst::default();
        typed(&mut burst, "GLV-2208", 5.0, false);
        assert_eq!(burst.other(1_040.0, true), Heard::Ends("GLV-2208".into()));
        assert_eq!(burst.character("N", 1_150.0, FREE, false), Heard::Key);
        assert_eq!(burst.silence(), None, "it is over the first one");
        let at = |index: u32| 1_155.0 + 5.0 * f64::from(index);
        let heard: Vec<_> = (0..)
            .zip("DL-1023".chars())
            .map(|(index, c)| burst.character(&c.to_string(), at(index), FIELD, false))
            .collect();
        assert_eq!(heard[2], Heard::Begins);
        assert_eq!(burst.other(1_190.0, true), Heard::Ends("NDL-1023".into()));
    }

    #[test]
    fn what_is_typed_right_after_a_scan_that_has_ended_is_no_part_of_it() {
        for later in [1.0, 20.0, 35.0, 80.0, 120.0, 149.0] {
            let mut burst = Burst::default();
            typed(&mut burst, "GLV-2208", 5.0, false);
            assert_eq!(burst.other(1_040.0, true), Heard::Ends("GLV-2208".into()));
            let at = 1_040.0 + later;
            assert!(burst.begins_at(at), "{later} ms later");
            assert_eq!(burst.character("5", at, FREE, false), Heard::Key, "{later} ms later");
            assert!(!burst.is_scan());
            assert_eq!(burst.silence(), None);
            assert_eq!(burst.other(at + 60.0, true), Heard::Key, "a quantity and Enter");
        }
        // Not even where it is as fast as the scan was: three of them are none yet.
        let mut burst = Burst::default();
        typed(&mut burst, "GLV-2208", 5.0, false);
        burst.other(1_040.0, true);
        for at in [1_045.0, 1_050.0, 1_055.0] {
            assert_eq!(burst.character("5", at, FREE, false), Heard::Key);
        }
    }

    #[test]
    fn a_scanner_that_ends_with_nothing_is_heard_by_the_silence() {
        let mut burst = Burst::default();
        typed(&mut burst, "5012345678900", 5.0, false);
        assert_eq!(burst.silence().as_deref(), Some("5012345678900"));
        assert_eq!(burst.silence(), None);
    }

    #[test]
    fn half_a_code_is_never_joined_with_what_comes_later() {
        let later = |burst: &mut Burst, text: &str, target: Target| {
            let mut at = 1_400.0;
            for c in text.chars() {
                burst.character(&c.to_string(), at, target, false);
                at += 5.0;
            }
            burst.other(at, true)
        };
        // Cut by a silence once it showed to be a scan: the rest is a code of its own, or none.
        for (target, rest) in [(FREE, Heard::Key), (Target::Taken, Heard::Ends("208".into()))] {
            let mut burst = Burst::default();
            typed(&mut burst, "GLV-2", 5.0, false);
            assert_eq!(burst.silence().as_deref(), Some("GLV-2"));
            assert_eq!(later(&mut burst, "208", target), rest, "{target:?}");
            assert!(!burst.is_scan() && burst.silence().is_none());
        }
        // Cut before: what came first were keys.
        let mut burst = Burst::default();
        typed(&mut burst, "GL", 5.0, false);
        assert_eq!(burst.silence(), None);
        assert_eq!(later(&mut burst, "V-2208", FREE), Heard::Ends("V-2208".into()));
    }

    /// Types a text with a gap into a text of a page that takes every code, and Enter; whether it is a scan.
    fn in_text(burst: &mut Burst, text: &str, gap: f64) -> Option<String> {
        let mut at = burst.last + 1_000.0;
        for c in text.chars() {
            burst.character(&c.to_string(), at, Target::Text, false);
            at += gap;
        }
        match burst.other(at, true) {
            Heard::Ends(code) => Some(code),
            _ => None,
        }
    }

    #[test]
    fn where_the_page_takes_every_code_a_burst_in_a_text_is_a_scan_and_typing_is_none() {
        let mut burst = Burst::default();
        assert_eq!(in_text(&mut burst, "GLV-2208", 5.0).as_deref(), Some("GLV-2208"));
        assert_eq!(in_text(&mut burst, "A-01", 18.0).as_deref(), Some("A-01"));
        assert_eq!(in_text(&mut burst, "gloves", 30.0), None, "the fastest hands");
        assert_eq!(in_text(&mut burst, "12*", 5.0).as_deref(), Some("12*"));
        assert_eq!(in_text(&mut burst, "12*", 60.0), None, "a sum that is typed");
        assert_eq!(in_text(&mut burst, "12", 5.0), None);
    }

    #[test]
    fn two_scanners_at_once_are_one_code_that_nobody_has_and_no_command() {
        let mut burst = Burst::default();
        typed(&mut burst, "GNLDVL--2120082", 2.5, false);
        assert_eq!(burst.other(1_038.0, true), Heard::Ends("GNLDVL--2120082".into()));
        assert_eq!(burst.other(1_040.0, true), Heard::Part, "the end of the other one");
    }

    #[test]
    fn a_number_of_pieces_is_a_code_that_ends_with_a_star() {
        let mut burst = Burst::default();
        typed(&mut burst, "12*", 5.0, false);
        assert_eq!(burst.other(1_016.0, true), Heard::Ends("12*".into()));
        typed(&mut burst, "12*", 60.0, false);
        assert_eq!(burst.other(1_240.0, true), Heard::Key, "typed by hand");
        typed(&mut burst, "*", 5.0, false);
        assert_eq!(burst.other(1_005.0, true), Heard::Key);
    }

    #[test]
    fn what_a_scanner_writes_around_its_codes_is_no_part_of_them() {
        let mut burst = Burst::default();
        burst.set_frame(Frame { prefix: "~".into(), suffix: "$".into() });
        for target in [FREE, Target::Text] {
            burst.restart();
            burst.character("~", 5_000.0, target, false);
            assert!(burst.may_be_scan());
            // A slow scanner says by its prefix that it is one.
            assert_eq!(burst.character("A", 5_070.0, target, false), Heard::Begins);
            assert_eq!(burst.character("$", 5_140.0, target, false), Heard::Part);
            assert_eq!(burst.other(5_200.0, true), Heard::Ends("A".into()));
        }
        burst.restart();
        burst.character("~", 6_000.0, FIELD, false);
        assert_eq!(burst.character("A", 6_005.0, FIELD, false), Heard::Key, "the field's own");
        burst.restart();
        assert_eq!(in_text(&mut burst, "GLV-2208", 5.0), None, "it has none before it");
        assert_eq!(in_text(&mut burst, "~", 5.0), None, "typed by hand");
        typed(&mut burst, "GLV-2208", 5.0, false);
        assert_eq!(burst.other(1_040.0, true), Heard::Ends("GLV-2208".into()), "another scanner");
    }

    /// Gaps between the keys of a text typed at 120 words a minute: drawn from a log-normal with a median of
    /// 92 ms, of which one in eight is a roll over of two keys, 10 to 60 ms. Published keystroke studies find
    /// medians of 90 to 110 ms and a tenth of rolled keys for such typists.
    fn hands(keys: usize) -> Vec<f64> {
        let mut seed: u64 = 0x5EED;
        let mut draw = move || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let bits = u32::try_from(seed >> 40).unwrap_or_default();
            f64::from(bits) / f64::from(1_u32 << 24)
        };
        let mut gap = move || {
            if draw() < 0.125 {
                return 10.0 + 50.0 * draw();
            }
            let normal = (0..12).map(|_| draw()).sum::<f64>() - 6.0;
            92.0 * (0.35 * normal).exp()
        };
        (0..keys).map(|_| gap()).collect()
    }

    /// Gaps in ms between the keys of a person who wrote a text of his own, as they were recorded: a part of the
    /// set of A. Kuruvilla, <https://github.com/AlvinKuruvilla/keystroke-data>, `Facebook/f_11.csv`.
    const RECORDED: [f64; 112] = [
        206.0, 131.0, 207.0, 113.0, 131.0, 102.0, 189.0, 265.0, 109.0, 187.0, 203.0, 148.0, 722.0,
        159.0, 194.0, 95.0, 201.0, 130.0, 251.0, 222.0, 185.0, 107.0, 764.0, 102.0, 178.0, 65.0,
        212.0, 189.0, 154.0, 72.0, 216.0, 90.0, 128.0, 229.0, 99.0, 291.0, 134.0, 175.0, 215.0,
        70.0, 149.0, 170.0, 84.0, 266.0, 115.0, 230.0, 227.0, 127.0, 125.0, 204.0, 90.0, 7321.0,
        134.0, 141.0, 1072.0, 193.0, 107.0, 119.0, 130.0, 100.0, 139.0, 72.0, 182.0, 67.0, 167.0,
        126.0, 199.0, 158.0, 157.0, 113.0, 171.0, 267.0, 120.0, 280.0, 209.0, 223.0, 160.0, 106.0,
        160.0, 67.0, 156.0, 236.0, 169.0, 92.0, 188.0, 132.0, 119.0, 172.0, 188.0, 115.0, 642.0,
        195.0, 178.0, 201.0, 182.0, 93.0, 232.0, 215.0, 229.0, 204.0, 148.0, 83.0, 173.0, 135.0,
        114.0, 362.0, 145.0, 251.0, 143.0, 128.0, 175.0, 127.0,
    ];

    #[test]
    fn none_of_ten_thousand_recorded_keys_is_a_scan_at_120_words_a_minute() {
        // A word is five keys and a space; pauses for thought are none of the typing.
        let typed: Vec<f64> = RECORDED.into_iter().filter(|gap| *gap < 1_000.0).collect();
        let count = f64::from(u32::try_from(typed.len()).unwrap());
        let pace = 100.0 / (typed.iter().sum::<f64>() / count);
        let mut burst = Burst::default();
        let mut at = 1_000.0;
        let letters = "the quick brown fox has 12 boxes of gloves for ward 7 ".chars().cycle();
        for (gap, letter) in typed.iter().cycle().zip(letters).take(10_000) {
            at += gap * pace;
            let heard = match letter {
                ' ' => burst.other(at, true),
                letter => burst.character(&letter.to_string(), at, Target::Text, false),
            };
            assert_eq!(heard, Heard::Key, "{letter} at {at}");
        }
    }

    #[test]
    fn none_of_ten_thousand_keys_of_fast_hands_is_a_scan_and_each_of_a_thousand_bursts_is() {
        let mut burst = Burst::default();
        let mut at = 1_000.0;
        let letters = "the quick brown fox has 12 boxes of gloves for ward 7 ".chars().cycle();
        for (gap, letter) in hands(10_000).into_iter().zip(letters) {
            at += gap;
            let heard = match letter {
                ' ' => burst.other(at, true),
                letter => burst.character(&letter.to_string(), at, Target::Text, false),
            };
            assert_eq!(heard, Heard::Key, "{letter} at {at}");
        }
        for number in 0..1_000 {
            let code = format!("BIN-{number}");
            let gap = 1.0 + f64::from(number % 19);
            for target in [FREE, Target::Text] {
                at += 400.0;
                for letter in code.chars() {
                    burst.character(&letter.to_string(), at, target, false);
                    at += gap;
                }
                assert_eq!(burst.other(at, true), Heard::Ends(code.clone()), "{gap} ms");
            }
        }
    }
}

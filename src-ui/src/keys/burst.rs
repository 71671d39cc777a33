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
    /// The first of the run was no letter of a text field.
    free: bool,
    /// The first of the run may be a command.
    command: bool,
    /// It is a scan.
    scans: bool,
}

impl Burst {
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
        self.free && !self.scans && !self.run.is_empty()
    }

    /// Whether what is pressed is a scan.
    pub fn is_scan(&self) -> bool {
        self.scans
    }

    /// A character, pressed at this time in ms; `free` outside text fields, `command` where it may be
    /// one.
    pub fn character(&mut self, character: &str, at: f64, free: bool, command: bool) -> Heard {
        let gap = at - self.last;
        if self.begins_at(at) {
            *self = Self { free, command, slow: true, ..Self::default() };
        } else {
            self.slow &= gap <= SLOW;
        }
        self.fast = if gap <= GAP { self.fast + 1 } else { 1 };
        self.run.push_str(character);
        self.last = at;
        if self.scans {
            return Heard::Part;
        }
        self.scans = self.free && self.fast >= LONG;
        if self.scans { Heard::Begins } else { Heard::Key }
    }

    /// Any other key; `ends` if scanners end with it.
    pub fn other(&mut self, at: f64, ends: bool) -> Heard {
        let run = std::mem::take(self);
        let (gap, all) = (at - run.last, run.run.chars().count());
        let is_fast = usize::try_from(run.fast).is_ok_and(|fast| fast == all) && gap <= GAP * 2.0;
        let is_slow = run.slow && gap <= SLOW && all <= FEW;
        let is_short = run.free && run.command && all >= SHORT && (is_fast || is_slow);
        let is_scan = run.scans || is_short;
        if is_scan && ends { Heard::Ends(run.run) } else { Heard::Key }
    }

    /// Nothing was pressed for a while: the code, if it was a scan. What may be the beginning of one
    /// goes on.
    pub fn silence(&mut self) -> Option<String> {
        self.scans.then(|| std::mem::take(self).run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Types a text outside text fields with a gap; what each character was heard as.
    fn typed(burst: &mut Burst, text: &str, gap: f64, command: bool) -> Vec<Heard> {
        let at = |index: usize| 1_000.0 + gap * f64::from(u32::try_from(index).unwrap());
        let characters = text.chars().enumerate();
        characters
            .map(|(index, c)| burst.character(&c.to_string(), at(index), true, command))
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
        assert_eq!(burst.other(1_061.0, true), Heard::Key, "it ends once");
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
    }

    #[test]
    fn a_pause_after_the_first_character_is_the_computers() {
        let mut burst = Burst::default();
        assert_eq!(burst.character("I", 1_000.0, true, false), Heard::Key);
        let at = |index: u32| 1_090.0 + 5.0 * f64::from(index);
        let heard: Vec<_> = (0..)
            .zip("NC-2103".chars())
            .map(|(index, c)| burst.character(&c.to_string(), at(index), false, false))
            .collect();
        assert_eq!(heard[3], Heard::Begins);
        assert_eq!(burst.other(at(8), true), Heard::Ends("INC-2103".into()));
        // Two letters with a pause between them are a command and its field.
        burst.character("c", 2_000.0, true, true);
        burst.character("2", 2_090.0, true, true);
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
        burst.character("5", 1_000.0, true, false);
        assert!(burst.may_be_scan());
        typed(&mut burst, "5012", 5.0, false);
        assert!(!burst.may_be_scan(), "it is one");
        burst.other(1_020.0, true);
        assert!(!burst.may_be_scan(), "it is over");
        burst.character("5", 2_000.0, false, false);
        assert!(!burst.may_be_scan(), "a letter of a text");
    }

    #[test]
    fn what_is_scanned_into_a_text_field_is_its_text() {
        let mut burst = Burst::default();
        for (index, c) in "5012345678900".chars().enumerate() {
            let at = 5.0 * f64::from(u32::try_from(index).unwrap());
            assert_eq!(burst.character(&c.to_string(), at, false, false), Heard::Key);
        }
        assert_eq!(burst.other(70.0, true), Heard::Key);
    }

    #[test]
    fn the_silence_after_one_scan_does_not_cut_the_next() {
        let mut burst = Burst::default();
        typed(&mut burst, "GLV-2208", 5.0, false);
        assert_eq!(burst.other(1_040.0, true), Heard::Ends("GLV-2208".into()));
        assert_eq!(burst.character("N", 1_150.0, true, false), Heard::Key);
        assert_eq!(burst.silence(), None, "it is over the first one");
        let at = |index: u32| 1_155.0 + 5.0 * f64::from(index);
        let heard: Vec<_> = (0..)
            .zip("DL-1023".chars())
            .map(|(index, c)| burst.character(&c.to_string(), at(index), false, false))
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
            assert_eq!(burst.character("5", at, true, false), Heard::Key, "{later} ms later");
            assert!(!burst.is_scan());
            assert_eq!(burst.silence(), None);
            assert_eq!(burst.other(at + 60.0, true), Heard::Key, "a quantity and Enter");
        }
        // Not even where it is as fast as the scan was: three of them are none yet.
        let mut burst = Burst::default();
        typed(&mut burst, "GLV-2208", 5.0, false);
        burst.other(1_040.0, true);
        for at in [1_045.0, 1_050.0, 1_055.0] {
            assert_eq!(burst.character("5", at, true, false), Heard::Key);
        }
    }

    #[test]
    fn a_scanner_that_ends_with_nothing_is_heard_by_the_silence() {
        let mut burst = Burst::default();
        typed(&mut burst, "5012345678900", 5.0, false);
        assert_eq!(burst.silence().as_deref(), Some("5012345678900"));
        assert_eq!(burst.silence(), None);
    }
}

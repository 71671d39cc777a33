//! Preferences of this computer's window. Nothing whose loss hurts: no session, no password.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{LabelStock, MovementKey, NewsSettings, PaperSize, Profile};

/// What the settings sheet shows and keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Light, dark, or as the system says.
    pub theme: Theme,
    /// Stronger text and lines; `None` as the system says.
    pub high_contrast: Option<bool>,
    /// Height of rows and controls.
    pub density: Density,
    /// Text size.
    pub text_size: TextSize,
    /// Language of the window; `None` as the system says.
    pub language: Option<Language>,
    /// Less motion; `None` as the system says.
    pub reduced_motion: Option<bool>,
    /// Keys that are a single character command nothing; those with Ctrl or Alt do.
    pub single_keys_off: bool,
    /// Nothing of the last profile is shown at the start before its user signed in.
    pub ask_at_start: bool,
    /// What is in front after the start.
    pub start: StartPage,
    /// Profiles used on this computer, the last one first.
    pub profiles: Vec<Profile>,
    /// What services are called in this window, and their colors.
    pub services: Vec<ServiceLook>,
    /// Hosts to which plain http was allowed.
    pub plain_http_hosts: Vec<String>,
    /// Open tabs, as each profile left them.
    pub tabs: Vec<OpenTabs>,
    /// The rail is folded to its symbols.
    pub rail_folded: bool,
    /// A walk shows one task at a time.
    pub walk_in_focus: bool,
    /// How the barcode scanner is set up.
    pub scanner: ScannerSettings,
    /// Of what the desktop tells.
    pub news: NewsSettings,
    /// What was printed last, and on what.
    pub print: PrintSettings,
    /// Columns of each grid: widths and order, by the grid's name.
    pub grids: BTreeMap<String, String>,
}

impl Settings {
    /// What a service is called here, and its color; as by default where nobody chose.
    #[must_use]
    pub fn service(&self, server: &str) -> ServiceLook {
        let chosen = self.services.iter().find(|service| service.server == server);
        chosen.cloned().unwrap_or_else(|| ServiceLook {
            server: server.to_owned(),
            name: String::new(),
            color: ServiceColor::default(),
        })
    }

    /// Takes another name or color of a service.
    pub fn set_service(&mut self, look: ServiceLook) {
        self.services.retain(|service| service.server != look.server);
        self.services.push(look);
    }
}

/// What is in front after the start. Tabs that were left are open in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartPage {
    /// What was in front when the window was closed; the first page where nothing was.
    #[default]
    AsLeft,
    /// The first page.
    Home,
    /// The list of movements.
    Movements,
    /// What is to be picked.
    Pick,
    /// Decisions to be reviewed.
    Review,
}

/// What this computer printed last, and on what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PrintSettings {
    /// The page of lists.
    pub size: PaperSize,
    /// The labels.
    pub stock: LabelStock,
    /// Sheets of labels of one's own size; `None` where none were printed.
    pub own_sheet: Option<LabelStock>,
    /// Rolls of labels of one's own size; `None` where none were printed.
    pub own_roll: Option<LabelStock>,
    /// So many labels of each.
    pub copies: u32,
    /// Larger letters.
    pub large: bool,
    /// The printer, by the system's name for it.
    pub printer: Option<String>,
    /// The language of the words; `None` where it is the window's.
    pub language: Option<Language>,
    /// What was printed of the rows of each grid, by the grid's name.
    pub grids: BTreeMap<String, GridPrint>,
}

impl Default for PrintSettings {
    fn default() -> Self {
        Self {
            size: PaperSize::default(),
            stock: LabelStock::default(),
            own_sheet: None,
            own_roll: None,
            copies: 1,
            large: false,
            printer: None,
            language: None,
            grids: BTreeMap::new(),
        }
    }
}

/// What was printed of the rows of a grid last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GridPrint {
    /// Labels, not a list.
    pub labels: bool,
    /// Which columns are printed and which are not, by their names; those not named are printed where they are on
    /// screen.
    pub columns: BTreeMap<String, bool>,
    /// The name of the column whose rows stand together; empty for one list.
    pub group: String,
    /// The name of the column that labels show; empty for the first that can.
    pub labelled: String,
    /// Labels of trade items have bars, as all others.
    pub bars: bool,
    /// Codes are barcodes too.
    pub barcodes: bool,
    /// The barcode of its line ends each row.
    pub line_codes: bool,
    /// A box begins each row.
    pub boxes: bool,
    /// There is room for signatures.
    pub signed: bool,
}

/// How the barcode scanner of this computer is set up. Without any of it a scanner is told from fingers by its
/// speed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScannerSettings {
    /// Characters it writes before each code; may be empty.
    pub prefix: String,
    /// Characters it writes behind each code, before Enter or Tab; may be empty.
    pub suffix: String,
    /// It writes for an American keyboard and the computer has another: keys are read by their place.
    pub by_place: bool,
    /// How loud the sounds of scans are, in percent; 0 is silent.
    pub volume: u8,
}

impl Default for ScannerSettings {
    fn default() -> Self {
        Self { prefix: String::new(), suffix: String::new(), by_place: false, volume: 50 }
    }
}

/// What a service is called in this window, and its color, so that two are never mistaken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceLook {
    /// Its base address, as in [`Profile::server`].
    pub server: String,
    /// Its name; empty where it is called by its host.
    pub name: String,
    /// The color of the line along the top of the window, and of the mark.
    #[serde(default)]
    pub color: ServiceColor,
}

/// Colors of services. The practice warehouse is amber, which is nobody else's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServiceColor {
    /// Blue-green.
    #[default]
    Teal,
    /// Violet.
    Violet,
    /// Red-violet.
    Rose,
    /// Yellow-green.
    Olive,
    /// Brown.
    Brown,
    /// Gray.
    Slate,
}

/// The tabs of a profile, as they were left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenTabs {
    /// Whose they are.
    pub profile: Profile,
    /// The tabs, from the first.
    pub open: Vec<OpenTab>,
    /// The index of the one in front.
    pub current: u32,
    /// Movements and walks that were in front last, the last one first.
    #[serde(default)]
    pub recent: Vec<OpenTab>,
}

/// A tab, as it was left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenTab {
    /// The page in it, by the window's name for it.
    pub page: String,
    /// The movement it shows, if it shows one.
    pub movement: Option<MovementKey>,
    /// What it was called.
    pub title: Option<String>,
}

/// Colours of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}

/// Height of rows and controls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Density {
    /// 28 px rows.
    #[default]
    Compact,
    /// 36 px rows.
    Comfortable,
}

/// Text size in percent, 80 to 200.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "u16", into = "u16")]
pub struct TextSize(u16);

impl TextSize {
    /// The size in percent.
    #[must_use]
    pub fn percent(self) -> u16 {
        self.0
    }
}

impl Default for TextSize {
    fn default() -> Self {
        Self(100)
    }
}

impl From<u16> for TextSize {
    fn from(percent: u16) -> Self {
        Self(percent.clamp(80, 200))
    }
}

impl From<TextSize> for u16 {
    fn from(size: TextSize) -> Self {
        size.0
    }
}

/// Languages the window speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// English
    #[serde(rename = "en")]
    English,
    /// Français
    #[serde(rename = "fr")]
    French,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::French];
}

/// Certificates trusted for one service, beside the system's: of an own authority, or its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// Host and port of the service they are trusted for.
    pub host: String,
    /// Name of the file they came from.
    pub file_name: String,
    /// What stands in each.
    pub certificates: Vec<CertificateDetails>,
}

/// What stands in a certificate, shown before it is trusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertificateDetails {
    /// Whose it is, as it is written there: untrusted plain text of at most 200 characters.
    pub subject: String,
    /// From when on it holds.
    pub not_before: DateTime<Utc>,
    /// Until when.
    pub not_after: DateTime<Utc>,
    /// Its SHA-256, in hexadecimal pairs between colons.
    pub fingerprint: String,
    /// Whether it is an authority's; any other stands for one server alone.
    pub is_authority: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_called_as_somebody_chose_last_and_others_are_not_touched() {
        let mut settings = Settings::default();
        let look = |server: &str, name: &str, color| ServiceLook {
            server: server.to_owned(),
            name: name.to_owned(),
            color,
        };
        settings.set_service(look("https://a.example", "North", ServiceColor::Rose));
        settings.set_service(look("https://b.example", "South", ServiceColor::Olive));
        settings.set_service(look("https://a.example", "North wing", ServiceColor::Violet));
        assert_eq!(settings.service("https://a.example").name, "North wing");
        assert_eq!(settings.service("https://b.example").color, ServiceColor::Olive);
        assert_eq!(settings.service("https://c.example").color, ServiceColor::Teal);
        let kept = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&kept).unwrap(), settings);
    }

    #[test]
    fn settings_of_an_older_version_keep_what_they_have_and_default_the_rest() {
        let read: Settings = serde_json::from_str(r#"{"theme":"dark","text_size":900}"#).unwrap();
        assert_eq!(read.theme, Theme::Dark);
        assert_eq!(read.text_size.percent(), 200);
        assert_eq!(read.density, Density::Compact);
    }

    #[test]
    fn what_was_printed_is_kept_and_older_files_have_the_rest_as_nobody_chose() {
        let older = r#"{"print":{"size":"letter","stock":{"roll":[575,320]},"printer":"zebra",
            "own_stock":{"roll":[575,320]}}}"#;
        let print = serde_json::from_str::<Settings>(older).unwrap().print;
        let expected = PrintSettings {
            size: PaperSize::Letter,
            stock: LabelStock::Roll(575, 320),
            printer: Some("zebra".into()),
            ..PrintSettings::default()
        };
        assert_eq!(print, expected);
        assert_eq!((print.copies, print.grids.len()), (1, 0));
        let earlier = r#"{"print":{"grids":{"tasks":{"group":"bin"}}}}"#;
        let print = serde_json::from_str::<Settings>(earlier).unwrap().print;
        assert!(print.grids["tasks"].columns.is_empty());
        let columns = [("comment".to_owned(), false)].into();
        let labelled = "code".into();
        let labels = GridPrint { labels: true, labelled, columns, ..GridPrint::default() };
        let print = PrintSettings {
            language: Some(Language::French),
            own_sheet: Some(LabelStock::SOLD[1]),
            own_roll: Some(LabelStock::Roll(300, 200)),
            copies: 3,
            grids: [("tasks".to_owned(), labels)].into(),
            ..expected
        };
        let settings = Settings { print, ..Settings::default() };
        let kept = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&kept).unwrap(), settings);
    }
}

//! The journal as its readers get it: listed, checked and exported, for work that was really done.

use contract::*;

use crate::{
    act::{form, key, named, pending},
    harness::{Harness, code},
};

async fn list(
    harness: &Harness,
    rows: Rows<JournalColumn>,
    filter: JournalFilter,
) -> Page<JournalRow> {
    harness.backend.list_journal(ListJournal { rows, filter }).await.unwrap()
}

/// The journal, once it has so many entries.
async fn of_length(harness: &Harness, entries: usize) -> Page<JournalRow> {
    let show = || list(harness, Rows::first(100), JournalFilter::default());
    harness.until(show, |page| page.rows.len() == entries).await
}

async fn check(harness: &Harness) -> JournalCheck {
    harness.backend.check_journal(CheckJournal {}).await.unwrap()
}

async fn export(harness: &Harness, format: ExportFormat, filter: JournalFilter) -> String {
    harness.backend.export_journal(ExportJournal { format, filter }).await.unwrap().text
}

fn words(text: &str) -> JournalFilter {
    JournalFilter { text: text.into(), ..JournalFilter::default() }
}

#[tokio::test]
async fn every_step_of_an_operation_is_an_entry_and_the_newest_comes_first() {
    let harness = Harness::signed_in().await;
    harness.create_category("Dressings").await;
    let page = of_length(&harness, 3).await;
    let events: Vec<_> = page.rows.iter().map(|row| row.event).collect();
    assert_eq!(events, [JournalEvent::Sent, JournalEvent::Attempted, JournalEvent::Kept]);
    assert_eq!(page.rows.iter().map(|row| row.entry).collect::<Vec<_>>(), [3, 2, 1]);
    assert!(page.rows.iter().all(|row| row.who == "aokafor" && row.key == page.rows[0].key));
    assert_eq!((page.total, page.matching, page.known), (3, 3, 3));
    assert!(page.freshness.as_of.is_some(), "empty and not asked are not the same");
    let window = Rows { start: 1, ..Rows::first(1) };
    let page = list(&harness, window, JournalFilter::default()).await;
    assert_eq!((page.start, page.rows[0].entry, page.rows.len()), (1, 2, 1));
    let sort = vec![Sort { by: JournalColumn::At, descending: false }];
    let oldest = list(&harness, Rows { sort, ..Rows::first(1) }, JournalFilter::default()).await;
    assert_eq!(oldest.rows[0].entry, 1);
}

#[tokio::test]
async fn an_entry_is_called_as_its_movement_is_and_found_by_that() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.opened_anew(&pending()).await;
    harness.pause(true).await;
    harness.update_header(&pending(), named("Ward 12")).await;
    harness.create(key(1), form("Made offline")).await;
    harness.create_category("Dressings").await;
    let shown = list(&harness, Rows::first(10), JournalFilter::default()).await.rows;
    assert_eq!(
        shown.iter().map(|row| row.title.as_str()).collect::<Vec<_>>()[..2],
        ["", "Made offline"]
    );
    let identifier = harness.open(&pending()).await.unwrap().movement.identifier.unwrap();
    assert_eq!(shown[2].title, identifier);
    let by_title = list(&harness, Rows::first(10), words(&identifier.to_lowercase())).await;
    assert_eq!(by_title.rows, shown[2..]);
    let filter = JournalFilter { movement: Some(key(1)), ..JournalFilter::default() };
    assert_eq!(list(&harness, Rows::first(10), filter).await.rows, shown[1..2]);
    let asked_for = list(&harness, Rows::first(10), words("dress")).await;
    assert_eq!((asked_for.rows.as_slice(), asked_for.known), (&shown[..1], 3));
}

#[tokio::test]
async fn what_went_wrong_is_found_among_what_went_well() {
    let harness = Harness::signed_in().await;
    harness.create_category("Dressings").await;
    harness.refuse(500, "POST", "/api/categories");
    harness.create_category("Gloves").await;
    of_length(&harness, 6).await;
    let problems = JournalFilter { problems: true, ..JournalFilter::default() };
    let found = list(&harness, Rows::first(10), problems).await;
    assert_eq!(found.rows.len(), 1, "{:?}", found.rows);
    assert_eq!(found.rows[0].event, JournalEvent::Refused);
    assert!(found.rows[0].failure.is_some());
}

#[tokio::test]
async fn the_journal_is_whole_and_says_so_also_after_a_restart() {
    let mut harness = Harness::signed_in().await;
    assert_eq!(check(&harness).await, JournalCheck { entries: 0, fault: None });
    harness.create_category("Dressings").await;
    of_length(&harness, 3).await;
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    assert_eq!(check(&harness).await, JournalCheck { entries: 3, fault: None });
}

#[tokio::test]
async fn exports_hold_the_entries_that_were_asked_for_in_the_order_of_events() {
    let harness = Harness::signed_in().await;
    harness.pause(true).await;
    harness.create_category("=HYPERLINK(\"x\")").await;
    harness.create(key(1), form("=1+1")).await;
    let json = export(&harness, ExportFormat::Json, JournalFilter::default()).await;
    let rows: Vec<JournalRow> = serde_json::from_str(&json).unwrap();
    let mut listed = list(&harness, Rows::first(10), JournalFilter::default()).await.rows;
    listed.reverse();
    assert_eq!(rows, listed);
    let csv = export(&harness, ExportFormat::Csv, JournalFilter::default()).await;
    assert!(csv.starts_with("\u{feff}\"entry\",\"time\",\"who\",\"person\","), "{csv}");
    assert!(!json.starts_with('\u{feff}'), "JSON has none");
    assert_eq!(csv.matches("\r\n").count(), 3, "{csv}");
    assert!(csv.contains(",\"'=1+1\","), "{csv}");
    let one = export(&harness, ExportFormat::Csv, words("hyperlink")).await;
    assert_eq!(one.matches("\r\n").count(), 2, "{one}");
}

#[tokio::test]
async fn who_did_it_is_called_by_name_once_it_is_known_who_the_user_is() {
    let mut harness = Harness::signed_in().await;
    harness.pause(true).await;
    harness.create_category("Dressings").await;
    let shown = list(&harness, Rows::first(1), JournalFilter::default()).await.rows;
    assert_eq!((shown[0].who.as_str(), &shown[0].person), ("aokafor", &None));
    let person = Some(practice::sample::AMARA_OKAFOR.into());
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.backend.choose_identity(ChooseIdentity { person }).await.unwrap();
    let named = list(&harness, Rows::first(1), words("amara")).await.rows;
    let name = named[0].person.clone().unwrap();
    assert_eq!((named[0].who.as_str(), name.as_str()), ("aokafor", "Amara Okafor"));
    let csv = export(&harness, ExportFormat::Csv, JournalFilter::default()).await;
    assert!(csv.contains(",\"aokafor\",\"Amara Okafor\","), "{csv}");
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let kept = list(&harness, Rows::first(1), JournalFilter::default()).await.rows;
    assert_eq!(kept, named);
    assert_eq!(check(&harness).await, JournalCheck { entries: 1, fault: None });
    harness.backend.choose_identity(ChooseIdentity { person: None }).await.unwrap();
    let skipped = list(&harness, Rows::first(1), JournalFilter::default()).await.rows;
    assert_eq!(skipped[0].person, None);
}

#[tokio::test]
async fn another_users_journal_is_another() {
    let harness = Harness::signed_in().await;
    harness.create_category("Dressings").await;
    harness.sign_in_as("jweir", practice::sample::PASSWORD).await.unwrap();
    let page = list(&harness, Rows::first(10), JournalFilter::default()).await;
    assert!(page.rows.is_empty());
    assert_eq!(check(&harness).await.entries, 0);
}

#[tokio::test]
async fn without_a_profile_there_is_no_journal() {
    let harness = Harness::new().await;
    let request = ListJournal { rows: Rows::first(1), filter: JournalFilter::default() };
    assert_eq!(code(harness.backend.list_journal(request).await), "needs_session");
    assert_eq!(code(harness.backend.check_journal(CheckJournal {}).await), "needs_session");
}

#[tokio::test]
async fn a_name_that_may_not_be_sent_is_refused_and_not_kept() {
    let harness = Harness::signed_in().await;
    for name in ["x".repeat(1_001), "a\u{1b}[2J".to_owned()] {
        let refused = harness.backend.create_category(CreateCategory { key: None, name }).await;
        let failure = Failure::from(refused.unwrap_err());
        assert_eq!(failure.reason.code(), "invalid_request");
        assert_eq!(failure.field.as_deref(), Some("name"));
    }
    assert_eq!(list(&harness, Rows::first(10), JournalFilter::default()).await.known, 0);
}

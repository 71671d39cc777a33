//! The journal as its readers get it: listed, checked and exported, for work that was really done.

use contract::*;

use crate::{
    act::{form, key, named, pending},
    house::{House, code},
};

async fn list(house: &House, rows: Rows<JournalColumn>, filter: JournalFilter) -> Page<JournalRow> {
    house.backend.list_journal(ListJournal { rows, filter }).await.unwrap()
}

/// The journal, once it has so many entries.
async fn of_length(house: &House, entries: usize) -> Page<JournalRow> {
    let show = || list(house, Rows::first(100), JournalFilter::default());
    house.until(show, |page| page.rows.len() == entries).await
}

async fn check(house: &House) -> JournalCheck {
    house.backend.check_journal(CheckJournal {}).await.unwrap()
}

async fn export(house: &House, format: ExportFormat, filter: JournalFilter) -> String {
    house.backend.export_journal(ExportJournal { format, filter }).await.unwrap().text
}

fn words(text: &str) -> JournalFilter {
    JournalFilter { text: text.into(), ..JournalFilter::default() }
}

#[tokio::test]
async fn every_step_of_an_operation_is_an_entry_and_the_newest_comes_first() {
    let house = House::signed_in().await;
    house.create_category("Dressings").await;
    let page = of_length(&house, 3).await;
    let events: Vec<_> = page.rows.iter().map(|row| row.event).collect();
    assert_eq!(events, [JournalEvent::Sent, JournalEvent::Attempted, JournalEvent::Kept]);
    assert_eq!(page.rows.iter().map(|row| row.entry).collect::<Vec<_>>(), [3, 2, 1]);
    assert!(page.rows.iter().all(|row| row.who == "aokafor" && row.key == page.rows[0].key));
    assert_eq!((page.total, page.matching, page.known), (3, 3, 3));
    assert!(page.freshness.as_of.is_some(), "empty and not asked are not the same");
    let window = Rows { start: 1, ..Rows::first(1) };
    let page = list(&house, window, JournalFilter::default()).await;
    assert_eq!((page.start, page.rows[0].entry, page.rows.len()), (1, 2, 1));
    let sort = vec![Sort { by: JournalColumn::At, descending: false }];
    let oldest = list(&house, Rows { sort, ..Rows::first(1) }, JournalFilter::default()).await;
    assert_eq!(oldest.rows[0].entry, 1);
}

#[tokio::test]
async fn an_entry_is_called_as_its_movement_is_and_found_by_that() {
    let house = House::signed_in().await;
    house.refresh(DataSet::Movements).await.unwrap();
    house.opened_anew(&pending()).await;
    house.pause(true).await;
    house.update_header(&pending(), named("Ward 12")).await;
    house.create(key(1), form("Made offline")).await;
    house.create_category("Dressings").await;
    let shown = list(&house, Rows::first(10), JournalFilter::default()).await.rows;
    assert_eq!(
        shown.iter().map(|row| row.title.as_str()).collect::<Vec<_>>()[..2],
        ["", "Made offline"]
    );
    let identifier = house.open(&pending()).await.unwrap().movement.identifier.unwrap();
    assert_eq!(shown[2].title, identifier);
    let by_title = list(&house, Rows::first(10), words(&identifier.to_lowercase())).await;
    assert_eq!(by_title.rows, shown[2..]);
    let filter = JournalFilter { movement: Some(key(1)), ..JournalFilter::default() };
    assert_eq!(list(&house, Rows::first(10), filter).await.rows, shown[1..2]);
    let asked_for = list(&house, Rows::first(10), words("dress")).await;
    assert_eq!((asked_for.rows.as_slice(), asked_for.known), (&shown[..1], 3));
}

#[tokio::test]
async fn what_went_wrong_is_found_among_what_went_well() {
    let house = House::signed_in().await;
    house.create_category("Dressings").await;
    house.refuse(500, "POST", "/api/categories");
    house.create_category("Gloves").await;
    of_length(&house, 6).await;
    let problems = JournalFilter { problems: true, ..JournalFilter::default() };
    let found = list(&house, Rows::first(10), problems).await;
    assert_eq!(found.rows.len(), 1, "{:?}", found.rows);
    assert_eq!(found.rows[0].event, JournalEvent::Refused);
    assert!(found.rows[0].failure.is_some());
}

#[tokio::test]
async fn the_journal_is_whole_and_says_so_also_after_a_restart() {
    let mut house = House::signed_in().await;
    assert_eq!(check(&house).await, JournalCheck { entries: 0, fault: None });
    house.create_category("Dressings").await;
    of_length(&house, 3).await;
    house.restart().await;
    house.open_profile("aokafor").await.unwrap();
    assert_eq!(check(&house).await, JournalCheck { entries: 3, fault: None });
}

#[tokio::test]
async fn exports_hold_the_entries_that_were_asked_for_in_the_order_of_events() {
    let house = House::signed_in().await;
    house.pause(true).await;
    house.create_category("=HYPERLINK(\"x\")").await;
    house.create(key(1), form("=1+1")).await;
    let json = export(&house, ExportFormat::Json, JournalFilter::default()).await;
    let rows: Vec<JournalRow> = serde_json::from_str(&json).unwrap();
    let mut listed = list(&house, Rows::first(10), JournalFilter::default()).await.rows;
    listed.reverse();
    assert_eq!(rows, listed);
    let csv = export(&house, ExportFormat::Csv, JournalFilter::default()).await;
    assert!(csv.starts_with("\u{feff}\"entry\",\"time\",\"who\",\"person\","), "{csv}");
    assert!(!json.starts_with('\u{feff}'), "JSON has none");
    assert_eq!(csv.matches("\r\n").count(), 3, "{csv}");
    assert!(csv.contains(",\"'=1+1\","), "{csv}");
    let one = export(&house, ExportFormat::Csv, words("hyperlink")).await;
    assert_eq!(one.matches("\r\n").count(), 2, "{one}");
}

#[tokio::test]
async fn who_did_it_is_called_by_name_once_it_is_known_who_the_user_is() {
    let mut house = House::signed_in().await;
    house.pause(true).await;
    house.create_category("Dressings").await;
    let shown = list(&house, Rows::first(1), JournalFilter::default()).await.rows;
    assert_eq!((shown[0].who.as_str(), &shown[0].person), ("aokafor", &None));
    let person = Some(practice::sample::AMARA_OKAFOR.into());
    house.refresh(DataSet::Movements).await.unwrap();
    house.backend.choose_identity(ChooseIdentity { person }).await.unwrap();
    let named = list(&house, Rows::first(1), words("amara")).await.rows;
    let name = named[0].person.clone().unwrap();
    assert_eq!((named[0].who.as_str(), name.as_str()), ("aokafor", "Amara Okafor"));
    let csv = export(&house, ExportFormat::Csv, JournalFilter::default()).await;
    assert!(csv.contains(",\"aokafor\",\"Amara Okafor\","), "{csv}");
    house.restart().await;
    house.open_profile("aokafor").await.unwrap();
    let kept = list(&house, Rows::first(1), JournalFilter::default()).await.rows;
    assert_eq!(kept, named);
    assert_eq!(check(&house).await, JournalCheck { entries: 1, fault: None });
    house.backend.choose_identity(ChooseIdentity { person: None }).await.unwrap();
    let skipped = list(&house, Rows::first(1), JournalFilter::default()).await.rows;
    assert_eq!(skipped[0].person, None);
}

#[tokio::test]
async fn another_users_journal_is_another() {
    let house = House::signed_in().await;
    house.create_category("Dressings").await;
    house.sign_in_as("jweir", practice::sample::PASSWORD).await.unwrap();
    let page = list(&house, Rows::first(10), JournalFilter::default()).await;
    assert!(page.rows.is_empty());
    assert_eq!(check(&house).await.entries, 0);
}

#[tokio::test]
async fn without_a_profile_there_is_no_journal() {
    let house = House::new().await;
    let request = ListJournal { rows: Rows::first(1), filter: JournalFilter::default() };
    assert_eq!(code(house.backend.list_journal(request).await), "needs_session");
    assert_eq!(code(house.backend.check_journal(CheckJournal {}).await), "needs_session");
}

#[tokio::test]
async fn a_name_that_may_not_be_sent_is_refused_and_not_kept() {
    let house = House::signed_in().await;
    for name in ["x".repeat(1_001), "a\u{1b}[2J".to_owned()] {
        let refused = house.backend.create_category(CreateCategory { key: None, name }).await;
        let failure = Failure::from(refused.unwrap_err());
        assert_eq!(failure.reason.code(), "invalid_request");
        assert_eq!(failure.field.as_deref(), Some("name"));
    }
    assert_eq!(list(&house, Rows::first(10), JournalFilter::default()).await.known, 0);
}

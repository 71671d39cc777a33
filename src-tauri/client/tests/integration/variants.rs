//! The practice service's variants: what real services do where the document shows nothing, or do
//! otherwise. The client reads each of them.

use client::{Outcome, Paging, ProductsBy, Unclear};
use contract::{Endpoint, LineStatus};
use practice::{Options, Variant, sample};

use crate::responder::accepted;
use crate::rows::desk::{Desk, refused};

const ALL: Paging = Paging { max: 5000, offset: 0 };

async fn desk(variant: Variant) -> Desk {
    Desk::with(Options { variants: vec![variant], ..Options::default() }).await
}

#[tokio::test]
async fn every_variant_is_read() {
    for variant in Variant::ALL {
        let desk = desk(*variant).await;
        match variant {
            Variant::Created201 => drop(desk.gloves().await.movement),
            Variant::UnsortedLines => lines_are_sorted(&desk).await,
            Variant::ApprovedLines => open_lines_are_approved(&desk).await,
            Variant::SubstitutionItems => children_are_found(&desk).await,
            Variant::Login200Failure => a_wrong_password_is_not_accepted(&desk).await,
            Variant::LoginRedirect => signed_out_is_a_sign_in_page(&desk, 302).await,
            Variant::LoginPage => signed_out_is_a_sign_in_page(&desk, 200).await,
            Variant::ForbiddenWrites => writes_are_forbidden(&desk).await,
            Variant::WrappedProducts => products_are_listed(&desk, ProductsBy::Get).await,
            Variant::ProductsGetOnly => products_are_listed(&desk, ProductsBy::Get).await,
            Variant::ProductsPostOnly => products_are_listed_by_post_alone(&desk).await,
            Variant::DefaultMax10 => pages_are_capped(&desk).await,
            Variant::NoSortOrder => lines_have_no_place(&desk).await,
            Variant::GeneratedNames => names_are_the_services(&desk).await,
            Variant::ErrorsAs200 => errors_are_known_by_their_shape(&desk).await,
            Variant::Updates404 => updates_are_refused(&desk).await,
            Variant::ListNeedsDirection | Variant::Newer => the_list_is_refused(&desk).await,
            Variant::NameAndDescriptionOwn => the_description_is_empty(&desk).await,
            Variant::Stray404 => the_fifth_update_is_not_found(&desk).await,
            Variant::ReadOnlyRole => writes_are_forbidden(&desk).await,
            Variant::NeedsLocation => nothing_is_made_without_a_place(&desk).await,
            Variant::ListCapped | Variant::ListIgnoresOffset => pages_are_not_as_asked(&desk).await,
            Variant::OneBadRecord => one_row_is_left_out(&desk).await,
            Variant::LoneSurrogate | Variant::NotUtf8 => {
                products_are_listed(&desk, ProductsBy::Get).await;
            }
            Variant::DatesNull => assert_eq!(day_of_pending(&desk).await, None),
            Variant::DatesIso => assert!(day_of_pending(&desk).await.is_some()),
            Variant::EmptyFieldsLeft
            | Variant::Picks404
            | Variant::Busy503
            | Variant::SessionCookiesMany
            | Variant::ListProjections
            | Variant::ListNullReferences
            | Variant::ObjectLists
            | Variant::DatesAsInstants
            | Variant::CreateLineOdd
            | Variant::AnswerBefore
            | Variant::ChildrenMissing
            | Variant::SparseAnswers
            | Variant::NumbersAsText
            | Variant::DottedCategories
            | Variant::ZeroPickStored
            | Variant::PickAnswerLate => the_list_and_a_movement_are_read(&desk).await,
        }
    }
}

async fn lines_are_sorted(desk: &Desk) {
    let lines = desk.read(&sample::MOVEMENT_MIXED.into()).await.lines.unwrap();
    let places: Vec<_> = lines.iter().filter_map(|line| line.sort_order).collect();
    // The first line of the sample has 0.
    assert!(places[0] == 0 && places.is_sorted() && places.len() > 10, "{places:?}");
}

async fn open_lines_are_approved(desk: &Desk) {
    let gloves = desk.gloves().await;
    let line = desk.read(&gloves.movement).await.lines.unwrap().remove(0);
    assert!(line.status == LineStatus::Approved && line.is_open());
}

async fn children_are_found(desk: &Desk) {
    let gloves = desk.gloves().await;
    let line = gloves.after(&[gloves.substitute(sample::GLOVES_L, 25)]).await;
    assert_eq!(line.substitutions.len(), 1);
}

async fn a_wrong_password_is_not_accepted(desk: &Desk) {
    let outcome = desk.client.login("aokafor", &"wrong".into()).await;
    assert!(matches!(outcome, Outcome::SignedOut), "{outcome:?}");
}

async fn signed_out_is_a_sign_in_page(desk: &Desk, expected: u16) {
    desk.running.faults().expire_sessions();
    let outcome = desk.client.probe(Some(&desk.session), Endpoint::ListMovements).await;
    let Outcome::Unclear(Unclear { status, login_page, location }) = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!((status, login_page), (expected, true));
    let sign_in = format!("{}/auth/login", desk.running.base());
    assert_eq!(location, (expected == 302).then_some(sign_in));
    let write = desk.client.create_category(&desk.session, "Wound care").await;
    assert!(matches!(write, Outcome::Unclear(Unclear { login_page: true, .. })), "{write:?}");
}

async fn writes_are_forbidden(desk: &Desk) {
    let write = desk.client.create_category(&desk.session, "Wound care").await;
    assert_eq!(write, Outcome::Forbidden);
    accepted(desk.client.probe(Some(&desk.session), Endpoint::ListMovements).await);
}

async fn products_are_listed(desk: &Desk, by: ProductsBy) {
    let list = accepted(desk.client.list_products(&desk.session, ALL, by).await);
    assert_eq!(list.len(), sample::PRODUCTS);
}

async fn products_are_listed_by_post_alone(desk: &Desk) {
    let get = desk.client.list_products(&desk.session, ALL, ProductsBy::Get).await;
    assert!(matches!(refused(get).status, 404 | 405));
    products_are_listed(desk, ProductsBy::Post).await;
}

async fn pages_are_capped(desk: &Desk) {
    let list = accepted(desk.client.list_movements(&desk.session, ALL, true).await);
    assert_eq!(list.len(), sample::MOVEMENTS);
}

async fn lines_have_no_place(desk: &Desk) {
    let gloves = desk.gloves().await;
    let line = desk.read(&gloves.movement).await.lines.unwrap().remove(0);
    assert_eq!(line.sort_order, None);
}

async fn names_are_the_services(desk: &Desk) {
    let made = desk.client.create_movement(&desk.session, &Desk::new_movement()).await;
    assert_eq!(accepted(made).name.as_deref(), Some("Central store-Theatre block A-20Nov2026"));
}

async fn errors_are_known_by_their_shape(desk: &Desk) {
    let no = refused(desk.client.create_category(&desk.session, "").await);
    assert_eq!((no.status, no.error_code), (200, Some(500)));
    let gloves = desk.gloves().await;
    assert_eq!(gloves.refused(&[gloves.substitute(sample::GLOVES_M, 1)]).await.status, 200);
}

async fn updates_are_refused(desk: &Desk) {
    let movement = desk.movement().await;
    assert_eq!(refused(desk.instruct(&movement, &[]).await).status, 404);
}

async fn the_list_is_refused(desk: &Desk) {
    let no = refused(desk.client.list_movements(&desk.session, ALL, true).await);
    assert_eq!((no.status, no.error_code), (400, None));
    assert!(no.message.starts_with("Direction parameter is required"), "{}", no.message);
}

async fn the_description_is_empty(desk: &Desk) {
    let made = desk.client.create_movement(&desk.session, &Desk::new_movement()).await;
    let described = accepted(made).description;
    assert!(described.is_none_or(|text| text.is_empty()));
}

async fn the_fifth_update_is_not_found(desk: &Desk) {
    let movement = desk.movement().await;
    for _ in 0..4 {
        accepted(desk.instruct(&movement, &[]).await);
    }
    assert_eq!(refused(desk.instruct(&movement, &[]).await).status, 404);
    accepted(desk.instruct(&movement, &[]).await);
}

async fn nothing_is_made_without_a_place(desk: &Desk) {
    let made = desk.client.create_movement(&desk.session, &Desk::new_movement()).await;
    assert_eq!(refused(made).status, 500);
}

async fn pages_are_not_as_asked(desk: &Desk) {
    let page = |offset| desk.client.list_movements(&desk.session, Paging { max: 20, offset }, true);
    let (first, second) = (accepted(page(0).await), accepted(page(5).await));
    let capped = first.len() == 10;
    assert!(capped || first[0].id == second[0].id, "{} and {}", first.len(), second.len());
}

async fn one_row_is_left_out(desk: &Desk) {
    let list = accepted(desk.client.list_movements(&desk.session, ALL, true).await);
    assert_eq!((list.unread, list.received()), (1, sample::MOVEMENTS));
}

async fn day_of_pending(desk: &Desk) -> Option<chrono::NaiveDate> {
    desk.read(&sample::MOVEMENT_PENDING.into()).await.date_requested
}

async fn the_list_and_a_movement_are_read(desk: &Desk) {
    let list = accepted(desk.client.list_movements(&desk.session, ALL, true).await);
    assert_eq!(list.len(), sample::MOVEMENTS);
    let lines = desk.read(&sample::MOVEMENT_PENDING.into()).await.lines.unwrap();
    assert_eq!(lines.len(), 8);
    let mut quantities = lines.iter().map(|line| line.quantity_requested);
    assert!(quantities.all(|quantity| quantity.is_some_and(|quantity| quantity > 0)));
}

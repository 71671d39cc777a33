//! Small things of the window that were mended once: what is said, counted, led to and remembered
//! as somebody expects it. Those of a movement's lines are in `small_things_lines`.

use fantoccini::{Client, Locator};
use practice::sample::{STOCKLIST_LONG, STOCKLIST_SHORT, USERS};

use crate::act::{self, click, fill};
use crate::keys::{CONTROL, DELETE, DOWN, ENTER, ESCAPE, F1, SHIFT, TAB, chord, press, type_text};
use crate::window::{Begin, Window, journey};
use crate::{check, find, lines, scanner, watch};

#[test]
fn an_address_that_is_missing_or_wrong_is_told_until_another_is_typed() {
    journey("address_needed", Begin::default(), address_needed);
}

async fn address_needed(window: Window) -> Window {
    let client = &window.client;
    let field = "[data-testid='signin-server']";
    let wrong = format!("{field}[aria-invalid='true']");
    // The page begins where something is missing.
    find::by_css(client, "[data-testid='signin-user']:focus").await;
    find::focus(client, field).await;
    chord(client, &[CONTROL, 'a']).await;
    press(client, &[DELETE, ENTER]).await;
    find::text(client, "main", "Enter the address of the service.").await;
    find::text(client, "main", "Enter your user name.").await;
    find::by_css(client, &format!("{wrong}:focus")).await;

    fill(client, "signin-user", act::user()).await;
    fill(client, "signin-password", watch::PASSWORD).await;
    fill(client, "signin-server", "ftp://stock.example").await;
    press(client, &[ENTER]).await;
    find::text(client, "main", "The address must begin with https://").await;
    find::by_css(client, &wrong).await;
    // It was about what was typed then: the first key takes it away.
    type_text(client, "x").await;
    find::gone(client, &wrong).await;
    let page = find::by_css(client, "main").await.text().await.unwrap();
    assert!(!page.contains("must begin"), "{page}");
    fill(client, "signin-server", window.warehouse.base()).await;
    act::sign_in(client).await;
    window
}

#[test]
fn the_list_of_keys_over_a_sheet_says_what_works_there() {
    journey("keys_over_a_sheet", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        chord(client, &[CONTROL, ',']).await;
        find::by_id(client, "settings-sheet").await;
        press(client, &[F1]).await;
        find::text(client, "[data-testid='keys-sheet'] .key-list", "Close").await;
        let listed = find::by_id(client, "keys-sheet").await.text().await.unwrap();
        assert!(!listed.contains("New movement"), "{listed}");
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='keys-sheet']").await;
        find::by_id(client, "settings-sheet").await;
        window
    });
}

#[test]
fn who_used_the_window_before_is_in_the_menu_of_the_service() {
    journey("used_before", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        // Nobody else was here: there is only the way to another service.
        click(client, "profile").await;
        find::by_css(client, "[role='menu'] [data-testid='other-service']:focus").await;
        assert_eq!(count(client, "switch-profile").await, 0);
        press(client, &[ESCAPE]).await;
        find::gone(client, "[role='menu']").await;

        click(client, "person").await;
        click(client, "sign-out").await;
        find::by_id(client, "signin-submit").await;
        fill(client, "signin-user", USERS[1].username).await;
        fill(client, "signin-password", watch::PASSWORD).await;
        click(client, "signin-submit").await;
        find::cell(client, "movements-grid", 1, "name").await;
        click(client, "profile").await;
        find::by_css(client, "[role='menu'] [data-testid='switch-profile']:focus").await;
        find::content(client, "[data-testid='switch-profile']", act::user()).await;
        assert_eq!(count(client, "switch-profile").await, 1, "oneself is not another");
        // It leads to the sign-in page, with the password left to type.
        press(client, &[ENTER]).await;
        find::by_css(client, "[data-testid='signin-password']:focus").await;
        let user = find::by_id(client, "signin-user").await;
        assert_eq!(user.prop("value").await.unwrap().as_deref(), Some(act::user()));
        type_text(client, watch::PASSWORD).await;
        press(client, &[ENTER]).await;
        find::cell(client, "movements-grid", 1, "name").await;
        window
    });
}

/// More tabs than a window of the usual size has room for.
const TABS: usize = 10;

/// Where the first tab and the row of tabs lie.
const FIRST_TAB: &str =
    "const place = (css) => document.querySelector(css).getBoundingClientRect();
    const [strip, tab] = ['.topbar .tabs', '[data-testid=tab]'].map(place);";

#[test]
fn of_many_tabs_each_has_its_width_and_one_out_of_sight_is_led_to() {
    journey("many_tabs", Begin::default(), many_tabs);
}

async fn many_tabs(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    find::cell(client, "movements-grid", 1, "name").await;
    let mut open = 1;
    for section in ["stocklists", "products", "locations", "history"] {
        act::section(client, section).await;
        open += 1;
        until_open(client, open).await;
    }
    for form in ["from-stocklist", "new-movement"] {
        act::section(client, "movements").await;
        click(client, form).await;
        open += 1;
        until_open(client, open).await;
    }
    act::section(client, "movements").await;
    find::cell(client, "movements-grid", 1, "name").await;
    for row in rows_of_movements(client).await.into_iter().take(TABS - open) {
        act::section(client, "movements").await;
        find::click(client, &find::cell_css("movements-grid", row, "name")).await;
        press(client, &[ENTER]).await;
        open += 1;
        until_open(client, open).await;
    }
    assert_eq!(open, TABS);
    let wide =
        "const least = 7.5 * parseFloat(getComputedStyle(document.documentElement).fontSize);
        const is_whole = (name) => name.scrollWidth <= name.clientWidth;
        return [...document.querySelectorAll('[data-testid=tab]')].every((tab) =>
            tab.matches('.is-section') && is_whole(tab.querySelector('.trunc'))
            || tab.getBoundingClientRect().width >= least - 1);";
    find::until_true(client, wide).await;
    find::until_true(client, &format!("{FIRST_TAB} return tab.right <= strip.left + 1;")).await;

    click(client, "all-tabs").await;
    // The first of them is the first tab.
    find::by_id(client, "listed-tab").await;
    find::content(client, "[data-testid='listed-tab']", "Movements").await;
    assert_eq!(count(client, "listed-tab").await, TABS);
    find::by_css(client, "[data-testid='listed-tab']:focus").await;
    press(client, &[ESCAPE]).await;
    find::by_css(client, "[data-testid='all-tabs']:focus").await;
    click(client, "all-tabs").await;
    find::click(client, "[data-testid='listed-tab']").await;
    find::content(client, "[data-testid='tab'][aria-selected='true']", "Movements").await;
    find::by_css(client, "main [data-testid='movements-grid'] :focus").await;
    find::cell(client, "movements-grid", 1, "name").await;
    let is_seen = "return tab.left >= strip.left - 1 && tab.right <= strip.right + 1;";
    find::until_true(client, &format!("{FIRST_TAB} {is_seen}")).await;
    window
}

/// The rows of the list that are movements, and no heads of days.
async fn rows_of_movements(client: &Client) -> Vec<u32> {
    let rows = "return [...document.querySelectorAll('[data-testid=movements-grid] [data-index]')]
        .filter((row) => row.querySelector('[data-col=code]'))
        .map((row) => Number(row.dataset.index)).sort((one, other) => one - other);";
    let rows = client.execute(rows, Vec::new()).await.unwrap();
    let rows = rows.as_array().unwrap().iter().filter_map(serde_json::Value::as_u64);
    rows.map(|row| u32::try_from(row).unwrap()).collect()
}

async fn until_open(client: &Client, tabs: usize) {
    let all = "return document.querySelectorAll('[data-testid=tab]').length";
    find::until_true(client, &format!("{all} === {tabs};")).await;
}

#[test]
fn enter_on_a_stocklist_shows_its_items_and_ctrl_enter_begins_a_movement() {
    journey("stocklist_keys", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        act::section(client, "stocklists").await;
        let list = find::cell_css("stocklists-grid", 2, "name");
        find::click(client, &list).await;
        let panel = "[data-testid='stocklist-panel']";
        find::by_css(client, panel).await;
        press(client, &[ESCAPE]).await;
        find::gone(client, panel).await;
        find::by_css(client, "[data-testid='stocklists-grid'] [data-index='2'] :focus").await;
        let name = find::by_css(client, &list).await.prop("textContent").await.unwrap();
        let name = name.unwrap_or_default();

        press(client, &[ENTER]).await;
        // Its items come after the panel, and take the focus from its title.
        let items = "[data-testid='stocklist-items-grid'] [role='gridcell']:focus";
        find::by_css(client, items).await;
        find::content(client, &format!("{panel} h2"), name.trim()).await;
        find::cell(client, "stocklist-items-grid", 0, "quantity").await;
        assert_eq!(count(client, "tab").await, 2, "it was only looked at");

        chord(client, &[CONTROL, ENTER]).await;
        find::cell(client, "preview-grid", 0, "quantity").await;
        find::content(client, "[data-testid='stocklist-chosen']", name.trim()).await;
        assert_eq!(count(client, "tab").await, 3);
        assert!(check::effects(&window).is_empty(), "it is begun, not made");
        window
    });
}

const SEARCH: &str = "[data-testid='stocklist-search']";

#[test]
fn lines_found_are_counted_and_escape_clears_what_one_is_in() {
    journey("find_in_new", Begin::default(), find_in_new);
}

async fn find_in_new(window: Window) -> Window {
    let client = &window.client;
    let cell = "[data-testid='preview-grid'] [role='gridcell']:focus";
    let counts = "[data-testid='pane'] .lines-head [role='status']";
    act::sign_in(client).await;
    take(client, "STL-0114", STOCKLIST_LONG).await;
    // Another list is looked for beside the lines of this one.
    click(client, "other-stocklist").await;
    assert_eq!(sought(client).await, "STL-0114");
    find::says(client, counts, "120 of 120 included").await;

    let code = find::cell(client, "preview-grid", 2, "code").await.text().await.unwrap();
    chord(client, &[CONTROL, 'f']).await;
    find::by_css(client, ".new-find input:focus").await;
    type_text(client, &code).await;
    find::says(client, counts, "1 shown · 120 of 120 included").await;
    press(client, &[ENTER]).await;
    find::by_css(client, cell).await;
    press(client, &[ESCAPE]).await;
    find::says(client, counts, "120 of 120 included").await;
    find::gone(client, ".new-find").await;
    assert_eq!(sought(client).await, "STL-0114", "what is looked for elsewhere stays");

    // With nothing to clear in the lines, their choice goes.
    let chosen = "[data-testid='preview-grid'] .is-range";
    find::by_css(client, cell).await;
    chord(client, &[SHIFT, DOWN]).await;
    find::by_css(client, chosen).await;
    press(client, &[ESCAPE]).await;
    find::gone(client, chosen).await;
    assert_eq!(sought(client).await, "STL-0114");

    find::focus(client, SEARCH).await;
    press(client, &[ESCAPE]).await;
    let is_empty = "return document.querySelector('[data-testid=stocklist-search]').value === '';";
    find::until_true(client, is_empty).await;
    press(client, &[ESCAPE]).await;
    find::by_id(client, "stocklist-chosen").await;
    find::gone(client, SEARCH).await;
    window
}

#[test]
fn after_create_the_first_quantity_has_the_focus_and_takes_digits() {
    journey("created_focus", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        for by_key in [false, true] {
            act::section(client, "movements").await;
            take(client, "STL-0101", STOCKLIST_SHORT).await;
            if by_key {
                chord(client, &[CONTROL, ENTER]).await;
            } else {
                click(client, "create-movement").await;
            }
            find::by_css(client, "[data-testid='pane'] [data-testid='movement-title']").await;
            let is_first = |at: &lines::At| at.line == Some(1) && at.column == "requested";
            lines::until(client, is_first).await;
            type_text(client, "7").await;
            let field = find::cell_css("lines-grid", 0, "requested");
            let field = find::by_css(client, &format!("{field} input:focus")).await;
            assert_eq!(field.prop("value").await.unwrap().as_deref(), Some("7"));
            press(client, &[ESCAPE]).await;
            find::gone(client, "[data-testid='lines-grid'] input").await;
        }
        assert_eq!(check::operations(&window), ["createMovement", "createMovement"]);
        window
    });
}

/// Begins a movement from a stocklist.
async fn take(client: &Client, number: &str, list: &str) {
    click(client, "from-stocklist").await;
    fill(client, "stocklist-search", number).await;
    find::click(client, &format!("[data-testid='stocklist-option'][data-id='{list}']")).await;
    find::cell(client, "preview-grid", 4, "quantity").await;
}

/// What is looked for among the stocklists.
async fn sought(client: &Client) -> String {
    let field = find::by_css(client, SEARCH).await;
    field.prop("value").await.unwrap().unwrap_or_default()
}

/// How many there are of what has this test id.
async fn count(client: &Client, id: &str) -> usize {
    client.find_all(Locator::Css(&format!("[data-testid='{id}']"))).await.unwrap().len()
}

#[test]
fn a_location_that_is_found_alone_is_taken_when_the_field_is_left() {
    journey("found_alone", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        click(client, "new-movement").await;
        click(client, "start-empty").await;
        fill(client, "movement-destination", "Paediat").await;
        find::content(client, "[role='listbox'] [role='option']", "Paediatrics").await;
        press(client, &[TAB]).await;
        let taken = "const field = document.querySelector('[data-testid=movement-destination]');
            return field.value === 'Paediatrics' && field !== document.activeElement
                && !field.getAttribute('aria-invalid');";
        find::until_true(client, taken).await;
        window
    });
}

#[test]
fn a_product_names_the_lists_it_is_in() {
    journey("product_lists", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        act::section(client, "products").await;
        find::cell(client, "products-grid", 0, "code").await;
        chord(client, &[CONTROL, 'f']).await;
        type_text(client, "GLV-2207").await;
        find::text(client, &find::cell_css("products-grid", 0, "code"), "GLV-2207").await;
        press(client, &[ENTER]).await;
        find::by_css(client, "[data-testid='products-grid'] :focus").await;
        press(client, &[ENTER]).await;
        find::by_css(client, "[data-testid='product-panel'] [data-testid='product-lists'] li")
            .await;
        find::by_css(client, "[data-testid='product-panel'] h2:focus").await;
        window
    });
}

#[test]
fn tabs_are_gone_through_by_key_both_ways() {
    journey("tabs_by_key", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        for section in ["stocklists", "products"] {
            act::section(client, section).await;
        }
        let front = "[data-testid='tab'][aria-selected='true']";
        find::content(client, front, "Products").await;
        scanner::previous_tab();
        find::content(client, front, "Stocklists").await;
        chord(client, &[CONTROL, TAB]).await;
        find::content(client, front, "Products").await;
        window
    });
}

#[test]
fn the_sign_of_an_ordinary_line_tells_its_word() {
    journey("status_word", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        let status = "[data-testid='lines-grid'] [data-col='status'][title='Pending']";
        find::point_at(client, &format!("{status} .icon")).await;
        find::says(client, "[data-testid='tip']", "Pending").await;
        window
    });
}

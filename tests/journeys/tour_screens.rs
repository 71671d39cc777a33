//! Every screen and state in one walk, for pictures in each look: `cargo xtask tour --looks`. It goes
//! by places alone, never by words, so that it walks in every language and size.

use contract::{Language, Settings, TextSize, Theme};
use fantoccini::Client;

use crate::act::{self, click, fill};
use crate::keys::{self, CONTROL, DOWN, ENTER, ESCAPE, F2, SHIFT, UP};
use crate::scanner::scan;
use crate::tour::{choose_weekly_list, show};
use crate::window::{Begin, Window, journey};
use crate::{find, history, lines, watch};

/// The code of a product that others went instead of.
const SUBSTITUTED: &str = "GLV-2207";

#[test]
fn tour_every_screen() {
    journey("tour_every_screen", look(), walk);
}

/// The look that is asked for; light and of the usual size where none is.
pub fn look() -> Begin {
    let light = Settings { theme: Theme::Light, ..Settings::default() };
    let begin = |settings| Begin { settings, ..Begin::default() };
    let usual = begin(light.clone());
    match std::env::var("STOCKHAND_LOOK").unwrap_or_default().as_str() {
        "" | "light" => usual,
        "dark" => begin(Settings { theme: Theme::Dark, ..light }),
        "contrast" => begin(Settings { high_contrast: Some(true), ..light }),
        "french" => begin(Settings { language: Some(Language::French), ..light }),
        "right-to-left" => Begin { pseudo: true, ..usual },
        "large-text" => begin(Settings { text_size: TextSize::from(200), ..light }),
        "small" => Begin { size: Some((1024, 700)), ..usual },
        "wide" => Begin { size: Some((1920, 1080)), ..usual },
        other => panic!("no look is called {other}"),
    }
}

async fn walk(window: Window) -> Window {
    let client = &window.client;
    fill(client, "signin-user", act::user()).await;
    fill(client, "signin-password", "wrong").await;
    click(client, "signin-submit").await;
    find::by_css(client, "[data-testid='signin-password'][aria-invalid='true']").await;
    show("sign-in-refused").await;
    fill(client, "signin-password", watch::PASSWORD).await;
    click(client, "signin-submit").await;
    find::click(client, &find::cell_css("movements-grid", 1, "name")).await;
    show("movements").await;
    click(client, "columns").await;
    find::by_css(client, "[role='menu']").await;
    show("movements-columns").await;
    keys::press(client, &[ESCAPE]).await;
    fill(client, "find", "zzzz").await;
    find::by_id(client, "no-match").await;
    show("movements-none").await;
    keys::press(client, &[ESCAPE]).await;
    new_movement(&window).await;
    the_movement(&window).await;
    a_walk(client).await;
    review(client).await;
    home(client).await;
    lists(client).await;
    around(&window).await;
    waiting(&window).await;
    window
}

async fn new_movement(window: &Window) {
    let client = &window.client;
    click(client, "new-movement").await;
    find::by_id(client, "movement-name").await;
    show("new-movement-empty").await;
    choose_weekly_list(window).await;
    find::click(client, &find::cell_css("preview-grid", 1, "quantity")).await;
    keys::type_text(client, "7x").await;
    keys::press(client, &[ENTER]).await;
    click(client, "create-movement").await;
    show("new-movement-refused").await;
    find::click(client, &find::cell_css("preview-grid", 1, "quantity")).await;
    keys::type_text(client, "40").await;
    keys::press(client, &[ENTER]).await;
    click(client, "create-movement").await;
    find::by_id(client, "movement-title").await;
    find::cell(client, "lines-grid", 2, "product").await;
    show("movement-created").await;
}

async fn the_movement(window: &Window) {
    let client = &window.client;
    act::section(client, "movements").await;
    find::cell(client, "movements-grid", 1, "name").await;
    lines::open_the_long_one(window).await;
    show("movement").await;
    lines::go(client, 3).await;
    for (key, name) in [('r', "revise"), ('s', "substitute"), ('c', "cancel"), ('p', "pick")] {
        keys::press(client, &[key]).await;
        find::by_id(client, "line-panel").await;
        show(&format!("movement-{name}")).await;
        keys::press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='pane'] [data-testid='line-panel']").await;
    }
    for (line, quantity) in [(16, "12"), (38, "999999")] {
        // By the mouse: the arrows lead the other way where text does.
        let at = lines::go(client, line).await;
        let row = u32::try_from(at.row).unwrap();
        find::click(client, &find::cell_css("lines-grid", row, "requested")).await;
        lines::enter(client, quantity).await;
    }
    lines::go(client, 38).await;
    keys::chord(client, &[SHIFT, keys::F10]).await;
    find::by_css(client, "[role='menu']").await;
    show("movement-menu").await;
    keys::press(client, &[ESCAPE]).await;
    keys::press(client, &[F2]).await;
    find::by_id(client, "cell-edit").await;
    show("movement-cell").await;
    keys::press(client, &[ESCAPE]).await;
    keys::chord(client, &[CONTROL, 's']).await;
    find::by_id(client, "drawer").await;
    show("movement-changes").await;
    click(client, "drawer-close").await;
    click(client, "edit-header").await;
    find::by_id(client, "header-form").await;
    show("movement-header").await;
    click(client, "header-discard").await;
    beside_others(client).await;
}

/// What comes into a movement from elsewhere, and what it is held beside.
async fn beside_others(client: &Client) {
    lines::at(client).await;
    keys::chord(client, &[CONTROL, SHIFT, 'v']).await;
    find::by_id(client, "import-text").await;
    show("import").await;
    let text = "Please send 20 x GLV-2207, 3 x CAN-1845 and 12 boxes of gluves";
    fill(client, "import-text", text).await;
    click(client, "import-continue").await;
    find::by_id(client, "import-troubles").await;
    show("import-preview").await;
    click(client, "import-cancel").await;
    find::gone(client, "[data-testid='import-preview']").await;
    keys::chord(client, &[CONTROL, SHIFT, 'c']).await;
    fill(client, "compare-with", "Theatre block A, weekly").await;
    find::by_css(client, "[role='listbox'] [role='option']").await;
    keys::press(client, &[ENTER]).await;
    find::by_id(client, "compare-told").await;
    find::by_css(client, "[data-testid='compare-grid'] [data-index='3']").await;
    show("compare").await;
    click(client, "compare-close").await;
    find::gone(client, "[data-testid='compare-sheet']").await;
    keys::chord(client, &[CONTROL, SHIFT, 'd']).await;
    find::by_id(client, "template-chosen").await;
    show("template").await;
}

async fn a_walk(client: &Client) {
    act::section(client, "pick").await;
    find::cell(client, "to-pick-grid", 1, "name").await;
    show("pick").await;
    keys::chord(client, &[CONTROL, 'f']).await;
    keys::type_text(client, "Quarterly").await;
    find::text(client, &find::cell_css("to-pick-grid", 0, "name"), "Quarterly").await;
    keys::press(client, &[ENTER]).await;
    find::by_css(client, "[data-testid='to-pick-grid'] [data-index='0'] :focus").await;
    keys::press(client, &[ENTER]).await;
    let row = |row: u32| find::cell_css("tasks-grid", row, "quantity");
    find::text(client, &find::cell_css("tasks-grid", 0, "bin"), "A-01").await;
    keys::press(client, &[ENTER]).await;
    find::by_css(client, "[data-testid='tasks-grid'] [data-index='0'] .is-local").await;
    find::click(client, &row(1)).await;
    keys::type_text(client, "1").await;
    keys::press(client, &[ENTER]).await;
    find::click(client, &row(1)).await;
    keys::press(client, &['-']).await;
    find::by_css(client, "[data-testid='short-reasons'] button:focus").await;
    show("walk-less").await;
    keys::press(client, &['1']).await;
    // The reason is given, and the next task has the focus; the panel may lie over it.
    find::by_css(client, &format!("{}:focus", row(2))).await;
    keys::type_text(client, "9999").await;
    keys::press(client, &[ENTER]).await;
    find::by_css(client, &format!("{}:focus", row(3))).await;
    keys::press(client, &[UP]).await;
    find::by_css(client, &format!("{}:focus", row(2))).await;
    show("walk").await;
    click(client, "walk-more").await;
    find::by_css(client, "[role='menu']").await;
    show("walk-menu").await;
    click(client, "walk-rest").await;
    find::by_id(client, "rest-sheet").await;
    show("walk-rest").await;
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='rest-sheet']").await;
    let shown = async |column| {
        find::by_css(client, &find::cell_css("tasks-grid", 3, column)).await.text().await.unwrap()
    };
    let (bin, code) = (shown("bin").await, shown("code").await);
    let scanned = "[data-testid='scan-now']";
    scan(&bin);
    find::content(client, scanned, &bin).await;
    scan(&code);
    find::content(client, scanned, &code).await;
    show("walk-scanned").await;
    scan("5012345678900");
    find::content(client, scanned, "5012345678900").await;
    show("walk-scanned-wrong").await;
    click(client, "scan-tape").await;
    find::by_id(client, "tape").await;
    show("walk-tape").await;
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='tape-sheet']").await;
    click(client, "view-focus").await;
    find::by_css(client, "[data-testid='focus-quantity']:focus").await;
    show("walk-focus").await;
    keys::press(client, &['/']).await;
    find::by_id(client, "split-sheet").await;
    show("walk-split").await;
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='split-sheet']").await;
    keys::press(client, &['-']).await;
    find::by_css(client, "[data-testid='short-reasons'] button:focus").await;
    show("walk-focus-less").await;
    click(client, "view-desk").await;
    find::by_id(client, "tasks-grid").await;
    act::section(client, "pick").await;
    click(client, "site-menu").await;
    click(client, "site-stock").await;
    find::by_id(client, "stock-in-use").await;
    show("stock-table").await;
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='stock-sheet']").await;
}

/// The first page, with a year of figures.
async fn home(client: &Client) {
    act::section(client, "home").await;
    click(client, "home-365").await;
    find::by_id(client, "home-share").await;
    show("home").await;
    click(client, "home-table").await;
    show("home-table").await;
}

async fn review(client: &Client) {
    act::section(client, "movements").await;
    act::section(client, "review").await;
    find::cell(client, "review-grid", 1, "product").await;
    find::click(client, &find::cell_css("review-grid", 1, "product")).await;
    find::by_id(client, "review-versus").await;
    show("review").await;
    for _ in 0..20 {
        if find::is_there(client, "[data-testid='review-versus'] thead th:nth-child(3)").await {
            break;
        }
        keys::press(client, &['j']).await;
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    show("review-substitute").await;
    fill(client, "find", "zzzz").await;
    find::by_id(client, "no-match").await;
    show("review-none").await;
    keys::press(client, &[ESCAPE]).await;
}

async fn lists(client: &Client) {
    act::section(client, "movements").await;
    find::click(client, &find::cell_css("movements-grid", 1, "name")).await;
    keys::chord(client, &[CONTROL, 'e']).await;
    find::by_css(client, "[data-testid='export-xlsx']:focus").await;
    show("export").await;
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='export-sheet']").await;
    keys::chord(client, &[CONTROL, 'p']).await;
    find::by_id(client, "print-page").await;
    show("print-list").await;
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='print-sheet']").await;
    act::section(client, "locations").await;
    find::click(client, &find::cell_css("bins-grid", 1, "name")).await;
    keys::chord(client, &[CONTROL, 'p']).await;
    click(client, "print-labels").await;
    find::by_id(client, "print-stock").await;
    find::by_id(client, "print-page").await;
    show("print-labels").await;
    find::gone(client, ".print-page.is-old").await;
    click(client, "print-commands").await;
    find::gone(client, ".print-page.is-old").await;
    show("print-commands").await;
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='print-sheet']").await;
    for (section, grid) in [
        ("stocklists", "stocklists-grid"),
        ("products", "products-grid"),
        ("locations", "bins-grid"),
        ("history", "journal-grid"),
    ] {
        act::section(client, section).await;
        let column = if section == "history" { "change" } else { "name" };
        find::click(client, &find::cell_css(grid, 1, column)).await;
        show(section).await;
    }
    act::section(client, "stocklists").await;
    find::click(client, &find::cell_css("stocklists-grid", 1, "name")).await;
    // Where there is no room beside the list, its panel opens over it.
    keys::press(client, &[ENTER]).await;
    find::click(client, "[data-testid='stocklist-facts'] summary").await;
    show("stocklists-facts").await;
    act::section(client, "products").await;
    click(client, "new-category").await;
    find::by_id(client, "category-sheet").await;
    show("products-category").await;
    keys::press(client, &[ESCAPE]).await;
    // One that others went instead of.
    fill(client, "find", SUBSTITUTED).await;
    find::text(client, &find::cell_css("products-grid", 0, "code"), SUBSTITUTED).await;
    find::click(client, &find::cell_css("products-grid", 0, "name")).await;
    keys::press(client, &[ENTER]).await;
    find::by_id(client, "product-pair").await;
    show("products-pairs").await;
    keys::press(client, &[ESCAPE]).await;
    find::focus(client, "[data-testid='find']").await;
    keys::press(client, &[ESCAPE]).await;
    find::cell(client, "products-grid", 1, "name").await;
}

/// What opens over the pages.
async fn around(window: &Window) {
    let client = &window.client;
    for (id, name) in [("person", "person-menu"), ("profile", "profile-menu")] {
        click(client, id).await;
        find::by_css(client, "[role='menu']").await;
        show(name).await;
        keys::press(client, &[ESCAPE]).await;
    }
    act::section(client, "movements").await;
    find::click(client, &find::cell_css("movements-grid", 1, "name")).await;
    keys::press(client, &['?']).await;
    find::by_id(client, "keys-sheet").await;
    show("keys").await;
    keys::press(client, &[ESCAPE]).await;
    keys::chord(client, &[CONTROL, 'k']).await;
    find::by_id(client, "palette-entry").await;
    show("palette").await;
    keys::type_text(client, "ward").await;
    find::by_css(client, "[data-testid='palette'] [role='group']:nth-child(3)").await;
    show("palette-found").await;
    keys::press(client, &[ESCAPE]).await;
    keys::chord(client, &[CONTROL, ',']).await;
    find::by_id(client, "settings-sheet").await;
    show("settings").await;
    find::click(client, "[data-testid='channel-folder']").await;
    show("settings-sharing").await;
    click(client, "channel-kind-database").await;
    for (id, name) in
        [("channel-user", "settings-database"), ("settings-news-answers", "settings-news")]
    {
        let centred = format!(
            "document.querySelector(\"[data-testid='{id}']\").scrollIntoView({{ block: 'center' }});"
        );
        client.execute(&centred, Vec::new()).await.unwrap();
        show(name).await;
    }
    click(client, "settings-diagnostics").await;
    find::by_id(client, "diagnostics-about").await;
    show("diagnostics").await;
}

/// What waits for somebody, and what ends a session.
async fn waiting(window: &Window) {
    let client = &window.client;
    window.warehouse.faults().add(history::refusal());
    history::make_a_category_that_is_refused(window, "Dressings and plasters").await;
    history::lose_an_answer(window, "Surgical drapes").await;
    click(client, "outbox").await;
    find::click(client, &find::cell_css("outbox-grid", 0, "what")).await;
    find::cell(client, "outbox-grid", 1, "what").await;
    show("history-waiting").await;
    keys::press(client, &[DOWN]).await;
    show("history-question").await;
    click(client, "person").await;
    click(client, "sign-out").await;
    find::by_id(client, "sign-out-sheet").await;
    show("sign-out").await;
    keys::press(client, &[ESCAPE]).await;
    act::section(client, "products").await;
    find::click(client, &find::cell_css("products-grid", 1, "name")).await;
    window.warehouse.faults().expire_sessions();
    // By its key: the button of the same name is one of another page too.
    keys::press(client, &[keys::F5]).await;
    // Codes were scanned in this window: nothing opens over what somebody scans, but when it is asked for.
    click(client, "sign-in-again").await;
    find::by_id(client, "signin-sheet").await;
    show("session-ended").await;
}

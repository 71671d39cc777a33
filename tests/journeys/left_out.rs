//! A record that cannot be read costs that record alone, and its list says so beside its age; so does a
//! movement of one of its lines.

use practice::{Fault, Kind, Variant};

use crate::window::{Begin, journey};
use crate::{act, find, lines};

#[test]
fn a_list_says_how_many_of_its_records_cannot_be_read() {
    let begin = Begin { variants: vec![Variant::OneBadRecord], ..Begin::default() };
    journey("left_out", begin, |window| async move {
        let client = &window.client;
        let meta = "[data-testid='pane'] [data-testid='meta']";
        act::sign_in(client).await;
        find::content(client, meta, "1 movement cannot be read. It is missing from this list")
            .await;
        act::section(client, "stocklists").await;
        find::content(client, meta, "1 record cannot be read and is not shown.").await;
        // They come in two pages, and the second of each is bad.
        act::section(client, "products").await;
        find::content(client, meta, "2 records cannot be read and are not shown.").await;
        find::content(client, meta, "Tell the administrator of the service.").await;
        window
    });
}

#[test]
fn a_movement_says_how_many_of_its_lines_cannot_be_read() {
    journey("line_left_out", Begin::default(), |window| async move {
        let client = &window.client;
        let path = "/api/stockMovements/";
        let bad = Fault::new(Kind::BadLine(1)).method("GET").path(path).times(u32::MAX);
        window.warehouse.faults().add(bad);
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        lines::open_the_long_one(&window).await;
        let banner = "[data-testid='pane'] [data-testid='lines-left-out']";
        find::text(client, banner, "1 line cannot be read and is not shown.").await;
        window
    });
}

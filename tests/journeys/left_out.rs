//! A record that cannot be read costs that record alone, and its list says so beside its age.

use practice::Variant;

use crate::act;
use crate::find;
use crate::window::{Begin, journey};

#[test]
fn a_list_says_how_many_of_its_records_cannot_be_read() {
    let begin = Begin { variants: vec![Variant::OneBadRecord], ..Begin::default() };
    journey("left_out", begin, |window| async move {
        let client = &window.client;
        let meta = "[data-testid='pane'] [data-testid='meta']";
        act::sign_in(client).await;
        find::content(client, meta, "1 movement cannot be read: it is missing here").await;
        act::section(client, "stocklists").await;
        find::content(client, meta, "1 record cannot be read and is not shown.").await;
        // They come in two pages, and the second of each is bad.
        act::section(client, "products").await;
        find::content(client, meta, "2 records cannot be read and are not shown.").await;
        find::content(client, meta, "Tell the administrator of the service.").await;
        window
    });
}

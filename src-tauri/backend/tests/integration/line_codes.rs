//! Codes of the lines of a printed pick list: the same after a kill, and scanned back they lead to their tasks.

use contract::*;
use practice::sample;

use crate::{drafts::kill, harness::Harness, walks::Picker};

#[tokio::test]
async fn a_list_that_was_printed_before_a_kill_is_entered_by_the_codes_of_its_lines() {
    let mut harness = Harness::probed().await;
    let (walk, printed) = {
        let picker = Picker::of_pending(&harness).await;
        (picker.walk, picker.told().await)
    };
    kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    harness.sign_in().await.unwrap();
    let picker = Picker { harness: &harness, walk };
    let of_gloves = |task: &&PickTask| task.product.id == sample::GLOVES_M.into();
    let gloves = printed.iter().find(of_gloves).unwrap();
    let elsewhere = |task: &&PickTask| task.bin.is_some() && task.bin != gloves.bin;
    let other = printed.iter().find(elsewhere).and_then(|task| task.bin.clone()).unwrap();
    assert!(matches!(picker.scan(&other.name).await, ScanFound::Bin { .. }));
    let code = gloves.product.code.as_deref().unwrap();
    assert!(matches!(picker.scan(code).await, ScanFound::Elsewhere { .. }));

    let found = picker.scan(&gloves.line_code).await;
    let is_there = matches!(&found, ScanFound::Line { task, bin, state: TaskState::Open, .. }
        if *task == gloves.id && *bin == gloves.bin);
    assert!(is_there, "{found:?}");
    assert_eq!(picker.gloves().await.quantity, None, "nothing is counted");
    let back = TakeBackScan { walk, scan: Some(3) };
    assert!(harness.backend.take_back_scan(back).await.is_err(), "nothing is there to take back");
    picker.quantity(gloves, 1).await;
    // The picker stands where that lies now.
    let found = picker.scan(code).await;
    assert!(matches!(found, ScanFound::Counted { quantity: 2, .. }), "{found:?}");
    assert_eq!(picker.scan("SH000000000000").await, ScanFound::LineGone);
    let codes: Vec<_> = picker.scans().await.into_iter().map(|(code, _)| code).collect();
    let told = ["SH000000000000", code, gloves.line_code.as_str(), code, other.name.as_str()];
    assert_eq!(codes, told);
    assert_eq!(picker.send().await.unwrap().kept, 1);
    harness.settled().await;
    assert_eq!(harness.operations(), ["pick"]);
}

//! Whether the gate can turn red at all.

#[test]
fn every_planted_bug_turns_its_row_red() {
    if let Err(violation) = proof::planted::run() {
        panic!("{violation}");
    }
}

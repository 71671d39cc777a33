//! The rows of the data on this computer.

use proof::run::gate;

#[test]
fn r_d8_two_programs_never_open_one_profile_at_once() {
    gate("R-D8");
}

#[test]
fn r_d9_an_upgrade_killed_at_any_write_loses_nothing() {
    gate("R-D9");
}

#[test]
fn r_d11_every_change_of_the_journal_is_found() {
    gate("R-D11");
}

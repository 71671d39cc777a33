//! The rows of the session.

use proof::run::gate;

/// The native side: what it writes to disk, log and standard output. Its answers to the window are
/// the same as those on standard output; the page's own part is the journeys'.
#[test]
fn r_s2_password_and_session_are_in_no_file_log_or_message() {
    gate("R-S2");
}

#[test]
fn r_s3_late_answers_never_cost_a_good_session() {
    gate("R-S3");
}

#[test]
fn r_s4_a_sessions_end_is_told_once_and_costs_nothing() {
    gate("R-S4");
}

/// The native side. What the page keeps is told in SECURITY.md.
#[test]
fn r_s5_neither_password_nor_session_outlives_its_use_in_memory() {
    gate("R-S5");
}

#[test]
fn r_s7_without_a_keychain_nothing_hangs_or_is_written() {
    gate("R-S7");
}

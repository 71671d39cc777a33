//! The rows of the outbox.

use proof::run::gate;

#[test]
fn r_d1_killed_while_queuing_what_was_kept_is_there_once() {
    gate("R-D1");
}

#[test]
fn r_d3_a_failing_disk_never_leads_to_a_kept() {
    gate("R-D3");
}

#[test]
fn r_d4_killed_after_sending_nothing_is_sent_blindly_again() {
    gate("R-D4");
}

#[test]
fn r_d5_cut_at_any_byte_a_write_is_done_once_or_asked_about() {
    gate("R-D5");
}

#[test]
fn r_d6_mixed_histories_agree_with_the_log_of_the_service() {
    gate("R-D6");
}

#[test]
fn r_d6_every_variant_of_the_service_agrees_with_its_log() {
    gate("R-D6-variants");
}

#[test]
fn r_d7_what_is_always_refused_blocks_no_other() {
    gate("R-D7");
}

#[test]
fn r_n10_after_an_outage_the_service_is_not_run_over() {
    gate("R-N10");
}

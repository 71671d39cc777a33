//! The rows of the network.

use proof::run::gate;

#[test]
fn r_n1_redirects_are_never_followed() {
    gate("R-N1");
}

#[test]
fn r_n2_the_session_goes_to_its_own_address_alone() {
    gate("R-N2");
}

#[test]
fn r_n4_every_bad_certificate_is_refused_by_its_reason() {
    gate("R-N4");
}

#[test]
fn r_n5_answers_stop_at_their_limit_of_size() {
    gate("R-N5");
}

#[test]
fn r_n6_waits_stop_at_their_limit_of_time() {
    gate("R-N6");
}

#[test]
fn r_n7_malformed_answers_are_told_and_survived() {
    gate("R-N7");
}

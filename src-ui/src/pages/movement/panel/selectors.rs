//! Where the focus goes in the panel, as selectors.

/// Where the focus goes when an act is asked for.
pub const FIRST: &str = "[data-begin] input, [data-begin] [tabindex=\"0\"], \
    [data-testid=pick-other], .panel-foot :is(.btn-primary, .btn-danger):not([aria-disabled=true])";

/// Where the focus goes when something is missing.
pub const MISSING: &str =
    "input[aria-invalid=true], .is-missing [tabindex=\"0\"], .is-missing input";

//! What a line was when something was proposed about it, and whether it is another one by now. Pure.

use contract::{
    DecidedThen, Decision, LineItem, LineStatus, LineThen, ProductId, ProductRef, ProposalBase,
};

use super::marks::{decided, decided_in_service};

/// What a line is, as far as others compare it.
pub fn base_of(line: &LineItem) -> ProposalBase {
    ProposalBase {
        product: line.product.id.clone(),
        requested: line.quantity_requested,
        decided: (!line.is_open()).then(|| effect(line)),
    }
}

/// What is decided about a line, whatever the reason: some services write it in their own way, or not at all.
fn effect(line: &LineItem) -> String {
    let bare = LineItem { reason_code: None, ..line.clone() };
    decided_in_service(&bare).unwrap_or_else(|| line.status.as_str().to_owned())
}

/// Whether a line is another one than it was when something was proposed about it. Of what it was nothing is known
/// where an earlier version proposed it: then it is one about which something is decided.
pub fn is_another(base: Option<&ProposalBase>, line: &LineItem) -> bool {
    base.map_or(!line.is_open(), |base| *base != base_of(line))
}

/// Whether somebody decided about a line in the service, since something was proposed about it, just that.
pub fn became_so(base: Option<&ProposalBase>, line: &LineItem, decision: &Decision) -> bool {
    let wanted = decided(decision);
    is_another(base, line) && wanted.is_some() && wanted == decided_in_service(line)
}

/// What a line was by what is compared of it, with products as they are known here.
pub fn stood(base: &ProposalBase, known: impl Fn(&ProductId) -> ProductRef) -> LineThen {
    let decided = base.decided.as_deref();
    LineThen {
        product: known(&base.product),
        requested: base.requested,
        decided: decided.map_or(DecidedThen::Nothing, |text| decided_then(text, &known)),
    }
}

/// Reads what [`effect`] wrote; somebody else may have written anything.
fn decided_then(text: &str, known: &impl Fn(&ProductId) -> ProductRef) -> DecidedThen {
    let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
    match kind {
        "cancel" => DecidedThen::Canceled,
        "revise" => match rest.trim().parse() {
            Ok(pieces) => DecidedThen::Revised(pieces),
            Err(_) => DecidedThen::Other(LineStatus::Changed),
        },
        "substitute" => match instead(rest, known) {
            Some(with) => DecidedThen::Substituted(with),
            None => DecidedThen::Other(LineStatus::Substituted),
        },
        _ => DecidedThen::Other(LineStatus::from(text.to_owned())),
    }
}

/// Products and how many of each; `None` where it cannot be told which word is which.
fn instead(
    text: &str,
    known: &impl Fn(&ProductId) -> ProductRef,
) -> Option<Vec<(ProductRef, i64)>> {
    let words: Vec<_> = text.split_whitespace().collect();
    let pair = |pair: &[&str]| match pair {
        [pieces, id] => Some((known(&ProductId::from(*id)), pieces.parse::<i64>().ok()?)),
        _ => None,
    };
    words.chunks(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movements::lines::new_line;

    fn line(product: &str, pieces: i64) -> LineItem {
        let id = product.into();
        let product = ProductRef { id, code: None, name: None, description: None, category: None };
        new_line(product, pieces, None)
    }

    fn substituted(product: &str) -> LineItem {
        let substitutions = vec![line(product, 5)];
        LineItem { status: LineStatus::Substituted, substitutions, ..line("gloves", 80) }
    }

    #[test]
    fn a_line_is_another_one_once_its_product_its_quantity_or_its_decision_is() {
        let open = line("gloves", 80);
        let base = base_of(&open);
        let is_other = |line: &LineItem| is_another(Some(&base), line);
        assert!(!is_other(&open));
        let status = LineStatus::Approved;
        assert!(!is_other(&LineItem { status, ..open.clone() }), "as open as before");
        assert!(!is_other(&LineItem { comments: Some("any".into()), ..open.clone() }));
        assert!(is_other(&line("syringes", 80)));
        assert!(is_other(&line("gloves", 40)));
        assert!(is_other(&LineItem { status: LineStatus::Canceled, ..open.clone() }));
        assert!(is_other(&LineItem { substitutions: vec![line("other", 1)], ..open }));
    }

    #[test]
    fn what_is_proposed_about_a_substituted_line_holds_until_something_else_is_decided() {
        let base = base_of(&substituted("large"));
        let is_other = |line: &LineItem| is_another(Some(&base), line);
        let reason_code = Some("written in another way".to_owned());
        assert!(!is_other(&LineItem { reason_code, ..substituted("large") }));
        assert!(is_other(&substituted("small")));
        assert!(is_other(&line("gloves", 80)), "it was reverted");
    }

    #[test]
    fn a_line_became_so_where_just_that_is_decided_and_was_not_before() {
        let base = base_of(&line("gloves", 80));
        let reason_code = "STOCKOUT".to_owned();
        let cancel = Decision::Cancel { reason_code, comments: None };
        let canceled = |reason: &str| LineItem {
            status: LineStatus::Canceled,
            reason_code: Some(reason.into()),
            ..line("gloves", 80)
        };
        let is_so = |line: &LineItem| became_so(Some(&base), line, &cancel);
        assert!(is_so(&canceled("STOCKOUT")));
        assert!(!is_so(&canceled("EXPIRED")), "for another reason");
        assert!(!is_so(&line("gloves", 80)) && !is_so(&substituted("large")));
        let before = base_of(&canceled("STOCKOUT"));
        assert!(!became_so(Some(&before), &canceled("STOCKOUT"), &cancel), "nothing became of it");
        assert!(!became_so(Some(&before), &line("gloves", 80), &Decision::Revert));
        assert!(became_so(None, &canceled("STOCKOUT"), &cancel));
    }

    #[test]
    fn what_a_line_was_is_read_from_what_is_compared_of_it() {
        let known = |id: &ProductId| line(id.as_str(), 1).product;
        let told = |line: &LineItem| stood(&base_of(line), known);
        let open = line("gloves", 80);
        let nothing = LineThen {
            product: known(&"gloves".into()),
            requested: Some(80),
            decided: DecidedThen::Nothing,
        };
        assert_eq!(told(&open), nothing);
        let of = |status| told(&LineItem { status, ..open.clone() }).decided;
        assert_eq!(of(LineStatus::Canceled), DecidedThen::Canceled);
        let status = LineStatus::Changed;
        let revised = LineItem { status, quantity_revised: Some(20), ..open.clone() };
        assert_eq!(told(&revised).decided, DecidedThen::Revised(20));
        let with = vec![(known(&"large".into()), 5)];
        assert_eq!(told(&substituted("large")).decided, DecidedThen::Substituted(with));
        let forged = |decided: &str| {
            stood(&ProposalBase { decided: Some(decided.into()), ..base_of(&open) }, known).decided
        };
        assert_eq!(forged("revise many"), DecidedThen::Other(LineStatus::Changed));
        let unclear = DecidedThen::Other(LineStatus::Substituted);
        assert_eq!(forged("substitute 5 a b"), unclear);
        assert_eq!(forged("substitute five a"), unclear);
        assert_eq!(forged("PICKED"), DecidedThen::Other(LineStatus::Other("PICKED".into())));
    }

    #[test]
    fn without_a_base_a_line_is_another_one_once_something_is_decided() {
        assert!(!is_another(None, &line("gloves", 80)));
        assert!(is_another(None, &substituted("large")));
    }
}

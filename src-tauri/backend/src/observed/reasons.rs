//! The service's own reasons, in the words it has for them, remembered here.

use client::observed::{Activity, ReasonCode};
use contract::ChangeKind;
use serde::{Deserialize, Serialize};

/// No more reasons are taken than this: something makes up rows.
const MOST: usize = 200;

/// A reason, and what it is listed for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ListedReason {
    pub code: String,
    pub text: Option<String>,
    pub kinds: Vec<ChangeKind>,
}

/// Each reason once, with all it is listed for, in the service's order.
pub(super) fn gathered(lists: Vec<(Activity, Vec<ReasonCode>)>) -> Vec<ListedReason> {
    let mut all: Vec<(Option<i64>, ListedReason)> = Vec::new();
    for (activity, list) in lists {
        for ReasonCode { code, text, sort_order } in list {
            let code = code.trim();
            let at = all.iter().position(|(_, known)| known.code == code);
            let at = match at {
                Some(at) => at,
                None if code.is_empty() || all.len() == MOST => continue,
                None => {
                    let reason =
                        ListedReason { code: code.to_owned(), text: None, kinds: Vec::new() };
                    all.push((sort_order, reason));
                    all.len() - 1
                }
            };
            let (_, reason) = &mut all[at];
            reason.text = reason.text.take().or(text);
            for kind in kinds_of(activity) {
                if !reason.kinds.contains(kind) {
                    reason.kinds.push(*kind);
                }
            }
        }
    }
    all.sort_by_key(|(place, _)| (place.is_none(), *place));
    all.into_iter().map(|(_, reason)| reason).collect()
}

fn kinds_of(activity: Activity) -> &'static [ChangeKind] {
    match activity {
        Activity::Substitute => &[ChangeKind::Substitute],
        Activity::Modify => &[ChangeKind::Revise, ChangeKind::Cancel],
        Activity::Pick => &[ChangeKind::Pick],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(code: &str, text: Option<&str>, sort_order: Option<i64>) -> ReasonCode {
        ReasonCode { code: code.into(), text: text.map(Into::into), sort_order }
    }

    #[test]
    fn a_reason_is_there_once_with_all_it_is_listed_for_in_the_services_order() {
        let all = gathered(vec![
            (
                Activity::Substitute,
                vec![
                    reason("OTHER", Some("Other"), Some(100)),
                    reason("STOCKOUT", None, Some(1)),
                    reason("UNPLACED", None, None),
                ],
            ),
            (
                Activity::Modify,
                vec![
                    reason(" STOCKOUT ", Some("Stock out"), Some(1)),
                    reason("STOCKOUT", Some("Again"), Some(1)),
                    reason("  ", None, Some(0)),
                ],
            ),
            (Activity::Pick, vec![reason("COULD_NOT_LOCATE", None, Some(14))]),
        ]);
        let shown: Vec<_> = all
            .iter()
            .map(|one| (one.code.as_str(), one.text.as_deref(), &one.kinds[..]))
            .collect();
        use ChangeKind::{Cancel, Pick, Revise, Substitute};
        let expected: [(&str, Option<&str>, &[ChangeKind]); 4] = [
            ("STOCKOUT", Some("Stock out"), &[Substitute, Revise, Cancel]),
            ("COULD_NOT_LOCATE", None, &[Pick]),
            ("OTHER", Some("Other"), &[Substitute]),
            ("UNPLACED", None, &[Substitute]),
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn the_list_has_an_end() {
        let rows = (0..1_000).map(|n| reason(&format!("R{n}"), None, Some(n))).collect();
        assert_eq!(gathered(vec![(Activity::Modify, rows)]).len(), MOST);
    }
}

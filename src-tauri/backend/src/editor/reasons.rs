//! The reasons a user can choose from: the service's, the site's own, and those seen before.

use contract::{ReasonChoice, Source};

use crate::observed::reasons::ListedReason;

/// The reasons of the interface document (2.3), in the order of their keys.
const PRESET: [&str; 3] = ["STOCKOUT", "CLINICAL", "BECAUSE"];

/// No more than this many are offered beside those the service lists; any other can be typed.
const MOST: usize = 15;

/// All to choose from, each once, in the order of their keys. What the service says of a reason is
/// said of it wherever it was found first.
pub(crate) fn choices(
    own: &[String],
    listed: &[ListedReason],
    seen: &[String],
) -> Vec<ReasonChoice> {
    let preset = PRESET.iter().map(|code| (*code, Source::Document));
    let own = own.iter().map(|code| (code.trim(), Source::Site));
    let of_service = listed.iter().map(|reason| (reason.code.as_str(), Source::Service));
    let seen = seen.iter().map(|code| (code.trim(), Source::Seen));
    let mut choices: Vec<ReasonChoice> = Vec::new();
    let mut others = 0;
    for (code, source) in preset.chain(own).chain(of_service).chain(seen) {
        let is_new = !code.is_empty() && choices.iter().all(|choice| choice.code != code);
        let has_room = source == Source::Service || others < MOST;
        if is_new && has_room {
            others += usize::from(source != Source::Service);
            choices.push(choice(code, source, listed));
        }
    }
    choices
}

pub(crate) fn choice(code: &str, source: Source, listed: &[ListedReason]) -> ReasonChoice {
    let said = listed.iter().find(|reason| reason.code == code);
    ReasonChoice {
        code: code.to_owned(),
        own: source == Source::Site,
        text: said.and_then(|reason| reason.text.clone()),
        source,
        kinds: said.map(|reason| reason.kinds.clone()).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use contract::ChangeKind;

    use super::*;

    fn codes(own: &[&str], seen: &[&str]) -> Vec<(String, bool)> {
        let texts = |all: &[&str]| all.iter().map(|code| (*code).to_owned()).collect::<Vec<_>>();
        let choices = choices(&texts(own), &[], &texts(seen)).into_iter();
        choices.map(|choice| (choice.code, choice.own)).collect()
    }

    #[test]
    fn those_of_the_document_come_first_then_the_sites_then_those_seen_each_once() {
        let all = codes(&[" DAMAGED ", "CLINICAL", ""], &["EXPIRED", "STOCKOUT", "DAMAGED"]);
        let all: Vec<_> = all.iter().map(|(code, own)| (code.as_str(), *own)).collect();
        let expected = [
            ("STOCKOUT", false),
            ("CLINICAL", false),
            ("BECAUSE", false),
            ("DAMAGED", true),
            ("EXPIRED", false),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn the_list_has_an_end() {
        let seen: Vec<_> = (0..40).map(|n| format!("R{n}")).collect();
        assert_eq!(choices(&[], &[], &seen).len(), MOST);
    }

    fn listed(code: &str, text: &str, kinds: &[ChangeKind]) -> ListedReason {
        let text = Some(text.to_owned()).filter(|text| !text.is_empty());
        ListedReason { code: code.into(), text, kinds: kinds.into() }
    }

    #[test]
    fn the_services_own_stand_before_those_seen_with_its_words_and_what_they_are_for() {
        let revise = [ChangeKind::Revise, ChangeKind::Cancel];
        let of_service = [
            listed("STOCKOUT", "Rupture de stock", &revise),
            listed("DAMAGED", "Endommagé", &revise),
            listed("OTHER", "", &[ChangeKind::Substitute]),
        ];
        let all = choices(&["DAMAGED".into()], &of_service, &["OTHER".into(), "SEEN".into()]);
        let shown: Vec<_> = all
            .iter()
            .map(|one| (one.code.as_str(), one.text.as_deref(), one.source, one.own))
            .collect();
        let expected = [
            ("STOCKOUT", Some("Rupture de stock"), Source::Document, false),
            ("CLINICAL", None, Source::Document, false),
            ("BECAUSE", None, Source::Document, false),
            ("DAMAGED", Some("Endommagé"), Source::Site, true),
            ("OTHER", None, Source::Service, false),
            ("SEEN", None, Source::Seen, false),
        ];
        assert_eq!(shown, expected);
        assert_eq!((&all[0].kinds[..], &all[1].kinds[..]), (&revise[..], &[][..]));
    }

    #[test]
    fn a_long_list_of_the_service_is_there_whole_and_takes_no_room_from_others() {
        let many: Vec<_> = (0..40).map(|n| listed(&format!("S{n}"), "", &[])).collect();
        let seen: Vec<_> = (0..40).map(|n| format!("R{n}")).collect();
        assert_eq!(choices(&[], &many, &seen).len(), 40 + MOST);
    }
}

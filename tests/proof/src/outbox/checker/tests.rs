use super::*;
use crate::random::Random;

/// A history in which everything agrees.
fn good(random: &mut Random) -> (Vec<Deed>, Vec<Trace>) {
    let (mut deeds, mut traces) = (Vec::new(), Vec::new());
    let mut values = BTreeMap::<String, u64>::new();
    for number in 0..40 {
        let what = *random.pick(&[What::Field, What::Unique, What::Revert, What::Delete]);
        let target = match what {
            What::Unique => format!("new {number}"),
            What::Delete => format!("line {number}"),
            _ => format!("{what:?} {}", random.below(3)),
        };
        let end = if random.once_in(4) { End::GivenUp } else { End::Done };
        let deed = Deed {
            user: random.below(2),
            number,
            what,
            base: values.get(&target).copied().filter(|_| what == What::Field),
            target,
            end,
            lost: random.once_in(3),
            decisions: 0,
            decides: None,
            reverts: false,
        };
        if end == End::Done || deed.lost && random.once_in(2) {
            traces.push(trace_of(&deed));
            if what == What::Field {
                values.insert(deed.target.clone(), number);
            }
        }
        deeds.push(deed);
    }
    (deeds, traces)
}

fn trace_of(deed: &Deed) -> Trace {
    let (user, what, target) = (deed.user, deed.what, deed.target.clone());
    let numbered = matches!(what, What::Field | What::Unique);
    Trace { user, number: numbered.then_some(deed.number), what, target, could_see: true }
}

/// Plants one violation of a kind; answers whether the history had a place for it.
fn plant(kind: usize, random: &mut Random, deeds: &mut [Deed], traces: &mut Vec<Trace>) -> bool {
    let which = |wanted: &dyn Fn(&Deed) -> bool, random: &mut Random| {
        let fit: Vec<_> = (0..deeds.len()).filter(|at| wanted(&deeds[*at])).collect();
        (!fit.is_empty()).then(|| *random.pick(&fit))
    };
    let unique = |deed: &Deed| deed.what == What::Unique;
    let wanted: &dyn Fn(&Deed) -> bool = match kind {
        0 | 1 | 5 => &|deed| unique(deed) && deed.end == End::Done,
        2 => &|deed| unique(deed) && deed.end == End::GivenUp && !deed.lost,
        3 => &|deed| deed.what == What::Delete && deed.end == End::Done,
        _ => &|deed| deed.end == End::Done,
    };
    let Some(at) = which(wanted, random) else { return false };
    let deed = deeds[at].clone();
    match kind {
        // Lost, done twice, done though given up, deleted twice, never settled, by nobody.
        0 => traces.retain(|trace| !is_of(trace, &deed)),
        1..=3 => traces.push(trace_of(&deed)),
        4 => deeds[at].end = End::Open,
        5 => traces.push(Trace { number: Some(999), ..trace_of(&deed) }),
        // Replaced unseen.
        _ => {
            let target = "a field of its own".to_owned();
            let theirs = Deed {
                user: 0,
                number: 1_000,
                what: What::Field,
                base: None,
                target,
                ..deed.clone()
            };
            let ours = Deed { user: 1, number: 1_001, ..theirs.clone() };
            traces.extend([trace_of(&theirs), trace_of(&ours)]);
            deeds[at] = ours;
            let mut all = deeds.to_vec();
            all.push(theirs);
            return !violations(&all, traces).is_empty();
        }
    }
    true
}

#[test]
fn a_history_in_which_everything_agrees_has_no_violation() {
    for start in 0..100 {
        let (deeds, traces) = good(&mut Random::new(start));
        assert_eq!(violations(&deeds, &traces), Vec::<String>::new(), "start {start}");
    }
}

#[test]
fn of_a_hundred_planted_violations_a_hundred_are_found() {
    let (mut planted, mut start) = (0, 0);
    while planted < 100 {
        start += 1;
        let mut random = Random::new(start);
        let (mut deeds, mut traces) = good(&mut random);
        let kind = planted % 7;
        if plant(kind, &mut random, &mut deeds, &mut traces) {
            let found = violations(&deeds, &traces);
            assert!(!found.is_empty(), "start {start}: kind {kind} was not found");
            planted += 1;
        }
    }
}

#[test]
fn what_could_not_be_seen_is_no_violation() {
    let mut random = Random::new(1);
    let (mut deeds, mut traces) = good(&mut random);
    let deed = |user, number| Deed {
        user,
        number,
        what: What::Field,
        target: "a field of its own".into(),
        end: End::Done,
        lost: false,
        decisions: 0,
        base: None,
        decides: None,
        reverts: false,
    };
    let (theirs, ours) = (deed(0, 1_000), deed(1, 1_001));
    traces.extend([trace_of(&theirs), Trace { could_see: false, ..trace_of(&ours) }]);
    deeds.extend([theirs, ours]);
    assert_eq!(violations(&deeds, &traces), Vec::<String>::new());
}

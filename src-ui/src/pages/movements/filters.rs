//! The tools of the movements: the find field, filters, grouping, and the question they make.

use chrono::{Days, NaiveDate};
use contract::{
    LineDecision, ListMovements, ListPeople, ListPlaces, LocationId, MovementFilter,
    MovementGrouping, PersonId, Rows,
};
use leptos::html;
use leptos::prelude::*;

use super::columns::{DECISIONS, sort, status};
use crate::components::grid::ColumnState;
use crate::components::{Choice, ChoiceChip, FilterChip, FindField};
use crate::data::query::{Quiet, use_query};
use crate::effect::effect;
use crate::i18n::{say, text, use_i18n};
use crate::ipc;
use crate::navigation::{SearchTarget, Section, Tabs};
use crate::pages::list::FoldedGroups;
use crate::wording::{format::use_format, words};

/// The id of the period that filters nothing.
const ANY_TIME: &str = "any";

/// Between the first and the last day in the id of a period that says both.
const UP_TO: &str = "/";

/// What is looked for, filtered and gathered by.
#[derive(Clone, Copy)]
pub struct MovementFilters {
    text: RwSignal<String>,
    /// The text, as it is looked for.
    pub quiet_text: Quiet,
    origins: RwSignal<Vec<String>>,
    destinations: RwSignal<Vec<String>>,
    requesters: RwSignal<Vec<String>>,
    /// Names of decisions, as [`DECISIONS`] has them.
    decided: RwSignal<Vec<String>>,
    /// `any`, a number of days up to today, or a first and a last day.
    period: RwSignal<String>,
    group: RwSignal<Option<MovementGrouping>>,
    folded: FoldedGroups,
}

impl MovementFilters {
    /// Nothing filtered, gathered by the day asked for.
    pub fn new() -> Self {
        let text = RwSignal::new(String::new());
        Self {
            text,
            quiet_text: Quiet::after(text.into(), std::time::Duration::from_millis(120)),
            origins: RwSignal::default(),
            destinations: RwSignal::default(),
            requesters: RwSignal::default(),
            decided: RwSignal::default(),
            period: RwSignal::new(ANY_TIME.to_owned()),
            group: RwSignal::new(Some(MovementGrouping::Requested)),
            folded: FoldedGroups::default(),
        }
    }

    /// The question they make, for a window of rows.
    pub fn ask(self, start: u32, count: u32, layout: &ColumnState) -> ListMovements {
        let today = ipc::today();
        let places = |ids: Vec<String>| ids.into_iter().map(LocationId::from).collect();
        let (requested_from, requested_to) = days_of(&self.period.get(), today);
        ListMovements {
            rows: Rows { start, count, sort: sort(layout) },
            filter: MovementFilter {
                text: self.quiet_text.get(),
                origins: places(self.origins.get()),
                destinations: places(self.destinations.get()),
                requesters: self.requesters.get().into_iter().map(PersonId::from).collect(),
                requested_from,
                requested_to,
                decided: self.decided.get().iter().filter_map(|id| decision(id)).collect(),
            },
            group: self.group.get(),
            folded: self.folded.get(),
            today: Some(today),
        }
    }

    /// Finds what is sought from elsewhere in the window, and nothing besides.
    pub fn follow(self, tabs: Tabs) {
        effect(move || {
            let Some(sought) = tabs.take_search(Section::Movements) else { return };
            self.clear();
            match sought {
                SearchTarget::Text(text) => self.text.set(text),
                SearchTarget::Person(person) => self.requesters.set(vec![person.to_string()]),
                SearchTarget::Requested { days, by, to } => {
                    self.period.set(days.to_string());
                    self.requesters.set(by.iter().map(ToString::to_string).collect());
                    self.destinations.set(to.iter().map(ToString::to_string).collect());
                }
                SearchTarget::Days { from, to } => self.period.set(format!("{from}{UP_TO}{to}")),
                SearchTarget::Place(_) | SearchTarget::Review(_) | SearchTarget::Problems => {}
            }
        });
    }

    /// Whether anything is filtered.
    pub fn any(self) -> bool {
        let lists = [self.origins, self.destinations, self.requesters, self.decided];
        self.text.with(|text| !text.trim().is_empty())
            || lists.iter().any(|list| list.with(|ids| !ids.is_empty()))
            || self.period.with(|period| period != ANY_TIME)
    }

    /// Filters nothing.
    pub fn clear(self) {
        self.text.set(String::new());
        for list in [self.origins, self.destinations, self.requesters, self.decided] {
            list.set(Vec::new());
        }
        self.period.set(ANY_TIME.to_owned());
    }

    /// Whether the rows stand in groups.
    pub fn is_grouped(self) -> bool {
        self.group.with(Option::is_some)
    }

    /// Folds or unfolds the group of this name.
    pub fn fold(self, name: &str) {
        self.folded.fold(name);
    }

    fn gather(self, id: &str) {
        self.group.set(match id {
            "requested" => Some(MovementGrouping::Requested),
            "destination" => Some(MovementGrouping::Destination),
            "requester" => Some(MovementGrouping::RequestedBy),
            _ => None,
        });
        self.folded.unfold();
    }

    fn gathered(self) -> &'static str {
        match self.group.get() {
            Some(MovementGrouping::Requested) => "requested",
            Some(MovementGrouping::Destination) => "destination",
            Some(MovementGrouping::RequestedBy) => "requester",
            None => "none",
        }
    }
}

/// The tools.
#[component]
pub fn Tools(
    filters: MovementFilters,
    find: NodeRef<html::Input>,
    children: Children,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let places = use_query(|| Some(ListPlaces {}));
    let people = use_query(|| Some(ListPeople {}));
    let place_choices = move |origin: bool| {
        Signal::derive(move || {
            let places = places.get().unwrap_or_default().into_iter();
            let here =
                places.filter(|p| if origin { p.as_origin > 0 } else { p.as_destination > 0 });
            here.map(|place| choice(place.id.as_str(), &place.name)).collect()
        })
    };
    let person_choices = Signal::derive(move || {
        let people = people.get().unwrap_or_default();
        people.iter().map(|person| choice(person.id.as_str(), person.shown())).collect::<Vec<_>>()
    });
    let periods = Signal::derive(move || {
        let days = |count: u32| {
            choice(&count.to_string(), &say!(i18n, movements.last_days, count = count))
        };
        let any = choice(ANY_TIME, say!(i18n, movements.any_time));
        // Days that a figure led to can be left, and not chosen again.
        let period = filters.period.get();
        let (from, to) = days_of(&period, ipc::today());
        let sought = from.zip(to).filter(|_| period.contains(UP_TO));
        let sought = sought.map(|(from, to)| choice(&period, &format.days(from, to)));
        let last = [1, 2, 7, 14, 30, 90, 365].map(days);
        [any].into_iter().chain(sought).chain(last).collect::<Vec<_>>()
    });
    let decisions = Signal::derive(move || {
        let word =
            |decision| words::line_status(i18n, &status(decision)).map_or("", |(.., word)| word);
        DECISIONS.map(|decision| choice(id_of(decision), word(decision))).to_vec()
    });
    let groups = Signal::derive(move || {
        vec![
            choice("requested", say!(i18n, movements.by_requested)),
            choice("destination", say!(i18n, movements.by_destination)),
            choice("requester", say!(i18n, movements.by_requester)),
            choice("none", say!(i18n, movements.by_nothing)),
        ]
    });
    view! {
        <div class="tools" role="toolbar" aria-label=text!(i18n, movements.filters) data-region="tools">
            <FindField
                label=text!(i18n, movements.find)
                placeholder=text!(i18n, movements.find_hint)
                value=filters.text
                node=find
            />
            <ChoiceChip
                label=text!(i18n, movements.filter_requested)
                choices=periods
                value=filters.period
                neutral=ANY_TIME
                on_choose=move |period| filters.period.set(period)
                testid="filter-requested"
            />
            <FilterChip label=text!(i18n, movements.filter_origin) choices=place_choices(true) chosen=filters.origins testid="filter-origin" />
            <FilterChip
                label=text!(i18n, movements.filter_destination)
                choices=place_choices(false)
                chosen=filters.destinations
                testid="filter-destination"
            />
            <FilterChip label=text!(i18n, movements.filter_by) choices=person_choices chosen=filters.requesters testid="filter-by" />
            <FilterChip label=text!(i18n, movements.filter_decided) choices=decisions chosen=filters.decided testid="filter-decided" />
            <span class="push"></span>
            <ChoiceChip
                label=text!(i18n, movements.group)
                choices=groups
                value=Signal::derive(move || filters.gathered().to_owned())
                on_choose=move |id: String| filters.gather(&id)
                testid="group"
            />
            {children()}
        </div>
    }
}

/// The first and the last day of a period, where it has one.
fn days_of(period: &str, today: NaiveDate) -> (Option<NaiveDate>, Option<NaiveDate>) {
    if let Some((from, to)) = period.split_once(UP_TO) {
        return (from.parse().ok(), to.parse().ok());
    }
    let before = period.parse::<u64>().ok().and_then(|days| days.checked_sub(1));
    let from = before.and_then(|days| today.checked_sub_days(Days::new(days)));
    (from, from.map(|_| today))
}

/// What a choice stands for.
fn decision(id: &str) -> Option<LineDecision> {
    DECISIONS.into_iter().find(|decision| id_of(*decision) == id)
}

fn id_of(decision: LineDecision) -> &'static str {
    match decision {
        LineDecision::Revised => "revised",
        LineDecision::Substituted => "substituted",
        LineDecision::Canceled => "canceled",
    }
}

fn choice(id: &str, label: &str) -> Choice {
    Choice { id: id.to_owned(), label: label.to_owned(), ..Choice::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_any_time_days_up_to_today_or_two_days() {
        let day = |text: &str| text.parse::<NaiveDate>().ok();
        let days = |period: &str| days_of(period, day("2026-11-20").unwrap());
        assert_eq!(days(ANY_TIME), (None, None));
        assert_eq!(days("1"), (day("2026-11-20"), day("2026-11-20")));
        assert_eq!(days("7"), (day("2026-11-14"), day("2026-11-20")));
        assert_eq!(days("0"), (None, None));
        assert_eq!(days("2026-09-27/2026-10-03"), (day("2026-09-27"), day("2026-10-03")));
    }
}

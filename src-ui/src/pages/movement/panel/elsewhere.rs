//! What somebody at another station proposes about the line, and the way to it in the inbox.

use contract::{OnlyReview, ProposedElsewhere, ReviewFilter};
use leptos::prelude::*;

use super::state::PanelState;
use crate::components::Icon;
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::navigation::{SearchTarget, Section, bring_to_front, use_tabs};
use crate::wording::outbox_words::decided;

/// Who proposes what, and when; nothing where nobody does, or several lines are chosen.
#[component]
pub fn ProposedByOthers(state: PanelState) -> impl IntoView {
    let (i18n, format, tabs) = (state.i18n, state.format, use_tabs());
    let told = memo(move || {
        let of = state.of_view(|view| Some((view.elsewhere.clone()?, view.as_in_service.clone())));
        of.filter(|_| state.is_one())
    });
    let go = move |of: &ProposedElsewhere| {
        let filter = sought(of);
        bring_to_front(|| tabs.seek(Section::Review, SearchTarget::Review(Box::new(filter))));
    };
    move || {
        told.get().map(|(of, line)| {
            let what = decided(i18n, format, &of.decision, line.as_deref());
            let (by, time) = (of.by.clone(), format.moment(of.at));
            view! {
                <p class="panel-told st st-ink" data-testid="line-proposed-elsewhere">
                    <Icon name="users" />
                    <span>
                        <span dir="auto">
                            {say!(i18n, panel.proposed_elsewhere, by = by, time = time, what = what)}
                        </span>
                        " "
                        <button
                            type="button"
                            class="link"
                            data-testid="line-to-review"
                            on:click=move |_| go(&of)
                        >
                            {text!(i18n, panel.open_review)}
                        </button>
                    </span>
                </p>
            }
        })
    }
}

/// What finds it in the inbox.
fn sought(of: &ProposedElsewhere) -> ReviewFilter {
    let (only, text) = (OnlyReview::Proposals, of.found_by.clone());
    ReviewFilter { only, text, ..ReviewFilter::default() }
}

#[cfg(test)]
mod tests {
    use contract::Decision;

    use super::*;

    #[test]
    fn a_proposal_is_sought_among_those_that_are_proposed() {
        let of = ProposedElsewhere {
            decision: Decision::Revert,
            by: "J. Weir".into(),
            at: chrono::DateTime::UNIX_EPOCH,
            found_by: "M-1 GLV-M".into(),
        };
        let filter = sought(&of);
        assert_eq!((filter.only, &*filter.text), (OnlyReview::Proposals, "M-1 GLV-M"));
    }
}

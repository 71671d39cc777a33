//! The foot: what differs from the stocklist, what will be sent or what is missing, and the button.

use contract::{FormField, Held, Rule};
use leptos::prelude::*;

use super::create::Create;
use super::form::{MovementForm, StartsFrom};
use super::lines::Facts;
use super::preview::wrong;
use crate::components::{Button, ButtonKind, Icon, Kept};
use crate::data::drafts::Keeper;
use crate::data::outbox::use_outbox;
use crate::i18n::{I18n, say, use_i18n};
use crate::wording::format::{Format, use_format};
use crate::wording::words;

/// The foot of the page.
#[component]
pub fn Commit(
    /// The form.
    form: MovementForm,
    /// Sending it.
    create: Create,
    /// Keeps the form.
    keeper: Keeper,
    /// Creates the movement, or says what is missing.
    on_create: Callback<()>,
) -> impl IntoView {
    let (i18n, format, outbox) = (use_i18n(), use_format(), use_outbox());
    let busy = Signal::derive(move || create.is_busy());
    let said = move || {
        let missing = missing(i18n, format, form);
        let held = || outbox.state().and_then(|state| state.held);
        missing.unwrap_or_else(|| match held() {
            None | Some(Held::Paused | Held::NeedsLocation) => requests(i18n, format, form),
            Some(Held::Offline | Held::SignedOut) => {
                say!(i18n, new_movement.works_offline).to_owned()
            }
        })
    };
    let has_bad_lines = move || matches!(form.first_obstacle(), Some(FormField::Line(_)));
    let label = Signal::derive(move || {
        String::from(if create.is_busy() {
            say!(i18n, new_movement.making)
        } else {
            say!(i18n, new_movement.create)
        })
    });
    view! {
        <footer class="commit" data-region="commit">
            <div class="commit-facts" role="status" data-testid="create-facts">
                {move || facts(i18n, format, form.facts.get())}
            </div>
            <Kept keeper />
            <p class="dim small" class:st-error=has_bad_lines data-testid="create-says">
                {said}
            </p>
            <Button
                label
                kind=ButtonKind::Primary
                chord="Ctrl+Enter"
                busy
                on_press=on_create
                testid="create-movement"
            />
        </footer>
    }
}

/// What is not as the list has it: an icon and a number each.
fn facts(i18n: I18n, format: Format, facts: Facts) -> Vec<AnyView> {
    let mut drawn = Vec::new();
    let mut fact = |class: &'static str, icon: &'static str, count: u32, words: String| {
        if count > 0 {
            drawn.push(view! { <span class=class><Icon name=icon />{words}</span> }.into_any());
        }
    };
    let Facts { changed, left_out, nothing, twice, .. } = facts;
    let number = format.number(changed);
    let words = say!(i18n, new_movement.changed, count = changed, number = number);
    fact("st st-ink", "pencil-line", changed, words);
    let number = format.number(left_out);
    let words = say!(i18n, new_movement.lines_left_out, count = left_out, number = number);
    fact("st st-ink", "circle-minus", left_out, words);
    let number = format.number(nothing);
    let words = say!(i18n, new_movement.nothing, count = nothing, number = number);
    fact("st st-warn", "triangle-alert", nothing, words);
    let number = format.number(twice);
    let words = say!(i18n, new_movement.twice, count = twice, number = number);
    fact("st st-warn", "triangle-alert", twice, words);
    drawn
}

/// What keeps the movement from being created, in one sentence.
fn missing(i18n: I18n, format: Format, form: MovementForm) -> Option<String> {
    let obstacle = form.first_obstacle()?;
    let problems = form.problems.get();
    let mut blocking = problems.iter().filter(|problem| problem.rule.blocks());
    if obstacle == FormField::Start {
        let missing = match form.kind.get() {
            StartsFrom::Import => say!(i18n, new_movement.missing_rows),
            _ => say!(i18n, new_movement.missing_list),
        };
        return Some(missing.into());
    }
    let names: Vec<_> = blocking
        .clone()
        .filter(|problem| problem.rule == Rule::Required)
        .filter_map(|problem| name_of(i18n, problem.field))
        .collect();
    if !names.is_empty() {
        return Some(say!(i18n, new_movement.missing, fields = names.join(", ")));
    }
    let rule = blocking.find(|problem| problem.field == obstacle).map(|problem| problem.rule);
    let why = rule.map(|rule| words::rule(i18n, obstacle, rule)).unwrap_or_default();
    let FormField::Line(at) = obstacle else { return Some(why) };
    let unread = form.lines.with(|lines| {
        let line = lines.get(usize::try_from(at).ok()?)?;
        line.unread.as_ref().map(|unread| wrong(i18n, unread.why).to_owned())
    });
    let line = format.number(i64::from(at) + 1);
    let first = say!(i18n, new_movement.in_line, line = line, why = unread.unwrap_or(why));
    let count = u32::try_from(form.bad_lines().len()).unwrap_or(u32::MAX);
    if count < 2 {
        return Some(first);
    }
    let all = say!(i18n, new_movement.bad_lines, count = count, number = format.number(count));
    Some(format!("{all} {first}"))
}

/// What a field of the header is called.
fn name_of(i18n: I18n, field: FormField) -> Option<&'static str> {
    match field {
        FormField::Name => Some(say!(i18n, new_movement.name)),
        FormField::Origin => Some(say!(i18n, new_movement.origin)),
        FormField::Destination => Some(say!(i18n, new_movement.destination)),
        FormField::DateRequested => Some(say!(i18n, new_movement.date)),
        FormField::RequestedBy => Some(say!(i18n, new_movement.requester)),
        FormField::Start | FormField::Line(_) => None,
    }
}

/// What will be sent.
fn requests(i18n: I18n, format: Format, form: MovementForm) -> String {
    let changes = form.new.with(|new| new.changes());
    let requests = match (form.kind.get(), changes) {
        (StartsFrom::Template(_) | StartsFrom::Import, _) => {
            let request = say!(i18n, new_movement.one_request);
            return format!("{request} {}", say!(i18n, new_movement.template_later));
        }
        (StartsFrom::Empty | StartsFrom::Inbound, _) => {
            say!(i18n, new_movement.one_request).to_owned()
        }
        (StartsFrom::Stocklist, 0) => say!(i18n, new_movement.one_request_list).to_owned(),
        (StartsFrom::Stocklist, _) => {
            let number = format.number(changes);
            say!(i18n, new_movement.two_requests, count = changes, number = number)
        }
    };
    format!("{requests} {}", say!(i18n, new_movement.no_delete))
}

//! Of what the desktop tells, and when it does not.

use contract::{NewsSettings, QuietHours};
use leptos::prelude::*;

use super::row::SetRow;
use crate::components::{Choice, ChoiceChip, Show, Switch};
use crate::i18n::{text, use_i18n};
use crate::look::use_look;

/// Quiet hours when they are switched on: from eight in the evening to seven in the morning.
const AT_FIRST: QuietHours = QuietHours { from: 20 * 60, to: 7 * 60 };

/// The section.
#[component]
pub fn Notices() -> impl IntoView {
    let (i18n, look) = (use_i18n(), use_look());
    let change = move |change: fn(&mut NewsSettings, bool), on: bool| {
        look.change(|settings| change(&mut settings.news, on));
    };
    let is_on = move |of: fn(&NewsSettings) -> bool| Signal::derive(move || of(&look.get().news));
    let (proposals, refusals, answers, quiet) = (
        text!(i18n, settings.news_proposals),
        text!(i18n, settings.news_refusals),
        text!(i18n, settings.news_answers),
        text!(i18n, settings.news_quiet),
    );
    let hours = Signal::derive(move || {
        let hour = |hour: u16| Choice {
            id: (hour * 60).to_string(),
            label: format!("{hour:02}:00"),
            ..Choice::default()
        };
        (0..24).map(hour).collect::<Vec<_>>()
    });
    let hour = move |of: fn(QuietHours) -> u16| {
        Signal::derive(move || of(look.get().news.quiet.unwrap_or(AT_FIRST)).to_string())
    };
    let set_hour = move |set: fn(&mut QuietHours, u16), id: String| {
        let Ok(minute) = id.parse() else { return };
        look.change(|settings| {
            if let Some(quiet) = &mut settings.news.quiet {
                set(quiet, minute);
            }
        });
    };
    view! {
        <section>
            <h2>{text!(i18n, settings.news)}</h2>
            <SetRow name=proposals explanation=text!(i18n, settings.news_text)>
                <Switch
                    label=proposals
                    value=is_on(|news| news.proposals)
                    on_change=move |on| change(|news, on| news.proposals = on, on)
                    testid="settings-news-proposals"
                />
            </SetRow>
            <SetRow name=answers>
                <Switch
                    label=answers
                    value=is_on(|news| news.answers)
                    on_change=move |on| change(|news, on| news.answers = on, on)
                    testid="settings-news-answers"
                />
            </SetRow>
            <SetRow name=refusals>
                <Switch
                    label=refusals
                    value=is_on(|news| news.refusals)
                    on_change=move |on| change(|news, on| news.refusals = on, on)
                    testid="settings-news-refusals"
                />
            </SetRow>
            <SetRow name=quiet explanation=text!(i18n, settings.news_quiet_text)>
                <div class="set-hours">
                    <Show when=move || is_on(|news| news.quiet.is_some()).get()>
                        <ChoiceChip
                            label=text!(i18n, settings.news_from)
                            choices=hours
                            value=hour(|quiet| quiet.from)
                            on_choose=move |id| set_hour(|quiet, minute| quiet.from = minute, id)
                            testid="settings-news-from"
                        />
                        <ChoiceChip
                            label=text!(i18n, settings.news_to)
                            choices=hours
                            value=hour(|quiet| quiet.to)
                            on_choose=move |id| set_hour(|quiet, minute| quiet.to = minute, id)
                            testid="settings-news-to"
                        />
                    </Show>
                    <Switch
                        label=quiet
                        value=is_on(|news| news.quiet.is_some())
                        on_change=move |on| {
                            change(|news, on| news.quiet = on.then_some(AT_FIRST), on);
                        }
                        testid="settings-news-quiet"
                    />
                </div>
            </SetRow>
        </section>
    }
}

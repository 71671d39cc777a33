//! The figures as files: the line as a drawing, all numbers as a table.

use contract::{ChartWords, ExportFigures, Figures, FiguresFormat, ReadHome, SaveFigures};
use leptos::prelude::*;

use super::state::HomeState;
use crate::components::{Button, ButtonKind, FailureNote, Toasts};
use crate::data::query::use_command;
use crate::i18n::{say, text};
use crate::ipc;

/// Writes the figures into a file.
#[component]
pub fn Export(page: HomeState, figures: Memo<Option<Figures>>) -> impl IntoView {
    let (i18n, save) = (page.i18n, use_command::<SaveFigures>());
    let toasts = expect_context::<Toasts>();
    let export = move |format: FiguresFormat| {
        let of = ReadHome { today: ipc::today(), days: page.days.get_untracked() };
        save.send(SaveFigures { figures: ExportFigures { of, format } }, move |saved| {
            if let Some(saved) = saved {
                toasts.say(untrack(|| say!(i18n, history.exported, file = saved.file_name)));
            }
        });
    };
    let draw = move |()| {
        let words = untrack(|| figures.with(|it| it.as_ref().map(|it| words(page, it))));
        export(FiguresFormat::Svg(words.unwrap_or_default()));
    };
    view! {
        <div class="row-acts">
            <Button
                label=text!(i18n, home.save_svg)
                kind=ButtonKind::Quiet
                busy=save.busy
                on_press=draw
                testid="home-save-svg"
            />
            <Button
                label=text!(i18n, home.save_csv)
                kind=ButtonKind::Quiet
                busy=save.busy
                on_press=move |()| export(FiguresFormat::Csv)
                testid="home-save-csv"
            />
        </div>
        {move || save.failure.get().map(|failure| view! { <FailureNote failure /> })}
    }
}

/// What the drawing says, as the page says it.
fn words(page: HomeState, figures: &Figures) -> ChartWords {
    let (i18n, format) = (page.i18n, page.format);
    let (from, to) = (format.full_day(figures.from), format.full_day(figures.to));
    let percent = figures.all.permille().map(|share| page.percent(share)).unwrap_or_default();
    ChartWords {
        title: say!(i18n, home.chart_title, from = from, to = to),
        lead: format!("{percent} {}", page.beside(figures)),
        upward: say!(i18n, home.chart_upward).to_owned(),
        onward: say!(i18n, home.col_days).to_owned(),
    }
}

//! The desktop is told of what is new: of proposals, refusals and answers, bundled, as far as the user wants it
//! and outside quiet hours. What is here at the start is no news. A press leads to the line, or to the first page
//! where there are several. Deliberately absent: what is news, which the backend tells.

use std::time::Duration;

use contract::{NewsItem, NewsKind, ReadNews, ShowNotice, ShowWaiting};
use leptos::prelude::*;

use crate::data::query::{use_command, use_query};
use crate::data::session::use_session;
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, use_i18n};
use crate::ipc;
use crate::look::use_look;
use crate::navigation::{Route, Tabs, bring_to_front};
use crate::wording::format::{Format, use_format};

/// What comes within so long is told at once.
const BUNDLE: Duration = Duration::from_secs(2);

/// So many are named.
const NAMED: usize = 3;

/// So many names of news are remembered, more than can be new at once.
const REMEMBERED: usize = 2_000;

/// What was told.
#[derive(Default)]
struct Told(Option<Vec<String>>);

impl Told {
    /// What is new; what there is at first is not.
    fn new_of(&mut self, all: Vec<NewsItem>) -> Vec<NewsItem> {
        let Some(told) = &mut self.0 else {
            self.0 = Some(all.into_iter().map(|item| item.key).collect());
            return Vec::new();
        };
        let mut new = all;
        new.retain(|item| !told.contains(&item.key));
        told.extend(new.iter().map(|item| item.key.clone()));
        let too_many = told.len().saturating_sub(REMEMBERED);
        told.drain(..too_many);
        new
    }
}

/// Begins to tell. Called once, by the frame.
pub fn start(tabs: Tabs) {
    let (i18n, format, look, session) = (use_i18n(), use_format(), use_look(), use_session());
    let news = use_query(|| Some(ReadNews {}));
    let told = StoredValue::new(Told::default());
    let waiting = StoredValue::new(Vec::<NewsItem>::new());
    let show = use_command::<ShowNotice>();
    let tell = move || {
        let items = waiting.try_update_value(std::mem::take).unwrap_or_default();
        let named = !untrack(|| session.is_locked());
        if let Some(notice) = untrack(|| notice(i18n, format, items, named)) {
            show.send(notice, |_| ());
        }
    };
    effect(move || {
        let Some(all) = news.get() else { return };
        let mut new = told.try_update_value(|told| told.new_of(all)).unwrap_or_default();
        let (settings, minute) = (look.now().news, ipc::minute_of_day());
        new.retain(|item| settings.tell(item.kind, minute));
        if new.is_empty() {
            return;
        }
        let is_first = waiting.with_value(Vec::is_empty);
        waiting.update_value(|waiting| waiting.extend(new));
        if is_first {
            set_timeout(tell, BUNDLE);
        }
    });
    // At the icon stands what waits for a decision.
    let count = memo(move || news.reply.with(|all| all.as_deref().map_or(0, waiting_for_user)));
    let badge = use_command::<ShowWaiting>();
    let shown = StoredValue::new(0);
    effect(move || {
        let count = count.get();
        // One that is on its way keeps the next back; it goes after it.
        if !badge.busy.get() && shown.get_value() != count {
            shown.set_value(count);
            badge.send(ShowWaiting { count }, |_| ());
        }
    });
    ipc::on_notice_pressed(move |line| {
        bring_to_front(|| match line {
            Some(line) => tabs.open_line(line),
            None => tabs.open(Route::Home),
        });
    });
}

fn waiting_for_user(all: &[NewsItem]) -> u32 {
    let waits = all.iter().filter(|item| item.kind != NewsKind::Answer);
    u32::try_from(waits.count()).unwrap_or(u32::MAX)
}

/// What is shown: how many of each kind, and the first by name, unless the window is locked.
fn notice(i18n: I18n, format: Format, items: Vec<NewsItem>, named: bool) -> Option<ShowNotice> {
    let count = |kind: NewsKind| {
        u32::try_from(items.iter().filter(|item| item.kind == kind).count()).unwrap_or(u32::MAX)
    };
    let said = |kind: NewsKind| {
        let (count, number) = (count(kind), format.number(count(kind)));
        (count > 0).then(|| match kind {
            NewsKind::Proposal => say!(i18n, news.proposals, count = count, number = number),
            NewsKind::Refusal => say!(i18n, news.refusals, count = count, number = number),
            NewsKind::Answer => say!(i18n, news.answers, count = count, number = number),
        })
    };
    let kinds = [NewsKind::Refusal, NewsKind::Proposal, NewsKind::Answer];
    let title = kinds.into_iter().filter_map(said).collect::<Vec<_>>().join(", ");
    let line = match &items[..] {
        [] => return None,
        [one] => one.line.clone(),
        _ => None,
    };
    let first = items.into_iter().take(if named { NAMED } else { 0 });
    let text = first.map(about).filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
    Some(ShowNotice { title, text, line })
}

/// What one is about: its product, its movement, who did it.
fn about(item: NewsItem) -> String {
    let parts = [item.product, item.movement, item.person];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(key: &str, kind: NewsKind) -> NewsItem {
        let product = Some(format!("Gloves {key}"));
        NewsItem { key: key.to_owned(), kind, movement: None, product, person: None, line: None }
    }

    fn keys(items: &[NewsItem]) -> Vec<&str> {
        items.iter().map(|item| item.key.as_str()).collect()
    }

    #[test]
    fn what_is_here_at_the_start_is_no_news_and_nothing_is_told_twice() {
        let mut told = Told::default();
        let all = |keys: &[&str]| keys.iter().map(|key| item(key, NewsKind::Proposal)).collect();
        assert!(told.new_of(all(&["a"])).is_empty());
        assert_eq!(keys(&told.new_of(all(&["a", "b", "c"]))), ["b", "c"]);
        assert!(told.new_of(all(&["c"])).is_empty());
        // One that was away for a while is the same.
        assert!(told.new_of(all(&["a", "b"])).is_empty());
        let many: Vec<_> = (0..3 * REMEMBERED).map(|at| at.to_string()).collect();
        let many: Vec<_> = many.iter().map(String::as_str).collect();
        assert_eq!(told.new_of(all(&many)).len(), 3 * REMEMBERED);
        assert_eq!(told.0.unwrap().len(), REMEMBERED);
    }

    #[test]
    fn what_waits_for_the_user_is_counted_without_answers() {
        let all = [NewsKind::Proposal, NewsKind::Refusal, NewsKind::Answer, NewsKind::Refusal];
        let all: Vec<_> = all.into_iter().map(|kind| item("a", kind)).collect();
        assert_eq!(waiting_for_user(&all), 3);
    }
}

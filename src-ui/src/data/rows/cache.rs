//! The pages of rows kept near the place a grid shows. Pure: asks nothing itself.

/// Rows of a page: some more than a screen shows, which is read anew after each change.
pub const PAGE: u32 = 64;

/// So many rows beyond what is shown are asked for while a list is scrolled.
const AHEAD: u32 = PAGE / 2;

/// Pages kept; the farthest from what is shown go first.
const KEPT: usize = 32;

/// The state of the data a question was asked in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    question: u32,
    edition: u32,
}

/// What became of an answer.
#[derive(Debug, PartialEq, Eq)]
pub enum PageArrival {
    /// It is shown.
    Shown,
    /// It is shown, and something changed while it was on its way: it is to be asked again.
    ShownButStale,
    /// It answers a question of before.
    Ignored,
}

struct CachedPage<R> {
    page: u32,
    rows: Vec<R>,
    asked: Asked,
}

/// Pages by number, and which of them are on their way.
pub struct Cache<R> {
    pages: Vec<CachedPage<R>>,
    underway: Vec<u32>,
    now: Asked,
    total: u32,
}

impl<R> Default for Cache<R> {
    fn default() -> Self {
        Self { pages: Vec::new(), underway: Vec::new(), now: Asked::default(), total: 0 }
    }
}

impl<R> Cache<R> {
    /// Rows of the whole list.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// The row at an index, if its page is here.
    pub fn get(&self, index: u32) -> Option<&R> {
        let page = self.kept(index / PAGE)?;
        page.rows.get(usize::try_from(index % PAGE).ok()?)
    }

    /// The first row here that is the one looked for, on whichever page.
    pub fn find(&self, is: impl Fn(&R) -> bool) -> Option<&R> {
        self.pages.iter().flat_map(|kept| &kept.rows).find(|row| is(row))
    }

    /// Another filter, order or grouping: what is here belongs to another list. It is shown until
    /// the first answer to the new question.
    pub fn new_question(&mut self) {
        self.now.question = self.now.question.wrapping_add(1);
        self.underway.clear();
    }

    /// Whether what is here belongs to the list that is asked for.
    pub fn is_answered(&self) -> bool {
        self.pages.iter().any(|kept| kept.asked.question == self.now.question)
    }

    /// Whether these rows are here as they were told last.
    pub fn is_fresh(&self, from: u32, to: u32) -> bool {
        let is_fresh = |page| self.kept(page).is_some_and(|kept| kept.asked == self.now);
        (from..to).all(|at| self.get(at).is_some()) && (from..to).map(|at| at / PAGE).all(is_fresh)
    }

    /// The data changed: everything here is to be asked again.
    pub fn stale(&mut self) {
        self.now.edition = self.now.edition.wrapping_add(1);
    }

    /// The pages of a window to be asked now; marks them as being on their way.
    pub fn ask_for(&mut self, from: u32, to: u32) -> Vec<(u32, Asked)> {
        let last = to.max(from + 1).saturating_sub(1) / PAGE;
        let wanted = (from / PAGE..=last).filter(|page| {
            let fresh = self.kept(*page).is_some_and(|kept| kept.asked == self.now);
            // A page of before that is still on its way is asked again when it arrives.
            !fresh && !self.underway.contains(page)
        });
        let wanted: Vec<_> = wanted.map(|page| (page, self.now)).collect();
        self.underway.extend(wanted.iter().map(|(page, _)| page));
        wanted
    }

    /// The same, and for the rows that scrolling comes to next.
    pub fn ask_ahead(&mut self, from: u32, to: u32) -> Vec<(u32, Asked)> {
        let end = to.saturating_add(AHEAD).min(self.total.max(to));
        self.ask_for(from.saturating_sub(AHEAD), end)
    }

    /// An answer came.
    pub fn put(&mut self, page: u32, asked: Asked, rows: Vec<R>, total: u32) -> PageArrival {
        if asked.question != self.now.question {
            return PageArrival::Ignored;
        }
        self.failed(page);
        let question = self.now.question;
        self.pages.retain(|kept| kept.asked.question == question && kept.page != page);
        self.total = total;
        self.pages.push(CachedPage { page, rows, asked });
        if self.pages.len() > KEPT {
            let by_distance = |(_, kept): &(usize, &CachedPage<R>)| kept.page.abs_diff(page);
            let farthest = self.pages.iter().enumerate().max_by_key(by_distance);
            if let Some((at, _)) = farthest {
                self.pages.swap_remove(at);
            }
        }
        if asked == self.now { PageArrival::Shown } else { PageArrival::ShownButStale }
    }

    /// No answer came; the next look at this page asks again.
    pub fn failed(&mut self, page: u32) {
        self.underway.retain(|underway| *underway != page);
    }

    fn kept(&self, page: u32) -> Option<&CachedPage<R>> {
        self.pages.iter().find(|kept| kept.page == page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(first: u32) -> Vec<u32> {
        (first..first + PAGE).collect()
    }

    #[test]
    fn a_window_asks_for_its_pages_once() {
        let mut cache = Cache::<u32>::default();
        let asked: Vec<u32> = cache.ask_for(50, 80).into_iter().map(|(page, _)| page).collect();
        assert_eq!(asked, [0, 1]);
        assert!(cache.ask_for(50, 80).is_empty(), "both are on their way");
        assert_eq!(cache.put(0, Asked::default(), rows(0), 1000), PageArrival::Shown);
        assert_eq!(cache.get(7), Some(&7));
        assert_eq!(cache.get(PAGE), None);
        assert_eq!(cache.total(), 1000);
        assert!(cache.ask_for(0, 30).is_empty(), "it is fresh");
    }

    #[test]
    fn rows_are_here_before_scrolling_comes_to_them() {
        let mut cache = Cache::<u32>::default();
        cache.ask_for(0, 30);
        cache.put(0, Asked::default(), rows(0), 100);
        let ahead = |cache: &mut Cache<u32>, from, to| -> Vec<u32> {
            cache.ask_ahead(from, to).into_iter().map(|(page, _)| page).collect()
        };
        assert!(ahead(&mut cache, 0, 20).is_empty(), "far from the edge");
        assert_eq!(ahead(&mut cache, 10, 40), [1]);
        assert!(ahead(&mut cache, 70, 100).is_empty(), "nothing is behind the last row");
    }

    #[test]
    fn changed_data_is_asked_again_while_the_old_rows_stay() {
        let mut cache = Cache::<u32>::default();
        cache.ask_for(0, 30);
        cache.put(0, Asked::default(), rows(0), 1000);
        cache.stale();
        let again = cache.ask_for(0, 30);
        assert_eq!(again.len(), 1);
        assert_eq!(cache.get(3), Some(&3), "the old row stays until the new one is here");
        assert!(!cache.is_fresh(3, 5));
        cache.put(0, again[0].1, rows(500), 900);
        assert_eq!(cache.get(3), Some(&503));
        assert_eq!(cache.total(), 900);
        assert!(cache.is_fresh(3, PAGE) && !cache.is_fresh(3, PAGE + 1));
    }

    #[test]
    fn a_change_on_the_way_shows_the_answer_and_asks_once_more() {
        let mut cache = Cache::<u32>::default();
        let first = cache.ask_for(0, 30);
        cache.stale();
        assert!(cache.ask_for(0, 30).is_empty(), "the first answer is awaited");
        assert_eq!(cache.put(0, first[0].1, rows(0), 1000), PageArrival::ShownButStale);
        assert_eq!(cache.get(3), Some(&3));
        assert_eq!(cache.ask_for(0, 30).len(), 1);
    }

    #[test]
    fn an_answer_to_another_question_is_not_shown() {
        let mut cache = Cache::<u32>::default();
        let first = cache.ask_for(0, 30);
        cache.new_question();
        let second = cache.ask_for(0, 30);
        assert_eq!(second.len(), 1);
        assert_eq!(cache.put(0, first[0].1, rows(0), 1000), PageArrival::Ignored);
        assert_eq!(cache.get(3), None);
        assert!(!cache.is_answered());
        assert_eq!(cache.put(0, second[0].1, rows(40), 60), PageArrival::Shown);
        assert!(cache.is_answered());
        assert_eq!(cache.get(0), Some(&40));
    }

    #[test]
    fn only_pages_near_the_place_are_kept() {
        let mut cache = Cache::<u32>::default();
        for page in 0..40 {
            let asked = cache.ask_for(page * PAGE, page * PAGE + 1);
            cache.put(page, asked[0].1, rows(page * PAGE), 100_000);
        }
        assert_eq!(cache.pages.len(), KEPT);
        assert!(cache.get(39 * PAGE).is_some() && cache.get(0).is_none());
    }

    #[test]
    fn a_failed_page_is_asked_again() {
        let mut cache = Cache::<u32>::default();
        cache.ask_for(0, 30);
        cache.failed(0);
        assert_eq!(cache.ask_for(0, 30).len(), 1);
    }
}

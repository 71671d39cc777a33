//! Reads a whole list page by page (interface document, 8.1; the service tells no total). Pages may
//! be smaller than asked for, and some services ignore paging: a list ends with an empty page, or
//! with one that brings nothing new.

use std::{collections::HashSet, future::Future, hash::Hash};

use client::{Listed, Paging, Trouble};
use contract::Endpoint;
use rules::search::count_of;

use crate::error::Error;

/// A list longer than this is not believed: something makes up rows.
const MOST_ROWS: usize = 500_000;

/// So many pages in a row may have rows of which none can be read.
const BARREN: usize = 2;

/// A list that was read to its end.
#[derive(Debug)]
pub(crate) struct Crawled<I> {
    /// The ids of all rows that could be read.
    pub ids: HashSet<I>,
    /// How many rows could not.
    pub left_out: u32,
}

impl<I> Crawled<I> {
    /// Whether every row could be read. Else what is not among the ids may be there all the same.
    pub(crate) fn is_whole(&self) -> bool {
        self.left_out == 0
    }
}

/// Crawls a list in pages of `max`, and hands the new rows of every page to `page` as they come. The
/// next page begins behind what came, whether or not it could be read.
pub(crate) async fn crawl<T, I, F>(
    endpoint: Endpoint,
    max: u32,
    read: impl Fn(Paging) -> F,
    id: impl Fn(&T) -> I,
    mut page: impl FnMut(Vec<T>) -> Result<(), Error>,
) -> Result<Crawled<I>, Error>
where
    F: Future<Output = Result<Listed<T>, Error>>,
    I: Hash + Eq,
{
    let not_understood = |at: String| {
        let trouble = Trouble::NotUnderstood { status: 200, at };
        Err(Error::Call { endpoint, host: String::new(), trouble })
    };
    let mut seen = HashSet::new();
    let (mut offset, mut left_out, mut barren) = (0_u32, 0_u32, 0);
    loop {
        let rows = read(Paging { max, offset }).await?;
        offset = offset.saturating_add(u32::try_from(rows.received()).unwrap_or(u32::MAX));
        let unread = count_of(rows.unread);
        let is_barren = rows.is_empty() && unread > 0;
        let new: Vec<_> = rows.into_iter().filter(|row| seen.insert(id(row))).collect();
        if is_barren {
            left_out = left_out.saturating_add(unread);
            barren += 1;
            if barren == BARREN {
                return not_understood("data".to_owned());
            }
            continue;
        }
        barren = 0;
        if new.is_empty() {
            // The same rows once more: those among them that cannot be read were counted.
            let left_out = left_out.max(unread);
            return Ok(Crawled { ids: seen, left_out });
        }
        left_out = left_out.saturating_add(unread);
        page(new)?;
        if seen.len() > MOST_ROWS {
            return not_understood(format!("more than {MOST_ROWS} rows"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Crawls a service that hands out at most `cap` of its rows at once, and answers what was
    /// asked and what came.
    async fn crawl_of(all: &[u32], cap: usize) -> (Vec<u32>, Vec<u32>) {
        let asked = Mutex::new(Vec::new());
        let read = |paging: Paging| {
            asked.lock().unwrap().push(paging.offset);
            let rows = all.iter().skip(paging.offset as usize).take(cap.min(paging.max as usize));
            std::future::ready(Ok(rows.copied().collect::<Vec<_>>().into()))
        };
        let mut came = Vec::new();
        let page = |rows: Vec<u32>| {
            came.extend(rows);
            Ok(())
        };
        crawl(Endpoint::ListProducts, 3, read, |row| *row, page).await.unwrap();
        (asked.into_inner().unwrap(), came)
    }

    #[tokio::test]
    async fn a_list_ends_with_an_empty_page() {
        assert_eq!(crawl_of(&[1, 2, 3, 4], 10).await, (vec![0, 3, 4], vec![1, 2, 3, 4]));
        assert_eq!(crawl_of(&[], 10).await, (vec![0], vec![]));
    }

    #[tokio::test]
    async fn pages_capped_by_the_service_are_followed_by_what_came() {
        assert_eq!(crawl_of(&[1, 2, 3, 4], 2).await, (vec![0, 2, 4], vec![1, 2, 3, 4]));
    }

    #[tokio::test]
    async fn a_service_that_ignores_paging_is_asked_twice_and_no_row_comes_twice() {
        let asked = Mutex::new(0);
        let read = |_: Paging| {
            *asked.lock().unwrap() += 1;
            std::future::ready(Ok(vec![1, 2, 3, 4, 5].into()))
        };
        let mut came = Vec::new();
        let page = |rows: Vec<u32>| {
            came.extend(rows);
            Ok(())
        };
        crawl(Endpoint::ListProducts, 3, read, |row| *row, page).await.unwrap();
        assert_eq!((*asked.lock().unwrap(), came), (2, vec![1, 2, 3, 4, 5]));
    }

    /// Crawls pages of which each is what could be read and how much could not; answers what was
    /// asked, and how much was left out.
    async fn crawl_pages(pages: &[(&[u32], usize)]) -> (Vec<u32>, Result<u32, Error>) {
        let asked = Mutex::new(Vec::new());
        let read = |paging: Paging| {
            let mut asked = asked.lock().unwrap();
            let (rows, unread) = pages.get(asked.len()).copied().unwrap_or_default();
            asked.push(paging.offset);
            std::future::ready(Ok(Listed { unread, ..rows.to_vec().into() }))
        };
        let end = crawl(Endpoint::ListProducts, 3, read, |row| *row, |_| Ok(())).await;
        (asked.into_inner().unwrap(), end.map(|end| end.left_out))
    }

    #[tokio::test]
    async fn rows_that_cannot_be_read_are_passed_by_and_told() {
        assert_eq!(crawl_pages(&[(&[1, 2], 1), (&[4], 0)]).await, (vec![0, 3, 4], Ok(1)));
        assert_eq!(crawl_pages(&[(&[1, 2, 3], 0)]).await, (vec![0, 3], Ok(0)));
        // A whole page of them, and one at the end.
        let pages: &[(&[u32], usize)] = &[(&[1], 0), (&[], 3), (&[5], 0), (&[], 1)];
        assert_eq!(crawl_pages(pages).await, (vec![0, 1, 4, 5, 6], Ok(4)));
        // Where the same rows come once more, so do those that cannot be read.
        assert_eq!(crawl_pages(&[(&[1, 2], 1), (&[1, 2], 1)]).await, (vec![0, 3], Ok(1)));
        let (asked, end) = crawl_pages(&[(&[1], 0), (&[], 3), (&[], 3)]).await;
        assert!(end.is_err() && asked == [0, 1, 4], "{asked:?}");
    }

    #[tokio::test]
    async fn rows_without_end_are_not_believed() {
        let read = |paging: Paging| {
            let rows = (paging.offset..paging.offset + 100_000).collect::<Vec<_>>();
            std::future::ready(Ok(rows.into()))
        };
        let end = crawl(Endpoint::ListProducts, 3, read, |row: &u32| *row, |_| Ok(())).await;
        assert!(matches!(end, Err(Error::Call { trouble: Trouble::NotUnderstood { .. }, .. })));
    }
}

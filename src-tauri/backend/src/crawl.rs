//! Reads a whole list page by page (interface document, 8.1; the service tells no total). Pages may
//! be smaller than asked for, and some services ignore paging: a list ends with an empty page, or
//! with one that brings nothing new.

use std::{collections::HashSet, future::Future, hash::Hash};

use client::{Paging, Trouble};
use contract::Endpoint;

use crate::error::Error;

/// A list longer than this is not believed: something makes up rows.
const MOST_ROWS: usize = 500_000;

/// Crawls a list in pages of `max`, and hands the new rows of every page to `page` as they come.
/// Answers the ids of all rows.
pub(crate) async fn crawl<T, I, F>(
    endpoint: Endpoint,
    max: u32,
    read: impl Fn(Paging) -> F,
    id: impl Fn(&T) -> I,
    mut page: impl FnMut(Vec<T>) -> Result<(), Error>,
) -> Result<HashSet<I>, Error>
where
    F: Future<Output = Result<Vec<T>, Error>>,
    I: Hash + Eq,
{
    let mut seen = HashSet::new();
    let mut offset: u32 = 0;
    loop {
        let rows = read(Paging { max, offset }).await?;
        offset = offset.saturating_add(u32::try_from(rows.len()).unwrap_or(u32::MAX));
        let new: Vec<_> = rows.into_iter().filter(|row| seen.insert(id(row))).collect();
        if new.is_empty() {
            return Ok(seen);
        }
        page(new)?;
        if seen.len() > MOST_ROWS {
            let at = format!("more than {MOST_ROWS} rows");
            let trouble = Trouble::NotUnderstood { status: 200, at };
            return Err(Error::Call { endpoint, host: String::new(), trouble });
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
            std::future::ready(Ok(rows.copied().collect()))
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
            std::future::ready(Ok(vec![1, 2, 3, 4, 5]))
        };
        let mut came = Vec::new();
        let page = |rows: Vec<u32>| {
            came.extend(rows);
            Ok(())
        };
        crawl(Endpoint::ListProducts, 3, read, |row| *row, page).await.unwrap();
        assert_eq!((*asked.lock().unwrap(), came), (2, vec![1, 2, 3, 4, 5]));
    }

    #[tokio::test]
    async fn rows_without_end_are_not_believed() {
        let read = |paging: Paging| {
            let rows = (paging.offset..paging.offset + 100_000).collect::<Vec<_>>();
            std::future::ready(Ok(rows))
        };
        let end = crawl(Endpoint::ListProducts, 3, read, |row: &u32| *row, |_| Ok(())).await;
        assert!(matches!(end, Err(Error::Call { trouble: Trouble::NotUnderstood { .. }, .. })));
    }
}

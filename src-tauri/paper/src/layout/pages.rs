//! Which blocks are on which page. A block is never broken.

use std::ops::Range;

/// A block as far as pages are concerned. Lengths are in points.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Block {
    /// Its height.
    pub height: f32,
    /// What stands above it where it begins a page that is not the first: heads that are repeated.
    pub carried: f32,
    /// Whether it must not be the last on its page.
    pub with_next: bool,
    /// Whether it begins a page.
    pub new_page: bool,
}

/// The blocks of each page: at least one on each, even where it is higher than the page.
pub fn split(blocks: &[Block], first: f32, later: f32) -> Vec<Range<usize>> {
    let mut pages = Vec::new();
    let (mut start, mut at, mut used) = (0, 0, 0.0);
    while let Some(block) = blocks.get(at) {
        let room = if pages.is_empty() { first } else { later };
        let carried = if at == start && !pages.is_empty() { block.carried } else { 0.0 };
        let height = block.height + carried;
        let is_full = used + height > room + 0.01 || block.new_page;
        // The first page has a top of its own: a block that fits a page without it goes there.
        let begins = at == start && !(pages.is_empty() && at == 0 && block.height > first);
        if is_full && !begins && !(at == 0 && block.height > later) {
            let kept = (start..at)
                .rev()
                .find(|before| !blocks.get(*before).is_some_and(|block| block.with_next))
                .map_or(at, |before| before + 1);
            pages.push(start..kept);
            (start, at, used) = (kept, kept, 0.0);
            continue;
        }
        used += height;
        at += 1;
    }
    if start < at || pages.is_empty() {
        pages.push(start..at);
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(height: f32) -> Block {
        Block { height, carried: 10.0, ..Block::default() }
    }

    fn head() -> Block {
        Block { with_next: true, ..row(10.0) }
    }

    #[test]
    fn rows_fill_pages_and_heads_count_on_later_ones() {
        assert_eq!(split(&[row(20.0); 10], 60.0, 100.0), [0..3, 3..7, 7..10]);
        assert_eq!(split(&[row(20.0)], 60.0, 100.0), std::slice::from_ref(&(0..1)));
        assert_eq!(split(&[], 60.0, 100.0), std::slice::from_ref(&(0..0)));
    }

    #[test]
    fn a_head_never_stands_alone_at_the_foot() {
        let blocks = [row(20.0), row(20.0), head(), row(20.0), row(20.0)];
        assert_eq!(split(&blocks, 60.0, 100.0), [0..2, 2..5]);
        let heads = [row(40.0), head(), head(), row(20.0)];
        assert_eq!(split(&heads, 65.0, 100.0), [0..1, 1..4]);
    }

    #[test]
    fn a_group_begins_a_page_where_it_is_to() {
        let mut blocks = [row(10.0), head(), row(10.0), head(), row(10.0)];
        blocks[3].new_page = true;
        assert_eq!(split(&blocks, 100.0, 100.0), [0..3, 3..5]);
        blocks[0].new_page = true;
        assert_eq!(split(&blocks, 100.0, 100.0), [0..3, 3..5]);
    }

    #[test]
    fn a_block_higher_than_a_page_has_one_of_its_own() {
        assert_eq!(split(&[row(10.0), row(500.0), row(10.0)], 60.0, 100.0), [0..1, 1..2, 2..3]);
        assert_eq!(split(&[row(500.0), row(10.0)], 60.0, 100.0), [0..1, 1..2]);
    }

    #[test]
    fn a_block_too_high_for_the_first_page_goes_to_the_second() {
        assert_eq!(split(&[row(80.0), row(10.0)], 60.0, 100.0), [0..0, 0..2]);
    }

    #[test]
    fn every_block_is_on_one_page_and_pages_are_not_overfull() {
        for seed in 1_u32..200 {
            let height = |at: u32| 5.0 + (seed * 7919 + at * 104_729) as f32 % 31.0;
            let blocks: Vec<Block> = (0..60)
                .map(|at| Block { with_next: (seed + at) % 5 == 0, ..row(height(at)) })
                .collect();
            let pages = split(&blocks, 80.0, 120.0);
            let joined: Vec<usize> = pages.iter().cloned().flatten().collect();
            assert_eq!(joined, (0..60).collect::<Vec<_>>());
            for (number, page) in pages.iter().enumerate() {
                let carried = if number > 0 { 10.0 } else { 0.0 };
                let used: f32 = blocks[page.clone()].iter().map(|block| block.height).sum();
                assert!(used + carried <= if number > 0 { 120.01 } else { 80.01 });
            }
        }
    }
}

//! Circles of files: each of them needs each other, by the ways their paths name. A path is followed
//! through what a file gives under a name of its own, to the file that holds the thing.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::Source;

/// Where a module is found: crate, then its path in it.
type Module = (String, Vec<String>);

/// More steps than this no name is given on.
const STEPS: usize = 8;

/// The circles of more than one file, the largest first, each as paths.
pub fn find(sources: &[&Source]) -> Vec<Vec<String>> {
    let modules: BTreeMap<Module, usize> = (0..)
        .zip(sources)
        .map(|(at, source)| ((source.package.clone(), source.module.clone()), at))
        .collect();
    let mut needs = vec![BTreeSet::new(); sources.len()];
    for (at, source) in sources.iter().enumerate() {
        for path in &source.code.uses {
            let target = resolve(sources, &modules, at, path, STEPS);
            needs[at].extend(target.filter(|target| *target != at));
        }
    }
    let mut circles: Vec<Vec<String>> = strong(&needs)
        .into_iter()
        .filter(|circle| circle.len() > 1)
        .map(|circle| circle.into_iter().map(|at| sources[at].path.clone()).collect())
        .collect();
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    circles
}

/// The file that holds what `path` names in the file `at`; `None` for what is not of its crate.
fn resolve(
    sources: &[&Source],
    modules: &BTreeMap<Module, usize>,
    at: usize,
    path: &[String],
    steps: usize,
) -> Option<usize> {
    let source = sources[at];
    let first = path.first()?;
    let mut whole = match first.as_str() {
        "crate" => Vec::new(),
        "super" => {
            let mut above = source.module.clone();
            above.pop()?;
            above
        }
        "self" => source.module.clone(),
        other => {
            let mut child = source.module.clone();
            child.push(other.to_owned());
            if !modules.contains_key(&(source.package.clone(), child.clone())) {
                return None;
            }
            child
        }
    };
    for part in path.iter().skip(1) {
        if part == "super" {
            whole.pop()?;
        } else {
            whole.push(part.clone());
        }
    }
    // The longest beginning that is a file; what follows is in it, or given on by it.
    let (holder, rest) = (0..=whole.len()).rev().find_map(|length| {
        let module = whole.get(..length)?.to_vec();
        let found = modules.get(&(source.package.clone(), module))?;
        Some((*found, whole.get(length..)?))
    })?;
    let name = rest.first();
    let given = name.and_then(|name| sources[holder].code.given.iter().find(|(it, _)| it == name));
    let code = &sources[holder].code;
    match (name, given) {
        (_, Some((_, path))) if steps > 0 => {
            resolve(sources, modules, holder, path, steps - 1).or(Some(holder))
        }
        (Some(name), None) if !code.given_whole.is_empty() && !code.declared.contains(name) => {
            let holders = code.given_whole.iter();
            let mut holders = holders
                .filter_map(|path| resolve(sources, modules, holder, path, steps.checked_sub(1)?));
            holders.find(|at| sources[*at].code.declared.contains(name))
        }
        _ => Some(holder),
    }
}

/// The strongly connected parts of a graph, by Tarjan's way.
fn strong(needs: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let mut search = Search {
        needs,
        found: vec![None; needs.len()],
        low: vec![0; needs.len()],
        open: Vec::new(),
        is_open: vec![false; needs.len()],
        next: 0,
        parts: Vec::new(),
    };
    for at in 0..needs.len() {
        if search.found[at].is_none() {
            search.visit(at);
        }
    }
    search.parts
}

struct Search<'a> {
    needs: &'a [BTreeSet<usize>],
    found: Vec<Option<usize>>,
    low: Vec<usize>,
    open: Vec<usize>,
    is_open: Vec<bool>,
    next: usize,
    parts: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn visit(&mut self, at: usize) {
        let number = self.next;
        self.next += 1;
        (self.found[at], self.low[at], self.is_open[at]) = (Some(number), number, true);
        self.open.push(at);
        for target in self.needs[at].clone() {
            match self.found[target] {
                None => {
                    self.visit(target);
                    self.low[at] = self.low[at].min(self.low[target]);
                }
                Some(other) if self.is_open[target] => self.low[at] = self.low[at].min(other),
                Some(_) => {}
            }
        }
        if self.low[at] == number {
            let mut part = Vec::new();
            while let Some(member) = self.open.pop() {
                self.is_open[member] = false;
                part.push(member);
                if member == at {
                    break;
                }
            }
            part.sort_unstable();
            self.parts.push(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_need_each_other_are_one_part_and_others_are_alone() {
        let needs = [vec![1], vec![2], vec![0, 3], vec![]];
        let needs = needs.map(|targets| targets.into_iter().collect::<BTreeSet<_>>());
        let mut parts = strong(&needs);
        parts.sort();
        assert_eq!(parts, [vec![0, 1, 2], vec![3]]);
    }
}

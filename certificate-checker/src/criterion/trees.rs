//! Trees that branch by the states of inputs, with shared parts.

use rustc_hash::FxHashMap;

use crate::fault::{Checked, not_checked};

/// Greatest number of branches that are made.
const MOST: usize = 2_000_000;

/// The number of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Tree(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Branch {
    End(Option<u128>),
    /// The input, and the trees for each of its states.
    On(u32, [Tree; 3]),
}

/// Trees with shared parts. On every path inputs appear in ascending order.
#[derive(Default)]
pub(super) struct Trees {
    branches: Vec<Branch>,
    numbers: FxHashMap<Branch, Tree>,
}

impl Trees {
    /// Fails if there are too many branches; trees made from there on are wrong.
    pub(super) fn in_bounds(&self) -> Checked {
        match self.branches.len() > MOST {
            true => not_checked("too many sets of extreme values"),
            false => Ok(()),
        }
    }

    pub(super) fn leaf(&mut self, value: Option<u128>) -> Tree {
        self.tree(Branch::End(value))
    }

    pub(super) fn split(&mut self, input: u32, states: [Tree; 3]) -> Tree {
        let same = states.iter().all(|state| *state == states[0]);
        match same {
            true => states[0],
            false => self.tree(Branch::On(input, states)),
        }
    }

    fn tree(&mut self, branch: Branch) -> Tree {
        let next = Tree(self.branches.len() as u32);
        let tree = *self.numbers.entry(branch).or_insert(next);
        if tree == next {
            self.branches.push(branch);
        }
        tree
    }

    /// The value of a tree without branches.
    pub(super) fn value(&self, tree: Tree) -> Option<Option<u128>> {
        match self.branches[tree.0 as usize] {
            Branch::End(value) => Some(value),
            Branch::On(..) => None,
        }
    }

    /// The tree of a function of the values of trees.
    pub(super) fn map(
        &mut self,
        trees: &[Tree],
        function: &mut dyn FnMut(&[Option<u128>]) -> Option<u128>,
    ) -> Tree {
        self.mapped(trees, function, &mut FxHashMap::default())
    }

    fn mapped(
        &mut self,
        trees: &[Tree],
        function: &mut dyn FnMut(&[Option<u128>]) -> Option<u128>,
        known: &mut FxHashMap<Vec<Tree>, Tree>,
    ) -> Tree {
        let values: Option<Vec<Option<u128>>> = trees.iter().map(|t| self.value(*t)).collect();
        if let Some(values) = values {
            return self.leaf(function(&values));
        }
        if let Some(&tree) = known.get(trees) {
            return tree;
        }
        if self.in_bounds().is_err() {
            return trees[0];
        }
        let branch = |tree: &Tree| match self.branches[tree.0 as usize] {
            Branch::On(input, states) => Some((input, states)),
            Branch::End(_) => None,
        };
        let branches: Vec<_> = trees.iter().map(branch).collect();
        let first = branches.iter().flatten().map(|(input, _)| *input).min();
        let first = first.unwrap_or_default();
        let states = [0, 1, 2].map(|state| {
            let part = |(tree, branch): (&Tree, &Option<(u32, [Tree; 3])>)| match branch {
                Some((input, states)) if *input == first => states[state],
                _ => *tree,
            };
            let parts: Vec<Tree> = trees.iter().zip(&branches).map(part).collect();
            self.mapped(&parts, function, known)
        });
        let tree = self.split(first, states);
        known.insert(trees.to_vec(), tree);
        tree
    }
}

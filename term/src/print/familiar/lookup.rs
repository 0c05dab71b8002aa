//! Choices between constants that are look-ups in a table of the program.
//!
//! A read at a symbolic index is executed as a tree of selects, which then is simplified. The
//! table is recognised by its values: a tree that depends on one term of few bits is computed
//! for each value of that term and compared with the entries.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Table;
use crate::arena::Arena;
use crate::bits::{mask, signed};
use crate::cone::Cone;
use crate::eval::apply;
use crate::node::TermId;
use crate::op::Op;

/// The widest term whose values are enumerated, in bits.
const WIDEST: u8 = 16;

/// The most operations that are computed for one rendering.
const MOST_OPERATIONS: usize = 8_000_000;

/// The fewest entries that are reached: any two constants are a table of two entries.
const FEWEST: usize = 4;

/// A look-up.
pub(super) struct Lookup {
    /// The position in the list of tables.
    pub(super) table: usize,
    /// The index of the entry.
    pub(super) index: TermId,
    /// Whether the entry is extended as a signed number, where it is narrower than the term.
    pub(super) signed: bool,
}

/// Finds the selects of a cone that are look-ups in `tables`.
pub(super) fn lookups(arena: &Arena, cone: &Cone, tables: &[Table]) -> FxHashMap<TermId, Lookup> {
    let mut found = FxHashMap::default();
    let mut inner: FxHashSet<TermId> = FxHashSet::default();
    let mut left = MOST_OPERATIONS;
    if tables.is_empty() {
        return found;
    }
    for &term in cone.terms.iter().rev() {
        let is_tree = arena.op(term) == Op::Select && arena.width(term) > 1;
        if !is_tree || inner.contains(&term) {
            continue;
        }
        for through in [is_choice, is_any] {
            let Some(tree) = Tree::of(arena, term, through) else {
                continue;
            };
            let Some(rest) = left.checked_sub(tree.terms.len() << tree.bits(arena)) else {
                continue;
            };
            left = rest;
            if let Some(lookup) = tree.lookup(arena, tables) {
                inner.extend(&tree.terms);
                found.insert(term, lookup);
                break;
            }
        }
    }
    found
}

/// Operators of a tree that chooses between constants.
fn is_choice(op: Op, width: u8) -> bool {
    let logic = matches!(op, Op::And | Op::Or | Op::Xor) && width == 1;
    logic
        || matches!(
            op,
            Op::Select | Op::Eq | Op::Ult | Op::Slt | Op::Extract | Op::ZExt | Op::SExt
        )
}

/// Operators of a tree whose entries are partly computed, as a ramp is.
fn is_any(op: Op, _: u8) -> bool {
    !op.is_float() && !matches!(op, Op::Symbol | Op::Apply)
}

/// A term as a function of one other.
struct Tree {
    /// The terms from the base to the root, in topological order.
    terms: Vec<TermId>,
    base: TermId,
}

impl Tree {
    /// The tree down to the terms whose operator is not one of `through`, if that is one term
    /// of few bits apart from constants.
    fn of(arena: &Arena, root: TermId, through: fn(Op, u8) -> bool) -> Option<Tree> {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut open = vec![root];
        let mut base = None;
        let mut terms = Vec::new();
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            terms.push(term);
            let node = arena.node(term);
            if node.op() == Op::Const {
                continue;
            }
            if through(node.op(), node.width()) {
                open.extend(node.children());
            } else if base.replace(term).is_some() {
                return None;
            }
        }
        terms.sort_unstable();
        let base = base.filter(|base| arena.width(*base) <= WIDEST)?;
        Some(Tree { terms, base })
    }

    fn bits(&self, arena: &Arena) -> u8 {
        arena.width(self.base)
    }

    /// The table and the index with which this is a look-up for every value of the base.
    fn lookup(&self, arena: &Arena, tables: &[Table]) -> Option<Lookup> {
        let position = |term: TermId| self.terms.binary_search(&term).ok();
        let candidates: Vec<usize> = (0..self.terms.len())
            .filter(|&i| {
                let term = self.terms[i];
                let reads = !matches!(arena.op(term), Op::Const | Op::Select);
                reads && (2..=64).contains(&arena.width(term))
            })
            .collect();
        let root = position(*self.terms.last()?)?;
        let width = arena.width(self.terms[root]);
        // What a candidate and a table still agree on: entries as unsigned or signed numbers.
        let mut open: Vec<(usize, usize, bool)> = Vec::new();
        for &candidate in candidates.iter().rev() {
            for (at, table) in tables.iter().enumerate() {
                open.push((candidate, at, false));
                if table.width < width {
                    open.push((candidate, at, true));
                }
            }
        }
        let mut reached: FxHashSet<u128> = FxHashSet::default();
        let mut values = vec![0u128; self.terms.len()];
        for base in 0..1u128 << self.bits(arena) {
            for (i, &term) in self.terms.iter().enumerate() {
                let node = arena.node(term);
                values[i] = match node.op() {
                    _ if term == self.base => base,
                    Op::Const => arena.constant_value(term).unwrap_or_default(),
                    _ => {
                        let mut args = [0u128; 3];
                        let mut widths = [0u8; 3];
                        let children = node.children();
                        for (k, &child) in children.iter().enumerate() {
                            args[k] = position(child).map_or(0, |at| values[at]);
                            widths[k] = arena.width(child);
                        }
                        let count = children.len();
                        apply(node.spec(), &widths[..count], &args[..count])
                    }
                };
            }
            reached.insert(values[root]);
            open.retain(|&(index, table, is_signed)| {
                let table = &tables[table];
                let entry = usize::try_from(values[index]).ok();
                let entry = entry.and_then(|at| table.entries.get(at));
                entry.is_some_and(|entry| {
                    let entry = match is_signed {
                        true => signed(*entry, table.width) as u128,
                        false => *entry,
                    };
                    entry & mask(width) == values[root]
                })
            });
            if open.is_empty() {
                return None;
            }
        }
        let &(index, table, signed) = open.first()?;
        let known = tables[table].entries.len() >= FEWEST && reached.len() > 1;
        known.then(|| Lookup {
            table,
            index: self.terms[index],
            signed,
        })
    }
}

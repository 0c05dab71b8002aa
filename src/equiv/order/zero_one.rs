//! Equality of nested minima and maxima by the 0-1 principle: two expressions of minima and
//! maxima alone are equal if they are equal whenever every leaf takes one of two values.
//!
//! Whether such an expression reaches a threshold is determined by which of its leaves do, with
//! *and* for minima and *or* for maxima, and a value is determined by the thresholds that it
//! reaches. So a median of nine bytes or a sorting network of nine inputs needs 2⁹ cases, where
//! telling its inputs apart takes four bits for each.
//!
//! Invariant: the leaves may be any terms; equality for all bits of the leaves proves that the
//! results are equal for every input.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Op, TermId};

use super::MAX_WIDTH;
use super::values::Kind;
use crate::budgets::proof::{ZERO_ONE_LEAVES, ZERO_ONE_OPERATIONS};

/// For each `i`, bit `i` of the case numbers 0 to 63.
const CASES: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// A term of an expression.
enum Part {
    Leaf(usize),
    Constant(i128),
    Minimum(usize, usize),
    Maximum(usize, usize),
}

/// Whether both roots are equal as minima and maxima of the same leaves.
pub(in crate::equiv) fn equal(arena: &Arena, left: TermId, right: TermId) -> bool {
    let width = arena.width(left);
    if !(2..=MAX_WIDTH).contains(&width) {
        return false;
    }
    let orders = [Kind::Unsigned, Kind::Signed].into_iter();
    let mut read = orders.filter(|&kind| {
        [left, right]
            .iter()
            .any(|&root| operands(arena, root, kind).is_some())
    });
    read.any(|kind| Expression::of(arena, [left, right], kind).is_some_and(|e| e.same()))
}

/// Whether a term is a minimum (true) or maximum (false), with its operands; `None` if neither.
fn operands(arena: &Arena, term: TermId, kind: Kind) -> Option<(bool, [TermId; 2])> {
    let node = arena.node(term);
    if node.op() != Op::Select {
        return None;
    }
    let (condition, x, y) = (arena.node(node.child(0)), node.child(1), node.child(2));
    let negated = condition.op() == Op::Xor && arena.constant_value(condition.child(1)) == Some(1);
    let (compared, x, y) = match negated {
        true => (arena.node(condition.child(0)), y, x),
        false => (condition, x, y),
    };
    let less = matches!(
        (compared.op(), kind),
        (Op::Ult, Kind::Unsigned) | (Op::Slt, Kind::Signed)
    );
    if !less {
        return None;
    }
    let (a, b) = (compared.child(0), compared.child(1));
    // a < b, where a constant may be adjacent to the arm that it stands for: x < 6 is x <= 5.
    let is = |term: TermId, arm: TermId, above: i128| {
        let width = arena.width(arm);
        let key = |t| arena.constant_value(t).and_then(|c| kind.key(width, c));
        term == arm
            || arena.width(term) == width
                && key(term).is_some()
                && key(term) == key(arm).and_then(|k| k.checked_add(above))
    };
    let least = is(a, x, -1) && is(b, y, 1) && (a == x || b == y);
    let greatest = is(a, y, -1) && is(b, x, 1) && (a == y || b == x);
    (least || greatest).then_some((least, [x, y]))
}

struct Expression {
    /// Operands before users.
    parts: Vec<Part>,
    leaves: usize,
    roots: [usize; 2],
}

impl Expression {
    fn of(arena: &Arena, roots: [TermId; 2], kind: Kind) -> Option<Expression> {
        let mut seen = FxHashSet::default();
        let mut terms = Vec::new();
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                terms.push(term);
                let below = operands(arena, term, kind);
                stack.extend(below.into_iter().flat_map(|(_, operands)| operands));
            }
        }
        // Ascending ids: operands are older than their users.
        terms.sort_unstable();
        let mut at: FxHashMap<TermId, usize> = FxHashMap::default();
        let (mut parts, mut leaves) = (Vec::new(), 0);
        for term in terms {
            let constant = arena.constant_value(term);
            let part = match (operands(arena, term, kind), constant) {
                (Some((true, [x, y])), _) => Part::Minimum(at[&x], at[&y]),
                (Some((false, [x, y])), _) => Part::Maximum(at[&x], at[&y]),
                (None, Some(constant)) => Part::Constant(kind.key(arena.width(term), constant)?),
                (None, None) => {
                    leaves += 1;
                    Part::Leaf(leaves - 1)
                }
            };
            at.insert(term, parts.len());
            parts.push(part);
        }
        Some(Expression {
            parts,
            leaves,
            roots: roots.map(|root| at[&root]),
        })
    }

    /// Whether both roots have equal bits for all bits of the leaves and every threshold that
    /// separates constants.
    fn same(&self) -> bool {
        let keys = self.parts.iter().filter_map(|part| match part {
            Part::Constant(key) => Some(*key),
            _ => None,
        });
        // A threshold at each constant, which this and greater constants reach, and one above
        // all.
        let thresholds: BTreeSet<i128> = keys.chain([i128::MAX]).collect();
        let blocks = 1usize << self.leaves.saturating_sub(6).min(ZERO_ONE_LEAVES);
        let work = self.parts.len() * blocks * thresholds.len();
        if self.leaves > ZERO_ONE_LEAVES || work > ZERO_ONE_OPERATIONS {
            return false;
        }
        let mut bits = vec![0; self.parts.len()];
        (0..blocks).all(|block| {
            thresholds.iter().all(|&threshold| {
                for (i, part) in self.parts.iter().enumerate() {
                    bits[i] = match *part {
                        Part::Leaf(leaf) if leaf < CASES.len() => CASES[leaf],
                        Part::Leaf(leaf) => 0u64.wrapping_sub((block >> (leaf - 6) & 1) as u64),
                        Part::Constant(key) => 0u64.wrapping_sub(u64::from(key >= threshold)),
                        Part::Minimum(x, y) => bits[x] & bits[y],
                        Part::Maximum(x, y) => bits[x] | bits[y],
                    };
                }
                bits[self.roots[0]] == bits[self.roots[1]]
            })
        })
    }
}

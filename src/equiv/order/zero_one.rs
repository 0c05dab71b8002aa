//! Minima of maxima of minima, by the 0-1 principle: two expressions of nothing
//! but minima and maxima are equal if they are where every value is one of two.
//!
//! Whether such an expression reaches a threshold follows from which of its
//! leaves do, *and* for minima and *or* for maxima, and a value is known by the
//! thresholds that it reaches. A median of nine bytes or a sorting network needs
//! 2⁹ cases so, where telling its inputs apart takes four bits of each.
//!
//! Invariant: the leaves may be any terms; equal for all bits of them proves that
//! the results are equal, for every input.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Op, TermId};

use super::MAX_WIDTH;
use super::values::Kind;

/// Leaves up to which all bits are tried.
const MAX_LEAVES: usize = 28;
/// Operations on 64 cases each beyond which a claim is left alone.
const MAX_WORK: usize = 1 << 28;
/// Bit `i` of every case number below 64, by `i`.
const CASES: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// What a term of an expression is.
enum Part {
    Leaf(usize),
    Constant(i128),
    Minimum(usize, usize),
    Maximum(usize, usize),
}

/// Whether both roots are the same minima of maxima.
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

/// Whether a term is the minimum of two others (or the maximum), and these.
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
    // a < b, where one of them may be a constant next to an arm: x < 6 is x <= 5.
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
        // Operands are older than their users.
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

    /// Whether both roots have the same bits for all bits of the leaves and every
    /// threshold between the constants.
    fn same(&self) -> bool {
        let keys = self.parts.iter().filter_map(|part| match part {
            Part::Constant(key) => Some(*key),
            _ => None,
        });
        // The constants from one of them on reach a threshold, or none does.
        let thresholds: BTreeSet<i128> = keys.chain([i128::MAX]).collect();
        let blocks = 1usize << self.leaves.saturating_sub(6).min(MAX_LEAVES);
        let work = self.parts.len() * blocks * thresholds.len();
        if self.leaves > MAX_LEAVES || work > MAX_WORK {
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

//! Shapes of claims, so that claims that are equal up to renaming of inputs are decided once.
//!
//! The key is the whole claim, serialised with terms numbered in depth-first order and symbols
//! in order of first occurrence. So equal keys *are* isomorphic claims; nothing depends on a
//! hash.

use rustc_hash::FxHashMap;
use term::{Arena, Op, SymbolId, TermId};

use super::claim::{Claim, Compare, symbol_type};

/// A claim without the identity of its inputs.
pub(super) struct Shape {
    /// The serialised claim.
    pub(super) key: Box<[u64]>,
    /// The symbols in order of first occurrence.
    pub(super) symbols: Vec<SymbolId>,
}

impl Shape {
    /// The shape of a claim; `None` when it has more than `max_terms` terms.
    pub(super) fn of(arena: &Arena, claim: &Claim, max_terms: usize) -> Option<Shape> {
        let mut walk = Walk {
            arena,
            key: vec![match claim.compare {
                Compare::Bits => 0,
                Compare::Float(format) => 1 + u64::from(format.code()),
            }],
            numbers: FxHashMap::default(),
            symbols: Vec::new(),
        };
        for root in claim.roots() {
            walk.visit(root, max_terms)?;
            let number = walk.numbers[&root];
            walk.key.push(u64::MAX);
            walk.key.push(u64::from(number));
        }
        Some(Shape {
            key: walk.key.into_boxed_slice(),
            symbols: walk.symbols,
        })
    }
}

struct Walk<'a> {
    arena: &'a Arena,
    key: Vec<u64>,
    numbers: FxHashMap<TermId, u32>,
    symbols: Vec<SymbolId>,
}

impl Walk<'_> {
    fn visit(&mut self, root: TermId, max_terms: usize) -> Option<()> {
        let mut stack = vec![(root, false)];
        while let Some((term, operands_done)) = stack.pop() {
            if self.numbers.contains_key(&term) {
                continue;
            }
            let children = self.arena.node(term).children();
            if operands_done || children.is_empty() {
                if self.numbers.len() >= max_terms {
                    return None;
                }
                self.write(term);
                let number = self.numbers.len() as u32;
                self.numbers.insert(term, number);
            } else {
                stack.push((term, true));
                stack.extend(children.iter().rev().map(|&child| (child, false)));
            }
        }
        Some(())
    }

    fn write(&mut self, term: TermId) {
        let node = self.arena.node(term);
        let spec = node.spec();
        let head =
            u64::from(spec.op as u8) | u64::from(spec.width) << 8 | u64::from(spec.attr) << 16;
        self.key.push(head);
        if let Some(value) = self.arena.constant_value(term) {
            self.key.extend([value as u64, (value >> 64) as u64]);
        } else if let Some(id) = self.arena.symbol_id(term) {
            let (format, signed) = symbol_type(self.arena, id);
            let undefined = self.arena.buffer(self.arena.symbol(id).buffer).undefined;
            let format = format.map_or(0, |f| 1 + u64::from(f.code()));
            let flags = u64::from(signed) | u64::from(undefined) << 1 | format << 2;
            self.key.push(flags);
            self.symbols.push(id);
        } else {
            debug_assert!(node.op() != Op::Const && node.op() != Op::Symbol);
            let numbers = node.children().iter().map(|c| u64::from(self.numbers[c]));
            self.key.extend(numbers);
            // A separator, since applications vary in the number of operands.
            self.key.push(u64::MAX - 1);
        }
    }
}

//! Narrow sums and products that repeat a wide one: a simplifier narrows `(u8)(x * 298 >> 8)`
//! to 16 bits where only these are used, though the wide product is needed elsewhere.

use rustc_hash::FxHashMap;

use crate::arena::Arena;
use crate::bits::signed;
use crate::cone::Cone;
use crate::node::TermId;
use crate::op::Op;

/// What determines a term modulo two to the power of its width.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    /// A constant, by its signed value.
    Constant(i128),
    /// A term that is extended; `true` as a signed number.
    Extended(TermId, bool),
    /// Any other term.
    Opaque(TermId),
    /// An operation whose low bits are determined by those of its operands, by their classes.
    Operation(Op, u32, u32),
    /// A shift to the left by a constant.
    Shifted(u32, u128),
}

/// What is known of the terms of a cone modulo powers of two.
pub(super) struct Congruence {
    /// For terms, the widest term of the cone whose low bits they are.
    pub(super) wider: FxHashMap<TermId, TermId>,
    /// The class of each term, by position in the cone: terms of a class are congruent modulo
    /// two to the power of the smaller width.
    pub(super) classes: Vec<u32>,
}

/// Finds the terms of a cone that are the low bits of others.
pub(super) fn congruent(arena: &Arena, cone: &Cone) -> Congruence {
    let mut known: FxHashMap<Key, u32> = FxHashMap::default();
    let mut classes: Vec<u32> = Vec::with_capacity(cone.len());
    // The widest operation of each class.
    let mut widest: Vec<Option<TermId>> = Vec::new();
    for &term in &cone.terms {
        let node = arena.node(term);
        let class = |i: usize| classes[cone.position(node.child(i)).unwrap_or_default()];
        let key = match node.op() {
            Op::Const => {
                let value = arena.constant_value(term).unwrap_or_default();
                Some(Key::Constant(signed(value, node.width())))
            }
            Op::ZExt => Some(Key::Extended(node.child(0), false)),
            Op::SExt => Some(Key::Extended(node.child(0), true)),
            Op::Concat if arena.constant_value(node.child(0)) == Some(0) => {
                Some(Key::Extended(node.child(1), false))
            }
            // The low bits of a term have its class.
            Op::Extract if node.spec().offset() == 0 => None,
            op @ (Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor) => {
                let (a, b) = (class(0), class(1));
                Some(Key::Operation(op, a.min(b), a.max(b)))
            }
            Op::Sub => Some(Key::Operation(Op::Sub, class(0), class(1))),
            Op::Shl => arena
                .constant_value(node.child(1))
                .filter(|distance| *distance < u128::from(node.width()))
                .map_or(Some(Key::Opaque(term)), |distance| {
                    Some(Key::Shifted(class(0), distance))
                }),
            _ => Some(Key::Opaque(term)),
        };
        let own = match key {
            None => class(0),
            Some(key) => {
                let is_operation = matches!(key, Key::Operation(..) | Key::Shifted(..));
                let own = *known.entry(key).or_insert_with(|| {
                    widest.push(None);
                    widest.len() as u32 - 1
                });
                let best = &mut widest[own as usize];
                if is_operation && best.is_none_or(|t| arena.width(t) < node.width()) {
                    *best = Some(term);
                }
                own
            }
        };
        classes.push(own);
    }
    let wider = cone
        .terms
        .iter()
        .zip(&classes)
        .filter_map(|(&term, class)| {
            let wide = widest[*class as usize]?;
            let is_extract = arena.op(term) == Op::Extract;
            let narrower = arena.width(term) > 1 && arena.width(term) < arena.width(wide);
            (narrower && !is_extract).then_some((term, wide))
        });
    Congruence {
        wider: wider.collect(),
        classes,
    }
}

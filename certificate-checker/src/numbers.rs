//! Terms that are equal up to properties that their readers ignore: the order of commutative
//! operands, the position that an extract reads from, which NaN a number is.

use rustc_hash::FxHashSet;
use term::{Arena, Format, Op, TermId};

/// Whether a term is another one in prepared form: with an extract moved into concatenations,
/// operands of a commutative operation reordered, and operands read as floats replaced by the
/// same numbers.
pub(crate) fn is_prepared(arena: &Arena, from: TermId, to: TermId) -> bool {
    if from == to {
        return true;
    }
    let (a, b) = (arena.node(from), arena.node(to));
    if a.op() == Op::Extract && b.op() == Op::Extract && a.width() == b.width() {
        return moved_inside(arena, from) == moved_inside(arena, to);
    }
    if a.spec() != b.spec() || a.children().len() != b.children().len() {
        return false;
    }
    let format = a.spec().operand_format();
    let same = |x: TermId, y: TermId| x == y || format.is_some_and(|f| same_number(arena, f, x, y));
    let (x, y) = (a.children(), b.children());
    let straight = x.iter().zip(y).all(|(&x, &y)| same(x, y));
    straight || a.op().is_commutative() && same(x[0], y[1]) && same(x[1], y[0])
}

/// The innermost operand of concatenations that contains all bits of an extract, and the offset
/// in it.
fn moved_inside(arena: &Arena, extract: TermId) -> (TermId, u8) {
    let node = arena.node(extract);
    let (mut term, mut offset) = (node.child(0), node.spec().offset());
    loop {
        let inner = arena.node(term);
        if inner.op() != Op::Concat {
            return (term, offset);
        }
        let low = arena.width(inner.child(1));
        if offset >= low {
            (term, offset) = (inner.child(0), offset - low);
        } else if u16::from(offset) + u16::from(node.width()) <= u16::from(low) {
            term = inner.child(1);
        } else {
            return (term, offset);
        }
    }
}

/// Whether two terms are the same number of a format, or both NaNs, because they differ only in
/// conversions of the format to itself below selects, negations and absolute values.
pub(crate) fn same_number(arena: &Arena, format: Format, a: TermId, b: TermId) -> bool {
    let mut open = vec![(a, b)];
    let mut seen = FxHashSet::default();
    while let Some((a, b)) = open.pop() {
        let (a, b) = (stripped(arena, format, a), stripped(arena, format, b));
        if a == b || !seen.insert((a, b)) {
            continue;
        }
        let (x, y) = (arena.node(a), arena.node(b));
        let same_arms = |t: TermId| {
            let node = arena.node(t);
            (node.op() == Op::Select).then(|| (node.child(1), node.child(2)))
        };
        // If both arms are the same number as the other term, the condition does not matter.
        if x.op() == Op::Select && y.op() != Op::Select {
            let (c, d) = same_arms(a).unwrap_or((a, a));
            open.extend([(c, b), (d, b)]);
            continue;
        }
        if y.op() == Op::Select && x.op() != Op::Select {
            let (c, d) = same_arms(b).unwrap_or((b, b));
            open.extend([(a, c), (a, d)]);
            continue;
        }
        if x.spec() != y.spec() {
            return false;
        }
        let masked = |mask: u128| {
            let same = x.child(1) == y.child(1);
            same && arena.constant_value(x.child(1)) == Some(mask)
        };
        match x.op() {
            Op::Select if x.child(0) == y.child(0) => {
                open.extend([(x.child(1), y.child(1)), (x.child(2), y.child(2))]);
            }
            Op::Xor if masked(format.sign_mask()) => open.push((x.child(0), y.child(0))),
            Op::And if masked(format.sign_mask() - 1) => open.push((x.child(0), y.child(0))),
            _ => return false,
        }
    }
    true
}

/// A term with outer conversions of the format to itself removed.
fn stripped(arena: &Arena, format: Format, mut term: TermId) -> TermId {
    loop {
        let node = arena.node(term);
        let spec = node.spec();
        let converts = spec.op == Op::FConvert && spec.source_format() == spec.format();
        if !converts || spec.format() != format {
            return term;
        }
        term = node.child(0);
    }
}

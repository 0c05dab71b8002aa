//! Preparation of requests without rules: constant folding, and extracts moved into
//! concatenations.

use term::{Op, Spec, TermId};

use crate::look::Look;
use crate::trace::Request;

/// The value of an operation on constants.
pub(super) fn fold(look: &mut impl Look, spec: Spec, args: &[TermId]) -> TermId {
    let (mut widths, mut values) = ([0; 3], [0; 3]);
    for (i, arg) in args.iter().enumerate() {
        widths[i] = look.width(*arg);
        values[i] = look.constant_value(*arg).unwrap_or_default();
    }
    let value = term::apply(spec, &widths[..args.len()], &values[..args.len()]);
    look.constant(spec.width, value)
}

/// The operands as numbers, where the operation reads floats.
pub(super) fn as_read(look: &mut impl Look, request: &Request) -> [TermId; 3] {
    let mut operands = request.args;
    if let Some(format) = request.spec.operand_format() {
        for operand in &mut operands[..request.args().len()] {
            *operand = look.as_number(format, *operand);
        }
    }
    operands
}

/// Moves an extract to the innermost operand of concatenations that contains all of its bits.
/// Vectors of bytes pass through wide lanes at every instruction, and rules would take one step
/// at a time.
pub(super) fn peel(look: &mut impl Look, request: &Request) -> Request {
    let (mut term, mut offset) = (request.args[0], request.spec.offset());
    let width = request.spec.width;
    loop {
        let node = look.node(term);
        if node.op() != Op::Concat {
            break;
        }
        let below = look.width(node.child(1));
        if offset >= below {
            (term, offset) = (node.child(0), offset - below);
        } else if offset + width <= below {
            term = node.child(1);
        } else {
            break;
        }
    }
    Request::new(Spec::extract(offset, width), &[term])
}

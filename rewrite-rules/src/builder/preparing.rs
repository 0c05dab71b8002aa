//! What is done to a request without any rule: constants folded, extracts taken
//! to what they cut.

use term::{Op, Spec, TermId};

use super::Builder;
use crate::trace::Request;

impl Builder {
    /// The value of an operation on constants.
    pub(super) fn fold(&mut self, spec: Spec, args: &[TermId]) -> TermId {
        let (mut widths, mut values) = ([0; 3], [0; 3]);
        for (i, arg) in args.iter().enumerate() {
            widths[i] = self.arena.width(*arg);
            values[i] = self.arena.constant_value(*arg).unwrap_or_default();
        }
        let value = term::apply(spec, &widths[..args.len()], &values[..args.len()]);
        self.arena.constant(spec.width, value)
    }

    /// An extract of the innermost operand of concatenations that holds all of
    /// its bits. Vectors of bytes pass through wide lanes at every instruction:
    /// one rule at a time is too slow for that.
    pub(super) fn peel(&self, request: &Request) -> Request {
        let (mut term, mut offset) = (request.args[0], request.spec.offset());
        let width = request.spec.width;
        loop {
            let node = self.arena.node(term);
            if node.op() != Op::Concat {
                break;
            }
            let below = self.arena.width(node.child(1));
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
}

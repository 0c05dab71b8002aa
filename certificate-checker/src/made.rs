//! Expressions that the checker expects a proof to have built.

use term::{Op, Spec, TermId};

/// An expression over terms.
#[derive(Clone)]
pub(crate) enum Made {
    Term(TermId),
    Const(u8, u128),
    Node(Spec, Vec<Made>),
}

impl Made {
    /// The negation of a condition.
    pub(crate) fn not(self) -> Made {
        node(Op::Xor, 1, &[&self, &Made::Const(1, 1)])
    }
}

/// An integer operation.
pub(crate) fn node(op: Op, width: u8, args: &[&Made]) -> Made {
    let args = args.iter().map(|&arg| arg.clone()).collect();
    Made::Node(Spec::int(op, width), args)
}

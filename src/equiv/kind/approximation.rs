//! Differences of approximation: one result uses an instruction with an approximate result, or
//! arithmetic in place of a library function that the other calls.

use rewrite_rules::Builder;
use term::{Format, FunctionId, Op, Rounding, Spec, TermId};

use super::ideals::idealise;
use super::operations::Operations;
use crate::equiv::claim::Obligation;
use crate::equiv::ladder::Ladder;
use crate::verdict::{Explanation, Kind};

/// Prefix of the names of approximate operations.
const APPROXIMATE: &str = "simdiff.approx.";

impl Ladder {
    /// Explains a difference by approximation if the sides call different functions and the
    /// results are close with exact operations in place of approximate ones.
    pub(super) fn approximation(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        sides: &[Operations; 2],
    ) -> Option<Explanation> {
        let [left, right] = sides;
        if left.call_alike(right) {
            return None;
        }
        let roots = idealise(builder, &[obligation.left, obligation.right], exact);
        let exact = Obligation {
            left: roots[0],
            right: roots[1],
            ..obligation.clone()
        };
        // An approximate operation without an exact counterpart here cannot be replaced for a
        // trial.
        let untried = |name: &str| name.starts_with(APPROXIMATE) && operation(name).is_none();
        let own = || left.own_functions(right).chain(right.own_functions(left));
        let near = own().any(untried)
            || self.agree(builder, obligation, [roots[0], roots[1]])
            || self.often_close(builder, &exact);
        near.then(|| Explanation {
            kind: Kind::Approximation,
            detail: calls(left, right),
        })
    }
}

/// Names the functions that only one side calls.
fn calls(left: &Operations, right: &Operations) -> Option<String> {
    let list = |side: &str, mine: &Operations, others: &Operations| {
        let names = mine
            .own_functions(others)
            .map(|name| name.trim_start_matches(APPROXIMATE));
        let names: Vec<&str> = names.collect();
        (!names.is_empty()).then(|| format!("only {side} uses {}", names.join(", ")))
    };
    let lists = [
        list("the reference", left, right),
        list("the port", right, left),
    ];
    let lists: Vec<String> = lists.into_iter().flatten().collect();
    (!lists.is_empty()).then(|| lists.join("; "))
}

/// An exact operation that some instruction approximates.
#[derive(Clone, Copy)]
enum Exact {
    Reciprocal,
    ReciprocalRoot,
    Quotient,
    Root,
}

fn operation(name: &str) -> Option<Exact> {
    let name = name.strip_prefix(APPROXIMATE)?;
    let name = name.strip_prefix("opencl.").unwrap_or(name);
    let name = name.strip_prefix("half_").unwrap_or(name);
    let stands_for = |word: &str| name.starts_with(word);
    if stands_for("rcp") || stands_for("recip") {
        Some(Exact::Reciprocal)
    } else if stands_for("rsqrt") {
        Some(Exact::ReciprocalRoot)
    } else if stands_for("divide") {
        Some(Exact::Quotient)
    } else if stands_for("sqrt") {
        Some(Exact::Root)
    } else {
        None
    }
}

/// The exact operation that replaces an approximate one.
fn exact(builder: &mut Builder, spec: Spec, args: &[TermId]) -> Option<TermId> {
    if spec.op != Op::Apply {
        return None;
    }
    let exact = operation(builder.arena().function_name(FunctionId(spec.attr)))?;
    let format = match spec.width {
        16 => Format::Half,
        32 => Format::Single,
        64 => Format::Double,
        _ => return None,
    };
    let float = |op| Spec::float(op, format, Rounding::NearestEven);
    let one = builder.constant(spec.width, format.one());
    let alike = args.iter().all(|&arg| builder.width(arg) == spec.width);
    match (exact, args) {
        _ if !alike => None,
        (Exact::Reciprocal, [x]) => Some(builder.build(float(Op::FDiv), &[one, *x])),
        (Exact::ReciprocalRoot, [x]) => {
            let root = builder.build(float(Op::FSqrt), &[*x]);
            Some(builder.build(float(Op::FDiv), &[one, root]))
        }
        (Exact::Quotient, [x, y]) => Some(builder.build(float(Op::FDiv), &[*x, *y])),
        (Exact::Root, [x]) => Some(builder.build(float(Op::FSqrt), &[*x])),
        _ => None,
    }
}

//! Extraction of the cheapest term of a class: products multiplied out, then as few operations
//! as possible.
//!
//! The order of costs makes the extracted terms a common form: terms that the rules make equal
//! lead to sums of products with positive coefficients, wherever the e-graph has one.

use egg::{CostFunction, EGraph, Extractor, Id, RecExpr};
use term::{Op, Spec};

use super::language::{Expr as Node, Folding, Head};

/// The cost of a term. Costs are compared by the first field that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    /// Products that could be multiplied out, coefficients with a sign, fused operations, and
    /// constants in first place.
    folded: u64,
    /// Operations and leaves that are not constants.
    size: u64,
    /// Whether the term is a sum, possibly negated or an arm of a select.
    is_sum: bool,
    /// The value, if the term is a constant.
    constant: Option<u128>,
}

struct Expanded;

impl CostFunction<Node> for Expanded {
    type Cost = Cost;

    fn cost<C: FnMut(Id) -> Cost>(&mut self, enode: &Node, mut costs: C) -> Cost {
        let operands: Vec<Cost> = egg::Language::children(enode)
            .iter()
            .map(|child| costs(*child))
            .collect();
        let total = |field: fn(&Cost) -> u64| {
            let fields = operands.iter().map(field);
            fields.fold(0, u64::saturating_add)
        };
        let constant = match enode.head {
            Head::Const(_, value) => Some(value),
            _ => None,
        };
        let spec = enode.spec();
        let own = spec.map_or(0, |spec| folded(spec, &operands));
        Cost {
            folded: total(|cost| cost.folded).saturating_add(own),
            size: total(|cost| cost.size).saturating_add(u64::from(constant.is_none())),
            is_sum: spec.is_some_and(|spec| is_sum(spec, &operands)),
            constant,
        }
    }
}

/// Whether an operation on these operands is a sum for a product that has it as a factor.
fn is_sum(spec: Spec, operands: &[Cost]) -> bool {
    match spec.op {
        Op::FAdd | Op::FSub => true,
        Op::Xor | Op::FConvert | Op::Select => operands.iter().any(|operand| operand.is_sum),
        _ => false,
    }
}

/// The cost of an operation by itself.
fn folded(spec: Spec, operands: &[Cost]) -> u64 {
    match spec.op {
        Op::FMul => {
            let sums = operands.iter().filter(|cost| cost.is_sum).count();
            let constants = operands.iter().filter_map(|cost| cost.constant);
            let signed = constants.filter(|value| value & spec.format().sign_mask() != 0);
            sums as u64 + signed.count() as u64
        }
        Op::Fma => 1,
        // A sign is looked for in the second operand.
        Op::Xor => u64::from(operands[0].constant.is_some()),
        _ => 0,
    }
}

/// The cheapest terms of some classes.
pub(super) fn cheapest<const N: usize>(
    egraph: &EGraph<Node, Folding>,
    classes: [Id; N],
) -> [RecExpr<Node>; N] {
    let extractor = Extractor::new(egraph, Expanded);
    classes.map(|class| extractor.find_best(class).1)
}

//! The operations that results are computed with.

use std::collections::BTreeSet;

use rewrite_rules::Builder;
use term::{Cone, FunctionId, Op, Outcomes, TermId};

/// The end of the names of functions that choose one of two zeros of unlike sign.
const OF_ZEROS: &str = " of zeros";

/// The operations in the cone of a result.
#[derive(Default)]
pub(super) struct Operations {
    pub(super) float: bool,
    /// Whether integers are added, subtracted or multiplied.
    pub(super) integer: bool,
    /// The functions that are called, approximate operations included.
    functions: BTreeSet<String>,
    pub(super) extremum: bool,
    pub(super) drops_bits: bool,
    /// Whether two non-constant factors are multiplied as integers.
    integer_product: bool,
    /// Whether two non-constant factors are multiplied as floats.
    float_product: bool,
}

impl Operations {
    /// Whether non-constant factors are multiplied as integers; `None` unless exactly one of
    /// integer and float products occurs.
    pub(super) fn integer_products(&self) -> Option<bool> {
        (self.integer_product != self.float_product).then_some(self.integer_product)
    }

    /// Whether both call the same functions.
    pub(super) fn call_alike(&self, other: &Operations) -> bool {
        self.functions == other.functions
    }

    /// The functions that only this result calls.
    pub(super) fn own_functions<'a>(
        &'a self,
        other: &'a Operations,
    ) -> impl Iterator<Item = &'a str> {
        self.functions
            .difference(&other.functions)
            .map(String::as_str)
    }

    pub(super) fn of(builder: &Builder, root: TermId) -> Operations {
        let arena = builder.arena();
        let mut seen = Operations::default();
        let varies = |node: &term::Node| {
            let mut factors = node.children().iter();
            factors.all(|&factor| arena.constant_value(factor).is_none())
        };
        for &term in &Cone::of(arena, &[root]).terms {
            let node = arena.node(term);
            match node.op() {
                Op::Apply => {
                    let name = arena.function_name(FunctionId(node.spec().attr));
                    if name.ends_with(OF_ZEROS) {
                        seen.extremum = true;
                    } else if !term::is_operands(name) {
                        seen.functions.insert(name.to_owned());
                    }
                }
                Op::Select => {
                    let condition = arena.node(node.child(0));
                    let orders = Outcomes::LT.union(Outcomes::GT);
                    let compares = |&arm: &TermId| condition.children().contains(&arm);
                    seen.extremum |= condition.op() == Op::FCmp
                        && condition.spec().outcomes().intersect(orders) != Outcomes::NONE
                        && node.children()[1..].iter().all(compares);
                }
                Op::LShr | Op::AShr | Op::UDiv | Op::SDiv => seen.drops_bits = true,
                Op::Add | Op::Sub => seen.integer = true,
                // A single extracted bit is a test.
                Op::Extract if node.spec().offset() > 0 && node.width() > 1 => {
                    seen.drops_bits = true;
                }
                Op::Mul => {
                    seen.integer = true;
                    seen.integer_product |= varies(node);
                }
                Op::FMul => seen.float_product |= varies(node),
                Op::FToSi | Op::FToUi => seen.drops_bits = true,
                _ => {}
            }
            seen.float |= node.op().is_float();
        }
        seen
    }
}

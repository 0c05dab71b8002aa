//! Results that depend on where the greatest or the least values are.
//!
//! Every input of a class is the extreme value of its class, another value or a NaN, and single
//! bits are 0 or 1. All terms are evaluated at once for all combinations, as trees that branch by
//! input and by bit.
//!
//! Invariant: for every input, the tree of a term leads to the value of the term, or to none if
//! it does not follow from which inputs are extreme.

use rewrite_rules::Assumptions;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use term::{Arena, Cone, Format, Node, Op, Outcomes, TermId};

use super::trees::{Tree, Trees};
use crate::claim::Claim;
use crate::fault::{Checked, malformed, rejected, require};

/// Values that are compared with one another, of which the extreme ones are told apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extremes<T> {
    /// The order of the comparison: `unsigned`, `signed`, or the name of a float format.
    pub order: String,
    /// Whether the least values are the extreme ones.
    pub least: bool,
    /// The values that are not chosen from others.
    pub inputs: Vec<T>,
}

impl<T> Extremes<T> {
    /// The class with other names for its inputs.
    pub(super) fn renamed<U, E>(
        &self,
        rename: &mut dyn FnMut(&T) -> Result<U, E>,
    ) -> Result<Extremes<U>, E> {
        Ok(Extremes {
            order: self.order.clone(),
            least: self.least,
            inputs: self.inputs.iter().map(rename).collect::<Result<_, E>>()?,
        })
    }
}

/// The state of an input.
const ORDINARY: u128 = 0;
const EXTREME: u128 = 1;
const NAN: u128 = 2;

#[derive(Clone, Copy, PartialEq)]
enum Order {
    Unsigned,
    Signed,
    Float(Format),
}

/// Values that are compared with one another.
struct Class<'a> {
    order: Order,
    least: bool,
    inputs: &'a [TermId],
    /// Whether inputs of the program that are declared as floats are no NaNs.
    numbers: bool,
}

impl<'a> Class<'a> {
    fn new(
        arena: &Arena,
        assumptions: Assumptions,
        extremes: &'a Extremes<TermId>,
    ) -> Checked<Class<'a>> {
        let inputs = &extremes.inputs;
        let Some(&first) = inputs.first() else {
            return malformed("a class without inputs");
        };
        let width = arena.width(first);
        let order = match (extremes.order.as_str(), Format::from_name(&extremes.order)) {
            ("unsigned", _) => Order::Unsigned,
            ("signed", _) => Order::Signed,
            (_, Some(format)) if format.width() == width && format != Format::X87 => {
                Order::Float(format)
            }
            _ => return malformed("an unknown order"),
        };
        let alike = inputs.iter().all(|input| arena.width(*input) == width);
        require(alike && width > 1, || "values of several widths".into())?;
        Ok(Class {
            order,
            least: extremes.least,
            inputs,
            numbers: assumptions.exclude_nans(),
        })
    }

    fn may_be_nan(&self, arena: &Arena, input: TermId) -> bool {
        let Order::Float(format) = self.order else {
            return false;
        };
        if let Some(value) = arena.constant_value(input) {
            return format.is_nan(value);
        }
        let declared = arena
            .symbol_id(input)
            .and_then(|id| arena.buffer(arena.symbol(id).buffer).format);
        !self.numbers || declared != Some(format)
    }

    /// Whether an operation compares values of this order, and the outcomes for which it holds.
    fn outcomes(&self, node: &Node) -> Option<Outcomes> {
        match (node.op(), self.order) {
            (Op::Ult, Order::Unsigned) | (Op::Slt, Order::Signed) => Some(Outcomes::LT),
            (Op::Eq, Order::Unsigned | Order::Signed) => Some(Outcomes::EQ),
            (Op::FCmp, Order::Float(format)) if node.spec().format() == format => {
                Some(node.spec().outcomes())
            }
            _ => None,
        }
    }

    /// The outcome of the comparison of two states; `None` for two ordinary values.
    fn relation(&self, x: u128, y: u128) -> Option<Outcomes> {
        if x == NAN || y == NAN {
            return Some(Outcomes::UNO);
        }
        match (x == EXTREME, y == EXTREME) {
            (true, true) => Some(Outcomes::EQ),
            (false, false) => None,
            // The first is below the second.
            (first, _) if first == self.least => Some(Outcomes::LT),
            _ => Some(Outcomes::GT),
        }
    }
}

/// Checks that both results are the same wherever the conditions hold.
pub(super) fn same(
    arena: &Arena,
    now: &Claim,
    assumptions: Assumptions,
    classes: &[Extremes<TermId>],
    bits: &[TermId],
) -> Checked {
    let classes = classes
        .iter()
        .map(|class| Class::new(arena, assumptions, class))
        .collect::<Checked<Vec<Class>>>()?;
    let mut trees = Trees::default();
    let mut ranks: Vec<FxHashMap<TermId, Tree>> = Vec::new();
    let mut number = 0;
    // Some input of a class is extreme, unless all are NaNs.
    let mut possible = trees.leaf(Some(1));
    for class in &classes {
        let mut own = FxHashMap::default();
        let mut found = trees.leaf(Some(NAN));
        for &input in class.inputs {
            let [ordinary, extreme, nan] =
                [ORDINARY, EXTREME, NAN].map(|state| trees.leaf(Some(state)));
            let nan = class.may_be_nan(arena, input).then_some(nan);
            let state = trees.split(number, [ordinary, extreme, nan.unwrap_or(ordinary)]);
            number += 1;
            found = trees.map(
                &[found, state],
                &mut |values| match (values[0]?, values[1]?) {
                    (EXTREME, _) | (_, EXTREME) => Some(EXTREME),
                    (NAN, NAN) => Some(NAN),
                    _ => Some(ORDINARY),
                },
            );
            require(own.insert(input, state).is_none(), || {
                "an input is listed twice".into()
            })?;
        }
        possible = trees.map(&[possible, found], &mut |values| {
            Some(u128::from(
                values[0] == Some(1) && values[1] != Some(ORDINARY),
            ))
        });
        ranks.push(own);
    }
    let mut of_bits: FxHashMap<TermId, Tree> = FxHashMap::default();
    for &bit in bits {
        require(arena.width(bit) == 1, || "a bit is wider".into())?;
        let [zero, one] = [0, 1].map(|value| trees.leaf(Some(value)));
        of_bits.insert(bit, trees.split(number, [zero, one, zero]));
        number += 1;
    }
    let mut values: FxHashMap<TermId, Tree> = FxHashMap::default();
    for &term in &Cone::of(arena, &now.roots()).terms {
        let node = arena.node(term);
        let value = match (arena.constant_value(term), of_bits.get(&term)) {
            (Some(value), _) => trees.leaf(Some(value)),
            (None, Some(bit)) => *bit,
            (None, None) => evaluated(arena, &mut trees, (&classes, &ranks), &values, node),
        };
        if node.op() == Op::Select {
            let condition = values[&node.child(0)];
            for own in &mut ranks {
                let arms = [1, 2].map(|arm| own.get(&node.child(arm)).copied());
                if let [Some(x), Some(y)] = arms
                    && !own.contains_key(&term)
                {
                    own.insert(term, trees.map(&[condition, x, y], &mut choice));
                }
            }
        }
        values.insert(term, value);
        trees.in_bounds()?;
    }
    for condition in &now.given {
        possible = trees.map(&[possible, values[condition]], &mut |values| {
            Some(u128::from(values[0] == Some(1) && values[1] != Some(0)))
        });
    }
    let results = [possible, values[&now.left], values[&now.right]];
    let mut shown = trees.map(&results, &mut |values| {
        let equal = values[1].is_some() && values[1] == values[2];
        Some(u128::from(values[0] == Some(0) || equal))
    });
    // Two extreme integers are the same one.
    for (class, own) in classes.iter().zip(&ranks) {
        let ranks = [now.left, now.right].map(|root| own.get(&root).copied());
        if let ([Some(x), Some(y)], Order::Unsigned | Order::Signed) = (ranks, class.order) {
            shown = trees.map(&[shown, x, y], &mut |values| {
                let both = values[1] == Some(EXTREME) && values[2] == Some(EXTREME);
                Some(u128::from(values[0] == Some(1) || both))
            });
        }
    }
    trees.in_bounds()?;
    match trees.value(shown) {
        Some(Some(1)) => Ok(()),
        _ => rejected("the results do not follow from where the extreme values are"),
    }
}

/// The tree of an operation.
fn evaluated(
    arena: &Arena,
    trees: &mut Trees,
    (classes, ranks): (&[Class], &[FxHashMap<TermId, Tree>]),
    values: &FxHashMap<TermId, Tree>,
    node: &Node,
) -> Tree {
    let operands: Vec<Tree> = node.children().iter().map(|t| values[t]).collect();
    let widths: Vec<u8> = node.children().iter().map(|&t| arena.width(t)).collect();
    let spec = node.spec();
    let ones = u128::MAX >> (128 - u32::from(spec.width));
    let mut value = match node.op() {
        Op::Symbol | Op::Apply => return trees.leaf(None),
        Op::Select => return trees.map(&operands, &mut choice),
        Op::And | Op::Or => {
            let strong = if node.op() == Op::And { 0 } else { ones };
            trees.map(&operands, &mut |values| {
                if values.contains(&Some(strong)) {
                    return Some(strong);
                }
                Some(term::apply(spec, &widths, &[values[0]?, values[1]?]))
            })
        }
        _ => trees.map(&operands, &mut |values| {
            let all: Option<Vec<u128>> = values.iter().copied().collect();
            Some(term::apply(spec, &widths, &all?))
        }),
    };
    for (class, own) in classes.iter().zip(ranks) {
        let Some(outcomes) = class.outcomes(node) else {
            continue;
        };
        let [Some(&x), Some(&y)] = [0, 1].map(|i| own.get(&node.child(i))) else {
            continue;
        };
        let order = [Outcomes::LT, Outcomes::EQ, Outcomes::GT];
        value = trees.map(&[value, x, y], &mut |values| {
            if values[0].is_some() {
                return values[0];
            }
            let all = match class.relation(values[1]?, values[2]?) {
                Some(outcome) => outcomes.contains(outcome),
                None if order.iter().all(|o| outcomes.contains(*o)) => true,
                None if !order.iter().any(|o| outcomes.contains(*o)) => false,
                None => return None,
            };
            Some(u128::from(all))
        });
    }
    value
}

/// The value of a select.
fn choice(values: &[Option<u128>]) -> Option<u128> {
    match values[0] {
        Some(1) => values[1],
        Some(_) => values[2],
        None => values[1].filter(|_| values[1] == values[2]),
    }
}

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
use term::{Arena, Cone, Format, Node, Op, Outcomes, TermId};

use crate::claim::Claim;
use crate::fault::{Checked, malformed, not_checked, rejected, require};
use crate::format;
use crate::terms::Terms;

/// Greatest number of branches that are made.
const MOST: usize = 2_000_000;

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
pub(crate) struct Class {
    order: Order,
    least: bool,
    inputs: Vec<TermId>,
    /// Whether inputs of the program that are declared as floats are no NaNs.
    numbers: bool,
}

impl Class {
    pub(crate) fn new(
        terms: &Terms,
        assumptions: Assumptions,
        line: &format::Extremes,
    ) -> Checked<Class> {
        let inputs = terms.all(&line.inputs)?;
        let Some(&first) = inputs.first() else {
            return malformed("a class without inputs");
        };
        let width = terms.arena.width(first);
        let order = match (line.order.as_str(), Format::from_name(&line.order)) {
            ("unsigned", _) => Order::Unsigned,
            ("signed", _) => Order::Signed,
            (_, Some(format)) if format.width() == width && format != Format::X87 => {
                Order::Float(format)
            }
            _ => return malformed("an unknown order"),
        };
        let alike = inputs
            .iter()
            .all(|input| terms.arena.width(*input) == width);
        require(alike && width > 1, || "values of several widths".into())?;
        Ok(Class {
            order,
            least: line.least,
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
pub(crate) fn same(arena: &Arena, now: &Claim, classes: &[Class], bits: &[TermId]) -> Checked {
    let mut trees = Trees::default();
    let mut ranks: Vec<FxHashMap<TermId, Tree>> = Vec::new();
    let mut number = 0;
    // Some input of a class is extreme, unless all are NaNs.
    let mut possible = trees.leaf(Some(1));
    for class in classes {
        let mut own = FxHashMap::default();
        let mut found = trees.leaf(Some(NAN));
        for &input in &class.inputs {
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
            (None, None) => evaluated(arena, &mut trees, (classes, &ranks), &values, node),
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

/// The number of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Tree(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Branch {
    End(Option<u128>),
    /// The input, and the trees for each of its states.
    On(u32, [Tree; 3]),
}

/// Trees with shared parts. Inputs are met in ascending order.
#[derive(Default)]
struct Trees {
    branches: Vec<Branch>,
    numbers: FxHashMap<Branch, Tree>,
}

impl Trees {
    /// Fails if there are too many branches; trees made from there on are wrong.
    fn in_bounds(&self) -> Checked {
        match self.branches.len() > MOST {
            true => not_checked("too many sets of extreme values"),
            false => Ok(()),
        }
    }

    fn leaf(&mut self, value: Option<u128>) -> Tree {
        self.tree(Branch::End(value))
    }

    fn split(&mut self, input: u32, states: [Tree; 3]) -> Tree {
        let same = states.iter().all(|state| *state == states[0]);
        match same {
            true => states[0],
            false => self.tree(Branch::On(input, states)),
        }
    }

    fn tree(&mut self, branch: Branch) -> Tree {
        let next = Tree(self.branches.len() as u32);
        let tree = *self.numbers.entry(branch).or_insert(next);
        if tree == next {
            self.branches.push(branch);
        }
        tree
    }

    /// The value of a tree without branches.
    fn value(&self, tree: Tree) -> Option<Option<u128>> {
        match self.branches[tree.0 as usize] {
            Branch::End(value) => Some(value),
            Branch::On(..) => None,
        }
    }

    /// The tree of a function of the values of trees.
    fn map(
        &mut self,
        trees: &[Tree],
        function: &mut dyn FnMut(&[Option<u128>]) -> Option<u128>,
    ) -> Tree {
        self.mapped(trees, function, &mut FxHashMap::default())
    }

    fn mapped(
        &mut self,
        trees: &[Tree],
        function: &mut dyn FnMut(&[Option<u128>]) -> Option<u128>,
        known: &mut FxHashMap<Vec<Tree>, Tree>,
    ) -> Tree {
        let values: Option<Vec<Option<u128>>> = trees.iter().map(|t| self.value(*t)).collect();
        if let Some(values) = values {
            return self.leaf(function(&values));
        }
        if let Some(&tree) = known.get(trees) {
            return tree;
        }
        if self.in_bounds().is_err() {
            return trees[0];
        }
        let branch = |tree: &Tree| match self.branches[tree.0 as usize] {
            Branch::On(input, states) => Some((input, states)),
            Branch::End(_) => None,
        };
        let branches: Vec<_> = trees.iter().map(branch).collect();
        let first = branches.iter().flatten().map(|(input, _)| *input).min();
        let first = first.unwrap_or_default();
        let states = [0, 1, 2].map(|state| {
            let part = |(tree, branch): (&Tree, &Option<(u32, [Tree; 3])>)| match branch {
                Some((input, states)) if *input == first => states[state],
                _ => *tree,
            };
            let parts: Vec<Tree> = trees.iter().zip(&branches).map(part).collect();
            self.mapped(&parts, function, known)
        });
        let tree = self.split(first, states);
        known.insert(trees.to_vec(), tree);
        tree
    }
}

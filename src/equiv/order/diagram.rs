//! Decision diagrams: functions of Boolean variables with partially known values.
//!
//! Invariant: equal functions have equal numbers. On every path variables are in ascending
//! order.

use rustc_hash::FxHashMap;

use crate::budgets::proof::{DIAGRAM_NODES, DIAGRAM_STEPS};
use crate::budgets::waiting::CLOCK_MASK;
use crate::deadline::Deadline;

/// A value; `None` if it is unknown.
pub(super) type Value = Option<u128>;

/// The number of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Function(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Leaf(Value),
    /// The value where the variable is 0, and where it is 1.
    Branch(u32, [Function; 2]),
}

/// All functions made so far.
#[derive(Clone, Default)]
pub(super) struct Diagrams {
    nodes: Vec<Node>,
    numbers: FxHashMap<Node, Function>,
    steps: usize,
    deadline: Deadline,
    /// The number of the point at which alone functions are evaluated.
    point: Option<u32>,
}

impl Diagrams {
    /// No functions; there is no room for any once the deadline has expired.
    pub(super) fn until(deadline: &Deadline) -> Diagrams {
        Diagrams {
            deadline: deadline.clone(),
            ..Diagrams::default()
        }
    }

    /// Functions at one point, where variables have random values: each is the leaf with its
    /// value there.
    pub(super) fn at_point(&self, number: u32) -> Diagrams {
        Diagrams {
            point: Some(number),
            ..Diagrams::until(&self.deadline)
        }
    }

    /// The number of the point, if functions are evaluated at one only.
    pub(super) fn point(&self) -> Option<u32> {
        self.point
    }

    /// Whether there is no room for further functions: those made from here on are wrong.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() > DIAGRAM_NODES || self.steps > DIAGRAM_STEPS
    }

    /// A value that depends on no variable.
    pub(super) fn leaf(&mut self, value: Value) -> Function {
        self.number(Node::Leaf(value))
    }

    /// The function that is the first where the variable is 0, and the second where it is 1;
    /// both depend on greater variables only.
    pub(super) fn branch(&mut self, variable: u32, ways: [Function; 2]) -> Function {
        if let Some(number) = self.point {
            let seed = u64::from(number) << u32::BITS | u64::from(variable);
            return ways[usize::from(fastrand::Rng::with_seed(seed).bool())];
        }
        match ways[0] == ways[1] {
            true => ways[0],
            false => self.number(Node::Branch(variable, ways)),
        }
    }

    /// The value of a function that depends on no variable.
    pub(super) fn constant(&self, function: Function) -> Option<Value> {
        match self.nodes[function.0 as usize] {
            Node::Leaf(value) => Some(value),
            Node::Branch(..) => None,
        }
    }

    /// The function that combines the values of others. `strict` says that its value is unknown
    /// where that of an operand is.
    pub(super) fn combine<const N: usize>(
        &mut self,
        operands: [Function; N],
        strict: bool,
        of: &dyn Fn([Value; N]) -> Value,
    ) -> Function {
        self.combined(operands, strict, of, &mut FxHashMap::default())
    }

    fn combined<const N: usize>(
        &mut self,
        operands: [Function; N],
        strict: bool,
        of: &dyn Fn([Value; N]) -> Value,
        known: &mut FxHashMap<[Function; N], Function>,
    ) -> Function {
        let values = operands.map(|function| self.constant(function));
        if strict && values.contains(&Some(None)) {
            return self.leaf(None);
        }
        if values.iter().all(Option::is_some) {
            return self.leaf(of(values.map(Option::flatten)));
        }
        if let Some(&known) = known.get(&operands) {
            return known;
        }
        if self.is_full() {
            return operands[0];
        }
        self.steps += 1;
        if self.steps as u64 & CLOCK_MASK == 0 && self.deadline.expired().is_some() {
            self.steps = DIAGRAM_STEPS + 1;
        }
        let nodes = operands.map(|function| self.nodes[function.0 as usize]);
        let variables = nodes.iter().filter_map(|node| match node {
            Node::Branch(variable, _) => Some(*variable),
            Node::Leaf(_) => None,
        });
        let first = variables.min().unwrap_or_default();
        let ways = [0, 1].map(|way| {
            let mut cofactors = operands;
            for (cofactor, node) in cofactors.iter_mut().zip(&nodes) {
                if let Node::Branch(variable, ways) = node
                    && *variable == first
                {
                    *cofactor = ways[way];
                }
            }
            self.combined(cofactors, strict, of, known)
        });
        let function = self.branch(first, ways);
        known.insert(operands, function);
        function
    }

    fn number(&mut self, node: Node) -> Function {
        let next = Function(self.nodes.len() as u32);
        let number = *self.numbers.entry(node).or_insert(next);
        if number == next {
            self.nodes.push(node);
        }
        number
    }
}

//! Satisfying assignments.

use rustc_hash::FxHashMap;
use term::{Arena, Assignment, Cone, Evaluator, SymbolId, TermId};

/// Values of symbols and, where the query applies uninterpreted functions, of those functions at
/// some points. Symbols without a value are zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The bits of each symbol in the query.
    pub values: FxHashMap<SymbolId, u128>,
    /// Values chosen for uninterpreted functions, by name and arguments.
    pub functions: FxHashMap<(String, Vec<u128>), u128>,
}

struct Native;

impl Assignment for Native {
    fn symbol(&self, _: SymbolId) -> u128 {
        0
    }
}

impl Assignment for Model {
    fn symbol(&self, id: SymbolId) -> u128 {
        self.values.get(&id).copied().unwrap_or(0)
    }
    fn function(&self, name: &str, width: u8, args: &[u128]) -> u128 {
        let point = (name.to_owned(), args.to_vec());
        match self.functions.get(&point) {
            Some(&value) => value,
            None => Native.function(name, width, args),
        }
    }
}

impl Model {
    /// The assignment of values to symbols, position by position.
    pub fn new(symbols: &[SymbolId], values: &[u128]) -> Model {
        Model {
            values: symbols
                .iter()
                .copied()
                .zip(values.iter().copied())
                .collect(),
            functions: FxHashMap::default(),
        }
    }

    /// Whether every term of `goal` is true under the model, by exact evaluation.
    pub fn satisfies(&self, arena: &Arena, cone: &Cone, goal: &[TermId]) -> bool {
        let mut evaluator = Evaluator::new(arena, cone);
        evaluator.run(self);
        goal.iter().all(|&term| evaluator.value(term) == 1)
    }

    /// Adds the values of a model over other symbols and functions.
    pub fn merge(&mut self, other: Model) {
        self.values.extend(other.values);
        self.functions.extend(other.functions);
    }
}

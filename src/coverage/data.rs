//! Sizes as data: results that are computed from the value of a size.
//!
//! `table[n & 255]`, `sum / n` and `1 << (n & 31)` give another value at each size, and no
//! branch distinguishes the sizes. The analysis follows a size forwards, through arithmetic,
//! calls and memory, to values that are stored, returned, or loaded at an address computed
//! from it. Conditions are left out because they are arms of their own, addresses in buffers
//! because they follow the loops, and sizes that are stored or returned unchanged.

use rustc_hash::{FxHashMap, FxHashSet};
use term::Op;

use super::graph::Graph;
use super::guard::Parameter;
use super::memory_flow::{Place, Pointers};
use crate::budgets::coverage::DIVISOR;
use crate::program::{
    Call, Callee, Cast, Constant, FunctionId, Instruction, Kind, Operand, Register, edges, operands,
};

/// How a version uses sizes as data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SizeData {
    /// Whether a result is computed from a size.
    pub counts: bool,
    /// Whether conditions on sizes meet in arithmetic, perhaps with the state that a loop leaves.
    pub meets: bool,
    /// The size in bytes of the largest global table that is indexed by a size; 0 for none.
    pub table: u64,
    /// The constants, 2 to 4096, by which values derived from sizes are divided.
    pub divisors: Vec<u64>,
}

impl SizeData {
    /// Merges the uses of sizes by two versions.
    pub fn or(mut self, other: SizeData) -> SizeData {
        self.counts |= other.counts;
        self.meets |= other.meets;
        self.table = self.table.max(other.table);
        self.divisors.extend(other.divisors);
        self.divisors.sort_unstable();
        self.divisors.dedup();
        self
    }
}

impl Graph<'_> {
    /// Finds how the sizes among a version's parameters are used as data.
    pub fn size_data(&self, parameters: &[Parameter]) -> SizeData {
        let sizes = parameters.iter().enumerate();
        let sizes = sizes.filter(|(_, parameter)| matches!(parameter, Parameter::Size(_)));
        let mut flow = Flow {
            graph: self,
            made: sizes
                .map(|(at, _)| ((self.root, Register(at as u32)), Made::Unchanged))
                .collect(),
            returned: FxHashMap::default(),
            places: FxHashSet::default(),
            pointers: Pointers::of(self),
            stored: FxHashMap::default(),
            found: SizeData::default(),
        };
        loop {
            let before = (
                flow.made.clone(),
                flow.returned.clone(),
                flow.stored.clone(),
            );
            for &id in self.known() {
                for instruction in &self.function(id).code {
                    flow.follow(id, instruction);
                }
            }
            if before
                == (
                    flow.made.clone(),
                    flow.returned.clone(),
                    flow.stored.clone(),
                )
            {
                return flow.found;
            }
        }
    }
}

/// How a value derives from sizes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Made {
    /// The value is a size.
    Unchanged,
    /// The value is computed from sizes.
    Computed,
}

struct Flow<'g, 'p> {
    graph: &'g Graph<'p>,
    /// Registers whose values come from sizes.
    made: FxHashMap<(FunctionId, Register), Made>,
    /// Functions that return a value derived from sizes.
    returned: FxHashMap<FunctionId, Made>,
    /// Addresses that are computed with an index derived from a size.
    places: FxHashSet<(FunctionId, Register)>,
    pointers: Pointers,
    /// Where values derived from sizes are stored, each as one value.
    stored: FxHashMap<Place, Made>,
    found: SizeData,
}

impl Flow<'_, '_> {
    /// How an operand derives from sizes; `None` if it does not.
    fn made(&self, id: FunctionId, operand: Operand) -> Option<Made> {
        let Operand::Register(register) = operand else {
            return None;
        };
        self.made.get(&(id, register)).copied()
    }

    fn holds(&self, id: FunctionId, operand: Operand) -> bool {
        self.made(id, operand).is_some()
    }

    fn is_computed(&self, id: FunctionId, operand: Operand) -> bool {
        self.made(id, operand) == Some(Made::Computed)
    }

    /// Records that a register derives from sizes.
    fn make(&mut self, at: (FunctionId, Register), made: Made) {
        let known = self.made.entry(at).or_insert(made);
        *known = made.max(*known);
    }

    fn constant(&self, operand: Operand) -> Option<u64> {
        let Operand::Constant(index) = operand else {
            return None;
        };
        match &self.graph.program.constants()[index as usize] {
            Constant::Scalar { value, .. } => u64::try_from((*value)?).ok(),
            _ => None,
        }
    }

    fn follow(&mut self, id: FunctionId, instruction: &Instruction) {
        for edge in edges(instruction) {
            for (register, operand) in &edge.moves {
                if let Some(made) = self.made(id, *operand) {
                    self.make((id, *register), made);
                }
            }
        }
        let makes = match &instruction.kind {
            Kind::Integer { op, args, .. } => {
                if self.holds(id, args[0]) {
                    self.divided(*op, args[1]);
                }
                args.iter().any(|arg| self.holds(id, *arg))
            }
            Kind::Select { args, .. } => args[1..].iter().any(|arg| self.holds(id, *arg)),
            Kind::Address { base, indices, .. } => {
                let picks = indices.iter().any(|index| self.holds(id, index.operand));
                if let (true, Some(register)) = (picks, instruction.result) {
                    self.places.insert((id, register));
                    let bytes = self.table(*base).unwrap_or(0);
                    self.found.table = self.found.table.max(bytes);
                }
                false
            }
            Kind::Load { address, .. } => {
                let place = |r: Register| self.places.contains(&(id, r));
                self.found.counts |= matches!(address, Operand::Register(r) if place(*r));
                if let (Some(made), Some(register)) =
                    (self.loaded(id, *address), instruction.result)
                {
                    self.make((id, register), made);
                }
                return;
            }
            Kind::Store { value, address, .. } => {
                self.found.counts |= self.is_computed(id, *value);
                self.store(id, *address, *value);
                false
            }
            Kind::Return(Some(value)) => {
                if let Some(made) = self.made(id, *value) {
                    self.found.counts |= id == self.graph.root && made == Made::Computed;
                    let known = self.returned.entry(id).or_insert(made);
                    *known = made.max(*known);
                }
                false
            }
            Kind::Call(call) => return self.call(id, call, instruction.result),
            Kind::Freeze { arg, .. }
            | Kind::Cast {
                cast: Cast::ZeroExtend | Cast::SignExtend,
                arg,
                ..
            } => {
                if let (Some(made), Some(register)) = (self.made(id, *arg), instruction.result) {
                    self.make((id, register), made);
                }
                return;
            }
            Kind::Float { .. }
            | Kind::Negate { .. }
            | Kind::Cast { .. }
            | Kind::Bitcast { .. }
            | Kind::ExtractElement { .. }
            | Kind::InsertElement { .. }
            | Kind::Shuffle { .. }
            | Kind::ExtractValue { .. }
            | Kind::InsertValue { .. } => {
                let mut used = operands(instruction).into_iter();
                used.any(|operand| self.holds(id, operand))
            }
            _ => false,
        };
        if let (true, Some(register)) = (makes, instruction.result) {
            self.make((id, register), Made::Computed);
        }
    }

    /// Records that a value is stored, if it derives from sizes.
    fn store(&mut self, id: FunctionId, address: Operand, value: Operand) {
        let Some(made) = self.made(id, value) else {
            return;
        };
        for place in self.pointers.places(self.graph, id, address) {
            let known = self.stored.entry(place).or_insert(made);
            *known = made.max(*known);
        }
    }

    /// How a value at an address derives from sizes.
    fn loaded(&self, id: FunctionId, address: Operand) -> Option<Made> {
        let places = self.pointers.places(self.graph, id, address);
        places
            .iter()
            .filter_map(|p| self.stored.get(p).copied())
            .max()
    }

    /// Records the constant divisor of a value that derives from sizes.
    fn divided(&mut self, op: Op, by: Operand) {
        let divisor = self.constant(by).and_then(|by| match op {
            Op::LShr | Op::AShr => 1u64.checked_shl(u32::try_from(by).ok()?),
            Op::UDiv | Op::SDiv => Some(by),
            _ => None,
        });
        let is_new = |by: &u64| (2..=DIVISOR).contains(by) && !self.found.divisors.contains(by);
        let divisor = divisor.filter(is_new);
        self.found.divisors.extend(divisor);
    }

    /// Passes derived arguments to a known callee, and its returned value to the call's
    /// result.
    fn call(&mut self, id: FunctionId, call: &Call, result: Option<Register>) {
        let mut given = None;
        for (index, argument) in call.arguments.iter().enumerate() {
            let Some(made) = self.made(id, *argument) else {
                continue;
            };
            match call.callee {
                Callee::Function(callee) if self.graph.knows(callee) => {
                    self.make((callee, Register(index as u32)), made);
                }
                _ => given = Some(Made::Computed),
            }
        }
        if let Callee::Function(callee) = call.callee {
            given = given.max(self.returned.get(&callee).copied());
        }
        if let (Some(made), Some(register)) = (given, result) {
            self.make((id, register), made);
        }
    }

    /// The size in bytes of the global variable that contains a constant address.
    fn table(&self, base: Operand) -> Option<u64> {
        let address = self.constant(base)?;
        let mut globals = self.graph.program.globals().iter();
        let table = globals.find(|g| (g.address..g.address + g.size).contains(&address))?;
        Some(table.size)
    }
}

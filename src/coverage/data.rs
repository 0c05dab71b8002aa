//! Sizes as data: numbers that results are made of, not only how many there are.
//!
//! `table[n & 255]`, `sum / n` and `1 << (n & 31)` give another value at each size, and no
//! branch tells one size from the next. What a size becomes is followed forwards, through
//! arithmetic and calls, to what is stored, returned, or picked by it; conditions are ways
//! of their own and addresses in buffers follow the loops, so neither counts, nor does a
//! size that is returned or stored as it is.

use rustc_hash::{FxHashMap, FxHashSet};
use term::Op;

use super::graph::Graph;
use super::guard::Parameter;
use super::uses::operands;
use crate::program::{
    Call, Callee, Cast, Constant, FunctionId, Instruction, Kind, Operand, Register, edges,
};

/// The largest divisor that leaves sizes to try.
const MOST_DIVISOR: u64 = 1 << 12;

/// What sizes become as data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SizeData {
    /// Results are made of a size.
    pub counts: bool,
    /// The bytes of the largest table among global variables that a size picks from, 0 for none.
    pub table: u64,
    /// Sizes are divided by these on the way.
    pub divisors: Vec<u64>,
}

impl SizeData {
    /// What either of two versions makes of sizes.
    pub fn or(mut self, other: SizeData) -> SizeData {
        self.counts |= other.counts;
        self.table = self.table.max(other.table);
        self.divisors.extend(other.divisors);
        self.divisors.sort_unstable();
        self.divisors.dedup();
        self
    }
}

impl Graph<'_> {
    /// What the sizes among a version's parameters become as data.
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
            found: SizeData::default(),
        };
        loop {
            let before = (flow.made.clone(), flow.returned.clone());
            for &id in self.known() {
                for instruction in &self.function(id).code {
                    flow.follow(id, instruction);
                }
            }
            if before == (flow.made.clone(), flow.returned.clone()) {
                return flow.found;
            }
        }
    }
}

/// How a value comes from sizes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Made {
    /// It is one.
    Unchanged,
    /// It is computed from some.
    Computed,
}

struct Flow<'g, 'p> {
    graph: &'g Graph<'p>,
    /// Registers whose values come from sizes.
    made: FxHashMap<(FunctionId, Register), Made>,
    /// Functions that return such a value.
    returned: FxHashMap<FunctionId, Made>,
    /// Addresses of elements that a size picks.
    places: FxHashSet<(FunctionId, Register)>,
    found: SizeData,
}

impl Flow<'_, '_> {
    /// How an operand comes from sizes, if it does.
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

    /// Notes that a register holds such a value.
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
                false
            }
            Kind::Store { value, .. } => {
                self.found.counts |= self.is_computed(id, *value);
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

    /// Notes by what a size is divided.
    fn divided(&mut self, op: Op, by: Operand) {
        let divisor = self.constant(by).and_then(|by| match op {
            Op::LShr | Op::AShr => 1u64.checked_shl(u32::try_from(by).ok()?),
            Op::UDiv | Op::SDiv => Some(by),
            _ => None,
        });
        let is_new =
            |by: &u64| (2..=MOST_DIVISOR).contains(by) && !self.found.divisors.contains(by);
        let divisor = divisor.filter(is_new);
        self.found.divisors.extend(divisor);
    }

    /// Follows sizes into a function that is called, and what it makes of them back.
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

    /// The bytes of the constant table that an address starts from.
    fn table(&self, base: Operand) -> Option<u64> {
        let address = self.constant(base)?;
        let mut globals = self.graph.program.globals().iter();
        let table = globals.find(|g| (g.address..g.address + g.size).contains(&address))?;
        Some(table.size)
    }
}

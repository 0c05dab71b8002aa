//! Sizes as data: numbers that results are made of, not only how many there are.
//!
//! `table[n & 255]`, `sum / n` and `1 << (n & 31)` give another value at each size, and no
//! branch tells one size from the next. What a size becomes is followed forwards, through
//! arithmetic and calls, to what is stored, returned, or picked by it; conditions are ways
//! of their own and addresses in buffers follow the loops, so neither counts.

use rustc_hash::FxHashSet;
use term::Op;

use super::graph::Graph;
use super::guard::Parameter;
use super::uses::operands;
use crate::program::{
    Call, Callee, Constant, FunctionId, Instruction, Kind, Operand, Register, edges,
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
                .map(|(at, _)| (self.root, Register(at as u32)))
                .collect(),
            returned: FxHashSet::default(),
            places: FxHashSet::default(),
            found: SizeData::default(),
        };
        loop {
            let before = (flow.made.len(), flow.returned.len());
            for &id in self.known() {
                for instruction in &self.function(id).code {
                    flow.follow(id, instruction);
                }
            }
            if before == (flow.made.len(), flow.returned.len()) {
                return flow.found;
            }
        }
    }
}

struct Flow<'g, 'p> {
    graph: &'g Graph<'p>,
    /// Registers whose values are made of sizes.
    made: FxHashSet<(FunctionId, Register)>,
    /// Functions that return such a value.
    returned: FxHashSet<FunctionId>,
    /// Addresses of elements that a size picks.
    places: FxHashSet<(FunctionId, Register)>,
    found: SizeData,
}

impl Flow<'_, '_> {
    fn holds(&self, id: FunctionId, operand: Operand) -> bool {
        matches!(operand, Operand::Register(register) if self.made.contains(&(id, register)))
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
                if self.holds(id, *operand) {
                    self.made.insert((id, *register));
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
                self.found.counts |= self.holds(id, *value);
                false
            }
            Kind::Return(Some(value)) => {
                if self.holds(id, *value) {
                    self.found.counts |= id == self.graph.root;
                    self.returned.insert(id);
                }
                false
            }
            Kind::Call(call) => self.call(id, call),
            Kind::Float { .. }
            | Kind::Negate { .. }
            | Kind::Cast { .. }
            | Kind::Bitcast { .. }
            | Kind::Freeze { .. }
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
            self.made.insert((id, register));
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

    /// Whether a call gives something that is made of a size.
    fn call(&mut self, id: FunctionId, call: &Call) -> bool {
        let mut some = false;
        for (index, argument) in call.arguments.iter().enumerate() {
            if !self.holds(id, *argument) {
                continue;
            }
            match call.callee {
                Callee::Function(callee) if self.graph.knows(callee) => {
                    self.made.insert((callee, Register(index as u32)));
                }
                _ => some = true,
            }
        }
        some || matches!(call.callee, Callee::Function(callee) if self.returned.contains(&callee))
    }

    /// The bytes of the constant table that an address starts from.
    fn table(&self, base: Operand) -> Option<u64> {
        let address = self.constant(base)?;
        let mut globals = self.graph.program.globals().iter();
        let table = globals.find(|g| (g.address..g.address + g.size).contains(&address))?;
        Some(table.size)
    }
}

//! Access to the registers of the running function, and control flow within it.

use rewrite_rules::Builder;
use term::TermId;

use super::executor::Executor;
use super::origin::Cause;
use super::pause::Pause;
use super::reached::Marks;
use super::slot::Slot;
use super::value::{Lane, Value};
use crate::budgets::execution::UNDEFINED_TERMS;
use crate::program::{Edge, FunctionId, Operand, Register};

impl<'p> Executor<'_, 'p> {
    /// Returns the term builder.
    #[inline]
    pub fn b(&mut self) -> &mut Builder {
        &mut self.machine.builder
    }

    /// Returns the value of an operand.
    #[inline]
    pub fn operand(&mut self, operand: Operand) -> Value {
        let slot = match operand {
            Operand::Register(register) => &self.state.thread.frame.registers[register.0 as usize],
            Operand::Constant(index) => &self.machine.constants[index as usize],
        };
        slot.value(&mut self.machine.builder)
    }

    /// Returns the slot of an operand.
    #[inline]
    pub fn slot(&self, operand: Operand) -> &Slot {
        match operand {
            Operand::Register(register) => &self.state.thread.frame.registers[register.0 as usize],
            Operand::Constant(index) => &self.machine.constants[index as usize],
        }
    }

    /// Defines a register, if there is one.
    #[inline]
    pub fn set_slot(&mut self, register: Option<Register>, slot: Slot) {
        if let Some(register) = register {
            self.state.thread.frame.registers[register.0 as usize] = slot;
        }
    }

    /// Defines a register.
    #[inline]
    pub fn set(&mut self, register: Register, value: Value) {
        self.state.thread.frame.registers[register.0 as usize] =
            Slot::new(&self.machine.builder, value);
    }

    /// Continues with the edge's target; its phis take their values simultaneously.
    #[inline]
    pub fn follow(&mut self, edge: &Edge) {
        match &*edge.moves {
            [] => {}
            [(register, operand)] => {
                let slot = self.slot(*operand).clone();
                self.state.thread.frame.registers[register.0 as usize] = slot;
            }
            moves => {
                let mut scratch = std::mem::take(&mut self.scratch);
                scratch.extend(moves.iter().map(|(_, operand)| self.slot(*operand).clone()));
                for ((register, _), slot) in moves.iter().zip(scratch.drain(..)) {
                    self.state.thread.frame.registers[register.0 as usize] = slot;
                }
                self.scratch = scratch;
            }
        }
        self.reach(edge.target);
        let function = self.program.function(self.state.thread.frame.function);
        self.state.thread.frame.pc = function.blocks[edge.target as usize];
        self.pause_at(edge.target);
    }

    /// Pauses the thread if a block of the current function, which it has reached, is a
    /// stop.
    #[inline]
    pub fn pause_at(&mut self, block: u32) {
        let function = self.state.thread.frame.function;
        if self.stops.watches(function) && self.stops.has_block(self.program, function, block) {
            let at = Pause::Block { function, block };
            self.state.thread.pause(at);
        }
    }

    /// Records that a block of the current function is executed.
    pub fn reach(&mut self, block: u32) {
        let id = self.state.thread.frame.function;
        if self.searcher.watches() {
            self.searcher.reach(id, block);
        }
        if !self.state.is_executed_by_source(&self.machine.builder) {
            return;
        }
        let start = self.program.function(id).blocks[block as usize];
        self.marks(id).enter(start);
    }

    /// The marks of a function's instructions, which the current state executes.
    fn marks(&mut self, function: FunctionId) -> Marks<'_> {
        let machine = &mut *self.machine;
        let guarded = self.state.is_guarded(&machine.builder, machine.given);
        machine.reached.marks(self.program, function, guarded)
    }

    /// Records the outcomes, true and false, of the choice just executed, and whether they
    /// depend on the inputs (`open`).
    pub fn choose_ways(&mut self, ways: [bool; 2], open: bool) {
        if !self.state.is_executed_by_source(&self.machine.builder) {
            return;
        }
        let id = self.state.thread.frame.function;
        let at = self.state.thread.frame.pc.saturating_sub(1);
        let mut marks = self.marks(id);
        for (way, _) in ways.iter().enumerate().filter(|(_, taken)| **taken) {
            marks.choose(at, way == 0);
        }
        if open {
            marks.open(at);
        }
    }

    /// Records the outcomes of the choices that these conditions make. Conditions that rest
    /// only on undefined values are not recorded.
    pub fn choose_by(&mut self, conditions: &Value) {
        let (mut ways, mut open) = ([false; 2], false);
        for condition in conditions.lanes().iter().flatten() {
            match self.concrete(*condition) {
                Some(value) => ways[usize::from(value == 0)] = true,
                None if self.is_undefined(*condition) => {}
                None => (ways, open) = ([true; 2], true),
            }
        }
        if ways != [false; 2] {
            self.choose_ways(ways, open);
        }
    }

    /// Whether a term is found, in a few steps, to consist of undefined values and no
    /// inputs.
    fn is_undefined(&self, term: TermId) -> bool {
        let arena = self.machine.builder.arena();
        let mut open = vec![term];
        let (mut terms, mut symbols) = (0, 0);
        while let Some(term) = open.pop() {
            terms += 1;
            if terms > UNDEFINED_TERMS {
                return false;
            }
            match arena.symbol_id(term) {
                Some(id) if arena.buffer(arena.symbol(id).buffer).undefined => symbols += 1,
                Some(_) => return false,
                None => open.extend(arena.node(term).children()),
            }
        }
        symbols > 0
    }

    /// Returns the value of a constant term.
    #[inline]
    pub fn concrete(&self, term: TermId) -> Option<u128> {
        self.machine.builder.arena().constant_value(term)
    }

    /// Returns the value of a constant lane.
    #[inline]
    pub fn concrete_lane(&self, lane: Lane) -> Option<u128> {
        self.concrete(lane?)
    }

    /// Returns the lane's term, or a fresh symbol if the lane is undefined.
    pub fn defined(&mut self, lane: Lane, bits: u8) -> TermId {
        self.machine.defined(lane, bits, self.span)
    }

    /// Makes a fresh symbol for an undefined value.
    pub fn undefined(&mut self, bits: u8, cause: Cause) -> TermId {
        self.machine.undefined(bits, cause, self.span)
    }

    /// Returns `condition ? x : y` of two lanes.
    pub fn choose(&mut self, condition: TermId, x: Lane, y: Lane, bits: u8) -> Lane {
        match self.concrete(condition) {
            Some(0) => return y,
            Some(_) => return x,
            None if x == y => return x,
            None => {}
        }
        let (x, y) = (self.defined(x, bits), self.defined(y, bits));
        Some(self.b().select(condition, x, y))
    }

    /// Applies `f` lane by lane; lanes with an undefined operand stay undefined.
    pub fn map<const N: usize>(
        &mut self,
        args: [&Value; N],
        mut f: impl FnMut(&mut Self, [TermId; N]) -> Lane,
    ) -> Value {
        let mut lane = |this: &mut Self, i: usize| {
            let mut terms = [TermId::from_index(0); N];
            for (term, arg) in terms.iter_mut().zip(&args) {
                let Some(known) = arg.lanes().get(i).copied().flatten() else {
                    this.machine.statistics.undefined_operations += 1;
                    return None;
                };
                *term = known;
            }
            f(this, terms)
        };
        match args[0] {
            Value::Vector(lanes) => {
                Value::Vector((0..lanes.len()).map(|i| lane(self, i)).collect())
            }
            _ => Value::Scalar(lane(self, 0)),
        }
    }
}

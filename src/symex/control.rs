//! Branches, calls and returns.
//!
//! A branch on a condition that depends on inputs asks the oracle and splits
//! the path only when both sides are feasible; the side where the condition
//! holds is explored first. A branch into a failing `assert` does not split: it
//! becomes an obligation.

use std::rc::Rc;

use term::{Cone, TermId};

use super::end::{Defect, DefectKind, End, StopReason};
use super::executor::{Exec, Executor};
use super::machine::Watch;
use super::models::{self, Site};
use super::object::{ObjectSpec, Protection, Storage};
use super::oracle::Feasibility;
use super::pause::Pause;
use super::refused::Refused;
use super::region::Arm;
use super::slot::Slot;
use super::thread::Frame;
use super::value::Value;
use crate::program::{
    AddressSpace, ByValue, Call, Callee, Edge, FunctionId, Kind, Operand, Register, demangled,
};
use crate::start::Start;

impl<'p> Executor<'_, 'p> {
    /// A conditional branch.
    pub fn branch(&mut self, condition: Operand, edges: &'p [Edge; 2]) -> Exec<()> {
        let Some(condition) = self.operand(condition).lane() else {
            return Err(self.defect(DefectKind::UndefinedBranch));
        };
        if let Some(value) = self.concrete(condition) {
            self.choose_ways([value != 0, value == 0], false);
            self.follow(&edges[usize::from(value == 0)]);
            return Ok(());
        }
        if let Some(origin) = self.machine.origin(condition) {
            let Defect { location, .. } = self.plain_defect(DefectKind::UndefinedBranch);
            return Err(Box::new(End::Defect(Defect {
                kind: DefectKind::UndefinedBranch,
                location,
                ..origin
            })));
        }
        let not = self.b().not(condition);
        for (edge, other, passing) in [(0, 1, not), (1, 0, condition)] {
            if let Some(text) = self.assertion(&edges[edge]) {
                self.machine.statistics.symbolic_branches += 1;
                self.require(passing, |this| {
                    let mut defect = this.plain_defect(DefectKind::AssertionFailed);
                    defect.text = text;
                    defect
                })?;
                self.choose_ways([other == 0, other == 1], true);
                self.follow(&edges[other]);
                return Ok(());
            }
        }
        self.split(condition, &edges[0], &edges[1])
    }

    /// Goes on to `yes` where the condition can hold, and to `no` where it can fail.
    fn split(&mut self, condition: TermId, yes: &'p Edge, no: &'p Edge) -> Exec<()> {
        self.machine.statistics.symbolic_branches += 1;
        let site = (self.state.thread.frame.function, self.state.thread.frame.pc);
        let feasible = match self.concrete(condition) {
            Some(0) => Feasibility::AlwaysFalse,
            Some(_) => Feasibility::AlwaysTrue,
            None if self.merges_anyway(site) => Feasibility::Unknown,
            None => {
                let builder = &mut self.machine.builder;
                let feasible = self.oracle.decide(builder, self.state.path(), condition);
                let open = matches!(feasible, Feasibility::Both | Feasibility::Unknown);
                let unknown = u64::from(feasible == Feasibility::Unknown);
                self.machine.statistics.unknown_branches += unknown;
                self.machine.note_branch(site, open);
                feasible
            }
        };
        let ways = [Feasibility::AlwaysFalse, Feasibility::AlwaysTrue];
        self.choose_ways(ways.map(|never| feasible != never), true);
        match feasible {
            Feasibility::AlwaysTrue => self.follow(yes),
            Feasibility::AlwaysFalse => self.follow(no),
            Feasibility::Both | Feasibility::Unknown => {
                let not = self.b().not(condition);
                return self.diverge(vec![
                    Arm {
                        condition,
                        edge: yes,
                    },
                    Arm {
                        condition: not,
                        edge: no,
                    },
                ]);
            }
        }
        Ok(())
    }

    /// Whether the arms of the branch just before `pc` are run and merged without
    /// asking if both can be taken: they are short, and so far both always could.
    fn merges_anyway(&self, site: (FunctionId, u32)) -> bool {
        if !self.machine.limits.merge || !self.machine.is_usually_open(site) {
            return false;
        }
        let function = self.program.function(site.0);
        function.flow.is_short(function.block_of(site.1 - 1))
    }

    /// Accounts for one more path.
    pub fn count_path(&mut self) -> Exec<()> {
        let limit = self.machine.limits.max_paths;
        if self.paths >= limit {
            return Err(self.stop(StopReason::PathLimit(limit)));
        }
        self.paths += 1;
        self.machine.statistics.forks += 1;
        Ok(())
    }

    /// The text of the assertion that fails at once on this edge.
    fn assertion(&mut self, edge: &'p Edge) -> Option<String> {
        let function = self.program.function(self.state.thread.frame.function);
        let start = *function.blocks.get(edge.target as usize)? as usize;
        let call = function.code[start..].iter().find_map(|i| match &i.kind {
            Kind::Call(call) => Some(Some(call)),
            Kind::Nothing | Kind::Cast { .. } | Kind::Address { .. } => None,
            _ => Some(None),
        })??;
        let Callee::Function(id) = call.callee else {
            return None;
        };
        if !matches!(
            &*self.program.function(id).name,
            "__assert_fail" | "__assert"
        ) {
            return None;
        }
        let text = match *call.arguments.first()? {
            // The text may differ between edges that share the failing block.
            operand @ Operand::Register(register) => {
                let moved = edge.moves.iter().find(|(r, _)| *r == register);
                moved.map_or(operand, |(_, incoming)| *incoming)
            }
            operand => operand,
        };
        let text = self.operand(text);
        Some(self.text_at(&text))
    }

    /// A switch.
    pub fn switch(
        &mut self,
        bits: u8,
        value: Operand,
        cases: &'p [(u128, Edge)],
        default: &'p Edge,
    ) -> Exec<()> {
        let Some(value) = self.operand(value).lane() else {
            return Err(self.defect(DefectKind::UndefinedBranch));
        };
        if let Some(value) = self.concrete(value) {
            let case = cases.iter().find(|(case, _)| *case == value);
            self.follow(case.map_or(default, |(_, edge)| edge));
            return Ok(());
        }
        self.machine.statistics.symbolic_branches += 1;
        // Cases of one target split off together, in order of their first value.
        let mut targets: Vec<(u32, TermId, &'p Edge)> = Vec::new();
        for (case, edge) in cases {
            let case = self.b().constant(bits, *case);
            let hit = self.b().eq(value, case);
            match targets
                .iter_mut()
                .find(|(target, ..)| *target == edge.target)
            {
                Some((_, any, _)) => *any = self.machine.builder.or(*any, hit),
                None => targets.push((edge.target, hit, edge)),
            }
        }
        let mut arms = Vec::new();
        let mut none = self.b().bool(true);
        for (_, hit, edge) in targets {
            let condition = self.b().and(none, hit);
            let builder = &mut self.machine.builder;
            match self.oracle.decide(builder, self.state.path(), condition) {
                Feasibility::AlwaysFalse => continue,
                Feasibility::AlwaysTrue => {
                    self.follow(edge);
                    return Ok(());
                }
                Feasibility::Both => arms.push(Arm { condition, edge }),
                Feasibility::Unknown => {
                    self.machine.statistics.unknown_branches += 1;
                    arms.push(Arm { condition, edge });
                }
            }
            let not = self.b().not(hit);
            none = self.b().and(none, not);
        }
        let builder = &mut self.machine.builder;
        match self.oracle.decide(builder, self.state.path(), none) {
            Feasibility::AlwaysFalse => {}
            _ => arms.push(Arm {
                condition: none,
                edge: default,
            }),
        }
        self.diverge(arms)
    }

    /// A branch to the address of a label.
    pub fn indirect_branch(&mut self, address: Operand, targets: &'p [(u64, Edge)]) -> Exec<()> {
        let Some(address) = self.operand(address).lane() else {
            return Err(self.defect(DefectKind::UndefinedBranch));
        };
        if let Some(address) = self.concrete(address) {
            let target = targets.iter().find(|(at, _)| u128::from(*at) == address);
            let Some((_, edge)) = target else {
                return Err(self.defect(DefectKind::UnreachableReached));
            };
            self.follow(edge);
            return Ok(());
        }
        self.machine.statistics.symbolic_branches += 1;
        let mut any = self.b().bool(false);
        let mut arms = Vec::new();
        for (at, edge) in targets {
            let at = self.b().constant(64, u128::from(*at));
            let condition = self.b().eq(address, at);
            any = self.b().or(any, condition);
            arms.push(Arm { condition, edge });
        }
        self.require(any, |this| {
            this.plain_defect(DefectKind::UnreachableReached)
        })?;
        arms.retain(|arm| {
            let builder = &mut self.machine.builder;
            let path = self.state.path();
            self.oracle.decide(builder, path, arm.condition) != Feasibility::AlwaysFalse
        });
        self.diverge(arms)
    }

    /// A call of a defined function or a modelled one.
    pub fn call(&mut self, call: &'p Call, result: Option<Register>) -> Exec<()> {
        let id = match call.callee {
            Callee::Function(id) => id,
            Callee::Pointer(pointer) => self.callee(pointer)?,
        };
        let id = self.state.aliased(id);
        if self.stops.calls.contains(&id) {
            let arguments = call.arguments.iter().map(|arg| self.operand(*arg));
            self.state.thread.pause = Some(Pause::Call {
                function: id,
                arguments: arguments.collect(),
            });
            return Ok(());
        }
        let function = self.program.function(id);
        if function.is_defined() {
            let declared = function.params.len();
            let mut args =
                Vec::with_capacity(call.arguments.len().max(function.registers as usize));
            args.extend(call.arguments.iter().map(|arg| self.slot(*arg).clone()));
            // What the call places on the stack goes with the activation.
            let height = self.state.memory.stack_height();
            self.copy_by_value(call, &mut args)?;
            let extras = match function.variadic && args.len() >= declared {
                true => Some(self.extras(call, declared, args.split_off(declared))),
                false => None,
            };
            self.enter(id, args, result)?;
            self.state.thread.frame.height = height;
            self.state.thread.frame.extras = extras;
            return Ok(());
        }
        let args: Vec<Value> = call
            .arguments
            .iter()
            .map(|arg| self.operand(*arg))
            .collect();
        let Some(model) = self.machine.models[id.0 as usize] else {
            return Err(self.unknown(&function.name));
        };
        let relevant = models::fast_math_of(&function.name);
        self.check_fast_math(call.fast, relevant)?;
        let site = Site {
            name: &function.name,
            call,
            args: &args,
        };
        models::check_environment(self, &site)?;
        let value = model.apply(self, &site)?;
        if let Some(register) = result {
            if matches!(value, Value::Vector(_)) {
                self.machine.statistics.vector_operations += 1;
            }
            self.set(register, value);
        }
        Ok(())
    }

    /// An end at the call of a function with neither body nor model.
    fn unknown(&self, symbol: &str) -> Box<End> {
        let name = demangled(symbol);
        self.stop(match symbol.strip_prefix("simdiff.refused.") {
            Some(what) => StopReason::UnsupportedInstruction(what.to_owned()),
            None => match Refused::by(&name) {
                Some(what) => StopReason::Refused {
                    function: name,
                    what,
                },
                None if name.starts_with("llvm.") => StopReason::UnknownIntrinsic(name),
                None => StopReason::UnknownFunction(name),
            },
        })
    }

    fn callee(&mut self, pointer: Operand) -> Exec<FunctionId> {
        let Some(address) = self.operand(pointer).lane() else {
            return Err(self.defect(DefectKind::InvalidCall));
        };
        self.check_set(address)?;
        let address = match self.concrete(address) {
            Some(address) => address,
            None => self.chosen_callee(address)?,
        } as u64;
        if let Some(resolver) = self.program.resolver_at(address) {
            return self.resolve(address, resolver);
        }
        self.program
            .function_at(address)
            .ok_or_else(|| self.defect(DefectKind::InvalidCall))
    }

    /// The address that a callee has on this path, if it is chosen among functions by
    /// the inputs: other paths have the others.
    fn chosen_callee(&mut self, address: TermId) -> Exec<u128> {
        let arena = self.machine.builder.arena();
        let constants = Cone::of(arena, &[address]).terms;
        let constants = constants
            .iter()
            .filter_map(|term| arena.constant_value(*term));
        let is_function = |at: &u128| self.program.function_at(*at as u64).is_some();
        let mut functions: Vec<u128> = constants.filter(is_function).collect();
        functions.sort_unstable();
        functions.dedup();
        let known = match functions.is_empty() {
            true => None,
            false => self.pin_among(address, &functions, DefectKind::InvalidCall)?,
        };
        known.ok_or_else(|| self.stop(StopReason::SymbolicCall))
    }

    /// What the resolver of an `ifunc` chooses. It runs once, before anything else
    /// of the program, as the dynamic linker runs it.
    fn resolve(&mut self, address: u64, resolver: FunctionId) -> Exec<FunctionId> {
        if let Some(&chosen) = self.machine.resolved.get(&address) {
            return Ok(chosen);
        }
        let state = self.machine.initial_state();
        let mut paths = Executor::explore(self.machine, self.oracle, state, resolver, &[]);
        let end = match (paths.pop(), paths.is_empty()) {
            (Some(path), true) => path.end,
            _ => return Err(self.stop(StopReason::SymbolicCall)),
        };
        let chosen = match end {
            End::Returned(value) => value.and_then(|v| self.concrete_lane(v.lane())),
            end => return Err(Box::new(end)),
        };
        match chosen.and_then(|address| self.program.function_at(address as u64)) {
            Some(chosen) => {
                self.machine.resolved.insert(address, chosen);
                Ok(chosen)
            }
            None => Err(self.stop(StopReason::SymbolicCall)),
        }
    }

    /// `byval` arguments are the addresses of fresh copies.
    fn copy_by_value(&mut self, call: &Call, args: &mut [Slot]) -> Exec<()> {
        for &ByValue { index, ty, align } in &call.by_value {
            let size = self.program.ty(ty).size;
            let object = self.allocate(ObjectSpec {
                name: "argument".into(),
                size,
                start: Start::placed(align),
                storage: Storage::Stack,
                protection: Protection::Writable,
                zeroed: false,
                allocation: self.here(),
                element: Some(ty),
                space: AddressSpace::PRIVATE,
            })?;
            let slot = &mut args[index as usize];
            let original = std::mem::replace(slot, Slot::address(object.0));
            let original = original.value(&mut self.machine.builder);
            self.copy_bytes(object.0, original.lane(), size)?;
        }
        Ok(())
    }

    /// Starts an activation of a defined function.
    pub fn enter(&mut self, id: FunctionId, args: Vec<Slot>, result: Option<Register>) -> Exec<()> {
        let function = self.program.function(id);
        if !function.is_defined() {
            return Err(self.unknown(&function.name));
        }
        let limit = self.machine.limits.max_call_depth;
        if self.state.thread.callers.len() >= limit {
            return Err(self.stop(StopReason::RecursionLimit(limit)));
        }
        self.state.activations += 1;
        let mut frame = Frame::entering(id, function, args, self.state.activations);
        frame.height = self.state.memory.stack_height();
        frame.result = result;
        let caller = std::mem::replace(&mut self.state.thread.frame, frame);
        self.state.thread.callers.push(Rc::new(caller));
        self.reach(0);
        self.pause_at(0);
        Ok(())
    }

    /// A return; from the outermost function it ends the path.
    pub fn ret(&mut self, value: Option<Operand>) -> Exec<()> {
        let slot = value.map(|operand| self.slot(operand).clone());
        self.state.memory.unwind(self.state.thread.frame.height);
        let caller = self.state.thread.callers.pop();
        let caller = caller.map_or_else(Frame::idle, Rc::unwrap_or_clone);
        let callee = std::mem::replace(&mut self.state.thread.frame, caller);
        if self.state.thread.callers.is_empty() {
            if self.machine.watch == Some(Watch::Result) {
                self.state.output_at = self.span;
            }
            let value = slot.map(|slot| slot.value(&mut self.machine.builder));
            return Err(Box::new(End::Returned(value)));
        }
        if let (Some(register), Some(slot)) = (callee.result, slot) {
            self.state.thread.frame.registers[register.0 as usize] = slot;
        }
        Ok(())
    }
}

//! Branches and calls.
//!
//! A branch whose condition depends on inputs asks the oracle, and splits the path only if
//! both edges are feasible; the edge on which the condition holds is explored first. A
//! branch into a failing `assert` does not split: its condition becomes an obligation.

use term::{Cone, TermId};

use super::end::{Defect, DefectKind, End, StopReason};
use super::executor::{Exec, Executor, Next, Request, Way};
use super::models::{self, Site};
use super::object_spec::{ObjectSpec, Protection, Storage};
use super::oracle::Feasibility;
use super::pause::Pause;
use super::slot::Slot;
use super::value::Value;
use crate::budgets::execution::TRACKED_BYTES;
use crate::program::{
    AddressSpace, ByValue, Call, Callee, Edge, Function, FunctionId, Kind, Operand, Register,
    TypeId,
};
use crate::start::Start;

/// The target of a pointer to a function.
enum Pointee {
    Function(FunctionId),
    /// The address and function of an `ifunc` resolver that has not run yet.
    Resolver(u64, FunctionId),
}

impl<'p> Executor<'_, 'p> {
    /// Executes a conditional branch.
    pub fn branch(&mut self, condition: Operand, edges: &'p [Edge; 2]) -> Exec<Next<'p>> {
        let Some(condition) = self.operand(condition).lane() else {
            return Err(self.defect(DefectKind::UndefinedBranch));
        };
        if let Some(value) = self.concrete(condition) {
            self.choose_ways([value != 0, value == 0], false);
            self.follow(&edges[usize::from(value == 0)]);
            return Ok(None);
        }
        self.require_quotients(condition)?;
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
                return Ok(None);
            }
        }
        self.split(condition, &edges[0], &edges[1])
    }

    /// Takes the edge `yes`, the edge `no` or both, as far as the path condition allows.
    fn split(&mut self, condition: TermId, yes: &'p Edge, no: &'p Edge) -> Exec<Next<'p>> {
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
                let ways = vec![
                    Way {
                        condition,
                        edge: yes,
                    },
                    Way {
                        condition: not,
                        edge: no,
                    },
                ];
                return Ok(Some(Box::new(Request::Ways(ways))));
            }
        }
        Ok(None)
    }

    /// Whether both arms of the branch just before `pc` are run and merged without a query
    /// for their feasibility: they are short, and many queries in a row found both edges
    /// feasible.
    fn merges_anyway(&self, site: (FunctionId, u32)) -> bool {
        if !self.machine.limits.merge || !self.machine.is_usually_open(site) {
            return false;
        }
        let function = self.program.function(site.0);
        function.flow.is_short(function.block_of(site.1 - 1))
    }

    /// Returns the text of the assertion that fails at the start of this edge's target, if
    /// one does.
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

    /// Executes a switch.
    pub fn switch(
        &mut self,
        bits: u8,
        value: Operand,
        cases: &'p [(u128, Edge)],
        default: &'p Edge,
    ) -> Exec<Next<'p>> {
        let Some(value) = self.operand(value).lane() else {
            return Err(self.defect(DefectKind::UndefinedBranch));
        };
        if let Some(value) = self.concrete(value) {
            let case = cases.iter().find(|(case, _)| *case == value);
            self.follow(case.map_or(default, |(_, edge)| edge));
            return Ok(None);
        }
        self.require_quotients(value)?;
        self.machine.statistics.symbolic_branches += 1;
        // Cases with one target split off together, in the order of their first value.
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
                    return Ok(None);
                }
                Feasibility::Both => arms.push(Way { condition, edge }),
                Feasibility::Unknown => {
                    self.machine.statistics.unknown_branches += 1;
                    arms.push(Way { condition, edge });
                }
            }
            let not = self.b().not(hit);
            none = self.b().and(none, not);
        }
        let builder = &mut self.machine.builder;
        match self.oracle.decide(builder, self.state.path(), none) {
            Feasibility::AlwaysFalse => {}
            _ => arms.push(Way {
                condition: none,
                edge: default,
            }),
        }
        Ok(Some(Box::new(Request::Ways(arms))))
    }

    /// Executes a branch to the address of a label.
    pub fn indirect_branch(
        &mut self,
        address: Operand,
        targets: &'p [(u64, Edge)],
    ) -> Exec<Next<'p>> {
        let Some(address) = self.operand(address).lane() else {
            return Err(self.defect(DefectKind::UndefinedBranch));
        };
        if let Some(address) = self.concrete(address) {
            let target = targets.iter().find(|(at, _)| u128::from(*at) == address);
            let Some((_, edge)) = target else {
                return Err(self.defect(DefectKind::UnreachableReached));
            };
            self.follow(edge);
            return Ok(None);
        }
        self.machine.statistics.symbolic_branches += 1;
        let mut any = self.b().bool(false);
        let mut arms = Vec::new();
        for (at, edge) in targets {
            let at = self.b().constant(64, u128::from(*at));
            let condition = self.b().eq(address, at);
            any = self.b().or(any, condition);
            arms.push(Way { condition, edge });
        }
        self.require(any, |this| {
            this.plain_defect(DefectKind::UnreachableReached)
        })?;
        arms.retain(|arm| {
            let builder = &mut self.machine.builder;
            let path = self.state.path();
            self.oracle.decide(builder, path, arm.condition) != Feasibility::AlwaysFalse
        });
        Ok(Some(Box::new(Request::Ways(arms))))
    }

    /// Calls a function that is defined or has a model.
    pub fn call(&mut self, call: &'p Call, result: Option<Register>) -> Exec<Next<'p>> {
        let id = match call.callee {
            Callee::Function(id) => id,
            Callee::Pointer(pointer) => match self.callee(pointer)? {
                Pointee::Function(id) => id,
                Pointee::Resolver(address, resolver) => {
                    let request = Request::Resolver(address, resolver);
                    return Ok(Some(Box::new(request)));
                }
            },
        };
        let id = self.state.aliased(id);
        if self.stops.calls.contains(&id) {
            let arguments = call.arguments.iter().map(|arg| self.operand(*arg));
            let arguments = arguments.collect();
            self.state.thread.pause(Pause::Call {
                function: id,
                arguments,
            });
            return Ok(None);
        }
        let function = self.program.function(id);
        if function.is_defined() {
            if matches!(call.callee, Callee::Pointer(_)) && !self.fits(call, function) {
                return Err(self.stop(StopReason::UnsupportedUse {
                    function: function.name.to_string(),
                    what: "it is called through a pointer to a function of other types".into(),
                }));
            }
            if self.machine.errno.setters.contains(&id) {
                models::set_errno(self, id)?;
            }
            let declared = function.params.len();
            let most = call.arguments.len().max(function.registers as usize);
            let mut args = self.machine.spare.registers(most);
            args.extend(call.arguments.iter().map(|arg| self.slot(*arg).clone()));
            // Copies that the call places on the stack are freed with the activation.
            let height = self.state.memory.stack_height();
            self.copy_by_value(call, &mut args)?;
            let extras = match function.variadic && args.len() >= declared {
                true => Some(self.extras(call, declared, args.split_off(declared))),
                false => None,
            };
            let caller = &self.state.thread.frame;
            let caller = (caller.number, caller.function);
            self.enter(id, args, result)?;
            self.promise(caller, &call.arguments);
            self.state.thread.frame.height = height;
            self.state.thread.frame.extras = extras;
            return Ok(None);
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
        models::note_errno(self, id, model)?;
        let value = models::model(model).apply(self, &site)?;
        if let Some(register) = result {
            if matches!(value, Value::Vector(_)) {
                self.machine.statistics.vector_operations += 1;
            }
            self.set(register, value);
        }
        Ok(None)
    }

    fn callee(&mut self, pointer: Operand) -> Exec<Pointee> {
        let Some(address) = self.operand(pointer).lane() else {
            return Err(self.defect(DefectKind::InvalidCall));
        };
        self.check_set(address)?;
        let address = match self.concrete(address) {
            Some(address) => address,
            None => self.chosen_callee(address)?,
        } as u64;
        if let Some(resolver) = self.program.resolver_at(address) {
            let chosen = self.machine.resolved.get(&address);
            return Ok(match chosen {
                Some(chosen) => Pointee::Function(*chosen),
                None => Pointee::Resolver(address, resolver),
            });
        }
        let function = self.program.function_at(address).map(Pointee::Function);
        function.ok_or_else(|| self.defect(DefectKind::InvalidCall))
    }

    /// Returns the address of the callee on this path, if the inputs select it among
    /// functions; the path is split for the other functions.
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

    /// Whether the arguments and the result of a call have the shapes of a function's parameters
    /// and its result.
    fn fits(&self, call: &Call, function: &Function) -> bool {
        let alike = |(given, own): (&TypeId, &TypeId)| {
            let [given_type, own_type] = [given, own].map(|id| self.program.ty(*id));
            given == own
                || given_type.size == own_type.size && given_type.lanes() == own_type.lanes()
        };
        let mut params = call.types.iter().zip(&function.params);
        params.all(alike) && (call.unused || alike((&call.result, &function.result)))
    }

    /// Replaces `byval` arguments by the addresses of fresh copies.
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
            if let (Some(trace), Some(from)) = (&mut self.machine.trace, original.constant())
                && size <= TRACKED_BYTES
            {
                trace.copy((object.0, from), size);
            }
            let original = original.value(&mut self.machine.builder);
            self.copy_bytes(object.0, original.lane(), size)?;
        }
        Ok(())
    }
}

//! Checking the promises of `restrict` (C17 6.7.3.1): an object accessed through such a
//! parameter and modified while its function is active is accessed only through that
//! parameter.
//!
//! A promise is watched if the call gives another access path to the object: another
//! parameter that points to it or to pointers into it, or a global variable. Then each
//! access to the object is recorded until the call returns, with whether its pointer is
//! *based on* the parameter. Two accesses to one byte, one based on it and one not, of
//! which at least one writes, are a hazard.
//!
//! Invariant: a pointer counts as based on a parameter, or as not based on it, only if that
//! is certain ([`Roots`]). A pointer loaded from memory that was not written since is not
//! based on it; a pointer that a call returns or that is made from an integer is uncertain.
//! Accesses at addresses that depend on inputs are not recorded.

use std::rc::Rc;

use super::end::Access;
use super::executor::Executor;
use super::hazard::{Hazard, What};
use super::object_spec::Storage;
use super::promises::{Basis, Noted, POINTER, Promise, kind, note};
use super::state::State;
use crate::budgets::execution::{RESTRICT_BYTES, RESTRICT_POINTERS};
use crate::program::{Call, Callee, FunctionId, Instruction, Kind, Operand, Roots, Scalar, Shape};
use crate::verdict::{Location, Undefined};

/// One access to be recorded.
struct Touch {
    pointer: Operand,
    size: u64,
    access: Access,
    condition: Option<Operand>,
}

impl State {
    /// Whether accesses have to be recorded.
    #[inline]
    pub(super) fn is_promised(&self) -> bool {
        self.promises.is_some()
    }

    /// Ends the promises of an activation.
    #[inline]
    pub(super) fn end_promises(&mut self, activation: u64) {
        if let Some(promises) = &mut self.promises
            && !Rc::make_mut(promises).end(activation)
        {
            self.promises = None;
        }
    }

    /// Adds the records of these states, whose paths join in this one.
    pub(super) fn join_promises<'s>(&mut self, arms: impl Iterator<Item = &'s State>) {
        for arm in arms.filter_map(|arm| arm.promises.as_ref()) {
            if let Some(own) = &mut self.promises
                && !Rc::ptr_eq(own, arm)
            {
                Rc::make_mut(own).join(arm);
            }
        }
    }
}

impl Executor<'_, '_> {
    /// Starts watching the promises of the outermost activation, which has just started.
    pub fn promise_first(&mut self) {
        let params = self.state.thread.frame.function;
        let params = self.program.function(params).params.len();
        self.watch(|_| vec![Basis::On(Vec::new()); params].into());
    }

    /// Starts watching the promises of the activation that a call has just started.
    /// `arguments` are operands of the caller.
    pub fn promise(&mut self, caller: (u64, FunctionId), arguments: &[Operand]) {
        self.watch(|this| {
            let bases = arguments.iter().map(|arg| this.basis(caller, *arg));
            bases.collect()
        });
    }

    /// Watches the promises of the current activation's parameters that can be broken.
    /// `bases` computes what its parameters are based on.
    fn watch(&mut self, bases: impl FnOnce(&Self) -> Rc<[Basis]>) {
        let frame = &self.state.thread.frame;
        let (number, function) = (frame.number, self.program.function(frame.function));
        if function.restrict.is_empty() && self.state.promises.is_none() {
            return;
        }
        let params = &function.params;
        let pointees: Vec<Option<(u64, u64, Storage)>> = (0..params.len())
            .map(|index| {
                let is_pointer = matches!(
                    self.program.ty(params[index]).shape,
                    Shape::Scalar(Scalar::Pointer)
                );
                let address = frame.registers[index].constant().filter(|_| is_pointer)?;
                let object = self.state.memory.nearest(address)?;
                let end = object.base + object.spec.size;
                (address <= end).then_some((object.base, end, object.spec.storage))
            })
            .collect();
        let watched = function.restrict.iter().filter_map(|&param| {
            let (start, end, storage) = (*pointees.get(param as usize)?)?;
            let others = pointees.iter().enumerate();
            let others = others.filter(|(index, _)| *index != param as usize);
            let shared = others
                .filter_map(|(_, other)| *other)
                .any(|(base, last, _)| {
                    base == start || self.holds_pointer((base, last), (start, end))
                });
            (shared || storage == Storage::Global).then(|| Promise {
                of: (number, param),
                object: (start, end),
                bytes: Rc::default(),
            })
        });
        let watched: Vec<Promise> = watched.collect();
        if watched.is_empty() && self.state.promises.is_none() {
            return;
        }
        let bases = bases(self);
        let promises = Rc::make_mut(self.state.promises.get_or_insert_default());
        promises.watched.extend(watched);
        promises.bases.push((number, bases));
    }

    /// Whether a small object, such as a structure of pointers, holds a pointer into
    /// another.
    fn holds_pointer(&self, (base, end): (u64, u64), into: (u64, u64)) -> bool {
        let Some(object) = self.state.memory.nearest(base) else {
            return false;
        };
        let places = (0..end - base).step_by(POINTER as usize);
        let places = places.filter(|at| at + POINTER <= end - base);
        end - base <= RESTRICT_POINTERS * POINTER
            && places
                .filter_map(|at| object.constant(at, POINTER as usize))
                .any(|value| (into.0..=into.1).contains(&(value as u64)))
    }

    /// Returns the watched parameters that a pointer of an activation is based on.
    fn basis(&self, (activation, function): (u64, FunctionId), pointer: Operand) -> Basis {
        let Some(promises) = &self.state.promises else {
            return Basis::On(Vec::new());
        };
        let roots = self.program.roots(function, pointer);
        let mut on = Vec::new();
        for promise in &promises.watched {
            match promises.is_based(roots, activation, promise.of) {
                Some(true) => on.push(promise.of),
                Some(false) => {}
                None => return Basis::Unknown,
            }
        }
        Basis::On(on)
    }

    /// Records the accesses of an instruction that is about to execute.
    pub fn note_promised(&mut self, instruction: &Instruction) {
        self.note_pointers(instruction);
        let plain = |pointer: &Operand, ty, access| Touch {
            pointer: *pointer,
            size: self.program.ty(ty).store_size,
            access,
            condition: None,
        };
        let touches = match &instruction.kind {
            Kind::Load {
                ty,
                speculative: false,
                address,
                ..
            } => vec![plain(address, *ty, Access::Read)],
            Kind::Store { ty, address, .. } => vec![plain(address, *ty, Access::Write)],
            Kind::CompareExchange {
                ty,
                args: [address, ..],
                ..
            } => vec![plain(address, *ty, Access::Write)],
            Kind::ReadModifyWrite {
                ty,
                args: [address, ..],
                ..
            } => vec![plain(address, *ty, Access::Write)],
            Kind::Call(call) => self.touches(call),
            _ => return,
        };
        for touch in touches {
            self.note_touch(&touch);
        }
    }

    /// Records loads of pointers, and the places to which pointers may be written.
    fn note_pointers(&mut self, instruction: &Instruction) {
        let frame = &self.state.thread.frame;
        let (activation, function) = (frame.number, frame.function);
        let (pointer, size) = match &instruction.kind {
            Kind::Load { ty, address, .. } => {
                let roots = instruction.result.map(Operand::Register);
                let roots = roots.map_or(Roots::NONE, |r| self.program.roots(function, r));
                let address = self.slot(*address).constant();
                let size = self.program.ty(*ty).store_size;
                let Some(promises) = &mut self.state.promises else {
                    return;
                };
                let promises = Rc::make_mut(promises);
                let before = address.is_some_and(|at| !promises.is_written(at, size));
                for load in roots.loads() {
                    *promises.loaded.entry((activation, load)).or_insert(true) &= before;
                }
                return;
            }
            Kind::Store { ty, address, .. } => (*address, self.program.ty(*ty).store_size),
            Kind::CompareExchange { args, .. } => (args[0], POINTER),
            Kind::ReadModifyWrite { args, .. } => (args[0], POINTER),
            Kind::Call(call) => {
                let copies = self
                    .touches(call)
                    .into_iter()
                    .find(|touch| touch.access == Access::Write && touch.condition.is_none());
                let Some(copy) = copies else {
                    return;
                };
                (copy.pointer, copy.size)
            }
            _ => return,
        };
        if size < POINTER {
            return;
        }
        let address = self.slot(pointer).constant();
        let Some(promises) = &mut self.state.promises else {
            return;
        };
        let promises = Rc::make_mut(promises);
        match address.filter(|_| size <= RESTRICT_BYTES) {
            Some(at) => {
                let places = at / POINTER..=(at + size - 1) / POINTER;
                Rc::make_mut(&mut promises.written).extend(places);
            }
            None => promises.written_anywhere = true,
        }
    }

    /// Returns the accesses of a call of a modelled function, where they are known.
    fn touches(&self, call: &Call) -> Vec<Touch> {
        let Callee::Function(id) = call.callee else {
            return Vec::new();
        };
        let function = self.program.function(id);
        if function.is_defined() {
            return Vec::new();
        }
        let constant = |operand: &Operand| self.slot(*operand).constant();
        let touch = |pointer: &Operand, size, access, condition| Touch {
            pointer: *pointer,
            size,
            access,
            condition,
        };
        let name = &*function.name;
        let is = |names: &[&str], intrinsics: &[&str]| {
            names.contains(&name) || intrinsics.iter().any(|prefix| name.starts_with(prefix))
        };
        match &*call.arguments {
            [condition, pointer, size, ..] if name.starts_with("simdiff.guard.") => {
                let access = match is(&["simdiff.guard.write"], &["simdiff.guard.write."]) {
                    true => Access::Write,
                    false if is(&["simdiff.guard.read"], &["simdiff.guard.read."]) => Access::Read,
                    false => return Vec::new(),
                };
                let size = constant(size);
                let touched = size.map(|size| touch(pointer, size, access, Some(*condition)));
                touched.into_iter().collect()
            }
            [to, from, size, ..]
                if is(&["memcpy", "memmove"], &["llvm.memcpy.", "llvm.memmove."]) =>
            {
                let touched = constant(size).map(|size| {
                    [(from, Access::Read), (to, Access::Write)]
                        .map(|(pointer, access)| touch(pointer, size, access, None))
                });
                touched.into_iter().flatten().collect()
            }
            [to, _, size, ..] if is(&["memset"], &["llvm.memset."]) => {
                let touched = constant(size).map(|size| touch(to, size, Access::Write, None));
                touched.into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Records an access, and the hazards that it forms with accesses recorded before.
    fn note_touch(&mut self, touch: &Touch) {
        let Some(address) = self.slot(touch.pointer).constant() else {
            return;
        };
        let condition = touch.condition.map(|c| self.operand(c).lane());
        let condition = match condition {
            Some(None) => return,
            Some(Some(condition)) => Some(condition),
            None => None,
        };
        let conditions = self.state.within_arms().iter().copied().chain(condition);
        let mut within = Vec::new();
        for condition in conditions {
            match self.machine.builder.constant_value(condition) {
                Some(0) => return,
                Some(_) => {}
                None => within.push(condition),
            }
        }
        let noted = Rc::new(Noted {
            path: self.state.kept_path(),
            within,
            at: self.span,
        });
        let frame = &self.state.thread.frame;
        let activation = frame.number;
        let roots = self.program.roots(frame.function, touch.pointer);
        let is_active = |number| self.state.thread.frames().any(|f| f.number == number);
        let Some(promises) = &self.state.promises else {
            return;
        };
        let watched = promises.watched.iter();
        let based: Vec<Option<bool>> = watched
            .map(|promise| match is_active(promise.of.0) {
                true => promises.is_based(roots, activation, promise.of),
                false => None,
            })
            .collect();
        let write = touch.access == Access::Write;
        let end = address.saturating_add(touch.size);
        let mut broken = Vec::new();
        let Some(promises) = &mut self.state.promises else {
            return;
        };
        let promises = Rc::make_mut(promises);
        for (promise, based) in promises.watched.iter_mut().zip(based) {
            let Some(based) = based else {
                continue;
            };
            let bytes = Rc::make_mut(&mut promise.bytes);
            let mut earlier = None;
            for at in address.max(promise.object.0)..end.min(promise.object.1) {
                let byte = bytes.entry(at).or_default();
                note(&mut byte[kind(based, write)], &noted);
                if earlier.is_none() {
                    let reads = &byte[kind(!based, false)];
                    let writes = byte[kind(!based, true)].iter();
                    let met = writes.chain(reads.iter().filter(|_| write));
                    let met: Vec<_> = met.cloned().collect();
                    earlier = (!met.is_empty()).then_some(met);
                }
            }
            broken.extend(earlier.into_iter().flatten());
        }
        for earlier in broken {
            self.broken(&noted, &earlier);
        }
    }

    /// Records the hazard that two accesses break a promise if both happen.
    fn broken(&mut self, access: &Noted, earlier: &Noted) {
        let location = self.program.location(access.at);
        if location.is_some_and(Location::is_system) {
            return;
        }
        let mut within = [&*access.within, &earlier.within].concat();
        let path = self.state.path();
        let further = earlier.path.to_vec();
        within.extend(further.into_iter().filter(|c| !path.contains(c)));
        let hazard = Hazard {
            path: access.path.clone(),
            within,
            what: What::Promise(self.machine.builder.bool(false)),
        };
        let location = location.cloned();
        let with = self.program.location(earlier.at).cloned();
        let hazards = &mut self.machine.hazards;
        hazards.add(Undefined::Restrict, access.at, location.as_ref(), hazard);
        hazards.pair(Undefined::Restrict, access.at, with);
    }
}

//! The writes to an object of a version, found from the uses of its address.
//!
//! Invariant: if [`Writes`] is `complete`, nothing else writes the object, provided that
//! the version's accesses stay inside their objects.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::graph::Graph;
use super::write::{Object, Site, Stored, Write, Writes};
use crate::budgets::coverage::{FOLLOWED_ADDRESSES, WRITER_CALLS};
use crate::guard;
use crate::program::{
    Call, Callee, Cast, Constant, FunctionId, Index, Kind, Operand, Register, edges, operands,
};

/// A value that is an address inside the object, in a function reached by the calls of
/// `path`.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Address {
    path: Vec<Site>,
    function: FunctionId,
    value: Operand,
}

/// Follows the addresses of one object through the code.
struct Follower<'g, 'p> {
    graph: &'g Graph<'p>,
    known: FxHashMap<Address, Option<i64>>,
    open: Vec<Address>,
    writes: Writes,
}

impl Graph<'_> {
    /// Returns the writes to an object, computed once.
    pub(super) fn writes(&self, object: Object) -> Rc<Writes> {
        if let Some(known) = self.writes.borrow().get(&object) {
            return Rc::clone(known);
        }
        // A recursive query sees no complete set of writes.
        let unknown = Rc::new(Writes::default());
        self.writes.borrow_mut().insert(object, unknown);
        let mut follower = Follower {
            graph: self,
            known: FxHashMap::default(),
            open: Vec::new(),
            writes: Writes {
                complete: true,
                ..Writes::default()
            },
        };
        follower.start(object);
        let mut values = 0;
        while let Some(address) = follower.open.pop() {
            values += 1;
            if values > FOLLOWED_ADDRESSES {
                follower.writes.complete = false;
                break;
            }
            // The address was met again with another offset: its writes are found anew.
            let concerns = |w: &Write| {
                w.path == address.path && follower.graph.is_at(w, address.function, address.value)
            };
            follower.writes.all.retain(|w| !concerns(w));
            follower.follow(&address);
        }
        let found = Rc::new(follower.writes);
        let known = Rc::clone(&found);
        self.writes.borrow_mut().insert(object, known);
        found
    }

    /// Whether a write's address is the given value of a function.
    fn is_at(&self, write: &Write, function: FunctionId, value: Operand) -> bool {
        let (own, at) = write.site;
        own == function
            && match &self.function(own).code[at as usize].kind {
                Kind::Store { address, .. } => *address == value,
                Kind::CompareExchange { args, .. } => args[0] == value,
                Kind::ReadModifyWrite { args, .. } => args[0] == value,
                Kind::Call(call) => call.arguments.first() == Some(&value),
                _ => false,
            }
    }

    /// The value of a constant operand.
    pub(super) fn constant(&self, operand: Operand) -> Option<u128> {
        match operand {
            Operand::Constant(index) => match &self.program.constants()[index as usize] {
                Constant::Scalar { value, .. } => *value,
                _ => None,
            },
            Operand::Register(_) => None,
        }
    }

    /// The constant byte distance of an address from its base, if all indices are
    /// constants.
    pub(super) fn distance(&self, offset: i64, indices: &[Index]) -> Option<i64> {
        let mut distances = indices.iter().map(|index| {
            let known = self.constant(index.operand)?;
            let signed = term::signed(known, index.bits) as i64;
            Some(signed.wrapping_mul(index.scale as i64))
        });
        distances.try_fold(offset, |sum, by| Some(sum.wrapping_add(by?)))
    }

    /// The global variable that a constant address points into, and the byte offset in it.
    pub(super) fn global(&self, operand: Operand) -> Option<(u64, i64)> {
        let address = u64::try_from(self.constant(operand)?).ok()?;
        let mut globals = self.program.globals().iter();
        let global = globals.find(|g| (g.address..g.address + g.size).contains(&address))?;
        Some((global.address, (address - global.address) as i64))
    }
}

impl Follower<'_, '_> {
    fn start(&mut self, object: Object) {
        match object {
            Object::Local(function, register) => {
                self.derive(Vec::new(), function, Operand::Register(register), Some(0));
            }
            Object::Global(address) => {
                for &id in self.graph.known() {
                    let code = self.graph.function(id).code.iter();
                    let mut starts: Vec<(Operand, i64)> = Vec::new();
                    for operand in code.flat_map(operands) {
                        if let Some((own, offset)) = self.graph.global(operand)
                            && own == address
                            && !starts.contains(&(operand, offset))
                        {
                            starts.push((operand, offset));
                        }
                    }
                    if starts.is_empty() {
                        continue;
                    }
                    let Some(chains) = self.graph.chains(id) else {
                        self.writes.complete = false;
                        continue;
                    };
                    for chain in chains {
                        for (operand, offset) in &starts {
                            self.derive(chain.clone(), id, *operand, Some(*offset));
                        }
                    }
                }
            }
        }
    }

    /// Records that a value is an address inside the object, at byte `to` if that is known.
    fn derive(&mut self, path: Vec<Site>, function: FunctionId, value: Operand, to: Option<i64>) {
        let address = Address {
            path,
            function,
            value,
        };
        let met = match self.known.get(&address) {
            Some(known) if *known == to || known.is_none() => return,
            Some(_) => None,
            None => to,
        };
        self.known.insert(address.clone(), met);
        self.open.push(address);
    }

    /// Follows all uses of an address in its function.
    fn follow(&mut self, address: &Address) {
        let offset = self.known[address];
        let (id, value) = (address.function, address.value);
        let function = self.graph.function(id);
        for (at, instruction) in function.code.iter().enumerate() {
            let at = at as u32;
            for edge in edges(instruction) {
                for (register, operand) in &edge.moves {
                    if *operand == value {
                        let path = address.path.clone();
                        self.derive(path, id, Operand::Register(*register), None);
                    }
                }
            }
            let derived = match &instruction.kind {
                Kind::Address {
                    base,
                    offset: more,
                    indices,
                    lanes: None,
                } if *base == value && indices.iter().all(|i| i.operand != value) => {
                    let distance = self.graph.distance(*more, indices);
                    Some(offset.zip(distance).map(|(at, by)| at.wrapping_add(by)))
                }
                Kind::Cast {
                    cast: Cast::Pointer | Cast::Observe(_),
                    to,
                    ..
                } if to.bits() == 64 => Some(offset),
                Kind::Freeze { .. } => Some(offset),
                Kind::Select { .. } => Some(None),
                _ => None,
            };
            if !operands(instruction).contains(&value) {
                continue;
            }
            if let (Some(offset), Some(result)) = (derived, instruction.result) {
                let path = address.path.clone();
                self.derive(path, id, Operand::Register(result), offset);
                continue;
            }
            self.used(address, offset, at);
        }
    }

    /// Handles a use of an address by an instruction that derives no address from it.
    fn used(&mut self, address: &Address, offset: Option<i64>, at: u32) {
        let (id, value) = (address.function, address.value);
        let program = self.graph.program;
        let instruction = &self.graph.function(id).code[at as usize];
        let size = |ty| Some(program.ty(ty).store_size);
        match &instruction.kind {
            Kind::Load { .. } | Kind::Compare { .. } | Kind::Nothing => {}
            // Only the phis of their edges use the address; `follow` handles these.
            Kind::Jump(_) | Kind::Branch { .. } | Kind::Switch { .. } => {}
            Kind::Store {
                ty, value: stored, ..
            } if *stored != value => {
                if self.is_undefined(id, *stored) {
                    return;
                }
                self.write(address, at, offset, size(*ty), Stored::Value(*stored));
            }
            Kind::ReadModifyWrite { ty, args, .. } if args[1] != value => {
                let stored = Stored::Made([Some(args[1]), None]);
                self.write(address, at, offset, size(*ty), stored);
            }
            Kind::CompareExchange { ty, args, .. } if !args[1..].contains(&value) => {
                let stored = Stored::Made([Some(args[1]), Some(args[2])]);
                self.write(address, at, offset, size(*ty), stored);
            }
            Kind::Call(call) => self.call(address, offset, at, call),
            Kind::Return(_) => {
                let mut path = address.path.clone();
                let Some((caller, site)) = path.pop() else {
                    return;
                };
                let calling = &self.graph.function(caller).code[site as usize];
                if let Some(result) = calling.result {
                    self.derive(path, caller, Operand::Register(result), offset);
                }
            }
            _ => self.writes.complete = false,
        }
    }

    /// Whether a value is the undefined initial value of a variable, or a member of it.
    fn is_undefined(&self, id: FunctionId, mut value: Operand) -> bool {
        while let Operand::Register(register) = value {
            let Some(pc) = self.graph.body(id).defined_at.get(&register) else {
                return false;
            };
            match &self.graph.function(id).code[*pc as usize].kind {
                Kind::ExtractValue { arg, .. } => value = *arg,
                Kind::Call(call) => {
                    let Callee::Function(callee) = call.callee else {
                        return false;
                    };
                    let name = &self.graph.function(callee).name;
                    return name.starts_with(guard::UNDEFINED);
                }
                _ => return false,
            }
        }
        false
    }

    fn call(&mut self, address: &Address, offset: Option<i64>, at: u32, call: &Call) {
        let (id, value) = (address.function, address.value);
        let Callee::Function(callee) = call.callee else {
            self.writes.complete = false;
            return;
        };
        let positions = call.arguments.iter().enumerate();
        let given: Vec<usize> = positions
            .filter(|(_, argument)| **argument == value)
            .map(|(index, _)| index)
            .collect();
        let function = self.graph.function(callee);
        let name = &*function.name;
        let third = call.arguments.get(2).copied();
        let size = third.and_then(|size| self.graph.constant(size));
        let size = size.and_then(|size| u64::try_from(size).ok());
        let starts = |names: &[&str]| names.iter().any(|n| name.starts_with(n));
        let harmless = [
            "llvm.lifetime.",
            "llvm.assume",
            "llvm.prefetch",
            "simdiff_moved",
        ];
        if starts(&harmless) || starts(&[guard::PREFIX]) {
            return;
        }
        if !function.is_defined() && starts(&["llvm.mem", "mem"]) {
            let stored = match call.arguments.get(1) {
                Some(from) if starts(&["llvm.memcpy", "llvm.memmove", "memcpy", "memmove"]) => {
                    Stored::Copy(*from)
                }
                filled @ Some(_) if starts(&["llvm.memset", "memset"]) => {
                    Stored::Made([filled.copied(), third])
                }
                _ => {
                    self.writes.complete = false;
                    return;
                }
            };
            if given.contains(&0) {
                // C's functions return the address.
                self.writes.complete &= call.unused || name.starts_with("llvm.");
                self.write(address, at, offset, size, stored);
            }
            return;
        }
        let is_round = address.path.iter().any(|(f, _)| *f == callee) || callee == id;
        if !self.graph.knows(callee) || is_round || address.path.len() == WRITER_CALLS {
            self.writes.complete = false;
            return;
        }
        for index in given {
            if call.by_value.iter().any(|b| b.index as usize == index) {
                // The callee writes a copy that only it sees.
                let own = Object::Local(callee, Register(index as u32));
                let changed = self.graph.writes(own);
                self.writes.complete &= changed.all.is_empty() && changed.complete;
                continue;
            }
            let mut path = address.path.clone();
            path.push((id, at));
            let parameter = Operand::Register(Register(index as u32));
            self.derive(path, callee, parameter, offset);
        }
    }

    fn write(
        &mut self,
        address: &Address,
        at: u32,
        offset: Option<i64>,
        size: Option<u64>,
        stored: Stored,
    ) {
        self.writes.all.push(Write {
            path: address.path.clone(),
            site: (address.function, at),
            offset,
            size,
            stored,
        });
    }
}

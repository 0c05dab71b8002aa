//! Values of loads: the stored value, where a single write determines it.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::write::{Object, Stored, Write};
use super::depends::Depends;
use super::{Guards, Value};
use crate::budgets::coverage::{ADDRESS_STEPS, DEPENDENCIES};
use crate::program::{Callee, Cast, Kind, Operand, operands};

/// The variable of the device library that describes a work-item, and the bytes of its
/// `group_id` (`opencl-runtime/device/work_item.cl`).
const ITEM: (&str, Range<i64>) = ("simdiff_item", 24..48);

/// Bytes of an object: the activation that has it, the object, and the first byte.
pub(super) type Bytes = (usize, Object, Option<i64>);

/// Where an address points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The activation that has the object.
    at: usize,
    pub(super) object: Object,
    /// The byte offset, if it is constant.
    pub(super) offset: Option<i64>,
    /// Whether the object is a local variable, which holds nothing but what is written to
    /// it.
    is_local: bool,
}

impl Guards<'_, '_> {
    /// The value of a load of `bits` bits; unknown if its place is.
    pub(super) fn loaded(&mut self, at: usize, address: Operand, bits: u8) -> Value {
        if let Some(entry) = self.entry(at, address, bits) {
            return entry;
        }
        match self.place(at, address) {
            Some(place) => self.contents(place, bits),
            None => self.unknown(bits, Depends::MEMORY),
        }
    }

    /// The object and byte that an address points to.
    pub(super) fn place(&self, mut at: usize, mut address: Operand) -> Option<Place> {
        let mut sum = Some(0i64);
        for _ in 0..ADDRESS_STEPS {
            let Operand::Register(register) = address else {
                let (global, offset) = self.graph.global(address)?;
                return Some(Place {
                    at: 0,
                    object: Object::Global(global),
                    offset: sum.map(|sum| sum.wrapping_add(offset)),
                    is_local: false,
                });
            };
            let activation = self.activations[at];
            let (function, body) = (
                self.graph.function(activation.function),
                self.graph.body(activation.function),
            );
            let object = |is_local: bool| Place {
                at,
                object: Object::Local(activation.function, register),
                offset: sum,
                is_local,
            };
            if (register.0 as usize) < function.params.len() {
                let Some((caller, pc)) = activation.caller else {
                    return Some(object(false));
                };
                let calling = self.graph.function(self.activations[caller].function);
                let Kind::Call(call) = &calling.code[pc as usize].kind else {
                    return None;
                };
                // Arguments of a call through a pointer are not known to be this
                // function's.
                let is_callee = match call.callee {
                    Callee::Function(id) => id == activation.function,
                    Callee::Pointer(_) => false,
                };
                let given = call.arguments.get(register.0 as usize);
                (at, address) = (caller, *given.filter(|_| is_callee)?);
                continue;
            }
            let &pc = body.defined_at.get(&register)?;
            address = match &function.code[pc as usize].kind {
                Kind::Address {
                    base,
                    offset,
                    indices,
                    lanes: None,
                } => {
                    let distance = self.graph.distance(*offset, indices);
                    sum = sum.zip(distance).map(|(at, by)| at.wrapping_add(by));
                    *base
                }
                Kind::Freeze { arg, .. }
                | Kind::Cast {
                    cast: Cast::Pointer | Cast::Observe(_),
                    arg,
                    ..
                } => *arg,
                Kind::Alloca { .. } => return Some(object(true)),
                _ => return None,
            };
        }
        None
    }

    /// Whether a place is in a variable that may change or in an argument's buffer, whose initial
    /// contents may be an input.
    fn may_be_input(&self, place: Place) -> bool {
        let mut globals = self.graph.program.globals().iter();
        match place.object {
            Object::Global(address) => {
                !globals.any(|global| global.address == address && global.constant)
            }
            Object::Local(..) => !place.is_local,
        }
    }

    /// Whether a place holds the group of the work-item that runs, which the executor writes.
    fn is_group(&self, place: Place) -> bool {
        let Object::Global(address) = place.object else {
            return false;
        };
        let mut globals = self.graph.program.globals().iter();
        let is_item = |name: &str| name == ITEM.0;
        let is_item = globals.any(|g| g.address == address && is_item(&g.name));
        is_item && place.offset.is_some_and(|offset| ITEM.1.contains(&offset))
    }

    /// The value of `bits` bits at a place.
    fn contents(&mut self, place: Place, bits: u8) -> Value {
        let size = u64::from(bits).div_ceil(8);
        if bits <= 64
            && let Some(value) = self.of_launch(place, bits)
        {
            return value;
        }
        if self.is_group(place) {
            let depends = Depends {
                group: true,
                ..Depends::default()
            };
            return self.unknown(bits, depends);
        }
        let writes = self.graph.writes(place.object);
        let key = (place.at, place.object, place.offset);
        if self.reading.contains(&key) {
            // A state that is computed from itself: it depends on the number of steps.
            let depends = Depends {
                sizes: true,
                ..Depends::default()
            };
            return self.unknown(bits, depends);
        }
        if !writes.complete {
            return self.unknown(bits, Depends::MEMORY);
        }
        self.reading.push(key);
        let met = writes.all.iter().filter(|w| w.meets(place.offset, size));
        let met: Vec<&Write> = met.collect();
        let value = match *met {
            [only] if place.is_local => self.only(place, only, bits),
            _ => None,
        };
        let value = value.unwrap_or_else(|| {
            let mut depends = match self.may_be_input(place) {
                true => Depends::INPUT,
                false => Depends::default(),
            };
            for write in met {
                depends = depends.and(self.written(place.at, write, size));
            }
            self.unknown(bits, depends)
        });
        self.reading.pop();
        value
    }

    /// The value that the only write to a place stores; `None` if the write may happen more
    /// than once or does not cover the bytes as one value.
    fn only(&mut self, place: Place, write: &Write, bits: u8) -> Option<Value> {
        let size = u64::from(bits).div_ceil(8);
        let (offset, start) = (place.offset?, write.offset?);
        let within = u64::try_from(offset.checked_sub(start)?).ok()?;
        if within.checked_add(size)? > write.size? || self.repeats(write) {
            return None;
        }
        let from = self.activation_along(place.at, write);
        match write.stored {
            Stored::Value(operand) if within == 0 && write.size == Some(size) && bits <= 64 => {
                // A truth value is stored as a byte, so the widths may differ.
                let value = self.value(from, operand, bits, None);
                (self.builder.width(value.term) == bits).then_some(value)
            }
            Stored::Copy(operand) => {
                let source = self.place(from, operand)?;
                let offset = source.offset?.checked_add_unsigned(within)?;
                let source = Place {
                    offset: Some(offset),
                    ..source
                };
                Some(self.contents(source, bits))
            }
            _ => None,
        }
    }

    /// Whether a write may happen more than once: one of its calls is in a loop, or the
    /// write is.
    fn repeats(&self, write: &Write) -> bool {
        let mut sites = write.path.iter().chain([&write.site]);
        sites.any(|(id, at)| {
            let block = self.graph.function(*id).block_of(*at);
            self.graph.body(*id).repeats(block)
        })
    }

    /// The dependencies of the bytes that a write stores.
    fn written(&mut self, base: usize, write: &Write, size: u64) -> Depends {
        let from = self.activation_along(base, write);
        let depends = match write.stored {
            Stored::Value(operand) => self.depends(from, operand),
            Stored::Made(all) => {
                let mut depends = Depends::default();
                for operand in all.into_iter().flatten() {
                    depends = depends.and(self.depends(from, operand));
                }
                depends
            }
            Stored::Copy(operand) => match self.place(from, operand) {
                Some(source) => {
                    let source = Place {
                        offset: None,
                        ..source
                    };
                    self.anywhere(source, size)
                }
                None => Depends::MEMORY,
            },
        };
        let is_constant = match write.stored {
            Stored::Value(operand) => matches!(operand, Operand::Constant(_)),
            Stored::Copy(_) => true,
            Stored::Made(all) => {
                let mut all = all.iter().flatten();
                all.all(|operand| matches!(operand, Operand::Constant(_)))
            }
        };
        // A value that changes from iteration to iteration depends on their number.
        Depends {
            sizes: depends.sizes || (self.repeats(write) && !is_constant),
            ..depends
        }
    }

    /// The dependencies of an operand of any type.
    pub(super) fn depends(&mut self, at: usize, operand: Operand) -> Depends {
        let function = self.graph.function(self.activations[at].function);
        let body = self.graph.body(self.activations[at].function);
        let (mut open, mut seen) = (vec![operand], FxHashSet::default());
        let mut depends = Depends::default();
        let mut calls = false;
        while let Some(operand) = open.pop() {
            let Operand::Register(register) = operand else {
                continue;
            };
            if !seen.insert(register) {
                continue;
            }
            if seen.len() > DEPENDENCIES {
                return Depends::MEMORY;
            }
            let instruction = body.defined_at.get(&register);
            let instruction = instruction.map(|pc| &function.code[*pc as usize]);
            let bits = match instruction.map(|i| &i.kind) {
                None | Some(Kind::Alloca { .. } | Kind::Address { lanes: None, .. }) => 64,
                Some(Kind::Compare { .. }) => 1,
                Some(Kind::Integer { bits, .. }) if *bits <= 64 => *bits,
                Some(Kind::Cast { to, .. }) if to.bits() <= 64 => to.bits(),
                Some(Kind::Load { address, ty, .. }) => {
                    let size = self.graph.program.ty(*ty).store_size;
                    depends = depends.and(match self.place(at, *address) {
                        Some(place) => self.anywhere(place, size),
                        None => Depends::MEMORY,
                    });
                    continue;
                }
                Some(kind) => {
                    calls |= matches!(kind, Kind::Call(_));
                    open.extend(instruction.into_iter().flat_map(operands));
                    continue;
                }
            };
            depends = depends.and(self.value(at, operand, bits, None).depends);
        }
        match calls {
            true => depends.opaque(),
            false => depends,
        }
    }

    /// The dependencies of `size` bytes at a place; of the whole object if they are more
    /// than 8.
    fn anywhere(&mut self, place: Place, size: u64) -> Depends {
        const WORD: u64 = 8;
        let place = match size <= WORD {
            true => place,
            false => Place {
                offset: None,
                ..place
            },
        };
        self.contents(place, (size.min(WORD) * 8).max(8) as u8)
            .depends
    }

    /// The activation that makes a write, reached by the write's calls from activation
    /// `base`.
    fn activation_along(&mut self, base: usize, write: &Write) -> usize {
        let mut at = base;
        let functions = write.path.iter().skip(1).map(|(id, _)| *id);
        let functions: Vec<_> = functions.chain([write.site.0]).collect();
        for ((_, pc), function) in write.path.iter().zip(functions) {
            at = self.activation(function, at, *pc);
        }
        at
    }
}

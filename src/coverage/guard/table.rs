//! Values that are read from constant tables at an index that varies.

use std::collections::BTreeSet;

use num_integer::gcd;

use super::depends::Depends;
use super::{Guards, Value};
use crate::budgets::coverage::{ADDRESS_STEPS, ENTRIES, ENTRY_PLACES};
use crate::coverage::graph::Graph;
use crate::program::{FunctionId, Kind, Operand, Register};

impl Guards<'_, '_> {
    /// One of the values of `bits` bits at the places of a constant variable that an address with
    /// an index may mean; `None` if they are not known or too many.
    pub(super) fn entry(&mut self, at: usize, address: Operand, bits: u8) -> Option<Value> {
        let (variable, start, stride) =
            self.graph.strided(self.activations[at].function, address)?;
        let mut globals = self.graph.program.globals().iter();
        let global = globals.find(|global| global.address == variable && global.constant)?;
        let size = u64::from(bits).div_ceil(8);
        let first = start.rem_euclid(stride) as u64;
        let last = global.size.checked_sub(size)?;
        let places = (first..=last).step_by(stride as usize);
        if places.clone().count() > ENTRY_PLACES {
            return None;
        }
        let entries = places.map(|place| global.integer_at(place, size));
        let entries: BTreeSet<u128> = entries.collect::<Option<_>>()?;
        if entries.len() > ENTRIES {
            return None;
        }
        let depends = Depends {
            addresses: 0,
            ..self.depends(at, address)
        };
        let value = self.unknown(bits, depends);
        let mut any = self.builder.bool(false);
        for entry in entries {
            let entry = self.builder.constant(bits, entry);
            let equal = self.builder.eq(value.term, entry);
            any = self.builder.or(any, equal);
        }
        self.conditions.push(any);
        Some(value)
    }
}

impl Graph<'_> {
    /// The variable that an address points into, the bytes that are added to its start, and a
    /// divisor of what indices and iterations add.
    pub(in crate::coverage) fn strided(
        &self,
        id: FunctionId,
        address: Operand,
    ) -> Option<(u64, i64, i64)> {
        let (base, start, stride) = self.based(id, address)?;
        let (variable, start, stride) = match base {
            Operand::Register(phi) => {
                let (variable, first, step) = self.walked(id, phi)?;
                (variable, start.checked_add(first)?, gcd(stride, step))
            }
            Operand::Constant(_) => {
                let (variable, offset) = self.global(base)?;
                (variable, start.checked_add(offset)?, stride)
            }
        };
        (stride > 0).then_some((variable, start, stride))
    }

    /// The constant or phi that an address is computed from, with the bytes added to it and a
    /// divisor of what indices add.
    fn based(&self, id: FunctionId, mut address: Operand) -> Option<(Operand, i64, i64)> {
        let (function, body) = (self.function(id), self.body(id));
        let (mut start, mut stride) = (0i64, 0i64);
        for _ in 0..ADDRESS_STEPS {
            let Operand::Register(register) = address else {
                return Some((address, start, stride));
            };
            if body.incoming.contains_key(&register) {
                return Some((address, start, stride));
            }
            let pc = *body.defined_at.get(&register)?;
            let Kind::Address {
                base,
                offset,
                indices,
                lanes: None,
            } = &function.code[pc as usize].kind
            else {
                return None;
            };
            start = start.checked_add(*offset)?;
            for index in indices {
                let scale = i64::try_from(index.scale).ok()?;
                match self.constant(index.operand) {
                    Some(constant) => {
                        let constant = term::signed(constant, index.bits);
                        let distance = i64::try_from(constant).ok()?.checked_mul(scale)?;
                        start = start.checked_add(distance)?;
                    }
                    None => stride = gcd(stride, scale),
                }
            }
            address = *base;
        }
        None
    }

    /// The variable that a pointer walks through, where it starts, and a divisor of its steps.
    fn walked(&self, id: FunctionId, phi: Register) -> Option<(u64, i64, i64)> {
        let mut first: Option<(u64, i64)> = None;
        let mut step = 0i64;
        for (_, operand) in &self.body(id).incoming[&phi] {
            let (base, by, stride) = self.based(id, *operand)?;
            step = gcd(step, stride);
            if base == Operand::Register(phi) {
                step = gcd(step, by);
                continue;
            }
            let (variable, offset) = self.global(base)?;
            let start = by.checked_add(offset)?;
            match first {
                None => first = Some((variable, start)),
                Some((other, at)) if other == variable => step = gcd(step, start.checked_sub(at)?),
                Some(_) => return None,
            }
        }
        let (variable, start) = first?;
        Some((variable, start, step))
    }
}

//! Terms for intrinsics of LLVM that count bits, choose or saturate.

use term::{Op, Spec, TermId};

use super::{Guards, Value};

impl Guards<'_, '_> {
    /// The result of an intrinsic of that name, with operands of its width; `None` for others.
    pub(super) fn intrinsic(&mut self, name: &str, values: &[Value], bits: u8) -> Option<TermId> {
        let name = name.strip_prefix("llvm.")?;
        let (name, _) = name.rsplit_once('.')?;
        let fits = |value: &&Value| self.builder.width(value.term) == bits;
        let operands: Vec<TermId> = values.iter().filter(fits).map(|value| value.term).collect();
        match (name, &*operands) {
            ("smin" | "smax" | "umin" | "umax", &[x, y]) => Some(self.extremum(name, x, y)),
            ("ctpop", &[x, ..]) => self.population(x, bits),
            ("cttz", &[x, ..]) => {
                let zero = self.builder.constant(bits, 0);
                let one = self.builder.constant(bits, 1);
                let negative = self.builder.sub(zero, x);
                let lowest = self.builder.and(x, negative);
                let below = self.builder.sub(lowest, one);
                self.population(below, bits)
            }
            ("ctlz", &[x, ..]) => {
                let mut filled = x;
                let mut distance = 1;
                while distance < bits {
                    let by = self.builder.constant(bits, u128::from(distance));
                    let moved = self.builder.build(Spec::int(Op::LShr, bits), &[filled, by]);
                    filled = self.builder.or(filled, moved);
                    distance *= 2;
                }
                let width = self.builder.constant(bits, u128::from(bits));
                let ones = self.population(filled, bits)?;
                Some(self.builder.sub(width, ones))
            }
            ("abs", &[x, ..]) => {
                let zero = self.builder.constant(bits, 0);
                let negative = self.builder.slt(x, zero);
                let opposite = self.builder.sub(zero, x);
                Some(self.builder.select(negative, opposite, x))
            }
            ("usub.sat", &[x, y]) => {
                let zero = self.builder.constant(bits, 0);
                let below = self.builder.ult(x, y);
                let difference = self.builder.sub(x, y);
                Some(self.builder.select(below, zero, difference))
            }
            ("uadd.sat", &[x, y]) => {
                let most = self
                    .builder
                    .constant(bits, u128::MAX >> (128 - u32::from(bits)));
                let sum = self.builder.add(x, y);
                let wraps = self.builder.ult(sum, x);
                Some(self.builder.select(wraps, most, sum))
            }
            _ => None,
        }
    }

    fn extremum(&mut self, name: &str, x: TermId, y: TermId) -> TermId {
        let op = match name.starts_with('s') {
            true => Op::Slt,
            false => Op::Ult,
        };
        let below = self.builder.build(Spec::int(op, 1), &[x, y]);
        let [first, second] = match name.ends_with("max") {
            true => [y, x],
            false => [x, y],
        };
        self.builder.select(below, first, second)
    }

    /// The number of ones: neighbouring fields are added until one is left.
    fn population(&mut self, x: TermId, bits: u8) -> Option<TermId> {
        if !bits.is_power_of_two() || bits > 64 {
            return None;
        }
        let mut counts = x;
        let mut field = 1;
        while field < bits {
            // Ones in the lower half of every pair of fields.
            let pairs = (0..bits).step_by(2 * usize::from(field));
            let mask = pairs.fold(0u128, |mask, at| mask | ((1u128 << field) - 1) << at);
            let mask = self.builder.constant(bits, mask);
            let by = self.builder.constant(bits, u128::from(field));
            let upper = self.builder.build(Spec::int(Op::LShr, bits), &[counts, by]);
            let low = self.builder.and(counts, mask);
            let high = self.builder.and(upper, mask);
            counts = self.builder.add(low, high);
            field *= 2;
        }
        Some(counts)
    }
}

//! Assembly of moves and integer arithmetic, from a constant, an input or an output to an
//! output, to memory or to a clobbered register.

use super::Assembly;
use super::text::{Action, From, Step, To, steps};
use crate::llvm::{Builder, Type, Value};

/// Replaces such assembly at the builder's position. Returns whether it did.
pub(super) fn replace<'e>(place: Builder<'_, 'e>, assembly: &Assembly<'e>) -> bool {
    let Some(steps) = steps(&assembly.text) else {
        return false;
    };
    if assembly.labels > 0 || assembly.outputs.iter().any(|c| c.contains('*')) {
        return false;
    }
    let ty = assembly.call.ty();
    let count = assembly.outputs.len();
    let types: Vec<Type<'e>> = match count {
        0 => Vec::new(),
        1 => vec![ty],
        _ => ty.fields().collect(),
    };
    let before = |at| Some(assembly.call.operand(assembly.tied(at)? as u32));
    let mut registers = Registers {
        place,
        assembly,
        types,
        outputs: (0..count).map(before).collect(),
        written: vec![false; count],
    };
    let before = assembly.call.previous();
    let done = steps.iter().all(|step| registers.run(step).is_some());
    if done {
        registers.give();
        return true;
    }
    while let Some(built) = assembly
        .call
        .previous()
        .filter(|built| Some(*built) != before)
    {
        place.edit().erase(built);
    }
    false
}

/// The operands while the steps run.
struct Registers<'a, 'e> {
    place: Builder<'a, 'e>,
    assembly: &'a Assembly<'e>,
    /// The types of the outputs.
    types: Vec<Type<'e>>,
    /// The current value of each output; `None` before the first write to it.
    outputs: Vec<Option<Value<'e>>>,
    /// Whether each output was written.
    written: Vec<bool>,
}

impl<'e> Registers<'_, 'e> {
    /// Executes a step; `None` if it is not supported.
    fn run(&mut self, step: &Step) -> Option<()> {
        match &step.to {
            To::Register(name) => {
                let clobbered = &self.assembly.clobbered;
                return clobbered.contains(name).then_some(());
            }
            To::Pointee(pointer) => {
                let width = step.width.filter(|w| w.is_multiple_of(8))?;
                let input = pointer.checked_sub(self.outputs.len())?;
                let address = self.input(input)?;
                if self.indirect(input) || !address.ty().is_pointer() {
                    return None;
                }
                let value = self.moved(step, address.ty().integer(width))?;
                let stored = self.place.store(value, address);
                self.place.edit().set_alignment(stored, 1);
            }
            To::Operand(output) => {
                let ty = *self.types.get(*output)?;
                let value = match (&step.from, step.action) {
                    (From::Symbol(name), Action::Move) => self.symbol(name, ty)?,
                    (From::Symbol(_), _) => return None,
                    (_, Action::Move) => self.moved(step, ty)?,
                    _ => self.calculated(step, *output, ty)?,
                };
                self.outputs[*output] = Some(value);
                self.written[*output] = true;
            }
        }
        Some(())
    }

    /// Whether the argument of an input is the address of its value.
    fn indirect(&self, input: usize) -> bool {
        self.assembly.inputs[input].contains('*')
    }

    /// The argument of an input; `None` if its register may have been overwritten, because an
    /// output without `&` may share the register of an input.
    fn input(&self, at: usize) -> Option<Value<'e>> {
        let constraint = self.assembly.inputs.get(at)?;
        let lost = |output: usize| {
            let shared = !self.assembly.outputs[output].contains('&');
            self.written[output] && (shared || self.assembly.tied(output) == Some(at))
        };
        let immediate = matches!(constraint.as_str(), "i" | "n");
        let known = immediate || !(0..self.outputs.len()).any(lost);
        known.then(|| self.assembly.call.operand(at as u32))
    }

    fn symbol(&self, name: &str, ty: Type<'e>) -> Option<Value<'e>> {
        // LLVM marks a name given by `asm` as not to be mangled.
        let names = [name.to_owned(), format!("\u{1}{name}")];
        let module = self.place.edit();
        let mut found = names.iter().filter_map(|name| {
            let function = module.function(name);
            function.or_else(|| module.global(name))
        });
        found.next().filter(|found| found.ty() == ty)
    }

    /// The value that a move leaves in an output of type `ty`.
    fn moved(&self, step: &Step, ty: Type<'e>) -> Option<Value<'e>> {
        let result = bits(ty)?;
        let width = step.width.unwrap_or(result);
        let (from, own) = self.value(&step.from, width, result)?;
        let numbers = matches!(step.from, From::Number(_));
        let told = step.width.is_some() || own == result || numbers;
        // A write of the lower half of a register zeroes the upper half.
        let extends = result == 64 && width == 32 && own >= 32;
        let kept = if extends { 32 } else { result };
        if !told || !extends && result > width.min(own) {
            return None;
        }
        let value = self.resized(from, kept);
        let value = self.resized(value, result);
        Some(self.place.bit_cast(value, ty))
    }

    /// The value that arithmetic leaves in an output of type `ty`.
    fn calculated(&self, step: &Step, output: usize, ty: Type<'e>) -> Option<Value<'e>> {
        let result = ty.width()?;
        let width = step.width.unwrap_or(result);
        let before = self.outputs[output];
        let before = before.filter(|before| bits(before.ty()) == Some(result))?;
        let before = self.place.bit_cast(before, ty);
        let least = match step.action {
            Action::ShiftLeft | Action::ShiftRight | Action::ShiftRightSigned => Some(0),
            Action::RotateLeft | Action::RotateRight => Some(1),
            _ => None,
        };
        if let Some(least) = least {
            match step.from {
                From::Number(count) if (least..i64::from(width)).contains(&count) => {}
                _ => return None,
            }
        }
        let (from, own) = self.value(&step.from, width, width)?;
        if own < width || width > result {
            return None;
        }
        let x = self.resized(before, width);
        let y = self.resized(from, width);
        let value = self.applied(step.action, x, y)?;
        let value = self.resized(value, result);
        // A write of 32 bits zeroes the upper half of the register; a narrower write keeps
        // the other bits.
        if width == result || width == 32 {
            return Some(value);
        }
        let upper = self.place.and(before, ty.constant(u64::MAX << width));
        Some(self.place.or(upper, value))
    }

    /// The result of an action with destination `x` and source `y`.
    fn applied(&self, action: Action, x: Value<'e>, y: Value<'e>) -> Option<Value<'e>> {
        let b = self.place;
        Some(match action {
            Action::Move => return None,
            Action::Add => b.add(x, y),
            Action::Subtract => b.sub(x, y),
            Action::Reverse => b.sub(y, x),
            Action::And => b.and(x, y),
            Action::Or => b.or(x, y),
            Action::Xor => b.xor(x, y),
            Action::ShiftLeft => b.shl(x, y),
            Action::ShiftRight => b.lshr(x, y),
            Action::ShiftRightSigned => b.ashr(x, y),
            Action::RotateLeft | Action::RotateRight => {
                let width = x.ty().width()?;
                let rest = b.sub(x.ty().constant(width.into()), y);
                let (left, right) = match action {
                    Action::RotateLeft => (y, rest),
                    _ => (rest, y),
                };
                let left = b.shl(x, left);
                b.or(left, b.lshr(x, right))
            }
        })
    }

    /// The value of a source, as an integer, and its width in bits. The instruction reads
    /// `width` bits to make a result of `result` bits.
    fn value(&self, from: &From, width: u32, result: u32) -> Option<(Value<'e>, u32)> {
        let integer = |bits| self.place.edit().integer(bits);
        let value = match from {
            From::Symbol(_) => return None,
            From::Number(number) => {
                return Some((integer(64).constant(*number as u64), 64));
            }
            From::Operand(at) if *at < self.outputs.len() => self.outputs[*at]?,
            From::Operand(at) => {
                let at = at - self.outputs.len();
                let value = self.input(at)?;
                match self.indirect(at) {
                    false => value,
                    true if width != result || !result.is_multiple_of(8) => return None,
                    true => {
                        let loaded = self.place.load(integer(result), value);
                        self.place.edit().set_alignment(loaded, 1);
                        loaded
                    }
                }
            }
        };
        let own = bits(value.ty())?;
        Some((self.place.bit_cast(value, integer(own)), own))
    }

    /// An integer truncated or zero-extended to `to` bits.
    fn resized(&self, value: Value<'e>, to: u32) -> Value<'e> {
        self.place.resize(value, value.ty().integer(to), false)
    }

    /// Replaces the uses of the call's results.
    fn give(&self) {
        let given = self.outputs.iter().zip(&self.types);
        let given: Vec<_> = given
            .map(|(v, ty)| v.unwrap_or_else(|| ty.undefined()))
            .collect();
        let value = match given[..] {
            [] => return,
            [only] => only,
            _ => {
                let all = self.assembly.call.ty().undefined();
                let members = (0..).zip(given);
                members.fold(all, |all, (i, value)| self.place.with_field(all, i, value))
            }
        };
        self.place.edit().replace_uses(self.assembly.call, value);
    }
}

/// The width in bits of an integer or a mask.
fn bits(ty: Type<'_>) -> Option<u32> {
    match ty.is_vector() {
        true if ty.lane().width() == Some(1) => Some(ty.length() as u32),
        _ => ty.width(),
    }
}

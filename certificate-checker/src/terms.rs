//! Reader of a certificate's terms. It checks every sort, so that evaluation may rely on them.

use rustc_hash::FxHashMap;
use term::{Arena, Buffer, BufferId, Format, Op, Rounding, Spec, SymbolId, TermId};

use crate::fault::{Checked, malformed};
use crate::format;

/// The range of a symbol, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub low: f64,
    pub high: f64,
}

/// The terms read so far.
#[derive(Default)]
pub(crate) struct Terms {
    pub arena: Arena,
    ids: Vec<TermId>,
    inputs: Vec<BufferId>,
    /// Ranges of symbols.
    pub ranges: FxHashMap<SymbolId, Bounds>,
}

impl Terms {
    /// The term with a number.
    pub(crate) fn get(&self, number: u32) -> Checked<TermId> {
        match self.ids.get(number as usize) {
            Some(&id) => Ok(id),
            None => malformed(format!("there is no term {number}")),
        }
    }

    /// The terms with these numbers.
    pub(crate) fn all(&self, numbers: &[u32]) -> Checked<Vec<TermId>> {
        numbers.iter().map(|&number| self.get(number)).collect()
    }

    /// The pairs of terms with these numbers.
    pub(crate) fn pairs(&self, numbers: &[(u32, u32)]) -> Checked<Vec<(TermId, TermId)>> {
        let pair = |&(a, b): &(u32, u32)| Ok((self.get(a)?, self.get(b)?));
        numbers.iter().map(pair).collect()
    }

    pub(crate) fn add_input(&mut self, input: &format::Input) -> Checked {
        if input.number as usize != self.inputs.len() {
            return malformed("inputs are not in order");
        }
        let format = match input.format.as_deref().map(Format::from_name) {
            Some(None) => return malformed("an unknown float format"),
            Some(format) => format,
            None => None,
        };
        let buffer = self.arena.add_buffer(Buffer {
            name: input.name.clone(),
            format,
            signed: input.signed,
            scalar: false,
            undefined: input.undefined,
        });
        self.inputs.push(buffer);
        Ok(())
    }

    pub(crate) fn add(&mut self, term: &format::Term) -> Checked {
        if term.number as usize != self.ids.len() {
            return malformed("terms are not in order");
        }
        if !(1..=128).contains(&term.width) {
            return malformed("a width must be from 1 to 128");
        }
        let Some(op) = Op::ALL.into_iter().find(|op| op.name() == term.op) else {
            return malformed(format!("unknown operator `{}`", term.op));
        };
        let of = self.all(&term.of)?;
        let extra = (
            term.value.is_some(),
            term.input.is_some(),
            term.function.is_some(),
            term.range.is_some(),
        );
        let expected = match op {
            Op::Const => (true, false, false, false),
            Op::Symbol => (false, true, false, extra.3),
            Op::Apply => (false, false, true, false),
            _ => (false, false, false, false),
        };
        if extra != expected {
            return malformed(format!("a `{}` with the wrong fields", op.name()));
        }
        let id = match op {
            Op::Const => {
                let value = hexadecimal(term.value.as_deref().unwrap_or_default())?;
                if !of.is_empty() || term.width < 128 && value >> term.width != 0 {
                    return malformed("a constant that does not fit its width");
                }
                self.arena.constant(term.width, value)
            }
            Op::Symbol => self.symbol(term, &of)?,
            Op::Apply => {
                if !(1..=3).contains(&of.len()) {
                    return malformed("a function of no or too many operands");
                }
                let name = term.function.as_deref().unwrap_or_default();
                let Some(function) = self.arena.function(name) else {
                    return malformed("more than 65,536 functions");
                };
                self.arena.apply(function, term.width, &of)
            }
            _ => {
                let spec = Spec {
                    op,
                    width: term.width,
                    attr: term.attr,
                };
                let widths: Vec<u8> = of.iter().map(|&t| self.arena.width(t)).collect();
                if !well_sorted(spec, &widths) {
                    return malformed(format!("an ill-sorted `{}`", op.name()));
                }
                self.arena.term(spec, &of)
            }
        };
        self.ids.push(id);
        Ok(())
    }

    fn symbol(&mut self, term: &format::Term, of: &[TermId]) -> Checked<TermId> {
        let (input, offset) = term.input.unwrap_or_default();
        let Some(&buffer) = self.inputs.get(input as usize) else {
            return malformed(format!("there is no input {input}"));
        };
        if !of.is_empty() {
            return malformed("a symbol with operands");
        }
        let id = self.arena.add_symbol(buffer, offset, term.width);
        if let (Some(range), Some(symbol)) = (&term.range, self.arena.symbol_id(id)) {
            self.ranges.insert(symbol, bounds(range)?);
        }
        Ok(id)
    }
}

/// Parses the bounds of a range.
pub(crate) fn bounds(range: &format::Range) -> Checked<Bounds> {
    match (range.0.parse::<f64>(), range.1.parse::<f64>()) {
        (Ok(low), Ok(high)) if !low.is_nan() && !high.is_nan() => Ok(Bounds { low, high }),
        _ => malformed("a range of no numbers"),
    }
}

/// Parses a hexadecimal number with the prefix `0x`.
pub(crate) fn hexadecimal(text: &str) -> Checked<u128> {
    let digits = text.strip_prefix("0x").unwrap_or("");
    match u128::from_str_radix(digits, 16) {
        Ok(value) if !digits.starts_with('+') => Ok(value),
        _ => malformed(format!("`{text}` is no hexadecimal number")),
    }
}

/// Whether an operation has operands, width and attributes that fit it. False for constants,
/// symbols and applications.
pub(crate) fn well_sorted(spec: Spec, widths: &[u8]) -> bool {
    let op = spec.op;
    if matches!(op, Op::Const | Op::Symbol | Op::Apply) || widths.len() != op.arity() {
        return false;
    }
    if op.is_float() {
        return float_sorted(spec, widths);
    }
    if op != Op::Extract && spec.attr != 0 {
        return false;
    }
    let (w, all) = (spec.width, |w: u8| widths.iter().all(|&x| x == w));
    match op {
        Op::Eq | Op::Ult | Op::Slt => w == 1 && all(widths[0]),
        Op::Select => widths[0] == 1 && widths[1] == w && widths[2] == w,
        Op::Concat => u16::from(widths[0]) + u16::from(widths[1]) == u16::from(w),
        Op::Extract => u32::from(spec.attr) + u32::from(w) <= u32::from(widths[0]),
        Op::ZExt | Op::SExt => widths[0] <= w,
        _ => all(w),
    }
}

fn float_sorted(spec: Spec, widths: &[u8]) -> bool {
    let formats = |code: u16| usize::from(code) < Format::ALL.len();
    let coded = formats(spec.attr & 7) && formats(spec.attr >> 8 & 7);
    let rounds = spec.op == Op::FCmp || usize::from(spec.attr >> 4 & 7) < Rounding::ALL.len();
    if !coded || !rounds {
        return false;
    }
    let (format, width) = (spec.format(), spec.width);
    let again = match spec.op {
        Op::FCmp => Spec::fcmp(format, spec.outcomes()),
        Op::FConvert => Spec::fconvert(spec.source_format(), format, spec.rounding()),
        Op::FToSi | Op::FToUi => Spec::to_int(spec.op, format, spec.rounding(), width),
        Op::SiToF | Op::UiToF => Spec::from_int(spec.op, format, spec.rounding()),
        op => Spec::float(op, format, spec.rounding()),
    };
    let reads = spec.operand_format().map(Format::width);
    again == spec && widths.iter().all(|&w| reads.is_none_or(|r| r == w))
}

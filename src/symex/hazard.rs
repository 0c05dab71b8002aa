//! Hazards: operations that C leaves undefined for some operands, and that the
//! machine carries out all the same. Execution goes on with what the machine
//! computes; whether an input makes one happen is the driver's question.
//!
//! Invariant: a place keeps the first and the last of its hazards, where there are
//! too many to keep, and says so.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Format, Op, Outcomes, Rounding, Spec, TermId};

use super::path::KeptPath;
use crate::program::SpanId;
use crate::verdict::{Location, Undefined};

/// Hazards kept of one place: so many first ones …
const FIRST: usize = 16;
/// Shifts kept.
const SHIFTS: usize = 256;
/// … and so many last ones.
const LAST: usize = 32;

/// What is undefined for some operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A signed operation that overflows.
    Arithmetic { op: Op, args: [TermId; 2] },
    /// The absolute value of the least integer.
    Absolute(TermId),
    /// A conversion of a float to an integer that cannot hold it.
    Conversion {
        from: Format,
        to: u8,
        signed: bool,
        x: TermId,
    },
    /// A left shift that would overflow if its operand were signed: operand and amount.
    Lost(TermId, TermId),
    /// A shift by the width of what is shifted, or more.
    Shift(TermId),
    /// An access at an address that need not be a multiple of the accessed type's
    /// alignment: the condition that it is.
    Misaligned(TermId),
    /// The same of one that compiled code makes without insisting on it.
    MisalignedMember(TermId),
    /// The first bit that is set, of an integer that may have none.
    BitScan(TermId),
    /// A promise of the program's that does not hold.
    Promise(TermId),
}

/// One operation on one path.
#[derive(Clone, Debug)]
pub struct Hazard {
    /// Under these conditions it is executed.
    pub path: KeptPath,
    /// And these: those of the branches that it was folded out of.
    pub within: Vec<TermId>,
    pub(super) what: What,
}

/// All hazards of one kind at one place in the source.
#[derive(Clone, Debug)]
pub struct Place {
    /// What is left undefined.
    pub kind: Undefined,
    /// Where, if debug info says.
    pub location: Option<Location>,
    /// The hazards, in order of execution.
    pub hazards: Vec<Hazard>,
    /// Whether some were not kept.
    pub truncated: bool,
    /// Of accesses that break a promise of `restrict`, where the other one is.
    pub other: Option<Location>,
}

/// A float that is converted to an integer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Converted {
    /// The float.
    pub x: TermId,
    /// Its format.
    pub format: Format,
    /// The least and the greatest integer that can be held and that the format has.
    pub range: (f64, f64),
}

impl Converted {
    /// Whether the integer can hold the float with these bits.
    pub fn holds(&self, bits: u128) -> bool {
        let spec = Spec::fconvert(self.format, Format::Double, Rounding::TowardZero);
        let bits = match self.format {
            Format::Double => bits,
            _ => term::apply(spec, &[self.format.width()], &[bits]),
        };
        let x = f64::from_bits(bits as u64);
        x > self.range.0 - 1.0 && x < self.range.1 + 1.0
    }
}

impl Hazard {
    /// What is converted, if this is a conversion.
    pub fn converted(&self) -> Option<Converted> {
        let What::Conversion {
            from,
            to,
            signed,
            x,
        } = self.what
        else {
            return None;
        };
        let bits = i32::from(to) - i32::from(signed);
        let end = 2f64.powi(bits);
        // The float before the end, where it is no integer's successor.
        let step = match from {
            Format::Single => (bits - 24).max(0),
            _ => (bits - 53).max(0),
        };
        let low = if signed { -end } else { 0.0 };
        Some(Converted {
            x,
            format: from,
            range: (low, end - 2f64.powi(step)),
        })
    }

    /// Whether nothing that is compiled from the source shows it.
    pub fn is_unwatched(&self) -> bool {
        matches!(self.what, What::MisalignedMember(_))
    }

    /// The one-bit term that is true where the operation is defined.
    pub fn condition(&self, builder: &mut Builder) -> TermId {
        match self.what {
            What::Arithmetic { op, args } => fits(builder, op, args),
            What::Absolute(x) => {
                let width = builder.width(x);
                let least = builder.constant(width, 1 << (width - 1));
                let is_least = builder.eq(x, least);
                builder.not(is_least)
            }
            What::Conversion {
                from,
                to,
                signed,
                x,
            } => holds(builder, (from, x), (to, signed)),
            What::Shift(amount) => is_below_width(builder, amount),
            What::Lost(x, amount) => keeps_bits(builder, x, amount),
            What::BitScan(x) => {
                let width = builder.width(x);
                let zero = builder.constant(width, 0);
                let is_zero = builder.eq(x, zero);
                builder.not(is_zero)
            }
            What::Misaligned(condition)
            | What::MisalignedMember(condition)
            | What::Promise(condition) => condition,
        }
    }
}

/// Whether an amount to shift by is below the width, which is its own.
pub(super) fn is_below_width(builder: &mut Builder, amount: TermId) -> TermId {
    let width = builder.width(amount);
    // A width of 1 is the one that the limit does not fit: only 0 is in range.
    if width == 1 {
        return builder.not(amount);
    }
    let limit = builder.constant(width, u128::from(width));
    builder.ult(amount, limit)
}

/// Whether a signed integer that is shifted left is multiplied by a power of two.
fn keeps_bits(builder: &mut Builder, x: TermId, amount: TermId) -> TermId {
    let width = builder.width(x);
    let shifted = builder.build(Spec::int(Op::Shl, width), &[x, amount]);
    let back = builder.build(Spec::int(Op::AShr, width), &[shifted, amount]);
    let same = builder.eq(back, x);
    let below = is_below_width(builder, amount);
    builder.and(same, below)
}

/// Whether a signed operation does not overflow.
fn fits(builder: &mut Builder, op: Op, [x, y]: [TermId; 2]) -> TermId {
    let width = builder.width(x);
    let wide = match op {
        Op::Mul => width * 2,
        _ => width + 1,
    };
    let narrow = builder.build(Spec::int(op, width), &[x, y]);
    let narrow = builder.sext(narrow, wide);
    let [x, y] = [x, y].map(|x| builder.sext(x, wide));
    let exact = builder.build(Spec::int(op, wide), &[x, y]);
    builder.eq(exact, narrow)
}

/// Whether an integer can hold a float once its fraction is dropped (C17 6.3.1.4).
fn holds(builder: &mut Builder, (from, x): (Format, TermId), (to, signed): (u8, bool)) -> TermId {
    let power = |exponent: u8| {
        let spec = Spec::from_int(Op::UiToF, from, Rounding::NearestEven);
        1u128
            .checked_shl(exponent.into())
            .map(|integer| term::apply(spec, &[128], &[integer]))
    };
    let width = from.width();
    let Some(high) = power(to - u8::from(signed)) else {
        return builder.bool(true);
    };
    let limit = builder.constant(width, high);
    let below = builder.fcmp(from, Outcomes::LT, x, limit);
    let one = term::apply(
        Spec::from_int(Op::UiToF, from, Rounding::NearestEven),
        &[128],
        &[1],
    );
    let least = match signed {
        true => high | from.sign_mask(),
        false => 0,
    };
    // One below the least integer, where the format has that number.
    let minus = Spec::float(Op::FSub, from, Rounding::TowardNegative);
    let lower = term::apply(minus, &[width, width], &[least, one]);
    let back = Spec::float(Op::FAdd, from, Rounding::TowardNegative);
    let exact = term::apply(back, &[width, width], &[lower, one]) == least && lower != least;
    let above = match exact {
        true => {
            let limit = builder.constant(width, lower);
            builder.fcmp(from, Outcomes::GT, x, limit)
        }
        false => {
            let limit = builder.constant(width, least);
            builder.fcmp(from, Outcomes::GT.union(Outcomes::EQ), x, limit)
        }
    };
    builder.and(below, above)
}

/// The hazards met so far, by place.
pub(super) struct Hazards {
    places: FxHashMap<(Undefined, SpanId), Place>,
    /// Left shifts; whether their operands are signed is not known. `None`: too many.
    shifts: Option<Vec<Hazard>>,
}

impl Default for Hazards {
    fn default() -> Hazards {
        Hazards {
            places: FxHashMap::default(),
            shifts: Some(Vec::new()),
        }
    }
}

impl Hazards {
    pub fn add(
        &mut self,
        kind: Undefined,
        span: SpanId,
        location: Option<&Location>,
        hazard: Hazard,
    ) {
        let place = self.places.entry((kind, span)).or_insert_with(|| Place {
            kind,
            location: location.cloned(),
            hazards: Vec::new(),
            truncated: false,
            other: None,
        });
        let last = place.hazards.last();
        if last.is_some_and(|last| last.what == hazard.what && last.path == hazard.path) {
            return;
        }
        if place.hazards.len() == FIRST + LAST {
            place.hazards.remove(FIRST);
            place.truncated = true;
        }
        place.hazards.push(hazard);
    }

    /// Notes a left shift.
    pub fn add_shift(&mut self, hazard: Hazard) {
        match &mut self.shifts {
            Some(shifts) if shifts.len() == SHIFTS => self.shifts = None,
            Some(shifts) => shifts.push(hazard),
            None => {}
        }
    }

    /// Takes the left shifts that lose bits for some inputs; none where there are too many.
    pub fn take_shifts(&mut self) -> Vec<Hazard> {
        self.shifts.replace(Vec::new()).unwrap_or_default()
    }

    /// Says of a place where the other access is.
    pub fn pair(&mut self, kind: Undefined, span: SpanId, other: Option<Location>) {
        if let Some(place) = self.places.get_mut(&(kind, span)) {
            place.other = place.other.take().or(other);
        }
    }

    /// Takes all of them, in order of their places.
    pub fn take(&mut self) -> Vec<Place> {
        let mut places: Vec<Place> = std::mem::take(&mut self.places).into_values().collect();
        places.sort_by(|a, b| (a.kind, &a.location).cmp(&(b.kind, &b.location)));
        places
    }
}

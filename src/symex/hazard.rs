//! Hazards: operations that C leaves undefined for some operands and the machine defines.
//! Execution continues with the machine's result; the driver decides whether an input
//! triggers the hazard.
//!
//! Invariant: a place with too many hazards keeps the first and the last ones, and is
//! marked as truncated.

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Format, Op, Outcomes, Rounding, Spec, TermId};

use super::path::KeptPath;
use crate::budgets::execution::{FIRST_HAZARDS, KEPT_SHIFTS, LAST_HAZARDS};
use crate::program::SpanId;
use crate::verdict::{Location, Undefined};

/// An operation that is undefined for some operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A signed operation that may overflow.
    Arithmetic { op: Op, args: [TermId; 2] },
    /// The absolute value of an integer, undefined for the least one.
    Absolute(TermId),
    /// A conversion of a float to an integer that may not represent it.
    Conversion {
        from: Format,
        to: u8,
        signed: bool,
        x: TermId,
    },
    /// A left shift that overflows for some operands if they are signed: operand and
    /// amount.
    Lost(TermId, TermId),
    /// A shift by an amount that may reach the operand's width.
    Shift(TermId),
    /// An access to an address that may not be aligned to the accessed type: the condition
    /// that it is aligned.
    Misaligned(TermId),
    /// As [`What::Misaligned`], of an access that compiled code performs without requiring
    /// alignment.
    MisalignedMember(TermId),
    /// The index of the first set bit, of an integer that may be zero.
    BitScan(TermId),
    /// The condition of a promise by the program, which may not hold.
    Promise(TermId),
}

/// One execution of a hazardous operation on one path.
#[derive(Clone, Debug)]
pub struct Hazard {
    /// The path condition at its execution.
    pub path: KeptPath,
    /// The conditions of the branches that it was folded out of; they must hold too.
    pub within: Vec<TermId>,
    pub(super) what: What,
}

/// All hazards of one kind at one source position.
#[derive(Clone, Debug)]
pub struct Place {
    /// The kind of undefined behaviour.
    pub kind: Undefined,
    /// The position, if debug info knows it.
    pub location: Option<Location>,
    /// The hazards, in order of execution.
    pub hazards: Vec<Hazard>,
    /// Whether some hazards were dropped.
    pub truncated: bool,
    /// For a violation of `restrict`: the position of the conflicting access.
    pub other: Option<Location>,
    /// Whether an address rests on a result of it, or it happens on every input; known of
    /// those that [`super::Machine::take_marked_hazards`] takes.
    pub is_index: bool,
}

/// A float that is converted to an integer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Converted {
    /// The float.
    pub x: TermId,
    /// Its format.
    pub format: Format,
    /// The least and greatest integers that both the target type and the float format
    /// represent.
    pub range: (f64, f64),
}

impl Converted {
    /// Whether the target type can represent the float with these bits, truncated.
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
    /// Returns the float of a conversion, if this is one.
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
        // `end - 2^step` is the greatest integer below the end that the format represents.
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

    /// Whether it is a signed operation on whose result an address rests, given the terms
    /// of all addresses, or one of constants.
    pub fn is_index(&self, builder: &mut Builder, of_addresses: &FxHashSet<TermId>) -> bool {
        let What::Arithmetic { op, args } = self.what else {
            return false;
        };
        let width = builder.width(args[0]);
        let result = builder.build(Spec::int(op, width), &args);
        of_addresses.contains(&result) || builder.constant_value(result).is_some()
    }

    /// Whether no sanitizer or compiled check detects the hazard.
    pub fn is_unwatched(&self) -> bool {
        matches!(self.what, What::MisalignedMember(_))
    }

    /// Returns the one-bit term that is true where the operation is defined.
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

/// Whether a shift amount is below the width of the shifted value, which is also its own.
pub(super) fn is_below_width(builder: &mut Builder, amount: TermId) -> TermId {
    let width = builder.width(amount);
    // A one-bit term cannot represent the limit 1: only the amount 0 is in range.
    if width == 1 {
        return builder.not(amount);
    }
    let limit = builder.constant(width, u128::from(width));
    builder.ult(amount, limit)
}

/// Whether shifting a signed integer left multiplies it by a power of two.
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

/// Whether an integer type can represent a float without its fraction (C17 6.3.1.4).
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
    // One below the least integer, where the format represents it.
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
    /// Left shifts, whose operands are not known to be signed; `None` if there are too
    /// many.
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
            is_index: false,
        });
        let last = place.hazards.last();
        if last.is_some_and(|last| last.what == hazard.what && last.path == hazard.path) {
            return;
        }
        if place.hazards.len() == FIRST_HAZARDS + LAST_HAZARDS {
            place.hazards.remove(FIRST_HAZARDS);
            place.truncated = true;
        }
        place.hazards.push(hazard);
    }

    /// Records a left shift.
    pub fn add_shift(&mut self, hazard: Hazard) {
        match &mut self.shifts {
            Some(shifts) if shifts.len() == KEPT_SHIFTS => self.shifts = None,
            Some(shifts) => shifts.push(hazard),
            None => {}
        }
    }

    /// Takes the left shifts that lose bits for some inputs; none if there are too many.
    pub fn take_shifts(&mut self) -> Vec<Hazard> {
        self.shifts.replace(Vec::new()).unwrap_or_default()
    }

    /// Sets the position of the conflicting access of a place.
    pub fn pair(&mut self, kind: Undefined, span: SpanId, other: Option<Location>) {
        if let Some(place) = self.places.get_mut(&(kind, span)) {
            place.other = place.other.take().or(other);
        }
    }

    /// Takes all places, in order of kind and position.
    pub fn take(&mut self) -> Vec<Place> {
        let mut places: Vec<Place> = std::mem::take(&mut self.places).into_values().collect();
        places.sort_by(|a, b| (a.kind, &a.location).cmp(&(b.kind, &b.location)));
        places
    }
}

//! Builder methods, one for each operator.
//!
//! Invariant: each is `Builder::build` with the corresponding [`Spec`]; widening or narrowing to
//! the same width is the identity. Operands must have the widths that the operator requires
//! (checked in debug builds).

use term::{Format, Op, Outcomes, Rounding, Spec, TermId};

use crate::Builder;

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident $op:ident)*) => {
        impl Builder {$(
            $(#[$doc])*
            pub fn $name(&mut self, x: TermId, y: TermId) -> TermId {
                let width = self.width(x);
                self.build(Spec::int(Op::$op, width), &[x, y])
            }
        )*}
    };
}

binary! {
    /// x + y mod 2^w.
    add Add
    /// x − y mod 2^w.
    sub Sub
    /// x × y mod 2^w.
    mul Mul
    /// Unsigned x / y; all ones when y = 0.
    udiv UDiv
    /// Signed x / y, truncated.
    sdiv SDiv
    /// Unsigned remainder; x when y = 0.
    urem URem
    /// Signed remainder, sign of x; x when y = 0.
    srem SRem
    /// Bitwise and.
    and And
    /// Bitwise or.
    or Or
    /// Bitwise exclusive or.
    xor Xor
    /// x << y; 0 when y ≥ w.
    shl Shl
    /// x >> y with zero fill; 0 when y ≥ w.
    lshr LShr
    /// x >> y with sign fill.
    ashr AShr
}

macro_rules! predicate {
    ($($(#[$doc:meta])* $name:ident $op:ident)*) => {
        impl Builder {$(
            $(#[$doc])*
            pub fn $name(&mut self, x: TermId, y: TermId) -> TermId {
                self.build(Spec::int(Op::$op, 1), &[x, y])
            }
        )*}
    };
}

predicate! {
    /// x = y, one bit.
    eq Eq
    /// x < y unsigned, one bit.
    ult Ult
    /// x < y signed, one bit.
    slt Slt
}

macro_rules! float {
    ($($(#[$doc:meta])* $name:ident $op:ident ($($arg:ident),*))*) => {
        impl Builder {$(
            $(#[$doc])*
            pub fn $name(&mut self, format: Format, $($arg: TermId),*) -> TermId {
                let spec = Spec::float(Op::$op, format, Rounding::NearestEven);
                self.build(spec, &[$($arg),*])
            }
        )*}
    };
}

float! {
    /// x + y, rounded to nearest even.
    fadd FAdd (x, y)
    /// x − y, rounded to nearest even.
    fsub FSub (x, y)
    /// x × y, rounded to nearest even.
    fmul FMul (x, y)
    /// x ÷ y, rounded to nearest even.
    fdiv FDiv (x, y)
    /// C's `fmod`.
    frem FRem (x, y)
    /// √x, rounded to nearest even.
    fsqrt FSqrt (x)
    /// x × y + z, rounded once to nearest even.
    fma Fma (x, y, z)
}

impl Builder {
    /// The constant `value` reduced to `width` bits.
    pub fn constant(&mut self, width: u8, value: u128) -> TermId {
        self.arena_mut().constant(width, value)
    }
    /// A one-bit constant.
    pub fn bool(&mut self, value: bool) -> TermId {
        self.constant(1, value as u128)
    }
    /// The value of a constant term.
    pub fn constant_value(&self, x: TermId) -> Option<u128> {
        self.arena().constant_value(x)
    }
    /// The width of a term in bits.
    pub fn width(&self, x: TermId) -> u8 {
        self.arena().width(x)
    }

    /// Bitwise complement: exclusive or with all ones.
    pub fn not(&mut self, x: TermId) -> TermId {
        let ones = self.constant(self.width(x), u128::MAX);
        self.xor(x, ones)
    }
    /// Two's complement negation: 0 − x.
    pub fn neg(&mut self, x: TermId) -> TermId {
        let zero = self.constant(self.width(x), 0);
        self.sub(zero, x)
    }
    /// x ≠ y, one bit.
    pub fn ne(&mut self, x: TermId, y: TermId) -> TermId {
        let equal = self.eq(x, y);
        self.not(equal)
    }
    /// x ≤ y unsigned, one bit: not (y < x).
    pub fn ule(&mut self, x: TermId, y: TermId) -> TermId {
        let greater = self.ult(y, x);
        self.not(greater)
    }
    /// x ≤ y signed, one bit: not (y < x).
    pub fn sle(&mut self, x: TermId, y: TermId) -> TermId {
        let greater = self.slt(y, x);
        self.not(greater)
    }

    /// if `condition` (one bit) then x else y.
    pub fn select(&mut self, condition: TermId, x: TermId, y: TermId) -> TermId {
        let width = self.width(x);
        self.build(Spec::int(Op::Select, width), &[condition, x, y])
    }
    /// `high` concatenated above `low`; the sum of the widths must not exceed 128.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let width = self.width(high) + self.width(low);
        self.build(Spec::int(Op::Concat, width), &[high, low])
    }
    /// Bits `offset .. offset + width` of x.
    pub fn extract(&mut self, x: TermId, offset: u8, width: u8) -> TermId {
        if offset == 0 && width == self.width(x) {
            return x;
        }
        self.build(Spec::extract(offset, width), &[x])
    }
    /// The low `width` bits of x.
    pub fn trunc(&mut self, x: TermId, width: u8) -> TermId {
        self.extract(x, 0, width)
    }
    /// x zero-extended to `width` bits.
    pub fn zext(&mut self, x: TermId, width: u8) -> TermId {
        if width == self.width(x) {
            return x;
        }
        self.build(Spec::int(Op::ZExt, width), &[x])
    }
    /// x sign-extended to `width` bits.
    pub fn sext(&mut self, x: TermId, width: u8) -> TermId {
        if width == self.width(x) {
            return x;
        }
        self.build(Spec::int(Op::SExt, width), &[x])
    }

    /// Comparison of x and y in `format`.
    pub fn fcmp(&mut self, format: Format, outcomes: Outcomes, x: TermId, y: TermId) -> TermId {
        self.build(Spec::fcmp(format, outcomes), &[x, y])
    }
    /// Whether x is a NaN of `format`, one bit.
    pub fn is_nan(&mut self, format: Format, x: TermId) -> TermId {
        self.fcmp(format, Outcomes::UNO, x, x)
    }
    /// −x: the sign bit flipped, also of NaNs.
    pub fn fneg(&mut self, format: Format, x: TermId) -> TermId {
        let sign = self.constant(format.width(), format.sign_mask());
        self.xor(x, sign)
    }
    /// |x|: the sign bit cleared, also of NaNs.
    pub fn fabs(&mut self, format: Format, x: TermId) -> TermId {
        let mask = self.constant(format.width(), !format.sign_mask());
        self.and(x, mask)
    }
    /// x with the sign of y.
    pub fn copysign(&mut self, format: Format, x: TermId, y: TermId) -> TermId {
        let magnitude = self.fabs(format, x);
        let sign = self.constant(format.width(), format.sign_mask());
        let sign = self.and(y, sign);
        self.or(magnitude, sign)
    }
    /// x rounded to an integral value.
    pub fn fround(&mut self, format: Format, rounding: Rounding, x: TermId) -> TermId {
        self.build(Spec::float(Op::FRound, format, rounding), &[x])
    }
    /// x converted between formats, to nearest even.
    pub fn fconvert(&mut self, from: Format, to: Format, x: TermId) -> TermId {
        if from == to {
            return x;
        }
        self.build(Spec::fconvert(from, to, Rounding::NearestEven), &[x])
    }
    /// x converted to a signed integer; see [`Op::FToSi`] for out of range.
    pub fn ftosi(&mut self, format: Format, rounding: Rounding, x: TermId, width: u8) -> TermId {
        self.build(Spec::to_int(Op::FToSi, format, rounding, width), &[x])
    }
    /// x converted to an unsigned integer; see [`Op::FToUi`] for out of range.
    pub fn ftoui(&mut self, format: Format, rounding: Rounding, x: TermId, width: u8) -> TermId {
        self.build(Spec::to_int(Op::FToUi, format, rounding, width), &[x])
    }
    /// Signed integer x converted to `format`, to nearest even.
    pub fn sitof(&mut self, format: Format, x: TermId) -> TermId {
        self.build(
            Spec::from_int(Op::SiToF, format, Rounding::NearestEven),
            &[x],
        )
    }
    /// Unsigned integer x converted to `format`, to nearest even.
    pub fn uitof(&mut self, format: Format, x: TermId) -> TermId {
        self.build(
            Spec::from_int(Op::UiToF, format, Rounding::NearestEven),
            &[x],
        )
    }
    /// The uninterpreted function `name` applied to one to three operands.
    pub fn apply(&mut self, name: &str, width: u8, args: &[TermId]) -> TermId {
        let Some(function) = self.arena_mut().function(name) else {
            return self.arena_mut().call(name, width, args);
        };
        let spec = Spec {
            op: Op::Apply,
            width,
            attr: function.0,
        };
        self.build(spec, args)
    }
}

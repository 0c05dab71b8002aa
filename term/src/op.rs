//! Operators, their attributes and their sorts.

use crate::format::{Format, Rounding};

/// The operator of a term.
///
/// Widths are those of the operands unless said otherwise. `x`, `y`, `z` are
/// the operands in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Op {
    /// A constant; see [`crate::Arena::constant_value`].
    Const,
    /// A free variable; see [`crate::Arena::symbol`].
    Symbol,
    /// An application of an uninterpreted function to 1, 2 or 3 operands. The attribute is the
    /// [`crate::FunctionId`]; the width is that of the result.
    Apply,

    /// x + y mod 2^w.
    Add,
    /// x − y mod 2^w.
    Sub,
    /// x × y mod 2^w.
    Mul,
    /// Unsigned x / y; all ones when y = 0 (as SMT-LIB `bvudiv`).
    UDiv,
    /// Signed x / y, truncated; SMT-LIB `bvsdiv` when y = 0.
    SDiv,
    /// Unsigned remainder; x when y = 0.
    URem,
    /// Signed remainder, sign of x; x when y = 0.
    SRem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// x << y; 0 when y ≥ w.
    Shl,
    /// x >> y, zero fill; 0 when y ≥ w.
    LShr,
    /// x >> y, sign fill; all sign bits when y ≥ w.
    AShr,

    /// x = y, one bit.
    Eq,
    /// x < y unsigned, one bit.
    Ult,
    /// x < y signed, one bit.
    Slt,

    /// if x (one bit) then y else z.
    Select,
    /// x concatenated above y; the width is the sum of their widths.
    Concat,
    /// Bits `attr .. attr + width` of x, `attr` counted from the least
    /// significant bit.
    Extract,
    /// x zero-extended to the term's width.
    ZExt,
    /// x sign-extended to the term's width.
    SExt,

    /// x + y, in the attribute's format and rounding.
    FAdd,
    /// x − y.
    FSub,
    /// x × y.
    FMul,
    /// x ÷ y.
    FDiv,
    /// C's `fmod`: exact remainder with the sign of x (LLVM `frem`).
    FRem,
    /// √x.
    FSqrt,
    /// x × y + z, rounded once.
    Fma,
    /// x rounded to an integral value in the attribute's direction.
    FRound,
    /// Comparison of x and y in the attribute's format: one bit, set iff the
    /// outcome is in the attribute's set (KLEE-CL Table 1).
    FCmp,
    /// x converted between formats: attribute holds both and the rounding.
    FConvert,
    /// x converted to a signed integer of the term's width in the attribute's
    /// rounding; NaN and out of range give 1000…0, x86's indefinite integer.
    FToSi,
    /// x converted to an unsigned integer of the term's width; NaN and out of
    /// range give 1111…1 (AVX-512's indefinite unsigned integer).
    FToUi,
    /// Signed integer x converted to the attribute's format and rounding.
    SiToF,
    /// Unsigned integer x converted to the attribute's format and rounding.
    UiToF,
}

impl Op {
    /// Every operator, in declaration order.
    pub const ALL: [Op; 38] = [
        Op::Const,
        Op::Symbol,
        Op::Apply,
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::UDiv,
        Op::SDiv,
        Op::URem,
        Op::SRem,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Shl,
        Op::LShr,
        Op::AShr,
        Op::Eq,
        Op::Ult,
        Op::Slt,
        Op::Select,
        Op::Concat,
        Op::Extract,
        Op::ZExt,
        Op::SExt,
        Op::FAdd,
        Op::FSub,
        Op::FMul,
        Op::FDiv,
        Op::FRem,
        Op::FSqrt,
        Op::Fma,
        Op::FRound,
        Op::FCmp,
        Op::FConvert,
        Op::FToSi,
        Op::FToUi,
        Op::SiToF,
        Op::UiToF,
    ];

    /// Number of operands; `Apply` has one to three (see [`crate::Node::children`]).
    #[inline]
    pub const fn arity(self) -> usize {
        match self {
            Op::Const | Op::Symbol => 0,
            Op::Apply | Op::Fma | Op::Select => 3,
            Op::Extract
            | Op::ZExt
            | Op::SExt
            | Op::FSqrt
            | Op::FRound
            | Op::FConvert
            | Op::FToSi
            | Op::FToUi
            | Op::SiToF
            | Op::UiToF => 1,
            _ => 2,
        }
    }

    /// Whether swapping the two operands never changes the value. FAdd and FMul
    /// belong here because every NaN result is canonical.
    pub const fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Eq | Op::FAdd | Op::FMul
        )
    }

    /// Whether the term interprets an operand, or its own value, as a float.
    pub const fn is_float(self) -> bool {
        self as u8 >= Op::FAdd as u8
    }

    /// Whether the *value* of the term is a float (a NaN value is canonical).
    pub const fn yields_float(self) -> bool {
        matches!(
            self,
            Op::FAdd
                | Op::FSub
                | Op::FMul
                | Op::FDiv
                | Op::FRem
                | Op::FSqrt
                | Op::Fma
                | Op::FRound
                | Op::FConvert
                | Op::SiToF
                | Op::UiToF
        )
    }

    /// The name used in rule files and machine output.
    pub const fn name(self) -> &'static str {
        match self {
            Op::Const => "const",
            Op::Symbol => "symbol",
            Op::Apply => "apply",
            Op::Add => "add",
            Op::Sub => "sub",
            Op::Mul => "mul",
            Op::UDiv => "udiv",
            Op::SDiv => "sdiv",
            Op::URem => "urem",
            Op::SRem => "srem",
            Op::And => "and",
            Op::Or => "or",
            Op::Xor => "xor",
            Op::Shl => "shl",
            Op::LShr => "lshr",
            Op::AShr => "ashr",
            Op::Eq => "eq",
            Op::Ult => "ult",
            Op::Slt => "slt",
            Op::Select => "select",
            Op::Concat => "concat",
            Op::Extract => "extract",
            Op::ZExt => "zext",
            Op::SExt => "sext",
            Op::FAdd => "fadd",
            Op::FSub => "fsub",
            Op::FMul => "fmul",
            Op::FDiv => "fdiv",
            Op::FRem => "frem",
            Op::FSqrt => "fsqrt",
            Op::Fma => "fma",
            Op::FRound => "fround",
            Op::FCmp => "fcmp",
            Op::FConvert => "fconvert",
            Op::FToSi => "ftosi",
            Op::FToUi => "ftoui",
            Op::SiToF => "sitof",
            Op::UiToF => "uitof",
        }
    }
}

/// A set of comparison outcomes over {<, =, >, unordered} (KLEE-CL Table 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcomes(u8);

impl Outcomes {
    /// No outcome: the comparison is false.
    pub const NONE: Outcomes = Outcomes(0);
    /// Equal (zeros of either sign are equal).
    pub const EQ: Outcomes = Outcomes(1);
    /// Greater.
    pub const GT: Outcomes = Outcomes(2);
    /// Less.
    pub const LT: Outcomes = Outcomes(4);
    /// Unordered: at least one NaN.
    pub const UNO: Outcomes = Outcomes(8);
    /// Every outcome: the comparison is true.
    pub const ALL: Outcomes = Outcomes(15);

    /// The set with LLVM's predicate bits (1 =, 2 >, 4 <, 8 unordered), which are also the
    /// representation here.
    pub const fn from_bits(bits: u8) -> Outcomes {
        Outcomes(bits & 15)
    }
    /// The set as LLVM's predicate bits.
    pub const fn bits(self) -> u8 {
        self.0
    }
    /// Outcomes in at least one of the sets.
    pub const fn union(self, other: Outcomes) -> Outcomes {
        Outcomes(self.0 | other.0)
    }
    /// Outcomes in both sets.
    pub const fn intersect(self, other: Outcomes) -> Outcomes {
        Outcomes(self.0 & other.0)
    }
    /// Outcomes not in this set.
    pub const fn complement(self) -> Outcomes {
        Outcomes(!self.0 & 15)
    }
    /// The set for the comparison with its operands exchanged (KLEE-CL §6.2(1)).
    pub const fn swap(self) -> Outcomes {
        Outcomes(self.0 & 9 | (self.0 & 2) << 1 | (self.0 & 4) >> 1)
    }
    /// Whether every outcome of `other` is in this set.
    pub const fn contains(self, other: Outcomes) -> bool {
        self.0 & other.0 == other.0
    }
}

/// An operator with its attribute and result width: everything of a term except its operands.
///
/// The attribute word packs, for float operations, the format (bits 0-2), then the rounding
/// (bits 4-6) or the outcome set (bits 4-7) or, for `FConvert`, the source format (bits 8-10);
/// for `Extract` the offset; for `Apply` the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// The operator.
    pub op: Op,
    /// Result width in bits, 1 to 128.
    pub width: u8,
    /// Packed attribute.
    pub attr: u16,
}

impl Spec {
    /// An integer operator without attribute, of result width `width`.
    pub const fn int(op: Op, width: u8) -> Spec {
        Spec { op, width, attr: 0 }
    }
    /// `Extract` of `width` bits from bit `offset`.
    pub const fn extract(offset: u8, width: u8) -> Spec {
        Spec {
            op: Op::Extract,
            width,
            attr: offset as u16,
        }
    }
    /// A float operator with operands and result of one format: arithmetic, square root, fma,
    /// rounding to integral.
    pub const fn float(op: Op, format: Format, rounding: Rounding) -> Spec {
        Spec {
            op,
            width: format.width(),
            attr: format.code() | rounding.code() << 4,
        }
    }
    /// A comparison in `format`.
    pub const fn fcmp(format: Format, outcomes: Outcomes) -> Spec {
        Spec {
            op: Op::FCmp,
            width: 1,
            attr: format.code() | (outcomes.bits() as u16) << 4,
        }
    }
    /// A conversion between formats.
    pub const fn fconvert(from: Format, to: Format, rounding: Rounding) -> Spec {
        Spec {
            op: Op::FConvert,
            width: to.width(),
            attr: to.code() | rounding.code() << 4 | from.code() << 8,
        }
    }
    /// `FToSi` or `FToUi` from `format` to `width` bits.
    pub const fn to_int(op: Op, format: Format, rounding: Rounding, width: u8) -> Spec {
        Spec {
            op,
            width,
            attr: format.code() | rounding.code() << 4,
        }
    }
    /// `SiToF` or `UiToF` into `format`.
    pub const fn from_int(op: Op, format: Format, rounding: Rounding) -> Spec {
        Spec {
            op,
            width: format.width(),
            attr: format.code() | rounding.code() << 4,
        }
    }

    /// The format of a float operation: of the operands for comparisons and
    /// conversions to integer, of the result otherwise.
    pub const fn format(self) -> Format {
        Format::from_code(self.attr & 7)
    }
    /// The format in which the operands are read as floats; `None` for other operations.
    pub const fn operand_format(self) -> Option<Format> {
        match self.op {
            Op::SiToF | Op::UiToF => None,
            Op::FConvert => Some(self.source_format()),
            op if op.is_float() => Some(self.format()),
            _ => None,
        }
    }
    /// The source format of `FConvert`.
    pub const fn source_format(self) -> Format {
        Format::from_code(self.attr >> 8 & 7)
    }
    /// The rounding direction of a float operation other than `FCmp`.
    pub const fn rounding(self) -> Rounding {
        Rounding::from_code(self.attr >> 4 & 7)
    }
    /// The outcome set of `FCmp`.
    pub const fn outcomes(self) -> Outcomes {
        Outcomes::from_bits((self.attr >> 4) as u8)
    }
    /// The bit offset of `Extract`.
    pub const fn offset(self) -> u8 {
        self.attr as u8
    }
}

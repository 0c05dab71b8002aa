//! The functions of the rule language: names, operands and results.

/// The kind of a variable, operand or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A term.
    Term,
    /// A width, an offset, or the value of a constant.
    Number,
    /// A float format.
    Format,
    /// A rounding direction.
    Rounding,
    /// A set of comparison outcomes.
    Outcomes,
    /// A truth value (results of guards only).
    Truth,
}

impl Kind {
    /// The name used in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Term => "term",
            Kind::Number => "number",
            Kind::Format => "format",
            Kind::Rounding => "rounding",
            Kind::Outcomes => "outcome set",
            Kind::Truth => "condition",
        }
    }
}

macro_rules! functions {
    ($($func:ident $name:literal ($($arg:ident)*) $result:ident $doc:literal)*) => {
        /// A function of the rule language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Func {$(#[doc = $doc] $func),*}

        impl Func {
            /// Every function.
            pub const ALL: &'static [Func] = &[$(Func::$func),*];
            /// Its name in rule files.
            pub const fn name(self) -> &'static str {
                match self {$(Func::$func => $name),*}
            }
            /// The kinds of its operands.
            pub const fn parameters(self) -> &'static [Kind] {
                match self {$(Func::$func => &[$(Kind::$arg),*]),*}
            }
            /// Whether it computes with two numbers and does not depend on terms.
            pub(crate) const fn is_arithmetic(self) -> bool {
                use Func::*;
                matches!(
                    self,
                    Add | Sub | Mul | Shl | Shr | BitAnd | BitOr | BitXor | Min | Max | Eq | Ne
                        | Lt | Le | SameFormat | SameOutcomes | Intersect | Union
                )
            }
            /// The kind of its result.
            pub const fn result(self) -> Kind {
                match self {$(Func::$func => Kind::$result),*}
            }
        }
    };
}

functions! {
    Add "+" (Number Number) Number "Sum; unknown on overflow."
    Sub "-" (Number Number) Number "Difference; unknown when negative."
    Mul "*" (Number Number) Number "Product; unknown on overflow."
    Shl "<<" (Number Number) Number "Left shift of a 128-bit number."
    Shr ">>" (Number Number) Number "Right shift of a 128-bit number."
    BitAnd "&" (Number Number) Number "Bitwise and."
    BitOr "|" (Number Number) Number "Bitwise or."
    BitXor "^" (Number Number) Number "Bitwise exclusive or."
    Ones "ones" (Number) Number "That many one bits."
    Log2 "log2" (Number) Number "Logarithm of a power of two; unknown for others."
    LowZeros "low-zeros" (Number) Number "Number of zero bits below the lowest one."
    BitLength "bit-length" (Number) Number "Number of bits up to the highest one bit."
    LaneStart "lane-start" (Number Number) Number "The lowest bit of the byte that holds bit n of w; n itself where w is below 16."
    Min "min" (Number Number) Number "The lesser."
    Max "max" (Number Number) Number "The greater."
    Eq "=" (Number Number) Truth "Equality."
    Ne "!=" (Number Number) Truth "Inequality."
    Lt "<" (Number Number) Truth "Less, unsigned."
    Le "<=" (Number Number) Truth "At most, unsigned."
    Not "not" (Truth) Truth "Negation of something known."
    Either "or" (Truth Truth) Truth "Either is known to hold."
    Width "width" (Term) Number "Width of a term in bits."
    IsConstant "constant" (Term) Truth "Whether a term is a constant."
    Value "value" (Term) Number "The value of a constant; unknown for other terms."
    Umin "umin" (Term) Number "A lower bound of the unsigned value."
    Umax "umax" (Term) Number "An upper bound of the unsigned value."
    LowMin "low-min" (Term Number) Number "A lower bound of the low n bits."
    LowMax "low-max" (Term Number) Number "An upper bound of the low n bits."
    ShiftDepth "shift-depth" (Term) Number "Sums and products below one another of which other bits than the lowest are taken."
    IsXor "is-xor" (Term Term Term Number Number) Truth "The low n bits of the first are those of the exclusive or of the other two from bit p on; the numbers are p and n."
    InXor "in-xor" (Term Term Term Number Number) Truth "As is-xor, but bits of the first may be zero instead."
    FitsUnsigned "fits-unsigned" (Term Number) Truth "The value is below 2^n."
    FitsSigned "fits-signed" (Term Number) Truth "The signed value fits n bits."
    AlwaysLess "always-less" (Term Term) Truth "The first is below the second, signed."
    NeverLess "never-less" (Term Term) Truth "The first is not below the second, signed."
    SubFits "sub-fits" (Term Term) Truth "The difference does not overflow, signed."
    NarrowingClamp "narrowing-clamp" (Term Term Term Number Number) Truth "Offset 0, and `p ? x : y` fits n bits though an arm alone does not: a saturation."
    SignExtended "sign-extended" (Number Number Number) Truth "The number of w bits is the sign extension of its low n."
    SignedLess "signed-less" (Number Number Number) Truth "Less, as signed numbers of n bits."
    SameTerms "same-terms" (Term Term) Truth "The terms are the same."
    Misordered "misordered" (Term Term) Truth "The first term comes after the second in the canonical order of commutative operands."
    Precision "precision" (Format) Number "Significant bits of a format."
    FormatWidth "format-width" (Format) Number "Storage bits of a format."
    SameFormat "same-format" (Format Format) Truth "The formats are equal."
    Widens "widens" (Format Format) Truth "Every value of the first format is one of the second."
    ExactInt "exact-int" (Format Number) Truth "Every signed and unsigned integer of n bits is a value of the format."
    Innocuous "innocuous" (Format Format) Truth "One operation computed in the second format and rounded to the first equals the operation in the first (precision at least 2p + 2)."
    Narrowed "narrowed" (Format Format Number) Number "The constant converted to the second format; unknown unless exact."
    Reciprocal "reciprocal" (Format Number) Number "The reciprocal of a constant; unknown unless both are normal powers of two."
    PowerProduct "power-product" (Format Number Number) Number "The product of two powers of two that are 1 at least in magnitude; unknown for others and when it is infinite."
    SameZero "same-zero" (Format Term Term) Truth "The values are not zeros of unlike sign."
    Nearest "nearest" (Rounding) Truth "The rounding is to nearest, ties to even."
    Intersect "intersect" (Outcomes Outcomes) Outcomes "Outcomes in both."
    Union "union" (Outcomes Outcomes) Outcomes "Outcomes in either."
    Complement "complement" (Outcomes) Outcomes "Outcomes not in the set."
    Swap "swap" (Outcomes) Outcomes "Less and greater exchanged (KLEE-CL 6.2(1))."
    SameOutcomes "same-outcomes" (Outcomes Outcomes) Truth "The sets are equal."
    Feasible "feasible" (Format Term Term) Outcomes "Outcomes that category analysis cannot exclude (KLEE-CL 6.2(2))."
    Covers "covers" (Outcomes Format Term Term) Truth "Every feasible outcome is in the set."
    AllFeasible "all-feasible" (Outcomes Format Term Term) Truth "Every outcome of the set is feasible."
    NeverNan "never-nan" (Format Term) Truth "The value is no NaN."
    CanonicalNan "canonical-nan" (Format Term) Truth "The value is no NaN but the canonical one."
    NeverInfinite "never-infinite" (Format Term) Truth "The value is no infinity (it may be a NaN)."
    DoublesExactly "doubles-exactly" (Format Term) Truth "Neither the value nor twice the value is an infinity (it may be a NaN)."
    NeverZero "never-zero" (Format Term) Truth "The value is no zero of either sign."
    NeverNegZero "never-negative-zero" (Format Term) Truth "The value is not -0."
    NeverNegative "never-negative" (Format Term) Truth "Not below zero, not -0; it may be a NaN."
    InSignedRange "in-signed-range" (Format Term Number) Truth "A number that every rounding takes to a signed integer of n bits."
    Integral "integral" (Format Number) Truth "The constant is a finite integral number."
    Fractional "fractional" (Format Number) Truth "The constant is finite and not integral."
    ExactSigned "exact-signed" (Format Number Number) Truth "The constant is integral, fits n signed bits and is below 2^precision (KLEE-CL 6.2(3))."
    ExactUnsigned "exact-unsigned" (Format Number Number) Truth "As exact-signed, for unsigned integers."
}

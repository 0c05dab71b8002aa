//! Kinds of differences.

use serde::Serialize;

/// The kind of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The same numbers are added or multiplied in another order.
    Association,
    /// The results agree unless a NaN is involved.
    NanOrder,
    /// The results agree except for the sign of a zero.
    SignedZero,
    /// Operands of a minimum or maximum are exchanged.
    MinMaxOrder,
    /// The results agree on finite numbers.
    Nonfinite,
    /// The versions agree on finite values except for the sign of a zero.
    ZerosAndNonfinite,
    /// One version rounds a product and a sum once, the other twice.
    Contraction,
    /// One version adds a number and subtracts it again.
    Cancellation,
    /// One version divides where the other multiplies by a reciprocal.
    Reciprocal,
    /// The versions round to nearest, but numbers between two integers to different ones.
    Halves,
    /// The versions round in different directions.
    RoundingDirection,
    /// The versions agree unless two compared values are equal.
    Tie,
    /// The same formula in formats of different precision.
    Precision,
    /// One version approximates what the other computes.
    Approximation,
    /// The same real number, but one version adds products where the other multiplies sums.
    Distributivity,
    /// The same real-number function, rounded differently.
    RoundingError,
    /// The versions differ in exact arithmetic too.
    Formula,
    /// One version computes with integers, the other with floats.
    IntegerAgainstFloat,
    /// Integer results that differ by a unit or two, where bits are shifted out or divided
    /// off.
    FixedPoint,
    /// The same formula with other inputs, such as lanes in another order.
    OtherElements,
    /// One version rounds quotients of negative numbers toward zero, the other down.
    QuotientDirection,
    /// The versions agree once all numbers are taken as unsigned.
    Signedness,
    /// The versions agree except where a result is clamped.
    Saturation,
    /// One version drops upper bits of an integer that the other keeps.
    Narrowing,
    /// A float is out of the range of the integer type that it is converted to.
    Conversion,
    /// The port alone converts a float out of the range of the integer type.
    UnclampedConversion,
}

impl Kind {
    /// Whether the assumptions *ordered*, *finite* or *positive zero* exclude all inputs
    /// that show such a difference.
    pub const fn excluded_by_assumptions(self) -> bool {
        matches!(
            self,
            Kind::NanOrder
                | Kind::SignedZero
                | Kind::MinMaxOrder
                | Kind::Nonfinite
                | Kind::ZerosAndNonfinite
        )
    }

    /// Returns the kind's name and meaning, as one sentence without a full stop.
    pub const fn words(self) -> &'static str {
        match self {
            Kind::Association => {
                "association: the same numbers are added or multiplied in another order"
            }
            Kind::NanOrder => {
                "NaN order: the versions agree on all numbers, but treat a NaN differently"
            }
            Kind::SignedZero => "signed zero: the versions agree but for the sign of a zero",
            Kind::MinMaxOrder => {
                "order of a minimum or maximum: its operands are exchanged, which shows with NaNs and with zeros of unlike sign"
            }
            Kind::Nonfinite => {
                "infinities and NaNs: the versions agree where every value is finite"
            }
            Kind::ZerosAndNonfinite => {
                "signed zeros, infinities and NaNs: the versions agree where every value is finite, but for the sign of a zero"
            }
            Kind::Contraction => {
                "contraction: one version rounds a product and a sum once (fma), the other twice"
            }
            Kind::Cancellation => {
                "cancellation: one version adds a number and takes it away again, or multiplies and divides by it, which keeps what rounding lost"
            }
            Kind::Reciprocal => {
                "reciprocal: one version divides where the other multiplies by the reciprocal, which is rounded before"
            }
            Kind::Halves => {
                "halves: both versions round to nearest, but a half to different neighbours, as by floor(x + 0.5) and rint(x)"
            }
            Kind::RoundingDirection => {
                "rounding direction: one version truncates, or rounds up or down, where the other does not"
            }
            Kind::Tie => "ties: the versions agree unless two numbers that they compare are equal",
            Kind::Precision => "precision: the same formula, computed in different formats",
            Kind::Approximation => {
                "approximation: one version only approximates, by an instruction or a formula, what the other computes"
            }
            Kind::Distributivity => {
                "distributivity: the same real number, once products of sums are multiplied out and the summands sorted"
            }
            Kind::RoundingError => {
                "rounding errors: nearly the same number in exact arithmetic, rounded at different steps"
            }
            Kind::Formula => {
                "formula: the versions differ in exact arithmetic too, so this is no matter of rounding"
            }
            Kind::IntegerAgainstFloat => {
                "integers against floats: one version computes with integers, the other with floats"
            }
            Kind::FixedPoint => {
                "fixed-point precision: a unit or two apart; one version drops bits that the other rounds or keeps"
            }
            Kind::OtherElements => {
                "other elements: the same formula, of other inputs, as where lanes are in another order"
            }
            Kind::QuotientDirection => {
                "direction of quotients: one version rounds quotients of negative numbers toward zero, as / and % do, the other down, as shifts and masks do"
            }
            Kind::Signedness => {
                "signedness: one version takes numbers as signed where the other takes them as unsigned"
            }
            Kind::Saturation => {
                "saturation: the versions agree but for where one clamps a result that the other does not, or clamps otherwise"
            }
            Kind::Narrowing => {
                "narrowing: one version drops upper bits of a number that the other keeps"
            }
            Kind::Conversion => {
                "conversion out of range: C leaves it undefined what a float becomes that the integer cannot hold, and the instructions of the versions differ there"
            }
            Kind::UnclampedConversion => {
                "unclamped conversion: the port converts a float that the integer cannot hold, which the reference clamps before or does not convert; they agree in range"
            }
        }
    }
}

/// A kind with the particulars of one difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The kind.
    pub kind: Kind,
    /// Particulars: which bound, which direction, which function; a sentence without a full
    /// stop.
    pub detail: Option<String>,
}

impl From<Kind> for Explanation {
    fn from(kind: Kind) -> Explanation {
        Explanation { kind, detail: None }
    }
}

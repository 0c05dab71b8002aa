//! Guards and attribute computations: the function table and its evaluation.
//!
//! Invariant: what is not known evaluates to `None`, and a rule whose guard or
//! attribute is `None` does not apply.

use std::ops::Range;

use term::{Format, Op, Outcomes, Rounding, Spec};

use crate::category::{FloatFacts, Interval};
use crate::pattern::{Expr, Kind};

/// What guards may ask about the operands a rule matched.
pub trait Operands {
    /// Width of the term in a slot.
    fn width(&self, slot: u8) -> u8;
    /// Its value, if it is a constant.
    fn constant(&self, slot: u8) -> Option<u128>;
    /// Bounds of its value as an integer.
    fn interval(&mut self, slot: u8) -> Interval;
    /// What is known of its value as a float.
    fn float(&mut self, format: Format, slot: u8) -> FloatFacts;
    /// Whether its value, read as a float, is no NaN but the canonical one.
    fn canonical_nan(&mut self, format: Format, slot: u8) -> bool;
    /// Bounds of `p ? x : y`, its arms narrowed by the condition.
    fn select_interval(&mut self, p: u8, x: u8, y: u8) -> Interval;
    /// Whether two slots hold the same term.
    fn same(&self, x: u8, y: u8) -> bool;
    /// Whether the first term comes after the second in the canonical order of
    /// commutative operands.
    fn misordered(&self, x: u8, y: u8) -> bool;
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
    NeverZero "never-zero" (Format Term) Truth "The value is no zero of either sign."
    NeverNegZero "never-negative-zero" (Format Term) Truth "The value is not -0."
    NeverNegative "never-negative" (Format Term) Truth "Not below zero, not -0; it may be a NaN."
    InSignedRange "in-signed-range" (Format Term Number) Truth "A number that every rounding takes to a signed integer of n bits."
    Integral "integral" (Format Number) Truth "The constant is a finite integral number."
    Fractional "fractional" (Format Number) Truth "The constant is finite and not integral."
    ExactSigned "exact-signed" (Format Number Number) Truth "The constant is integral, fits n signed bits and is below 2^precision (KLEE-CL 6.2(3))."
    ExactUnsigned "exact-unsigned" (Format Number Number) Truth "As exact-signed, for unsigned integers."
}

/// Value of an expression; truths are 0 or 1.
pub fn eval<O: Operands>(expr: &Expr, numbers: &[u128], o: &mut O) -> Option<u128> {
    match expr {
        Expr::Num(n) => Some(*n),
        Expr::Var(slot) => Some(numbers[*slot as usize]),
        Expr::Width(slot) => Some(o.width(*slot) as u128),
        Expr::Here | Expr::Term(_) => None,
        Expr::Float(bits, format) => {
            let format = Format::ALL[eval(format, numbers, o)? as usize];
            Some(float_bits(*bits, format))
        }
        Expr::Call(func, args) => call(*func, args, numbers, o),
    }
}

/// A double's bits as the same number in `format`.
fn float_bits(bits: u64, format: Format) -> u128 {
    match bits {
        0 => 0,
        0x8000_0000_0000_0000 => format.sign_mask(),
        0x3ff0_0000_0000_0000 => format.one(),
        _ if format == Format::Double => bits as u128,
        _ => {
            let spec = Spec::fconvert(Format::Double, format, Rounding::NearestEven);
            term::apply(spec, &[64], &[bits as u128])
        }
    }
}

fn call<O: Operands>(func: Func, args: &[Expr], numbers: &[u128], o: &mut O) -> Option<u128> {
    let term = |i: usize| match args[i] {
        Expr::Term(slot) => Some(slot),
        _ => None,
    };
    // Functions whose operands need not all be known come first.
    if func == Func::Either {
        let known = args.iter().any(|a| eval(a, numbers, o) == Some(1));
        return Some(known as u128);
    }
    let mut v = [0u128; 5];
    for (value, arg) in v.iter_mut().zip(args) {
        if !matches!(arg, Expr::Term(_)) {
            *value = eval(arg, numbers, o)?;
        }
    }
    let [a, b, c, d, e] = v;
    // A code of a format where the function has one; anything else is not used.
    let format = Format::from_code(a as u16 % Format::ALL.len() as u16);
    let truth = |t: bool| Some(t as u128);
    match func {
        Func::Add => a.checked_add(b),
        Func::Sub => a.checked_sub(b),
        Func::Mul => a.checked_mul(b),
        Func::Shl => (b < 128).then(|| a << b),
        Func::Shr => Some(if b < 128 { a >> b } else { 0 }),
        Func::BitAnd => Some(a & b),
        Func::BitOr => Some(a | b),
        Func::BitXor => Some(a ^ b),
        Func::Ones => Some(ones(a)),
        Func::Log2 => a.is_power_of_two().then(|| a.trailing_zeros() as u128),
        Func::LowZeros => (a != 0).then(|| a.trailing_zeros() as u128),
        Func::Min => Some(a.min(b)),
        Func::Max => Some(a.max(b)),
        Func::Eq => truth(a == b),
        Func::Ne => truth(a != b),
        Func::Lt => truth(a < b),
        Func::Le => truth(a <= b),
        Func::Not => truth(a == 0),
        Func::Either => None,
        Func::Width => Some(o.width(term(0)?) as u128),
        Func::IsConstant => truth(o.constant(term(0)?).is_some()),
        Func::Value => o.constant(term(0)?),
        Func::Umin => Some(o.interval(term(0)?).umin),
        Func::Umax => Some(o.interval(term(0)?).umax),
        Func::FitsUnsigned => truth(o.interval(term(0)?).umax <= ones(b)),
        Func::FitsSigned => truth(o.interval(term(0)?).fits_signed(b)),
        Func::AlwaysLess => truth(o.interval(term(0)?).smax < o.interval(term(1)?).smin),
        Func::NeverLess => truth(o.interval(term(0)?).smin >= o.interval(term(1)?).smax),
        Func::SubFits => {
            let full = Interval::full(o.width(term(0)?));
            let (x, y) = (o.interval(term(0)?), o.interval(term(1)?));
            let within = |v: Option<i128>| v.is_some_and(|v| full.smin <= v && v <= full.smax);
            truth(within(x.smin.checked_sub(y.smax)) && within(x.smax.checked_sub(y.smin)))
        }
        Func::NarrowingClamp => {
            let fits = |i: Interval| i.umax <= ones(e) || i.fits_signed(e);
            let whole = o.select_interval(term(0)?, term(1)?, term(2)?);
            let arms = [o.interval(term(1)?), o.interval(term(2)?)];
            truth(d == 0 && fits(whole) && !arms.into_iter().all(fits))
        }
        Func::SignExtended => {
            let low = a & ones(c);
            let negative = c > 0 && low >> (c - 1) & 1 == 1;
            let extended = if negative { low | !ones(c) } else { low };
            truth(c > 0 && c <= 128 && extended & ones(b) == a)
        }
        Func::SignedLess => {
            let flip = 1u128.checked_shl(c.checked_sub(1)? as u32)?;
            truth(a ^ flip < b ^ flip)
        }
        Func::SameTerms => truth(o.same(term(0)?, term(1)?)),
        Func::Innocuous => {
            let to = Format::from_code((b % Format::ALL.len() as u128) as u16);
            let wide = to.precision() as u16 >= 2 * format.precision() as u16 + 2;
            // Subnormal products must be exact in the wider format.
            truth(
                wide && to.max_exponent()
                    >= 2 * format.max_exponent() + 2 * format.precision() as i32,
            )
        }
        Func::Narrowed => {
            let to = Format::from_code((b % Format::ALL.len() as u128) as u16);
            let there = Spec::fconvert(format, to, Rounding::NearestEven);
            let back = Spec::fconvert(to, format, Rounding::NearestEven);
            if format == to {
                return Some(c);
            }
            let narrow = term::apply(there, &[format.width()], &[c]);
            (term::apply(back, &[to.width()], &[narrow]) == c).then_some(narrow)
        }
        Func::Reciprocal => reciprocal(format, b),
        Func::PowerProduct => power_product(format, b, c),
        Func::SameZero => {
            let (x, y) = (o.float(format, term(1)?), o.float(format, term(2)?));
            truth(!x.zeros_differ(&y))
        }
        Func::Misordered => truth(o.misordered(term(0)?, term(1)?)),
        Func::Precision => Some(format.precision() as u128),
        Func::FormatWidth => Some(format.width() as u128),
        Func::SameFormat => truth(a == b),
        Func::Widens => {
            let to = Format::from_code((b % Format::ALL.len() as u128) as u16);
            truth(
                to.precision() >= format.precision() && to.max_exponent() >= format.max_exponent(),
            )
        }
        Func::ExactInt => {
            truth(b <= format.precision() as u128 && b <= format.max_exponent() as u128)
        }
        Func::Nearest => truth(a == Rounding::NearestEven.code() as u128),
        Func::Intersect => Some(a & b),
        Func::Union => Some(a | b),
        Func::Complement => Some(!a & 15),
        Func::Swap => Some(Outcomes::from_bits(a as u8).swap().bits() as u128),
        Func::SameOutcomes => truth(a == b),
        Func::Feasible => {
            let x = o.float(format, term(1)?);
            let y = o.float(format, term(2)?);
            Some(x.feasible(&y).bits() as u128)
        }
        Func::Covers | Func::AllFeasible => {
            let format = Format::from_code((b % Format::ALL.len() as u128) as u16);
            let x = o.float(format, term(2)?);
            let feasible = x.feasible(&o.float(format, term(3)?)).bits() as u128;
            truth(match func {
                Func::Covers => feasible & !a == 0,
                _ => a & !feasible == 0,
            })
        }
        Func::NeverNan => truth(!o.float(format, term(1)?).may_be_nan()),
        Func::CanonicalNan => truth(o.canonical_nan(format, term(1)?)),
        Func::NeverInfinite => truth(!o.float(format, term(1)?).may_be_infinite()),
        Func::NeverZero => truth(!o.float(format, term(1)?).may_be_zero()),
        Func::NeverNegZero => truth(!o.float(format, term(1)?).may_be_negative_zero()),
        Func::NeverNegative => truth(!o.float(format, term(1)?).may_be_negative()),
        Func::InSignedRange => truth(o.float(format, term(1)?).rounds_to_signed(c)),
        Func::Integral => truth(integral(format, b).is_some()),
        Func::Fractional => truth(is_finite(format, b) && !is_integral(format, b)),
        Func::ExactSigned => truth(integral(format, b).is_some_and(|i| {
            (1..=127).contains(&c) && exact(format, i) && signed_range(c).contains(&i)
        })),
        Func::ExactUnsigned => truth(
            integral(format, b)
                .is_some_and(|i| exact(format, i) && i >= 0 && (i as u128) <= ones(c)),
        ),
    }
}

/// `n` one bits (128 at most).
pub(crate) fn ones(n: u128) -> u128 {
    if n >= 128 { u128::MAX } else { (1 << n) - 1 }
}

fn signed_range(bits: u128) -> Range<i128> {
    -(1 << (bits - 1))..1 << (bits - 1)
}

fn exact(format: Format, i: i128) -> bool {
    i.unsigned_abs() < 1 << format.precision()
}

fn is_finite(format: Format, bits: u128) -> bool {
    let infinity = format.infinity();
    bits & infinity != infinity
}

fn is_integral(format: Format, bits: u128) -> bool {
    let w = format.width();
    let spec = Spec::float(Op::FRound, format, Rounding::TowardZero);
    is_finite(format, bits) && term::apply(spec, &[w], &[bits]) == bits
}

/// 1 / `bits` for a power of two; both must be normal numbers.
fn reciprocal(format: Format, bits: u128) -> Option<u128> {
    if format == Format::X87 {
        return None;
    }
    let fraction = format.precision() - 1;
    let magnitude = bits & (format.sign_mask() - 1);
    let exponent = magnitude >> fraction;
    let bias = format.max_exponent() as u128;
    let power = magnitude & ones(fraction as u128) == 0 && exponent >= 1 && exponent < 2 * bias;
    power.then(|| bits & format.sign_mask() | (2 * bias - exponent) << fraction)
}

/// a × b for powers of two of magnitude 1 or more.
fn power_product(format: Format, a: u128, b: u128) -> Option<u128> {
    let magnitude = |x: u128| x & (format.sign_mask() - 1);
    for factor in [a, b] {
        reciprocal(format, factor).filter(|_| magnitude(factor) >= format.one())?;
    }
    let sign = (a ^ b) & format.sign_mask();
    let product = magnitude(a) + magnitude(b) - format.one();
    (product < format.infinity()).then_some(sign | product)
}

/// The value of a finite integral constant of magnitude below 2^126.
fn integral(format: Format, bits: u128) -> Option<i128> {
    if !is_integral(format, bits) {
        return None;
    }
    let spec = Spec::to_int(Op::FToSi, format, Rounding::TowardZero, 128);
    let value = term::apply(spec, &[format.width()], &[bits]) as i128;
    (value.unsigned_abs() < 1 << 126).then_some(value)
}

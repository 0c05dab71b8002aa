//! Terms as SMT-LIB text with IEEE 754 floats (theory *FloatingPoint*).
//!
//! A float operation is over sort `FloatingPoint`. Where its bits are needed, a bit vector is
//! declared that converts to the float and, for a NaN, is the canonical one: SMT-LIB has a
//! single NaN and no function from a float to its bits. Conversions to integers, which SMT-LIB
//! leaves unspecified for NaN and out of range, are guarded and give the values that
//! [`term::Op`] specifies. An uninterpreted function becomes an unconstrained value for each
//! application.
//!
//! Invariant: every assignment that satisfies the query in exact semantics satisfies the text;
//! without uninterpreted functions the converse holds too.

use std::fmt::Write;

use rustc_hash::FxHashSet;
use term::smtlib::{bits, integer};
use term::{Arena, Cone, Format, Op, Outcomes, Rounding, Spec, SymbolId, TermId};

/// A query as text: declarations, definitions and assertions.
pub(super) struct Script {
    pub(super) text: String,
    /// The free variables with their widths.
    pub(super) symbols: Vec<(SymbolId, u8)>,
}

/// The name of a free variable.
pub(super) fn name(symbol: SymbolId) -> String {
    format!("s{}", symbol.0)
}

/// The query that all of `goal` hold. `None` where an operation has no counterpart: C's
/// remainder (SMT-LIB has the IEEE 754 one) and x87's formats.
pub(super) fn script(arena: &Arena, cone: &Cone, goal: &[TermId]) -> Option<Script> {
    let mut writer = Writer {
        arena,
        text: String::new(),
        floats: FxHashSet::default(),
        declared: FxHashSet::default(),
    };
    let mut symbols = Vec::new();
    for &term in &cone.terms {
        if let Some(id) = arena.symbol_id(term) {
            symbols.push((id, arena.width(term)));
        }
        writer.term(term)?;
    }
    for &term in goal {
        let condition = writer.holds(term);
        let _ = writeln!(writer.text, "(assert {condition})");
    }
    Some(Script {
        text: writer.text,
        symbols,
    })
}

struct Writer<'a> {
    arena: &'a Arena,
    text: String,
    /// Terms defined as floats, by format.
    floats: FxHashSet<(TermId, Format)>,
    /// Terms whose bits are declared.
    declared: FxHashSet<TermId>,
}

impl Writer<'_> {
    /// Writes the definition of a term: as a float for a float operation, otherwise as bits.
    fn term(&mut self, term: TermId) -> Option<()> {
        let node = *self.arena.node(term);
        let spec = node.spec();
        if spec.op.yields_float() {
            let value = self.operation(spec, node.children())?;
            self.define_float(term, spec.format(), &value);
            return Some(());
        }
        let width = spec.width;
        let value = match spec.op {
            Op::Symbol => {
                let name = name(self.arena.symbol_id(term)?);
                let _ = writeln!(self.text, "(declare-const {name} (_ BitVec {width}))");
                name
            }
            Op::Apply => {
                let _ = writeln!(
                    self.text,
                    "(declare-const a{} (_ BitVec {width}))",
                    term.index()
                );
                format!("a{}", term.index())
            }
            Op::Const => bits(width, self.arena.constant_value(term)?),
            Op::FCmp => {
                let [x, y] = [0, 1].map(|i| self.float(spec.format(), node.child(i)));
                format!("(ite {} #b1 #b0)", comparison(spec.outcomes(), &x?, &y?))
            }
            Op::FToSi | Op::FToUi => {
                let x = self.float(spec.format(), node.child(0))?;
                to_integer(spec, &x)
            }
            _ => {
                let children: Vec<String> = node.children().iter().map(|&c| self.bits(c)).collect();
                let widths = node.children().iter().map(|&c| self.arena.width(c));
                integer(spec, &children, &widths.collect::<Vec<u8>>())?
            }
        };
        let index = term.index();
        let _ = writeln!(
            self.text,
            "(define-fun t{index} () (_ BitVec {width}) {value})"
        );
        Some(())
    }

    /// A one-bit term as a condition.
    fn holds(&mut self, term: TermId) -> String {
        format!("(= {} #b1)", self.bits(term))
    }

    /// The bits of a term.
    fn bits(&mut self, term: TermId) -> String {
        let spec = self.arena.node(term).spec();
        let name = format!("t{}", term.index());
        if spec.op.yields_float() && self.declared.insert(term) {
            let format = spec.format();
            let (width, float) = (spec.width, float_name(term, format));
            let nan = bits(width, format.canonical_nan());
            let _ = write!(
                self.text,
                "(declare-const {name} (_ BitVec {width}))\n\
                 (assert (= ({} {name}) {float}))\n\
                 (assert (=> (fp.isNaN {float}) (= {name} {nan})))\n",
                from_bits(format),
            );
        }
        name
    }

    /// A term read as a float of `format`.
    fn float(&mut self, format: Format, term: TermId) -> Option<String> {
        if format == Format::X87 {
            return None;
        }
        let name = float_name(term, format);
        if self.floats.contains(&(term, format)) {
            return Some(name);
        }
        let node = *self.arena.node(term);
        let masked = |mask: u128| self.arena.constant_value(node.child(1)) == Some(mask);
        let value = match node.op() {
            Op::Select => {
                let condition = self.holds(node.child(0));
                let x = self.float(format, node.child(1))?;
                let y = self.float(format, node.child(2))?;
                format!("(ite {condition} {x} {y})")
            }
            Op::Xor if masked(format.sign_mask()) => {
                format!("(fp.neg {})", self.float(format, node.child(0))?)
            }
            Op::And if masked(format.sign_mask() - 1) => {
                format!("(fp.abs {})", self.float(format, node.child(0))?)
            }
            _ => format!("({} {})", from_bits(format), self.bits(term)),
        };
        self.define_float(term, format, &value);
        Some(name)
    }

    fn define_float(&mut self, term: TermId, format: Format, value: &str) {
        self.floats.insert((term, format));
        let (name, sort) = (float_name(term, format), sort(format));
        let _ = writeln!(self.text, "(define-fun {name} () {sort} {value})");
    }

    /// The value of a float operation.
    fn operation(&mut self, spec: Spec, children: &[TermId]) -> Option<String> {
        let format = spec.format();
        let rounding = rounding(spec.rounding());
        let to = to_format(format)?;
        let float = |writer: &mut Self, i: usize| writer.float(format, children[i]);
        Some(match spec.op {
            Op::FAdd | Op::FSub | Op::FMul | Op::FDiv => {
                let name = match spec.op {
                    Op::FAdd => "fp.add",
                    Op::FSub => "fp.sub",
                    Op::FMul => "fp.mul",
                    _ => "fp.div",
                };
                let (x, y) = (float(self, 0)?, float(self, 1)?);
                format!("({name} {rounding} {x} {y})")
            }
            Op::Fma => {
                let [x, y, z] = [0, 1, 2].map(|i| float(self, i));
                format!("(fp.fma {rounding} {} {} {})", x?, y?, z?)
            }
            Op::FSqrt => format!("(fp.sqrt {rounding} {})", float(self, 0)?),
            Op::FRound => format!("(fp.roundToIntegral {rounding} {})", float(self, 0)?),
            Op::FConvert => {
                let source = spec.source_format();
                let x = self.float(source, children[0])?;
                if source == format {
                    x
                } else {
                    format!("((_ to_fp {to}) {rounding} {x})")
                }
            }
            Op::SiToF => format!("((_ to_fp {to}) {rounding} {})", self.bits(children[0])),
            Op::UiToF => {
                let x = self.bits(children[0]);
                format!("((_ to_fp_unsigned {to}) {rounding} {x})")
            }
            _ => return None,
        })
    }
}

fn float_name(term: TermId, format: Format) -> String {
    format!("f{}{format}", term.index())
}

/// Exponent and significand widths; `None` for x87, whose integer bit is explicit.
fn to_format(format: Format) -> Option<String> {
    let digits = format.precision();
    (format != Format::X87).then(|| format!("{} {digits}", format.width() - digits))
}

fn sort(format: Format) -> String {
    let bits = to_format(format).unwrap_or_default();
    format!("(_ FloatingPoint {bits})")
}

fn from_bits(format: Format) -> String {
    let bits = to_format(format).unwrap_or_default();
    format!("(_ to_fp {bits})")
}

fn rounding(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "RNE",
        Rounding::TowardZero => "RTZ",
        Rounding::TowardPositive => "RTP",
        Rounding::TowardNegative => "RTN",
        Rounding::NearestAway => "RNA",
    }
}

/// The condition that the outcome of comparing `x` and `y` is in the set.
fn comparison(outcomes: Outcomes, x: &str, y: &str) -> String {
    if outcomes.contains(Outcomes::UNO) {
        return format!("(not {})", comparison(outcomes.complement(), x, y));
    }
    let has = |outcome| outcomes.contains(outcome);
    match (has(Outcomes::LT), has(Outcomes::EQ), has(Outcomes::GT)) {
        (false, false, false) => "false".to_owned(),
        (true, false, false) => format!("(fp.lt {x} {y})"),
        (true, true, false) => format!("(fp.leq {x} {y})"),
        (false, true, false) => format!("(fp.eq {x} {y})"),
        (false, true, true) => format!("(fp.geq {x} {y})"),
        (false, false, true) => format!("(fp.gt {x} {y})"),
        (true, false, true) => format!("(or (fp.lt {x} {y}) (fp.gt {x} {y}))"),
        (true, true, true) => format!("(not (or (fp.isNaN {x}) (fp.isNaN {y})))"),
    }
}

/// A conversion to an integer, with x86's value for floats out of range.
fn to_integer(spec: Spec, x: &str) -> String {
    let (format, width) = (spec.format(), u32::from(spec.width));
    let unsigned = spec.op == Op::FToUi;
    let whole = format!("(fp.roundToIntegral {} {x})", rounding(spec.rounding()));
    let exponent = if unsigned { width } else { width - 1 };
    let mut fits = Vec::new();
    if exponent as i32 <= format.max_exponent() {
        let limit = power_of_two(format, exponent);
        fits.push(format!("(fp.lt {whole} {limit})"));
        fits.push(match unsigned {
            true => format!("(fp.geq {whole} {})", float_bits(format, 0)),
            false => format!("(fp.geq {whole} (fp.neg {limit}))"),
        });
    } else {
        // Every finite number of the format is below the limit.
        fits.push(format!("(not (fp.isNaN {x}))"));
        fits.push(format!("(not (fp.isInfinite {x}))"));
        if unsigned {
            fits.push(format!("(fp.geq {whole} {})", float_bits(format, 0)));
        }
    }
    let fits = fits.join(" ");
    let otherwise = match unsigned {
        true => u128::MAX >> (128 - width),
        false => 1 << (width - 1),
    };
    let otherwise = bits(spec.width, otherwise);
    // One more bit holds the unsigned values and both ends of the range.
    let value = format!(
        "((_ extract {} 0) ((_ fp.to_sbv {}) RTZ {whole}))",
        width - 1,
        width + 1,
    );
    format!("(ite (and {fits}) {value} {otherwise})")
}

fn float_bits(format: Format, value: u128) -> String {
    format!("({} {})", from_bits(format), bits(format.width(), value))
}

/// 2^`exponent`, which must be at most the format's greatest exponent.
fn power_of_two(format: Format, exponent: u32) -> String {
    // The bit fields of the normal number 2^e: the biased exponent, then zeros.
    let biased = u128::from(exponent) + format.max_exponent() as u128;
    float_bits(format, biased << (format.precision() - 1))
}

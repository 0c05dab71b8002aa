//! A claim's negation as SMT-LIB 2 with IEEE 754 floats: unsatisfiable if and only if the claim
//! holds for all interpretations of uninterpreted functions.
//!
//! The bits of a computed float are a declared value that converts to the float and is the
//! canonical NaN if the float is a NaN: the theory has a single NaN and no function from a float
//! to its bits. The text depends on the claim's structure alone.

use std::collections::BTreeSet;
use std::fmt::Write;

use term::smtlib::{bits, integer};
use term::{Arena, Cone, Format, Op, Outcomes, Rounding, Spec, TermId};

use crate::claim::Claim;

/// The first line of a query in the theory of floats.
pub const LOGIC: &str = "(set-logic QF_BVFP)";

/// The query, which has no model if the claim holds. `None` where an operation has no
/// counterpart in the theory: C's remainder and x87's formats.
pub fn circuits(arena: &Arena, claim: &Claim) -> Option<String> {
    let cone = Cone::of(arena, &claim.roots());
    let mut text = Text {
        arena,
        cone: &cone,
        out: format!("{LOGIC}\n"),
        floats: BTreeSet::new(),
        declared: BTreeSet::new(),
    };
    for &term in &cone.terms {
        text.define(term)?;
    }
    for &condition in &claim.given {
        let bits = text.bits(condition);
        text.line(format_args!("(assert (= {bits} #b1))"));
    }
    text.goal(claim)?;
    text.line(format_args!("(check-sat)"));
    Some(text.out)
}

struct Text<'a> {
    arena: &'a Arena,
    cone: &'a Cone,
    out: String,
    /// Terms defined as floats, with their format.
    floats: BTreeSet<(TermId, Format)>,
    /// Computed floats whose bits are declared.
    declared: BTreeSet<TermId>,
}

impl Text<'_> {
    fn line(&mut self, line: std::fmt::Arguments) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(line);
        self.out.push('\n');
    }

    fn number(&self, term: TermId) -> usize {
        self.cone.position(term).unwrap_or(usize::MAX)
    }

    fn define(&mut self, term: TermId) -> Option<()> {
        let node = *self.arena.node(term);
        let (spec, w, i) = (node.spec(), node.width(), self.number(term));
        if spec.op.yields_float() {
            let value = self.operation(spec, node.children())?;
            self.define_float(term, spec.format(), &value);
            return Some(());
        }
        if matches!(spec.op, Op::Symbol | Op::Apply) {
            self.line(format_args!("(declare-const t{i} (_ BitVec {w}))"));
            return Some(());
        }
        let value = match spec.op {
            Op::Const => bits(w, self.arena.constant_value(term)?),
            Op::FCmp => {
                let x = self.float(spec.format(), node.child(0))?;
                let y = self.float(spec.format(), node.child(1))?;
                format!("(ite {} #b1 #b0)", compared(spec.outcomes(), &x, &y))
            }
            Op::FToSi | Op::FToUi => {
                let x = self.float(spec.format(), node.child(0))?;
                to_integer(spec, &x)
            }
            _ => {
                let children = node.children();
                let args: Vec<String> = children.iter().map(|&c| self.bits(c)).collect();
                let widths: Vec<u8> = children.iter().map(|&c| self.arena.width(c)).collect();
                integer(spec, &args, &widths)?
            }
        };
        self.line(format_args!("(define-fun t{i} () (_ BitVec {w}) {value})"));
        Some(())
    }

    /// The name of a term's bits; declares them on first use.
    fn bits(&mut self, term: TermId) -> String {
        let (spec, i) = (self.arena.node(term).spec(), self.number(term));
        if spec.op.yields_float() && self.declared.insert(term) {
            let (w, format) = (spec.width, spec.format());
            let (float, sort) = (format!("f{i}_{format}"), fields(format));
            let nan = bits(w, format.canonical_nan());
            self.line(format_args!("(declare-const t{i} (_ BitVec {w}))"));
            self.line(format_args!("(assert (= ((_ to_fp {sort}) t{i}) {float}))"));
            self.line(format_args!(
                "(assert (=> (fp.isNaN {float}) (= t{i} {nan})))"
            ));
        }
        format!("t{i}")
    }

    /// The name of a term read as a float; defines it on first use.
    fn float(&mut self, format: Format, term: TermId) -> Option<String> {
        if format == Format::X87 {
            return None;
        }
        let name = format!("f{}_{format}", self.number(term));
        if self.floats.contains(&(term, format)) {
            return Some(name);
        }
        let node = *self.arena.node(term);
        let with = |mask: u128| self.arena.constant_value(node.child(1)) == Some(mask);
        let value = match node.op() {
            Op::Select => {
                let condition = self.bits(node.child(0));
                let x = self.float(format, node.child(1))?;
                let y = self.float(format, node.child(2))?;
                format!("(ite (= {condition} #b1) {x} {y})")
            }
            Op::Xor if with(format.sign_mask()) => {
                format!("(fp.neg {})", self.float(format, node.child(0))?)
            }
            Op::And if with(format.sign_mask() - 1) => {
                format!("(fp.abs {})", self.float(format, node.child(0))?)
            }
            _ => format!("((_ to_fp {}) {})", fields(format), self.bits(term)),
        };
        self.define_float(term, format, &value);
        Some(name)
    }

    fn define_float(&mut self, term: TermId, format: Format, value: &str) {
        self.floats.insert((term, format));
        let (i, sort) = (self.number(term), fields(format));
        self.line(format_args!(
            "(define-fun f{i}_{format} () (_ FloatingPoint {sort}) {value})"
        ));
    }

    fn operation(&mut self, spec: Spec, children: &[TermId]) -> Option<String> {
        let (format, mode) = (spec.format(), rounding(spec.rounding()));
        if format == Format::X87 {
            return None;
        }
        let mut args = Vec::new();
        if let Some(from) = spec.operand_format() {
            for &child in children {
                args.push(self.float(from, child)?);
            }
        }
        let rounded = |name: &str| Some(format!("({name} {mode} {})", args.join(" ")));
        let sort = fields(format);
        match spec.op {
            Op::FAdd => rounded("fp.add"),
            Op::FSub => rounded("fp.sub"),
            Op::FMul => rounded("fp.mul"),
            Op::FDiv => rounded("fp.div"),
            Op::Fma => rounded("fp.fma"),
            Op::FSqrt => rounded("fp.sqrt"),
            Op::FRound => rounded("fp.roundToIntegral"),
            Op::FConvert if spec.source_format() == format => args.pop(),
            Op::FConvert => rounded(&format!("(_ to_fp {sort})")),
            Op::SiToF | Op::UiToF => {
                let x = self.bits(children[0]);
                let name = match spec.op {
                    Op::SiToF => "to_fp",
                    _ => "to_fp_unsigned",
                };
                Some(format!("((_ {name} {sort}) {mode} {x})"))
            }
            _ => None,
        }
    }

    fn goal(&mut self, claim: &Claim) -> Option<()> {
        let (left, right) = (self.bits(claim.left), self.bits(claim.right));
        self.line(format_args!("(assert (not (= {left} {right})))"));
        let Some(format) = claim.compare else {
            return Some(());
        };
        let x = self.float(format, claim.left)?;
        let y = self.float(format, claim.right)?;
        self.line(format_args!(
            "(assert (not (and (fp.isNaN {x}) (fp.isNaN {y}))))"
        ));
        if claim.zeros_alike {
            self.line(format_args!(
                "(assert (not (and (fp.isZero {x}) (fp.isZero {y}))))"
            ));
        }
        Some(())
    }
}

/// Exponent and significand widths, as in sorts and conversions.
fn fields(format: Format) -> String {
    let digits = format.precision();
    format!("{} {digits}", format.width() - digits)
}

fn rounding(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::TowardZero => "RTZ",
        Rounding::TowardPositive => "RTP",
        Rounding::TowardNegative => "RTN",
    }
}

/// The condition that the outcome of comparing two floats is in a set.
fn compared(outcomes: Outcomes, x: &str, y: &str) -> String {
    let tests = [
        (Outcomes::LT, format!("(fp.lt {x} {y})")),
        (Outcomes::EQ, format!("(fp.eq {x} {y})")),
        (Outcomes::GT, format!("(fp.gt {x} {y})")),
        (Outcomes::UNO, format!("(or (fp.isNaN {x}) (fp.isNaN {y}))")),
    ];
    let held = tests.iter().filter(|(o, _)| outcomes.contains(*o));
    let held: Vec<&str> = held.map(|(_, test)| test.as_str()).collect();
    format!("(or false {})", held.join(" "))
}

/// A conversion to an integer; NaNs and values out of range give the least signed or greatest
/// unsigned value.
fn to_integer(spec: Spec, x: &str) -> String {
    let (format, w) = (spec.format(), spec.width);
    let signed = spec.op == Op::FToSi;
    let otherwise = match signed {
        true => bits(w, 1 << (w - 1)),
        false => bits(w, u128::MAX),
    };
    let whole = format!("(fp.roundToIntegral {} {x})", rounding(spec.rounding()));
    let exponent = i32::from(if signed { w - 1 } else { w });
    let sort = fields(format);
    // 2^exponent, or infinity if the format has no such number.
    let limit = match exponent <= format.max_exponent() {
        true => ((exponent + format.max_exponent()) as u128) << (format.precision() - 1),
        false => format.infinity(),
    };
    let limit = format!("((_ to_fp {sort}) {})", bits(format.width(), limit));
    let zero = format!("((_ to_fp {sort}) {})", bits(format.width(), 0));
    let low = match signed && exponent <= format.max_exponent() {
        true => format!("(fp.geq {whole} (fp.neg {limit}))"),
        false if signed => format!("(not (fp.isInfinite {whole}))"),
        false => format!("(fp.geq {whole} {zero})"),
    };
    // One more bit holds the unsigned values and both ends of the range.
    let value = format!(
        "((_ extract {} 0) ((_ fp.to_sbv {}) RTZ {whole}))",
        w - 1,
        u16::from(w) + 1
    );
    format!("(ite (and (fp.lt {whole} {limit}) {low}) {value} {otherwise})")
}

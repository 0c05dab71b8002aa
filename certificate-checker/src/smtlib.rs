//! A claim's negation as SMT-LIB 2 text: unsatisfiable if and only if the properties of float
//! operations stated here exclude an input on which the results differ.
//!
//! Terms are bit vectors. A float operation is an uninterpreted function with the following
//! properties: NaN operands give the canonical NaN, sums and products commute, and it has its
//! values at the listed points. Comparisons and conversions of a format to itself are defined
//! exactly. The text depends on the claim's structure alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use term::smtlib::{bits, integer};
use term::{Arena, Cone, Format, Op, Outcomes, Spec, TermId};

use crate::claim::Claim;

/// An operation at concrete operands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value {
    /// A term with the operation.
    pub term: TermId,
    /// The operands.
    pub at: Vec<u128>,
}

/// The query, which has no model if the claim holds. Points of operations that do not occur in
/// the claim are left out.
pub fn query(arena: &Arena, claim: &Claim, points: &[Value]) -> String {
    let cone = Cone::of(arena, &claim.roots());
    let mut text = Text {
        arena,
        cone: &cone,
        out: String::new(),
        functions: BTreeMap::new(),
    };
    text.prelude(claim);
    for i in 0..cone.len() {
        text.define(i);
    }
    for value in points {
        text.point(value);
    }
    text.goal(claim);
    text.out
}

struct Text<'a> {
    arena: &'a Arena,
    cone: &'a Cone,
    out: String,
    /// The names of uninterpreted functions, by operation and operand widths.
    functions: BTreeMap<(u8, u8, u16, Vec<u8>), String>,
}

impl Text<'_> {
    fn line(&mut self, line: std::fmt::Arguments) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(line);
        self.out.push('\n');
    }

    fn name(&self, term: TermId) -> String {
        format!("t{}", self.cone.position(term).unwrap_or(usize::MAX))
    }

    fn prelude(&mut self, claim: &Claim) {
        self.line(format_args!("(set-logic QF_UFBV)"));
        let mut formats: BTreeSet<Format> = claim.compare.into_iter().collect();
        for &term in &self.cone.terms {
            let spec = self.arena.node(term).spec();
            if spec.op.is_float() {
                formats.insert(spec.format());
                formats.extend(spec.operand_format());
            }
        }
        for format in formats.into_iter().filter(|f| *f != Format::X87) {
            let w = format.width();
            let mask = bits(w, !format.sign_mask());
            let infinity = bits(w, format.infinity());
            let zero = bits(w, 0);
            self.line(format_args!(
                "(define-fun nan_{format} ((x (_ BitVec {w}))) Bool (bvugt (bvand x {mask}) {infinity}))"
            ));
            self.line(format_args!(
                "(define-fun zeros_{format} ((x (_ BitVec {w})) (y (_ BitVec {w}))) Bool (= (bvand (bvor x y) {mask}) {zero}))"
            ));
            self.line(format_args!(
                "(define-fun less_{format} ((x (_ BitVec {w})) (y (_ BitVec {w}))) Bool (and (not (nan_{format} x)) (not (nan_{format} y)) (not (zeros_{format} x y)) (ite (bvslt (bvand x y) {zero}) (bvult y x) (bvslt x y))))"
            ));
        }
    }

    fn define(&mut self, i: usize) {
        let term = self.cone.terms[i];
        let node = *self.arena.node(term);
        let (name, w) = (self.name(term), node.width());
        if node.op() == Op::Symbol {
            return self.line(format_args!("(declare-const {name} (_ BitVec {w}))"));
        }
        let value = match self.arena.constant_value(term) {
            Some(value) => bits(w, value),
            None => self.expression(term),
        };
        self.line(format_args!(
            "(define-fun {name} () (_ BitVec {w}) {value})"
        ));
        if node.spec().op.yields_float() {
            self.properties(term);
        }
    }

    fn expression(&mut self, term: TermId) -> String {
        let node = *self.arena.node(term);
        let spec = node.spec();
        let args: Vec<String> = node.children().iter().map(|&c| self.name(c)).collect();
        let widths: Vec<u8> = node
            .children()
            .iter()
            .map(|&c| self.arena.width(c))
            .collect();
        if let Some(text) = integer(spec, &args, &widths) {
            return text;
        }
        match spec.op {
            Op::FCmp if spec.format() != Format::X87 => {
                format!("(ite {} #b1 #b0)", outcome(spec, &args))
            }
            Op::FConvert if is_identity(spec) => {
                let (f, x) = (spec.format(), &args[0]);
                let nan = bits(f.width(), f.canonical_nan());
                format!("(ite (nan_{f} {x}) {nan} {x})")
            }
            _ => {
                let function = self.function(term);
                format!("({function} {})", args.join(" "))
            }
        }
    }

    /// The uninterpreted function of a term's operation; declares it on first use.
    fn function(&mut self, term: TermId) -> String {
        let node = *self.arena.node(term);
        let spec = node.spec();
        let widths: Vec<u8> = node
            .children()
            .iter()
            .map(|&c| self.arena.width(c))
            .collect();
        let number = self.functions.len();
        let key = (spec.op as u8, spec.width, spec.attr, widths.clone());
        if let Some(known) = self.functions.get(&key) {
            return known.clone();
        }
        let name = format!("{}_{number}", spec.op.name());
        let operands: Vec<String> = widths.iter().map(|w| format!("(_ BitVec {w})")).collect();
        let (operands, w) = (operands.join(" "), spec.width);
        self.line(format_args!(
            "(declare-fun {name} ({operands}) (_ BitVec {w}))"
        ));
        self.functions.insert(key, name.clone());
        name
    }

    /// States the properties of a float operation that hold for all operands.
    fn properties(&mut self, term: TermId) {
        let node = *self.arena.node(term);
        let (spec, name) = (node.spec(), self.name(term));
        let to = spec.format();
        if to == Format::X87 || is_identity(spec) {
            return;
        }
        let canonical = bits(to.width(), to.canonical_nan());
        self.line(format_args!(
            "(assert (=> (nan_{to} {name}) (= {name} {canonical})))"
        ));
        let args: Vec<String> = node.children().iter().map(|&c| self.name(c)).collect();
        if let Some(from) = spec.operand_format().filter(|f| *f != Format::X87) {
            for arg in &args {
                self.line(format_args!(
                    "(assert (=> (nan_{from} {arg}) (= {name} {canonical})))"
                ));
            }
        }
        if matches!(spec.op, Op::FAdd | Op::FMul | Op::Fma) && args[0] != args[1] {
            let function = self.function(term);
            let rest: String = args[2..].iter().map(|a| format!(" {a}")).collect();
            let (x, y) = (&args[0], &args[1]);
            self.line(format_args!(
                "(assert (= {name} ({function} {y} {x}{rest})))"
            ));
        }
    }

    fn point(&mut self, value: &Value) {
        let node = *self.arena.node(value.term);
        let spec = node.spec();
        let exact = spec.op == Op::FCmp && spec.format() != Format::X87 || is_identity(spec);
        let known = self.cone.position(value.term).is_some();
        if !known || !spec.op.is_float() || exact || value.at.len() != node.children().len() {
            return;
        }
        let widths: Vec<u8> = node
            .children()
            .iter()
            .map(|&c| self.arena.width(c))
            .collect();
        let result = bits(spec.width, term::apply(spec, &widths, &value.at));
        let at: Vec<String> = widths
            .iter()
            .zip(&value.at)
            .map(|(&w, &v)| bits(w, v))
            .collect();
        let function = self.function(value.term);
        self.line(format_args!(
            "(assert (= ({function} {}) {result}))",
            at.join(" ")
        ));
    }

    fn goal(&mut self, claim: &Claim) {
        for &condition in &claim.given {
            let name = self.name(condition);
            self.line(format_args!("(assert (= {name} #b1))"));
        }
        let (left, right) = (self.name(claim.left), self.name(claim.right));
        self.line(format_args!("(assert (not (= {left} {right})))"));
        if let Some(f) = claim.compare.filter(|f| *f != Format::X87) {
            self.line(format_args!(
                "(assert (not (and (nan_{f} {left}) (nan_{f} {right}))))"
            ));
            if claim.zeros_alike {
                self.line(format_args!("(assert (not (zeros_{f} {left} {right})))"));
            }
        }
        self.line(format_args!("(check-sat)"));
    }
}

/// Whether an operation only makes a NaN canonical.
fn is_identity(spec: Spec) -> bool {
    let same = spec.op == Op::FConvert && spec.source_format() == spec.format();
    same && spec.format() != Format::X87
}

fn outcome(spec: Spec, args: &[String]) -> String {
    let (f, x, y) = (spec.format(), &args[0], &args[1]);
    let less = format!("(less_{f} {x} {y})");
    let greater = format!("(less_{f} {y} {x})");
    let unordered = format!("(or (nan_{f} {x}) (nan_{f} {y}))");
    let equal = format!("(not (or {less} {greater} {unordered}))");
    let outcomes = [
        (Outcomes::LT, less),
        (Outcomes::GT, greater),
        (Outcomes::UNO, unordered),
        (Outcomes::EQ, equal),
    ];
    let held = outcomes
        .iter()
        .filter(|(o, _)| spec.outcomes().contains(*o));
    let held: Vec<&str> = held.map(|(_, text)| text.as_str()).collect();
    format!("(or false {})", held.join(" "))
}

//! Translation of terms to Z3 expressions.
//!
//! One-bit logic becomes Booleans, everything else bit vectors. A float operation or a function
//! application becomes a fresh constant. A float comparison becomes two unknown outcome bits
//! shared by all comparisons of the same two operands, so that the solver sees that
//! contradictory predicates exclude each other (KLEE-CL §4.1). *Unordered* is defined exactly,
//! since it depends on the operands' bits alone.

use rustc_hash::FxHashMap;
use term::{Arena, Cone, Format, Op, Outcomes, TermId};
use z3::ast::{BV, Bool};

use super::is_abstract;

#[derive(Clone)]
enum Ast {
    Bool(Bool),
    Bits(BV),
}

/// The outcomes of comparing two operands, the one with the smaller id first.
#[derive(Clone)]
pub(super) struct Comparison {
    pub(super) format: Format,
    pub(super) x: TermId,
    pub(super) y: TermId,
    pub(super) less: Bool,
    pub(super) greater: Bool,
    pub(super) unordered: Bool,
}

/// The terms translated so far.
#[derive(Default)]
pub(super) struct Translation {
    asts: FxHashMap<TermId, Ast>,
    comparisons: FxHashMap<(Format, TermId, TermId), Comparison>,
}

impl Translation {
    pub(super) fn len(&self) -> usize {
        self.asts.len()
    }

    /// Translates all terms of a cone.
    pub(super) fn add(&mut self, arena: &Arena, cone: &Cone) {
        for &term in &cone.terms {
            if !self.asts.contains_key(&term) {
                let ast = self.translate(arena, term);
                self.asts.insert(term, ast);
            }
        }
    }

    /// A translated term as bits.
    pub(super) fn bits(&self, term: TermId) -> BV {
        match &self.asts[&term] {
            Ast::Bits(bits) => bits.clone(),
            Ast::Bool(b) => b.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1)),
        }
    }

    /// A translated one-bit term as a condition.
    pub(super) fn condition(&self, term: TermId) -> Bool {
        match &self.asts[&term] {
            Ast::Bool(b) => b.clone(),
            Ast::Bits(bits) => bits.eq(BV::from_u64(1, 1)),
        }
    }

    /// The shared outcomes of a float comparison of the cone.
    pub(super) fn comparison(&self, arena: &Arena, term: TermId) -> &Comparison {
        &self.comparisons[&key(arena, term)]
    }

    /// Conditions that always hold for the unknown values in a cone.
    pub(super) fn facts(&self, arena: &Arena, cone: &Cone) -> Vec<Bool> {
        let mut facts = Vec::new();
        for &term in &cone.terms {
            if arena.op(term) == Op::FCmp {
                let c = self.comparison(arena, term);
                let outcomes = [&c.less, &c.greater, &c.unordered];
                for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                    facts.push(Bool::or(&[outcomes[a].not(), outcomes[b].not()]));
                }
                if c.x == c.y {
                    facts.push(c.less.not());
                    facts.push(c.greater.not());
                }
            }
            facts.extend(self.canonical(arena, term));
        }
        facts
    }

    /// The definition of a conversion of a format to itself, which makes NaNs canonical.
    fn canonical(&self, arena: &Arena, term: TermId) -> Option<Bool> {
        let spec = arena.node(term).spec();
        if spec.op != Op::FConvert || spec.source_format() != spec.format() {
            return None;
        }
        let format = spec.format();
        let x = self.bits(arena.node(term).child(0));
        let nan = constant(format.width(), format.canonical_nan());
        let value = is_nan(format, &x)?.ite(&nan, &x);
        Some(self.bits(term).eq(&value))
    }

    fn translate(&mut self, arena: &Arena, term: TermId) -> Ast {
        let node = *arena.node(term);
        let (op, width) = (node.op(), u32::from(node.width()));
        if op == Op::FCmp {
            return Ast::Bool(self.compare(arena, term));
        }
        if op == Op::Symbol || is_abstract(op) {
            return Ast::Bits(BV::new_const(format!("t{}", term.index()), width));
        }
        if let Some(value) = arena.constant_value(term) {
            return if width == 1 {
                Ast::Bool(Bool::from_bool(value == 1))
            } else {
                Ast::Bits(constant(node.width(), value))
            };
        }
        let child = |i: usize| node.child(i);
        let bits = |i: usize| self.bits(child(i));
        let condition = |i: usize| self.condition(child(i));
        let logic = width == 1;
        match op {
            Op::And if logic => Ast::Bool(Bool::and(&[condition(0), condition(1)])),
            Op::Or if logic => Ast::Bool(Bool::or(&[condition(0), condition(1)])),
            Op::Xor if logic => Ast::Bool(condition(0).xor(condition(1))),
            Op::Select if logic => Ast::Bool(condition(0).ite(&condition(1), &condition(2))),
            Op::Eq if arena.width(child(0)) == 1 => Ast::Bool(condition(0).iff(condition(1))),
            Op::Eq => Ast::Bool(bits(0).eq(bits(1))),
            Op::Ult => Ast::Bool(bits(0).bvult(bits(1))),
            Op::Slt => Ast::Bool(bits(0).bvslt(bits(1))),
            Op::Add => Ast::Bits(bits(0).bvadd(bits(1))),
            Op::Sub => Ast::Bits(bits(0).bvsub(bits(1))),
            Op::Mul => Ast::Bits(bits(0).bvmul(bits(1))),
            Op::UDiv => Ast::Bits(bits(0).bvudiv(bits(1))),
            Op::SDiv => Ast::Bits(bits(0).bvsdiv(bits(1))),
            Op::URem => Ast::Bits(bits(0).bvurem(bits(1))),
            Op::SRem => Ast::Bits(bits(0).bvsrem(bits(1))),
            Op::And => Ast::Bits(bits(0).bvand(bits(1))),
            Op::Or => Ast::Bits(bits(0).bvor(bits(1))),
            Op::Xor => Ast::Bits(bits(0).bvxor(bits(1))),
            Op::Shl => Ast::Bits(bits(0).bvshl(bits(1))),
            Op::LShr => Ast::Bits(bits(0).bvlshr(bits(1))),
            Op::AShr => Ast::Bits(bits(0).bvashr(bits(1))),
            Op::Select => Ast::Bits(condition(0).ite(&bits(1), &bits(2))),
            Op::Concat => Ast::Bits(bits(0).concat(bits(1))),
            Op::Extract => {
                let low = u32::from(node.spec().offset());
                Ast::Bits(bits(0).extract(low + width - 1, low))
            }
            Op::ZExt => Ast::Bits(bits(0).zero_ext(width - u32::from(arena.width(child(0))))),
            Op::SExt => Ast::Bits(bits(0).sign_ext(width - u32::from(arena.width(child(0))))),
            // Constants, symbols and abstract operations returned above.
            _ => Ast::Bits(BV::new_const(format!("t{}", term.index()), width)),
        }
    }

    fn compare(&mut self, arena: &Arena, term: TermId) -> Bool {
        let key = key(arena, term);
        let (format, x, y) = key;
        if !self.comparisons.contains_key(&key) {
            let name = format!("t{}t{}{format}", x.index(), y.index());
            let unordered = match is_nan(format, &self.bits(x)).zip(is_nan(format, &self.bits(y))) {
                Some((a, b)) => Bool::or(&[a, b]),
                None => Bool::new_const(format!("{name}u")),
            };
            let comparison = Comparison {
                format,
                x,
                y,
                less: Bool::new_const(format!("{name}l")),
                greater: Bool::new_const(format!("{name}g")),
                unordered,
            };
            self.comparisons.insert(key, comparison);
        }
        let c = &self.comparisons[&key];
        let mut outcomes = arena.node(term).spec().outcomes();
        if arena.node(term).child(0) != x {
            outcomes = outcomes.swap();
        }
        let mut any = Vec::new();
        if outcomes.contains(Outcomes::LT) {
            any.push(c.less.clone());
        }
        if outcomes.contains(Outcomes::GT) {
            any.push(c.greater.clone());
        }
        if outcomes.contains(Outcomes::UNO) {
            any.push(c.unordered.clone());
        }
        if outcomes.contains(Outcomes::EQ) {
            let other = Bool::or(&[&c.less, &c.greater, &c.unordered]);
            any.push(other.not());
        }
        Bool::or(&any)
    }
}

fn key(arena: &Arena, term: TermId) -> (Format, TermId, TermId) {
    let node = arena.node(term);
    let (x, y) = (node.child(0), node.child(1));
    (node.spec().format(), x.min(y), x.max(y))
}

/// The bit-vector constant `value`.
pub(super) fn constant(width: u8, value: u128) -> BV {
    let width = u32::from(width);
    if width <= 64 {
        return BV::from_u64(value as u64, width);
    }
    let high = BV::from_u64((value >> 64) as u64, width - 64);
    high.concat(BV::from_u64(value as u64, 64))
}

/// Whether `x` is a NaN; `None` for x87, which has more encodings of NaNs.
pub(super) fn is_nan(format: Format, x: &BV) -> Option<Bool> {
    if format == Format::X87 {
        return None;
    }
    let magnitude = constant(format.width(), !format.sign_mask());
    let infinity = constant(format.width(), format.infinity());
    Some(x.bvand(magnitude).bvugt(infinity))
}

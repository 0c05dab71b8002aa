//! Abstraction of sums to free variables: two versions that add in different widths and orders
//! compute with the same integers.
//!
//! Every integer term is represented as a polynomial with bounds ([`form`]). A polynomial that
//! is not a single term becomes a free variable, shared by all terms that differ from it by a
//! factor and a constant: `a - b + 1` in 16 bits, `2 * (b - a)` in 32 bits and the comparison
//! `a < b` are over one variable. The remaining claim (saturations, shifts, absolute values) is
//! over few variables of few bits.
//!
//! Invariant: for every input there are values of the variables, within the bounds stated in the
//! path, under which all terms keep their values. So the new claim implies the old one. Its
//! refutation proves nothing: variables take combinations of values that no input gives them.

mod blend;
mod choice;
mod follow;
mod form;
mod paired;
mod places;
mod quotient;
mod settle;
#[cfg(test)]
mod tests;
mod variable;

use rewrite_rules::Builder;
use rewrite_rules::category::{Analysis, Range as Known};
use rewrite_rules::trace::Request;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Cone, Op, SymbolId, TermId};

use self::follow::MAX_WIDTH;
use self::form::{Atom, Form};
use self::paired::Choice;
use self::places::{Places, places};
use self::variable::Variable;
use super::Assumptions;
use super::canonical::known_ranges;
use super::claim::{Claim, Obligation, Ranges};
use super::facts::Facts;
use crate::budgets::sums::{SUM_MONOMIALS, SUM_TERMS};
use crate::certificate::{Sum, Summing};
use crate::contract::Range;

/// Magnitude below which doubles represent every integer.
const EXACT: i128 = 1 << 53;

/// How finely values are decomposed into atoms.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Grain {
    /// Into terms that no sum computes; a polynomial over atoms that depend on variables gets no
    /// variable of its own.
    Inner,
    /// Into terms that no sum computes.
    Terms,
    /// As [`Grain::Terms`], with words decomposed into the values concatenated in them.
    Fields,
    /// Into single bits.
    Bits,
}

/// The claim over variables.
pub(super) struct Abstraction {
    pub(super) obligation: Obligation,
    /// The ranges of its new variables.
    pub(super) known: Ranges,
    /// The justification for the certificate, except for the lemma that the claim becomes.
    pub(super) summing: Summing,
}

/// Returns the claim over variables; `None` when no variable is introduced, both results stay
/// unchanged, or the claim is too large.
pub(super) fn abstracted(
    builder: &mut Builder,
    claim: &Claim,
    ranges: &Ranges,
    grain: Grain,
) -> Option<Abstraction> {
    let roots = claim.roots();
    let cone = Cone::of(builder.arena(), &roots);
    let adds = |&term: &TermId| {
        let op = builder.arena().op(term);
        matches!(op, Op::Add | Op::Sub | Op::Mul)
    };
    if cone.len() > SUM_TERMS || !cone.terms.iter().any(adds) {
        return None;
    }
    let arena = builder.arena();
    // A term of which the upper bits are read as signed is itself read as signed.
    let above = |&term: &TermId| {
        std::iter::successors(Some(term), |&term| {
            let (node, below) = (arena.node(term), *arena.node(term).children().first()?);
            let ends = node.spec().offset() + node.width() == arena.width(below);
            (node.op() == Op::Extract && ends).then_some(below)
        })
        .collect::<Vec<TermId>>()
    };
    let read_signed = |&term: &TermId| {
        let node = arena.node(term);
        let reads = matches!(node.op(), Op::SExt | Op::Slt);
        reads.then(|| node.children().iter().flat_map(above))
    };
    let mut known = known_ranges(arena, &roots, ranges);
    Facts::of(arena, &claim.path).narrow(arena, &mut known);
    let signed = (cone.terms.iter())
        .filter_map(read_signed)
        .flatten()
        .collect();
    let places = places(builder, claim, &cone);
    let mut sums = Sums {
        grain,
        places,
        known,
        analysis: Analysis::new(Assumptions::default()),
        signed,
        forms: FxHashMap::default(),
        settled: FxHashMap::default(),
        bounds: FxHashMap::default(),
        numbers: FxHashMap::default(),
        variables: Vec::new(),
        meanings: FxHashMap::default(),
        splits: Vec::new(),
        quotients: FxHashMap::default(),
        choices: FxHashMap::default(),
        derived: FxHashMap::default(),
        asked: Vec::new(),
        work: 0,
    };
    for &term in &cone.terms {
        sums.visit(builder, term)?;
    }
    let new: Vec<TermId> = roots
        .iter()
        .map(|&root| sums.settle(builder, root))
        .collect();
    if sums.variables.is_empty() || new[..2] == roots[..2] {
        return None;
    }
    let mut path = new[2..].to_vec();
    let mut known = Ranges::default();
    let summing = sums.summing(&cone);
    let used = Cone::of(builder.arena(), &new);
    let used = |v: &Variable| used.position(v.term).is_some();
    for Variable { term, low, high } in sums.variables.into_iter().filter(used) {
        let width = builder.width(term);
        let ends = [low, high].map(|end| builder.constant(width, end as u128 & mask(width)));
        path.push(builder.sle(ends[0], term));
        path.push(builder.sle(term, ends[1]));
        if let Some(symbol) = builder.arena().symbol_id(term)
            && low > -EXACT
            && high < EXACT
        {
            let (low, high) = (low as f64, high as f64);
            known.insert(symbol, Range { low, high });
        }
    }
    let obligation = Obligation {
        path,
        left: new[0],
        right: new[1],
        compare: claim.compare,
    };
    Some(Abstraction {
        obligation,
        known,
        summing,
    })
}

struct Sums {
    grain: Grain,
    known: FxHashMap<SymbolId, Known>,
    analysis: Analysis,
    /// Terms that some operation reads as signed numbers.
    signed: FxHashSet<TermId>,
    /// For each term of the claim, a polynomial congruent to it modulo 2^width.
    forms: FxHashMap<TermId, Form>,
    /// For each term of the claim, its term over variables.
    settled: FxHashMap<TermId, TermId>,
    /// The bit positions at which operations divide a term.
    places: Places,
    bounds: FxHashMap<Atom, (i128, i128)>,
    /// The number of the variable of each primitive polynomial without a constant.
    numbers: FxHashMap<Vec<(Vec<Atom>, i128)>, usize>,
    variables: Vec<Variable>,
    /// For each condition that compares a variable with a bound: the variable, the bound, and
    /// whether it holds below it.
    meanings: FxHashMap<TermId, (TermId, i128, bool)>,
    /// Terms that were decomposed, with their pieces.
    splits: Vec<(TermId, Vec<TermId>)>,
    /// Atoms that are a polynomial divided by 2^n, rounded down.
    quotients: FxHashMap<Atom, (Form, u8)>,
    /// Terms that are selects between polynomials.
    choices: FxHashMap<TermId, Choice>,
    /// Cache of whether terms depend on variables.
    derived: FxHashMap<TermId, bool>,
    /// The requests made of the builder, with its answers, for the certificate.
    asked: Vec<(Request, TermId)>,
    work: usize,
}

impl Sums {
    /// The justification of the claim over variables.
    fn summing(&self, cone: &Cone) -> Summing {
        let mut variables: Vec<(TermId, Sum)> = self
            .variables
            .iter()
            .map(|v| (v.term, Sum::new()))
            .collect();
        for (primitive, &number) in &self.numbers {
            variables[number].1.clone_from(primitive);
        }
        let settled = |term: &TermId| Some((*term, *self.settled.get(term)?));
        Summing {
            variables,
            splits: self.splits.clone(),
            map: cone.terms.iter().filter_map(settled).collect(),
            asked: self.asked.clone(),
        }
    }

    /// Represents one term whose operands were visited; `None` when the total work exceeds its
    /// limit.
    fn visit(&mut self, builder: &mut Builder, term: TermId) -> Option<()> {
        let node = *builder.arena().node(term);
        let integer = node.width() > 1 && node.width() <= MAX_WIDTH && !node.op().yields_float();
        let form = match builder.constant_value(term) {
            Some(bits) if integer => Some(Form::constant(signed(bits, node.width()))),
            None if integer => self.arithmetic(builder, term, &node),
            _ => None,
        };
        let form = form.or_else(|| self.leaf(builder, term));
        if let Some(form) = form {
            let form = self.confined(form);
            self.work += form.monomials.len();
            self.forms.insert(term, form);
        }
        (self.work < SUM_MONOMIALS).then_some(())
    }
}

fn signed(bits: u128, width: u8) -> i128 {
    (bits << (128 - width)) as i128 >> (128 - width)
}

fn mask(width: u8) -> u128 {
    u128::MAX >> (128 - width)
}

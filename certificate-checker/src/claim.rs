//! Claims: two terms are equal wherever conditions hold.

use rewrite_rules::Assumptions;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Cone, Format, Op, TermId};

use crate::facts::Facts;
use crate::fault::{Checked, malformed, rejected, require};
use crate::integers::ones;

/// A claim that two terms are equal wherever conditions hold.
#[derive(Clone, Debug)]
pub struct Claim {
    /// One-bit terms.
    pub given: Vec<TermId>,
    /// The reference's result.
    pub left: TermId,
    /// The port's result.
    pub right: TermId,
    /// The format whose NaNs compare as equal; `None` compares bit for bit.
    pub compare: Option<Format>,
    /// Whether zeros of either sign compare as equal.
    pub zeros_alike: bool,
}

impl Claim {
    /// The terms that the claim depends on.
    pub fn roots(&self) -> Vec<TermId> {
        let mut roots = vec![self.left, self.right];
        roots.extend(&self.given);
        roots
    }

    /// Whether two result values compare as equal.
    pub(crate) fn equal(&self, left: u128, right: u128) -> bool {
        let Some(format) = self.compare else {
            return left == right;
        };
        let zero = |x: u128| x & !format.sign_mask() == 0;
        left == right
            || format.is_nan(left) && format.is_nan(right)
            || self.zeros_alike && zero(left) && zero(right)
    }
}

/// The float format with this name, in which results are compared.
pub(crate) fn compared(name: Option<&str>) -> Checked<Option<Format>> {
    match name.map(Format::from_name) {
        Some(None) => malformed("an unknown float format"),
        Some(format) => Ok(format),
        None => Ok(None),
    }
}

/// Whether a condition follows from the assumptions about floats that are read or computed below
/// `of`.
pub(crate) fn is_assumed(
    arena: &Arena,
    facts: &mut Facts,
    condition: TermId,
    of: &[TermId],
) -> bool {
    let assumptions = facts.assumptions();
    match excluded(arena, facts, condition) {
        Some((term, format, kind)) => {
            kind.is_assumed(assumptions) && reads(arena, of, term, format)
        }
        None => false,
    }
}

/// The float values that a condition excludes.
enum Kind {
    Nan,
    NanAndInfinity,
    NegativeZero,
}

impl Kind {
    fn is_assumed(&self, a: Assumptions) -> bool {
        match self {
            Kind::Nan => a.exclude_nans(),
            Kind::NanAndInfinity => a.contains(Assumptions::FINITE),
            Kind::NegativeZero => a.contains(Assumptions::POSITIVE_ZERO),
        }
    }
}

/// Recognises `|x| < inf`, `not inf < |x|` and `not x = -0`.
fn excluded(arena: &Arena, facts: &mut Facts, condition: TermId) -> Option<(TermId, Format, Kind)> {
    let node = arena.node(condition);
    let value = |t: TermId| arena.constant_value(t);
    let mut magnitude = |t: TermId, bound: TermId| {
        let node = arena.node(t);
        let is = |f: &&Format| f.width() == node.width() && value(bound) == Some(f.infinity());
        let format = *Format::ALL.iter().find(is)?;
        let magnitudes = format.sign_mask() - 1;
        if node.op() == Op::And && value(node.child(1)) == Some(magnitudes) {
            return Some((node.child(0), format));
        }
        // A float that is known to be positive is its own magnitude.
        (facts.integer(arena, t).u.1 <= magnitudes).then_some((t, format))
    };
    if node.op() == Op::Ult {
        let (term, format) = magnitude(node.child(0), node.child(1))?;
        return Some((term, format, Kind::NanAndInfinity));
    }
    if node.op() != Op::Xor || value(node.child(1)) != Some(1) || node.width() != 1 {
        return None;
    }
    let inner = arena.node(node.child(0));
    match inner.op() {
        Op::Ult => {
            let (term, format) = magnitude(inner.child(1), inner.child(0))?;
            Some((term, format, Kind::Nan))
        }
        Op::Eq => {
            let zero = value(inner.child(1))?;
            let width = arena.width(inner.child(0));
            let is = |f: &&Format| f.width() == width && zero == f.sign_mask();
            let format = Format::ALL.iter().find(is)?;
            Some((inner.child(0), *format, Kind::NegativeZero))
        }
        _ => None,
    }
}

/// Whether a term is read or computed as a float of the format on every input, below some terms:
/// what a select may discard is not. −0 has the same bits in all formats of one width; what is a
/// NaN depends on the format.
fn reads(arena: &Arena, of: &[TermId], term: TermId, format: Format) -> bool {
    always_met(arena, of).into_iter().any(|t| {
        let node = arena.node(t);
        let spec = node.spec();
        let input = |id| arena.buffer(arena.symbol(id).buffer).format == Some(format);
        t == term && arena.symbol_id(t).is_some_and(input)
            || t == term && spec.op.yields_float() && spec.format() == format
            || spec.operand_format() == Some(format) && node.children().contains(&term)
    })
}

/// Whether every float below a term is an input or computed on every input of a claim. A hypothesis
/// about another one would leave out inputs that the claim does not; on an input that it does not
/// read the claim does not depend.
pub(crate) fn computes_no_other_float(arena: &Arena, claim: &Claim, term: TermId) -> bool {
    let cone = Cone::of(arena, &[term]);
    let is_input = |t: &TermId| matches!(arena.op(*t), Op::Symbol | Op::Const);
    let computes = |t: &&TermId| {
        let node = arena.node(**t);
        let compares = node.spec().operand_format().is_some();
        node.op().yields_float() || compares && !node.children().iter().all(is_input)
    };
    let mut floats = cone.terms.iter().filter(computes);
    let met = always_met(arena, &claim.roots());
    floats.all(|float| met.contains(float))
}

/// The terms that are computed on every input where both results of a claim are and its
/// conditions hold; `of` has the results, then the conditions.
fn always_met(arena: &Arena, of: &[TermId]) -> FxHashSet<TermId> {
    let mut met = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let conditions = of.iter().enumerate();
    let mut open: Vec<(TermId, Option<bool>)> = conditions
        .map(|(at, &term)| (term, (at >= 2).then_some(true)))
        .collect();
    while let Some((term, value)) = open.pop() {
        if !seen.insert((term, value)) {
            continue;
        }
        met.insert(term);
        let node = arena.node(term);
        let children = node.children();
        // Whether an operand alone cannot make the other one irrelevant.
        let is_neutral = |t: TermId, deciding: u128| {
            arena.constant_value(t).is_some_and(|bits| bits != deciding)
        };
        match (node.op(), children) {
            (Op::Select, _) => open.push((children[0], None)),
            (Op::And, _) if value == Some(true) => {
                open.extend(children.iter().map(|&t| (t, value)))
            }
            (Op::Or, _) if value == Some(false) => {
                open.extend(children.iter().map(|&t| (t, value)))
            }
            (Op::And | Op::Or, &[x, y]) => {
                let deciding = match node.op() {
                    Op::And => 0,
                    _ => ones(node.width()),
                };
                open.extend(is_neutral(y, deciding).then_some((x, None)));
                open.extend(is_neutral(x, deciding).then_some((y, None)));
            }
            (Op::Xor, &[x, y]) if node.width() == 1 && arena.constant_value(y) == Some(1) => {
                open.push((x, value.map(|value| !value)));
            }
            _ => open.extend(children.iter().map(|&t| (t, None))),
        }
    }
    met
}

/// Checks that the new claim is the old one with symbols renamed, that renamed symbols have
/// equal ranges, and that the old conditions are among the new ones.
pub(crate) fn renamed(arena: &Arena, facts: &Facts, old: &Claim, new: &Claim) -> Checked {
    require(old.compare == new.compare, || {
        "the other claim is of another kind".into()
    })?;
    let results = Renaming::default()
        .with(arena, facts, old.left, new.left)
        .and_then(|names| names.with(arena, facts, old.right, new.right));
    let Some(mut names) = results else {
        return rejected("the terms have another shape");
    };
    for (i, &condition) in old.given.iter().enumerate() {
        // Most often the conditions are in the same order.
        let likely = new.given.get(i).into_iter();
        let found = likely
            .chain(&new.given)
            .find_map(|&other| names.clone().with(arena, facts, condition, other));
        match found {
            Some(more) => names = more,
            None => return rejected("a condition of the other claim does not hold"),
        }
    }
    Ok(())
}

/// A renaming of terms.
#[derive(Clone, Default)]
struct Renaming(FxHashMap<TermId, TermId>);

impl Renaming {
    /// Extends the renaming so that it maps one term to the other, if possible.
    fn with(mut self, arena: &Arena, facts: &Facts, a: TermId, b: TermId) -> Option<Renaming> {
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            match self.0.insert(a, b) {
                Some(known) if known == b => continue,
                Some(_) => return None,
                None => {}
            }
            let (x, y) = (arena.node(a), arena.node(b));
            let same = match (arena.symbol_id(a), arena.symbol_id(b)) {
                (Some(s), Some(t)) => {
                    let kind = |id| {
                        let buffer = arena.buffer(arena.symbol(id).buffer);
                        (buffer.format, buffer.signed, buffer.undefined)
                    };
                    let alike = kind(s) == kind(t) && facts.range(s) == facts.range(t);
                    x.width() == y.width() && alike
                }
                (None, None) => {
                    let same = x.spec() == y.spec() && x.children().len() == y.children().len();
                    same && arena.constant_value(a) == arena.constant_value(b)
                }
                _ => false,
            };
            if !same {
                return None;
            }
            let (x, y) = (x.children().iter().copied(), y.children().iter().copied());
            open.extend(x.zip(y));
        }
        Some(self)
    }
}

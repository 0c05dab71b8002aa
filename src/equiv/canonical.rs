//! Canonical forms of claims under assumptions and input ranges.

use rewrite_rules::category::Range;
use rewrite_rules::difference::{Difference, difference};
use rewrite_rules::dyadic::in_integers;
use rewrite_rules::normal::{Bounds, normalise};
use rewrite_rules::trace::Pass;
use rewrite_rules::{Alike, Assumptions, Builder, RuleSet, SharedRules, alike_extrema};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Cone, Op, SymbolId, TermId};

use super::claim::{Claim, Compare, Ranges, integer_bounds, symbol_type};
use super::facts::Facts;
use crate::certificate::{Evidence, Step};

/// The result of reducing a claim.
pub(super) struct Reduction {
    /// Whether the results became equal, or the path condition is contradictory.
    pub(super) equal: bool,
    /// The proof steps of the reduction.
    pub(super) evidence: Evidence,
}

impl Reduction {
    fn ended(steps: Vec<Step>, last: Step) -> Reduction {
        Reduction {
            equal: true,
            evidence: Evidence::of(steps).then(last),
        }
    }
}

/// Brings the results of claims into canonical form.
pub(super) struct Canonicaliser {
    rules: SharedRules,
}

impl Canonicaliser {
    pub(super) fn new(rules: SharedRules) -> Canonicaliser {
        Canonicaliser { rules }
    }

    /// Rewrites the results of a claim under its path condition, the ranges and the assumptions.
    pub(super) fn reduce(
        &mut self,
        builder: &mut Builder,
        claim: &mut Claim,
        ranges: &Ranges,
        assumptions: Assumptions,
    ) -> Reduction {
        let mut steps = Vec::new();
        let mut note = |step: Step| steps.push(step);
        taken(builder);
        let mut facts = Facts::of(builder.arena(), &claim.path);
        let zeros_alike = assumptions.contains(Assumptions::POSITIVE_ZERO);
        facts.equate(builder.arena(), zeros_alike);
        if facts.contradictory {
            return Reduction::ended(steps, Step::Contradiction);
        }
        let roots = facts.rewrite(builder, &[claim.left, claim.right]);
        for pass in taken(builder) {
            note(Step::Facts(pass.map));
        }
        let roots = compared(builder, claim.compare, roots, &mut note);
        let mut ranges = known_ranges(builder.arena(), &roots, ranges);
        let narrowed = facts.narrow_known(builder.arena(), &mut ranges);
        if !narrowed.is_empty() {
            note(Step::Within(narrowed));
        }
        let rules = self.rules.directed(assumptions);
        let alike = |builder: &Builder, roots: &[TermId]| {
            let values = roots.iter().map(|&root| builder.constant_value(root));
            let values: Option<Vec<u128>> = values.collect();
            roots[0] == roots[1]
                || values.is_some_and(|v| claim.compare.equal(v[0], v[1], zeros_alike))
        };
        let simple = if assumptions == Assumptions::default() && ranges.is_empty() {
            // The builder has already applied these rules.
            roots
        } else {
            builder.rebuild(&roots, &rules, &ranges)
        };
        for pass in taken(builder) {
            note(Step::Pass(pass.context, pass.map));
        }
        // Exact arithmetic on converted integers becomes integer arithmetic.
        if let Some(trace) = builder.trace() {
            trace.exact.clear();
            trace.settled.clear();
        }
        let integers = in_integers(builder, &simple, &rules, &ranges);
        let passes = taken(builder);
        if integers != simple
            && let Some(trace) = builder.trace()
        {
            note(Step::Integers {
                context: trace.latest_context(),
                values: std::mem::take(&mut trace.exact),
                settled: std::mem::take(&mut trace.settled),
                map: passes.into_iter().flat_map(|pass| pass.map).collect(),
                to: (integers[0], integers[1]),
            });
        }
        let simple = compared(builder, claim.compare, integers, &mut note);
        if alike(builder, &simple) {
            return Reduction::ended(steps, end(&simple));
        }
        let mut further = Vec::new();
        let bounds = Bounds {
            cancels: claim.compare.format().is_some() && !reads_bits(builder.arena(), &simple),
            ..Bounds::default()
        };
        let normal = normalise(builder, &simple, &rules, &ranges, bounds);
        for pass in taken(builder) {
            further.push(Step::Pass(pass.context, pass.map));
        }
        let normal = compared(builder, claim.compare, normal, &mut |step| {
            further.push(step)
        });
        if alike(builder, &normal) {
            steps.extend(further);
            return Reduction::ended(steps, end(&normal));
        }
        // Normal forms serve comparison only: expanded terms are harder for the solver.
        (claim.left, claim.right) = (simple[0], simple[1]);
        Reduction {
            equal: false,
            evidence: Evidence::of(steps),
        }
    }

    /// The difference of a claim's two integer results, as a normalised sum.
    pub(super) fn difference(
        &mut self,
        builder: &mut Builder,
        claim: &Claim,
        ranges: &Ranges,
        assumptions: Assumptions,
    ) -> Difference {
        let ranges = known_ranges(builder.arena(), &[claim.left, claim.right], ranges);
        let rules = self.rules.directed(assumptions);
        let (left, right) = (claim.left, claim.right);
        difference(builder, left, right, &rules, &ranges, Bounds::default())
    }

    /// All rules, of every tier.
    pub(super) fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Pairs of minima and maxima below `roots` with equal operand sets. Only *ordered* and
    /// *finite* are used, since conditions on the path can state them.
    pub(super) fn alike_extrema(
        &mut self,
        builder: &mut Builder,
        roots: &[TermId],
        ranges: &Ranges,
        assumptions: Assumptions,
    ) -> Vec<Alike> {
        let ranges = known_ranges(builder.arena(), roots, ranges);
        let rules = self
            .rules
            .directed(assumptions & (Assumptions::ORDERED | Assumptions::FINITE));
        let alike = alike_extrema(builder, roots, &rules, &ranges);
        taken(builder);
        alike
    }
}

/// Whether summands of a claim's results may cancel where no value is infinite: nothing sees the
/// sign of a zero.
pub(super) fn cancels(arena: &Arena, claim: &Claim) -> bool {
    claim.compare.format().is_some() && !reads_bits(arena, &[claim.left, claim.right])
}

/// Whether an operation other than float operations, selects and sign changes reads a computed
/// float: such an operation may see the sign of a zero.
fn reads_bits(arena: &Arena, roots: &[TermId]) -> bool {
    let mut floats: FxHashSet<TermId> = FxHashSet::default();
    let cone = Cone::of(arena, roots);
    cone.terms.iter().any(|&term| {
        let node = arena.node(term);
        let passes = match node.op() {
            op if op.is_float() => {
                if op.yields_float() {
                    floats.insert(term);
                }
                return false;
            }
            Op::Select => !floats.contains(&node.child(0)),
            Op::Xor | Op::And => {
                let sign = 1u128 << (node.width() - 1);
                let mask = arena.constant_value(node.child(1));
                mask == Some(sign) || mask == Some(sign - 1)
            }
            _ => false,
        };
        let reads = node.children().iter().any(|child| floats.contains(child));
        if reads && passes {
            floats.insert(term);
        }
        reads && !passes
    })
}

/// Returns the results in the form in which they are compared, and notes a step if this changes
/// them.
fn compared(
    builder: &mut Builder,
    compare: Compare,
    results: Vec<TermId>,
    note: &mut dyn FnMut(Step),
) -> Vec<TermId> {
    let numbers = compare.as_compared(builder, results.clone());
    if numbers != results {
        note(Step::Numbers(numbers[0], numbers[1]));
    }
    numbers
}

/// Takes the rewriting passes that the builder has recorded.
fn taken(builder: &mut Builder) -> Vec<Pass> {
    let passes = builder
        .trace()
        .map(|trace| std::mem::take(&mut trace.passes));
    let mut passes = passes.unwrap_or_default();
    passes.retain(|pass| !pass.map.is_empty());
    passes
}

/// The last step of a proof whose results are the same term or equal constants.
fn end(results: &[TermId]) -> Step {
    match results[0] == results[1] {
        true => Step::Identical,
        false => Step::Alike,
    }
}

/// The ranges of the symbols below `roots`, in the form that the interval analysis takes.
pub(super) fn known_ranges(
    arena: &Arena,
    roots: &[TermId],
    ranges: &Ranges,
) -> FxHashMap<SymbolId, Range> {
    if ranges.is_empty() {
        return FxHashMap::default();
    }
    let symbols = Cone::of(arena, roots).symbols(arena);
    let known = symbols.into_iter().filter_map(|id| {
        let range = *ranges.get(&id)?;
        let (format, signed) = symbol_type(arena, id);
        if format.is_some() {
            return Some((id, Range::Float(range.low, range.high)));
        }
        let width = arena.width(arena.symbol(id).term);
        let (low, high) = integer_bounds(width, signed, range)?;
        let range = match signed {
            true => Range::Signed(low as i128, high as i128),
            false => Range::Unsigned(low, high),
        };
        Some((id, range))
    });
    known.collect()
}

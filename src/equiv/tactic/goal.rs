//! The current goal: the claim as given and in canonical form, and what tactics have learnt
//! about it.

use rewrite_rules::Builder;
use rustc_hash::FxHashSet;
use term::{Arena, Cone, Op, TermId};

use crate::equiv::Witness;
use crate::equiv::admissible;
use crate::equiv::budget::Budget;
use crate::equiv::claim::{Claim, Compare};
use crate::equiv::cut::Cut;
use crate::equiv::decision::{Decision, Step, Suspicion};
use crate::equiv::exhaustive::Space;
use crate::equiv::judge::{Judge, Judgement};
use crate::equiv::ladder::{Ladder, Options};
use crate::equiv::minimise::minimise;
use crate::equiv::portfolio::Portfolio;
use crate::solver::{Model, Unknown};
use crate::symex::depends_on_undefined;

/// The claim that the tactics try to decide, with the state that they share.
pub(in crate::equiv) struct Goal<'a> {
    pub(super) ladder: &'a mut Ladder,
    pub(super) builder: &'a mut Builder,
    /// The claim, its path extended by the conditions of the assumptions.
    pub(super) claim: Claim,
    /// The equivalent claim with canonical results.
    pub(super) reduced: Claim,
    /// The operations of the canonical results and of the path.
    operations: FxHashSet<Op>,
    pub(super) portfolio: Portfolio,
    pub(super) space: Option<Space>,
    /// Number of terms of the claim.
    pub(super) terms: usize,
    /// Why the solver last gave no answer.
    pub(super) unknown: Option<Unknown>,
    /// The canonical results of the last whole-budget query, which the solver did not answer.
    pub(super) asked: Option<(TermId, TermId)>,
    /// Number of samples that took the path.
    pub(super) admitted: usize,
    /// Number of differing samples that an assumption excludes.
    pub(super) excluded: usize,
    /// Number of differing samples excluded only because an operation rounds.
    pub(super) rounded: usize,
    /// Whether a witness independent of the order of sums was sought.
    pub(super) sought_orders: bool,
}

impl<'a> Goal<'a> {
    pub(in crate::equiv) fn new(
        ladder: &'a mut Ladder,
        builder: &'a mut Builder,
        claim: &Claim,
    ) -> Goal<'a> {
        let options = &ladder.options;
        let mut claim = claim.clone();
        let given = admissible::conditions(builder, &claim, options.assumptions);
        claim.path.extend(given);
        if let Some(recorder) = &mut ladder.recorder {
            recorder.given(builder, &claim.path);
        }
        let arena = builder.arena();
        let roots = claim.roots();
        let cone = Cone::of(arena, &roots);
        Goal {
            portfolio: Portfolio::new(arena, &cone, &options.ranges, options.seed),
            space: Space::of(arena, &cone, &roots, &options.ranges),
            terms: cone.len(),
            operations: operations(arena, &cone),
            reduced: claim.clone(),
            claim,
            ladder,
            builder,
            unknown: None,
            asked: None,
            admitted: 0,
            excluded: 0,
            rounded: 0,
            sought_orders: false,
        }
    }

    /// Updates the traits after the canonical results have changed.
    pub(super) fn renewed(&mut self) {
        let arena = self.builder.arena();
        let cone = Cone::of(arena, &self.reduced.roots());
        self.operations = operations(arena, &cone);
    }

    /// Whether the canonical results or the path contain one of these operations.
    pub(super) fn computes(&self, wanted: &[Op]) -> bool {
        wanted.iter().any(|op| self.operations.contains(op))
    }

    /// Whether the canonical results or the path contain a float operation.
    pub(super) fn has_floats(&self) -> bool {
        self.operations.iter().any(|op| op.is_float())
    }

    /// Whether the canonical results or the path contain integer sums or products.
    pub(super) fn adds(&self) -> bool {
        self.computes(&[Op::Add, Op::Sub, Op::Mul])
    }

    /// Whether the results are compared bit for bit.
    pub(super) fn is_bitwise(&self) -> bool {
        self.reduced.compare == Compare::Bits
    }

    pub(super) fn budget(&self) -> Budget {
        self.ladder.options.budget
    }

    /// The claim cut at the subterms that both results share.
    pub(super) fn cut(&mut self) -> Cut {
        let Options {
            ranges,
            assumptions,
            ..
        } = &self.ladder.options;
        Cut::of(self.builder, &self.reduced, ranges, *assumptions)
    }

    /// Makes later samples explore the neighbourhood of a model.
    pub(super) fn explore(&mut self, model: &Model) {
        let value = |id| model.values.get(id).copied().unwrap_or(0);
        let base = self.portfolio.symbols().iter().map(value).collect();
        self.portfolio.add_base(base);
    }

    /// The decision for a solver's model, if the model refutes the claim in exact semantics.
    pub(super) fn confirmed(&mut self, model: Model, step: Step) -> Option<Decision> {
        self.explore(&model);
        let arena = self.builder.arena();
        let assumptions = self.ladder.options.assumptions;
        let judgement = Judge::new(arena, &self.claim, assumptions).judge(&model);
        matches!(judgement, Judgement::Differs | Judgement::Invented)
            .then(|| self.refuted(model, step))
    }

    /// The decision for a differing input, with the input simplified.
    pub(super) fn refuted(&self, witness: Witness, step: Step) -> Decision {
        let (arena, claim) = (self.builder.arena(), &self.claim);
        let assumptions = self.ladder.options.assumptions;
        let witness = minimise(
            arena,
            claim,
            assumptions,
            witness,
            &self.ladder.options.deadline,
        );
        let judgement = Judge::new(arena, claim, assumptions).judge(&witness);
        let undetermined = |term| depends_on_undefined(arena, term).is_some();
        let why = match judgement {
            Judgement::Invented => Suspicion::Function,
            _ if undetermined(claim.left) || undetermined(claim.right) => Suspicion::Undetermined,
            _ => return Decision::Different { witness, step },
        };
        Decision::Suspected { witness, step, why }
    }
}

fn operations(arena: &Arena, cone: &Cone) -> FxHashSet<Op> {
    cone.terms.iter().map(|&term| arena.op(term)).collect()
}

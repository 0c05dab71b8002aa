//! Sweeping: inner equalities are proved first, from the inputs outwards.
//!
//! Two subterms with equal values on every sample are candidates. A proved pair is merged, so
//! that the terms above become identical or much smaller. Samples only propose: a pair is proved
//! by enumerating the values of a cut of both terms if they are few, otherwise by the solver.

use std::hash::Hasher;

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use term::{Arena, Cone, Evaluator, Op, SymbolId, TermId};

use super::claim::{Claim, Compare, Obligation, Ranges};
use super::cut::Cut;
use super::exhaustive::{self, Exhausted, Space};
use super::facts::rebuild;
use super::shape::Shape;
use super::sums::{self, Abstraction, Grain};
use super::{Assumptions, Witness};
use crate::budgets::proof::{
    SWEPT_ACROSS, SWEPT_EVALUATIONS, SWEPT_PROOFS, SWEPT_SHAPE_TERMS, SWEPT_SUMS, SWEPT_TERMS,
    SWEPT_TOTAL, SWEPT_UNKNOWN,
};
use crate::certificate::{Evidence, Recorder, Step, Subgoal};
use crate::deadline::Deadline;
use crate::solver::{Answer, Limits, Solver};

/// Answers about pairs, by shape and ranges of the inputs.
pub(super) type Known = FxHashMap<Pair, Option<bool>>;
type Pair = (Box<[u64]>, Vec<Option<[u64; 2]>>);

/// The resources that proofs of inner equalities use.
pub(super) struct Means<'a> {
    /// Records the proofs, if present.
    pub(super) recorder: Option<&'a mut Recorder>,
    pub(super) ranges: &'a Ranges,
    pub(super) assumptions: Assumptions,
    pub(super) deadline: &'a Deadline,
    pub(super) known: &'a mut Known,
    /// Number of values up to which a pair is enumerated.
    pub(super) values: u64,
    /// The solver for pairs with more values, with its limits.
    pub(super) solver: Option<(&'a mut Solver, Limits)>,
}

/// The resources left for one claim.
struct Left {
    /// Term evaluations.
    work: u64,
    /// Pairs that may be abstracted to sums.
    summed: usize,
}

/// What is known of a pair of terms.
enum Settled {
    /// They are equal wherever these conditions hold, with the proof.
    Equal(Vec<TermId>, Evidence),
    /// They differ for some input.
    Different,
}

/// The results of a claim after merging, and the proof.
pub(super) struct Merged {
    pub(super) results: (TermId, TermId),
    pub(super) evidence: Evidence,
}

/// Merges the inner equalities of a claim that can be proved; `None` when nothing was merged.
/// `samples` must satisfy the path.
pub(super) fn sweep(
    builder: &mut Builder,
    claim: &Claim,
    samples: &[Witness],
    means: &mut Means,
) -> Option<Merged> {
    let cone = Cone::of(builder.arena(), &[claim.left, claim.right]);
    if cone.len() > SWEPT_TERMS || samples.len() < 16 {
        return None;
    }
    let signatures = signatures(builder, &cone, samples);
    let mut classes: FxHashMap<(u8, u64), Vec<TermId>> = FxHashMap::default();
    let mut of_other_widths: FxHashMap<u64, Vec<TermId>> = FxHashMap::default();
    let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut across = 0;
    let (mut proofs, mut unknown, mut merged) = (0, 0, false);
    let mut lemmas = Vec::new();
    let mut left = Left {
        work: SWEPT_TOTAL[usize::from(means.solver.is_some())],
        summed: SWEPT_SUMS,
    };
    for (&term, &signature) in cone.terms.iter().zip(&signatures) {
        let mut new = match builder.arena().op(term) {
            Op::Const | Op::Symbol => term,
            _ => rebuild(builder, term, &map),
        };
        let class = classes.entry((builder.width(term), signature)).or_default();
        if !class.contains(&new) {
            let alike: Vec<TermId> = class.iter().copied().take(2).collect();
            let wide = of_other_widths.get(&signature);
            let wide = wide.filter(|_| alike.is_empty() && across < SWEPT_ACROSS);
            let wide = wide.and_then(|terms| in_width(builder, terms, new));
            across += usize::from(wide.is_some());
            for other in alike.into_iter().chain(wide) {
                if proofs == SWEPT_PROOFS || unknown == SWEPT_UNKNOWN {
                    break;
                }
                proofs += 1;
                match means.equal(builder, &claim.path, (new, other), &mut left) {
                    Some(Settled::Equal(given, proof)) => {
                        let lemma = means.record(builder, &given, (new, other), proof);
                        lemmas.extend(lemma.map(|lemma| (new, other, lemma)));
                        merged = true;
                        new = other;
                        break;
                    }
                    Some(Settled::Different) => {}
                    None => unknown += usize::from(means.solver.is_some()),
                }
            }
            if !class.contains(&new) {
                class.push(new);
                if builder.width(new) > 1 {
                    of_other_widths.entry(signature).or_default().push(new);
                }
            }
        }
        map.insert(term, new);
    }
    let replaced = cone.terms.iter().map(|&term| (term, map[&term]));
    let replaced = replaced.filter(|(term, new)| term != new).collect();
    merged.then(|| Merged {
        results: (map[&claim.left], map[&claim.right]),
        evidence: Evidence::of([Step::Merge(replaced, lemmas)]),
    })
}

/// A term of another width, extended or truncated to the width of `term`: versions may keep the
/// same count in different widths.
fn in_width(builder: &mut Builder, terms: &[TermId], term: TermId) -> Option<TermId> {
    let width = builder.width(term);
    let other = *terms.iter().find(|t| builder.width(**t) != width)?;
    let made = match builder.width(other) < width {
        true => builder.zext(other, width),
        false => builder.trunc(other, width),
    };
    (made != term).then_some(made)
}

impl Means<'_> {
    /// Records a proved pair; returns the number of the lemma, if proofs are recorded.
    fn record(
        &mut self,
        builder: &mut Builder,
        path: &[TermId],
        results: (TermId, TermId),
        proof: Evidence,
    ) -> Option<u32> {
        let subgoal = Subgoal {
            path,
            results,
            compare: None,
            within: None,
        };
        let recorder = self.recorder.as_mut()?;
        Some(recorder.lemma(builder, &subgoal, proof))
    }

    /// Whether two terms are equal wherever the path holds; `None` when not known.
    fn equal(
        &mut self,
        builder: &mut Builder,
        path: &[TermId],
        (left, right): (TermId, TermId),
        rest: &mut Left,
    ) -> Option<Settled> {
        let arena = builder.arena();
        let symbols = |roots: &[TermId]| Cone::of(arena, roots).symbols(arena);
        let own: FxHashSet<SymbolId> = symbols(&[left, right]).into_iter().collect();
        let within = |condition: &&TermId| symbols(&[**condition]).iter().all(|s| own.contains(s));
        let pair = Claim {
            path: path.iter().filter(within).copied().collect(),
            left,
            right,
            compare: Compare::Bits,
            rest: Vec::new(),
        };
        let cut = Cut::narrow(builder, &pair, self.ranges, self.assumptions);
        let answer = self.enumerate(builder, &pair, &cut, &mut rest.work);
        // The rest of the path may still make them equal, so a refutation on part of it is not
        // final.
        let whole = pair.path.len() == path.len();
        answer
            .filter(|answer| whole || matches!(answer, Settled::Equal(..)))
            .or_else(|| self.over_sums(builder, &pair, rest))
            .or_else(|| self.solve(builder, path, (left, right)))
    }

    /// Enumerates the values of the sums that the terms share, where there are too many inputs
    /// below: clamped differences of four bytes depend on two sums only.
    fn over_sums(
        &mut self,
        builder: &mut Builder,
        pair: &Claim,
        rest: &mut Left,
    ) -> Option<Settled> {
        rest.summed = rest.summed.checked_sub(1)?;
        let Abstraction {
            obligation,
            known,
            summing,
        } = sums::abstracted(builder, pair, self.ranges, Grain::Inner)?;
        let Obligation { left, right, .. } = obligation;
        let over = Claim {
            path: obligation.path,
            left,
            right,
            compare: Compare::Bits,
            rest: Vec::new(),
        };
        let mut ranges = self.ranges.clone();
        ranges.extend(known.iter().map(|(symbol, range)| (*symbol, *range)));
        let mut proof = (left == right).then(|| Evidence::of([Step::Identical]));
        for cut in [Cut::none, Cut::narrow] {
            if proof.is_none() {
                let cut = cut(builder, &over, &ranges, self.assumptions);
                if let Some(Settled::Equal(_, found)) =
                    self.enumerate(builder, &over, &cut, &mut rest.work)
                {
                    proof = Some(found);
                }
            }
        }
        let bounds = known.iter();
        let proof = bounds.fold(proof?, |proof, (&symbol, range)| {
            proof.bounded(symbol, (range.low, range.high))
        });
        let lemma = self.record(builder, &over.path, (left, right), proof);
        let steps = lemma.map(|lemma| Step::Sums(summing, lemma));
        Some(Settled::Equal(pair.path.clone(), Evidence::of(steps)))
    }

    /// Enumerates all values of the free variables of a cut of a pair.
    fn enumerate(
        &mut self,
        builder: &mut Builder,
        pair: &Claim,
        cut: &Cut,
        work: &mut u64,
    ) -> Option<Settled> {
        let arena = builder.arena();
        let roots = cut.claim.roots();
        let cone = Cone::of(arena, &roots);
        let space = Space::of(arena, &cone, &roots, &cut.ranges)?;
        let cost = space.work();
        if space.size > self.values || cost > SWEPT_EVALUATIONS {
            return None;
        }
        let range = |id: &SymbolId| {
            let range = cut.ranges.get(id)?;
            Some([range.low.to_bits(), range.high.to_bits()])
        };
        let shape = Shape::of(arena, &cut.claim, SWEPT_SHAPE_TERMS);
        let key = shape.map(|shape| (shape.key, shape.symbols.iter().map(range).collect()));
        let known = key.as_ref().and_then(|key| self.known.get(key)).copied();
        let answer = match known {
            Some(answer) => answer,
            None => {
                *work = work.checked_sub(cost)?;
                let answer = self.exhaust(builder.arena(), cut, &space);
                if let Some(key) = key.filter(|_| self.deadline.expired().is_none()) {
                    self.known.insert(key, answer);
                }
                answer
            }
        };
        Some(match answer? {
            true => {
                let proof = cut.evidence(builder.arena()).then(space.proof());
                Settled::Equal(pair.path.clone(), proof)
            }
            false => Settled::Different,
        })
    }

    fn exhaust(&self, arena: &Arena, cut: &Cut, space: &Space) -> Option<bool> {
        match exhaustive::run(arena, &cut.claim, self.assumptions, space, self.deadline) {
            Exhausted::Proved => Some(true),
            // A proper cut may take values that do not occur.
            Exhausted::Refuted(_) if !cut.proper => Some(false),
            Exhausted::Refuted(_) | Exhausted::Open => None,
        }
    }

    fn solve(
        &mut self,
        builder: &mut Builder,
        path: &[TermId],
        (left, right): (TermId, TermId),
    ) -> Option<Settled> {
        let (solver, limits) = self.solver.as_mut()?;
        let mut query = path.to_vec();
        query.push(builder.ne(left, right));
        match solver.check(builder.arena(), &query, *limits) {
            Answer::Unsat => {
                let proof = Evidence::of([Step::Unsat(solver.points().to_vec())]);
                Some(Settled::Equal(path.to_vec(), proof))
            }
            Answer::Sat(_) => Some(Settled::Different),
            Answer::Unknown(_) => None,
        }
    }
}

/// A hash of each term's values on the samples.
fn signatures(builder: &Builder, cone: &Cone, samples: &[Witness]) -> Vec<u64> {
    let mut evaluator = Evaluator::new(builder.arena(), cone);
    let mut hashers = vec![FxHasher::default(); cone.len()];
    for sample in samples {
        evaluator.run(sample);
        for (&term, hasher) in cone.terms.iter().zip(&mut hashers) {
            hasher.write_u128(evaluator.value(term));
        }
    }
    hashers.iter().map(Hasher::finish).collect()
}

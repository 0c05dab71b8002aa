//! Sweeping: inner equalities are proved first, from the inputs outwards.
//!
//! Two subterms with equal values on every sample are candidates. A proved pair is merged, so
//! that the terms above become identical or much smaller. Samples only propose: a pair is proved
//! by enumerating the values of a cut of both terms if they are few, otherwise by the solver.

use std::hash::Hasher;

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use term::{Cone, Evaluator, Op, SymbolId, TermId};

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
use crate::certificate::{Evidence, Recorder, Step};
use crate::deadline::Deadline;
use crate::solver::{Answer, Limits, Solver};

/// Answers about pairs, by shape and ranges of the inputs, while no proof is recorded.
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
                    Some(true) => {
                        let lemma = means.recorder.as_ref().and_then(|r| r.last_lemma());
                        lemmas.extend(lemma.map(|lemma| (new, other, lemma)));
                        merged = true;
                        new = other;
                        break;
                    }
                    Some(false) => {}
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
    /// Whether two terms are equal wherever the path holds; `None` when not known. The proof
    /// becomes the last lemma.
    fn equal(
        &mut self,
        builder: &mut Builder,
        path: &[TermId],
        (left, right): (TermId, TermId),
        rest: &mut Left,
    ) -> Option<bool> {
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
            .filter(|equal| *equal || whole)
            .or_else(|| self.over_sums(builder, &pair, rest))
            .or_else(|| self.solve(builder, path, (left, right)))
    }

    /// Enumerates the values of the sums that the terms share, where there are too many inputs
    /// below: clamped differences of four bytes depend on two sums only.
    fn over_sums(&mut self, builder: &mut Builder, pair: &Claim, rest: &mut Left) -> Option<bool> {
        rest.summed = rest.summed.checked_sub(1)?;
        let Abstraction {
            obligation,
            known,
            summing,
        } = sums::abstracted(builder, pair, self.ranges, Grain::Inner)?;
        let Obligation { left, right, .. } = obligation;
        if let Some(recorder) = &mut self.recorder {
            for (&symbol, range) in &known {
                recorder.bound(symbol, (range.low, range.high));
            }
            recorder.open(builder, &pair.path, (pair.left, pair.right), None);
            recorder.given(builder, &pair.path);
        }
        let mut ranges = self.ranges.clone();
        ranges.extend(known);
        let over = Claim {
            path: obligation.path,
            left,
            right,
            compare: Compare::Bits,
            rest: Vec::new(),
        };
        let same = left == right;
        if let Some(recorder) = self.recorder.as_mut().filter(|_| same) {
            recorder.lemma(builder, &over.path, (left, right), Step::Identical);
        }
        let mut equal = same;
        for cut in [Cut::none, Cut::narrow] {
            if !equal {
                let cut = cut(builder, &over, &ranges, self.assumptions);
                equal = self.enumerate(builder, &over, &cut, &mut rest.work) == Some(true);
            }
        }
        if let Some(recorder) = &mut self.recorder {
            if let Some(lemma) = recorder.last_lemma().filter(|_| equal) {
                recorder.step(Step::Sums(summing, lemma));
            }
            recorder.close(builder, equal.then_some("sweep"));
        }
        equal.then_some(true)
    }

    /// Enumerates all values of the free variables of a cut of a pair.
    fn enumerate(
        &mut self,
        builder: &mut Builder,
        pair: &Claim,
        cut: &Cut,
        work: &mut u64,
    ) -> Option<bool> {
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
        let shape = match self.recorder {
            Some(_) => None,
            None => Shape::of(arena, &cut.claim, SWEPT_SHAPE_TERMS),
        };
        let key = shape.map(|shape| (shape.key, shape.symbols.iter().map(range).collect()));
        if let Some(answer) = key.as_ref().and_then(|key| self.known.get(key)) {
            return *answer;
        }
        *work = work.checked_sub(cost)?;
        let answer = self.exhaust(builder, pair, cut, &space);
        if let Some(key) = key.filter(|_| self.deadline.expired().is_none()) {
            self.known.insert(key, answer);
        }
        answer
    }

    fn exhaust(
        &mut self,
        builder: &mut Builder,
        pair: &Claim,
        cut: &Cut,
        space: &Space,
    ) -> Option<bool> {
        let arena = builder.arena();
        let (assumptions, deadline) = (self.assumptions, self.deadline);
        match exhaustive::run(arena, &cut.claim, assumptions, space, deadline) {
            Exhausted::Proved => {
                if let Some(recorder) = &mut self.recorder {
                    recorder.open(builder, &pair.path, (pair.left, pair.right), None);
                    recorder.given(builder, &pair.path);
                    recorder.evidence(cut.evidence(builder.arena()).then(space.proof()));
                    recorder.close(builder, Some("sweep"));
                }
                Some(true)
            }
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
    ) -> Option<bool> {
        let (solver, limits) = self.solver.as_mut()?;
        let mut query = path.to_vec();
        query.push(builder.ne(left, right));
        match solver.check(builder.arena(), &query, *limits) {
            Answer::Unsat => {
                if let Some(recorder) = &mut self.recorder {
                    let step = Step::Unsat(solver.points().to_vec());
                    recorder.lemma(builder, path, (left, right), step);
                }
                Some(true)
            }
            Answer::Sat(_) => Some(false),
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

//! Sweeping: inner equalities first, from the inputs outwards.
//!
//! Two subterms with the same value on every sample are candidates; a proved
//! pair is merged, so that what is built on top becomes the same term or a much
//! smaller question. Samples only propose, the solver proves.

use std::hash::Hasher;

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHasher};
use term::{Cone, Evaluator, Op, TermId};

use super::Witness;
use super::claim::Claim;
use super::facts::rebuild;
use crate::certificate::{Recorder, Step};
use crate::solver::{Answer, Limits, Solver};

/// Terms beyond which sweeping is not cheap.
const MAX_TERMS: usize = 3_000;
/// Proofs tried for one claim.
const MAX_PROOFS: usize = 150;
/// Proofs that may fail for lack of resources.
const MAX_UNKNOWN: usize = 6;

/// The results of the claim with proved inner equalities merged; `None` when
/// nothing was merged. `samples` must satisfy the path. A recorder keeps the proofs.
pub(super) fn sweep(
    builder: &mut Builder,
    solver: &mut Solver,
    claim: &Claim,
    samples: &[Witness],
    limits: Limits,
    mut recorder: Option<&mut Recorder>,
) -> Option<(TermId, TermId)> {
    let cone = Cone::of(builder.arena(), &[claim.left, claim.right]);
    if cone.len() > MAX_TERMS || samples.len() < 16 {
        return None;
    }
    let signatures = signatures(builder, &cone, samples);
    let mut classes: FxHashMap<(u8, u64), Vec<TermId>> = FxHashMap::default();
    let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
    let (mut proofs, mut unknown, mut merged) = (0, 0, false);
    let mut lemmas = Vec::new();
    for (&term, &signature) in cone.terms.iter().zip(&signatures) {
        let mut new = match builder.arena().op(term) {
            Op::Const | Op::Symbol => term,
            _ => rebuild(builder, term, &map),
        };
        let class = classes.entry((builder.width(term), signature)).or_default();
        if !class.contains(&new) {
            for &other in class.iter().take(2) {
                if proofs == MAX_PROOFS || unknown == MAX_UNKNOWN {
                    break;
                }
                proofs += 1;
                let differ = builder.ne(new, other);
                let mut query = claim.path.clone();
                query.push(differ);
                match solver.check(builder.arena(), &query, limits) {
                    Answer::Unsat => {
                        if let Some(recorder) = &mut recorder {
                            let step = Step::Unsat(solver.points().to_vec());
                            let lemma = recorder.lemma(builder, &claim.path, (new, other), step);
                            lemmas.push((new, other, lemma));
                        }
                        merged = true;
                        new = other;
                        break;
                    }
                    Answer::Sat(_) => {}
                    Answer::Unknown(_) => unknown += 1,
                }
            }
            if !class.contains(&new) {
                class.push(new);
            }
        }
        map.insert(term, new);
    }
    if let Some(recorder) = recorder.filter(|_| merged) {
        let replaced = cone.terms.iter().map(|&term| (term, map[&term]));
        let replaced = replaced.filter(|(term, new)| term != new).collect();
        recorder.step(Step::Merge(replaced, lemmas));
    }
    merged.then(|| (map[&claim.left], map[&claim.right]))
}

/// A hash of each term's values over the samples.
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

//! The input on which two float results differ most: a guided search.
//!
//! Samples first, then hill climbing from the worst of them, one or two inputs
//! a step. Deterministic. What it finds is a lower bound of the largest error,
//! never an upper one.

use rewrite_rules::Builder;
use term::{Cone, Evaluator, Format};

use super::Witness;
use super::claim::{Claim, Compare, Obligation};
use super::distance::{Distance, distance};
use super::judge::{Judge, Judgement};
use super::ladder::Ladder;
use super::minimise::simplify;
use super::portfolio::Portfolio;

/// Term evaluations that one search may cost.
const MAX_WORK: usize = 8_000_000;
/// Samples looked at, at most.
const MAX_TRIALS: usize = 40_000;
/// The worst samples, from which the search climbs.
const SUMMITS: usize = 4;

/// The worst inputs found.
#[derive(Clone, Debug, Default)]
pub struct Worst {
    /// The one with the largest finite error.
    pub largest: Option<Witness>,
    /// One on which exactly one result is a finite number, or a NaN.
    pub infinite: Option<Witness>,
}

struct Search<'a> {
    claim: &'a Claim,
    format: Format,
    badness: &'a dyn Fn(&Distance) -> f64,
    portfolio: Portfolio,
    evaluator: Evaluator<'a>,
    judge: Judge<'a>,
    infinite: Option<Witness>,
}

impl Ladder {
    /// Looks for the input on which the results of a float obligation differ
    /// most, from `start` on; `badness` says how bad a distance is.
    pub fn worst(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        start: &Witness,
        badness: &dyn Fn(&Distance) -> f64,
    ) -> Worst {
        let Compare::Float(format) = obligation.compare else {
            return Worst::default();
        };
        let ranges = &self.options.ranges;
        let path = obligation.path.clone();
        let (left, right) = (obligation.left, obligation.right);
        let claim = Claim::over(builder, ranges, path, left, right, obligation.compare);
        let arena = builder.arena();
        let cone = Cone::of(arena, &claim.roots());
        let mut search = Search {
            claim: &claim,
            format,
            badness,
            portfolio: Portfolio::new(arena, &cone, ranges, self.options.seed),
            evaluator: Evaluator::new(arena, &cone),
            judge: Judge::new(arena, &claim, self.options.assumptions),
            infinite: None,
        };
        let trials = (MAX_WORK / cone.len().max(1)).min(MAX_TRIALS);
        let symbols = search.portfolio.symbols().to_vec();
        let value = |id| start.values.get(id).copied().unwrap_or(0);
        let best = search.run(symbols.iter().map(value).collect(), trials);
        let infinite = search.infinite.take();
        let infinite = infinite.map(|witness| {
            simplify(arena, &claim, witness, |candidate| {
                search.assess(candidate) == Assessment::Infinite && search.admits(candidate)
            })
        });
        let largest = best.map(|(score, sample)| {
            let witness = Witness::new(&symbols, &sample);
            simplify(arena, &claim, witness, |candidate| {
                let as_bad =
                    matches!(search.assess(candidate), Assessment::Finite(s) if s >= score);
                as_bad && search.admits(candidate)
            })
        });
        Worst { largest, infinite }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Assessment {
    /// Equal, or not admitted.
    Nothing,
    Finite(f64),
    Infinite,
}

impl Search<'_> {
    fn assess(&mut self, witness: &Witness) -> Assessment {
        self.evaluator.run(witness);
        let claim = self.claim;
        let value = |term| self.evaluator.value(term);
        if !claim.path.iter().all(|&condition| value(condition) == 1) {
            return Assessment::Nothing;
        }
        match distance(self.format, value(claim.left), value(claim.right)) {
            Some(Distance { ulps: 0, .. }) => Assessment::Nothing,
            Some(distance) => Assessment::Finite((self.badness)(&distance)),
            None => Assessment::Infinite,
        }
    }

    /// Whether the assumptions admit a witness and its values are no inventions.
    fn admits(&mut self, witness: &Witness) -> bool {
        self.judge.judge(witness) == Judgement::Differs
    }

    /// The badness of a sample with a finite error that beats `bar`.
    fn score(&mut self, sample: &[u128], bar: f64) -> Option<f64> {
        let witness = Witness::new(self.portfolio.symbols(), sample);
        let score = match self.assess(&witness) {
            Assessment::Finite(score) if score >= bar => Some(score),
            Assessment::Infinite if self.infinite.is_none() => None,
            _ => return None,
        };
        if !self.admits(&witness) {
            return None;
        }
        if score.is_none() {
            self.infinite = Some(witness);
        }
        score
    }

    /// The worst sample, half of the trials spent on climbing.
    fn run(&mut self, start: Vec<u128>, trials: usize) -> Option<(f64, Vec<u128>)> {
        let mut worst: Vec<(f64, Vec<u128>)> = Vec::new();
        let mut sample = start;
        for _ in 0..trials / 2 {
            let full = worst.len() == SUMMITS;
            let bar = if full { worst[SUMMITS - 1].0 } else { 0.0 };
            if let Some(score) = self.score(&sample, bar) {
                worst.push((score, sample.clone()));
                worst.sort_by(|a, b| b.0.total_cmp(&a.0));
                worst.truncate(SUMMITS);
            }
            self.portfolio.draw(&mut sample);
        }
        for (score, summit) in &mut worst {
            for _ in 0..trials / (2 * SUMMITS) {
                sample.clone_from(summit);
                self.portfolio.step(&mut sample);
                if let Some(higher) = self.score(&sample, *score) {
                    *score = higher;
                    summit.clone_from(&sample);
                }
            }
        }
        worst.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))
    }
}

//! Search for the input on which two float results differ most.
//!
//! Samples first, including those at boundaries of the arithmetic, then hill climbing from the
//! worst samples, changing one or two inputs in a step. Deterministic. The error found is a
//! lower bound of the largest error, never an upper bound.

use std::ops::ControlFlow;

use rewrite_rules::Builder;
use term::{Cone, Evaluator, Format};

use super::Witness;
use super::boundary;
use super::claim::{Claim, Compare, Obligation};
use super::distance::{Distance, distance};
use super::judge::{Judge, Judgement};
use super::ladder::{Ladder, Options};
use super::minimise::simplify;
use super::portfolio::Portfolio;
use crate::budgets::witness::{SUMMITS, WORST_EVALUATIONS, WORST_SAMPLES};
use crate::deadline::Deadline;

/// The worst inputs found.
#[derive(Clone, Debug, Default)]
pub struct Worst {
    /// The input with the largest finite error.
    pub largest: Option<Witness>,
    /// An input with infinite error: exactly one result is finite or a NaN, or the results are
    /// opposite infinities.
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
    deadline: &'a Deadline,
}

impl Ladder {
    /// Searches the inputs on which the results of a float obligation differ most, starting from
    /// `start`; `badness` measures a distance.
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
        let Options {
            ranges, deadline, ..
        } = &self.options;
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
            deadline,
        };
        let trials = (WORST_EVALUATIONS / cone.len().max(1)).min(WORST_SAMPLES);
        let symbols = search.portfolio.symbols().to_vec();
        let value = |id| start.values.get(id).copied().unwrap_or(0);
        let mut ordinary = Summits::default();
        search.sample(
            symbols.iter().map(value).collect(),
            trials / 2,
            &mut ordinary,
        );
        let mut extreme = Summits::default();
        let mut portfolio = Portfolio::new(arena, &cone, ranges, self.options.seed);
        boundary::visit(
            arena,
            &claim,
            &mut portfolio,
            (trials, deadline),
            &mut |sample| {
                search.offer(sample, &mut extreme);
                ControlFlow::Continue(())
            },
        );
        let best = [ordinary, extreme]
            .into_iter()
            .filter_map(|s| search.climb(s, trials / 4));
        let best = best.max_by(|a, b| a.0.total_cmp(&b.0));
        let infinite = search.infinite.take();
        let infinite = infinite.map(|witness| {
            simplify(arena, &claim, witness, deadline, |candidate| {
                search.assess(candidate) == Assessment::Infinite && search.admits(candidate)
            })
        });
        let largest = best.map(|(score, sample)| {
            let witness = Witness::new(&symbols, &sample);
            simplify(arena, &claim, witness, deadline, |candidate| {
                let as_bad =
                    matches!(search.assess(candidate), Assessment::Finite(s) if s >= score);
                as_bad && search.admits(candidate)
            })
        });
        Worst { largest, infinite }
    }
}

/// The worst samples found, with their badness, worst first.
#[derive(Default)]
struct Summits(Vec<(f64, Vec<u128>)>);

#[derive(Clone, Copy, PartialEq)]
enum Assessment {
    /// The results are equal, or the path does not hold.
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

    /// Whether the assumptions admit a witness on which the results differ without invented
    /// values.
    fn admits(&mut self, witness: &Witness) -> bool {
        self.judge.judge(witness) == Judgement::Differs
    }

    /// The badness of an admitted sample with a finite error, if at least `bar`. Keeps the first
    /// sample with an infinite error.
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

    /// Keeps a sample if it is worse than those kept.
    fn offer(&mut self, sample: &[u128], summits: &mut Summits) {
        let worst = &mut summits.0;
        let full = worst.len() == SUMMITS;
        let bar = if full { worst[SUMMITS - 1].0 } else { 0.0 };
        if let Some(score) = self.score(sample, bar) {
            worst.push((score, sample.to_vec()));
            worst.sort_by(|a, b| b.0.total_cmp(&a.0));
            worst.truncate(SUMMITS);
        }
    }

    /// Offers a sample, then randomly drawn ones.
    fn sample(&mut self, mut sample: Vec<u128>, trials: usize, summits: &mut Summits) {
        for _ in 0..trials {
            if self.deadline.expired().is_some() {
                return;
            }
            self.offer(&sample, summits);
            self.portfolio.draw(&mut sample);
        }
    }

    /// Returns the worst sample that steps from the kept ones reach.
    fn climb(&mut self, summits: Summits, trials: usize) -> Option<(f64, Vec<u128>)> {
        let mut worst = summits.0;
        let mut sample = Vec::new();
        for (score, summit) in &mut worst {
            for _ in 0..trials / SUMMITS {
                if self.deadline.expired().is_some() {
                    break;
                }
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

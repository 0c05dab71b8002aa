//! Evaluation of one claim on many samples at once: on a compiled tape of columns if the claim
//! compiles to one, otherwise sample by sample.

use term::{Arena, Cone, Evaluator, LANES, SymbolId, Tape};

use super::Witness;
use super::claim::Claim;
use super::portfolio::Portfolio;
use crate::budgets::witness::SAMPLE_EVALUATIONS;

enum Engine<'a> {
    Columns(Tape),
    Single {
        evaluator: Evaluator<'a>,
        /// Values by lane, then by symbol.
        values: Vec<Vec<u128>>,
    },
}

/// Evaluates a claim on [`Batch::lanes`] samples at a time.
pub(super) struct Batch<'a> {
    claim: &'a Claim,
    symbols: Vec<SymbolId>,
    terms: usize,
    zeros_alike: bool,
    engine: Engine<'a>,
}

/// The result of evaluating one batch.
#[derive(Default)]
pub(super) struct Run {
    /// Number of samples that satisfy the path condition.
    pub(super) admitted: usize,
    /// The lanes that satisfy the path condition and on which the results differ.
    pub(super) differing: Vec<usize>,
}

/// Lanes of a batch that is evaluated sample by sample.
const FEW: usize = 32;

impl<'a> Batch<'a> {
    pub(super) fn new(arena: &'a Arena, claim: &'a Claim, zeros_alike: bool) -> Batch<'a> {
        let roots = claim.roots();
        let cone = Cone::of(arena, &roots);
        let symbols = cone.symbols(arena);
        let engine = match Tape::compile(arena, &cone, &roots) {
            Some(tape) => Engine::Columns(tape),
            None => Engine::Single {
                evaluator: Evaluator::new(arena, &cone),
                values: vec![vec![0; symbols.len()]; FEW],
            },
        };
        Batch {
            claim,
            symbols,
            terms: cone.len(),
            zeros_alike,
            engine,
        }
    }

    /// Number of samples in a full batch.
    pub(super) fn lanes(&self) -> usize {
        match self.engine {
            Engine::Columns(_) => LANES,
            Engine::Single { .. } => FEW,
        }
    }

    /// Number of samples that one search can afford; it falls with the size of the claim.
    pub(super) fn affordable(&self) -> usize {
        let work = match self.engine {
            Engine::Columns(_) => SAMPLE_EVALUATIONS[0],
            Engine::Single { .. } => SAMPLE_EVALUATIONS[1],
        };
        (work / self.terms.max(1)).max(self.lanes())
    }

    /// Sets the values of the cone's symbol number `symbol`, lane by lane.
    pub(super) fn set(&mut self, symbol: usize, value: impl Fn(usize) -> u128) {
        match &mut self.engine {
            Engine::Columns(tape) => {
                let column = tape.inputs_mut(symbol).iter_mut().enumerate();
                column.for_each(|(lane, x)| *x = value(lane) as u64);
            }
            Engine::Single { values, .. } => {
                let lanes = values.iter_mut().enumerate();
                lanes.for_each(|(lane, values)| values[symbol] = value(lane));
            }
        }
    }

    /// Draws a sample from the portfolio for every lane.
    pub(super) fn fill(&mut self, portfolio: &mut Portfolio) {
        let mut samples = vec![Vec::new(); self.lanes()];
        samples.iter_mut().for_each(|s| portfolio.draw(s));
        (0..self.symbols.len()).for_each(|symbol| self.set(symbol, |lane| samples[lane][symbol]));
    }

    /// The sample of a lane.
    pub(super) fn sample(&mut self, lane: usize) -> Witness {
        let values: Vec<u128> = (0..self.symbols.len())
            .map(|i| match &mut self.engine {
                Engine::Columns(tape) => u128::from(tape.inputs_mut(i)[lane]),
                Engine::Single { values, .. } => values[lane][i],
            })
            .collect();
        Witness::new(&self.symbols, &values)
    }

    /// Evaluates the first `count` lanes.
    pub(super) fn run(&mut self, count: usize) -> Run {
        let mut run = Run::default();
        let claim = self.claim;
        let equal = |left, right| claim.compare.equal(left, right, self.zeros_alike);
        match &mut self.engine {
            Engine::Columns(tape) => {
                tape.run();
                let mut on_path = [1; LANES];
                on_path[count..].fill(0);
                for i in 2..2 + claim.path.len() {
                    let held = tape.output(i);
                    on_path
                        .iter_mut()
                        .zip(held)
                        .for_each(|(on, held)| *on &= held);
                }
                run.admitted = on_path.iter().sum::<u64>() as usize;
                let (left, right) = (tape.output(0), tape.output(1));
                let pairs = left.iter().zip(right).zip(&on_path);
                let any = pairs.fold(0, |any, ((l, r), on)| any | ((l ^ r) * on));
                if any != 0 {
                    let differs = |&lane: &usize| {
                        let (l, r) = (u128::from(left[lane]), u128::from(right[lane]));
                        on_path[lane] == 1 && !equal(l, r)
                    };
                    run.differing.extend((0..count).filter(differs));
                }
            }
            Engine::Single { evaluator, values } => {
                for (lane, values) in values[..count].iter().enumerate() {
                    evaluator.run(&Witness::new(&self.symbols, values));
                    if claim.path.iter().all(|&term| evaluator.value(term) == 1) {
                        run.admitted += 1;
                        if !equal(evaluator.value(claim.left), evaluator.value(claim.right)) {
                            run.differing.push(lane);
                        }
                    }
                }
            }
        }
        run
    }
}

//! Enumeration of all inputs: a complete proof when few input bits are free.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use term::{Arena, Cone, Format, Op, SymbolId, Tape, TermId};

use super::Assumptions;
use super::Witness;
use super::batch::Batch;
use super::claim::{Claim, Ranges, Round, float_bits, integer_bounds, symbol_type};
use super::judge::{Judge, Judgement};
use super::used::{deposit, used_bits};
use crate::budgets::proof::EXCLUDED_INPUTS;
use crate::budgets::witness::SAMPLE_EVALUATIONS;
use crate::certificate::{Step as Proof, Tried};
use crate::contract::Range;
use crate::deadline::Deadline;

/// Runs of successive bit patterns: the first pattern of each, and their number.
type Runs = Vec<(u128, u64)>;

/// The values that one symbol takes, and its stride in the numbering of inputs.
struct Domain {
    symbol: SymbolId,
    /// The values, as runs.
    runs: Runs,
    size: u64,
    mask: u128,
    /// The bits that are read and take all values, if the symbol's other bits are not read.
    used: Option<u128>,
    /// Distance in numbers between two inputs that differ by one value of this symbol.
    stride: u64,
}

impl Domain {
    /// Sets the symbol's values for a batch of inputs numbered from `base` on.
    fn fill(&self, base: u64, batch: &mut Batch, symbol: usize) {
        let Domain { size, stride, .. } = *self;
        let lanes = batch.lanes() as u64;
        let digit = base / stride % size;
        let rest = base % stride;
        // Most often all lanes have one value, or successive ones.
        if rest + lanes <= stride {
            let value = self.value(digit);
            return batch.set(symbol, |_| value);
        }
        if stride == 1
            && let Some(first) = self.successive(digit, lanes)
        {
            return batch.set(symbol, |lane| u128::from(first + lane as u64));
        }
        if size.is_power_of_two() && stride.is_power_of_two() {
            let (shift, mask) = (stride.trailing_zeros(), size - 1);
            batch.set(symbol, |lane| {
                self.value((base + lane as u64) >> shift & mask)
            });
        } else {
            batch.set(symbol, |lane| {
                self.value((base + lane as u64) / stride % size)
            });
        }
    }

    /// The value with the given number.
    fn value(&self, mut digit: u64) -> u128 {
        if let Some(used) = self.used {
            return deposit(digit, used);
        }
        for &(low, count) in &self.runs {
            if digit < count {
                return low.wrapping_add(u128::from(digit)) & self.mask;
            }
            digit -= count;
        }
        0
    }

    /// The value numbered `digit`, if it and the next `count - 1` values are successive 64-bit
    /// patterns.
    fn successive(&self, digit: u64, count: u64) -> Option<u64> {
        if self.used.is_some() {
            return None;
        }
        let last = digit.checked_add(count - 1).filter(|&d| d < self.size)?;
        let first = u64::try_from(self.value(digit)).ok()?;
        (self.value(last) == u128::from(first) + u128::from(count - 1)).then_some(first)
    }
}

/// All inputs of a claim, numbered.
pub(super) struct Space {
    /// One domain for each symbol, in the order of the cone's symbols.
    domains: Vec<Domain>,
    /// Number of inputs.
    pub(super) size: u64,
    /// Evaluations of a term in a column that one input costs.
    cost: u64,
}

impl Space {
    /// The inputs of a claim with the given roots. `None` when they number 2⁶³ or more, or when
    /// an uninterpreted function keeps enumeration from being a proof.
    pub(super) fn of(
        arena: &Arena,
        cone: &Cone,
        roots: &[TermId],
        ranges: &Ranges,
    ) -> Option<Space> {
        if cone.terms.iter().any(|&term| arena.op(term) == Op::Apply) {
            return None;
        }
        let used = used_bits(arena, cone, roots);
        let mut domains = Vec::new();
        let mut total: u64 = 1;
        for id in cone.symbols(arena) {
            let partly = used.get(&arena.symbol(id).term).copied();
            let used = partly.filter(|bits| !ranges.contains_key(&id) && bits.count_ones() < 64);
            let (runs, mask) = match used {
                Some(bits) => (vec![(0, 1 << bits.count_ones())], bits),
                None => values(arena, id, ranges)?,
            };
            let size = runs.iter().map(|(_, count)| count).sum();
            domains.push(Domain {
                symbol: id,
                runs,
                size,
                mask,
                used,
                stride: total,
            });
            total = total.checked_mul(size)?;
        }
        (total < 1 << 63).then_some(Space {
            domains,
            size: total,
            cost: cost(arena, cone),
        })
    }

    /// Evaluations of a term in a column that all inputs cost.
    pub(super) fn work(&self) -> u64 {
        self.size.saturating_mul(self.cost)
    }

    /// The proof that every input was tried.
    pub(super) fn proof(&self) -> Proof {
        let tried = |d: &Domain| Tried {
            symbol: d.symbol,
            runs: d.runs.clone(),
            read: d.used,
        };
        Proof::Exhaustive(self.domains.iter().map(tried).collect())
    }
}

/// Evaluations of a term in a column that one input of a cone costs. Wide terms, those of
/// `long double` among them, are evaluated input by input.
fn cost(arena: &Arena, cone: &Cone) -> u64 {
    let by_columns = Tape::accepts(arena, cone);
    let factor = SAMPLE_EVALUATIONS[0] / SAMPLE_EVALUATIONS[1];
    let factor = if by_columns { 1 } else { factor as u64 };
    (cone.len() as u64).saturating_mul(factor)
}

/// The runs of values of a symbol, and its mask; `None` when a run has too many values.
fn values(arena: &Arena, id: SymbolId, ranges: &Ranges) -> Option<(Vec<(u128, u64)>, u128)> {
    let width = arena.width(arena.symbol(id).term);
    let mask = u128::MAX >> (128 - width);
    let (format, signed) = symbol_type(arena, id);
    let runs = match (ranges.get(&id), format) {
        (None, _) | (_, Some(Format::X87)) => vec![(0, mask)],
        (Some(&range), Some(format)) => float_runs(format, range),
        (Some(&range), None) => {
            let bounds = integer_bounds(width, signed, range).into_iter();
            let last = |(low, high): (u128, u128)| (low, high.wrapping_sub(low));
            bounds.map(last).collect()
        }
    };
    // Converts the distance to the last value into the number of values.
    let counted = runs.into_iter().map(|(low, last)| {
        let count = u64::try_from(last).ok()?.checked_add(1)?;
        Some((low, count))
    });
    Some((counted.collect::<Option<_>>()?, mask))
}

/// The bit patterns of the floats within a range, as at most two runs (numbers from +0 upwards,
/// numbers from −0 downwards): the first pattern of each and the distance to the last. A range
/// that contains zero contains both zeros.
fn float_runs(format: Format, range: Range) -> Vec<(u128, u128)> {
    let sign = format.sign_mask();
    let low = float_bits(format, range.low, Round::Up);
    let high = float_bits(format, range.high, Round::Down);
    let magnitude = |bits: u128| bits & !sign;
    let below = |bits: u128| bits & sign != 0 && magnitude(bits) != 0;
    let above = |bits: u128| bits & sign == 0 && magnitude(bits) != 0;
    let mut runs = Vec::new();
    let mut run = |base: u128, first: u128, last: u128| {
        if first <= last {
            runs.push((base | first, last - first));
        }
    };
    if !below(high) {
        run(
            0,
            if above(low) { magnitude(low) } else { 0 },
            magnitude(high),
        );
    }
    if !above(low) {
        run(
            sign,
            if below(high) { magnitude(high) } else { 0 },
            magnitude(low),
        );
    }
    runs
}

/// The outcome of an enumeration.
pub(super) enum Exhausted {
    /// No admissible input refutes the claim.
    Proved,
    /// This admissible input refutes the claim.
    Refuted(Witness),
    /// Undecided: some inputs differ in a way that the assumptions neither admit nor exclude,
    /// too many excluded inputs differ to judge each, or the deadline expired.
    Open,
}

/// Number of inputs that a thread takes at a time.
const BLOCK: u64 = 1 << 16;

struct Shared {
    next: AtomicU64,
    excluded: AtomicUsize,
    open: AtomicBool,
    /// The refuting input with the least number so far.
    refuted: Mutex<Option<(u64, Witness)>>,
}

impl Shared {
    fn refuted_before(&self, number: u64) -> bool {
        // The witness behind a poisoned lock is still valid.
        let refuted = self.refuted.lock().unwrap_or_else(|e| e.into_inner());
        refuted.as_ref().is_some_and(|(found, _)| *found < number)
    }

    fn refute(&self, number: u64, witness: Witness) {
        let mut refuted = self.refuted.lock().unwrap_or_else(|e| e.into_inner());
        if refuted.as_ref().is_none_or(|(found, _)| number < *found) {
            *refuted = Some((number, witness));
        }
    }
}

/// Tries every input of the space, on all cores when it is large. The witness is the input with
/// the least number, independent of thread scheduling.
pub(super) fn run(
    arena: &Arena,
    claim: &Claim,
    assumptions: Assumptions,
    space: &Space,
    deadline: &Deadline,
) -> Exhausted {
    let shared = Shared {
        next: AtomicU64::new(0),
        excluded: AtomicUsize::new(0),
        open: AtomicBool::new(false),
        refuted: Mutex::new(None),
    };
    let work = || {
        let batch = Batch::new(
            arena,
            claim,
            assumptions.contains(Assumptions::POSITIVE_ZERO),
        );
        let judge = Judge::new(arena, claim, assumptions);
        search(&shared, space, batch, judge, deadline);
    };
    if space.size <= 4 * BLOCK {
        work();
    } else {
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        std::thread::scope(|scope| {
            for _ in 0..cores {
                scope.spawn(work);
            }
        });
    }
    let open = shared.open.load(Ordering::Relaxed);
    match shared
        .refuted
        .into_inner()
        .unwrap_or_else(|e| e.into_inner())
    {
        Some((_, witness)) => Exhausted::Refuted(witness),
        None if open => Exhausted::Open,
        None => Exhausted::Proved,
    }
}

fn search(shared: &Shared, space: &Space, mut batch: Batch, mut judge: Judge, deadline: &Deadline) {
    let lanes = batch.lanes() as u64;
    loop {
        let start = shared.next.fetch_add(BLOCK, Ordering::Relaxed);
        if start >= space.size || shared.refuted_before(start) {
            return;
        }
        if shared.excluded.load(Ordering::Relaxed) > EXCLUDED_INPUTS {
            shared.open.store(true, Ordering::Relaxed);
            return;
        }
        let end = (start + BLOCK).min(space.size);
        for base in (start..end).step_by(lanes as usize) {
            if deadline.expired().is_some() {
                shared.open.store(true, Ordering::Relaxed);
                return;
            }
            for (symbol, domain) in space.domains.iter().enumerate() {
                domain.fill(base, &mut batch, symbol);
            }
            for lane in batch.run((end - base).min(lanes) as usize).differing {
                let witness = batch.sample(lane);
                match judge.judge(&witness) {
                    Judgement::Differs => {
                        shared.refute(base + lane as u64, witness);
                        return;
                    }
                    Judgement::Excluded => {}
                    Judgement::Rounded | Judgement::Agrees | Judgement::Invented => {
                        shared.open.store(true, Ordering::Relaxed);
                    }
                }
                if shared.excluded.fetch_add(1, Ordering::Relaxed) > EXCLUDED_INPUTS {
                    shared.open.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rewrite_rules::{Builder, RuleSet};

    use super::*;

    /// Input by input, each term costs more than in columns.
    #[test]
    fn wide_terms_cost_more() {
        let cost_of = |width: u8| {
            let mut builder = Builder::new(RuleSet::builtin());
            let arena = builder.arena_mut();
            let x = arena.add_variable("x".to_owned(), 8, None);
            let wide = builder.sext(x, width);
            let square = builder.mul(wide, wide);
            let arena = builder.arena();
            let cone = Cone::of(arena, &[square]);
            let space = Space::of(arena, &cone, &[square], &Ranges::default());
            space.map(|space| (space.size, space.work()))
        };
        let (size, narrow) = cost_of(64).expect("256 inputs");
        assert_eq!((size, narrow), (256, 256 * 3));
        assert_eq!(cost_of(80), Some((256, 256 * 3 * 20)));
    }

    /// Every half that a range holds, once, and no other.
    #[test]
    fn a_float_range_is_its_floats() {
        let half = |bits: u16| Format::Half.to_f64(u128::from(bits));
        let ends = [
            -f64::INFINITY,
            -70000.0,
            -1.0,
            -0.1,
            -0.0,
            0.0,
            1e-9,
            0.3,
            2.5,
            1e6,
        ];
        for low in ends {
            for high in ends {
                let runs = float_runs(Format::Half, Range { low, high });
                let listed = runs.iter().flat_map(|&(low, last)| low..=low + last);
                let mut listed: Vec<u16> = listed.map(|bits| bits as u16).collect();
                listed.sort_unstable();
                let within = |&bits: &u16| (low..=high).contains(&half(bits));
                let expected: Vec<u16> = (0..=u16::MAX).filter(within).collect();
                assert_eq!(listed, expected, "{low}..{high}");
            }
        }
    }
}

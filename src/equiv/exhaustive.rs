//! Every input, one by one: a complete proof where few input bits are free.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use term::{Arena, Cone, Op, SymbolId};

use super::Assumptions;
use super::Witness;
use super::batch::Batch;
use super::claim::{Claim, Ranges, integer_bounds, symbol_type};
use super::judge::{Judge, Judgement};
use crate::deadline::Deadline;

/// The values one symbol takes, and its place in the numbering of inputs.
struct Domain {
    low: u128,
    size: u64,
    mask: u128,
    /// Inputs between two values of this symbol.
    stride: u64,
}

impl Domain {
    /// Sets the symbol's values in the inputs from this number on.
    fn fill(&self, base: u64, batch: &mut Batch, symbol: usize) {
        let Domain { size, stride, .. } = *self;
        let value = |digit: u64| self.low.wrapping_add(u128::from(digit)) & self.mask;
        if size.is_power_of_two() && stride.is_power_of_two() {
            let (shift, mask) = (stride.trailing_zeros(), size - 1);
            batch.set(symbol, |lane| value((base + lane as u64) >> shift & mask));
        } else {
            batch.set(symbol, |lane| value((base + lane as u64) / stride % size));
        }
    }
}

/// All inputs of a claim.
pub(super) struct Space {
    /// In the order of the cone's symbols.
    domains: Vec<Domain>,
    /// Number of inputs.
    pub(super) size: u64,
}

impl Space {
    /// The inputs of a claim; `None` when they are 2⁶³ or more, or when an
    /// uninterpreted function makes enumerating them no proof.
    pub(super) fn of(arena: &Arena, cone: &Cone, ranges: &Ranges) -> Option<Space> {
        if cone.terms.iter().any(|&term| arena.op(term) == Op::Apply) {
            return None;
        }
        let mut domains = Vec::new();
        let mut total: u64 = 1;
        for id in cone.symbols(arena) {
            let (low, size, mask) = values(arena, id, ranges);
            let size = u64::try_from(size).ok()?;
            domains.push(Domain {
                low,
                size,
                mask,
                stride: total,
            });
            total = total.checked_mul(size)?;
        }
        (total < 1 << 63).then_some(Space {
            domains,
            size: total,
        })
    }
}

/// Least value, number of values, and mask of a symbol.
fn values(arena: &Arena, id: SymbolId, ranges: &Ranges) -> (u128, u128, u128) {
    let width = arena.width(arena.symbol(id).term);
    let mask = u128::MAX >> (128 - width);
    let (format, signed) = symbol_type(arena, id);
    let range = ranges.get(&id).filter(|_| format.is_none());
    let (low, size) = match range.map(|&range| integer_bounds(width, signed, range)) {
        Some(Some((low, high))) => (low, high.wrapping_sub(low).saturating_add(1)),
        Some(None) => (0, 0),
        None => (0, mask.saturating_add(1)),
    };
    (low, size, mask)
}

/// What enumeration showed.
pub(super) enum Exhausted {
    /// No admissible input refutes the claim.
    Proved,
    /// This one does.
    Refuted(Witness),
    /// Some inputs differ in a way that an assumption neither admits nor
    /// excludes, too many are excluded to look at each, or time was up.
    Open,
}

/// Differing inputs looked at before giving up, when assumptions exclude them.
const MAX_EXCLUDED: usize = 100_000;
/// Inputs that one thread takes at a time.
const BLOCK: u64 = 1 << 16;

struct Shared {
    next: AtomicU64,
    excluded: AtomicUsize,
    open: AtomicBool,
    /// The least number of a refuting input so far.
    refuted: Mutex<Option<(u64, Witness)>>,
}

impl Shared {
    fn refuted_before(&self, number: u64) -> bool {
        // A poisoned lock still holds a valid witness.
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

/// Tries every input of the space, on all cores when it is large. The witness
/// is the input with the least number, whatever the threads do.
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
        let batch = Batch::new(arena, claim, assumptions.positive_zero);
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
        if shared.excluded.load(Ordering::Relaxed) > MAX_EXCLUDED {
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
                if shared.excluded.fetch_add(1, Ordering::Relaxed) > MAX_EXCLUDED {
                    shared.open.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    }
}

//! Every input, one by one: a complete proof where few input bits are free.

use super::Assumptions;
use term::{Arena, Cone, Op, SymbolId};

use super::Witness;
use super::batch::Batch;
use super::claim::{Claim, Ranges, integer_bounds, symbol_type};
use super::judge::{Judge, Judgement};

/// The values one symbol takes.
struct Domain {
    low: u128,
    size: u128,
    mask: u128,
}

impl Domain {
    fn of(arena: &Arena, id: SymbolId, ranges: &Ranges) -> Domain {
        let width = arena.width(arena.symbol(id).term);
        let mask = u128::MAX >> (128 - width);
        let (format, signed) = symbol_type(arena, id);
        if let (None, Some(&range)) = (format, ranges.get(&id)) {
            return match integer_bounds(width, signed, range) {
                Some((low, high)) => Domain {
                    low,
                    size: high.wrapping_sub(low).saturating_add(1),
                    mask,
                },
                None => Domain {
                    low: 0,
                    size: 0,
                    mask,
                },
            };
        }
        let size = if width == 128 { u128::MAX } else { mask + 1 };
        Domain { low: 0, size, mask }
    }
}

/// All inputs of a claim.
pub(super) struct Space {
    /// In the order of the cone's symbols.
    domains: Vec<Domain>,
    /// Number of inputs, saturating.
    pub(super) size: u128,
}

impl Space {
    /// The inputs of a claim; `None` when an uninterpreted function makes
    /// enumerating them no proof.
    pub(super) fn of(arena: &Arena, cone: &Cone, ranges: &Ranges) -> Option<Space> {
        if cone.terms.iter().any(|&term| arena.op(term) == Op::Apply) {
            return None;
        }
        let symbols = cone.symbols(arena);
        let domains: Vec<Domain> = symbols
            .iter()
            .map(|&id| Domain::of(arena, id, ranges))
            .collect();
        let sizes = domains.iter().map(|d| d.size);
        let size = sizes.fold(1u128, u128::saturating_mul);
        Some(Space { domains, size })
    }

    /// Puts the input with this number into a lane.
    fn write(&self, mut number: u128, batch: &mut Batch, lane: usize) {
        for (symbol, domain) in self.domains.iter().enumerate() {
            let digit = if domain.size.is_power_of_two() {
                let digit = number & (domain.size - 1);
                number >>= domain.size.trailing_zeros();
                digit
            } else {
                let digit = number % domain.size;
                number /= domain.size;
                digit
            };
            batch.set(lane, symbol, domain.low.wrapping_add(digit) & domain.mask);
        }
    }
}

/// What enumeration showed.
pub(super) enum Exhausted {
    /// No admissible input refutes the claim.
    Proved,
    /// This one does.
    Refuted(Witness),
    /// Some inputs differ in a way that an assumption neither admits nor
    /// excludes, or too many are excluded to look at each.
    Open,
}

/// Differing inputs looked at before giving up, when assumptions exclude them.
const MAX_EXCLUDED: usize = 100_000;

/// Tries every input of the space.
pub(super) fn run(
    arena: &Arena,
    claim: &Claim,
    assumptions: Assumptions,
    space: &Space,
) -> Exhausted {
    let mut batch = Batch::new(arena, claim, assumptions.positive_zero);
    let mut judge = Judge::new(arena, claim, assumptions);
    let lanes = batch.lanes() as u128;
    let mut excluded = 0;
    let mut rounded = false;
    let mut next = 0;
    while next < space.size {
        let count = (space.size - next).min(lanes) as usize;
        for lane in 0..count {
            space.write(next, &mut batch, lane);
            next += 1;
        }
        for lane in batch.run(count).differing {
            let witness = batch.sample(lane);
            match judge.judge(&witness) {
                Judgement::Differs => return Exhausted::Refuted(witness),
                Judgement::Excluded => excluded += 1,
                Judgement::Rounded => {
                    rounded = true;
                    excluded += 1;
                }
                Judgement::Agrees | Judgement::Invented => return Exhausted::Open,
            }
            if excluded > MAX_EXCLUDED {
                return Exhausted::Open;
            }
        }
    }
    if rounded {
        Exhausted::Open
    } else {
        Exhausted::Proved
    }
}

//! Enumeration of all inputs of a claim.

use rewrite_rules::Assumptions;
use rustc_hash::FxHashMap;
use term::{
    Arena, Assignment, Cone, Evaluator, Format, LANES, Op, Rounding, Seen, SymbolId, Tape, TermId,
};

use crate::claim::Claim;
use crate::facts::{Facts, whole};
use crate::fault::{Checked, malformed, not_checked, rejected, require};
use crate::floats::from_double;
use crate::integers::ones;
use crate::terms::{Bounds, Terms, hexadecimal};

/// Number of inputs that are tried, at most.
const MOST: u128 = 1 << 33;

/// The values of one symbol.
struct Domain {
    /// Runs of successive bit patterns: the first pattern of each, and their number.
    runs: Vec<(u128, u128)>,
    size: u128,
    mask: u128,
    /// Whether values are numbers whose bits are deposited at the mask's set bits.
    scattered: bool,
}

impl Domain {
    /// The value with this number.
    fn value(&self, number: u64) -> u128 {
        let mut number = u128::from(number);
        if self.scattered {
            let places = (0..128).filter(|place| self.mask >> place & 1 == 1);
            let bits = places.zip(0..).map(|(to, from)| (number >> from & 1) << to);
            return bits.sum();
        }
        for &(low, count) in &self.runs {
            if number < count {
                return low.wrapping_add(number) & self.mask;
            }
            number -= count;
        }
        0
    }
}

struct Input(FxHashMap<SymbolId, u128>);

impl Assignment for Input {
    fn symbol(&self, id: SymbolId) -> u128 {
        self.0.get(&id).copied().unwrap_or(0)
    }
}

/// Runs of values of an input: the first of each, and their number.
type Runs = Vec<(u128, u128)>;

/// The input values that a certificate states.
pub(crate) struct Stated {
    inputs: Vec<(TermId, Runs)>,
    /// For inputs that are read in part, the bits that are read.
    read: FxHashMap<TermId, u128>,
}

impl Stated {
    pub(crate) fn new(
        terms: &Terms,
        inputs: &[(u32, Vec<(String, u64)>)],
        read: &[(u32, String)],
    ) -> Checked<Stated> {
        let mut stated = Stated {
            inputs: Vec::new(),
            read: FxHashMap::default(),
        };
        for (symbol, runs) in inputs {
            let mut values = Vec::new();
            for (low, count) in runs {
                values.push((hexadecimal(low)?, u128::from(*count)));
            }
            stated.inputs.push((terms.get(*symbol)?, values));
        }
        for (symbol, bits) in read {
            stated.read.insert(terms.get(*symbol)?, hexadecimal(bits)?);
        }
        Ok(stated)
    }
}

/// Checks a claim on every input within the ranges; returns their number.
pub(crate) fn all(arena: &Arena, facts: &Facts, claim: &Claim, stated: &Stated) -> Checked<u64> {
    let roots = claim.roots();
    let cone = Cone::of(arena, &roots);
    if cone.terms.iter().any(|&t| arena.op(t) == Op::Apply) {
        return rejected("an uninterpreted function has no list of values");
    }
    let symbols = cone.symbols(arena);
    let mut domains: Vec<Domain> = symbols.iter().map(|&s| domain(arena, facts, s)).collect();
    for (&symbol, domain) in symbols.iter().zip(&mut domains) {
        let term = arena.symbol(symbol).term;
        if let Some(&mask) = stated.read.get(&term) {
            let free = facts.range(symbol).is_none() && mask & !domain.mask == 0;
            require(free && reads_only(arena, &cone, &roots, term, mask), || {
                "more bits of an input are read".into()
            })?;
            let size = 1u128.checked_shl(mask.count_ones()).unwrap_or(u128::MAX);
            *domain = Domain {
                runs: vec![(0, size)],
                size,
                mask,
                scattered: true,
            };
        }
    }
    let named = |(term, _): &(TermId, Runs)| arena.symbol_id(*term);
    let inputs: Option<Vec<SymbolId>> = stated.inputs.iter().map(named).collect();
    if inputs.as_deref() != Some(&symbols) {
        return rejected("other inputs than the claim depends on");
    }
    let same = |(domain, (_, runs)): (&Domain, &(TermId, Runs))| domain.runs == *runs;
    require(domains.iter().zip(&stated.inputs).all(same), || {
        "an input has other values".into()
    })?;
    let total = domains.iter().try_fold(1u128, |n, d| n.checked_mul(d.size));
    let Some(total) = total.filter(|total| *total <= MOST) else {
        return not_checked("more inputs than are tried");
    };
    let total = total as u64;
    let search = Search {
        arena,
        claim,
        cone: &cone,
        symbols: &symbols,
        domains: &domains,
        assumptions: facts.assumptions(),
    };
    let threads = match total > 1 << 18 {
        true => std::thread::available_parallelism().map_or(1, |n| n.get() as u64),
        false => 1,
    };
    let share = total.div_ceil(threads).next_multiple_of(LANES as u64);
    let parts = (0..threads).map(|i| (i * share).min(total)..((i + 1) * share).min(total));
    std::thread::scope(|scope| {
        let search = &search;
        let running: Vec<_> = parts
            .map(|part| scope.spawn(move || search.run(part)))
            .collect();
        running.into_iter().try_for_each(|part| match part.join() {
            Ok(checked) => checked,
            Err(_) => malformed("evaluation failed"),
        })
    })?;
    Ok(total)
}

fn domain(arena: &Arena, facts: &Facts, id: SymbolId) -> Domain {
    let width = arena.width(arena.symbol(id).term);
    let buffer = arena.buffer(arena.symbol(id).buffer);
    let mask = ones(width);
    let format = buffer.format.filter(|f| f.width() == width);
    let runs = match (facts.range(id), format) {
        (None, _) | (_, Some(Format::X87)) => vec![(0, mask.saturating_add(1))],
        (Some(range), Some(format)) => floats(format, range),
        (Some(range), None) => match whole(width, buffer.signed, range) {
            Some((low, high)) => vec![(low, high.wrapping_sub(low).saturating_add(1))],
            None => Vec::new(),
        },
    };
    let size = runs.iter().map(|(_, count)| count).sum();
    Domain {
        runs,
        size,
        mask,
        scattered: false,
    }
}

/// Whether nothing reads other bits of a symbol than the given ones.
fn reads_only(arena: &Arena, cone: &Cone, roots: &[TermId], symbol: TermId, bits: u128) -> bool {
    let within = |term: &TermId| {
        let node = arena.node(*term);
        let (offset, width) = (node.spec().offset(), node.width());
        node.op() == Op::Extract && (ones(width) << offset) & !bits == 0
    };
    let mut readers = cone.terms.iter();
    !roots.contains(&symbol)
        && readers.all(|t| !arena.node(*t).children().contains(&symbol) || within(t))
}

/// The floats within a range as runs, positive ones first. A range that contains zero contains
/// both zeros.
fn floats(format: Format, range: Bounds) -> Runs {
    let sign = format.sign_mask();
    let low = from_double(format, range.low, Rounding::TowardPositive);
    let high = from_double(format, range.high, Rounding::TowardNegative);
    let magnitude = |bits: u128| bits & !sign;
    let negative = |bits: u128| bits & sign != 0 && magnitude(bits) != 0;
    let positive = |bits: u128| bits & sign == 0 && magnitude(bits) != 0;
    let least = if positive(low) { magnitude(low) } else { 0 };
    let most = if negative(high) { magnitude(high) } else { 0 };
    let mut runs = Vec::new();
    if !negative(high) && least <= magnitude(high) {
        runs.push((least, magnitude(high) - least + 1));
    }
    if !positive(low) && most <= magnitude(low) {
        runs.push((sign | most, magnitude(low) - most + 1));
    }
    runs
}

struct Search<'a> {
    arena: &'a Arena,
    claim: &'a Claim,
    cone: &'a Cone,
    symbols: &'a [SymbolId],
    domains: &'a [Domain],
    assumptions: Assumptions,
}

impl Search<'_> {
    /// Tries the inputs with the given numbers; the first symbol's value changes fastest.
    fn run(&self, numbers: std::ops::Range<u64>) -> Checked {
        let roots = self.claim.roots();
        match Tape::compile(self.arena, self.cone, &roots) {
            Some(tape) => self.columns(tape, numbers),
            None => {
                let mut evaluator = Evaluator::new(self.arena, self.cone);
                numbers
                    .into_iter()
                    .try_for_each(|n| self.one(&mut evaluator, n))
            }
        }
    }

    fn columns(&self, mut tape: Tape, numbers: std::ops::Range<u64>) -> Checked {
        let mut evaluator = Evaluator::new(self.arena, self.cone);
        for base in numbers.clone().step_by(LANES) {
            let mut stride = 1u64;
            for (i, domain) in self.domains.iter().enumerate() {
                let column = tape.inputs_mut(i);
                for (lane, value) in column.iter_mut().enumerate() {
                    let digit = (base + lane as u64) / stride % domain.size as u64;
                    *value = domain.value(digit) as u64;
                }
                stride = stride.wrapping_mul(domain.size as u64);
            }
            tape.run();
            let lanes = (numbers.end - base).min(LANES as u64) as usize;
            for lane in 0..lanes {
                let value = |i: usize| u128::from(tape.output(i)[lane]);
                let on_path = (2..2 + self.claim.given.len()).all(|i| value(i) == 1);
                if on_path && !self.claim.equal(value(0), value(1)) {
                    self.one(&mut evaluator, base + lane as u64)?;
                }
            }
        }
        Ok(())
    }

    fn one(&self, evaluator: &mut Evaluator, mut number: u64) -> Checked {
        let mut input = Input(FxHashMap::default());
        for (&symbol, domain) in self.symbols.iter().zip(self.domains) {
            let size = domain.size as u64;
            input.0.insert(symbol, domain.value(number % size));
            number /= size;
        }
        let claim = self.claim;
        let roots: Vec<TermId> = [claim.left, claim.right]
            .into_iter()
            .chain(claim.given.iter().copied())
            .collect();
        let seen = evaluator.run_monitored(&roots, &input);
        let value = |term| evaluator.value(term);
        let on_path = self.claim.given.iter().all(|&c| value(c) == 1);
        let equal = self
            .claim
            .equal(value(self.claim.left), value(self.claim.right));
        require(
            !on_path || equal || excludes(self.assumptions, seen),
            || "an input gives different results".into(),
        )
    }
}

/// Whether an assumption excludes an input on which such values occur.
fn excludes(assumptions: Assumptions, seen: Seen) -> bool {
    seen.nan && assumptions.exclude_nans()
        || seen.infinite && assumptions.contains(Assumptions::FINITE)
        || seen.negative_zero && assumptions.contains(Assumptions::POSITIVE_ZERO)
}

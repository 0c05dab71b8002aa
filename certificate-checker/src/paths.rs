//! Plausibility of paths: an obligation on a path that no input takes is vacuous.
//!
//! That every input takes one of the paths is the executor's claim, which is not proved here.
//! Samples show that it is not obviously false.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Assignment, Cone, Evaluator, Format, Rounding, SymbolId, TermId, invented};

use crate::contract::{Contract, Symbol};
use crate::facts::whole;
use crate::fault::{Checked, not_checked};
use crate::floats::from_double;
use crate::integers::ones;
use crate::terms::{Bounds, Terms};

/// Number of inputs tried for each size.
const SAMPLES: u64 = 48;

/// The paths of the outputs of one size.
#[derive(Default)]
pub(crate) struct Paths {
    of: FxHashMap<String, Vec<Vec<TermId>>>,
}

impl Paths {
    /// Records that an output is proved where all of these conditions hold.
    pub(crate) fn add(&mut self, output: &str, conditions: Vec<TermId>) {
        let paths = self.of.entry(output.to_owned()).or_default();
        if !paths.contains(&conditions) {
            paths.push(conditions);
        }
    }

    /// Checks that at least half of the sampled inputs take one of the paths.
    pub(crate) fn check(&self, terms: &Terms, contract: &Contract) -> Checked {
        let mut seen = FxHashSet::default();
        for (output, paths) in &self.of {
            let always = paths.iter().any(Vec::is_empty);
            if always || !seen.insert(paths) {
                continue;
            }
            let roots: Vec<TermId> = paths.iter().flatten().copied().collect();
            let cone = Cone::of(&terms.arena, &roots);
            let mut evaluator = Evaluator::new(&terms.arena, &cone);
            let mut taken = 0;
            for number in 0..SAMPLES {
                evaluator.run(&Sample {
                    terms,
                    contract,
                    number,
                });
                let holds = |path: &Vec<TermId>| path.iter().all(|&c| evaluator.value(c) == 1);
                taken += u64::from(paths.iter().any(holds));
            }
            if 2 * taken < SAMPLES {
                return not_checked(format!(
                    "{output}: of {SAMPLES} inputs {taken} take any of its paths"
                ));
            }
        }
        Ok(())
    }
}

/// One input: every symbol is one of its enumerators or within its range, otherwise an ordinary
/// value of its type.
struct Sample<'a> {
    terms: &'a Terms,
    contract: &'a Contract,
    number: u64,
}

impl Assignment for Sample<'_> {
    fn symbol(&self, id: SymbolId) -> u128 {
        let arena = &self.terms.arena;
        let symbol = arena.symbol(id);
        let buffer = arena.buffer(symbol.buffer);
        let width = arena.width(symbol.term);
        let bits = invented(
            &buffer.name,
            128,
            &[self.number.into(), symbol.offset.into()],
        );
        if let Some(value) = self.contract.enumerator(&Symbol::of(arena, id), bits) {
            return value as u128 & ones(width);
        }
        let range = self.terms.ranges.get(&id).copied();
        match buffer.format.filter(|f| f.width() == width) {
            Some(format) => float(format, bits, range),
            None => {
                let all = Bounds {
                    low: f64::NEG_INFINITY,
                    high: f64::INFINITY,
                };
                let within = whole(width, buffer.signed, range.unwrap_or(all));
                let (low, high) = within.unwrap_or((0, ones(width)));
                let count = high.wrapping_sub(low).wrapping_add(1) & ones(width);
                let number = bits & ones(width);
                let number = if count == 0 { number } else { number % count };
                low.wrapping_add(number) & ones(width)
            }
        }
    }
}

/// A finite number of a format, of ordinary magnitude.
fn float(format: Format, bits: u128, range: Option<Bounds>) -> u128 {
    let part = (bits & 0xffff_ffff) as f64 / 4_294_967_295.0;
    let (low, high) = match range {
        Some(Bounds { low, high }) => (low.max(-1e30), high.min(1e30)),
        None => (-1000.0, 1000.0),
    };
    let value = low + part * (high - low);
    from_double(format, value, Rounding::TowardZero)
}

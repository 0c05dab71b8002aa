//! Comparison of the header with the rest of the certificate.
//!
//! Invariant: in an accepted certificate, every output of the contract is proved at every size
//! that the header names, for all inputs that the contract admits.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;
use term::{SymbolId, TermId};

use crate::contract::{Contract, Symbol};
use crate::fault::{Checked, malformed, rejected, require};
use crate::format::{Header, Obligation, Size};
use crate::leaning::leaning;
use crate::length::Sizes;
use crate::terms::{Bounds, Terms};

/// The subject of a certificate's body.
#[derive(Default)]
pub(crate) struct Body {
    /// The sizes, each with a state of the static variables.
    sizes: Vec<(Sizes, u32)>,
    outputs: usize,
    /// The terms of the obligations of the latest size, with everything below them.
    seen: FxHashSet<TermId>,
    /// The symbols that the obligations of each size contain.
    symbols: BTreeSet<(usize, SymbolId)>,
}

impl Body {
    /// Records a size.
    pub(crate) fn size(&mut self, header: &Header, contract: &Contract, size: &Size) -> Checked {
        if header.program.is_some() {
            return require(size.outputs.is_empty(), || {
                "a program has no outputs".into()
            });
        }
        let sizes = parsed(&size.sizes)?;
        require(size.paths > 0, || {
            format!("nothing was compared at {}", named(&size.sizes))
        })?;
        let proved: BTreeSet<&str> = size.outputs.iter().map(String::as_str).collect();
        for output in contract.outputs(&sizes)? {
            require(proved.contains(output.as_str()), || {
                format!("{output} is no output at {}", named(&size.sizes))
            })?;
        }
        self.outputs += size.outputs.len();
        self.sizes.push((sizes, size.state));
        self.seen.clear();
        Ok(())
    }

    /// Records the symbols of an obligation.
    pub(crate) fn obligation(&mut self, terms: &Terms, line: &Obligation) -> Checked {
        let mut open = terms.all(&line.path)?;
        open.extend([terms.get(line.left)?, terms.get(line.right)?]);
        while let Some(term) = open.pop() {
            if self.seen.insert(term) {
                let at = self.sizes.len().saturating_sub(1);
                let symbol = terms.arena.symbol_id(term);
                self.symbols.extend(symbol.map(|symbol| (at, symbol)));
                open.extend(terms.arena.node(term).children());
            }
        }
        Ok(())
    }

    /// Checks that the header describes the body. Returns the ranges of the inputs by name.
    pub(crate) fn compare(
        &self,
        header: &Header,
        contract: &Contract,
        terms: &Terms,
        obligations: u32,
    ) -> Checked<BTreeMap<String, (f64, f64)>> {
        require(obligations > 0, || "there is nothing in it to prove".into())?;
        if header.program.is_none() {
            require(self.outputs > 0, || "no output is proved equal".into())?;
            self.sizes(header, contract)?;
            self.states(header)?;
        }
        for sentence in leaning(&terms.arena) {
            require(header.leaning_on.contains(&sentence), || {
                format!("the header does not say that it leans on: {sentence}")
            })?;
        }
        self.ranges(header, contract, terms)
    }

    /// Checks that the sizes of the header are those of the body.
    fn sizes(&self, header: &Header, contract: &Contract) -> Checked {
        let (told, said) = listed(&header.sizes)?;
        let mut found: BTreeMap<&str, BTreeSet<i64>> = BTreeMap::new();
        for (sizes, _) in &self.sizes {
            for (name, value) in sizes {
                found.entry(name).or_default().insert(*value);
            }
        }
        for (name, runs) in &said {
            let values = found.remove(name.as_str()).unwrap_or_default();
            let all: i128 = runs
                .iter()
                .map(|(a, b)| i128::from(*b) - i128::from(*a) + 1)
                .sum();
            let within = values
                .iter()
                .all(|v| runs.iter().any(|(a, b)| a <= v && v <= b));
            require(within && values.len() as i128 == all, || {
                format!("the sizes are not those of the header: {name}")
            })?;
        }
        let number = |runs: &Vec<(i64, i64)>| -> u128 {
            let runs = runs.iter();
            runs.map(|(low, high)| low.abs_diff(*high) as u128 + 1)
                .sum()
        };
        let all = said.values().map(number).fold(1, u128::saturating_mul);
        let different: BTreeSet<&Sizes> = self.sizes.iter().map(|(sizes, _)| sizes).collect();
        let counts = (different.len() as u128, all);
        require(counts == told.unwrap_or((all, all)), || {
            "the combinations of sizes are not those of the header".into()
        })?;
        if let Some((name, _)) = found.pop_first() {
            return rejected(format!("the header says nothing of the size {name}"));
        }
        let strange = |name: &&String| !contract.size_variables.contains(name);
        if let Some(name) = said.keys().find(strange) {
            return rejected(format!("the contract has no size {name}"));
        }
        let known = |name: &String| said.contains_key(name);
        let missing = contract.size_variables.iter().find(|name| !known(name));
        match missing {
            Some(name) => rejected(format!("no size is given for {name}")),
            None => Ok(()),
        }
    }

    /// Checks that every size was compared in every state of the static variables.
    fn states(&self, header: &Header) -> Checked {
        let all = header.states.max(1);
        let within = self.sizes.iter().all(|(_, state)| *state < all);
        let sizes: BTreeSet<&Sizes> = self.sizes.iter().map(|(sizes, _)| sizes).collect();
        let pairs: BTreeSet<&(Sizes, u32)> = self.sizes.iter().collect();
        let whole = pairs.len() as u64 == sizes.len() as u64 * u64::from(all);
        require(within && whole, || {
            "not every size was compared in every state of the static variables".into()
        })
    }

    /// Checks that no input has a narrower range than the contract gives it.
    fn ranges(
        &self,
        header: &Header,
        contract: &Contract,
        terms: &Terms,
    ) -> Checked<BTreeMap<String, (f64, f64)>> {
        let mut found = BTreeMap::new();
        for &(at, id) in &self.symbols {
            let Some(&Bounds { low, high }) = terms.ranges.get(&id) else {
                continue;
            };
            let symbol = Symbol::of(&terms.arena, id);
            let name = symbol.name;
            let promised = self
                .sizes
                .get(at)
                .and_then(|(sizes, _)| contract.range(&symbol, sizes));
            let covered = promised.is_some_and(|(a, b)| low <= a && b <= high);
            require(header.program.is_some() || covered, || {
                format!("the contract does not say that {name} is within {low:?}..{high:?}")
            })?;
            let (low, high) = promised.unwrap_or((low, high));
            let range = found.entry(name.to_owned()).or_insert((low, high));
            *range = (range.0.min(low), range.1.max(high));
        }
        Ok(found)
    }
}

fn named(sizes: &str) -> &str {
    if sizes.is_empty() { "any size" } else { sizes }
}

/// Parses one size: `n = 4, w = 16`.
fn parsed(text: &str) -> Checked<Sizes> {
    let mut sizes = Sizes::new();
    for part in text.split(", ").filter(|part| !part.is_empty()) {
        let Some((name, value)) = part.split_once(" = ") else {
            return malformed("a size that cannot be read");
        };
        let Ok(value) = value.parse() else {
            return malformed("a size that is no number");
        };
        if sizes.insert(name.to_owned(), value).is_some() {
            return malformed(format!("the size {name} is given twice"));
        }
    }
    Ok(sizes)
}

/// The values of size variables, as runs.
type Runs = BTreeMap<String, Vec<(i64, i64)>>;

/// How many of how many combinations of sizes a text speaks of: `5 of the 16 combinations of …`;
/// without such words, of all.
fn combinations(text: &str) -> (Option<(u128, u128)>, &str) {
    let told = text
        .split_once(" combinations of ")
        .and_then(|(counts, rest)| {
            let (some, all) = counts.split_once(" of the ")?;
            Some((Some((some.parse().ok()?, all.parse().ok()?)), rest))
        });
    told.unwrap_or((None, text))
}

/// Parses all sizes, `n = 1..20, 64; w = 16`, and the number of combinations before them.
fn listed(text: &str) -> Checked<(Option<(u128, u128)>, Runs)> {
    let (told, text) = combinations(text);
    let mut sizes = BTreeMap::new();
    for part in text.split("; ").filter(|part| !part.is_empty()) {
        let Some((name, values)) = part.split_once(" = ") else {
            return malformed("sizes that cannot be read");
        };
        let mut runs = Vec::new();
        for run in values.split(", ") {
            let (low, high) = run.split_once("..").unwrap_or((run, run));
            match (low.parse(), high.parse()) {
                (Ok(low), Ok(high)) if low <= high => runs.push((low, high)),
                _ => return malformed("sizes that are no numbers"),
            }
        }
        if sizes.insert(name.to_owned(), runs).is_some() {
            return malformed(format!("the size {name} is given twice"));
        }
    }
    Ok((told, sizes))
}

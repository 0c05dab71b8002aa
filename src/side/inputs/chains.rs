//! Symbols with equal values, and symbols that are ordered.

use rustc_hash::FxHashMap;
use term::SymbolId;

/// Symbols ordered by comparisons, each behind all symbols that are below it.
pub(super) struct Chain {
    pub symbols: Vec<SymbolId>,
    /// Whether some comparison among them is strict.
    pub strict: bool,
}

/// Classes of symbols with equal values, as links towards a representative.
pub(super) struct Classes(FxHashMap<SymbolId, SymbolId>);

impl Classes {
    pub fn of(pairs: impl Iterator<Item = (SymbolId, SymbolId)>) -> Classes {
        let mut classes = Classes(FxHashMap::default());
        for (x, y) in pairs {
            let (x, y) = (classes.root(x), classes.root(y));
            if x != y {
                classes.0.insert(x.max(y), x.min(y));
            }
        }
        classes
    }

    /// The representative of a symbol's class.
    pub fn root(&self, mut symbol: SymbolId) -> SymbolId {
        while let Some(next) = self.0.get(&symbol) {
            symbol = *next;
        }
        symbol
    }
}

/// Sorts the symbols of `(low, high, strict)` pairs topologically: one chain for each
/// connected component. Symbols on a cycle, or above one, are left out.
pub(super) fn chains(pairs: &[(SymbolId, SymbolId, bool)]) -> Vec<Chain> {
    let together = Classes::of(pairs.iter().map(|(low, high, _)| (*low, *high)));
    let mut above: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
    let mut below: FxHashMap<SymbolId, usize> = FxHashMap::default();
    for (low, high, _) in pairs {
        above.entry(*low).or_default().push(*high);
        *below.entry(*high).or_default() += 1;
    }
    let mut ready: Vec<SymbolId> = above.keys().copied().collect();
    ready.retain(|symbol| !below.contains_key(symbol));
    ready.sort_unstable();
    let mut places: FxHashMap<SymbolId, usize> = FxHashMap::default();
    let mut chains: Vec<Chain> = Vec::new();
    while let Some(symbol) = ready.pop() {
        let fresh = chains.len();
        let place = *places.entry(together.root(symbol)).or_insert(fresh);
        if place == fresh {
            chains.push(Chain {
                symbols: Vec::new(),
                strict: false,
            });
        }
        chains[place].symbols.push(symbol);
        for next in above.get(&symbol).into_iter().flatten() {
            if let Some(open) = below.get_mut(next) {
                *open -= 1;
                if *open == 0 {
                    ready.push(*next);
                }
            }
        }
    }
    for (low, _, strict) in pairs {
        if let Some(place) = places.get(&together.root(*low)) {
            chains[*place].strict |= strict;
        }
    }
    chains
}

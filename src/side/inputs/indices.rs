//! Bounds of the index variables of a relation, by the elements that exist.

use super::named::{dimensions, element, place, row};
use super::{Input, Inputs};
use crate::contract::{Contract, Relation, Term};

impl Inputs {
    /// For each index variable a bound that it stays below: from there on some element does
    /// not exist, whatever the other variables are.
    pub(super) fn bounds(&self, contract: &Contract, relation: &Relation) -> Vec<i64> {
        let mut limits = Vec::new();
        relation.each(&mut |term| {
            if let Term::Input { name, .. } = term {
                let own = self.limits(contract, name);
                limits.extend(term.subscripts().zip(own));
            }
        });
        let all: i64 = limits.iter().map(|(_, limit)| *limit).sum();
        let sizes: i64 = self.sizes.values().map(|size| size.abs()).sum();
        let bound = |name: &String| {
            let own = limits.iter().filter(|(s, _)| mentions(s, name));
            let least = own.filter_map(|(subscript, limit)| match self.ascends(subscript) {
                true => Some(self.below(subscript, name, *limit)),
                false => None,
            });
            // A descending subscript gives no bound: its elements may exist for larger
            // indices.
            least.min().unwrap_or(all + sizes + (1 << 8))
        };
        relation.indices.iter().map(bound).collect()
    }

    /// The first value of an index variable at which an ascending subscript is no longer
    /// below a limit; all other variables are zero.
    fn below(&self, subscript: &Term, name: &str, limit: i64) -> i64 {
        let mut names = vec![(name, 0)];
        subscript.each(&mut |term| match term {
            Term::Index(other) if other != name => names.push((other, 0)),
            _ => {}
        });
        let (mut low, mut high) = (0, limit.max(0));
        while low < high {
            let middle = low.midpoint(high);
            names[0].1 = middle;
            let value = subscript.value(&self.sizes, &names);
            match value.is_some_and(|value| value < i128::from(limit)) {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }

    /// Whether a subscript never falls as its index variables grow.
    fn ascends(&self, subscript: &Term) -> bool {
        let fixed = |term: &Term| term.value(&self.sizes, &[]);
        match subscript {
            Term::Index(_) => true,
            Term::Op('+', x, y) => self.ascends(x) && self.ascends(y),
            Term::Op('-', x, y) => self.ascends(x) && fixed(y).is_some(),
            Term::Op('*', x, y) => {
                let grows =
                    |by: &Term, other| fixed(by).is_some_and(|by| by >= 0) && self.ascends(other);
                grows(x, y) || grows(y, x)
            }
            Term::Op('/', x, y) => self.ascends(x) && fixed(y).is_some_and(|by| by > 0),
            other => fixed(other).is_some(),
        }
    }

    /// For each subscript of an input the number of elements that it ranges over.
    fn limits(&self, contract: &Contract, name: &str) -> Vec<i64> {
        let Some(place) = place(contract, name) else {
            return Vec::new();
        };
        let Some(element) = element(contract, place) else {
            return Vec::new();
        };
        let (bytes, before) = match &self.args[self.owner(place)] {
            Input::Memory { bytes, origin, .. } => (*bytes, *origin),
            _ => (0, 0),
        };
        let size = u64::from(element.size.max(1));
        let count = (bytes.saturating_sub(before) / size) as i64;
        let leaves = element.leaves.len() as i64;
        let own = match (dimensions(contract, place), row(contract, place, self)) {
            (0, _) => vec![],
            (1, _) => vec![count],
            (_, length) => {
                let length = length.unwrap_or(0);
                vec![count.checked_div(length).unwrap_or(0), length]
            }
        };
        own.into_iter().chain([leaves; 8]).collect()
    }
}

fn mentions(subscript: &Term, index: &str) -> bool {
    let mut found = false;
    subscript.each(&mut |term| found |= matches!(term, Term::Index(name) if name == index));
    found
}

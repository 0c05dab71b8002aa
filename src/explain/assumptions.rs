//! Assumptions that the user may grant.

use std::sync::LazyLock;

use strum::VariantArray;

use super::Entry;
use crate::assumption::Assumption;

pub(super) static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let mut entries: Vec<Entry> = Assumption::VARIANTS.iter().map(entry).collect();
    entries.push(RELATION);
    entries
});

const RELATION: Entry = (
    "relation",
    "--assume 'lo <= hi': nothing is claimed for inputs between which it does not hold. A name in a subscript that is no input, as in 'a[i] <= a[i+1]', stands for every index for which all elements named are there.",
    "docs/contracts.md has all that can be said.",
);

fn entry(assumption: &Assumption) -> Entry {
    let [meaning, advice] = assumption.page();
    (assumption.name(), meaning, advice)
}

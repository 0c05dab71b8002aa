//! The groupings of work-items that are tried if the implementation chooses.

use crate::budgets::sizes::GROUP_ITEMS;
use crate::launch::{Geometry, NdRange, SubGroup};

/// Up to three group sizes for an index space: the smallest, one between, and the largest.
pub(super) fn choices(range: &NdRange) -> Vec<[u64; 3]> {
    let divisors = |n: u64| -> Vec<u64> {
        (1..=n.min(GROUP_ITEMS))
            .filter(|d| n.is_multiple_of(*d))
            .collect()
    };
    let [x, y, z] = range.global.map(divisors);
    let mut all: Vec<[u64; 3]> = Vec::new();
    for &x in &x {
        for &y in &y {
            all.extend(z.iter().map(|&z| [x, y, z]));
        }
    }
    let items = |local: &[u64; 3]| local.iter().product::<u64>();
    all.retain(|local| items(local) <= GROUP_ITEMS);
    // Groups with equally many items: the most square first.
    all.sort_by_key(|local| (items(local), local.iter().max().copied()));
    let (first, last) = (all.first().copied(), all.last().copied());
    let middle = all.get(all.len() / 2).copied();
    let mut chosen: Vec<[u64; 3]> = [first, middle, last].into_iter().flatten().collect();
    chosen.dedup();
    chosen
}

/// The sub-group sizes that are tried, those of common devices.
const SUB_GROUPS: [u64; 2] = [8, 32];

/// The launch with each sub-group size to try: two if the kernel can observe sub-groups and
/// their size is not given.
pub(super) fn sub_groups(geometry: &Geometry, range: &NdRange) -> Vec<Geometry> {
    let Some(SubGroup { given: false, .. }) = geometry.sub_group else {
        return vec![geometry.clone()];
    };
    let mut sizes = SUB_GROUPS.map(|size| size.min(range.group_size())).to_vec();
    sizes.dedup();
    let with = |items| Geometry {
        sub_group: Some(SubGroup {
            items,
            given: false,
        }),
        ..geometry.clone()
    };
    sizes.into_iter().map(with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(global: [u64; 3]) -> Vec<[u64; 3]> {
        let one = NdRange::ONE;
        choices(&NdRange { global, ..one })
    }

    #[test]
    fn groups_divide_the_index_space() {
        assert_eq!(of([64, 1, 1]), [[1, 1, 1], [8, 1, 1], [64, 1, 1]]);
        assert_eq!(of([7, 1, 1]), [[1, 1, 1], [7, 1, 1]]);
        assert_eq!(of([1, 1, 1]), [[1, 1, 1]]);
        for [x, y, z] in of([1024, 32, 1]) {
            let divides = 1024_u64.is_multiple_of(x) && 32_u64.is_multiple_of(y);
            assert!(divides && z == 1 && x * y <= GROUP_ITEMS);
        }
    }
}

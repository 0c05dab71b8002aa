//! Summaries of many accesses by few.

use std::collections::{BTreeMap, BTreeSet};

use super::access::Access;
use crate::symex::{ObjectId, Offset};

/// Returns accesses to the same bytes as the given ones, with contiguous accesses from one
/// source position merged into one. Items and values are those of one merged access or
/// absent. Accesses that depend on inputs are unchanged; of atomic accesses from one
/// position to the same bytes, one is kept.
pub fn summary(accesses: &[Access]) -> Vec<Access> {
    /// Object, whether it writes, and the innermost source position.
    type Kind = (ObjectId, bool, u32);
    let mut certain: BTreeMap<Kind, Vec<&Access>> = BTreeMap::new();
    let (mut all, mut atomic) = (Vec::new(), BTreeSet::new());
    for access in accesses {
        let kind = (access.object, access.writes, access.chain[0].0);
        if !access.is_certain() {
            all.push(access.clone());
        } else if !access.is_atomic() {
            certain.entry(kind).or_default().push(access);
        } else if atomic.insert((kind, access.reach().0, access.size)) {
            all.push(Access {
                value: None,
                ..access.clone()
            });
        }
    }
    for mut alike in certain.into_values() {
        alike.sort_by_key(|access| access.reach().0);
        let mut last: Option<Access> = None;
        for access in alike {
            let (start, end) = (access.reach().0, access.reach().0 + access.size);
            if let Some(last) = &mut last {
                let (first, behind) = (last.reach().0, last.reach().0 + last.size);
                if start <= behind {
                    last.size = end.max(behind) - first;
                    continue;
                }
            }
            let next = Access {
                offset: Offset::At(start),
                value: None,
                ..access.clone()
            };
            all.extend(last.replace(next));
        }
        all.extend(last);
    }
    all
}

//! What many accesses touch, in few.

use std::collections::{BTreeMap, BTreeSet};

use super::access::Access;
use crate::symex::{ObjectId, Offset};

/// Accesses to the bytes that these access, those from one place in the source to bytes
/// in a row as one. Who makes them and what they carry is left out. What depends on inputs
/// stays as it is; of atomic accesses from one place to the same bytes, one is enough.
pub fn summary(accesses: &[Access]) -> Vec<Access> {
    /// Object, whether it writes, and the innermost place.
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

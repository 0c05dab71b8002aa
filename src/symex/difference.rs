//! Finding the cells in which two memories with a common origin differ.

use rewrite_rules::Builder;

use super::chunk::{Byte, CHUNK, Part};
use super::memory::Memory;
use super::object::{Life, Object};
use super::object_spec::ObjectId;
use super::stacks::Region;

/// A cell that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub object: ObjectId,
    /// Offset in bytes.
    pub offset: u64,
    /// Width in bits, a multiple of 8.
    pub bits: u8,
}

impl Memory {
    /// Whether both memories have the same objects, with the same ones freed.
    pub(super) fn fits(&self, other: &Memory) -> bool {
        let same = |(a, b): (&Region, &Region)| {
            let freed = |o: &Object| matches!(o.life, Life::Freed(_));
            a.objects.len() == b.objects.len()
                && a.objects.unshared(&b.objects).all(|(a, b)| {
                    a.base == b.base && a.spec.size == b.spec.size && freed(a) == freed(b)
                })
        };
        self.stack_count() == other.stack_count() && self.pairs(other).all(same)
    }

    /// Makes a local accessible if it is so in one of two memories that fit: an access
    /// after its scope may then go unreported, but none is reported wrongly.
    pub(super) fn revive(&mut self, other: &Memory) {
        // Only locals can be out of scope.
        let pairs = self
            .pairs(other)
            .flat_map(|(here, there)| here.objects.unshared(&there.objects));
        let revived: Vec<ObjectId> = pairs
            .filter(|(a, b)| a.life == Life::Left && b.is_live())
            .map(|(a, _)| ObjectId(a.base))
            .collect();
        for id in revived {
            if let Some(object) = self.object_mut(id) {
                object.life = Life::Live;
            }
        }
    }

    /// Returns the cells whose contents differ; the memories must fit.
    pub(super) fn differences(&self, other: &Memory, builder: &Builder) -> Vec<Difference> {
        let mut found = Vec::new();
        for (a, b) in self.pairs(other) {
            for (a, b) in a.objects.unshared(&b.objects) {
                compare(a, b, builder, &mut found);
            }
        }
        found
    }
}

fn compare(a: &Object, b: &Object, builder: &Builder, found: &mut Vec<Difference>) {
    let mut written: Vec<usize> = a.chunks().chain(b.chunks()).collect();
    written.sort_unstable();
    written.dedup();
    for i in written {
        if a.shares_chunk(b, i) {
            continue;
        }
        let end = ((i as u64 + 1) * CHUNK as u64).min(a.spec.size);
        let mut at = i as u64 * CHUNK as u64;
        while at < end {
            if a.byte(at).equals(b.byte(at)) {
                at += 1;
                continue;
            }
            let size = cell(a, b, at, builder);
            let bits = size * 8;
            found.push(Difference {
                object: ObjectId(a.base),
                offset: at,
                bits,
            });
            at += u64::from(size);
        }
    }
}

/// Returns the size in bytes of the cell at `offset` that can be read as one from both
/// objects.
fn cell(a: &Object, b: &Object, offset: u64, builder: &Builder) -> u8 {
    let size = |object: &Object| match object.byte(offset) {
        Byte::Of(term, 0) => {
            let size = builder.width(term) / 8;
            let inside = offset + u64::from(size) <= object.spec.size;
            (inside && object.whole(offset, usize::from(size)).is_some()).then_some(size)
        }
        Byte::Of(..) => None,
        Byte::Constant(_, part) => {
            let size = part.start()?;
            let inside = offset + u64::from(size) <= object.spec.size;
            let whole = |i: u8| match object.byte(offset + u64::from(i)) {
                Byte::Constant(_, at) => at == Part::new(usize::from(i), usize::from(size)),
                _ => false,
            };
            (inside && (0..size).all(whole)).then_some(size)
        }
        // An undefined byte takes the cell size of the other side.
        Byte::Undefined => Some(0),
    };
    match (size(a), size(b)) {
        (Some(x), Some(y)) if x == y || x == 0 || y == 0 => x.max(y).max(1),
        _ => 1,
    }
}

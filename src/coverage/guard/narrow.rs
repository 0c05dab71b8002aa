//! The condition under which a narrowing instruction loses bits.

use rewrite_rules::Builder;
use term::{Cone, TermId};

use super::super::narrow::Narrowed;
use super::depends::Depends;
use super::{Before, Guards, Value};

impl Guards<'_, '_> {
    /// The condition that a narrowing loses bits. If the number is not computed from sizes
    /// and iteration counts alone, the condition is unknown and has no dependencies.
    pub(super) fn loses(&mut self, at: usize, narrowed: &Narrowed, before: Before) -> Value {
        let (mut value, wide, grown, bits) = match *narrowed {
            Narrowed::Cut { from, wide, bits } => {
                (self.value(at, from, wide, before), wide, 0, bits)
            }
            Narrowed::Grown { from, by, bits } => {
                (self.value(at, from, bits, before), bits + 1, by, bits)
            }
        };
        if !self.is_known(value.term) {
            let depends = Depends {
                group: value.depends.group,
                ..Depends::default()
            };
            // What the group determines is not known, but what bits it can have may be.
            if !depends.group {
                return self.unknown(1, depends);
            }
            value.depends = depends;
        }
        let builder = &mut *self.builder;
        let whole = builder.zext(value.term, wide);
        let more = builder.constant(wide, grown);
        let whole = builder.add(whole, more);
        Value {
            term: lost(builder, whole, bits),
            ..value
        }
    }

    /// Whether a term's only symbols are sizes and iteration counts.
    fn is_known(&self, term: TermId) -> bool {
        let arena = self.builder.arena();
        let of = |terms: &mut dyn Iterator<Item = TermId>| {
            let terms: Vec<TermId> = terms.collect();
            Cone::of(arena, &terms).symbols(arena)
        };
        let known = of(&mut self.sizes.values().chain(self.rounds.values()).copied());
        of(&mut std::iter::once(term))
            .iter()
            .all(|s| known.contains(s))
    }
}

/// The condition that the low `bits` bits, neither zero-extended nor sign-extended, give
/// the whole number.
fn lost(builder: &mut Builder, whole: TermId, bits: u8) -> TermId {
    let wide = builder.width(whole);
    let low = builder.trunc(whole, bits);
    let [positive, signed] = [builder.zext(low, wide), builder.sext(low, wide)];
    let kept = [positive, signed].map(|again| builder.eq(again, whole));
    let kept = builder.or(kept[0], kept[1]);
    builder.not(kept)
}

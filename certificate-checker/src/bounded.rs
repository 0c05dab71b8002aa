//! Ranges of inputs that conditions imply.

use term::{Arena, SymbolId, TermId};

use crate::facts::Facts;
use crate::integers::ones;
use crate::pieces::{pieces, possible, subject};
use crate::terms::Bounds;

/// The ranges of integer inputs that follow from conditions on one input each.
pub(crate) fn bounded(
    arena: &Arena,
    facts: &mut Facts,
    given: &[TermId],
) -> Vec<(SymbolId, Bounds)> {
    let mut known = Vec::new();
    for &condition in given {
        let on = subject(arena, condition);
        let Some((on, id)) = on.and_then(|on| Some((on, arena.symbol_id(on)?))) else {
            continue;
        };
        let width = arena.width(on);
        let buffer = arena.buffer(arena.symbol(id).buffer);
        let float = buffer.format.is_some_and(|f| f.width() == width);
        if float || width > 64 {
            continue;
        }
        let values = possible(arena, facts, on, None);
        let Ok(tried) = pieces(arena, &[condition], on, &values, &[]) else {
            continue;
        };
        let mut ends: Vec<i128> = Vec::new();
        for (i, (value, holds)) in tried.iter().enumerate() {
            let interval = values
                .iter()
                .find(|(low, high)| low <= value && value <= high);
            let last = interval.map_or(ones(width), |(_, high)| *high);
            let next = tried.get(i + 1).map_or(last, |(next, _)| next - 1);
            if holds[0] {
                let read = |bits: u128| match buffer.signed {
                    true => (bits << (128 - width)) as i128 >> (128 - width),
                    false => bits as i128,
                };
                ends.extend([read(*value), read(next.min(last))]);
            }
        }
        let exact = 1i128 << 53;
        if let (Some(&low), Some(&high)) = (ends.iter().min(), ends.iter().max())
            && -exact < low
            && high < exact
        {
            let (low, high) = (low as f64, high as f64);
            known.push((id, Bounds { low, high }));
        }
    }
    known
}

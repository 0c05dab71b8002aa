//! Names of free variables as the user knows them: `src[3]`, `n`.

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Buffer, SymbolId};
use crate::format::Format;

/// The printed names of some free variables of an arena. Invariant: different
/// variables among them have different names.
pub(super) struct Names(FxHashMap<SymbolId, String>);

impl Names {
    /// Names for `symbols`; variables of equal names are numbered in this order.
    pub(super) fn new(arena: &Arena, symbols: impl IntoIterator<Item = SymbolId>) -> Names {
        let natural = natural_widths(arena);
        let mut taken: FxHashMap<String, u32> = FxHashMap::default();
        let names = symbols.into_iter().map(|id| {
            let symbol = arena.symbol(id);
            let buffer = arena.buffer(symbol.buffer);
            let width = arena.width(symbol.term);
            let name = describe(
                buffer,
                natural[symbol.buffer.0 as usize],
                symbol.offset,
                width,
            );
            // Undetermined memory may have a different value at every read.
            let reads = taken.entry(name.clone()).or_default();
            *reads += 1;
            let name = match *reads {
                1 => name,
                read => format!("{name}#{read}"),
            };
            (id, name)
        });
        Names(names.collect())
    }

    pub(super) fn get(&self, id: SymbolId) -> &str {
        self.0.get(&id).map_or("", String::as_str)
    }
}

/// The element width of each buffer: that of its format, otherwise the most frequent width of
/// its variables (the smallest, if several).
fn natural_widths(arena: &Arena) -> Vec<u8> {
    let mut counts = vec![FxHashMap::<u8, u32>::default(); arena.buffers().len()];
    for symbol in arena.symbols() {
        *counts[symbol.buffer.0 as usize]
            .entry(arena.width(symbol.term))
            .or_default() += 1;
    }
    arena
        .buffers()
        .iter()
        .zip(counts)
        .map(|(buffer, counts)| match buffer.format {
            Some(format) => format.width(),
            None => counts
                .into_iter()
                .max_by_key(|&(width, count)| (count, u8::MAX - width))
                .map_or(8, |(width, _)| width),
        })
        .collect()
}

fn describe(buffer: &Buffer, natural: u8, offset: u32, width: u8) -> String {
    let name = &buffer.name;
    // A long double occupies 16 bytes.
    let stride = match buffer.format {
        Some(Format::X87) => 16,
        _ => u32::from(natural).div_ceil(8),
    };
    let bytes = u32::from(width).div_ceil(8);
    let (element, rest) = (offset / stride, offset % stride);
    if buffer.scalar {
        return match (offset, width == natural) {
            (0, true) => name.clone(),
            _ => name.clone() + &part(offset, width),
        };
    }
    if rest == 0 && width == natural {
        format!("{name}[{element}]")
    } else if rest == 0 && bytes.is_multiple_of(stride) && width.is_multiple_of(natural) {
        format!("{name}[{element}..{}]", element + bytes / stride)
    } else if rest + bytes <= stride {
        format!("{name}[{element}]{}", part(rest, width))
    } else {
        name.clone() + &part(offset, width)
    }
}

/// `.byte2`, `.bytes2_3`, or `.byte2:u3` for a width that is not whole bytes.
fn part(offset: u32, width: u8) -> String {
    let last = offset + u32::from(width).div_ceil(8) - 1;
    let bytes = if last == offset {
        format!(".byte{offset}")
    } else {
        format!(".bytes{offset}_{last}")
    };
    if width.is_multiple_of(8) {
        bytes
    } else {
        format!("{bytes}:u{width}")
    }
}

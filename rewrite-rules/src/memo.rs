//! Memo tables of float operations on small operands: exhaustive checks evaluate each of them
//! many times, and software arithmetic is slow.

use rustc_hash::FxHashMap;
use term::Spec;

/// Total width of the operands up to which results are stored.
const MAX_BITS: u8 = 16;

/// Marks a result that is not computed yet.
const OPEN: u32 = u32::MAX;

/// Tables of results by operation, indexed by the operands' bits.
#[derive(Default)]
pub(crate) struct Memo {
    /// The table of each operation and width of the first operand.
    positions: FxHashMap<(Spec, u8), usize>,
    tables: Vec<Box<[u32]>>,
}

impl Memo {
    /// The table of an operation at these widths; `None` if its results are not stored.
    pub(crate) fn table(&mut self, spec: Spec, widths: &[u8]) -> Option<usize> {
        let bits = match widths {
            [w] => *w,
            [w, v] => w.saturating_add(*v),
            _ => return None,
        };
        if bits > MAX_BITS || !spec.op.is_float() || spec.width > 32 {
            return None;
        }
        let tables = &mut self.tables;
        let position = self.positions.entry((spec, widths[0]));
        Some(*position.or_insert_with(|| {
            tables.push(vec![OPEN; 1 << bits].into());
            tables.len() - 1
        }))
    }

    /// [`term::apply`] through the table of the operation.
    pub(crate) fn look_up(
        &mut self,
        table: usize,
        spec: Spec,
        widths: &[u8],
        args: &[u128],
    ) -> u128 {
        let index = match (widths, args) {
            ([_, v], [x, y]) => (*x as usize) << v | *y as usize,
            _ => args[0] as usize,
        };
        let known = &mut self.tables[table][index];
        if *known == OPEN {
            *known = term::apply(spec, widths, args) as u32;
        }
        (*known).into()
    }
}

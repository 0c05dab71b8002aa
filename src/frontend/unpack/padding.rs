//! The padding of structures that are passed by value.

use super::part::{Field, Holds};
use super::plan::Planner;
use crate::contract::{Element, Leaf, Scalar};
use crate::frontend::types::Type;

impl Planner<'_> {
    /// Adds parameters for the padding of an object that is passed in registers: whole
    /// words of it are passed, and a caller may leave anything in the padding.
    pub(super) fn padding(&mut self, (name, size): (&str, u32), fields: &mut Vec<Field>) {
        let mut end = 0;
        let mut gaps = Vec::new();
        for field in fields.iter() {
            if end < field.offset {
                gaps.push((end, field.offset));
            }
            end = end.max(field.offset + u64::from(field.holds.bytes()));
        }
        if end < u64::from(size) {
            gaps.push((end, size.into()));
        }
        let byte = Scalar::Int {
            bits: 8,
            signed: false,
        };
        for (start, end) in gaps {
            let size = (end - start) as u32;
            let leaf = |offset| Leaf {
                path: format!("[{offset}]"),
                offset,
                ..Element::scalar(byte).leaves[0].clone()
            };
            let element = Element {
                name: format!("{size} bytes"),
                size,
                align: 1,
                leaves: (0..size).map(leaf).collect(),
            };
            let param = self.params.len();
            let name = format!("{name}.(padding at {start})");
            self.param((&name, None), Type::Aggregate(element));
            fields.push(Field {
                offset: start,
                holds: Holds::Bytes { param, size },
            });
        }
        fields.sort_by_key(|field| field.offset);
    }
}

//! Ids of work-items: numbers below the launch's number of items.

use super::depends::Depends;
use super::{Guards, Value};
use crate::program::demangled;

impl Guards<'_, '_> {
    /// The value of a call of `get_global_id` in a dimension, for some work-item; `None` for
    /// other functions, and where the number of items is not known.
    pub(super) fn item(&mut self, function: &str, dimension: u128, bits: u8) -> Option<Value> {
        let dimension = usize::try_from(dimension).ok()?;
        let extent = self.graph.extents.get(dimension)?.clone();
        if bits > 64 || demangled(function) != "get_global_id" {
            return None;
        }
        let id = match self.items.get(&dimension) {
            Some(id) => *id,
            None => {
                let id = self.unknown(64, Depends::default()).term;
                self.items.insert(dimension, id);
                let end = self.length(&extent);
                let below = self.builder.ult(id, end);
                self.conditions.push(below);
                id
            }
        };
        let mut sizes = false;
        extent.variables(&mut |_| sizes = true);
        let depends = Depends {
            sizes,
            ..Depends::default()
        };
        Some(Value {
            term: self.builder.trunc(id, bits),
            depends,
        })
    }
}

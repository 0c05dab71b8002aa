//! Plans values that stay whole: numbers, and aggregates without pointers.

use super::part::{Field, Holds};
use super::plan::{Planner, Refusal, Spot};
use crate::contract::Leaf;
use crate::frontend::debug_info::NodeId;
use crate::frontend::layout::resolve;
use crate::frontend::types::Type;

impl Planner<'_> {
    /// Plans a value that is one parameter: a number, or an aggregate passed by value.
    pub(super) fn whole(
        &mut self,
        ty: Option<NodeId>,
        spot: &Spot<'_>,
        (fields, leaves): (&mut Vec<Field>, &mut Vec<Leaf>),
    ) -> Result<(), Refusal> {
        self.number((ty, resolve(self.debug, ty)), spot, (fields, leaves))
    }

    /// Plans a value of a resolved type that is one parameter.
    pub(super) fn number(
        &mut self,
        (ty, resolved): (Option<NodeId>, Type),
        spot: &Spot<'_>,
        (fields, leaves): (&mut Vec<Field>, &mut Vec<Leaf>),
    ) -> Result<(), Refusal> {
        if let Type::Opaque { reason } = &resolved {
            return Err(format!("of `{}`: {reason}", spot.path));
        }
        let element = resolved.element();
        let element = element.ok_or_else(|| format!("`{}` has no value", spot.path))?;
        let param = self.params.len();
        let holds = match &resolved {
            Type::Scalar(_) => Holds::Number {
                param,
                scalar: element.leaves[0].scalar,
            },
            _ => Holds::Bytes {
                param,
                size: element.size,
            },
        };
        self.param((spot.path, ty), resolved);
        for leaf in &element.leaves {
            let offset = spot.offset + u64::from(leaf.offset);
            leaves.push(Leaf {
                offset: u32::try_from(offset).map_err(|_| "it is too large")?,
                path: format!("{}{}", spot.inside, leaf.path),
                ..leaf.clone()
            });
        }
        fields.push(Field {
            offset: spot.offset,
            holds,
        });
        Ok(())
    }
}

//! Integer results under assumptions about floats.
//!
//! *Ordered*, *finite* and *positive zero* concern the float inputs alone where the result is an
//! integer (`docs/assumptions.md`), whereas the steps of a proof take them for every float that
//! is computed. Invariant: a result that passes is computed from no float but inputs, constants
//! that satisfy the assumptions, and what is chosen among these.

use rewrite_rules::Assumptions;
use term::{Arena, Cone, Format, Op, TermId};

use crate::fault::{Checked, not_checked};

/// Checks that no float is computed below the terms of an obligation about an integer.
pub(crate) fn depends_on_inputs_only(
    arena: &Arena,
    assumptions: Assumptions,
    roots: &[TermId],
) -> Checked {
    if !assumptions.exclude_values() {
        return Ok(());
    }
    let cone = Cone::of(arena, roots);
    // Whether each term is a float of a format that is an input, admitted, or chosen.
    let chosen = |format: Format, root: TermId| {
        let mut open = vec![root];
        while let Some(term) = open.pop() {
            let node = arena.node(term);
            let input = |id| arena.buffer(arena.symbol(id).buffer).format == Some(format);
            let fits = match node.op() {
                Op::Select => {
                    open.extend(&node.children()[1..]);
                    true
                }
                Op::Const => {
                    let bits = arena.constant_value(term);
                    bits.is_some_and(|bits| admitted(assumptions, format, bits))
                }
                _ => arena.symbol_id(term).is_some_and(input) && node.width() == format.width(),
            };
            if !fits {
                return false;
            }
        }
        true
    };
    for &term in &cone.terms {
        let node = arena.node(term);
        let compares = node.op() == Op::FCmp;
        let format = node.spec().operand_format();
        let fits = compares
            && format.is_some_and(|format| node.children().iter().all(|&t| chosen(format, t)));
        if node.op().yields_float() || compares && !fits {
            return not_checked(
                "an integer is computed from floats other than inputs, of which the assumptions \
                 say nothing",
            );
        }
    }
    Ok(())
}

fn admitted(assumptions: Assumptions, format: Format, bits: u128) -> bool {
    let magnitude = bits & !format.sign_mask();
    let finite = magnitude < format.infinity();
    (!assumptions.contains(Assumptions::FINITE) || finite)
        && (!assumptions.exclude_nans() || !format.is_nan(bits))
        && (!assumptions.contains(Assumptions::POSITIVE_ZERO) || bits != format.sign_mask())
}

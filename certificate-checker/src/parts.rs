//! The step that divides results into bit fields: a lemma proves each field equal.

use term::{Spec, TermId};

use crate::argument::Argument;
use crate::fault::{Checked, require};
use crate::ledger::EXACT;

/// Checks that lemmas are about the fields of both results, lowest first, and that the fields
/// cover the results.
pub(crate) fn pieces(argument: &mut Argument, lemmas: &[u32]) -> Checked {
    let (left, right) = (argument.now.left, argument.now.right);
    let whole = argument.ledger.terms.arena.width(left);
    let mut offset = 0;
    for &number in lemmas {
        let claim = argument.cite(number, &[])?;
        let (compare, results) = (claim.compare, [claim.left, claim.right]);
        let width = argument.ledger.terms.arena.width(results[0]);
        let fits = u16::from(offset) + u16::from(width) <= u16::from(whole);
        require(fits && compare.is_none(), || {
            format!("lemma {number} is about no piece")
        })?;
        let mut is = |of: TermId, piece: TermId| {
            let all = offset == 0 && width == whole && of == piece;
            let extract = Spec::extract(offset, width);
            all || argument.ledger.makes(EXACT, extract, &[of], piece)
        };
        let both = is(left, results[0]) && is(right, results[1]);
        require(both, || format!("lemma {number} is about another piece"))?;
        offset += width;
    }
    require(offset == whole, || "a piece has no lemma".into())
}

//! Sizes at which no input satisfies the relations of `--assume`.
//!
//! Invariant: a size without such an input proves nothing, and a run of such sizes alone is
//! undecided.

use rewrite_rules::Builder;

use super::pair::Pair;
use super::refused::refused;
use crate::contract::Sizes;
use crate::equiv::Witness;
use crate::pipeline::{Tally, show};
use crate::problem::Problem;
use crate::side::{Admitted, Inputs, Starts, admitted, granted};
use crate::verdict::{LeftOut, Undecided, UndecidedKind};

impl Pair<'_, '_> {
    /// Whether some input of a size may satisfy the relations. The tally records a size
    /// without such an input, and that it is not known.
    ///
    /// # Errors
    /// When the contract has no meaning at the size.
    pub(super) fn has_input(&self, sizes: &Sizes, tally: &mut Tally) -> Result<bool, Problem> {
        if self.contract.relations.is_empty() {
            return Ok(true);
        }
        let mut builder = self.settings.builder();
        let starts = Starts::least(self.contract);
        let inputs = Inputs::new(&mut builder, self.contract, sizes, &starts).map_err(refused)?;
        let relations = granted(self.contract);
        match admitted(self.settings, &mut builder, &inputs) {
            Admitted::Input(_) => {}
            Admitted::None => {
                let reason = format!("no input satisfies {relations}");
                let sizes = sizes.clone();
                let left_out = LeftOut { sizes, reason };
                let known = &mut tally.coverage.left_out;
                if !known.iter().any(|other| other.sizes == left_out.sizes) {
                    known.push(left_out);
                }
                return Ok(false);
            }
            Admitted::Unknown => {
                let shown = show(sizes);
                let message =
                    format!("whether any input satisfies {relations} at {shown} is not known");
                tally.undecided(Undecided::new(UndecidedKind::NothingCompared, message));
            }
        }
        Ok(true)
    }

    /// An input that satisfies the relations, if one is known; the same one every time.
    pub(super) fn admitted(&self, builder: &mut Builder, inputs: &Inputs) -> Option<Witness> {
        match admitted(self.settings, builder, inputs) {
            Admitted::Input(witness) => Some(witness),
            Admitted::None | Admitted::Unknown => None,
        }
    }

    fn is_related(&self, sizes: &Sizes) -> bool {
        let mut builder = self.settings.builder();
        let starts = Starts::least(self.contract);
        let inputs = Inputs::new(&mut builder, self.contract, sizes, &starts);
        inputs.is_ok_and(|inputs| inputs.related)
    }

    /// Removes the sizes at which no input satisfies the relations, and leaves the
    /// comparison undecided if none is left.
    pub(super) fn require_inputs(&self, sizes: &mut Vec<Sizes>, tally: &mut Tally) {
        if self.contract.relations.is_empty() {
            return;
        }
        let left_out = &tally.coverage.left_out;
        sizes.retain(|sizes| !left_out.iter().any(|other| other.sizes == *sizes));
        tally.coverage.sizes_requested = sizes.len();
        // An empty buffer satisfies every relation about its elements.
        let mut gone = tally.coverage.left_out.iter();
        let excluded = gone.any(|other| self.is_related(&other.sizes))
            && !sizes.iter().any(|sizes| self.is_related(sizes));
        let open = !tally.has_suspicion() && !tally.has_expired();
        if (sizes.is_empty() || excluded) && open {
            let relations = granted(self.contract);
            let message = match sizes.is_empty() {
                true => format!("no input of the sizes tried satisfies {relations}"),
                false => format!("{relations} leaves only inputs of which it says nothing"),
            };
            let undecided = Undecided::new(UndecidedKind::NothingCompared, message);
            let help = "correct the relation, or give other sizes with --size".to_owned();
            tally.undecided(undecided.with_help(help));
        }
    }
}

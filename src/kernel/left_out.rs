//! Sizes that are left out: no launch has them, no input of them satisfies the relations, or a
//! buffer would be too long.

use super::execute::{Examination, Found};
use super::subject::Subject;
use crate::contract::Sizes;
use crate::pipeline::show;
use crate::problem::Problem;
use crate::side::{Admitted, Inputs, Starts, admitted, granted, range_problem};
use crate::verdict::{LeftOut, Undecided, UndecidedKind};

impl Examination<'_, '_> {
    /// Whether some input of these sizes satisfies the relations that are assumed.
    pub(super) fn has_input(
        &self,
        subject: &Subject,
        sizes: &Sizes,
        found: &mut Found,
    ) -> Result<bool, Problem> {
        if subject.contract.relations.is_empty() {
            return Ok(true);
        }
        let settings = &self.request.settings;
        let mut builder = settings.builder();
        let starts = Starts::least(&subject.contract);
        let inputs = Inputs::new(&mut builder, &subject.contract, sizes, &starts);
        let inputs = inputs.map_err(|error| Problem::new(error.to_string()))?;
        let granted = granted(&subject.contract);
        match admitted(settings, &mut builder, &inputs) {
            Admitted::Input(_) => return Ok(true),
            Admitted::Unknown => found.tally.undecided(Undecided::new(
                UndecidedKind::NothingCompared,
                format!(
                    "whether any input satisfies {granted} at {} is not known",
                    show(sizes)
                ),
            )),
            Admitted::None => found.tally.coverage.left_out.push(LeftOut {
                sizes: sizes.clone(),
                reason: format!("no input satisfies {granted}"),
            }),
        }
        Ok(false)
    }

    /// Records that nothing was launched because no input satisfies the relations.
    pub(super) fn require_inputs(&self, subject: &Subject, found: &mut Found) {
        let launched = found.tally.coverage.sizes_decided > 0;
        let tally = &mut found.tally;
        if launched
            || tally.is_settled()
            || tally.has_expired()
            || subject.contract.relations.is_empty()
        {
            return;
        }
        let granted = granted(&subject.contract);
        let message = format!("no input of the sizes tried satisfies {granted}");
        let help = "correct the relation, or give other sizes with --size".to_owned();
        let undecided = Undecided::new(UndecidedKind::NothingCompared, message);
        tally.undecided(undecided.with_help(help));
    }
}

/// Why sizes that the user did not give are left out: they cannot be launched, or a buffer
/// was too long at sizes of which none is greater.
pub(super) fn excluded(subject: &Subject, sizes: &Sizes, found: &Found) -> Option<String> {
    if let Err(error) = subject.geometry.at(sizes) {
        return error.excludes();
    }
    too_far(&found.too_far, sizes).map(|problem| problem.message.clone())
}

/// The error of sizes that are nowhere below others at which a buffer is too long.
fn too_far<'f>(known: &'f [(Sizes, Problem)], sizes: &Sizes) -> Option<&'f Problem> {
    let is_below = |other: &Sizes| other.iter().all(|(name, size)| *size <= sizes[name]);
    let found = known.iter().find(|(other, _)| is_below(other));
    found.map(|(_, problem)| problem)
}

/// Removes the sizes from a sweep that were left out.
///
/// # Errors
/// If no size is left.
pub(super) fn require_launches(subject: &Subject, found: &mut Found) -> Result<(), Problem> {
    if found.tally.coverage.left_out.is_empty() {
        return Ok(());
    }
    let error = |sizes: &Sizes| subject.geometry.at(sizes).err();
    let first = found.sweep.iter().find_map(error).map(range_problem);
    let known = std::mem::take(&mut found.too_far);
    let fits = |sizes: &Sizes| error(sizes).is_none() && too_far(&known, sizes).is_none();
    found.sweep.retain(fits);
    found.tally.coverage.sizes_requested = found.sweep.len();
    let first = first.or_else(|| known.into_iter().next().map(|(_, problem)| problem));
    match first {
        Some(problem) if found.sweep.is_empty() => Err(problem),
        _ => Ok(()),
    }
}

//! Inputs that satisfy what `--assume` says, and sizes at which none does.
//!
//! Invariant: a size without such an input proves nothing, and a run of such sizes alone
//! is undecided.

use rewrite_rules::Builder;

use super::pair::Pair;
use super::refused::refused;
use crate::contract::{Contract, Sizes};
use crate::equiv::{Compare, Decision, Ladder, Obligation, Options, Witness};
use crate::pipeline::{Tally, show};
use crate::problem::Problem;
use crate::side::{Inputs, Starts, arbitrary};
use crate::verdict::{LeftOut, Undecided, UndecidedKind};

/// Conditions up to which the solver is asked for an input that satisfies all.
const MOST_CONDITIONS: usize = 1 << 12;

/// Whether some input satisfies all conditions.
enum Found {
    Input(Witness),
    None,
    Unknown,
}

impl Pair<'_, '_> {
    /// Whether some input of a size may satisfy the relations; says so in the tally where
    /// none does, and where that is not known.
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
        let relations = relations(self.contract);
        match self.found(&mut builder, &inputs) {
            Found::Input(_) => {}
            Found::None => {
                let reason = format!("no input satisfies {relations}");
                let sizes = sizes.clone();
                let left_out = LeftOut { sizes, reason };
                let known = &mut tally.coverage.left_out;
                if !known.iter().any(|other| other.sizes == left_out.sizes) {
                    known.push(left_out);
                }
                return Ok(false);
            }
            Found::Unknown => {
                let shown = show(sizes);
                let message =
                    format!("whether any input satisfies {relations} at {shown} is not known");
                tally.undecided(Undecided::new(UndecidedKind::NothingCompared, message));
            }
        }
        Ok(true)
    }

    /// An input that satisfies the relations, if one is known: the same every time.
    pub(super) fn admitted(&self, builder: &mut Builder, inputs: &Inputs) -> Option<Witness> {
        match self.found(builder, inputs) {
            Found::Input(witness) => Some(witness),
            Found::None | Found::Unknown => None,
        }
    }

    fn found(&self, builder: &mut Builder, inputs: &Inputs) -> Found {
        if let Some(witness) = arbitrary(builder.arena(), inputs) {
            return Found::Input(witness);
        }
        let mut conditions = inputs.conditions.iter();
        if conditions.any(|condition| builder.constant_value(*condition) == Some(0)) {
            return Found::None;
        }
        if inputs.conditions.len() > MOST_CONDITIONS {
            return Found::Unknown;
        }
        let never = builder.bool(false);
        let mut all = builder.bool(true);
        for condition in &inputs.conditions {
            all = builder.and(all, *condition);
        }
        let options = Options {
            budget: self.settings.budget,
            ranges: inputs.ranges.clone(),
            deadline: self.settings.deadline(),
            ..Options::default()
        };
        let mut ladder = Ladder::new(&self.settings.rules, options);
        let contradict = Obligation {
            path: Vec::new(),
            left: all,
            right: never,
            compare: Compare::Bits,
        };
        match ladder.decide(builder, &contradict) {
            Decision::Equal { .. } => Found::None,
            Decision::Different { witness, .. } if inputs.admits(builder.arena(), &witness) => {
                Found::Input(witness)
            }
            _ => Found::Unknown,
        }
    }

    fn is_related(&self, sizes: &Sizes) -> bool {
        let mut builder = self.settings.builder();
        let starts = Starts::least(self.contract);
        let inputs = Inputs::new(&mut builder, self.contract, sizes, &starts);
        inputs.is_ok_and(|inputs| inputs.related)
    }

    /// Takes the sizes out of a sweep at which no input satisfies the relations, and leaves
    /// the comparison open where none is left.
    pub(super) fn require_inputs(&self, sizes: &mut Vec<Sizes>, tally: &mut Tally) {
        if self.contract.relations.is_empty() {
            return;
        }
        let left_out = &tally.coverage.left_out;
        sizes.retain(|sizes| !left_out.iter().any(|other| other.sizes == *sizes));
        tally.coverage.sizes_requested = sizes.len();
        // An empty buffer satisfies everything.
        let mut gone = tally.coverage.left_out.iter();
        let excluded = gone.any(|other| self.is_related(&other.sizes))
            && !sizes.iter().any(|sizes| self.is_related(sizes));
        let open = !tally.has_suspicion() && !tally.has_expired();
        if (sizes.is_empty() || excluded) && open {
            let relations = relations(self.contract);
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

/// What was granted, as the user wrote it.
fn relations(contract: &Contract) -> String {
    let texts = contract.relations.iter();
    let texts = texts.map(|relation| format!("--assume '{}'", relation.text));
    texts.collect::<Vec<_>>().join(" ")
}

//! Undefined behaviour of a harness that has a value all the same: overflow, conversions
//! out of range, misaligned scalars, false assumptions.
//!
//! An operation that an input makes undefined is named in the verdict. It is a defect if
//! `--undefined` says so and, by default, for false assumptions and bit scans of zero.
//! Finding nothing proves nothing.

use super::decide::{Decisions, record};
use super::inputs;
use crate::contract::Sizes;
use crate::pipeline::{Answer, Excluded, answer, defect_kind, first_failure, questions};
use crate::settings::Level;
use crate::symex::{Defect, Place};
use crate::verdict::{Side, Undefined, UndefinedFound};

impl Decisions<'_, '_> {
    /// Looks for inputs that make operations of the harness undefined, up to the first
    /// confirmed defect.
    pub fn hunt(&mut self) {
        for place in self.machine.take_hazards() {
            if self.tally.is_refuted() || self.harness.settings.stop().is_some() {
                return;
            }
            self.look(place);
        }
    }

    fn look(&mut self, place: Place) {
        let settings = self.harness.settings;
        let level = settings
            .undefined
            .of(place.kind)
            .unwrap_or(match place.kind {
                Undefined::Assume | Undefined::BitScan => Level::Defect,
                _ => Level::Note,
            });
        if level == Level::Ignore {
            return;
        }
        let builder = &mut self.machine.builder;
        let questions = questions(builder, &place.hazards);
        let samples = self.ladder.inputs(builder.arena());
        let by = (settings, &mut self.ladder);
        let spent = Some(&mut self.tally.hunt.spent);
        let witness = match answer(builder, &questions, samples, by, spent) {
            Answer::Found(witness) => witness,
            Answer::Never => return,
            Answer::Open => {
                let key = (Side::Program, place.kind, place.location);
                self.tally.hunt.leave_open(key);
                return;
            }
        };
        let hunt = &mut self.tally.hunt;
        hunt.note(Side::Program, place.kind, &place.location);
        let roots = first_failure(builder.arena(), &questions, &witness);
        if level == Level::Defect {
            let defect = Defect::at(defect_kind(place.kind), place.location);
            let failed = builder.bool(false);
            let excluded = Excluded::Witness {
                witness,
                roots,
                failed,
            };
            let found = (&defect, None);
            record(
                self.harness,
                &self.machine,
                found,
                excluded,
                &mut self.tally,
            );
            return;
        }
        self.tally.undefined.push(UndefinedFound {
            kind: place.kind,
            side: Side::Program,
            location: place.location,
            sizes: Sizes::new(),
            inputs: inputs::values(self.machine.builder.arena(), &witness, &roots),
        });
    }
}

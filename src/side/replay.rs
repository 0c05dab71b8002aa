//! Runs one version natively to confirm a defect.

use term::{Arena, Assignment};

use super::place::Place;
use super::round::Given;
use super::version::Side;
use crate::contract::Scalar;
use crate::pipeline::{Replayed, confirm};
use crate::replay::{Case, Placement};
use crate::symex::Defect;

impl Side<'_, '_> {
    /// Whether this version shows a defect natively on a witness, and what a sanitizer
    /// calls it. `output` is the output that depends on an undefined value, for such a
    /// defect.
    pub fn replay(
        &self,
        arena: &Arena,
        defect: &Defect,
        (witness, output): (&dyn Assignment, Option<(Place, Scalar)>),
        given: Given<'_>,
    ) -> Replayed {
        let probe = output.and_then(|output| self.probe(given, output));
        // Buffers lie aligned, then flush against a guard page at either end.
        let placements = [
            Placement::Aligned,
            Placement::FlushEnd,
            Placement::FlushStart,
        ];
        let cases = placements.map(|placement| Case {
            probe,
            ..self.case(arena, given.inputs, witness, placement)
        });
        confirm(&mut self.native(), defect, &cases)
    }
}

//! Hazards that addresses rest on.

use rustc_hash::FxHashSet;
use term::{Cone, TermId};

use super::hazard::Place;
use super::machine::Machine;

impl Machine<'_> {
    /// Takes the hazards met so far, by place, each marked if it makes an address of what
    /// overflows, or does so on every input.
    pub fn take_marked_hazards(&mut self) -> Vec<Place> {
        let addresses: Vec<TermId> = self.addresses.drain().collect();
        let cone = Cone::of(self.builder.arena(), &addresses);
        let terms: FxHashSet<TermId> = cone.terms.iter().copied().collect();
        let mut places = self.take_hazards();
        for place in &mut places {
            let mut hazards = place.hazards.iter();
            place.is_index = hazards.any(|hazard| hazard.is_index(&mut self.builder, &terms));
        }
        places
    }
}

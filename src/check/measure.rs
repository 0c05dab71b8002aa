//! Measures how far both versions reached into the buffers at a size.

use rewrite_rules::Builder;

use super::measured::Measured;
use super::pair::Pair;
use super::run::Run;
use crate::side::Ends;

impl Pair<'_, '_> {
    /// Records how far the versions reached at the size of a run.
    pub(super) fn measure(&self, builder: &mut Builder, run: &mut Run<'_>) {
        let mut measured = Measured {
            sizes: run.sizes.clone(),
            ..Measured::default()
        };
        let all = &self.measurements;
        if all.has(run.sizes) {
            // Other placements of the buffers change nothing.
            return;
        }
        let mut is_decided = false;
        for buffer in all.buffers() {
            let [reference, port] = &run.reach;
            let farthest = |all: &[Ends]| all.iter().map(|ends| ends.end(*buffer)).max();
            let port = farthest(port).unwrap_or(0);
            let mut end = farthest(reference).unwrap_or(0);
            if reference.iter().any(|ends| ends.is_open(*buffer)) {
                if !all.decides() {
                    continue;
                }
                is_decided = true;
                let ladder = &mut *run.ladder;
                let ends = reference.iter();
                let ends = ends.map(|ends| ends.feasible_end(*buffer, builder, ladder));
                end = ends.max().unwrap_or(0);
            }
            measured.reference.insert(*buffer, end);
            measured.port.insert(*buffer, port);
        }
        all.add(measured, is_decided);
    }
}

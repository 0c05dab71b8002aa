//! Lines that are written twice: a copy that was not adapted is more often the later one.

use std::path::Path;

use super::candidate::Edit;
use super::repair::Tier;
use super::search::Search;
use super::standing::Standing;
use super::trials::Trials;
use crate::program::{FunctionId, Program};
use crate::regular;
use crate::verdict::{Change, Location};

/// The most bytes of a source file that is read.
const MOST: u64 = 16 << 20;

impl Search<'_, '_, '_> {
    /// The last place among `places` where the same change repairs the port as well, in a line
    /// with the same text as that of `place`.
    pub(super) fn repeated(
        &self,
        trials: &mut Trials,
        program: &mut Program,
        (places, place): (&[(FunctionId, u32)], (FunctionId, u32)),
        (tier, change): (Tier, &Change),
    ) -> Option<(FunctionId, u32)> {
        let own = location(program, place)?.clone();
        let text = regular::read_source(Path::new(&own.file), MOST).ok()?;
        let line = |at: &Location| {
            let line = text.lines().nth((at.line as usize).checked_sub(1)?)?;
            Some(line.split("//").next().unwrap_or(line).trim().to_owned())
        };
        let own_line = line(&own)?;
        let is_copy = |at: &(FunctionId, u32)| {
            let other = location(program, *at);
            at.0 == place.0
                && other.is_some_and(|other| {
                    other.file == own.file
                        && other.line > own.line
                        && other.column == own.column
                        && line(other).as_ref() == Some(&own_line)
                })
        };
        let mut copies: Vec<_> = places.iter().copied().filter(is_copy).collect();
        copies.sort_unstable_by_key(|(_, pc)| std::cmp::Reverse(*pc));
        copies.into_iter().find(|copy| {
            let candidates = self.candidates(program, *copy, tier);
            let alike = candidates
                .into_iter()
                .find(|own| own.change == *change && matches!(own.edit, Edit::Here(_)));
            alike.is_some_and(|candidate| {
                let undo = candidate.apply(program, *copy);
                let spent = trials.spent;
                let made = trials.repaired(self.pair, program);
                let standing =
                    made.and_then(|made| self.standing(trials, (program, *copy), (&made, true)));
                trials.spent = spent;
                undo.undo(program, *copy);
                standing == Some(Standing::Sound)
            })
        })
    }
}

fn location(program: &Program, (id, pc): (FunctionId, u32)) -> Option<&Location> {
    program.location(program.function(id).code[pc as usize].span)
}

//! What ran at no size, as the outcome has it.

use std::collections::BTreeSet;

use super::{Fate, Reach};
use crate::pipeline::runs;
use crate::symex::Reached;
use crate::verdict::{self, Undecided, Unmet, Unreached};

impl Reach<'_, '_, '_> {
    /// What a version did not execute, by reason and size.
    pub(super) fn rows(&self, side: usize, reached: &Reached) -> Vec<Unreached> {
        let graph = &self.graphs[side];
        let mut rows: Vec<Unreached> = Vec::new();
        for arm in graph.untaken(reached) {
            let (because, sizes) = match self.fates.get(&(side, arm)) {
                Some(Fate::Left(because, sizes)) => (*because, sizes.clone()),
                Some(Fate::Planned) | None => (Unmet::Sizes, None),
            };
            if !graph.changes_something(arm, reached) {
                continue;
            }
            for (file, lines) in graph.lines_behind(&[arm], reached) {
                let row = Unreached {
                    side: [verdict::Side::Reference, verdict::Side::Port][side],
                    first: lines.first().copied().unwrap_or_default(),
                    lines: ranges(&lines),
                    file,
                    because,
                    sizes: sizes.clone(),
                };
                let known = rows
                    .iter_mut()
                    .find(|r| r.file == row.file && r.lines == row.lines);
                match known {
                    // The gravest reason counts.
                    Some(known) if known.because > row.because => *known = row,
                    Some(_) => {}
                    None => rows.push(row),
                }
            }
        }
        rows
    }
}

/// The reason that lines which did not run are.
pub(super) fn reason(unreached: &Unreached) -> Undecided {
    let Unreached {
        side,
        file,
        lines,
        first,
        sizes,
        ..
    } = unreached;
    let plural = if lines.contains([',', '.']) { "s" } else { "" };
    let accept = "accept it: --allow-unreached";
    Undecided {
        kind: "unreached".to_owned(),
        message: format!("{}: line{plural} {lines} ran at no size tried", side.word()),
        help: Some(match sizes {
            Some(sizes) => {
                let sizes: Vec<String> = sizes.iter().map(|(n, v)| format!("{n}={v}")).collect();
                format!("try --size {}, or {accept}", sizes.join(","))
            }
            None => format!("give sizes that lead there with --size, or {accept}"),
        }),
        location: Some(verdict::Location {
            file: file.clone(),
            line: *first,
            column: 0,
        }),
        count: 1,
    }
}

/// `8..9, 12`.
fn ranges(lines: &BTreeSet<u32>) -> String {
    runs(lines.iter().map(|line| i64::from(*line)))
}

//! What both versions at one size need at hand, and what they leave for later.

use term::TermId;

use crate::contract::Sizes;
use crate::equiv::{Assumptions, Ladder, Obligation, Witness};
use crate::pipeline::Tally;
use crate::side::{Inputs, Observed, Output, Starts};

/// Two paths that returned: their conditions, and the outputs of both versions.
pub(super) struct PathPair {
    pub path: Vec<TermId>,
    pub outputs: Vec<(Output, Output)>,
}

/// An output that natively exceeds the tolerance.
pub(super) struct Exceeding {
    pub obligation: Obligation,
    pub outputs: (Output, Output),
    /// An input on which it does.
    pub witness: Witness,
    pub step: &'static str,
    /// The largest distance found, as a multiple of the tolerance.
    pub excess: f64,
}

/// What one size needs at hand.
pub(super) struct Run<'a> {
    pub inputs: &'a Inputs,
    /// Where the buffers start.
    pub starts: &'a Starts,
    pub sizes: &'a Sizes,
    pub ladder: &'a mut Ladder,
    pub tally: &'a mut Tally,
    /// The minimal sets of assumptions under which the output that was last found
    /// to differ would agree.
    pub equal_under: Vec<Assumptions>,
    /// The paths that returned, with their outputs, where conversions have to be
    /// compared natively.
    pub pairs: Vec<PathPair>,
    /// The output of the path at hand that exceeds the tolerance most, if it does
    /// more than any before.
    pub worst: Option<Exceeding>,
    /// The buffers whose addresses a version looked at.
    pub observed: Observed,
    /// Whether the reference computed with what nobody wrote.
    pub computes_undefined: bool,
}

impl<'a> Run<'a> {
    /// Nothing found yet.
    pub(super) fn new(
        (inputs, starts, sizes): (&'a Inputs, &'a Starts, &'a Sizes),
        ladder: &'a mut Ladder,
        tally: &'a mut Tally,
    ) -> Run<'a> {
        Run {
            inputs,
            starts,
            sizes,
            ladder,
            tally,
            equal_under: Vec::new(),
            pairs: Vec::new(),
            worst: None,
            observed: Observed::default(),
            computes_undefined: false,
        }
    }

    pub(super) fn looked_at(&mut self, seen: &Observed) {
        self.observed.add(seen);
    }
}

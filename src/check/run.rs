//! The state of a comparison at one size.

use term::TermId;

use crate::contract::Sizes;
use crate::equiv::{Assumptions, Ladder, Obligation, Witness};
use crate::pipeline::Tally;
use crate::replay::Outcome;
use crate::side::{Ends, Inputs, Observed, Output, Starts};

/// Two paths that returned: their joint path condition, and the outputs of both versions.
pub(super) struct PathPair {
    pub path: Vec<TermId>,
    pub outputs: Vec<(Output, Output)>,
}

/// An output that natively exceeds the tolerance.
pub(super) struct Exceeding {
    pub obligation: Obligation,
    pub outputs: (Output, Output),
    /// The input.
    pub witness: Witness,
    pub step: &'static str,
    /// The largest distance found, as a multiple of the tolerance.
    pub excess: f64,
}

/// The native results of both versions on ordinary inputs that take a path.
pub(super) struct Sampled {
    pub path: Vec<TermId>,
    pub witnesses: Vec<Witness>,
    /// The results of the reference and of the port; `None` if one cannot run.
    pub outcomes: Option<[Vec<Outcome>; 2]>,
}

/// The inputs, tools and findings of one size.
pub(super) struct Run<'a> {
    pub inputs: &'a Inputs,
    /// The placement of the buffers.
    pub starts: &'a Starts,
    pub sizes: &'a Sizes,
    pub ladder: &'a mut Ladder,
    pub tally: &'a mut Tally,
    /// The minimal sets of assumptions under which the last output found to differ would
    /// agree.
    pub equal_under: Vec<Assumptions>,
    /// The paths that returned, with their outputs, for native comparison of conversions.
    pub pairs: Vec<PathPair>,
    /// The output of the current path that exceeds the tolerance most, if by more than any
    /// before.
    pub worst: Option<Exceeding>,
    /// The buffers whose addresses a version observed.
    pub observed: Observed,
    /// Whether the reference computed with uninitialised values.
    pub computes_undefined: bool,
    /// The native runs of the last path for which some were made.
    pub sampled: Option<Sampled>,
    /// How far the executions of the reference and of the port reached into the buffers.
    pub reach: [Vec<Ends>; 2],
}

impl<'a> Run<'a> {
    /// A run without findings.
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
            sampled: None,
            reach: Default::default(),
        }
    }

    pub(super) fn looked_at(&mut self, seen: &Observed) {
        self.observed.add(seen);
    }
}

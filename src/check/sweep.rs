//! The sweep: executes both versions at one size after the other and forms the outcome.

use certificate_checker::format::Header;
use rewrite_rules::Builder;

mod crossed;
mod explained;
mod next;
mod paths;

use super::observe::Observation;
use super::pair::Pair;
use super::reach::{Reach, Written};
use super::values;
use super::{Request, launches, simd};
use crate::certificate::Recorder;
use crate::contract::{Direction, Param, Role, Sizes};
use crate::equiv::Ladder;
use crate::launch::RangeError;
use crate::pipeline::{
    Clock, Tally, certificate, describe, note_errno, note_flags, note_models, note_outside,
    note_registers, note_unconfirmed, show,
};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::side::{Entry, range_problem};
use crate::verdict::{LeftOut, Outcome, SimdCount, Verdict};
use next::Next;

/// A sweep over sizes, and its findings so far.
pub(super) struct Sweep<'a, 'c> {
    request: &'a Request,
    progress: &'a Progress<'a>,
    pair: &'a Pair<'a, 'c>,
    /// The sizes, in order.
    sizes: Vec<Sizes>,
    /// Whether the user leaves them open: more are added if they reach code that has not
    /// run.
    is_open: bool,
    ladder: Ladder,
    tally: Tally,
    clock: Clock,
    counts: Vec<SimdCount>,
}

impl<'a, 'c> Sweep<'a, 'c> {
    /// A sweep that has executed nothing; sizes that the user does not give are open.
    pub fn new(
        (request, progress): (&'a Request, &'a Progress<'a>),
        pair: &'a Pair<'a, 'c>,
        (sizes, builder): (Vec<Sizes>, &mut Builder),
        (tally, clock): (Tally, Clock),
    ) -> Sweep<'a, 'c> {
        let settings = &request.settings;
        let mut ladder = settings.ladder();
        if request.certificate {
            ladder.record(Recorder::new(builder, settings.assumptions));
        }
        Sweep {
            request,
            progress,
            pair,
            sizes,
            is_open: pair.has_open_sizes(),
            ladder,
            tally,
            clock,
            counts: Vec::new(),
        }
    }

    /// Executes both versions at every size, up to the first confirmed finding. Returns the
    /// builder.
    ///
    /// # Errors
    /// When the contract has no meaning at a size.
    pub fn run(&mut self, mut builder: Builder) -> Result<Builder, Problem> {
        self.so_far();
        if self.is_open {
            self.pair.leave_out_zeros(&mut self.sizes, &mut self.tally);
        }
        let mut reach = Reach::new(self.pair);
        let mut written = Written::of(self.pair);
        let mut next = Next::default();
        loop {
            let stop = self.request.settings.stop();
            if stop.is_none() {
                self.plan((&mut reach, &mut written), &mut next);
            }
            self.tally.coverage.sizes_requested = self.sizes.len();
            self.progress.set_length(self.sizes.len() as u64);
            if let Some(stop) = stop {
                self.tally.expired(stop);
                break;
            }
            let Some(sizes) = self.sizes.get(next.done).cloned() else {
                if self.starts_again(&mut next) {
                    continue;
                }
                self.pair.conclude_kept(&mut self.tally);
                let allowed = self.request.allow_unreached;
                let accepted = (allowed || !self.is_open, allowed);
                reach.conclude(&mut self.tally, &self.sizes, accepted);
                if let Some(written) = &mut written {
                    written.conclude(&mut self.tally, &self.sizes, accepted.0);
                }
                break;
            };
            if let Some(error) = self.misfit(&sizes) {
                self.sizes.remove(next.done);
                if self.sizes.is_empty() {
                    return Err(range_problem(error));
                }
                let reason = error.excludes().unwrap_or_else(|| error.to_string());
                self.tally.coverage.left_out.push(LeftOut { sizes, reason });
                continue;
            }
            next.done += 1;
            if !self.pair.has_input(&sizes, &mut self.tally)? {
                continue;
            }
            let before = self.before(next.state);
            let goes_on;
            (builder, goes_on) = self.at(builder, sizes, next.state)?;
            if self.leave_out_larger(before, next.done) {
                next.done -= 1;
                continue;
            }
            if !goes_on {
                break;
            }
        }
        self.note();
        Ok(builder)
    }

    /// Records what the verdict has to say about inputs, buffers in place and launches.
    fn note(&mut self) {
        self.tally.require_outputs();
        self.tally.require_admitted();
        let writes = |param: &Param| matches!(&param.role, Role::Buffer { direction, .. } if *direction != Direction::In);
        if self.pair.contract.params.iter().any(writes) && !self.tally.has_expired() {
            self.tally.require_elements();
        }
        self.pair.require_inputs(&mut self.sizes, &mut self.tally);
        let launched = self.pair.contract.launch.is_some();
        // These executions compare results bit by bit.
        let is_tolerant = self.pair.settings.tolerance.is_some();
        let is_open = self.tally.has_suspicion() || self.tally.has_expired();
        if !is_open && !is_tolerant {
            self.pair.doubt_values_of_port(&self.sizes, &mut self.tally);
        }
        if !is_open && !is_tolerant && !launched {
            self.pair.note_in_place(&self.sizes, &mut self.tally);
            self.pair
                .note_elements_in_place(&self.sizes, &mut self.tally);
        }
        if !launched {
            note_flags(self.request.flags(), &mut self.tally);
        }
        if launched {
            let sides = [&self.pair.reference, &self.pair.port];
            for side in sides {
                if let Entry::Launch { launch, .. } = side.entry {
                    launches::note(self.request, self.pair.contract, launch, &mut self.tally);
                }
            }
        }
    }

    /// The error of an index space that groups do not fill, at sizes that the user did not
    /// ask for.
    fn misfit(&self, sizes: &Sizes) -> Option<RangeError> {
        let sides = [&self.pair.reference, &self.pair.port];
        let error = sides.iter().find_map(|side| match side.entry {
            Entry::Launch { launch, .. } => launch.geometry.at(sizes).err(),
            _ => None,
        });
        error.filter(|error| self.is_open && error.excludes().is_some())
    }

    /// Records as undecided that other values than those of the sweep were not compared.
    pub fn doubt(&mut self) {
        if !self.tally.has_suspicion() && !self.tally.has_expired() {
            values::doubt(self.pair.contract, &mut self.tally);
        }
    }

    /// Executes both versions at one size, in a state of the static variables. Returns
    /// whether the sweep goes on.
    fn at(
        &mut self,
        builder: Builder,
        sizes: Sizes,
        state: usize,
    ) -> Result<(Builder, bool), Problem> {
        let Request {
            reference, port, ..
        } = self.request;
        let shown = show(&sizes);
        self.progress
            .message(format!("{reference} vs {port}  {shown}"));
        let before = self.tally.coverage.vector_operations;
        if let Some(recorder) = self.ladder.recorder() {
            recorder.size(shown, state);
        }
        for side in [&self.pair.reference, &self.pair.port] {
            if let Entry::Launch { launch, .. } = side.entry {
                launch.geometry.at(&sizes).map_err(range_problem)?;
                side.fits(&sizes, self.request.local_memory)?;
            }
        }
        let builder = self.pair.run(
            builder,
            &mut self.ladder,
            &sizes,
            &mut self.tally,
            &mut self.clock,
        )?;
        let after = self.tally.coverage.vector_operations;
        self.counts.push(SimdCount {
            sizes,
            reference: after[0] - before[0],
            port: after[1] - before[1],
        });
        self.progress.step();
        let tally = &self.tally;
        if tally.is_settled() || tally.has_expired() || tally.judged.is_enough(self.ladder.judged())
        {
            return Ok((builder, false));
        }
        let decided = self.tally.coverage.sizes_decided + 1;
        self.tally.coverage.sizes_decided = decided.min(self.sizes.len());
        self.so_far();
        Ok((builder, true))
    }

    /// Gives the listener the outcome as of now.
    fn so_far(&self) {
        self.progress.so_far(|| {
            let contract = Some(self.pair.contract_found());
            let (tally, clock) = (self.tally.clone(), self.clock.clone());
            let sizes = describe(&self.sizes);
            tally.outcome(contract, sizes, &self.request.settings, clock)
        });
    }

    /// Executes the versions as in their sources, at the same sizes.
    ///
    /// # Errors
    /// When the contract has no meaning at a size.
    pub fn observe(&mut self, observation: Option<Observation<'_, '_>>) -> Result<(), Problem> {
        if let Some(mut observation) = observation
            && !self.tally.has_suspicion()
            && !self.tally.has_expired()
        {
            observation.run(&self.sizes, &mut self.tally)?;
            self.clock.lap("observation");
        }
        Ok(())
    }

    /// Forms the outcome.
    ///
    /// # Errors
    /// When the requested certificate cannot be written.
    pub fn outcome(self, mut builder: Builder) -> Result<Outcome, Problem> {
        let Sweep {
            request,
            pair,
            mut ladder,
            mut tally,
            mut clock,
            ..
        } = self;
        let (settings, contract) = (&request.settings, pair.contract);
        if settings.instrument_simd {
            tally.coverage.simd = Some(simd::instrumentation(self.counts));
        }
        clock.steps(ladder.statistics());
        tally.coverage.terms = builder.arena().len();
        note_models(builder.arena(), &mut tally);
        note_unconfirmed(pair.port.program.lowered(), &mut tally);
        note_registers(pair.port.program, &mut tally);
        for (side, reached) in [&pair.reference, &pair.port]
            .into_iter()
            .zip(tally.reached.clone())
        {
            note_outside(side.program, &reached, &mut tally);
            if contract.launch.is_none() {
                note_errno(side.program, &reached, &mut tally);
            }
        }
        let sizes = describe(&self.sizes);
        let mut outcome = tally.outcome(Some(pair.contract_found()), sizes, settings, clock);
        if let Some(recorder) = ladder.recorder().take()
            && outcome.verdict == Verdict::Equivalent
            && recorder.has_proofs()
        {
            let about = Header {
                reference: request.reference.clone(),
                port: request.port.clone(),
                sizes: outcome.sizes.clone(),
                states: pair.states(),
                contract: serde_json::to_value(contract).unwrap_or_default(),
                ..Header::default()
            };
            let on = (settings, &request.files[..]);
            let ranges = ladder.ranges_mut();
            let text = certificate(recorder, &mut builder, ranges, on, &outcome, about)?;
            outcome.certificate = Some(text);
        }
        Ok(outcome)
    }
}

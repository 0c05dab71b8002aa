//! The executions of one kernel, and the decisions about them.

use super::execute::{Examination, Found, Trial};
use super::extents::{self, Lengths, Rooms};
use super::left_out::{excluded, require_launches};
use super::locals;
use super::reach::Reach as Ways;
use super::subject::Subject;
use super::thinned::thinned;
use crate::contract::{Contract, Length, Param, Role, Sizes};
use crate::cpu::Target;
use crate::frontend::sizes::{self, SizeRange};
use crate::launch::{Geometry, NdRange};
use crate::near::nearest;
use crate::pipeline::{Clock, Native, Tally, describe, note_models, show};
use crate::problem::Problem;
use crate::side::{go_on, range_problem};
use crate::symex::Reached;
use crate::verdict::{self, LeftOut, Outcome};

impl<'a, 'c> Examination<'a, 'c> {
    /// Executes a kernel at all sizes and in all groupings, up to the first confirmed
    /// finding.
    ///
    /// # Errors
    /// If the kernel cannot be launched at these sizes.
    pub fn outcome(
        &self,
        subject: &'a Subject,
        ranges: &'a [SizeRange],
        clock: Clock,
    ) -> Result<Outcome, Problem> {
        let settings = &self.request.settings;
        let target = self
            .preparation
            .target((self.module, &subject.function.symbol), self.module)?;
        let mut ways = self.ways(subject, ranges)?;
        let mut found = Found {
            ladder: settings.ladder(),
            tally: Tally::of_kernel(self.located(subject)),
            builder: Some(settings.builder()),
            reached: Reached::nothing(self.program),
            sweep: thinned(
                subject,
                sizes::sweep(&subject.contract, ranges)?,
                ranges,
                |sizes| items(subject, sizes),
            ),
            rooms: Rooms::new(),
            shown: Contract {
                launch: Some(subject.geometry.to_string()),
                ..subject.contract.clone()
            },
            too_far: Vec::new(),
            tried: Vec::new(),
            clock,
        };
        found.tally.coverage.phi_folds = self.folds;
        for size in sizes_of_their_own(&subject.contract) {
            found.tally.lean_on(&size);
        }
        self.sweep((subject, ranges), &target, &mut ways, &mut found)?;
        require_launches(subject, &mut found)?;
        self.require_inputs(subject, &mut found);
        if !found.tried.is_empty() && !found.tally.is_settled() {
            found.tally.lean_on(&format!(
                "of the sizes of work-groups that an implementation may choose, those \
                 executed: {} (--local gives another)",
                found.tried.join(", ")
            ));
            found.shown.launch = Some(subject.geometry.to_string());
        }
        found.clock.steps(found.ladder.statistics());
        if let Some(builder) = &found.builder {
            found.tally.coverage.terms = builder.arena().len();
            note_models(builder.arena(), &mut found.tally);
        }
        let sizes = describe(&found.sweep);
        let (tally, shown) = (found.tally, Some(found.shown));
        Ok(tally.outcome(shown, sizes, settings, found.clock))
    }

    /// Executes a kernel at all sizes. If the user leaves sizes open, adds sizes that lead
    /// to code that has not run yet.
    fn sweep(
        &self,
        (subject, ranges): (&Subject, &[SizeRange]),
        target: &Target,
        ways: &mut Ways<'_>,
        found: &mut Found,
    ) -> Result<(), Problem> {
        let mut at = 0;
        loop {
            if at == found.sweep.len() {
                let more = ways.more(&found.reached, &found.sweep);
                found.sweep.extend(more);
                if at == found.sweep.len() {
                    let larger = ways.larger(&found.sweep, |sizes| items(subject, sizes));
                    found.sweep.extend(larger);
                }
            }
            found.tally.coverage.sizes_requested = found.sweep.len();
            let Some(sizes) = found.sweep.get(at).cloned() else {
                let accepted = self.request.allow_unreached;
                ways.conclude(&found.reached, &found.sweep, accepted, &mut found.tally);
                return Ok(());
            };
            at += 1;
            let given = |name: &String| ranges.iter().any(|range| range.name.part() == name);
            let is_given = sizes.keys().all(given);
            if !is_given && let Some(reason) = excluded(subject, &sizes, found) {
                let left_out = &mut found.tally.coverage.left_out;
                left_out.push(LeftOut { sizes, reason });
                continue;
            }
            if !self.has_input(subject, &sizes, found)? {
                continue;
            }
            match self.at_sizes(subject, (&sizes, target), found)? {
                Step::Next => found.tally.coverage.sizes_decided += 1,
                Step::End => return Ok(()),
                Step::TooFar(problem) if is_given => return Err(problem),
                Step::TooFar(problem) => {
                    let reason = problem.message.clone();
                    found.too_far.push((sizes.clone(), problem));
                    let left_out = &mut found.tally.coverage.left_out;
                    left_out.push(LeftOut { sizes, reason });
                }
            }
        }
    }

    /// Executes a kernel in all groupings at one size.
    fn at_sizes(
        &self,
        subject: &Subject,
        (sizes, target): (&Sizes, &Target),
        found: &mut Found,
    ) -> Result<Step, Problem> {
        for geometry in self.groupings(subject, sizes)? {
            if !go_on(&self.request.settings, &mut found.tally) {
                return Ok(Step::End);
            }
            let (name, at) = (&subject.function.name, show(sizes));
            self.progress.message(format!("{name}  {geometry}  {at}"));
            match self.lengths(subject, &geometry, (sizes, target), found)? {
                Lengths::Known(contract) => {
                    found.shown = contract.clone();
                    found.clock.lap("lengths");
                    let trial = Trial {
                        contract: &contract,
                        sizes,
                        target,
                    };
                    self.launch(subject, &geometry, &trial, found)?;
                }
                Lengths::Clean(contract) => found.shown = contract,
                Lengths::TooFar(problem) => return Ok(Step::TooFar(problem)),
                // With an unknown length, a buffer would be too short.
                Lengths::Stopped(stop) => {
                    found.tally.stopped(&stop, verdict::Side::Kernel);
                    continue;
                }
            }
            found.clock.lap("execution");
            if found.tally.is_settled() || found.tally.has_expired() {
                return Ok(Step::End);
            }
            if subject.is_grouped_by_anybody()
                && let Some(local) = &geometry.local
            {
                let local = spelled(local);
                if !found.tried.contains(&local) {
                    found.tried.push(local);
                }
            }
            self.so_far(found);
        }
        Ok(Step::Next)
    }

    /// The branches of a kernel that sizes may lead to.
    ///
    /// # Errors
    /// If the program lacks the kernel.
    fn ways(&self, subject: &'a Subject, ranges: &'a [SizeRange]) -> Result<Ways<'a>, Problem> {
        let symbol = &subject.function.symbol;
        let function = self.program.find_function(symbol);
        let lost = || Problem::new(format!("`{symbol}` is lost in the decoded program"));
        let function = function.ok_or_else(lost)?;
        let own = Native::new(self.module, symbol, self.preparation.clang()).defined();
        let settings = &self.request.settings;
        Ok(Ways::new(
            (self.program, function),
            &own,
            subject,
            (settings, ranges),
        ))
    }

    /// The kernel as reports describe it, with its location.
    fn located(&self, subject: &Subject) -> verdict::Function {
        let mut function = subject.function.clone();
        if let Some(id) = self.program.find_function(&function.symbol) {
            let span = self.program.function(id).span;
            function.location = self.program.location(span).cloned();
        }
        function
    }

    fn so_far(&self, found: &Found) {
        self.progress.so_far(|| {
            let (contract, sizes) = (Some(found.shown.clone()), describe(&found.sweep));
            let (tally, clock) = (found.tally.clone(), found.clock.clone());
            let mut outcome = tally.outcome(contract, sizes, &self.request.settings, clock);
            outcome.verdict = outcome.verdict.unfinished();
            outcome
        });
    }

    /// The index spaces to launch: grouped as the user says, or in each grouping that is
    /// tried for the implementation.
    fn groupings(&self, subject: &Subject, sizes: &Sizes) -> Result<Vec<Geometry>, Problem> {
        let range = subject.geometry.at(sizes).map_err(range_problem)?;
        if !subject.is_grouped_by_anybody() {
            return Ok(locals::sub_groups(&subject.geometry, &range));
        }
        let grouped = |local: [u64; 3]| Geometry {
            local: Some(
                local[..range.dimensions as usize]
                    .iter()
                    .map(|size| Length::Const(*size))
                    .collect(),
            ),
            ..subject.geometry.clone()
        };
        let grouped = locals::choices(&range).into_iter().map(grouped);
        let each = grouped.map(|geometry| {
            let range = geometry.at(sizes).map_err(range_problem)?;
            Ok(locals::sub_groups(&geometry, &range))
        });
        Ok(each.collect::<Result<Vec<_>, Problem>>()?.concat())
    }

    /// The contract of one launch with the lengths of its buffers, and whether the kernel
    /// has been examined with it already.
    fn lengths(
        &self,
        subject: &Subject,
        geometry: &Geometry,
        (sizes, target): (&Sizes, &Target),
        found: &mut Found,
    ) -> Result<Lengths, Problem> {
        let range: NdRange = geometry.at(sizes).map_err(range_problem)?;
        let launch = geometry.to_string();
        let mut is_first = true;
        let mut rooms = std::mem::take(&mut found.rooms);
        let lengths = extents::found(subject, (&range, sizes), &mut rooms, |contract| {
            let mut contract = contract.clone();
            contract.launch = Some(launch.clone());
            let trial = Trial {
                contract: &contract,
                sizes,
                target,
            };
            if std::mem::take(&mut is_first)
                && let Some(reach) = self.attempt(subject, geometry, &trial, found)?
            {
                return Ok(reach);
            }
            self.reach(subject, geometry, &trial)
        })?;
        found.rooms = rooms;
        Ok(lengths.under(&launch))
    }
}

/// What comes after an execution at one size.
enum Step {
    /// The next size.
    Next,
    /// Nothing.
    End,
    /// The next size; this one counts for nothing.
    TooFar(Problem),
}

/// The number of work-items of a launch.
fn items(subject: &Subject, sizes: &Sizes) -> Option<u64> {
    let range = subject.geometry.at(sizes).ok()?;
    Some(range.global.iter().product())
}

/// Sizes as text: `16 x 4`.
fn spelled(local: &[Length]) -> String {
    let sizes = local.iter().map(Length::to_string);
    sizes.collect::<Vec<_>>().join(" x ")
}

/// What there is to say of sizes that have the name of no parameter, although one has a similar
/// name: it may be misspelt.
fn sizes_of_their_own(contract: &Contract) -> Vec<String> {
    let number = |param: &&Param| matches!(param.role, Role::Scalar { .. } | Role::Size { .. });
    let numbers: Vec<&str> = contract
        .params
        .iter()
        .filter(number)
        .map(|param| &*param.name)
        .collect();
    let is_param = |name: &str| contract.params.iter().any(|param| param.name == name);
    let sizes = contract
        .size_variables
        .iter()
        .filter(|size| !is_param(size));
    let told = sizes.filter_map(|size| {
        let near = nearest(size, numbers.iter().copied())?;
        Some(format!(
            "`{size}` is no parameter: it is a size of its own, whatever the parameter `{near}` is"
        ))
    });
    told.collect()
}

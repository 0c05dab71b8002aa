//! Observes the source behaviour of optimised versions.
//!
//! If the user's flags optimise, the module after clang's pipeline is compared, and reads,
//! divisions and uninitialised values of the source may be gone from it. The versions are
//! therefore executed once more as they were before any pass, at the same sizes, for
//! undefined behaviour on the way; their outputs are only checked for undefined values.
//! Nothing is proved from these executions; what they leave open is said in the verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rewrite_rules::Builder;
use term::TermId;

use super::indeterminate::Left;
use super::pair::Pair;
use super::refused::refused;
use super::run::Run;
use crate::contract::Sizes;
use crate::equiv::Ladder;
use crate::pipeline::{Module, Preparation, Tally};
use crate::problem::Problem;
use crate::program::Program;
use crate::side::{Assumed, Inputs, Output, Side, Starts, class, name};
use crate::symex::Machine;
use crate::verdict;

/// A version without the user's optimisations.
struct Source<'c> {
    module: Module<'c>,
    program: Program,
}

impl<'c> Source<'c> {
    fn of(
        module: &mut Module<'c>,
        preparation: &Preparation<'_>,
        roots: &[String],
    ) -> Result<Option<Source<'c>>, Problem> {
        let Some(module) = module.take_plain() else {
            return Ok(None);
        };
        preparation.transform(&module, roots)?;
        let program = module.decode();
        Ok(Some(Source { module, program }))
    }
}

/// The unoptimised sources of the versions that are optimised.
pub(super) struct Sources<'c> {
    reference: Option<Source<'c>>,
    /// `None` also if both versions share a module.
    port: Option<Source<'c>>,
    shared: bool,
}

/// Lowers the unoptimised sources of two versions; `None` if neither is optimised. `port`
/// is `None` if both versions share a module. Only code reached from the functions named
/// for each version is kept.
///
/// # Errors
/// When a pass fails.
pub(super) fn sources<'c>(
    reference: &mut Module<'c>,
    port: Option<&mut Module<'c>>,
    preparation: &Preparation<'_>,
    [left, right]: [&[String]; 2],
) -> Result<Option<Sources<'c>>, Problem> {
    let shared = port.is_none();
    let both = [left, right].concat();
    let reference = Source::of(reference, preparation, if shared { &both } else { left })?;
    let port = match port {
        Some(port) => Source::of(port, preparation, right)?,
        None => None,
    };
    let sources = Sources {
        reference,
        port,
        shared,
    };
    Ok((sources.reference.is_some() || sources.port.is_some()).then_some(sources))
}

/// Two versions to execute, and which of them are observed.
pub(super) type Versions<'m, 'c> = ([Side<'m, 'c>; 2], Vec<verdict::Side>);

impl<'c> Sources<'c> {
    /// Makes the versions from their sources with `version`. A version that is not
    /// optimised is the compared one, and is not observed.
    ///
    /// # Errors
    /// When a program lacks its function.
    pub fn pair<'m>(
        &'m self,
        version: impl Fn(verdict::Side, &'m Module<'c>, &'m Program) -> Result<Side<'m, 'c>, Problem>,
        compared_reference: (&'m Module<'c>, &'m Program),
        compared_port: (&'m Module<'c>, &'m Program),
    ) -> Result<Versions<'m, 'c>, Problem> {
        let mut observed = Vec::new();
        let mut of = |which, source: &'m Option<Source<'c>>, compared| match source {
            Some(source) => {
                observed.push(which);
                (&source.module, &source.program)
            }
            None => compared,
        };
        let (module, program) = of(
            verdict::Side::Reference,
            &self.reference,
            compared_reference,
        );
        let reference = version(verdict::Side::Reference, module, program)?;
        let source = if self.shared {
            &self.reference
        } else {
            &self.port
        };
        let (module, program) = of(verdict::Side::Port, source, compared_port);
        let port = version(verdict::Side::Port, module, program)?;
        Ok(([reference, port], observed))
    }
}

/// The executions of the sources.
pub(super) struct Observation<'m, 'c> {
    /// The versions as in the source.
    pub pair: Rc<Pair<'m, 'c>>,
    /// The versions that are observed.
    pub sides: Vec<verdict::Side>,
    /// The prover for conditions that arise in the execution.
    pub ladder: Ladder,
    /// What the reference leaves uninitialised.
    pub left: Unset,
}

/// The members that the reference leaves uninitialised on some inputs.
#[derive(Default)]
pub(super) struct Unset {
    /// Their classes, as in "d[…].at".
    classes: BTreeSet<String>,
    /// For each of their outputs, by name, the inputs of the size on which the reference defines
    /// it: each a conjunction of conditions.
    defined: BTreeMap<String, Vec<Vec<TermId>>>,
}

impl Observation<'_, '_> {
    /// Executes the observed versions at each of these sizes, up to the first finding,
    /// which goes to `tally`.
    ///
    /// # Errors
    /// When the contract has no meaning at one of the sizes.
    pub fn run(&mut self, sweep: &[Sizes], tally: &mut Tally) -> Result<(), Problem> {
        let mut builder = self.pair.builder();
        let starts = Starts::least(self.pair.contract);
        for sizes in sweep {
            let inputs =
                Inputs::new(&mut builder, self.pair.contract, sizes, &starts).map_err(refused)?;
            self.ladder
                .ranges_mut()
                .extend(inputs.ranges.iter().map(|(s, r)| (*s, *r)));
            self.left.defined.clear();
            for which in &self.sides {
                let mut seen = Tally::of_program(String::new());
                seen.hunt = std::mem::take(&mut tally.hunt);
                seen.add_overruns(tally);
                let mut run = Run::new((&inputs, &starts, sizes), &mut self.ladder, &mut seen);
                builder = self.pair.observe(builder, *which, &mut run, &mut self.left);
                seen.leaning_on().for_each(|row| tally.lean_on(row));
                tally.hunt = std::mem::take(&mut seen.hunt);
                tally.add_overruns(&seen);
                tally.undefined.append(&mut seen.undefined);
                if let Some(defect) = seen.take_defect() {
                    tally.defect(defect);
                    return Ok(());
                }
                if let Some(reason) = seen.first_reason() {
                    let word = which.word();
                    tally.lean_on(&format!(
                        "the source of the {word} was not observed whole: {reason}"
                    ));
                    if seen.has_expired() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }
}

impl Pair<'_, '_> {
    /// Executes one version and records defects that it meets.
    fn observe(
        &self,
        builder: Builder,
        which: verdict::Side,
        run: &mut Run<'_>,
        left: &mut Unset,
    ) -> Builder {
        let side = self.side(which);
        let mut machine = Machine::new(side.program, builder, self.environment().limits());
        match side.prepare(&mut machine, self.given(run.inputs)) {
            Ok(ready) => {
                let execution = ready.execute(&mut machine, run.ladder);
                run.computes_undefined = machine.statistics().undefined_operations > 0;
                for path in &execution.paths {
                    let settled = self.round(side, run).settle(&mut machine, &execution, path);
                    if let Some(mut outputs) = settled {
                        let path = path.state.path();
                        if which == verdict::Side::Reference {
                            self.collect_left(&mut machine, path, &outputs, run, left);
                        }
                        let is_left = |output: &Output| {
                            left.classes.contains(&class(self.contract, output.place))
                        };
                        let members: Vec<Output> = outputs.extract_if(.., |o| is_left(o)).collect();
                        self.round(side, run)
                            .look_for_undefined(&mut machine, path, &outputs);
                        if which == verdict::Side::Port {
                            self.look_where_defined(&mut machine, path, &members, run, left);
                        }
                    }
                    if run.tally.has_suspicion() || !self.go_on(run.tally) {
                        break;
                    }
                }
            }
            Err(reason) => run.tally.lean_on(&reason),
        }
        for place in machine.take_hazards() {
            if run.tally.has_suspicion() || run.tally.has_expired() {
                break;
            }
            self.round(side, run)
                .look(&mut machine.builder, place, Assumed::default());
        }
        machine.into_builder()
    }

    /// Adds the members that the reference leaves uninitialised on some input of a path, and
    /// the inputs on which it defines outputs.
    fn collect_left(
        &self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        outputs: &[Output],
        run: &mut Run<'_>,
        left: &mut Unset,
    ) {
        for output in outputs {
            let mut conditions = path.to_vec();
            let of = self.left_by_reference(machine, path, output, run);
            if !matches!(of, Left::Whole) {
                left.classes.insert(class(self.contract, output.place));
            }
            match of {
                Left::Nothing => continue,
                Left::Whole => {}
                Left::Where(condition, _) => conditions.push(condition),
            }
            let name = name(self.contract, output.place);
            left.defined.entry(name).or_default().push(conditions);
        }
    }

    /// Records members that the port leaves uninitialised on a path where the reference defines
    /// them.
    fn look_where_defined(
        &self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        members: &[Output],
        run: &mut Run<'_>,
        left: &Unset,
    ) {
        for member in members {
            let name = name(self.contract, member.place);
            for conditions in left.defined.get(&name).into_iter().flatten() {
                let both = [path, conditions].concat();
                self.round(&self.port, run)
                    .look_for_undefined(machine, &both, &[*member]);
            }
        }
    }
}

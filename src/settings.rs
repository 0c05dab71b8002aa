//! The settings of a run: flags, assumptions, bounds, and when to stop.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rewrite_rules::{Builder, SharedRules};
use strum::VariantArray;

use crate::accuracy::Tolerance;
use crate::assumption::Assumption;
use crate::budgets::run::{MAX_PATHS, MAX_STEPS, PATH_MEMORY, PHI_FOLD_THRESHOLD, TIMEOUT};
use crate::compile_commands::Build;
use crate::cpu::Target;
use crate::deadline::{Alarm, Deadline, Expired};
use crate::equiv::{Assumptions, Budget, Ladder, Options};
use crate::frontend::{Contraction, Devices, Shared};
use crate::program::FastMath;
use crate::rulebook::UserRule;
use crate::symex::{Limits, Search};
use crate::verdict::{Undecided, UndecidedKind, Undefined};

/// Settings that all drivers share.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Compiler flags for every file.
    pub cflags: Vec<String>,
    /// The assumptions that the user makes.
    pub assumptions: Assumptions,
    /// What fast-math flags grant, if the user grants those of the versions.
    pub fast_math: Option<Grant>,
    /// The meaning of undefined behaviour for the verdict.
    pub undefined: UndefinedLevels,
    /// Whether memory allocated on the heap or the stack is assumed to be zeroed.
    pub zeroed_memory: bool,
    /// Relations between inputs, as the user wrote them; nothing is claimed for other
    /// inputs.
    pub relations: Vec<String>,
    /// The accepted distance of float results; `None` for equality.
    pub tolerance: Option<Tolerance>,
    /// The build whose flags the files get.
    pub build: Option<Arc<Build>>,
    /// The processor that programs find, as the user names it; `None` for the one that the
    /// port, or the harness, is compiled for.
    pub cpu: Option<String>,
    /// Whether `a * b + c` in OpenCL C is contracted (`--contract`).
    pub contract: Contraction,
    /// Whether inexact builtins of OpenCL C are taken to give the results of C's functions.
    pub c_functions: bool,
    /// The devices that an OpenCL host finds.
    pub devices: Devices,
    /// Whether vector operations are counted at every size.
    pub instrument_simd: bool,
    /// The rewrite rules, built-in ones first.
    pub rules: SharedRules,
    /// The user's own rules among these.
    pub own_rules: Vec<UserRule>,
    /// The cost up to which a branch is folded (paper §5).
    pub phi_fold_threshold: u32,
    /// Whether branches over floating-point operations are folded.
    pub phi_fold_unsafe: bool,
    /// The most instructions in one run of one version.
    pub max_steps: u64,
    /// The most paths in one run of one version.
    pub max_paths: usize,
    /// The most bytes in use at once: by the objects of one path, and by the run beyond its
    /// initial memory.
    pub max_memory: u64,
    /// Whether the arms of a branch on an input are merged at the join.
    pub merge: bool,
    /// Whether leaked heap blocks are findings.
    pub leaks: bool,
    /// The order in which paths are explored.
    pub search: Search,
    /// The limits of the ladder's steps.
    pub budget: Budget,
    /// The time for the whole run.
    pub timeout: Duration,
    /// When the run started.
    pub started: Instant,
    /// Raised by Ctrl-C, and when memory is used up.
    pub alarm: Arc<Alarm>,
    /// Whether the outcome has times.
    pub timings: bool,
    /// Whether the compiler's diagnostics are coloured.
    pub color: bool,
    /// Whether checked code may run natively; if not, findings are only suspected.
    pub native: bool,
    /// The place where the runs of a suite share compiled modules.
    pub shared: Option<Shared>,
}

/// What the fast-math flags of two versions grant ([`Settings::grant`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct Grant {
    /// The flags. There is no `ninf` without `nnan`: no assumption excludes infinities alone.
    flags: FastMath,
    /// The assumptions that stand for them, without those that the user makes anyway.
    assumptions: Assumptions,
}

/// The meaning of undefined behaviour for the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Undefined behaviour is not searched for.
    Ignore,
    /// Undefined behaviour is noted in the verdict.
    Note,
    /// Undefined behaviour is a defect, in either version.
    Defect,
}

/// The levels that the user has set, by kind. Without one, undefined behaviour is a defect
/// if only the port has it, and a note otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UndefinedLevels(BTreeMap<Undefined, Level>);

impl UndefinedLevels {
    /// The level chosen for a kind.
    pub fn of(&self, kind: Undefined) -> Option<Level> {
        self.0.get(&kind).copied()
    }

    /// The kinds that are not searched for.
    pub fn ignored(&self) -> Vec<Undefined> {
        let ignored = self.0.iter().filter(|(_, level)| **level == Level::Ignore);
        ignored.map(|(kind, _)| *kind).collect()
    }

    /// Reads the text of one `--undefined`: `note`, `overflow=ignore,assume=defect`.
    ///
    /// # Errors
    /// What is wrong with the text, as a sentence.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        for part in text.split(',').map(str::trim) {
            let (kind, level) = match part.split_once('=') {
                Some((kind, level)) => (Some(kind), level),
                None => (None, part),
            };
            let level = match level {
                "ignore" => Level::Ignore,
                "note" => Level::Note,
                "defect" => Level::Defect,
                _ => return Err(format!("`{part}`: the levels are ignore, note and defect")),
            };
            let meant = |k: &Undefined| kind.is_none_or(|kind| kind == k.name());
            let mut kinds = Undefined::ALL.into_iter().filter(meant).peekable();
            if kinds.peek().is_none() {
                let names = Undefined::ALL.map(Undefined::name).join(", ");
                return Err(format!("`{part}`: the kinds are {names}"));
            }
            self.0.extend(kinds.map(|kind| (kind, level)));
        }
        Ok(())
    }
}

/// The defaults of all options, without rules.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            cflags: Vec::new(),
            assumptions: Assumptions::default(),
            fast_math: None,
            undefined: UndefinedLevels::default(),
            zeroed_memory: false,
            relations: Vec::new(),
            tolerance: None,
            build: None,
            cpu: None,
            contract: Contraction::default(),
            c_functions: false,
            devices: Devices::default(),
            instrument_simd: false,
            rules: SharedRules::default(),
            own_rules: Vec::new(),
            phi_fold_threshold: PHI_FOLD_THRESHOLD,
            phi_fold_unsafe: true,
            max_steps: MAX_STEPS,
            max_paths: MAX_PATHS,
            max_memory: PATH_MEMORY,
            merge: true,
            leaks: false,
            search: Search::DepthFirst,
            budget: Budget::default(),
            timeout: TIMEOUT,
            started: Instant::now(),
            alarm: Arc::default(),
            timings: false,
            color: false,
            native: true,
            shared: None,
        }
    }
}

impl Settings {
    /// The deadline of the run.
    pub fn deadline(&self) -> Deadline {
        let at = self.started.checked_add(self.timeout);
        Deadline::new(at, Arc::clone(&self.alarm))
    }

    /// A term builder with the run's rules, which stops rewriting when the time is up.
    pub fn builder(&self) -> Builder {
        let mut builder = self.rules.builder();
        let deadline = self.deadline();
        builder.stop_when(move || deadline.expired().is_some());
        builder
    }

    /// A ladder with the run's rules, assumptions and limits.
    pub fn ladder(&self) -> Ladder {
        let options = Options {
            assumptions: self.assumptions,
            budget: self.budget,
            tolerant: self.tolerance.is_some(),
            deadline: self.deadline(),
            max_memory: Some(self.max_memory),
            ..Options::default()
        };
        Ladder::new(&self.rules, options)
    }

    /// The executor's limits, with the processor of this target.
    pub fn limits(&self, target: &Target) -> Limits {
        Limits {
            cpu: target.cpu.clone(),
            permitted_fast_math: self.permitted_fast_math(target),
            max_steps: self.max_steps,
            max_paths: self.max_paths,
            max_memory: self.max_memory,
            zeroed_memory: self.zeroed_memory,
            merge: self.merge,
            search: self.search,
            deadline: self.deadline(),
            ..Limits::default()
        }
    }

    /// The fast-math flags that allow only results that the assumptions make equal.
    fn permitted_fast_math(&self, target: &Target) -> FastMath {
        let made = |assumption| self.assumptions.contains(assumption);
        [
            (made(Assumptions::ASSOCIATIVE), FastMath::REASSOC),
            (self.assumptions.exclude_nans(), FastMath::NO_NANS),
            (made(Assumptions::FINITE), FastMath::NO_INFINITIES),
            (made(Assumptions::POSITIVE_ZERO), FastMath::NO_SIGNED_ZEROS),
            (
                made(Assumptions::CONTRACTION) || !target.fuses,
                FastMath::CONTRACT,
            ),
            (made(Assumptions::RECIPROCAL), FastMath::RECIPROCAL),
        ]
        .into_iter()
        .filter(|(harmless, _)| *harmless)
        .fold(self.granted_flags(), |all, (_, flag)| all.union(flag))
    }

    /// The granted fast-math flags.
    fn granted_flags(&self) -> FastMath {
        self.fast_math.map_or_else(FastMath::default, |g| g.flags)
    }

    /// Grants the fast-math flags of the versions, if the user asks for it: each flag is the
    /// assumption under which all results that it allows are equal. Clang multiplies out and
    /// factors under `reassoc`, so that it includes *distributive*.
    pub fn grant(&mut self, flags: FastMath) {
        let Some(grant) = &mut self.fast_math else {
            return;
        };
        let has = |flag: FastMath| !flags.among(flag).is_empty();
        grant.flags = match has(FastMath::NO_NANS) {
            true => flags,
            false => flags.beyond(FastMath::NO_INFINITIES),
        };
        let reassoc = Assumptions::ASSOCIATIVE | Assumptions::DISTRIBUTIVE;
        let all = [
            (FastMath::REASSOC, reassoc),
            (FastMath::NO_NANS, Assumptions::ORDERED),
            (FastMath::NO_INFINITIES, Assumptions::FINITE),
            (FastMath::NO_SIGNED_ZEROS, Assumptions::POSITIVE_ZERO),
            (FastMath::RECIPROCAL, Assumptions::RECIPROCAL),
            (FastMath::CONTRACT, Assumptions::CONTRACTION),
        ];
        let granted = all.into_iter();
        let granted = granted.filter(|(flag, _)| !grant.flags.among(*flag).is_empty());
        let granted: Assumptions = granted.map(|(_, assumption)| assumption).collect();
        grant.assumptions = granted - self.assumptions;
        self.assumptions |= granted;
    }

    /// The reason to stop now, if there is one.
    pub fn stop(&self) -> Option<Undecided> {
        self.deadline().expired().map(ended)
    }

    /// The user's rules that are taken as given, with their files.
    pub fn given_rules(&self) -> Vec<String> {
        let given = self.own_rules.iter().filter(|rule| !rule.is_proved);
        given
            .map(|rule| format!("{} of {}", rule.name, rule.file))
            .collect()
    }

    /// The assumptions in force, one sentence each, without relations, which are part of a
    /// contract.
    pub fn assumption_sentences(&self) -> Vec<String> {
        let by_flags = self
            .fast_math
            .map_or_else(Assumptions::empty, |g| g.assumptions);
        let is_own =
            |a: &Assumption| a.about_floats().is_empty() || !by_flags.contains(a.about_floats());
        let sentence = |a: Assumption| match a {
            Assumption::FastMath => {
                let (flags, granted) = (self.granted_flags(), flags(by_flags).join(", "));
                format!(
                    "{}: {} ({flags}), that is {granted}",
                    a.option(),
                    a.meaning()
                )
            }
            _ => format!("{}: {}", a.option(), a.meaning()),
        };
        self.granted().filter(is_own).map(sentence).collect()
    }

    /// The assumption flags in force, as the user types them.
    pub fn assumption_flags(&self) -> Vec<String> {
        let relations = self.relations.iter();
        let relations = relations.map(|text| format!("--assume '{text}'"));
        let granted = self.granted().map(|a| a.option().to_owned());
        granted.chain(relations).collect()
    }

    fn granted(&self) -> impl Iterator<Item = Assumption> {
        let all = Assumption::VARIANTS.iter().copied();
        all.filter(|assumption| match assumption {
            Assumption::ZeroedMemory => self.zeroed_memory,
            Assumption::CFunctions => self.c_functions,
            Assumption::FastMath => !self.granted_flags().is_empty(),
            // They belong to a kernel, and are named by what rests on them.
            Assumption::RaceFree | Assumption::AtomicOrder => false,
            of_floats => self.assumptions.contains(of_floats.about_floats()),
        })
    }
}

/// The end of a run as a reason for UNDECIDED.
pub fn ended(reason: Expired) -> Undecided {
    let (kind, message, help) = match reason {
        Expired::Time => (
            UndecidedKind::TimeLimit,
            "time was up",
            Some("raise --timeout"),
        ),
        Expired::Interrupted => (UndecidedKind::Interrupted, "interrupted", None),
        Expired::Memory => (
            UndecidedKind::MemoryLimit,
            "memory was used up",
            Some("raise --max-memory"),
        ),
    };
    Undecided::new(kind, message).with_help(help.map(str::to_owned))
}

/// Assumptions about floats as the flags that a user types.
pub fn flags(a: Assumptions) -> Vec<String> {
    a.names().map(|name| format!("--assume-{name}")).collect()
}

//! The ends of paths, with all reasons why execution may stop.
//!
//! Invariant: a path that ends in [`End::Stopped`] proves nothing about its inputs.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use term::TermId;
use thiserror::Error;

use super::fast_math_advice;
use super::path::KeptPath;
use super::refused::Refused;
use super::value::Value;
use crate::program::{FastMath, SpanId};
use crate::verdict::{Location, UndecidedKind};

pub use crate::verdict::{Access, DefectKind};

/// How a path ended.
#[derive(Clone, Debug)]
pub enum End {
    /// The called function returned, with its value.
    Returned(Option<Value>),
    /// The program exited with this status.
    Exited(i32),
    /// An assumption in the program contradicts the path condition: there is nothing to
    /// prove.
    Infeasible,
    /// The program had undefined behaviour or failed an assertion.
    Defect(Defect),
    /// Execution could not continue.
    Stopped(Stop),
}

/// Why and where execution could not continue.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// The reason.
    pub reason: StopReason,
    /// The position, if debug info knows it.
    pub location: Option<Location>,
}

/// Why execution could not continue.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StopReason {
    /// An instruction without semantics here.
    #[error("no semantics for {0}")]
    UnsupportedInstruction(String),
    /// An LLVM intrinsic without semantics here.
    #[error("unknown intrinsic {0}")]
    UnknownIntrinsic(String),
    /// A function without body or model.
    #[error("call of {0}, which is neither defined nor known")]
    UnknownFunction(String),
    /// A function with an effect that this executor does not model.
    #[error("call of {function}: {}", what.what())]
    Refused {
        /// The function.
        function: String,
        /// What it does.
        what: Refused,
    },
    /// A file that the program may not read.
    #[error("the program reads the file {}, which is not in a directory that it may read", .0.display())]
    ForbiddenFile(PathBuf),
    /// A variable without a value.
    #[error("access to {0}, a variable that no file defines")]
    UnknownVariable(String),
    /// An access through a pointer of which only the name is known.
    #[error("where the global pointer {0} leads is not known: another function sets it")]
    UnsetPointer(String),
    /// A read of a volatile object that was accessed before.
    #[error("{0} is volatile and accessed before: what it holds now is not known")]
    Volatile(String),
    /// A known function used in a way that its model does not cover.
    #[error("{function}: {what}")]
    UnsupportedUse {
        /// The function.
        function: String,
        /// What is not covered.
        what: String,
    },
    /// Memory that the caller passes is released.
    #[error("{0}: of memory that the caller passes")]
    CallerMemory(&'static str),
    /// An operation whose fast-math flags allow other results.
    #[error("the flags `{0}` allow the compiler other results")]
    FastMath(FastMath),
    /// A rounding direction, flushing or trapping that is not modelled.
    #[error("the floating-point environment: {0}")]
    FloatEnvironment(String),
    /// A use of `errno` beside a mathematical function that may set it.
    #[error("`errno` is used, and {0} may set it, which is not modelled")]
    Errno(String),
    /// An address that depends on inputs and has no known bound.
    #[error("memory access at an address that depends on the inputs")]
    SymbolicAddress,
    /// A size or count depends on inputs and must be concrete.
    #[error("{0} depends on the inputs")]
    SymbolicSize(&'static str),
    /// A call through a pointer that depends on inputs.
    #[error("call through a pointer that depends on the inputs")]
    SymbolicCall,
    /// More instructions than the limit.
    #[error("more than {0} instructions executed")]
    StepLimit(u64),
    /// More rewritings of terms than the limit.
    #[error("more than {0} terms rewritten")]
    RewritingLimit(u64),
    /// Out of time.
    #[error("time was up")]
    TimeLimit,
    /// Interrupted by the user.
    #[error("interrupted")]
    Interrupted,
    /// Calls nested too deeply.
    #[error("calls nested more than {0} deep")]
    RecursionLimit(usize),
    /// More paths than the limit.
    #[error("more than {0} paths")]
    PathLimit(usize),
    /// A path left unexplored because an assertion fails on an earlier one.
    #[error("paths are left out after one that fails")]
    Left,
    /// The objects of one path exceed the limit, in bytes.
    #[error("more than {0} bytes of objects")]
    MemoryLimit(u64),
    /// The memory limit of the whole run is reached.
    #[error("memory was used up")]
    MemoryFull,
}

impl StopReason {
    /// Returns the kind of reason that a verdict states.
    pub const fn kind(&self) -> UndecidedKind {
        match self {
            StopReason::UnsupportedInstruction(_) => UndecidedKind::UnsupportedInstruction,
            StopReason::UnknownIntrinsic(_) => UndecidedKind::UnknownIntrinsic,
            StopReason::UnknownFunction(_) => UndecidedKind::UnknownFunction,
            StopReason::ForbiddenFile(_) => UndecidedKind::ForbiddenFile,
            StopReason::UnknownVariable(_) => UndecidedKind::UnknownVariable,
            StopReason::UnsetPointer(_) => UndecidedKind::UnsetPointer,
            StopReason::Volatile(_) => UndecidedKind::Volatile,
            StopReason::Refused { .. } => UndecidedKind::Refused,
            StopReason::UnsupportedUse { .. }
            | StopReason::CallerMemory(_)
            | StopReason::Errno(_) => UndecidedKind::UnsupportedUse,
            StopReason::FastMath(_) => UndecidedKind::FastMath,
            StopReason::FloatEnvironment(_) => UndecidedKind::FloatEnvironment,
            StopReason::SymbolicAddress => UndecidedKind::SymbolicAddress,
            StopReason::SymbolicSize(_) => UndecidedKind::SymbolicSize,
            StopReason::SymbolicCall => UndecidedKind::SymbolicCall,
            StopReason::StepLimit(_) | StopReason::RewritingLimit(_) => UndecidedKind::StepLimit,
            StopReason::TimeLimit => UndecidedKind::TimeLimit,
            StopReason::Interrupted => UndecidedKind::Interrupted,
            StopReason::RecursionLimit(_) => UndecidedKind::RecursionLimit,
            StopReason::PathLimit(_) => UndecidedKind::PathLimit,
            StopReason::MemoryLimit(_) | StopReason::MemoryFull => UndecidedKind::MemoryLimit,
            StopReason::Left => UndecidedKind::PathsLeft,
        }
    }

    /// Returns advice on what would let execution continue, where there is any; `tolerated`
    /// says that outputs are compared under a tolerance.
    pub fn help(&self, tolerated: bool) -> Option<String> {
        let help = match self {
            StopReason::UnknownFunction(_) => "add the file that defines it",
            StopReason::UnknownVariable(name) => {
                return Some(format!(
                    "add the file that defines it; a check takes its type and length, too: \
                     --global '{name}=f32[16]'"
                ));
            }
            StopReason::UnsetPointer(name) => {
                return Some(format!(
                    "name the function that sets it with --setup, or keep its initial value: \
                     --global '{name}=initial'"
                ));
            }
            StopReason::Volatile(name) => {
                return Some(format!(
                    "if nothing beside the functions changes it, say what it holds: \
                     --global '{name}=TYPE', or --arg of a parameter"
                ));
            }
            StopReason::Refused { what, .. } => what.help(),
            StopReason::ForbiddenFile(path) => {
                let directory = path.parent().filter(|d| !d.as_os_str().is_empty());
                let directory = directory.unwrap_or(Path::new("."));
                return Some(format!("allow it: --allow-read {}", directory.display()));
            }
            StopReason::FastMath(flags) if tolerated => {
                return Some(fast_math_advice::excluding(*flags));
            }
            StopReason::FastMath(flags) => return Some(fast_math_advice::accepting(*flags)),
            StopReason::CallerMemory(_) => {
                "a harness can allocate it: --emit-harness FILE writes one"
            }
            StopReason::Errno(_) => {
                "if nobody asks for errors of mathematical functions, say so: --cflags=-fno-math-errno"
            }
            StopReason::SymbolicAddress => {
                "bound the index, or make the input that decides it const"
            }
            StopReason::SymbolicSize(_) => "make the input that decides it const",
            StopReason::StepLimit(_) => "raise --max-steps",
            StopReason::TimeLimit => "raise --timeout",
            StopReason::PathLimit(_) => "raise --max-paths, or restrict the inputs",
            StopReason::MemoryLimit(_) | StopReason::MemoryFull => "raise --max-memory",
            _ => return None,
        };
        Some(help.to_owned())
    }
}

/// The object that a defect concerns.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectInfo {
    /// Its name, empty when unknown.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Where it was allocated.
    pub allocation: Option<Location>,
    /// Where it was freed, if it has been.
    pub release: Option<Box<Location>>,
}

/// Undefined behaviour or a failed assertion.
#[derive(Clone, Debug, PartialEq)]
pub struct Defect {
    /// The kind.
    pub kind: DefectKind,
    /// Where it happens.
    pub location: Option<Location>,
    /// The innermost call that led there.
    pub called_at: Option<Box<Location>>,
    /// The accessed object, or the one nearest to the address.
    pub object: Option<ObjectInfo>,
    /// Offset of the access from the object's start in bytes, if concrete.
    pub offset: Option<i64>,
    /// Number of bytes accessed.
    pub size: u64,
    /// The text of the assertion, or other particulars.
    pub text: String,
    /// Of a race: the pairs of accesses, each with the condition under which it occurs.
    pub meetings: Rc<Vec<Meeting>>,
    /// The commands of the host around the defect.
    pub commands: Rc<Around>,
    /// The exception that nobody catches.
    pub thrown: Option<Rc<Thrown>>,
}

/// The commands of an OpenCL host around a defect.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Around {
    /// The commands and what orders them, one per line.
    pub order: Vec<String>,
    /// The command to which the defect happens, and where in the command's source; empty if
    /// it is in the host, or in two commands.
    pub running: String,
}

/// What is known of an exception that nobody catches.
#[derive(Clone, Debug, PartialEq)]
pub struct Thrown {
    /// The name of its type.
    pub ty: String,
    /// What it says, of an exception derived from `std::exception`; `None` if that is not
    /// constant.
    pub says: Option<String>,
    /// Its value, of an integer.
    pub value: Option<TermId>,
    /// Whether it leaves all calls; it is stopped by a `noexcept` function or a destructor
    /// otherwise, which ends the program.
    pub escapes: bool,
}

/// Two accesses that race where a condition holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// The condition, besides the path condition.
    pub condition: TermId,
    /// The accesses, in order of execution.
    pub accesses: [Touch; 2],
}

/// An access of a thread, as reports describe it.
#[derive(Clone, Debug, PartialEq)]
pub struct Touch {
    /// The thread's index among all threads of its launch.
    pub thread: u64,
    /// Its name in reports.
    pub name: String,
    /// Whether it reads or writes.
    pub access: Access,
    /// Whether it is atomic.
    pub atomic: bool,
    /// Whether it is atomic to accesses of its work-group only.
    pub within_group: bool,
    /// The instruction, and the calls that led to it, innermost first.
    pub chain: Rc<[SpanId]>,
    /// Number of barriers that its group had passed.
    pub passed: u32,
    /// Which access of the thread from this position it is since the last barrier, from 1.
    pub round: u32,
    /// The last of these barriers, if known.
    pub barrier: SpanId,
    /// The offset in the object, in bytes, a 64-bit term.
    pub offset: TermId,
    /// Number of bytes.
    pub size: u64,
    /// The value read or written, if it is one scalar.
    pub value: Option<TermId>,
}

impl Defect {
    /// Makes a defect that concerns no object.
    pub fn at(kind: DefectKind, location: Option<Location>) -> Defect {
        Defect {
            kind,
            location,
            called_at: None,
            object: None,
            offset: None,
            size: 0,
            text: String::new(),
            meetings: Rc::default(),
            commands: Rc::default(),
            thrown: None,
        }
    }

    /// Returns one sentence: what happened to which object.
    pub fn message(&self) -> String {
        let what = self
            .kind
            .words(self.object.is_some(), !self.text.is_empty());
        let mut message = what.to_owned();
        if let Some(object) = &self.object {
            let name = if object.name.is_empty() {
                "an object"
            } else {
                &object.name
            };
            message += &format!(" {name} ({} bytes)", object.size);
        }
        if self.size > 0 {
            message += &match self.size as i64 {
                size @ ..0 => format!(": {size} bytes, which are {} unsigned", self.size),
                size => format!(": {size} bytes"),
            };
            match self.offset {
                Some(offset @ ..0) => message += &format!(", {} before its start", -offset),
                Some(offset) => message += &format!(" at offset {offset}"),
                None if self.object.is_none() => {}
                None => message += " at an offset that depends on the inputs",
            }
        }
        if !self.text.is_empty() {
            message += &format!(": {}", self.text);
        }
        if !self.commands.running.is_empty() {
            message += &format!(", by {}", self.commands.running);
        }
        message
    }
}

/// An obligation of a path: it must hold for the path to be free of defects. Execution
/// continued as if it did; the driver decides it.
#[derive(Clone, Debug)]
pub struct Check {
    /// The conditions under which it must hold.
    pub path: KeptPath,
    /// A one-bit term that must be true.
    pub condition: TermId,
    /// The defect if it is false.
    pub defect: Defect,
}

//! Native runs under sanitizers, and their reports.
//!
//! AddressSanitizer, MemorySanitizer and ThreadSanitizer are LLVM passes over functions
//! with an attribute, so they work on modules from anywhere. UndefinedBehaviorSanitizer is
//! part of clang's code generation, so its module has to be compiled with
//! [`Sanitizer::generated`].

use std::fmt;

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::Module;

use crate::llvm;

/// A sanitizer, or one group of its checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sanitizer {
    /// Accesses outside live objects, wrong frees.
    Address,
    /// Heap blocks that nothing points to at the end.
    Leak,
    /// Uses of uninitialised memory.
    Memory,
    /// Unordered accesses by two threads.
    Thread,
    /// Unordered accesses to global memory, ordered only by barriers that fence it.
    GlobalThread,
    /// Unordered accesses to local memory, ordered only by barriers that fence it.
    LocalThread,
    /// Shifts by too large an amount. The module has to be compiled with the checks.
    Undefined,
    /// Signed integer overflow. The module has to be compiled with the checks.
    Overflow,
    /// Left shifts of signed integers that lose bits. The module has to be compiled with
    /// the checks.
    ShiftBase,
    /// Misaligned accesses. The module has to be compiled with the checks.
    Alignment,
    /// Floats converted to integers that cannot hold them. The module has to be compiled
    /// with the checks.
    Conversion,
    /// Zero as the operand of `__builtin_clz` and `__builtin_ctz`. The module has to be
    /// compiled with the checks.
    Builtin,
    /// Variable-length arrays without elements. The module has to be compiled with the
    /// checks.
    ArrayLength,
    /// Indices outside of arrays. The module has to be compiled with the checks.
    ArrayIndex,
    /// Execution of points declared unreachable, and false assumptions. The module has to
    /// be compiled with the checks.
    Unreachable,
}

/// ThreadSanitizer's name for two unordered accesses.
const RACE: &str = "data race";

/// The first error that a sanitizer reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The sanitizer's full name, `AddressSanitizer`.
    pub sanitizer: String,
    /// The sanitizer's name of the error, `heap-buffer-overflow`, or a sentence.
    pub error: String,
    /// The location as `file:line:column`, if reported.
    pub place: Option<String>,
}

/// `AddressSanitizer: heap-buffer-overflow (t.c:3:14)`.
impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.sanitizer, self.error)?;
        match &self.place {
            Some(place) => write!(f, " ({})", place.rsplit('/').next().unwrap_or(place)),
            None => Ok(()),
        }
    }
}

impl Sanitizer {
    /// The clang flag that links the sanitizer.
    pub const fn flag(self) -> &'static str {
        match self {
            Sanitizer::Address => "-fsanitize=address",
            Sanitizer::Leak => "-fsanitize=leak",
            Sanitizer::Memory => "-fsanitize=memory",
            Sanitizer::Thread | Sanitizer::GlobalThread | Sanitizer::LocalThread => {
                "-fsanitize=thread"
            }
            Sanitizer::Undefined => "-fsanitize=shift-exponent",
            Sanitizer::Overflow => "-fsanitize=signed-integer-overflow",
            Sanitizer::ShiftBase => "-fsanitize=shift-base",
            Sanitizer::Alignment => "-fsanitize=alignment",
            Sanitizer::Conversion => "-fsanitize=float-cast-overflow",
            Sanitizer::Builtin => "-fsanitize=builtin",
            Sanitizer::ArrayLength => "-fsanitize=vla-bound",
            Sanitizer::ArrayIndex => "-fsanitize=array-bounds",
            Sanitizer::Unreachable => "-fsanitize=unreachable,return,alignment",
        }
    }

    /// The flags that add its checks in clang's code generation; `None` if it is a pass.
    pub const fn generated(self) -> Option<&'static [&'static str]> {
        Some(match self {
            Sanitizer::Address
            | Sanitizer::Leak
            | Sanitizer::Memory
            | Sanitizer::Thread
            | Sanitizer::GlobalThread
            | Sanitizer::LocalThread => {
                return None;
            }
            Sanitizer::Undefined => &["-fsanitize=shift-exponent"],
            Sanitizer::Overflow => &["-fsanitize=signed-integer-overflow"],
            Sanitizer::ShiftBase => &["-fsanitize=shift-base"],
            Sanitizer::Alignment => &["-fsanitize=alignment"],
            Sanitizer::Conversion => &["-fsanitize=float-cast-overflow"],
            Sanitizer::Builtin => &["-fsanitize=builtin"],
            Sanitizer::ArrayLength => &["-fsanitize=vla-bound"],
            Sanitizer::ArrayIndex => &["-fsanitize=array-bounds"],
            // clang checks only assumptions about alignment; others become `unreachable`.
            Sanitizer::Unreachable => &[
                "-fsanitize=unreachable,return,alignment",
                "-D__builtin_assume(x)=((x)?(void)0:__builtin_unreachable())",
            ],
        })
    }

    /// Whether it looks for unordered accesses of threads.
    pub(super) const fn watches_threads(self) -> bool {
        matches!(
            self,
            Sanitizer::Thread | Sanitizer::GlobalThread | Sanitizer::LocalThread
        )
    }

    /// The address spaces of a device (`docs/decisions/0068`) that it ignores; for global or
    /// local memory alone, these include the generic space, 4.
    pub(super) const fn unwatched(self) -> &'static [u32] {
        match self {
            Sanitizer::GlobalThread => &[3, 4],
            Sanitizer::LocalThread => &[1, 2, 4],
            _ => &[],
        }
    }

    /// The sanitizer's full name.
    pub const fn name(self) -> &'static str {
        match self {
            Sanitizer::Address => "AddressSanitizer",
            Sanitizer::Leak => "LeakSanitizer",
            Sanitizer::Memory => "MemorySanitizer",
            Sanitizer::Thread | Sanitizer::GlobalThread | Sanitizer::LocalThread => {
                "ThreadSanitizer"
            }
            Sanitizer::Undefined
            | Sanitizer::Overflow
            | Sanitizer::ShiftBase
            | Sanitizer::Alignment
            | Sanitizer::Conversion
            | Sanitizer::Builtin
            | Sanitizer::ArrayLength
            | Sanitizer::ArrayIndex
            | Sanitizer::Unreachable => "UndefinedBehaviorSanitizer",
        }
    }

    /// Further flags for the native program.
    pub(super) const fn flags(self) -> &'static [&'static str] {
        match self {
            Sanitizer::Memory => &["-fsanitize-memory-track-origins"],
            // The flag of barriers that order accesses (`launch.h`).
            Sanitizer::GlobalThread => &["-DFENCED=2"],
            Sanitizer::LocalThread => &["-DFENCED=1"],
            _ => &[],
        }
    }

    /// Library functions that the driver wraps.
    pub(super) const fn wrapped(self) -> &'static [&'static str] {
        match self {
            Sanitizer::Address => &["malloc", "calloc"],
            _ => &[],
        }
    }

    /// The environment variable of its options, and the options.
    pub(super) const fn options(self) -> (&'static str, &'static str) {
        match self {
            Sanitizer::Address => (
                "ASAN_OPTIONS",
                "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1",
            ),
            Sanitizer::Leak => ("LSAN_OPTIONS", "allocator_may_return_null=1"),
            Sanitizer::Memory => ("MSAN_OPTIONS", "allocator_may_return_null=1"),
            Sanitizer::Thread | Sanitizer::GlobalThread | Sanitizer::LocalThread => (
                "TSAN_OPTIONS",
                "halt_on_error=1:allocator_may_return_null=1",
            ),
            Sanitizer::Undefined
            | Sanitizer::Overflow
            | Sanitizer::ShiftBase
            | Sanitizer::Alignment
            | Sanitizer::Conversion
            | Sanitizer::Builtin
            | Sanitizer::ArrayLength
            | Sanitizer::ArrayIndex
            | Sanitizer::Unreachable => ("UBSAN_OPTIONS", "halt_on_error=1"),
        }
    }

    /// Marks every function of the module for the sanitizer's pass, and keeps calls whose
    /// result is unused from being removed.
    pub(super) fn mark(self, module: &Module<'_>) {
        llvm::forget_promises(module, &["memory"]);
        let name = match self {
            Sanitizer::Address => "sanitize_address",
            Sanitizer::Memory => "sanitize_memory",
            _ if self.watches_threads() => "sanitize_thread",
            _ => return,
        };
        let kind = Attribute::get_named_enum_kind_id(name);
        let attribute = module.get_context().create_enum_attribute(kind, 0);
        let defined = module
            .get_functions()
            .filter(|f| f.count_basic_blocks() > 0);
        for function in defined {
            function.add_attribute(AttributeLoc::Function, attribute);
        }
    }

    /// The first error in the standard error output of a run.
    pub(super) fn complaint(self, text: &str) -> Option<Complaint> {
        match self {
            // t.c:3:14: runtime error: shift exponent 40 is too large for 32-bit type 'int'
            _ if self.generated().is_some() => text.lines().find_map(|line| {
                let (place, error) = line.split_once(": runtime error: ")?;
                // The device library has no source of the user's.
                Some(self.said(error, Some(place).filter(|place| !place.is_empty())))
            }),
            // SUMMARY: AddressSanitizer: heap-buffer-overflow t.c:3:14 in f
            // SUMMARY: LeakSanitizer: 16 byte(s) leaked in 1 allocation(s).
            _ => text.lines().find_map(|line| {
                let rest = line.strip_prefix("SUMMARY: ")?;
                let rest = rest.strip_prefix(self.name())?.strip_prefix(": ")?;
                if self == Sanitizer::Leak {
                    return Some(self.said(rest.trim_end_matches('.'), None));
                }
                // SUMMARY: ThreadSanitizer: data race t.cl:3:14 in f
                let words = rest
                    .strip_prefix(RACE)
                    .map(|place| (RACE, place.trim_start()));
                let (error, place) =
                    words.unwrap_or_else(|| rest.split_once(' ').unwrap_or((rest, "")));
                // Without debug info: (program+0x1234) (BuildId: …)
                let place = place.split(" in ").next();
                let place = place.filter(|p| p.contains(':') && !p.starts_with('('));
                Some(self.said(error, place))
            }),
        }
    }

    fn said(self, error: &str, place: Option<&str>) -> Complaint {
        Complaint {
            sanitizer: self.name().to_owned(),
            error: error.to_owned(),
            place: place.map(str::to_owned),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_an_error_and_a_place() {
        let text = "==1==ERROR: …\nSUMMARY: AddressSanitizer: heap-buffer-overflow t.c:3:14 in f\n";
        let said = Sanitizer::Address.complaint(text).unwrap();
        assert_eq!(said.error, "heap-buffer-overflow");
        assert_eq!(said.place.as_deref(), Some("t.c:3:14"));
        assert_eq!(Sanitizer::Memory.complaint(text), None);
    }

    #[test]
    fn leaks_have_no_place() {
        let text = "SUMMARY: LeakSanitizer: 16 byte(s) leaked in 1 allocation(s).\n";
        let said = Sanitizer::Leak.complaint(text).unwrap();
        assert_eq!(said.error, "16 byte(s) leaked in 1 allocation(s)");
    }

    #[test]
    fn undefined_arithmetic_is_a_sentence() {
        let text = "t.c:3:14: runtime error: shift exponent 40 is too large\n";
        let said = Sanitizer::Undefined.complaint(text).unwrap();
        assert_eq!(said.error, "shift exponent 40 is too large");
        assert_eq!(said.place.as_deref(), Some("t.c:3:14"));
    }
}

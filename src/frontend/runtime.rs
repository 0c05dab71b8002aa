//! The C library's functions that are written in C (`runtime/libc`): a program
//! that calls one gets it linked in, compiled like the program itself, so that
//! it runs on symbolic data as any code does.
//!
//! Invariant: only what the program declares and does not define is linked, and
//! only into the module that is executed; native replay uses the system's own.

use inkwell::context::Context;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::*;
use inkwell::module::Module;
use rustc_hash::FxHashSet;

use super::compile::{Scratch, compile_runtime, link};
use super::error::FrontendError;
use super::tools::Clang;
use crate::llvm;

/// A source file and what it defines.
struct Unit {
    file: &'static str,
    source: &'static str,
    names: &'static [&'static str],
}

const UNITS: &[Unit] = &[
    Unit {
        file: "ctype.c",
        source: include_str!("../../runtime/libc/ctype.c"),
        names: &[
            "isalnum",
            "isalpha",
            "isascii",
            "isblank",
            "iscntrl",
            "isdigit",
            "isgraph",
            "islower",
            "isprint",
            "ispunct",
            "isspace",
            "isupper",
            "isxdigit",
            "toascii",
            "tolower",
            "toupper",
            "__ctype_b_loc",
            "__ctype_tolower_loc",
            "__ctype_toupper_loc",
        ],
    },
    Unit {
        file: "string.c",
        source: include_str!("../../runtime/libc/string.c"),
        names: &[
            "memchr",
            "stpcpy",
            "strcasecmp",
            "strcat",
            "strchr",
            "strcmp",
            "strcpy",
            "strcspn",
            "strdup",
            "strlen",
            "strncasecmp",
            "strncat",
            "strncmp",
            "strncpy",
            "strndup",
            "strnlen",
            "strpbrk",
            "strrchr",
            "strspn",
            "strstr",
            "strtok",
            "strtok_r",
        ],
    },
    Unit {
        file: "number.c",
        source: include_str!("../../runtime/libc/number.c"),
        names: &[
            "__errno_location",
            "__isoc23_strtol",
            "__isoc23_strtoll",
            "__isoc23_strtoul",
            "__isoc23_strtoull",
            "atoi",
            "atol",
            "atoll",
            "strtol",
            "strtoll",
            "strtoul",
            "strtoull",
        ],
    },
    Unit {
        file: "sort.c",
        source: include_str!("../../runtime/libc/sort.c"),
        names: &["bsearch", "qsort", "qsort_r"],
    },
    Unit {
        file: "random.c",
        source: include_str!("../../runtime/libc/random.c"),
        names: &["rand", "rand_r", "random", "srand", "srandom"],
    },
    Unit {
        file: "getopt.c",
        source: include_str!("../../runtime/libc/getopt.c"),
        names: &["getopt", "optarg", "opterr", "optind", "optopt"],
    },
    Unit {
        file: "time.c",
        source: include_str!("../../runtime/libc/time.c"),
        names: &["clock", "clock_gettime", "gettimeofday", "time"],
    },
];

/// Links the units that define what the module only declares.
///
/// # Errors
/// When clang or the linker refuses one: a defect of ours, told as an error.
pub fn link_runtime<'c>(
    context: &'c Context,
    clang: &Clang,
    module: &Module<'c>,
) -> Result<(), FrontendError> {
    let wanted = undefined(module);
    let units: Vec<&Unit> = UNITS
        .iter()
        .filter(|unit| unit.names.iter().any(|name| wanted.contains(*name)))
        .collect();
    if units.is_empty() {
        return Ok(());
    }
    let scratch = Scratch::new()?;
    for unit in units {
        let path = scratch.write(unit.file, unit.source)?;
        let runtime = compile_runtime(context, clang, &path, &scratch)?;
        keep(&runtime, &wanted);
        link(context, module, runtime)?;
    }
    Ok(())
}

/// The names of all functions and variables that a module uses without defining.
fn undefined(module: &Module<'_>) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    // SAFETY: values of the live module.
    unsafe {
        for function in llvm::functions(module) {
            if LLVMIsDeclaration(function) != 0 {
                names.insert(llvm::name(function));
            }
        }
        for global in llvm::globals(module) {
            if LLVMIsDeclaration(global) != 0 {
                names.insert(llvm::name(global));
            }
        }
    }
    names
}

/// Makes everything internal but what the program wants.
fn keep(runtime: &Module<'_>, wanted: &FxHashSet<String>) {
    // SAFETY: values of the live module.
    unsafe {
        let all = llvm::functions(runtime).chain(llvm::globals(runtime));
        for value in all.collect::<Vec<_>>() {
            if LLVMIsDeclaration(value) == 0 && !wanted.contains(&llvm::name(value)) {
                LLVMSetLinkage(value, LLVMLinkage::LLVMInternalLinkage);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table says what the files define, no more and no less.
    #[test]
    fn units_define_their_names() {
        let clang = Clang::find().unwrap();
        let context = Context::create();
        for unit in UNITS {
            let scratch = Scratch::new().unwrap();
            let path = scratch.write(unit.file, unit.source).unwrap();
            let module = compile_runtime(&context, &clang, &path, &scratch).unwrap();
            let mut defined = Vec::new();
            // SAFETY: values of the live module.
            unsafe {
                for value in llvm::functions(&module).chain(llvm::globals(&module)) {
                    let external = LLVMGetLinkage(value) == LLVMLinkage::LLVMExternalLinkage;
                    if external && LLVMIsDeclaration(value) == 0 {
                        defined.push(llvm::name(value));
                    }
                }
            }
            let mut names: Vec<String> = unit.names.iter().map(|n| (*n).to_owned()).collect();
            names.sort();
            defined.sort();
            assert_eq!(names, defined, "{}", unit.file);
        }
    }
}

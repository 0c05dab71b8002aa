//! The C library's functions that are written in C (`runtime/libc`), and what C++
//! needs of its own (`runtime/libcxx`): a program that calls one gets it linked
//! in, compiled like the program itself, so that it runs on symbolic data as any
//! code does.
//!
//! Invariant: only what the program declares and does not define is linked, and
//! only into the module that is executed; native replay uses the system's own.

use std::path::Path;

use inkwell::context::Context;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::*;
use inkwell::module::Module;
use rustc_hash::FxHashSet;

use super::clang::{Scratch, run_clang};
use super::error::FrontendError;
use super::flags::Flags;
use super::ir::{link, read_ir};
use super::passes;
use super::tools::Clang;
use crate::llvm;

/// A source file and what it defines.
struct Unit {
    file: &'static str,
    source: &'static str,
    /// Separated by white space.
    names: &'static str,
}

const UNITS: &[Unit] = &[
    Unit {
        file: "ctype.c",
        source: include_str!("../../runtime/libc/ctype.c"),
        names: "isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint \
            ispunct isspace isupper isxdigit toascii tolower toupper __ctype_b_loc \
            __ctype_tolower_loc __ctype_toupper_loc",
    },
    Unit {
        file: "string.c",
        source: include_str!("../../runtime/libc/string.c"),
        names: "memchr stpcpy strcasecmp strcat strchr strcmp strcpy strcspn strdup strlen \
            strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn \
            strstr strtok strtok_r",
    },
    Unit {
        file: "number.c",
        source: include_str!("../../runtime/libc/number.c"),
        names: "__errno_location __isoc23_strtol __isoc23_strtoll __isoc23_strtoul \
            __isoc23_strtoull atoi atol atoll strtol strtoll strtoul strtoull",
    },
    Unit {
        file: "float.c",
        source: include_str!("../../runtime/libc/float.c"),
        names: "frexp frexpf frexpl ilogb ilogbf ldexpl logb logbf modf modff modfl \
            nextafter nextafterf scalbln scalblnf scalbn scalbnf scalbnl",
    },
    Unit {
        file: "sort.c",
        source: include_str!("../../runtime/libc/sort.c"),
        names: "bsearch qsort qsort_r",
    },
    Unit {
        file: "random.c",
        source: include_str!("../../runtime/libc/random.c"),
        names: "rand rand_r random srand srandom",
    },
    Unit {
        file: "getopt.c",
        source: include_str!("../../runtime/libc/getopt.c"),
        names: "getopt optarg opterr optind optopt",
    },
    Unit {
        file: "time.c",
        source: include_str!("../../runtime/libc/time.c"),
        names: "clock clock_gettime gettimeofday time",
    },
    Unit {
        file: "stdio.c",
        source: include_str!("../../runtime/libc/stdio.c"),
        names: "__getdelim access clearerr close fclose feof ferror fgetc fgets fileno \
            fopen fopen64 fread fseek fseeko fseeko64 fstat ftell ftello ftello64 getc \
            getchar getdelim getline isatty lseek lseek64 open open64 read rewind stat \
            stderr stdin stdout ungetc write",
    },
    Unit {
        file: "thread.c",
        source: include_str!("../../runtime/libc/thread.c"),
        names: "pthread_cond_broadcast pthread_cond_destroy pthread_cond_init \
            pthread_cond_signal pthread_equal pthread_mutex_destroy pthread_mutex_init \
            pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock \
            pthread_mutexattr_destroy pthread_mutexattr_init pthread_mutexattr_settype \
            pthread_once pthread_rwlock_destroy pthread_rwlock_init \
            pthread_rwlock_rdlock pthread_rwlock_unlock pthread_rwlock_wrlock \
            pthread_self sched_yield",
    },
    Unit {
        file: "environ.c",
        source: include_str!("../../runtime/libc/environ.c"),
        names: "__environ environ",
    },
    Unit {
        file: "containers.cpp",
        source: include_str!("../../runtime/libcxx/containers.cpp"),
        names: include_str!("../../runtime/libcxx/containers.names"),
    },
    Unit {
        file: "program.cpp",
        source: include_str!("../../runtime/libcxx/program.cpp"),
        names: "__libc_single_threaded",
    },
    Unit {
        file: "rtti.cpp",
        source: include_str!("../../runtime/libcxx/rtti.cpp"),
        names: "__dynamic_cast _ZN4rtti10is_pointerEPKNS_4TypeE \
            _ZN4rtti4sameEPKNS_4TypeES2_ _ZN4rtti7catchesEPKNS_4TypeES2_PPv",
    },
    Unit {
        file: "exception.cpp",
        source: include_str!("../../runtime/libcxx/exception.cpp"),
        names: "_Unwind_Resume _ZSt18uncaught_exceptionv _ZSt19uncaught_exceptionsv \
            __cxa_allocate_exception __cxa_begin_catch __cxa_call_unexpected \
            __cxa_current_exception_type __cxa_end_catch __cxa_free_exception \
            __cxa_get_exception_ptr __cxa_rethrow __cxa_throw __gxx_personality_v0",
    },
    Unit {
        file: "fundamental.cpp",
        source: include_str!("../../runtime/libcxx/fundamental.cpp"),
        names: include_str!("../../runtime/libcxx/fundamental.names"),
    },
    Unit {
        file: "stdexcept.cpp",
        source: include_str!("../../runtime/libcxx/stdexcept.cpp"),
        names: include_str!("../../runtime/libcxx/stdexcept.names"),
    },
];

/// A header that units include.
const HEADERS: [(&str, &str); 1] = [("rtti.h", include_str!("../../runtime/libcxx/rtti.h"))];

/// What the executor calls by itself.
const CALLED: [&str; 1] = ["_Unwind_Resume"];

/// Links the units that define what the module only declares.
///
/// # Errors
/// When clang or the linker refuses one: a defect of ours, told as an error.
pub fn link_runtime<'c>(
    context: &'c Context,
    clang: &Clang,
    module: &Module<'c>,
) -> Result<(), FrontendError> {
    let mut wanted = undefined(module);
    wanted.extend(CALLED.map(str::to_owned));
    let scratch = Scratch::new()?;
    for (file, text) in HEADERS {
        scratch.write(file, text)?;
    }
    let mut runtime: Option<Module<'c>> = None;
    let mut missing = undefined(module);
    let mut left: Vec<&Unit> = UNITS.iter().collect();
    // Units use one another.
    while let Some(at) = left.iter().position(|unit| unit.defines_any(&missing)) {
        let unit = left.remove(at);
        let path = scratch.write(unit.file, unit.source)?;
        let compiled = compile_runtime(context, clang, &path, &scratch)?;
        missing.extend(undefined(&compiled));
        match &runtime {
            None => runtime = Some(compiled),
            Some(runtime) => link(context, runtime, compiled)?,
        }
    }
    let Some(runtime) = runtime else {
        return Ok(());
    };
    keep(&runtime, &wanted);
    link(context, module, runtime)
}

/// Compiles a file of our own run-time library. It has no debug info: what goes
/// wrong in it is blamed on the program's call.
fn compile_runtime<'c>(
    context: &'c Context,
    clang: &Clang,
    source: &Path,
    scratch: &Scratch,
) -> Result<Module<'c>, FrontendError> {
    let output = source.with_extension("bc");
    let flags = Flags {
        common: [
            "-O1",
            "-fno-builtin",
            "-fno-vectorize",
            "-fno-slp-vectorize",
            "-g0",
        ]
        .map(str::to_owned)
        .to_vec(),
        ..Flags::default()
    };
    run_clang(clang, source, &output, &flags, scratch)?;
    let module = read_ir(context, source, &output)?;
    passes::lower_switches(&module)?;
    Ok(module)
}

impl Unit {
    fn defines_any(&self, names: &FxHashSet<String>) -> bool {
        self.names
            .split_whitespace()
            .any(|name| names.contains(name))
    }
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
        let all = llvm::functions(runtime)
            .chain(llvm::globals(runtime))
            .chain(llvm::aliases(runtime));
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
            for (file, text) in HEADERS {
                scratch.write(file, text).unwrap();
            }
            let path = scratch.write(unit.file, unit.source).unwrap();
            let module = compile_runtime(&context, &clang, &path, &scratch).unwrap();
            let mut defined = Vec::new();
            // SAFETY: values of the live module.
            unsafe {
                let all = llvm::functions(&module).chain(llvm::globals(&module));
                for value in all.chain(llvm::aliases(&module)) {
                    let external = LLVMGetLinkage(value) == LLVMLinkage::LLVMExternalLinkage;
                    if external && LLVMIsDeclaration(value) == 0 {
                        defined.push(llvm::name(value));
                    }
                }
            }
            let mut names: Vec<String> = unit.names.split_whitespace().map(str::to_owned).collect();
            names.sort();
            defined.sort();
            assert_eq!(names, defined, "{}", unit.file);
        }
    }
}

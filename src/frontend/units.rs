//! The files of our own run-time library: what each defines, and each as a module.
//!
//! Invariant: the names of a unit are exactly those that it defines.

use std::time::SystemTime;

use bitcode_cache::{Cache, dependencies};
use inkwell::context::Context;
use inkwell::module::Module;
use rustc_hash::FxHashSet;

use super::clang::{Scratch, TEMPLATES_H, run_clang};
use super::error::FrontendError;
use super::flags::Flags;
use super::ir::read_ir;
use super::passes;
use super::tools::Clang;

/// A source file and what it defines.
pub(super) struct Unit {
    file: &'static str,
    source: &'static str,
    /// Separated by white space.
    names: &'static str,
}

/// Every file.
pub(super) const UNITS: &[Unit] = &[
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
        names: "bzero index memchr memmem mempcpy memrchr rawmemchr rindex stpcpy stpncpy \
            strcasecmp strcasestr strcat strchr strchrnul strcmp strcoll strcpy strcspn \
            strdup strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk \
            strrchr strsep strspn strstr strtok strtok_r",
    },
    Unit {
        file: "number.c",
        source: include_str!("../../runtime/libc/number.c"),
        names: "__errno_location __isoc23_strtol __isoc23_strtoll __isoc23_strtoul \
            __isoc23_strtoull atof atoi atol atoll div ldiv lldiv strtod strtof strtol strtold \
            strtoll strtoul strtoull",
    },
    Unit {
        file: "float.c",
        source: include_str!("../../runtime/libc/float.c"),
        names: "frexp frexpf frexpl ilogb ilogbf ldexpl logb logbf logl modf modff modfl \
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
        names: "clock clock_gettime difftime gettimeofday gmtime gmtime_r time timegm",
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
        file: "print.c",
        source: include_str!("../../runtime/libc/print.c"),
        names: "asprintf vasprintf",
    },
    Unit {
        file: "scan.c",
        source: include_str!("../../runtime/libc/scan.c"),
        names: "__isoc99_fscanf __isoc99_scanf __isoc99_sscanf __isoc99_vfscanf \
            __isoc99_vscanf __isoc99_vsscanf fscanf scanf sscanf vfscanf vscanf vsscanf",
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
        file: "hashing.cpp",
        source: include_str!("../../runtime/libcxx/hashing.cpp"),
        names: "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm \
            _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm \
            _ZSt11_Hash_bytesPKvmm _ZSt15_Fnv_hash_bytesPKvmm",
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
        names: "_Unwind_Resume _ZN8throwing11throw_againEPNS_9ExceptionE \
            _ZN8throwing7currentEv _ZN8throwing7releaseEPNS_9ExceptionE \
            _ZSt13get_terminatev _ZSt13set_terminatePFvvE _ZSt18uncaught_exceptionv \
            _ZSt19uncaught_exceptionsv _ZSt9terminatev __cxa_allocate_exception __cxa_begin_catch __cxa_call_unexpected \
            __cxa_current_exception_type __cxa_end_catch __cxa_free_exception \
            __cxa_get_exception_ptr __cxa_init_primary_exception __cxa_rethrow __cxa_throw \
            __gxx_personality_v0",
    },
    Unit {
        file: "exception_ptr.cpp",
        source: include_str!("../../runtime/libcxx/exception_ptr.cpp"),
        names: "_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv \
            _ZNKSt15__exception_ptr13exception_ptr6_M_getEv \
            _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv \
            _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv \
            _ZNSt15__exception_ptr13exception_ptrC1EPv \
            _ZNSt15__exception_ptr13exception_ptrC2EPv _ZNSt16nested_exceptionD0Ev \
            _ZNSt16nested_exceptionD1Ev _ZNSt16nested_exceptionD2Ev \
            _ZSt17current_exceptionv \
            _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE \
            _ZTISt16nested_exception _ZTSSt16nested_exception _ZTVSt16nested_exception",
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
    Unit {
        file: "streams.cpp",
        source: include_str!("../../runtime/libcxx/streams.cpp"),
        names: include_str!("../../runtime/libcxx/streams.names"),
    },
];

/// A header that units include.
pub(super) const HEADERS: [(&str, &str); 2] = [
    ("rtti.h", include_str!("../../runtime/libcxx/rtti.h")),
    (
        "exception.h",
        include_str!("../../runtime/libcxx/exception.h"),
    ),
];

/// How the units are compiled. They have no debug info: what goes wrong in one is
/// blamed on the program's call.
const FLAGS: [&str; 5] = [
    "-O1",
    "-fno-builtin",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-g0",
];

/// What of the environment clang looks at to find headers.
const ENVIRONMENT: [&str; 4] = ["CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "SDKROOT"];

impl Unit {
    /// The unit as a module, from the cache where it is there.
    pub(super) fn module<'c>(
        &self,
        context: &'c Context,
        clang: &Clang,
        scratch: &Scratch,
        cache: &Cache,
    ) -> Result<Module<'c>, FrontendError> {
        let key = self.key(clang);
        let source = scratch.write(self.file, self.source)?;
        let output = source.with_extension("bc");
        let read = || {
            let module = read_ir(context, &source, &output)?;
            passes::lower_switches(&module)?;
            Ok(module)
        };
        if let Some(bitcode) = cache.fetch(&key)
            && std::fs::write(&output, bitcode).is_ok()
            && let Ok(module) = read()
        {
            return Ok(module);
        }
        let start = SystemTime::now();
        let list = source.with_extension("d");
        let listing = [
            "-MD".into(),
            "-MF".into(),
            list.to_string_lossy().into_owned(),
        ];
        let flags = Flags {
            common: FLAGS
                .map(str::to_owned)
                .into_iter()
                .chain(listing)
                .collect(),
            ..Flags::default()
        };
        run_clang(clang, &source, &output, &flags, scratch)?;
        let module = read()?;
        if let (Ok(list), Ok(bitcode)) = (std::fs::read_to_string(&list), std::fs::read(&output)) {
            let headers = dependencies(&list, scratch.dir.path());
            cache.store(&key, &bitcode, headers, start);
        }
        Ok(module)
    }

    /// Everything that determines the unit's bitcode but the headers of the system.
    fn key(&self, clang: &Clang) -> String {
        let environment = ENVIRONMENT.map(|name| std::env::var_os(name).unwrap_or_default());
        let headers = HEADERS.map(|(_, text)| text).concat() + TEMPLATES_H;
        format!(
            "{} {} {FLAGS:?} {environment:?} {}\n{headers}{}",
            clang.path.display(),
            clang.version,
            self.file,
            self.source
        )
    }
    /// Whether it defines one of these.
    pub(super) fn defines_any(&self, names: &FxHashSet<String>) -> bool {
        self.names
            .split_whitespace()
            .any(|name| names.contains(name))
    }
}

#[cfg(test)]
mod tests {
    use inkwell::llvm_sys::LLVMLinkage;
    use inkwell::llvm_sys::core::*;

    use super::*;
    use crate::llvm;

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
            let cache = Cache::none();
            let module = unit.module(&context, &clang, &scratch, &cache).unwrap();
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

//! The source files of simdiff's runtime library: the symbols that each defines, and each
//! as a module.
//!
//! Invariant: the names of a unit are exactly the symbols that it defines.

use std::time::SystemTime;

use bitcode_cache::{Cache, dependencies};
use inkwell::context::Context;
use inkwell::module::Module;
use rustc_hash::FxHashSet;

use super::clang::{Scratch, TEMPLATES_H, run_clang};
use super::error::FrontendError;
use super::exact::PREFIX;
use super::flags::{Contraction, Flags};
use super::ir::read_ir;
use super::open_operands;
use super::passes;
use super::tools::Clang;

/// A source file, and the symbols that it defines.
pub(super) struct Unit {
    file: &'static str,
    source: &'static str,
    /// The symbols, separated by white space. For OpenCL C they are source names, each with
    /// all its overloads; a trailing `*` stands for any suffix.
    names: &'static str,
    /// A macro definition, as for clang's `-D`; may be empty.
    define: &'static str,
}

/// The units in a folder of `runtime`: `NAME.EXTENSION` is the source, `NAME.names` has the
/// symbols.
macro_rules! units {
    ($($folder:literal: $($name:literal $extension:literal),*;)*) => {
        &[$($(Unit {
            file: concat!($name, ".", $extension),
            source: include_str!(concat!("../../runtime/", $folder, "/", $name, ".", $extension)),
            names: include_str!(concat!("../../runtime/", $folder, "/", $name, ".names")),
            define: "",
        }),*),*]
    };
}

/// A unit of the host library.
macro_rules! host {
    ($name:literal) => {
        Unit {
            file: concat!($name, ".c"),
            source: include_str!(concat!("../../opencl-runtime/host/", $name, ".c")),
            names: include_str!(concat!("../../opencl-runtime/host/", $name, ".names")),
            define: "",
        }
    };
}

/// The units of the C and C++ libraries.
pub(super) const UNITS: &[Unit] = units! {
    "libc": "ctype" "c", "string" "c", "number" "c", "float" "c", "sort" "c", "random" "c",
        "getopt" "c", "time" "c", "stdio" "c", "print" "c", "scan" "c", "thread" "c",
        "environ" "c", "complex" "c", "fortify" "c", "error" "c";
    "libcxx": "containers" "cpp", "hashing" "cpp", "program" "cpp", "rtti" "cpp",
        "exception" "cpp", "exception_ptr" "cpp", "fundamental" "cpp", "stdexcept" "cpp",
        "locale" "cpp", "streams" "cpp", "file" "cpp", "once" "cpp", "chrono" "cpp";
};

/// The units of the OpenCL host library (`opencl-runtime/host`).
pub(super) const HOST: &[Unit] = &[
    host!("platform"),
    host!("device"),
    host!("device_info"),
    host!("context"),
    host!("queue"),
    host!("finish"),
    host!("flush"),
    host!("buffer"),
    host!("transfer"),
    host!("map"),
    host!("mapped"),
    host!("image"),
    host!("image_transfer"),
    host!("sampler"),
    host!("pipe"),
    host!("program"),
    host!("program_info"),
    host!("binary"),
    host!("link"),
    host!("kernel"),
    host!("kernel_info"),
    host!("grouping"),
    host!("launch"),
    host!("event"),
    host!("event_info"),
    host!("kept"),
    host!("marker"),
    host!("shared"),
    host!("svm"),
    host!("callback"),
    host!("caller"),
    host!("destructor"),
];

/// The units of the device library (`opencl-runtime/device`).
macro_rules! chapters {
    ($($name:literal),*) => {
        [$(Unit {
            file: concat!($name, ".cl"),
            source: include_str!(concat!("../../opencl-runtime/device/", $name, ".cl")),
            names: include_str!(concat!("../../opencl-runtime/device/", $name, ".names")),
            define: "",
        }),*]
    };
}

/// The units with the conversions to each scalar type and its vectors.
macro_rules! conversions {
    ($($to:literal),*) => {
        [$(Unit {
            file: concat!("convert_", $to, ".cl"),
            source: include_str!("../../opencl-runtime/device/convert.cl"),
            names: concat!("convert_", $to, "*"),
            define: concat!("TO=", $to),
        }),*]
    };
}

/// The units that define OpenCL C's builtin functions.
pub(super) const DEVICE: &[&[Unit]] = &[
    &chapters![
        "work_item",
        "integer",
        "common",
        "geometric",
        "relational",
        "math",
        "native",
        "vector_data",
        "synchronization",
        "atomic",
        "atomic_type",
        "atomic_compare",
        "address_space",
        "work_group",
        "sub_group",
        "sub_group_ballot",
        "sub_group_arithmetic",
        "sub_group_shuffle",
        "async",
        "shuffle",
        "image_object",
        "image_query",
        "image_read",
        "image_sample",
        "image_write"
    ],
    &conversions![
        "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float",
        "double"
    ],
];

/// The formulas of functions that are open otherwise, for users who assume them.
pub(super) const FORMULAS: &[Unit] = &chapters!["geometric_formula", "common_formula"];

/// Builtins that the executor models instead of the device library.
pub(super) const MODELLED: [&str; 4] = ["printf", "to_global", "to_local", "to_private"];

/// The headers that units include.
pub(super) const HEADERS: [(&str, &str); 8] = [
    (
        "device.h",
        include_str!("../../opencl-runtime/device/device.h"),
    ),
    (
        "scope.h",
        include_str!("../../opencl-runtime/device/scope.h"),
    ),
    (
        "sub_group.h",
        include_str!("../../opencl-runtime/device/sub_group.h"),
    ),
    (
        "image.h",
        include_str!("../../opencl-runtime/device/image.h"),
    ),
    (
        "image_texel.h",
        include_str!("../../opencl-runtime/device/image_texel.h"),
    ),
    ("host.h", include_str!("../../opencl-runtime/host/host.h")),
    ("rtti.h", include_str!("../../runtime/libcxx/rtti.h")),
    (
        "exception.h",
        include_str!("../../runtime/libcxx/exception.h"),
    ),
];

/// The flags for compiling units. Units have no debug info: a defect in one is attributed
/// to the program's call.
const FLAGS: [&str; 5] = [
    "-O1",
    "-fno-builtin",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-g0",
];

/// Additional flags for OpenCL C. Signed arithmetic wraps around, as the specification
/// demands for many builtins.
const DEVICE_FLAGS: [&str; 3] = ["-cl-std=CL3.0", "-fwrapv", "-Wno-psabi"];

/// The environment variables by which clang finds headers.
const ENVIRONMENT: [&str; 4] = ["CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "SDKROOT"];

impl Unit {
    /// The unit as a module, from the cache if it is there.
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
            if self.is_chapter() {
                open_operands::mark(&module);
            }
            Ok(module)
        };
        if let Some(key) = &key
            && let Some(bitcode) = cache.fetch(key)
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
        let more: &[&str] = match self.is_chapter() {
            true => &DEVICE_FLAGS,
            false => &[],
        };
        let define = (!self.define.is_empty()).then(|| format!("-D{}", self.define));
        let flags = Flags {
            common: FLAGS
                .iter()
                .chain(more)
                .map(|flag| (*flag).to_owned())
                .chain(define)
                .chain(listing)
                .collect(),
            contract: Contraction::Off,
            ..Flags::default()
        };
        run_clang(clang, &source, &output, &flags, scratch)?;
        let module = read()?;
        if let Some(key) = key
            && let (Ok(list), Ok(bitcode)) =
                (std::fs::read_to_string(&list), std::fs::read(&output))
        {
            let headers = dependencies(&list, scratch.dir.path());
            cache.store(&key, &bitcode, headers, start);
        }
        Ok(module)
    }

    /// A key of everything that determines the unit's bitcode, except the system's headers.
    fn key(&self, clang: &Clang) -> Option<String> {
        let environment = ENVIRONMENT.map(|name| std::env::var_os(name).unwrap_or_default());
        let headers = HEADERS.map(|(_, text)| text).concat() + TEMPLATES_H;
        Some(format!(
            "{} {FLAGS:?} {DEVICE_FLAGS:?} {environment:?} {} {}\n{headers}{}",
            clang.identity()?,
            self.file,
            self.define,
            self.source
        ))
    }

    /// Whether the unit is written in OpenCL C.
    fn is_chapter(&self) -> bool {
        self.file.ends_with(".cl")
    }

    /// Whether the unit defines one of these symbols.
    pub(super) fn defines_any(&self, names: &FxHashSet<String>) -> bool {
        let mut own = self.names.split_whitespace();
        match self.is_chapter() {
            false => own.any(|name| names.contains(name)),
            true => names
                .iter()
                .filter_map(|symbol| chapter_name(symbol))
                .any(|name| self.has(name)),
        }
    }

    /// Whether the unit defines a builtin of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        let mut own = self.names.split_whitespace();
        own.any(|own| match own.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => own == name,
        })
    }
}

/// The name under which a unit in OpenCL C lists a symbol: the source name, or the symbol
/// itself if only the compiler and other units use it.
fn chapter_name(symbol: &str) -> Option<&str> {
    let inner = ["simdiff.image.", PREFIX]
        .iter()
        .any(|of| symbol.starts_with(of));
    let inner = inner || symbol == MADE_SAMPLER;
    source_name(symbol).or(inner.then_some(symbol))
}

/// The function that clang calls for a declaration of a sampler.
const MADE_SAMPLER: &str = "__translate_sampler_initializer";

/// The source name of an overloaded function: `sin` for `_Z3sinDv4_f`.
pub(super) fn source_name(symbol: &str) -> Option<&str> {
    let rest = symbol.strip_prefix("_Z")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let length: usize = rest[..digits].parse().ok()?;
    rest[digits..].get(..length)
}

#[cfg(test)]
mod tests {
    use inkwell::llvm_sys::LLVMLinkage;

    use super::*;
    use crate::llvm::{Value, View};

    fn is_exported(value: &Value<'_>) -> bool {
        value.linkage() == LLVMLinkage::LLVMExternalLinkage && !value.is_declaration()
    }

    /// Every unit in OpenCL C defines its names, and no other ones.
    #[test]
    fn chapters_define_their_names() {
        let clang = Clang::find().unwrap();
        let context = Context::create();
        for unit in DEVICE.iter().copied().flatten().chain(FORMULAS) {
            let scratch = Scratch::new().unwrap();
            for (file, text) in HEADERS {
                scratch.write(file, text).unwrap();
            }
            let cache = Cache::of_user();
            let module = unit.module(&context, &clang, &scratch, &cache).unwrap();
            let exported = View::of(&module).functions().filter(is_exported);
            let symbols: Vec<String> = exported.map(Value::name).collect();
            let names = symbols.iter().filter_map(|name| chapter_name(name));
            let defined: FxHashSet<String> = names.map(str::to_owned).collect();
            for name in &defined {
                assert!(unit.has(name), "{} lacks {name}", unit.file);
            }
            for name in unit.names.split_whitespace() {
                let start = name.trim_end_matches('*');
                let found = defined.iter().any(|d| d.starts_with(start));
                assert!(found, "{} does not define {name}", unit.file);
            }
        }
    }

    /// Every other unit defines its names, and no other ones.
    #[test]
    fn units_define_their_names() {
        let clang = Clang::find().unwrap();
        let context = Context::create();
        for unit in UNITS.iter().chain(HOST) {
            let scratch = Scratch::new().unwrap();
            for (file, text) in HEADERS {
                scratch.write(file, text).unwrap();
            }
            let cache = Cache::none();
            let module = unit.module(&context, &clang, &scratch, &cache).unwrap();
            let view = View::of(&module);
            let all = view.functions().chain(view.globals()).chain(view.aliases());
            let mut defined: Vec<String> = all.filter(is_exported).map(Value::name).collect();
            let mut names: Vec<String> = unit.names.split_whitespace().map(str::to_owned).collect();
            names.sort();
            defined.sort();
            assert_eq!(names, defined, "{}", unit.file);
        }
    }
}

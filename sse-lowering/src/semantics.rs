//! The compiled form of a semantics file.
//!
//! Invariant: every function that defines an intrinsic of the file has exactly the LLVM
//! type of the intrinsic, is called `simdiff.x86.…` and can be dropped when unused. These
//! functions and their helpers are `alwaysinline`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::SystemTime;

use bitcode_cache::{Cache, compilers};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::{AsContextRef, Context, ContextRef};
use inkwell::llvm_sys::core::LLVMContextSetDiagnosticHandler;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::{Linkage, Module};
use inkwell::values::{CallSiteValue, FunctionValue};

use crate::declaration::declare;
use crate::error::LoweringError;
use crate::isa::{self, Isa};
use crate::{masks, mmx};

/// Prefix of the functions that have no body because their results are approximate.
const APPROXIMATE: &[u8] = b"simdiff.approx.";

/// Flags of clang. `-fwrapv` and the like give the C the semantics of the hardware.
/// `-mavx512f` only lets 512-bit operands be passed in registers. Without `noundef`, a call
/// may be given poison lanes that the instruction ignores.
const FLAGS: &[&str] = &[
    "--target=x86_64-linux-gnu",
    "-std=gnu17",
    "-O2",
    "-mavx512f",
    "-fwrapv",
    "-ffp-contract=off",
    // Arithmetic on halves rounds to halves.
    "-fexcess-precision=16",
    "-fno-fast-math",
    "-fno-strict-aliasing",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-pic",
    "-fno-stack-protector",
    "-ffreestanding",
    "-Xclang",
    "-no-enable-noundef-analysis",
];

/// The compiled semantics of one ISA extension.
#[derive(Debug, Clone)]
pub(crate) struct Semantics {
    bitcode: Vec<u8>,
    /// Whether the semantics are approximate, by LLVM intrinsic name.
    pub intrinsics: BTreeMap<String, bool>,
}

impl Semantics {
    /// Takes one file from the cache, or compiles it.
    pub fn compile(clang: &Path, cache: &Cache, isa: &Isa) -> Result<Self, LoweringError> {
        let source = isa.translation_unit();
        let key = compilers::identity(clang);
        let key = key.map(|clang| format!("{clang}\n{FLAGS:?}\n{source}"));
        let known = key.as_ref().and_then(|key| cache.fetch(key));
        let known = known.map(|bitcode| Self::check(bitcode, isa));
        if let Some(Ok(semantics)) = known {
            return Ok(semantics);
        }
        let start = SystemTime::now();
        let bitcode = run_clang(clang, isa)?;
        if let Some(key) = key {
            // A semantics file has no includes.
            cache.store(&key, &bitcode, Vec::new(), start);
        }
        Self::check(bitcode, isa)
    }

    /// Checks the bitcode of one file and gives its functions their final types, names and
    /// linkage.
    fn check(bitcode: Vec<u8>, isa: &Isa) -> Result<Self, LoweringError> {
        let context = Context::create();
        let module = parse(&bitcode, &context)?;
        let own: BTreeSet<_> = isa::definitions(isa.source)
            .into_iter()
            .map(|(intrinsic, _)| intrinsic)
            .collect();
        let mut intrinsics = BTreeMap::new();
        let functions: Vec<_> = module.get_functions().collect();
        for function in functions {
            if function.count_basic_blocks() == 0 {
                continue;
            }
            inline_always(module.get_context(), function);
            let c_name = function.get_name().to_string_lossy().into_owned();
            let Some(intrinsic) = isa::intrinsic_of_c(&c_name) else {
                continue;
            };
            if !own.contains(&intrinsic) {
                function.as_global_value().set_linkage(Linkage::Internal);
                continue;
            }
            let approximate = is_approximate(function);
            let function = with_type(&module, isa, function, &intrinsic)?;
            let value = function.as_global_value();
            value.set_name(&isa::linked_name(&intrinsic));
            value.set_linkage(Linkage::LinkOnceODR);
            intrinsics.insert(intrinsic, approximate);
        }
        let bitcode = module.write_bitcode_to_memory().as_slice().to_vec();
        Ok(Self {
            bitcode,
            intrinsics,
        })
    }

    /// Gives a body to each semantic function that `module` declares.
    pub fn link_into(&self, module: &Module<'_>) -> Result<(), LoweringError> {
        let semantics = parse(&self.bitcode, module.get_context())?;
        // The bodies depend on neither, and the linker warns when they differ.
        semantics.set_triple(&module.get_triple());
        semantics.set_data_layout(&module.get_data_layout());
        let linked = module.link_in_module(semantics);
        // SAFETY: the context is alive. inkwell leaves a handler that points into its
        // finished call; this restores LLVM's.
        unsafe {
            let context = module.get_context().as_ctx_ref();
            LLVMContextSetDiagnosticHandler(context, None, std::ptr::null_mut());
        }
        linked.map_err(|e| LoweringError::llvm("link the semantics", &e))
    }
}

/// Checks that `clang` is clang 19.
pub(crate) fn check_version(clang: &Path) -> Result<(), LoweringError> {
    let answer = Cache::of_user().answer(clang, "--version");
    let text = answer.map_err(|e| unavailable(clang, &e))?;
    if text.contains("clang version 19.") {
        return Ok(());
    }
    Err(LoweringError::Version {
        clang: clang.to_path_buf(),
        version: text.lines().next().unwrap_or("silent").to_owned(),
    })
}

fn unavailable(clang: &Path, error: &std::io::Error) -> LoweringError {
    LoweringError::Clang {
        clang: clang.to_path_buf(),
        reason: error.to_string(),
    }
}

fn run_clang(clang: &Path, isa: &Isa) -> Result<Vec<u8>, LoweringError> {
    let mut child = Command::new(clang)
        .args(FLAGS)
        .args(["-x", "c", "-c", "-emit-llvm", "-o", "-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| unavailable(clang, &e))?;
    let source = isa.translation_unit();
    if let Some(mut stdin) = child.stdin.take() {
        // clang reads all of its input before it writes anything. If it dies before that,
        // its exit status and messages tell more than this error.
        let _ = stdin.write_all(source.as_bytes());
    }
    let output = child
        .wait_with_output()
        .map_err(|e| unavailable(clang, &e))?;
    if !output.status.success() {
        return Err(LoweringError::Compile {
            clang: clang.to_path_buf(),
            file: isa.file,
            diagnostics: String::from_utf8_lossy(&output.stderr).into_owned(),
        });
    }
    Ok(output.stdout)
}

fn parse<'ctx>(
    bitcode: &[u8],
    context: impl AsContextRef<'ctx>,
) -> Result<Module<'ctx>, LoweringError> {
    let buffer = MemoryBuffer::create_from_memory_range_copy(bitcode, "semantics");
    Module::parse_bitcode_from_buffer(&buffer, context)
        .map_err(|e| LoweringError::llvm("read the semantics", &e))
}

/// Replaces `noinline` by `alwaysinline`. Guards are `noinline` only to keep them out of
/// line while clang optimises their file.
fn inline_always(context: ContextRef<'_>, function: FunctionValue<'_>) {
    let kind = Attribute::get_named_enum_kind_id;
    function.remove_enum_attribute(AttributeLoc::Function, kind("noinline"));
    let always = context.create_enum_attribute(kind("alwaysinline"), 0);
    function.add_attribute(AttributeLoc::Function, always);
}

/// Returns `function`, or an adaptor to it, with exactly the type of its intrinsic.
fn with_type<'ctx>(
    module: &Module<'ctx>,
    isa: &Isa,
    function: FunctionValue<'ctx>,
    intrinsic: &str,
) -> Result<FunctionValue<'ctx>, LoweringError> {
    let reject = |problem: String| LoweringError::Semantics {
        file: isa.file,
        function: function.get_name().to_string_lossy().into_owned(),
        problem,
    };
    let context = module.get_context();
    let scratch = context.create_module("declarations");
    let declared =
        declare(&scratch, intrinsic).ok_or_else(|| reject(format!("LLVM knows no {intrinsic}")))?;
    let (ours, theirs) = (function.get_type(), declared.get_type());
    if ours == theirs {
        return Ok(function);
    }
    let adapted = match mmx::has_registers(theirs) {
        true => mmx::adapt(module, function, theirs).map(|a| a.map_err(|e| e.to_string())),
        false => masks::adapt(module, function, theirs).map(|a| a.map_err(|e| e.to_string())),
    };
    let adaptor = adapted
        .ok_or_else(|| reject(format!("is {ours}, {intrinsic} is {theirs}")))?
        .map_err(reject)?;
    function.as_global_value().set_linkage(Linkage::Internal);
    inline_always(context, adaptor);
    Ok(adaptor)
}

/// Whether the body calls an approximate function. Such calls are in the semantic functions
/// themselves, because clang inlines all helpers except guards.
fn is_approximate(function: FunctionValue<'_>) -> bool {
    function
        .get_basic_block_iter()
        .flat_map(|block| block.get_instructions())
        .filter_map(|instruction| CallSiteValue::try_from(instruction).ok())
        .filter_map(CallSiteValue::get_called_fn_value)
        .any(|callee| callee.get_name().to_bytes().starts_with(APPROXIMATE))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compile(source: &'static str) -> Result<Semantics, LoweringError> {
        let isa = Isa {
            name: "sse2",
            file: "sse2.c",
            source,
            uses: &[],
        };
        Semantics::compile(Path::new("clang-19"), &Cache::none(), &isa)
    }

    #[test]
    fn another_type_than_the_intrinsics_is_an_error() {
        let error = compile("// __\nint x86_sse2_pmadd_wd(int a) { return a; }").unwrap_err();
        assert_eq!(
            error.to_string(),
            "internal error: semantics/sse2.c: x86_sse2_pmadd_wd: is \"i32 (i32)\", \
             llvm.x86.sse2.pmadd.wd is \"<4 x i32> (<8 x i16>, <8 x i16>)\""
        );
    }

    #[test]
    fn a_name_that_llvm_does_not_know_is_an_error() {
        let error = compile("// __\nint x86_sse2_nonsense(int a) { return a; }").unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("LLVM knows no llvm.x86.sse2.nonsense"),
            "{error}"
        );
    }

    #[test]
    fn clangs_messages_are_kept() {
        let error = compile("\nint f(").unwrap_err();
        assert!(error.to_string().contains("sse2.c:2:7: error: "), "{error}");
    }
}

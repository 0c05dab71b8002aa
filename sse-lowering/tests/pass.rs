//! Tests of the pass on a module around the intrinsics.

mod support;

use std::path::Path;

use inkwell::OptimizationLevel;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::values::InstructionValue;
use simdiff_sse_lowering::{Lowering, LoweringError, Status};

use support::{compile, lowering, wrappers::Wrapper};

fn assembly<'ctx>(context: &'ctx Context, text: &str) -> Module<'ctx> {
    // LLVM requires a terminating zero after the text.
    let text = format!("{text}\0");
    let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "test");
    context.create_module_from_ir(buffer).unwrap()
}

fn instructions<'ctx>(module: &Module<'ctx>, function: &str) -> Vec<InstructionValue<'ctx>> {
    let function = module.get_function(function).unwrap();
    function
        .get_basic_block_iter()
        .flat_map(|b| b.get_instructions())
        .collect()
}

const PACK: &str = "\
#include <emmintrin.h>
__m128i pack(__m128i a, __m128i b) {
  a = _mm_add_epi16(a, b);
  return _mm_packs_epi16(a, b);
}
";

#[test]
fn inlined_code_keeps_the_source_line() {
    let context = Context::create();
    let module = compile(&context, &["-O1", "-g"], PACK);
    lowering().lower(&module).unwrap();
    let lines: Vec<u32> = instructions(&module, "pack")
        .into_iter()
        .filter(|i| i.to_string().contains("@llvm.smax"))
        .map(|i| i.get_debug_location().expect("a location").get_line())
        .collect();
    // clang gives no lines to the functions of its own headers.
    assert_eq!(lines, [4]);
}

/// The conversions to bfloat16 that remain, and whether the intrinsic was among what was
/// lowered, of a function that converts and one that adds.
fn narrowings(features: &str) -> (usize, bool) {
    let context = Context::create();
    let module = assembly(
        &context,
        &format!(
            "define bfloat @convert(float %x) #0 {{
  %r = fptrunc float %x to bfloat
  ret bfloat %r
}}
define <2 x bfloat> @add(<2 x bfloat> %x, <2 x bfloat> %y) #0 {{
  %r = fadd <2 x bfloat> %x, %y
  ret <2 x bfloat> %r
}}
attributes #0 = {{ \"target-features\"=\"{features}\" }}
"
        ),
    );
    let report = lowering().lower(&module).unwrap();
    let flushed = report.lowered.contains_key("llvm.x86.vcvtneps2bf16128");
    let text = module.to_string();
    (text.matches(" = fadd <2 x bfloat>").count(), flushed)
}

#[test]
fn conversions_to_bfloat_flush_where_llvm_makes_them_an_instruction() {
    assert_eq!(narrowings("+avx512bf16,+avx512vl"), (0, true));
    assert_eq!(narrowings("+avxneconvert"), (0, true));
    assert_eq!(narrowings("+avx512bf16"), (1, false));
}

#[test]
fn no_semantic_function_remains() {
    let context = Context::create();
    let module = compile(&context, &["-O0"], PACK);
    let report = lowering().lower(&module).unwrap();
    let lowered: Vec<_> = report.lowered.into_iter().collect();
    assert_eq!(lowered, [("llvm.x86.sse2.packsswb.128".to_owned(), 1)]);
    let text = module.to_string();
    assert!(!text.contains("x86."), "{text}");
    assert!(!text.contains("guard_"), "{text}");
}

#[test]
fn an_unknown_intrinsic_stays() {
    let context = Context::create();
    let module = assembly(
        &context,
        "
        declare i64 @llvm.x86.rdtsc()
        define i64 @now() {
          %t = call i64 @llvm.x86.rdtsc()
          ret i64 %t
        }",
    );
    let before = module.to_string();
    let report = lowering().lower(&module).unwrap();
    assert!(report.lowered.is_empty());
    assert_eq!(
        report.unknown.into_iter().collect::<Vec<_>>(),
        [("llvm.x86.rdtsc".to_owned(), 1)]
    );
    assert_eq!(module.to_string(), before);
}

#[test]
fn constant_immediates_leave_straight_code() {
    let context = Context::create();
    let module = context.create_module("test");
    let supported = lowering().supported().unwrap();
    let compare = supported.iter().find(|i| i.name == "llvm.x86.sse.cmp.ps");
    let wrapper = &Wrapper::all(compare.unwrap())[2];
    wrapper.define(&module, &wrapper.features);
    lowering().lower(&module).unwrap();
    let function = module.get_function(&wrapper.name()).unwrap();
    assert_eq!(function.count_basic_blocks(), 1);
    assert_eq!(module.to_string().matches("fcmp ole").count(), 1);
}

#[test]
fn users_may_have_functions_of_the_same_names() {
    let context = Context::create();
    let module = compile(
        &context,
        &["-O0", "-mavx2"],
        "
        #include <immintrin.h>
        int guard_u32x4(int ok) { return 3; }
        int x86_sse2_cvtsd2si(int a) { return 4; }
        int convert(__m128d x) { return _mm_cvtsd_si32(x); }
        __m128i shift(__m128i x, __m128i n) { return _mm_sllv_epi32(x, n); }",
    );
    lowering().lower(&module).unwrap();
    let returned = |name| instructions(&module, name).last().unwrap().to_string();
    assert!(returned("guard_u32x4").contains("ret i32 3"));
    assert!(returned("x86_sse2_cvtsd2si").contains("ret i32 4"));
}

#[test]
fn a_clear_mask_stores_nothing() {
    let context = Context::create();
    let module = assembly(
        &context,
        "
        declare void @llvm.x86.sse2.maskmov.dqu(<16 x i8>, <16 x i8>, ptr)
        define i32 @f() {
          call void @llvm.x86.sse2.maskmov.dqu(
            <16 x i8> zeroinitializer, <16 x i8> splat (i8 127), ptr inttoptr (i64 1 to ptr))
          ret i32 7
        }",
    );
    lowering().lower(&module).unwrap();
    let engine = module
        .create_jit_execution_engine(OptimizationLevel::None)
        .unwrap();
    // SAFETY: `f` has this type. A store to address 1 would end the process.
    let seven = unsafe {
        engine
            .get_function::<unsafe extern "C" fn() -> i32>("f")
            .unwrap()
            .call()
    };
    assert_eq!(seven, 7);
}

#[test]
fn approximate_lanes_call_a_named_function() {
    let context = Context::create();
    let module = compile(
        &context,
        &["-O1"],
        "
        #include <xmmintrin.h>
        __m128 f(__m128 x) { return _mm_rcp_ps(x); }",
    );
    lowering().lower(&module).unwrap();
    let calls = module
        .to_string()
        .matches("call float @simdiff.approx.rcpss(float")
        .count();
    assert_eq!(calls, 4);
}

#[test]
fn a_missing_clang_is_named() {
    let error = Lowering::new(Path::new("/nowhere/clang-19")).unwrap_err();
    assert!(matches!(&error, LoweringError::Clang { .. }), "{error}");
    assert!(error.to_string().contains("/nowhere/clang-19"), "{error}");
}

#[test]
fn another_program_is_not_taken_for_clang() {
    let error = Lowering::new(Path::new("/bin/true")).unwrap_err();
    assert!(matches!(&error, LoweringError::Version { .. }), "{error}");
}

#[test]
fn every_intrinsic_is_listed_with_its_c_names() {
    let supported = lowering().supported().unwrap();
    let madd = supported
        .iter()
        .find(|s| s.name == "llvm.x86.sse2.pmadd.wd")
        .unwrap();
    assert_eq!(madd.c_names, ["_mm_madd_epi16"]);
    assert_eq!(madd.status, Status::Exact);
    assert_eq!(madd.isa, "sse2");
    for intrinsic in &supported {
        let names_an_approximation = ["rcp", "rsqrt"].iter().any(|n| intrinsic.name.contains(n));
        let is_approximate = intrinsic.status == Status::Approximate;
        assert_eq!(is_approximate, names_an_approximation, "{intrinsic:?}");
    }
    for intrinsic in supported {
        assert!(
            !intrinsic.c_names.is_empty(),
            "{} has no C name",
            intrinsic.name
        );
    }
}

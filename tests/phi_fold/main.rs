//! Phi folding on small functions: what folds, what must not, and that nothing changes.

mod generated;
mod semantics;

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use insta::assert_snapshot;
use simdiff::phi_fold::{self, Options};

/// The body of the last function after folding, and the number of folds.
fn folded_with(text: &str, options: Options) -> (String, usize) {
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "test.ll");
    let module = context
        .create_module_from_ir(buffer)
        .expect("the test parses");
    let report = phi_fold::run(&module, options).expect("the module stays valid");
    let text = module.print_to_string().to_string();
    let start = text.rfind("define").expect("a function");
    let body = text[start..].split("\n}").next().unwrap_or_default();
    (body.to_owned(), report.folds)
}

fn folded(text: &str) -> String {
    let (body, folds) = folded_with(text, Options::default());
    format!("{body}\nfolds: {folds}")
}

fn folds(text: &str, options: Options) -> usize {
    folded_with(text, options).1
}

const DIAMOND: &str = "
define i32 @f(i1 %p, i32 %x) {
  br i1 %p, label %b, label %c
b:
  %y = add i32 %x, 1
  %y2 = mul i32 %y, 3
  br label %d
c:
  %z = sub i32 %x, 1
  br label %d
d:
  %r = phi i32 [ %y2, %b ], [ %z, %c ]
  ret i32 %r
}";

#[test]
fn a_diamond_becomes_a_select() {
    assert_snapshot!(folded(DIAMOND), @r#"
    define i32 @f(i1 %p, i32 %x) {
      %y = add i32 %x, 1
      %y2 = mul i32 %y, 3
      %z = sub i32 %x, 1
      %1 = select i1 %p, i32 %y2, i32 %z
      br label %d

    d:                                                ; preds = %0
      ret i32 %1
    folds: 1
    "#);
}

#[test]
fn the_threshold_bounds_each_arm() {
    let at = |threshold| {
        let unsafe_fp = true;
        folds(
            DIAMOND,
            Options {
                threshold,
                unsafe_fp,
            },
        )
    };
    assert_eq!((at(1), at(2)), (0, 1));
}

#[test]
fn a_select_in_an_arm_costs_two() {
    let text = "
define i32 @f(i1 %p, i1 %q, i32 %x) {
  br i1 %p, label %b, label %d
b:
  %y = select i1 %q, i32 %x, i32 3
  br label %d
d:
  %r = phi i32 [ %y, %b ], [ %x, %0 ]
  ret i32 %r
}";
    let at = |threshold| {
        let unsafe_fp = true;
        folds(
            text,
            Options {
                threshold,
                unsafe_fp,
            },
        )
    };
    assert_eq!((at(1), at(2)), (0, 1));
}

#[test]
fn a_triangle_with_a_load_marks_it() {
    let text = "
define float @f(i1 %p, ptr %a) {
  br i1 %p, label %b, label %d
b:
  %v = load float, ptr %a, align 4
  br label %d
d:
  %r = phi float [ %v, %b ], [ 0.0, %0 ]
  ret float %r
}";
    assert_snapshot!(folded(text), @r#"
    define float @f(i1 %p, ptr %a) {
      call void @simdiff.guard.read(i1 %p, ptr %a, i64 4, i64 4)
      %v = load float, ptr %a, align 4, !simdiff.speculative !0
      %1 = select i1 %p, float %v, float 0.000000e+00
      br label %d

    d:                                                ; preds = %0
      ret float %1
    folds: 1
    "#);
}

#[test]
fn loads_of_every_address_space_are_guarded() {
    let text = "
define float @f(i1 %p, ptr addrspace(1) %a, ptr addrspace(3) %b, ptr %c) {
  br i1 %p, label %b1, label %d
b1:
  %v = load float, ptr addrspace(1) %a, align 4
  %w = load float, ptr addrspace(3) %b, align 4
  %x = load float, ptr %c, align 4
  %y = fadd float %v, %w
  %z = fadd float %x, %y
  br label %d
d:
  %r = phi float [ %z, %b1 ], [ 0.0, %0 ]
  ret float %r
}";
    let text = folded(text);
    let guards = text.lines().filter(|line| line.contains("guard.read"));
    let guards: Vec<&str> = guards.map(str::trim).collect();
    assert_eq!(
        guards,
        [
            "call void @simdiff.guard.read.p1(i1 %p, ptr addrspace(1) %a, i64 4, i64 4)",
            "call void @simdiff.guard.read.p3(i1 %p, ptr addrspace(3) %b, i64 4, i64 4)",
            "call void @simdiff.guard.read(i1 %p, ptr %c, i64 4, i64 4)",
        ]
    );
}

#[test]
fn a_load_in_two_branches_is_meant_in_both() {
    let text = "
define i32 @f(i1 %p, i1 %q, ptr %a) {
  br i1 %p, label %end, label %outer
outer:
  br i1 %q, label %inner, label %after
inner:
  %v = load i32, ptr %a, align 4
  br label %after
after:
  %w = phi i32 [ %v, %inner ], [ 1, %outer ]
  br label %end
end:
  %r = phi i32 [ %w, %after ], [ 2, %0 ]
  ret i32 %r
}";
    assert_snapshot!(folded(text));
}

#[test]
fn nested_branches_fold_inside_out() {
    let text = "
define i32 @f(i32 %x) {
  %p = icmp slt i32 %x, 0
  br i1 %p, label %low, label %notlow
notlow:
  %q = icmp sgt i32 %x, 255
  br i1 %q, label %high, label %mid
high:
  br label %inner
mid:
  %m = xor i32 %x, 1
  br label %inner
inner:
  %i = phi i32 [ 255, %high ], [ %m, %mid ]
  br label %d
low:
  br label %d
d:
  %r = phi i32 [ 0, %low ], [ %i, %inner ]
  ret i32 %r
}";
    assert_snapshot!(folded(text), @r#"
    define i32 @f(i32 %x) {
      %p = icmp slt i32 %x, 0
      %1 = xor i1 %p, true
      call void @simdiff.arm.begin(i1 %1)
      %q = icmp sgt i32 %x, 255
      %m = xor i32 %x, 1
      %2 = select i1 %q, i32 255, i32 %m
      call void @simdiff.arm.end()
      %3 = select i1 %p, i32 0, i32 %2
      br label %d

    d:                                                ; preds = %0
      ret i32 %3
    folds: 2
    "#);
}

#[test]
fn a_chain_of_conditions_becomes_one_branch() {
    let text = "
declare void @g()
define i32 @f(i1 %p, i32 %x) {
  br i1 %p, label %second, label %no
second:
  %q = icmp eq i32 %x, 7
  br i1 %q, label %yes, label %no
yes:
  call void @g()
  br label %d
no:
  %n = phi i32 [ 1, %0 ], [ 2, %second ]
  call void @g()
  br label %d
d:
  %r = phi i32 [ 0, %yes ], [ %n, %no ]
  ret i32 %r
}";
    assert_snapshot!(folded(text), @r#"
    define i32 @f(i1 %p, i32 %x) {
      call void @simdiff.arm.begin(i1 %p)
      %q = icmp eq i32 %x, 7
      call void @simdiff.arm.end()
      %1 = select i1 %p, i32 2, i32 1
      %2 = select i1 %p, i1 %q, i1 false
      br i1 %2, label %yes, label %no

    yes:                                              ; preds = %0
      call void @g()
      br label %d

    no:                                               ; preds = %0
      call void @g()
      br label %d

    d:                                                ; preds = %no, %yes
      %r = phi i32 [ 0, %yes ], [ %1, %no ]
      ret i32 %r
    folds: 1
    "#);
}

#[test]
fn two_returns_become_one() {
    let text = "
define float @f(float %x) {
  %p = fcmp olt float %x, 0.0
  br i1 %p, label %a, label %b
a:
  %n = fneg float %x
  ret float %n
b:
  ret float %x
}";
    assert_snapshot!(folded(text), @r#"
    define float @f(float %x) {
      %p = fcmp olt float %x, 0.000000e+00
      %n = fneg float %x
      %1 = select i1 %p, float %n, float %x
      ret float %1
    folds: 1
    "#);
}

#[test]
fn other_entries_of_the_join_are_kept() {
    let text = "
define i32 @f(i1 %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %a ], [ %i, %b ]
  %k = add i32 %i, 1
  %more = icmp slt i32 %k, %n
  br i1 %more, label %body, label %exit
body:
  br i1 %p, label %a, label %b
a:
  %j = add i32 %i, 2
  br label %loop
b:
  br label %loop
exit:
  ret i32 %i
}";
    assert_snapshot!(folded(text), @r#"
    define i32 @f(i1 %p, i32 %n) {
    entry:
      br label %loop

    loop:                                             ; preds = %body, %entry
      %i1 = phi i32 [ 0, %entry ], [ %0, %body ]
      %k = add i32 %i1, 1
      %more = icmp slt i32 %k, %n
      br i1 %more, label %body, label %exit

    body:                                             ; preds = %loop
      %j = add i32 %i1, 2
      %0 = select i1 %p, i32 %j, i32 %i1
      br label %loop

    exit:                                             ; preds = %loop
      ret i32 %i1
    folds: 1
    "#);
}

/// A triangle with this one instruction, whose result `%y` is of type `ty`.
fn triangle(ty: &str, instruction: &str) -> String {
    format!(
        "declare i32 @unknown(i32)
declare float @llvm.sqrt.f32(float)
declare float @sqrtf(float)
declare i32 @llvm.smax.i32(i32, i32)
define internal i32 @pure(i32 %x) {{
  %y = add i32 %x, 1
  ret i32 %y
}}
define internal i32 @impure(i32 %x, ptr %a) {{
  store i32 %x, ptr %a
  ret i32 %x
}}
define {ty} @f(i1 %p, i32 %x, i32 %z, float %f, ptr %a, {ty} %other) {{
  br i1 %p, label %b, label %d
b:
  {instruction}
  br label %d
d:
  %r = phi {ty} [ %y, %b ], [ %other, %0 ]
  ret {ty} %r
}}"
    )
}

#[test]
fn only_what_has_no_side_effect_moves() {
    let count = |ty: &str, instruction: &str| folds(&triangle(ty, instruction), Options::default());
    let moves = [
        ("i32", "%y = udiv i32 %x, 3"),
        ("i32", "%y = sdiv i32 %x, 3"),
        ("float", "%y = fdiv float %f, %f"),
        ("float", "%y = call float @llvm.sqrt.f32(float %f)"),
        ("float", "%y = call float @sqrtf(float %f)"),
        ("i32", "%y = call i32 @llvm.smax.i32(i32 %x, i32 %z)"),
        ("i32", "%y = call i32 @pure(i32 %x)"),
        ("i32", "%y = freeze i32 %x"),
        ("i32", "%y = shl i32 %x, %z"),
    ];
    for (ty, instruction) in moves {
        assert_eq!(count(ty, instruction), 1, "{instruction}");
    }
    let stays = [
        ("i32", "%y = udiv i32 %x, %z"),
        ("i32", "%y = sdiv i32 %x, -1"),
        ("i32", "%y = srem i32 %x, 0"),
        ("i32", "%y = call i32 @unknown(i32 %x)"),
        ("i32", "%y = call i32 @impure(i32 %x, ptr %a)"),
        ("i32", "%y = load volatile i32, ptr %a"),
        ("i32", "%y = load atomic i32, ptr %a seq_cst, align 4"),
        ("i32", "%y = add i32 %x, 1\n  store i32 %y, ptr %a"),
    ];
    for (ty, instruction) in stays {
        assert_eq!(count(ty, instruction), 0, "{instruction}");
    }
}

#[test]
fn floats_move_only_when_folding_is_unsafe() {
    let safe = Options {
        unsafe_fp: false,
        ..Options::default()
    };
    for instruction in [
        "%y = fadd float %f, %f",
        "%y = sitofp i32 %x to float",
        "%y = call float @llvm.sqrt.f32(float %f)",
        "%y = call float @sqrtf(float %f)",
    ] {
        let text = triangle("float", instruction);
        assert_eq!(folds(&text, safe), 0, "{instruction}");
        assert_eq!(folds(&text, Options::default()), 1, "{instruction}");
    }
}

#[test]
fn locations_stay_with_their_instructions() {
    let text = r#"
define i32 @f(i1 %p, i32 %x) !dbg !3 {
  br i1 %p, label %b, label %d, !dbg !5
b:
  %y = add i32 %x, 1, !dbg !6
  br label %d, !dbg !6
d:
  %r = phi i32 [ %y, %b ], [ %x, %0 ], !dbg !7
  ret i32 %r, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "t.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !4, unit: !0)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 2, scope: !3)
!6 = !DILocation(line: 3, scope: !3)
!7 = !DILocation(line: 4, scope: !3)
"#;
    assert_snapshot!(folded(text), @r#"
    define i32 @f(i1 %p, i32 %x) !dbg !3 {
      %y = add i32 %x, 1, !dbg !6
      %1 = select i1 %p, i32 %y, i32 %x, !dbg !7
      br label %d, !dbg !8

    d:                                                ; preds = %0
      ret i32 %1, !dbg !7
    folds: 1
    "#);
}

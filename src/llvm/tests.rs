//! Every method on every kind of value, and edits.

use std::collections::HashSet;

use inkwell::context::Context;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;

use super::{Value, View, edit};

const TEXT: &str = r#"
@table = global [2 x i32] [i32 1, i32 2]
@label = global ptr blockaddress(@g, %last)
@other = alias i32, ptr @table
declare void @llvm.assume(i1)
declare float @h(ptr byval(i32), float) memory(none)
define i32 @g(i32 %x, ptr %p, <4 x i32> %v) {
entry:
  %c = icmp slt i32 %x, 3
  br i1 %c, label %then, label %join
then:
  %y = add nsw i32 %x, 1
  store i32 %y, ptr %p, align 4
  br label %join
join:
  %z = phi i32 [ %x, %entry ], [ %y, %then ]
  %s = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 0, i32 undef>
  %f = call float @h(ptr byval(i32) %p, float 1.0)
  call void asm sideeffect "nop", "r"(i32 %z)
  call void @llvm.assume(i1 %c) [ "align"(ptr %p, i64 8) ]
  switch i32 %z, label %out [ i32 1, label %last ]
out:
  ret i32 %z
last:
  %t = load i32, ptr getelementptr inbounds ([2 x i32], ptr @table, i64 0, i64 1), align 4
  ret i32 %t
}
"#;

fn parsed<'c>(context: &'c Context, text: &str) -> Module<'c> {
    let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "test");
    context.create_module_from_ir(buffer).unwrap()
}

/// Everything that a module is made of.
fn all(view: View<'_>) -> HashSet<Value<'_>> {
    let mut open: Vec<Value<'_>> = view.functions().chain(view.globals()).collect();
    open.extend(view.aliases());
    let mut seen = HashSet::new();
    while let Some(value) = open.pop() {
        if seen.insert(value) {
            open.extend(value.operands().chain(value.instructions()));
            open.extend(value.parameters().chain(value.callee()));
        }
    }
    seen
}

/// Calls every method that reads a value.
fn ask<'m>(value: Value<'m>, view: View<'m>) -> String {
    let flags = [
        value.is_call(),
        value.is_terminator(),
        value.is_nsw(),
        value.is_volatile(),
        value.is_cleanup(),
        value.is_constant(),
        value.is_zero(),
        value.is_declaration(),
        value.is_constant_variable(),
        value.is_used(),
        value.is_metadata(),
        value.must_tail(),
        value.may_shift_too_far(),
        value.assembly_has_result(),
    ];
    let texts = [value.name(), value.callee_name(), value.metadata_text()];
    let counts = [
        value.argument_count(),
        value.bundle_count(),
        value.parameter_count(),
        value.alignment(),
        value.convention(),
        u32::from(value.outcomes()),
    ];
    let lists = (value.successors(), value.users(), value.clauses());
    let more = (value.mask(), value.path(), value.incoming().count());
    let values = [
        value.next(),
        value.previous(),
        value.condition(),
        value.callee(),
        value.element(0),
        value.float_bits(),
        value.initialiser(),
        value.aliasee(),
        value.resolver(),
        value.parameter(7),
    ];
    let blocks = [
        value.block(),
        value.normal(),
        value.unwind(),
        value.as_block(),
    ];
    let types = [
        value.allocated(),
        value.source_element(),
        value.value_type(),
        value.attribute_type(0, super::attribute_kind("byval")),
    ];
    let layout = view.layout();
    let sizes = [layout.size(value.ty()), layout.bits(value.ty())];
    let numbers = (value.unsigned(), value.signed(), value.fast_math());
    let attributes = (
        value.attribute(None, "memory"),
        value.text_attribute("none"),
        value.call_attribute(None, super::attribute_kind("noreturn")),
    );
    let rest = (
        value.kind(),
        value.opcode(),
        value.predicate(),
        value.ordering(),
        value.update(),
        value.linkage(),
        value.constant_opcode(),
        value.constant_offset(layout),
        value.metadata(view.metadata_kind("none")),
        value.declared_at(),
        value.assembly().zip(value.constraints()),
    );
    let shown = format!("{flags:?}{texts:?}{counts:?}{lists:?}{more:?}{values:?}{blocks:?}");
    shown + &format!("{types:?}{sizes:?}{numbers:?}{attributes:?}{rest:?}")
}

#[test]
fn every_method_is_defined_for_every_value() {
    let context = Context::create();
    let module = parsed(&context, TEXT);
    let view = View::of(&module);
    let values = all(view);
    assert!(values.len() > 40, "{}", values.len());
    assert!(values.iter().all(|value| !ask(*value, view).is_empty()));
    let argument = view.function("g").unwrap().parameter(0).unwrap();
    assert_eq!(argument.opcode(), LLVMOpcode::LLVMUserOp1);
}

#[test]
fn what_is_read_is_what_is_written() {
    let context = Context::create();
    let module = parsed(&context, TEXT);
    let view = View::of(&module);
    let find = |opcode| view.instructions().find(|i| i.opcode() == opcode).unwrap();
    let shuffle = find(LLVMOpcode::LLVMShuffleVector);
    assert_eq!(shuffle.mask(), [Some(0), None]);
    let address = find(LLVMOpcode::LLVMLoad).operand(0);
    assert_eq!(address.constant_offset(view.layout()), Some(4));
    let call = find(LLVMOpcode::LLVMCall);
    assert_eq!(
        call.attribute(None, "memory"),
        None,
        "a call is not a function"
    );
    assert_eq!(
        view.function("h").unwrap().attribute(None, "memory"),
        Some(0)
    );
    let bundles = view.instructions().flat_map(Value::bundles);
    let tags: Vec<_> = bundles.map(|b| (b.tag, b.operands.len())).collect();
    assert_eq!(tags, [("align".to_owned(), 2)]);
}

#[test]
fn an_erased_instruction_can_be_asked_and_its_uses_are_poison() {
    let context = Context::create();
    let module = parsed(&context, TEXT);
    edit(&module, |edit| {
        let mut all = edit.instructions();
        let sum = all.find(|i| i.opcode() == LLVMOpcode::LLVMAdd).unwrap();
        edit.erase(sum);
        edit.erase(sum);
        assert!(sum.block().is_none() && sum.next().is_none() && sum.is_nsw());
        assert!(!ask(sum, **edit).is_empty());
    });
    module.verify().unwrap();
    assert!(module.to_string().contains("store i32 poison"));
}

#[test]
fn a_block_is_erased_with_what_leads_to_it() {
    let context = Context::create();
    let module = parsed(&context, TEXT);
    edit(&module, |edit| {
        let blocks: Vec<_> = edit.function("g").unwrap().blocks().collect();
        let [entry, then, join] = blocks[..3] else {
            panic!("three blocks");
        };
        let branch = entry.terminator().unwrap();
        edit.before(branch).jump(join);
        edit.erase(branch);
        let phi = join.phis().next().unwrap();
        let from_entry = phi.incoming_from(entry).unwrap();
        edit.replace_uses(phi, from_entry);
        edit.erase(phi);
        edit.erase_block(then);
        assert!(then.function().is_none() && then.instructions().next().is_none());
    });
    module.verify().unwrap();
    assert!(!module.to_string().contains("then:"));
}

#[test]
#[should_panic(expected = "integers of one type")]
fn operands_are_checked() {
    let context = Context::create();
    let module = parsed(&context, TEXT);
    edit(&module, |edit| {
        let function = edit.function("g").unwrap();
        let [x, p] = [0, 1].map(|index| function.parameter(index).unwrap());
        let end = function.blocks().next().and_then(|b| b.terminator());
        edit.before(end.unwrap()).add(x, p);
    });
}

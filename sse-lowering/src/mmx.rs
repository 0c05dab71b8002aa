//! Adapts semantic functions to intrinsics on MMX registers. LLVM 19 has a type of its own
//! for these, which inkwell does not know, so that the adaptors are text. In the semantics'
//! C a register is a vector of 64 bits, which is passed as a `double`.

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::support::LLVMString;
use inkwell::types::FunctionType;
use inkwell::values::FunctionValue;

use crate::declaration::declare;

/// LLVM's type of an MMX register.
const REGISTER: &str = "x86_mmx";

/// Whether a function takes or returns a register.
pub fn has_registers(ty: FunctionType<'_>) -> bool {
    text(ty).contains(REGISTER)
}

/// Whether an intrinsic, given by LLVM name, works on registers. After it, x87 instructions
/// find the registers in use until `emms`.
pub fn uses_registers(intrinsic: &str) -> bool {
    let context = Context::create();
    let module = context.create_module("declarations");
    declare(&module, intrinsic).is_some_and(|declared| has_registers(declared.get_type()))
}

/// Makes a function of type `wanted` that calls `function`, and `None` if the types differ
/// in anything else than registers.
pub(crate) fn adapt<'ctx>(
    module: &Module<'ctx>,
    function: FunctionValue<'ctx>,
    wanted: FunctionType<'ctx>,
) -> Option<Result<FunctionValue<'ctx>, LLVMString>> {
    let callee = function.get_name().to_string_lossy().into_owned();
    let (ours, theirs) = (text(function.get_type()), text(wanted));
    let call = call(&callee, &ours, &theirs)?;
    Some(link(module, &call).map(|()| module.get_function(NAME).expect("it was linked")))
}

/// The name of an adaptor in its text.
const NAME: &str = "adaptor";

/// The text of a function type: `x86_mmx (x86_mmx, i32)`.
pub fn text(ty: FunctionType<'_>) -> String {
    let text = ty.print_to_string().to_string();
    text.trim_matches('"').to_owned()
}

/// The types of the result and of the parameters in the text of a function type.
pub fn parts(ty: &str) -> Option<(&str, Vec<&str>)> {
    let (result, parameters) = ty.strip_suffix(')')?.split_once(" (")?;
    let parameters = parameters.split(", ").filter(|p| !p.is_empty());
    Some((result, parameters.collect()))
}

/// The text of an adaptor of type `theirs` that calls `callee`, of type `ours`.
fn call(callee: &str, ours: &str, theirs: &str) -> Option<String> {
    let ((result, mine), (wanted, others)) = (parts(ours)?, parts(theirs)?);
    let fits = |own: &str, other: &str| own == other || (own, other) == ("double", REGISTER);
    let all = mine
        .iter()
        .zip(&others)
        .all(|(own, other)| fits(own, other));
    if mine.len() != others.len() || !all || !fits(result, wanted) {
        return None;
    }
    let (mut parameters, mut arguments, mut casts) = (Vec::new(), Vec::new(), String::new());
    for (i, (own, other)) in mine.iter().zip(&others).enumerate() {
        parameters.push(format!("{other} %p{i}"));
        match own == other {
            true => arguments.push(format!("{own} %p{i}")),
            false => {
                casts.push_str(&format!("  %c{i} = bitcast {other} %p{i} to {own}\n"));
                arguments.push(format!("{own} %c{i}"));
            }
        }
    }
    let (parameters, arguments) = (parameters.join(", "), arguments.join(", "));
    let end = match (result, result == wanted) {
        ("void", _) => format!("  call void @{callee}({arguments})\n  ret void\n"),
        (_, true) => format!("  %r = call {result} @{callee}({arguments})\n  ret {result} %r\n"),
        (_, false) => format!(
            "  %r = call {result} @{callee}({arguments})\n  \
             %c = bitcast {result} %r to {wanted}\n  ret {wanted} %c\n"
        ),
    };
    let declared = mine.join(", ");
    Some(format!(
        "declare {result} @{callee}({declared})\n\
         define {wanted} @{NAME}({parameters}) {{\n{casts}{end}}}\n"
    ))
}

/// Links functions given as text into a module.
pub fn link(module: &Module<'_>, functions: &str) -> Result<(), LLVMString> {
    // LLVM requires a terminating zero after the text.
    let text = format!("{functions}\0");
    let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "functions");
    let parsed = module.get_context().create_module_from_ir(buffer)?;
    parsed.set_triple(&module.get_triple());
    parsed.set_data_layout(&module.get_data_layout());
    module.link_in_module(parsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_cast_and_other_operands_are_passed_on() {
        let call = call("f", "double (double, i32)", "x86_mmx (x86_mmx, i32)");
        assert_eq!(
            call.unwrap(),
            "declare double @f(double, i32)\n\
             define x86_mmx @adaptor(x86_mmx %p0, i32 %p1) {\n  \
             %c0 = bitcast x86_mmx %p0 to double\n  \
             %r = call double @f(double %c0, i32 %p1)\n  \
             %c = bitcast double %r to x86_mmx\n  \
             ret x86_mmx %c\n}\n"
        );
    }

    #[test]
    fn the_type_tells_what_works_on_registers() {
        assert!(uses_registers("llvm.x86.mmx.padd.b"));
        assert!(uses_registers("llvm.x86.sse.cvtpi2ps"));
        assert!(!uses_registers("llvm.x86.mmx.emms"));
        assert!(!uses_registers("llvm.x86.ssse3.pshuf.b.128"));
    }

    #[test]
    fn other_types_have_no_adaptor() {
        assert_eq!(call("f", "double (i32)", "x86_mmx (x86_mmx)"), None);
        assert_eq!(call("f", "double ()", "x86_mmx (x86_mmx)"), None);
        assert_eq!(call("f", "i32 (double)", "x86_mmx (x86_mmx)"), None);
    }
}

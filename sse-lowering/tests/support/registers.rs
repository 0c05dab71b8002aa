//! Calls of intrinsics on MMX registers, for which inkwell has no type: functions of text
//! that take and return integers of 64 bits in place of registers.

use inkwell::module::Module;
use inkwell::values::FunctionValue;
use simdiff_sse_lowering::{declare, mmx};

use super::wrappers::Shape;

const REGISTER: &str = "x86_mmx";

/// The shapes of an intrinsic's operands and result, from the text of its type.
pub fn shapes(intrinsic: &str, ty: &str) -> (Vec<Shape>, Option<Shape>) {
    let (result, parameters) = mmx::parts(ty).expect("the type of a function");
    let shape = |ty: &str| match ty {
        REGISTER => register(intrinsic),
        "<4 x float>" => Shape::Float { bits: 32, lanes: 4 },
        "<2 x double>" => Shape::Float { bits: 64, lanes: 2 },
        "ptr" => Shape::Memory,
        int => Shape::Int {
            bits: int[1..].parse().expect("an integer type"),
            lanes: 1,
        },
    };
    let result = (result != "void").then(|| shape(result));
    (parameters.into_iter().map(shape).collect(), result)
}

/// The lanes that the end of an intrinsic's name tells of.
fn register(intrinsic: &str) -> Shape {
    let end = intrinsic.rsplit('.').next().expect("a name");
    let is = |ends: &[&str]| ends.iter().any(|e| end.ends_with(e));
    let bits = match end {
        _ if is(&["pd", "pi", "ps", "dw", "wd", "dq"]) => 32,
        _ if is(&["b", "bw"]) => 8,
        _ if is(&["w"]) => 16,
        _ if is(&["d"]) => 32,
        _ => 64,
    };
    Shape::Int {
        bits,
        lanes: 64 / bits,
    }
}

/// Defines a function that calls the intrinsic with these immediates, whatever it is given
/// for them, and then leaves the registers to the x87 unit.
pub fn caller<'ctx>(
    module: &Module<'ctx>,
    intrinsic: &str,
    immediates: &[(usize, u8)],
    features: &str,
) -> FunctionValue<'ctx> {
    let declared = declare(module, intrinsic).expect("known to LLVM");
    let ty = mmx::text(declared.get_type());
    let (result, parameters) = mmx::parts(&ty).expect("the type of a function");
    let own = |ty: &'_ str| if ty == REGISTER { "i64" } else { ty }.to_owned();
    let (mut taken, mut passed, mut casts) = (Vec::new(), Vec::new(), String::new());
    for (i, &ty) in parameters.iter().enumerate() {
        taken.push(format!("{} %p{i}", own(ty)));
        let immediate = immediates.iter().find(|(at, _)| *at == i);
        passed.push(match (immediate, ty) {
            (Some((_, value)), _) => format!("{ty} {value}"),
            (None, REGISTER) => {
                casts.push_str(&format!("  %c{i} = bitcast i64 %p{i} to {ty}\n"));
                format!("{ty} %c{i}")
            }
            (None, _) => format!("{ty} %p{i}"),
        });
    }
    let call = format!("call {result} @{intrinsic}({})", passed.join(", "));
    let body = match result {
        "void" => format!("  {call}\n"),
        REGISTER => format!("  %r = {call}\n  %c = bitcast {result} %r to i64\n"),
        _ => format!("  %c = {call}\n"),
    };
    let end = match result {
        "void" => "  ret void\n".to_owned(),
        _ => format!("  ret {} %c\n", own(result)),
    };
    let numbers = immediates.iter().map(|(_, value)| format!(" {value}"));
    let name = format!("integers for {intrinsic}{}", numbers.collect::<String>());
    let text = format!(
        "declare {ty_result} @{intrinsic}({ty_parameters})\n\
         declare void @llvm.x86.mmx.emms()\n\
         define {result} @\"{name}\"({taken}) alwaysinline \"target-features\"=\"{features},+mmx\" {{\n\
         {casts}{body}  call void @llvm.x86.mmx.emms()\n{end}}}\n",
        ty_result = result,
        ty_parameters = parameters.join(", "),
        result = own(result),
        taken = taken.join(", "),
    );
    mmx::link(module, &text).expect("links");
    module.get_function(&name).expect("it was linked")
}

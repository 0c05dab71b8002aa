//! The test as a Rust file, for `rustc --test` or for `tests/` of a crate whose build
//! script compiles the sources.

use std::fmt::Write;
use std::path::PathBuf;

use super::mismatch::{Argument, Mismatch};
use super::{rows, sentence, unsupported};
use crate::contract::{Element, Leaf, Param, Role, Scalar};
use crate::problem::Problem;
use crate::verdict::Difference;

impl Mismatch<'_> {
    pub(super) fn rust(
        &self,
        difference: &Difference,
        files: &[PathBuf],
        compiler: &str,
    ) -> Result<String, Problem> {
        if !self.contract.globals.is_empty() || !self.contract.setup.is_empty() {
            return Err(Problem::new("a Rust test cannot set global variables of C")
                .help("write a C test: --emit-test FILE.c"));
        }
        let vector =
            |p: &Param| matches!(&p.role, Role::Buffer { element, .. } if element.is_container());
        let made = |p: &Param| p.name.contains(['.', '>']) || p.row.is_some() || vector(p);
        if let Some(param) = self.contract.params.iter().find(|p| made(p)) {
            let message = format!(
                "a Rust test cannot make `{}`, which is part of a structure, a vector or made of rows",
                param.name
            );
            return Err(Problem::new(message).help("write a C or C++ test: --emit-test FILE.cpp"));
        }
        let [reference, port] = self.names();
        if self.contract.result.is_some() && self.result().is_none() {
            return Err(Problem::new(
                "a Rust test cannot take a structure as result",
            ));
        }
        let mut text = format!(
            "//! Fails as long as {port} does not compute what {reference} computes here:\n//! {}\n{}",
            sentence(difference),
            linking(files, compiler),
        );
        text.push_str("\n#![allow(non_snake_case, clashing_extern_declarations)]\n");
        let arguments = self.arguments()?;
        let types: Result<Vec<String>, Problem> = arguments
            .iter()
            .enumerate()
            .map(|(i, argument)| {
                let rust = match argument {
                    Argument::Pointer(..) => "*mut u8",
                    Argument::Number(scalar, _) => rust_type(*scalar)?,
                };
                Ok(format!("p{i}: {rust}"))
            })
            .collect();
        let types = types?.join(", ");
        let result = match self.result() {
            Some(_) if self.contract.returns_address => " -> *const u8".to_owned(),
            Some(element) => format!(" -> {}", rust_type(element.leaves[0].scalar)?),
            None => String::new(),
        };
        text.push_str("\nunsafe extern \"C\" {\n");
        for (side, function) in ["reference", "port"].iter().zip(self.functions) {
            let symbol = &function.symbol;
            let _ = write!(
                text,
                "    #[link_name = {symbol:?}]\n    fn {side}({types}){result};\n"
            );
        }
        text.push_str("}\n");
        let (ulps, relative, absolute) = self.accepted();
        let _ = write!(
            text,
            "\n/// How far apart two numbers may be: by so many representable values, or by\n\
             /// so much relative to the reference's and in itself.\n\
             const ULPS: u64 = {ulps};\n\
             const RELATIVE: f64 = {relative:?};\n\
             const ABSOLUTE: f64 = {absolute:?};\n"
        );
        let buffers = self.buffers()?;
        if !buffers.is_empty() {
            text.push_str(ALIGNED);
        }
        text.push_str(PRELUDE);
        if self.contract.returns_address {
            text.push_str(PRELUDE_ADDRESS);
        }
        text.push_str(
            "\n#[test]\nfn the_versions_agree() {\n    let mut differing = Vec::new();\n",
        );
        for (param, bytes) in buffers {
            let name = &param.name;
            let [left, right] = bytes.map(|bytes| rows(&bytes, "        "));
            let _ = write!(
                text,
                "    let mut {name}_ = [Aligned([\n{left}    ]), Aligned([\n{right}    ])];\n"
            );
        }
        for (side, function) in ["reference", "port"].iter().enumerate() {
            let arguments: Result<Vec<String>, Problem> = arguments
                .iter()
                .map(|argument| written(argument, side))
                .collect();
            let call = format!("unsafe {{ {function}({}) }}", arguments?.join(", "));
            let _ = match self.result() {
                Some(_) if self.contract.returns_address => {
                    let names = self.owners();
                    let buffers: Vec<String> = names
                        .map(|name| format!("&{name}_[{side}].0[..]"))
                        .collect();
                    let buffers = buffers.join(", ");
                    writeln!(
                        text,
                        "    let result{side} = {call};\n    let result{side} = address(result{side}, &[{buffers}]);"
                    )
                }
                Some(_) => writeln!(text, "    let result{side} = {call};"),
                None => writeln!(text, "    {call};"),
            };
        }
        if let Some(element) = self.result() {
            let sides = [0, 1].map(|side| format!("&result{side}.to_le_bytes()"));
            text.push_str(&comparisons("return value", &sides, element)?);
        }
        for (name, _, element) in self.outputs()? {
            let sides = [0, 1].map(|side| format!("&{name}_[{side}].0"));
            text.push_str(&comparisons(name, &sides, element)?);
        }
        text.push_str("    assert!(differing.is_empty(), \"{differing:?} differ\");\n}\n");
        Ok(text)
    }
}

/// The comment on how to build the test.
fn linking(files: &[PathBuf], compiler: &str) -> String {
    let names: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
    let objects = (0..files.len()).map(|i| format!("-C link-arg=version{i}.o"));
    let mut text =
        "//!\n//! Link it with the sources, compiled as the check compiled them:\n".to_owned();
    for (i, name) in names.iter().enumerate() {
        let _ = writeln!(text, "//!     {compiler} -c {name} -o version{i}.o");
    }
    let objects: Vec<String> = objects.collect();
    let _ = writeln!(
        text,
        "//!     rustc --edition 2021 --test THIS.rs {} -l m\n\
         //! or let a build script compile them with the `cc` crate. Both functions must be\n\
         //! visible outside their files.",
        objects.join(" ")
    );
    text
}

fn written(argument: &Argument<'_>, side: usize) -> Result<String, Problem> {
    Ok(match argument {
        Argument::Pointer(name, 0) => format!("{name}_[{side}].0.as_mut_ptr()"),
        Argument::Pointer(name, origin) => {
            format!("{name}_[{side}].0.as_mut_ptr().add({origin})")
        }
        Argument::Number(scalar, bits) => literal(*scalar, *bits)?,
    })
}

/// Comparisons of every scalar of the elements in two byte slices.
///
/// # Errors
/// If there is a float that Rust does not have.
fn comparisons(
    name: &str,
    [left, right]: &[String; 2],
    element: &Element,
) -> Result<String, Problem> {
    let comparison = |leaf: &Leaf| {
        if let Scalar::Float { .. } = leaf.scalar {
            rust_type(leaf.scalar)?;
        }
        let (offset, size) = (leaf.offset, u32::from(leaf.scalar.bits()).div_ceil(8));
        let float = matches!(leaf.scalar, Scalar::Float { .. });
        Ok(format!(
            "    differing.extend(compare(\"{name}{}\", {left}, {right}, {}, {offset}, {size}, {float}));\n",
            leaf.path, element.size
        ))
    };
    element.leaves.iter().map(comparison).collect()
}

fn rust_type(scalar: Scalar) -> Result<&'static str, Problem> {
    Ok(match scalar {
        Scalar::Float { format } => match format.name() {
            "f32" => "f32",
            "f64" => "f64",
            _ => {
                let problem = unsupported(scalar);
                return Err(problem.help("write a C test: --emit-test FILE.c"));
            }
        },
        Scalar::Int { bits, signed } => match (bits, signed) {
            (1 | 8, false) => "u8",
            (8, true) => "i8",
            (16, false) => "u16",
            (16, true) => "i16",
            (32, false) => "u32",
            (32, true) => "i32",
            (64, false) => "u64",
            (64, true) => "i64",
            _ => return Err(unsupported(scalar)),
        },
    })
}

/// A Rust expression with exactly these bits.
fn literal(scalar: Scalar, bits: u128) -> Result<String, Problem> {
    let rust = rust_type(scalar)?;
    Ok(match scalar {
        Scalar::Float { .. } => format!("{rust}::from_bits({bits:#x})"),
        Scalar::Int { signed: false, .. } => format!("{bits:#x}"),
        Scalar::Int { bits: width, .. } => {
            let low = bits & (u128::MAX >> (128 - u32::from(width)));
            format!("{low:#x}u{width} as {rust}")
        }
    })
}

const ALIGNED: &str = "
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Aligned<const N: usize>([u8; N]);
";

const PRELUDE_ADDRESS: &str = r"
/// Where a pointer points to: 0 for null, all ones outside of all buffers; else the number
/// of the buffer, from 1, in the upper 16 bits, and the distance from its start.
fn address(pointer: *const u8, buffers: &[&[u8]]) -> u64 {
    for (i, buffer) in buffers.iter().enumerate() {
        let offset = (pointer as usize).wrapping_sub(buffer.as_ptr() as usize);
        if offset <= buffer.len() {
            return (i as u64 + 1 << 48) + offset as u64;
        }
    }
    if pointer.is_null() { 0 } else { u64::MAX }
}
";

const PRELUDE: &str = r#"
/// Elements whose member at `offset` differs, all NaNs being alike.
fn compare(
    name: &str,
    left: &[u8],
    right: &[u8],
    step: usize,
    offset: usize,
    size: usize,
    is_float: bool,
) -> Vec<String> {
    let member = |element: &[u8]| {
        let mut bytes = [0; 16];
        bytes[..size].copy_from_slice(&element[offset..offset + size]);
        u128::from_le_bytes(bytes)
    };
    let elements = left.chunks_exact(step).zip(right.chunks_exact(step));
    let differs = |(x, y): (u128, u128)| x != y && !(is_float && close(x, y, size));
    elements
        .enumerate()
        .filter(|(_, (x, y))| differs((member(x), member(y))))
        .map(|(i, _)| format!("{name} in element {i}"))
        .collect()
}

/// Whether two floats, not the same, are both NaNs or close enough.
fn close(x: u128, y: u128, size: usize) -> bool {
    let number = |bits: u128| match size {
        4 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits as u64),
    };
    let magnitude = |bits: u128| (bits & !(1 << (8 * size - 1))) as u64;
    let apart = match (x ^ y) >> (8 * size - 1) {
        0 => magnitude(x).abs_diff(magnitude(y)),
        _ => magnitude(x).saturating_add(magnitude(y)),
    };
    let (x, y) = (number(x), number(y));
    let finite = x.is_finite() && y.is_finite();
    let near = |most: f64| most > 0.0 && (y - x).abs() <= most;
    x.is_nan() && y.is_nan()
        || finite && (ULPS > 0 && apart <= ULPS || near(RELATIVE * x.abs() + ABSOLUTE))
}
"#;

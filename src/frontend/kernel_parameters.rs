//! The parameters of a host's kernels, as in the table of programs (`struct
//! simdiff_argument` in `opencl-runtime/host/host.h`).

use std::fmt::Write;

use inkwell::module::Module;
use inkwell::values::FunctionValue;

use crate::contract::ImageKind;
use crate::llvm::{Node, Value, View, attribute_kind};

/// The kind of a kernel argument: a value, the address space of a pointer, an image or a
/// sampler.
#[derive(Clone, Copy)]
enum Space {
    Value,
    Global,
    Constant,
    Local,
    Image(ImageKind),
    Sampler,
}

/// A parameter of a kernel.
pub(super) struct Parameter {
    space: Space,
    /// The size in bytes of a value or a handle.
    size: u64,
    ty: String,
    name: String,
    /// The qualifiers of what a pointer points to, and `restrict`, separated by spaces.
    qualifiers: String,
    /// The access qualifier of an image, such as `read_only`.
    access: String,
}

impl Parameter {
    /// The C text of the parameter's row in the table.
    pub(super) fn row(&self) -> String {
        let space = match self.space {
            Space::Value => "SIMDIFF_VALUE",
            Space::Global => "SIMDIFF_GLOBAL",
            Space::Constant => "SIMDIFF_CONSTANT",
            Space::Local => "SIMDIFF_LOCAL",
            Space::Image(_) => "SIMDIFF_IMAGE",
            Space::Sampler => "SIMDIFF_SAMPLER",
        };
        let (image, access) = match self.space {
            Space::Image(kind) => (
                object_type(kind),
                format!("CL_KERNEL_ARG_ACCESS_{}", self.access.to_uppercase()),
            ),
            _ => ("0", "CL_KERNEL_ARG_ACCESS_NONE".to_owned()),
        };
        format!(
            "{{{space}, {}, {}, {}, {}, {image}, {access}}}, ",
            self.size,
            literal(self.ty.as_bytes()),
            literal(self.name.as_bytes()),
            qualifier_bits(&self.qualifiers)
        )
    }
}

/// Qualifiers as a `cl_kernel_arg_type_qualifier`.
fn qualifier_bits(qualifiers: &str) -> u32 {
    const BITS: [&str; 3] = ["const", "restrict", "volatile"];
    let bits = qualifiers.split(' ').filter_map(|qualifier| {
        let bit = BITS.iter().position(|known| *known == qualifier)?;
        Some(1 << bit)
    });
    bits.sum()
}

/// The type of the memory objects for a kind of image (OpenCL 3.0 API, 5.3.1).
fn object_type(kind: ImageKind) -> &'static str {
    match kind {
        ImageKind::Line => "CL_MEM_OBJECT_IMAGE1D",
        ImageKind::Buffer => "CL_MEM_OBJECT_IMAGE1D_BUFFER",
        ImageKind::Lines => "CL_MEM_OBJECT_IMAGE1D_ARRAY",
        ImageKind::Plane => "CL_MEM_OBJECT_IMAGE2D",
        ImageKind::Planes => "CL_MEM_OBJECT_IMAGE2D_ARRAY",
        ImageKind::Volume => "CL_MEM_OBJECT_IMAGE3D",
    }
}

/// What a host passes for a parameter of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// A value of so many bytes.
    Value(u64),
    /// A memory object.
    Memory,
    /// Local memory.
    Local,
    /// An image or a sampler.
    Handle,
}

/// What a host passes for each parameter of a kernel in a module as clang emitted it; the error
/// says what is not modelled.
///
/// # Errors
/// A parameter that no host passes.
pub fn passed(module: &Module<'_>, symbol: &str) -> Result<Vec<Passed>, String> {
    let kernel = module
        .get_function(symbol)
        .ok_or("a kernel that is not defined")?;
    let all = parameters(module, kernel)?.into_iter();
    Ok(all
        .map(|parameter| match parameter.space {
            Space::Value => Passed::Value(parameter.size),
            Space::Global | Space::Constant => Passed::Memory,
            Space::Local => Passed::Local,
            Space::Image(_) | Space::Sampler => Passed::Handle,
        })
        .collect())
}

/// The parameters of a kernel; the error says what is not modelled.
pub(super) fn parameters(
    module: &Module<'_>,
    kernel: FunctionValue<'_>,
) -> Result<Vec<Parameter>, String> {
    const OPAQUE: [&str; 5] = ["image", "pipe", "event", "queue", "reserve_id"];
    let function = Value::from(kernel);
    let texts = |kind: &str| texts(function, kind);
    let (types, base) = (texts("kernel_arg_type"), texts("kernel_arg_base_type"));
    let (names, qualifiers) = (texts("kernel_arg_name"), texts("kernel_arg_type_qual"));
    let accesses = texts("kernel_arg_access_qual");
    if base.len() != kernel.count_params() as usize {
        return Err("a kernel with a structure that is passed in parts".to_owned());
    }
    let layout = View::of(module).layout();
    let byval = attribute_kind("byval");
    let mut found = Vec::new();
    for (number, parameter) in function.parameters().enumerate() {
        let ty = parameter.ty();
        let own = |list: &Vec<String>| list.get(number).cloned().unwrap_or_default();
        let base = own(&base);
        let image = base.strip_suffix("_t").and_then(ImageKind::from_name);
        if image.is_none() && OPAQUE.iter().any(|opaque| base.starts_with(opaque)) {
            return Err(format!("a kernel with an argument of type {base}"));
        }
        let copied = function.attribute_type(number as u32, byval);
        let (space, size) = if let Some(copied) = copied {
            (Space::Value, layout.size(copied))
        } else if let Some(kind) = image {
            (Space::Image(kind), 8)
        } else if base == "sampler_t" {
            (Space::Sampler, 8)
        } else if ty.is_pointer() {
            let space = match ty.address_space() {
                3 => Space::Local,
                2 => Space::Constant,
                _ => Space::Global,
            };
            (space, 8)
        } else if base.starts_with("struct") || base.starts_with("union") {
            return Err("a kernel with a structure that is passed in parts".to_owned());
        } else {
            (Space::Value, layout.size(ty))
        };
        found.push(Parameter {
            space,
            size,
            ty: own(&types),
            name: own(&names),
            qualifiers: own(&qualifiers),
            access: own(&accesses),
        });
    }
    Ok(found)
}

/// The strings in a function's metadata of a kind.
pub(super) fn texts(function: Value<'_>, kind: &str) -> Vec<String> {
    let kind = function.module().map(|module| module.metadata_kind(kind));
    let node = kind.and_then(|kind| function.metadata(kind));
    let operands = node.map(Node::operands).unwrap_or_default();
    let text = |operand: Option<Value<'_>>| operand.map(Value::metadata_text);
    operands
        .into_iter()
        .map(|o| text(o).unwrap_or_default())
        .collect()
}

/// A C string literal of these bytes.
pub(super) fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in bytes {
        match byte {
            b'"' | b'\\' | b'?' => {
                let _ = write!(text, "\\{:03o}", byte);
            }
            b' '..=b'~' => text.push(char::from(*byte)),
            _ => {
                let _ = write!(text, "\\{byte:03o}");
            }
        }
    }
    text + "\""
}

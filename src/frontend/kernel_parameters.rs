//! The parameters of a host's kernels, as in the table of programs (`struct
//! simdiff_argument` in `opencl-runtime/host/host.h`).

use std::fmt::Write;

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMGetModuleDataLayout};
use inkwell::llvm_sys::{LLVMAttributeIndex, LLVMTypeKind};
use inkwell::module::Module;
use inkwell::values::{AsValueRef, FunctionValue};

use crate::contract::ImageKind;
use crate::llvm;

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
    constant: bool,
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
            u8::from(self.constant)
        )
    }
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

/// The parameters of a kernel; the error says what is not modelled.
///
/// # Safety
/// The kernel has to be alive and in the module.
pub(super) unsafe fn parameters(
    module: &Module<'_>,
    kernel: FunctionValue<'_>,
) -> Result<Vec<Parameter>, String> {
    const OPAQUE: [&str; 5] = ["image", "pipe", "event", "queue", "reserve_id"];
    // SAFETY: as the caller promises.
    unsafe {
        let texts = |kind: &str| texts(kernel.as_value_ref(), kind);
        let (types, base) = (texts("kernel_arg_type"), texts("kernel_arg_base_type"));
        let (names, qualifiers) = (texts("kernel_arg_name"), texts("kernel_arg_type_qual"));
        let accesses = texts("kernel_arg_access_qual");
        if base.len() != kernel.count_params() as usize {
            return Err("a kernel with a structure that is passed in parts".to_owned());
        }
        let layout = LLVMGetModuleDataLayout(module.as_mut_ptr());
        let byval = llvm::attribute_kind("byval");
        let mut found = Vec::new();
        for (number, parameter) in kernel.get_param_iter().enumerate() {
            let ty = LLVMTypeOf(parameter.as_value_ref());
            let own = |list: &Vec<String>| list.get(number).cloned().unwrap_or_default();
            let base = own(&base);
            let image = base.strip_suffix("_t").and_then(ImageKind::from_name);
            if image.is_none() && OPAQUE.iter().any(|opaque| base.starts_with(opaque)) {
                return Err(format!("a kernel with an argument of type {base}"));
            }
            let place = number as LLVMAttributeIndex + 1;
            let copied = LLVMGetEnumAttributeAtIndex(kernel.as_value_ref(), place, byval);
            let (space, size) = if !copied.is_null() {
                let ty = LLVMGetTypeAttributeValue(copied);
                (Space::Value, LLVMABISizeOfType(layout, ty))
            } else if let Some(kind) = image {
                (Space::Image(kind), 8)
            } else if base == "sampler_t" {
                (Space::Sampler, 8)
            } else if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMPointerTypeKind {
                let space = match LLVMGetPointerAddressSpace(ty) {
                    3 => Space::Local,
                    2 => Space::Constant,
                    _ => Space::Global,
                };
                (space, 8)
            } else if base.starts_with("struct") || base.starts_with("union") {
                return Err("a kernel with a structure that is passed in parts".to_owned());
            } else {
                (Space::Value, LLVMABISizeOfType(layout, ty))
            };
            found.push(Parameter {
                space,
                size,
                ty: own(&types),
                name: own(&names),
                constant: own(&qualifiers).split(' ').any(|q| q == "const"),
                access: own(&accesses),
            });
        }
        Ok(found)
    }
}

/// The strings in a function's metadata of a kind.
///
/// # Safety
/// The function has to be alive.
pub(super) unsafe fn texts(function: LLVMValueRef, kind: &str) -> Vec<String> {
    // SAFETY: as the caller promises; the operands of a node are counted first, and those
    // of these kinds are strings.
    unsafe {
        let context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
        let id = LLVMGetMDKindIDInContext(context, kind.as_ptr().cast(), kind.len() as u32);
        let node = LLVMGetMetadata(function, id);
        if node.is_null() {
            return Vec::new();
        }
        let mut operands = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
        LLVMGetMDNodeOperands(node, operands.as_mut_ptr());
        let text = |operand: LLVMValueRef| {
            let mut length = 0;
            let text = LLVMGetMDString(operand, &raw mut length);
            if text.is_null() {
                return String::new();
            }
            let bytes = std::slice::from_raw_parts(text.cast::<u8>(), length as usize);
            String::from_utf8_lossy(bytes).into_owned()
        };
        operands.into_iter().map(text).collect()
    }
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

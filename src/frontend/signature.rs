//! The source signature of a function, with its types resolved.
//!
//! It is read from debug info. A function without debug info gets the types that LLVM's
//! types imply, so that plain numbers still work and pointers need an `--arg`.

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::values::FunctionValue;
use term::Format;

use super::debug_info::DebugInfo;
use super::layout::resolve;
use super::spelling::spelled;
use super::types::{Pointer, Type, enumerators};
use crate::contract::{Element, Enumerator, Leaf, Scalar};
use crate::llvm;

/// One parameter as the source declares it.
#[derive(Clone, Debug)]
pub struct SourceParam {
    /// Its name; such as `arg2` if the source has none.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its type in source form.
    pub spelled: String,
    /// The enumerators of its type, if that is an enumeration.
    pub enumerators: Vec<Enumerator>,
    /// Whether it is passed as pointers to rows, which `ty` no longer shows.
    pub rows: bool,
}

/// A function as the source declares it.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The parameters in source order.
    pub params: Vec<SourceParam>,
    /// The result's type.
    pub result: Type,
    /// The result's type in source form.
    pub result_spelled: String,
    /// The whole declaration.
    pub text: String,
}

impl SourceParam {
    /// The spelling of the type of a size that no parameter of the source has.
    pub const ADDED: &str = "a size";

    /// Whether it is a size that was added because a length names it: it stands after no
    /// parameter.
    pub fn is_added(&self) -> bool {
        self.spelled == SourceParam::ADDED
    }
}

impl Signature {
    /// Whether a parameter is the output for a structure that a call writes and that is
    /// split into members.
    pub fn is_apart(&self, param: usize) -> bool {
        let name = &self.params[param].name;
        let field = |other: &SourceParam| {
            let rest = other.name.strip_prefix(name.as_str());
            rest.is_some_and(|rest| rest.starts_with("->") || rest.starts_with(['.', '[']))
        };
        self.params.iter().any(field)
    }

    /// The signature of a defined function.
    pub fn of(function: FunctionValue<'_>, debug: &DebugInfo) -> Signature {
        let symbol = function.get_name().to_string_lossy();
        match Signature::from_debug_info(&symbol, debug) {
            Some(signature) => signature,
            None => Signature::from_llvm(&symbol, function),
        }
    }

    fn from_debug_info(symbol: &str, debug: &DebugInfo) -> Option<Signature> {
        let subprogram = debug.subprogram(symbol)?;
        let params = subprogram.params.iter().enumerate().map(|(i, (name, id))| {
            let ty = resolve(debug, *id);
            SourceParam {
                name: name.clone().unwrap_or_else(|| format!("arg{i}")),
                spelled: match &ty {
                    Type::Image(image) => image.spelled(),
                    _ => spelled(debug, *id),
                },
                ty,
                enumerators: enumerators(debug, *id),
                rows: false,
            }
        });
        Some(Signature {
            params: params.collect(),
            result: resolve(debug, subprogram.result),
            result_spelled: spelled(debug, subprogram.result),
            text: super::resolve::signature(debug, symbol)?,
        })
    }

    fn from_llvm(symbol: &str, function: FunctionValue<'_>) -> Signature {
        let raw = llvm::Value::from(function);
        let mut params = Vec::new();
        for index in 0..function.count_params() {
            let both = (function.get_nth_param(index), raw.parameter(index));
            let (Some(param), Some(parameter)) = both else {
                continue;
            };
            if raw.attribute(Some(index), "sret").is_some() {
                continue;
            }
            let name = match parameter.name() {
                name if name.is_empty() => format!("arg{}", params.len()),
                name => name,
            };
            let ty = llvm_type(parameter.ty());
            let spelled = param.get_type().to_string().trim_matches('"').to_owned();
            params.push(SourceParam {
                name,
                ty,
                spelled,
                enumerators: Vec::new(),
                rows: false,
            });
        }
        let result = raw.value_type().map(llvm::Type::result);
        let shown: Vec<&str> = params.iter().map(|p| p.spelled.as_str()).collect();
        Signature {
            text: format!("{symbol}({}), without debug info", shown.join(", ")),
            result: result.map_or(Type::Void, llvm_type),
            result_spelled: "its LLVM type".into(),
            params,
        }
    }
}

/// The source type that an LLVM type implies.
fn llvm_type(ty: llvm::Type<'_>) -> Type {
    let opaque = |reason: &str| Type::Opaque {
        reason: reason.into(),
    };
    let float = |format| Type::Scalar(Scalar::Float { format });
    match ty.kind() {
        LLVMTypeKind::LLVMVoidTypeKind => Type::Void,
        LLVMTypeKind::LLVMHalfTypeKind => float(Format::Half),
        LLVMTypeKind::LLVMBFloatTypeKind => float(Format::BFloat),
        LLVMTypeKind::LLVMFloatTypeKind => float(Format::Single),
        LLVMTypeKind::LLVMDoubleTypeKind => float(Format::Double),
        LLVMTypeKind::LLVMFP128TypeKind => float(Format::Quad),
        LLVMTypeKind::LLVMIntegerTypeKind => match ty.width() {
            Some(1) => Type::Scalar(Scalar::Int {
                bits: 8,
                signed: false,
            }),
            Some(bits @ (8 | 16 | 32 | 64 | 128)) => Type::Scalar(Scalar::Int {
                bits: bits as u8,
                signed: true,
            }),
            _ => opaque("without debug info only usual integer widths are supported"),
        },
        LLVMTypeKind::LLVMPointerTypeKind => Type::Pointer(Pointer {
            pointee: Box::new(Type::Void),
            constant: false,
            reference: false,
            align: None,
        }),
        LLVMTypeKind::LLVMVectorTypeKind => match llvm_type(ty.lane()) {
            Type::Scalar(scalar) => Type::Aggregate(vector(scalar, ty.length() as u32)),
            _ => opaque("without debug info its layout is not known"),
        },
        _ => opaque("without debug info its layout is not known"),
    }
}

fn vector(scalar: Scalar, lanes: u32) -> Element {
    let bytes = u32::from(scalar.bits()).div_ceil(8);
    let lane = |i| Leaf {
        offset: i * bytes,
        scalar,
        path: format!("[{i}]"),
        values: None,
    };
    Element {
        name: format!("vector of {lanes} {scalar}"),
        size: lanes * bytes,
        align: (lanes * bytes).next_power_of_two(),
        leaves: (0..lanes).map(lane).collect(),
    }
}

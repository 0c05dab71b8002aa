//! Wrappers: a call of one intrinsic as a function of plain memory.
//!
//! `void wrapper(ptr operands, ptr result)` loads operand i from
//! `operands + SLOT * i`, calls the intrinsic and stores what it returns. A
//! pointer operand is the address of its slot. There is one wrapper for each
//! value of an immediate.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::Context;
use inkwell::intrinsics::Intrinsic;
use inkwell::module::Module;
use inkwell::types::{BasicType, BasicTypeEnum};
use inkwell::values::{BasicMetadataValueEnum, FunctionValue};

/// Bytes from one operand to the next: the widest vector register.
pub const SLOT: usize = 64;

/// How an operand's or a result's bytes are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Int {
        bits: u32,
        lanes: u32,
    },
    Float {
        bits: u32,
        lanes: u32,
    },
    /// Elements of at most eight bytes to count from a `Memory` operand.
    Index {
        bits: u32,
        lanes: u32,
    },
    Memory,
    Immediate,
}

impl Shape {
    pub fn of(ty: BasicTypeEnum<'_>) -> Self {
        match ty {
            BasicTypeEnum::VectorType(v) => match Self::of(v.get_element_type()) {
                Self::Int { bits, .. } => Self::Int {
                    bits,
                    lanes: v.get_size(),
                },
                Self::Float { bits, .. } => Self::Float {
                    bits,
                    lanes: v.get_size(),
                },
                other => panic!("vector of {other:?}"),
            },
            BasicTypeEnum::IntType(i) => Self::Int {
                bits: i.get_bit_width(),
                lanes: 1,
            },
            BasicTypeEnum::FloatType(f) => Self::Float {
                bits: f.get_bit_width(),
                lanes: 1,
            },
            BasicTypeEnum::PointerType(_) => Self::Memory,
            other => panic!("operand of type {other}"),
        }
    }

    pub fn bytes(self) -> usize {
        match self {
            Self::Int { bits, lanes } | Self::Float { bits, lanes } => (bits * lanes / 8) as usize,
            Self::Index { bits, lanes } => (bits * lanes / 8) as usize,
            Self::Memory => SLOT,
            Self::Immediate => 0,
        }
    }
}

/// One intrinsic with one choice of its immediate.
#[derive(Debug, Clone)]
pub struct Wrapper {
    pub intrinsic: String,
    pub immediate: Option<u8>,
    /// How many wrappers the intrinsic has.
    pub immediates: usize,
    pub operands: Vec<Shape>,
    pub result: Option<Shape>,
    /// ISA extensions it needs, in LLVM's spelling: `+sse2,+avx`.
    pub features: String,
}

impl Wrapper {
    /// All wrappers of an intrinsic.
    pub fn all(intrinsic: &str) -> Vec<Self> {
        let context = Context::create();
        let module = context.create_module("declarations");
        let declared = declaration(&module, intrinsic);
        let immarg = Attribute::get_named_enum_kind_id("immarg");
        let operands: Vec<_> = declared
            .get_type()
            .get_param_types()
            .into_iter()
            .enumerate()
            .map(|(i, ty)| {
                let ty = BasicTypeEnum::try_from(ty).expect("a basic type");
                match declared.get_enum_attribute(AttributeLoc::Param(i as u32), immarg) {
                    Some(_) => Shape::Immediate,
                    None => match Shape::of(ty) {
                        Shape::Int { bits, lanes } if i == 2 && intrinsic.contains(".gather.") => {
                            Shape::Index { bits, lanes }
                        }
                        shape => shape,
                    },
                }
            })
            .collect();
        let result = declared.get_type().get_return_type().map(Shape::of);
        let choices: Vec<_> = match operands.iter().filter(|&&s| s == Shape::Immediate).count() {
            0 => vec![None],
            1 => immediates(intrinsic).into_iter().map(Some).collect(),
            n => panic!("{intrinsic} has {n} immediates"),
        };
        let wrapper = |immediate| Self {
            intrinsic: intrinsic.to_owned(),
            immediate,
            immediates: choices.len(),
            operands: operands.clone(),
            result,
            features: features(intrinsic, immediate),
        };
        choices.iter().copied().map(wrapper).collect()
    }

    /// `sse2.pmadd.wd`, `sse.cmp.ps 3`.
    pub fn name(&self) -> String {
        let operation = self.intrinsic.trim_start_matches("llvm.x86.");
        match self.immediate {
            Some(immediate) => format!("{operation} {immediate}"),
            None => operation.to_owned(),
        }
    }

    /// Defines the wrapper, compiled for `more_features` too.
    pub fn define<'ctx>(&self, module: &Module<'ctx>, more_features: &str) -> FunctionValue<'ctx> {
        let context = module.get_context();
        let callee = declaration(module, &self.intrinsic);
        let pointer = context.ptr_type(Default::default());
        let ty = context
            .void_type()
            .fn_type(&[pointer.into(), pointer.into()], false);
        let function = module.add_function(&self.name(), ty, None);
        let features = format!("{}{more_features}", self.features);
        let features = context.create_string_attribute("target-features", &features);
        function.add_attribute(AttributeLoc::Function, features);

        let builder = context.create_builder();
        builder.position_at_end(context.append_basic_block(function, "entry"));
        let parameter = |i| {
            function
                .get_nth_param(i)
                .expect("two parameters")
                .into_pointer_value()
        };
        let (operands, result) = (parameter(0), parameter(1));
        let mut arguments: Vec<BasicMetadataValueEnum> = Vec::new();
        for (i, (shape, ty)) in self
            .operands
            .iter()
            .zip(callee.get_type().get_param_types())
            .enumerate()
        {
            let offset = context.i64_type().const_int((SLOT * i) as u64, false);
            // SAFETY: callers pass one slot for each operand.
            let slot = unsafe { builder.build_gep(context.i8_type(), operands, &[offset], "slot") }
                .expect("a pointer");
            arguments.push(match (shape, ty) {
                (Shape::Memory, _) => slot.into(),
                (Shape::Immediate, ty) => {
                    let value = self.immediate.expect("an immediate");
                    ty.into_int_type().const_int(value.into(), false).into()
                }
                (_, ty) => {
                    let ty = BasicTypeEnum::try_from(ty).expect("a basic type");
                    builder
                        .build_load(ty.as_basic_type_enum(), slot, "operand")
                        .expect("a pointer")
                        .into()
                }
            });
        }
        let call = builder.build_call(callee, &arguments, "").expect("a call");
        if let Some(value) = call.try_as_basic_value().basic() {
            builder.build_store(result, value).expect("a pointer");
        }
        builder.build_return(None).expect("a block");
        function
    }
}

fn declaration<'ctx>(module: &Module<'ctx>, intrinsic: &str) -> FunctionValue<'ctx> {
    Intrinsic::find(intrinsic)
        .and_then(|i| i.get_declaration(module, &[]))
        .unwrap_or_else(|| panic!("LLVM knows no {intrinsic}"))
}

/// The immediates that the instruction takes.
fn immediates(intrinsic: &str) -> Vec<u8> {
    match intrinsic {
        _ if intrinsic.contains(".gather.") => vec![1, 2, 4, 8],
        _ if intrinsic.contains(".cmp.") => (0..32).collect(),
        _ if intrinsic.contains(".round.") => (0..16).collect(),
        _ => (0..=255).collect(),
    }
}

fn features(intrinsic: &str, immediate: Option<u8>) -> String {
    let isa = intrinsic.split('.').nth(2).expect("llvm.x86.<isa>.…");
    let isa = match isa {
        "sse41" => "sse4.1",
        "sse42" => "sse4.2,+crc32",
        other => other,
    };
    // Comparison predicates from 8 on exist in the VEX encoding only.
    let vex = intrinsic.contains(".cmp.") && immediate.is_some_and(|i| i > 7);
    if vex {
        format!("+{isa},+avx")
    } else {
        format!("+{isa}")
    }
}

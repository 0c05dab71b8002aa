//! Wrappers: functions that call one intrinsic on operands in plain memory.
//!
//! `void wrapper(ptr operands, ptr result)` loads operand i from `operands + SLOT * i`,
//! calls the intrinsic and stores its result. A pointer operand is the address of its slot;
//! a mask is an integer, as in C. There is one wrapper for each choice of immediates.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::builder::Builder;
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::types::{BasicType, BasicTypeEnum, IntType, VectorType};
use inkwell::values::{BasicMetadataValueEnum, FunctionValue, VectorValue};
use simdiff_sse_lowering::{Intrinsic, declare, mmx};

use super::registers;

/// Bytes from one operand to the next: those of the widest vector register.
pub const SLOT: usize = 64;

/// The lanes of an operand or a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Int {
        bits: u32,
        lanes: u32,
    },
    /// Numbers of IEEE 754.
    Float {
        bits: u32,
        lanes: u32,
    },
    /// Numbers of the format bfloat16.
    BFloat {
        lanes: u32,
    },
    /// Indices of elements of at most eight bytes, relative to a `Memory` operand.
    Index {
        bits: u32,
        lanes: u32,
    },
    /// A vector of bits, in memory as an integer of at least eight bits.
    Mask {
        lanes: u32,
    },
    Memory,
    Immediate,
}

impl Shape {
    pub fn of(ty: BasicTypeEnum<'_>) -> Self {
        match ty {
            BasicTypeEnum::VectorType(v) => match Self::of(v.get_element_type()) {
                Self::Int { bits: 1, .. } => Self::Mask {
                    lanes: v.get_size(),
                },
                Self::Int { bits, .. } => Self::Int {
                    bits,
                    lanes: v.get_size(),
                },
                Self::Float { bits, .. } => Self::Float {
                    bits,
                    lanes: v.get_size(),
                },
                Self::BFloat { .. } => Self::BFloat {
                    lanes: v.get_size(),
                },
                other => panic!("vector of {other:?}"),
            },
            BasicTypeEnum::IntType(i) => Self::Int {
                bits: i.get_bit_width(),
                lanes: 1,
            },
            BasicTypeEnum::FloatType(f) if f == f.get_context().bf16_type() => {
                Self::BFloat { lanes: 1 }
            }
            BasicTypeEnum::FloatType(f) => Self::Float {
                bits: f.get_bit_width(),
                lanes: 1,
            },
            BasicTypeEnum::PointerType(_) => Self::Memory,
            // A carry and a number, taken as bytes. The carry is padded to the size of the
            // number.
            BasicTypeEnum::StructType(both) => {
                let number = both.get_field_type_at_index(1).map(Self::of);
                let lanes = 2 * number.expect("two results").bytes() as u32;
                Self::Int { bits: 8, lanes }
            }
            other => panic!("operand of type {other}"),
        }
    }

    pub fn bytes(self) -> usize {
        match self {
            Self::Int { bits, lanes } | Self::Float { bits, lanes } => (bits * lanes / 8) as usize,
            Self::Index { bits, lanes } => (bits * lanes / 8) as usize,
            Self::BFloat { lanes } => 2 * lanes as usize,
            Self::Mask { lanes } => lanes.div_ceil(8) as usize,
            Self::Memory => SLOT,
            Self::Immediate => 0,
        }
    }
}

/// One intrinsic with one choice of its immediates.
#[derive(Debug, Clone)]
pub struct Wrapper {
    pub intrinsic: String,
    pub immediates: Vec<u8>,
    /// The index of this wrapper among those of the intrinsic, and their number.
    pub choice: (usize, usize),
    pub operands: Vec<Shape>,
    pub result: Option<Shape>,
    /// The ISA extensions that it needs, in LLVM's spelling: `+sse2,+avx`.
    pub features: String,
}

impl Wrapper {
    /// Makes all wrappers of an intrinsic.
    pub fn all(intrinsic: &Intrinsic) -> Vec<Self> {
        let context = Context::create();
        let module = context.create_module("declarations");
        let name = intrinsic.name.as_str();
        let declared = declaration(&module, name);
        let immarg = Attribute::get_named_enum_kind_id("immarg");
        let (shapes, result) = match mmx::has_registers(declared.get_type()) {
            true => registers::shapes(name, &mmx::text(declared.get_type())),
            false => shapes(declared),
        };
        let operands: Vec<_> = (0..)
            .zip(shapes)
            .map(
                |(i, shape)| match declared.get_enum_attribute(AttributeLoc::Param(i), immarg) {
                    Some(_) => Shape::Immediate,
                    None => match shape {
                        Shape::Int { bits, lanes } if i == 2 && accesses_by_index(name) => {
                            Shape::Index { bits, lanes }
                        }
                        shape => numbers(name, shape),
                    },
                },
            )
            .collect();
        let result = result.map(|shape| numbers(name, shape));
        // These are bits of halves, for which all NaNs are equal as everywhere.
        let result = match result {
            Some(Shape::Int { bits: 16, lanes }) if name.contains("cvtps2ph.") => {
                Some(Shape::Float { bits: 16, lanes })
            }
            // The upper half is undefined.
            Some(Shape::Int { bits: 64, .. }) if name.contains("sse4a") => {
                Some(Shape::Int { bits: 64, lanes: 1 })
            }
            other => other,
        };
        let choices = immediates(
            name,
            operands.iter().filter(|&&s| s == Shape::Immediate).count(),
        );
        let count = choices.len();
        let wrapper = |(i, immediates): (usize, Vec<u8>)| Self {
            features: features(intrinsic, &immediates),
            intrinsic: name.to_owned(),
            immediates,
            choice: (i, count),
            operands: operands.clone(),
            result,
        };
        choices.into_iter().enumerate().map(wrapper).collect()
    }

    /// The wrapper's name: `sse2.pmadd.wd`, `sse.cmp.ps 3`.
    pub fn name(&self) -> String {
        let operation = self.intrinsic.trim_start_matches("llvm.x86.");
        let immediates = self.immediates.iter().map(|i| format!(" {i}"));
        immediates.fold(operation.to_owned(), |name, i| name + &i)
    }

    /// Defines the wrapper, compiled for `features`.
    pub fn define<'ctx>(&self, module: &Module<'ctx>, features: &str) -> FunctionValue<'ctx> {
        let context = module.get_context();
        let callee = self.callee(module, features);
        let pointer = context.ptr_type(Default::default());
        let ty = context
            .void_type()
            .fn_type(&[pointer.into(), pointer.into()], false);
        let function = module.add_function(&self.name(), ty, None);
        let features = context.create_string_attribute("target-features", features);
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
        let mut immediates = self.immediates.iter();
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
                    let value = *immediates.next().expect("an immediate");
                    ty.into_int_type().const_int(value.into(), false).into()
                }
                (&Shape::Mask { lanes }, ty) => {
                    let all = context.bool_type().vec_type(lanes.max(8));
                    let bits = builder.build_load(integer(all), slot, "bits");
                    let bits = bits.expect("a pointer");
                    let bits = builder.build_bit_cast(bits, all, "mask").expect("as wide");
                    resize(&builder, bits.into_vector_value(), ty.into_vector_type()).into()
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
            let value = match self.result {
                Some(Shape::Mask { lanes }) => {
                    let all = context.bool_type().vec_type(lanes.max(8));
                    let mask = resize(&builder, value.into_vector_value(), all);
                    builder
                        .build_bit_cast(mask, integer(all), "bits")
                        .expect("as wide")
                }
                _ => value,
            };
            builder.build_store(result, value).expect("a pointer");
        }
        builder.build_return(None).expect("a block");
        function
    }

    /// The function to call: the intrinsic itself, or one that has integers in place of MMX
    /// registers.
    fn callee<'ctx>(&self, module: &Module<'ctx>, features: &str) -> FunctionValue<'ctx> {
        let declared = declaration(module, &self.intrinsic);
        if !mmx::has_registers(declared.get_type()) {
            return declared;
        }
        let places = (0..self.operands.len()).filter(|&i| self.operands[i] == Shape::Immediate);
        let immediates: Vec<_> = places.zip(self.immediates.iter().copied()).collect();
        registers::caller(module, &self.intrinsic, &immediates, features)
    }
}

/// The shapes of a function's operands and result.
fn shapes(declared: FunctionValue<'_>) -> (Vec<Shape>, Option<Shape>) {
    let ty = declared.get_type();
    let parameters = ty.get_param_types().into_iter();
    let parameters =
        parameters.map(|ty| Shape::of(BasicTypeEnum::try_from(ty).expect("a basic type")));
    (parameters.collect(), ty.get_return_type().map(Shape::of))
}

fn declaration<'ctx>(module: &Module<'ctx>, intrinsic: &str) -> FunctionValue<'ctx> {
    declare(module, intrinsic).unwrap_or_else(|| panic!("LLVM knows no {intrinsic}"))
}

/// The integer type with as many bits as the mask has lanes.
fn integer(mask: VectorType<'_>) -> IntType<'_> {
    let context = mask.get_context();
    match mask.get_size() {
        8 => context.i8_type(),
        16 => context.i16_type(),
        32 => context.i32_type(),
        _ => context.i64_type(),
    }
}

/// Resizes a mask: cuts it to its first lanes, or appends zeros.
fn resize<'ctx>(
    builder: &Builder<'ctx>,
    mask: VectorValue<'ctx>,
    to: VectorType<'ctx>,
) -> VectorValue<'ctx> {
    let own = mask.get_type().get_size();
    let index = |i: u32| {
        mask.get_type()
            .get_context()
            .i32_type()
            .const_int(i.min(own).into(), false)
    };
    let order: Vec<_> = (0..to.get_size()).map(index).collect();
    let zero = mask.get_type().const_zero();
    builder
        .build_shuffle_vector(mask, zero, VectorType::const_vector(&order), "")
        .expect("lanes of two vectors")
}

/// The numbers in a vector. A lane of a complex operation is a pair of halves.
fn numbers(intrinsic: &str, vector: Shape) -> Shape {
    let complex = intrinsic.contains(".cph.") || intrinsic.contains(".csh");
    match vector {
        Shape::Float { bits: 32, lanes } if complex => Shape::Float {
            bits: 16,
            lanes: 2 * lanes,
        },
        other => other,
    }
}

/// Whether operand 2 is an index of elements from a pointer.
fn accesses_by_index(intrinsic: &str) -> bool {
    intrinsic.contains(".gather") || intrinsic.contains(".scatter")
}

/// The choices of immediates that the instruction allows.
fn immediates(intrinsic: &str, count: usize) -> Vec<Vec<u8>> {
    let has = |part: &str| intrinsic.contains(part);
    if has("sse4a") && count == 2 {
        let ends = [0, 1, 8, 31, 40, 63];
        let pairs = ends
            .iter()
            .flat_map(|length| ends.map(|index| vec![*length, index]));
        return pairs.collect();
    }
    let own: Vec<u8> = match intrinsic {
        _ if accesses_by_index(intrinsic) => vec![1, 2, 4, 8],
        _ if has(".cmp.") || has(".vcomi.") => (0..32).collect(),
        _ if has("cvtps2ph.") => (0..8).collect(),
        _ if has("sha1rnds4") => (0..4).collect(),
        _ if has(".avx512") && count == 1 && !has_own_immediate(intrinsic) => rounding(intrinsic),
        _ if has(".round.") => (0..16).collect(),
        _ => (0..=255).collect(),
    };
    match count {
        0 => vec![vec![]],
        1 => own.into_iter().map(|i| vec![i]).collect(),
        // The second immediate only suppresses exceptions.
        2 => own.into_iter().map(|i| vec![i, 8]).collect(),
        n => panic!("{intrinsic} has {n} immediates"),
    }
}

/// Whether the single immediate of an AVX-512 intrinsic is something else than a rounding
/// mode.
fn has_own_immediate(intrinsic: &str) -> bool {
    [
        "dbpsadbw", "fixupimm", "fpclass", "getmant", "pternlog", "range", "reduce", "rndscale",
    ]
    .iter()
    .any(|own| intrinsic.contains(own))
}

/// MXCSR's mode and to nearest; if all modes are lowered, also down, up and to zero.
fn rounding(intrinsic: &str) -> Vec<u8> {
    let to_integer = ["2w", "2uw", "2dq", "2udq", "2qq", "2uqq", "2si", "2usi"];
    let truncates = intrinsic.contains("cvtt");
    match !truncates && to_integer.iter().any(|t| intrinsic.contains(t)) {
        true => vec![4, 8, 9, 10, 11],
        false => vec![4, 8],
    }
}

fn features(intrinsic: &Intrinsic, immediates: &[u8]) -> String {
    let isa = match intrinsic.isa.as_str() {
        "sse4.2" => "sse4.2,+crc32".to_owned(),
        // Later extensions added some of its instructions.
        "mmx" => "mmx,+sse2".to_owned(),
        part if part.starts_with("avx512") && part != "avx512f" => format!("{part},+avx512vl"),
        wide @ ("gfni" | "vaes" | "vpclmulqdq") => format!("{wide},+avx512vl"),
        other => other.to_owned(),
    };
    // Comparison predicates from 8 on exist only in the VEX encoding.
    let vex = intrinsic.name.contains("sse")
        && intrinsic.name.contains(".cmp.")
        && immediates.iter().any(|&i| i > 7);
    if vex {
        format!("+{isa},+avx")
    } else {
        format!("+{isa}")
    }
}

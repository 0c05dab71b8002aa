//! New instructions.
//!
//! LLVM folds operations on constants and returns existing values where nothing needs to be
//! computed, so a result is not always a new instruction.

use std::ffi::CString;

use inkwell::llvm_sys::LLVMIntPredicate;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::{LLVMBuilderRef, LLVMValueRef};

use super::edit::Edit;
use super::{Block, Location, Type, Value};

/// A place for new instructions.
#[derive(Clone, Copy)]
pub(crate) struct Builder<'b, 'e> {
    edit: &'b Edit<'e>,
    place: Place<'e>,
    /// The source position of new instructions, unless it is the place's.
    location: Option<Option<Location<'e>>>,
}

#[derive(Clone, Copy)]
enum Place<'e> {
    Before(Value<'e>),
    End(Block<'e>),
}

/// A name that LLVM replaces by a number.
const UNNAMED: *const std::ffi::c_char = c"".as_ptr();

/// An operation on two values of one type.
type Binary = unsafe extern "C" fn(
    LLVMBuilderRef,
    LLVMValueRef,
    LLVMValueRef,
    *const std::ffi::c_char,
) -> LLVMValueRef;

macro_rules! binary {
    ($check:ident: $($(#[$doc:meta])* $name:ident = $function:ident;)*) => {
        impl<'e> Builder<'_, 'e> {
            $($(#[$doc])* pub(crate) fn $name(self, x: Value<'e>, y: Value<'e>) -> Value<'e> {
                self.$check($function, x, y)
            })*
        }
    };
}

binary! { integers:
    /// The sum of integers.
    add = LLVMBuildAdd;
    /// The difference of integers.
    sub = LLVMBuildSub;
    /// The sum of integers, undefined on signed overflow.
    nsw_add = LLVMBuildNSWAdd;
    /// The difference of integers, undefined on signed overflow.
    nsw_sub = LLVMBuildNSWSub;
    /// The product of integers, undefined on signed overflow.
    nsw_mul = LLVMBuildNSWMul;
    /// The conjunction of integers.
    and = LLVMBuildAnd;
    /// The disjunction of integers.
    or = LLVMBuildOr;
    /// The exclusive disjunction of integers.
    xor = LLVMBuildXor;
    /// The left shift of an integer.
    shl = LLVMBuildShl;
    /// The right shift of an unsigned integer.
    lshr = LLVMBuildLShr;
    /// The right shift of a signed integer.
    ashr = LLVMBuildAShr;
}

binary! { floats:
    /// The sum of floats.
    fadd = LLVMBuildFAdd;
    /// The product of floats.
    fmul = LLVMBuildFMul;
    /// The quotient of floats.
    fdiv = LLVMBuildFDiv;
}

/// For all methods: the operands are values of the edit's module.
///
/// # Panics
/// If an operand has a type that the instruction does not take, or if the place was erased.
impl<'e> Edit<'e> {
    /// A builder that inserts before an instruction, with its source position.
    pub(crate) fn before(&self, instruction: Value<'e>) -> Builder<'_, 'e> {
        Builder {
            edit: self,
            place: Place::Before(instruction),
            location: None,
        }
    }

    /// A builder that inserts at the end of a block, without a source position.
    pub(crate) fn at_end(&self, block: Block<'e>) -> Builder<'_, 'e> {
        Builder {
            edit: self,
            place: Place::End(block),
            location: Some(None),
        }
    }
}

impl<'b, 'e> Builder<'b, 'e> {
    /// The edit that the builder belongs to.
    pub(crate) fn edit(self) -> &'b Edit<'e> {
        self.edit
    }

    /// The builder with the source position of an instruction, even if it has none.
    pub(crate) fn located(mut self, like: Value<'e>) -> Builder<'b, 'e> {
        self.location = Some(like.location());
        self
    }

    /// The builder with the source position of an instruction, if it has one.
    pub(crate) fn near(mut self, like: Value<'e>) -> Builder<'b, 'e> {
        if let Some(location) = like.location() {
            self.location = Some(Some(location));
        }
        self
    }

    /// LLVM's builder at the place.
    fn raw(self) -> LLVMBuilderRef {
        let builder = self.edit.builder;
        // SAFETY: the place is an instruction in a block, or a block in a function; a null
        // position is none.
        unsafe {
            match self.place {
                Place::Before(instruction) => {
                    assert!(instruction.block().is_some(), "the place is in a block");
                    LLVMPositionBuilderBefore(builder, instruction.raw);
                }
                Place::End(block) => {
                    assert!(block.function().is_some(), "the place is in a function");
                    LLVMPositionBuilderAtEnd(builder, block.raw);
                }
            }
            if let Some(location) = self.location {
                let raw = location.map_or(std::ptr::null_mut(), |location| location.raw);
                LLVMSetCurrentDebugLocation2(builder, raw);
            }
        }
        builder
    }

    fn integers(self, function: Binary, x: Value<'e>, y: Value<'e>) -> Value<'e> {
        assert!(
            x.ty() == y.ty() && x.ty().scalar().width().is_some(),
            "integers of one type"
        );
        // SAFETY: the operands are integers of one type.
        Value::known(unsafe { function(self.raw(), x.raw, y.raw, UNNAMED) })
    }

    fn floats(self, function: Binary, x: Value<'e>, y: Value<'e>) -> Value<'e> {
        assert!(
            x.ty() == y.ty() && x.ty().scalar().is_float(),
            "floats of one type"
        );
        // SAFETY: the operands are floats of one type.
        Value::known(unsafe { function(self.raw(), x.raw, y.raw, UNNAMED) })
    }

    /// The complement of an integer.
    pub(crate) fn not(self, x: Value<'e>) -> Value<'e> {
        assert!(x.ty().scalar().width().is_some(), "an integer");
        // SAFETY: the operand is an integer.
        Value::known(unsafe { LLVMBuildNot(self.raw(), x.raw, UNNAMED) })
    }

    /// A comparison of integers or pointers.
    pub(crate) fn compare(
        self,
        predicate: LLVMIntPredicate,
        x: Value<'e>,
        y: Value<'e>,
    ) -> Value<'e> {
        let lane = x.ty().scalar();
        let comparable = lane.width().is_some() || lane.is_pointer();
        assert!(
            x.ty() == y.ty() && comparable,
            "integers or pointers of one type"
        );
        // SAFETY: the operands are integers or pointers of one type.
        Value::known(unsafe { LLVMBuildICmp(self.raw(), predicate, x.raw, y.raw, UNNAMED) })
    }

    /// A choice between two values of one type.
    pub(crate) fn select(self, condition: Value<'e>, x: Value<'e>, y: Value<'e>) -> Value<'e> {
        let is_bit = condition.ty().scalar().width() == Some(1);
        let whole = condition.ty().width().is_some() || condition.ty().has_lanes_of(x.ty());
        assert!(
            x.ty() == y.ty() && is_bit && whole,
            "a bit, and values of one type"
        );
        // SAFETY: the condition is a bit, and the values have one type.
        Value::known(unsafe { LLVMBuildSelect(self.raw(), condition.raw, x.raw, y.raw, UNNAMED) })
    }

    /// A value that is not undefined: some value of the type if the operand is.
    pub(crate) fn freeze(self, x: Value<'e>) -> Value<'e> {
        assert!(x.ty().is_sized(), "a value of a sized type");
        // SAFETY: the operand has a sized type.
        Value::known(unsafe { LLVMBuildFreeze(self.raw(), x.raw, UNNAMED) })
    }

    /// A load from an address.
    pub(crate) fn load(self, ty: Type<'e>, address: Value<'e>) -> Value<'e> {
        assert!(
            address.ty().is_pointer() && ty.is_sized(),
            "an address, and a sized type"
        );
        // SAFETY: the operand is an address, and the type is sized.
        Value::known(unsafe { LLVMBuildLoad2(self.raw(), ty.raw, address.raw, UNNAMED) })
    }

    /// A store to an address.
    pub(crate) fn store(self, value: Value<'e>, address: Value<'e>) -> Value<'e> {
        let fits = address.ty().is_pointer() && value.ty().is_sized();
        assert!(fits, "an address, and a value of a sized type");
        // SAFETY: the operand is an address, and the value's type is sized.
        Value::known(unsafe { LLVMBuildStore(self.raw(), value.raw, address.raw) })
    }

    /// A call of a callee with a signature.
    pub(crate) fn call(
        self,
        signature: Type<'e>,
        callee: Value<'e>,
        arguments: &[Value<'e>],
    ) -> Value<'e> {
        let types = arguments.iter().map(|argument| argument.ty());
        assert!(
            signature.parameters().into_iter().eq(types),
            "arguments fit a signature"
        );
        assert!(
            callee.ty().is_pointer() && signature.is_signature(),
            "a function is called"
        );
        let mut raw: Vec<_> = arguments.iter().map(|argument| argument.raw).collect();
        let (count, at) = (raw.len() as u32, raw.as_mut_ptr());
        // SAFETY: the arguments have the types of the signature.
        Value::known(unsafe {
            LLVMBuildCall2(self.raw(), signature.raw, callee.raw, at, count, UNNAMED)
        })
    }

    /// A jump to a block.
    pub(crate) fn jump(self, target: Block<'e>) {
        // SAFETY: the target is a block.
        unsafe { LLVMBuildBr(self.raw(), target.raw) };
    }

    /// A branch to one of two blocks.
    pub(crate) fn branch(self, condition: Value<'e>, then: Block<'e>, otherwise: Block<'e>) {
        assert_eq!(condition.ty().width(), Some(1), "a condition is a bit");
        // SAFETY: the condition is a bit, and the targets are blocks.
        unsafe { LLVMBuildCondBr(self.raw(), condition.raw, then.raw, otherwise.raw) };
    }

    /// A return of a value, or of nothing.
    pub(crate) fn ret(self, value: Option<Value<'e>>) {
        let function = match self.place {
            Place::Before(instruction) => instruction.function(),
            Place::End(block) => block.function(),
        };
        let ty = value.map_or(self.edit.void(), Value::ty);
        let signature = function.and_then(Value::value_type);
        assert_eq!(
            signature.map(Type::result),
            Some(ty),
            "the type of the result"
        );
        // SAFETY: the value is alive.
        unsafe {
            match value {
                Some(value) => LLVMBuildRet(self.raw(), value.raw),
                None => LLVMBuildRetVoid(self.raw()),
            }
        };
    }

    /// A phi with these entries.
    pub(crate) fn phi(
        self,
        ty: Type<'e>,
        name: &str,
        entries: &[(Value<'e>, Block<'e>)],
    ) -> Value<'e> {
        let fit = entries.iter().all(|(value, _)| value.ty() == ty);
        assert!(fit, "a phi has values of its type");
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: the entries have the type of the phi.
        unsafe {
            let phi = LLVMBuildPhi(self.raw(), ty.raw, name.as_ptr());
            for (value, block) in entries {
                let (mut value, mut block) = (value.raw, block.raw);
                LLVMAddIncoming(phi, &mut value, &mut block, 1);
            }
            Value::known(phi)
        }
    }

    /// An integer truncated, zero-extended or sign-extended to a type.
    pub(crate) fn resize(self, value: Value<'e>, ty: Type<'e>, signed: bool) -> Value<'e> {
        let scalars = value.ty().width().is_some() && ty.width().is_some();
        assert!(scalars, "an integer becomes an integer");
        // SAFETY: both types are integers.
        Value::known(unsafe {
            LLVMBuildIntCast2(self.raw(), value.raw, ty.raw, signed.into(), UNNAMED)
        })
    }

    /// The bits of a value as one of another type of the same width; pointers are left out.
    pub(crate) fn bit_cast(self, value: Value<'e>, ty: Type<'e>) -> Value<'e> {
        let layout = self.edit.layout();
        let plain = |ty: Type<'e>| ty.lane().width().is_some() || ty.is_float();
        let same = layout.bits(value.ty()) == layout.bits(ty);
        assert!(
            same && plain(value.ty()) && plain(ty),
            "a type of the same width"
        );
        // SAFETY: both types are numbers, or vectors of them, of one width.
        Value::known(unsafe { LLVMBuildBitCast(self.raw(), value.raw, ty.raw, UNNAMED) })
    }

    /// An address as an integer.
    pub(crate) fn address(self, pointer: Value<'e>, ty: Type<'e>) -> Value<'e> {
        assert!(
            pointer.ty().is_pointer() && ty.width().is_some(),
            "an address as an integer"
        );
        // SAFETY: the operand is a pointer, and the type an integer.
        Value::known(unsafe { LLVMBuildPtrToInt(self.raw(), pointer.raw, ty.raw, UNNAMED) })
    }

    /// A float converted to an integer type, rounded towards zero.
    pub(crate) fn float_to_integer(
        self,
        value: Value<'e>,
        ty: Type<'e>,
        signed: bool,
    ) -> Value<'e> {
        let lanes = value.ty().has_lanes_of(ty);
        let fit = value.ty().scalar().is_float() && ty.scalar().width().is_some();
        assert!(fit && lanes, "a float becomes an integer");
        // SAFETY: a float, or a vector of floats, becomes as many integers.
        Value::known(unsafe {
            match signed {
                true => LLVMBuildFPToSI(self.raw(), value.raw, ty.raw, UNNAMED),
                false => LLVMBuildFPToUI(self.raw(), value.raw, ty.raw, UNNAMED),
            }
        })
    }

    /// A lane of a vector.
    pub(crate) fn lane(self, vector: Value<'e>, index: u32) -> Value<'e> {
        assert!(
            u64::from(index) < vector.ty().length() && vector.ty().is_vector(),
            "a lane"
        );
        let index = self.edit.integer(32).constant(index.into());
        // SAFETY: the operand is a vector that has the lane.
        Value::known(unsafe { LLVMBuildExtractElement(self.raw(), vector.raw, index.raw, UNNAMED) })
    }

    /// A vector with one lane replaced.
    pub(crate) fn with_lane(self, vector: Value<'e>, index: u32, value: Value<'e>) -> Value<'e> {
        let ty = vector.ty();
        let fits = u64::from(index) < ty.length() && ty.is_vector() && ty.lane() == value.ty();
        assert!(fits, "a lane");
        let index = self.edit.integer(32).constant(index.into());
        // SAFETY: the operand is a vector that has the lane, of the value's type.
        Value::known(unsafe {
            LLVMBuildInsertElement(self.raw(), vector.raw, value.raw, index.raw, UNNAMED)
        })
    }

    /// A structure with one member replaced.
    pub(crate) fn with_field(self, whole: Value<'e>, index: u32, value: Value<'e>) -> Value<'e> {
        assert_eq!(
            whole.ty().field(index),
            Some(value.ty()),
            "a member keeps its type"
        );
        // SAFETY: the operand is a structure that has the member, of the value's type.
        Value::known(unsafe {
            LLVMBuildInsertValue(self.raw(), whole.raw, value.raw, index, UNNAMED)
        })
    }
}

//! Decoding of modules: addresses, globals, functions.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use inkwell::llvm_sys::{LLVMLinkage, LLVMValueKind};
use inkwell::module::Module;
use rustc_hash::FxHashMap;

use super::flow::Flow;
use super::qualifiers::AddressSpace;
use super::raw;
use super::roots::Roots;
use super::span::SpanId;
use super::types::TypeId;
use crate::start::Start;
use crate::verdict::Location;

use super::{Constant, Function, FunctionId, Global, Program};

/// Address of the first function; functions are 16 bytes apart.
const FUNCTION_BASE: u64 = 0x10_0000;
/// Address of the first label whose address is taken; labels are 16 bytes apart.
const LABEL_BASE: u64 = 0x800_0000;
/// Least address of globals.
const GLOBAL_BASE: u64 = 0x1000_0000;
/// Least distance in bytes between two objects, so that overruns reach no other object.
pub(crate) const GAP: u64 = 1 << 16;

/// Returns the address of an object of `size` bytes placed at or after `after`, and the
/// first address after its gap.
pub(crate) fn place(after: u64, size: u64, start: Start) -> (u64, u64) {
    let base = start.from(after);
    (
        base,
        base.saturating_add(size)
            .saturating_add(GAP + size.min(1 << 30)),
    )
}

pub(super) struct Decoder<'m> {
    pub(super) program: Program,
    pub(super) context: LLVMContextRef,
    pub(super) layout: LLVMTargetDataRef,
    pub(super) addresses: FxHashMap<LLVMValueRef, u64>,
    pub(super) function_ids: FxHashMap<LLVMValueRef, FunctionId>,
    pub(super) speculative: u32,
    pub(super) checked: u32,
    pub(super) by_value: u32,
    pub(super) align: u32,
    labels: FxHashMap<LLVMBasicBlockRef, u64>,
    pub(super) types: FxHashMap<LLVMTypeRef, TypeId>,
    constants: FxHashMap<LLVMValueRef, u32>,
    spans: FxHashMap<LLVMMetadataRef, SpanId>,
    _module: std::marker::PhantomData<&'m ()>,
}

impl Program {
    /// Decodes a module. Succeeds on every valid module (see [`super`]).
    pub fn decode(module: &Module<'_>) -> Program {
        let raw_module = module.as_mut_ptr();
        // SAFETY: the module lives as long as the borrow that the decoder keeps.
        let mut decoder = unsafe {
            let context = LLVMGetModuleContext(raw_module);
            Decoder {
                program: Program::default(),
                context,
                layout: LLVMGetModuleDataLayout(raw_module),
                addresses: FxHashMap::default(),
                function_ids: FxHashMap::default(),
                speculative: metadata_kind(context, "simdiff.speculative"),
                checked: metadata_kind(context, "simdiff.checked"),
                by_value: LLVMGetEnumAttributeKindForName(c"byval".as_ptr(), 5),
                align: LLVMGetEnumAttributeKindForName(c"align".as_ptr(), 5),
                labels: FxHashMap::default(),
                types: FxHashMap::default(),
                constants: FxHashMap::default(),
                spans: FxHashMap::default(),
                _module: std::marker::PhantomData,
            }
        };
        decoder.module(raw_module);
        decoder.program
    }
}

fn metadata_kind(context: LLVMContextRef, name: &str) -> u32 {
    // SAFETY: the name's length is passed; the context is live.
    unsafe { LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32) }
}

impl Decoder<'_> {
    fn module(&mut self, module: LLVMModuleRef) {
        // SAFETY: list heads and steps of a live module.
        let (functions, globals) = unsafe {
            let functions: Vec<_> =
                raw::list(LLVMGetFirstFunction(module), LLVMGetNextFunction).collect();
            let globals: Vec<_> =
                raw::list(LLVMGetFirstGlobal(module), LLVMGetNextGlobal).collect();
            (functions, globals)
        };
        for (i, &function) in functions.iter().enumerate() {
            if !is_absent(function) {
                self.addresses
                    .insert(function, FUNCTION_BASE + 16 * i as u64);
            } else if !is_reserved(&raw::name(function)) {
                self.addresses.insert(function, 0);
            }
            self.function_ids.insert(function, FunctionId(i as u32));
        }
        // SAFETY: the list of a live module.
        let first = unsafe { LLVMGetFirstGlobalIFunc(module) };
        for (i, ifunc) in raw::list(first, LLVMGetNextGlobalIFunc).enumerate() {
            let address = FUNCTION_BASE + 16 * (functions.len() + i) as u64;
            self.addresses.insert(ifunc, address);
            // SAFETY: an ifunc of the module.
            let resolver = unsafe { LLVMGetGlobalIFuncResolver(ifunc) };
            if let Some(&resolver) = self.function_ids.get(&resolver) {
                self.program.resolvers.insert(address, resolver);
            }
        }
        self.place_globals(&globals);
        for &global in &globals {
            self.global(global);
        }
        for &function in &functions {
            self.declare(function);
        }
        for (i, &function) in functions.iter().enumerate() {
            // SAFETY: a function of the module.
            if unsafe { LLVMIsDeclaration(function) } == 0 {
                self.body(function, i);
            }
        }
        self.root();
    }

    /// Computes the roots of all pointers, if the program has `restrict` parameters.
    fn root(&mut self) {
        let program = &mut self.program;
        if program.functions.iter().all(|f| f.restrict.is_empty()) {
            return;
        }
        for function in &mut program.functions {
            function.roots = Roots::of(function, &program.constants, &program.types);
        }
    }

    /// Returns the address of a label.
    pub(super) fn label(&mut self, block: LLVMBasicBlockRef) -> u64 {
        let next = LABEL_BASE + 16 * self.labels.len() as u64;
        *self.labels.entry(block).or_insert(next)
    }

    fn place_globals(&mut self, globals: &[LLVMValueRef]) {
        let mut next = GLOBAL_BASE;
        for &global in globals {
            // SAFETY: a global variable of the module.
            let (ty, align) = unsafe {
                (
                    LLVMGlobalGetValueType(global),
                    u64::from(LLVMGetAlignment(global)),
                )
            };
            let id = self.type_id(ty);
            let size = self.program.ty(id).size;
            let (base, behind) = place(
                next,
                size,
                Start::placed(align.max(self.program.ty(id).align)),
            );
            match is_absent(global) {
                false => self.addresses.insert(global, base),
                true => self.addresses.insert(global, 0),
            };
            next = behind;
        }
    }

    fn global(&mut self, global: LLVMValueRef) {
        if is_absent(global) {
            return;
        }
        // SAFETY: a global variable of the module; null initialisers are handled.
        let (ty, constant, initialiser) = unsafe {
            (
                LLVMGlobalGetValueType(global),
                LLVMIsGlobalConstant(global) != 0,
                LLVMGetInitializer(global),
            )
        };
        let name = raw::name(global);
        match &*name {
            "llvm.global_ctors" => {
                self.program.constructors = self.prioritised(initialiser);
                return;
            }
            "llvm.global_dtors" => {
                self.program.destructors = self.prioritised(initialiser);
                self.program.destructors.reverse();
                return;
            }
            _ => {}
        }
        let ty = self.type_id(ty);
        let mut cells = Vec::new();
        let initial = !initialiser.is_null() && self.flatten(initialiser, 0, &mut cells).is_ok();
        self.program.globals.push(Global {
            name: name.into(),
            address: self.addresses[&global],
            size: self.program.ty(ty).size,
            constant,
            initial: initial.then(|| cells.into()),
            ty,
            space: AddressSpace::of(global),
        });
    }

    /// Returns the functions of a list such as `llvm.global_ctors`, lowest priority number
    /// first.
    fn prioritised(&self, initialiser: LLVMValueRef) -> Vec<FunctionId> {
        let mut found = Vec::new();
        if initialiser.is_null() {
            return Vec::new();
        }
        for i in 0..raw::operand_count(initialiser) {
            let entry = raw::operand(initialiser, i);
            if raw::operand_count(entry) < 2 {
                continue;
            }
            // SAFETY: the first member of an entry is an i32 priority.
            let priority = unsafe { LLVMConstIntGetZExtValue(raw::operand(entry, 0)) };
            if let Some(&id) = self.function_ids.get(&raw::operand(entry, 1)) {
                found.push((priority, id));
            }
        }
        found.sort_by_key(|(priority, _)| *priority);
        found.into_iter().map(|(_, id)| id).collect()
    }

    fn declare(&mut self, function: LLVMValueRef) {
        // SAFETY: a function of the module; the parameter buffer has the exact size.
        let (params, result, variadic) = unsafe {
            let ty = LLVMGlobalGetValueType(function);
            let mut params = vec![std::ptr::null_mut(); LLVMCountParamTypes(ty) as usize];
            LLVMGetParamTypes(ty, params.as_mut_ptr());
            (params, LLVMGetReturnType(ty), LLVMIsFunctionVarArg(ty) != 0)
        };
        let params: Vec<TypeId> = params.into_iter().map(|ty| self.type_id(ty)).collect();
        let result = self.type_id(result);
        let address = self.addresses.get(&function).copied().unwrap_or(0);
        let id = FunctionId(self.program.functions.len() as u32);
        let name: Box<str> = raw::name(function).into();
        let span = raw::function_position(function).map_or(SpanId::NONE, |p| self.add_span(p));
        self.program.symbols.insert(name.clone(), id);
        if address != 0 {
            self.program.addresses.insert(address, id);
        }
        self.program.functions.push(Function {
            name,
            address,
            params: params.into(),
            result,
            variadic,
            checks: raw::has_attribute(function, "simdiff.checks"),
            registers: 0,
            blocks: Box::default(),
            code: Box::default(),
            span,
            flow: Flow::default(),
            definitions: Box::default(),
            restrict: self.restrict(function),
            roots: Box::default(),
        });
    }

    /// Returns the `restrict` parameters of a function with a body. The address of its
    /// result (`sret`) and `byval` parameters, which are `noalias` too, are left out.
    fn restrict(&self, function: LLVMValueRef) -> Box<[u32]> {
        // SAFETY: a function of the module, and its parameters by position.
        unsafe {
            if LLVMIsDeclaration(function) != 0 {
                return Box::default();
            }
            let has = |index: u32, name: &str| {
                let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
                !LLVMGetEnumAttributeAtIndex(function, index + 1, kind).is_null()
            };
            (0..LLVMCountParams(function))
                .filter(|index| has(*index, "noalias"))
                .filter(|index| !has(*index, "sret") && !has(*index, "byval"))
                .collect()
        }
    }

    fn body(&mut self, function: LLVMValueRef, index: usize) {
        let body = self.function_body(function);
        let target = &mut self.program.functions[index];
        target.flow = Flow::of(&body.blocks, &body.code);
        target.registers = body.definitions.len() as u32;
        target.definitions = body.definitions.into();
        target.blocks = body.blocks.into();
        target.code = body.code.into();
    }

    /// Returns the pool index of a constant operand, or why it has no representation.
    pub(super) fn constant_index(&mut self, value: LLVMValueRef) -> Result<u32, String> {
        if let Some(&index) = self.constants.get(&value) {
            return Ok(index);
        }
        let constant = match raw::kind(value) {
            LLVMValueKind::LLVMMetadataAsValueValueKind => Constant::Aggregate(Box::default()),
            _ => self.constant(value)?,
        };
        let index = self.program.constants.len() as u32;
        self.program.constants.push(constant);
        self.constants.insert(value, index);
        Ok(index)
    }

    /// Returns the position of an instruction.
    pub(super) fn span(&mut self, location: LLVMMetadataRef) -> SpanId {
        if location.is_null() {
            return SpanId::NONE;
        }
        if let Some(&id) = self.spans.get(&location) {
            return id;
        }
        let id = raw::position(location).map_or(SpanId::NONE, |p| self.add_span(p));
        self.spans.insert(location, id);
        id
    }

    fn add_span(&mut self, location: Location) -> SpanId {
        let id = SpanId(self.program.spans.len() as u32);
        self.program.spans.push(location);
        id
    }
}

/// Whether a symbol is a weak declaration, which may be absent: its address is then null.
fn is_absent(value: LLVMValueRef) -> bool {
    // SAFETY: a function or global variable of the module.
    unsafe {
        LLVMIsDeclaration(value) != 0
            && LLVMGetLinkage(value) == LLVMLinkage::LLVMExternalWeakLinkage
    }
}

/// Whether the C library may define the name, so that it may be present.
fn is_reserved(name: &str) -> bool {
    name.starts_with('_') || name.starts_with("pthread_")
}

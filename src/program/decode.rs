//! Decoding of modules: addresses, globals, functions.

use inkwell::llvm_sys::{LLVMLinkage, LLVMValueKind};
use inkwell::module::Module;
use rustc_hash::FxHashMap;

use super::flow::Flow;
use super::placement::Placing;
use super::position::{declaration, position};
use super::qualifiers::AddressSpace;
use super::roots::Roots;
use super::span::SpanId;
use super::types::TypeId;
use crate::llvm::Location as Position;
use crate::llvm::{Block, Layout, Type, Value, View, attribute_kind};
use crate::verdict::Location;

use super::{Constant, Function, FunctionId, Global, Program};

/// Address of the first label whose address is taken; labels are 16 bytes apart.
const LABEL_BASE: u64 = 0x10_0000;
pub(super) struct Decoder<'m> {
    pub(super) program: Program,
    view: View<'m>,
    pub(super) layout: Layout<'m>,
    pub(super) addresses: FxHashMap<Value<'m>, u64>,
    pub(super) function_ids: FxHashMap<Value<'m>, FunctionId>,
    pub(super) speculative: u32,
    pub(super) checked: u32,
    pub(super) open_operands: u32,
    pub(super) by_value: u32,
    pub(super) align: u32,
    labels: FxHashMap<Block<'m>, u64>,
    pub(super) types: FxHashMap<Type<'m>, TypeId>,
    constants: FxHashMap<Value<'m>, u32>,
    spans: FxHashMap<Position<'m>, SpanId>,
}

impl Program {
    /// Decodes a module. Succeeds on every valid module (see [`super`]).
    pub fn decode(module: &Module<'_>) -> Program {
        Program::decode_with(module, Placing::default())
    }

    /// Decodes a module whose program is compared with another: objects that are the same in
    /// both get one address (see `placement.rs`).
    pub fn decode_beside(module: &Module<'_>, other: &Program) -> Program {
        Program::decode_with(module, Placing::beside(&other.placement))
    }

    fn decode_with(module: &Module<'_>, placing: Placing) -> Program {
        let view = View::of(module);
        let mut decoder = Decoder {
            program: Program::default(),
            view,
            layout: view.layout(),
            addresses: FxHashMap::default(),
            function_ids: FxHashMap::default(),
            speculative: view.metadata_kind("simdiff.speculative"),
            checked: view.metadata_kind("simdiff.checked"),
            open_operands: view.metadata_kind("simdiff.open_operands"),
            by_value: attribute_kind("byval"),
            align: attribute_kind("align"),
            labels: FxHashMap::default(),
            types: FxHashMap::default(),
            constants: FxHashMap::default(),
            spans: FxHashMap::default(),
        };
        decoder.module(placing);
        decoder.program
    }
}

impl<'m> Decoder<'m> {
    fn module(&mut self, mut placing: Placing) {
        let functions: Vec<_> = self.view.functions().collect();
        let globals: Vec<_> = self.view.globals().collect();
        for (i, &function) in functions.iter().enumerate() {
            if !is_absent(function) {
                self.addresses.insert(function, placing.function(function));
            } else if !is_reserved(&function.name()) {
                self.addresses.insert(function, 0);
            }
            self.function_ids.insert(function, FunctionId(i as u32));
        }
        for ifunc in self.view.ifuncs() {
            let address = placing.function(ifunc);
            self.addresses.insert(ifunc, address);
            let resolver = ifunc.resolver();
            if let Some(&resolver) = resolver.and_then(|r| self.function_ids.get(&r)) {
                self.program.resolvers.insert(address, resolver);
            }
        }
        self.place_globals(&globals, &mut placing);
        self.program.placement = placing.end();
        for &global in &globals {
            self.global(global);
        }
        self.program.globals.sort_by_key(|global| global.address);
        for &function in &functions {
            self.declare(function);
        }
        for (i, &function) in functions.iter().enumerate() {
            if !function.is_declaration() {
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
    pub(super) fn label(&mut self, block: Block<'m>) -> u64 {
        let next = LABEL_BASE + 16 * self.labels.len() as u64;
        *self.labels.entry(block).or_insert(next)
    }

    fn place_globals(&mut self, globals: &[Value<'m>], placing: &mut Placing) {
        for &global in globals {
            let Some(ty) = global.value_type() else {
                continue;
            };
            let id = self.type_id(ty);
            let ty = self.program.ty(id);
            let align = u64::from(global.alignment()).max(ty.align);
            let address = match is_absent(global) {
                false => placing.global(global, ty.size, align),
                true => 0,
            };
            self.addresses.insert(global, address);
        }
    }

    fn global(&mut self, global: Value<'m>) {
        if is_absent(global) {
            return;
        }
        let Some(ty) = global.value_type() else {
            return;
        };
        let initialiser = global.initialiser();
        let name = global.name();
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
        let initial = initialiser.is_some_and(|i| self.flatten(i, 0, &mut cells).is_ok());
        let span = declaration(global).map_or(SpanId::NONE, |p| self.add_span(p));
        self.program.globals.push(Global {
            name: name.into(),
            address: self.addresses[&global],
            size: self.program.ty(ty).size,
            constant: global.is_constant_variable(),
            initial: initial.then(|| cells.into()),
            ty,
            space: AddressSpace::of(global),
            span,
        });
    }

    /// Returns the functions of a list such as `llvm.global_ctors`, lowest priority number
    /// first.
    fn prioritised(&self, initialiser: Option<Value<'m>>) -> Vec<FunctionId> {
        let mut found = Vec::new();
        let entries = initialiser.into_iter().flat_map(Value::operands);
        for entry in entries.filter(|entry| entry.operand_count() >= 2) {
            let priority = entry.operand(0).unsigned().unwrap_or(0);
            if let Some(&id) = self.function_ids.get(&entry.operand(1)) {
                found.push((priority, id));
            }
        }
        found.sort_by_key(|(priority, _)| *priority);
        found.into_iter().map(|(_, id)| id).collect()
    }

    fn declare(&mut self, function: Value<'m>) {
        let Some(signature) = function.value_type() else {
            return;
        };
        let params = signature.parameters();
        let params: Vec<TypeId> = params.into_iter().map(|ty| self.type_id(ty)).collect();
        let result = self.type_id(signature.result());
        let address = self.addresses.get(&function).copied().unwrap_or(0);
        let id = FunctionId(self.program.functions.len() as u32);
        let name: Box<str> = function.name().into();
        let span = declaration(function).map_or(SpanId::NONE, |p| self.add_span(p));
        self.program.symbols.insert(name.clone(), id);
        if address != 0 {
            self.program.addresses.insert(address, id);
        }
        self.program.functions.push(Function {
            name,
            address,
            params: params.into(),
            result,
            variadic: signature.is_variadic(),
            checks: function.text_attribute("simdiff.checks").is_some(),
            may_write: function.attribute(None, "memory") != Some(0),
            registers: 0,
            blocks: Box::default(),
            code: Box::default(),
            open_operands: Box::default(),
            span,
            flow: Flow::default(),
            definitions: Box::default(),
            restrict: self.restrict(function),
            roots: Box::default(),
        });
    }

    /// Returns the `restrict` parameters of a function with a body. The address of its
    /// result (`sret`) and `byval` parameters, which are `noalias` too, are left out.
    fn restrict(&self, function: Value<'m>) -> Box<[u32]> {
        if function.is_declaration() {
            return Box::default();
        }
        let has = |index: u32, name: &str| function.has_attribute(Some(index), name);
        (0..function.parameter_count())
            .filter(|index| has(*index, "noalias"))
            .filter(|index| !has(*index, "sret") && !has(*index, "byval"))
            .collect()
    }

    fn body(&mut self, function: Value<'m>, index: usize) {
        let body = self.function_body(function);
        let target = &mut self.program.functions[index];
        target.flow = Flow::of(&body.blocks, &body.code);
        target.registers = body.definitions.len() as u32;
        target.definitions = body.definitions.into();
        target.blocks = body.blocks.into();
        target.code = body.code.into();
        target.open_operands = body.open_operands.into();
    }

    /// Returns the pool index of a constant operand, or why it has no representation.
    pub(super) fn constant_index(&mut self, value: Value<'m>) -> Result<u32, String> {
        if let Some(&index) = self.constants.get(&value) {
            return Ok(index);
        }
        let constant = match value.kind() {
            LLVMValueKind::LLVMMetadataAsValueValueKind => Constant::Aggregate(Box::default()),
            _ => self.constant(value)?,
        };
        let index = self.program.constants.len() as u32;
        self.program.constants.push(constant);
        self.constants.insert(value, index);
        Ok(index)
    }

    /// Returns the position of an instruction.
    pub(super) fn span(&mut self, location: Option<Position<'m>>) -> SpanId {
        let Some(location) = location else {
            return SpanId::NONE;
        };
        if let Some(&id) = self.spans.get(&location) {
            return id;
        }
        let id = position(location).map_or(SpanId::NONE, |p| self.add_span(p));
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
fn is_absent(value: Value<'_>) -> bool {
    value.is_declaration() && value.linkage() == LLVMLinkage::LLVMExternalWeakLinkage
}

/// Whether the C library may define the name, so that it may be present.
fn is_reserved(name: &str) -> bool {
    name.starts_with('_') || name.starts_with("pthread_")
}

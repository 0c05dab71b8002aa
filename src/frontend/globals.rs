//! The global variables that a function can reach.
//!
//! A variable that some function of the files may write has an arbitrary value when the
//! function under check is called. Invariant: a variable that counts as constant is written
//! by nothing that could run between two calls.

use std::collections::HashSet;

use inkwell::llvm_sys::{LLVMLinkage, LLVMOpcode};

use super::compile::Compiled;
use super::debug_info::NodeId;
use super::externals;
use super::flat::{Flat, flat};
use super::layout::{enumerated, resolve};
use super::lent::is_lent;
use super::opencl;
use super::reached::Reached;
use super::types::{At, BOOL, Type, counts, strip};
use super::usage;
use crate::contract::{Element, Leaf, Range};
use crate::llvm::{self, Layout, Value, View};

/// A variable that a function can reach.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Its symbol.
    pub symbol: String,
    /// Its name in the source, or its symbol if there is none.
    pub name: String,
    /// Whether it is a static local of this function.
    pub own: bool,
    /// Whether it has internal linkage and is never written, or never read.
    pub fixed: bool,
    /// Whether only the function and its callees access it.
    pub private: bool,
    /// Whether it has internal linkage, or is a static variable of a function.
    pub internal: bool,
    /// Whether it is a static variable of an inline function, which other files may have.
    pub is_inline: bool,
    /// Whether a guard says that it is initialised.
    pub guarded: bool,
    /// Whether the source or LLVM declares it constant.
    pub constant: bool,
    /// Whether the function or its callees may read it.
    pub reads: bool,
    /// Whether the function or its callees may write it.
    pub writes: bool,
    /// Its initial value, as LLVM prints it.
    pub initial: String,
    /// The type of an element.
    pub element: Element,
    /// The number of elements, if it is an array.
    pub count: Option<u64>,
    /// Byte offsets of the pointers in it.
    pub pointers: Vec<u32>,
    /// The range of values that its type permits.
    pub range: Option<Range>,
    /// Whether the source's type is known; else the type is LLVM's, where integers have no sign.
    pub described: bool,
}

impl Variable {
    /// Its size in bytes.
    pub(super) fn size(&self) -> u64 {
        u64::from(self.element.size) * self.count.unwrap_or(1)
    }

    /// Takes the type of a variable without a description from the same variable of the other
    /// version.
    pub(super) fn describe_by(&mut self, others: &[Variable]) {
        let mut others = others.iter();
        let same = others.find(|other| other.symbol == self.symbol && other.described);
        if let Some(same) = same.filter(|same| !self.described && same.size() == self.size()) {
            self.name.clone_from(&same.name);
            self.element = same.element.clone();
            self.count = same.count;
            self.pointers.clone_from(&same.pointers);
            self.range = same.range;
            self.described = true;
        }
    }
}

/// The variables that function `symbol` can reach, including through pointers that the
/// setup functions store.
pub(super) fn of_function(
    compiled: &Compiled<'_>,
    symbol: &str,
    setup: &[String],
) -> Vec<Variable> {
    let Some(function) = compiled.module.get_function(symbol) else {
        return Vec::new();
    };
    let initialisers = initialisers(compiled);
    let mut reached = Reached::default();
    reached.value(function.into());
    for before in setup {
        if let Some(before) = compiled.module.get_function(before) {
            reached.value(before.into());
        }
    }
    let mut found: Vec<Variable> = reached
        .globals
        .iter()
        .filter(|global| !opencl::is_of_launch(**global))
        .filter_map(|global| variable(compiled, symbol, *global, &reached, &initialisers))
        .collect();
    found.sort_by(|a, b| a.symbol.cmp(&b.symbol));
    found
}

/// The functions that run once, before everything else.
fn initialisers<'m>(compiled: &'m Compiled<'_>) -> HashSet<Value<'m>> {
    let mut found = HashSet::new();
    let list = View::of(&compiled.module).global("llvm.global_ctors");
    let entries = list
        .and_then(Value::initialiser)
        .into_iter()
        .flat_map(Value::operands);
    let entries = entries.filter(|entry| entry.operand_count() > 1);
    for function in entries.map(|entry| entry.operand(1)) {
        found.insert(function);
        // clang's initialiser calls one function for each variable.
        let calls = function
            .instructions()
            .filter(|i| i.opcode() == LLVMOpcode::LLVMCall);
        let own = calls.filter_map(Value::callee);
        found.extend(own.filter(|f| f.name().starts_with("__cxx_global_var_init")));
    }
    found
}

/// The facts about a variable; `None` if no file of the user defines it, or if it belongs
/// to the language's library.
fn variable<'m>(
    compiled: &Compiled<'_>,
    function: &str,
    global: Value<'m>,
    reached: &Reached<'m>,
    initialisers: &HashSet<Value<'m>>,
) -> Option<Variable> {
    const LIBRARY: [&str; 5] = ["_ZNSt", "_ZSt", "_ZNKSt", "_ZGVN", "_ZN9__gnu_cxx"];
    let symbol = global.name();
    let users = compiled.native.get_global(&symbol)?;
    let initialiser = global.initialiser()?;
    let library = LIBRARY.iter().any(|prefix| symbol.starts_with(prefix));
    if users.get_initializer().is_none() || library {
        return None;
    }
    if symbol.starts_with("llvm.") || symbol.starts_with("__cpu_") {
        return None;
    }
    let debug = &compiled.debug;
    let source = debug.variable(&symbol);
    let ty = source.as_ref().and_then(|source| source.ty);
    let declared = (global.is_constant_variable()
        || ty.is_some_and(|ty| is_constant(At::of(debug), ty)))
        && !ty.is_some_and(|ty| is_volatile(At::of(debug), ty));
    // A static variable of an inline function is shared by all files that have the function, and
    // nothing else names it.
    let of_function = ["_ZZ", "_ZGVZ"]
        .iter()
        .any(|start| symbol.starts_with(start));
    let is_static = matches!(
        global.linkage(),
        LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage
    );
    let internal = is_static || of_function;
    let anywhere = usage::of_global(global, &|f| !initialisers.contains(&f));
    let here = usage::of_global(global, &|f| reached.functions.contains(&f));
    let outside = usage::of_global(global, &|f| {
        !reached.functions.contains(&f) && !initialisers.contains(&f)
    });
    let layout = global.module()?.layout();
    let ty_llvm = global.value_type()?;
    let size = layout.size(ty_llvm);
    let shape = ty.and_then(|ty| shape(At::of(debug), ty, size));
    let mut pointers = Vec::new();
    let (element, count, range) = match shape {
        Some(shape) => shape,
        None if source.is_none() && externals::plain(ty_llvm).is_some() => {
            let (scalar, count) = externals::plain(ty_llvm)?;
            (Element::scalar(scalar), count, None)
        }
        None => {
            let moving = anywhere.writes || initialiser.is_zero();
            let element = words(layout, ty_llvm, size, moving, &mut pointers)?;
            (element, None, None)
        }
    };
    Some(Variable {
        name: match &source {
            Some(source) if !source.name.is_empty() => source.name.clone(),
            _ => symbol.clone(),
        },
        own: internal
            && source
                .as_ref()
                .is_some_and(|s| s.function.as_deref() == Some(function)),
        fixed: internal && (!anywhere.writes || !anywhere.reads),
        internal,
        private: internal
            && !(outside.reads || outside.writes)
            && !is_lent(global, &|f| reached.functions.contains(&f), initialisers),
        is_inline: of_function && !is_static,
        guarded: false,
        constant: declared,
        reads: here.reads,
        writes: here.writes,
        initial: initialiser.print(),
        element,
        count,
        pointers,
        range,
        described: source.is_some(),
        symbol,
    })
}

/// Whether a type, or an array's element type, is `const`.
fn is_constant(info: At<'_>, ty: NodeId) -> bool {
    let (inner, constant) = strip(info, Some(ty));
    constant
        || inner
            .and_then(|id| info.record(id))
            .filter(|r| r.get("tag") == Some("DW_TAG_array_type"))
            .is_some_and(|array| strip(info, array.node("baseType")).1)
}

/// Whether a type is `volatile`: other agents may then change even a constant variable.
fn is_volatile(mut info: At<'_>, ty: NodeId) -> bool {
    let mut id = Some(ty);
    while let Some(record) = id.and_then(|id| info.record(id)) {
        info = info.deeper();
        match record.get("tag") {
            Some("DW_TAG_volatile_type") => return true,
            Some("DW_TAG_typedef" | "DW_TAG_const_type" | "DW_TAG_array_type") => {}
            _ => return false,
        }
        id = record.node("baseType");
    }
    false
}

/// The element type, the length if it is an array of one dimension, and the range of a
/// `bool`; `None` if the source type has no symbolic form of that size.
fn shape(info: At<'_>, ty: NodeId, size: u64) -> Option<(Element, Option<u64>, Option<Range>)> {
    let record = info.record(strip(info, Some(ty)).0?)?;
    let dimensions = counts(info, &record).unwrap_or_default();
    let array = record.get("tag") == Some("DW_TAG_array_type") && !record.flag("DIFlagVector");
    let (resolved, count) = match dimensions.as_slice() {
        [count] if array => (in_memory(info, record.node("baseType")), Some(*count)),
        _ => (in_memory(info, Some(ty)), None),
    };
    let truth = (resolved == Type::Scalar(BOOL)).then_some(Range {
        low: 0.0,
        high: 1.0,
    });
    let element = resolved.element()?;
    let whole = u64::from(element.size).checked_mul(count.unwrap_or(1))?;
    (whole == size).then_some((element, count, truth))
}

/// The type of a node; an enumeration keeps its values.
fn in_memory(info: At<'_>, id: Option<NodeId>) -> Type {
    enumerated(info, id).unwrap_or_else(|| resolve(info.info, id))
}

/// An element of the scalars in an LLVM type. Pointers are included only if they may be
/// `moving`, that is, if they may not keep their initial values.
fn words(
    layout: Layout<'_>,
    ty: llvm::Type<'_>,
    size: u64,
    moving: bool,
    pointers: &mut Vec<u32>,
) -> Option<Element> {
    let mut leaves = Vec::new();
    let complete = flat(layout, ty, 0, "", &mut |offset, path, flat| {
        let scalar = match flat {
            Flat::Scalar(scalar) => scalar,
            Flat::Pointer(scalar) if moving => {
                pointers.push(offset);
                scalar
            }
            Flat::Pointer(_) => return,
        };
        leaves.push(Leaf {
            offset,
            scalar,
            path: path.to_owned(),
            values: None,
        });
    });
    complete.then_some(Element {
        name: format!("bytes[{size}]"),
        size: u32::try_from(size).ok()?,
        align: 1,
        leaves,
    })
}

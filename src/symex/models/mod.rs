//! Models of functions without a body: LLVM's generic intrinsics, the C library, KLEE.
//!
//! Invariant: a call of a function without a body or a model ends the path. Models are
//! looked up once per program, not per call.

mod contraction;
mod decimal;
mod environment;
mod errno;
mod exception;
mod file;
mod float;
mod functions;
mod guard;
mod integer;
mod jump;
mod klee;
mod library;
mod mapping;
mod masked;
mod memory;
mod model;
mod moved;
mod parse;
mod print;
mod printed_type;
mod processor;
mod quotient;
mod reduce;
mod reported;
mod saturate;
mod scope;
mod stream;
mod variadic;

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

pub(super) use environment::check as check_environment;
pub(super) use errno::set as set_errno;
pub use library::UNSUPPORTED;

pub(super) use self::model::Site;
use self::model::{Model, Table, unconstrained};
use super::executor::{Exec, Executor};
use super::machine::ModelId;
use crate::program::{FastMath, Function, FunctionId, Program, Scalar, Shape};

/// Returns the fast-math flags that affect a function: all, except for functions that only
/// move, select or add their operands.
pub(super) fn fast_math_of(name: &str) -> FastMath {
    const VALUES: [&str; 6] = [
        "llvm.fabs.",
        "llvm.copysign.",
        "llvm.minnum.",
        "llvm.maxnum.",
        "llvm.vector.reduce.fmin.",
        "llvm.vector.reduce.fmax.",
    ];
    const SUMS: [&str; 2] = ["llvm.vector.reduce.fadd.", "llvm.vector.reduce.fmul."];
    let is = |names: &[&str]| names.iter().any(|n| name.starts_with(n));
    match () {
        () if is(&VALUES) => FastMath::VALUES,
        () if is(&["llvm.is.fpclass."]) => FastMath::NO_NANS.union(FastMath::NO_INFINITIES),
        () if is(&SUMS) => FastMath::VALUES.union(FastMath::REASSOC),
        () => FastMath::ALL,
    }
}

const TABLES: [&Table; 23] = [
    processor::TABLE,
    environment::TABLE,
    errno::TABLE,
    masked::TABLE,
    integer::TABLE,
    saturate::TABLE,
    float::TABLE,
    reduce::TABLE,
    memory::TABLE,
    mapping::TABLE,
    guard::TABLE,
    scope::TABLE,
    library::TABLE,
    stream::TABLE,
    klee::TABLE,
    jump::TABLE,
    variadic::TABLE,
    print::TABLE,
    parse::TABLE,
    exception::TABLE,
    file::TABLE,
    moved::TABLE,
    quotient::TABLE,
];

/// Models of families of names; the constants below are their indices.
const FAMILIES: [Model; 4] = [
    Model::Any(reported::report),
    Model::Any(functions::approximate),
    Model::Any(functions::library),
    Model::Any(contraction::contraction),
];

const HANDLER: ModelId = ModelId(0);
const APPROXIMATION: ModelId = ModelId(1);
const LIBRARY: ModelId = ModelId(2);
const CONTRACTION: ModelId = ModelId(3);

/// All models, those of families first.
static MODELS: LazyLock<Vec<Model>> = LazyLock::new(|| {
    let named = TABLES.iter().flat_map(|table| table.iter());
    let named = named.map(|(_, model)| *model);
    FAMILIES.into_iter().chain(named).collect()
});

/// The models with a name, by it.
static NAMED: LazyLock<FxHashMap<&str, ModelId>> = LazyLock::new(|| {
    let named = TABLES.iter().flat_map(|table| table.iter());
    let numbered = named.zip(FAMILIES.len()..);
    let mut models = FxHashMap::default();
    for ((name, _), at) in numbered {
        models.entry(*name).or_insert(ModelId(at as u16));
    }
    models
});

/// Returns a model found by [`resolve`].
pub(super) fn model(id: ModelId) -> Model {
    MODELS[usize::from(id.0)]
}

/// Returns the model of each function without a body, by function index.
pub(super) fn resolve(program: &Program) -> Vec<Option<ModelId>> {
    let model = |f: &Function| {
        if f.is_defined() {
            None
        } else {
            find(program, f)
        }
    };
    program.functions().iter().map(model).collect()
}

/// Whether a function of a program is a mathematical one that may set `errno`.
pub fn may_set_errno(program: &Program, id: FunctionId) -> bool {
    let function = program.function(id);
    if function.is_defined() {
        return errno::is_defined_setter(function);
    }
    find(program, function).is_some_and(|model| errno::may_be_set_by(function, model == LIBRARY))
}

/// The functions with a body that set `errno` in other libraries.
pub(super) fn errno_setters(program: &Program) -> FxHashSet<FunctionId> {
    let functions = (0..).map(FunctionId).zip(program.functions());
    let setters = functions.filter(|(_, function)| errno::is_defined_setter(function));
    setters.map(|(id, _)| id).collect()
}

/// Records the call of a modelled function, if it may set `errno`.
///
/// # Errors
/// The program uses `errno`.
pub(super) fn note_errno(e: &mut Executor<'_, '_>, id: FunctionId, model: ModelId) -> Exec<()> {
    match errno::may_be_set_by(e.program.function(id), model == LIBRARY) {
        true => errno::set(e, id),
        false => Ok(()),
    }
}

fn find(program: &Program, function: &Function) -> Option<ModelId> {
    let plain = unconstrained(&function.name);
    let mut name = &*plain;
    loop {
        if let Some(&model) = NAMED.get(name) {
            return Some(model);
        }
        // Without type suffixes: `llvm.umin.v4i32` is `llvm.umin`.
        match name.rsplit_once('.') {
            Some((prefix, _)) if is_suffixed(name) && prefix != "llvm" => name = prefix,
            _ => break,
        }
    }
    if reported::is_handler(&function.name) {
        return Some(HANDLER);
    }
    if contraction::is_contraction(&function.name) {
        return Some(CONTRACTION);
    }
    if function.name.starts_with("simdiff.approx.") {
        return Some(APPROXIMATION);
    }
    let lane = match &program.ty(function.result).shape {
        Shape::Scalar(Scalar::Float(format)) => *format,
        Shape::Vector {
            lane: Scalar::Float(format),
            ..
        } => *format,
        _ => return None,
    };
    functions::is_library(&function.name, lane, function.params.len()).then_some(LIBRARY)
}

/// Whether a function's name includes the types of its arguments.
fn is_suffixed(name: &str) -> bool {
    name.starts_with("llvm.") || name.starts_with("simdiff.")
}

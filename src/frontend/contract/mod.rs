//! The contract of two functions: inferred, then corrected by the user's flags.
//!
//! Invariant: one contract describes the reference and the port, and both take its
//! parameters. What the inference does not know is an error that names the `--arg` to give,
//! not a guess.

mod apart;
mod behind;
mod bind;
mod buffers;
mod choosers;
mod concrete;
mod ends;
mod entries;
mod enumerations;
mod expressions;
mod extent;
mod globals;
mod guards;
mod images;
mod kernels;
mod lengths;
mod loops;
mod matching;
mod measured;
mod merge;
mod modes;
mod named_lengths;
mod offsets;
mod own;
mod poly;
mod roles;
mod shorter;
mod values;

use std::collections::{BTreeMap, HashMap, HashSet};

use inkwell::module::Module;
use inkwell::values::FunctionValue;

pub use ends::ends;
pub use kernels::parameters;
pub use shorter::Shorter;

use self::modes::Mode;
use self::named_lengths::Lengths;
use self::poly::Poly;
use super::abi::{Abi, AbiArg};
use super::args::{Alias, Arg, GlobalArg, Meaning};
use super::compile::Compiled;
use super::error::FrontendError;
use super::ignored;
use super::opencl;
use super::promised;
use super::signature::Signature;
use super::types::Type;
use super::unpack;
use super::usage::{self, Usage};
use crate::contract::{Address, Contract, Direction, Element, Owner};
use crate::llvm::Value;

/// The user's corrections.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The `--arg` flags.
    pub args: Vec<Arg>,
    /// The `--alias` flags.
    pub aliases: Vec<Alias>,
    /// The `--global` flags.
    pub globals: Vec<GlobalArg>,
    /// The symbols of variables that no file defines.
    pub externals: Vec<String>,
    /// The symbols of variables whose initial value only one version knows.
    pub half_known: Vec<String>,
    /// The symbols of the functions of `--setup`, in each side's program.
    pub setup: [Vec<String>; 2],
    /// The size variables that `--size` gives: lengths may name them even if no parameter
    /// does.
    pub sizes: Vec<String>,
    /// Whether a kernel is examined by itself. Lengths that the user does not give are then
    /// found by executing it, and integers are sizes only if they have to be.
    pub alone: bool,
}

impl Wishes {
    /// Whether the user declares some parameter a size.
    pub fn names_a_size(&self) -> bool {
        let mut args = self.args.iter();
        args.any(|arg| matches!(arg.meaning, Meaning::Size(_)))
    }

    /// The variables in the indices of places: `n` in `end=&p[n]` is a size even if no
    /// parameter has its name.
    pub fn place_variables(&self) -> Vec<String> {
        let mut names = Vec::new();
        for arg in &self.args {
            if let Meaning::Place { index, .. } = &arg.meaning {
                index.variables(&mut |name| names.push(name.to_owned()));
            }
        }
        names
    }

    /// Parses the texts of the flags; `own` are those of `--reference-arg` and `--port-arg`.
    ///
    /// # Errors
    /// Those of [`Arg::parse`], [`Alias::parse`] and [`GlobalArg::parse`].
    pub fn parse(
        args: &[String],
        own: &[Vec<String>; 2],
        aliases: &[String],
        globals: &[String],
    ) -> Result<Wishes, FrontendError> {
        let owned = [Owner::Reference, Owner::Port].into_iter().zip(own);
        let owned = owned.flat_map(|(owner, texts)| texts.iter().map(move |t| (Some(owner), t)));
        let all = args.iter().map(|text| (None, text)).chain(owned);
        let args = all.map(|(owner, text)| Arg::parse_as(owner, text));
        let args = args.collect::<Result<Vec<Arg>, _>>()?;
        let aliases = aliases.iter().map(|a| Alias::parse(a));
        let mut aliases = aliases.collect::<Result<Vec<Alias>, _>>()?;
        aliases.extend(args.iter().filter_map(|arg| {
            Some(Alias {
                param: arg.name.clone(),
                target: arg.alias.clone()?,
            })
        }));
        Ok(Wishes {
            args,
            aliases,
            globals: globals
                .iter()
                .map(|g| GlobalArg::parse(g))
                .collect::<Result<_, _>>()?,
            externals: Vec::new(),
            half_known: Vec::new(),
            setup: Default::default(),
            sizes: Vec::new(),
            alone: false,
        })
    }
}

/// A contract, and how each side is called under it.
#[derive(Clone, Debug)]
pub struct Agreement {
    /// The meaning of the parameters.
    pub contract: Contract,
    /// The symbols of the global variables that nothing writes.
    pub fixed: Vec<String>,
    /// The calling convention of the reference.
    pub reference: Abi,
    /// The calling convention of the port.
    pub port: Abi,
    /// Notes on integers whose types differ in the port.
    pub notes: Vec<String>,
    /// The values of integers for which buffers are shorter than the contract says.
    pub shorter: Vec<Shorter>,
    /// The indices of the buffers that are at each size no longer than the reference reaches.
    pub measured: Vec<usize>,
}

/// One side, as the inference sees it.
#[derive(Clone)]
struct View {
    signature: Signature,
    abi: Abi,
    /// For each parameter how it is used; only parameters that are one LLVM argument are
    /// analysed.
    usage: Vec<Usage>,
    /// The number of bytes reached in each buffer, if known, as a polynomial in parameters.
    extents: HashMap<usize, Poly>,
    /// For buffers of which a fixed extent is reached, the integer that guards all accesses.
    guards: HashMap<usize, usize>,
    /// Pairs of pointers of one type that the code compares or subtracts.
    distances: HashSet<[usize; 2]>,
    /// The values of integers that choose how memory is addressed; none of the port's.
    modes: Vec<Mode>,
    /// The enumerators of the files that flags name, whatever the type of the parameter is.
    enumerators: BTreeMap<String, i128>,
}

impl View {
    fn of(compiled: &Compiled<'_>, symbol: &str, wishes: &Wishes) -> Result<View, FrontendError> {
        let function = compiled.module.get_function(symbol);
        let function = function
            .filter(|f| f.count_basic_blocks() > 0)
            .ok_or_else(|| FrontendError::FunctionDeclared {
                name: symbol.to_owned(),
            })?;
        let unpacked = compiled.unpacked.get(symbol);
        let mut signature = match unpacked {
            Some(signature) => signature.clone(),
            None => Signature::of(function, &compiled.debug),
        };
        let abi = Abi::plan(function, &signature)?;
        for argument in opencl::constant_arguments(&compiled.native, symbol) {
            if let Some(AbiArg::Buffer { param }) = abi.args.get(argument)
                && let Type::Pointer(pointer) = &mut signature.params[*param].ty
            {
                pointer.constant = true;
            }
        }
        let constants = modes::constants(&abi, &signature, wishes);
        let split = unpacked.is_some() || needs_callees(compiled.plain(), symbol);
        let split = split || !constants.is_empty();
        let module = match split {
            true => unpack::flat(compiled.plain(), symbol, &constants)?,
            false => unpack::whole(compiled.plain(), symbol)?,
        };
        let mut view = View {
            signature,
            abi,
            usage: Vec::new(),
            extents: HashMap::new(),
            guards: HashMap::new(),
            distances: HashSet::new(),
            modes: Vec::new(),
            enumerators: enumerations::named(&compiled.debug, &wishes.args),
        };
        view.analyse(module.get_function(symbol).unwrap_or(function))?;
        let View {
            signature, usage, ..
        } = &mut view;
        for (param, usage) in signature.params.iter_mut().zip(usage) {
            if let Type::Image(image) = &mut param.ty {
                *image = image.clone().used_by(&compiled.native, symbol);
                usage.reads = image.access != Direction::Out;
                usage.writes = image.access != Direction::In;
            }
        }
        Ok(view)
    }

    /// Takes the uses, extents and guards from a function with this signature.
    fn analyse(&mut self, function: FunctionValue<'_>) -> Result<(), FrontendError> {
        let signature = &self.signature;
        let abi = Abi::plan(function, signature)?;
        self.usage = uses(function, &abi, signature.params.len());
        self.extents = extents(function, &abi, signature);
        let known = (&*self.usage, &self.extents);
        self.guards = guards::of(function, &abi, signature, known);
        self.distances = ends::distances(function, &abi, signature);
        Ok(())
    }
}

/// Whether a function passes pointers to functions that are defined, or takes integers from them:
/// what these reach counts, and how they bound an index.
fn needs_callees(module: &Module<'_>, symbol: &str) -> bool {
    let Some(function) = module.get_function(symbol) else {
        return false;
    };
    let calls = Value::from(function).instructions().filter(|i| i.is_call());
    let mut defined = calls.filter(|call| {
        let callee = call.callee().filter(|callee| callee.is_function());
        callee.is_some_and(|callee| !callee.is_declaration())
    });
    defined.any(|call| {
        let is_bound = call.ty().width().is_some_and(|width| width > 1);
        is_bound || call.arguments().any(|argument| argument.ty().is_pointer())
    })
}

/// The number of bytes reached in each buffer, with parameters in place of LLVM's
/// arguments.
fn extents(function: FunctionValue<'_>, abi: &Abi, signature: &Signature) -> HashMap<usize, Poly> {
    let param = |argument: u32| match abi.args.get(argument as usize)? {
        AbiArg::Value {
            param, offset: 0, ..
        }
        | AbiArg::Buffer { param } => Some(*param),
        _ => None,
    };
    extent::of_function(function, Lengths::of(abi, signature))
        .into_iter()
        .filter_map(|(argument, poly)| Some((param(argument)?, poly.renamed(param)?)))
        .collect()
}

fn uses(function: FunctionValue<'_>, abi: &Abi, params: usize) -> Vec<Usage> {
    (0..params)
        .map(|param| match abi.argument_of(param) {
            Some(index) => usage::of_argument(function, index),
            None => Usage::default(),
        })
        .collect()
}

/// Infers the contract of a reference and a port, and applies the user's corrections.
///
/// # Errors
/// Signatures that differ, types without a symbolic form, lengths that are not known, and
/// flags that do not fit.
pub fn infer(
    reference: (&Compiled<'_>, &str),
    port: (&Compiled<'_>, &str),
    wishes: &Wishes,
) -> Result<Agreement, FrontendError> {
    let (in_reference, name) = reference;
    kernels::refuse_pipes(reference)?;
    kernels::refuse_pipes(port)?;
    let globals = globals::assign(reference, port, wishes)?;
    let mut reference = View::of(in_reference, name, wishes)?;
    let (compiled, symbol) = port;
    let port = View::of(compiled, symbol, wishes)?;
    let other = modes::Port {
        view: &port,
        plain: compiled.plain(),
        symbol,
    };
    reference.find_modes((in_reference.plain(), name), &other, &globals.open)?;
    let reference = kernels::without_local_memory(reference, (in_reference, name), wishes)?;
    let port = kernels::without_local_memory(port, (compiled, symbol), wishes)?;
    let own = [Owner::Reference, Owner::Port].map(|owner| own::Own::new(&wishes.args, owner));
    let reference = own[0].with_result(reference)?;
    let port = own[1].with_result(port)?;
    let (first, second) = ((in_reference, name), (compiled, symbol));
    let ([reference, port], owners) = matching::matched((reference, first), (port, second), own)?;
    merge::same_shape(&reference, &port)?;
    let result = result_element(&reference.signature, name)?;
    let flags = bind::bind(&reference, &port, wishes)?;
    let mut contract = roles::assign(&reference, &port, &flags, wishes)?;
    contract.result = result;
    contract.returns_address = matches!(reference.signature.result, Type::Pointer(_));
    for (param, owner) in contract.params.iter_mut().zip(owners) {
        param.owner = owner;
        param.scratch |= owner.is_some();
    }
    contract.globals = globals.open;
    merge::same_widths(&reference, &port, &contract)?;
    let shorter = shorter::shorter((&reference, &port), &contract, (&flags, wishes));
    let measured = measured::of((&reference, &port), &contract, (&flags, wishes));
    bind::share(&mut contract, &reference, &port, wishes)?;
    let mut notes = merge::other_types(&reference, &port, &contract);
    notes.extend(own.iter().filter_map(|own| own.note()));
    notes.extend(promised::clamped(first).or_else(|| promised::clamped(second)));
    notes.extend(promised::exponents(first).or_else(|| promised::exponents(second)));
    notes.extend(promised::notes(compiled, symbol));
    notes.extend(ignored::note(&[&in_reference.warnings, &compiled.warnings]));
    Ok(Agreement {
        notes,
        shorter,
        measured,
        contract,
        fixed: globals.fixed,
        reference: reference.abi,
        port: port.abi,
    })
}

fn result_element(signature: &Signature, symbol: &str) -> Result<Option<Element>, FrontendError> {
    let refuse = |reason: &str| FrontendError::ResultType {
        function: symbol.to_owned(),
        ty: signature.result_spelled.clone(),
        reason: reason.to_owned(),
    };
    match &signature.result {
        Type::Void => Ok(None),
        Type::Pointer(_) => Ok(Some(Address::element())),
        Type::Opaque { reason } => Err(refuse(reason)),
        Type::Image(_) => Err(refuse("a function cannot return an image")),
        Type::Function { .. } | Type::Place { .. } => Err(refuse("it is told what it is")),
        Type::Scalar(_) | Type::Aggregate(_) => Ok(signature.result.element()),
    }
}

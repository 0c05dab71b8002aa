//! Compiles and lowers source files to the programs of both versions.

use std::path::PathBuf;

use super::home;
use super::named::Named;
use super::observe::{Sources, sources};
use super::{Request, launches};
use crate::contract::{Contract, Direction, Global, Param, Role};
use crate::frontend::{
    Abi, Agreement, Externals, Language, Shorter, Wishes, define_externals, ends, infer, kernel,
    outside_launch,
};
use crate::launch::Launch;
use crate::pipeline::{Module, Preparation};
use crate::problem::Problem;
use crate::program::{FastMath, Program};

/// The modules of both versions; one if both are compiled alike.
pub(super) struct Modules<'c> {
    pub reference: Module<'c>,
    port: Option<Module<'c>>,
}

impl<'c> Modules<'c> {
    /// Compiles the files for each version, with its flags.
    ///
    /// # Errors
    /// Errors of the compiler or the linker.
    pub fn compile(
        request: &Request,
        preparation: &Preparation<'c>,
    ) -> Result<Modules<'c>, Problem> {
        let mut named =
            [&request.reference, &request.port].map(|name| Named::of(name, &request.files));
        let mut linked = Modules::compile_named(request, preparation, &named, [None, None]);
        if let Some(apart) = Named::apart(&named, &request.files) {
            // Both files may define a function of this name; each then belongs to one
            // version.
            let both_define = |modules: &Modules<'c>| {
                let symbol = home::symbol(&modules.reference, &named[0]);
                let definitions = &modules.reference.compiled().definitions;
                symbol.is_some_and(|symbol| definitions.is_ambiguous(&symbol))
            };
            if linked.as_ref().map_or(true, both_define) {
                let separate = Modules::compile_named(request, preparation, &apart, [None, None]);
                linked = match (linked, separate) {
                    (Err(problem), Err(_)) => Err(problem),
                    (_, separate) => separate,
                };
                named = apart;
            }
        }
        let modules = linked?;
        let versions = [&modules.reference, modules.port()];
        let homes = home::homes(
            versions,
            &named,
            request.commits.each_ref().map(Option::is_some),
        )?;
        let Some(homes) = homes else {
            return Ok(modules);
        };
        let modules = Modules::compile_named(request, preparation, &named, homes)?;
        home::require([&modules.reference, modules.port()], &named)?;
        Ok(modules)
    }

    /// Compiles the files that the names tell for each version, its home first, if it has one.
    fn compile_named(
        request: &Request,
        preparation: &Preparation<'c>,
        named: &[Named<'_>; 2],
        homes: [Option<PathBuf>; 2],
    ) -> Result<Modules<'c>, Problem> {
        let functions = named.iter().map(|named| named.function);
        let functions: Vec<&str> = functions
            .chain(request.setup.iter().map(String::as_str))
            .collect();
        let mut files = [0, 1].map(|side| {
            let mut files = named[side].files(&named[1 - side], &request.files);
            files.sort_by_key(|file| homes[side].as_ref() != Some(file));
            files
        });
        let compile = |side: usize, files: &[PathBuf], flags: &[String]| {
            if let Some(commit) = &request.commits[side] {
                let module = preparation.compile_of(commit, &request.files, flags, &functions)?;
                return Ok((module, files.to_vec()));
            }
            let problem = match preparation.compile(files, flags, &functions) {
                Ok(module) => return Ok((module, files.to_vec())),
                Err(problem) => problem,
            };
            // The flags of a version in C need not fit the kernels that it is compared with.
            let (kernels, others): (Vec<PathBuf>, Vec<PathBuf>) = files
                .iter()
                .cloned()
                .partition(|file| Language::of(file) == Some(Language::OpenCl));
            let differ = request.reference_flags != request.port_flags;
            if !differ || kernels.is_empty() || others.is_empty() {
                return Err(problem);
            }
            let of_language = |files: Vec<PathBuf>| {
                let module = preparation.compile(&files, flags, &functions).ok()?;
                let defines = module.resolve(named[side].function).is_ok();
                defines.then_some((module, files))
            };
            let part = of_language(others).or_else(|| of_language(kernels));
            part.ok_or(problem)
        };
        let alike = request.reference_flags == request.port_flags
            && request.commits.iter().all(Option::is_none)
            && files[0] == files[1];
        let flags = [&request.reference_flags, &request.port_flags];
        let (reference, compiled) = compile(0, &files[0], flags[0])?;
        let mut port = None;
        if !alike {
            let (module, compiled) = compile(1, &files[1], flags[1])?;
            port = Some(module);
            files[1] = compiled;
        }
        files[0] = compiled;
        let by_other = |side: usize, module: &Module<'c>| match &request.commits[side] {
            Some(_) => Ok(None),
            None => {
                let of_side = (&*files[side], &**flags[side]);
                preparation.by_other_command(module, of_side, &functions, named[side].function)
            }
        };
        let others = (
            by_other(0, &reference)?,
            by_other(1, port.as_ref().unwrap_or(&reference))?,
        );
        let (reference, port) = match others {
            (None, None) => (reference, port),
            (None, Some(port)) => (reference, Some(port)),
            (Some(other), None) => (other, port.or(Some(reference))),
            (Some(reference), Some(port)) => (reference, Some(port)),
        };
        let (reference, port) = match port {
            None => (reference, None),
            Some(port) => {
                let containers = reference
                    .compiled()
                    .containers
                    .or(&port.compiled().containers);
                let reference = reference.with_containers(&containers)?;
                (reference, Some(port.with_containers(&containers)?))
            }
        };
        Ok(Modules { reference, port })
    }

    /// Defines in both versions the variables that their files only declare; returns those whose
    /// initial value is not known.
    pub fn define_externals(&self, wishes: &Wishes) -> Externals {
        let modules = [Some(&self.reference), self.port.as_ref()];
        let versions = modules.into_iter().flatten();
        let versions: Vec<_> = versions.map(Module::compiled).collect();
        define_externals(&versions, &wishes.globals)
    }

    /// The texts of `--arg` that the code implies: pointers that are the ends of other
    /// buffers.
    pub fn ends(&self, request: &Request) -> Vec<String> {
        let told = |module: &Module<'_>, name: &str| {
            let symbol = module
                .resolve(Named::of(name, &request.files).function)
                .ok()?;
            let own = request.own_args.concat();
            let flags = [&request.args[..], &own, &request.aliases].concat();
            let found = ends(module.compiled(), &symbol, &flags);
            (!found.is_empty()).then_some(found)
        };
        let reference = told(&self.reference, &request.reference);
        let found = reference.or_else(|| told(self.port(), &request.port));
        found.unwrap_or_default()
    }

    /// Whether both versions share one module.
    pub fn are_one(&self) -> bool {
        self.port.is_none()
    }

    /// The port's module.
    pub fn port(&self) -> &Module<'c> {
        self.port.as_ref().unwrap_or(&self.reference)
    }
}

/// The symbols and calling conventions of both versions under their contract.
pub(super) struct Agreed {
    /// The symbols of the reference and the port.
    pub symbols: [String; 2],
    /// For each version, the symbols of the functions that run before it.
    pub setup: [Vec<String>; 2],
    /// How each version takes its parameters.
    pub abis: [Abi; 2],
    /// The symbols of the global variables that nothing writes.
    pub fixed: Vec<String>,
    /// Notes on parameters whose types differ in the port.
    pub notes: Vec<String>,
    /// The launch of each version that is a kernel.
    pub launches: [Option<Launch>; 2],
    /// The values of integers for which the reference reaches less of a buffer.
    pub shorter: Vec<Shorter>,
    /// The buffers that are at each size no longer than the reference reaches.
    pub measured: Vec<usize>,
}

impl Agreed {
    /// Finds both functions, and infers the contract that they share.
    ///
    /// # Errors
    /// When a function is missing, or the functions have no contract in common or no output
    /// to compare.
    pub fn on(
        request: &Request,
        modules: &Modules<'_>,
        mut wishes: Wishes,
    ) -> Result<(Agreed, Contract), Problem> {
        let sides = [&modules.reference, modules.port()];
        let symbols = [
            sides[0].resolve(Named::of(&request.reference, &request.files).function)?,
            sides[1].resolve(Named::of(&request.port, &request.files).function)?,
        ];
        for (setup, module) in wishes.setup.iter_mut().zip(sides) {
            let symbols = request.setup.iter().map(|name| module.resolve(name));
            *setup = symbols.collect::<Result<_, _>>()?;
        }
        let Agreement {
            mut contract,
            fixed,
            reference,
            port,
            notes,
            shorter,
            measured,
        } = infer(
            (sides[0].compiled(), &symbols[0]),
            (sides[1].compiled(), &symbols[1]),
            &wishes,
        )?;
        contract.setup = request.setup.clone();
        for (module, symbol) in sides.iter().zip(&symbols) {
            if let Some(builtin) = outside_launch(module.native(), symbol) {
                let problem = format!("`{symbol}` is no kernel, and calls `{builtin}`");
                return Err(Problem::new(problem).help("name the kernel that calls it"));
            }
        }
        let kernels = [0, 1].map(|side| kernel(sides[side].native(), &symbols[side]));
        let launches = launches::of_kernels(request, kernels, &mut contract)?;
        if !has_outputs(&contract) {
            return Err(Problem::new(
                "there is nothing to compare: no result and no output parameter",
            )
            .help("name what the functions write with --arg, for example --arg 'dst=out:f32[n]'"));
        }
        let agreed = Agreed {
            symbols,
            setup: wishes.setup,
            abis: [reference, port],
            notes,
            fixed,
            launches,
            shorter,
            measured,
        };
        Ok((agreed, contract))
    }

    /// The fast-math flags of what either version reaches.
    pub fn fast_math(&self, modules: &Modules<'_>) -> FastMath {
        let sides = [&modules.reference, modules.port()].into_iter();
        let flags = sides.zip(&self.symbols);
        let flags = flags.map(|(module, symbol)| module.fast_math_of(symbol));
        flags.fold(FastMath::default(), FastMath::union)
    }

    /// The functions of each program that are executed.
    pub fn roots(&self) -> [Vec<String>; 2] {
        [0, 1].map(|side| {
            let setup = self.setup[side].iter().cloned();
            setup.chain([self.symbols[side].clone()]).collect()
        })
    }
}

fn has_outputs(contract: &Contract) -> bool {
    let written = |param: &Param| match &param.role {
        Role::Buffer { direction, .. } => *direction != Direction::In && !param.scratch,
        _ => false,
    };
    let changes = |global: &Global| global.direction != Direction::In;
    contract.result.is_some()
        || contract.params.iter().any(written)
        || contract.globals.iter().any(changes)
}

/// The programs to execute.
pub(super) struct Lowered<'c> {
    pub reference: Program,
    port: Option<Program>,
    /// The versions without the user's optimisations, if there are any.
    pub sources: Option<Sources<'c>>,
    /// The number of folded branches.
    pub folds: usize,
}

impl<'c> Lowered<'c> {
    /// Lowers and decodes the modules. No contract can be inferred from them afterwards.
    ///
    /// # Errors
    /// When a pass fails.
    pub fn of(
        modules: &mut Modules<'c>,
        preparation: &Preparation<'_>,
        agreed: &Agreed,
    ) -> Result<Lowered<'c>, Problem> {
        let [left, right] = agreed.roots();
        let Modules { reference, port } = modules;
        let sources = sources(reference, port.as_mut(), preparation, [&left, &right])?;
        let folds = match port {
            None => preparation.transform(reference, &[left, right].concat())?,
            Some(port) => {
                preparation.transform(reference, &left)? + preparation.transform(port, &right)?
            }
        };
        let reference = reference.decode();
        let port = port.as_ref().map(|port| port.decode_beside(&reference));
        Ok(Lowered {
            reference,
            port,
            sources,
            folds,
        })
    }

    /// The port's program.
    pub fn port(&self) -> &Program {
        self.port.as_ref().unwrap_or(&self.reference)
    }
}

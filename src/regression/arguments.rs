//! The arguments of a call in a C or C++ test: structures, containers and rows are built
//! from the inputs of the finding.

use std::collections::BTreeSet;

use super::mismatch::Mismatch;
use crate::contract::{Address, Owner, Param, Role, Scalar};
use crate::frontend::{Described, Kind};
use crate::problem::Problem;

/// The arguments of one call, and the statements around it.
#[derive(Default)]
pub(super) struct Arguments {
    /// The statements before the call.
    pub before: Vec<String>,
    /// The arguments; the first is the object if the function is a method.
    pub values: Vec<String>,
    /// For each structure, its name in the contract and an expression for its address.
    pub objects: Vec<(String, String)>,
    /// The containers of the standard library.
    pub containers: Vec<Container>,
    /// For each pointer in a structure, an expression and its value before the call.
    pub pointers: Vec<(String, String)>,
}

/// A container of the standard library.
pub(super) struct Container {
    /// The prefix of its names in the contract, such as `v.`.
    pub prefix: String,
    /// An expression for it.
    pub at: String,
    /// Whether its elements belong to another object.
    pub is_view: bool,
}

impl Arguments {
    /// The container with this prefix.
    pub fn container(&self, prefix: &str) -> Option<&Container> {
        let mut all = self.containers.iter();
        all.find(|container| container.prefix == prefix)
    }

    /// The expression for the address of a structure.
    pub fn object(&self, name: &str) -> Option<&str> {
        let mut all = self.objects.iter();
        let found = all.find(|(known, _)| known == name);
        found.map(|(_, expression)| expression.as_str())
    }

    /// Adds a statement before the call.
    pub fn make(&mut self, statement: String) {
        self.before.push(format!("    {statement}\n"));
    }
}

/// A value to build: its name in the contract, and its expression in the test.
struct Spot {
    path: String,
    at: String,
}

impl Spot {
    fn member(&self, name: &str) -> Spot {
        let join = |path: &str| match name {
            "" => path.to_owned(),
            name if name.starts_with('[') || path.ends_with(['>', '.']) => format!("{path}{name}"),
            name => format!("{path}.{name}"),
        };
        Spot {
            path: join(&self.path),
            at: join(&self.at),
        }
    }
}

/// Builds the arguments of a call. `memory` names the memory of a parameter; `side` is the
/// suffix of variables.
///
/// # Errors
/// If a test cannot make an argument.
pub(super) fn arguments(
    of: &Mismatch<'_>,
    side: usize,
    (is_cpp, in_rows): (bool, bool),
    memory: &dyn Fn(&str) -> String,
) -> Result<Arguments, Problem> {
    let mut builder = Builder {
        of,
        side,
        is_cpp,
        in_rows,
        memory,
        made: Arguments::default(),
        used: BTreeSet::new(),
    };
    let foreign = [Some(Owner::Port), Some(Owner::Reference)][side];
    match of.callees {
        Some(callees) => {
            // A kernel has no declaration here.
            let declared = usize::from(of.kernels[0].is_some());
            for param in &callees[declared].params {
                let value = builder.argument(param)?;
                builder.made.values.push(value);
            }
        }
        None => {
            for param in of.contract.params.iter().filter(|p| p.owner != foreign) {
                let value = builder.value(param, false)?;
                builder.made.values.push(value);
            }
        }
    }
    let params = of.contract.params.iter();
    let mut rest = params.filter(|param| !builder.used.contains(param.name.as_str()));
    match rest.find(|param| !of.stands_alone(param) && param.owner != foreign) {
        Some(param) => Err(cannot(&param.name, "its place is not known")),
        None => Ok(builder.made),
    }
}

fn is_integer(param: &Param) -> bool {
    match &param.role {
        Role::Scalar { scalar, .. } => matches!(scalar, Scalar::Int { .. }),
        role => matches!(role, Role::Const { .. } | Role::Size { .. }),
    }
}

/// Whether a type is an arithmetic type of C++ by its name.
fn is_arithmetic(name: &str) -> bool {
    const WORDS: [&str; 10] = [
        "int", "unsigned", "signed", "char", "short", "long", "bool", "wchar_t", "char16_t",
        "char32_t",
    ];
    let is_sized = |word: &str| {
        let word = word.strip_prefix("std::").unwrap_or(word);
        let bits = word.strip_prefix('u').unwrap_or(word).strip_prefix("int");
        word == "size_t" || bits.is_some_and(|bits| bits.ends_with("_t"))
    };
    name.split_whitespace()
        .all(|word| WORDS.contains(&word) || is_sized(word))
}

/// The refusal of a value.
pub(super) fn cannot(name: &str, why: &str) -> Problem {
    Problem::new(format!("a test cannot make `{name}`: {why}")).help(
        "--emit-harness FILE.c, or FILE.cpp, writes a program that makes it, for `simdiff run`",
    )
}

/// The arguments under construction.
pub(super) struct Builder<'a> {
    pub of: &'a Mismatch<'a>,
    side: usize,
    is_cpp: bool,
    /// Whether each row has a block of its own.
    pub in_rows: bool,
    pub memory: &'a dyn Fn(&str) -> String,
    pub made: Arguments,
    /// The parameters of the contract that have been used.
    pub used: BTreeSet<&'a str>,
}

impl<'a> Builder<'a> {
    /// The parameter of the contract with this name.
    pub fn param(&self, path: &str) -> Option<&'a Param> {
        let mut params = self.of.contract.params.iter();
        params.find(|param| param.name == path)
    }

    /// Whether the contract names values inside `path`.
    fn is_apart(&self, path: &str) -> bool {
        let mut params = self.of.contract.params.iter();
        params.any(|param| {
            let rest = param.name.strip_prefix(path);
            rest.is_some_and(|rest| rest.starts_with("->") || rest.starts_with(['.', '[']))
        })
    }

    /// The variable for a value.
    pub fn variable(&self, path: &str) -> String {
        format!("{}{}", self.of.identifier(path), self.side)
    }

    /// An argument of the call, after the statements that make it.
    fn argument(&mut self, of: &Described) -> Result<String, Problem> {
        // The contract names the object of a method `this`.
        let path = match of.name.as_str() {
            "object" if self.param(&of.name).is_none() && !self.is_apart(&of.name) => "this",
            name => name,
        };
        if let Some(Role::Buffer { element, .. }) = self.param(path).map(|param| &param.role)
            && element.name == Address::POINTER
        {
            return Err(cannot(path, "it points to a pointer"));
        }
        if !self.is_apart(path) {
            let param = self.param(path);
            let param = param.ok_or_else(|| cannot(path, "it has no contract"))?;
            if let Role::Value { .. } = param.role {
                return self.structure(of, param);
            }
            return match &of.kind {
                // The final contents of an object without members that are inputs.
                Kind::Pointer {
                    to,
                    reference: true,
                    ..
                } => {
                    let value = self.value(param, true)?;
                    let object = format!("*({})({value})", to.declared.declare("(*)"));
                    Ok(match of.declared.before.ends_with("&&") {
                        true => format!("std::move({object})"),
                        false => object,
                    })
                }
                Kind::Number(_) | Kind::Library if self.is_cpp && is_integer(param) => {
                    let value = self.value(param, false)?;
                    let ty = of.declared.declare("");
                    Ok(match is_arithmetic(&ty) {
                        true => value,
                        // C++ converts no integer to an enumeration by itself.
                        false => format!("({ty}){value}"),
                    })
                }
                kind => self.value(param, !matches!(kind, Kind::Number(_))),
            };
        }
        let variable = self.variable(path);
        let (to, is_pointer) = match &of.kind {
            Kind::Pointer { to, reference, .. } => (&**to, !reference),
            _ => (of, false),
        };
        let by_value = !matches!(of.kind, Kind::Pointer { .. });
        let (object, ty) = (variable.as_str(), to.declared.declare(""));
        let address = match (is_pointer, self.is_cpp) {
            (true, _) => {
                let declared = to.declared.declare(&format!("*{object}"));
                self.made.make(format!(
                    "{declared} = ({ty} *)simdiff_make(sizeof *{object});"
                ));
                object.to_owned()
            }
            (false, true) => {
                self.made.make(format!(
                    "{ty} &{object} = *({ty} *)simdiff_make(sizeof({ty}));"
                ));
                format!("&{object}")
            }
            (false, false) => {
                self.made.make(format!("{};", to.declared.declare(object)));
                self.made
                    .make(format!("memset((void *)&{object}, 0, sizeof {object});"));
                format!("&{object}")
            }
        };
        let access = if is_pointer { "->" } else { "." };
        let spot = Spot {
            path: format!("{path}{access}"),
            at: format!("{object}{access}"),
        };
        self.contents(to, (path, &address), &spot)?;
        let moves = by_value || of.declared.before.ends_with("&&");
        Ok(match (moves, self.is_cpp) {
            (true, true) => format!("std::move({object})"),
            _ => variable,
        })
    }

    /// Fills an object with the given address.
    fn contents(
        &mut self,
        of: &Described,
        (name, address): (&str, &str),
        spot: &Spot,
    ) -> Result<(), Problem> {
        if let Some(param) = self.param(name) {
            self.used.insert(&param.name);
            self.made
                .objects
                .push((name.to_owned(), address.to_owned()));
        }
        let whole = match spot.at.strip_suffix("->") {
            Some(pointer) => format!("(*{pointer})"),
            None => spot.at.trim_end_matches('.').to_owned(),
        };
        match &of.kind {
            Kind::Members(members) => {
                for member in members {
                    self.place(member, &spot.member(&member.name))?;
                }
                Ok(())
            }
            _ => self.inside(of, spot, &whole),
        }
    }

    /// Fills a value inside a structure.
    fn place(&mut self, of: &Described, spot: &Spot) -> Result<(), Problem> {
        let Spot { path, at } = spot;
        let param = self.param(path);
        match (&of.kind, param) {
            (Kind::Bits, _) => return Err(cannot(path, "it is a bit field")),
            (
                Kind::Pointer {
                    reference: true, ..
                },
                _,
            ) if param.is_some() || self.is_apart(path) => {
                return Err(cannot(path, "it is a reference in a structure"));
            }
            _ => {}
        }
        if let Some(param) = param.filter(|_| !self.is_apart(path)) {
            if let Role::Value { .. } = param.role {
                let bytes = self.bytes(param)?;
                self.made
                    .make(format!("memcpy((void *)&({at}), {bytes}, sizeof {bytes});"));
                return Ok(());
            }
            let is_pointer = !matches!(of.kind, Kind::Number(_));
            let value = self.value(param, is_pointer)?;
            self.made.make(format!("SIMDIFF_SET({at}, {value});"));
            if is_pointer {
                self.made.pointers.push((at.clone(), value));
            }
            return Ok(());
        }
        if !self.is_apart(path) {
            return Ok(());
        }
        match &of.kind {
            Kind::Pointer { to, .. } => {
                let object = self.variable(path);
                self.made.make(format!(
                    "__typeof__({at}) {object} = (__typeof__({at}))simdiff_make(sizeof *({at}));"
                ));
                self.made.make(format!("SIMDIFF_SET({at}, {object});"));
                self.made.pointers.push((at.clone(), object.clone()));
                let spot = Spot {
                    path: format!("{path}->"),
                    at: format!("{object}->"),
                };
                self.contents(to, (path, &object), &spot)
            }
            Kind::Members(members) => {
                for member in members {
                    self.place(member, &spot.member(&member.name))?;
                }
                Ok(())
            }
            _ => self.inside(of, spot, at),
        }
    }

    /// Fills a container of the standard library, or a value whose members the contract
    /// names.
    fn inside(&mut self, of: &Described, spot: &Spot, whole: &str) -> Result<(), Problem> {
        let prefix = match spot.path.ends_with(['>', '.']) {
            true => spot.path.clone(),
            false => format!("{}.", spot.path),
        };
        let data = self.param(&format!("{prefix}data"));
        if let (Kind::Library, Some(data)) = (&of.kind, data) {
            let count = self.of.count(data)?;
            let memory = self.value(data, true)?;
            self.made
                .make(format!("simdiff_fill({whole}, {memory}, {count});"));
            // The final contents of a container that the call may reallocate.
            let own = prefix.trim_end_matches('.');
            if let Some(after) = self.param(own) {
                self.used.insert(&after.name);
                let address = (own.to_owned(), format!("&{whole}"));
                self.made.objects.push(address);
            }
            let ty = of.declared.declare("");
            self.made.containers.push(Container {
                prefix: prefix.clone(),
                at: whole.to_owned(),
                is_view: ty.contains("span<") || ty.contains("string_view"),
            });
            for param in &self.of.contract.params {
                if param.name.starts_with(&prefix) {
                    self.used.insert(&param.name);
                }
            }
            return Ok(());
        }
        // The members of other values have the same names in the test.
        for param in &self.of.contract.params {
            let Some(rest) = param.name.strip_prefix(&spot.path) else {
                continue;
            };
            let at = format!("{}{rest}", spot.at);
            match param.role {
                Role::Scalar { .. } | Role::Size { .. } | Role::Const { .. } => {
                    let value = self.value(param, false)?;
                    self.made.make(format!("SIMDIFF_SET({at}, {value});"));
                }
                Role::Value { .. } => {
                    let bytes = self.bytes(param)?;
                    self.made
                        .make(format!("memcpy((void *)&({at}), {bytes}, sizeof {bytes});"));
                }
                _ => return Err(cannot(&param.name, "its place is not known")),
            }
        }
        Ok(())
    }
}

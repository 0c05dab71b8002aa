//! The finding that a test shows: its contract, its functions, and the values of its witness.
//!
//! Invariant: every version of the language reads these from here.

use std::collections::BTreeMap;

use super::{Finding, KernelCall};
use crate::contract::{Contract, Direction, Element, Global, Param, Role, Scalar, Sizes};
use crate::frontend::Callee;
use crate::problem::Problem;
use crate::verdict::{Function, Tolerance};

/// A finding, and what a test needs to show it.
pub(super) struct Mismatch<'a> {
    pub(super) contract: &'a Contract,
    pub(super) finding: Finding<'a>,
    pub(super) sizes: &'a Sizes,
    pub(super) functions: [&'a Function; 2],
    pub(super) callees: Option<&'a [Callee; 2]>,
    /// The launch of each version that is a kernel.
    pub(super) kernels: &'a [Option<KernelCall>; 2],
    /// Whether each version is of a commit, so that only its results are known.
    pub(super) commits: [bool; 2],
    /// The identifiers of names in the contract.
    pub(super) identifiers: BTreeMap<&'a str, String>,
    pub(super) tolerance: Option<&'a Tolerance>,
    pub(super) values: BTreeMap<String, &'a str>,
}

/// A parameter, and the bytes of its buffer for each version.
pub(super) type Contents<'a> = (&'a Param, [Vec<u8>; 2]);

/// An identifier for each parameter of a contract: of `im->w`, `im_w`.
pub(super) fn identifiers(contract: &Contract) -> BTreeMap<&str, String> {
    let mut found: BTreeMap<&str, String> = BTreeMap::new();
    for param in &contract.params {
        let mut own = identifier(&param.name);
        while found.values().any(|known| *known == own) {
            own.push('_');
        }
        found.insert(&param.name, own);
    }
    found
}

/// A C identifier for a path.
fn identifier(path: &str) -> String {
    let words = path.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("_")
}

/// An argument of a call.
pub(super) enum Argument<'a> {
    /// A pointer into the buffer of a parameter, at an offset in bytes.
    Pointer(&'a str, u64),
    /// A number.
    Number(Scalar, u128),
}

impl Mismatch<'_> {
    /// The identifier for a name in the contract.
    pub(super) fn identifier(&self, name: &str) -> String {
        let known = self.identifiers.get(name);
        known.map_or_else(|| identifier(name), Clone::clone)
    }

    /// Whether a parameter is built for the call, so that it has no bytes of its own: the
    /// final contents of a structure or of a vector.
    pub(super) fn is_built(&self, param: &Param) -> bool {
        let Role::Buffer { element, .. } = &param.role else {
            return false;
        };
        let mut params = self.contract.params.iter();
        element.is_container()
            || params.any(|other| {
                let rest = other.name.strip_prefix(param.name.as_str());
                rest.is_some_and(|rest| rest.starts_with("->") || rest.starts_with('.'))
            })
    }

    /// Whether the contract has a parameter without one of the function: a size that only
    /// lengths name, or the result.
    pub(super) fn stands_alone(&self, param: &Param) -> bool {
        let is_size = matches!(param.role, Role::Size { .. });
        let is_apart = param.name.contains(['.', '>']);
        let is_vector =
            matches!(&param.role, Role::Buffer { element, .. } if element.is_container());
        // A call copies the members of a structure, and its padding only by chance.
        let is_padding = param.name.contains(".(padding at ");
        !is_apart && (is_size || is_vector) || is_padding
    }

    /// The names of both functions as a file that includes their sources can use them.
    pub(super) fn names(&self) -> [String; 2] {
        self.functions.map(|function| {
            let name = &function.name;
            let files = [".c::", ".cc::", ".cpp::", ".cxx::", ".C::"];
            let start = files
                .iter()
                .find_map(|end| Some(name.find(end)? + end.len()));
            name[start.unwrap_or(0)..].replace("(anonymous namespace)::", "")
        })
    }

    /// Whether the call needs structures, rows or objects.
    pub(super) fn needs_memory(&self) -> bool {
        let mut params = self.contract.params.iter();
        self.callees.is_some_and(|callees| callees[0].is_method)
            || params.any(|p| p.name.contains(['.', '>']) || p.row.is_some())
    }

    /// The result, if it is a single number.
    pub(super) fn result(&self) -> Option<&Element> {
        let result = self.contract.result.as_ref();
        result.filter(|e| e.leaves.len() == 1 && e.leaves[0].path.is_empty())
    }

    /// The accepted distance in ulps, relative error and absolute error.
    pub(super) fn accepted(&self) -> (u64, f64, f64) {
        self.tolerance
            .map_or((0, 0.0, 0.0), |t| (t.ulps, t.relative, t.absolute))
    }

    /// The parameters with a buffer of their own, and its bytes for each version.
    pub(super) fn buffers(&self) -> Result<Vec<Contents<'_>>, Problem> {
        let own = self.contract.params.iter().filter(|p| p.alias.is_none());
        own.filter_map(|param| match &param.role {
            Role::Buffer { .. } if self.is_built(param) => None,
            Role::Buffer { element, .. } => Some((param, element)),
            _ => None,
        })
        .map(|(param, element)| {
            let [left, right] = [" (reference)", " (port)"];
            let bytes = [
                self.bytes(param, element, left)?,
                self.bytes(param, element, right)?,
            ];
            Ok((param, bytes))
        })
        .collect()
    }

    /// The names of the parameters with a buffer of their own.
    pub(super) fn owners(&self) -> impl Iterator<Item = &str> {
        let own = self.contract.params.iter().filter(|p| p.alias.is_none());
        let buffers = own.filter(|param| matches!(param.role, Role::Buffer { .. }));
        let buffers = buffers.filter(|param| !self.is_built(param));
        buffers.map(|param| param.name.as_str())
    }

    /// The size of a parameter's buffer in bytes.
    pub(super) fn room(&self, param: &Param) -> Result<u64, Problem> {
        let Role::Buffer {
            element, capacity, ..
        } = &param.role
        else {
            return Ok(0);
        };
        let capacity = capacity.as_ref().and_then(|room| room.evaluate(self.sizes));
        let count = capacity.map_or_else(|| self.count(param), Ok)?;
        Ok(count * u64::from(element.size))
    }

    /// The bytes of a buffer. Inputs beyond its length have the name of the `side` as
    /// suffix.
    pub(super) fn bytes(
        &self,
        param: &Param,
        element: &Element,
        side: &str,
    ) -> Result<Vec<u8>, Problem> {
        let count = self.count(param)?;
        let room = match &param.role {
            Role::Buffer {
                capacity: Some(capacity),
                ..
            } => capacity.evaluate(self.sizes).unwrap_or(count),
            _ => count,
        };
        let mut bytes = vec![0u8; (room * u64::from(element.size)).max(1) as usize];
        for index in 0..room {
            let side = if index < count { "" } else { side };
            for leaf in &element.leaves {
                let name = format!("{}[{index}]{}{side}", param.name, leaf.path);
                let at = (index * u64::from(element.size)) as usize + leaf.offset as usize;
                let size = usize::from(leaf.scalar.bits()).div_ceil(8);
                bytes[at..at + size].copy_from_slice(&self.bits(&name).to_le_bytes()[..size]);
            }
        }
        Ok(bytes)
    }

    pub(super) fn count(&self, param: &Param) -> Result<u64, Problem> {
        let Role::Buffer { length, .. } = &param.role else {
            return Ok(0);
        };
        let count = length.evaluate(self.sizes);
        count.ok_or_else(|| Problem::new(format!("the length of {} is unknown", param.name)))
    }

    /// The scalars of a global variable: offset, size in bytes, and bits of each.
    pub(super) fn variable(&self, global: &Global) -> Vec<(u64, usize, u128)> {
        let mut found = Vec::new();
        for index in 0..global.count.unwrap_or(1) {
            for leaf in &global.element.leaves {
                let name = match global.count {
                    Some(_) => format!("{}[{index}]{}", global.name, leaf.path),
                    None => format!("{}{}", global.name, leaf.path),
                };
                let at = index * u64::from(global.element.size) + u64::from(leaf.offset);
                let size = usize::from(leaf.scalar.bits()).div_ceil(8);
                found.push((at, size, self.bits(&name)));
            }
        }
        found
    }

    /// The buffers that are compared after the calls: name, number of elements, element.
    pub(super) fn outputs(&self) -> Result<Vec<(&str, u64, &Element)>, Problem> {
        let params = self.contract.params.iter().filter(|p| p.alias.is_none());
        params
            .filter_map(|param| match &param.role {
                Role::Buffer {
                    direction, element, ..
                } if *direction != Direction::In => Some((param, element)),
                _ => None,
            })
            .map(|(param, element)| Ok((param.name.as_str(), self.count(param)?, element)))
            .collect()
    }

    /// The bits of an input; zero for an unknown name.
    pub(super) fn bits(&self, name: &str) -> u128 {
        let digits = self.values.get(name).and_then(|hex| hex.strip_prefix("0x"));
        digits.map_or(0, |digits| u128::from_str_radix(digits, 16).unwrap_or(0))
    }

    pub(super) fn arguments(&self) -> Result<Vec<Argument<'_>>, Problem> {
        let params = self.contract.params.iter();
        params.map(|param| self.argument(param)).collect()
    }

    pub(super) fn argument<'a>(&'a self, param: &'a Param) -> Result<Argument<'a>, Problem> {
        let sizes = self.sizes;
        Ok(match &param.role {
            Role::Buffer {
                element, origin, ..
            } => {
                let name = param.alias.as_ref().unwrap_or(&param.name);
                let origin = origin.evaluate(sizes).unwrap_or(0);
                Argument::Pointer(name, origin * u64::from(element.size))
            }
            Role::Scalar { scalar, .. } => Argument::Number(*scalar, self.bits(&param.name)),
            Role::Const { scalar, bits } => Argument::Number(*scalar, *bits),
            Role::Size { scalar, value, .. } => {
                let value = value.value(sizes).unwrap_or(0);
                Argument::Number(*scalar, scalar.bits_of(value))
            }
            Role::Place { of, .. } => {
                let message = format!("a test cannot pass an address in {of}");
                return Err(Problem::new(message));
            }
            Role::Function { function } => {
                let message = format!("a test cannot pass the function {function}");
                return Err(Problem::new(message));
            }
            Role::Value { .. } => {
                let message = format!("a test cannot pass the structure {} by value", param.name);
                return Err(Problem::new(message));
            }
        })
    }
}

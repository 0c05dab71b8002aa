//! The comparisons after the calls in a C or C++ test.

use std::fmt::Write;

use super::arguments::{Arguments, Container};
use super::mismatch::Mismatch;
use super::{Finding, rows};
use crate::contract::{Address, Direction, Element, Leaf, Param, Role, Scalar};
use crate::problem::Problem;
use term::Format;

impl Mismatch<'_> {
    /// Writes the comparisons. A version without arguments is of a commit: its results are
    /// written as constants to `head`.
    pub(super) fn checks(
        &self,
        calls: &[Option<Arguments>; 2],
        (head, text): (&mut String, &mut String),
    ) -> Result<(), Problem> {
        for call in calls.iter().flatten() {
            for (pointer, start) in &call.pointers {
                let _ = writeln!(text, "    SIMDIFF_MOVED({pointer}, {start});");
            }
        }
        if let Some(element) = &self.contract.result {
            let both = [0, 1].map(|side| match &calls[side] {
                Some(_) => format!("&result{side}"),
                None => self.constants(head, ("return value", "result"), 1, element, ""),
            });
            let _ = writeln!(text, "{}", check("return value", &both, 1, element));
        }
        let params = self.contract.params.iter();
        for param in params.filter(|param| param.alias.is_none() && !param.scratch) {
            let Role::Buffer {
                direction, element, ..
            } = &param.role
            else {
                continue;
            };
            if *direction == Direction::In {
                continue;
            }
            if element.is_container() {
                self.vector(calls, (param, element), (head, text));
                continue;
            }
            let name = &param.name;
            let id = self.identifier(name);
            let count = self.count(param)?;
            let prefix = name.strip_suffix("data").unwrap_or_default();
            let both = [0, 1].map(|side| match &calls[side] {
                Some(call) => match (call.object(name), call.container(prefix)) {
                    (Some(object), _) => object.to_owned(),
                    (None, Some(container)) if !container.is_view => {
                        format!("{}.data()", container.at)
                    }
                    _ => format!("{id}_[{side}]"),
                },
                None => self.constants(head, (name, &id), count, element, "[]"),
            });
            let calls = calls.iter().flatten().collect::<Vec<_>>();
            if self.is_built(param) {
                self.sizes(&calls, name, text);
            }
            let own = outside_containers(name, element, calls.first().map(|c| &c.containers[..]));
            let _ = writeln!(text, "{}", check(name, &both, count, &own));
        }
        Ok(())
    }

    /// Compares the sizes of the containers in a structure, or of a container.
    fn sizes(&self, calls: &[&Arguments], name: &str, text: &mut String) {
        let [reference, port] = calls else {
            return;
        };
        for container in &reference.containers {
            let prefix = &container.prefix;
            let Some(other) = port.container(prefix).filter(|_| prefix.starts_with(name)) else {
                continue;
            };
            let _ = writeln!(
                text,
                "    failed |= simdiff_sizes(\"{prefix}size\", {}.size(), {}.size());",
                container.at, other.at
            );
        }
    }

    /// Compares the size and the elements of a vector that a call may reallocate.
    fn vector(
        &self,
        calls: &[Option<Arguments>; 2],
        (param, element): (&Param, &Element),
        (head, text): (&mut String, &mut String),
    ) {
        let name = &param.name;
        let of_element = |index: u32| {
            let path = format!(".data[{index}]");
            let leaves = element.leaves.iter();
            leaves.filter_map(move |leaf| {
                let rest = leaf.path.strip_prefix(&path)?;
                Some(Leaf {
                    path: rest.to_owned(),
                    ..leaf.clone()
                })
            })
        };
        let (Some(start), Some(next)) = (of_element(0).next(), of_element(1).next()) else {
            return;
        };
        let shifted = of_element(0).map(|leaf| Leaf {
            offset: leaf.offset - start.offset,
            ..leaf
        });
        let item = Element {
            name: String::new(),
            size: next.offset - start.offset,
            align: element.align,
            leaves: shifted.collect(),
        };
        let id = self.identifier(name);
        let both = [0, 1].map(|side| match &calls[side] {
            Some(call) => {
                let at = match call.object(name) {
                    Some(object) => format!("(*({object}))"),
                    None => format!("result{side}"),
                };
                [format!("{at}.data()"), format!("{at}.size()")]
            }
            None => {
                let size = self.stored(&format!("{name}[0].size"), side);
                let count = u64::try_from(size).unwrap_or(u64::MAX);
                let path = format!("{name}[0].data");
                let data = self.constants(head, (&path, &id), count, &item, "[]");
                [data, format!("(size_t){size}")]
            }
        });
        let [[left, left_size], [right, right_size]] = both;
        let _ = writeln!(
            text,
            "    failed |= simdiff_sizes(\"{name}.size\", {left_size}, {right_size});"
        );
        let count = format!("std::min({left_size}, {right_size})");
        let checks = checks(&format!("{name}.data"), &[left, right], &count, &item);
        let _ = writeln!(text, "{checks}");
    }

    /// Declares the results of a version of a commit as an array, and returns its name.
    /// `index` says whether the names of results have indices.
    fn constants(
        &self,
        head: &mut String,
        (name, id): (&str, &str),
        count: u64,
        element: &Element,
        index: &str,
    ) -> String {
        let side = usize::from(self.commits[1]);
        let size = u64::from(element.size);
        let mut bytes = vec![0u8; (count * size).max(1) as usize];
        for i in 0..count {
            for leaf in &element.leaves {
                let index = match index {
                    "" => String::new(),
                    _ => format!("[{i}]"),
                };
                let mut bits = self.stored(&format!("{name}{index}{}", leaf.path), side);
                if name == "return value" && self.contract.returns_address {
                    bits = self.address(bits);
                }
                let at = (i * size) as usize + leaf.offset as usize;
                let width = usize::from(leaf.scalar.bits()).div_ceil(8);
                bytes[at..at + width].copy_from_slice(&bits.to_le_bytes()[..width]);
            }
        }
        let array = format!("{id}_expected");
        let _ = write!(
            head,
            "\nstatic const unsigned char {array}[] = {{\n{}}};\n",
            rows(&bytes, "    ")
        );
        array
    }

    /// A result of one version in the native run that confirmed the finding.
    fn stored(&self, name: &str, side: usize) -> u128 {
        let Finding::Difference(difference) = self.finding else {
            return 0;
        };
        let mut results = difference.results.iter();
        let found = results.find(|(known, _)| known == name);
        found.map_or(0, |(_, bits)| bits[side])
    }

    /// A returned address with buffers numbered as in the test, which has no number for
    /// other parameters.
    fn address(&self, bits: u128) -> u128 {
        let Address::In { param, offset } = Address::of(bits as u64) else {
            return bits;
        };
        let name = self.contract.params.get(param).map(|param| &param.name);
        let place = self
            .owners()
            .position(|owner| Some(owner) == name.map(String::as_str));
        let param = place.unwrap_or(param);
        u128::from(Address::In { param, offset }.bits())
    }

    /// Compares the global variables after the calls.
    pub(super) fn check_globals(&self, (head, text): (&mut String, &mut String)) {
        for global in self.changed() {
            let name = &global.name;
            let count = global.count.unwrap_or(1);
            let index = if global.count.is_some() { "[]" } else { "" };
            let both = [0, 1].map(|side| match self.commits[side] {
                false => format!("{name}_after{side}"),
                true => self.constants(head, (name, name), count, &global.element, index),
            });
            let _ = writeln!(text, "{}", check(name, &both, count, &global.element));
        }
    }
}

/// The final contents of a structure without the pointers in containers.
fn outside_containers(name: &str, element: &Element, containers: Option<&[Container]>) -> Element {
    let mut own = element.clone();
    for container in containers.unwrap_or_default() {
        let Some(rest) = container.prefix.strip_prefix(name) else {
            continue;
        };
        let rest = rest.trim_start_matches("->").trim_start_matches('.');
        own.leaves.retain(|leaf| {
            let path = leaf.path.strip_suffix(Address::MOVED).unwrap_or(&leaf.path);
            !path.trim_start_matches('.').starts_with(rest)
        });
    }
    own
}

/// Comparisons of every scalar of `count` elements.
fn check(name: &str, both: &[String; 2], count: u64, element: &Element) -> String {
    checks(name, both, &count.to_string(), element)
}

fn checks(name: &str, [left, right]: &[String; 2], count: &str, element: &Element) -> String {
    let leaf = |leaf: &Leaf| {
        let (offset, size) = (leaf.offset, u32::from(leaf.scalar.bits()).div_ceil(8));
        let exponent = match leaf.scalar {
            Scalar::Float { format } => exponent_bits(format),
            Scalar::Int { .. } => 0,
        };
        format!(
            "    failed |= differ(\"{name}{}\", {left}, {right}, {count}, {}, {offset}, {size}, {exponent});",
            leaf.path, element.size
        )
    };
    let all: Vec<String> = element.leaves.iter().map(leaf).collect();
    all.join("\n")
}

/// The number of bits of the exponent of a format.
fn exponent_bits(format: Format) -> u32 {
    (format.max_exponent().unsigned_abs() + 1).ilog2() + 1
}

//! A mismatch as a C program that fails as long as the versions differ on the
//! witness: what a developer keeps after the fix.
//!
//! The program includes the sources, so it is built with the compiler flags
//! that the check was given. Values are written as bits; a float result may be
//! any NaN where the other is one.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use crate::contract::{Contract, Direction, Element, Leaf, Param, Role, Scalar};
use crate::problem::Problem;
use crate::verdict::{Difference, Outcome};

/// The program for the mismatch of an outcome; `files` are the sources that
/// define both functions.
///
/// # Errors
/// There is no mismatch, the sources are not C, or a parameter is a structure
/// passed by value.
pub fn regression(outcome: &Outcome, files: &[PathBuf]) -> Result<String, Problem> {
    let parts = outcome.difference.as_ref().zip(outcome.contract.as_ref());
    let functions = outcome.reference.as_ref().zip(outcome.port.as_ref());
    let Some(((difference, contract), (reference, port))) = parts.zip(functions) else {
        return Err(Problem::new("there is no mismatch to write a test for"));
    };
    if reference.symbol == port.symbol {
        return Err(Problem::new(
            "a test cannot hold one function under two sets of compiler flags",
        ));
    }
    let is_c = |file: &PathBuf| file.extension().is_some_and(|e| e == "c");
    if let Some(other) = files.iter().find(|file| !is_c(file)) {
        let message = format!("a test can only include C sources, not {}", other.display());
        return Err(Problem::new(message));
    }
    let writer = Writer {
        contract,
        difference,
        values: difference
            .inputs
            .iter()
            .map(|input| (input.name.as_str(), input.value.hex.as_str()))
            .collect(),
    };
    writer.program([&reference.name, &port.name], files)
}

struct Writer<'a> {
    contract: &'a Contract,
    difference: &'a Difference,
    values: BTreeMap<&'a str, &'a str>,
}

impl Writer<'_> {
    fn program(&self, names: [&str; 2], files: &[PathBuf]) -> Result<String, Problem> {
        let [reference, port] = names;
        let mut text = format!(
            "/* Fails as long as {port} does not compute what {reference} computes here:\n * {} differed, {} and {}. Build with the flags of the check. */\n\n",
            self.difference.output, self.difference.reference.decimal, self.difference.port.decimal
        );
        for file in files {
            let _ = writeln!(text, "#include \"{}\"", file.display());
        }
        text.push_str(PRELUDE);
        for param in &self.contract.params {
            if let Role::Buffer { .. } = &param.role {
                text.push_str(&self.buffer(param)?);
            }
        }
        text.push_str("\nint main(void)\n{\n    int failed = 0;\n");
        let result = self.contract.result.as_ref();
        let result = result.filter(|e| e.leaves.len() == 1 && e.leaves[0].path.is_empty());
        for (side, name) in names.into_iter().enumerate() {
            let arguments: Result<Vec<String>, Problem> = self
                .contract
                .params
                .iter()
                .map(|param| self.argument(param, side))
                .collect();
            let call = format!("{name}({})", arguments?.join(", "));
            let _ = match result {
                Some(element) => {
                    let c_type = c_type(element.leaves[0].scalar)?;
                    writeln!(text, "    {c_type} result{side} = {call};")
                }
                None => writeln!(text, "    {call};"),
            };
        }
        if let Some(element) = result {
            let check = check("return value", "&result0", "&result1", 1, element);
            let _ = writeln!(text, "{check}");
        }
        for param in &self.contract.params {
            if let Role::Buffer {
                direction, element, ..
            } = &param.role
                && *direction != Direction::In
                && param.alias.is_none()
            {
                let name = &param.name;
                let sides = [format!("{name}_[0]"), format!("{name}_[1]")];
                let count = self.count(param)?;
                let check = check(name, &sides[0], &sides[1], count, element);
                let _ = writeln!(text, "{check}");
            }
        }
        text.push_str("    return failed;\n}\n");
        Ok(text)
    }

    fn count(&self, param: &Param) -> Result<u64, Problem> {
        let Role::Buffer { length, .. } = &param.role else {
            return Ok(0);
        };
        let count = length.evaluate(&self.difference.sizes);
        count.ok_or_else(|| Problem::new(format!("the length of {} is unknown", param.name)))
    }

    /// Two copies of a buffer's bytes, one for each version.
    fn buffer(&self, param: &Param) -> Result<String, Problem> {
        let Role::Buffer { element, .. } = &param.role else {
            return Ok(String::new());
        };
        if param.alias.is_some() {
            return Ok(String::new());
        }
        let count = self.count(param)?;
        let mut bytes = vec![0u8; (count * u64::from(element.size)).max(1) as usize];
        for index in 0..count {
            for leaf in &element.leaves {
                let name = format!("{}[{index}]{}", param.name, leaf.path);
                let at = (index * u64::from(element.size)) as usize + leaf.offset as usize;
                let size = usize::from(leaf.scalar.bits()).div_ceil(8);
                bytes[at..at + size].copy_from_slice(&self.bits(&name).to_le_bytes()[..size]);
            }
        }
        let rows: Vec<String> = bytes
            .chunks(12)
            .map(|row| {
                row.iter()
                    .map(|b| format!("{b:#04x}, "))
                    .collect::<String>()
            })
            .collect();
        let row = |row: &String| format!("        {}\n", row.trim_end());
        let rows: String = rows.iter().map(row).collect();
        Ok(format!(
            "\nstatic _Alignas(64) unsigned char {}_[2][{}] = {{\n    {{\n{rows}    }},\n    {{\n{rows}    }},\n}};\n",
            param.name,
            bytes.len()
        ))
    }

    /// The bits of an input; zero for what is none.
    fn bits(&self, name: &str) -> u128 {
        let digits = self.values.get(name).and_then(|hex| hex.strip_prefix("0x"));
        digits.map_or(0, |digits| u128::from_str_radix(digits, 16).unwrap_or(0))
    }

    fn argument(&self, param: &Param, side: usize) -> Result<String, Problem> {
        match &param.role {
            Role::Buffer { .. } => {
                let name = param.alias.as_ref().unwrap_or(&param.name);
                Ok(format!("(void *){name}_[{side}]"))
            }
            Role::Scalar { scalar, .. } => literal(*scalar, self.bits(&param.name)),
            Role::Const { scalar, bits } => literal(*scalar, *bits),
            Role::Size { scalar, value } => {
                let value = value.evaluate(&self.difference.sizes).unwrap_or(0);
                literal(*scalar, u128::from(value))
            }
            Role::Value { .. } => Err(Problem::new(format!(
                "a test cannot pass the structure {} by value",
                param.name
            ))),
        }
    }
}

/// Comparisons of every scalar of `count` elements.
fn check(name: &str, left: &str, right: &str, count: u64, element: &Element) -> String {
    let leaf = |leaf: &Leaf| {
        let (offset, size) = (leaf.offset, u32::from(leaf.scalar.bits()).div_ceil(8));
        let float = matches!(leaf.scalar, Scalar::Float { .. }) as u8;
        format!(
            "    failed |= differ(\"{name}{}\", {left}, {right}, {count}, {}, {offset}, {size}, {float});",
            leaf.path, element.size
        )
    };
    element
        .leaves
        .iter()
        .map(leaf)
        .collect::<Vec<_>>()
        .join("\n")
}

fn c_type(scalar: Scalar) -> Result<&'static str, Problem> {
    Ok(match scalar {
        Scalar::Float { format } => match format.width() {
            32 => "float",
            64 => "double",
            16 => "_Float16",
            _ => return Err(unsupported(scalar)),
        },
        Scalar::Int { bits, signed } => match (bits, signed) {
            (1 | 8, false) => "uint8_t",
            (8, true) => "int8_t",
            (16, false) => "uint16_t",
            (16, true) => "int16_t",
            (32, false) => "uint32_t",
            (32, true) => "int32_t",
            (64, false) => "uint64_t",
            (64, true) => "int64_t",
            _ => return Err(unsupported(scalar)),
        },
    })
}

fn unsupported(scalar: Scalar) -> Problem {
    Problem::new(format!("a test cannot hold values of type {scalar}"))
}

/// A value as a C expression that has exactly these bits.
fn literal(scalar: Scalar, bits: u128) -> Result<String, Problem> {
    let c_type = c_type(scalar)?;
    Ok(match scalar {
        Scalar::Int { .. } => format!("({c_type}){bits:#x}ull"),
        Scalar::Float { format } => {
            let width = format.width();
            format!("((union {{ uint{width}_t bits; {c_type} value; }}){{ {bits:#x}u }}).value")
        }
    })
}

const PRELUDE: &str = r#"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int is_nan(const unsigned char *x, size_t size)
{
    uint64_t bits = 0, exponent = size == 8 ? 0x7ff0000000000000 : size == 4 ? 0x7f800000 : 0x7c00;
    memcpy(&bits, x, size);
    return (bits & ~((uint64_t)1 << (8 * size - 1))) > exponent;
}

/* Says which elements differ in the member at `offset`. */
static int differ(const char *name, const void *left, const void *right, size_t count,
                  size_t step, size_t offset, size_t size, int is_float)
{
    int failed = 0;
    for (size_t i = 0; i < count; ++i) {
        const unsigned char *x = (const unsigned char *)left + i * step + offset;
        const unsigned char *y = (const unsigned char *)right + i * step + offset;
        int same = memcmp(x, y, size) == 0 || (is_float && is_nan(x, size) && is_nan(y, size));
        if (!same) {
            printf("%s differs in element %zu\n", name, i);
            failed = 1;
        }
    }
    return failed;
}
"#;

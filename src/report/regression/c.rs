//! The test as a C program that includes the sources, so that it is built with
//! the compiler flags that the check was given.

use std::fmt::Write;
use std::path::PathBuf;

use super::{Argument, Mismatch, rows, unsupported};
use crate::contract::{Direction, Element, Global, Leaf, Scalar};
use crate::problem::Problem;

impl Mismatch<'_> {
    pub(super) fn c(&self, files: &[PathBuf], compiler: &str) -> Result<String, Problem> {
        let is_c = |file: &PathBuf| file.extension().is_some_and(|e| e == "c");
        if let Some(other) = files.iter().find(|file| !is_c(file)) {
            let message = format!(
                "a C test can only include C sources, not {}",
                other.display()
            );
            return Err(Problem::new(message)
                .help("write a Rust test, which is linked: --emit-test FILE.rs"));
        }
        let [reference, port] = self.names();
        let mut text = format!(
            "/* Fails as long as {port} does not compute what {reference} computes here:\n * {}\n *     {compiler} THIS.c -lm && ./a.out */\n\n",
            self.sentence()
        );
        for file in files {
            let _ = writeln!(text, "#include \"{}\"", file.display());
        }
        let (ulps, relative, absolute) = self.accepted();
        let accepted = [
            ("ULPS", ulps.to_string()),
            ("RELATIVE", format!("{relative:?}")),
        ];
        text.push_str(PRELUDE_TYPES);
        let _ = write!(
            text,
            "\n/* How far apart two numbers may be: by so many representable values, or by so\n * much relative to the reference's and in itself. */\n"
        );
        for (name, value) in accepted
            .into_iter()
            .chain([("ABSOLUTE", format!("{absolute:?}"))])
        {
            let _ = writeln!(text, "#define SIMDIFF_{name} {value}");
        }
        text.push_str(PRELUDE);
        if self.contract.returns_address {
            text.push_str(PRELUDE_ADDRESS);
        }
        for (param, bytes) in self.buffers()? {
            let length = bytes[0].len();
            let [left, right] = bytes.map(|bytes| rows(&bytes, "        "));
            let _ = write!(
                text,
                "\nstatic _Alignas(64) unsigned char {}_[2][{length}] = {{\n    {{\n{left}    }},\n    {{\n{right}    }},\n}};\n",
                param.name,
            );
        }
        for global in &self.contract.globals {
            self.setter(global, &mut text)?;
        }
        text.push_str("\nint main(void)\n{\n    int failed = 0;\n");
        text.push_str("    /* Volatile: else results may be computed by the compiler. */\n");
        for (side, name) in self.names().into_iter().enumerate() {
            let _ = writeln!(
                text,
                "    __typeof__({name}) *volatile version{side} = {name};"
            );
        }
        let arguments = self.arguments()?;
        for side in 0..2 {
            let arguments: Result<Vec<String>, Problem> =
                arguments.iter().map(|a| written(a, side)).collect();
            let call = format!("version{side}({})", arguments?.join(", "));
            for before in &self.contract.setup {
                let _ = writeln!(text, "    {before}();");
            }
            for global in &self.contract.globals {
                let _ = writeln!(text, "    set_{}();", global.name);
            }
            let _ = match &self.contract.result {
                Some(_) if self.contract.returns_address => {
                    let names: Vec<&str> = self.owners().collect();
                    let list = |text: &dyn Fn(&str) -> String| {
                        let all: Vec<String> = names.iter().map(|name| text(name)).collect();
                        all.join(", ")
                    };
                    let starts = list(&|name| format!("{name}_[{side}]"));
                    let sizes = list(&|name| format!("sizeof {name}_[{side}]"));
                    writeln!(
                        text,
                        "    uint64_t result{side} = address({call}, {}, (const void *const[]){{ {starts} }}, (const size_t[]){{ {sizes} }});",
                        names.len()
                    )
                }
                Some(_) => writeln!(text, "    __typeof__({call}) result{side} = {call};"),
                None => writeln!(text, "    {call};"),
            };
            for Global { name, .. } in self.changed() {
                let _ = writeln!(
                    text,
                    "    static unsigned char {name}_after{side}[sizeof {name}];\n    \
                     memcpy({name}_after{side}, (const void *)&{name}, sizeof {name});"
                );
            }
        }
        for global in self.changed() {
            let name = &global.name;
            let sides = [0, 1].map(|side| format!("{name}_after{side}"));
            let count = global.count.unwrap_or(1);
            let check = check(name, &sides[0], &sides[1], count, &global.element);
            let _ = writeln!(text, "{check}");
        }
        if let Some(element) = &self.contract.result {
            let check = check("return value", "&result0", "&result1", 1, element);
            let _ = writeln!(text, "{check}");
        }
        for (name, count, element) in self.outputs()? {
            let sides = [format!("{name}_[0]"), format!("{name}_[1]")];
            let check = check(name, &sides[0], &sides[1], count, element);
            let _ = writeln!(text, "{check}");
        }
        text.push_str("    return failed;\n}\n");
        Ok(text)
    }
}

impl Mismatch<'_> {
    /// The global variables that are compared after the calls.
    fn changed(&self) -> impl Iterator<Item = &Global> {
        let globals = self.contract.globals.iter();
        globals.filter(|global| global.direction != Direction::In)
    }

    /// A function that gives a global variable its contents.
    fn setter(&self, global: &Global, text: &mut String) -> Result<(), Problem> {
        let name = &global.name;
        if global.symbols.iter().any(|symbol| symbol != name) {
            let message = format!("a test cannot set {name}, which only its function can name");
            return Err(Problem::new(message));
        }
        let _ = write!(
            text,
            "\nstatic void set_{name}(void)\n{{\n    unsigned char *at = (unsigned char *)&{name};\n"
        );
        for (offset, size, bits) in self.variable(global) {
            let bytes = &bits.to_le_bytes()[..size];
            let bytes: Vec<String> = bytes.iter().map(|b| format!("{b:#04x}")).collect();
            let bytes = bytes.join(", ");
            let _ = writeln!(
                text,
                "    memcpy(at + {offset}, (const unsigned char[]){{ {bytes} }}, {size});"
            );
        }
        text.push_str("}\n");
        Ok(())
    }
}

fn written(argument: &Argument<'_>, side: usize) -> Result<String, Problem> {
    Ok(match argument {
        Argument::Pointer(name, 0) => format!("(void *){name}_[{side}]"),
        Argument::Pointer(name, origin) => format!("(void *)({name}_[{side}] + {origin})"),
        Argument::Number(scalar, bits) => literal(*scalar, *bits)?,
    })
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

const PRELUDE_TYPES: &str = r"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
";

const PRELUDE_ADDRESS: &str = r"
/* Where a pointer points to: 0 for null, all ones outside of all buffers; else the number
 * of the buffer, from 1, in the upper 16 bits, and the distance from its start. */
static uint64_t address(const void *pointer, size_t count, const void *const *starts,
                        const size_t *sizes)
{
    for (size_t i = 0; i < count; ++i) {
        uint64_t offset = (uint64_t)pointer - (uint64_t)starts[i];
        if (offset <= sizes[i])
            return ((uint64_t)(i + 1) << 48) + offset;
    }
    return pointer ? UINT64_MAX : 0;
}
";

const PRELUDE: &str = r#"
static int is_nan(const unsigned char *x, size_t size)
{
    uint64_t bits = 0, exponent = size == 8 ? 0x7ff0000000000000 : size == 4 ? 0x7f800000 : 0x7c00;
    memcpy(&bits, x, size);
    return (bits & ~((uint64_t)1 << (8 * size - 1))) > exponent;
}

/* Whether two floats that are not the same are close enough. */
static int close_enough(const unsigned char *x, const unsigned char *y, size_t size)
{
    uint64_t a = 0, b = 0, sign = (uint64_t)1 << (8 * size - 1);
    memcpy(&a, x, size);
    memcpy(&b, y, size);
    uint64_t m = a & ~sign, n = b & ~sign;
    uint64_t ulps = (a ^ b) & sign ? m + n : m > n ? m - n : n - m;
    double reference = 0, port = 0, most;
    if (size == 8) {
        memcpy(&reference, x, size);
        memcpy(&port, y, size);
    } else if (size == 4) {
        float r, p;
        memcpy(&r, x, size);
        memcpy(&p, y, size);
        reference = r, port = p;
    } else {
        return 0;
    }
    most = SIMDIFF_RELATIVE * fabs(reference) + SIMDIFF_ABSOLUTE;
    return isfinite(reference) && isfinite(port) &&
           ((SIMDIFF_ULPS > 0 && ulps <= SIMDIFF_ULPS) || (most > 0 && fabs(port - reference) <= most));
}

/* Says which elements differ in the member at `offset`. */
static int differ(const char *name, const void *left, const void *right, size_t count,
                  size_t step, size_t offset, size_t size, int is_float)
{
    int failed = 0;
    for (size_t i = 0; i < count; ++i) {
        const unsigned char *x = (const unsigned char *)left + i * step + offset;
        const unsigned char *y = (const unsigned char *)right + i * step + offset;
        int same = memcmp(x, y, size) == 0 || (is_float && ((is_nan(x, size) && is_nan(y, size)) || close_enough(x, y, size)));
        if (!same) {
            printf("%s differs in element %zu\n", name, i);
            failed = 1;
        }
    }
    return failed;
}
"#;

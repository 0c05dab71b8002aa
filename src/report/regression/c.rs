//! The test as a C or C++ program. It includes the sources, so that they are built with the
//! compiler flags of the check.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::prelude::{PRELUDE, PRELUDE_ADDRESS, PRELUDE_CPP, PRELUDE_NUMBERS, PRELUDE_TYPES};
use super::{Argument, Finding, Language, Mismatch, rows, sentence, unsupported};
use crate::contract::{Direction, Element, Global, Leaf, Scalar};
use crate::problem::Problem;
use crate::report::relative;
use crate::verdict::{DefectFound, Difference, Side};

impl Mismatch<'_> {
    /// The test in C or C++, to be written to `at`.
    pub(super) fn c(
        &self,
        (at, language): (&Path, Language),
        files: &[PathBuf],
        compiler: &str,
    ) -> Result<String, Problem> {
        let is_c = |file: &PathBuf| file.extension().is_some_and(|e| e == "c");
        let other = files.iter().find(|file| !is_c(file));
        if let (Language::C, Some(other)) = (language, other) {
            let message = format!(
                "a C test can only include C sources, not {}",
                other.display()
            );
            return Err(Problem::new(message).help("write it in C++: --emit-test FILE.cpp"));
        }
        let overloaded = self.names().iter().any(|name| name.contains('('));
        if overloaded && language == Language::C {
            let problem = Problem::new("a C test cannot choose among overloaded functions");
            return Err(problem.help("write it in C++: --emit-test FILE.cpp"));
        }
        let mut text = match self.finding {
            Finding::Difference(difference) => self.heading(difference, compiler, language),
            Finding::Defect(defect) => self.warning(defect, compiler, language)?,
        };
        for file in files {
            let _ = writeln!(text, "#include \"{}\"", relative(file, at).display());
        }
        text.push_str(PRELUDE_TYPES);
        if language == Language::Cpp {
            text.push_str(PRELUDE_CPP);
        }
        match self.finding {
            Finding::Difference(_) => self.comparison(&mut text)?,
            Finding::Defect(defect) => self.provocation(defect, &mut text)?,
        }
        Ok(text)
    }

    /// The comment that says what the test shows, and how to run it.
    fn heading(&self, difference: &Difference, compiler: &str, language: Language) -> String {
        let [reference, port] = self.names();
        format!(
            "/* Fails as long as {port} does not compute what {reference} computes here:\n * {}\n *     {} && ./a.out */\n\n",
            sentence(difference),
            command(compiler, language, "")
        )
    }

    /// The comment for a defect.
    fn warning(
        &self,
        defect: &DefectFound,
        compiler: &str,
        language: Language,
    ) -> Result<String, Problem> {
        if defect.sanitizer.is_none() {
            let problem = format!("no sanitizer shows a test this defect: {}", defect.kind);
            return Err(Problem::new(problem));
        }
        let sanitizers =
            "-g -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all";
        Ok(format!(
            "/* Fails, under sanitizers, as long as this is so:\n * {}.\n *     {} && ./a.out */\n\n",
            defect.message,
            command(compiler, language, sanitizers)
        ))
    }

    /// Calls both versions on the witness, and compares their outputs.
    fn comparison(&self, text: &mut String) -> Result<(), Problem> {
        let (ulps, relative, absolute) = self.accepted();
        let accepted = [
            ("ULPS", ulps.to_string()),
            ("RELATIVE", format!("{relative:?}")),
        ];
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
        text.push_str(PRELUDE_NUMBERS);
        text.push_str(PRELUDE);
        if self.contract.returns_address {
            text.push_str(PRELUDE_ADDRESS);
        }
        for (param, bytes) in self.buffers()? {
            let length = bytes[0].len();
            let [left, right] = bytes.map(|bytes| rows(&bytes, "        "));
            let _ = write!(
                text,
                "\nALIGNED static unsigned char {}_[2][{length}] = {{\n    {{\n{left}    }},\n    {{\n{right}    }},\n}};\n",
                param.name,
            );
        }
        for global in &self.contract.globals {
            self.setter(global, text)?;
        }
        text.push_str("\nint main(void)\n{\n    int failed = 0;\n");
        text.push_str("    /* Volatile: else results may be computed by the compiler. */\n");
        for (side, name) in self.names().iter().enumerate() {
            text.push_str(&version(side, name));
        }
        for side in 0..2 {
            let call = self.call(side, |name| format!("{name}_[{side}]"))?;
            self.prepare(text);
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
                        "    const void *const starts{side}[] = {{ {starts} }};\n    const size_t sizes{side}[] = {{ {sizes} }};\n    \
                         uint64_t result{side} = address({call}, {}, starts{side}, sizes{side});",
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
        Ok(())
    }

    /// Calls the version with the defect on the witness. Each buffer is a heap block, so
    /// that a sanitizer knows its end.
    fn provocation(&self, defect: &DefectFound, text: &mut String) -> Result<(), Problem> {
        let side = usize::from(defect.side == Side::Port);
        text.push_str("#include <stdlib.h>\n");
        text.push_str(PRELUDE_NUMBERS);
        let buffers = self.buffers()?;
        for (param, bytes) in &buffers {
            let rows = rows(&bytes[side], "    ");
            let name = &param.name;
            let _ = write!(
                text,
                "\nstatic const unsigned char {name}_bytes[] = {{\n{rows}}};\n"
            );
        }
        for global in &self.contract.globals {
            self.setter(global, text)?;
        }
        text.push_str("\nint main(void)\n{\n");
        let name = &self.names()[side];
        text.push_str(&version(side, name));
        for (param, _) in &buffers {
            let (name, length) = (&param.name, self.room(param)?);
            let _ = writeln!(
                text,
                "    unsigned char *{name}_ = (unsigned char *)malloc({length});\n    \
                 memcpy({name}_, {name}_bytes, {length});"
            );
        }
        self.prepare(text);
        let call = self.call(side, |name| format!("{name}_"))?;
        let _ = writeln!(text, "    (void){call};");
        for (param, _) in &buffers {
            let _ = writeln!(text, "    free({}_);", param.name);
        }
        text.push_str("    return 0;\n}\n");
        Ok(())
    }

    /// A call of one version; `buffer` names the memory of a parameter.
    fn call(&self, side: usize, buffer: impl Fn(&str) -> String) -> Result<String, Problem> {
        let arguments = self.arguments()?;
        let arguments: Result<Vec<String>, Problem> =
            arguments.iter().map(|a| written(a, &buffer)).collect();
        Ok(format!("version{side}({})", arguments?.join(", ")))
    }

    /// The statements before a call.
    fn prepare(&self, text: &mut String) {
        for before in &self.contract.setup {
            let _ = writeln!(text, "    {before}();");
        }
        for global in &self.contract.globals {
            let _ = writeln!(text, "    set_{}();", global.name);
        }
    }
}

/// The declaration of a pointer to a version; an overload is chosen by the types of its
/// parameters.
fn version(side: usize, name: &str) -> String {
    let Some((function, params)) = name.split_once('(') else {
        return format!("    __typeof__({name}) *volatile version{side} = {name};\n");
    };
    let params = params.rsplit_once(')').map_or(params, |(params, _)| params);
    let mut depth = 0;
    let parts = params.split(|c: char| {
        match c {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    let values = parts.map(str::trim).filter(|part| !part.is_empty());
    let values: Vec<String> = values
        .map(|part| format!("std::declval<{part}>()"))
        .collect();
    let values = values.join(", ");
    format!(
        "    decltype({function}({values})) (*volatile version{side})({params}) = {function};\n"
    )
}

/// The command that compiles the test.
fn command(compiler: &str, language: Language, more: &str) -> String {
    let (compiler, file) = match language {
        Language::Cpp => (compiler.replacen("clang", "clang++", 1), "THIS.cpp"),
        _ => (compiler.to_owned(), "THIS.c"),
    };
    let words = [compiler.as_str(), more, file, "-lm"];
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

impl Mismatch<'_> {
    /// The global variables that are compared after the calls.
    fn changed(&self) -> impl Iterator<Item = &Global> {
        let globals = self.contract.globals.iter();
        globals.filter(|global| global.direction != Direction::In)
    }

    /// Writes a function that sets a global variable to its input.
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
                "    static const unsigned char at_{offset}[] = {{ {bytes} }};\n    \
                 memcpy(at + {offset}, at_{offset}, {size});"
            );
        }
        text.push_str("}\n");
        Ok(())
    }
}

fn written(argument: &Argument<'_>, buffer: impl Fn(&str) -> String) -> Result<String, Problem> {
    Ok(match argument {
        Argument::Pointer(name, 0) => format!("POINTER({})", buffer(name)),
        Argument::Pointer(name, origin) => format!("POINTER({} + {origin})", buffer(name)),
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

/// A C expression with exactly these bits.
fn literal(scalar: Scalar, bits: u128) -> Result<String, Problem> {
    let c_type = c_type(scalar)?;
    Ok(match scalar {
        Scalar::Int { .. } => format!("({c_type}){bits:#x}ull"),
        Scalar::Float { format } => {
            let width = format.width();
            format!("simdiff_f{width}({bits:#x}u)")
        }
    })
}

//! The test as a C or C++ program. It includes the sources, so that they are built with the
//! compiler flags of the check.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::arguments::{Arguments, arguments};
use super::mismatch::Mismatch;
use super::prelude::{
    PRELUDE, PRELUDE_ADDRESS, PRELUDE_CONTAINERS, PRELUDE_CPP, PRELUDE_MEMORY, PRELUDE_NUMBERS,
    PRELUDE_SIZES, PRELUDE_TYPES,
};
use super::{Finding, Language, rows};
use crate::contract::Global;
use crate::frontend::{Callee, Kind};
use crate::problem::Problem;
use crate::report::relative;
use crate::verdict::{DefectFound, Side};

impl Mismatch<'_> {
    /// The test in C or C++, to be written to `at`.
    pub(super) fn c(
        &self,
        (at, language): (&Path, Language),
        files: &[PathBuf],
        compiler: &str,
    ) -> Result<String, Problem> {
        let has_end = |file: &&PathBuf, end: &str| file.extension().is_some_and(|e| e == end);
        // Those of kernels are compiled by the device.
        let files: Vec<&PathBuf> = files.iter().filter(|file| !has_end(file, "cl")).collect();
        let other = files.iter().find(|file| !has_end(file, "c"));
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
        let has_main = files.iter().any(|file| names_main(file));
        if has_main {
            text.push_str(
                "/* The program of the sources is not run. */\n#define main simdiff_main\n",
            );
        }
        for file in files {
            let _ = writeln!(text, "#include \"{}\"", relative(file, at).display());
        }
        if has_main {
            text.push_str("#undef main\n");
        }
        text.push_str(PRELUDE_TYPES);
        if language == Language::Cpp {
            text.push_str(PRELUDE_CPP);
        }
        let is_cpp = language == Language::Cpp;
        match self.finding {
            Finding::Difference(_) => self.comparison(is_cpp, at, &mut text)?,
            Finding::Defect(defect) => self.provocation(defect, (is_cpp, at), &mut text)?,
        }
        Ok(text)
    }

    /// Calls both versions on the witness, and compares their outputs.
    fn comparison(&self, is_cpp: bool, at: &Path, text: &mut String) -> Result<(), Problem> {
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
        self.memory(is_cpp, text);
        text.push_str(PRELUDE);
        if is_cpp {
            text.push_str(PRELUDE_SIZES);
        }
        if self.contract.returns_address {
            text.push_str(PRELUDE_ADDRESS);
        }
        self.launcher(text);
        for (param, bytes) in self.buffers()? {
            let length = bytes[0].len();
            let [left, right] = bytes.map(|bytes| rows(&bytes, "        "));
            let _ = write!(
                text,
                "\nALIGNED static unsigned char {}_[2][{length}] = {{\n    {{\n{left}    }},\n    {{\n{right}    }},\n}};\n",
                self.identifier(&param.name),
            );
        }
        for global in &self.contract.globals {
            self.setter(global, text)?;
        }
        let mut head = String::new();
        let mut body = "\nint main(void)\n{\n    int failed = 0;\n".to_owned();
        body.push_str("    /* Volatile: else results may be computed by the compiler. */\n");
        let mut calls = [None, None];
        for (side, call) in calls.iter_mut().enumerate() {
            if let (Some(kernel), false) = (&self.kernels[side], self.commits[side]) {
                let memory = |id: &str| {
                    let memory = format!("{id}_[{side}]");
                    (memory.clone(), format!("sizeof {memory}"))
                };
                self.launch(kernel, (side, at), &memory, &mut body)?;
                *call = Some(Arguments::default());
            } else if !self.commits[side] {
                let memory = |id: &str| format!("{id}_[{side}]");
                let made = arguments(self, side, (is_cpp, false), &memory)?;
                body.push_str(&self.version(side));
                self.call_of(side, &made, &mut body);
                *call = Some(made);
            }
        }
        self.check_globals((&mut head, &mut body));
        self.checks(&calls, (&mut head, &mut body))?;
        body.push_str("    return failed;\n}\n");
        text.push_str(&head);
        text.push_str(&body);
        Ok(())
    }

    /// Writes what structures, rows and containers need.
    fn memory(&self, is_cpp: bool, text: &mut String) {
        if self.needs_memory() {
            text.push_str(PRELUDE_MEMORY);
            if is_cpp {
                text.push_str(PRELUDE_CONTAINERS);
            }
        }
    }

    /// Writes the call of one version, and keeps the result and the global variables.
    fn call_of(&self, side: usize, made: &Arguments, text: &mut String) {
        made.before.iter().for_each(|line| text.push_str(line));
        self.prepare(text);
        let call = self.call(side, made);
        let own = self
            .callees
            .and_then(|callees| callees[side].result.as_ref());
        let is_reference = own.is_some_and(|result| {
            matches!(
                &result.kind,
                Kind::Pointer {
                    reference: true,
                    ..
                }
            )
        });
        let address_of = if is_reference { "&" } else { "" };
        let returned =
            |param: &crate::contract::Param| self.stands_alone(param) && self.is_built(param);
        let _ = match &self.contract.result {
            Some(_) if self.contract.returns_address => {
                let names: Vec<String> = self.owners().map(|name| self.identifier(name)).collect();
                let list = |text: &dyn Fn(&str) -> String| {
                    let all: Vec<String> = names.iter().map(|name| text(name)).collect();
                    all.join(", ")
                };
                let starts = list(&|name| format!("{name}_[{side}]"));
                let sizes = list(&|name| format!("sizeof {name}_[{side}]"));
                writeln!(
                    text,
                    "    const void *const starts{side}[] = {{ {starts} }};\n    const size_t sizes{side}[] = {{ {sizes} }};\n    \
                     uint64_t result{side} = address({address_of}{call}, {}, starts{side}, sizes{side});",
                    names.len()
                )
            }
            Some(_) => writeln!(text, "    __typeof__({call}) result{side} = {call};"),
            None if self.contract.params.iter().any(returned) && self.returns() => {
                writeln!(text, "    auto result{side} = {call};")
            }
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

    /// Whether the functions return something.
    fn returns(&self) -> bool {
        let callees = self.callees;
        callees.is_some_and(|callees| callees[0].result.is_some())
    }

    /// Calls the version with the defect on the witness. Each buffer is a heap block, so
    /// that a sanitizer knows its end.
    fn provocation(
        &self,
        defect: &DefectFound,
        (is_cpp, at): (bool, &Path),
        text: &mut String,
    ) -> Result<(), Problem> {
        let side = usize::from(defect.side == Side::Port);
        text.push_str(PRELUDE_NUMBERS);
        text.push_str(PRELUDE_MEMORY);
        if is_cpp && self.needs_memory() {
            text.push_str(PRELUDE_CONTAINERS);
        }
        let buffers = self.buffers()?;
        for (param, bytes) in &buffers {
            let rows = rows(&bytes[side], "    ");
            let id = self.identifier(&param.name);
            let _ = write!(
                text,
                "\nstatic const unsigned char {id}_bytes[] = {{\n{rows}}};\n"
            );
        }
        for global in &self.contract.globals {
            self.setter(global, text)?;
        }
        self.launcher(text);
        text.push_str("\nint main(void)\n{\n");
        if self.kernels[side].is_none() {
            text.push_str(&self.version(side));
        }
        for (param, _) in &buffers {
            let (id, length) = (self.identifier(&param.name), self.room(param)?);
            let _ = match param.row {
                // Each row has a block of its own.
                Some(_) => writeln!(text, "    const unsigned char *{id}_ = {id}_bytes;"),
                None => writeln!(
                    text,
                    "    unsigned char *{id}_ = (unsigned char *)simdiff_duplicate({id}_bytes, {length});"
                ),
            };
        }
        if let Some(kernel) = &self.kernels[side] {
            let memory = |id: &str| (format!("{id}_"), format!("sizeof {id}_bytes"));
            self.prepare(text);
            self.launch(kernel, (side, at), &memory, text)?;
        } else {
            let made = arguments(self, side, (is_cpp, true), &|id| format!("{id}_"))?;
            made.before.iter().for_each(|line| text.push_str(line));
            self.prepare(text);
            let _ = writeln!(text, "    (void){};", self.call(side, &made));
        }
        text.push_str("    return 0;\n}\n");
        Ok(())
    }

    /// A call of one version.
    fn call(&self, side: usize, made: &Arguments) -> String {
        let mut values = made.values.iter().map(String::as_str);
        match self.method(side) {
            Some((class, callee)) => {
                let object = values.next().unwrap_or_default();
                let values = values.collect::<Vec<_>>().join(", ");
                match self.is_overloaded(side) {
                    true => format!("(({class} *){object})->{}({values})", callee.name),
                    false => format!("((({class} *){object})->*version{side})({values})"),
                }
            }
            None => format!("version{side}({})", values.collect::<Vec<_>>().join(", ")),
        }
    }

    /// The class of a version that is a method, and its declaration.
    fn method(&self, side: usize) -> Option<(String, &Callee)> {
        let callee = &self.callees?[side];
        let object = callee.params.first().filter(|_| callee.is_method)?;
        match &object.kind {
            Kind::Pointer { to, .. } => Some((to.declared.declare(""), callee)),
            _ => None,
        }
    }

    /// Whether the user chooses a version by its parameters.
    fn is_overloaded(&self, side: usize) -> bool {
        self.functions[side].name.contains('(')
    }

    /// The declaration of a pointer to a version, through which it is called.
    fn version(&self, side: usize) -> String {
        let names = self.names();
        let known = self.callees.map(|callees| callees[side].name.as_str());
        match (self.method(side), known) {
            (Some(_), _) if self.is_overloaded(side) => String::new(),
            (Some((class, callee)), _) => {
                let method = format!("&{class}::{}", callee.name);
                format!("    decltype({method}) volatile version{side} = {method};\n")
            }
            (None, Some(name)) if !self.is_overloaded(side) => {
                let name = name.replace("(anonymous namespace)::", "");
                match name.contains('<') {
                    true => format!("    decltype(&{name}) volatile version{side} = &{name};\n"),
                    false => version(side, &name),
                }
            }
            _ => version(side, &names[side]),
        }
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

/// Whether a source has a function `main`, or a word like it.
fn names_main(file: &Path) -> bool {
    let text = std::fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(|word| word == "main")
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

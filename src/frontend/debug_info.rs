//! Source-level facts about functions, read from a module's debug info.
//!
//! LLVM's C interface has no getters for most debug-info fields, so the module's metadata
//! is read in its printed form, whose grammar is small: `!7 = distinct !DIThing(key: value,
//! …)` or `!7 = !{!1, null, !"text"}`. Records are parsed on demand. Invariant: a malformed
//! or missing record reads as absent, never as something else.

use std::collections::HashMap;
use std::path::Path;

use inkwell::module::Module;

/// Number of a metadata node.
pub type NodeId = u32;

/// The debug info of one module.
#[derive(Debug)]
pub struct DebugInfo {
    /// The right-hand side of every numbered node.
    nodes: HashMap<NodeId, String>,
    /// The subprogram of every defined function, by symbol.
    subprograms: HashMap<String, NodeId>,
    /// The record of every global variable, by symbol.
    variables: HashMap<String, NodeId>,
    /// The parameter variables of every subprogram: (argument number, variable).
    parameters: HashMap<NodeId, Vec<(u32, NodeId)>>,
}

/// One parsed record, such as a `DIBasicType`.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// Its class, such as `DIBasicType`.
    pub class: &'a str,
    fields: Vec<(&'a str, &'a str)>,
}

impl<'a> Record<'a> {
    fn parse(text: &'a str) -> Option<Record<'a>> {
        let text = text.strip_prefix("distinct ").unwrap_or(text);
        let (class, rest) = text.strip_prefix('!')?.split_once('(')?;
        let body = rest.strip_suffix(')')?;
        let fields = split(body)
            .into_iter()
            .filter_map(|f| f.split_once(": "))
            .collect();
        Some(Record { class, fields })
    }

    /// The raw text of a field.
    pub fn get(&self, key: &str) -> Option<&'a str> {
        self.fields.iter().find(|(k, _)| *k == key).map(|(_, v)| *v)
    }

    /// A field that holds a number.
    pub fn number(&self, key: &str) -> Option<u64> {
        self.get(key)?.parse().ok()
    }

    /// A field that refers to another node.
    pub fn node(&self, key: &str) -> Option<NodeId> {
        self.get(key).and_then(reference)
    }

    /// A field that holds text.
    pub fn text(&self, key: &str) -> Option<String> {
        Some(unescape(
            self.get(key)?.strip_prefix('"')?.strip_suffix('"')?,
        ))
    }

    /// Whether the field `flags` has this flag.
    pub fn flag(&self, flag: &str) -> bool {
        self.get("flags")
            .is_some_and(|f| f.split(" | ").any(|f| f == flag))
    }
}

/// A function's source-level declaration.
#[derive(Clone, Debug)]
pub struct Subprogram {
    /// The name in the source, without scopes and parameters.
    pub name: String,
    /// Type of the result; `None` for `void`.
    pub result: Option<NodeId>,
    /// Names (where known) and types of the parameters.
    pub params: Vec<(Option<String>, Option<NodeId>)>,
}

/// A global variable's source-level declaration.
#[derive(Clone, Debug)]
pub struct SourceVariable {
    /// Its name, without scopes.
    pub name: String,
    /// Its type.
    pub ty: Option<NodeId>,
    /// The symbol of the function that it is a local of.
    pub function: Option<String>,
}

impl DebugInfo {
    /// The declaration of a global variable.
    pub fn variable(&self, symbol: &str) -> Option<SourceVariable> {
        let expression = self.record(*self.variables.get(symbol)?)?;
        let record = self.record(expression.node("var")?)?;
        let scope = self.subprogram_around(&record);
        let mut functions = self.subprograms.iter();
        let function = functions.find(|(_, id)| Some(**id) == scope);
        Some(SourceVariable {
            name: record.text("name").unwrap_or_default(),
            ty: record.node("type"),
            function: function.map(|(symbol, _)| symbol.clone()),
        })
    }

    /// The innermost scope of a variable that is not a lexical block: normally a subprogram.
    fn subprogram_around(&self, variable: &Record<'_>) -> Option<NodeId> {
        let mut scope = variable.node("scope");
        while let Some(block) = scope.and_then(|id| self.record(id))
            && block.class == "DILexicalBlock"
        {
            scope = block.node("scope");
        }
        scope
    }

    /// The local variables of a function, without its parameters.
    pub fn locals(&self, symbol: &str) -> Vec<SourceVariable> {
        let Some(function) = self.subprograms.get(symbol) else {
            return Vec::new();
        };
        let locals = self.nodes.values().filter_map(|body| {
            let is_local = body.starts_with("!DILocalVariable(");
            let record = is_local.then(|| Record::parse(body)).flatten()?;
            let own = self.subprogram_around(&record) == Some(*function);
            (own && record.number("arg").is_none()).then(|| SourceVariable {
                name: record.text("name").unwrap_or_default(),
                ty: record.node("type"),
                function: Some(symbol.to_owned()),
            })
        });
        locals.collect()
    }

    /// Whether some typedef of a basic type has an alignment below the type's size.
    pub fn has_unaligned_scalar(&self) -> bool {
        self.nodes.keys().any(|id| {
            let record = self.record(*id);
            let record = record.filter(|r| r.get("tag") == Some("DW_TAG_typedef"));
            let Some((record, align)) = record.and_then(|r| Some((r.clone(), r.number("align")?)))
            else {
                return false;
            };
            // Malformed debug info may be cyclic.
            const MOST_NAMES: usize = 64;
            let mut base = record.node("baseType").and_then(|id| self.record(id));
            for _ in 0..MOST_NAMES {
                match base.as_ref().filter(|r| r.class == "DIDerivedType") {
                    Some(named) => {
                        base = named.node("baseType").and_then(|id| self.record(id));
                    }
                    None => break,
                }
            }
            base.filter(|r| r.class == "DIBasicType")
                .and_then(|r| r.number("size"))
                .is_some_and(|size| align < size)
        })
    }

    /// The value of the enumerators of a name; `None` if there is none, or several of different
    /// values.
    pub fn enumerator(&self, name: &str) -> Option<i128> {
        let named = self.nodes.values().filter_map(|text| {
            let record = Record::parse(text).filter(|record| record.class == "DIEnumerator")?;
            let value = record.get("value")?.parse::<i128>().ok()?;
            (record.text("name")? == name).then_some(value)
        });
        let mut values: Vec<i128> = named.collect();
        values.sort_unstable();
        values.dedup();
        match values[..] {
            [value] => Some(value),
            _ => None,
        }
    }

    /// Reads the debug info of a module; empty when it has none.
    pub fn read(module: &Module<'_>) -> DebugInfo {
        let text = module.print_to_string();
        DebugInfo::parse(&text.to_string_lossy())
    }

    fn parse(text: &str) -> DebugInfo {
        let mut nodes = HashMap::new();
        let mut subprograms = HashMap::new();
        let mut variables = HashMap::new();
        for line in text.lines() {
            if let Some((id, body)) = line.strip_prefix('!').and_then(|l| l.split_once(" = ")) {
                if let Ok(id) = id.parse() {
                    nodes.insert(id, body.to_owned());
                }
            } else if line.starts_with("define ")
                && let Some(symbol) = symbol(line)
                && let Some((_, rest)) = line.rsplit_once("!dbg !")
                && let Some(Ok(id)) = rest.split([' ', '{']).next().map(str::parse)
            {
                subprograms.insert(symbol, id);
            } else if line.starts_with('@')
                && let Some((_, rest)) = line.rsplit_once(", !dbg !")
                && let Some(Ok(id)) = rest.split([' ', ',']).next().map(str::parse)
            {
                variables.insert(variable(line), id);
            }
        }
        let mut parameters: HashMap<NodeId, Vec<(u32, NodeId)>> = HashMap::new();
        for (id, body) in &nodes {
            if body.starts_with("!DILocalVariable(")
                && let Some(record) = Record::parse(body)
                && let (Some(arg), Some(scope)) = (record.number("arg"), record.node("scope"))
            {
                parameters.entry(scope).or_default().push((arg as u32, *id));
            }
        }
        DebugInfo {
            nodes,
            subprograms,
            variables,
            parameters,
        }
    }

    /// A node as a record.
    pub fn record(&self, id: NodeId) -> Option<Record<'_>> {
        Record::parse(self.nodes.get(&id)?)
    }

    /// The name that a typedef gives to a type, the first one if there are several.
    pub fn typedef(&self, id: NodeId) -> Option<String> {
        let typedefs = self
            .nodes
            .iter()
            .filter(|(_, text)| text.contains("DW_TAG_typedef"));
        let of_type = typedefs.filter_map(|(node, text)| {
            let record = Record::parse(text)?;
            (record.node("baseType") == Some(id)).then_some((*node, record.text("name")?))
        });
        of_type.min().map(|(_, name)| name)
    }

    /// The elements of a tuple node.
    pub fn tuple(&self, id: NodeId) -> Vec<Option<NodeId>> {
        let body = self.nodes.get(&id).map(String::as_str).unwrap_or_default();
        let body = body.strip_prefix("distinct ").unwrap_or(body);
        match body.strip_prefix("!{").and_then(|b| b.strip_suffix('}')) {
            Some(elements) => split(elements).into_iter().map(reference).collect(),
            None => Vec::new(),
        }
    }

    /// Every defined function with debug info: symbol and source name with its
    /// namespaces and classes, by symbol.
    pub fn functions(&self) -> Vec<(&str, String)> {
        let mut all: Vec<_> = self
            .subprograms
            .iter()
            .filter_map(|(symbol, id)| Some((symbol.as_str(), self.qualified(*id)?)))
            .collect();
        all.sort();
        all
    }

    /// Whether a function is defined in a file that the compiled one includes.
    pub fn is_included(&self, symbol: &str) -> bool {
        let name = |record: &Record<'_>| {
            let file = self.record(record.node("file")?)?.text("filename")?;
            Some(Path::new(&file).file_name()?.to_owned())
        };
        let names = || {
            let function = self.record(*self.subprograms.get(symbol)?)?;
            let unit = self.record(function.node("unit")?)?;
            Some([name(&function)?, name(&unit)?])
        };
        names().is_some_and(|[function, unit]| function != unit)
    }

    /// Whether a function with this symbol is declared or defined.
    pub fn declares(&self, symbol: &str) -> bool {
        let named = format!("linkageName: \"{symbol}\"");
        let mut nodes = self.nodes.values();
        nodes.any(|body| body.contains("DISubprogram(") && body.contains(&named))
    }

    /// The name of a function with its scopes, such as `dsp::mix`.
    fn qualified(&self, id: NodeId) -> Option<String> {
        /// The largest nesting depth of scopes in well-formed debug info.
        const MAX_SCOPES: usize = 32;
        let record = self.record(id)?;
        let mut name = record.text("name")?;
        let mut scope = record.node("scope").and_then(|id| self.record(id));
        for _ in 0..MAX_SCOPES {
            let Some(record) = scope else { break };
            if matches!(record.class, "DINamespace" | "DICompositeType")
                && let Some(outer) = record.text("name")
            {
                name = format!("{outer}::{name}");
            }
            scope = record.node("scope").and_then(|id| self.record(id));
        }
        Some(name)
    }

    /// The declaration of a defined function.
    pub fn subprogram(&self, symbol: &str) -> Option<Subprogram> {
        let id = *self.subprograms.get(symbol)?;
        let record = self.record(id)?;
        let types = self.tuple(self.record(record.node("type")?)?.node("types")?);
        let names = self.parameters.get(&id);
        let param_name = |arg: usize| {
            let (_, variable) = names?.iter().find(|(n, _)| *n as usize == arg)?;
            self.record(*variable)?.text("name")
        };
        Some(Subprogram {
            name: record.text("name")?,
            result: types.first().copied().flatten(),
            params: types
                .iter()
                .enumerate()
                .skip(1)
                .map(|(arg, ty)| (param_name(arg), *ty))
                .collect(),
        })
    }
}

/// The symbol that the line of a global variable defines.
fn variable(line: &str) -> String {
    let rest = &line[1..];
    match rest.strip_prefix('"') {
        Some(quoted) => unescape(quoted.split('"').next().unwrap_or_default()),
        None => rest.split(" = ").next().unwrap_or_default().to_owned(),
    }
}

/// The symbol that a `define` line defines.
fn symbol(line: &str) -> Option<String> {
    let rest = &line[line.find('@')? + 1..];
    match rest.strip_prefix('"') {
        Some(quoted) => Some(unescape(quoted.split_once('"')?.0)),
        None => Some(rest.split_once('(')?.0.to_owned()),
    }
}

fn reference(text: &str) -> Option<NodeId> {
    text.strip_prefix('!')?.parse().ok()
}

/// Splits at top-level `, `.
fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut quoted, mut start) = (0u32, false, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(text[start..at].trim_start());
                start = at + 1;
            }
            _ => {}
        }
    }
    if start < text.len() {
        parts.push(text[start..].trim_start());
    }
    parts
}

/// Undoes LLVM's `\xx` escapes.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = (first == b'\\' && tail.len() >= 2)
            .then(|| std::str::from_utf8(&tail[..2]).ok())
            .flatten()
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
define dso_local void @"odd name"(ptr %0, i32 %1) #0 !dbg !3 {
!1 = !DIBasicType(name: "a \22quoted\22, name", size: 32, encoding: DW_ATE_float)
!2 = !{null, !1, null}
!3 = distinct !DISubprogram(name: "f", type: !4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed)
!4 = !DISubroutineType(types: !2)
!5 = !DILocalVariable(name: "x", arg: 1, scope: !3)
"#;

    #[test]
    fn a_subprogram_is_read_with_its_parameters() {
        let info = DebugInfo::parse(TEXT);
        let f = info.subprogram("odd name").expect("the function is there");
        assert_eq!(f.name, "f");
        assert_eq!(f.result, None);
        assert_eq!(f.params, [(Some("x".into()), Some(1)), (None, None)]);
    }

    #[test]
    fn quotes_protect_separators() {
        let info = DebugInfo::parse(TEXT);
        let record = info.record(1).expect("the record is there");
        assert_eq!(record.text("name").as_deref(), Some("a \"quoted\", name"));
        assert_eq!(record.number("size"), Some(32));
    }
}

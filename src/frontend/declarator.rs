//! C and C++ declarators: the text of a type around a declared name.

use super::debug_info::{DebugInfo, NodeId, Record};
use super::types::{At, counts};

/// The text of a declaration before and after the name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declarator {
    /// The text before the name, such as `const float *`.
    pub before: String,
    /// The text after the name, such as `[4]`.
    pub after: String,
}

impl Declarator {
    /// The declaration of a name, without a semicolon; for an empty name, the type.
    pub fn declare(&self, name: &str) -> String {
        let space = match self.before.ends_with(['*', '&', '(']) || name.is_empty() {
            true => "",
            false => " ",
        };
        format!("{}{space}{name}{}", self.before, self.after)
    }

    fn plain(name: impl Into<String>) -> Declarator {
        Declarator {
            before: name.into(),
            after: String::new(),
        }
    }
}

/// The declarator of a type, in C++ or in C; `None` if the type has no name that can be
/// written.
pub fn declarator(debug: &DebugInfo, ty: Option<NodeId>, cpp: bool) -> Option<Declarator> {
    at(At::of(debug), ty, cpp)
}

fn at(info: At<'_>, ty: Option<NodeId>, cpp: bool) -> Option<Declarator> {
    let info = info.deeper();
    let Some(id) = ty else {
        return Some(Declarator::plain("void"));
    };
    let record = info.record(id)?;
    let base = || at(info, record.node("baseType"), cpp);
    let is_qualified_pointer = |inner: &Declarator| inner.before.ends_with('*');
    match record.get("tag") {
        Some("DW_TAG_pointer_type") => around(info, &record, "*", cpp),
        Some("DW_TAG_reference_type") => around(info, &record, "&", cpp),
        Some("DW_TAG_rvalue_reference_type") => around(info, &record, "&&", cpp),
        Some(tag @ ("DW_TAG_const_type" | "DW_TAG_volatile_type")) => {
            let word = tag.trim_start_matches("DW_TAG_").trim_end_matches("_type");
            let mut inner = base()?;
            inner.before = match is_qualified_pointer(&inner) {
                true => format!("{}{word}", inner.before),
                false => format!("{word} {}", inner.before),
            };
            Some(inner)
        }
        Some("DW_TAG_restrict_type") => base(),
        Some("DW_TAG_array_type") if !record.flag("DIFlagVector") => {
            let mut inner = base()?;
            let counts = counts(info, &record)?;
            let lengths: String = counts.iter().map(|n| format!("[{n}]")).collect();
            inner.after = format!("{lengths}{}", inner.after);
            Some(inner)
        }
        _ if record.class == "DISubroutineType" => {
            let types = info.tuple(record.node("types")?);
            let mut types = types.into_iter();
            let mut result = at(info, types.next().flatten(), cpp)?;
            let params = types.map(|ty| Some(at(info, ty, cpp)?.declare("")));
            let params = params.collect::<Option<Vec<_>>>()?.join(", ");
            result.after = format!("({params}){}", result.after);
            Some(result)
        }
        Some(tag) => {
            let name = record.text("name")?;
            let keyword = match tag {
                "DW_TAG_structure_type" => "struct ",
                "DW_TAG_union_type" => "union ",
                "DW_TAG_enumeration_type" => "enum ",
                _ => "",
            };
            Some(Declarator::plain(match cpp {
                true => scoped(info, &record, name),
                false => format!("{keyword}{name}"),
            }))
        }
        None => {
            let name = record.text("name")?;
            Some(Declarator::plain(match record.get("encoding") {
                Some("DW_ATE_complex_float") => name.replacen("complex", "float _Complex", 1),
                _ => name,
            }))
        }
    }
}

/// The declarator of a pointer or a reference.
fn around(info: At<'_>, record: &Record<'_>, mark: &str, cpp: bool) -> Option<Declarator> {
    let target = record.node("baseType");
    let mut inner = at(info, target, cpp)?;
    let target = target.and_then(|id| info.record(id));
    let binds = target.is_some_and(|target| {
        target.class == "DISubroutineType"
            || target.get("tag") == Some("DW_TAG_array_type") && !target.flag("DIFlagVector")
    });
    let space = match inner.before.ends_with(['*', '&']) {
        true => "",
        false => " ",
    };
    match binds {
        true => {
            inner.before = format!("{}{space}({mark}", inner.before);
            inner.after = format!("){}", inner.after);
        }
        false => inner.before = format!("{}{space}{mark}", inner.before),
    }
    Some(inner)
}

/// A name qualified by its namespaces and classes.
fn scoped(info: At<'_>, record: &Record<'_>, name: String) -> String {
    /// The largest nesting depth of scopes in well-formed debug info.
    const MAX_SCOPES: usize = 32;
    let mut name = name.replace("(anonymous namespace)::", "");
    let mut scope = record.node("scope").and_then(|id| info.record(id));
    for _ in 0..MAX_SCOPES {
        let Some(outer) = scope else { break };
        if matches!(outer.class, "DINamespace" | "DICompositeType")
            && let Some(outer) = outer.text("name")
        {
            name = format!("{outer}::{name}");
        }
        scope = outer.node("scope").and_then(|id| info.record(id));
    }
    name
}

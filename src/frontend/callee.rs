//! The description of a function that a generated caller needs: the declarations of its
//! parameters, and their members.

use super::debug_info::{DebugInfo, NodeId, Record};
use super::declarator::{Declarator, declarator};
use super::layout::resolve;
use super::library_names::is_standard;
use super::types::{At, FUNCTION, Type, counts, strip};
use crate::contract::{Leaf, Scalar};

/// The largest number of array elements that are described one by one.
const MOST_ELEMENTS: u64 = 16;

/// A function to be called.
#[derive(Clone, Debug)]
pub struct Callee {
    /// The name that a call uses, qualified by scopes; that of a method unqualified.
    pub name: String,
    /// Whether it is a method; its first parameter is then the object.
    pub is_method: bool,
    /// The parameters.
    pub params: Vec<Described>,
    /// The result, unless it is `void`.
    pub result: Option<Described>,
    /// Whether some value has a private or protected member, or is of a class, whose
    /// members are private by default.
    pub names_private: bool,
}

/// A value, with everything reachable from it.
#[derive(Clone, Debug)]
pub struct Described {
    /// The name of a parameter or member; for an element, its indices.
    pub name: String,
    /// Its declarator, without `const`.
    pub declared: Declarator,
    /// Its structure.
    pub kind: Kind,
}

/// The structure of a value.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A number or an enumerator.
    Number(Scalar),
    /// A bit field.
    Bits,
    /// A structure, array or union of numbers only: the leaves.
    Plain(Vec<Leaf>),
    /// A structure or array: its members or elements.
    Members(Vec<Described>),
    /// A value of a type of the C++ standard library.
    Library,
    /// A pointer or reference to a value.
    Pointer {
        /// The value.
        to: Box<Described>,
        /// Whether the value is only read through it.
        constant: bool,
        /// Whether it is a reference.
        reference: bool,
    },
    /// A pointer to a function: the name of one with that type in the file, if there is
    /// one.
    Function(Option<String>),
    /// Something else, and the reason why no value of it can be made.
    Unknown(String),
}

/// Describes the function of this symbol for a call in C++ or C; `None` without debug info,
/// or if a type has no name.
pub fn callee(debug: &DebugInfo, symbol: &str, cpp: bool) -> Option<Callee> {
    let source = debug.subprogram(symbol)?;
    let mut describer = Describer {
        debug,
        cpp,
        around: Vec::new(),
        names_private: false,
    };
    let this = source.params.first().and_then(|(name, _)| name.as_deref()) == Some("this");
    let params = source.params.iter().enumerate().map(|(i, (name, ty))| {
        let name = match name.as_deref() {
            Some("this") => "object".to_owned(),
            Some(name) => name.to_owned(),
            None => format!("arg{i}"),
        };
        describer.value(name, *ty)
    });
    let params = params.collect::<Option<Vec<_>>>()?;
    let result = match source.result {
        Some(ty) => Some(describer.value("result".to_owned(), Some(ty))?),
        None => None,
    };
    let functions = debug.functions();
    let scoped = functions.iter().find(|(known, _)| *known == symbol);
    let name = match (this, scoped) {
        (false, Some((_, scoped))) if cpp => scoped.clone(),
        _ => source.name,
    };
    Some(Callee {
        name,
        is_method: this,
        params,
        result,
        names_private: describer.names_private,
    })
}

struct Describer<'a> {
    debug: &'a DebugInfo,
    cpp: bool,
    /// The structures that contain the current value or lead to it.
    around: Vec<NodeId>,
    names_private: bool,
}

/// The declarator of an array without `const` of its elements.
fn without_const(mut declared: Declarator) -> Declarator {
    let before = match declared.before.rsplit_once('*') {
        Some((pointer, "const")) => format!("{pointer}*"),
        Some(_) => declared.before.clone(),
        None => declared.before.trim_start_matches("const ").to_owned(),
    };
    declared.before = before;
    declared
}

impl Describer<'_> {
    fn value(&mut self, name: String, ty: Option<NodeId>) -> Option<Described> {
        let ty = self.unqualified(ty);
        let declared = declarator(self.debug, ty, self.cpp)?;
        let is_array = |record: Record<'_>| record.get("tag") == Some("DW_TAG_array_type");
        let declared = match ty
            .and_then(|id| self.debug.record(id))
            .is_some_and(is_array)
        {
            true => without_const(declared),
            false => declared,
        };
        let kind = self.kind(ty)?;
        Some(Described {
            name,
            declared,
            kind,
        })
    }

    /// Removes a type's outer `const` and `restrict`.
    fn unqualified(&self, mut ty: Option<NodeId>) -> Option<NodeId> {
        while let Some(record) = ty.and_then(|id| self.debug.record(id))
            && let Some("DW_TAG_const_type" | "DW_TAG_restrict_type") = record.get("tag")
        {
            ty = record.node("baseType");
        }
        ty
    }

    fn kind(&mut self, ty: Option<NodeId>) -> Option<Kind> {
        let at = At::of(self.debug);
        let Some(id) = strip(at, ty).0 else {
            return Some(Kind::Unknown("nothing says what it points to".to_owned()));
        };
        let record = self.debug.record(id)?;
        let tag = record.get("tag").unwrap_or_default();
        if let "DW_TAG_pointer_type" | "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type" =
            tag
        {
            return self.pointer(ty, &record, tag != "DW_TAG_pointer_type");
        }
        if self.cpp && is_standard(self.debug, &record) && record.class == "DICompositeType" {
            return Some(Kind::Library);
        }
        let is_class = tag == "DW_TAG_class_type";
        match resolve(self.debug, ty) {
            Type::Scalar(scalar) => return Some(Kind::Number(scalar)),
            Type::Aggregate(element) => {
                self.names_private |= is_class || self.hides(&record);
                return Some(Kind::Plain(element.leaves));
            }
            _ => {}
        }
        let reason = match resolve(self.debug, ty) {
            Type::Opaque { reason } => reason,
            _ => "its type is not known".to_owned(),
        };
        if self.around.contains(&id) {
            return Some(Kind::Unknown("it leads back to where it is".to_owned()));
        }
        self.around.push(id);
        let members = match tag {
            "DW_TAG_structure_type" | "DW_TAG_class_type" if !record.flag("DIFlagFwdDecl") => {
                self.names_private |= is_class || self.hides(&record);
                self.members(&record)
            }
            "DW_TAG_array_type" => self.elements(&record),
            _ => None,
        };
        self.around.pop();
        Some(members.map_or(Kind::Unknown(reason), Kind::Members))
    }

    fn pointer(
        &mut self,
        ty: Option<NodeId>,
        record: &Record<'_>,
        reference: bool,
    ) -> Option<Kind> {
        if matches!(resolve(self.debug, ty), Type::Opaque { reason } if reason == FUNCTION) {
            return Some(Kind::Function(self.function(record.node("baseType"))));
        }
        let target = record.node("baseType");
        let constant = strip(At::of(self.debug), target).1;
        let to = self.value(String::new(), target)?;
        Some(Kind::Pointer {
            to: Box::new(to),
            constant,
            reference,
        })
    }

    /// The name of a function of this type.
    fn function(&self, wanted: Option<NodeId>) -> Option<String> {
        let at = At::of(self.debug);
        let types = |ids: &[Option<NodeId>]| -> Vec<Type> {
            ids.iter().map(|id| resolve(self.debug, *id)).collect()
        };
        let wanted = self.debug.record(strip(at, wanted).0?)?;
        let wanted = types(&self.debug.tuple(wanted.node("types")?));
        let mut functions = self.debug.functions().into_iter();
        let found = functions.find(|(symbol, _)| {
            let Some(source) = self.debug.subprogram(symbol) else {
                return false;
            };
            let own = source.params.iter().map(|(_, ty)| *ty);
            let own: Vec<_> = [source.result].into_iter().chain(own).collect();
            own.len() == wanted.len() && types(&own) == wanted
        });
        found.map(|(_, name)| name)
    }

    /// Whether a structure has private or protected members.
    fn hides(&self, record: &Record<'_>) -> bool {
        let elements = record.node("elements").map(|id| self.debug.tuple(id));
        let elements = elements.unwrap_or_default().into_iter().flatten();
        let mut members = elements.filter_map(|id| self.debug.record(id));
        members.any(|member| {
            member.get("tag") == Some("DW_TAG_member")
                && (member.flag("DIFlagPrivate") || member.flag("DIFlagProtected"))
        })
    }

    fn members(&mut self, record: &Record<'_>) -> Option<Vec<Described>> {
        let elements = record.node("elements").map(|id| self.debug.tuple(id));
        let mut found = Vec::new();
        for id in elements.unwrap_or_default().into_iter().flatten() {
            let member = self.debug.record(id)?;
            let name = member.text("name").unwrap_or_default();
            let (is_base, is_member) = match member.get("tag") {
                Some("DW_TAG_inheritance") => (true, false),
                Some("DW_TAG_member") => (false, !member.flag("DIFlagStaticMember")),
                _ => (false, false),
            };
            if !is_base && !is_member || name.starts_with("_vptr") {
                continue;
            }
            let name = if is_base { String::new() } else { name };
            if member.flag("DIFlagBitField") {
                found.push(Described {
                    name,
                    declared: declarator(self.debug, member.node("baseType"), self.cpp)?,
                    kind: Kind::Bits,
                });
                continue;
            }
            let ty = member.node("baseType");
            // An unnamed member's members belong to the enclosing structure.
            let value = match name.is_empty() {
                true => Some(Described {
                    name,
                    declared: Declarator::default(),
                    kind: self.kind_of_unnamed(ty)?,
                }),
                false => self.value(name, ty),
            };
            found.push(value?);
        }
        Some(found)
    }

    /// The structure of a base class, or of an unnamed structure or union.
    fn kind_of_unnamed(&mut self, ty: Option<NodeId>) -> Option<Kind> {
        let record = self.debug.record(strip(At::of(self.debug), ty).0?)?;
        match record.get("tag") {
            Some("DW_TAG_union_type") => Some(Kind::Unknown("it is a union".to_owned())),
            _ => self.members(&record).map(Kind::Members),
        }
    }

    fn elements(&mut self, record: &Record<'_>) -> Option<Vec<Described>> {
        let counts = counts(At::of(self.debug), record)?;
        let total = counts.iter().product::<u64>();
        if total > MOST_ELEMENTS {
            return None;
        }
        let element = self.value(String::new(), record.node("baseType"))?;
        let named = (0..total).map(|i| {
            let mut rest = i;
            let mut name = String::new();
            for count in counts.iter().rev() {
                name = format!("[{}]{name}", rest % count);
                rest /= count;
            }
            Described {
                name,
                ..element.clone()
            }
        });
        Some(named.collect())
    }
}

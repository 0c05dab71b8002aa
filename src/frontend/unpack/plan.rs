//! Plans which parameters are split, and into which.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::{replace, take};

use super::container::{Container, Growth};
use super::part::{Field, Given, Grown, Holds, Object, Plan, pointer_leaf};
use super::{Containers, Unpack};
use crate::contract::{Address, Element, Leaf};
use crate::frontend::debug_info::{DebugInfo, NodeId, Subprogram};
use crate::frontend::layout::{is_double, is_pointer, resolve};
use crate::frontend::members::{Member, members};
use crate::frontend::signature::{Signature, SourceParam};
use crate::frontend::spelling::{UNNAMED, spelled};
use crate::frontend::types::{At, Pointer, Type, enumerators, opaque, strip};

/// The largest number of parameters of a wrapper.
const MAX_PARAMS: usize = 512;

/// The planner of one function.
pub(super) struct Planner<'a> {
    pub(super) debug: &'a DebugInfo,
    pub(super) unpack: &'a Unpack,
    /// The indices of the parameters of which the user names a field.
    named: &'a [usize],
    /// The parameters and fields that the user declares to point to a function.
    pub(super) pointed: &'a Pointed<'a>,
    pub(super) params: Vec<SourceParam>,
    /// Whether some version may allocate or release memory.
    pub(super) allocates: bool,
    /// The indices of the parameters that some version may change.
    changed: &'a BTreeSet<usize>,
    /// The indices of the parameters of which some version receives a copy.
    copied: &'a BTreeSet<usize>,
    /// See [`Containers::tables`].
    tables: &'a BTreeSet<usize>,
    /// See [`Containers::cursors`].
    cursors: &'a BTreeSet<usize>,
    /// The structures that contain the current object or lead to it.
    around: Vec<NodeId>,
    /// The containers of the standard library that the current value is part of.
    pub(super) containers: Vec<Container>,
    /// The names of container sizes that are not members of the container.
    pub(super) own_sizes: Vec<String>,
    /// How the call may change the containers in the current object.
    pub(super) growth: Growth,
    /// The containers in the current object that the call may reallocate.
    pub(super) grown: Vec<Grown>,
}

/// For a parameter or field, the name and the symbol of the function that it points to.
type Pointed<'a> = BTreeMap<&'a str, (&'a str, String)>;

/// The position of a value.
pub(super) struct Spot<'p> {
    /// The name, a C expression.
    pub path: &'p str,
    /// The name inside the structure that is copied out after the call.
    pub inside: &'p str,
    /// The offset in the object in bytes.
    pub offset: u64,
}

/// The reason why a value has no contract.
pub(super) type Refusal = String;

impl<'a> Planner<'a> {
    pub fn new(
        debug: &'a DebugInfo,
        unpack: &'a Unpack,
        (named, pointed): (&'a [usize], &'a Pointed<'a>),
        containers: &'a Containers,
    ) -> Planner<'a> {
        Planner {
            debug,
            unpack,
            named,
            pointed,
            allocates: containers.allocates,
            changed: &containers.changed,
            copied: &containers.copied,
            tables: &containers.tables,
            cursors: &containers.cursors,
            params: Vec::new(),
            around: Vec::new(),
            containers: Vec::new(),
            own_sizes: Vec::new(),
            growth: Growth::Fixed,
            grown: Vec::new(),
        }
    }

    /// Plans all parameters of the function.
    pub fn plan(mut self, source: &Subprogram, mut original: Signature) -> Plan {
        let mut given = Vec::new();
        let mut some_refused = false;
        // A container that is passed may become the result.
        self.allocates |= self.owns(source.result);
        for (place, (_, ty)) in source.params.iter().enumerate() {
            let Some(param) = original.params.get_mut(place) else {
                break;
            };
            let before = self.params.len();
            let made = self.parameter(place, *ty, &param.name);
            let refused = match made {
                Some(Ok(made)) if self.params.len() <= MAX_PARAMS => {
                    if let Given::Value(object) = &made {
                        param.ty = Type::Aggregate(object.element.clone());
                    }
                    given.push(made);
                    continue;
                }
                Some(Ok(_)) => Some(too_many()),
                Some(Err(reason)) => Some(reason),
                None => None,
            };
            if let Some(reason) = refused {
                some_refused = true;
                param.ty = Type::Opaque { reason };
            }
            self.params.truncate(before);
            self.params.push(param.clone());
            given.push(Given::Through);
        }
        let returned = self.returned(source.result);
        if let Some(returned) = &returned {
            original.result = Type::Aggregate(returned.element.clone());
        }
        let mut plan = Plan {
            original,
            given,
            returned,
            params: self.params,
            refused: some_refused,
        };
        plan.add_sizes(&self.own_sizes);
        plan.add_sizes(&self.unpack.sizes);
        plan
    }

    /// Plans a parameter; `None` if it is not split.
    fn parameter(
        &mut self,
        place: usize,
        ty: Option<NodeId>,
        name: &str,
    ) -> Option<Result<Given, Refusal>> {
        let (id, _) = strip(self.at(), ty);
        let id = id?;
        let record = self.debug.record(id)?;
        if let Some(symbol) = self.function(ty, name) {
            return Some(Ok(Given::Function(symbol)));
        }
        if let Some(rows) = self.rows(ty, name) {
            return Some(Ok(Given::Rows(rows)));
        }
        if let Some(place) = self.place(ty, name) {
            return Some(Ok(Given::Place(place)));
        }
        if self.is_volatile(record.node("baseType")) {
            return None;
        }
        if is_double(self.debug, ty) && !self.tables.contains(&place) {
            let reads = self.cursors.contains(&place);
            let made = self.cursor((name, record.node("baseType")), reads);
            return Some(made.map(Given::Address));
        }
        let asked = self.named.contains(&place);
        match record.get("tag")? {
            tag @ ("DW_TAG_pointer_type"
            | "DW_TAG_reference_type"
            | "DW_TAG_rvalue_reference_type") => {
                let target = record.node("baseType");
                let target = self
                    .structure(target)
                    .or_else(|| self.named_union(target, name))?;
                let is_named = self.named_union(Some(target), name).is_some();
                let apart = asked || is_named || self.leads_on(Some(target));
                let access = if tag == "DW_TAG_pointer_type" {
                    "->"
                } else {
                    "."
                };
                let constant = strip(self.at(), record.node("baseType")).1;
                let fixed = constant && !self.changed.contains(&place);
                // Of a constant object, a copy of which the other version receives, no caller
                // expects changes.
                let seen = !(fixed && self.copied.contains(&place));
                let growth = Growth::of(fixed, true);
                apart.then(|| {
                    let object = self.object(target, (name, access), (seen, growth))?;
                    Ok(Given::Address(object))
                })
            }
            "DW_TAG_structure_type" | "DW_TAG_class_type" | "DW_TAG_union_type" => {
                let is_union = record.get("tag") == Some("DW_TAG_union_type");
                if is_union && self.named_union(ty, name).is_none() {
                    return None;
                }
                let apart = asked || is_union || self.leads_on(Some(id));
                let by_reference = record.flag("DIFlagTypePassByReference");
                let growth = Growth::of(!by_reference, false);
                apart.then(|| {
                    let object = self.object(id, (name, "."), (false, growth))?;
                    // The address of a copy, whose final contents the caller does not see.
                    Ok(match by_reference {
                        true => Given::Address(object),
                        false => Given::Value(object),
                    })
                })
            }
            _ => None,
        }
    }

    pub(super) fn at(&self) -> At<'a> {
        At::of(self.debug)
    }

    /// Plans an object of a structure type. `seen` says whether the caller sees its final
    /// contents, and `growth` how the call may change the containers in it.
    pub(super) fn object(
        &mut self,
        id: NodeId,
        (name, access): (&str, &str),
        (seen, growth): (bool, Growth),
    ) -> Result<Object, Refusal> {
        let record = self.debug.record(id).ok_or("its debug info is damaged")?;
        let size = record.number("size").unwrap_or(0) / 8;
        let size = u32::try_from(size).map_err(|_| "it is too large")?;
        if self.around.contains(&id) {
            return Err(format!(
                "it leads back to `{}`",
                spelled(self.debug, Some(id))
            ));
        }
        // A constant string is built without its final contents.
        let is_constant_string =
            growth == Growth::Fixed && self.is_container(id, Container::is_string);
        let seen = seen && !is_constant_string;
        let mut after = seen.then_some(self.params.len());
        if seen {
            // Reserves the position among the parameters; the type is known after the
            // fields are.
            self.param((name, Some(id)), opaque("its fields are not known"));
        }
        self.around.push(id);
        let mut fields = Vec::new();
        let mut leaves = Vec::new();
        let spot = Spot {
            path: &format!("{name}{access}"),
            inside: "",
            offset: 0,
        };
        let outer = (replace(&mut self.growth, growth), take(&mut self.grown));
        let done = self.members(&record, &spot, (&mut fields, &mut leaves));
        self.growth = outer.0;
        let mut grown = replace(&mut self.grown, outer.1);
        self.around.pop();
        done?;
        if let Some((container, contents)) = self.container(growth, (id, name), &mut fields) {
            // Its final contents are those of the object.
            let after = after.take();
            if let Some(after) = after {
                self.params[after].ty = contents;
            }
            grown.push(Grown { after, ..container });
        }
        fields.sort_by_key(|field: &Field| field.offset);
        if !seen {
            self.padding((name, size), &mut fields);
        }
        leaves.sort_by_key(|leaf: &Leaf| leaf.offset);
        let fields_of_bits = members(self.at(), &record)?;
        let of_bits = fields_of_bits.iter().map(Member::alignment);
        let natural = leaves
            .iter()
            .map(|leaf| leaf.scalar.align())
            .chain(of_bits)
            .chain([self.alignment_of_unions(Some(id))])
            .max();
        let packed = |leaf: &Leaf| !leaf.offset.is_multiple_of(leaf.scalar.align());
        let align = match leaves.iter().any(packed) {
            true => 1,
            false => record
                .number("align")
                .and_then(|bits| u32::try_from(bits / 8).ok())
                .or(natural)
                .unwrap_or(1),
        };
        let spelled = spelled(self.debug, Some(id));
        let element = Element {
            name: match spelled.as_str() {
                UNNAMED => self.debug.typedef(id).unwrap_or(spelled),
                _ => spelled,
            },
            size,
            align,
            leaves,
        };
        if let Some(after) = after {
            self.params[after].ty = Type::Pointer(Pointer {
                pointee: Box::new(Type::Aggregate(element.clone())),
                constant: false,
                reference: true,
                align: None,
            });
        }
        Ok(Object {
            name: name.to_owned(),
            element,
            fields,
            after,
            grown,
        })
    }

    /// Plans a value in an object.
    pub(super) fn value(
        &mut self,
        ty: Option<NodeId>,
        spot: &Spot<'_>,
        (fields, leaves): (&mut Vec<Field>, &mut Vec<Leaf>),
    ) -> Result<(), Refusal> {
        if self.params.len() > MAX_PARAMS {
            return Err(too_many());
        }
        let offset = u32::try_from(spot.offset).map_err(|_| "it is too large")?;
        let shown = self.shown([spot.path, spot.inside]);
        let hidden = spot.path;
        let [path, inside] = shown.unwrap_or([spot.path, spot.inside].map(str::to_owned));
        let spot = &Spot {
            path: &path,
            inside: &inside,
            ..*spot
        };
        if self.is_volatile(ty) {
            return Err(format!("`{}` is volatile", spot.path));
        }
        if self.is_address(hidden) && !is_pointer(self.at(), ty) {
            return Err("its elements are bits, which have no addresses".to_owned());
        }
        if is_pointer(self.at(), ty) {
            leaves.push(pointer_leaf(
                offset,
                format!("{}{}", spot.inside, Address::MOVED),
            ));
            let holds = match self.container_pointer(ty, hidden)? {
                Some(end) => end,
                None => self.pointer(ty, spot.path)?,
            };
            fields.push(Field {
                offset: spot.offset,
                holds,
            });
            return Ok(());
        }
        let id = strip(self.at(), ty).0;
        let record = id.and_then(|id| self.debug.record(id));
        let record = record.ok_or_else(|| format!("`{}` has no value", spot.path))?;
        match record.get("tag") {
            Some("DW_TAG_structure_type" | "DW_TAG_class_type") => {
                let known = (fields.len(), leaves.len());
                self.nested(&record, spot, (fields, leaves))?;
                // The members of a base class belong to the object.
                if let Some(id) = id.filter(|_| !spot.path.ends_with(['.', '>']))
                    && let own = (id, spot.path)
                    && let Some((container, contents)) =
                        self.container(self.growth, own, &mut fields[known.0..])
                {
                    leaves.truncate(known.1);
                    let after = (self.growth == Growth::Seen).then_some(self.params.len());
                    if after.is_some() {
                        self.param((spot.path, Some(id)), contents);
                    }
                    self.grown.push(Grown { after, ..container });
                }
                Ok(())
            }
            Some("DW_TAG_array_type") if !record.flag("DIFlagVector") => {
                self.array(&record, (ty, spot), (fields, leaves))
            }
            Some("DW_TAG_union_type") if self.leads_on(id) => {
                Err(format!("`{}` is a union with a pointer in it", spot.path))
            }
            Some("DW_TAG_union_type") if self.names_member(&record, spot.path) => {
                self.nested(&record, spot, (fields, leaves))
            }
            _ => self.whole(ty, spot, (fields, leaves)),
        }
    }

    /// Plans the pointee of a pointer in an object.
    pub(super) fn pointer(&mut self, ty: Option<NodeId>, path: &str) -> Result<Holds, Refusal> {
        let pointer = strip(self.at(), ty).0.and_then(|id| self.debug.record(id));
        let pointer = pointer.ok_or("its debug info is damaged")?;
        let access = match pointer.get("tag") {
            Some("DW_TAG_pointer_type") => "->",
            _ => ".",
        };
        if let Some(symbol) = self.function(ty, path) {
            return Ok(Holds::Function(symbol));
        }
        if let Some(rows) = self.rows(ty, path) {
            return Ok(Holds::Rows(rows));
        }
        if let Some(place) = self.place(ty, path) {
            return Ok(Holds::Place(place));
        }
        let param = self.params.len();
        let target = pointer.node("baseType");
        let target = self
            .structure(target)
            .or_else(|| self.named_union(target, path));
        if let Some(target) = target
            && (self.leads_on(Some(target))
                || self.unpack.names_field_of(path)
                || self.named_union(Some(target), path).is_some())
        {
            let growth = Growth::of(strip(self.at(), pointer.node("baseType")).1, true);
            match self.object(target, (path, access), (true, growth)) {
                Ok(object) => return Ok(Holds::Address(object)),
                Err(reason) => {
                    self.params.truncate(param);
                    self.param((path, ty), opaque(&reason));
                    return Ok(Holds::Pointer { param });
                }
            }
        }
        self.param((path, ty), resolve(self.debug, ty));
        Ok(Holds::Pointer { param })
    }

    /// Adds a parameter to the plan.
    pub(super) fn param(&mut self, (name, ty): (&str, Option<NodeId>), resolved: Type) {
        self.params.push(SourceParam {
            name: name.to_owned(),
            ty: resolved,
            spelled: spelled(self.debug, ty),
            enumerators: enumerators(self.debug, ty),
            rows: false,
        });
    }
}

fn too_many() -> Refusal {
    format!("it has more than {MAX_PARAMS} members in all")
}

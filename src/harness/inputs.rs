//! The part of a harness that makes the arguments of the call.

use super::{SIDES, Writer, is_data};
use crate::contract::Scalar;
use crate::frontend::{Described, Kind};

/// A C identifier for a path such as `im->plane[0]`.
pub(super) fn identifier(path: &str) -> String {
    let words = path.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("_")
}

/// The path of a member or an element of `path`, which may end in `->` already.
pub(super) fn member(path: &str, name: &str) -> String {
    match name {
        "" => path.to_owned(),
        name if name.starts_with('[') || path.ends_with("->") => format!("{path}{name}"),
        name => format!("{path}.{name}"),
    }
}

/// Whether a value is of a class, or an array of such values: there may be no default
/// constructor.
fn is_class(of: &Described) -> bool {
    match &of.kind {
        Kind::Plain(leaves) => leaves.iter().any(|leaf| leaf.path.contains('.')),
        kind => matches!(kind, Kind::Members(_)),
    }
}

/// Whether both versions may share the memory behind a pointer.
pub(super) fn is_shared(to: &Described, constant: bool) -> bool {
    constant && is_data(to)
}

impl Writer<'_> {
    /// Makes an argument. Returns the expressions for the reference and for the port.
    pub(super) fn argument(&mut self, param: &Described) -> [String; 2] {
        let name = &param.name;
        match &param.kind {
            Kind::Pointer { .. } | Kind::Function(_) | Kind::Unknown(_) => {
                self.address(param, name)
            }
            Kind::Number(_) | Kind::Plain(_) => {
                self.declare(param, name);
                self.fill(param, name, [name, name]);
                [name.clone(), name.clone()]
            }
            Kind::Bits | Kind::Members(_) | Kind::Library => {
                let both = SIDES.map(|side| format!("{}{side}", identifier(name)));
                self.object(param, name, &both);
                both
            }
        }
    }

    /// Declares an object for each version, with the same contents.
    fn object(&mut self, of: &Described, path: &str, both: &[String; 2]) {
        if let Kind::Library = of.kind {
            let ty = of.declared.declare("");
            self.make(format!(
                "auto {} = simdiff::any<{ty}>(\"{path}\", harness_room);",
                both[0]
            ));
            self.make(format!("auto {} = simdiff::copy({});", both[1], both[0]));
            return;
        }
        for own in both {
            self.declare(of, own);
        }
        let [reference, port] = both;
        self.fill(of, path, [reference, port]);
    }

    /// Declares a variable. In C++, none of a class needs a default constructor.
    fn declare(&mut self, of: &Described, own: &str) {
        self.declare_many(of, own, "");
    }

    /// Declares an array, whose extents are given, of values.
    fn declare_many(&mut self, of: &Described, own: &str, extents: &str) {
        // A large array does not fit on the stack.
        let place = if extents.is_empty() { "" } else { "static " };
        if !self.cpp || !is_class(of) {
            let declared = of.declared.declare(&format!("{own}{extents}"));
            return self.make(format!("{place}{declared};"));
        }
        let ty = of.declared.declare(extents);
        let name = match of.declared.after.is_empty() && extents.is_empty() {
            true => of.declared.declare(&format!("&{own}")),
            false => of.declared.declare(&format!("(&{own}){extents}")),
        };
        self.make(format!("{place}simdiff::Room<{ty}> {own}_room;"));
        self.make(format!("{name} = {own}_room.value;"));
    }

    /// Writes the same value to the places that two expressions name.
    fn fill(&mut self, of: &Described, path: &str, [first, second]: [&str; 2]) {
        let apart = first != second;
        match &of.kind {
            Kind::Number(_) | Kind::Plain(_) | Kind::Bits => {
                self.data(of, path, first);
                match of.kind {
                    _ if !apart => {}
                    Kind::Plain(_) => {
                        self.make(format!("memcpy(&{second}, &{first}, sizeof {first});"));
                    }
                    _ => self.make(format!("{second} = {first};")),
                }
            }
            Kind::Members(members) => {
                for own in members {
                    let both = [first, second].map(|at| member(at, &own.name));
                    let path = member(path, &own.name);
                    self.fill(own, &path, [&both[0], &both[1]]);
                }
            }
            Kind::Library => {
                let ty = of.declared.declare("");
                self.make(format!(
                    "new (&{first}) {ty}(simdiff::any<{ty}>(\"{path}\", harness_room));"
                ));
                self.make(format!("new (&{second}) {ty}(simdiff::copy({first}));"));
            }
            // A union without a name cannot be referred to.
            Kind::Unknown(_) if of.name.is_empty() => {}
            Kind::Pointer { .. } | Kind::Function(_) | Kind::Unknown(_) => {
                let both = self.address(of, path);
                for (at, value) in [first, second]
                    .iter()
                    .zip(&both)
                    .take(1 + usize::from(apart))
                {
                    self.make(format!("{at} = {value};"));
                }
            }
        }
    }

    /// Makes a number symbolic, in the range of a size if the user names it as one.
    fn data(&mut self, of: &Described, path: &str, at: &str) {
        let size = self.of.sizes.iter().find(|(name, ..)| name == path);
        if let Some((_, least, most)) = size {
            return self.make(format!("{at} = any_size(\"{path}\", {least}, {most});"));
        }
        if let Kind::Number(Scalar::Int { bits: 1, .. }) = of.kind {
            return self.make(format!("{at} = klee_range(0, 2, \"{path}\");"));
        }
        // The bytes of an object are made symbolic all together or not at all, so the
        // symbolic bytes of a part are made in an object of their own.
        let is_part = at.contains(['.', '[']) || matches!(of.kind, Kind::Bits);
        let own = if is_part { "any" } else { at };
        let mut made = format!("klee_make_symbolic(&{own}, sizeof {own}, \"{path}\");");
        if is_part {
            let declared = match of.kind {
                _ if self.cpp && is_class(of) => {
                    format!("simdiff::Room<{}> any", of.declared.declare(""))
                }
                _ => of.declared.declare("any"),
            };
            let set = match of.kind {
                Kind::Plain(_) => format!("memcpy(&{at}, &any, sizeof any);"),
                _ => format!("{at} = any;"),
            };
            made = format!("{{ {declared}; {made} {set} }}");
        }
        if matches!(of.kind, Kind::Number(Scalar::Int { bits: 16.., .. })) {
            made += &format!("\n    /* A size is any_size(\"{path}\", 0, harness_room). */");
        }
        self.make(made);
    }

    /// The expressions for a pointer, or a reference, in each version.
    fn address(&mut self, of: &Described, path: &str) -> [String; 2] {
        let (to, constant, reference) = match &of.kind {
            Kind::Pointer {
                to,
                constant,
                reference,
            } => (to, *constant, *reference),
            Kind::Function(Some(name)) => {
                let others = format!("/* {path}: or another function */");
                self.make(others);
                return [name.clone(), name.clone()];
            }
            Kind::Function(None) => {
                self.make(format!(
                    "/* {path}: no function of the sources has its type */"
                ));
                return ["0", "0"].map(str::to_owned);
            }
            Kind::Unknown(reason) => {
                self.make(format!("/* {path}: say here what it is; {reason} */"));
                return ["0", "0"].map(str::to_owned);
            }
            _ => return ["0", "0"].map(str::to_owned),
        };
        let name = identifier(path);
        if let Kind::Unknown(reason) = &to.kind
            && to.declared.declare("") != "void"
        {
            self.make(format!(
                "/* {path}: say here what it points to; {reason} */"
            ));
            return ["0", "0"].map(str::to_owned);
        }
        let shared = is_shared(to, constant);
        let both = match shared {
            true => [name.clone(), name.clone()],
            false => SIDES.map(|side| format!("{name}{side}")),
        };
        let is_one = reference || self.is_object(of);
        if is_one && is_data(to) {
            for own in both.iter().take(if shared { 1 } else { 2 }) {
                self.declare(to, own);
            }
            self.fill(to, path, [&both[0], &both[1]]);
            return match reference {
                true => both,
                false => both.map(|own| format!("&{own}")),
            };
        }
        match &to.kind {
            Kind::Number(_) | Kind::Plain(_) | Kind::Unknown(_) => {
                for own in both.iter().take(if shared { 1 } else { 2 }) {
                    match to.kind {
                        Kind::Unknown(_) => {
                            self.make(format!("static unsigned char {own}[harness_room];"));
                        }
                        _ => self.declare_many(to, own, "[harness_room]"),
                    }
                }
                let [first, second] = &both;
                self.make(format!(
                    "klee_make_symbolic({first}, sizeof {first}, \"{path}\");"
                ));
                if !shared {
                    self.make(format!("memcpy({second}, {first}, sizeof {first});"));
                }
                both
            }
            Kind::Pointer { to: inner, .. } if is_data(inner) => self.rows(to, inner, path, both),
            Kind::Members(_) | Kind::Library => {
                let members = format!("{path}->");
                let is_whole = reference || matches!(to.kind, Kind::Library);
                self.object(to, if is_whole { path } else { &members }, &both);
                match reference {
                    true => both,
                    false => both.map(|own| format!("&{own}")),
                }
            }
            _ => {
                self.make(format!("/* {path}: say here what it points to */"));
                ["0", "0"].map(str::to_owned)
            }
        }
    }

    /// Makes pointers to rows, as many as a row has elements.
    fn rows(
        &mut self,
        to: &Described,
        inner: &Described,
        path: &str,
        both: [String; 2],
    ) -> [String; 2] {
        for own in &both {
            let rows = format!("{own}_rows[harness_room][harness_room]");
            self.make(format!("static {};", inner.declared.declare(&rows)));
            let pointers = format!("{own}[harness_room]");
            self.make(format!("{};", to.declared.declare(&pointers)));
        }
        let [first, second] = &both;
        self.make(format!(
            "klee_make_symbolic({first}_rows, sizeof {first}_rows, \"{path}\");"
        ));
        self.make(format!(
            "memcpy({second}_rows, {first}_rows, sizeof {first}_rows);"
        ));
        self.make(format!(
            "for (int row = 0; row < harness_room; row++)\n        {first}[row] = {first}_rows[row], {second}[row] = {second}_rows[row];"
        ));
        both
    }
}

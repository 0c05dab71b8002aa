//! The part of a harness that compares outputs after the calls.

use super::inputs::{identifier, is_shared, member};
use super::{SIDES, Writer, is_data};
use crate::contract::{Leaf, Scalar};
use crate::frontend::{Described, Kind};

/// A value with more numbers than this is compared as bytes.
const MOST_LEAVES: usize = 16;

impl Writer<'_> {
    /// Compares the memory behind an argument: what a pointer leads to, or the pointers in a
    /// structure or a view that is passed by value.
    pub(super) fn compare_argument(&mut self, param: &Described) {
        let both = || SIDES.map(|side| format!("{}{side}", identifier(&param.name)));
        match param.kind {
            Kind::Pointer { .. } => self.behind(param, &param.name),
            Kind::Members(_) | Kind::Library => self.same(param, &param.name, &both()),
            _ => {}
        }
    }

    /// Compares the memory that a pointer leads to.
    fn behind(&mut self, of: &Described, path: &str) {
        let Kind::Pointer {
            to,
            constant,
            reference,
        } = &of.kind
        else {
            return;
        };
        if is_shared(to, *constant) {
            return;
        }
        let both = SIDES.map(|side| format!("{}{side}", identifier(path)));
        match &to.kind {
            Kind::Number(_) | Kind::Plain(_) if *reference || self.is_object(of) => {
                self.same(to, path, &both)
            }
            Kind::Number(_) | Kind::Plain(_) => {
                let elements = both.map(|own| format!("{own}[i]"));
                self.check("for (int i = 0; i < harness_room; i++) {");
                self.same(to, path, &elements);
                self.check("}");
            }
            Kind::Unknown(_) if to.declared.declare("") == "void" => {
                let [first, second] = both;
                self.check(format!(
                    "klee_assert(memcmp({first}, {second}, sizeof {first}) == 0);"
                ));
            }
            Kind::Pointer { to: inner, .. } if is_data(inner) => {
                let elements = both.map(|own| format!("{own}_rows[row][i]"));
                self.check("for (int row = 0; row < harness_room; row++)");
                self.check("for (int i = 0; i < harness_room; i++) {");
                self.same(inner, path, &elements);
                self.check("}");
            }
            Kind::Members(_) if !*reference => {
                self.same(to, &format!("{path}->"), &both);
            }
            Kind::Members(_) | Kind::Library => self.same(to, path, &both),
            _ => {}
        }
    }

    /// Compares two values of one type.
    fn same(&mut self, of: &Described, path: &str, both: &[String; 2]) {
        let [first, second] = both;
        match &of.kind {
            Kind::Number(scalar) => self.same_number(*scalar, both),
            Kind::Bits => self.check(format!("klee_assert({first} == {second});")),
            Kind::Plain(leaves) if are_named(leaves) => {
                for leaf in leaves {
                    let both = both.clone().map(|own| format!("{own}{}", leaf.path));
                    self.same_number(leaf.scalar, &both);
                }
            }
            Kind::Plain(_) => self.check(format!(
                "klee_assert(memcmp(&{first}, &{second}, sizeof {first}) == 0); /* padding, too */"
            )),
            Kind::Library => self.check(format!("klee_assert(simdiff::same({first}, {second}));")),
            Kind::Members(members) => {
                for own in members {
                    let both = both.clone().map(|at| member(&at, &own.name));
                    let path = member(path, &own.name);
                    match &own.kind {
                        Kind::Pointer { .. } => self.behind(own, &path),
                        Kind::Function(_) | Kind::Unknown(_) => {}
                        _ => self.same(own, &path, &both),
                    }
                }
            }
            Kind::Pointer { .. } | Kind::Function(_) | Kind::Unknown(_) => {}
        }
    }

    fn same_number(&mut self, scalar: Scalar, [first, second]: &[String; 2]) {
        self.check(match scalar {
            Scalar::Float { .. } => format!("klee_assert(SAME_FLOAT({first}, {second}));"),
            Scalar::Int { .. } => format!("klee_assert({first} == {second});"),
        });
    }

    /// Compares the results of the calls.
    pub(super) fn compare_result(&mut self, result: &Described, params: &[Described]) {
        let both = SIDES.map(|side| format!("result{side}"));
        let [first, second] = &both;
        let Kind::Pointer { to, reference, .. } = &result.kind else {
            return self.same(result, "result", &both);
        };
        if *reference {
            return match is_data(to) || matches!(to.kind, Kind::Library) {
                true => self.same(to, "result", &both),
                false => self.check("/* result: say here what has to be the same */"),
            };
        }
        self.check(format!("klee_assert(({first} == 0) == ({second} == 0));"));
        // Pointers into a buffer must be equally far from its start.
        let ty = to.declared.declare("");
        let buffer = params.iter().find(|param| match &param.kind {
            Kind::Pointer { to, reference, .. } => {
                let is_buffer = !*reference && !self.is_object(param) && is_data(to);
                is_buffer && to.declared.declare("") == ty
            }
            _ => false,
        });
        if let Some(Described {
            name,
            kind: Kind::Pointer { to, constant, .. },
            ..
        }) = buffer
        {
            let starts = match is_shared(to, *constant) {
                true => [name.clone(), name.clone()],
                false => SIDES.map(|side| format!("{name}{side}")),
            };
            let [start, other] = starts;
            self.check(format!(
                "if ({first} != 0) klee_assert({first} - {start} == {second} - {other}); /* if it points into {name} */"
            ));
        }
    }
}

/// Whether a program can name the numbers of a value one by one.
fn are_named(leaves: &[Leaf]) -> bool {
    let made_up = |leaf: &Leaf| leaf.path.contains(".bits[") || leaf.path.ends_with(".re");
    leaves.len() <= MOST_LEAVES && !leaves.iter().any(made_up)
}

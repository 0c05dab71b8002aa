//! Rules compiled to small matching programs.
//!
//! Invariant: a program reads a register only after a step has written it.

use term::Op;

use crate::at_a_glance::Sketch;
use crate::function::Kind;
use crate::make::{Make, building, here};
use crate::pattern::{Expr, Field, MAX_SLOTS, Pattern, ROOT_WIDTH, Rule, fields};

/// Registers of a matching program: first the term variables, then inner nodes.
pub(crate) const REGISTERS: usize = MAX_SLOTS + 12;

/// The pseudo register of the requested term, which has no id yet.
pub(crate) const ROOT: u8 = u8::MAX;

/// One step of a matching program; a match fails at the first step that fails.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Checks that the node in a register has this operator; writes its operands to `to`.
    Open { node: u8, op: Op, to: [u8; 3] },
    /// Binds a field of a node to a number slot.
    Bind { node: u8, field: Field, slot: u8 },
    /// Checks that a field of a node equals an expression.
    Check { node: u8, field: Field, value: Expr },
    /// Checks that the node is a constant; binds its value to a number slot.
    BindConst { node: u8, slot: u8 },
    /// Checks that the node is a constant of this value.
    CheckConst { node: u8, value: Expr },
    /// Checks that both registers hold the same term.
    Same { a: u8, b: u8 },
    /// Checks that a condition holds.
    Guard(Expr),
}

/// A compiled rule, for one order of its commutative operands.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The operator of the left side.
    pub root: Op,
    /// The properties of the left side that the index tests.
    pub sketch: Sketch,
    /// The matching steps.
    pub steps: Box<[Step]>,
    /// The building steps of the right side.
    pub makes: Box<[Make]>,
}

/// Compiles a rule: one program for each order of its commutative operands that can occur. An
/// error message names what the rule lacks.
pub(crate) fn compile(rule: &Rule) -> Result<Vec<Program>, String> {
    let makes = building(&rule.rhs, Some(Expr::Var(ROOT_WIDTH)))?;
    let mut programs = Vec::new();
    for lhs in orders(&rule.lhs) {
        let (steps, used) = matching(&lhs, rule)?;
        if used > REGISTERS {
            return Err("the left side is too large".into());
        }
        let Pattern::Node(root, attributes, args) = &lhs else {
            return Err("the left side must be an operation".into());
        };
        programs.push(Program {
            root: *root,
            sketch: Sketch::of(*root, attributes, args),
            steps: steps.into(),
            makes: makes.clone().into(),
        });
    }
    Ok(programs)
}

/// The pattern with the operands of commutative operators in every order that can occur
/// (constants come last).
fn orders(pattern: &Pattern) -> Vec<Pattern> {
    let Pattern::Node(op, attributes, args) = pattern else {
        return vec![pattern.clone()];
    };
    let mut choices: Vec<Vec<Pattern>> = vec![Vec::new()];
    for arg in args {
        let alternatives = orders(arg);
        choices = choices
            .iter()
            .flat_map(|prefix| {
                alternatives.iter().map(move |a| {
                    let mut next = prefix.clone();
                    next.push(a.clone());
                    next
                })
            })
            .collect();
    }
    let node = |args| Pattern::Node(*op, attributes.clone(), args);
    let constant = |p: &Pattern| matches!(p, Pattern::Const(..));
    let mut all = Vec::new();
    for args in choices {
        let swappable = op.is_commutative() && args.len() == 2 && args[0] != args[1];
        if swappable && !constant(&args[1]) {
            all.push(node(vec![args[1].clone(), args[0].clone()]));
        }
        if !(swappable && constant(&args[0]) && !constant(&args[1])) {
            all.insert(0, node(args));
        }
    }
    all
}

/// The matching steps of a left side, and the number of registers used.
fn matching(lhs: &Pattern, rule: &Rule) -> Result<(Vec<Step>, usize), String> {
    let mut m = Matching {
        rule,
        steps: Vec::new(),
        next: rule.term_slots() as u8,
        terms: 0,
        numbers: 1 << ROOT_WIDTH,
        late: Vec::new(),
    };
    m.node(ROOT, lhs)?;
    // Fields computed from variables that are bound further right.
    for (node, field, value) in std::mem::take(&mut m.late) {
        m.bound(&value)?;
        m.steps.push(Step::Check { node, field, value });
    }
    for guard in &rule.guards {
        m.bound(guard)?;
        m.steps.push(Step::Guard(guard.clone()));
    }
    Ok((m.steps, m.next as usize))
}

struct Matching<'a> {
    rule: &'a Rule,
    steps: Vec<Step>,
    next: u8,
    /// Bit sets of the slots bound so far.
    terms: u32,
    numbers: u32,
    late: Vec<(u8, Field, Expr)>,
}

impl Matching<'_> {
    /// Emits the steps that match an operation or a constant in a register.
    fn node(&mut self, register: u8, pattern: &Pattern) -> Result<(), String> {
        match pattern {
            Pattern::Var(_) => Ok(()),
            Pattern::Const(value, Some(width)) => {
                self.node(register, &Pattern::Const(value.clone(), None))?;
                self.field(register, Field::Width, width);
                Ok(())
            }
            Pattern::Const(Expr::Var(slot), None) if self.numbers & 1 << slot == 0 => {
                self.numbers |= 1 << slot;
                self.steps.push(Step::BindConst {
                    node: register,
                    slot: *slot,
                });
                Ok(())
            }
            Pattern::Const(value, None) => {
                self.bound(value)?;
                let value = here(value, &Expr::Width(register));
                self.steps.push(Step::CheckConst {
                    node: register,
                    value,
                });
                Ok(())
            }
            Pattern::Node(op, attributes, args) => {
                let mut to = [0; 3];
                let mut repeated = Vec::new();
                for (target, arg) in to.iter_mut().zip(args) {
                    *target = match arg {
                        Pattern::Var(slot) if self.terms & 1 << slot == 0 => {
                            self.terms |= 1 << slot;
                            *slot
                        }
                        _ => {
                            self.next += 1;
                            self.next - 1
                        }
                    };
                    if let Pattern::Var(slot) = arg
                        && *slot != *target
                    {
                        repeated.push(Step::Same {
                            a: *slot,
                            b: *target,
                        });
                    }
                }
                self.steps.push(Step::Open {
                    node: register,
                    op: *op,
                    to,
                });
                self.steps.extend(repeated);
                for (field, value) in fields(*op).iter().zip(attributes) {
                    self.field(register, *field, value);
                }
                for (target, arg) in to.iter().zip(args) {
                    self.node(*target, arg)?;
                }
                Ok(())
            }
        }
    }

    fn field(&mut self, node: u8, field: Field, value: &Expr) {
        match value {
            Expr::Var(slot) if self.numbers & 1 << slot == 0 => {
                self.numbers |= 1 << slot;
                let slot = *slot;
                self.steps.push(Step::Bind { node, field, slot });
            }
            value if self.bound(value).is_ok() => self.steps.push(Step::Check {
                node,
                field,
                value: value.clone(),
            }),
            value => self.late.push((node, field, value.clone())),
        }
    }

    /// Checks that everything an expression reads is bound; an error message names what is not.
    fn bound(&self, expr: &Expr) -> Result<(), String> {
        match expr {
            Expr::Num(_) | Expr::Here => Ok(()),
            Expr::Var(slot) if self.numbers & 1 << slot != 0 => Ok(()),
            Expr::Term(slot) | Expr::Width(slot) if self.terms & 1 << slot != 0 => Ok(()),
            Expr::Float(_, format) => self.bound(format),
            Expr::Call(_, args) => args.iter().try_for_each(|a| self.bound(a)),
            Expr::Var(slot) => Err(self.unbound(false, *slot)),
            Expr::Term(slot) | Expr::Width(slot) => Err(self.unbound(true, *slot)),
        }
    }

    fn unbound(&self, term: bool, slot: u8) -> String {
        let name = self
            .rule
            .variables
            .iter()
            .find(|v| (v.kind == Kind::Term) == term && v.slot == slot)
            .map_or("?", |v| v.name.as_str());
        format!("the left side does not bind `{name}` before its use")
    }
}

//! On which inputs a term has a value: whether undefined memory or poison shows in it.
//!
//! The shadow of MemorySanitizer as conditions, one for a whole term: a selection has a value
//! where its condition and the chosen operand have one, a conjunction also where one operand is
//! false, any other operation where all operands have one.
//!
//! Invariant: where a term is *defined*, its value depends on no undefined symbol. Where it is
//! *left alone* and not defined, undefined bits are moved into it unchanged.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Cone, Op, TermId};

/// One-bit terms about a term.
#[derive(Clone, Copy)]
pub(super) struct Definedness {
    /// Where it has a value.
    pub defined: TermId,
    /// Where it has a value or is undefined memory that was moved and selected only.
    pub left_alone: TermId,
}

impl Definedness {
    /// Tells where `root` is defined, and where it is left alone.
    pub fn of(builder: &mut Builder, root: TermId) -> Definedness {
        let [never, always] = [false, true].map(|bit| builder.bool(bit));
        let whole = Definedness {
            defined: always,
            left_alone: always,
        };
        let mut known: FxHashMap<TermId, Definedness> = FxHashMap::default();
        for term in Cone::of(builder.arena(), &[root]).terms {
            let arena = builder.arena();
            let node = *arena.node(term);
            let symbol = arena.symbol_id(term).map(|id| arena.symbol(id).buffer);
            if symbol.is_some_and(|buffer| arena.buffer(buffer).undefined) {
                let undefined = Definedness {
                    defined: never,
                    left_alone: always,
                };
                known.insert(term, undefined);
                continue;
            }
            let operands = node.children().iter().map(|child| known[child]);
            let operands: Vec<Definedness> = operands.collect();
            let is_whole = operands.iter().all(|operand| operand.defined == always);
            let of_term = match is_whole {
                true => whole,
                false => computed(builder, term, &operands),
            };
            known.insert(term, of_term);
        }
        known[&root]
    }
}

/// The conditions of an operation on operands with these.
fn computed(builder: &mut Builder, term: TermId, operands: &[Definedness]) -> Definedness {
    let node = *builder.arena().node(term);
    let mut all = |of: fn(&Definedness) -> TermId| {
        let always = builder.bool(true);
        let conditions = operands.iter().map(of);
        conditions.fold(always, |all, condition| builder.and(all, condition))
    };
    let defined = all(|operand| operand.defined);
    match (node.op(), operands) {
        (Op::Concat | Op::Extract | Op::ZExt, _) => Definedness {
            defined,
            left_alone: all(|operand| operand.left_alone),
        },
        (Op::Select, [condition, x, y]) => {
            let mut chosen = |x, y| {
                let chosen = builder.select(node.child(0), x, y);
                builder.and(condition.defined, chosen)
            };
            Definedness {
                defined: chosen(x.defined, y.defined),
                left_alone: chosen(x.left_alone, y.left_alone),
            }
        }
        (Op::And | Op::Or, _) if node.width() == 1 => {
            let decides = node.op() == Op::Or;
            let mut any = defined;
            for (operand, child) in operands.iter().zip(node.children()) {
                let deciding = match decides {
                    true => *child,
                    false => builder.not(*child),
                };
                let decided = builder.and(operand.defined, deciding);
                any = builder.or(any, decided);
            }
            Definedness {
                defined: any,
                left_alone: any,
            }
        }
        _ => Definedness {
            defined,
            left_alone: defined,
        },
    }
}

#[cfg(test)]
mod tests {
    use rewrite_rules::RuleSet;
    use term::{Assignment, Buffer, Evaluator, SymbolId};

    use super::*;

    /// Values of the flag and the byte; undefined is zero.
    struct Values([u128; 2]);

    impl Assignment for Values {
        fn symbol(&self, id: SymbolId) -> u128 {
            self.0.get(id.0 as usize).copied().unwrap_or(0)
        }
    }

    /// A builder with a flag, a byte and an undefined byte.
    fn symbols() -> (Builder, [TermId; 3]) {
        let mut builder = Builder::new(RuleSet::builtin());
        let mut symbol = |name: &str, width, undefined| {
            let arena = builder.arena_mut();
            let buffer = arena.add_buffer(Buffer {
                name: name.into(),
                format: None,
                signed: false,
                scalar: true,
                undefined,
            });
            arena.add_symbol(buffer, 0, width)
        };
        let all = [
            symbol("valid", 1, false),
            symbol("x", 8, false),
            symbol("undefined value", 8, true),
        ];
        (builder, all)
    }

    #[test]
    fn a_selection_is_left_alone_and_defined_where_it_chooses_a_value() {
        let (mut builder, [valid, x, undefined]) = symbols();
        let member = builder.select(valid, x, undefined);
        let of = Definedness::of(&mut builder, member);
        assert_eq!(of.defined, valid);
        assert_eq!(of.left_alone, builder.bool(true));
    }

    #[test]
    fn what_is_computed_is_left_alone_where_it_is_defined() {
        let (mut builder, [valid, x, undefined]) = symbols();
        let member = builder.select(valid, x, undefined);
        let sum = builder.add(member, x);
        let of = Definedness::of(&mut builder, sum);
        assert_eq!((of.defined, of.left_alone), (valid, valid));
    }

    #[test]
    fn a_disjunction_is_defined_where_an_operand_decides_it() {
        let (mut builder, [valid, x, undefined]) = symbols();
        let member = builder.select(valid, x, undefined);
        let less = builder.ult(member, x);
        let empty = builder.not(valid);
        let test = builder.or(empty, less);
        let other = builder.and(empty, less);
        let of = Definedness::of(&mut builder, test);
        let of_other = Definedness::of(&mut builder, other);
        for [flag, byte] in [[0, 5], [1, 5]] {
            let of = [of.defined, of_other.defined].map(|condition| {
                let cone = Cone::of(builder.arena(), &[condition]);
                let mut evaluator = Evaluator::new(builder.arena(), &cone);
                evaluator.run(&Values([flag, byte]));
                evaluator.value(condition)
            });
            assert_eq!(of, [1, flag], "the conjunction is open where it is empty");
        }
    }
}

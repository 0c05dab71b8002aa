//! Coverage of the choices in two versions, and sizes that reach uncovered ones.
//!
//! Code behind an arm (an outcome of a choice) that no tried size takes is not covered by
//! the verdict. [`Graph`] finds these arms from the executions, and states as a term the
//! condition on the size under which an arm is taken ([`Question`]): the driver solves it
//! for sizes to try, or learns that there are none.

mod arm;
mod combined;
mod data;
mod graph;
mod guard;
mod memory_flow;
mod narrow;
mod space;
mod tables;
mod uses;
mod write;
mod written;

pub use arm::Arm;
pub use combined::Combination;
pub use data::SizeData;
pub use graph::Graph;
pub use guard::{Depends, Parameter, Question};
pub use space::Space;
pub use tables::{Row, Table};

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use inkwell::memory_buffer::MemoryBuffer;
    use rewrite_rules::{Builder, RuleSet};
    use term::{Assignment, Buffer, Cone, Evaluator, SymbolId, TermId};

    use super::*;
    use crate::contract::Length;
    use crate::program::Program;
    use crate::symex::{Ignorant, Limits, Machine, Value};

    /// An assignment of one value to the size and another to all other symbols.
    struct Input {
        size: (SymbolId, u128),
        others: u128,
    }

    impl Assignment for Input {
        fn symbol(&self, id: SymbolId) -> u128 {
            match id == self.size.0 {
                true => self.size.1,
                false => self.others,
            }
        }
    }

    /// Executes `f` at the size `ran`. For each arm that is not taken there, and each size
    /// in `asked`, says whether the arm's condition holds with some number of iterations up
    /// to 3.
    fn ways(ir: &str, ran: u64, asked: &[u64]) -> Vec<Vec<bool>> {
        let context = inkwell::context::Context::create();
        let buffer = MemoryBuffer::create_from_memory_range_copy(ir.as_bytes(), "f.ll");
        let module = context.create_module_from_ir(buffer).expect("valid IR");
        let program = Program::decode(&module);
        let f = program.find_function("f").expect("it is there");

        let rules = RuleSet::builtin();
        let mut machine = Machine::new(&program, Builder::new(rules), Limits::default());
        let n = Value::from(machine.builder.constant(64, u128::from(ran)));
        let state = machine.initial_state();
        machine.call(state, f, &[n], &mut Ignorant);

        let graph = Graph::of(&program, f, &|_| true);
        let mut builder = Builder::new(rules);
        let buffer = builder.arena_mut().add_buffer(Buffer {
            name: "n".to_owned(),
            format: None,
            signed: false,
            scalar: true,
            undefined: false,
        });
        let size = builder.arena_mut().add_symbol(buffer, 0, 64);
        let sizes = BTreeMap::from([("n".to_owned(), size)]);
        let parameters = [Parameter::Size(Length::Var("n".to_owned()))];
        let answers = graph.untaken(&machine.reached).into_iter().map(|arm| {
            let questions = graph.questions(&parameters, &mut builder, &sizes, arm);
            let questions = questions.expect("one chain of calls");
            assert!(questions.iter().all(|q| q.depends.on_sizes()));
            let holds = |n: &u64| questions.iter().any(|q| can_hold(&builder, q, size, *n));
            asked.iter().map(holds).collect()
        });
        answers.collect()
    }

    fn can_hold(builder: &Builder, question: &Question, size: TermId, n: u64) -> bool {
        let arena = builder.arena();
        let cone = Cone::of(arena, &[question.condition]);
        let mut evaluator = Evaluator::new(arena, &cone);
        let size = arena.symbol_id(size).expect("a symbol");
        // Numbers of iterations, and one address.
        [0, 1, 2, 3, 1 << 21].into_iter().any(|others| {
            evaluator.run(&Input {
                size: (size, u128::from(n)),
                others,
            });
            evaluator.value(question.condition) == 1
        })
    }

    #[test]
    fn a_branch_on_the_size_is_asked_about() {
        let ir = "define i64 @f(i64 %n) {
            entry:
              %more = icmp ugt i64 %n, 8
              br i1 %more, label %large, label %small
            large:
              ret i64 1
            small:
              ret i64 2
            }";
        assert_eq!(ways(ir, 3, &[8, 9]), [[false, true]]);
        assert_eq!(ways(ir, 20, &[8, 9]), [[true, false]]);
    }

    #[test]
    fn a_branch_on_a_member_that_a_function_reads() {
        let ir = "define i64 @f(i64 %n) {
            entry:
              %pair = alloca { i64, i64 }
              %copy = alloca { i64, i64 }
              store i64 5, ptr %pair
              %second = getelementptr { i64, i64 }, ptr %pair, i32 0, i32 1
              store i64 %n, ptr %second
              call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %pair, i64 16, i1 false)
              %size = call i64 @size(ptr %copy)
              %more = icmp ugt i64 %size, 8
              br i1 %more, label %large, label %small
            large:
              ret i64 1
            small:
              ret i64 2
            }
            define i64 @size(ptr %pair) {
              %second = getelementptr { i64, i64 }, ptr %pair, i32 0, i32 1
              %size = load i64, ptr %second
              ret i64 %size
            }
            declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)";
        assert_eq!(ways(ir, 3, &[8, 9]), [[false, true]]);
    }

    #[test]
    fn a_branch_inside_another_needs_both() {
        let ir = "define i64 @f(i64 %n) {
            entry:
              %some = icmp ugt i64 %n, 4
              br i1 %some, label %inner, label %out
            inner:
              %most = icmp ugt i64 %n, 16
              br i1 %most, label %deep, label %out
            deep:
              ret i64 1
            out:
              ret i64 2
            }";
        assert_eq!(
            ways(ir, 8, &[4, 8, 17]),
            [[true, false, false], [false, false, true]]
        );
    }

    #[test]
    fn a_loop_that_goes_round_once_more() {
        let ir = "define i64 @f(i64 %n) {
            entry:
              br label %head
            head:
              %i = phi i64 [ 0, %entry ], [ %next, %body ]
              %next = add i64 %i, 4
              %fits = icmp ule i64 %next, %n
              br i1 %fits, label %body, label %out
            body:
              br label %head
            out:
              ret i64 %i
            }";
        // At 3 the body is never entered; at 4 once; from 8 on twice.
        assert_eq!(ways(ir, 3, &[3, 4, 8]), [[false, true, true]]);
        assert_eq!(ways(ir, 4, &[4, 7, 8]), [[false, false, true]]);
    }
}

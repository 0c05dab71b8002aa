//! Results as they would be if integers never lost upper bits.

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Assignment, Cone, Evaluator, Op, Rounding, Spec, TermId};

use crate::budgets::diagnosis::WIDENED_TERMS;

/// Width in which no widened number overflows.
const WIDE: u8 = 128;
/// Width up to which numbers are widened.
const NARROW: u8 = 64;

/// Terms over widened integers. An integer is sign-extended or zero-extended according to how it
/// is read.
#[derive(Default)]
pub(super) struct Whole {
    /// For each original term, the term of the same width computed from widened integers.
    bits: FxHashMap<TermId, TermId>,
    /// For each original term and signedness, the widened number.
    numbers: FxHashMap<(TermId, bool), TermId>,
}

impl Whole {
    /// The results computed from widened integers; `None` if they have too many terms.
    pub(super) fn of(&mut self, builder: &mut Builder, roots: [TermId; 2]) -> Option<[TermId; 2]> {
        let cone = Cone::of(builder.arena(), &roots);
        if cone.terms.len() > WIDENED_TERMS {
            return None;
        }
        Some(roots.map(|root| self.narrowed(builder, root)))
    }

    /// The term of the same width computed from widened integers. Summands get no such term of
    /// their own: it would be computed anew from the terms below.
    fn narrowed(&mut self, builder: &mut Builder, term: TermId) -> TermId {
        if let Some(&bits) = self.bits.get(&term) {
            return bits;
        }
        let bits = self.narrow(builder, term);
        self.bits.insert(term, bits);
        bits
    }

    fn narrow(&mut self, builder: &mut Builder, term: TermId) -> TermId {
        let node = *builder.arena().node(term);
        let spec = node.spec();
        if node.children().is_empty() {
            return term;
        }
        let signed = match spec.op {
            Op::SiToF | Op::Slt => true,
            Op::UiToF | Op::Ult => false,
            Op::Extract if is_sign(builder, term) => {
                let number = self.number(builder, node.child(0), true);
                let zero = builder.constant(WIDE, 0);
                return builder.build(Spec::int(Op::Slt, 1), &[number, zero]);
            }
            _ if spec.op.is_float() || node.width() == 1 => return self.rebuilt(builder, term),
            // The low bits do not depend on the signedness.
            _ => {
                let number = self.number(builder, term, true);
                return builder.trunc(number, node.width());
            }
        };
        if builder.width(node.child(0)) > NARROW {
            return self.rebuilt(builder, term);
        }
        let args: Vec<TermId> = node
            .children()
            .iter()
            .map(|&c| self.number(builder, c, signed))
            .collect();
        let spec = match spec.op {
            Op::SiToF | Op::UiToF => {
                Spec::from_int(Op::SiToF, spec.format(), Rounding::NearestEven)
            }
            _ => Spec::int(Op::Slt, 1),
        };
        builder.build(spec, &args)
    }

    fn rebuilt(&mut self, builder: &mut Builder, term: TermId) -> TermId {
        let node = *builder.arena().node(term);
        let args: Vec<TermId> = node
            .children()
            .iter()
            .map(|&child| self.narrowed(builder, child))
            .collect();
        match args == node.children() {
            true => term,
            false => builder.build(node.spec(), &args),
        }
    }

    /// The widened number that a term denotes.
    fn number(&mut self, builder: &mut Builder, term: TermId, signed: bool) -> TermId {
        if let Some(&number) = self.numbers.get(&(term, signed)) {
            return number;
        }
        let number = self.computed(builder, term, signed);
        self.numbers.insert((term, signed), number);
        number
    }

    fn computed(&mut self, builder: &mut Builder, term: TermId, signed: bool) -> TermId {
        let node = *builder.arena().node(term);
        let spec = node.spec();
        let of = |whole: &mut Whole, builder: &mut Builder, i: usize| {
            whole.number(builder, node.child(i), signed)
        };
        match spec.op {
            _ if node.width() > NARROW => {}
            Op::Add | Op::Sub | Op::Mul => {
                let args = [of(self, builder, 0), of(self, builder, 1)];
                return builder.build(Spec::int(spec.op, WIDE), &args);
            }
            Op::Shl
                if builder
                    .constant_value(node.child(1))
                    .is_some_and(|by| by < 64) =>
            {
                let x = self.number(builder, node.child(0), signed);
                let by = builder.constant_value(node.child(1)).unwrap_or(0);
                let by = builder.constant(WIDE, by);
                return builder.build(Spec::int(Op::Shl, WIDE), &[x, by]);
            }
            Op::Select => {
                let args = [of(self, builder, 1), of(self, builder, 2)];
                let condition = self.narrowed(builder, node.child(0));
                return builder.select(condition, args[0], args[1]);
            }
            Op::SExt => return self.number(builder, node.child(0), true),
            Op::ZExt => return self.number(builder, node.child(0), false),
            // Only the bits shifted out below are lost; the upper bits are kept.
            Op::Extract if builder.width(node.child(0)) <= NARROW => {
                let x = of(self, builder, 0);
                return shifted(builder, x, spec.offset());
            }
            Op::AShr | Op::LShr => {
                let by = builder.constant_value(node.child(1));
                if let Some(by) = by
                    .and_then(|by| u8::try_from(by).ok())
                    .filter(|by| *by < NARROW)
                {
                    let x = self.number(builder, node.child(0), spec.op == Op::AShr);
                    return shifted(builder, x, by);
                }
            }
            _ => {}
        }
        let own = match self.bits.get(&term) {
            Some(&bits) => bits,
            None => self.rebuilt(builder, term),
        };
        extended(builder, own, signed)
    }

    /// Returns a number that one result alone computes and whose width does not hold it on this
    /// input, with that width. Numbers that overflow under both signednesses come first.
    pub(super) fn lost(
        &self,
        builder: &Builder,
        [root, other]: [TermId; 2],
        witness: &dyn Assignment,
    ) -> Option<(i128, u8)> {
        let shared: FxHashSet<TermId> = Cone::of(builder.arena(), &[other])
            .terms
            .into_iter()
            .collect();
        let own = Cone::of(builder.arena(), &[root]).terms.into_iter();
        // Other widths are artefacts of rewriting.
        let own = own
            .filter(|&term| !shared.contains(&term) && matches!(builder.width(term), 8 | 16 | 32));
        let numbers: Vec<(u8, bool, TermId)> = own
            .flat_map(|term| [true, false].map(|signed| (term, signed)))
            .filter_map(|(term, signed)| {
                let number = *self.numbers.get(&(term, signed))?;
                Some((builder.width(term), signed, number))
            })
            .collect();
        let roots: Vec<TermId> = numbers.iter().map(|&(.., number)| number).collect();
        let cone = Cone::of(builder.arena(), &roots);
        let mut evaluator = Evaluator::new(builder.arena(), &cone);
        evaluator.run(witness);
        let numbers = numbers
            .into_iter()
            .map(|(width, signed, number)| (width, signed, evaluator.value(number) as i128));
        let numbers: Vec<(u8, bool, i128)> = numbers.collect();
        let signed_end = |width: u8| 1i128 << (width - 1);
        let either = numbers.iter().find(|&&(width, _, number)| {
            number < -signed_end(width) || number >= 2 * signed_end(width)
        });
        let as_read = || {
            numbers
                .iter()
                .find(|&&(width, signed, number)| match signed {
                    true => !(-signed_end(width)..signed_end(width)).contains(&number),
                    false => !(0..2 * signed_end(width)).contains(&number),
                })
        };
        let &(width, _, number) = either.or_else(as_read)?;
        Some((number, width))
    }
}

/// Whether a term is the sign bit of a number that is widened.
fn is_sign(builder: &Builder, term: TermId) -> bool {
    let node = builder.arena().node(term);
    let width = builder.width(node.child(0));
    node.width() == 1 && node.spec().offset() + 1 == width && (2..=NARROW).contains(&width)
}

fn extended(builder: &mut Builder, x: TermId, signed: bool) -> TermId {
    match signed {
        true => builder.sext(x, WIDE),
        false => builder.zext(x, WIDE),
    }
}

fn shifted(builder: &mut Builder, x: TermId, by: u8) -> TermId {
    if by == 0 {
        return x;
    }
    let by = builder.constant(WIDE, by.into());
    builder.build(Spec::int(Op::AShr, WIDE), &[x, by])
}

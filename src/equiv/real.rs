//! Results in nearly exact arithmetic: every float operation in quadruple precision, without
//! intermediate rounding to narrower formats.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Cone, Format, Op, Rounding, Spec, TermId};

const WIDE: Format = Format::Quad;
const NEAREST: Rounding = Rounding::NearestEven;
/// Selects and sign changes followed from a result down to the float operations.
const DEPTH: u8 = 64;

/// Terms with their float operations in quadruple precision.
#[derive(Default)]
pub(super) struct Reals {
    /// For each original term, the term of the same width over widened operands.
    bits: FxHashMap<TermId, TermId>,
    /// For each original float operation, its result in quadruple precision.
    floats: FxHashMap<TermId, TermId>,
}

impl Reals {
    /// The quadruple-precision value of a term of this format.
    pub(super) fn of(&mut self, builder: &mut Builder, format: Format, root: TermId) -> TermId {
        let cone = Cone::of(builder.arena(), &[root]);
        for &term in &cone.terms {
            if !self.bits.contains_key(&term) {
                let new = self.widen(builder, term);
                self.bits.insert(term, new);
            }
        }
        self.real(builder, format, root, DEPTH)
    }

    /// The term of the same width over widened operands.
    fn widen(&mut self, builder: &mut Builder, term: TermId) -> TermId {
        let node = *builder.arena().node(term);
        let (spec, children) = (node.spec(), node.children());
        if children.is_empty() {
            return term;
        }
        if !spec.op.is_float() {
            let args: Vec<TermId> = children.iter().map(|child| self.bits[child]).collect();
            return match spec.op {
                Op::Apply => {
                    builder
                        .arena_mut()
                        .apply(term::FunctionId(spec.attr), spec.width, &args)
                }
                _ => builder.build(spec, &args),
            };
        }
        let format = spec.format();
        let of = |builder: &mut Builder, format| -> Vec<TermId> {
            let children = children.iter();
            children
                .map(|&child| self.real(builder, format, child, DEPTH))
                .collect()
        };
        let wide = match spec.op {
            Op::FCmp => {
                let args = of(builder, format);
                return builder.build(Spec::fcmp(WIDE, spec.outcomes()), &args);
            }
            Op::FToSi | Op::FToUi => {
                let args = of(builder, format);
                let spec = Spec::to_int(spec.op, WIDE, spec.rounding(), spec.width);
                return builder.build(spec, &args);
            }
            Op::FConvert => of(builder, spec.source_format())[0],
            Op::SiToF | Op::UiToF => {
                let arg = self.bits[&children[0]];
                builder.build(Spec::from_int(spec.op, WIDE, NEAREST), &[arg])
            }
            Op::FRound => {
                let args = of(builder, format);
                builder.build(Spec::float(spec.op, WIDE, spec.rounding()), &args)
            }
            op => {
                let args = of(builder, format);
                builder.build(Spec::float(op, WIDE, NEAREST), &args)
            }
        };
        self.floats.insert(term, wide);
        builder.build(Spec::fconvert(WIDE, format, NEAREST), &[wide])
    }

    /// A term read as a float, in quadruple precision.
    fn real(&self, builder: &mut Builder, format: Format, term: TermId, depth: u8) -> TermId {
        if let Some(&wide) = self.floats.get(&term) {
            return wide;
        }
        let node = *builder.arena().node(term);
        let sign = |b: &Builder, mask: u128| b.constant_value(node.child(1)) == Some(mask);
        match node.op() {
            Op::Select if depth > 0 => {
                let x = self.real(builder, format, node.child(1), depth - 1);
                let y = self.real(builder, format, node.child(2), depth - 1);
                let condition = self.bits[&node.child(0)];
                builder.select(condition, x, y)
            }
            Op::Xor if depth > 0 && sign(builder, format.sign_mask()) => {
                let x = self.real(builder, format, node.child(0), depth - 1);
                builder.fneg(WIDE, x)
            }
            Op::And if depth > 0 && sign(builder, format.sign_mask() - 1) => {
                let x = self.real(builder, format, node.child(0), depth - 1);
                builder.fabs(WIDE, x)
            }
            _ => builder.fconvert(format, WIDE, self.bits[&term]),
        }
    }
}

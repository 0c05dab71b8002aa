//! Kinds of differences by their magnitude. Integer results are close or not. For float results
//! the question is whether the difference persists in exact arithmetic, or in quadruple
//! precision where exact arithmetic is undefined: if so, the formulas differ, otherwise only
//! their rounding.

use rewrite_rules::Builder;
use term::{Arena, Assignment, Cone, Evaluator, Format, TermId};

use super::rounding::{in_own_formats, rounding_kind};
use crate::budgets::diagnosis::{EXACT_TERMS, MAGNITUDE_SAMPLES};
use crate::equiv::Witness;
use crate::equiv::claim::{Compare, Obligation};
use crate::equiv::exact::Exact;
use crate::equiv::ladder::{Ladder, Options};
use crate::equiv::portfolio::Portfolio;
use crate::equiv::real::Reals;
use crate::equiv::separation::{NEAR, apart, distance, values};
use crate::verdict::Kind;

/// Width up to which any two integers are within [`NEAR`] of each other.
pub(super) const NEAR_BITS: u8 = 2;

/// The portfolio's function that draws a sample.
type Draw = fn(&mut Portfolio, &mut Vec<u128>);

impl Ladder {
    /// Whether integer results are at most [`NEAR`] units apart on all samples.
    pub(super) fn stays_near(&self, builder: &Builder, obligation: &Obligation) -> bool {
        let roots = [obligation.left, obligation.right];
        let width = builder.width(roots[0]);
        self.on_samples(builder, obligation, &[], Portfolio::draw, |_, value| {
            apart(width, roots.map(value)) <= NEAR
        })
    }

    /// Whether results of ordinary inputs are close on at least 15/16 of the samples with
    /// numeric results: within 1/256 of the larger for floats, [`NEAR`] units for integers.
    pub(super) fn stays_close(&self, builder: &Builder, obligation: &Obligation) -> bool {
        let (close, all) = self.closeness(builder, obligation, 1.0 / 256.0, Portfolio::draw);
        all > 0 && close * 16 >= all * 15
    }

    /// Whether results of scaled inputs are close on at least a quarter of the samples with
    /// numeric results: within 1/16 of the larger for floats.
    pub(super) fn often_close(&self, builder: &Builder, obligation: &Obligation) -> bool {
        let (close, all) = self.closeness(builder, obligation, 1.0 / 16.0, Portfolio::draw_scaled);
        all > 0 && close * 4 >= all
    }

    /// Counts the samples on which the results differ by at most `part` of the larger (floats)
    /// or [`NEAR`] units (integers), and the samples with numeric results.
    fn closeness(
        &self,
        builder: &Builder,
        obligation: &Obligation,
        part: f64,
        draw: Draw,
    ) -> (usize, usize) {
        let roots = [obligation.left, obligation.right];
        let width = builder.width(roots[0]);
        let (mut close, mut all) = (0, 0);
        self.on_samples(builder, obligation, &[], draw, |_, value| {
            let results = roots.map(value);
            let near = match obligation.compare {
                Compare::Float(format) => {
                    let size = results.map(|x| distance(format, [x, 0]));
                    let [Some(x), Some(y)] = size else {
                        return true;
                    };
                    let apart = distance(format, results).unwrap_or(f64::INFINITY);
                    apart <= x.max(y) * part
                }
                Compare::Bits if width <= NEAR_BITS => results[0] == results[1],
                Compare::Bits => apart(width, results) <= NEAR,
            };
            close += usize::from(near);
            all += 1;
            true
        });
        (close, all)
    }

    /// Decides whether both results are the same formula, by their values in exact arithmetic on
    /// the witness and then on samples: on a single input different formulas may be close.
    pub(super) fn by_magnitude(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        format: Format,
        witness: &dyn Assignment,
    ) -> Kind {
        let mut reals = Reals::default();
        let roots = [obligation.left, obligation.right];
        let ideal = roots.map(|root| reals.of(builder, format, root));
        let idealised = Obligation {
            left: ideal[0],
            right: ideal[1],
            compare: Compare::Float(Format::Quad),
            ..obligation.clone()
        };
        if in_own_formats(builder.arena(), roots) && self.agree(builder, &idealised, ideal) {
            return Kind::Precision;
        }
        let on_witness = vanishes(
            format,
            values(builder, &roots, witness),
            exactly_apart(builder.arena(), format, roots, witness)
                .or_else(|| widely_apart(values(builder, &ideal, witness))),
        );
        if on_witness != Some(true) || self.mostly_stays(builder, obligation, format, ideal) {
            return Kind::Formula;
        }
        rounding_kind(builder.arena(), format, roots)
    }

    /// Whether the difference persists without roundings on most of the samples that show one.
    fn mostly_stays(
        &self,
        builder: &Builder,
        obligation: &Obligation,
        format: Format,
        ideal: [TermId; 2],
    ) -> bool {
        let roots = [obligation.left, obligation.right];
        let (mut vanished, mut stayed) = (0, 0);
        let arena = builder.arena();
        let small = Cone::of(arena, &roots).len() <= EXACT_TERMS;
        self.on_samples(
            builder,
            obligation,
            &ideal,
            Portfolio::draw,
            |sample, value| {
                let narrow = roots.map(value);
                if distance(format, narrow).is_none_or(|apart| apart == 0.0) {
                    return true;
                }
                let exact = small.then(|| exactly_apart(arena, format, roots, sample));
                let wide = exact.flatten().or_else(|| widely_apart(ideal.map(value)));
                match vanishes(format, narrow, wide) {
                    Some(true) => vanished += 1,
                    Some(false) => stayed += 1,
                    None => {}
                }
                true
            },
        );
        stayed > vanished
    }

    /// Shows samples that take the path, with the values of terms on them, until `show` returns
    /// false. Returns whether it never did.
    pub(super) fn on_samples(
        &self,
        builder: &Builder,
        obligation: &Obligation,
        more: &[TermId],
        draw: Draw,
        mut show: impl FnMut(&dyn Assignment, &dyn Fn(TermId) -> u128) -> bool,
    ) -> bool {
        let arena = builder.arena();
        let mut all = vec![obligation.left, obligation.right];
        all.extend(&obligation.path);
        all.extend(more);
        let cone = Cone::of(arena, &all);
        let Options { ranges, seed, .. } = &self.options;
        let mut portfolio = Portfolio::new(arena, &cone, ranges, *seed);
        let mut evaluator = Evaluator::new(arena, &cone);
        let mut sample = Vec::new();
        (0..MAGNITUDE_SAMPLES).all(|_| {
            draw(&mut portfolio, &mut sample);
            let sample = Witness::new(portfolio.symbols(), &sample);
            evaluator.run(&sample);
            let taken = obligation.path.iter().all(|&c| evaluator.value(c) == 1);
            !taken || show(&sample, &|term| evaluator.value(term))
        })
    }
}

/// The distance of two results without roundings, and the lesser magnitude.
type Apart = (f64, f64);

/// Whether the difference of two rounded results vanishes without roundings, or shrinks to a few
/// units in the last place; `None` unless both are numbers.
fn vanishes(format: Format, narrow: [u128; 2], exact: Option<Apart>) -> Option<bool> {
    let (exact, size) = exact?;
    let rounded = distance(format, narrow)?;
    let last_places = size * 4.0 * (-f64::from(format.precision() - 1)).exp2();
    Some(exact < rounded / 16.0 || exact <= last_places)
}

/// The distance of two results in exact arithmetic, if defined.
fn exactly_apart(
    arena: &Arena,
    format: Format,
    roots: [TermId; 2],
    witness: &dyn Assignment,
) -> Option<Apart> {
    let exact = Exact::of(arena, &Cone::of(arena, &roots), witness);
    let [x, y] = roots.map(|root| exact.real(format, root));
    let (x, y) = (x?, y?);
    Some((x.at_most_apart(&y), x.size().min(y.size())))
}

/// The distance of two values in quadruple precision, if both are numbers.
fn widely_apart(wide: [u128; 2]) -> Option<Apart> {
    let size = wide.map(|x| distance(Format::Quad, [x, 0]).unwrap_or(0.0));
    Some((distance(Format::Quad, wide)?, size[0].min(size[1])))
}

//! The distance of two float results.

use term::{Format, Op, Rounding, Spec, apply};

const WIDE: Format = Format::Quad;
const NEAREST: Rounding = Rounding::NearestEven;

/// The distance of a port's result from the reference's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Number of representable values from one to the other; 0 between zeros of opposite sign.
    pub ulps: u128,
    /// |port − reference|, rounded to double.
    pub absolute: f64,
    /// The absolute distance divided by |reference|; infinite where only the reference is 0.
    pub relative: f64,
}

/// Returns the distance of two values of a format, zero for two NaNs or equal infinities. `None`
/// means that the error is infinite: exactly one value is finite, exactly one is a NaN, or they
/// are opposite infinities.
pub fn distance(format: Format, reference: u128, port: u128) -> Option<Distance> {
    let nan = |x| format.is_nan(x);
    if reference == port || nan(reference) && nan(port) {
        return Some(Distance {
            ulps: 0,
            absolute: 0.0,
            relative: 0.0,
        });
    }
    let finite = |x: u128| x & !format.sign_mask() < format.infinity();
    if !(finite(reference) && finite(port)) {
        return None;
    }
    let ulps = term::ulps(format, reference, port)?;
    let [x, y] = [reference, port].map(|bits| match format {
        WIDE => bits,
        _ => apply(
            Spec::fconvert(format, WIDE, NEAREST),
            &[format.width()],
            &[bits],
        ),
    });
    let wide = |op, x, y| apply(Spec::float(op, WIDE, NEAREST), &[128, 128], &[x, y]);
    let magnitude = |bits: u128| {
        let narrow = Spec::fconvert(WIDE, Format::Double, NEAREST);
        f64::from_bits(apply(narrow, &[128], &[bits]) as u64).abs()
    };
    let difference = wide(Op::FSub, x, y);
    let relative = match ulps {
        0 => 0.0,
        _ => magnitude(wide(Op::FDiv, difference, x)),
    };
    Some(Distance {
        ulps,
        absolute: magnitude(difference),
        relative,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single(x: f32, y: f32) -> Option<Distance> {
        distance(Format::Single, x.to_bits().into(), y.to_bits().into())
    }

    #[test]
    fn numbers_are_compared_with_the_reference() {
        let d = single(2.0, 3.0).unwrap();
        assert_eq!((d.absolute, d.relative, d.ulps), (1.0, 0.5, 1 << 22));
    }

    #[test]
    fn zeros_are_alike_and_a_zero_reference_has_no_relative_error() {
        assert_eq!(single(0.0, -0.0).unwrap().ulps, 0);
        assert_eq!(single(0.0, -0.0).unwrap().relative, 0.0);
        let d = single(0.0, f32::from_bits(1)).unwrap();
        assert_eq!((d.ulps, d.relative), (1, f64::INFINITY));
        assert_eq!(d.absolute, 2f64.powi(-149));
    }

    #[test]
    fn only_equals_match_nans_and_infinities() {
        assert_eq!(single(f32::NAN, -f32::NAN).unwrap().ulps, 0);
        assert_eq!(single(f32::NAN, 1.0), None);
        assert_eq!(single(f32::MAX, f32::INFINITY), None);
        assert_eq!(single(f32::INFINITY, f32::NEG_INFINITY), None);
    }
}

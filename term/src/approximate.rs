//! Instructions whose results the architecture only bounds.

use crate::Format;

/// An instruction that approximates 1 ÷ x, or 1 ÷ √x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approximation {
    /// It approximates 1 ÷ √x.
    pub root: bool,
    /// Format of operand and result.
    pub format: Format,
    /// The result's relative error is at most this, where operand and result are
    /// normal numbers.
    pub error: f64,
}

impl Approximation {
    /// What stands behind the name of a function, if it is such an instruction (Intel
    /// SDM, `RCPPS`, `RSQRTPS`, `VRCP14PS`, `VRSQRT14PS`, `VRCPPH`, `VRSQRTPH`; AMD64 APM 4,
    /// `RCPPS`).
    pub fn of(function: &str) -> Option<Approximation> {
        let (sse, avx512) = (1.5 / 4096.0, 1.0 / 16384.0);
        let half = 1.0 / 2048.0 + 1.0 / 16384.0;
        let (root, format, error) = match function.strip_prefix("simdiff.approx.")? {
            "rcpss" => (false, Format::Single, sse),
            "rsqrtss" => (true, Format::Single, sse),
            "rcp14ss" => (false, Format::Single, avx512),
            "rcp14sd" => (false, Format::Double, avx512),
            "rsqrt14ss" => (true, Format::Single, avx512),
            "rsqrt14sd" => (true, Format::Double, avx512),
            "rcpsh" => (false, Format::Half, half),
            "rsqrtsh" => (true, Format::Half, half),
            _ => return None,
        };
        Some(Approximation {
            root,
            format,
            error,
        })
    }

    /// Bounds of the result for every number in `low..=high`; none where some of them
    /// or of their results may be zero, subnormal or infinite: nothing is promised there.
    pub fn bounds(self, low: f64, high: f64) -> Option<(f64, f64)> {
        if high < 0.0 && !self.root {
            return self.bounds(-high, -low).map(|(low, high)| (-high, -low));
        }
        let limit = 2f64.powi(self.format.max_exponent() - 2);
        if !(low >= 1.0 / limit && high <= limit) {
            return None;
        }
        let exact = |x: f64| 1.0 / if self.root { x.sqrt() } else { x };
        // Wider than the errors of this arithmetic itself.
        let error = self.error + 2f64.powi(-50);
        Some((exact(high) * (1.0 - error), exact(low) * (1.0 + error)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_around_the_exact_value_of_normal_numbers() {
        let reciprocal = Approximation::of("simdiff.approx.rcp14ss").unwrap();
        let (low, high) = reciprocal.bounds(-4.0, -2.0).unwrap();
        assert!(low < -0.5 && -0.5001 < low && high > -0.25 && -0.2499 > high);
        assert_eq!(reciprocal.bounds(-1.0, 1.0), None);
        assert_eq!(reciprocal.bounds(1.0, f64::INFINITY), None);
        assert_eq!(reciprocal.bounds(1e-38, 1.0), None);
        let root = Approximation::of("simdiff.approx.rsqrt14sd").unwrap();
        assert_eq!(root.bounds(-4.0, -4.0), None);
        assert!(
            root.bounds(4.0, 4.0)
                .is_some_and(|(l, h)| l < 0.5 && 0.5 < h)
        );
        let half = Approximation::of("simdiff.approx.rcpsh").unwrap();
        let (low, high) = half.bounds(2.0, 2.0).unwrap();
        assert!(low < 0.4998 && 0.4997 < low && high > 0.5002 && 0.5003 > high);
        assert_eq!(half.bounds(1.0, 65504.0), None);
        assert_eq!(Approximation::of("simdiff.approx.opencl.sin.f32"), None);
    }
}

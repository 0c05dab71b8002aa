//! Tolerances for the distance of two float results.

use std::fmt;

use num_rational::BigRational;
use num_traits::Signed;
use term::Format;

use super::operation::number;

/// A bound on the distance of the port's result from the reference's. Two results of which
/// exactly one is finite are never within it; two NaNs, or equal infinities, always are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// At most this many representable values from one to the other.
    Ulps(u64),
    /// |port − reference| ≤ relative × |reference| + absolute.
    Sum {
        /// The factor of the reference's magnitude.
        relative: f64,
        /// The allowance independent of the magnitude.
        absolute: f64,
    },
}

/// Greatest tolerance in ulps: results within it still have similar magnitudes.
const MAX_ULPS: u64 = 1 << 16;

impl Tolerance {
    /// Parses `2ulp`, `rel=1e-6`, `abs=1e-3` or `rel=1e-6,abs=1e-30`.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the text.
    pub fn parse(text: &str) -> Result<Tolerance, String> {
        let (mut relative, mut absolute, mut ulps) = (None, None, None);
        for part in text.split(',').map(str::trim) {
            let units = part.strip_suffix("ulps").or(part.strip_suffix("ulp"));
            let seen = match (units, part.split_once('=')) {
                (Some(count), _) => {
                    let count = count.trim().parse().ok().filter(|n| *n <= MAX_ULPS);
                    let wrong =
                        || format!("`{part}` is not a whole number of ulps up to {MAX_ULPS}");
                    ulps.replace(count.ok_or_else(wrong)?).is_some()
                }
                (_, Some((name @ ("rel" | "abs"), value))) => {
                    let value = value.trim().parse::<f64>().ok();
                    let value = value.filter(|x| *x > 0.0 && x.is_finite());
                    let value = value.ok_or_else(|| {
                        format!("`{part}` needs a positive number, such as {name}=1e-6")
                    })?;
                    let slot = if name == "rel" {
                        &mut relative
                    } else {
                        &mut absolute
                    };
                    slot.replace(value).is_some()
                }
                _ => {
                    return Err(format!(
                        "`{part}` is no tolerance: use 2ulp, rel=1e-6, abs=1e-6, \
                         or a sum such as rel=1e-6,abs=1e-30"
                    ));
                }
            };
            if seen {
                return Err(format!("`{part}` is given twice"));
            }
        }
        match (ulps, relative, absolute) {
            (Some(ulps), None, None) => Ok(Tolerance::Ulps(ulps)),
            (Some(_), ..) => Err("ulps cannot be added to rel or abs".to_owned()),
            (None, relative, absolute) => Ok(Tolerance::Sum {
                relative: relative.unwrap_or(0.0),
                absolute: absolute.unwrap_or(0.0),
            }),
        }
    }

    /// Whether two results of a format are within the tolerance, decided exactly.
    pub fn admits(&self, format: Format, reference: u128, port: u128) -> bool {
        let nan = |x| format.is_nan(x);
        if reference == port || nan(reference) && nan(port) {
            return true;
        }
        let finite = |x: u128| x & !format.sign_mask() < format.infinity();
        if !(finite(reference) && finite(port)) {
            return false;
        }
        match *self {
            Tolerance::Ulps(most) => {
                term::ulps(format, reference, port).is_some_and(|n| n <= u128::from(most))
            }
            Tolerance::Sum { relative, absolute } => {
                let rational = |x: Option<f64>| x.and_then(BigRational::from_float);
                let numbers = [
                    number(format, reference),
                    number(format, port),
                    Some(relative),
                    Some(absolute),
                ];
                let [Some(x), Some(y), Some(relative), Some(absolute)] = numbers.map(rational)
                else {
                    return false;
                };
                (y - &x).abs() <= relative * x.abs() + absolute
            }
        }
    }
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Tolerance::Ulps(n) => write!(f, "{n}ulp"),
            Tolerance::Sum {
                relative,
                absolute: 0.0,
            } => write!(f, "rel={relative:?}"),
            Tolerance::Sum {
                relative: 0.0,
                absolute,
            } => write!(f, "abs={absolute:?}"),
            Tolerance::Sum { relative, absolute } => {
                write!(f, "rel={relative:?},abs={absolute:?}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_and_written() {
        for text in ["2ulp", "rel=1e-6", "abs=0.0025", "rel=1e-6,abs=1e-30"] {
            assert_eq!(Tolerance::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Tolerance::parse("3 ulps"), Ok(Tolerance::Ulps(3)));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, words) in [
            ("2", "is no tolerance"),
            ("relative=1e-6", "is no tolerance"),
            ("-1ulp", "whole number"),
            ("rel=0", "positive"),
            ("abs=inf", "positive"),
            ("rel=x", "positive"),
            ("rel=1,rel=2", "twice"),
            ("2ulp,abs=1", "cannot be added"),
        ] {
            let error = Tolerance::parse(text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn distances_are_exact() {
        let admits = |t: &str, x: f32, y: f32| {
            let t = Tolerance::parse(t).unwrap();
            t.admits(Format::Single, x.to_bits().into(), y.to_bits().into())
        };
        assert!(admits("1ulp", 1.0, 1.0f32.next_up()));
        assert!(!admits("1ulp", 1.0, 1.0f32.next_up().next_up()));
        assert!(admits("abs=0.25", 1.0, 1.25) && !admits("abs=0.25", 1.0, 1.25f32.next_up()));
        assert!(admits("rel=0.25", -4.0, -5.0) && !admits("rel=0.25", 3.0, 4.0));
        assert!(admits("0ulp", 0.0, -0.0) && admits("0ulp", f32::NAN, -f32::NAN));
        assert!(!admits("abs=1e30", 1.0, f32::INFINITY) && !admits("abs=1e30", f32::NAN, 1.0));
        assert!(!admits("rel=1", 0.0, 1e-30) && admits("rel=1,abs=1e-30", 0.0, 9e-31));
    }
}

//! The permitted values of inputs: ranges and enumerations.

use std::fmt;

use serde::Serialize;

use super::scalar::Scalar;

/// An inclusive range of input values, in the scalar's order. Ends for integers are exact,
/// or beyond the type's greatest value if a float cannot represent that.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    /// Smallest value.
    pub low: f64,
    /// Largest value.
    pub high: f64,
}

impl Range {
    /// Formats the range as in a flag: ` in 0..255`.
    pub fn show(self, scalar: Scalar) -> String {
        match scalar {
            // The shortest decimals that denote the ends in the type.
            Scalar::Float { format } if format.width() <= 32 => {
                format!(" in {:?}..{:?}", self.low as f32, self.high as f32)
            }
            Scalar::Float { .. } => format!(" in {:?}..{:?}", self.low, self.high),
            Scalar::Int { bits, signed } => {
                let unused = (127 + u32::from(signed)).saturating_sub(u32::from(bits));
                let greatest = i128::MAX >> unused;
                let end = |x: f64| (x as i128).min(greatest);
                format!(" in {}..{}", end(self.low), end(self.high))
            }
        }
    }
}

/// A named value of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Enumerator {
    /// Its name, or its digits if it has none.
    pub name: String,
    /// Its value.
    pub value: i128,
}

/// Least number of single-bit enumerators for which an enumeration is taken as flags; fewer
/// may be plain cases.
const LEAST_FLAGS: usize = 3;

/// The permitted values of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Enumeration {
    /// The enumerators.
    pub enumerators: Vec<Enumerator>,
    /// Whether the enumerators are flags that may be combined.
    pub combined: bool,
}

impl Enumeration {
    /// Makes the enumeration of all enumerators or, if they are flags, of all their
    /// combinations.
    pub fn whole(enumerators: Vec<Enumerator>) -> Enumeration {
        let single = |e: &&Enumerator| e.value > 0 && e.value.count_ones() == 1;
        let bits: Vec<i128> = enumerators.iter().filter(single).map(|e| e.value).collect();
        let mask = bits.iter().fold(0, |all, bit| all | bit);
        let of_bits = enumerators
            .iter()
            .all(|e| e.value >= 0 && e.value & !mask == 0);
        let separate = Enumeration {
            enumerators,
            combined: false,
        };
        let combined = bits.len() >= LEAST_FLAGS && of_bits && !separate.is_interval();
        Enumeration {
            combined,
            ..separate
        }
    }

    /// Returns the range from the least to the greatest value; `None` if there are none.
    pub fn range(&self) -> Option<Range> {
        let (low, high) = self.bounds()?;
        Some(Range {
            low: low as f64,
            high: high as f64,
        })
    }

    /// Returns the least and the greatest value; `None` if there are none.
    pub fn bounds(&self) -> Option<(i128, i128)> {
        let values = || self.enumerators.iter().map(|e| e.value);
        match self.combined {
            true => Some((0, self.mask())),
            false => Some((values().min()?, values().max()?)),
        }
    }

    /// Returns the union of the bits of all enumerators.
    pub fn mask(&self) -> i128 {
        self.enumerators.iter().fold(0, |all, e| all | e.value)
    }

    /// Whether an integer is one of the values.
    pub fn admits(&self, value: i128) -> bool {
        match self.combined {
            true => value >= 0 && value & !self.mask() == 0,
            false => self.enumerators.iter().any(|e| e.value == value),
        }
    }

    /// Whether every integer between the bounds is one of the values.
    pub fn is_interval(&self) -> bool {
        let Some((low, high)) = self.bounds() else {
            return false;
        };
        if self.combined {
            return high & (high + 1) == 0;
        }
        let mut values: Vec<i128> = self.enumerators.iter().map(|e| e.value).collect();
        values.sort_unstable();
        values.dedup();
        high.checked_sub(low)
            .is_some_and(|span| span + 1 == values.len() as i128)
    }
}

impl fmt::Display for Enumeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.enumerators.iter().map(|e| e.name.as_str()).collect();
        let word = if self.combined { "flags" } else { "enum" };
        write!(f, "{word}:{}", names.join("|"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[i128]) -> Enumeration {
        let named = |value: &i128| Enumerator {
            name: format!("V{value}"),
            value: *value,
        };
        Enumeration::whole(values.iter().map(named).collect())
    }

    #[test]
    fn powers_of_two_are_flags() {
        assert!(of(&[0, 1, 2, 4]).combined && of(&[1, 2, 3, 8, 16]).combined);
        assert!(!of(&[0, 1, 2, 3, 4]).combined && !of(&[1, 2]).combined);
        assert!(!of(&[1, 2, 4, -1]).combined && !of(&[1, 2, 4, 24]).combined);
    }

    #[test]
    fn intervals_have_no_gaps() {
        assert!(of(&[2, 0, 1]).is_interval() && !of(&[0, 2]).is_interval());
        assert!(of(&[1, 2, 4]).is_interval() && !of(&[1, 4, 16]).is_interval());
        assert!(!of(&[1, 2, 8]).is_interval());
    }
}

//! Which values an input takes: ranges and enumerations.

use std::fmt;

use serde::Serialize;

use super::scalar::Scalar;

/// An inclusive range of input values, in the scalar's own order. Ends of integers
/// are exact, or beyond the type's last value where a float cannot tell them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    /// Smallest value.
    pub low: f64,
    /// Largest value.
    pub high: f64,
}

impl Range {
    /// The range as a flag has it, ` in 0..255`.
    pub fn show(self, scalar: Scalar) -> String {
        match scalar {
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

/// A value with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Enumerator {
    /// Its name, or its digits where it has none.
    pub name: String,
    /// Its value.
    pub value: i128,
}

/// Fewer bits may as well be two cases.
const LEAST_FLAGS: usize = 3;

/// The values of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Enumeration {
    /// Those with names.
    pub enumerators: Vec<Enumerator>,
    /// Whether they are bits, any of which may be set together.
    pub combined: bool,
}

impl Enumeration {
    /// All of an enumeration: its enumerators, or what can be made of them if they are
    /// bits.
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

    /// The range from the smallest to the largest value; `None` without any.
    pub fn range(&self) -> Option<Range> {
        let (low, high) = self.bounds()?;
        Some(Range {
            low: low as f64,
            high: high as f64,
        })
    }

    /// Smallest and largest value; `None` without any.
    pub fn bounds(&self) -> Option<(i128, i128)> {
        let values = || self.enumerators.iter().map(|e| e.value);
        match self.combined {
            true => Some((0, self.mask())),
            false => Some((values().min()?, values().max()?)),
        }
    }

    /// Every bit that some enumerator has.
    pub fn mask(&self) -> i128 {
        self.enumerators.iter().fold(0, |all, e| all | e.value)
    }

    /// Whether every number between the bounds is one of the values.
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

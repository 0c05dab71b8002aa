//! Assumptions about float values, as a set.

use bitflags::bitflags;

bitflags! {
    /// A set of assumptions about float values that the user grants (KLEE-CL §6.1), or that a
    /// rule needs. `docs/assumptions.md` has the exact meaning of each.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Assumptions: u8 {
        /// Float addition and multiplication associate.
        const ASSOCIATIVE = 1;
        /// Float multiplication distributes over addition and subtraction, whatever the sign of
        /// a zero.
        const DISTRIBUTIVE = 1 << 1;
        /// A fused product and sum equals the product and the sum rounded separately.
        const CONTRACTION = 1 << 2;
        /// No value is a NaN.
        const ORDERED = 1 << 3;
        /// No value is an infinity or a NaN.
        const FINITE = 1 << 4;
        /// The sign of a zero is irrelevant.
        const POSITIVE_ZERO = 1 << 5;
        /// A quotient equals the product with the rounded reciprocal of the divisor.
        const RECIPROCAL = 1 << 6;
    }
}

/// The name of the empty set in rule files: the tier of rules that hold bit for bit.
pub const EXACT: &str = "exact";

impl Assumptions {
    /// Laws of real numbers that floats obey only up to rounding. They exclude no value.
    pub const ALGEBRAIC: Assumptions = Assumptions::ASSOCIATIVE
        .union(Assumptions::DISTRIBUTIVE)
        .union(Assumptions::CONTRACTION)
        .union(Assumptions::RECIPROCAL);

    /// Every assumption and its name: in rule files and certificates, and after `--assume-`.
    pub const NAMES: [(Assumptions, &str); 7] = [
        (Assumptions::ASSOCIATIVE, "associative"),
        (Assumptions::DISTRIBUTIVE, "distributive"),
        (Assumptions::CONTRACTION, "contraction"),
        (Assumptions::RECIPROCAL, "reciprocal"),
        (Assumptions::ORDERED, "ordered"),
        (Assumptions::FINITE, "finite"),
        (Assumptions::POSITIVE_ZERO, "positive-zero"),
    ];

    /// Returns the assumption with this name.
    pub fn named(name: &str) -> Option<Assumptions> {
        let mut known = Assumptions::NAMES.into_iter();
        known.find(|(_, n)| *n == name).map(|(set, _)| set)
    }

    /// Returns the names of the assumptions in the set, in the order of [`Assumptions::NAMES`].
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let made = Assumptions::NAMES.into_iter();
        made.filter(move |(one, _)| self.contains(*one))
            .map(|(_, name)| name)
    }

    /// Whether they exclude inputs by the values that computations meet there (ordered, finite,
    /// positive zero), and are not laws alone.
    pub fn exclude_values(self) -> bool {
        !(self - Assumptions::ALGEBRAIC).is_empty()
    }

    /// Whether the set excludes NaNs, as *ordered* and *finite* do.
    pub const fn exclude_nans(self) -> bool {
        self.intersects(Assumptions::ORDERED.union(Assumptions::FINITE))
    }

    /// Whether results that differ in the sign of a zero only are equal under the rules of this
    /// tier.
    pub(crate) const fn equate_zeros(self) -> bool {
        self.intersects(Assumptions::POSITIVE_ZERO.union(Assumptions::DISTRIBUTIVE))
    }

    /// Whether the set has a law of real numbers that floats obey only up to rounding.
    pub const fn is_algebraic(self) -> bool {
        self.intersects(Assumptions::ALGEBRAIC)
    }

    /// Whether the set has all assumptions that a rule needs, given or implied: *finite* implies
    /// *ordered*.
    pub const fn allow(self, needed: Assumptions) -> bool {
        let implied = match self.exclude_nans() {
            true => Assumptions::ORDERED,
            false => Assumptions::empty(),
        };
        self.union(implied).contains(needed)
    }
}

#[cfg(test)]
mod tests {
    use super::Assumptions;

    #[test]
    fn every_assumption_has_a_name() {
        let named = Assumptions::NAMES.map(|(one, _)| one);
        assert_eq!(
            named.into_iter().collect::<Assumptions>(),
            Assumptions::all()
        );
        assert!(named.iter().all(|one| one.bits().count_ones() == 1));
    }
}

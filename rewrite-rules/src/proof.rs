//! What the check of a rule found, in words.

use std::fmt;

use crate::pattern::Rule;

/// What the check of one rule found.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The rule's name.
    pub rule: String,
    /// Where the rule comes from.
    pub source: String,
    /// The width in bits up to which every case was tried; 0 where there is none.
    pub exhaustive_width: u8,
    /// The width in bits up to which no case satisfies the guards, where that is so;
    /// 0 otherwise.
    pub empty_width: u8,
    /// How much of the 8-bit float formats was tried.
    pub small_floats: SmallFloats,
    /// Whether every half-precision value was tried (to nearest even).
    pub every_half: bool,
    /// Cases tried that satisfied the guards.
    pub cases: u64,
    /// Of those, how many were drawn at random.
    pub sampled: u64,
    /// Of those at real widths, how many the processor's own instructions
    /// computed too, on both sides.
    pub on_processor: u64,
    /// The result.
    pub outcome: Outcome,
}

/// How much of the 8-bit float formats ([`term::Format::SMALL`]) was tried:
/// every operand and constant in all of a rule's formats that leave room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SmallFloats {
    /// The rule has no float operands, or too many of them.
    None,
    /// Every value, rounded to nearest even.
    ToNearest,
    /// Every value in every rounding.
    EveryRounding,
}

/// What a check may spend.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Cases at real widths, and at each of the small integer widths.
    pub samples: u64,
    /// Cases of 8-bit floats.
    pub small_floats: u64,
}

impl Effort {
    /// Every pair of 8-bit operands; milliseconds a rule.
    pub const QUICK: Effort = Effort {
        samples: 10_000,
        small_floats: 1 << 21,
    };
    /// Every triple of 8-bit operands, every pair in every outcome set or
    /// rounding; up to some seconds a rule.
    pub const FULL: Effort = Effort {
        samples: 20_000,
        small_floats: 1 << 27,
    };
}

/// The result of checking a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No case refutes it.
    Holds,
    /// No case satisfied its guards: nothing was checked.
    Vacuous,
    /// A case refutes it.
    Fails(Counterexample),
    /// A rejected rule whose witness refutes it, as it should.
    Refuted,
    /// A rejected rule whose witness does not refute it.
    NotRefuted,
}

/// Values for which the sides of a rule differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Variables with their values.
    pub values: Vec<(String, String)>,
    /// The left side's value.
    pub left: String,
    /// The right side's value.
    pub right: String,
}

impl Proof {
    pub(crate) fn new(rule: &Rule) -> Proof {
        Proof {
            rule: rule.name.clone(),
            source: rule.source.clone(),
            exhaustive_width: 0,
            empty_width: 0,
            small_floats: SmallFloats::None,
            every_half: false,
            cases: 0,
            sampled: 0,
            on_processor: 0,
            outcome: Outcome::Vacuous,
        }
    }

    /// Whether the rule may be relied on (for a rejected rule: stays rejected).
    pub fn is_good(&self) -> bool {
        matches!(self.outcome, Outcome::Holds | Outcome::Refuted)
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.values {
            write!(f, "{name} = {value}, ")?;
        }
        write!(f, "left {} but right {}", self.left, self.right)
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.rule)?;
        match &self.outcome {
            Outcome::Holds => {
                if self.exhaustive_width > 0 {
                    write!(f, "exhaustive to {} bits, ", self.exhaustive_width)?;
                }
                match self.small_floats {
                    SmallFloats::None => {}
                    SmallFloats::ToNearest => write!(f, "every 8-bit float to nearest, ")?,
                    SmallFloats::EveryRounding => write!(f, "every 8-bit float, ")?,
                }
                if self.every_half {
                    write!(f, "every half-precision value, ")?;
                }
                write!(
                    f,
                    "{} cases, {} of them at random",
                    self.cases, self.sampled
                )?;
                match self.on_processor {
                    0 => Ok(()),
                    n => write!(f, ", {n} on the processor too"),
                }
            }
            Outcome::Vacuous => write!(f, "no case satisfies its guards"),
            Outcome::Fails(counterexample) => write!(f, "FAILS: {counterexample}"),
            Outcome::Refuted => write!(f, "rejected, and its witness refutes it"),
            Outcome::NotRefuted => write!(f, "rejected, but its witness does not refute it"),
        }
    }
}

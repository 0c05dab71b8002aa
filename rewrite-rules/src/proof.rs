//! Results of checking rules.

use std::fmt;

use crate::pattern::Rule;

/// The result of checking one rule.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The rule's name.
    pub rule: String,
    /// The rule's source.
    pub source: String,
    /// The width in bits up to which every case was tried; 0 if none was.
    pub exhaustive_width: u8,
    /// The width in bits up to which no case satisfies the guards; 0 if some case does.
    pub empty_width: u8,
    /// Which 8-bit floats were tried.
    pub small_floats: SmallFloats,
    /// Whether every half-precision value was tried (rounding to nearest even).
    pub every_half: bool,
    /// Number of cases tried that satisfied the guards.
    pub cases: u64,
    /// Number of these cases that were drawn at random.
    pub sampled: u64,
    /// Number of cases at real widths whose sides were both computed by the processor's own
    /// instructions too.
    pub on_processor: u64,
    /// The outcome.
    pub outcome: Outcome,
}

/// Which values of the 8-bit float formats ([`term::Format::SMALL`]) were tried: every operand
/// and constant, in all of the rule's formats that are small enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SmallFloats {
    /// The rule has no float operands, or too many of them.
    None,
    /// Every value, rounded to nearest even.
    ToNearest,
    /// Every value in every rounding.
    EveryRounding,
}

/// Limits of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Number of cases at real widths, and at each of the small integer widths.
    pub samples: u64,
    /// Number of cases of 8-bit floats.
    pub small_floats: u64,
}

impl Effort {
    /// Every pair of 8-bit operands; takes milliseconds per rule.
    pub const QUICK: Effort = Effort {
        samples: 10_000,
        small_floats: 1 << 21,
    };
    /// Every triple of 8-bit operands, every pair in every outcome set or rounding; takes up to
    /// some seconds per rule.
    pub const FULL: Effort = Effort {
        samples: 20_000,
        small_floats: 1 << 27,
    };
}

/// The outcome of checking a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No case refutes it.
    Holds,
    /// No case satisfied its guards: nothing was checked.
    Vacuous,
    /// A case refutes it.
    Fails(Counterexample),
    /// A rejected rule that its witness refutes, as expected.
    Refuted,
    /// A rejected rule that its witness does not refute.
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

    /// Whether the rule may be relied on; for a rejected rule, whether its rejection is
    /// confirmed.
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

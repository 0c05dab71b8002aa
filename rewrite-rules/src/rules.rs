//! Rule tables: parsed files, and the directed rules compiled from them.

use std::sync::{Arc, LazyLock};

use term::{Op, Spec, TermId};

use crate::at_a_glance::KEYS;
use crate::compile::{Program, compile};
use crate::error::{Problem, RuleError};
use crate::parse::{self, Entry};
use crate::pattern::{Direction, Rejected, Rule, Tier};

/// What the user lets the rules assume of float values (KLEE-CL §6.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Assumptions {
    /// Float addition and multiplication associate.
    pub associative: bool,
    /// No value is a NaN.
    pub ordered: bool,
    /// No value is an infinity or a NaN.
    pub finite: bool,
    /// The sign of a zero does not matter.
    pub positive_zero: bool,
}

impl Assumptions {
    /// Whether rules of this tier may be used.
    pub fn allow(self, tier: Tier) -> bool {
        match tier {
            Tier::Exact => true,
            Tier::PositiveZero => self.positive_zero,
            Tier::Finite => self.finite,
            Tier::Ordered => self.ordered || self.finite,
            Tier::Associative => self.associative,
        }
    }
    /// Whether a rule may be used: all its tiers are allowed.
    pub fn allow_rule(self, rule: &Rule) -> bool {
        rule.tiers.iter().all(|t| self.allow(*t))
    }
}

/// A set of rewrite rules, in order of precedence.
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    /// The rules.
    pub rules: Vec<Rule>,
    /// Plausible rules that do not hold.
    pub rejected: Vec<Rejected>,
}

/// The rule files that come with simdiff.
const BUILTIN: &[(&str, &str)] = &[
    ("klee-cl.rules", include_str!("../rules/klee-cl.rules")),
    ("integer.rules", include_str!("../rules/integer.rules")),
    ("structure.rules", include_str!("../rules/structure.rules")),
    ("compare.rules", include_str!("../rules/compare.rules")),
    ("simd.rules", include_str!("../rules/simd.rules")),
    ("select.rules", include_str!("../rules/select.rules")),
    ("float.rules", include_str!("../rules/float.rules")),
    ("search.rules", include_str!("../rules/search.rules")),
    ("rejected.rules", include_str!("../rules/rejected.rules")),
];

impl RuleSet {
    /// The rules that come with simdiff.
    ///
    /// # Errors
    /// A mistake in one of the embedded files.
    pub fn embedded() -> Result<&'static RuleSet, &'static RuleError> {
        static RULES: LazyLock<Result<RuleSet, RuleError>> = LazyLock::new(|| {
            let mut all = RuleSet::default();
            for (name, text) in BUILTIN {
                all.merge(name, text, RuleSet::parse(name, text)?)?;
            }
            Ok(all)
        });
        RULES.as_ref()
    }

    /// [`RuleSet::embedded`] for those who have nowhere to report to.
    ///
    /// # Panics
    /// With a mistake in one of the embedded files, which the tests exclude.
    pub fn builtin() -> &'static RuleSet {
        match RuleSet::embedded() {
            Ok(rules) => rules,
            Err(error) => panic!("{error}"),
        }
    }

    /// The rules of a file. `file` is only used in messages.
    ///
    /// # Errors
    /// The first thing wrong with the text, with its position.
    pub fn parse(file: &str, text: &str) -> Result<RuleSet, RuleError> {
        let mut set = RuleSet::default();
        let entries = parse::parse(text).map_err(|p| p.at(file, text))?;
        for mut entry in entries {
            let rule = match &mut entry {
                Entry::Rule(rule) => rule,
                Entry::Rejected(rejected) => &mut rejected.rule,
            };
            rule.file = file.to_owned();
            rule.text = text[rule.span.clone()].to_owned();
            let problem = |m: String| Problem::new(rule.span.clone(), m).at(file, text);
            if set.names().any(|name| name == rule.name) {
                return Err(problem(format!("a second rule `{}`", rule.name)));
            }
            compile(rule).map_err(problem)?;
            match entry {
                Entry::Rule(rule) => set.rules.push(rule),
                Entry::Rejected(rejected) => set.rejected.push(rejected),
            }
        }
        Ok(set)
    }

    /// Adds the rules of another set, parsed from `text` of `file`.
    ///
    /// # Errors
    /// A name that is taken.
    pub fn merge(&mut self, file: &str, text: &str, other: RuleSet) -> Result<(), RuleError> {
        for rule in other
            .rules
            .iter()
            .chain(other.rejected.iter().map(|r| &r.rule))
        {
            if self.names().any(|name| name == rule.name) {
                let message = format!("a second rule `{}`", rule.name);
                return Err(Problem::new(rule.span.clone(), message).at(file, text));
            }
        }
        self.rules.extend(other.rules);
        self.rejected.extend(other.rejected);
        Ok(())
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let rejected = self.rejected.iter().map(|r| r.rule.name.as_str());
        self.rules.iter().map(|r| r.name.as_str()).chain(rejected)
    }
}

/// Directed rules, indexed for matching. Associativity is never applied
/// destructively: normal forms take care of it.
#[derive(Clone, Debug, Default)]
pub struct DirectedRules {
    assumptions: Assumptions,
    programs: Vec<Program>,
    /// The name of each program's rule.
    names: Vec<Arc<str>>,
    index: Vec<Index>,
}

/// The programs for one root operator, by the operators of the operands.
#[derive(Clone, Debug, Default)]
struct Index {
    /// Program numbers in order of precedence.
    programs: Vec<u16>,
    /// For operand position × key, the set of entries of `programs` that may
    /// match, as words of 64 bits.
    masks: Vec<u64>,
    /// The same by the outcome set of a comparison.
    outcomes: Vec<u64>,
    /// Entries that need the first two, or the last two, operands to be the
    /// same term.
    same: [Vec<u64>; 2],
    words: usize,
}

impl DirectedRules {
    /// The directed rules of a set that the assumptions allow.
    pub fn new(set: &RuleSet, assumptions: Assumptions) -> DirectedRules {
        let mut directed = DirectedRules {
            assumptions,
            index: vec![Index::default(); Op::ALL.len()],
            ..DirectedRules::default()
        };
        let usable = |rule: &&Rule| {
            rule.direction == Direction::Directed
                && assumptions.allow_rule(rule)
                && !rule.tiers.contains(&Tier::Associative)
        };
        for rule in set.rules.iter().filter(usable) {
            let name: Arc<str> = rule.name.as_str().into();
            // Parsing has compiled every rule once, so this cannot fail.
            for program in compile(rule).unwrap_or_default() {
                let number = directed.programs.len() as u16;
                directed.index[program.root as usize].programs.push(number);
                directed.programs.push(program);
                directed.names.push(name.clone());
            }
        }
        for index in &mut directed.index {
            index.fill(&directed.programs);
        }
        directed
    }

    /// What the rules rely on.
    pub fn assumptions(&self) -> Assumptions {
        self.assumptions
    }
    /// The name of a program's rule.
    pub(crate) fn name(&self, program: u16) -> &Arc<str> {
        &self.names[program as usize]
    }
    pub(crate) fn program(&self, program: u16) -> &Program {
        &self.programs[program as usize]
    }

    /// Calls `visit` with the programs that may match, in order of precedence,
    /// until it returns true. `keys` are those of the operands.
    pub(crate) fn candidates(
        &self,
        root: Spec,
        args: &[TermId],
        keys: [usize; 3],
        mut visit: impl FnMut(&Program) -> bool,
    ) -> Option<u16> {
        let index = &self.index[root.op as usize];
        let words = index.words;
        let differs = [
            args.len() > 1 && args[0] != args[1],
            args.len() > 2 && args[1] != args[2],
        ];
        for word in 0..words {
            let mut set = u64::MAX;
            for (position, key) in keys.iter().enumerate() {
                set &= index.masks[(position * KEYS + key) * words + word];
            }
            if root.op == Op::FCmp {
                set &= index.outcomes[root.outcomes().bits() as usize * words + word];
            }
            for (differs, same) in differs.iter().zip(&index.same) {
                if *differs {
                    set &= !same[word];
                }
            }
            while set != 0 {
                let bit = set.trailing_zeros() as usize;
                set &= set - 1;
                let number = index.programs[word * 64 + bit];
                if visit(&self.programs[number as usize]) {
                    return Some(number);
                }
            }
        }
        None
    }
}

impl Index {
    /// Computes the masks from the programs listed.
    fn fill(&mut self, programs: &[Program]) {
        let words = self.programs.len().div_ceil(64);
        self.words = words;
        self.masks = vec![0; 3 * KEYS * words];
        self.outcomes = vec![0; 16 * words];
        self.same = [vec![0; words], vec![0; words]];
        for (entry, &number) in self.programs.iter().enumerate() {
            let program = &programs[number as usize];
            let (word, bit) = (entry / 64, 1 << (entry % 64));
            for (position, shape) in program.operands.iter().enumerate() {
                for key in (0..KEYS).filter(|k| shape.accepts(*k)) {
                    self.masks[(position * KEYS + key) * words + word] |= bit;
                }
            }
            for set in 0..16 {
                if program.outcomes.is_none_or(|o| o as usize == set) {
                    self.outcomes[set * words + word] |= bit;
                }
            }
            match program.same {
                Some((0, 1)) => self.same[0][word] |= bit,
                Some(_) => self.same[1][word] |= bit,
                None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_3_is_complete() {
        let cites = |n: usize| {
            let number = format!("KLEE-CL Table 3 #{n}");
            RuleSet::builtin().rules.iter().any(|rule| {
                let rest = rule.source.strip_prefix(&number);
                rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
            })
        };
        let missing: Vec<usize> = (1..=26).filter(|n| !cites(*n)).collect();
        assert_eq!(missing, []);
    }

    #[test]
    fn every_embedded_file_parses() {
        for (name, text) in BUILTIN {
            if let Err(error) = RuleSet::parse(name, text) {
                panic!("{error}");
            }
        }
    }
}

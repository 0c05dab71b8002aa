//! Rule tables: parsed files, and the directed rules compiled from them.

use std::sync::{Arc, LazyLock};

use term::Op;

use crate::assumptions::Assumptions;
use crate::at_a_glance::Sketch;
use crate::compile::{Program, compile};
use crate::error::{Problem, RuleError};
use crate::index::{Index, Seen};
use crate::look::Look;
use crate::parse::{self, Entry};
use crate::pattern::{Direction, Rejected, Rule};

/// A set of rewrite rules, in order of precedence.
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    /// The rules.
    pub rules: Vec<Rule>,
    /// Plausible rules that do not hold, with witnesses.
    pub rejected: Vec<Rejected>,
}

/// The rule files that are part of simdiff.
const BUILTIN: &[(&str, &str)] = &[
    ("klee-cl.rules", include_str!("../rules/klee-cl.rules")),
    ("integer.rules", include_str!("../rules/integer.rules")),
    ("structure.rules", include_str!("../rules/structure.rules")),
    ("compare.rules", include_str!("../rules/compare.rules")),
    ("simd.rules", include_str!("../rules/simd.rules")),
    ("select.rules", include_str!("../rules/select.rules")),
    ("float.rules", include_str!("../rules/float.rules")),
    ("algebra.rules", include_str!("../rules/algebra.rules")),
    ("search.rules", include_str!("../rules/search.rules")),
    ("rejected.rules", include_str!("../rules/rejected.rules")),
];

impl RuleSet {
    /// The rules that are part of simdiff.
    ///
    /// # Errors
    /// An error in one of the embedded files.
    pub fn embedded() -> Result<&'static RuleSet, &'static RuleError> {
        static RULES: LazyLock<Result<RuleSet, RuleError>> = LazyLock::new(|| {
            let mut all = RuleSet::default();
            for (name, text) in BUILTIN {
                all.merge(name, text, RuleSet::read(name, text)?)?;
            }
            Ok(all)
        });
        RULES.as_ref()
    }

    /// [`RuleSet::embedded`] for callers that cannot report errors.
    ///
    /// # Panics
    /// On an error in one of the embedded files, which the tests exclude.
    pub fn builtin() -> &'static RuleSet {
        match RuleSet::embedded() {
            Ok(rules) => rules,
            Err(error) => panic!("{error}"),
        }
    }

    /// Parses the rules of a file. `file` is used in messages only.
    ///
    /// # Errors
    /// The first error in the text, with its position.
    pub fn parse(file: &str, text: &str) -> Result<RuleSet, RuleError> {
        let set = RuleSet::read(file, text)?;
        let rejected = set.rejected.iter().map(|rejected| &rejected.rule);
        for rule in set.rules.iter().chain(rejected) {
            let problem = |m: String| Problem::new(rule.span.clone(), m).at(file, text);
            compile(rule).map_err(problem)?;
        }
        Ok(set)
    }

    /// Parses the rules of a file without compiling them. The tests compile the embedded ones.
    fn read(file: &str, text: &str) -> Result<RuleSet, RuleError> {
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
            match entry {
                Entry::Rule(rule) => set.rules.push(rule),
                Entry::Rejected(rejected) => set.rejected.push(rejected),
            }
        }
        Ok(set)
    }

    /// Adds the rules of another set, which was parsed from `text` of `file`.
    ///
    /// # Errors
    /// A name that is in use already.
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

/// The tiers whose rules normal forms and the search apply instead.
const NOT_DIRECTED: Assumptions = Assumptions::ASSOCIATIVE.union(Assumptions::DISTRIBUTIVE);

/// Directed rules, indexed for matching. Rules of associativity and distributivity are left out:
/// normal forms and the search apply them instead.
#[derive(Clone, Debug, Default)]
pub struct DirectedRules {
    assumptions: Assumptions,
    programs: Vec<Program>,
    /// The name of each program's rule.
    names: Vec<Arc<str>>,
    index: Vec<Index>,
}

impl DirectedRules {
    /// The directed rules of a set that the assumptions allow.
    pub fn new(set: &RuleSet, assumptions: Assumptions) -> DirectedRules {
        DirectedRules::indexed(set, assumptions, |program| program.sketch.clone())
    }

    /// The same rules without an index: every one is tried on every request.
    #[cfg(test)]
    pub(crate) fn unindexed(set: &RuleSet, assumptions: Assumptions) -> DirectedRules {
        DirectedRules::indexed(set, assumptions, |_| Default::default())
    }

    fn indexed(
        set: &RuleSet,
        assumptions: Assumptions,
        sketch: impl Fn(&Program) -> Sketch,
    ) -> DirectedRules {
        let mut directed = DirectedRules {
            assumptions,
            index: vec![Index::default(); Op::ALL.len()],
            ..DirectedRules::default()
        };
        let usable = |rule: &&Rule| {
            rule.direction == Direction::Directed
                && assumptions.allow(rule.tiers)
                && !rule.tiers.intersects(NOT_DIRECTED)
        };
        for rule in set.rules.iter().filter(usable) {
            let name: Arc<str> = rule.name.as_str().into();
            // Cannot fail: parsing has compiled every rule once.
            for program in compile(rule).unwrap_or_default() {
                let number = directed.programs.len() as u16;
                directed.index[program.root as usize].push(number, &sketch(&program));
                directed.programs.push(program);
                directed.names.push(name.clone());
            }
        }
        directed
    }

    /// The assumptions that the rules rely on.
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

    /// The first program, in order of precedence, that can match and that `visit` accepts.
    pub(crate) fn find<L: Look>(
        &self,
        look: &mut L,
        seen: Seen,
        mut visit: impl FnMut(&mut L, &Program) -> bool,
    ) -> Option<u16> {
        let index = &self.index[seen.spec.op as usize];
        index.find(look, seen, |look, number| {
            visit(look, &self.programs[number as usize])
        })
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

//! The rules as people meet them: the built-in table with the user's own files,
//! listed, explained and proved.
//!
//! Invariant: a user's rule is used only after the same checks as ours; one
//! that fails is refused with its counterexample.

mod proof;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rewrite_rules::prove::{Outcome, Proof};
use rewrite_rules::{Direction, Rule, RuleError, RuleSet};

use crate::problem::{Origin, Problem};

pub use proof::prove;
pub use rewrite_rules::prove::Effort;

/// The built-in rules and those of `files`, each of them checked.
///
/// # Errors
/// A file that cannot be read, a mistake in it with its place, or a rule that
/// does not hold with the values that show it.
pub fn load(files: &[PathBuf]) -> Result<Arc<RuleSet>, Problem> {
    let embedded = RuleSet::embedded();
    let mut rules = embedded
        .map_err(|e| Problem::new(format!("the built-in rules: {e}")))?
        .clone();
    for file in files {
        let set = read(file)?;
        let (name, text) = (file.display().to_string(), text_of(file)?);
        for proof in set.prove(Effort::QUICK) {
            if !proof.is_good() {
                return Err(refusal(&set, &proof, &name, text));
            }
        }
        rules
            .merge(&name, &text, set)
            .map_err(|e| located(e, text.clone()))?;
    }
    Ok(Arc::new(rules))
}

fn text_of(file: &Path) -> Result<String, Problem> {
    std::fs::read_to_string(file)
        .map_err(|e| Problem::new(format!("cannot read the rules of {}: {e}", file.display())))
}

fn read(file: &Path) -> Result<RuleSet, Problem> {
    let text = text_of(file)?;
    RuleSet::parse(&file.display().to_string(), &text).map_err(|e| located(e, text.clone()))
}

fn located(error: RuleError, text: String) -> Problem {
    Problem {
        message: error.message,
        origin: Some(Box::new(Origin {
            name: error.file,
            text,
            span: error.span,
        })),
        verbatim: None,
        help: error.help,
    }
}

fn refusal(set: &RuleSet, proof: &Proof, file: &str, text: String) -> Problem {
    let span = all(set).find(|(rule, _)| rule.name == proof.rule);
    let span = span.map_or(0..0, |(rule, _)| rule.span.clone());
    let origin = Origin {
        name: file.to_owned(),
        text,
        span,
    };
    Problem {
        message: match &proof.outcome {
            Outcome::Fails(values) => format!("this rule does not hold: {values}"),
            _ => format!("this rule was not checked: {proof}"),
        },
        origin: Some(Box::new(origin)),
        verbatim: None,
        help: Some("add a guard or an assumption tier; `simdiff rules explain` shows how the built-in rules are written".to_owned()),
    }
}

/// Every rule, and whether it is rejected.
fn all(rules: &RuleSet) -> impl Iterator<Item = (&Rule, bool)> {
    let rejected = rules.rejected.iter().map(|r| (&r.rule, true));
    rules.rules.iter().map(|r| (r, false)).chain(rejected)
}

fn find<'a>(rules: &'a RuleSet, name: &str) -> Result<(&'a Rule, bool), Problem> {
    all(rules).find(|(r, _)| r.name == name).ok_or_else(|| {
        let near = all(rules)
            .map(|(r, _)| (strsim::jaro_winkler(name, &r.name), &r.name))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        let problem = Problem::new(format!("there is no rule `{name}`"));
        match near {
            Some((likeness, near)) if likeness > 0.7 => {
                problem.help(format!("did you mean `{near}`?"))
            }
            _ => problem.help("`simdiff rules list` names them all"),
        }
    })
}

/// One line a rule: name, what it needs, where it comes from; by file.
pub fn list(rules: &RuleSet) -> String {
    let width = all(rules).map(|(r, _)| r.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    let mut file = "";
    let mut used: Vec<(&Rule, bool)> = all(rules).collect();
    let files: Vec<&str> = used.iter().fold(Vec::new(), |mut files, (rule, _)| {
        if !files.contains(&rule.file.as_str()) {
            files.push(&rule.file);
        }
        files
    });
    used.sort_by_key(|(rule, _)| files.iter().position(|f| *f == rule.file));
    for (rule, rejected) in used {
        if rule.file != file {
            file = &rule.file;
            let _ = writeln!(text, "{file}");
        }
        let tier = match rejected {
            true => "rejected".to_owned(),
            false => tiers(rule),
        };
        let _ = writeln!(text, "  {:width$}  {tier:13}  {}", rule.name, rule.source);
    }
    let (kept, rejected) = (rules.rules.len(), rules.rejected.len());
    let _ = writeln!(text, "{kept} rules, {rejected} rejected");
    text
}

fn tiers(rule: &Rule) -> String {
    let names: Vec<&str> = rule.tiers.iter().map(|tier| tier.name()).collect();
    names.join("+")
}

/// A rule as it is written, with what is known of it.
///
/// # Errors
/// An unknown name, with the nearest one.
pub fn explain(rules: &RuleSet, name: &str) -> Result<String, Problem> {
    let (rule, rejected) = find(rules, name)?;
    let mut text = format!("{} ({})\n\n{}\n\n", rule.name, rule.file, rule.text);
    let _ = writeln!(text, "source  {}", rule.source);
    if rejected {
        let _ = writeln!(
            text,
            "use     never: it is kept with a witness because it looks right"
        );
    } else {
        let when = match rule.direction {
            Direction::Directed => "wherever the left side occurs while terms are built",
            Direction::Search => "by the equality search, in both directions",
        };
        let _ = writeln!(text, "use     {when}");
        let flags: Vec<String> = rule
            .tiers
            .iter()
            .filter(|tier| **tier != rewrite_rules::Tier::Exact)
            .map(|tier| format!("--assume-{}", tier.name()))
            .collect();
        let needs = match flags.is_empty() {
            true => "nothing: it keeps every bit".to_owned(),
            false => flags.join(" and "),
        };
        let _ = writeln!(text, "needs   {needs}");
    }
    let (proved, _) = prove(rules, &[name.to_owned()], Effort::QUICK)?;
    text.push('\n');
    text.push_str(&proved);
    Ok(text)
}

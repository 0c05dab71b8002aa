//! The rules of a run: the built-in table and the user's own files, listed, explained and
//! proved.
//!
//! Invariant: a user's rule is used only if it is proved for everything that it can match, or if
//! the user accepts it unproved; a rule that is refuted is never used.

mod follows;
mod laws;
mod proof;
mod trust;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rewrite_rules::{Direction, Rule, RuleError, RuleSet, SharedRules};

use crate::deadline::Deadline;
use crate::problem::{Origin, Problem};
use crate::regular;

pub use proof::{Found, prove};
pub use rewrite_rules::prove::Effort;
pub use trust::Standing;

/// Size limit of a file of rules, in bytes.
const MOST: u64 = 4 << 20;

/// A user's rule that a run may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserRule {
    /// Its name.
    pub name: String,
    /// Its file.
    pub file: String,
    /// Its text.
    pub text: String,
    /// Whether it is proved; otherwise the user accepts it unproved.
    pub is_proved: bool,
}

/// The rules of a run.
#[derive(Clone, Debug, Default)]
pub struct Rulebook {
    /// All rules, the built-in ones first.
    pub rules: SharedRules,
    /// The user's rules among them.
    pub own: Vec<UserRule>,
}

/// Loads the built-in rules and those of `files`, and proves each of the latter before the
/// deadline. With `trusting`, rules that are neither proved nor refuted are accepted too.
///
/// # Errors
/// A file that cannot be read, a syntax error with its position, a refuted rule with the values
/// that refute it, or a rule that is not proved.
pub fn load(files: &[PathBuf], trusting: bool, deadline: &Deadline) -> Result<Rulebook, Problem> {
    let builtin = builtin()?;
    let mut book = Rulebook::default();
    let mut rules = builtin.clone();
    for file in files {
        let (name, text) = (file.display().to_string(), text_of(file)?);
        let set = parse(&name, &text)?;
        let standings = proof::on_all_cores(
            &set.rules,
            |rule| trust::examine(rule, builtin, deadline),
            |_| {},
        );
        rules
            .merge(&name, &text, set.clone())
            .map_err(|e| located(e, text.clone()))?;
        for (rule, standing) in set.rules.iter().zip(standings) {
            let endless =
                matches!(rule.direction, Direction::Directed) && trust::is_endless(rule, &rules);
            if let Some(refusal) = refusal(&standing, endless, trusting) {
                return Err(refused(rule, refusal, text));
            }
            book.own.push(UserRule {
                name: rule.name.clone(),
                file: name.clone(),
                text: rule.text.clone(),
                is_proved: matches!(standing, Standing::Proved { .. }),
            });
        }
        if let Some(kept) = set.rejected.iter().find(|r| !r.prove().is_good()) {
            let message = "the witness does not refute this rule".to_owned();
            return Err(refused(&kept.rule, (message, None), text));
        }
    }
    book.rules = rules.into();
    Ok(book)
}

/// Reads the built-in rules and those of `files` without proving them: for display, not for use.
///
/// # Errors
/// A file that cannot be read, or a syntax error with its position.
pub fn read(files: &[PathBuf]) -> Result<RuleSet, Problem> {
    let mut rules = builtin()?.clone();
    for file in files {
        let (name, text) = (file.display().to_string(), text_of(file)?);
        let set = parse(&name, &text)?;
        rules
            .merge(&name, &text, set)
            .map_err(|e| located(e, text.clone()))?;
    }
    Ok(rules)
}

fn builtin() -> Result<&'static RuleSet, Problem> {
    RuleSet::embedded().map_err(|e| Problem::new(format!("the built-in rules: {e}")))
}

fn text_of(file: &Path) -> Result<String, Problem> {
    regular::read_text(file, MOST).map_err(|e| {
        let file = file.display();
        Problem::new(format!("cannot read the rules of {file}: {e}"))
    })
}

fn parse(name: &str, text: &str) -> Result<RuleSet, Problem> {
    RuleSet::parse(name, text).map_err(|e| located(e, text.to_owned()))
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

/// The reason why a rule is not used, with a hint; `None` if it is used.
fn refusal(
    standing: &Standing,
    endless: bool,
    trusting: bool,
) -> Option<(String, Option<&'static str>)> {
    let guard = "add a guard or an assumption tier; `simdiff rules explain` shows how the built-in rules are written";
    let given = "with --trust-rules it is used all the same, and what rests on it is said to be given RULES";
    Some(match standing {
        Standing::Refuted(values) => (format!("this rule does not hold: {values}"), Some(guard)),
        Standing::NeverApplies => {
            let message = "this rule never applies: nothing satisfies its guards".to_owned();
            (message, None)
        }
        _ if endless => {
            let message = "this rule does not come to an end: what it makes of its own left side \
                           is rewritten by it again and again";
            (
                message.to_owned(),
                Some("write it with `<=>`, for the search only, or towards one normal form"),
            )
        }
        Standing::Unproved(why) if !trusting => {
            (format!("this rule is not proved: {why}"), Some(given))
        }
        Standing::Unproved(_) | Standing::Proved { .. } => return None,
    })
}

fn refused(rule: &Rule, (message, help): (String, Option<&str>), text: String) -> Problem {
    let origin = Origin {
        name: rule.file.clone(),
        text,
        span: rule.span.clone(),
    };
    Problem {
        message,
        origin: Some(Box::new(origin)),
        verbatim: None,
        help: help.map(str::to_owned),
    }
}

/// Every rule, and whether it is a rejected one.
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
        if Path::new(name).is_file() {
            return problem.help(format!("a file of rules is given by --rules {name}"));
        }
        match near {
            Some((likeness, near)) if likeness > 0.7 => {
                problem.help(format!("did you mean `{near}`?"))
            }
            _ => problem.help("`simdiff rules list` names them all"),
        }
    })
}

/// Lists the rules by file, one per line: name, tiers, source.
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
    let names: Vec<&str> = match rule.tiers.is_empty() {
        true => vec![rewrite_rules::EXACT],
        false => rule.tiers.names().collect(),
    };
    names.join("+")
}

/// Describes a rule: its text, source, use, needs, and proof status.
///
/// # Errors
/// An unknown name, with the most similar one.
pub fn explain(rules: &RuleSet, name: &str, deadline: &Deadline) -> Result<String, Problem> {
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
        let flags = rule.tiers.names().map(|name| format!("--assume-{name}"));
        let flags: Vec<String> = flags.collect();
        let needs = match flags.is_empty() {
            true => "nothing: it keeps every bit".to_owned(),
            false => flags.join(" and "),
        };
        let _ = writeln!(text, "needs   {needs}");
    }
    let (proved, _) = prove(rules, &[name.to_owned()], Effort::QUICK, deadline, &|_| {})?;
    text.push('\n');
    text.push_str(&proved);
    Ok(text)
}

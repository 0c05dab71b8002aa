//! `simdiff certificate check`: applies the checker to a certificate, with Z3 for its queries.

use std::io::BufReader;
use std::path::{Path, PathBuf};

use certificate_checker::{Answer, Claimed, Fault, Solver, Summary, check};

pub use certificate_checker::format::Header;

use crate::budgets::rules::AUDIT_TIME;
use crate::problem::Problem;
use crate::regular;
use crate::report::{WIDTH, paragraph, wrapped};
use crate::rulebook::Rulebook;
use crate::solver;
use crate::supervisor::{Printout, SoFar};

/// The outcome of checking a certificate.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// The certificate's claim follows.
    Checked(Box<Checked>),
    /// A step does not follow, for this reason.
    Rejected(String),
    /// A step could not be confirmed, for this reason.
    NotChecked(String),
}

/// Size limit of a certificate, in bytes.
const MOST: u64 = 1 << 34;

/// The result of checking a certificate.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The claim.
    pub summary: Summary,
    /// The user's rules that it uses and that are not proved, with their files.
    pub given_rules: Vec<String>,
    /// The files whose code was confirmed to be the subject of the claim; empty if none was
    /// compared.
    pub code: Vec<PathBuf>,
}

/// Z3, with a fresh solver for each query.
struct Z3;

impl Solver for Z3 {
    fn check(&mut self, query: &str) -> Answer {
        match solver::satisfiable(query, AUDIT_TIME) {
            Some(true) => Answer::Sat,
            Some(false) => Answer::Unsat,
            None => Answer::Unknown,
        }
    }
}

/// What there is to say if the check has to end before its answer.
pub fn nothing_checked() -> SoFar {
    let ended = |why: &str| {
        let finding = Finding::NotChecked(why.to_owned());
        Printout {
            out: finding.text(),
            code: finding.exit_code(),
            ..Printout::default()
        }
    };
    SoFar {
        late: ended("time was up: raise --timeout"),
        interrupted: ended("interrupted"),
        exhausted: ended("its memory was used up"),
    }
}

/// Checks the certificate in a file.
///
/// # Errors
/// A file that cannot be read or is not a certificate.
pub fn audit(path: &Path, book: &Rulebook) -> Result<Finding, Problem> {
    let name = path.display();
    let file =
        regular::open(path, MOST).map_err(|e| Problem::new(format!("cannot read {name}: {e}")))?;
    match check(BufReader::new(file), &book.rules, &mut Z3) {
        Ok(summary) => Ok(Finding::Checked(Box::new(Checked {
            given_rules: given(&summary, book),
            summary,
            code: Vec::new(),
        }))),
        Err(failure) => {
            let why = |why: &str| format!("{name}, line {}: {why}", failure.line);
            match &failure.fault {
                Fault::Malformed(text) => Err(Problem::new(why(text))
                    .help("write it anew with simdiff check … --certificate FILE")),
                Fault::Rejected(text) => Ok(Finding::Rejected(why(text))),
                Fault::NotChecked(text) => Ok(Finding::NotChecked(why(text))),
            }
        }
    }
}

/// The rules that the claim depends on without proof: not proved when the certificate was made,
/// or not proved now.
fn given(summary: &Summary, book: &Rulebook) -> Vec<String> {
    let is_proved = |name: &str| {
        let own = book.own.iter().find(|rule| rule.name == name);
        own.is_some_and(|rule| rule.is_proved)
    };
    let rules = summary.header.rules.iter();
    let given = rules.filter(|rule| !rule.proved || !is_proved(&rule.name));
    given
        .map(|rule| format!("{} of {}", rule.name, rule.file))
        .collect()
}

/// Reads what the certificate in a file claims.
///
/// # Errors
/// A file that cannot be read or is not a certificate.
pub fn claimed(path: &Path) -> Result<Claimed, Problem> {
    let name = path.display();
    let file =
        regular::open(path, MOST).map_err(|e| Problem::new(format!("cannot read {name}: {e}")))?;
    Claimed::read(BufReader::new(file))
        .map_err(|e| Problem::new(format!("{name}, line {}: {}", e.line, e.fault)))
}

/// Extends a finding to the code in `files`: `anew`, the certificate that these files give now,
/// has to claim the same as the one in `path`. `None` means that the code is not proved now.
///
/// # Errors
/// A file that cannot be read or is not a certificate.
pub fn compare(
    path: &Path,
    finding: Box<Checked>,
    files: &[PathBuf],
    anew: Option<&str>,
) -> Result<Finding, Problem> {
    let Some(anew) = anew else {
        let why = "it is not proved of this code now: simdiff check says more";
        return Ok(Finding::Rejected(why.to_owned()));
    };
    let anew = Claimed::read(anew.as_bytes()).map_err(|e| Problem::new(e.to_string()))?;
    let claimed = claimed(path)?;
    Ok(match claimed.difference(&anew) {
        Some(what) if claimed.header.sizes != anew.header.sizes => {
            let (sizes, now) = (&claimed.header.sizes, &anew.header.sizes);
            Finding::Rejected(format!(
                "{what}: {sizes} in the certificate, {now} now (options of the check go after --, \
                 as in -- --size n=1..8)"
            ))
        }
        Some(what) => Finding::Rejected(format!("{what} (options of the check go after --)")),
        None => Finding::Checked(Box::new(Checked {
            code: files.to_vec(),
            ..*finding
        })),
    })
}

impl Finding {
    /// The exit code: 0 when everything follows, 1 when something does not, 3 when something
    /// could not be confirmed.
    pub fn exit_code(&self) -> u8 {
        match self {
            Finding::Checked(_) => 0,
            Finding::Rejected(_) => 1,
            Finding::NotChecked(_) => 3,
        }
    }

    /// The output of `simdiff certificate check`.
    pub fn text(&self) -> String {
        match self {
            Finding::Rejected(why) => format!("rejected: {why}\n"),
            Finding::NotChecked(what) => format!("not checked: {what}\n"),
            Finding::Checked(found) => checked(found),
        }
    }
}

/// The values to which enumerations restrict an input, of which its range tells the ends only.
fn enumerations(input: &serde_json::Value) -> String {
    let leaves = input["element"]["leaves"].as_array().into_iter().flatten();
    let leaves = leaves.map(|leaf| (leaf["path"].as_str().unwrap_or_default(), &leaf["values"]));
    let all = leaves.chain([("", &input["enumeration"])]);
    let told = all.filter_map(|(path, values)| {
        let enumerators = values["enumerators"].as_array()?.iter();
        let named = enumerators.map(|one| match one["name"].as_str() {
            Some(name) => format!("{name} = {}", one["value"]),
            None => one["value"].to_string(),
        });
        let named: Vec<String> = named.collect();
        let which = match values["combined"] == true {
            true => "combinations",
            false => "one",
        };
        let path = match path {
            "" => String::new(),
            path => format!("{path} "),
        };
        Some(format!(", {path}{which} of {}", named.join(", ")))
    });
    told.collect()
}

/// One row for each parameter, variable and relation with its meaning, one for each function
/// that is called first, one for the launch of a kernel, and one for the returned value.
fn contract(contract: &serde_json::Value) -> Vec<String> {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let scalar = |value: &serde_json::Value| match (value["format"].as_str(), &value["bits"]) {
        (Some(format), _) => format.to_owned(),
        (None, bits) if value["signed"] == true => format!("i{bits}"),
        (None, bits) => format!("u{bits}"),
    };
    let params = contract["params"].as_array().into_iter().flatten();
    let mut rows: Vec<String> = params
        .map(|param| {
            let element = text(&param["element"]["name"]);
            let meaning = match param["role"].as_str().unwrap_or_default() {
                "buffer" => {
                    let (direction, length) = (text(&param["direction"]), text(&param["length"]));
                    match (param["scratch"] == true, direction.as_str()) {
                        (true, "out") => format!("scratch:{element}[{length}]"),
                        (true, _) => format!("{direction}:{element}[{length}], not compared"),
                        (false, _) => format!("{direction}:{element}[{length}]"),
                    }
                }
                "scalar" => scalar(&param["scalar"]),
                "const" => format!("const:{}", param["bits"]),
                "size" => text(&param["value"]),
                role if element.is_empty() => role.to_owned(),
                _ => element,
            };
            let alias = match param["alias"].as_str() {
                Some(alias) => format!(", the memory of {alias}"),
                None => String::new(),
            };
            let only = enumerations(param);
            format!("{}={meaning}{only}{alias}", text(&param["name"]))
        })
        .collect();
    let each = |key: &str| contract[key].as_array().cloned().unwrap_or_default();
    rows.extend(each("globals").iter().map(|global| {
        let (name, element) = (text(&global["name"]), text(&global["element"]["name"]));
        let count = match global["count"].as_u64() {
            Some(count) => format!("[{count}]"),
            None => String::new(),
        };
        let (direction, only) = (text(&global["direction"]), enumerations(global));
        format!("global {name}={direction}:{element}{count}{only}")
    }));
    rows.extend(
        each("setup")
            .iter()
            .map(|name| format!("setup {}", text(name))),
    );
    rows.extend(
        each("relations")
            .iter()
            .map(|relation| format!("assume {}", text(relation))),
    );
    if let Some(launch) = contract["launch"].as_str() {
        rows.push(format!("launch {launch}"));
    }
    if let Some(result) = contract["result"]["name"].as_str() {
        rows.push(format!("returns {result}"));
    }
    rows
}

/// The column at which the values of rows begin.
const VALUES: usize = 14;

fn checked(found: &Checked) -> String {
    let Checked {
        summary,
        given_rules,
        code,
    } = found;
    let Summary {
        header,
        outputs,
        conditions,
        rewrites,
        ranges,
        work,
        ..
    } = summary;
    let or_nothing = |list: &[String]| match list.is_empty() {
        true => "nothing".to_owned(),
        false => list.join(", "),
    };
    let what = match &header.program {
        Some(program) => format!("nothing that {program} asserts can fail"),
        None => format!(
            "{} computes what {} computes",
            header.port, header.reference
        ),
    };
    let but = match header.left_out.is_empty() {
        true => "",
        false => ", except on the inputs left out",
    };
    let given = if given_rules.is_empty() {
        ""
    } else {
        "RULES and "
    };
    let executed = match code.is_empty() {
        true => format!(", given {given}that the code was executed as the certificate says"),
        false if given.is_empty() => String::new(),
        false => ", given RULES".to_owned(),
    };
    let mut text = wrapped(&format!("CHECKED  {what}{but}{executed}\n"), WIDTH);
    let mut line = |name: &str, value: String| {
        let value = paragraph(&value, WIDTH - VALUES).join(&format!("\n{}", " ".repeat(VALUES)));
        text.push_str(&format!("  {name:<11} {value}\n"));
    };
    if !header.sizes.is_empty() {
        line("sizes", header.sizes.clone());
    }
    for row in contract(&header.contract) {
        line("contract", row);
    }
    for (name, (low, high)) in ranges {
        line("inputs", format!("{name} in {low}..{high}"));
    }
    for inputs in &header.left_out {
        line("left out", inputs.clone());
    }
    line("assuming", or_nothing(&header.assumptions));
    for rule in given_rules {
        line(
            "given RULES",
            format!("the rule {rule}, which is not proved"),
        );
    }
    for sentence in &header.leaning_on {
        line("leaning on", sentence.clone());
    }
    match code.is_empty() {
        true => {
            for source in &header.sources {
                line(
                    "code",
                    format!("{} (SHA-256 {})", source.file, source.sha256),
                );
            }
            line(
                "",
                "not compared with any: --against FILES executes it anew".to_owned(),
            );
        }
        false => {
            let files: Vec<String> = code.iter().map(|f| f.display().to_string()).collect();
            line("code", format!("{}, executed anew", files.join(", ")));
        }
    }
    line(
        "checked",
        format!(
            "{outputs} outputs, {conditions} conditions, {rewrites} rewrites, {} inputs, {} queries",
            work.inputs, work.queries
        ),
    );
    text
}

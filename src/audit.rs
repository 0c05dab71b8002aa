//! `simdiff certificate check`: a certificate, its checker, and Z3 for the
//! queries in it.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::Duration;

use certificate_checker::{Answer, Fault, Solver, Summary, check};

use crate::problem::Problem;
use crate::rulebook::Rulebook;
use crate::solver;

/// What checking a certificate came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// Everything that it claims follows.
    Checked(Box<Summary>),
    /// Something does not follow: why.
    Rejected(String),
    /// Something could not be confirmed: what.
    NotChecked(String),
}

/// Time for one query.
const PATIENCE: Duration = Duration::from_secs(60);

/// Z3, asked anew.
struct Z3;

impl Solver for Z3 {
    fn check(&mut self, query: &str) -> Answer {
        match solver::satisfiable(query, PATIENCE) {
            Some(true) => Answer::Sat,
            Some(false) => Answer::Unsat,
            None => Answer::Unknown,
        }
    }
}

/// Checks the certificate in a file.
///
/// # Errors
/// A file that cannot be read or is no certificate.
pub fn audit(path: &Path, book: &Rulebook) -> Result<Finding, Problem> {
    let name = path.display();
    let file = File::open(path).map_err(|e| Problem::new(format!("cannot read {name}: {e}")))?;
    match check(BufReader::new(file), &book.rules, &mut Z3) {
        Ok(summary) => Ok(Finding::Checked(Box::new(summary))),
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

impl Finding {
    /// 0 when everything follows, 1 when something does not, 3 when something
    /// could not be confirmed.
    pub fn exit_code(&self) -> u8 {
        match self {
            Finding::Checked(_) => 0,
            Finding::Rejected(_) => 1,
            Finding::NotChecked(_) => 3,
        }
    }

    /// What `simdiff certificate check` prints.
    pub fn text(&self) -> String {
        match self {
            Finding::Rejected(why) => format!("rejected: {why}\n"),
            Finding::NotChecked(what) => format!("not checked: {what}\n"),
            Finding::Checked(summary) => checked(summary),
        }
    }
}

fn checked(summary: &Summary) -> String {
    let Summary {
        header,
        outputs,
        conditions,
        rewrites,
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
    let mut text =
        format!("CHECKED  {what}, given that the code was executed as the certificate says\n");
    let mut line = |name: &str, value: String| text.push_str(&format!("  {name:<11} {value}\n"));
    if !header.sizes.is_empty() {
        line("sizes", header.sizes.clone());
    }
    line("assuming", or_nothing(&header.assumptions));
    for sentence in &header.leaning_on {
        line("leaning on", sentence.clone());
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

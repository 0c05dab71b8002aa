//! Report of the intrinsics that ran on a processor, and of those that did not.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// The results for one ISA extension.
#[derive(Default)]
pub struct Outcome {
    /// The processor lacks the extension.
    pub lacking: bool,
    /// Number of intrinsics whose lanes are calls of approximate functions.
    pub approximate: usize,
    /// Number of choices of immediates that did not run because the processor lacks them.
    pub not_run: usize,
    /// Number of operand vectors on which the lowering agrees with its reference.
    pub vectors: usize,
    /// Number of intrinsics that LLVM's constant folder computes.
    pub folded: usize,
    /// Number of intrinsics that an instruction of another extension computes.
    pub related: usize,
    /// Number of intrinsics that have neither reference.
    pub unchecked: usize,
    /// The first difference of each choice of immediates that has one.
    pub failures: Vec<String>,
}

impl Outcome {
    /// The results for two shares of an extension.
    pub fn and(self, mut other: Outcome) -> Outcome {
        let mut failures = self.failures;
        failures.append(&mut other.failures);
        Outcome {
            lacking: self.lacking,
            approximate: self.approximate + other.approximate,
            not_run: self.not_run + other.not_run,
            vectors: self.vectors + other.vectors,
            folded: self.folded + other.folded,
            related: self.related + other.related,
            unchecked: self.unchecked + other.unchecked,
            failures,
        }
    }
}

/// The levels of x86-64, each with those of its extensions that have intrinsics.
const LEVELS: [(&str, &[&str]); 4] = [
    ("v1", &["mmx", "sse", "sse2"]),
    ("v2", &["sse3", "ssse3", "sse4.1", "sse4.2"]),
    ("v3", &["avx", "avx2", "bmi", "bmi2", "f16c", "fma"]),
    (
        "v4",
        &["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"],
    ),
];

/// The results for all extensions, in the order in which they were checked.
pub struct Report {
    random_vectors: usize,
    rows: Vec<(String, usize, Outcome)>,
}

impl Report {
    pub fn new(random_vectors: usize) -> Self {
        let rows = Vec::new();
        Self {
            random_vectors,
            rows,
        }
    }

    pub fn add(&mut self, isa: &str, intrinsics: usize, outcome: Outcome) {
        self.rows.push((isa.to_owned(), intrinsics, outcome));
    }

    /// The extensions that the processor has.
    fn extensions(&self) -> Vec<&str> {
        let has = |row: &&(String, usize, Outcome)| !row.2.lacking;
        self.rows
            .iter()
            .filter(has)
            .map(|row| row.0.as_str())
            .collect()
    }

    /// The kind of processor: its level and the extensions beyond that level. It names the
    /// report, so a run on another processor of this kind replaces the report.
    pub fn kind(&self) -> String {
        let has = self.extensions();
        let mut kind = "x86-64".to_owned();
        let mut beyond: Vec<&str> = has.clone();
        for (level, extensions) in LEVELS {
            if !extensions.iter().all(|e| has.contains(e)) {
                break;
            }
            kind = format!("x86-64-{level}");
            beyond.retain(|e| !extensions.contains(e));
        }
        for extension in beyond {
            kind += &format!("-{extension}");
        }
        kind
    }

    pub fn failures(&self) -> usize {
        self.rows.iter().map(|(_, _, o)| o.failures.len()).sum()
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "# Lowerings against {}\n", self.kind())?;
        writeln!(f, "Processor: {}\n", processor())?;
        writeln!(f, "Extensions: {}\n", self.extensions().join(", "))?;
        writeln!(
            f,
            "`make hardware-report` writes this file on a processor with these extensions. For each intrinsic and each value of its \
             immediate, the instruction and its lowering, both compiled natively, ran on pairs of \
             special values and on random vectors ({} for each intrinsic without immediate; the \
             choices of an immediate share eight times as many) and gave the same bits. Where lanes \
             are computed by float arithmetic all NaNs are alike.\n",
            self.random_vectors
        )?;
        writeln!(
            f,
            "| extension | intrinsics | ran on this processor | operand vectors |"
        )?;
        writeln!(f, "| --- | ---: | --- | ---: |")?;
        for (isa, intrinsics, outcome) in &self.rows {
            let ran = match (outcome.lacking, outcome.failures.len()) {
                (true, _) => "**not run**: the processor lacks it".to_owned(),
                (false, 0) if outcome.not_run > 0 => {
                    format!("agree; {} choices of immediates not run", outcome.not_run)
                }
                (false, 0) => "agree".to_owned(),
                (false, n) => format!("**{n} differ**"),
            };
            let vectors = if outcome.lacking { 0 } else { outcome.vectors };
            writeln!(f, "| {isa} | {intrinsics} | {ran} | {vectors} |")?;
        }
        self.approximate(f)?;
        self.lacking(f)?;
        for message in self.rows.iter().flat_map(|(_, _, o)| &o.failures) {
            writeln!(f, "\n    {}", message.replace('\n', "\n    "))?;
        }
        Ok(())
    }
}

impl Report {
    fn approximate(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ran = self.rows.iter().filter(|(_, _, o)| !o.lacking);
        let number: usize = ran.map(|(_, _, o)| o.approximate).sum();
        writeln!(
            f,
            "\nOf these, {number} are approximate: the test gives the named function the \
             instruction itself as its body, so that only the choice of lanes is confirmed."
        )
    }

    fn lacking(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let lacking: Vec<_> = self.rows.iter().filter(|(_, _, o)| o.lacking).collect();
        if lacking.is_empty() {
            return Ok(());
        }
        writeln!(
            f,
            "\n## Not run\n\nThis processor cannot confirm these; the other files of this directory say which others do. Their lowerings, compiled natively, were \
             compared with LLVM's constant folder where it computes the intrinsic (another author's \
             reading of the same manual), and with instructions of this processor where those give \
             the same lanes: a 512-bit operation is a 256-bit one on each half, and a masked form \
             chooses between the unmasked result and the old lanes.\n"
        )?;
        writeln!(
            f,
            "| extension | intrinsics | folded by LLVM | related to what ran | neither | operand vectors | |"
        )?;
        writeln!(f, "| --- | ---: | ---: | ---: | ---: | ---: | --- |")?;
        for (isa, intrinsics, outcome) in lacking {
            let Outcome {
                folded,
                related,
                unchecked,
                vectors,
                failures,
                ..
            } = outcome;
            let verdict = match failures.len() {
                0 => "agree".to_owned(),
                n => format!("**{n} differ**"),
            };
            writeln!(
                f,
                "| {isa} | {intrinsics} | {folded} | {related} | {unchecked} | {vectors} | {verdict} |"
            )?;
        }
        Ok(())
    }
}

/// The processor's name as the system gives it.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let fields: BTreeMap<_, _> = text
        .lines()
        .filter_map(|l| l.split_once(':'))
        .map(|(name, value)| (name.trim(), value.trim()))
        .collect();
    let field = |name| fields.get(name).copied().unwrap_or("unknown");
    format!(
        "{} (family {}, model {}, stepping {})",
        field("model name"),
        field("cpu family"),
        field("model"),
        field("stepping")
    )
}

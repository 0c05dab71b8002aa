//! The check of a whole certificate, line by line in order.

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

use rewrite_rules::{Assumptions, Rule, RuleSet};

use crate::Solver;
use crate::argument::Library;
use crate::claims::{self, Means};
use crate::contract::Contract;
use crate::digest::Digest;
use crate::fault::{Checked, Failure, malformed, not_checked, rejected, require};
use crate::format::{End, Header, Line, Obligation, Size, VERSION};
use crate::integer_results;
use crate::ledger::Ledger;
use crate::lines::lines;
use crate::paths::Paths;
use crate::proof::Work;
use crate::seal::sealed;
use crate::statement::Body;
use crate::terms::bounds;

/// What a checked certificate proves.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The claim.
    pub header: Header,
    /// Number of outputs proved, counted for each pair of paths at each size.
    pub outputs: u32,
    /// Number of other obligations.
    pub conditions: u32,
    /// Number of sizes.
    pub sizes: u32,
    /// Number of rewrites.
    pub rewrites: u32,
    /// The ranges of inputs, by name, both ends included.
    pub ranges: BTreeMap<String, (f64, f64)>,
    /// The work done for the proofs.
    pub work: Work,
}

/// Checks a certificate.
///
/// # Errors
/// The first line that is not accepted, with the reason.
pub fn check(
    reader: impl BufRead,
    rules: &RuleSet,
    solver: &mut dyn Solver,
) -> Result<Summary, Failure> {
    let mut state: Option<State> = None;
    let mut digest = Digest::default();
    let mut number = 0;
    for text in lines(reader) {
        number += 1;
        let take = || {
            let text = text.or_else(malformed)?;
            let line = serde_json::from_str(&text).or_else(|e| malformed(e.to_string()))?;
            let before = digest;
            digest.add(text.as_bytes());
            digest.add(b"\n");
            match (&mut state, line) {
                (Some(_), Line::End(end)) if end.digest != before.text() => {
                    rejected("the lines are not those that were written")
                }
                (None, Line::Certificate(header)) => {
                    state = Some(State::new(rules, header)?);
                    Ok(())
                }
                (None, _) => malformed("a certificate begins with its header"),
                (Some(state), line) => state.take(line, solver),
            }
        };
        take().map_err(|fault| Failure {
            line: number,
            fault,
        })?;
    }
    let end = match state {
        Some(state) => state.end(),
        None => malformed("an empty certificate"),
    };
    end.map_err(|fault| Failure {
        line: number,
        fault,
    })
}

/// The built-in rules, and the user's rules that the header names with the same text.
fn usable<'a>(rules: &'a RuleSet, header: &Header) -> Checked<Vec<&'a Rule>> {
    let is_builtin = |name: &str| match RuleSet::embedded() {
        Ok(builtin) => builtin.rules.iter().any(|rule| rule.name == name),
        Err(_) => false,
    };
    let (mut usable, own): (Vec<&Rule>, Vec<&Rule>) =
        rules.rules.iter().partition(|rule| is_builtin(&rule.name));
    for named in &header.rules {
        match own.iter().find(|rule| rule.name == named.name) {
            None => {
                let (name, file) = (&named.name, &named.file);
                return not_checked(format!("the rule {name} of {file} is needed: --rules FILE"));
            }
            Some(rule) => {
                require(rule.text == named.text, || {
                    format!("the rule {} is written in another way", named.name)
                })?;
                usable.push(rule);
            }
        }
    }
    Ok(usable)
}

struct State<'a> {
    ledger: Ledger<'a>,
    library: Library,
    summary: Summary,
    /// The size being read, and the outputs that are not proved yet.
    size: Option<Size>,
    missing: BTreeSet<(u32, String)>,
    conditions: u32,
    obligations: u32,
    contract: Contract,
    body: Body,
    /// The paths of the size being read.
    paths: Paths,
    ended: bool,
}

impl<'a> State<'a> {
    fn new(rules: &'a RuleSet, header: Header) -> Checked<State<'a>> {
        if header.version != VERSION {
            return malformed(format!("version {} is not known", header.version));
        }
        let mut assumptions = Assumptions::default();
        for name in &header.assumptions {
            match Assumptions::named(name) {
                Some(assumption) => assumptions |= assumption,
                None => return malformed(format!("unknown assumption `{name}`")),
            }
        }
        sealed(&header)?;
        Ok(State {
            contract: Contract::new(&header.contract)?,
            body: Body::default(),
            paths: Paths::default(),
            ledger: Ledger::new(usable(rules, &header)?, assumptions),
            library: Library::default(),
            summary: Summary {
                header,
                outputs: 0,
                conditions: 0,
                sizes: 0,
                rewrites: 0,
                ranges: BTreeMap::new(),
                work: Work::default(),
            },
            size: None,
            missing: BTreeSet::new(),
            conditions: 0,
            obligations: 0,
            ended: false,
        })
    }

    fn take(&mut self, line: Line, solver: &mut dyn Solver) -> Checked {
        if self.ended {
            return malformed("a line after the end");
        }
        let declares = matches!(line, Line::Input(_) | Line::Term(_));
        let declared = self.ledger.contexts.len() > 1;
        if declares && declared {
            return malformed("terms come before everything that speaks of them");
        }
        if !declares && !declared {
            self.ledger.add_context(&[])?;
        }
        match line {
            Line::Certificate(_) => malformed("a second header"),
            Line::Input(input) => self.ledger.terms.add_input(&input),
            Line::Term(term) => self.ledger.terms.add(&term),
            Line::Context(context) => {
                let mut ranges = Vec::new();
                for (symbol, range) in &context.ranges {
                    ranges.push((self.ledger.terms.get(*symbol)?, bounds(range)?));
                }
                if context.number as usize != self.ledger.contexts.len() {
                    return malformed("contexts are not in order");
                }
                self.ledger.add_context(&ranges)
            }
            Line::Rewrite(rewrite) => {
                self.summary.rewrites += 1;
                self.ledger.rewrite(&rewrite)
            }
            Line::Executed(line) => {
                let terms = &self.ledger.terms;
                let (raw, value) = (terms.get(line.raw)?, terms.get(line.value)?);
                self.ledger.execute(raw, value)
            }
            Line::Size(size) => self.begin(size),
            Line::Lemma(line) => {
                let mut means = Means {
                    ledger: &mut self.ledger,
                    solver,
                    work: &mut self.summary.work,
                };
                let what = || format!("lemma {}", line.number);
                claims::lemma(&mut means, &mut self.library, &line).map_err(|f| f.of(what))
            }
            Line::Obligation(obligation) => self.oblige(&obligation, solver),
            Line::End(end) => self.finish(&end),
        }
    }

    fn begin(&mut self, size: Size) -> Checked {
        self.complete()?;
        if size.number != self.summary.sizes {
            return malformed("sizes are not in order");
        }
        self.summary.sizes += 1;
        self.body
            .size(&self.summary.header, &self.contract, &size)?;
        for path in 0..size.paths {
            let outputs = size.outputs.iter().map(|name| (path, name.clone()));
            self.missing.extend(outputs);
        }
        let expected = size.paths as usize * size.outputs.len();
        require(self.missing.len() == expected, || {
            "an output is named twice".into()
        })?;
        self.conditions = size.conditions;
        self.size = Some(size);
        Ok(())
    }

    /// Checks that nothing is missing for the size being read.
    fn complete(&mut self) -> Checked {
        if let Some((path, name)) = self.missing.first() {
            return rejected(format!("no proof of {name} on path {path}"));
        }
        require(self.conditions == 0, || "an obligation is missing".into())?;
        std::mem::take(&mut self.paths).check(&self.ledger.terms, &self.contract)
    }

    fn oblige(&mut self, line: &Obligation, solver: &mut dyn Solver) -> Checked {
        if line.number != self.obligations {
            return rejected("an obligation is missing");
        }
        self.obligations += 1;
        self.body.obligation(&self.ledger.terms, line)?;
        if self
            .size
            .as_ref()
            .is_none_or(|size| size.number != line.size)
        {
            return rejected("an obligation of another size");
        }
        match &line.output {
            Some(output) => {
                let (path, name) = output;
                require(self.missing.remove(output), || {
                    format!("{name} on path {path} is not asked for")
                })?;
                let compared = self.contract.admits(name, line.compare.as_deref());
                require(compared, || {
                    format!("{name} is compared as numbers of another type")
                })?;
                let conditions = self.ledger.terms.all(&line.path)?;
                if line.compare.is_none() && !self.contract.is_float(name) {
                    let terms = &self.ledger.terms;
                    let results = [terms.get(line.left)?, terms.get(line.right)?];
                    let roots = [&conditions[..], &results].concat();
                    let assumptions = self.ledger.assumptions;
                    integer_results::depends_on_inputs_only(&terms.arena, assumptions, &roots)
                        .map_err(|fault| fault.of(|| name.clone()))?;
                }
                self.paths.add(name, conditions);
                self.summary.outputs += 1;
            }
            None => {
                require(self.conditions > 0, || {
                    "an obligation that is not asked for".into()
                })?;
                self.conditions -= 1;
                self.summary.conditions += 1;
            }
        }
        let mut means = Means {
            ledger: &mut self.ledger,
            solver,
            work: &mut self.summary.work,
        };
        claims::obligation(&mut means, &mut self.library, line).map_err(|fault| {
            fault.of(|| match &line.output {
                Some((_, name)) => name.clone(),
                None => format!("obligation {}", line.number),
            })
        })
    }

    fn finish(&mut self, end: &End) -> Checked {
        self.complete()?;
        let all = end.obligations == self.obligations && end.sizes == self.summary.sizes;
        require(all, || "an obligation or a size is missing".into())?;
        require(self.ledger.all_used(), || {
            "a term was executed that no obligation is about".into()
        })?;
        let header = &self.summary.header;
        let terms = &self.ledger.terms;
        self.summary.ranges = self
            .body
            .compare(header, &self.contract, terms, self.obligations)?;
        self.ended = true;
        Ok(())
    }

    fn end(self) -> Checked<Summary> {
        match self.ended {
            true => Ok(self.summary),
            false => rejected("the certificate has no end"),
        }
    }
}

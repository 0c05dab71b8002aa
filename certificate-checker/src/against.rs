//! The claims of a certificate without their proofs, for comparison with the claims of another
//! certificate that was made anew from the sources.

use std::io::BufRead;

use rustc_hash::FxHashMap;
use sha2::{Digest as _, Sha256};
use term::{Arena, FunctionId, Op, TermId};

use crate::fault::{Checked, Failure, malformed};
use crate::format::{Header, Line, Obligation, Size};
use crate::lines::lines;
use crate::terms::Terms;

type Hash = [u8; 32];

/// The claims: sizes, and a digest of the statement of each obligation.
#[derive(Debug)]
pub struct Claimed {
    /// The header line.
    pub header: Header,
    sizes: Vec<Size>,
    obligations: Vec<(String, Hash)>,
}

impl Claimed {
    /// Reads the claims of a certificate and skips its proofs.
    ///
    /// # Errors
    /// A line that is not a line of a certificate.
    pub fn read(reader: impl BufRead) -> Result<Claimed, Failure> {
        let mut reading = Reading::default();
        for (i, text) in lines(reader).enumerate() {
            let line = text.and_then(|text| serde_json::from_str(&text).map_err(|e| e.to_string()));
            let taken = match line {
                Ok(line) => reading.take(line),
                Err(why) => malformed(why),
            };
            taken.map_err(|fault| Failure { line: i + 1, fault })?;
        }
        let Some(header) = reading.header else {
            let fault = crate::Fault::Malformed("an empty certificate".to_owned());
            return Err(Failure { line: 0, fault });
        };
        Ok(Claimed {
            header,
            sizes: reading.sizes,
            obligations: reading.obligations,
        })
    }

    /// Describes the first difference between the claims of two certificates; `None` if they are
    /// the same.
    pub fn difference(&self, other: &Claimed) -> Option<String> {
        let (a, b) = (&self.header, &other.header);
        let parts = [
            ("the reference", a.reference != b.reference),
            ("the port", a.port != b.port),
            ("the program", a.program != b.program),
            ("the contract", a.contract != b.contract),
            ("the assumptions", a.assumptions != b.assumptions),
            ("the inputs left out", a.left_out != b.left_out),
            (
                "the sizes",
                (&a.sizes, a.states) != (&b.sizes, b.states) || self.sizes != other.sizes,
            ),
        ];
        if let Some((part, _)) = parts.iter().find(|(_, differ)| *differ) {
            return Some(format!("{part} of the certificate and of the code differ"));
        }
        let pairs = self.obligations.iter().zip(&other.obligations);
        for ((name, terms), (_, others)) in pairs {
            if terms != others {
                return Some(format!("{name}: the code computes another term"));
            }
        }
        let counts = (self.obligations.len(), other.obligations.len());
        (counts.0 != counts.1).then(|| {
            format!(
                "the certificate has {} obligations, the code {}",
                counts.0, counts.1
            )
        })
    }
}

#[derive(Default)]
struct Reading {
    header: Option<Header>,
    terms: Terms,
    hashes: FxHashMap<TermId, Hash>,
    sizes: Vec<Size>,
    obligations: Vec<(String, Hash)>,
}

impl Reading {
    fn take(&mut self, line: Line) -> Checked {
        match line {
            Line::Certificate(header) => self.header = Some(header),
            Line::Input(input) => self.terms.add_input(&input)?,
            Line::Term(term) => self.terms.add(&term)?,
            Line::Size(size) => self.sizes.push(size),
            Line::Obligation(line) => self.obligation(&line)?,
            _ => {}
        }
        Ok(())
    }

    fn obligation(&mut self, line: &Obligation) -> Checked {
        let mut digest = Sha256::new();
        let about = (&line.size, &line.output, &line.excludes, &line.compare);
        digest.update(format!("{about:?}"));
        let mut terms = self.terms.all(&line.path)?;
        terms.push(self.terms.get(line.left)?);
        terms.push(self.terms.get(line.right)?);
        for term in terms {
            digest.update(self.hash(term));
        }
        let name = match &line.output {
            Some((_, name)) => name.clone(),
            None => format!("obligation {}", line.number),
        };
        self.obligations.push((name, digest.finalize().into()));
        Ok(())
    }

    /// A digest of a term with everything below it.
    fn hash(&mut self, root: TermId) -> Hash {
        let mut open = vec![root];
        while let Some(&term) = open.last() {
            if self.hashes.contains_key(&term) {
                open.pop();
                continue;
            }
            let children = self.terms.arena.node(term).children();
            let before = open.len();
            open.extend(children.iter().filter(|c| !self.hashes.contains_key(c)));
            if open.len() == before {
                let mut digest = Sha256::new();
                digest.update(self.own(term));
                for child in children {
                    digest.update(self.hashes[child]);
                }
                self.hashes.insert(term, digest.finalize().into());
            }
        }
        self.hashes[&root]
    }

    /// The description of a term without its operands.
    fn own(&self, term: TermId) -> String {
        let arena: &Arena = &self.terms.arena;
        let node = arena.node(term);
        let (op, width) = (node.op(), node.width());
        let attributes = match op {
            Op::Apply => arena.function_name(FunctionId(node.spec().attr)).to_owned(),
            _ => node.spec().attr.to_string(),
        };
        let symbol = arena.symbol_id(term).map(|id| {
            let symbol = arena.symbol(id);
            let buffer = arena.buffer(symbol.buffer);
            let range = self.terms.ranges.get(&id).map(|b| (b.low, b.high));
            (
                &buffer.name,
                buffer.format,
                buffer.signed,
                buffer.undefined,
                symbol.offset,
                range,
            )
        });
        let value = arena.constant_value(term);
        format!("{} {width} {attributes:?} {value:?} {symbol:?}", op.name())
    }
}

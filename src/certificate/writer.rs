//! The lines of a certificate, written after a run has proved everything.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use serde::Serialize;
use term::{FunctionId, Op, SymbolId, TermId};

use certificate_checker::format::{self, Line};
use certificate_checker::{Digest, leaning, seal};

use super::claim::FIRST_NARROWER;
use super::export::number;
use super::recorder::Recorder;

/// The subject of a certificate.
pub struct About {
    /// The header line.
    pub header: format::Header,
    /// The ranges of symbols, both ends included.
    pub ranges: FxHashMap<SymbolId, (f64, f64)>,
}

impl Recorder {
    /// Returns the text of the certificate of everything that was recorded.
    ///
    /// # Errors
    /// A line that cannot be serialised.
    pub fn finish(
        mut self,
        builder: &mut Builder,
        about: &About,
    ) -> Result<String, serde_json::Error> {
        let (arena, trace) = builder.arena_and_trace();
        let rewrites = trace
            .map(|trace| trace.rewrites.as_slice())
            .unwrap_or_default();
        let used = self.used();
        for (lemma, _) in self.lemmas.iter_mut().zip(&used).filter(|(_, used)| **used) {
            self.needs.append(&mut lemma.needs);
        }
        let lines = self.rewrites(arena, rewrites);
        let mut out = String::new();
        put(&mut out, &Line::Certificate(self.header(&about.header)))?;
        self.terms(about, &mut out)?;
        for (i, ranges) in self.narrower.iter().enumerate() {
            let copy = |(term, (low, high)): &(TermId, (f64, f64))| {
                let range = format::Range(format!("{low:?}"), format!("{high:?}"));
                Some((number(*self.export.copied(*term)?), range))
            };
            let line = format::Context {
                number: i as u32 + FIRST_NARROWER,
                ranges: ranges.iter().filter_map(copy).collect(),
            };
            put(&mut out, &Line::Context(line))?;
        }
        for line in lines {
            put(&mut out, &Line::Rewrite(line))?;
        }
        for &(raw, value) in &self.executed {
            let (raw, value) = (number(raw), number(value));
            put(&mut out, &Line::Executed(format::Executed { raw, value }))?;
        }
        let mut obligations = 0;
        let mut told = vec![false; self.lemmas.len()];
        for (i, size) in self.sizes.iter().enumerate() {
            let outputs = size.outputs.len() as u32 * size.paths;
            let line = format::Size {
                number: i as u32,
                sizes: size.sizes.clone(),
                state: size.state,
                paths: size.paths,
                outputs: size.outputs.clone(),
                conditions: (size.obligations.len() as u32).saturating_sub(outputs),
            };
            put(&mut out, &Line::Size(line))?;
            for obligation in &size.obligations {
                obligations += 1;
                let lemmas = self.before(&obligation.proof, &mut told);
                for lemma in lemmas {
                    put(&mut out, &Line::Lemma(self.lemmas[lemma].line.clone()))?;
                }
                put(&mut out, &Line::Obligation(obligation.clone()))?;
            }
        }
        let sizes = self.sizes.len() as u32;
        let mut digest = Digest::default();
        digest.add(out.as_bytes());
        let end = format::End {
            obligations,
            sizes,
            digest: digest.text(),
        };
        put(&mut out, &Line::End(end))?;
        Ok(out)
    }

    /// The header line. Its conventions include those of raw terms that the run never stored.
    fn header(&self, about: &format::Header) -> format::Header {
        let mut header = about.clone();
        for sentence in leaning(&self.export.arena) {
            if !header.leaning_on.contains(&sentence) {
                header.leaning_on.push(sentence);
            }
        }
        header.seal = seal(&header);
        header
    }

    /// Whether each lemma is used by some obligation.
    fn used(&self) -> Vec<bool> {
        let mut told = vec![false; self.lemmas.len()];
        for obligation in self.sizes.iter().flat_map(|size| &size.obligations) {
            self.before(&obligation.proof, &mut told);
        }
        told
    }

    /// The lemmas that a proof needs and that were not yet written, in order; marks them in
    /// `told`.
    fn before(&self, proof: &[format::Step], told: &mut [bool]) -> Vec<usize> {
        let used = |proof: &[format::Step]| -> Vec<u32> {
            proof.iter().flat_map(format::Step::lemmas).collect()
        };
        let mut open = used(proof);
        let mut lemmas = Vec::new();
        while let Some(lemma) = open.pop() {
            let lemma = lemma as usize;
            if !std::mem::replace(&mut told[lemma], true) {
                lemmas.push(lemma);
                open.extend(used(&self.lemmas[lemma].line.proof));
            }
        }
        // A lemma uses only lemmas that were proved before it.
        lemmas.sort_unstable();
        lemmas
    }

    fn terms(&self, about: &About, out: &mut String) -> Result<(), serde_json::Error> {
        let arena = &self.export.arena;
        for (i, buffer) in arena.buffers().iter().enumerate() {
            let input = format::Input {
                number: i as u32,
                name: buffer.name.clone(),
                format: buffer.format.map(|f| f.name().to_owned()),
                signed: buffer.signed,
                undefined: buffer.undefined,
            };
            put(out, &Line::Input(input))?;
        }
        for i in 0..arena.len() {
            let term = TermId::from_index(i);
            let node = arena.node(term);
            let symbol = arena.symbol_id(term);
            let range = symbol.and_then(|s| {
                let own = self.export.symbols.get(s.0 as usize)?;
                about.ranges.get(own).or(self.ranges.get(own))
            });
            let applies = node.op() == Op::Apply;
            let line = format::Term {
                number: i as u32,
                op: node.op().name().to_owned(),
                width: node.width(),
                attr: if applies { 0 } else { node.spec().attr },
                of: node.children().iter().map(|&c| number(c)).collect(),
                value: arena.constant_value(term).map(|v| format!("{v:#x}")),
                input: symbol.map(|s| (arena.symbol(s).buffer.0, arena.symbol(s).offset)),
                range: range
                    .map(|(low, high)| format::Range(format!("{low:?}"), format!("{high:?}"))),
                function: applies
                    .then(|| arena.function_name(FunctionId(node.spec().attr)).to_owned()),
            };
            put(out, &Line::Term(line))?;
        }
        Ok(())
    }
}

fn put(out: &mut String, line: &impl Serialize) -> Result<(), serde_json::Error> {
    out.push_str(&serde_json::to_string(line)?);
    out.push('\n');
    Ok(())
}
